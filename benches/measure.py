"""Times, ratios and tables for the benchmark scripts."""

from __future__ import annotations

import argparse
import json
import os
import platform
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TypeVar

T = TypeVar("T")

Value = str | int | float | None
"""A cell of a table."""

PAGE = Path(__file__).parent.parent / "docs" / "performance.md"


@dataclass(frozen=True)
class Times:
    """Seconds of one piece of work."""

    cpu: float
    """Of this process, all its threads together."""
    wall: float

    def __add__(self, other: Times) -> Times:
        return Times(self.cpu + other.cpu, self.wall + other.wall)


def timed(work: Callable[[], T]) -> tuple[T, Times]:
    """What the work returns, and how long it took."""
    wall, cpu = time.perf_counter(), time.process_time()
    result = work()
    cpu = time.process_time() - cpu
    return result, Times(cpu, time.perf_counter() - wall)


def quantile(values: Sequence[float], part: float) -> float:
    """The value below which ``part`` (0 to 1) of the values lie, between neighbours in proportion."""
    ordered = sorted(values)
    place = part * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])


@dataclass
class Paired:
    """The same pieces of work done by two programs in turn."""

    ours: list[Times] = field(default_factory=list)
    theirs: list[Times] = field(default_factory=list)

    def ratios(self) -> list[float]:
        """Our CPU time by theirs, for every piece."""
        return [a.cpu / b.cpu for a, b in zip(self.ours, self.theirs, strict=True)]

    def columns(self) -> dict[str, Value]:
        """Ratios and means (milliseconds a piece) as columns of a table."""
        ours, theirs = sum(self.ours, Times(0, 0)), sum(self.theirs, Times(0, 0))
        ratios, count = self.ratios(), len(self.ours)
        return {
            "ratio of totals": ours.cpu / theirs.cpu,
            "median ratio": median(ratios),
            "quartiles": f"{quantile(ratios, 0.25):.2f}-{quantile(ratios, 0.75):.2f}",
            "ms": ours.cpu / count * 1e3,
            "ms other": theirs.cpu / count * 1e3,
            "ratio by the clock": ours.wall / theirs.wall,
        }


def in_turn(
    count: int, ours: Callable[[int], T], theirs: Callable[[int], T], repeats: int = 1
) -> tuple[Paired, list[tuple[T, T]]]:
    """Do piece 0, 1, ... with both, the other one first every time; the results as pairs.

    With ``repeats`` everything is done that often and the shortest time of each piece counts, which
    takes out most of what other programs on the machine disturb.
    """
    pairs: list[tuple[T, T]] = []
    paired = Paired()
    for round_ in range(repeats):
        for i in range(count):
            if (i + round_) % 2:
                b, time_b = timed(lambda: theirs(i))  # noqa: B023 - called at once
                a, time_a = timed(lambda: ours(i))  # noqa: B023
            else:
                a, time_a = timed(lambda: ours(i))  # noqa: B023
                b, time_b = timed(lambda: theirs(i))  # noqa: B023
            if round_ == 0:
                pairs.append((a, b))
                paired.ours.append(time_a)
                paired.theirs.append(time_b)
            else:
                paired.ours[i] = min(paired.ours[i], time_a, key=_cpu)
                paired.theirs[i] = min(paired.theirs[i], time_b, key=_cpu)
    return paired, pairs


def _cpu(times: Times) -> float:
    return times.cpu


def machine() -> dict[str, Value]:
    """What the figures depend on, in general terms."""
    from overruff._native import core  # noqa: PLC0415 - only what prints needs it

    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return {
        "processor": platform.machine(),
        "cores": os.cpu_count(),
        "instruction set": core.isa(),
        "python": platform.python_version(),
        "load": load,
    }


def cell(value: Value) -> str:
    """A value as it stands in a table: three significant digits, thousands set apart."""
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) else value


class Report:
    """Rows printed as they come, as a Markdown table, or gathered as one JSON object."""

    def __init__(self, name: str, columns: Sequence[str], as_json: bool) -> None:
        """``columns``: their names, in order; a row may lack some."""
        self._name = name
        self._columns = columns
        self._json = as_json
        self._rows: list[Mapping[str, Value]] = []
        self._lines: list[str] = []

    def start(self, settings: Mapping[str, Value]) -> None:
        """What was measured under, and the head of the table."""
        self._settings = settings
        self._line(", ".join(f"{name} {cell(value)}" for name, value in settings.items()))
        self._line("")
        self._line("| " + " | ".join(self._columns) + " |")
        self._line("|" + "---|" * len(self._columns))

    def add(self, row: Mapping[str, Value]) -> None:
        """Print a row."""
        self._rows.append(row)
        self._line("| " + " | ".join(cell(row.get(name, "")) for name in self._columns) + " |")

    def finish(self, write: bool = False) -> None:
        """Print the object, where JSON was asked for; ``write`` the table into docs/performance.md."""
        if self._json:
            print(json.dumps({"settings": self._settings, "rows": self._rows}, indent=1))
        if write:
            before, rest = PAGE.read_text().split(f"<!-- {self._name} -->\n", 1)
            after = rest[rest.index("<!-- end -->") :]
            table = "\n".join(self._lines)
            PAGE.write_text(f"{before}<!-- {self._name} -->\n{table}\n{after}")

    def _line(self, text: str) -> None:
        self._lines.append(text)
        if not self._json:
            print(text, flush=True)


def run_script(
    doc: str | None,
    name: str,
    columns: Sequence[str],
    rows: Callable[[bool], Mapping[str, Callable[[], Mapping[str, Value]]]],
) -> None:
    """The command line of a script that measures rows one after the other.

    ``name``: of its table in docs/performance.md. ``rows``: what measures each row, by its name; given
    whether a tenth of it will do.
    """
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a tenth of the positions")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--write", action="store_true", help="also put the table into docs/performance.md")
    parser.add_argument("--only", nargs="+", metavar="ROW", help="names of rows, or how they begin")
    arguments = parser.parse_args()
    if arguments.write and (arguments.quick or arguments.only):
        parser.error("--write needs the whole of it")
    report = Report(name, columns, arguments.json)
    report.start(machine())
    for work, row in rows(arguments.quick).items():
        if not arguments.only or work.startswith(tuple(arguments.only)):
            report.add({"work": work, **row()})
    report.finish(arguments.write)
