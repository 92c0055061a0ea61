"""One optimal continuation of a position."""

from __future__ import annotations

from .cards import Card
from .position import Position, need_position
from .searches import Searches
from .solver import Solver


def line(
    position: Position, solver: Solver, time_limit: float | None = None, node_limit: int | None = None
) -> list[Card]:
    """The cards to the end of the deal, none of which costs a trick; see ``Solver.line``."""
    need_position(position)
    searches = Searches(solver, time_limit, node_limit)
    walk = position.copy()
    if walk.is_over:
        return []
    ns = position.won[0] + searches.ns(walk, "the value of the line")
    cards: list[Card] = []
    while not walk.is_over:
        # The value stays; each card only has to be found.
        card = searches.best(walk, ns - walk.won[0], f"card {len(cards) + 1} of the line")
        walk.push(card)
        cards.append(card)
    return cards
