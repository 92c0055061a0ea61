"""Every fault of a position, apart from how its current trick was played.

``Position`` replays the current trick itself, once nothing is found here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from .cards import Card, Seat, Suit, trump_letter
from .errors import PositionError
from .rules import Rules

Fault = tuple[str, str]
"""Name of the field, and what is wrong with it."""


def faults(
    rules: Rules,
    trump: Suit | None,
    leader: Seat,
    hands: Sequence[Sequence[Card]],
    trick: Sequence[Card],
    broken: bool,
    boards: Sequence[Seat],
    won: tuple[int, int],
) -> list[Fault]:
    """All faults in the order of the position line; empty if there is none."""
    table = dict(zip(rules.playing_order(leader), trick, strict=False))
    found = [*_trump(rules, trump), *_trick_length(trick), *_state(rules, broken, boards)]
    found += _cards(rules, trump, hands, table)
    sizes = [len(hand) + (seat in table) for seat, hand in zip(Seat, hands, strict=True)]
    if len(set(sizes)) > 1:
        listed = ", ".join(f"{seat.name} {size}" for seat, size in zip(Seat, sizes, strict=True))
        counted = "unequal, counting the cards on the table" if trick else "unequal"
        found.append(("hands", f"{counted}: {listed}"))
    elif sizes[0] > rules.max_hand:
        found.append(("hands", f"{sizes[0]} cards each, but {rules.game} deals {rules.max_hand}"))
    found += _won(rules, won, max(sizes))
    return found


def raise_first(found: Sequence[Fault]) -> None:
    """Raise ``PositionError`` for the first fault, if any, with all of them attached."""
    if found:
        field, reason = found[0]
        raise PositionError(field, reason, [f"{name}: {why}" for name, why in found])


def _trump(rules: Rules, trump: Suit | None) -> Iterator[Fault]:
    if trump not in rules.trumps:
        yield "trump", f"{trump_letter(trump)}, but {rules.game} is always played with trumps"


def _trick_length(trick: Sequence[Card]) -> Iterator[Fault]:
    if len(trick) > 3:
        yield "trick", f"{len(trick)} cards, but an unfinished trick has at most 3"


def _state(rules: Rules, broken: bool, boards: Sequence[Seat]) -> Iterator[Fault]:
    if broken and not rules.limits_trump_leads:
        yield "broken", f"yes, but trumps may always be led in {rules.game}"
    if boards and not rules.limits_trump_leads:
        yield "boards", f"{rules.game} has no board calls"
    for seat, times in Counter(boards).items():
        if times > 1:
            yield "boards", f"{seat.name} given twice"


def _cards(
    rules: Rules, trump: Suit | None, hands: Sequence[Sequence[Card]], table: dict[Seat, Card]
) -> Iterator[Fault]:
    """Cards the pack does not have, or not so often."""
    places: dict[Card, list[str]] = {}
    for seat, hand in zip(Seat, hands, strict=True):
        for card in hand:
            places.setdefault(card, []).append(f"{seat.name}'s hand")
    for card in table.values():
        places.setdefault(card, []).append("the trick")
    for card, where in places.items():
        field = "trick" if card in table.values() else "hands"
        owner = where[0]
        if card.is_joker and trump is None and rules.jokers:
            yield field, f"{card} in {owner}, but a no-trump deal has no jokers"
        elif card.is_joker and not rules.jokers:
            yield field, f"{card} in {owner}, but {rules.game} is played without jokers"
        elif rules.copies(card) == 0:
            yield field, f"{card} in {owner}, but the lowest rank of the pack is {rules.low_letter}"
        elif len(where) > rules.copies(card):
            counts = Counter(where)
            listed = ", ".join(f"{n} in {place}" for place, n in counts.items())
            yield field, f"{card} {len(where)} times ({listed}), but the pack has {rules.copies(card)}"


def _won(rules: Rules, won: tuple[int, int], to_come: int) -> Iterator[Fault]:
    if min(won) < 0:
        yield "won", f"{won[0]}-{won[1]}, but tricks cannot be negative"
    elif sum(won) + to_come > rules.max_hand:
        yield (
            "won",
            (
                f"{won[0]}-{won[1]} and {to_come} tricks to come, "
                f"but a deal of {rules.game} has at most {rules.max_hand}"
            ),
        )
