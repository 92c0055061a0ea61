"""Random deals that are the same everywhere for the same seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from .cards import ACE, Card, Seat, Suit
from .errors import quoted
from .rules import Rules

T = TypeVar("T")


class Dice:
    """Random choices that depend on the seed alone, not on the version of Python.

    Only ``getrandbits`` of the Mersenne twister is used: its output for an integer seed is fixed,
    while ``shuffle`` and ``sample`` have changed between versions.
    """

    def __init__(self, seed: int | None = None) -> None:
        """``seed``: an integer of at least 0, or ``None`` for a fresh one."""
        if seed is not None and (not isinstance(seed, int) or seed < 0):
            raise ValueError(f"seed: {quoted(seed)} is not an integer of at least 0")
        self._bits = random.Random(seed).getrandbits

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit - 1``, all equally likely."""
        width = (limit - 1).bit_length()
        while True:
            number = self._bits(width) if width else 0
            if number < limit:
                return number

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def take(self, items: list[T]) -> T:
        """Remove and return one of the items; the last one takes its place."""
        place = self.below(len(items))
        items[place], items[-1] = items[-1], items[place]
        return items.pop()


@dataclass(frozen=True)
class Dealt:
    """A random deal: hands N E S W."""

    trump: Suit | None
    leader: Seat
    hands: tuple[tuple[Card, ...], ...]


def deal(
    dice: Dice,
    rules: Rules,
    cards: int | None,
    *,
    trump: Suit | Literal["random"] | None,
    leader: Seat | None,
    ranks: int | None,
    suits: Sequence[Suit],
) -> Dealt:
    """Deal as ``Position.random`` describes; raises ``ValueError`` if the pack is too small."""
    pack = _part_of_pack(rules, ranks, suits)
    ordinary = [card for card in pack if not card.is_joker]
    if cards is None:
        cards = min(rules.max_hand, len(ordinary) // 4)
    if cards < 0 or cards > rules.max_hand:
        raise ValueError(f"cards: {cards} is not 0 to {rules.max_hand}, a hand of {rules.game}")
    if trump == "random":
        trump = _random_trump(dice, rules, pack, suits)
    elif trump not in rules.trumps:
        raise ValueError(f"trump: {quoted(trump)} is not possible in {rules.game}")
    stock = ordinary if trump is None else pack
    # The card turned up for trumps is out of play, unless every card has to be dealt.
    if rules.turns_up_trumps and trump is not None and len(stock) > 4 * cards:
        turned = [card for card in stock if card.suit is trump]
        if turned:
            stock.remove(dice.choice(turned))
    if 4 * cards > len(stock):
        raise ValueError(f"cards: 4 hands of {cards}, but only {len(stock)} cards can be dealt")
    if leader is None:
        leader = dice.choice(tuple(Seat))
    hands = tuple(tuple(dice.take(stock) for _ in range(cards)) for _ in Seat)
    return Dealt(trump, leader, hands)


def _part_of_pack(rules: Rules, ranks: int | None, suits: Sequence[Suit]) -> list[Card]:
    """The jokers, and the ``ranks`` highest ranks of the suits."""
    if not suits or len(set(suits)) != len(suits):
        raise ValueError("suits: one to four different suits are needed")
    available = ACE + 1 - rules.lowest
    if ranks is None:
        ranks = available
    if not 1 <= ranks <= available:
        raise ValueError(f"ranks: {ranks} is not 1 to {available}")
    return [
        card for card in rules.pack() if card.is_joker or (card.suit in suits and card.rank > ACE - ranks)
    ]


def _random_trump(dice: Dice, rules: Rules, pack: Sequence[Card], suits: Sequence[Suit]) -> Suit | None:
    if rules.turns_up_trumps:
        return dice.choice(pack).suit  # a joker has none
    return dice.choice([trump for trump in rules.trumps if trump is None or trump in suits])
