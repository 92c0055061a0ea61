"""Positions as NumPy arrays: there and back, solved, in tables, and what is wrong with them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from endings import random_ending

import overruff as ov
from overruff import Position, arrays
from overruff.rules import DEFAULT_RULES

GAMES = list(DEFAULT_RULES.values())


@pytest.mark.parametrize("rules", GAMES, ids=list(DEFAULT_RULES))
def test_arrays(rules: ov.Rules) -> None:
    positions = [Position.random(rules, cards=3, seed=seed, plays=seed % 7) for seed in range(120)]
    rows = arrays.from_positions(positions)
    found = arrays.solve(rules, **rows, threads=2)
    assert found.dtype == np.int16
    assert found.tolist() == [ov.solve(p).ns for p in positions]
    as_integers = {name: np.asarray(array).astype(np.int64) for name, array in rows.items()}
    assert arrays.solve(rules, **as_integers).tolist() == found.tolist()  # type: ignore[arg-type]


def test_arrays_by_hand() -> None:
    """The ending of the README without its text: N SK HK, E SK HK, S HA HQ, W SQ HA."""
    hands = np.zeros((1, 4, 64), np.uint8)
    for seat, cards in enumerate([(11, 16 + 11), (11, 16 + 11), (16 + 12, 16 + 10), (10, 16 + 12)]):
        for card in cards:
            hands[0, seat, card] += 1
    assert arrays.solve(ov.ARPAA, hands, trump=0, leader=0).tolist() == [2]


def test_arrays_of_a_variant() -> None:
    rules = dataclasses.replace(ov.BACK_ALLEY, lb_lead="free", trump_lead="free")
    positions = [Position.random(rules, cards=4, seed=seed, trump=ov.Suit.S, ranks=4) for seed in range(60)]
    rows = arrays.from_positions(positions)
    found = arrays.solve(rules, rows["hands"], rows["trump"], rows["leader"])
    assert found.tolist() == [ov.solve(p).ns for p in positions]
    default = arrays.solve(ov.BACK_ALLEY, rows["hands"], rows["trump"], rows["leader"])
    assert found.tolist() != default.tolist()


def one_deal() -> dict[str, object]:
    hands = np.zeros((2, 4, 64), np.uint8)
    hands[:, range(4), [12, 11, 10, 9]] = 1
    return {"hands": hands, "trump": [0, 0], "leader": [0, 1]}


def wrong_hands(seat: int, card: int, count: int) -> np.ndarray:
    hands = one_deal()["hands"]
    assert isinstance(hands, np.ndarray)
    hands[1, seat, card] = count
    return hands


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"hands": np.zeros((2, 4, 52), int)}, r"hands: shape \(2, 4, 52\), but \[n, 4, 64\]"),
        ({"hands": np.zeros((2, 4, 64))}, "hands: type float64"),
        ({"hands": wrong_hands(0, 12, 2)}, "row 1: hands: 2 is not 0 to 1"),
        ({"hands": wrong_hands(0, 11, 1)}, "row 1: hands: card 11 2 times, but the pack has 1"),
        ({"hands": wrong_hands(0, 13, 1)}, "row 1: hands: card 13 1 times, but the pack has 0"),
        ({"hands": wrong_hands(0, 8, 1)}, "row 1: hands: unequal"),
        ({"trump": [0, 5]}, "row 1: trump: 5 is not 0 to 4"),
        ({"trump": [0, -1]}, "row 1: trump: -1 is not 0 to 4"),
        ({"trump": [0, 1, 2]}, r"trump: shape \(3,\)"),
        ({"trump": 9}, "trump: 9 is not 0 to 4"),
        ({"leader": [0, 4]}, "row 1: leader: 4 is not 0 to 3"),
        ({"broken": True}, "row 0: broken"),
        ({"boards": [0, 3]}, "row 1: boards"),
        ({"trick": np.full((2, 2), 255)}, r"trick: shape \(2, 2\)"),
        ({"trick": [[255, 255, 255], [255, 3, 255]]}, "row 1: trick: a card after an empty place"),
        ({"trick": [[255, 255, 255], [3, 255, 255]]}, "row 1: hands: unequal"),
        ({"trick": [[255, 255, 255], [99, 255, 255]]}, "row 1: trick: a card that is not in the pack"),
    ],
)
def test_arrays_name_what_is_wrong(changed: dict[str, object], message: str) -> None:
    assert arrays.solve(ov.BRIDGE, **one_deal()).tolist() == [1, 1]  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=message):
        arrays.solve(ov.BRIDGE, **(one_deal() | changed))  # type: ignore[arg-type]


def test_arrays_refuse_a_trick_that_could_not_have_been_played() -> None:
    p = Position.from_text("bridge trump=S lead=N trick=HA,H2 N:K... .3.. Q4... 5.6..")
    hands = arrays.from_positions([p])["hands"]
    follows, ruffs = [16 + 12, 16 + 0, 255], [16 + 12, 0, 255]  # East holds the three of hearts
    assert arrays.solve(ov.BRIDGE, hands, 0, 0, trick=[follows]).tolist() == [ov.solve(p).ns]
    with pytest.raises(ValueError, match="row 1: trick: a card its player could not have played"):
        arrays.solve(ov.BRIDGE, np.concatenate([hands, hands]), 0, 0, trick=[follows, ruffs])


# There and back


@pytest.mark.parametrize("game", list(DEFAULT_RULES))
def test_there_and_back(game: str) -> None:
    rules = DEFAULT_RULES[game]
    positions = [random_ending(game, 5, seed, rules=rules) for seed in range(200)]
    rows = arrays.from_positions(positions)
    assert rows["hands"].dtype == np.uint8 and rows["hands"].shape == (200, 4, 64)
    back = arrays.to_positions(rules, **rows)
    for old, new in zip(positions, back, strict=True):
        assert new.to_text() == old.to_text().replace(" won=1-0", "").replace(" won=0-1", "")
    again = arrays.from_positions(back)
    for name in ("hands", "trump", "leader", "trick", "broken", "boards"):
        assert np.array_equal(again[name], rows[name]), name


def test_positions_of_one_game_only() -> None:
    mixed = [Position.random(rules, cards=2, seed=1) for rules in (ov.BRIDGE, ov.ARPAA)]
    with pytest.raises(ValueError, match=r"^positions: of different games or variants$"):
        arrays.from_positions(mixed)
    assert len(arrays.from_positions([])["hands"]) == 0


def test_arrays_that_are_no_position_are_not_made_one() -> None:
    with pytest.raises(ValueError, match=r"^row 1: hands: unequal"):
        arrays.to_positions(ov.BRIDGE, **(one_deal() | {"hands": wrong_hands(0, 8, 1)}))  # type: ignore[arg-type]
    rules = dataclasses.replace(ov.BACK_ALLEY, board_lead_scope="first_trick")
    with pytest.raises(ValueError, match=r"^row 1: first_trick: false"):
        arrays.to_positions(rules, **one_deal(), first_trick=[True, False])  # type: ignore[arg-type]


# Tables, stores and executors


def test_tables_of_arrays(tmp_path: Path) -> None:
    for rules in GAMES:
        deals = [Position.random(rules, cards=3, seed=seed) for seed in range(12)]
        hands = arrays.from_positions(deals)["hands"]
        expected = ov.tables_many(deals)
        assert arrays.tables(rules, hands).tolist() == expected.tolist()
        with ov.Store(tmp_path / "answers") as store:
            assert arrays.tables(rules, hands, store=store).tolist() == expected.tolist()


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"hands": wrong_hands(0, 8, 1)}, "row 1: hands: unequal"),
        ({"boards": [0, 3]}, "row 1: boards: only Back Alley"),
        ({"broken": [1, 0]}, "row 0: broken: only Back Alley"),
        ({"hands": np.zeros((2, 4, 64))}, "hands: type float64"),
    ],
)
def test_wrong_rows_are_named(changed: dict[str, object], message: str, tmp_path: Path) -> None:
    """By the number of the deal, whoever works on it."""
    arguments = one_deal() | changed
    only_tables = {name: value for name, value in arguments.items() if name not in ("trump", "leader")}
    calls: list[tuple[Callable[..., object], dict[str, object]]] = [(arrays.tables, only_tables)]
    with ov.Store(tmp_path / "answers") as store, ThreadPoolExecutor(1) as executor:
        calls += [(arrays.solve, arguments | how) for how in ({"store": store}, {"executor": executor})]
        for call, given in calls:
            with pytest.raises(ValueError, match=message):
                call(ov.BRIDGE, **given)
        assert len(store) == 0


def test_a_joker_twice() -> None:
    """In tables jokers may stand in any suit, so the same one might be in two."""
    hands = np.zeros((1, 4, 64), np.uint8)
    hands[0, range(4), [14, 16 + 14, 12, 11]] = 1
    with pytest.raises(ValueError, match=r"^row 0: hands: a card held too often$"):
        arrays.tables(ov.BACK_ALLEY, hands)
