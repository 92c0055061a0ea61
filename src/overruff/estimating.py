"""Estimates of many positions that are too long to be solved."""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from .arguments import worker_count
from .batch import Progress
from .position import Position
from .solver import solve

NODES = 20_000
"""Enough for a search that lets both sides try two leads and one other play, whole deals included."""


def estimate_many(
    positions: Iterable[Position],
    node_limit: int = NODES,
    threads: int | None = None,
    progress: Progress | None = None,
) -> npt.NDArray[np.float64]:
    """Estimates of NS tricks, in order, as ``float64[n]``: those of ``Solution.estimate``.

    ``node_limit``: cards played for each, so that the answer does not depend on the machine.
    ``threads``: workers, by default one per processor. ``progress``: called as ``progress(done, total)``.
    It stands in for ``solve_many`` where positions are too long, as ``value`` of ``expected_trumps``.
    """
    every = list(positions)
    found = np.empty(len(every))
    workers = worker_count(threads) or os.cpu_count() or 1
    with ThreadPoolExecutor(workers) as pool:
        try:
            answers = pool.map(lambda position: solve(position, node_limit=node_limit), every)
            for number, solution in enumerate(answers):
                found[number] = solution.estimate
                if progress is not None:
                    progress(number + 1, len(every))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return found
