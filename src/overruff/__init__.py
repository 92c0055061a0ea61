"""Exact double-dummy analysis of trick-taking games: Arpaa Turup, Back Alley and bridge."""

from __future__ import annotations

from . import arrays
from .analysis import Table, Trace, TracedPlay, table, trace
from .batch import solve_many
from .cards import Card, Seat, Side, Suit
from .deal import Deal
from .errors import IllegalPlay, NotExact, PositionError
from .interchange import equal_groups, interchangeable
from .position import Position
from .rules import ARPAA, BACK_ALLEY, BRIDGE, Rules
from .solver import PlayValue, Solution, Solver, best_plays, can_take, line, solve

__all__ = [
    "ARPAA",
    "BACK_ALLEY",
    "BRIDGE",
    "Card",
    "Deal",
    "IllegalPlay",
    "NotExact",
    "PlayValue",
    "Position",
    "PositionError",
    "Rules",
    "Seat",
    "Side",
    "Solution",
    "Solver",
    "Suit",
    "Table",
    "Trace",
    "TracedPlay",
    "arrays",
    "best_plays",
    "can_take",
    "equal_groups",
    "interchangeable",
    "line",
    "solve",
    "solve_many",
    "table",
    "trace",
]
