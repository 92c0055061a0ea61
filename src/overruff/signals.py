"""Arpaa Turup's signals (RULES A7): whoever leads a trick may say how good he is in the suit he leads.

They are open to all, need not be given, and change nothing about play or score.
"""

from __future__ import annotations

from enum import Enum

from .cards import Seat
from .position import Position, need_position
from .rules import ARPAA


class Signal(Enum):
    """What a player can say with the card he leads."""

    KNOCK = "strong"
    """Knocks once on the table: strong in the suit led."""
    SNAP = "weak"
    """Snaps his fingers: weak in the suit led."""


def check_signal(position: Position, seat: Seat, signal: Signal | None) -> None:
    """Refuse a signal that may not be given now: ``seat`` is about to play a card in ``position``.

    ``None``, no signal, is always right. Raises ``ValueError`` if the game has no signals, if it is
    not that seat's turn, or if he does not lead the trick.
    """
    need_position(position)
    if signal is None:
        return
    signal = Signal(signal)
    if position.rules.game != ARPAA.game:
        raise ValueError(f"signal: {position.rules.game} has none")
    seat = Seat(seat)
    if position.is_over or seat is not position.turn:
        raise ValueError(f"signal: it is not {seat.name}'s turn")
    if position.trick:
        raise ValueError(f"signal: only {position.leader.name}, who led this trick, could give one")
