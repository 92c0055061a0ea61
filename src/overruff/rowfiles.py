"""Files of many positions, read row by row and written again with answers: text, JSON Lines, Parquet.

A row keeps its number: line or row ``k`` of what is written answers line or row ``k`` of what was read.
Only a few rows are in memory at a time.
"""

from __future__ import annotations

import hashlib
import importlib
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final

from .inputs import content

Answer = tuple[int, int] | str | None
"""Tricks of NS and EW, or why there are none; ``None`` for a row without a question."""

FORMATS: Final = ("text", "jsonl", "parquet")
SUFFIXES: Final = {".txt": "text", ".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet"}
NAMES: Final = ("position", "deal")
"""Keys or columns that may hold the line, in this order."""

_ANSWERS = ("ns", "ew", "error")
_ROW_GROUP = 1 << 16


@dataclass(frozen=True)
class Row:
    """One line of a text or JSON file, or one row of a Parquet file."""

    number: int
    """Counted from 1."""
    text: str | None
    """The position or deal line, or the JSON form of a deal, if there is one."""
    source: Any
    """What is written again: the line of a text file; of others the object, ``None`` if it is blank."""
    fault: str | None = None
    """Why there is no line, where there should be one."""


@dataclass(frozen=True)
class Piece:
    """Some rows that follow each other, answered together."""

    rows: Sequence[Row]

    @property
    def texts(self) -> list[str | None]:
        return [row.text for row in self.rows]

    @property
    def key(self) -> bytes:
        """Tells the pieces of a file apart, and what is asked in them."""
        what = json.dumps([self.rows[0].number, self.texts]).encode()
        return hashlib.blake2b(what, digest_size=16).digest()


def format_of(name: str, chosen: str | None) -> str:
    """The format of a file by its suffix, else the one chosen; raises ``ValueError``."""
    found = SUFFIXES.get(Path(name).suffix.lower(), chosen)
    if found is None:
        raise ValueError(f"{name}: no format by its suffix ({' '.join(SUFFIXES)}); give --format")
    return found


# Reading


def read_rows(file: IO[bytes], format_: str, whole: bool = True) -> Iterator[Row]:
    """The rows of a file; ``whole``: with everything else a row of Parquet has, not its line alone.

    Raises ``ValueError`` if it is no Parquet file, or has no column of lines.
    """
    if format_ == "parquet":
        return _parquet_rows(file, whole)
    return _text_rows(file) if format_ == "text" else _json_rows(file)


def _lines(file: IO[bytes]) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(file, 1):
        # Bytes that are no UTF-8 become a character that no field accepts.
        text = line.decode("utf-8-sig" if number == 1 else "utf-8", errors="replace")
        yield number, text.rstrip("\r\n")


def _text_rows(file: IO[bytes]) -> Iterator[Row]:
    for number, line in _lines(file):
        yield Row(number, content(line) or None, line)


def _json_rows(file: IO[bytes]) -> Iterator[Row]:
    for number, line in _lines(file):
        if not line.strip():
            yield Row(number, None, None)
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            yield Row(number, None, {"line": line}, f"not JSON: {error}")
            continue
        if isinstance(value, dict):
            yield _object_row(number, value)
        else:
            yield Row(number, None, {"line": line}, "not a JSON object")


def _object_row(number: int, value: dict[str, Any]) -> Row:
    name = next((name for name in NAMES if name in value), None)
    if name is None and "dealer" in value:  # the object is a deal itself
        return Row(number, json.dumps(_without_answers(value)), value)
    if name is None:
        return Row(number, None, value, f"no key {' or '.join(NAMES)}")
    text = value[name]
    if not isinstance(text, str):
        return Row(number, None, value, f"{name}: not text")
    return Row(number, _without_surrogates(text), value)


def _parquet_rows(file: IO[bytes], whole: bool) -> Iterator[Row]:
    with _parquet_errors() as pyarrow:
        source = pyarrow.parquet.ParquetFile(file)
        names = [name for name in NAMES if name in source.schema_arrow.names]
        if not names:
            raise ValueError(f"no column {' or '.join(NAMES)}")
        number = 0
        for batch in source.iter_batches(batch_size=1024, columns=None if whole else names[:1]):
            for value in batch.to_pylist():
                number += 1
                yield _object_row(number, value)


# Writing


class Writer(ABC):
    """Writes rows with their answers; a context manager at whose end all is written. The file stays open."""

    @abstractmethod
    def write(self, rows: Sequence[Row], answers: Sequence[Answer]) -> None:
        """Add these rows."""

    @abstractmethod
    def finish(self) -> None:
        """Write what is left."""

    @abstractmethod
    def abandon(self) -> None:
        """Let go of the file after an error."""

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.finish()
        else:
            self.abandon()


def writer(file: IO[bytes], format_: str, source: Path | None) -> Writer:
    """A writer to ``file``. ``source``: the Parquet file the rows are read from, if it is one.

    A Parquet file keeps the columns of a Parquet source; of other sources only the line is kept.
    """
    if format_ == "parquet":
        return _ParquetWriter(file, source)
    return _LineWriter(file, _text_line if format_ == "text" else _json_line)


