"""Arpaa at every size: intervals, estimates and plays within a time, against exact values where known.

    python benches/long_positions.py [--quick] [--json] [--only ROW ...] [--write]

Limits are seconds by the clock, so the figures depend on the machine and on what else it does. Deals
are seeds 1,000 and up. Exact values come from unlimited searches (up to half a minute each).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from statistics import mean, stdev

from measure import Value, run_script

import overruff as ov
from overruff import ARPAA, Position, Side

COLUMNS = (
    "work",
    "count",
    "seconds each",
    "mean width",
    "exact",
    "mean abs. error",
    "bias",
    "largest",
    "mean loss",
    "over the limit, ms",
    "target",
)
Row = dict[str, Value]
FIRST_SEED = 1000


def position(kind: str, seed: int) -> Position:
    """``"16"``: sixteen random cards a hand; ``"R4"``: all cards of the four highest ranks."""
    if not kind.startswith("R"):
        return Position.random(ARPAA, cards=int(kind), seed=FIRST_SEED + seed)
    ranks = int(kind[1:])
    return Position.random(ARPAA, cards=4 * ranks, ranks=ranks, seed=FIRST_SEED + seed)


@cache
def exact(kind: str, seed: int) -> int:
    """NS tricks, however long it takes."""
    return ov.solve(position(kind, seed)).ns


def widths(kind: str, limit: float, count: int) -> Row:
    """What is proven within a time."""
    width, solved, over = [], 0, []
    for seed in range(count):
        deal = position(kind, seed)
        start = time.perf_counter()
        found = ov.solve(deal, time_limit=limit)
        over.append(time.perf_counter() - start - limit)
        width.append(found.upper - found.lower)
        solved += found.exact
    return {
        "count": count,
        "seconds each": limit,
        "mean width": mean(width),
        "exact": f"{solved / count:.0%}",
        "largest": max(width),
        "over the limit, ms": max(over) * 1e3,
    }


def errors(kind: str, limit: float, count: int) -> Row:
    """How far estimates are from exact values; proven ones count as right."""
    off = []
    for seed in range(count):
        deal = position(kind, seed)
        guess = ov.solve(deal, time_limit=limit).estimate
        off.append(guess - exact(kind, seed))
    return {
        "count": count,
        "seconds each": limit,
        "exact": f"{mean(x == 0 for x in off):.0%}",
        "mean abs. error": mean(map(abs, off)),
        "bias": mean(off),
        "largest": max(map(abs, off)),
    }


def losses(kind: str, limit: float, count: int) -> Row:
    """Tricks lost by the play that stands first in ``best_plays``."""
    lost = []
    for seed in range(count):
        deal = position(kind, seed)
        side = deal.turn.side
        first = ov.best_plays(deal, time_limit=limit)[0].card
        value = exact(kind, seed)
        deal.push(first)
        after = ov.solve(deal).ns
        lost.append(value - after if side is Side.NS else after - value)
    return {
        "count": count,
        "seconds each": limit,
        "exact": f"{mean(x == 0 for x in lost):.0%}",
        "mean loss": mean(lost),
        "largest": max(lost),
    }


def self_play(nodes: int, count: int, exact_from: int = 13) -> Row:
    """Whole deals played by the solver's own choices down to where they can be solved.

    The result against the estimate at the start: by how many tricks it promises the side on lead more
    than came of it, bias and spread.
    """
    off = []
    for seed in range(count):
        deal = position("36", seed)
        leads = deal.turn.side
        guess = ov.solve(deal, node_limit=400_000).estimate
        solver = ov.Solver()
        while deal.tricks_left > exact_from or deal.trick:
            best = solver.solve(deal, node_limit=nodes).best
            assert best is not None
            deal.push(best)
        result = deal.won[0] + ov.solve(deal).ns
        off.append(guess - result if leads is Side.NS else result - guess)
    return {
        "count": count,
        "mean abs. error": mean(map(abs, off)),
        "bias": f"{mean(off):.2f}, spread {stdev(off):.2f}",
        "largest": max(map(abs, off)),
    }


def methods(kind: str, count: int) -> dict[int, list[float]]:
    """Errors of estimates that are not proven, by the method the engine names; for ``estimates.py``."""
    from overruff._native import core  # noqa: PLC0415
    from overruff.encode import record  # noqa: PLC0415

    found: dict[int, list[float]] = {}
    for seed in range(count):
        deal = record(position(kind, seed))
        value = exact(kind, seed)
        seen = set()
        for step in range(8, 22):
            lower, upper, *_, guess, method, _ = core.CoreSolver(64 << 20).solve(deal, 0.0, 1 << step)
            if lower == upper:
                break
            if method not in seen:
                seen.add(method)
                found.setdefault(method, []).append(guess - value)
    return found


def by_method(kind: str, count: int) -> Row:
    """Mean errors of each method as a line of text."""
    found = methods(kind, count)
    text = ", ".join(
        f"{method}: {mean(map(abs, off)):.2f} ({len(off)}x)" for method, off in sorted(found.items())
    )
    return {"count": count, "mean abs. error": text}


def rows(quick: bool) -> dict[str, Callable[[], Row]]:
    """Every row by its name."""
    count = 2 if quick else 20
    found: dict[str, Callable[[], Row]] = {}
    for name, kind, limit, target in (
        ("whole deal", "36", 10.0, "width 17"),
        ("whole pack of 5 ranks", "R5", 20.0, "exact 50 %"),
        ("whole pack of 6 ranks", "R6", 10.0, "width 5"),
        ("16 cards", "16", 5.0, "exact 85 %"),
    ):
        found[name] = lambda k=kind, t=limit, x=target: {**widths(k, t, count), "target": x}  # type: ignore[misc]
    for kind in ("13", "14", "15", "16", "R4"):
        found[f"estimate, {kind}"] = lambda k=kind: {**errors(k, 0.1, count), "target": "error 0.25"}  # type: ignore[misc]
    for kind in ("14", "15", "16", "R4"):
        found[f"first play, {kind}"] = lambda k=kind: {**losses(k, 0.5, count), "target": "loss 0.1"}  # type: ignore[misc]
    for kind in ("12", "13", "14", "15", "16", "R4"):
        found[f"methods, {kind}"] = lambda k=kind: by_method(k, count)  # type: ignore[misc]
    found["self-play of whole deals"] = lambda: self_play(5_000, 2 if quick else 100)
    return found


if __name__ == "__main__":
    run_script(__doc__, "long_positions", COLUMNS, rows)
