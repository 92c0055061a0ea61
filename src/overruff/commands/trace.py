"""``overruff trace``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from .. import render
from ..inputs import InputLine, parse, split_plays
from ..traces import Trace, trace
from .common import Answer, Commands, Csv

_PLAY = ["trick", "seat", "card", "ns", "cost", "forced", "best", "score_cost"]


def add(commands: Commands) -> None:
    """Declare the command."""
    commands.add_question(
        "trace",
        _trace,
        "value after every card of a play record (a position line with a field plays=C,C,...)",
        "an error if it is too short",
        table=Csv(["number", *_PLAY], _rows),
    )


def _trace(line: InputLine, args: argparse.Namespace) -> Answer:
    rest, cards = split_plays(line)
    position = parse(rest, args.options)
    try:
        answer = trace(position, cards, time_limit=args.time_limit)
    except ValueError as error:
        raise line.error(error) from None
    return _trace_json(answer), f"{position.to_text()}\n{render.trace(answer, args.paint)}"


def _trace_json(answer: Trace) -> dict[str, object]:
    plays = [
        {
            "trick": play.trick,
            "seat": play.seat.name,
            "card": str(play.card),
            "ns": play.ns,
            "cost": play.cost,
            "forced": play.forced,
            "best": str(play.best),
            "score_cost": play.score_cost,
        }
        for play in answer.plays
    ]
    return {
        "start": answer.start,
        "end": answer.end,
        "plays": plays,
        "cost": {seat.name: cost for seat, cost in answer.cost.items()},
        "side_cost": {side.name: cost for side, cost in answer.side_cost.items()},
    }


def _rows(answer: Any) -> Iterator[list[object]]:
    for number, play in enumerate(answer["plays"], 1):
        yield [number, *(play[name] for name in _PLAY)]
