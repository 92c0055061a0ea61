"""Questions about a whole deal: every trump and leader, and the cost of each card of a play record."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from .arguments import budget
from .cards import Card, Seat, Side, Suit, trump_letter
from .errors import IllegalPlay, NotExact, PositionError, quoted
from .position import Position
from .solver import Solver, using


class _Searches:
    """The searches of one question, which share its budget."""

    def __init__(self, solver: Solver, time_limit: float | None, node_limit: int | None) -> None:
        seconds, nodes = budget(time_limit, node_limit)
        self._solver = solver
        self._end = time.monotonic() + seconds if seconds else None
        self._nodes = nodes if nodes else None

    def ns(self, position: Position, what: str) -> int:
        """NS tricks of a position; raises ``NotExact`` naming ``what`` once the budget is spent."""
        seconds = None if self._end is None else max(0.0, self._end - time.monotonic())
        found = self._solver.solve(position, seconds, self._nodes)
        if not found.exact:
            raise NotExact(f"{what}: the search ran out of budget")
        if self._nodes is not None:
            self._nodes = max(0, self._nodes - found.nodes)
        return found.ns


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

    def __str__(self) -> str:
        lines = ["trump  lead N   E   S   W   (tricks of NS)"]
        for trump in self.trumps:
            row = "  ".join(f"{self.ns[trump, leader]:2d}" for leader in Seat)
            lines.append(f"{trump_letter(trump):5s}     {row}")
        return "\n".join(lines)


def table(
    position: Position,
    solver: Solver | None = None,
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> Table:
    """NS tricks with every trump and every leader, perfect play by both sides.

    Everything else stays as in ``position``; jokers move to the new trump suit, and while a hand
    holds one, no trumps is left out. ``time_limit`` (seconds) and ``node_limit`` (cards played) hold
    for the whole table. Raises ``PositionError`` if a card lies on the table, ``NotExact`` if the
    budget does not suffice for all of it.
    """
    if position.trick:
        raise PositionError("trick", "a table is made between two tricks, not during one")
    jokers = any(card.is_joker for hand in position.hands for card in hand)
    trumps = [trump for trump in position.rules.trumps if trump is not None or not jokers]
    ns = {}
    with using(solver) as at_work:
        searches = _Searches(at_work, time_limit, node_limit)
        for trump, leader in product(trumps, Seat):
            changed = Position(
                position.rules,
                trump=trump,
                leader=leader,
                hands=position.hands,
                broken=position.broken,
                boards=position.boards,
                won=position.won,
            )
            what = f"trump {trump_letter(trump)}, {leader} to lead"
            ns[trump, leader] = searches.ns(changed, what)
    return Table(position.tricks_left, ns)


@dataclass(frozen=True)
class TracedPlay:
    """A card of a play record."""

    seat: Seat
    card: Card
    ns: int
    """Tricks NS take in all, counted from the start of the record, with perfect play after it."""
    cost: int
    """Tricks the card threw away for the side that played it."""


@dataclass(frozen=True)
class Trace:
    """A play record with the value after every card."""

    start: int
    """Tricks NS take from the start of the record with perfect play."""
    plays: tuple[TracedPlay, ...]

    @property
    def end(self) -> int:
        """Tricks NS take after the last card, the rest with perfect play."""
        return self.plays[-1].ns if self.plays else self.start

    @property
    def cost(self) -> dict[Seat, int]:
        """Tricks thrown away by each seat. ``end == start - cost of N and S + cost of E and W``."""
        costs = dict.fromkeys(Seat, 0)
        for play in self.plays:
            costs[play.seat] += play.cost
        return costs

    def __str__(self) -> str:
        lines = [f"NS {self.start:2d}  at the start"]
        for play in self.plays:
            note = f"  costs {play.cost}" if play.cost else ""
            lines.append(f"NS {play.ns:2d}  {play.seat.name} {play.card}{note}")
        costs = "  ".join(f"{seat.name} {cost}" for seat, cost in self.cost.items())
        return "\n".join([*lines, f"thrown away: {costs}"])


def trace(
    position: Position,
    plays: Sequence[Card | str],
    solver: Solver | None = None,
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> Trace:
    """Play a record from ``position`` on and give the value after every card.

    ``plays``: cards in playing order, as cards or text. ``time_limit`` (seconds) and ``node_limit``
    (cards played) hold for the whole record. Raises ``IllegalPlay`` naming the card that could not be
    played, ``NotExact`` if the budget does not suffice for all values.
    """
    walk = position.copy()
    seats = []
    cards = []
    for number, play in enumerate(plays, 1):
        if walk.is_over:
            raise IllegalPlay(f"play {number}, {quoted(str(play))}: no cards are left")
        seats.append(walk.turn)
        try:
            card = Card.parse(play) if isinstance(play, str) else play
            walk.push(card)
        except IllegalPlay as error:
            raise IllegalPlay(f"play {number}: {error}") from None
        except PositionError as error:
            raise PositionError("plays", f"play {number}: {error.reason}") from None
        cards.append(card)

    # Backwards, so that every search finds the one after it in the table.
    values = []
    with using(solver) as at_work:
        searches = _Searches(at_work, time_limit, node_limit)
        for played in range(len(cards), -1, -1):
            what = f"the value after {played} of {len(cards)} plays"
            values.append(walk.won[0] - position.won[0] + searches.ns(walk, what))
            if played:
                walk.pop()
    values.reverse()

    traced = []
    for seat, card, before, after in zip(seats, cards, values[:-1], values[1:], strict=True):
        cost = before - after if seat.side is Side.NS else after - before
        traced.append(TracedPlay(seat, card, after, cost))
    return Trace(values[0], tuple(traced))
