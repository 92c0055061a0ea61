"""``overruff trump``."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from .. import render
from ..batch import Progress, solve_many
from ..cards import Suit, trump_letter
from ..deal_text import is_deal_line
from ..estimating import estimate_many
from ..inputs import InputLine, parse, parse_deal, parse_variants, rules_of
from ..position import Position
from ..rules import ARPAA
from ..searches import Searches
from ..solver import empty_solver
from ..trump_choice import TrumpChoice, expected_trumps, trump_values
from .common import BAD_INPUT, Answer, Commands, Csv, answer_all, complain

_EXPECTED = ["mean", "error", "cost", "cost_error"]


def add(commands: Commands) -> None:
    """Declare the command."""
    sub = commands.add_question(
        "trump",
        _known,
        "tricks of the leader's side for every trump, and what the choice cost; with --seen what the "
        "trump-maker of Arpaa Turup can expect of each trump, given only his three cards",
        "an error if it is too short",
        table=_CSV,
        nargs="*",
    )
    sub.add_argument("--seen", metavar="C,C,C", help="the trump-maker's three cards, instead of lines")
    sub.add_argument("--cards", type=int, default=8, metavar="N", help="--seen: cards a hand (default 8)")
    sub.add_argument("--samples", type=int, default=200, metavar="M", help="--seen: deals (default 200)")
    sub.add_argument("--seed", type=int, default=0, metavar="K", help="--seen: default 0")
    sub.add_argument("--threads", type=int, metavar="T", help="--seen: default one per processor")
    sub.add_argument("--estimate", action="store_true", help="estimates, for hands too long to be solved")
    sub.set_defaults(run=_trump)


def _trump(args: argparse.Namespace) -> int:
    if (args.seen is not None) == bool(args.source):
        complain("trump: either lines or --seen C,C,C is needed")
        return BAD_INPUT
    return answer_all(_known, args, _CSV) if args.seen is None else _expected(args)


def _known(line: InputLine, args: argparse.Namespace) -> Answer:
    try:
        position, chosen = _start(line, args)
        solved = partial(_solve, time_limit=args.time_limit)
        tricks = trump_values(position, estimate_many if args.estimate else solved)
    except ValueError as error:
        raise line.error(error) from None
    own = {trump_letter(trump): count if args.estimate else int(count) for trump, count in tricks.items()}
    values: dict[str, object] = {
        "leader": position.leader.name,
        "trump": chosen,
        "tricks": own,
        "cost": None if chosen is None else max(own.values()) - own[chosen],
    }
    shown = render.trumps(tricks, position.leader.side, chosen, args.paint)
    return values, f"{line.text}\n{shown}"


def _start(line: InputLine, args: argparse.Namespace) -> tuple[Position, str | None]:
    """The position, of a deal its start, and the letter of the trump chosen, ``None`` if it is open."""
    if not is_deal_line(line.text):
        position = parse(line, args.options)
        return position, trump_letter(position.trump)
    deal = parse_deal(line, args.options)
    if deal.rules.game == ARPAA.game and not deal.has_trump:
        return replace(deal, trump=Suit.S).position(0), None
    return deal.position(0), trump_letter(deal.trump)


def _solve(positions: Sequence[Position], time_limit: float | None) -> list[int]:
    """NS tricks of all of them within one time limit."""
    with empty_solver() as solver:
        searches = Searches(solver, time_limit, None)
        return [searches.ns(p, f"trump {trump_letter(p.trump)}, {p.leader} to lead") for p in positions]


def _rows(answer: Any) -> Iterator[list[object]]:
    best = max(answer["tricks"].values())
    for trump, tricks in answer["tricks"].items():
        yield [answer["leader"], trump, tricks, best - tricks, trump == answer["trump"]]


_CSV = Csv(["leader", "trump", "tricks", "cost", "chosen"], _rows)


def _expected(args: argparse.Namespace) -> int:
    value = estimate_many if args.estimate else solve_many
    try:
        answer = expected_trumps(
            args.seen.split(","),
            args.cards,
            args.samples,
            args.seed,
            rules=rules_of(ARPAA.game, parse_variants(args.variant)),
            value=partial(value, threads=args.threads, progress=_progress()),
        )
    except ValueError as error:
        complain(error)
        return BAD_INPUT
    values = _expected_json(answer)
    if args.json:
        print(json.dumps(values))
    elif args.csv:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(["trump", *_EXPECTED])
        writer.writerows([trump, *row.values()] for trump, row in values["trumps"].items())
    else:
        shown = render.trump_choice(answer, render.paint_for(sys.stdout))
        print(f"{args.seen}  {answer.cards} cards a hand, {answer.deals} deals\n{shown}")
    return 0


def _expected_json(answer: TrumpChoice) -> dict[str, Any]:
    columns = {name: getattr(answer, name) for name in _EXPECTED}
    return {
        "seen": list(map(str, answer.seen)),
        "cards": answer.cards,
        "deals": answer.deals,
        "best": answer.best.name,
        "trumps": {
            trump.name: {name: column[trump] for name, column in columns.items()} for trump in answer.mean
        },
    }


def _progress() -> Progress | None:
    """A count on standard error while it is a terminal."""
    if not sys.stderr.isatty():
        return None

    def show(done: int, total: int) -> None:
        print(f"\r{done} of {total} values", end="\n" if done == total else "", file=sys.stderr, flush=True)

    return show
