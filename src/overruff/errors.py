"""The errors of the package; all of them are ``ValueError``."""

from __future__ import annotations

from collections.abc import Sequence


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
