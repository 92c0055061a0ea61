"""Suits, seats and cards."""

from __future__ import annotations

import copy
import pickle

import pytest

from overruff import Card, PositionError, Seat, Side, Suit
from overruff.cards import parse_trump, sorted_hand, trump_letter


def test_every_card_has_one_text() -> None:
    ordinary = [Card(suit, rank) for suit in Suit for rank in range(13)]
    cards = [*ordinary, Card(None, 13), Card(None, 14)]
    assert len({str(card) for card in cards}) == 54
    assert all(Card.parse(str(card)) is card for card in cards)
    assert [str(Card(Suit.H, rank)) for rank in (0, 8, 12)] == ["H2", "HT", "HA"]


def test_jokers_have_no_suit_and_stand_above_the_ace() -> None:
    big, little, ace = map(Card.parse, ("BB", "LB", "SA"))
    assert (big.suit, little.suit) == (None, None)
    assert big.is_joker and little.is_joker and not ace.is_joker
    assert big.rank > little.rank > ace.rank


@pytest.mark.parametrize("text", ["", "S", "S1", "SB", "sa", "AS", "S10", "XA", "SA ", "BL", "B"])
def test_no_such_card(text: str) -> None:
    with pytest.raises(PositionError) as error:
        Card.parse(text)
    assert str(error.value) == f"card: {text!r} is not a card such as SA, HT, D9, BB or LB"


@pytest.mark.parametrize(("suit", "rank"), [(Suit.S, 13), (Suit.S, -1), (None, 12), ("S", 12)])
def test_no_such_suit_and_rank(suit: Suit | None, rank: int) -> None:
    with pytest.raises(PositionError, match="card: no card has suit"):
        Card(suit, rank)


def test_cards_are_immutable_and_unique() -> None:
    card = Card.parse("HK")
    with pytest.raises(AttributeError, match="a Card cannot be changed"):
        card.rank = 3
    with pytest.raises(AttributeError, match="a Card cannot be changed"):
        del card.rank
    assert pickle.loads(pickle.dumps(card)) is copy.deepcopy(card) is copy.copy(card) is card
    assert eval(repr(card)) is card
    assert len({card, Card(Suit.H, 11), Card.parse("HK")}) == 1


def test_seats_go_clockwise_and_partners_face_each_other() -> None:
    assert [seat.next for seat in Seat] == [Seat.E, Seat.S, Seat.W, Seat.N]
    assert [seat.partner for seat in Seat] == [Seat.S, Seat.W, Seat.N, Seat.E]
    assert [seat.side for seat in Seat] == [Side.NS, Side.EW, Side.NS, Side.EW]


def test_names_are_what_is_printed() -> None:
    assert (str(Seat.N), f"{Suit.H}", repr(Side.EW)) == ("N", "H", "Side.EW")


def test_trump_letters() -> None:
    trumps = [*Suit, None]
    assert [trump_letter(trump) for trump in trumps] == list("SHDCN")
    assert [parse_trump(letter) for letter in "SHDCN"] == trumps
    with pytest.raises(PositionError, match=r"^trump: 'X' is not one of S H D C N$"):
        parse_trump("X")


def test_a_hand_is_sorted_with_jokers_on_top_of_trumps() -> None:
    hand = [Card.parse(text) for text in ("C2", "HA", "LB", "S2", "SK", "H3", "BB", "H3")]
    assert " ".join(map(str, sorted_hand(hand, Suit.H))) == "SK S2 BB LB HA H3 H3 C2"
