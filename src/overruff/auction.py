"""The auction of Back Alley: one call of each player, clockwise from the dealer's left."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from .arguments import integer
from .cards import Seat, Side, as_seat
from .errors import PositionError, quoted
from .rules import Rules

_NUMBER = re.compile("[1-9][0-9]?", re.ASCII)
LEVELS: Final = ("", "board", "double board", "triple board", "quadruple board")
"""What the first, second, third and fourth board call of an auction are named."""


@dataclass(frozen=True, repr=False)
class Call:
    """A pass (number 0), a number of tricks, or board: all of them."""

    number: int = 0
    board: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "number", integer("number", self.number))
        if self.number < 0 or (self.board and self.number):
            board = " with board" if self.board else ""
            raise ValueError(f"number: {quoted(self.number)}{board} is not a call")

    @classmethod
    def parse(cls, text: str) -> Call:
        """Read ``P``, ``3`` or ``B``; raises ``PositionError`` for other text."""
        if text == "P":
            return PASS
        if text == "B":
            return BOARD
        if not _NUMBER.fullmatch(text):
            raise PositionError("calls", f"{quoted(text)} is not a call: P, a number such as 3, or B")
        return cls(int(text))

    def __str__(self) -> str:
        return "B" if self.board else str(self.number or "P")

    def __repr__(self) -> str:
        return f"Call.parse({str(self)!r})"


PASS: Final = Call()
BOARD: Final = Call(board=True)


def parse_calls(text: str) -> tuple[Call, ...]:
    """Read ``3,4,P,B``, calls in the order they were made; raises ``PositionError``."""
    return tuple(map(Call.parse, text.split(","))) if text else ()


def format_calls(calls: Iterable[Call]) -> str:
    """The inverse of ``parse_calls``."""
    return ",".join(map(str, calls))


@dataclass(frozen=True)
class Auction:
    """The calls so far, and what follows from them; raises ``PositionError`` naming a bad one.

    The k-th board call of the auction, by whichever side, is of level k: board, double, triple and
    quadruple board.
    """

    rules: Rules
    dealer: Seat
    cards: int
    """Cards in each hand."""
    calls: tuple[Call, ...] = ()
    """Calls in the order they were made, the first by the dealer's left."""

    def __post_init__(self) -> None:
        rules = self.rules
        if not rules.limits_trump_leads:
            raise PositionError("calls", f"{rules.game} has no auction")
        object.__setattr__(self, "dealer", as_seat("dealer", self.dealer))
        object.__setattr__(self, "calls", tuple(self.calls))
        if not 1 <= integer("cards", self.cards) <= rules.max_hand:
            raise PositionError("cards", f"{self.cards} is not 1 to {rules.max_hand}, a hand of {rules.game}")
        if len(self.calls) > 4:
            raise PositionError("calls", f"{len(self.calls)} given, at most 4 are made")
        for number, (seat, call) in enumerate(zip(self.seats, self.calls, strict=False), 1):
            if not isinstance(call, Call):
                raise TypeError(f"calls: a Call is needed, not {type(call).__name__}")
            if call.number > self.highest_number:
                raise PositionError(
                    "calls", f"call {number}, {seat} {call}: a number must be less than {self.cards}"
                )

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The four seats in the order in which they call."""
        return self.rules.playing_order(self.rules.playing_order(self.dealer)[1])

    @property
    def highest_number(self) -> int:
        """The highest number that may be called, one less than there are tricks."""
        return self.cards - 1

    @property
    def is_over(self) -> bool:
        """Whether all four have called."""
        return len(self.calls) == 4

    @property
    def all_passed(self) -> bool:
        """Whether all four have passed: the cards are dealt again."""
        return self.is_over and not any(call.board or call.number for call in self.calls)

    @property
    def turn(self) -> Seat | None:
        """The seat to call; ``None`` once all have."""
        return None if self.is_over else self.seats[len(self.calls)]

    def legal_calls(self) -> list[Call]:
        """The calls open to the seat whose turn it is: pass, the numbers, board."""
        if self.is_over:
            return []
        return [PASS, *map(Call, range(1, self.highest_number + 1)), BOARD]

    def with_call(self, call: Call | str) -> Auction:
        """The auction after one more call; raises ``PositionError`` if it cannot be made."""
        call = Call.parse(call) if isinstance(call, str) else call
        return replace(self, calls=(*self.calls, call))

    def call_of(self, seat: Seat) -> Call | None:
        """What a seat has called; ``None`` if it has not called yet."""
        place = self.seats.index(seat)
        return self.calls[place] if place < len(self.calls) else None

    @property
    def _boards(self) -> list[Seat]:
        """The seats that called board, in the order of their calls."""
        return [seat for seat, call in zip(self.seats, self.calls, strict=False) if call.board]

    @property
    def boards(self) -> frozenset[Seat]:
        """The seats that called board, at any level."""
        return frozenset(self._boards)

    def level_of(self, seat: Seat) -> int:
        """The level of a seat's board call, 1 to 4; 0 if it has not called board."""
        boards = self._boards
        return boards.index(seat) + 1 if seat in boards else 0

    def level(self, side: Side) -> int:
        """The higher level of the two partners; 0 if neither has called board."""
        return max(self.level_of(seat) for seat in Seat if seat.side is side)

    def total(self, side: Side) -> int:
        """The sum of the two partners' numbers, which counts only if neither has called board."""
        calls = zip(self.seats, self.calls, strict=False)
        return sum(call.number for seat, call in calls if seat.side is side)

    @property
    def leader(self) -> Seat:
        """Who leads to the first trick: the last board caller, else the first with the highest number.

        Raises ``PositionError`` if the auction is not over or all have passed.
        """
        if not self.is_over:
            raise PositionError("calls", f"{len(self.calls)} given, 4 needed to know who leads")
        if self.all_passed:
            raise PositionError("calls", "all four passed, nobody leads")
        if self._boards:
            return self._boards[-1]
        numbers = [call.number for call in self.calls]
        return self.seats[numbers.index(max(numbers))]

    def __str__(self) -> str:
        """``E 3, S board, W pass, N double board``."""
        return ", ".join(
            f"{seat} {LEVELS[self.level_of(seat)] or call.number or 'pass'}"
            for seat, call in zip(self.seats, self.calls, strict=False)
        )
