"""Which legal plays are certain to be worth the same, so that one of them need not be tried.

Only neighbours in rank are compared; plays of equal value for other reasons are not found.
"""

from __future__ import annotations

from .cards import Card, Seat
from .position import Position


def interchangeable(position: Position, a: Card, b: Card) -> bool:
    """Whether two legal plays of the seat to play lead to equally good positions by their ranks.

    True if both are ordinary cards of one suit, and no card of that suit in another hand or on the
    table has a rank from the lower to the higher of them, *both included*. Where every card is
    unique that is bridge's rule "no card lies between"; with several packs a card that equals one
    of the two decides who played first, and only then. A joker is never interchangeable: led, it
    forces the other players. Raises ``ValueError`` if a card is not a legal play.
    """
    legal = position.legal_plays()
    for card in (a, b):
        if card not in legal:
            raise ValueError(f"{card} is not a legal play for {position.turn.name}")
    if a is b:
        return True
    if a.suit is None or a.suit is not b.suit:
        return False
    low, high = sorted((a.rank, b.rank))
    return not any(low <= rank <= high for rank in _other_ranks(position, a))


def equal_groups(position: Position) -> list[list[Card]]:
    """The legal plays, in their order, split into groups of interchangeable cards."""
    groups: list[list[Card]] = []
    for card in position.legal_plays():
        if groups and interchangeable(position, groups[-1][-1], card):
            groups[-1].append(card)
        else:
            groups.append([card])
    return groups


def _other_ranks(position: Position, card: Card) -> list[int]:
    """Ranks of the cards of that card's suit outside the hand to play."""
    others = [hand for seat, hand in zip(Seat, position.hands, strict=True) if seat != position.turn]
    return [c.rank for cards in (*others, position.trick) for c in cards if c.suit is card.suit]
