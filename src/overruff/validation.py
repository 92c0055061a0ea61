"""Every fault of a position, apart from how its current trick was played.

``Position`` replays the current trick itself, once nothing is found here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .cards import Card, Seat, trump_letter
from .errors import PositionError

if TYPE_CHECKING:
    from .position import Position

Fault = tuple[str, str]
"""Name of the field, and what is wrong with it."""


def check(position: Position) -> None:
    """Raise ``PositionError`` for the first fault, if any, with all of them in its ``faults``."""
    found = list(faults(position))
    if found:
        field, reason = found[0]
        raise PositionError(field, reason, [f"{name}: {why}" for name, why in found])


def faults(position: Position) -> Iterator[Fault]:
    """All faults, roughly in the order of the position line."""
    yield from _trump(position)
    yield from _trick_length(position)
    yield from _state(position)
    yield from _cards(position)
    yield from _sizes(position)
    yield from _won(position)


def _table(position: Position) -> dict[Seat, Card]:
    """The cards on the table by the seat that played them."""
    seats = position.rules.playing_order(position.leader)
    return dict(zip(seats, position.trick, strict=False))


def _trump(position: Position) -> Iterator[Fault]:
    rules = position.rules
    if position.trump not in rules.trumps:
        name = trump_letter(position.trump)
        yield "trump", f"{name}, but {rules.game} is always played with trumps"


def _trick_length(position: Position) -> Iterator[Fault]:
    if len(position.trick) > 3:
        yield "trick", f"{len(position.trick)} cards, but an unfinished trick has at most 3"


def _state(position: Position) -> Iterator[Fault]:
    rules = position.rules
    if position.broken and not rules.limits_trump_leads:
        yield "broken", f"yes, but trumps may always be led in {rules.game}"
    if position.boards and not rules.limits_trump_leads:
        yield "boards", f"{rules.game} has no board calls"
    for seat, times in Counter(position.boards).items():
        if times > 1:
            yield "boards", f"{seat} given twice"


def _cards(position: Position) -> Iterator[Fault]:
    """Cards the pack does not have, or not so often."""
    rules = position.rules
    places: dict[Card, list[str]] = {}
    for seat, hand in zip(Seat, position.hands, strict=True):
        for card in hand:
            places.setdefault(card, []).append(f"{seat}'s hand")
    for card in position.trick:
        places.setdefault(card, []).append("the trick")
    for card, where in places.items():
        field = "trick" if card in position.trick else "hands"
        copies = rules.copies(card)
        if card.is_joker and not rules.jokers:
            yield field, f"{card} in {where[0]}, but {rules.game} is played without jokers"
        elif card.is_joker and position.trump is None:
            yield field, f"{card} in {where[0]}, but a no-trump deal has no jokers"
        elif not copies:
            yield field, f"{card} in {where[0]}, but the pack goes down to {rules.low_letter} only"
        elif len(where) > copies:
            listed = ", ".join(f"{times} in {place}" for place, times in Counter(where).items())
            yield field, f"{card} {len(where)} times ({listed}), but the pack has {copies}"


def _sizes(position: Position) -> Iterator[Fault]:
    # Hands too long for the pack need no check: they hold some card too often.
    table = _table(position)
    sizes = [len(hand) + (seat in table) for seat, hand in zip(Seat, position.hands, strict=True)]
    if len(set(sizes)) > 1:
        counting = ", counting the cards on the table" if table else ""
        listed = ", ".join(f"{seat} {size}" for seat, size in zip(Seat, sizes, strict=True))
        yield "hands", f"unequal{counting}: {listed}"


def _won(position: Position) -> Iterator[Fault]:
    (ns, ew), left, rules = position.won, position.tricks_left, position.rules
    if min(ns, ew) < 0:
        yield "won", f"{ns}-{ew}, but tricks cannot be negative"
    elif ns + ew + left > rules.max_hand:
        yield (
            "won",
            f"{ns}-{ew} and {left} to come, but the pack allows {rules.max_hand} in all",
        )
