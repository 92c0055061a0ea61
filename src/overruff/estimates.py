"""Estimates of values that are not proven, with the error that each kind of estimate was found to have."""

from __future__ import annotations

from typing import Final


class Estimate(float):
    """Tricks, as a float, with ``error``: the mean absolute error of estimates made the same way.

    ``error`` is 0 exactly where the value is proven. Above the sizes that can be solved exactly the
    figure is extrapolated; docs/performance.md tells how it was measured.
    """

    error: float

    def __new__(cls, value: float, error: float = 0.0) -> Estimate:
        """``value`` and ``error`` in tricks."""
        self = super().__new__(cls, value)
        self.error = error
        return self

    def __repr__(self) -> str:
        return f"Estimate({float(self)!r}, error={self.error!r})"

    def __reduce__(self) -> tuple[type[Estimate], tuple[float, float]]:  # for copies and pickles
        return Estimate, (float(self), self.error)


# Mean absolute error of each method at 12 tricks and its growth with every trick more: measured at
# 12 to 16 cards by benches/long_positions.py (rows "methods"), and for whole deals, where nothing
# exact is known, set so that they agree with what self-play showed. Methods: a glance at the high
# cards, then searches that let each side try 1, 2, 3, 5 leads and 1, 1, 2, 3 other plays.
_ERRORS: Final = ((0.9, 0.30), (0.7, 0.12), (0.45, 0.085), (0.25, 0.09), (0.2, 0.09))


def estimate(value: float, method: int, lower: int, upper: int, tricks: int) -> Estimate:
    """The engine's estimate within proven bounds, with its error."""
    if lower == upper:
        return Estimate(float(lower))
    at_12, growth = _ERRORS[method]
    error = at_12 + growth * max(0, tricks - 12)
    return Estimate(value, round(min(error, (upper - lower) / 2), 2))
