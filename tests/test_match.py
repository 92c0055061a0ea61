"""The match of Arpaa Turup: rows A15 to A23 of the rules reference, and every trick count."""

from __future__ import annotations

from dataclasses import replace

import pytest

import overruff as ov
from overruff import ARPAA, BRIDGE, Seat, Side
from overruff.match import DealResult, MatchState

NOBODY = MatchState()
NS21 = MatchState(Side.NS, 21)


def test_a15_equal_tricks() -> None:
    assert NOBODY.after(18, Seat.N) == DealResult(None, NOBODY, Seat.S)


def test_a16_first_win() -> None:
    assert NOBODY.after(21, Seat.N) == DealResult(Side.NS, NS21, Seat.E)


def test_a17_majority_that_does_not_beat_the_record() -> None:
    assert NS21.after(19, Seat.E) == DealResult(None, NS21, Seat.W)


def test_a18_equal_to_the_record() -> None:
    result = NS21.after(21, Seat.N)
    assert (result.winner, result.state, result.match_winner) == (None, NS21, None)


def test_a19_match() -> None:
    result = NS21.after(22, Seat.N)
    assert (result.winner, result.match_winner, result.next_dealer) == (Side.NS, Side.NS, None)


def test_a20_a21_records_erased() -> None:
    result = NS21.after(16, Seat.N)
    assert result == DealResult(Side.EW, MatchState(Side.EW, 20), Seat.N)
    again = result.state.after(30, Seat.N)
    assert (again.state, again.match_winner) == (MatchState(Side.NS, 30), None)


def test_a22_a_record_that_cannot_be_beaten() -> None:
    full = MatchState(Side.NS, 36)
    assert full.after(36, Seat.N).winner is None
    assert full.needed_to_win(Side.NS) == 37
    assert full.after(0, Seat.N).state == MatchState(Side.EW, 36)


def test_a23_five_deals() -> None:
    state, dealer, winners = NOBODY, Seat.N, []
    for ns in (21, 19, 16, 30, 31):
        result = state.after(ns, dealer)
        winners.append((result.winner, result.match_winner))
        state, dealer = result.state, result.next_dealer or dealer
    assert winners == [
        (Side.NS, None),
        (None, None),
        (Side.EW, None),
        (Side.NS, None),
        (Side.NS, Side.NS),
    ]


def test_every_state_and_trick_count() -> None:
    """The table of results, read row by row; and what the numbers needed say."""
    states = [NOBODY] + [MatchState(side, record) for side in Side for record in range(19, 37)]
    for state in states:
        for ns in range(37):
            for dealer in Seat:
                result = state.after(ns, dealer)
                side, most = (Side.NS, ns) if ns > 18 else (Side.EW, 36 - ns)
                if most == 18 or (side is state.holder and most <= state.record):
                    expected = DealResult(None, state, dealer.partner)
                elif side is state.holder:
                    expected = DealResult(side, state, None)
                else:
                    follower = dealer.next if dealer.side is side else dealer
                    expected = DealResult(side, MatchState(side, most), follower)
                assert result == expected
            for side, tricks in ((Side.NS, ns), (Side.EW, 36 - ns)):
                assert (result.winner is side) == (tricks >= state.needed_to_win(side))
                assert (result.winner in (side, None)) == (tricks >= state.needed_to_draw(side))


def test_needed_tricks_are_a_question_for_can_take() -> None:
    rules = replace(ARPAA, packs=1)  # nine tricks
    state = MatchState(Side.EW, 6, rules)
    for seed in range(10):
        position = ov.Position.random(rules, seed=seed)
        ns = ov.solve(position).ns
        for side in Side:
            wins = ov.can_take(position, side, state.needed_to_win(side))
            assert wins == (state.after(ns, Seat.N).winner is side)


def test_one_pack() -> None:
    state = MatchState(rules=replace(ARPAA, packs=1, direction="counter-clockwise"))
    assert (state.tricks, state.majority, state.needed_to_draw(Side.EW)) == (9, 5, 5)
    assert state.after(5, Seat.N).next_dealer is Seat.W


def test_faults() -> None:
    for record in (0, 18, 37):
        with pytest.raises(ValueError, match=f"^record: {record} is not 19 to 36"):
            MatchState(Side.NS, record)
    with pytest.raises(ValueError, match=r"^record: 20, but no side holds"):
        MatchState(None, 20)
    with pytest.raises(ValueError, match=r"^rules: "):
        MatchState(rules=BRIDGE)
    for ns in (-1, 37):
        with pytest.raises(ValueError, match=f"^ns_tricks: {ns} is not 0 to 36"):
            NOBODY.after(ns, Seat.N)
    with pytest.raises(TypeError, match=r"^ns_tricks: an integer"):
        NOBODY.after(18.0, Seat.N)  # type: ignore[arg-type]
