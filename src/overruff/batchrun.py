"""Answers to the rows of a file by several processes, which may be stopped at any moment and gone on with.

The rows are cut into pieces. Every piece that is finished is kept in a journal beside the output, in
whatever order they finish; when all are, the input is read once more and written with the answers.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import IO, Final

from .crew import crew_of, finished, in_order
from .journal import Journal
from .rowfiles import Answer, Piece, Writer, read_rows, writer

Tell = Callable[[int, int | None], object]
"""Called with the number of rows finished and, where it is known, the number of all."""
Complain = Callable[[str], object]
"""Called with each row that could not be answered: ``"deals.txt line 3: reason"``."""

STREAM: Final = "-"
_PIECE = 64
"""Rows of a piece: what a kill can cost each worker."""
_BLOCK = 1 << 20


@dataclass(frozen=True)
class Job:
    """What is to be answered, and how it is read and written."""

    source: str
    """Name of the file, ``-`` for standard input."""
    target: str
    """Name of the file, ``-`` for standard output."""
    source_format: str
    target_format: str
    variants: dict[str, str | int]
    workers: int
    store: Path | None = None

    @property
    def journal(self) -> Path:
        """Where the finished pieces are kept until the whole is written."""
        return Path(f"{self.target}.journal")

    @property
    def place(self) -> Path:
        """Where the output goes: the target, or the file it is a link to."""
        return Path(os.path.realpath(self.target) if os.path.islink(self.target) else self.target)

    @property
    def columns(self) -> Path | None:
        """A Parquet file whose columns are written again."""
        return Path(self.source) if self.source_format == "parquet" else None


@dataclass(frozen=True)
class Summary:
    """What a finished job has done."""

    rows: int
    """Rows read, blank ones included."""
    answered: int
    errors: int
    resumed: int
    """Rows that an earlier run had finished."""


def run(job: Job, tell: Tell, complain: Complain) -> Summary:
    """Do the job; with files, go on where an earlier run of the same job was stopped.

    Ctrl-C stops the workers and is passed on; what is finished stays in the journal. Raises
    ``ValueError`` (``JournalError``, ``StoreError``) or ``OSError`` if a file is not what is needed.
    """
    return (_stream if STREAM in (job.source, job.target) else _resumable)(job, tell, complain)


def _resumable(job: Job, tell: Tell, complain: Complain) -> Summary:
    source = Path(job.source)
    digest, rows = _look_through(source)
    what = {
        "input": digest,
        "format": f"{job.source_format} to {job.target_format}",
        "--variant": json.dumps(job.variants, sort_keys=True),
        "version of overruff": version("overruff"),
    }
    total = None if job.source_format == "parquet" else rows  # a Parquet file has no lines
    with crew_of(job.workers, job.variants, job.store) as crew, Journal(job.journal, what) as journal:
        resumed, done = 0, 0

        def unfinished() -> Iterator[Piece]:
            nonlocal resumed, done
            for piece in _pieces(file, job):
                if piece.key in journal:
                    resumed += len(piece.rows)
                    done += len(piece.rows)
                else:
                    yield piece

        with source.open("rb") as file:
            for piece, answers in finished(crew, unfinished()):
                journal.add(piece.key, answers)
                done += len(piece.rows)
                tell(done, total)
        summary = _write(job, journal, complain, resumed)
        journal.remove()
    return summary


def _write(job: Job, journal: Journal, complain: Complain, resumed: int) -> Summary:
    """The whole output, put into its place at once."""
    with open(job.source, "rb") as file, _put_into_place(job) as output:
        count = _Count(job, complain)
        with writer(output, job.target_format, job.columns) as to:
            for piece in _pieces(file, job):
                try:
                    answers = journal[piece.key]
                except KeyError:
                    reason = f"changed while it was read; remove {job.journal} to begin anew"
                    raise ValueError(f"{job.source}: {reason}") from None
                count.write(to, piece, [tuple(a) if isinstance(a, list) else a for a in answers])
    return count.summary(resumed)


@contextmanager
def _put_into_place(job: Job) -> Iterator[IO[bytes]]:
    """A file that becomes the output when all is written; until then what was there stays."""
    part = Path(f"{job.place}.partial")
    with part.open("wb") as output:
        yield output
        output.flush()
        os.fsync(output.fileno())
    part.replace(job.place)
    _sync_folder(job.place.parent)


def _stream(job: Job, tell: Tell, complain: Complain) -> Summary:
    """Answers in the order of the rows, written as they come; nothing is kept to go on with."""
    with ExitStack() as stack:
        file: IO[bytes] = sys.stdin.buffer
        if job.source != STREAM:
            file = stack.enter_context(open(job.source, "rb"))
        crew = stack.enter_context(crew_of(job.workers, job.variants, job.store))
        output: IO[bytes] = sys.stdout.buffer
        if job.target != STREAM:
            output = stack.enter_context(_put_into_place(job))
        count = _Count(job, complain)
        with writer(output, job.target_format, job.columns) as to:
            for piece, answers in in_order(crew, _pieces(file, job)):
                count.write(to, piece, answers)
                output.flush()
                tell(count.rows, None)
        return count.summary(resumed=0)


class _Count:
    """Writes answered rows, and counts them and what was wrong."""

    def __init__(self, job: Job, complain: Complain) -> None:
        self._place = f"{'<stdin>' if job.source == STREAM else job.source} "
        self._place += "row" if job.source_format == "parquet" else "line"
        self._complain = complain
        self.rows = self.answered = self.errors = 0

    def write(self, to: Writer, piece: Piece, answers: Sequence[Answer]) -> None:
        told = [row.fault or answer for row, answer in zip(piece.rows, answers, strict=True)]
        to.write(piece.rows, told)
        self.rows += len(told)
        for row, answer in zip(piece.rows, told, strict=True):
            if isinstance(answer, str):
                self.errors += 1
                self._complain(f"{self._place} {row.number}: {answer}")
            elif answer is not None:
                self.answered += 1

    def summary(self, resumed: int) -> Summary:
        return Summary(self.rows, self.answered, self.errors, resumed)


def _look_through(path: Path) -> tuple[str, int]:
    """The digest of a file, and how many lines it has; raises ``ValueError`` if it is no file."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise ValueError(f"{path}: not a file that can be read twice; give - to read it as a stream")
    digest, lines, last = hashlib.sha256(), 0, b"\n"
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
            lines += block.count(b"\n")
            last = block[-1:]
    return digest.hexdigest(), lines + (last != b"\n")


def _pieces(file: IO[bytes], job: Job) -> Iterator[Piece]:
    rows = read_rows(file, job.source_format, whole=job.target_format == "jsonl")
    try:
        while piece := list(islice(rows, _PIECE)):
            yield Piece(piece)
    except ValueError as error:
        raise ValueError(f"{job.source}: {error}") from None


def _sync_folder(path: Path) -> None:
    """Make the new name of a file last, where the system can be asked to."""
    if os.name == "posix":
        folder = os.open(path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
