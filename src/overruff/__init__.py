"""Exact double-dummy analysis of trick-taking games: Arpaa Turup, Back Alley and bridge."""

from __future__ import annotations

from . import arrays, scores
from .auction import Auction, Call
from .batch import solve_many, tables_many
from .cards import Card, Seat, Side, Suit
from .deal import Deal
from .errors import IllegalPlay, Interrupted, NotExact, PositionError, StoreError
from .estimates import Estimate
from .estimating import estimate_many
from .game import GameState
from .interchange import equal_groups, interchangeable
from .match import DealResult, MatchState
from .par_auction import AuctionTrace, Par, TracedCall, par, par_trace
from .pbn import read_pbn
from .pbn_write import write_pbn
from .position import Position
from .rules import ARPAA, BACK_ALLEY, BRIDGE, Rules
from .scores import score_value
from .signals import Signal, check_signal
from .solver import PlayValue, Solution, Solver, best_plays, can_take, line, solve
from .store import Store
from .tables import Table, table
from .traces import Trace, TracedPlay, trace
from .trump_choice import TrumpChoice, expected_trumps, trump_values

__all__ = [
    "ARPAA",
    "BACK_ALLEY",
    "BRIDGE",
    "Auction",
    "AuctionTrace",
    "Call",
    "Card",
    "Deal",
    "DealResult",
    "Estimate",
    "GameState",
    "IllegalPlay",
    "Interrupted",
    "MatchState",
    "NotExact",
    "Par",
    "PlayValue",
    "Position",
    "PositionError",
    "Rules",
    "Seat",
    "Side",
    "Signal",
    "Solution",
    "Solver",
    "Store",
    "StoreError",
    "Suit",
    "Table",
    "Trace",
    "TracedCall",
    "TracedPlay",
    "TrumpChoice",
    "arrays",
    "best_plays",
    "can_take",
    "check_signal",
    "equal_groups",
    "estimate_many",
    "expected_trumps",
    "interchangeable",
    "line",
    "par",
    "par_trace",
    "read_pbn",
    "score_value",
    "scores",
    "solve",
    "solve_many",
    "table",
    "tables_many",
    "trace",
    "trump_values",
    "write_pbn",
]
