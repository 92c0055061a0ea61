"""Batches: positions a second, with one worker and two, with and without a store; dask against threads.

    python benches/batches.py [--quick] [--json] [--repeats N] [--write]

Positions a second by the clock, the median of the repeats (everything in turn), so they suffer from
whatever else runs; microseconds of CPU time for each, all processes together, suffer less. ``solve_many``
is called with positions, ``batch`` is the whole command from its start to its end, files included.
*Cold* is an empty store that is filled, *warm* the same once more.
"""

from __future__ import annotations

import argparse
import logging
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path
from statistics import median

import numpy as np
from measure import Report, Value, machine

import overruff as ov
from overruff import ARPAA, BACK_ALLEY, BRIDGE, Position

KINDS = ("no store", "cold", "warm")
COLUMNS = (
    "work",
    "count",
    "through",
    "1, no store",
    "1, cold",
    "1, warm",
    "2, no store",
    "2, cold",
    "2, warm",
    "us CPU each",
    "by threads",
)
Row = dict[str, Value]
Taken = tuple[float, float]
"""Seconds by the clock, and of CPU time."""


def cpu() -> float:
    """CPU seconds of this process and of its children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(use.ru_utime + use.ru_stime for use in used)


def taken(work: Callable[[], object], cpu: Callable[[], float] = cpu) -> Taken:
    """What some work takes."""
    before, start = cpu(), time.perf_counter()
    work()
    return time.perf_counter() - start, cpu() - before


class Through:
    """One way to have positions solved."""

    def __init__(self, positions: list[Position], folder: Path) -> None:
        self.positions = positions
        self.store = folder / "store"

    def work(self, workers: int, with_store: bool) -> None:
        """Solve them all."""
        raise NotImplementedError


class Library(Through):
    """``ov.solve_many``."""

    name = "solve_many"

    def work(self, workers: int, with_store: bool) -> None:
        if not with_store:
            ov.solve_many(self.positions, threads=workers)
            return
        with ov.Store(self.store) as store:
            ov.solve_many(self.positions, threads=workers, store=store)


class Command(Through):
    """``overruff batch``, from text to text."""

    name = "batch"

    def __init__(self, positions: list[Position], folder: Path) -> None:
        super().__init__(positions, folder)
        self._source, self._target = folder / "in.txt", folder / "out.txt"
        self._source.write_text("".join(position.to_text() + "\n" for position in positions))

    def work(self, workers: int, with_store: bool) -> None:
        options = ["--store", self.store] if with_store else []
        words = ["-m", "overruff", "batch", self._source, self._target, "--workers", workers, *options]
        subprocess.run([sys.executable, *map(str, words)], check=True)


def throughput(way: type[Library] | type[Command], positions: list[Position], repeats: int) -> Row:
    """Positions a second by workers and store."""
    times: dict[str, list[Taken]] = {}
    with tempfile.TemporaryDirectory() as folder:
        through = way(positions, Path(folder))
        for _ in range(repeats):
            for workers in (1, 2):
                through.store.unlink(missing_ok=True)
                for kind in KINDS:
                    some = taken(lambda: through.work(workers, kind != "no store"))  # noqa: B023
                    times.setdefault(f"{workers}, {kind}", []).append(some)
    count = len(positions)
    row: Row = {name: count / median(clock for clock, _ in found) for name, found in times.items()}
    each = median(cpu for _, cpu in times["1, no store"]) / count
    return {"count": count, "through": way.name, **row, "us CPU each": each * 1e6}


def executors(positions: list[Position], repeats: int) -> list[Row]:
    """The same deals by two threads, by two processes, and by two workers of dask on this machine."""
    from distributed import Client, LocalCluster  # noqa: PLC0415 - an extra

    expected = ov.solve_many(positions, threads=2)

    def by(executor: Executor | None) -> None:
        threads = 2 if executor is None else 1
        assert np.array_equal(ov.solve_many(positions, threads, executor), expected)

    cluster = LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=logging.ERROR
    )
    times: dict[str, list[Taken]] = {}
    with cluster, Client(cluster) as client, client.get_executor() as dask, ProcessPoolExecutor(2) as pool:

        def cpu_with_cluster() -> float:
            return cpu() + sum(client.run(time.process_time).values())

        by(dask)  # both have their modules loaded
        by(pool)
        for _ in range(repeats):
            times.setdefault("threads", []).append(taken(lambda: by(None)))
            times.setdefault("ProcessPoolExecutor", []).append(taken(lambda: by(pool)))
            times.setdefault("dask", []).append(taken(lambda: by(dask), cpu_with_cluster))
    clock = {name: median(clock for clock, _ in found) for name, found in times.items()}
    used = {name: median(used for _, used in found) for name, found in times.items()}
    count = len(positions)
    return [
        {
            "count": count,
            "through": name,
            "2, no store": count / clock[name],
            # Workers of a pool are counted when they have ended, which is too late.
            "us CPU each": used[name] / count * 1e6 if name != "ProcessPoolExecutor" else None,
            "by threads": median(
                other / threads for (other, _), (threads, _) in zip(found, times["threads"], strict=True)
            ),
        }
        for name, found in times.items()
    ]


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a tenth of the positions")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--repeats", type=int, default=3, metavar="N", help="times everything is done")
    parser.add_argument("--write", action="store_true", help="also put the table into docs/performance.md")
    arguments = parser.parse_args()
    if arguments.write and arguments.quick:
        parser.error("--write needs the whole of it")
    share = 10 if arguments.quick else 1

    def deals(rules: ov.Rules, cards: int, count: int) -> list[Position]:
        return [Position.random(rules, cards=cards, seed=seed) for seed in range(count // share)]

    report = Report("batches", COLUMNS, arguments.json)
    report.start({**machine(), "repeats": arguments.repeats})
    for name, positions in (
        ("endings of 3, bridge", deals(BRIDGE, 3, 20_000)),
        ("endings of 5, Arpaa", deals(ARPAA, 5, 20_000)),
        ("Back Alley, 8 cards", deals(BACK_ALLEY, 8, 5_000)),
    ):
        for way in (Library, Command):
            report.add({"work": name, **throughput(way, positions, arguments.repeats)})
    for row in executors(deals(BACK_ALLEY, 9, 2_000), arguments.repeats):
        report.add({"work": "Back Alley, 9 cards", **row})
    report.finish(arguments.write)


if __name__ == "__main__":
    main()
