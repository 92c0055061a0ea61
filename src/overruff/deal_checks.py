"""What is wrong with a deal, apart from what a position checks in any case."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from .cards import Seat, Suit, trump_letter
from .errors import IllegalPlay, PositionError
from .pack import PACKET
from .position import Hands, Position

if TYPE_CHECKING:
    from .deal import Deal

_OWN_FIELDS: Final = {
    "arpaa": ("seen",),
    "back_alley": ("turn_up", "exchanged", "stock", "calls"),
    "bridge": ("declarer",),
}
"""The fields that only one of the games has."""


def sorted_hands(deal: Deal) -> Hands:
    """The hands as a position sorts them; raises ``PositionError`` if they cannot be."""
    trump = deal.trump
    if trump is None and None not in deal.rules.trumps:
        trump = Suit.S  # still open; what it is makes no difference to the hands
    return Position(deal.rules, trump=trump, leader=Seat.N, hands=deal.hands).hands


def check(deal: Deal) -> None:
    """Raise ``PositionError`` for the first fault of a deal whose hands are in order."""
    for game, names in _OWN_FIELDS.items():
        for name in names:
            if game != deal.rules.game and getattr(deal, name) not in (None, ()):
                raise PositionError(_shown(name), f"given, but {deal.rules.game} has none")
    if deal.rules.turns_up_trumps:
        _turn_up(deal)
        _stock(deal)
        deal.auction  # noqa: B018 (its own check)
    _seen(deal)
    _lead(deal)
    _plays(deal)


def _shown(name: str) -> str:
    """The name of a field in the deal line."""
    return "turnup" if name == "turn_up" else name


def _turn_up(deal: Deal) -> None:
    card = deal.turn_up
    if card is not None and deal.trump is not card.suit:
        raise PositionError("trump", f"{trump_letter(deal.trump)}, but {card} was turned up")
    if card is not None and not deal.rules.copies(card):
        raise PositionError("turnup", f"{card}, but {deal.rules.game} is played without jokers")
    for seat, hand in zip(Seat, deal.hands, strict=True):
        if card in hand:
            raise PositionError("turnup", f"{card} is in {seat}'s hand too")
    if deal.exchanged is not None and (card is None or not card.is_joker):
        raise PositionError("exchanged", f"{deal.exchanged}, but no joker was turned up")


def _stock(deal: Deal) -> None:
    """The stock holds exactly what is left of the pack."""
    if deal.stock is None:
        return
    if deal.turn_up is None:
        raise PositionError("stock", "given without the turnup that lies on it")
    out = 1 if deal.exchanged is None else 2  # the turn-up, the joker put away
    size = deal.rules.pack_size - 4 * deal.cards - out
    if len(deal.stock) != size:
        raise PositionError("stock", f"{len(deal.stock)} cards, but {size} are left under the turnup")
    elsewhere = {card for hand in deal.hands for card in hand} | {deal.turn_up}
    for card, times in Counter(deal.stock).items():
        if times > 1 or not deal.rules.copies(card):
            raise PositionError("stock", f"{card} {times} times, but the pack has {deal.rules.copies(card)}")
        if card in elsewhere:
            place = "the turnup" if card is deal.turn_up else "dealt to a hand"
            raise PositionError("stock", f"{card} is {place}")
        if deal.exchanged is not None and card.is_joker:
            raise PositionError("stock", f"{card}, but {deal.exchanged} has put it away")


def _seen(deal: Deal) -> None:
    """The trump-maker's first three cards are in his hand."""
    if not deal.seen:
        return
    maker = deal.left_of(deal.dealer)
    if len(deal.seen) != PACKET:
        raise PositionError("seen", f"{len(deal.seen)} cards, but {maker} sees {PACKET}")
    if missing := Counter(deal.seen) - Counter(deal.hands[maker]):
        raise PositionError("seen", f"{next(iter(missing))} is not in {maker}'s hand so often")


def _lead(deal: Deal) -> None:
    """A lead that is given does not contradict what decides it."""
    if deal.rules.game == "bridge" and deal.trump is not None and not deal.has_trump:
        raise PositionError("declarer", "missing, and no lead either")
    if deal.lead is None:
        return
    leader = deal.decided_leader
    # In an ending of bridge anybody may be on lead.
    ending = deal.rules.game == "bridge" and deal.cards < deal.rules.max_hand
    if leader is not None and deal.lead is not leader and not ending:
        raise PositionError("lead", f"{deal.lead}, but {leader} leads")


def _plays(deal: Deal) -> None:
    if not deal.plays:
        return
    position = deal.position(0)
    for number, card in enumerate(deal.plays, 1):
        if position.is_over:
            raise PositionError("plays", f"{len(deal.plays)} cards, but only {number - 1} are dealt")
        try:
            position.push(card)
        except IllegalPlay as error:
            raise PositionError("plays", f"play {number}: {error}") from None
