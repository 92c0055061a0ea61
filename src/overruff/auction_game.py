"""The auction of Back Alley with all hands open: a game of four moves, solved exactly.

All sequences of calls lie in arrays with an axis for each call, in calling order; on it 0 is pass,
1 to n - 1 are the numbers, n is board. What a sequence is worth depends on its *lead*: who leads to
the first trick, and who may lead trumps because he called board. There are 19 leads, 4 without
board calls and one for each of the 15 sets of board callers. They are searched only as far as the
values asked for depend on them: the arrays hold bounds, and as the score difference never falls
with the tricks of NS, bounds on these give bounds on values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from .auction import BOARD, Call
from .cards import Seat, Side
from .position import Position
from .scores import side_score
from .searches import Searches

_Places = tuple[int, ...]
"""Calls in calling order, as places on their axes."""
_Indices = npt.NDArray[np.intp]
_Values = npt.NDArray[np.float64]

_LEADS: Final = [(place, 0) for place in range(4)] + [(mask.bit_length() - 1, mask) for mask in range(1, 16)]
"""Leader, and mask of board callers, both by place in the calling order."""


@dataclass(frozen=True)
class _Lead:
    """What the tricks of a deal depend on."""

    leader: Seat
    boards: tuple[Seat, ...]
    """The board callers, without those whose right to lead trumps is of no use."""

    def __str__(self) -> str:
        boards = f", board called by {' '.join(seat.name for seat in self.boards)}" if self.boards else ""
        return f"{self.leader} to lead{boards}"


@cache
def _leaves(cards: int) -> tuple[_Indices, _Indices, _Indices]:
    """For every sequence of calls its lead, and the contracts of the first caller's and the other side.

    Arrays of shape ``(cards + 1,) * 4``. A contract is a row of ``_points``.
    """
    place = np.indices((cards + 1,) * 4, dtype=np.intp)
    board = place == cards
    number = np.where(board, 0, place)
    mask = np.tensordot(1 << np.arange(4), board, axes=1)
    lead = np.where(mask, 3 + mask, number.argmax(axis=0))  # argmax: the first of equal numbers
    level = board.cumsum(axis=0) * board

    def contract(first: int) -> _Indices:
        total, highest = number[first] + number[first + 2], np.maximum(level[first], level[first + 2])
        rows: _Indices = np.where(highest, 2 * cards - 2 + highest, total)
        return rows

    return lead, contract(0), contract(1)


@cache
def _points(cards: int) -> _Values:
    """Points of a side by contract and tricks: totals 0 to 2n - 2, then levels 1 to 4."""
    contracts = [(total, 0) for total in range(2 * cards - 1)] + [(0, level) for level in range(1, 5)]
    tricks = range(cards + 1)
    return np.array([[side_score(t, cards, *contract) for t in tricks] for contract in contracts], float)


class AuctionGame:
    """The values of the sequences of calls of one deal, as far as they have been asked for."""

    def __init__(
        self, position: Position, seats: Sequence[Seat], all_pass: float, searches: Searches
    ) -> None:
        """``position``: an untouched deal, whose leader and board callers do not matter.

        ``seats``: in calling order. ``all_pass``: the value if all four pass.
        """
        self._position = position
        self._seats = seats
        self._all_pass = all_pass
        self._searches = searches
        self._cards = position.tricks_left
        self._lead, first, second = _leaves(self._cards)
        self._ns, self._ew = (first, second) if seats[0].side is Side.NS else (second, first)
        callers = [[seats[k] for k in range(4) if mask >> k & 1] for _, mask in _LEADS]
        self._leads = [
            _Lead(seats[place], self._that_matter(called))
            for (place, _), called in zip(_LEADS, callers, strict=True)
        ]
        self._tricks = dict.fromkeys(self._leads, (0, self._cards))
        for lead, called in zip(self._leads, callers, strict=True):
            for side in {seat.side for seat in called}:
                self._ask_for_all_tricks(lead, side)
        self._evaluate()

    def value(self, calls: Sequence[Call]) -> float:
        """Score difference, NS less EW, that follows these calls with the best calls and play."""
        return self._value(self._places(calls))

    def best(self, calls: Sequence[Call]) -> Call:
        """The lowest of the next calls that cost nothing: pass, then the numbers, then board."""
        before = self._places(calls)
        value = self._value(before)
        place = next(place for place in range(self._cards + 1) if self._is_worth((*before, place), value))
        return BOARD if place == self._cards else Call(place)

    def ns_tricks(self, calls: Sequence[Call]) -> int:
        """NS tricks with best play after four calls that are not all passes."""
        return self._search(self._leads[self._lead[self._places(calls)]])

    def _places(self, calls: Sequence[Call]) -> _Places:
        return tuple(self._cards if call.board else call.number for call in calls)

    def _value(self, calls: _Places) -> float:
        lower, upper = self._between(calls)
        while lower < upper:
            self._narrow(calls)
            lower, upper = self._between(calls)
        return lower

    def _is_worth(self, calls: _Places, value: float) -> bool:
        lower, upper = self._between(calls)
        while lower < upper and lower <= value <= upper:
            self._narrow(calls)
            lower, upper = self._between(calls)
        return lower == value == upper

    def _between(self, calls: _Places) -> tuple[float, float]:
        return float(self._lower[len(calls)][calls]), float(self._upper[len(calls)][calls])

    def _narrow(self, calls: _Places) -> None:
        """Search a lead on which the value that follows ``calls`` depends, while it is not known.

        Each side makes the call that promises most. Were the value known at the end of this path, it
        would be at the start.
        """
        while len(calls) < 4:
            after = len(calls) + 1
            if self._seats[len(calls)].side is Side.NS:
                call = self._upper[after][calls].argmax()
            else:
                call = self._lower[after][calls].argmin()
            calls = (*calls, int(call))
        self._search(self._leads[self._lead[calls]])
        self._evaluate()

    def _evaluate(self) -> None:
        """Bounds on all values from the bounds on tricks, last call first."""
        bounds = np.array([self._tricks[lead] for lead in self._leads])
        self._lower, self._upper = (self._backwards(bounds[:, end]) for end in (0, 1))

    def _backwards(self, tricks: _Indices) -> list[_Values]:
        """Values after 0, 1, ... 4 calls, given the NS tricks of every lead."""
        points, ns = _points(self._cards), tricks[self._lead]
        values = points[self._ns, ns] - points[self._ew, self._cards - ns]
        values[0, 0, 0, 0] = self._all_pass
        levels = [values]
        for seat in reversed(self._seats):
            values = values.max(axis=-1) if seat.side is Side.NS else values.min(axis=-1)
            levels.append(values)
        return levels[::-1]

    def _search(self, lead: _Lead) -> int:
        """NS tricks of a lead; they are remembered."""
        lower, upper = self._tricks[lead]
        if lower < upper:
            lower = upper = self._searches.ns(self._played(lead), str(lead))
            self._tricks[lead] = lower, upper
        return lower

    def _ask_for_all_tricks(self, lead: _Lead, side: Side) -> None:
        """Whether a side that called board succeeds: a quick question, most often answered by no."""
        lower, upper = self._tricks[lead]
        ns = self._cards if side is Side.NS else 1  # EW take all unless NS take one
        if lower < ns <= upper:
            takes = self._searches.takes(self._played(lead), ns, str(lead))
            self._tricks[lead] = (ns, upper) if takes else (lower, ns - 1)

    def _played(self, lead: _Lead) -> Position:
        deal = self._position
        return Position(
            deal.rules, trump=deal.trump, leader=lead.leader, hands=deal.hands, boards=lead.boards
        )

    def _that_matter(self, callers: Sequence[Seat]) -> tuple[Seat, ...]:
        """The board callers whose calls give the right to lead trumps to someone who can use it."""
        rules = self._position.rules
        if rules.trump_lead != "broken_or_board":
            return ()
        shares = rules.board_lead_scope == "side"
        return tuple(
            sorted(
                seat
                for seat in callers
                if self._has_choice(seat) or (shares and self._has_choice(seat.partner))
            )
        )

    def _has_choice(self, seat: Seat) -> bool:
        """Whether a hand has both trumps and plain cards."""
        deal = self._position
        trumps = [deal.suit_of(card) is deal.trump for card in deal.hands[seat]]
        return deal.trump is not None and any(trumps) and not all(trumps)
