"""The errors of the package: each is a ``ValueError``, but for the one that Ctrl-C raises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .solver import Plays, Solution

_QUOTED = 60
"""Most characters of the input that a message repeats."""


def quoted(value: object) -> str:
    """A faulty input as messages show it: its ``repr``, shortened if it is long."""
    shown = repr(value)
    return shown if len(shown) <= _QUOTED else f"{shown[: _QUOTED - 2]}…{shown[-1]}"


class PositionError(ValueError):
    """A text or position that cannot be: ``field`` is at fault, ``reason`` says why.

    ``str()`` shows one fault; ``faults`` lists all that were found, as ``"field: reason"``.
    """

    def __init__(self, field: str, reason: str, faults: Sequence[str] = ()) -> None:
        super().__init__(field, reason, tuple(faults))
        self.field = field
        self.reason = reason
        self.faults: tuple[str, ...] = tuple(faults) or (f"{field}: {reason}",)

    def __str__(self) -> str:
        return f"{self.field}: {self.reason}"


class IllegalPlay(ValueError):
    """A card that may not be played now; the text says why."""


class NotExact(ValueError):
    """An exact value was asked for, but only bounds on it are proven."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a search. What was proven until then is in ``solution``, and in ``plays``.

    Both are about the position that was being searched: of a table or a trace that is one of many.
    """

    def __init__(self, solution: Solution, plays: Plays | None = None) -> None:
        super().__init__("interrupted; what was proven is in .solution")
        self.solution = solution
        self.plays = plays


class StoreError(ValueError):
    """A file that is no store of answers, is damaged, or cannot be used now; the text names it."""
