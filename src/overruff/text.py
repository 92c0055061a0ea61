"""The position line: one position in one line of text.

    GAME trump=T lead=X [trick=C,C,C] [broken=yes] [boards=XY] [won=3-2] N:HAND HAND HAND HAND

Reading checks the form of the line only; whether the position can be is checked by ``Position``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .cards import BIG_BLOOPER, LITTLE_BLOOPER, RANK_LETTERS, Card, Seat, Suit, parse_trump, trump_letter
from .errors import PositionError, quoted
from .rules import DEFAULT_RULES

if TYPE_CHECKING:
    from .position import Position

_FIELDS = ("trump", "lead", "trick", "broken", "boards", "won")
_JOKERS = {"B": BIG_BLOOPER, "L": LITTLE_BLOOPER}


@dataclass(frozen=True)
class PositionLine:
    """What a position line says, hands in the order N E S W."""

    game: str
    trump: Suit | None
    leader: Seat
    trick: tuple[Card, ...]
    broken: bool
    boards: tuple[Seat, ...]
    won: tuple[int, int]
    hands: tuple[tuple[Card, ...], ...]


def split_line(text: str, known: Sequence[str]) -> tuple[str, dict[str, str], list[str]]:
    """The game, the values of the fields before the hands, and the words of the hands.

    ``known``: names of the fields the line may have. Raises ``PositionError`` for any other word.
    """
    words = text.split()
    first_hand = next((i for i, word in enumerate(words) if ":" in word and "=" not in word), len(words))
    if any("=" in word or word in DEFAULT_RULES for word in words[first_hand + 1 :]):
        raise PositionError("hands", "must stand at the end of the line")
    game: str | None = None
    values: dict[str, str] = {}
    for word in words[:first_hand]:
        name, equals, value = word.partition("=")
        if not equals:
            if word.count(".") == 3:
                raise PositionError(
                    "hands", f"{quoted(word)} has no seat before it, such as N:HAND HAND HAND HAND"
                )
            if game is not None:
                if word not in DEFAULT_RULES:
                    raise PositionError("line", f"unknown word {quoted(word)}")
                raise PositionError("game", f"given twice, {quoted(game)} and {quoted(word)}")
            if word not in DEFAULT_RULES:
                raise PositionError("game", f"{quoted(word)} is not one of {', '.join(DEFAULT_RULES)}")
            game = word
        elif name not in known:
            raise PositionError("line", f"unknown field {quoted(name)} (known: {', '.join(known)})")
        elif name in values:
            raise PositionError(name, "given twice")
        else:
            values[name] = value
    if game is None:
        raise PositionError("game", f"missing, one of {', '.join(DEFAULT_RULES)}")
    return game, values, words[first_hand:]


def parse_line(text: str) -> PositionLine:
    """Read a position line; raises ``PositionError`` naming the field that is malformed."""
    game, values, hands = split_line(text, _FIELDS)
    for name in ("trump", "lead"):
        if name not in values:
            raise PositionError(name, "missing")
    trump = parse_trump(values["trump"])
    return PositionLine(
        game=game,
        trump=trump,
        leader=parse_seat("lead", values["lead"]),
        trick=parse_cards("trick", values["trick"].split(",")) if "trick" in values else (),
        broken=_broken(values.get("broken", "no")),
        boards=_boards(values["boards"]) if "boards" in values else (),
        won=_won(values.get("won", "0-0")),
        hands=parse_hands(hands, trump),
    )


def format_line(position: Position) -> str:
    """The position as a canonical line: fields in the fixed order, defaults left out."""
    words = [
        position.rules.game,
        f"trump={trump_letter(position.trump)}",
        f"lead={position.leader.name}",
    ]
    if position.trick:
        words.append("trick=" + ",".join(map(str, position.trick)))
    if position.broken:
        words.append("broken=yes")
    if position.boards:
        words.append("boards=" + "".join(seat.name for seat in position.boards))
    if position.won != (0, 0):
        words.append(f"won={position.won[0]}-{position.won[1]}")
    return " ".join([*words, format_hands(position.hands, position.trump)])


def format_hands(hands: Iterable[Iterable[Card]], trump: Suit | None, first: Seat = Seat.N) -> str:
    """``N:HAND HAND HAND HAND``: four sorted hands N E S W, written from seat ``first`` on."""
    texts = [format_hand(hand, trump) for hand in hands]
    return f"{first.name}:" + " ".join(texts[first:] + texts[:first])


def format_hand(hand: Iterable[Card], trump: Suit | None) -> str:
    """A sorted hand as ``spades.hearts.diamonds.clubs``, jokers in the trump suit's holding."""
    holdings = {suit: "" for suit in Suit}
    for card in hand:
        suit = trump if card.suit is None else card.suit
        assert suit is not None, "a no-trump deal has no jokers"
        holdings[suit] += str(card)[0] if card.is_joker else str(card)[1]
    return ".".join(holdings.values())


