"""``overruff solve`` and ``overruff plays``."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from ..errors import Interrupted
from ..inputs import InputLine, parse
from ..position import Position
from ..render import BAD, Paint, card, span
from ..solver import PlayValue, Solution, empty_solver, solve
from .common import Answer, Commands, Csv

_VALUE = ["ns", "ew", "lower", "upper", "exact", "nodes", "seconds", "estimate", "error", "best"]
_PLAY = ["card", "ns", "cost", "lower", "upper", "same_as", "estimate"]


def add(commands: Commands) -> None:
    """Declare the commands."""
    too_short = "bounds if it is too short"
    values = Csv(_VALUE, lambda answer: [[answer.get(name) for name in _VALUE]])
    commands.add_question("solve", _solve, "value of each position", too_short, table=values)
    plays = Csv(_PLAY, _play_rows)
    commands.add_question("plays", _plays, "value of every legal play", too_short, table=plays)


def _solve(line: InputLine, args: argparse.Namespace) -> Answer:
    position = parse(line, args.options)
    try:
        solution = solve(position, args.time_limit)
    except Interrupted as stop:
        args.interrupted = True
        solution = stop.solution
    return _solution_json(solution), _solution_text(solution, position)


def _plays(line: InputLine, args: argparse.Namespace) -> Answer:
    position = parse(line, args.options)
    try:
        with empty_solver() as solver:
            solution, plays = solver.solve_plays(position, args.time_limit)
    except Interrupted as stop:
        if stop.plays is None:
            raise
        args.interrupted = True
        solution, plays = stop.solution, stop.plays
    values = _solution_json(solution) | {"plays": [_play_json(play) for play in plays]}
    return values, "\n".join(
        [_solution_text(solution, position), *(_play_text(play, args.paint) for play in plays)]
    )


def _solution_json(solution: Solution) -> dict[str, object]:
    return {
        "ns": solution.ns if solution.exact else None,
        "ew": solution.ew if solution.exact else None,
        "lower": solution.lower,
        "upper": solution.upper,
        "exact": solution.exact,
        "nodes": solution.nodes,
        "seconds": solution.seconds,
    } | ({} if solution.exact else _guess_json(solution))


def _guess_json(solution: Solution) -> dict[str, object]:
    return {
        "estimate": float(solution.estimate),
        "error": solution.estimate.error,
        "best": None if solution.best is None else str(solution.best),
    }


def _play_json(play: PlayValue) -> dict[str, object]:
    return {
        "card": str(play.card),
        "ns": play.ns if play.exact else None,
        "cost": play.proven_cost,
        "lower": play.lower,
        "upper": play.upper,
        "same_as": None if play.same_as is None else str(play.same_as),
        "estimate": float(play.estimate),
    }


def _solution_text(solution: Solution, position: Position) -> str:
    ns = span(solution.lower, solution.upper)
    ew = span(solution.tricks - solution.upper, solution.tricks - solution.lower)
    guess = ""
    if not solution.exact:
        guess = f"  estimate {solution.estimate:.1f} (error {solution.estimate.error:.1f})"
        guess += "" if solution.best is None else f"  play {solution.best}"
    return f"NS {ns}  EW {ew}{guess}  {position.to_text()}"


def _play_text(play: PlayValue, paint: Paint) -> str:
    cost = "" if play.proven_cost is None else f"  cost {play.proven_cost}"
    if play.proven_cost:
        cost = paint(cost, BAD)
    same = "" if play.same_as is None else f"  same as {play.same_as}"
    guess = "" if play.exact else f"  estimate {play.estimate:.1f}"
    return f"  {card(play.card, paint)}  NS {span(play.lower, play.upper)}{guess}{cost}{same}"


def _play_rows(answer: Any) -> Iterator[list[object]]:
    for play in answer["plays"]:
        yield [play[name] for name in _PLAY]
