"""Worked case A24: only the leader of a trick may signal, with the card he leads."""

from __future__ import annotations

import pytest

from overruff import ARPAA, BRIDGE, Position, Seat, Signal, check_signal


def test_only_the_leader_may_signal() -> None:
    deal = Position.random(ARPAA, cards=3, seed=1, leader=Seat.N)
    before = deal.to_text()
    for signal in (Signal.KNOCK, Signal.SNAP, None):
        check_signal(deal, Seat.N, signal)
    assert deal.to_text() == before  # nothing about play changes
    with pytest.raises(ValueError, match="signal: it is not E's turn"):
        check_signal(deal, Seat.E, Signal.KNOCK)
    deal.push(deal.legal_plays()[0])
    with pytest.raises(ValueError, match="signal: only N, who led this trick, could give one"):
        check_signal(deal, Seat.E, Signal.KNOCK)
    check_signal(deal, Seat.E, None)


def test_the_winner_of_a_trick_leads_and_may_signal() -> None:
    deal = Position.random(ARPAA, cards=2, seed=3, plays=4)
    check_signal(deal, deal.turn, Signal.SNAP)
    with pytest.raises(ValueError, match="'loud' is not a valid Signal"):
        check_signal(deal, deal.turn, "loud")  # type: ignore[arg-type]


def test_no_signals_elsewhere() -> None:
    with pytest.raises(ValueError, match="signal: bridge has none"):
        check_signal(Position.random(BRIDGE, seed=1, leader=Seat.N), Seat.N, Signal.KNOCK)
