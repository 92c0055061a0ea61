"""Scores of Back Alley deals and of whole games: the tables of the rules reference."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product

import brute
import pytest

from overruff import BACK_ALLEY, Deal, PositionError, Seat, Side, Solver
from overruff.auction import BOARD, PASS, Auction, Call, parse_calls
from overruff.game import HAND_SIZES, GameState
from overruff.scores import difference, flat_tricks, payoff, score_value, scores, side_score


def auction(cards: int, dealer: str, calls: str = "") -> Auction:
    return Auction(BACK_ALLEY, Seat[dealer], cards, parse_calls(calls))


# Cards, then of NS and of EW: total, level, tricks, points.
WORKED_SCORES = [
    (13, (7, 0, 8, 36), (4, 0, 5, 21)),
    (13, (7, 0, 6, -35), (4, 0, 7, 23)),
    (9, (2, 0, 2, 10), (7, 0, 7, 35)),
    (9, (2, 0, 3, 11), (7, 0, 6, -35)),
    (7, (0, 0, 3, 3), (5, 0, 4, -25)),
    (7, (0, 0, 2, 2), (5, 0, 5, 25)),
    (5, (5, 0, 5, 25), (1, 0, 0, -5)),
    (5, (8, 0, 5, -40), (0, 0, 0, 0)),
    (6, (0, 1, 6, 60), (2, 0, 0, -10)),
    (6, (0, 1, 4, -60), (2, 0, 2, 10)),
    (4, (3, 2, 4, 80), (0, 1, 0, -40)),
    (4, (3, 2, 3, -80), (0, 1, 1, -40)),
    (3, (0, 0, 0, 0), (0, 2, 3, 60)),
    (2, (0, 4, 2, 80), (0, 3, 0, -60)),
    (1, (0, 1, 0, -10), (0, 0, 1, 1)),
]


@pytest.mark.parametrize("row", WORKED_SCORES)
def test_worked_scores(row: tuple[int, tuple[int, int, int, int], tuple[int, int, int, int]]) -> None:
    cards, *sides = row
    for total, level, tricks, points in sides:
        assert side_score(tricks, cards, total, level) == points


CASES = [
    ("B36", auction(8, "N", "1,3,P,2"), 6, (26, 6)),
    ("B37", auction(8, "N", "2,3,2,2"), 4, (-25, 20)),
    ("B38", auction(8, "N", "P,4,P,P"), 5, (21, 3)),
    ("B39", auction(5, "N", "1,2,P,3"), 5, (25, -5)),
    ("B40", auction(5, "N", "P,4,P,4"), 5, (-40, 0)),
    ("B41", auction(6, "N", "2,B,P,P"), 6, (60, -10)),
    ("B42", auction(6, "N", "P,B,P,P"), 5, (-60, 1)),
    ("B43", auction(5, "N", "4,P,B,P"), 0, (0, 50)),
    ("B44", auction(4, "N", "B,B,P,P"), 4, (80, -40)),
    ("B45", auction(4, "N", "B,B,P,P"), 2, (-80, -40)),
    ("B46", auction(3, "N", "B,P,B,P"), 0, (0, 60)),
    ("B47", auction(2, "N", "B,B,B,B"), 1, (-80, -60)),
    ("B48", auction(1, "N", "P,B,P,P"), 1, (10, 0)),
    ("B49", auction(13, "E", "P,P,B,P"), 12, (-130, 1)),
]


@pytest.mark.parametrize(("row", "called", "ns", "points"), CASES)
def test_scores(row: str, called: Auction, ns: int, points: tuple[int, int]) -> None:
    assert scores(called, ns) == points, row
    assert payoff(called)[ns] == difference(called, ns) == points[0] - points[1]


def test_no_score() -> None:
    with pytest.raises(PositionError, match="all four passed"):
        payoff(auction(5, "N", "P,P,P,P"))
    with pytest.raises(PositionError, match="3 given, 4 needed"):
        payoff(auction(5, "N", "P,P,1"))
    for ns in (-1, 6):
        with pytest.raises(ValueError, match=f"^ns_tricks: {ns} is not 0 to 5"):
            scores(auction(5, "N", "P,P,1,P"), ns)


def test_plateaus_of_the_rules_reference() -> None:
    """The example table: n = 5, totals 2 v 2, 4 v 4, board v total 1."""
    assert payoff(auction(5, "N", "1,1,1,1")) == (-23, -22, -1, 1, 22, 23)
    assert payoff(auction(5, "N", "2,2,2,2")) == (-41, -40, 0, 0, 40, 41)
    assert payoff(auction(5, "N", "1,B,P,P")) == (-59, -58, -57, -56, -55, 55)
    assert [side_score(tricks, 5, 3) for tricks in range(6)] == [-15, -15, -15, 15, 16, 17]
    assert flat_tricks(auction(5, "N", "2,2,2,2")) == [2]
    assert flat_tricks(auction(5, "N", "1,1,1,1")) == []


def sides_calls(cards: int) -> list[tuple[int, int]]:
    """Total and level of a side, all that can come up."""
    return [(total, 0) for total in range(2 * cards - 1)] + [(0, level) for level in range(1, 5)]


@pytest.mark.parametrize("cards", range(1, 14))
def test_more_tricks_never_score_less(cards: int) -> None:
    """Every total and level of both sides, and where a trick is worth nothing (one formula)."""
    for (us, level), (them, their_level) in product(sides_calls(cards), repeat=2):
        worth = [
            side_score(ns, cards, us, level) - side_score(cards - ns, cards, them, their_level)
            for ns in range(cards + 1)
        ]
        steps = [more - less for less, more in pairwise(worth)]
        assert min(steps) >= 0
        b_us, b_them = cards if level else us, cards if their_level else them
        flat = max(0, cards - b_them + 1) <= min(cards - 1, b_us - 2)
        assert (0 in steps) == flat
        assert not flat or b_us + b_them >= cards + 3


def test_score_value() -> None:
    """Against every line of play, the score counted at its end."""
    solver = Solver(memory_mb=16)
    for seed, calls in enumerate(product((PASS, Call(1), BOARD), repeat=4)):
        deal = replace(Deal.deal(BACK_ALLEY, seed=seed, cards=2), calls=calls)
        if deal.auction.all_passed:
            with pytest.raises(PositionError, match=r"all four passed"):
                score_value(deal)
            continue
        expected = difference(deal.auction, brute.ns_tricks(deal.position()))
        assert score_value(deal, solver=solver) == score_value(deal) == expected


def test_score_value_during_the_play() -> None:
    deal = replace(Deal.deal(BACK_ALLEY, seed=1, cards=4), calls=parse_calls("1,B,P,2"))
    position = deal.position()
    while not position.is_over:
        card = position.legal_plays()[-1]
        deal = replace(deal, plays=(*deal.plays, card))
        position.push(card)
        ns = position.won[0] + brute.ns_tricks(position)
        assert score_value(deal, len(deal.plays)) == difference(deal.auction, ns)
    assert score_value(deal, 16) == difference(deal.auction, position.won[0])
    assert score_value(deal) == score_value(replace(deal, plays=()))
    with pytest.raises(ValueError, match=r"^plays: 17 is not"):
        score_value(deal, 17)


def test_b09_b50_all_pass() -> None:
    before = GameState(Seat.W, deal=3, totals=(20, -7))
    assert before.cards == 11
    after = before.after(auction(11, "W", "P,P,P,P"))
    assert (after.deal, after.cards, after.dealer, after.totals) == (3, 11, Seat.N, (20, -7))
    assert after.auction.turn is Seat.E
    first = GameState(Seat.N).after(auction(13, "N", "P,P,P,P"))
    assert first.dealer is Seat.E
    second = first.after(auction(13, "E", "4,P,P,P"), 6)
    assert (second.deal, second.cards, second.dealer, second.totals) == (2, 12, Seat.S, (22, 7))


def test_whole_game() -> None:
    assert len(HAND_SIZES) == 25 and sum(HAND_SIZES) == 181 and HAND_SIZES.count(1) == 1
    state = GameState(Seat.S)
    dealers = []
    for cards in HAND_SIZES:
        dealers.append(state.dealer)
        assert not state.is_over and state.cards == cards
        state = state.after(
            state.auction.with_call("P" if cards > 1 else "B")
            .with_call("P")
            .with_call("P")
            .with_call("1" if cards > 1 else "P"),
            1,
        )
    assert dealers == [Seat((Seat.S + k) % 4) for k in range(25)]
    assert state.is_over and state.deal == 26
    with pytest.raises(ValueError, match="all 25 have been played"):
        _ = state.cards


def test_b51_draw() -> None:
    last = GameState(Seat.N, deal=25, totals=(214, 214))
    assert last.winner is None
    done = last.after(auction(13, "N", "P,1,P,P"), 13)
    assert done.is_over and done.winner is Side.NS
    assert GameState(Seat.N, deal=26, totals=(214, 214)).winner is None
    assert GameState(Seat.N, deal=26, totals=(-5, -4)).winner is Side.EW


def test_game_faults() -> None:
    state = GameState(Seat.W, deal=3)
    with pytest.raises(PositionError, match=r"^calls: an auction of deal 3 has dealer W and 11 cards"):
        state.after(auction(11, "N", "P,1,P,P"), 4)
    with pytest.raises(ValueError, match=r"^ns_tricks: needed"):
        state.after(auction(11, "W", "P,1,P,P"))
    with pytest.raises(PositionError, match="all four passed"):
        state.after(auction(11, "W", "P,P,P,P"), 4)
    for deal in (0, 27):
        with pytest.raises(ValueError, match=f"^deal: {deal} is not 1 to 26"):
            GameState(Seat.N, deal=deal)
