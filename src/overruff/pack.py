"""How the games deal a shuffled pack: packets of three, one by one, the turn-up and the other joker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from .arguments import integer
from .cards import Card, Seat
from .dealing import Dice
from .errors import PositionError
from .rules import Rules

PACKET = 3
"""Cards in a packet of Arpaa, of which the trump-maker sees the first."""


@dataclass(frozen=True)
class DealtPack:
    """What comes of dealing a pack: hands N E S W, and what else is known after it."""

    hands: tuple[tuple[Card, ...], ...]
    seen: tuple[Card, ...] = ()
    """Arpaa: the first packet, from which its owner names trumps."""
    turn_up: Card | None = None
    """Back Alley: the card turned up."""
    stock: tuple[Card, ...] | None = None
    """Back Alley: the cards left under it, top first."""
    exchanged: Seat | None = None
    """Back Alley: who has put the other joker away for the top card of the stock."""


def shuffled(rules: Rules, dice: Dice) -> list[Card]:
    """The pack in random order, the first card to be dealt first."""
    pack = rules.pack()
    return [dice.take(pack) for _ in range(len(pack))]


def largest_hand(rules: Rules) -> int:
    """The most cards to a hand; where a card is turned up, one must be left for it."""
    return (rules.pack_size - int(rules.turns_up_trumps)) // 4


def deal_pack(rules: Rules, dealer: Seat, pack: Sequence[Card], cards: int | None = None) -> DealtPack:
    """Deal the pack, its first card first, from the dealer's left on.

    ``cards``: for each hand, by default as many as the pack allows. Raises ``ValueError`` for a
    number that cannot be dealt and ``PositionError`` if the pack is not that of the game (in Arpaa
    a misdeal).
    """
    packet = PACKET if rules.game == "arpaa" else 1
    most = largest_hand(rules)
    cards = most - most % packet or most if cards is None else integer("cards", cards)
    if not 1 <= cards <= most:
        raise ValueError(f"cards: {cards} is not 1 to {most}, a hand of {rules.game}")
    if cards % packet:
        raise ValueError(f"cards: {cards} is not a multiple of {packet}, a packet of {rules.game}")
    _check_pack(rules, dealer, pack)
    order = rules.playing_order(rules.playing_order(dealer)[1])
    hands: dict[Seat, list[Card]] = {seat: [] for seat in Seat}
    for number, place in enumerate(range(0, 4 * cards, packet)):
        hands[order[number % 4]] += pack[place : place + packet]
    if not rules.turns_up_trumps:
        seen = tuple(pack[:PACKET]) if packet == PACKET else ()
        return DealtPack(_tuples(hands), seen)
    turn_up, *stock = pack[4 * cards :]
    exchanged = _exchange(hands, stock) if turn_up.is_joker else None
    return DealtPack(_tuples(hands), turn_up=turn_up, stock=tuple(stock), exchanged=exchanged)


def _tuples(hands: dict[Seat, list[Card]]) -> tuple[tuple[Card, ...], ...]:
    return tuple(tuple(hands[seat]) for seat in Seat)


def _exchange(hands: dict[Seat, list[Card]], stock: list[Card]) -> Seat | None:
    """After a joker was turned up, the holder of the other one takes the top of the stock for it."""
    for seat, hand in hands.items():
        for place, card in enumerate(hand):
            if card.is_joker:
                hand[place] = stock.pop(0)
                return seat
    return None


def _check_pack(rules: Rules, dealer: Seat, pack: Sequence[Card]) -> None:
    held = Counter(pack)
    for card, times in held.items():
        if times > rules.copies(card):
            raise PositionError("pack", f"{card} {times} times, but the pack has {rules.copies(card)}")
    missing = rules.pack_size - len(pack)
    if missing and rules.game == "arpaa":
        # All are dealt in packets, so what is missing is missing from the last one, the dealer's.
        last = max(0, PACKET - missing)
        raise PositionError(
            "pack",
            f"{len(pack)} cards, not {rules.pack_size}: a misdeal, {dealer}'s last packet has {last} "
            f"cards instead of {PACKET}, and he deals again",
        )
    if missing:
        raise PositionError("pack", f"{len(pack)} cards, but {rules.game} has {rules.pack_size}")
