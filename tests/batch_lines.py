"""Lines for ``overruff batch``, what it makes of them, and the command itself."""

from __future__ import annotations

from endings import random_ending

import overruff as ov
from overruff import Position
from overruff.cli import main
from overruff.rules import DEFAULT_RULES

GAMES = list(DEFAULT_RULES)
BAD = "bridge trump=S lead=X N:A... K... Q... J..."
WHY = "lead: 'X' is not one of N E S W"


def some_lines(number: int, cards: int = 3) -> list[str]:
    return [
        random_ending(GAMES[seed % 3], cards, seed, rules=DEFAULT_RULES[GAMES[seed % 3]]).to_text()
        for seed in range(number)
    ]


def expected(line: str) -> str:
    solution = ov.solve(Position.from_text(line))
    return f"NS {solution.ns}  EW {solution.ew}  {line}"


def batch(*words: object) -> int:
    return main(["batch", *map(str, words)])
