"""``overruff table``."""

from __future__ import annotations

import argparse

from ..analysis import Table, table
from ..cards import Seat, trump_letter
from ..inputs import InputLine, parse
from .common import Answer, Commands


def add(commands: Commands) -> None:
    """Declare the command."""
    text = "NS tricks for every trump and leader"
    commands.add_question("table", _table, text, "an error if it is too short")


def _table(line: InputLine, args: argparse.Namespace) -> Answer:
    position = parse(line, args.options)
    try:
        answer = table(position, time_limit=args.time_limit)
    except ValueError as error:
        raise line.error(error) from None
    return _table_json(answer), f"{position.to_text()}\n{answer}"


def _table_json(answer: Table) -> dict[str, object]:
    rows = {trump_letter(t): {seat.name: answer[t, seat] for seat in Seat} for t in answer.trumps}
    return {"tricks": answer.tricks, "table": rows}
