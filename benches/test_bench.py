"""The fixed suite under pytest-benchmark: ``python -m pytest benches``.

``extra_info`` holds the nodes of a row, which do not change from run to run, and nodes per second.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import overruff as ov
from overruff import arrays, bench
from overruff.batch import as_records


@pytest.mark.parametrize("row", bench.SUITE, ids=lambda row: row.name)
def test_solve(benchmark: Any, row: bench.Row) -> None:
    """Every deal of a row of ``overruff bench``, each with a new solver."""
    measured = benchmark.pedantic(bench.measure, args=(row,), rounds=3)
    benchmark.extra_info["nodes"] = measured.nodes
    benchmark.extra_info["nodes_per_second"] = measured.nodes_per_second
    assert measured.nodes > 0


@pytest.mark.parametrize("row", bench.SUITE, ids=lambda row: row.name)
def test_best_plays(benchmark: Any, row: bench.Row) -> None:
    """The value of every play at the start of each deal."""
    positions = list(row.positions())

    def work() -> int:
        return sum(ov.Solver().solve_plays(position)[0].nodes for position in positions)

    nodes = benchmark.pedantic(work, rounds=3)
    benchmark.extra_info["nodes"] = nodes
    if benchmark.stats:  # measured, not just run
        benchmark.extra_info["nodes_per_second"] = nodes / benchmark.stats.stats.min
    assert nodes > 0


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("rules", [ov.BRIDGE, ov.BACK_ALLEY, ov.ARPAA], ids=lambda rules: rules.game)
def test_small_endings_from_arrays(benchmark: Any, rules: ov.Rules, threads: int) -> None:
    """Ten thousand endings of three cards, without text and without Python objects."""
    deals = [ov.Position.random(rules, cards=3, seed=seed) for seed in range(2000)]
    rows = np.tile(as_records(deals), 5)

    def work() -> int:
        found = arrays.solve(rules, rows["counts"], rows["trump"], rows["leader"], threads=threads)
        return int(found.sum())

    assert benchmark.pedantic(work, rounds=3, warmup_rounds=1) > 0
    if benchmark.stats:
        benchmark.extra_info["microseconds_each"] = benchmark.stats.stats.min / len(rows) * 1e6