def parse_seat(field: str, text: str) -> Seat:
    """Read ``N``, ``E``, ``S`` or ``W``; raises ``PositionError`` naming the field."""
    if text not in Seat.__members__:
        raise PositionError(field, f"{quoted(text)} is not one of N E S W")
    return Seat[text]


def parse_cards(field: str, words: Iterable[str]) -> tuple[Card, ...]:
    """Read cards such as ``SA``; raises ``PositionError`` naming the field."""
    try:
        return tuple(map(Card.parse, words))
    except PositionError as error:
        raise PositionError(field, error.reason) from None


def _broken(text: str) -> bool:
    if text not in ("yes", "no"):
        raise PositionError("broken", f"{quoted(text)} is not yes or no")
    return text == "yes"


def _boards(text: str) -> tuple[Seat, ...]:
    if not text:
        raise PositionError("boards", "names no seat")
    return tuple(parse_seat("boards", letter) for letter in text)


def _won(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,4})-([0-9]{1,4})", text)
    if not found:
        raise PositionError("won", f"{quoted(text)} is not two numbers such as 3-2")
    return int(found[1]), int(found[2])


def parse_hands(words: Sequence[str], trump: Suit | None) -> tuple[tuple[Card, ...], ...]:
    """Read ``N:HAND HAND HAND HAND``, given word by word; hands in the order N E S W."""
    if not words:
        raise PositionError("hands", "missing, such as N:HAND HAND HAND HAND")
    name, _, first = words[0].partition(":")
    first_seat = parse_seat("hands", name)
    if not first:
        raise PositionError("hands", f"the first one must follow {name}: without a space")
    texts = [first, *words[1:]]
    if len(texts) != 4:
        raise PositionError("hands", f"{len(texts)} given, 4 needed")
    hands: list[tuple[Card, ...]] = [()] * 4
    for offset, text in enumerate(texts):
        seat = Seat((first_seat + offset) % 4)
        hands[seat] = _hand(seat, text, trump)
    return tuple(hands)


def _hand(seat: Seat, text: str, trump: Suit | None) -> tuple[Card, ...]:
    holdings = text.split(".")
    if len(holdings) != 4:
        raise PositionError(
            "hands",
            f"{seat}'s hand {quoted(text)} has {len(holdings)} suits, "
            "4 needed (spades.hearts.diamonds.clubs)",
        )
    cards: list[Card] = []
    for suit, holding in zip(Suit, holdings, strict=True):
        lowest = None
        for letter in holding:
            card = _card(seat, suit, letter, trump)
            if lowest is not None and card.rank > lowest.rank:
                raise PositionError("hands", f"{seat}'s {suit} holding {quoted(holding)} is not high to low")
            lowest = card
            cards.append(card)
    return tuple(cards)


def _card(seat: Seat, suit: Suit, letter: str, trump: Suit | None) -> Card:
    joker = _JOKERS.get(letter)
    if joker is not None:
        # Without trumps a joker has no place at all; the position check says so.
        if trump not in (suit, None):
            raise PositionError(
                "hands",
                f"{seat}'s {joker} stands in the {suit} holding, "
                f"but jokers belong to the trump suit {trump_letter(trump)}",
            )
        return joker
    if letter not in RANK_LETTERS:
        raise PositionError("hands", f"{seat}'s {suit} holding has unknown rank {quoted(letter)}")
    return Card(suit, RANK_LETTERS.index(letter))
