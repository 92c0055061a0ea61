"""The Arpaa suites, and many positions at once.

    python benches/suites.py [--quick] [--json] [--only ROW ...] [--write]

Nodes are the same on every machine and in every run; their total is the signature of the search.
Milliseconds are CPU time of one solve, each deal with a table that knows nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from statistics import median

import numpy as np
from measure import Times, Value, quantile, run_script, timed

import overruff as ov
from overruff import ARPAA, BACK_ALLEY, BRIDGE, Position, Rules, arrays
from overruff.batch import as_records

COLUMNS = (
    "work",
    "count",
    "nodes",
    "median nodes",
    "p90 nodes",
    "median ms",
    "p90 ms",
    "total s",
    "us each",
    "speed-up",
    "on idle cores",
    "target",
)
FOUR_RANKS = replace(ARPAA, low_rank=11)
"""Aces to jacks, four of each: a pack of 64 cards."""
ARPAA_ROWS = (
    ("arpaa 13", ARPAA, 13, 40, "5.9 M nodes, median 76 k, p90 0.49 M; 15 ms, 120 ms"),
    ("arpaa 16 whole pack", FOUR_RANKS, 16, 40, "median 0.25 M, p90 0.5 M; 100 ms"),
    ("arpaa 16", ARPAA, 16, 20, "median 3.7 M; 1,000 ms"),
)
Row = dict[str, Value]


def solved(positions: Iterable[Position]) -> Row:
    """Every position alone: nodes and times."""
    solver = ov.Solver(threads=1)
    nodes, seconds = [], []
    for position in positions:
        solver.clear()
        solution, times = timed(lambda: solver.solve(position))  # noqa: B023 - called at once
        assert solution.exact
        nodes.append(solution.nodes)
        seconds.append(times.cpu)
    return {
        "count": len(nodes),
        "nodes": sum(nodes),
        "median nodes": int(median(nodes)),
        "p90 nodes": int(quantile(nodes, 0.9)),
        "median ms": median(seconds) * 1e3,
        "p90 ms": quantile(seconds, 0.9) * 1e3,
        "total s": sum(seconds),
    }


def arpaa(rules: Rules, cards: int, seeds: int, quick: bool) -> Row:
    """Random deals of Arpaa, seed 0 and up."""
    seeds = max(1, seeds // 10) if quick else seeds
    return solved(Position.random(rules, cards=cards, seed=seed) for seed in range(seeds))


def two_threads(quick: bool) -> Row:
    """Whole bridge deals on two threads against one; the best of three rounds in turn.

    The speed-up is by the clock, so it suffers from whatever else runs. What two idle cores would give
    follows from the CPU time, which two threads at once make longer.
    """
    deals = [Position.random(BRIDGE, cards=13, seed=seed) for seed in range(20 if quick else 400)]
    one: list[Times] = []
    two: list[Times] = []
    answers = []
    for _ in range(1 if quick else 3):
        for threads, times in ((1, one), (2, two)):
            found, took = timed(lambda: ov.solve_many(deals, threads=threads))  # noqa: B023
            times.append(took)
            answers.append(found)
    assert all(np.array_equal(found, answers[0]) for found in answers)
    fastest = min(t.wall for t in two)
    return {
        "count": len(deals),
        "total s": fastest,
        "speed-up": min(t.wall for t in one) / fastest,
        "on idle cores": 2 * min(t.cpu for t in one) / min(t.cpu for t in two),
        "target": "1.9",
    }


def small_endings(rules: Rules, quick: bool) -> Row:
    """A hundred thousand endings of three cards from arrays, on one thread."""
    count = 10_000 if quick else 100_000
    different = 1_000 if quick else 10_000
    deals = [Position.random(rules, cards=3, seed=seed) for seed in range(different)]
    rows = np.tile(as_records(deals), count // different)

    def work() -> int:
        return len(arrays.solve(rules, rows["counts"], rows["trump"], rows["leader"], threads=1))

    best = min((timed(work)[1] for _ in range(3)), key=lambda times: times.cpu)
    return {
        "count": count,
        "total s": best.cpu,
        "us each": best.cpu / count * 1e6,
        "target": "10 us each",
    }


def rows(quick: bool) -> dict[str, Callable[[], Row]]:
    """Every row by its name."""
    found: dict[str, Callable[[], Row]] = {
        name: lambda rules=rules, cards=cards, seeds=seeds, target=target: {  # type: ignore[misc]
            **arpaa(rules, cards, seeds, quick),
            "target": target,
        }
        for name, rules, cards, seeds, target in ARPAA_ROWS
    }
    if (os.cpu_count() or 1) > 1:
        found["two threads"] = lambda: two_threads(quick)
    for rules in (BRIDGE, BACK_ALLEY, ARPAA):
        found[f"three cards, {rules.game}"] = lambda rules=rules: small_endings(rules, quick)  # type: ignore[misc]
    return found


if __name__ == "__main__":
    run_script(__doc__, "suites", COLUMNS, rows)
