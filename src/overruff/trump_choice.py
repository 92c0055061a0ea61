"""Arpaa Turup's trump-maker: what his choice cost, and what he should have expected of each trump.

He names trumps after seeing three cards. With all hands known, ``trump_values`` says what every
trump would have brought him. ``expected_trumps`` judges the choice by what he could know: it deals
the unseen cards at random and averages, with the same deals for every trump.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from . import html, render
from .arguments import integer
from .batch import solve_many
from .cards import Card, Seat, Side, Suit
from .dealing import Dice
from .errors import PositionError
from .position import Position, need_position
from .rules import ARPAA, Rules
from .tables import trumps_of, with_trump

Value = Callable[[Sequence[Position]], npt.ArrayLike]
"""NS tricks, exact or estimated, of every position: ``solve_many``, or anything like it."""

SEEN = 3
"""Cards the trump-maker sees."""


@dataclass(frozen=True, eq=False)
class TrumpChoice:
    """What the trump-maker's side takes for each trump over many deals of the cards he cannot see."""

    seen: tuple[Card, ...]
    cards: int
    """Cards in each hand: the tricks of a deal."""
    tricks: npt.NDArray[np.float64] = field(repr=False)
    """Tricks of the trump-maker's side, ``[deals, 4]``: a row for each deal, trumps S H D C."""

    @property
    def deals(self) -> int:
        """Number of sampled deals."""
        return len(self.tricks)

    @property
    def mean(self) -> dict[Suit, float]:
        """Mean tricks with each trump."""
        return _by_suit(self.tricks.mean(axis=0))

    @property
    def error(self) -> dict[Suit, float]:
        """Standard error of each mean."""
        return _by_suit(_standard_error(self.tricks))

    @property
    def best(self) -> Suit:
        """The trump with the highest mean; of equal ones the first of S H D C."""
        return Suit(int(self.tricks.mean(axis=0).argmax()))

    @property
    def cost(self) -> dict[Suit, float]:
        """Mean tricks that each trump loses against the best."""
        return _by_suit(self._losses().mean(axis=0))

    @property
    def cost_error(self) -> dict[Suit, float]:
        """Standard error of each cost: smaller than of the means, for the deals are the same."""
        return _by_suit(_standard_error(self._losses()))

    def _losses(self) -> npt.NDArray[np.float64]:
        losses: npt.NDArray[np.float64] = self.tricks[:, [self.best]] - self.tricks
        return losses

    def __str__(self) -> str:
        return render.trump_choice(self)

    def _repr_html_(self) -> str:
        return html.trump_choice(self)


def trump_values(position: Position, value: Value = solve_many) -> dict[Suit | None, float]:
    """Tricks of the leader's side for every trump of a known deal, everything else as it is.

    What the trump-maker's choice cost is the highest of them less that of ``position.trump``; he is
    the leader of the first trick. ``value``: as for ``expected_trumps``; whole deals of 36 cards are
    beyond the exact search that is the default. Raises ``PositionError`` if a card lies on the table.
    """
    need_position(position)
    if position.trick:
        raise PositionError("trick", "trumps are named before a trick, not during one")
    trumps = trumps_of(position)
    leader = position.leader
    changed = [with_trump(position, trump, leader, position.broken, position.boards) for trump in trumps]
    return dict(zip(trumps, map(float, _own_tricks(changed, leader.side, value)), strict=True))


def expected_trumps(
    seen: Sequence[Card | str],
    cards: int,
    samples: int = 200,
    seed: int | None = None,
    *,
    rules: Rules = ARPAA,
    value: Value = solve_many,
) -> TrumpChoice:
    """What the trump-maker's side can expect with each trump, given only his three cards.

    ``seen``: his three cards, as cards or text. ``samples`` times the other cards are dealt at random,
    ``cards`` to each hand with the three seen among his; each deal is valued for all four trumps. The
    same ``seed`` gives the same deals everywhere.

    ``cards`` is the hand size that is played out. A whole deal has 36 and is beyond exact search; with
    fewer, each hand is only the first cards of its 36. The three cards then are a larger part of
    the hand, and short hands are void sooner, so that the result is a stand-in: the order of the trumps
    tells more than the tricks.

    ``value`` answers for all positions at once, NS tricks in their order; exact by default. It is the
    place for ``functools.partial(ov.solve_many, threads=2, progress=show)``, and for an estimate of
    whole deals.

    Raises ``ValueError`` naming the argument.
    """
    if rules.game != ARPAA.game:
        raise ValueError(f"rules: {rules.game}, but only in {ARPAA.game} does a player name trumps")
    three = _seen(seen, rules)
    cards = integer("cards", cards)
    if not SEEN <= cards <= rules.max_hand:
        raise ValueError(f"cards: {cards} is not {SEEN} to {rules.max_hand}, the seen cards included")
    samples = integer("samples", samples)
    if samples < 2:
        raise ValueError(f"samples: {samples}, but a standard error needs at least 2")
    dice = Dice(seed)
    maker = Seat.N
    positions = [
        Position(rules, trump=trump, leader=maker, hands=hands)
        for hands in (_hands(dice, rules, three, cards) for _ in range(samples))
        for trump in Suit
    ]
    tricks = _own_tricks(positions, maker.side, value).reshape(samples, len(Suit))
    return TrumpChoice(three, cards, tricks)


def _seen(seen: Sequence[Card | str], rules: Rules) -> tuple[Card, ...]:
    cards = tuple(Card.parse(card) if isinstance(card, str) else card for card in seen)
    if len(cards) != SEEN:
        raise ValueError(f"seen: {len(cards)} cards, but the trump-maker sees {SEEN}")
    for card in cards:
        if cards.count(card) > rules.copies(card):
            raise ValueError(f"seen: {card} {cards.count(card)} times, but the pack has {rules.copies(card)}")
    return cards


def _hands(dice: Dice, rules: Rules, three: Sequence[Card], cards: int) -> list[list[Card]]:
    """Four random hands, the first with the cards seen."""
    stock = rules.pack()
    for card in three:
        stock.remove(card)
    return [[*given, *(dice.take(stock) for _ in range(cards - len(given)))] for given in (three, (), (), ())]


def _own_tricks(positions: Sequence[Position], side: Side, value: Value) -> npt.NDArray[np.float64]:
    """Tricks of one side in positions at the start of a trick."""
    ns = np.asarray(value(positions), np.float64)
    if ns.shape != (len(positions),):
        raise ValueError(
            f"value: shape {ns.shape}, but one number for each of {len(positions)} positions is needed"
        )
    if side is Side.NS:
        return ns
    return np.array([position.tricks_left for position in positions]) - ns


def _standard_error(rows: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    error: npt.NDArray[np.float64] = rows.std(axis=0, ddof=1) / math.sqrt(len(rows))
    return error


def _by_suit(values: npt.NDArray[np.float64]) -> dict[Suit, float]:
    return dict(zip(Suit, map(float, values), strict=True))
