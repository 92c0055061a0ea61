"""``overruff trace``."""

from __future__ import annotations

import argparse

from ..analysis import Trace, trace
from ..inputs import InputLine, parse, split_plays
from .common import Answer, Commands


def add(commands: Commands) -> None:
    """Declare the command."""
    text = "value after every card of a play record (a position line with a field plays=C,C,...)"
    commands.add_question("trace", _trace, text, "an error if it is too short")


def _trace(line: InputLine, args: argparse.Namespace) -> Answer:
    rest, cards = split_plays(line)
    position = parse(rest, args.options)
    try:
        answer = trace(position, cards, time_limit=args.time_limit)
    except ValueError as error:
        raise line.error(error) from None
    return _trace_json(answer), f"{position.to_text()}\n{answer}"


def _trace_json(answer: Trace) -> dict[str, object]:
    return {
        "start": answer.start,
        "end": answer.end,
        "plays": [
            {"seat": play.seat.name, "card": str(play.card), "ns": play.ns, "cost": play.cost}
            for play in answer.plays
        ],
        "cost": {seat.name: cost for seat, cost in answer.cost.items()},
    }
