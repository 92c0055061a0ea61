"""Exact double-dummy analysis of trick-taking games: Arpaa Turup, Back Alley and bridge."""

from __future__ import annotations

from . import arrays
from .batch import solve_many
from .cards import Card, Seat, Side, Suit
from .deal import Deal
from .errors import IllegalPlay, NotExact, PositionError
from .interchange import equal_groups, interchangeable
from .position import Position
from .rules import ARPAA, BACK_ALLEY, BRIDGE, Rules
from .solver import PlayValue, Solution, Solver, best_plays, can_take, line, solve
from .tables import Table, table
from .traces import Trace, TracedPlay, trace
from .trump_choice import TrumpChoice, expected_trumps, trump_values

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
    "TrumpChoice",
    "arrays",
    "best_plays",
    "can_take",
    "equal_groups",
    "expected_trumps",
    "interchangeable",
    "line",
    "solve",
    "solve_many",
    "table",
    "trace",
    "trump_values",
]
