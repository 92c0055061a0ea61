"""Many positions at once: over threads here, or over any executor elsewhere."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait

import numpy as np
import numpy.typing as npt

from ._native import core
from .arguments import memory_bytes, worker_count
from .encode import record
from .position import Position
from .solver import DEFAULT_MEMORY_MB

Progress = Callable[[int, int], object]
"""Called now and then as ``progress(done, total)``, the last time with ``done == total``."""

# Enough chunks that workers finish together, each long enough to outweigh its journey.
_CHUNKS = 64


def solve_many(
    positions: Iterable[Position],
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    *,
    memory_mb: int = DEFAULT_MEMORY_MB,
) -> npt.NDArray[np.int16]:
    """NS tricks of every position, in order, as ``int16[n]``; games may be mixed.

    ``threads``: workers sharing ``memory_mb`` megabytes of tables, by default one per processor
    (with an ``executor``: one in each of its tasks). ``executor``: any
    ``concurrent.futures.Executor``; it is given chunks of positions and stays open. The values do
    not depend on threads or executor. An exception from ``progress`` or Ctrl-C stops all work.
    Raises ``ValueError`` for ``threads`` below 1.
    """
    threads = worker_count(threads)
    memory_bytes(memory_mb)  # refused here, before any work is handed out
    records = [bytes(record(position)) for position in positions]
    if executor is None:
        workers = threads or os.cpu_count() or 1
        return solve_records(b"".join(records), workers, memory_mb, progress)
    return _through_executor(executor, records, threads or 1, memory_mb, progress)


def solve_records(
    records: bytes | bytearray | memoryview | npt.NDArray[np.uint8],
    threads: int,
    memory_mb: int,
    progress: Progress | None = None,
) -> npt.NDArray[np.int16]:
    """NS tricks of engine records laid end to end."""
    size = records.size if isinstance(records, np.ndarray) else len(records)
    ns = np.empty(size // core.DEAL_SIZE, np.int16)
    core.solve_many(records, ns, threads=threads, memory_bytes=memory_bytes(memory_mb), progress=progress)
    return ns


def _through_executor(
    executor: Executor,
    records: list[bytes],
    threads: int,
    memory_mb: int,
    progress: Progress | None,
) -> npt.NDArray[np.int16]:
    size = max(1, len(records) // _CHUNKS)
    chunks = [records[i : i + size] for i in range(0, len(records), size)]
    futures: list[Future[npt.NDArray[np.int16]]] = []
    try:
        for chunk in chunks:
            futures.append(executor.submit(solve_records, b"".join(chunk), threads, memory_mb))
        lengths = dict(zip(futures, map(len, chunks), strict=True))
        pending, done = set(futures), 0
        while pending:
            finished, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in finished:
                future.result()  # a failed chunk stops the rest
                done += lengths[future]
            if progress is not None:
                progress(done, len(records))
    except BaseException:
        for future in futures:
            future.cancel()
        raise
    parts = [future.result() for future in futures]
    return np.concatenate(parts) if parts else np.empty(0, np.int16)
