"""The value after every card of a play record, and who threw away what."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from numbers import Real

from . import html, render
from .cards import Card, Seat, Side
from .errors import IllegalPlay, PositionError, quoted
from .position import Position, need_position
from .searches import Searches
from .solver import Solver, using


@dataclass(frozen=True)
class TracedPlay:
    """A card of a play record."""

    seat: Seat
    card: Card
    ns: int
    """Tricks NS take in all, counted from the start of the record, with perfect play after it."""
    cost: int
    """Tricks the card threw away for the side that played it."""
    best: Card
    """A card that costs nothing: this one, or else the first of ``best_plays``."""
    trick: int
    """Number of its trick, from 1; cards on the table at the start belong to the first."""
    forced: bool = False
    """Whether no other card could be played; such a card never costs anything."""
    score_cost: float | None = None
    """Points the card threw away for the side that played it, if the trace has a ``payoff``. On a
    plateau of the payoff a trick is worth nothing."""


@dataclass(frozen=True)
class Trace:
    """A play record with the value after every card.

    What happened is what could be had at the lead, less the mistakes of one side, plus those of the
    other: ``end == start - side_cost[NS] + side_cost[EW]``, and the same of scores.
    """

    start: int
    """Tricks NS take from the start of the record with perfect play."""
    plays: tuple[TracedPlay, ...]
    won: tuple[int, int] = (0, 0)
    """Tricks NS and EW had taken before the record starts."""
    payoff: tuple[float, ...] | None = None
    """Score of NS by the tricks NS take in the whole deal, those of ``won`` included."""

    @property
    def end(self) -> int:
        """Tricks NS take after the last card, the rest with perfect play."""
        return self.plays[-1].ns if self.plays else self.start

    @property
    def cost(self) -> dict[Seat, int]:
        """Tricks thrown away by each seat."""
        return {seat: sum(play.cost for play in self.plays if play.seat is seat) for seat in Seat}

    @property
    def side_cost(self) -> dict[Side, int]:
        """Tricks thrown away by each side."""
        return {side: sum(play.cost for play in self.plays if play.seat.side is side) for side in Side}

    def score(self, ns: int) -> float:
        """Score of NS when they take ``ns`` tricks from the start of the record on.

        Raises ``ValueError`` if the trace has no ``payoff``.
        """
        if self.payoff is None:
            raise ValueError("payoff: none was given for this trace")
        return self.payoff[self.won[0] + ns]

    @property
    def score_cost(self) -> dict[Seat, float]:
        """Points thrown away by each seat; empty without a ``payoff``."""
        if self.payoff is None:
            return {}
        return {seat: sum(play.score_cost or 0 for play in self.plays if play.seat is seat) for seat in Seat}

    @property
    def side_score_cost(self) -> dict[Side, float]:
        """Points thrown away by each side; empty without a ``payoff``."""
        costs = self.score_cost
        return {side: sum(costs[seat] for seat in Seat if seat.side is side) for side in Side if costs}

    def __str__(self) -> str:
        return render.trace(self)

    def _repr_html_(self) -> str:
        return html.trace(self)


def trace(
    position: Position,
    plays: Sequence[Card | str],
    solver: Solver | None = None,
    *,
    payoff: Sequence[float] | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> Trace:
    """Play a record from ``position`` on and give the value after every card.

    ``plays``: cards in playing order, as cards or text. ``payoff``: the score of NS (own less the
    other side's) if NS take 0, 1, ... n tricks of the whole deal; it may not fall, for only then the
    value in points is the score of the value in tricks. ``time_limit`` (seconds) and ``node_limit``
    (cards played) hold for the whole record. Raises ``IllegalPlay`` naming the card that could not be
    played, ``ValueError`` for a ``payoff`` that cannot be, ``NotExact`` if the budget does not suffice.
    """
    need_position(position)
    scores = None if payoff is None else _scores(payoff, position)
    walk, cards = _played(position, plays)
    last = len(cards)
    values = [0] * (last + 1)
    best = list(cards)
    forced = [False] * last
    with using(solver) as at_work:
        searches = Searches(at_work, time_limit, node_limit)
        # Backwards: each search finds the next one in the table, and as no card gains a trick for
        # its side, one null-window question shows that it cost none.
        searches.begin(position)
        what = f"the value after {last} of {last} plays"
        values[last] = walk.won[0] - position.won[0] + searches.ns(walk, what)
        for played in range(last - 1, -1, -1):
            walk.pop()
            taken = walk.won[0] - position.won[0]
            what = f"the value after {played} of {last} plays"
            forced[played] = len(walk.legal_plays()) == 1
            values[played] = values[played + 1]
            if not forced[played] and _gives_more(searches, walk, values[played + 1] - taken, what):
                ns = searches.ns(walk, what)
                values[played] = taken + ns
                best[played] = searches.best(walk, ns, f"the best card after {played} of {last} plays")

    traced = []
    for number, (before, after) in enumerate(pairwise(values)):
        seat, card = walk.turn, cards[number]
        trick = sum(walk.won) - sum(position.won) + 1
        walk.push(card)
        sign = 1 if seat.side is Side.NS else -1
        points = None
        if scores is not None:
            points = sign * (scores[position.won[0] + before] - scores[position.won[0] + after])
        cost = sign * (before - after)
        play = TracedPlay(seat, card, after, cost, best[number], trick, forced[number], points)
        traced.append(play)
    return Trace(values[0], tuple(traced), position.won, scores)


def _gives_more(searches: Searches, position: Position, ns: int, what: str) -> bool:
    """Whether the side to play can do better than ``ns`` tricks to come for NS."""
    if position.turn.side is Side.NS:
        return searches.takes(position, ns + 1, what)
    return not searches.takes(position, ns, what)


def _played(position: Position, plays: Sequence[Card | str]) -> tuple[Position, list[Card]]:
    """The position after the record, which can be taken back, and its cards."""
    walk = position.copy()
    cards = []
    for number, play in enumerate(plays, 1):
        if walk.is_over:
            raise IllegalPlay(f"play {number}, {quoted(str(play))}: no cards are left")
        try:
            card = Card.parse(play) if isinstance(play, str) else play
            walk.push(card)
        except IllegalPlay as error:
            raise IllegalPlay(f"play {number}: {error}") from None
        except PositionError as error:
            raise PositionError("plays", f"play {number}: {error.reason}") from None
        cards.append(card)
    return walk, cards


def _scores(payoff: Sequence[float], position: Position) -> tuple[float, ...]:
    """The payoff, checked: one score for every number of tricks, none lower than the one before."""
    scores = tuple(payoff)
    tricks = sum(position.won) + position.tricks_left
    if len(scores) != tricks + 1:
        raise ValueError(
            f"payoff: {len(scores)} scores, but {tricks + 1} are needed, for 0 to {tricks} tricks"
        )
    for score in scores:
        if not isinstance(score, Real) or not math.isfinite(score):
            raise ValueError(f"payoff: {quoted(score)} is not a number of points")
    for ns, (less, more) in enumerate(pairwise(scores)):
        if not less <= more:
            raise ValueError(f"payoff: falls from {less} at {ns} to {more} at {ns + 1} tricks")
    return scores
