"""The auction of Back Alley: rows B06 to B12 of the rules reference, and faulty calls."""

from __future__ import annotations

import pickle
from itertools import product

import pytest

from overruff import ARPAA, BACK_ALLEY, BRIDGE, PositionError, Seat, Side
from overruff.auction import BOARD, PASS, Auction, Call, format_calls, parse_calls


def auction(cards: int, dealer: str, calls: str = "") -> Auction:
    return Auction(BACK_ALLEY, Seat[dealer], cards, parse_calls(calls))


def test_b06_calls_open_to_a_player() -> None:
    assert format_calls(auction(5, "N").legal_calls()) == "P,1,2,3,4,B"
    assert format_calls(auction(5, "N", "4,P,1").legal_calls()) == "P,1,2,3,4,B"  # no duty to exceed
    assert auction(5, "N", "4,P,1,P").legal_calls() == []


def test_b07_one_card() -> None:
    assert auction(1, "N").legal_calls() == [PASS, BOARD]


def test_b08_levels() -> None:
    two = auction(6, "N", "B,P,B")
    assert BOARD in two.legal_calls()
    three = two.with_call(BOARD)
    assert [three.level_of(seat) for seat in Seat] == [3, 1, 0, 2]
    assert (three.level(Side.NS), three.level(Side.EW)) == (3, 2)
    assert str(three) == "E board, S pass, W double board, N triple board"


def test_b09_four_passes() -> None:
    redealt = auction(11, "W", "P,P,P,P")
    assert redealt.all_passed and redealt.seats[0] is Seat.N
    assert auction(11, "N").turn is Seat.E  # the next dealer deals again
    with pytest.raises(PositionError, match="all four passed"):
        _ = redealt.leader


@pytest.mark.parametrize(
    ("row", "cards", "dealer", "calls", "leader"),
    [
        ("B10", 8, "N", "3,4,4,2", "S"),
        ("B11", 8, "N", "B,4,B,P", "W"),
        ("B12", 8, "S", "P,1,P,P", "N"),
    ],
)
def test_leader(row: str, cards: int, dealer: str, calls: str, leader: str) -> None:
    assert auction(cards, dealer, calls).leader is Seat[leader], row


def test_every_auction_of_two_cards() -> None:
    """Leader and levels told from the calls in another way: by walking through them once."""
    for dealer, calls in product(Seat, product((PASS, Call(1), BOARD), repeat=4)):
        made = Auction(BACK_ALLEY, dealer, 2, calls)
        best, leader, level, levels, totals = -1, None, 0, dict.fromkeys(Seat, 0), [0, 0]
        seat = dealer
        for call in calls:
            seat = seat.next
            assert made.call_of(seat) == call
            totals[seat % 2] += call.number
            level += call.board
            levels[seat] = level if call.board else 0
            rank = 99 + level if call.board else call.number
            if rank > best:
                best, leader = rank, seat
        assert [made.total(side) for side in Side] == totals
        assert {seat: made.level_of(seat) for seat in Seat} == levels
        assert made.boards == {seat for seat in Seat if levels[seat]}
        assert made.all_passed == (not any(totals) and not level)
        if not made.all_passed:
            assert made.leader is leader


def test_step_by_step() -> None:
    made = auction(4, "E")
    for seat, text in zip((Seat.S, Seat.W, Seat.N, Seat.E), ("2", "P", "B", "3"), strict=True):
        assert made.turn is seat and not made.is_over and made.call_of(seat) is None
        made = made.with_call(text)
    assert made.turn is None and made.is_over and made.leader is Seat.N
    assert format_calls(made.calls) == "2,P,B,3" and parse_calls("") == ()
    assert repr(made.calls[:3]) == "(Call.parse('2'), Call.parse('P'), Call.parse('B'))"
    assert pickle.loads(pickle.dumps(made)) == made and len({made, auction(4, "E", "2,P,B,3")}) == 1


@pytest.mark.parametrize("text", ["", "p", "0", "01", "-1", "x", "1.0", "100", "²", "BB", " 1"])
def test_no_call(text: str) -> None:
    with pytest.raises(PositionError, match=r"^calls: .* is not a call"):
        Call.parse(text)


def test_faults() -> None:
    with pytest.raises(PositionError, match=r"^calls: call 2, S 5: a number must be less than 5$"):
        auction(5, "N", "4,5")
    with pytest.raises(PositionError, match=r"^calls: 5 given, at most 4"):
        auction(5, "N", "P,P,P,P,P")
    with pytest.raises(PositionError, match=r"^calls: 5 given"):
        auction(5, "N", "P,P,P,P").with_call(PASS)
    with pytest.raises(PositionError, match=r"^calls: 3 given, 4 needed"):
        _ = auction(5, "N", "1,2,3").leader
    for cards in (0, 14):
        with pytest.raises(PositionError, match=f"^cards: {cards} is not 1 to 13"):
            auction(cards, "N")
    for rules in (ARPAA, BRIDGE):
        with pytest.raises(PositionError, match="has no auction"):
            Auction(rules, Seat.N, 5)
    with pytest.raises(ValueError, match="is not a call"):
        Call(3, board=True)
    with pytest.raises(ValueError, match="is not a call"):
        Call(-1)
