"""The numbered examples of the rules reference, by the engine and by the native checker."""

from __future__ import annotations

from typing import Any

import pytest
from oracles import Engine, Oracle, checker
from test_worked_cases import CASES, _case, _position

from overruff import Card, Position, Seat, Side

both = pytest.mark.parametrize("oracle", [Engine(), checker], ids=["engine", "checker"])


@both
@pytest.mark.parametrize("row", CASES, ids=[row["id"] for row in CASES])
def test_every_row(oracle: Oracle, row: dict[str, Any]) -> None:
    position = _position(row)
    values = oracle(position)
    if "legal" in row:
        # Whoever may be to play, these and no others are given a value.
        assert {str(card) for card in values.plays} == set(row["legal"])
    if "ns" in row:
        assert values.ns == row["ns"]
    for card, ns in row.get("play_values", {}).items():
        assert values.plays[Card.parse(card)] == ns, card
    if "winner" in row:
        # The last card of the trick is worth the trick and what is left after it.
        before = Position.from_text(row["line"])
        *cards, last = row["plays"]
        for card in cards:
            before.push(card)
        won = int(Seat[row["winner"]].side is Side.NS)
        assert oracle(before).plays[Card.parse(last)] == won + values.ns


def test_every_row_asks_something() -> None:
    asked = {id(p.values[0]) for ask in ("legal", "ns", "play_values", "winner") for p in _case(ask)}
    assert asked == {id(row) for row in CASES}
