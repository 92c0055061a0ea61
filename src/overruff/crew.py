"""The workers of a batch: they answer pieces of a file, in this process or in several."""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from .batch import solve_many
from .deal import Deal
from .inputs import InputError, InputLine, parse
from .position import Position
from .rowfiles import Answer, Piece
from .solver import DEFAULT_MEMORY_MB
from .store import Store

T = TypeVar("T")


@dataclass(frozen=True)
class Crew:
    """Who does the work."""

    executor: Executor
    workers: int
    how: tuple[dict[str, str | int], Store | str | None, int]
    """What ``_answers`` needs besides the lines."""

    def submit(self, piece: Piece) -> Future[list[Answer]]:
        return self.executor.submit(_answers, piece.texts, *self.how)


@contextmanager
def crew_of(workers: int, variants: dict[str, str | int], store: Path | None) -> Iterator[Crew]:
    """This process, or several that end with it, however it ends.

    ``variants``: options of the rules; ``store``: the file of a store. Raises ``StoreError``.
    """
    memory = max(1, DEFAULT_MEMORY_MB // workers)
    # Opened here in any case: checked once, and tidied up when all the others have closed it.
    with nullcontext() if store is None else Store(store) as opened:
        if workers == 1:
            yield Crew(_Here(), 1, (variants, opened, memory))
            return
        path = None if store is None else os.fspath(store)
        with _processes(workers) as executor:
            yield Crew(executor, workers, (variants, path, memory))


def finished(crew: Crew, pieces: Iterator[Piece]) -> Iterator[tuple[Piece, list[Answer]]]:
    """The answers to each piece, in the order in which they are finished."""
    pending: dict[Future[list[Answer]], Piece] = {}
    for piece in _and_then_none(pieces):
        if piece is not None:
            pending[crew.submit(piece)] = piece
        while pending and (piece is None or len(pending) >= 2 * crew.workers):
            for future in wait(pending, return_when=FIRST_COMPLETED).done:
                yield pending.pop(future), future.result()


def in_order(crew: Crew, pieces: Iterator[Piece]) -> Iterator[tuple[Piece, list[Answer]]]:
    """The answers to each piece, in the order of the pieces."""
    pending: deque[tuple[Piece, Future[list[Answer]]]] = deque()
    for piece in _and_then_none(pieces):
        if piece is not None:
            pending.append((piece, crew.submit(piece)))
        while pending and (piece is None or len(pending) >= 4 * crew.workers):
            first, future = pending.popleft()
            yield first, future.result()


def _and_then_none(items: Iterator[T]) -> Iterator[T | None]:
    yield from items
    yield None


def _answers(
    texts: Sequence[str | None],
    variants: dict[str, str | int],
    store: Store | str | None,
    memory_mb: int,
) -> list[Answer]:
    """The answers to position or deal lines: what a worker does."""
    answers: list[Answer] = [None] * len(texts)
    positions = {}
    for place, text in enumerate(texts):
        if text is not None:
            try:
                positions[place] = _position(text, variants)
            except (InputError, ValueError) as error:
                answers[place] = str(error).removeprefix(": ")
    known = _store(store) if isinstance(store, str) else store
    values = solve_many(positions.values(), threads=1, store=known, memory_mb=memory_mb)
    for (place, position), ns in zip(positions.items(), values.tolist(), strict=True):
        answers[place] = ns, position.tricks_left - ns
    return answers


def _position(text: str, variants: dict[str, str | int]) -> Position:
    """Of a line, or of a deal as JSON, which says itself what its rules are."""
    if text.startswith("{"):
        return Deal.from_json(text).position()
    return parse(InputLine("", text), variants)


@cache
def _store(path: str) -> Store:
    """The store of a worker, open as long as it lives; the one who gave the work has checked it."""
    store = Store(path, check=False)
    atexit.register(store.close)
    return store


class _Here(Executor):
    """Does the work at once, in this process."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        future: Future[T] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@contextmanager
def _processes(workers: int) -> Iterator[Executor]:
    others = set(multiprocessing.active_children())
    # Not forked: a forked worker would hold its brothers' pipes open and never hear that we are gone.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin_work)
    try:
        yield pool
    except BaseException:
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _begin_work() -> None:
    """A worker leaves Ctrl-C to the process that gave it work, and ends when that one is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
