"""``overruff table``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from .. import render
from ..cards import Seat, trump_letter
from ..inputs import InputLine, parse
from ..tables import Table, table
from .common import Answer, Commands, Csv


def add(commands: Commands) -> None:
    """Declare the command."""
    sub = commands.add_question(
        "table",
        _table,
        "NS tricks for every trump and leader; on a terminal the best trumps of the leader's side stand out",
        "an error if it is too short",
        table=Csv(["tricks", "trump", "leader", "ns"], _rows),
    )
    sub.add_argument("--broken", choices=["yes", "no"], help="Back Alley: whether trumps are broken")
    sub.add_argument(
        "--boards",
        metavar="SEATS|leader|none",
        help="Back Alley: seats that called board, such as NW (default, as for --broken: as in the line)",
    )


def _table(line: InputLine, args: argparse.Namespace) -> Answer:
    position = parse(line, args.options)
    try:
        answer = table(
            position,
            broken=None if args.broken is None else args.broken == "yes",
            boards=() if args.boards == "none" else args.boards,
            time_limit=args.time_limit,
        )
    except ValueError as error:
        raise line.error(error) from None
    return _table_json(answer), f"{position.to_text()}\n{render.table(answer, args.paint)}"


def _table_json(answer: Table) -> dict[str, object]:
    rows = {trump_letter(t): {seat.name: answer[t, seat] for seat in Seat} for t in answer.trumps}
    return {"tricks": answer.tricks, "table": rows}


def _rows(answer: Any) -> Iterator[list[object]]:
    for trump, row in answer["table"].items():
        for leader, ns in row.items():
            yield [answer["tricks"], trump, leader, ns]
