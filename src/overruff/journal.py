"""What a batch has finished so far, in a file beside its output, so that it can be stopped at any moment.

After a line that says what the batch is come records: the key of a piece of work, then its result. A
record is handed to the operating system whole before the next piece begins to count as done; what a
kill left half written at the end is cut off when the journal is opened again.
"""

from __future__ import annotations

import errno
import json
import os
import struct
import time
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import IO, Any, Final
from zlib import crc32

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # Windows: nobody checks whether two processes use one journal
    fcntl = None

_MAGIC: Final = b"overruff batch journal 1 "
_RECORD = struct.Struct(">16sII")  # key, length of the result, its checksum
_LONGEST_HEADER = 1 << 16
_SYNC_SECONDS = 1.0


class JournalError(ValueError):
    """A journal that is not of this batch, or no journal; the text names it. It is left as it is."""


class Journal:
    """The results of a batch by key, kept in the file ``path``, which is made or gone on with.

    ``batch`` says what the batch is, as strings by name; a journal in which one of them differs is
    refused. Used as a context manager it is closed at the end; ``remove`` deletes it.
    """

    def __init__(self, path: Path, batch: Mapping[str, str]) -> None:
        """Raises ``JournalError``, or ``OSError`` if the file cannot be opened."""
        self.path = path
        self._places: dict[bytes, tuple[int, int]] = {}
        self._synced = time.monotonic()
        # Unbuffered: a result that was added is in the file even if the process is killed.
        self._file: IO[bytes] = open(path, "a+b", buffering=0)  # noqa: SIM115 - closed by close
        try:
            self._lock()
            self._open(dict(batch))
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, key: bytes) -> bool:
        return key in self._places

    def __getitem__(self, key: bytes) -> Any:
        """The result of that key; raises ``KeyError``."""
        place, length = self._places[key]
        self._file.seek(place)
        return json.loads(self._file.read(length))

    def add(self, key: bytes, result: object) -> None:
        """Keep a result, anything that is JSON; ``key``: 16 bytes."""
        data = json.dumps(result, separators=(",", ":")).encode()
        end = self._file.seek(0, os.SEEK_END)
        record = _RECORD.pack(key, len(data), crc32(data)) + data
        if self._file.write(record) != len(record):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self.path))
        self._places[key] = end + _RECORD.size, len(data)
        if time.monotonic() - self._synced > _SYNC_SECONDS:  # a power cut loses no more than this
            self._sync()

    def close(self) -> None:
        """Close the file and leave it for the next run, if there is a result in it."""
        if not self._file.closed:
            self._sync()
            if not self._places:
                self.path.unlink()
            self._file.close()

    def remove(self) -> None:
        """Delete it: the work is done."""
        self.path.unlink()
        self._file.close()

    def _sync(self) -> None:
        os.fsync(self._file.fileno())
        self._synced = time.monotonic()

    def _lock(self) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise JournalError(f"{self.path}: another process is at work on this batch") from None

    def _open(self, batch: dict[str, str]) -> None:
        self._file.seek(0)
        header = self._file.read(_LONGEST_HEADER).partition(b"\n")
        if not header[1] and (header[0].startswith(_MAGIC) or _MAGIC.startswith(header[0])):
            self._begin(batch)  # new, or stopped while its first line was written
            return
        if not header[0].startswith(_MAGIC):
            raise JournalError(f"{self.path}: not a journal of a batch; move it away to begin")
        try:
            found = dict(json.loads(header[0][len(_MAGIC) :]))
        except (ValueError, TypeError):
            raise JournalError(f"{self.path}: damaged; remove it to begin anew") from None
        size = self._file.seek(0, os.SEEK_END)
        changed = [name for name in {**batch, **found} if batch.get(name) != found.get(name)]
        if changed and size == len(header[0]) + 1:
            self._begin(batch)  # of another one, which had no result yet
            return
        if changed:
            raise JournalError(
                f"{self.path}: of an unfinished batch with a different {' and '.join(changed)}: run it as it "
                "was to go on, or remove this file to begin anew"
            )
        self._find_records(len(header[0]) + 1)

    def _begin(self, batch: dict[str, str]) -> None:
        self._file.truncate(0)
        self._file.write(_MAGIC + json.dumps(batch).encode() + b"\n")

    def _find_records(self, place: int) -> None:
        size = self._file.seek(0, os.SEEK_END)
        with open(self.path, "rb") as file:
            file.seek(place)
            while len(head := file.read(_RECORD.size)) == _RECORD.size:
                key, length, checksum = _RECORD.unpack(head)
                if length > size - place or crc32(file.read(length)) != checksum:
                    break
                self._places[key] = place + _RECORD.size, length
                place = file.tell()
        self._file.truncate(place)
