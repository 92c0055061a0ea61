"""Several searches that answer one question together and share its budget."""

from __future__ import annotations

import time

from .arguments import budget
from .cards import Card, Side
from .errors import NotExact
from .position import Position
from .solver import Solution, Solver


class Searches:
    """The searches of one question: all of them together keep its limits.

    Every method raises ``NotExact``, naming ``what`` was asked, once the budget is spent.
    """

    def __init__(self, solver: Solver, time_limit: float | None, node_limit: int | None) -> None:
        seconds, nodes = budget(time_limit, node_limit)
        self._solver = solver
        self._end = time.monotonic() + seconds if seconds else None
        self._nodes = nodes if nodes else None

    def ns(self, position: Position, what: str) -> int:
        """NS tricks still to come."""
        found = self._solver.solve(position, *self._left())
        self._pay(found)
        if not found.exact:
            raise _spent(what)
        return found.ns

    def takes(self, position: Position, ns: int, what: str) -> bool:
        """Whether NS take at least ``ns`` of the tricks to come: one null-window question, or none."""
        if not 0 < ns <= position.tricks_left:
            return ns <= 0
        found = self._solver.prove(position, ns, *self._left())
        self._pay(found)
        if found.lower < ns <= found.upper:
            raise _spent(what)
        return found.lower >= ns

    def best(self, position: Position, ns: int, what: str) -> Card:
        """The first legal play (S H D C, high to low) that costs nothing, ``ns`` being the value.

        It is the card that stands first in ``best_plays``, without a search of those behind it.
        """
        legal = position.legal_plays()
        walk = position.copy()
        for card in legal[:-1]:
            walk.push(card)
            left = ns - (walk.won[0] - position.won[0])
            if position.turn.side is Side.NS:
                keeps = self.takes(walk, left, what)
            else:
                keeps = not self.takes(walk, left + 1, what)
            if keeps:
                return card
            walk.pop()
        return legal[-1]  # some play costs nothing

    def begin(self, position: Position) -> None:
        """Announce the deal of which later questions are parts, so that they share the table.

        The table serves whatever can come up in the deal it was first asked about, and nothing else.
        """
        if not position.is_over:
            self._pay(self._solver.prove(position, 1, node_limit=1))

    def _left(self) -> tuple[float | None, int | None]:
        seconds = None if self._end is None else max(0.0, self._end - time.monotonic())
        return seconds, self._nodes

    def _pay(self, found: Solution) -> None:
        if self._nodes is not None:
            self._nodes = max(0, self._nodes - found.nodes)


def _spent(what: str) -> NotExact:
    return NotExact(f"{what}: the search ran out of budget")
