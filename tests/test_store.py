"""The store of answers: kept, shared by processes, and never written to when it is something else."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import overruff as ov
from overruff import Position, Store, StoreError
from overruff.store import APPLICATION_ID, FORMAT


def answers(first: int, last: int) -> dict[bytes, int]:
    return {number.to_bytes(16, "big"): number % 14 for number in range(first, last)}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "an answer?file%20#1"


@pytest.fixture
def filled(path: Path) -> Path:
    """A store of 3,000 answers, closed."""
    with Store(path) as store:
        store.add(answers(0, 3000))
    return path


def test_what_is_added_is_found(path: Path) -> None:
    with Store(path) as store:
        assert len(store) == 0
        store.add(answers(0, 2000))
        store.add(answers(1990, 2010))
        store.add({})
        assert store.find(list(answers(1500, 2100))) == answers(1500, 2010)
        assert store.find([]) == {}
        assert repr(store) == f"Store({str(path)!r})"
    with Store(path) as store:
        assert len(store) == 2010
    assert [file.name for file in path.parent.iterdir()] == [path.name]  # nothing left beside it


def test_the_first_answer_stays(path: Path) -> None:
    with Store(path) as store:
        store.add({b"x" * 16: 1})
        store.add({b"x" * 16: 2, b"y" * 16: 3})
        assert store.find([b"x" * 16, b"y" * 16]) == {b"x" * 16: 1, b"y" * 16: 3}


def test_all_or_nothing(path: Path) -> None:
    with Store(path) as store:
        with pytest.raises(StoreError):
            store.add(answers(0, 5) | {b"z" * 16: None})  # type: ignore[dict-item]
        assert len(store) == 0
        store.add(answers(0, 5))
        assert len(store) == 5


def test_closed(path: Path) -> None:
    store = Store(path)
    store.close()
    store.close()
    with pytest.raises(StoreError, match="the store is closed"):
        len(store)


def test_threads(path: Path) -> None:
    with Store(path) as store:
        threads = [
            threading.Thread(target=store.add, args=(answers(100 * k, 100 * k + 150),)) for k in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(store) == 850


# Several processes


def fill(path: Path, first: int) -> None:
    """What a process does: opens the store, perhaps makes it, and adds many small lots."""
    with Store(path) as store:
        for start in range(first, first + 400, 20):
            store.add(answers(start, start + 20))
            assert store.find(list(answers(start, start + 20))) == answers(start, start + 20)


def test_processes_share_it(path: Path) -> None:
    """Four at once, from the making of the file on, each with half of the answers of the next."""
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=fill, args=(path, 200 * k)) for k in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * 4
    with Store(path) as store:
        assert len(store) == 1000
        assert store.find(list(answers(0, 1000))) == answers(0, 1000)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_killed_process_leaves_it_whole(path: Path) -> None:
    """What was added before the kill is there, and the next one can go on."""
    program = (
        "import sys; from overruff import Store\n"
        "store = Store(sys.argv[1])\n"
        "for k in range(10**9):\n"
        "    store.add({(k * 10 + i).to_bytes(16, 'big'): 7 for i in range(10)})\n"
        "    print(k, flush=True)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for _ in range(40):
        last = int(process.stdout.readline())
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    last = max([last, *map(int, process.stdout.read().split())])
    process.stdout.close()
    with Store(path) as store:
        assert len(store) in (10 * last + 10, 10 * last + 20)
        store.add(answers(10**6, 10**6 + 5))


def test_waiting_has_an_end(path: Path) -> None:
    with Store(path, timeout=0.05) as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        start = time.monotonic()
        with pytest.raises(StoreError, match="database is locked"):
            store.add(answers(0, 1))
        assert time.monotonic() - start < 5
        other.execute("ROLLBACK")
        other.close()
        store.add(answers(0, 1))


# What is no store


def sqlite_file(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.close()


def other_program(path: Path) -> None:
    sqlite_file(path, "CREATE TABLE answers (position BLOB PRIMARY KEY, tricks INTEGER NOT NULL)")


def other_format(path: Path) -> None:
    sqlite_file(path, f"PRAGMA user_version={FORMAT + 1}")


def other_table(path: Path) -> None:
    sqlite_file(path, "ALTER TABLE answers RENAME COLUMN tricks TO points")


def more_tables(path: Path) -> None:
    sqlite_file(path, "CREATE TABLE other (a, b)")


def truncated(path: Path) -> None:
    os.truncate(path, path.stat().st_size * 2 // 3)


def overwritten(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[20_000:24_000] = b"\xa5" * 4000
    path.write_bytes(data)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda path: path.write_bytes(b""), "empty, not a store of overruff"),
        (lambda path: path.write_text("bridge trump=S\n"), "not a store of overruff"),
        (lambda path: path.write_bytes(b"\0" * 8192), "not a store of overruff"),
        (lambda path: os.truncate(path, 50), "not a store of overruff"),
        (lambda path: (path.unlink(), other_program(path)), "an SQLite file of another program"),
        (other_format, f"a store in format {FORMAT + 1}, but this version of overruff knows {FORMAT}"),
        (other_table, "damaged: its table is not the one of a store"),
        (more_tables, "damaged: its table is not the one of a store"),
        (truncated, "damaged: "),
        (overwritten, "damaged: "),
    ],
)
def test_it_is_refused_and_left_alone(filled: Path, damage, message: str) -> None:  # type: ignore[no-untyped-def]
    damage(filled)
    before, when = filled.read_bytes(), filled.stat().st_mtime_ns
    with pytest.raises(StoreError) as caught:
        Store(filled)
    assert str(caught.value).startswith(f"{filled}: {message}")
    assert "\n" not in str(caught.value)
    assert filled.read_bytes() == before and filled.stat().st_mtime_ns == when
    assert [file.name for file in filled.parent.iterdir()] == [filled.name]


def test_the_marks_in_the_file(filled: Path) -> None:
    connection = sqlite3.connect(filled)
    assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    assert connection.execute("PRAGMA user_version").fetchone() == (FORMAT,)
    connection.close()


def test_nowhere(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Store(tmp_path / "no" / "where")
    with pytest.raises(IsADirectoryError):
        Store(tmp_path)


def test_damage_while_in_use(filled: Path) -> None:
    """A store that breaks under way gives the same kind of error."""
    with Store(filled) as store:
        data = bytearray(filled.read_bytes())
        data[4096:] = b"\xa5" * (len(data) - 4096)
        with filled.open("r+b") as file:
            file.write(data)
        with pytest.raises(StoreError, match="malformed"):
            store.find(list(answers(0, 3000)))


def test_a_wrong_store_is_not_solved_into(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("my notes")
    with pytest.raises(StoreError), Store(path) as store:
        ov.solve_many([Position.random(ov.BRIDGE, cards=2, seed=1)], store=store)
    assert path.read_text() == "my notes"
