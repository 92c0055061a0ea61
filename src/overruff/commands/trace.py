"""``overruff trace``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

from .. import render
from ..cards import Card
from ..deal import Deal
from ..deal_text import is_deal_line
from ..inputs import InputLine, parse, parse_deal, split_plays
from ..position import Position
from ..scores import payoff
from ..traces import Trace, trace
from .common import Answer, Commands, Csv

_PLAY = ["trick", "seat", "card", "ns", "cost", "forced", "best", "score_cost"]


def add(commands: Commands) -> None:
    """Declare the command."""
    commands.add_question(
        "trace",
        _trace,
        "value after every card of a play record: a line with a field plays=C,C,...; in points too where "
        "a deal line has all calls of Back Alley",
        "an error if it is too short",
        table=Csv(["number", *_PLAY], _rows),
    )


def _trace(line: InputLine, args: argparse.Namespace) -> Answer:
    try:
        position, cards, scores = _record(line, args)
        answer = trace(position, cards, payoff=scores, time_limit=args.time_limit)
    except ValueError as error:
        raise line.error(error) from None
    return _trace_json(answer), f"{position.to_text()}\n{render.trace(answer, args.paint)}"


def _record(
    line: InputLine, args: argparse.Namespace
) -> tuple[Position, Sequence[Card | str], Sequence[int] | None]:
    """The start of a record, its cards, and the score by tricks of a Back Alley deal that was called."""
    if not is_deal_line(line.text):
        rest, cards = split_plays(line)
        return parse(rest, args.options), cards, None
    deal = parse_deal(line, args.options)
    return deal.position(0), deal.plays, _payoff(deal)


def _payoff(deal: Deal) -> Sequence[int] | None:
    complete = deal.rules.turns_up_trumps and deal.auction.is_over
    return payoff(deal.auction) if complete else None


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
    values: dict[str, object] = {
        "start": answer.start,
        "end": answer.end,
        "plays": plays,
        "cost": {seat.name: cost for seat, cost in answer.cost.items()},
        "side_cost": {side.name: cost for side, cost in answer.side_cost.items()},
    }
    if answer.payoff is not None:
        values["start_score"] = answer.score(answer.start)
        values["end_score"] = answer.score(answer.end)
        values["score_cost"] = {seat.name: cost for seat, cost in answer.score_cost.items()}
        values["side_score_cost"] = {side.name: cost for side, cost in answer.side_score_cost.items()}
    return values


def _rows(answer: Any) -> Iterator[list[object]]:
    for number, play in enumerate(answer["plays"], 1):
        yield [number, *(play[name] for name in _PLAY)]