class _LineWriter(Writer):
    def __init__(self, file: IO[bytes], line: Callable[[Row, Answer], str]) -> None:
        self._file = file
        self._line = line

    def write(self, rows: Sequence[Row], answers: Sequence[Answer]) -> None:
        lines = [self._line(row, answer) + "\n" for row, answer in zip(rows, answers, strict=True)]
        self._file.write("".join(lines).encode("utf-8", errors="replace"))

    def finish(self) -> None:
        self._file.flush()

    def abandon(self) -> None:
        pass


def _text_line(row: Row, answer: Answer) -> str:
    if answer is None:
        return row.source if isinstance(row.source, str) else ""
    line = (row.text or "").replace("\r", " ").replace("\n", " ")  # a line of JSON may hold several
    if isinstance(answer, str):
        return f"NS ?  EW ?  {line}  # {answer}"
    return f"NS {answer[0]}  EW {answer[1]}  {line}"


def _json_line(row: Row, answer: Answer) -> str:
    if answer is None:
        return ""
    value = _object(row) | _as_object(answer)
    line = json.dumps(value, ensure_ascii=False, default=str)
    # Half a surrogate pair has no UTF-8.
    return line if _without_surrogates(line) == line else json.dumps(value, default=str)


def _without_surrogates(text: str) -> str:
    return text.encode("utf-8", errors="replace").decode("utf-8")


def _object(row: Row) -> dict[str, Any]:
    return _without_answers(row.source) if isinstance(row.source, dict) else {NAMES[0]: row.text}


def _without_answers(value: dict[str, Any]) -> dict[str, Any]:
    """Without those it may have had before."""
    return {name: held for name, held in value.items() if name not in _ANSWERS}


def _as_object(answer: Answer) -> dict[str, Any]:
    if isinstance(answer, str):
        return {"error": answer}
    return {} if answer is None else {"ns": answer[0], "ew": answer[1]}


class _ParquetWriter(Writer):
    """Row groups of equal size, so that the bytes do not depend on how the rows came."""

    def __init__(self, file: IO[bytes], source: Path | None) -> None:
        self._rows: list[tuple[str | None, Answer]] = []
        self._columns: Iterator[Any] | None = None
        with _parquet_errors() as self._pyarrow:
            pyarrow = self._pyarrow
            fields = [pyarrow.field(NAMES[0], pyarrow.string())]
            if source is not None:
                table = pyarrow.parquet.ParquetFile(source)
                fields = [field for field in table.schema_arrow if field.name not in _ANSWERS]
                kept = [field.name for field in fields]
                self._columns = table.iter_batches(batch_size=_ROW_GROUP, columns=kept)
                self._waiting = pyarrow.schema(fields).empty_table()
            types = (pyarrow.int16(), pyarrow.int16(), pyarrow.string())
            fields += map(pyarrow.field, _ANSWERS, types)
            self._schema = pyarrow.schema(fields)
            self._file = pyarrow.parquet.ParquetWriter(file, self._schema)

    def write(self, rows: Sequence[Row], answers: Sequence[Answer]) -> None:
        self._rows += [(row.text, answer) for row, answer in zip(rows, answers, strict=True)]
        if len(self._rows) >= _ROW_GROUP:
            self._flush()

    def finish(self) -> None:
        if self._rows:
            self._flush()
        self._file.close()

    def abandon(self) -> None:
        with suppress(Exception):
            self._file.close()

    def _flush(self) -> None:
        part, self._rows = self._rows[:_ROW_GROUP], self._rows[_ROW_GROUP:]
        objects = [_as_object(answer) for _, answer in part]
        columns = self._source_columns([text for text, _ in part])
        for field in list(self._schema)[-len(_ANSWERS) :]:
            values = [value.get(field.name) for value in objects]
            columns.append(self._pyarrow.array(values, field.type))
        table = self._pyarrow.Table.from_arrays(columns, schema=self._schema)
        self._file.write_table(table, row_group_size=_ROW_GROUP)

    def _source_columns(self, texts: list[str | None]) -> list[Any]:
        if self._columns is None:
            return [self._pyarrow.array(texts, self._pyarrow.string())]
        with _parquet_errors() as pyarrow:
            while len(self._waiting) < len(texts):
                batch = pyarrow.Table.from_batches([next(self._columns)])
                self._waiting = pyarrow.concat_tables([self._waiting, batch])
        part, self._waiting = self._waiting.slice(0, len(texts)), self._waiting.slice(len(texts))
        return list(part.columns)


@contextmanager
def _parquet_errors() -> Iterator[Any]:
    """The module pyarrow; its errors become ``ValueError`` in one line."""
    try:
        importlib.import_module("pyarrow.parquet")
        pyarrow = importlib.import_module("pyarrow")
    except ImportError:
        raise ValueError("Parquet needs pyarrow: pip install 'overruff[parquet]'") from None
    try:
        yield pyarrow
    except pyarrow.ArrowException as error:
        reason = " ".join(str(error).split())
        raise ValueError(f"not a Parquet file that can be read: {reason}") from None
