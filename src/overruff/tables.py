"""The tricks of a deal for every trump and leader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product

from . import html, render
from .cards import Seat, Suit, trump_letter
from .errors import PositionError, quoted
from .position import Position, need_position
from .searches import Searches
from .solver import Solver, using

LEADER = "leader"
"""For ``boards``: whoever leads has called board."""


@dataclass(frozen=True)
class Table:
    """NS tricks for every trump and every leader: ``table[Suit.S, Seat.W]``."""

    tricks: int
    """Tricks of the deal, for both sides together."""
    ns: Mapping[tuple[Suit | None, Seat], int]
    """NS tricks by trump (``None``: no trumps) and leader."""

    @property
    def trumps(self) -> tuple[Suit | None, ...]:
        """The trumps the table has."""
        return tuple(dict.fromkeys(trump for trump, _ in self.ns))

    def __getitem__(self, place: tuple[Suit | None, Seat]) -> int:
        """NS tricks with that trump and leader; raises ``KeyError`` if the game has no such trump."""
        return self.ns[place]

    def column(self, leader: Seat) -> dict[Suit | None, int]:
        """Tricks of the leader's own side for every trump, in the order of ``trumps``."""
        of_ns = {trump: self.ns[trump, leader] for trump in self.trumps}
        if leader.side is Seat.N.side:
            return of_ns
        return {trump: self.tricks - ns for trump, ns in of_ns.items()}

    def __str__(self) -> str:
        return render.table(self)

    def _repr_html_(self) -> str:
        return html.table(self)


def table(
    position: Position,
    solver: Solver | None = None,
    *,
    broken: bool | None = None,
    boards: str | Iterable[Seat] | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> Table:
    """NS tricks with every trump and every leader, perfect play by both sides.

    Everything else stays as in ``position``; jokers move to the new trump suit, and while a hand
    holds one, no trumps is left out. Back Alley: ``broken`` says whether trumps are broken, and
    ``boards`` which seats have called board: seats, letters as in ``"NW"``, or ``"leader"`` for
    whoever leads; by default both are as in ``position``. ``time_limit`` (seconds) and ``node_limit``
    (cards played) hold for the whole table.

    Raises ``PositionError`` if a card lies on the table, or for ``broken`` or ``boards`` that cannot
    be; ``NotExact`` if the budget does not suffice for all of it.
    """
    need_position(position)
    if position.trick:
        raise PositionError("trick", "a table is made between two tricks, not during one")
    if broken is None:
        broken = position.broken
    callers = position.boards if boards is None else _callers(boards)
    ns = {}
    with using(solver) as at_work:
        searches = Searches(at_work, time_limit, node_limit)
        # Leaders innermost: they share what the search learns, trumps do not.
        for trump, leader in product(trumps_of(position), Seat):
            called = (leader,) if callers is None else callers
            changed = with_trump(position, trump, leader, broken, called)
            ns[trump, leader] = searches.ns(changed, f"trump {trump_letter(trump)}, {leader} to lead")
    return Table(position.tricks_left, ns)


def trumps_of(position: Position) -> list[Suit | None]:
    """The trumps that these hands can be played with: none at all only without jokers."""
    jokers = any(card.is_joker for hand in position.hands for card in hand)
    return [trump for trump in position.rules.trumps if trump is not None or not jokers]


def with_trump(
    position: Position,
    trump: Suit | None,
    leader: Seat,
    broken: bool,
    boards: Iterable[Seat],
) -> Position:
    """The same hands with another trump and leader."""
    return Position(
        position.rules,
        trump=trump,
        leader=leader,
        hands=position.hands,
        broken=broken,
        boards=boards,
        won=position.won,
    )


def _callers(boards: str | Iterable[Seat]) -> tuple[Seat, ...] | None:
    """The seats, or ``None`` for whoever leads; raises ``PositionError``."""
    if not isinstance(boards, str):
        return tuple(boards)
    if boards == LEADER:
        return None
    for letter in boards:
        if letter not in Seat.__members__:
            raise PositionError("boards", f"{quoted(boards)} is neither seats such as NW nor {LEADER!r}")
    return tuple(Seat[letter] for letter in boards)
