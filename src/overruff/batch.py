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
from .solver import DEFAULT_MEMORY_MB, DEFAULT_OPTIONS, Options

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
    table: bool = True,
    bounds: bool = True,
    cover: bool = True,
) -> npt.NDArray[np.int16]:
    """NS tricks of every position, in order, as ``int16[n]``; games may be mixed.

    ``threads``: workers sharing ``memory_mb`` megabytes of tables, by default one per processor
    (with an ``executor``: one in each of its tasks). ``executor``: any
    ``concurrent.futures.Executor``; it is given chunks of positions and stays open. The values do
    not depend on threads or executor. ``table``, ``bounds`` and ``cover`` as in ``Solver``.

    An exception from ``progress`` or Ctrl-C stops the threads at once. With an ``executor`` the
    chunks not yet started are cancelled; those that its workers are at run to their end.
    Raises ``ValueError`` for ``threads`` or ``memory_mb`` below 1.
    """
    threads = worker_count(threads)
    memory_bytes(memory_mb)  # refused here, before any work is handed out
    options = Options(table=table, bounds=bounds, cover=cover)
    records = [bytes(record(position)) for position in positions]
    if executor is None:
        workers = threads or os.cpu_count() or 1
        return solve_records(b"".join(records), workers, memory_mb, progress, options)
    return _through_executor(executor, records, threads or 1, memory_mb, progress, options=options)


def solve_records(
    records: bytes | bytearray | memoryview | npt.NDArray[np.uint8],
    threads: int,
    memory_mb: int,
    progress: Progress | None = None,
    options: Options = DEFAULT_OPTIONS,
) -> npt.NDArray[np.int16]:
    """NS tricks of engine records laid end to end."""
    size = records.size if isinstance(records, np.ndarray) else len(records)
    ns = np.empty(size // core.DEAL_SIZE, np.int16)
    size_limit = memory_bytes(memory_mb)
    core.solve_many(records, ns, threads=threads, memory_bytes=size_limit, progress=progress, **options)
    return ns


def _through_executor(
    executor: Executor,
    records: list[bytes],
    threads: int,
    memory_mb: int,
    progress: Progress | None,
    *,
    options: Options,
) -> npt.NDArray[np.int16]:
    size = max(1, len(records) // _CHUNKS)
    chunks = [records[i : i + size] for i in range(0, len(records), size)]
    futures: list[Future[npt.NDArray[np.int16]]] = []
    try:
        for chunk in chunks:
            part = b"".join(chunk)
            futures.append(executor.submit(solve_records, part, threads, memory_mb, None, options))
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
