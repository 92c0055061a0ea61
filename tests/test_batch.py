"""Many positions at once: threads, executors, progress, a store, tables."""

from __future__ import annotations

import logging
import random
import runpy
import sys
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import overruff as ov
from overruff import Position, arrays, batch
from overruff.rules import DEFAULT_RULES

GAMES = list(DEFAULT_RULES.values())


@pytest.fixture(scope="module")
def positions() -> list[Position]:
    """300 endings of all games, mixed, with tricks in progress."""
    return [
        Position.random(GAMES[seed % 3], cards=3 + seed % 2, seed=seed, plays=seed % 5) for seed in range(300)
    ]


@pytest.fixture(scope="module")
def values(positions: list[Position]) -> list[int]:
    """Their values, solved one by one."""
    return [ov.solve(p).ns for p in positions]


@pytest.mark.parametrize("threads", [None, 1, 2, 3, 8])
def test_threads(positions: list[Position], values: list[int], threads: int | None) -> None:
    found = ov.solve_many(positions, threads=threads)
    assert found.dtype == np.int16
    assert found.tolist() == values


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_executors(
    pool: type[ThreadPoolExecutor | ProcessPoolExecutor], positions: list[Position], values: list[int]
) -> None:
    told: list[tuple[int, int]] = []
    with pool(2) as executor:
        found = ov.solve_many(positions, executor=executor, progress=lambda *step: told.append(step))
        assert found.tolist() == values
        assert ov.solve_many([], executor=executor).tolist() == []
    assert told[-1] == (300, 300)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_solver_method(positions: list[Position], values: list[int], tmp_path: Path) -> None:
    solver = ov.Solver(memory_mb=8, threads=2)
    assert solver.solve_many(positions).tolist() == values
    with ov.Store(tmp_path / "answers") as store:
        assert solver.solve_many(positions, store=store).tolist() == values
        assert len(store) > 200


def test_solver_method_refuses_no_threads(positions: list[Position]) -> None:
    with pytest.raises(ValueError, match=r"^threads: 0 is not at least 1$"):
        ov.Solver(threads=2).solve_many(positions, threads=0)


