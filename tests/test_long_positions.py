"""Positions whose value is not found soon: an interval is true, and more work never widens it.

Small endings are treated like long ones, so that there are exact values to compare with.
"""

from __future__ import annotations

from functools import cache

import pytest
from endings import describe, random_ending

from overruff import Position
from overruff._native import core
from overruff.encode import record
from overruff.rules import DEFAULT_RULES

games = pytest.mark.parametrize("game", list(DEFAULT_RULES))


def start_of_trick(cards: int, seed: int) -> Position:
    position = random_ending("arpaa", cards, seed)
    while position.trick:
        position.pop()
    return position


@cache
def arpaa_endings() -> list[tuple[Position, int]]:
    """Arpaa endings of 5 to 13 cards with their values, but for a few that take too long."""
    solver = core.CoreSolver(16 << 20)
    endings = []
    for seed in range(2100):
        position = start_of_trick(5 + seed % 9, seed)
        lower, upper, *_ = solver.solve(record(position), nodes=200_000)
        if lower == upper:
            endings.append((position, lower))
    assert len(endings) > 2000
    return endings


@pytest.mark.parametrize(
    ("options", "limits", "least", "count"),
    [
        ({}, (1, 100, 1_000, 4_000, 20_000), 5, 2100),
        # A search that finds little leaves more to what a side is sure of without one.
        ({"table": False, "bounds": False}, (2_000, 60_000, 300_000), 9, 400),
    ],
    ids=["whole engine", "no table, no bounds"],
)
def test_intervals(options: dict[str, bool], limits: tuple[int, ...], least: int, count: int) -> None:
    """They hold the value, depend on the limit alone, and never get wider as it grows."""
    solver = core.CoreSolver(1 << 20, long_from=0, **options)
    widths = dict.fromkeys(limits, 0)
    tried = [(p, value) for p, value in arpaa_endings() if p.tricks_left >= least][:count]
    for position, value in tried:
        before = (0, position.tricks_left)
        for limit in limits:
            solver.clear()
            answer = solver.solve(record(position), nodes=limit)
            lower, upper, nodes = answer[:3]
            assert lower <= value <= upper, (limit, describe(position))
            assert before[0] <= lower <= upper <= before[1], (limit, describe(position))
            assert nodes <= limit
            before = (lower, upper)
            widths[limit] += upper - lower
    narrower = list(widths.values())
    assert narrower[0] > 2 * len(tried) and narrower == sorted(narrower, reverse=True)
    assert narrower[-1] > 0  # or the limits are too high to say anything


def test_same_limit_same_answer() -> None:
    solver, other = (core.CoreSolver(1 << 20, long_from=0) for _ in range(2))
    for position, _ in arpaa_endings()[::7]:
        for limit in (300, 5_000):
            solver.clear()
            other.clear()
            first, second = (list(s.solve(record(position), nodes=limit)) for s in (solver, other))
            first[3] = second[3] = 0.0  # seconds
            assert first == second, (limit, describe(position))


def test_plays() -> None:
    """The interval of every play holds its value."""
    exact, limited = core.CoreSolver(16 << 20), core.CoreSolver(1 << 20, long_from=0)
    for position, value in arpaa_endings()[:2000:8]:
        if position.tricks_left > 10:
            continue
        values = {card: lower for card, lower, *_ in exact.plays(record(position))[0]}
        for limit in (500, 10_000):
            limited.clear()
            plays, (lower, upper, *_) = limited.plays(record(position), nodes=limit)
            assert lower <= value <= upper, (limit, describe(position))
            for card, low, high, _ in plays:
                assert low <= values[card] <= high, (limit, card, describe(position))


@games
def test_exact_without_a_limit(game: str) -> None:
    exact, tested = core.CoreSolver(16 << 20), core.CoreSolver(16 << 20, long_from=0)
    for seed in range(400):
        position = record(random_ending(game, 2 + seed % 6, seed))
        assert tested.solve(position)[:2] == exact.solve(position)[:2]
        plays, expected = (
            sorted((card, low, high) for card, low, high, _ in solver.plays(position)[0])
            for solver in (tested, exact)
        )
        assert plays == expected
