"""Many positions at once: over threads here, or over any executor elsewhere."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from ._native import core
from .arguments import memory_bytes, worker_count
from .canonical import Records, canonical
from .encode import GAME_CODES, JOKER_RANKS, NO_TRUMP, RECORD, record
from .errors import PositionError
from .position import Position
from .solver import DEFAULT_MEMORY_MB, DEFAULT_OPTIONS, Options
from .store import Store

Progress = Callable[[int, int], object]
"""Called now and then as ``progress(done, total)``, the last time with ``done == total``."""

Numbers = npt.NDArray[np.int16]

# Enough chunks that workers finish together, each long enough to outweigh its journey.
_CHUNKS = 64
# Answers that are lost if the process is killed while it fills a store; many enough for all threads.
_STORED_AT_ONCE = 512

TABLE_TRUMPS: Final = 5
"""Rows of a table of ``tables_many``: S H D C and no trumps."""
UNKNOWN: Final = -1
"""Place of a table where a deal cannot have that trump."""


def solve_many(
    positions: Iterable[Position],
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | bool | None = None,
    *,
    store: Store | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    table: bool = True,
    bounds: bool = True,
    cover: bool = True,
) -> Numbers:
    """NS tricks of every position, in order, as ``int16[n]``; games may be mixed.

    ``threads``: workers sharing ``memory_mb`` megabytes of tables, by default one per processor
    (with an ``executor``: one in each of its tasks). ``executor``: any
    ``concurrent.futures.Executor``; it is given chunks of positions and stays open. ``progress``: a
    function, called as ``progress(done, total)``, or ``True`` for a bar of tqdm's. ``store``: answers
    in it are not searched for again, and new ones are added as they come; positions that differ only
    in names count as one. The values do not depend on any of these. ``table``, ``bounds`` and
    ``cover`` as in ``Solver``.

    An exception from ``progress`` or Ctrl-C stops the threads at once. With an ``executor`` the
    chunks not yet started are cancelled; those that its workers are at run to their end.
    Raises ``ValueError`` for ``threads`` or ``memory_mb`` below 1, ``StoreError`` if the store fails,
    ``ImportError`` for ``progress=True`` without tqdm.
    """
    options = Options(table=table, bounds=bounds, cover=cover)
    work = Work(threads, executor, store, memory_mb, options)
    return work.solve(as_records(positions), progress)


def tables_many(
    positions: Iterable[Position],
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | bool | None = None,
    *,
    store: Store | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
) -> Numbers:
    """NS tricks of every position for every trump and leader, as ``int16[n, 5, 4]``.

    The trumps are S H D C and none, the leaders N E S W; the rest of each position stays as it is, as
    in ``overruff.table``. -1 stands where the game has no such trump: no trumps in Arpaa, and while
    a hand holds a joker. The other arguments are those of ``solve_many``; ``progress`` counts places
    of tables. Raises ``PositionError`` if a card lies on a table.
    """
    return Work(threads, executor, store, memory_mb).tables(as_records(positions), progress)


def as_records(positions: Iterable[Position]) -> Records:
    """Positions as engine records, ``encode.RECORD[n]``."""
    return np.frombuffer(b"".join(map(record, positions)), RECORD)


@dataclass(frozen=True)
class Work:
    """How many records are to be solved; raises ``ValueError`` for a bad number."""

    threads: int | None = None
    executor: Executor | None = None
    store: Store | None = None
    memory_mb: int = DEFAULT_MEMORY_MB
    options: Options = field(default_factory=lambda: DEFAULT_OPTIONS)

    def __post_init__(self) -> None:
        if self.store is not None and not isinstance(self.store, Store):
            raise TypeError(f"store: a Store is needed, not {type(self.store).__name__}")
        worker_count(self.threads)
        memory_bytes(self.memory_mb)  # refused here, before any work is handed out

    def tables(self, deals: Records, progress: Progress | bool | None) -> Numbers:
        """``tables_many`` of records."""
        changed, possible = table_records(deals)
        tables = np.full(possible.shape, UNKNOWN, np.int16)
        tables[possible] = self.solve(changed[possible], progress)
        return tables

    def solve(self, records: Records, progress: Progress | bool | None) -> Numbers:
        """``solve_many`` of records."""
        with _reporting(progress) as tell:
            if self.store is not None:
                return self._solve_new(records, self.store, tell)
            values = np.empty(len(records), np.int16)
            with closing(self._parts(records, max(1, len(records)), tell)) as parts:
                for part, found in parts:
                    values[part] = found
            return values

    def _solve_new(self, records: Records, store: Store, tell: Progress | None) -> Numbers:
        """Each different position that the store does not know, once."""
        total, forms = len(records), canonical(records)
        values = np.empty(total, np.int16)
        places: dict[bytes, list[int]] = {}
        for place, key in enumerate(forms.keys):
            places.setdefault(key, []).append(place)
        known = store.find(list(places))
        for key, value in known.items():
            values[places[key]] = value

        unknown = [key for key in places if key not in known]
        first = np.array([places[key][0] for key in unknown], np.intp)
        before = total - sum(len(places[key]) for key in unknown)
        inner = None if tell is None else lambda done, _: tell(before + done, total)
        with closing(self._parts(records[first], _STORED_AT_ONCE, inner)) as parts:
            for part, found in parts:
                solved = forms.turned(found, first[part])
                store.add(dict(zip(unknown[part], solved.tolist(), strict=True)))
                for key, value in zip(unknown[part], solved, strict=True):
                    values[places[key]] = value
        if tell is not None and (before == total or before + len(unknown) < total):
            tell(total, total)
        return forms.turned(values)

    def _parts(
        self, records: Records, at_once: int, tell: Progress | None
    ) -> Generator[tuple[slice, Numbers], None, None]:
        """The values, part by part as they are finished; with an executor ``at_once`` is its own choice."""
        if self.executor is not None:
            yield from self._through(self.executor, records, tell)
            return
        threads, total = worker_count(self.threads) or os.cpu_count() or 1, len(records)
        for start in range(0, total, at_once):
            part = slice(start, start + at_once)
            step = None if tell is None else lambda done, _, start=start: tell(start + done, total)
            yield part, solve_records(as_bytes(records[part]), threads, self.memory_mb, step, self.options)

    def _through(
        self, executor: Executor, records: Records, tell: Progress | None
    ) -> Generator[tuple[slice, Numbers], None, None]:
        size = max(1, len(records) // _CHUNKS)
        parts: dict[Future[Numbers], slice] = {}
        try:
            for start in range(0, len(records), size):
                part = slice(start, min(start + size, len(records)))
                data = records[part].tobytes()
                future = executor.submit(
                    solve_records, data, self.threads or 1, self.memory_mb, None, self.options
                )
                parts[future] = part
            pending, done = set(parts), 0
            while pending:
                finished, pending = wait(pending, return_when=FIRST_COMPLETED)
                for future in finished:
                    part = parts[future]
                    yield part, future.result()  # a failed chunk stops the rest
                    done += part.stop - part.start
                if tell is not None:
                    tell(done, len(records))
        except BaseException:
            for future in parts:
                future.cancel()
            raise


def solve_records(
    data: bytes | npt.NDArray[np.uint8],
    threads: int,
    memory_mb: int,
    progress: Progress | None = None,
    options: Options = DEFAULT_OPTIONS,
) -> Numbers:
    """NS tricks of engine records laid end to end."""
    size = data.size if isinstance(data, np.ndarray) else len(data)
    ns = np.empty(size // core.DEAL_SIZE, np.int16)
    size_limit = memory_bytes(memory_mb)
    core.solve_many(data, ns, threads=threads, memory_bytes=size_limit, progress=progress, **options)
    return ns


def as_bytes(records: Records) -> npt.NDArray[np.uint8]:
    """Records as the bytes the engine reads."""
    return np.ascontiguousarray(records).view(np.uint8)


def table_records(deals: Records) -> tuple[Records, npt.NDArray[np.bool_]]:
    """The deals with every trump and leader, ``RECORD[n, 5, 4]``, and whether each can be.

    Raises ``PositionError`` naming the first deal with a card on the table.
    """
    begun = np.flatnonzero(deals["trick_len"])
    if len(begun):
        raise PositionError("trick", f"position {begun[0]}: a table is made between two tricks")
    n = len(deals)
    changed = np.repeat(deals, TABLE_TRUMPS * 4).reshape(n, TABLE_TRUMPS, 4)
    changed["trump"] = np.arange(TABLE_TRUMPS)[:, None]
    changed["leader"] = np.arange(4)
    counts = deals["counts"].reshape(n, 4, 4, 16)  # by hand, suit and rank
    jokers = counts[..., JOKER_RANKS].sum(axis=2)  # by hand and joker
    moved = changed["counts"].reshape(n, TABLE_TRUMPS, 4, 4, 4, 16)
    moved[..., JOKER_RANKS] = 0
    for suit in range(4):
        moved[:, suit, :, :, suit, JOKER_RANKS[0] : JOKER_RANKS[-1] + 1] = jokers[:, None]
    changed["counts"] = moved.reshape(changed["counts"].shape)

    possible = np.ones(changed.shape, bool)
    possible[:, NO_TRUMP] = ((deals["game"] != GAME_CODES["arpaa"]) & ~jokers.any(axis=(1, 2)))[:, None]
    return changed, possible


@contextmanager
def _reporting(progress: Progress | bool | None) -> Iterator[Progress | None]:
    """What to call with the progress; a bar of tqdm's is closed in the end."""
    if progress is not True:
        yield progress or None
        return
    try:
        from tqdm.auto import tqdm  # noqa: PLC0415 - an extra
    except ImportError:
        raise ImportError("progress=True needs tqdm: pip install 'overruff[progress]'") from None
    with tqdm(unit=" positions") as bar:

        def tell(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        yield tell
