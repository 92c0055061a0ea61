"""The numbered examples of the rules reference that concern card play, on the plain model.

``data/worked_cases.json``, one row each: from ``line`` the cards ``plays`` are played, then
``winner`` is on lead, ``legal`` are the legal plays, ``ns`` is the double-dummy value and
``play_values`` the values of some plays; whatever a row leaves out is not asked.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import brute
import pytest

from overruff import ARPAA, Card, Position, Seat

CASES = json.loads((Path(__file__).parent / "data" / "worked_cases.json").read_text())


def _case(*needed: str) -> list[Any]:
    return [pytest.param(row, id=row["id"]) for row in CASES if set(needed) & set(row)]


def _position(row: dict[str, Any]) -> Position:
    position = Position.from_text(row["line"])
    assert position.to_text() == row["line"]
    for card in row.get("plays", ()):
        position.push(card)
    return position


def test_every_row_that_concerns_play_is_here() -> None:
    numbers = {row["id"].split()[0] for row in CASES}
    arpaa, back_alley = range(3, 15), range(13, 36)
    assert numbers == {f"A{n:02}" for n in arpaa} | {f"B{n}" for n in back_alley}


@pytest.mark.parametrize("row", _case("legal"))
def test_legal_plays(row: dict[str, Any]) -> None:
    position = _position(row)
    legal = position.legal_plays()
    assert [str(card) for card in legal] == row["legal"]
    # What is legal can be played, what is not is refused.
    for card in set(position.hands[position.turn]):
        if card in legal:
            position.push(card)
            assert position.pop() is card
        else:
            with pytest.raises(ValueError, match=f"cannot play {card}"):
                position.push(card)


@pytest.mark.parametrize("row", _case("winner"))
def test_winner_of_the_trick(row: dict[str, Any]) -> None:
    position = _position(row)
    winner = Seat[row["winner"]]
    assert (position.leader, position.turn, position.trick) == (winner, winner, ())
    assert position.won == ((1, 0) if winner.side == 0 else (0, 1))


@pytest.mark.parametrize("row", _case("ns"))
def test_value(row: dict[str, Any]) -> None:
    assert brute.ns_tricks(_position(row)) == row["ns"]


@pytest.mark.parametrize("row", _case("play_values"))
def test_values_of_plays(row: dict[str, Any]) -> None:
    values = brute.play_values(_position(row))
    asked = {Card.parse(card): ns for card, ns in row["play_values"].items()}
    assert {card: values[card] for card in asked} == asked


def test_a01_the_pack() -> None:
    pack = ARPAA.pack()
    assert (len(pack), len(set(pack)), ARPAA.pack_size) == (144, 36, 144)
    assert all(pack.count(card) == 4 for card in pack)
    position = Position.random(ARPAA, seed=1)
    assert [len(hand) for hand in position.hands] == [36] * 4
    assert position.tricks_left == 36
    assert sorted(map(str, sum(position.hands, ()))) == sorted(map(str, pack))
