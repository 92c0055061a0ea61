"""Counts of legal play sequences from fixed positions, recorded in ``data/perft.json``.

Each row has a position line, the options that differ from the game's default rules, and for
1, 2, ... cards the number of different sequences of legal plays (equal cards counted once).
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from overruff import Position
from overruff.rules import DEFAULT_RULES

ROWS = json.loads((Path(__file__).parent / "data" / "perft.json").read_text())


def perft(position: Position, cards: int) -> int:
    """The number of sequences of ``cards`` legal plays."""
    plays = position.legal_plays()
    if cards <= 1:
        return len(plays) if cards else 1
    count = 0
    for card in plays:
        position.push(card)
        count += perft(position, cards - 1)
        position.pop()
    return count


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_counts(row: dict[str, Any]) -> None:
    game = row["line"].split()[0]
    rules = replace(DEFAULT_RULES[game], **row["options"])
    position = Position.from_text(row["line"], rules=rules)
    assert [perft(position, n) for n in range(1, len(row["counts"]) + 1)] == row["counts"]
    assert position.to_text() == row["line"]


def test_every_rule_is_counted() -> None:
    assert {row["line"].split()[0] for row in ROWS} == set(DEFAULT_RULES)
    assert {tuple(row["options"].items()) for row in ROWS} >= {
        (),
        (("bb_lead", "opponents"),),
        (("lb_lead", "free"),),
        (("trump_lead", "broken"),),
        (("trump_lead", "free"),),
        (("board_lead_scope", "side"),),
        (("board_lead_scope", "first_trick"),),
        (("direction", "counter-clockwise"),),
    }
