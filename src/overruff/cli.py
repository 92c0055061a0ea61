"""The command ``overruff``."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from typing import NoReturn

from . import bench
from .analysis import Table, Trace, table, trace
from .cards import Seat, parse_trump, trump_letter
from .errors import quoted
from .inputs import InputError, InputLine, parse, parse_variants, read, rules_of, split_plays
from .position import Position
from .rules import DEFAULT_RULES
from .solver import PlayValue, Solution, empty_solver, solve

Answer = tuple[dict[str, object], str]
"""The answer to one position: for ``--json``, and as text."""
Ask = Callable[[InputLine, argparse.Namespace], Answer]

BAD_INPUT = 2
INTERRUPTED = 130


class _Parser(argparse.ArgumentParser):
    """Reports wrong usage in one line, as all other errors."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"overruff: {message}\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status: 0, 2 for bad input, 130 after Ctrl-C."""
    args = _parser().parse_args(argv)
    try:
        status: int = args.run(args)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has seen enough; keep the interpreter from flushing into the closed pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="overruff",
        description="Exact double-dummy answers for Arpaa Turup, Back Alley and bridge.",
    )
    parser.add_argument("--version", action="version", version=f"overruff {version('overruff')}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(run=run)
        sub.add_argument("--json", action="store_true", help="print JSON, one object in a line")
        return sub

    def asks(name: str, ask: Ask, text: str, too_short: str) -> None:
        sub = command(name, lambda args: _answer_all(ask, args), text)
        sub.add_argument(
            "source",
            nargs="+",
            metavar="FILE|-|LINE",
            help="file of position lines, - for standard input, or a line",
        )
        sub.add_argument(
            "--variant",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="change an option of the rules",
        )
        sub.add_argument(
            "--time-limit", type=_seconds, metavar="S", help=f"seconds for each position; {too_short}"
        )

    bounds, fails = "bounds if it is too short", "an error if it is too short"
    asks("solve", _solve, "value of each position", bounds)
    asks("plays", _plays, "value of every legal play", bounds)
    asks("table", _table, "NS tricks for every trump and leader", fails)
    asks(
        "trace",
        _trace,
        "value after every card of a play record (a position line with a field plays=C,C,...)",
        fails,
    )

    deal = command("deal", _deal, "random position lines")
    deal.add_argument("--game", choices=sorted(DEFAULT_RULES), required=True)
    deal.add_argument("--cards", type=int, metavar="N", help="cards in each hand (default: all)")
    deal.add_argument("--seed", type=int, default=0, metavar="K", help="first seed (default 0)")
    deal.add_argument(
        "--count", type=_count, default=1, metavar="M", help="number of deals, seeds K, K+1, ..."
    )
    deal.add_argument("--trump", choices=list("SHDCN"), help="default: as the game makes trumps")
    deal.add_argument("--lead", choices=list("NESW"), help="default: random")
    deal.add_argument("--plays", type=int, default=0, metavar="P", help="random cards played first")
    deal.add_argument("--variant", action="append", default=[], metavar="NAME=VALUE")

    command("bench", _bench, "nodes, seconds and nodes per second on the fixed suite")
    return parser


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not seconds >= 0:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number of seconds")
    return seconds


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) >= 1):
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number of at least 1")
    return int(text)


def _complain(error: object) -> None:
    sys.stdout.flush()
    print(f"overruff: {error}", file=sys.stderr)


def _answer_all(ask: Ask, args: argparse.Namespace) -> int:
    """Answers every good line; complains about each bad one."""
    try:
        args.options = parse_variants(args.variant)
    except ValueError as error:
        _complain(error)
        return BAD_INPUT
    status = 0
    for line in read(args.source):
        try:
            if isinstance(line, InputError):
                raise line
            values, text = ask(line, args)
        except InputError as error:
            _complain(error)
            status = BAD_INPUT
            continue
        print(json.dumps(values) if args.json else text)
    return status


def _solve(line: InputLine, args: argparse.Namespace) -> Answer:
    position = parse(line, args.options)
    solution = solve(position, args.time_limit)
    return _solution_json(solution), _solution_text(solution, position)


def _plays(line: InputLine, args: argparse.Namespace) -> Answer:
    position = parse(line, args.options)
    with empty_solver() as solver:
        solution, plays = solver.solve_plays(position, args.time_limit)
    values = _solution_json(solution) | {"plays": [_play_json(play) for play in plays]}
    return values, "\n".join([_solution_text(solution, position), *map(_play_text, plays)])


def _table(line: InputLine, args: argparse.Namespace) -> Answer:
    position = parse(line, args.options)
    try:
        answer = table(position, time_limit=args.time_limit)
    except ValueError as error:
        raise line.error(error) from None
    return _table_json(answer), f"{position.to_text()}\n{answer}"


def _trace(line: InputLine, args: argparse.Namespace) -> Answer:
    rest, cards = split_plays(line)
    position = parse(rest, args.options)
    try:
        answer = trace(position, cards, time_limit=args.time_limit)
    except ValueError as error:
        raise line.error(error) from None
    return _trace_json(answer), f"{position.to_text()}\n{answer}"


def _solution_json(solution: Solution) -> dict[str, object]:
    return {
        "ns": solution.ns if solution.exact else None,
        "ew": solution.ew if solution.exact else None,
        "lower": solution.lower,
        "upper": solution.upper,
        "exact": solution.exact,
        "nodes": solution.nodes,
        "seconds": solution.seconds,
    }


def _play_json(play: PlayValue) -> dict[str, object]:
    return {
        "card": str(play.card),
        "ns": play.ns if play.exact else None,
        "cost": play.proven_cost,
        "lower": play.lower,
        "upper": play.upper,
        "same_as": None if play.same_as is None else str(play.same_as),
    }


def _table_json(answer: Table) -> dict[str, object]:
    rows = {trump_letter(t): {seat.name: answer[t, seat] for seat in Seat} for t in answer.trumps}
    return {"tricks": answer.tricks, "table": rows}


def _trace_json(answer: Trace) -> dict[str, object]:
    return {
        "start": answer.start,
        "end": answer.end,
        "plays": [
            {"seat": play.seat.name, "card": str(play.card), "ns": play.ns, "cost": play.cost}
            for play in answer.plays
        ],
        "cost": {seat.name: cost for seat, cost in answer.cost.items()},
    }


def _range(lower: int, upper: int) -> str:
    return str(lower) if lower == upper else f"{lower}-{upper}"


def _solution_text(solution: Solution, position: Position) -> str:
    ns = _range(solution.lower, solution.upper)
    ew = _range(solution.tricks - solution.upper, solution.tricks - solution.lower)
    return f"NS {ns}  EW {ew}  {position.to_text()}"


def _play_text(play: PlayValue) -> str:
    cost = "" if play.proven_cost is None else f"  cost {play.proven_cost}"
    same = "" if play.same_as is None else f"  same as {play.same_as}"
    return f"  {play.card}  NS {_range(play.lower, play.upper)}{cost}{same}"


def _deal(args: argparse.Namespace) -> int:
    try:
        for line in _deals(args):
            print(json.dumps({"position": line}) if args.json else line)
    except ValueError as error:
        _complain(error)
        return BAD_INPUT
    return 0


def _deals(args: argparse.Namespace) -> Iterator[str]:
    rules = rules_of(args.game, parse_variants(args.variant))
    for seed in range(args.seed, args.seed + args.count):
        position = Position.random(
            rules,
            cards=args.cards,
            seed=seed,
            trump="random" if args.trump is None else parse_trump(args.trump),
            leader=None if args.lead is None else Seat[args.lead],
            plays=args.plays,
        )
        yield position.to_text()


def _bench(args: argparse.Namespace) -> int:
    """One row at a time, then the total, whose node count is the signature of the search."""
    nodes, seconds = 0, 0.0
    if not args.json:
        print(f"{'':18s} {'deals':>6s} {'NS':>6s} {'nodes':>14s} {'seconds':>9s} {'nodes/s':>12s}")
    for row in bench.run():
        nodes += row.nodes
        seconds += row.seconds
        if args.json:
            values = {"name": row.name, "deals": row.deals, "ns": row.ns, "nodes": row.nodes}
            print(json.dumps(values | {"seconds": row.seconds, "nodes_per_second": row.nodes_per_second}))
        else:
            print(
                f"{row.name:18s} {row.deals:6d} {row.ns:6d} {row.nodes:14d} {row.seconds:9.3f} "
                f"{row.nodes_per_second:12.0f}",
                flush=True,
            )
    speed = nodes / seconds if seconds else 0.0
    if args.json:
        print(json.dumps({"name": "total", "nodes": nodes, "seconds": seconds, "nodes_per_second": speed}))
    else:
        print(f"{'total':18s} {'':6s} {'':6s} {nodes:14d} {seconds:9.3f} {speed:12.0f}")
    return 0
