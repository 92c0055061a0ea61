"""Many positions at once: threads, executors, progress, arrays without text."""

from __future__ import annotations

import dataclasses
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor

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


def test_solver_method(positions: list[Position], values: list[int]) -> None:
    assert ov.Solver(memory_mb=8, threads=2).solve_many(positions).tolist() == values


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


# Arrays


@pytest.mark.parametrize("rules", GAMES, ids=list(DEFAULT_RULES))
def test_arrays(rules: ov.Rules) -> None:
    positions = [Position.random(rules, cards=3, seed=seed, plays=seed % 7) for seed in range(120)]
    rows = arrays.from_positions(positions)
    trick = np.where(np.arange(3) < rows["trick_len"][:, None], rows["trick"], arrays.EMPTY)
    found = arrays.solve(
        rules,
        rows["counts"].astype(np.int64),
        rows["trump"],
        rows["leader"],
        trick=trick,
        broken=rows["broken"].astype(bool),
        boards=rows["boards"],
        first_trick=rows["first_trick"],
        threads=2,
    )
    assert found.dtype == np.int16
    assert found.tolist() == [ov.solve(p).ns for p in positions]


def test_arrays_by_hand() -> None:
    """The ending of the README without its text: N SK HK, E SK HK, S HA HQ, W SQ HA."""
    hands = np.zeros((1, 4, 64), np.uint8)
    for seat, cards in enumerate([(11, 16 + 11), (11, 16 + 11), (16 + 12, 16 + 10), (10, 16 + 12)]):
        for card in cards:
            hands[0, seat, card] += 1
    assert arrays.solve(ov.ARPAA, hands, trump=0, leader=0).tolist() == [2]


def test_arrays_of_a_variant() -> None:
    rules = dataclasses.replace(ov.BACK_ALLEY, lb_lead="free", trump_lead="free")
    positions = [Position.random(rules, cards=4, seed=seed, trump=ov.Suit.S, ranks=4) for seed in range(60)]
    rows = arrays.from_positions(positions)
    found = arrays.solve(rules, rows["counts"], rows["trump"], rows["leader"])
    assert found.tolist() == [ov.solve(p).ns for p in positions]
    default = arrays.solve(ov.BACK_ALLEY, rows["counts"], rows["trump"], rows["leader"])
    assert found.tolist() != default.tolist()


def one_deal() -> dict[str, object]:
    hands = np.zeros((2, 4, 64), np.uint8)
    hands[:, range(4), [12, 11, 10, 9]] = 1
    return {"hands": hands, "trump": [0, 0], "leader": [0, 1]}


def wrong_hands(seat: int, card: int, count: int) -> np.ndarray:
    hands = one_deal()["hands"]
    assert isinstance(hands, np.ndarray)
    hands[1, seat, card] = count
    return hands


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"hands": np.zeros((2, 4, 52), int)}, r"hands: shape \(2, 4, 52\), but \[n, 4, 64\]"),
        ({"hands": np.zeros((2, 4, 64))}, "hands: type float64"),
        ({"hands": wrong_hands(0, 12, 2)}, "row 1: hands: 2 is not 0 to 1"),
        ({"hands": wrong_hands(0, 11, 1)}, "row 1: hands: card 11 2 times, but the pack has 1"),
        ({"hands": wrong_hands(0, 13, 1)}, "row 1: hands: card 13 1 times, but the pack has 0"),
        ({"hands": wrong_hands(0, 8, 1)}, "row 1: hands: unequal"),
        ({"trump": [0, 5]}, "row 1: trump: 5 is not 0 to 4"),
        ({"trump": [0, -1]}, "row 1: trump: -1 is not 0 to 4"),
        ({"trump": [0, 1, 2]}, r"trump: shape \(3,\)"),
        ({"trump": 9}, "trump: 9 is not 0 to 4"),
        ({"leader": [0, 4]}, "row 1: leader: 4 is not 0 to 3"),
        ({"broken": True}, "row 0: broken"),
        ({"boards": [0, 3]}, "row 1: boards"),
        ({"trick": np.full((2, 2), 255)}, r"trick: shape \(2, 2\)"),
        ({"trick": [[255, 255, 255], [255, 3, 255]]}, "row 1: trick: a card after an empty place"),
        ({"trick": [[255, 255, 255], [3, 255, 255]]}, "row 1: hands: unequal"),
        ({"trick": [[255, 255, 255], [99, 255, 255]]}, "row 1: trick: a card that is not in the pack"),
    ],
)
def test_arrays_name_what_is_wrong(changed: dict[str, object], message: str) -> None:
    assert arrays.solve(ov.BRIDGE, **one_deal()).tolist() == [1, 1]  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=message):
        arrays.solve(ov.BRIDGE, **(one_deal() | changed))  # type: ignore[arg-type]


def test_arrays_refuse_a_trick_that_could_not_have_been_played() -> None:
    p = Position.from_text("bridge trump=S lead=N trick=HA,H2 N:K... .3.. Q4... 5.6..")
    hands = arrays.from_positions([p])["counts"]
    follows, ruffs = [16 + 12, 16 + 0, 255], [16 + 12, 0, 255]  # East holds the three of hearts
    assert arrays.solve(ov.BRIDGE, hands, 0, 0, trick=[follows]).tolist() == [ov.solve(p).ns]
    with pytest.raises(ValueError, match="row 1: trick: a card its player could not have played"):
        arrays.solve(ov.BRIDGE, np.concatenate([hands, hands]), 0, 0, trick=[follows, ruffs])
