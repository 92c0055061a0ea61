"""DDS as its own library sees it, for timing: deals laid out beforehand, one call a question.

Needs endplay, which carries DDS 2.9. Everything here runs on one thread.
"""

from __future__ import annotations

import ctypes
import importlib
from collections.abc import Sequence
from typing import Any

from overruff import Position, Seat, Side, Suit

_lib: Any = importlib.import_module("endplay._dds")
_ANY_NUMBER, _ONE_CARD, _EVEN_IF_FORCED = -1, 1, 1  # target, solutions, mode of SolveBoard
_FORCED = -2  # score of a card that is the only one, where DDS does not search


class _Info(ctypes.Structure):
    """DDSInfo of DDS 2.9; endplay lays it out as older versions had it."""

    _fields_ = [
        ("major", ctypes.c_int),
        ("minor", ctypes.c_int),
        ("patch", ctypes.c_int),
        ("version", ctypes.c_char * 10),
        ("system", ctypes.c_int),
        ("bits", ctypes.c_int),
        ("compiler", ctypes.c_int),
        ("constructor", ctypes.c_int),
        ("cores", ctypes.c_int),
        ("threading", ctypes.c_int),
        ("threads", ctypes.c_int),
        ("thread_sizes", ctypes.c_char * 128),
        ("text", ctypes.c_char * 1024),
    ]


def one_thread() -> str:
    """Make DDS use one thread; returns its version. Raises ``RuntimeError`` if it does not."""
    _lib._dll.SetResources(ctypes.c_int(0), ctypes.c_int(1))
    info = _Info()
    _lib._dll.GetDDSInfo(ctypes.byref(info))
    if info.threads != 1:
        raise RuntimeError(f"DDS runs {info.threads} threads")
    return str(info.version.decode())


def _denomination(trump: Suit | None) -> int:
    return 4 if trump is None else int(trump)


def _cards(position: Position) -> list[list[int]]:
    """Holdings by seat and suit; the two is bit 2."""
    held = [[0] * 4 for _ in Seat]
    for seat, hand in zip(Seat, position.hands, strict=True):
        for card in hand:
            assert card.suit is not None
            held[seat][card.suit] |= 1 << (card.rank + 2)
    return held


class Board:
    """A position between two tricks, ready for ``SolveBoard``."""

    def __init__(self, position: Position) -> None:
        deal = _lib.deal()
        deal.trump = _denomination(position.trump)
        deal.first = int(position.leader)
        for seat, suits in enumerate(_cards(position)):
            for suit, held in enumerate(suits):
                deal.remainCards[seat][suit] = held
        self._deal = deal
        self._answer = _lib.futureTricks()
        self._ns_leads = position.leader.side is Side.NS
        self._tricks = position.tricks_left

    def solve(self) -> int:
        """NS tricks."""
        _lib.SolveBoard(self._deal, _ANY_NUMBER, _ONE_CARD, _EVEN_IF_FORCED, self._answer, 0)
        score = int(self._answer.score[0])
        if score == _FORCED:
            raise RuntimeError("DDS did not search: the leader has one card only")
        return score if self._ns_leads else self._tricks - score


class TableBoard:
    """A whole deal, ready for ``CalcDDtable``."""

    def __init__(self, position: Position) -> None:
        deal = _lib.ddTableDeal()
        for seat, suits in enumerate(_cards(position)):
            for suit, held in enumerate(suits):
                deal.cards[seat][suit] = held
        self._deal = deal
        self._answer = _lib.ddTableResults()
        self._tricks = position.tricks_left

    def solve(self) -> Sequence[int]:
        """NS tricks by trump (S H D C none) and leader (N E S W): 20 numbers."""
        _lib.CalcDDtable(self._deal, self._answer)
        ns = []
        for trump in range(5):
            for leader in range(4):
                declarer = (leader + 3) % 4  # the seat before the leader
                tricks = int(self._answer.resTable[trump][declarer])
                ns.append(tricks if declarer % 2 == 0 else self._tricks - tricks)
        return ns
