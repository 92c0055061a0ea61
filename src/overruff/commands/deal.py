"""``overruff deal``."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

from ..cards import Seat, parse_trump
from ..inputs import parse_variants, rules_of
from ..position import Position
from ..rules import DEFAULT_RULES
from .common import BAD_INPUT, Commands, add_variant, complain, count


def add(commands: Commands) -> None:
    """Declare the command."""
    sub = commands.add("deal", _deal, "random position lines")
    sub.add_argument("--game", choices=sorted(DEFAULT_RULES), required=True)
    sub.add_argument("--cards", type=int, metavar="N", help="cards in each hand (default: all)")
    sub.add_argument("--seed", type=int, default=0, metavar="K", help="first seed (default 0)")
    sub.add_argument("--count", type=count, default=1, metavar="M", help="number of deals, seeds K, K+1, ...")
    sub.add_argument("--trump", choices=list("SHDCN"), help="default: as the game makes trumps")
    sub.add_argument("--lead", choices=list("NESW"), help="default: random")
    sub.add_argument("--plays", type=int, default=0, metavar="P", help="random cards played first")
    add_variant(sub)


def _deal(args: argparse.Namespace) -> int:
    try:
        for line in _deals(args):
            print(json.dumps({"position": line}) if args.json else line)
    except ValueError as error:
        complain(error)
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
