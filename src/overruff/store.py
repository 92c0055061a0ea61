"""Answers remembered in a file: an SQLite database from canonical position to tricks.

Several processes may use one store at the same time. A file that is no store, or a damaged one, is
refused before anything is written to it. Only proven values are kept.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Final
from urllib.parse import quote

from .canonical import KEY_BYTES
from .errors import StoreError

APPLICATION_ID: Final = 0x6F766572
"""Marks the file, ``over`` in letters."""
FORMAT: Final = 1
"""Number of the format: of the table, and of what ``canonical`` makes a key of."""

_SCHEMA = (
    "CREATE TABLE answers ("
    f"position BLOB PRIMARY KEY CHECK (length(position) = {KEY_BYTES}), "
    "tricks INTEGER NOT NULL CHECK (tricks BETWEEN 0 AND 36)) WITHOUT ROWID"
)
_ADD = "INSERT INTO answers VALUES (?, ?) ON CONFLICT (position) DO NOTHING"
_MAGIC = b"SQLite format 3\0"
_HEADER = 100
_FORMAT_AT, _APPLICATION_AT = 60, 68  # four bytes each, big-endian
_QUESTION = 500
"""Keys asked for at once; SQLite allows at least 999 parameters."""


class Store:
    """A store of answers at ``path``, made if there is none yet; a context manager.

    ``timeout``: seconds to wait for other processes that are writing. ``check``: whether the whole
    file is looked through for damage first (a second for some ten million answers). May be used by
    several threads. Raises ``StoreError`` if the file is something else or damaged, without having
    changed it, and later if it cannot be read or written; ``OSError`` if it cannot be opened.
    """

    def __init__(self, path: str | os.PathLike[str], *, timeout: float = 60.0, check: bool = True) -> None:
        self.path = Path(path)
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        if not self.path.exists():
            _make(self.path)
        _check_header(self.path)
        if check:
            _check_content(self.path, timeout)
        with self._errors():
            self._connection = _connect(self.path, "rw", timeout)
            # The log is flushed when it is merged into the file: after a power cut the last answers
            # may be missing, but the store is whole.
            self._connection.execute("PRAGMA synchronous=NORMAL")

    def __repr__(self) -> str:
        return f"Store({str(self.path)!r})"

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; a closed store cannot be used again."""
        with self._lock, self._errors():
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def __len__(self) -> int:
        """Number of answers."""
        with self._use() as connection:
            (count,) = connection.execute("SELECT count(*) FROM answers").fetchone()
        return int(count)

    def find(self, keys: Sequence[bytes]) -> dict[bytes, int]:
        """The answers there are to these keys (``Canonical.keys``): tricks of the leader's side."""
        found: dict[bytes, int] = {}
        with self._use() as connection:
            for start in range(0, len(keys), _QUESTION):
                part = keys[start : start + _QUESTION]
                places = ",".join("?" * len(part))
                question = f"SELECT position, tricks FROM answers WHERE position IN ({places})"
                found.update(connection.execute(question, part))
        return found

    def add(self, answers: Mapping[bytes, int]) -> None:
        """Remember answers, all of them or (when that fails) none."""
        with self._use() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                connection.executemany(_ADD, sorted(answers.items()))
                connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
                raise

    @contextmanager
    def _use(self) -> Iterator[sqlite3.Connection]:
        with self._lock, self._errors():
            if self._connection is None:
                raise StoreError(f"{self.path}: the store is closed")
            yield self._connection

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: {error}") from None


def _connect(path: Path, mode: str, timeout: float) -> sqlite3.Connection:
    """``mode``: ``ro``, ``rw``, or ``ro&immutable=1``, which takes no locks and makes no files."""
    uri = f"file:{quote(os.fspath(path.absolute()))}?mode={mode}"
    return sqlite3.connect(uri, timeout, uri=True, isolation_level=None, check_same_thread=False)


def _make(path: Path) -> None:
    """A new empty store, there as a whole or not at all; if another process is quicker, its one stays."""
    new = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        new.open("xb").close()
    except OSError as error:
        error.filename = os.fspath(path)
        raise
    try:
        connection = _connect(new, "rw", 0)
        try:
            connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version={FORMAT}")
            connection.execute(_SCHEMA)
            connection.execute("PRAGMA journal_mode=WAL")
        finally:
            connection.close()
        with suppress(FileExistsError):
            os.link(new, path)
    finally:
        new.unlink()


def _check_header(path: Path) -> None:
    """Refuse what is no store by its first bytes, before SQLite looks at it."""
    with path.open("rb") as file:
        header = file.read(_HEADER)
    if not header:
        raise StoreError(f"{path}: empty, not a store of overruff")
    if len(header) < _HEADER or not header.startswith(_MAGIC):
        raise StoreError(f"{path}: not a store of overruff")
    if _number(header, _APPLICATION_AT) != APPLICATION_ID:
        raise StoreError(f"{path}: an SQLite file of another program, not a store of overruff")
    if _number(header, _FORMAT_AT) != FORMAT:
        found = _number(header, _FORMAT_AT)
        raise StoreError(f"{path}: a store in format {found}, but this version of overruff knows {FORMAT}")


def _number(header: bytes, place: int) -> int:
    return int.from_bytes(header[place : place + 4], "big")


def _check_content(path: Path, timeout: float) -> None:
    """Refuse a damaged store, reading only."""
    log = path.with_name(path.name + "-wal")
    problem: str | None = None
    # While nobody uses it, it is read without the side files SQLite would leave behind. Another process
    # may begin to write just then, so what looks like damage is looked at again.
    for _ in range(2):
        in_use = log.exists() and log.stat().st_size > 0
        problem = _problem(path, "ro" if in_use else "ro&immutable=1", timeout)
        if problem is None:
            return
    raise StoreError(f"{path}: damaged: {problem}")


def _problem(path: Path, mode: str, timeout: float) -> str | None:
    connection = _connect(path, mode, timeout)
    try:
        schema: Iterable[tuple[str | None]] = connection.execute("SELECT sql FROM sqlite_master").fetchall()
        if list(schema) != [(_SCHEMA,)]:
            return "its table is not the one of a store"
        (result,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        return None if result == "ok" else " ".join(str(result).split())
    except sqlite3.Error as error:
        return str(error)
    finally:
        connection.close()
