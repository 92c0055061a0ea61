"""The same question to everyone who can answer it: the model, the slow checker, the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import brute
from endings import describe

from overruff import Card, Position
from overruff._native import core
from overruff.encode import card_from_id, record


@dataclass(frozen=True)
class Values:
    """NS tricks still to come: of a position, and after each of its legal plays."""

    ns: int
    plays: dict[Card, int]

    def __str__(self) -> str:
        return f"NS {self.ns} ({', '.join(f'{card} {ns}' for card, ns in self.plays.items())})"


Oracle = Callable[[Position], Values]


def model(position: Position) -> Values:
    """By every line of play on the Python model."""
    memo: brute.Memo = {}
    return Values(brute.ns_tricks(position, memo), brute.play_values(position, memo))


def checker(position: Position) -> Values:
    """By the native checker, written from the rules alone."""
    data = record(position)
    lower, upper, *_ = core.plain_solve(data)
    return _values((lower, upper), core.plain_plays(data))


class Engine:
    """By the fast engine: the value, all plays, and the null-window question for every number.

    ``table``, ``bounds`` and ``cover`` switch parts of it off.
    """

    def __init__(self, *, table: bool = True, bounds: bool = True, cover: bool = True) -> None:
        self.options = {"table": table, "bounds": bounds, "cover": cover}
        # The second one answers `plays` untouched by what `solve` has stored.
        self._solver, self._other = (core.CoreSolver(16 << 20, **self.options) for _ in range(2))

    def __call__(self, position: Position) -> Values:
        """Raises ``AssertionError`` if its own answers contradict each other."""
        data = record(position)
        lower, upper, *_ = self._solver.solve(data)
        found = _values((lower, upper), self._other.plays(data))
        for k in range(1, position.tricks_left + 1):
            low, high, *_ = self._solver.can_take(data, k)
            assert low <= found.ns <= high and not low < k <= high, f"can_take {k}: {low} to {high}"
        self._solver.clear()
        k = (position.tricks_left + 1) // 2
        low, high, *_ = self._solver.can_take(data, k)
        assert low <= found.ns <= high and not low < k <= high, f"can_take {k}: {low} to {high}"
        return found

    def __str__(self) -> str:
        off = [name for name, on in self.options.items() if not on]
        return f"the engine without {', '.join(off)}" if off else "the engine"


def mismatches(positions: Iterable[Position], truth: Oracle, engine: Oracle) -> list[str]:
    """A report of every position about which the two disagree: how to repeat it, then both answers."""
    found = []
    for position in positions:
        expected = truth(position)
        try:
            answer = engine(position)
        except (AssertionError, ValueError) as error:
            found.append(f"{describe(position)}\n  expected {expected}\n  failed   {error}")
            continue
        if answer != expected:
            found.append(f"{describe(position)}\n  expected {expected}\n  found    {answer}")
    return found


def _values(solved: tuple[int, int], plays: tuple[list[tuple[int, int, int, float]], Any]) -> Values:
    each, (lower, upper, *_) = plays
    assert solved == (lower, upper), f"solve finds {solved}, plays {lower}, {upper}"
    assert lower == upper, f"only {lower} to {upper} proven"
    assert all(low == high for _, low, high, _ in each), f"plays only between bounds: {each}"
    return Values(lower, {card_from_id(card): low for card, low, *_ in each})
