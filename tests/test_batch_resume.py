"""``overruff batch`` may be stopped at any moment and gone on with."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from batch_lines import BAD, WHY, batch, expected, some_lines

import overruff as ov
from overruff import Position, crew
from overruff.batchrun import _PIECE
from overruff.journal import _MAGIC, _RECORD, Journal

PIECES = 25
"""Of the file that takes a while."""


# Stopped and gone on with


class Process:
    """The command in a process of its own."""

    def __init__(self, source: Path, target: Path, *options: object) -> None:
        words = [sys.executable, "-m", "overruff", "batch", source, target, "--json", *options]
        self.target = target
        self.journal = Path(f"{target}.journal")
        self._process = subprocess.Popen(
            list(map(str, words)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def wait_until(self, condition: object) -> bool:
        """Whether the condition came true before the process ended."""
        while self._process.poll() is None:
            if condition():  # type: ignore[operator]
                return True
            time.sleep(0.002)
        return False

    def children(self) -> list[int]:
        pid = self._process.pid
        return list(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))

    def send(self, number: int) -> None:
        self._process.send_signal(number)

    def finish(self) -> tuple[int, str, str]:
        out, err = self._process.communicate(timeout=120)
        return self._process.returncode, out, err

    def keys(self) -> list[bytes]:
        """The keys in its journal, in the order in which they came."""
        try:
            data = self.journal.read_bytes()
        except FileNotFoundError:
            return []
        found, place = [], data.find(b"\n") + 1
        while place and place + _RECORD.size <= len(data):
            key, length, _ = _RECORD.unpack_from(data, place)
            place += _RECORD.size + length
            if place <= len(data):
                found.append(key)
        return found


def alive(pid: int) -> bool:
    """Whether a process is running, and not only waiting to be buried."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.fixture(scope="module")
