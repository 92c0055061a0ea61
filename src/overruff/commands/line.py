"""``overruff line``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from .. import render
from ..cards import Card, Seat
from ..inputs import InputLine, parse
from ..position import Position
from ..solver import empty_solver
from .common import Answer, Commands, Csv


def add(commands: Commands) -> None:
    """Declare the command."""
    commands.add_question(
        "line",
        _line,
        "one optimal continuation to the end, a trick in a row, with its winner",
        "an error if it is too short",
        table=Csv(["trick", "seat", "card", "winner"], _rows),
    )


def _line(line: InputLine, args: argparse.Namespace) -> Answer:
    position = parse(line, args.options)
    try:
        with empty_solver() as solver:
            cards = solver.line(position, args.time_limit)
    except ValueError as error:
        raise line.error(error) from None
    tricks, (ns, ew) = _tricks(position, cards)
    values = {
        "ns": ns,
        "ew": ew,
        "line": [str(card) for card in cards],
        "tricks": [
            {"plays": [{"seat": seat.name, "card": str(card)} for seat, card in plays], "winner": winner.name}
            for plays, winner in tricks
        ],
    }
    rows = [_row(plays, winner, args.paint) for plays, winner in tricks]
    return values, "\n".join([f"NS {ns}  EW {ew}  {position.to_text()}", *rows])


Trick = tuple[list[tuple[Seat, Card]], Seat]
"""Who played what (the cards already on the table left out), and who won."""


def _tricks(position: Position, cards: list[Card]) -> tuple[list[Trick], tuple[int, int]]:
    """The line, a trick at a time, and the tricks won in it by NS and EW."""
    walk = position.copy()
    tricks: list[Trick] = []
    plays: list[tuple[Seat, Card]] = []
    for card in cards:
        plays.append((walk.turn, card))
        walk.push(card)
        if not walk.trick:
            tricks.append((plays, walk.turn))
            plays = []
    return tricks, (walk.won[0] - position.won[0], walk.won[1] - position.won[1])


def _row(plays: list[tuple[Seat, Card]], winner: Seat, paint: render.Paint) -> str:
    cards = "  ".join(f"{seat} {render.card(card, paint)}" for seat, card in plays)
    return f"  {cards}  won by {winner}"


def _rows(answer: Any) -> Iterator[list[object]]:
    for number, trick in enumerate(answer["tricks"], 1):
        for play in trick["plays"]:
            yield [number, play["seat"], play["card"], trick["winner"]]
