"""The engine against itself with its table, its static bounds and its skipping of cards off.

Endings too large for the model, where every part of the search has work to do.
"""

from __future__ import annotations

import pytest
from endings import random_ending
from fuzz import SETTINGS
from oracles import Engine, mismatches

from overruff import Position
from overruff._native import core
from overruff.encode import record
from overruff.rules import DEFAULT_RULES

games = pytest.mark.parametrize("game", list(DEFAULT_RULES))


def compare(positions: list[Position], settings: list[dict[str, bool]]) -> None:
    whole = Engine()
    for setting in settings:
        other = Engine(**setting)
        found = mismatches(positions, other, whole)
        assert not found, f"{other}: {len(found)} mismatches\n" + "\n".join(found[:5])


@games
def test_all_settings(game: str) -> None:
    positions = [random_ending(game, 5, seed) for seed in range(200)]
    positions += [random_ending(game, 6, seed) for seed in range(25)]
    compare(positions, SETTINGS[1:])


@games
def test_settings_that_are_quick_enough_for_larger_endings(game: str) -> None:
    settings = [setting for setting in SETTINGS[1:] if setting["table"] or setting["bounds"]]
    quick = [setting for setting in settings if setting["table"] or setting["cover"]]
    compare([random_ending(game, 6, seed) for seed in range(100)], settings)
    compare([random_ending(game, 7, seed) for seed in range(200)], quick)
    only_one_off = [setting for setting in SETTINGS if list(setting.values()).count(False) == 1]
    compare([random_ending(game, 8, seed) for seed in range(60)], only_one_off)


@games
def test_every_part_has_work_to_do(game: str) -> None:
    """Each switch changes the search: with a part off, more cards are played."""
    positions = [record(random_ending(game, 7, seed)) for seed in range(60)]

    def nodes(**setting: bool) -> int:
        solver = core.CoreSolver(16 << 20, **setting)
        return sum(solver.solve(position)[2] for position in positions)

    whole = nodes()
    for part in ("table", "bounds", "cover"):
        assert nodes(**{part: False}) > 1.05 * whole, part
