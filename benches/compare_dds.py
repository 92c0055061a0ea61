"""Time overruff against DDS 2.9, deal by deal in turn, in one process and on one thread.

    python benches/compare_dds.py [--quick] [--json] [--repeats N] [--only ROW ...] [--write]

DDS comes with the package endplay. Every answer is compared; a difference ends the run. Times are CPU
seconds of the process; the last ratio is by the clock. Both programs meet every deal without what
they learnt from others: overruff forgets its table, DDS clears its own.

The last rows compare overruff with itself: all plays with one result, Back Alley with bridge.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from dds import Board, TableBoard, one_thread
from measure import Paired, Report, T, Times, Value, in_turn, machine, timed

import overruff as ov
from overruff import BACK_ALLEY, BRIDGE, Position, Seat, Suit, arrays
from overruff.batch import as_records
from overruff.cards import trump_letter

DATA = Path(__file__).parent.parent / "tests" / "data"
COLUMNS = (
    "work",
    "other",
    "count",
    "ratio of totals",
    "median ratio",
    "quartiles",
    "ms",
    "ms other",
    "ratio by the clock",
    "nodes",
    "target",
)
Row = dict[str, Value]


class Bench:
    """The rows; each returns the columns of one line."""

    def __init__(self, quick: bool, repeats: int) -> None:
        self._quick = quick
        self._repeats = repeats
        self._solver = ov.Solver(threads=1)
        self._nodes = 0

    # ---- what is timed ---------------------------------------------------------------

    def _one(self, position: Position) -> int:
        self._solver.clear()
        solution = self._solver.solve(position)
        self._nodes += solution.nodes
        return solution.ns

    def _all_plays(self, position: Position) -> int:
        self._solver.clear()
        return self._solver.solve_plays(position)[0].ns

    def _table(self, position: Position) -> list[int]:
        self._solver.clear()
        return list(self._solver.table(position).ns.values())

    # ---- rows ------------------------------------------------------------------------

    def table(self) -> Row:
        """All 20 results of whole deals."""
        deals = [at(hands, None, Seat.N) for hands in self._hands()]
        boards = [TableBoard(deal) for deal in deals]
        row = self._compare(
            len(deals), lambda i: self._table(deals[i]), lambda i: list(boards[i].solve()), nodes=False
        )
        return {"other": "DDS", **row, "target": "0.5, median 0.5"}

    def notrump(self) -> Row:
        """One result, notrump."""
        row = self._whole([at(hands, None, Seat.W) for hands in self._hands()])
        return {**row, "target": "0.5, 23.7 M nodes"}

    def spades(self) -> Row:
        """One result, spades are trumps."""
        row = self._whole([at(hands, Suit.S, Seat.W) for hands in self._hands()])
        return {**row, "target": "0.42, 17.7 M nodes"}

    def void_heavy(self, number: int) -> Row:
        """A deal of voids, notrump, West leads; overruff alone, for DDS needs a minute or two."""
        hands, numbers = _lines("bridge_void_heavy.txt")[number].split("\t")
        position = at(hands, None, Seat.W)
        self._nodes = 0
        best = Times(float("inf"), float("inf"))
        for _ in range(self._repeats):
            ns, times = timed(lambda: self._one(position))
            same([int(numbers.split()[19])], [ns], position)
            best = min(best, times, key=lambda t: t.cpu)
        return {
            "other": None,
            "count": 1,
            "ms": best.cpu * 1e3,
            "nodes": self._nodes // self._repeats,
            "target": f"{(500, 1100)[number]} ms",
        }

    def endings(self, cards: int) -> Row:
        """Small endings: overruff a thousand at once from arrays, DDS one call each."""
        batches, size = (2, 250) if self._quick else (20, 1000)
        deals = [Position.random(BRIDGE, cards=cards, seed=seed) for seed in range(batches * size)]
        boards = [Board(deal) for deal in deals]
        rows = as_records(deals)

        def ours(i: int) -> list[int]:
            part = rows[i * size : (i + 1) * size]
            found = arrays.solve(BRIDGE, part["counts"], part["trump"], part["leader"], threads=1)
            return [int(ns) for ns in found]

        def theirs(i: int) -> list[int]:
            return [board.solve() for board in boards[i * size : (i + 1) * size]]

        row = self._compare(batches, ours, theirs, nodes=False, each=size)
        return {"other": "DDS", **row, "target": "0.01 ms"}

    def all_plays(self, trump: Suit | None) -> Row:
        """The value of every lead against one result of the same deal."""
        deals = [at(hands, trump, Seat.W) for hands in self._hands()]
        row = self._compare(
            len(deals), lambda i: self._all_plays(deals[i]), lambda i: self._one(deals[i]), nodes=False
        )
        return {"other": "one result", **row, "target": "3"}

    def back_alley(self) -> Row:
        """Random deals of Back Alley, both jokers in the pack, against as many of bridge."""
        count = 10 if self._quick else 200
        pairs = [
            (
                Position.random(BACK_ALLEY, cards=13, seed=seed, trump=Suit(seed % 4)),
                Position.random(BRIDGE, cards=13, seed=seed, trump=Suit(seed % 4)),
            )
            for seed in range(count)
        ]
        paired, _ = in_turn(
            count, lambda i: self._one(pairs[i][0]), lambda i: self._one(pairs[i][1]), self._repeats
        )
        self._nodes = 0
        for ours, _ in pairs:
            self._one(ours)
        return {
            "other": "bridge",
            "count": count,
            **paired.columns(),
            "nodes": self._nodes,
            "target": "1.5",
        }

    def rows(self) -> dict[str, Callable[[], Row]]:
        """Every row by its name."""
        rows: dict[str, Callable[[], Row]] = {
            "20 results": self.table,
            "notrump": self.notrump,
            "spades": self.spades,
            "void-heavy 1": lambda: self.void_heavy(0),
            "void-heavy 2": lambda: self.void_heavy(1),
        }
        for cards in (3, 4, 5):
            rows[f"endings of {cards}"] = lambda cards=cards: self.endings(cards)  # type: ignore[misc]
        rows["every lead, notrump"] = lambda: self.all_plays(None)
        rows["every lead, spades"] = lambda: self.all_plays(Suit.S)
        rows["Back Alley"] = self.back_alley
        return rows

    # ---- helpers ---------------------------------------------------------------------

    def _hands(self) -> list[str]:
        lines = _lines("bridge200.txt")
        return [line.split("\t")[0] for line in (lines[:10] if self._quick else lines)]

    def _whole(self, deals: Sequence[Position]) -> Row:
        boards = [Board(deal) for deal in deals]
        row = self._compare(len(deals), lambda i: self._one(deals[i]), lambda i: boards[i].solve())
        return {"other": "DDS", **row}

    def _compare(
        self,
        count: int,
        ours: Callable[[int], T],
        theirs: Callable[[int], T],
        *,
        nodes: bool = True,
        each: int = 1,
    ) -> Row:
        self._nodes = 0
        paired, answers = in_turn(count, ours, theirs, self._repeats)
        same([a for a, _ in answers], [b for _, b in answers])
        row: Row = {"count": count * each, **shared_out(paired, each).columns()}
        if nodes:
            row["nodes"] = self._nodes // self._repeats
        return row


def shared_out(paired: Paired, parts: int) -> Paired:
    """Times of batches as times of one of their parts."""

    def share(times: Times) -> Times:
        return Times(times.cpu / parts, times.wall / parts)

    return Paired([share(t) for t in paired.ours], [share(t) for t in paired.theirs])


def same(ours: Sequence[object], theirs: Sequence[object], where: object = "") -> None:
    """Stop the program where two lists of answers differ."""
    for i, (a, b) in enumerate(zip(ours, theirs, strict=True)):
        if not np.array_equal(np.asarray(a), np.asarray(b)):
            sys.exit(f"different answers, piece {i}: {a} and {b} {where}")


def at(hands: str, trump: Suit | None, leader: Seat) -> Position:
    """A bridge deal from its hands."""
    return Position.from_text(f"bridge trump={trump_letter(trump)} lead={leader} {hands}")


def _lines(name: str) -> list[str]:
    return [line for line in (DATA / name).read_text().splitlines() if line and line[0] != "#"]


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a few deals of each row")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--repeats", type=int, default=1, help="times of which the shortest counts")
    parser.add_argument("--write", action="store_true", help="also put the table into docs/performance.md")
    parser.add_argument("--only", nargs="+", metavar="ROW", help="names of rows, or how they begin")
    arguments = parser.parse_args()
    if arguments.write and (arguments.quick or arguments.only):
        parser.error("--write needs the whole of it")
    if arguments.repeats < 1:
        parser.error("--repeats: at least 1")
    bench = Bench(arguments.quick, arguments.repeats)
    report = Report("compare_dds", COLUMNS, arguments.json)
    report.start({**machine(), "DDS": one_thread(), "repeats": arguments.repeats})
    for name, row in bench.rows().items():
        if not arguments.only or name.startswith(tuple(arguments.only)):
            report.add({"work": name, **row()})
    report.finish(arguments.write)


if __name__ == "__main__":
    main()
