"""Compare the engine with another answer on as many random endings as you like.

    python tests/fuzz.py --game arpaa --count 100000 --seed 1 --cards 2-4 --against checker

The nth ending is the one of seed + n, so a run can be split or gone on with. Every mismatch is
printed as a command that repeats it, with both answers; the exit status is 1 if there was one.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import product

from endings import random_ending
from oracles import Engine, Oracle, checker, mismatches, model

from overruff import Position, Rules
from overruff.inputs import parse_variants, rules_of
from overruff.rules import DEFAULT_RULES

SETTINGS = [
    {"table": table, "bounds": bounds, "cover": cover}
    for table, bounds, cover in product((True, False), repeat=3)
]
"""Every way to switch parts of the search on and off, the whole engine first."""


def oracles(name: str) -> list[tuple[Oracle, Oracle]]:
    """Pairs to compare: who is right, and who is tested."""
    if name == "settings":
        whole, *others = (Engine(**setting) for setting in SETTINGS)
        return [(other, whole) for other in others]
    if name == "dds":
        from dds import dds  # noqa: PLC0415 - needs endplay

        return [(dds, Engine())]
    return [({"model": model, "checker": checker}[name], Engine())]


def positions(game: str, cards: range, seeds: range, rules: Rules | None) -> Iterator[Position]:
    """The endings of these seeds, the sizes in turn."""
    for seed in seeds:
        yield random_ending(game, cards[seed % len(cards)], seed, rules=rules)


def _cards(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main() -> int:
    """Run from the command line; returns the exit status."""
    parser = argparse.ArgumentParser(description="Compare the engine with another answer.")
    parser.add_argument("--game", choices=list(DEFAULT_RULES), help="default: all three")
    parser.add_argument("--count", type=int, default=10_000, help="endings of each game")
    parser.add_argument("--seed", type=int, default=1, help="the first of them")
    parser.add_argument("--cards", type=_cards, default=range(2, 5), help="in a hand, such as 2-4")
    parser.add_argument("--against", choices=["model", "checker", "settings", "dds"], default="checker")
    parser.add_argument(
        "--variant", action="append", metavar="NAME=VALUE", help="these rules only; default: all variants"
    )
    arguments = parser.parse_args()
    if arguments.variant and not arguments.game:
        parser.error("--variant needs --game")
    if arguments.against == "dds" and (arguments.game != "bridge" or arguments.cards[0] < 2):
        parser.error("--against dds needs --game bridge and two cards or more")
    pairs = oracles(arguments.against)
    wrong = 0
    for game in [arguments.game] if arguments.game else DEFAULT_RULES:
        rules = rules_of(game, parse_variants(arguments.variant)) if arguments.variant else None
        start, found = time.perf_counter(), 0
        seeds = range(arguments.seed, arguments.seed + arguments.count)
        for position in positions(game, arguments.cards, seeds, rules):
            for truth, engine in pairs:
                for report in mismatches([position], truth, engine):
                    found += 1
                    print(f"{truth}: {report}" if isinstance(truth, Engine) else report, flush=True)
        seconds = time.perf_counter() - start
        print(
            f"{game}: {arguments.count} endings of {arguments.cards[0]} to {arguments.cards[-1]} cards "
            f"against the {arguments.against}, {found} mismatches, {seconds:.0f} s",
            flush=True,
        )
        wrong += found
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
