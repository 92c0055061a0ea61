"""Checks of arguments that are plain numbers: one clear message naming the argument."""

from __future__ import annotations

import operator
from numbers import Real

_MOST_SECONDS = 1e9
_MOST_NODES = 2**63 - 1
_MOST_MEGABYTES = 2**30
_MOST_THREADS = 2**15


def integer(name: str, value: object) -> int:
    """The value as an ``int``; raises ``TypeError`` for anything that is no integer."""
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name}: an integer is needed, not {type(value).__name__}") from None


def positive(name: str, value: object) -> int:
    """An integer of at least 1; raises ``TypeError`` or ``ValueError``."""
    number = integer(name, value)
    if number < 1:
        raise ValueError(f"{name}: {number} is not at least 1")
    return number


def worker_count(threads: int | None) -> int | None:
    """The argument ``threads``, where ``None`` leaves the choice open."""
    return None if threads is None else min(positive("threads", threads), _MOST_THREADS)


def memory_bytes(memory_mb: int) -> int:
    """The argument ``memory_mb`` in bytes."""
    return min(positive("memory_mb", memory_mb), _MOST_MEGABYTES) << 20


def budget(time_limit: float | None, node_limit: int | None) -> tuple[float, int]:
    """The limits as the engine takes them, where 0 stands for none.

    Limits beyond what the engine can count are as good as the highest it can.
    """
    seconds, nodes = 0.0, 0
    if time_limit is not None:
        if not isinstance(time_limit, Real):
            raise TypeError(f"time_limit: a number of seconds is needed, not {type(time_limit).__name__}")
        if not time_limit >= 0:
            raise ValueError(f"time_limit: {time_limit} is not a number of seconds")
        seconds = float(min(max(time_limit, 1e-9), _MOST_SECONDS))
    if node_limit is not None:
        number = integer("node_limit", node_limit)
        if number < 0:
            raise ValueError(f"node_limit: {number} is negative")
        nodes = min(max(number, 1), _MOST_NODES)
    return seconds, nodes
