"""The fixed suite: the same deals everywhere, so node counts can be compared between machines.

The total number of nodes is the signature of the search: a change that is only about speed leaves
it as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from .cards import Suit
from .position import Position
from .rules import ARPAA, BACK_ALLEY, BRIDGE, Rules
from .solver import solve


@dataclass(frozen=True)
class Row:
    """Random deals of one kind: seeds 0 to ``deals - 1``."""

    name: str
    rules: Rules
    cards: int
    """Cards in each hand."""
    deals: int
    trump: Suit | Literal["random"] | None = "random"

    def positions(self) -> Iterator[Position]:
        """The deals of the row."""
        for seed in range(self.deals):
            yield Position.random(self.rules, cards=self.cards, seed=seed, trump=self.trump)


@dataclass(frozen=True)
class Measured:
    """What solving the deals of a row took, each with a new solver."""

    name: str
    deals: int
    ns: int
    """NS tricks of all deals together: a check on the answers."""
    nodes: int
    seconds: float

    @property
    def nodes_per_second(self) -> float:
        """Cards played in the search per second."""
        return self.nodes / self.seconds if self.seconds else 0.0


SUITE: Final = (
    Row("bridge-13-notrump", BRIDGE, 13, 20, None),
    Row("bridge-13-spades", BRIDGE, 13, 20, Suit.S),
    Row("back_alley-13", BACK_ALLEY, 13, 20),
    Row("arpaa-8", ARPAA, 8, 100),
    Row("arpaa-10", ARPAA, 10, 50),
    Row("arpaa-13", ARPAA, 13, 10),
    Row("bridge-5", BRIDGE, 5, 500),
    Row("back_alley-5", BACK_ALLEY, 5, 500),
    Row("arpaa-5", ARPAA, 5, 500),
)


def measure(row: Row) -> Measured:
    """Solve the deals of a row, one thread, nothing carried from one to the next."""
    ns, nodes, seconds = 0, 0, 0.0
    for position in row.positions():
        solution = solve(position)
        ns += solution.ns
        nodes += solution.nodes
        seconds += solution.seconds
    return Measured(row.name, row.deals, ns, nodes, seconds)


def run(rows: Iterable[Row] = SUITE) -> Iterator[Measured]:
    """Measure every row in turn."""
    return map(measure, rows)
