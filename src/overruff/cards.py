"""Suits, seats, sides and cards.

Ranks are numbers: 0 is the two, 12 the ace; the jokers of Back Alley, which belong to the trump
suit and stand above its ace, are 13 (Little Blooper) and 14 (Big Blooper). A trump is a ``Suit``,
or ``None`` in a no-trump deal.
"""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import ClassVar, NoReturn

from .errors import PositionError, quoted

RANK_LETTERS = "23456789TJQKA"
ACE = 12
LITTLE = 13
BIG = 14


class _Named(IntEnum):
    """Members print as their names: ``S``, in a list ``Suit.S``."""

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    __format__ = Enum.__format__


class Suit(_Named):
    """A suit, in the order of the text format."""

    S = 0
    H = 1
    D = 2
    C = 3


class Side(_Named):
    """A partnership."""

    NS = 0
    EW = 1


class Seat(_Named):
    """A player, clockwise from North."""

    N = 0
    E = 1
    S = 2
    W = 3

    @property
    def next(self) -> Seat:
        """The seat to the left, clockwise."""
        return Seat((self + 1) % 4)

    @property
    def partner(self) -> Seat:
        """The seat opposite."""
        return Seat((self + 2) % 4)

    @property
    def side(self) -> Side:
        """The partnership of this seat."""
        return Side(self % 2)


def as_seat(field: str, value: object) -> Seat:
    """The value as a ``Seat``; raises ``PositionError`` naming the field."""
    for seat in Seat:
        if seat == value:
            return seat
    raise PositionError(field, f"{quoted(value)} is not a Seat")


class Card:
    """A kind of card: ``Card(Suit.H, 11)`` is the king of hearts, ``Card(None, 14)`` a joker.

    Immutable, and only one object exists for every kind, so cards compare and hash by identity.
    """

    __slots__ = ("_text", "rank", "suit")
    suit: Suit | None
    """Its suit; ``None`` for a joker, which belongs to whatever suit is trumps."""
    rank: int
    _text: str
    _kinds: ClassVar[dict[tuple[Suit | None, int], Card]] = {}
    _by_text: ClassVar[dict[str, Card]] = {}

    def __new__(cls, suit: Suit | None, rank: int) -> Card:
        """The card of that suit and rank; raises ``PositionError`` if there is none."""
        try:
            return cls._kinds[suit, rank]
        except (KeyError, TypeError):
            raise PositionError("card", f"no card has suit {quoted(suit)} and rank {quoted(rank)}") from None

    @classmethod
    def _make(cls, suit: Suit | None, rank: int, text: str) -> None:
        card = object.__new__(cls)
        object.__setattr__(card, "suit", suit)
        object.__setattr__(card, "rank", rank)
        object.__setattr__(card, "_text", text)
        cls._kinds[suit, rank] = card
        cls._by_text[text] = card

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read ``SA``, ``HT``, ``D9``, ``BB``, ``LB``; raises ``PositionError`` for other text."""
        card = cls._by_text.get(text)
        if card is None:
            raise PositionError("card", f"{quoted(text)} is not a card such as SA, HT, D9, BB or LB")
        return card

    @property
    def is_joker(self) -> bool:
        """Whether this is the Big or the Little Blooper."""
        return self.suit is None

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Card.parse({self._text!r})"

    def __reduce__(self) -> tuple[type[Card], tuple[Suit | None, int]]:
        return Card, (self.suit, self.rank)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a Card cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a Card cannot be changed")


for _suit in Suit:
    for _rank, _letter in enumerate(RANK_LETTERS):
        Card._make(_suit, _rank, _suit.name + _letter)
Card._make(None, LITTLE, "LB")
Card._make(None, BIG, "BB")

BIG_BLOOPER = Card(None, BIG)
LITTLE_BLOOPER = Card(None, LITTLE)


def trump_letter(trump: Suit | None) -> str:
    """``S``, ``H``, ``D``, ``C``, or ``N`` for none."""
    return "N" if trump is None else trump.name


def parse_trump(text: str) -> Suit | None:
    """The inverse of ``trump_letter``; raises ``PositionError``."""
    if text == "N":
        return None
    if text not in Suit.__members__:
        raise PositionError("trump", f"{quoted(text)} is not one of S H D C N")
    return Suit[text]


def sorted_hand(cards: tuple[Card, ...] | list[Card], trump: Suit | None) -> tuple[Card, ...]:
    """The cards by suit, S H D C, each high to low; jokers on top of the trump suit."""
    joker_suit = 0 if trump is None else int(trump)

    def place(card: Card) -> tuple[int, int]:
        return (joker_suit if card.suit is None else int(card.suit), -card.rank)

    return tuple(sorted(cards, key=place))