def test_search_options_are_passed_on(
    positions: list[Position], values: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    passed = []
    inner = batch.core.solve_many

    class Core:
        DEAL_SIZE = batch.core.DEAL_SIZE

        @staticmethod
        def solve_many(*arguments: object, **named: object) -> None:
            passed.append([named[name] for name in ("table", "bounds", "cover")])
            inner(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(batch, "core", Core)
    solver = ov.Solver(memory_mb=8, bounds=False)
    assert solver.solve_many(positions).tolist() == values
    with ThreadPoolExecutor(1) as executor:
        assert solver.solve_many(positions[:3], executor=executor).tolist() == values[:3]
    assert ov.solve_many(positions[:3], table=False, cover=False).tolist() == values[:3]
    assert passed == [[True, False, True]] * 4 + [[False, True, False]]


def test_chunks_not_yet_started_are_cancelled() -> None:
    easy = [Position.random(ov.ARPAA, cards=1, seed=seed) for seed in range(100)]
    futures = []

    class Slow(Executor):
        """Finishes the first task at once and never starts the others."""

        def submit(self, fn, /, *arguments, **named):  # type: ignore[no-untyped-def]
            future: Future[object] = Future()
            if not futures:
                future.set_result(fn(*arguments, **named))
            futures.append(future)
            return future

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ov.solve_many(easy, executor=Slow(), progress=stop)
    assert len(futures) > 10
    assert all(future.cancelled() for future in futures[1:])


def test_nothing_to_do() -> None:
    found = ov.solve_many([])
    assert found.shape == (0,) and found.dtype == np.int16


def test_progress(positions: list[Position]) -> None:
    told: list[tuple[int, int]] = []
    ov.solve_many(positions, progress=lambda *step: told.append(step))
    assert told[-1] == (300, 300)
    assert [done for done, _ in told] == sorted({done for done, _ in told})


def test_an_exception_from_progress_stops_the_work() -> None:
    hard = [Position.random(ov.ARPAA, cards=36, seed=seed) for seed in range(2)]
    easy = [Position.random(ov.ARPAA, cards=1, seed=seed) for seed in range(100)]

    def stop(done: int, total: int) -> None:
        raise LookupError(f"{done} of {total}")

    with pytest.raises(LookupError, match="of 102"):
        ov.solve_many(easy + hard, threads=1, progress=stop)
    with ThreadPoolExecutor(1) as executor, pytest.raises(LookupError):
        ov.solve_many(easy, executor=executor, progress=stop)


def test_threads_must_be_positive(positions: list[Position]) -> None:
    with pytest.raises(ValueError, match="threads"):
        ov.solve_many(positions, threads=0)
    with pytest.raises(ValueError, match="threads"):
        arrays.solve(ov.BRIDGE, np.zeros((1, 4, 64), int), 0, 0, threads=-1)


def test_numbers_that_are_none(positions: list[Position]) -> None:
    with pytest.raises(TypeError, match=r"^threads: an integer is needed, not float$"):
        ov.solve_many(positions, threads=2.0)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^memory_mb: an integer is needed, not str$"):
        ov.solve_many(positions, memory_mb="9")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^memory_mb: 0 is not at least 1$"):
        arrays.solve(ov.BRIDGE, np.zeros((1, 4, 64), int), 0, 0, memory_mb=0)


# With a store


@pytest.mark.parametrize("pool", [None, ThreadPoolExecutor, ProcessPoolExecutor])
def test_store(
    pool: type[ThreadPoolExecutor | ProcessPoolExecutor] | None,
    positions: list[Position],
    values: list[int],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Cold, half warm, warm and in another order: the same values, and nothing is solved twice."""
    told: list[tuple[int, int]] = []
    order = random.Random(1).sample(range(len(positions)), len(positions))
    with ExitStack() as stack:
        store = stack.enter_context(ov.Store(tmp_path / "answers"))
        executor = None if pool is None else stack.enter_context(pool(2))

        def solve(chosen: list[Position], progress: batch.Progress | None = None) -> list[int]:
            return ov.solve_many(chosen, executor=executor, store=store, progress=progress).tolist()

        assert solve(positions[:100]) == values[:100]
        assert 80 < len(store) <= 100
        assert solve(positions + positions[50:150], lambda *step: told.append(step)) == (
            values + values[50:150]
        )
        known = len(store)
        assert [done for done, _ in told] == sorted(done for done, _ in told)
        assert told[0][0] >= 100 and told[-1] == (400, 400)
        monkeypatch.setattr(batch, "solve_records", None)  # would fail if called
        assert solve([positions[i] for i in order]) == [values[i] for i in order]
        assert len(store) == known
        assert solve([]) == []


def test_each_different_position_is_solved_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What differs only in names counts as one."""
    lines = [
        "bridge trump=S lead=N N:AK... QJ... T9... 87...",
        "bridge trump=S lead=E N:32... AK... QJ... 54...",
        "bridge trump=S lead=E N:.32.. .AK.. .QJ.. .54..",
        "bridge trump=C lead=S N:...97 ...62 ...KT ...85",
    ]
    solved = []
    inner = batch.solve_records

    def counting(data: np.ndarray, *arguments: object) -> batch.Numbers:
        solved.append(len(data) // batch.core.DEAL_SIZE)
        return inner(data, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(batch, "solve_records", counting)
    with ov.Store(tmp_path / "answers") as store:
        found = ov.solve_many(list(map(Position.from_text, lines)), store=store)
        assert found.tolist() == [2, 0, 0, 2]
        assert (
            sum(solved) == len(store) == 3
        )  # the third has no trumps in it; the fourth other cards in between


def test_answers_so_far_are_kept(tmp_path: Path) -> None:
    """A run that is stopped leaves what it has found in the store."""
    many = [Position.random(ov.BRIDGE, cards=4, seed=seed) for seed in range(1200)]

    def stop(done: int, total: int) -> None:
        if done > 600:
            raise KeyboardInterrupt

    with ov.Store(tmp_path / "answers") as store:
        with pytest.raises(KeyboardInterrupt):
            ov.solve_many(many, store=store, progress=stop)
        assert 512 <= len(store) < 1200


# Tables


def some_tables() -> list[Position]:
    return [
        Position.random(
            GAMES[seed % 3],
            cards=3,
            seed=seed,
            boards=[ov.Seat.E] if GAMES[seed % 3] is ov.BACK_ALLEY and seed % 2 else [],
        )
        for seed in range(24)
    ]


def test_tables_many(tmp_path: Path) -> None:
    """As ``table`` says, -1 where it has no row; without, with a cold and with a warm store."""
    deals = some_tables()
    expected = np.full((len(deals), 5, 4), batch.UNKNOWN)
    for number, deal in enumerate(deals):
        table = ov.table(deal)
        for trump, leader in product(table.trumps, ov.Seat):
            expected[number, 4 if trump is None else trump, leader] = table[trump, leader]
    assert 0 < (expected[:, 4] == -1).sum() < expected[:, 4].size
    assert (expected[:, :4] >= 0).all()
    told: list[tuple[int, int]] = []
    found = ov.tables_many(deals, threads=2, progress=lambda *step: told.append(step))
    assert found.dtype == np.int16
    assert found.tolist() == expected.tolist()
    assert told[-1] == ((expected >= 0).sum(),) * 2
    with ov.Store(tmp_path / "answers") as store, ThreadPoolExecutor(2) as executor:
        for _ in range(2):
            assert ov.tables_many(deals, executor=executor, store=store).tolist() == expected.tolist()
    assert ov.tables_many([]).shape == (0, 5, 4)


def test_tables_need_a_deal_between_tricks() -> None:
    begun = Position.from_text("bridge trump=S lead=N trick=SA N:K... QJ... T9... 87...")
    with pytest.raises(ov.PositionError, match=r"^trick: position 1: a table is made between two tricks$"):
        ov.tables_many([*some_tables()[:1], begun])


# A bar


def test_a_bar(positions: list[Position], values: list[int], capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm")
    assert ov.solve_many(positions, progress=True).tolist() == values
    assert "100%" in (shown := capsys.readouterr().err) and "300/300" in shown
    assert ov.solve_many(positions, progress=False).tolist() == values
    assert capsys.readouterr().err == ""


def test_no_bar_without_tqdm(positions: list[Position], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    message = r"^progress=True needs tqdm: pip install 'overruff\[progress\]'$"
    with pytest.raises(ImportError, match=message):
        ov.solve_many(positions, progress=True)


# Dask


def test_dask(positions: list[Position], values: list[int]) -> None:
    """A cluster of two worker processes on this machine, reached through its executor."""
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=logging.ERROR
    )
    told: list[tuple[int, int]] = []
    with cluster, distributed.Client(cluster) as client, client.get_executor() as executor:
        found = ov.solve_many(positions, executor=executor, progress=lambda *step: told.append(step))
        assert found.tolist() == values
        assert told[-1] == (300, 300)
        deals = some_tables()[:6]
        assert ov.tables_many(deals, executor=executor).tolist() == ov.tables_many(deals).tolist()


def test_example(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(__file__).parent.parent / "examples" / "value_of_the_lead.py"
    main = runpy.run_path(str(path))["main"]
    shown = []
    for store in (None, tmp_path / "answers", tmp_path / "answers"):
        main(12, store)
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1] == shown[2]
    assert [line.split()[0] for line in shown[0].splitlines()[1:]] == ["bridge", "back_alley", "arpaa"]
