"""Counts of legal play sequences by the native checker: the recorded ones, and the model's."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import test_perft
from endings import describe, random_ending

from overruff import Position
from overruff._native import core
from overruff.encode import record
from overruff.rules import DEFAULT_RULES


@pytest.mark.parametrize("row", test_perft.ROWS, ids=lambda row: row["id"])
def test_recorded_counts(row: dict[str, Any]) -> None:
    rules = replace(DEFAULT_RULES[row["line"].split()[0]], **row["options"])
    data = record(Position.from_text(row["line"], rules=rules))
    assert [core.perft(data, n) for n in range(1, len(row["counts"]) + 1)] == row["counts"]


@pytest.mark.parametrize("game", list(DEFAULT_RULES))
def test_counts_of_random_endings(game: str) -> None:
    """Two cards are played to the end; of larger endings the first six or three cards."""
    for cards, depths, count in ((2, range(9), 300), (4, (1, 3, 6), 150), (9, (1, 2, 3), 50)):
        for seed in range(count):
            position = random_ending(game, cards, seed)
            data = record(position)
            for depth in depths:
                left = sum(map(len, position.hands))
                # Beyond the last card the model repeats its count, the checker has none.
                expected = test_perft.perft(position, depth) if depth <= left else 0
                assert core.perft(data, depth) == expected, (describe(position), depth)


def test_nothing_left() -> None:
    data = record(Position.from_text("bridge trump=N lead=N N:... ... ... ..."))
    assert [core.perft(data, depth) for depth in range(3)] == [1, 0, 0]
    with pytest.raises(ValueError, match="depth: negative"):
        core.perft(data, -1)