def long_file(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    """A file that takes a while, some bad lines in it, and what an undisturbed run makes of it."""
    folder = tmp_path_factory.mktemp("long")
    lines = [
        Position.random(ov.BACK_ALLEY, cards=5 + seed % 5, seed=seed).to_text()
        for seed in range(PIECES * _PIECE)
    ]
    for number in range(0, len(lines), 700):
        lines[number] = BAD
    source = folder / "in.txt"
    source.write_text("\n".join(lines))
    assert Process(source, folder / "out.txt", "--workers", 2).finish()[0] == 2
    return source, (folder / "out.txt").read_bytes()


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("store", [False, True])
def test_killed_again_and_again(long_file: tuple[Path, bytes], tmp_path: Path, store: bool) -> None:
    """SIGKILL at random moments, and while the output is written: the same bytes, nothing done twice."""
    source, whole = long_file
    target = tmp_path / "out.txt"
    partial = Path(f"{target}.partial")
    dice = random.Random(store)
    options: list[object] = ["--workers", 2, *(["--store", tmp_path / "answers"] if store else [])]
    before: list[bytes] = []
    kills = 0
    for share in sorted(dice.uniform(0, PIECES - 2) for _ in range(3)):
        process = Process(source, target, *options)
        if process.wait_until(lambda: len(process.keys()) > max(share, len(before))):  # noqa: B023
            time.sleep(dice.uniform(0, 0.02))
            workers = process.children()
            process.send(signal.SIGKILL)
            kills += process.finish()[0] == -signal.SIGKILL
            wait_for(lambda: not any(map(alive, workers)))  # noqa: B023
        keys = process.keys()
        assert keys[: len(before)] == before and len(set(keys)) == len(keys)
        assert not target.exists()
        before = keys
    process = Process(source, target, *options)
    if process.wait_until(partial.exists):
        process.send(signal.SIGKILL)
        kills += process.finish()[0] == -signal.SIGKILL
        assert target.exists() is False or target.read_bytes() == whole
        before = process.keys() or before
    assert kills >= 3
    status, out, err = Process(source, target, *options).finish()
    assert status == 2 and err.count(WHY) == err.count("\n") == len(range(0, PIECES * _PIECE, 700))
    assert json.loads(out)["resumed"] == len(before) * _PIECE
    assert target.read_bytes() == whole
    assert not partial.exists() and not process.journal.exists()


def wait_for(condition: object) -> None:
    end = time.monotonic() + 20
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c(long_file: tuple[Path, bytes], tmp_path: Path, workers: int) -> None:
    """Stops at once with a message; the next run goes on."""
    source, whole = long_file
    target = tmp_path / "out.txt"
    process = Process(source, target, "--workers", workers)
    assert process.wait_until(lambda: len(process.keys()) > 3)
    children = process.children()
    process.send(signal.SIGINT)
    start = time.monotonic()
    status, out, err = process.finish()
    assert (status, out) == (130, "") and time.monotonic() - start < 5
    assert err == "overruff: stopped; run the same command again to go on\n"
    wait_for(lambda: not any(map(alive, children)))
    assert not target.exists()
    done = len(process.keys())
    status, out, _ = Process(source, target, "--workers", 3 - workers).finish()
    assert json.loads(out)["resumed"] == done * _PIECE
    assert target.read_bytes() == whole


# What is left by another run


@pytest.fixture
def stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path, Path]:
    """A batch stopped after two pieces of three: source, target, journal."""
    source, target = tmp_path / "in.txt", tmp_path / "out.txt"
    source.write_text("\n".join(some_lines(2 * _PIECE + 10)))
    inner, calls = crew._answers, []

    def answers(texts: Sequence[str | None], *more: object) -> object:
        calls.append(len(texts))
        if len(calls) == 3:
            raise KeyboardInterrupt
        return inner(texts, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(crew, "_answers", answers)
    assert batch(source, target, "--workers", 1) == 130
    monkeypatch.setattr(crew, "_answers", inner)
    return source, target, Path(f"{target}.journal")


def test_gone_on_with(stopped: tuple[Path, Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    source, target, journal = stopped
    capsys.readouterr()
    assert batch(source, target, "--workers", 1, "--json") == 0
    assert json.loads(capsys.readouterr().out)["resumed"] == 2 * _PIECE
    assert target.read_text().splitlines() == list(map(expected, source.read_text().splitlines()))
    assert not journal.exists()


@pytest.mark.parametrize("cut", [1, 10, 60])
def test_a_half_written_record(
    stopped: tuple[Path, Path, Path], cut: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only that piece is done again. A damaged one counts as not done, too."""
    source, target, journal = stopped
    size = journal.stat().st_size
    os.truncate(journal, size - cut)
    capsys.readouterr()
    assert batch(source, target, "--workers", 1, "--json") == 0
    assert json.loads(capsys.readouterr().out)["resumed"] == _PIECE
    assert target.read_text().splitlines() == list(map(expected, source.read_text().splitlines()))


def test_a_journal_cut_twice(tmp_path: Path) -> None:
    """What comes after a half-written record is found again; a wrong checksum ends what is believed."""
    path = tmp_path / "journal"
    keys = [bytes([number]) * 16 for number in range(6)]
    for number, key in enumerate(keys):
        with Journal(path, {"input": "x"}) as journal:
            assert len(journal) == number and all(earlier in journal for earlier in keys[:number])
            journal.add(key, [[number, 1], "a reason", None])
            assert journal[key] == [[number, 1], "a reason", None]
        with path.open("ab") as file:
            file.write(b"\xff" * (7 * number))
    data = bytearray(path.read_bytes())
    data[data.index(b"[[3,1]") + 2] = ord("4")
    path.write_bytes(data)
    with Journal(path, {"input": "x"}) as journal:
        assert [key in journal for key in keys] == [True] * 3 + [False] * 3


@pytest.mark.parametrize("content", [b"", _MAGIC[:7], _MAGIC + b'{"input": "a'])
def test_a_half_written_beginning(stopped: tuple[Path, Path, Path], content: bytes) -> None:
    source, target, journal = stopped
    journal.write_bytes(content)
    assert batch(source, target, "--workers", 1) == 0
    assert target.read_text().splitlines() == list(map(expected, source.read_text().splitlines()))


def test_a_journal_without_a_result_holds_nobody_up(tmp_path: Path) -> None:
    """It is not left behind, and after a kill not held against another batch."""
    path = tmp_path / "journal"
    with Journal(path, {"input": "x"}):
        begun = path.read_bytes()
    assert not path.exists()
    path.write_bytes(begun)
    with Journal(path, {"input": "y"}) as journal:
        journal.add(bytes(16), 1)
    assert b"y" in path.read_bytes()


@pytest.mark.parametrize("change", ["input", "--variant", "format", "foreign", "damaged", "in use"])
def test_another_batch_is_refused(
    stopped: tuple[Path, Path, Path], change: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One clear error; the journal stays as it is, and the batch as it was can go on."""
    source, target, journal = stopped
    text, options, reason = source.read_bytes(), [], f"of an unfinished batch with a different {change}: "
    target.write_text("an older result")
    good = journal.read_bytes()
    other = subprocess.Popen([sys.executable, "-c", LOCK, journal], stdout=subprocess.PIPE)
    assert other.stdout is not None and other.stdout.readline() == b"locked\n"
    if change != "in use":
        other.kill()
        other.wait()
    else:
        reason = "another process is at work on this batch"
    if change == "input":
        source.write_bytes(text + b"\n" + BAD.encode())
    elif change == "--variant":
        options = ["--variant", "lb_lead=free"]
    elif change == "format":
        source = source.rename(source.with_suffix(".jsonl"))
    elif change == "foreign":
        journal.write_text("dear diary\n")
        reason = "not a journal of a batch"
    elif change == "damaged":
        journal.write_bytes(_MAGIC + b"{}}\n" + good)
        reason = "damaged; remove it to begin anew"
    before = journal.read_bytes()
    capsys.readouterr()
    assert batch(source, target, "--workers", 1, *options) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"overruff: {journal}: {reason}") and err.count("\n") == 1
    assert journal.read_bytes() == before
    assert target.read_text() == "an older result"
    other.kill()
    other.wait()
    other.stdout.close()
    (source.rename(target.with_name("in.txt"))).write_bytes(text)
    journal.write_bytes(good)
    assert batch(target.with_name("in.txt"), target, "--workers", 1, "--json") == 0
    assert json.loads(capsys.readouterr().out)["resumed"] == 2 * _PIECE


LOCK = """
import fcntl, sys, time
file = open(sys.argv[1], "rb")
fcntl.flock(file, fcntl.LOCK_EX)
print("locked", flush=True)
time.sleep(60)
"""
