"""Exact double-dummy analysis of trick-taking games: Arpaa Turup, Back Alley and bridge."""

from __future__ import annotations

from .cards import Card, Seat, Side, Suit
from .errors import IllegalPlay, NotExact, PositionError
from .interchange import equal_groups, interchangeable
from .position import Position
from .rules import ARPAA, BACK_ALLEY, BRIDGE, Rules

__all__ = [
    "ARPAA",
    "BACK_ALLEY",
    "BRIDGE",
    "Card",
    "IllegalPlay",
    "NotExact",
    "Position",
    "PositionError",
    "Rules",
    "Seat",
    "Side",
    "Suit",
    "equal_groups",
    "interchangeable",
]
