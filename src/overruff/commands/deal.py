"""``overruff deal``."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

from ..cards import Seat, parse_trump
from ..deal import Deal
from ..inputs import parse_variants, rules_of
from ..position import Position
from ..rules import DEFAULT_RULES
from .common import BAD_INPUT, Commands, add_variant, complain, count


def add(commands: Commands) -> None:
    """Declare the command."""
    sub = commands.add("deal", _deal, "random position lines, or deal lines")
    sub.add_argument("--game", choices=sorted(DEFAULT_RULES), required=True)
    sub.add_argument("--cards", type=int, metavar="N", help="cards in each hand (default: all)")
    sub.add_argument("--seed", type=int, default=0, metavar="K", help="first seed (default 0)")
    sub.add_argument("--count", type=count, default=1, metavar="M", help="number of deals, seeds K, K+1, ...")
    sub.add_argument("--trump", choices=list("SHDCN"), help="default: as the game makes trumps")
    sub.add_argument("--lead", choices=list("NESW"), help="default: random")
    sub.add_argument("--plays", type=int, default=0, metavar="P", help="random cards played first")
    sub.add_argument(
        "--full",
        action="store_true",
        help="dealt by the rules, printed with dealer, turn-up, stock; calls and contract are open",
    )
    sub.add_argument("--dealer", choices=list("NESW"), help="with --full; default: random")
    add_variant(sub)


def _deal(args: argparse.Namespace) -> int:
    try:
        for line in _full_deals(args) if args.full else _positions(args):
            print(line)
    except ValueError as error:
        complain(error)
        return BAD_INPUT
    return 0


def _positions(args: argparse.Namespace) -> Iterator[str]:
    if args.dealer is not None:
        raise ValueError("--dealer: only with --full")
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
        line = position.to_text()
        yield json.dumps({"position": line}) if args.json else line


def _full_deals(args: argparse.Namespace) -> Iterator[str]:
    if args.lead is not None or args.plays:
        raise ValueError(f"{'--plays' if args.plays else '--lead'}: not with --full")
    if args.trump == "N":
        raise ValueError("--trump: N, but with --full no trumps cannot be asked for")
    rules = rules_of(args.game, parse_variants(args.variant))
    for seed in range(args.seed, args.seed + args.count):
        deal = Deal.deal(
            rules,
            seed=seed,
            dealer=None if args.dealer is None else Seat[args.dealer],
            cards=args.cards,
            trump=None if args.trump is None else parse_trump(args.trump),
        )
        yield deal.to_json() if args.json else deal.to_text()
