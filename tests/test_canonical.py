"""Keys of positions: equal for other names of one thing, different for different things."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from endings import describe, random_ending

import overruff as ov
from overruff import Card, Position, Seat, Suit
from overruff.batch import as_records
from overruff.canonical import KEY_BYTES, canonical
from overruff.cards import ACE
from overruff.rules import DEFAULT_RULES

GAMES = list(DEFAULT_RULES)
games = pytest.mark.parametrize("game", GAMES)


def keys(positions: list[Position]) -> list[bytes]:
    return canonical(as_records(positions)).keys


def renamed(position: Position, dice: random.Random) -> Position:
    """The same position with its seats, suits and ranks called otherwise."""
    steps = dice.randrange(4)
    suits = dice.sample(tuple(Suit), 4)
    held = {card for hand in position.hands for card in hand} | set(position.trick)
    new: dict[Card, Card] = {}
    for suit in Suit:
        ranks = sorted({card.rank for card in held if card.suit is suit})
        moved = sorted(dice.sample(range(position.rules.lowest, ACE + 1), len(ranks)))
        new |= {Card(suit, a): Card(suits[suit], b) for a, b in zip(ranks, moved, strict=True)}

    def seat(old: Seat) -> Seat:
        return Seat((old + steps) % 4)

    hands: list[list[Card]] = [[], [], [], []]
    for owner, hand in zip(Seat, position.hands, strict=True):
        hands[seat(owner)] = [new.get(card, card) for card in hand]
    return Position(
        position.rules,
        trump=None if position.trump is None else suits[position.trump],
        leader=seat(position.leader),
        hands=hands,
        trick=[new.get(card, card) for card in position.trick],
        broken=position.broken,
        boards=map(seat, position.boards),
        won=position.won[::-1] if steps % 2 else position.won,
    )


@games
def test_other_names_have_the_same_key(game: str) -> None:
    dice = random.Random(game)
    positions = [random_ending(game, 1 + seed % 6, seed) for seed in range(800)]
    others = [renamed(position, dice) for position in positions]
    for position, other, a, b in zip(positions, others, keys(positions), keys(others), strict=True):
        assert a == b, f"{describe(position)}\n{describe(other)}"
    assert len(a) == KEY_BYTES


@games
def test_one_key_means_one_value(game: str) -> None:
    """Endings so small that many have the same key: all of these are worth the same."""
    positions = [random_ending(game, 1 + seed % 3, seed, suits=2) for seed in range(12_000)]
    forms = canonical(as_records(positions))
    values = forms.turned(ov.solve_many(positions))
    groups: dict[bytes, dict[int, Position]] = defaultdict(dict)
    for key, value, position in zip(forms.keys, values.tolist(), positions, strict=True):
        groups[key].setdefault(value, position)
    assert len(groups) < 0.95 * len(positions)
    for found in groups.values():
        assert len(found) == 1, [describe(position) for position in found.values()]


STATES = list(product((False, True), range(16), ((0, 0), (1, 0))))
"""Whether trumps are broken, board calls, tricks won."""


def in_state(start: Position, state: tuple[bool, int, tuple[int, int]]) -> Position:
    """The position with another state of Back Alley."""
    broken, boards, won = state
    return Position(
        start.rules,
        trump=start.trump,
        leader=start.leader,
        hands=start.hands,
        trick=start.trick,
        broken=broken,
        boards=[seat for seat in Seat if boards >> seat & 1],
        won=won,
    )


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"board_lead_scope": "side"},
        {"board_lead_scope": "first_trick"},
        {"trump_lead": "broken"},
        {"trump_lead": "free"},
    ],
    ids=str,
)
def test_state_of_back_alley(options: dict[str, str]) -> None:
    """Every state of small endings: one key, one value; and states that cannot matter share a key."""
    rules = replace(ov.BACK_ALLEY, **options)  # type: ignore[arg-type]
    starts = [Position.random(rules, cards=3, seed=seed, ranks=5) for seed in range(100)]
    states = [in_state(start, state) for start in starts for state in STATES]
    values: dict[bytes, set[int]] = defaultdict(set)
    for key, ns, start in zip(
        keys(states), ov.solve_many(states).tolist(), np.repeat(np.arange(100), len(STATES)), strict=True
    ):
        values[key + bytes([start])].add(ns)
    assert all(len(found) == 1 for found in values.values())
    most = {"caller": 8, "side": 4, "first_trick": 9}[rules.board_lead_scope]
    if rules.trump_lead != "broken_or_board":
        most = {"broken": 2, "free": 1}[rules.trump_lead]
    assert len(values) <= most * len(starts)


def test_the_first_trick_once_led_to() -> None:
    """Rights that end with it are of no use any more."""
    rules = replace(ov.BACK_ALLEY, board_lead_scope="first_trick")
    line = "back_alley trump=S lead=N trick=HA N:L.Q.. B.K.2. A.J.6. J.8.3."
    start = Position.from_text(line, rules)
    found = keys([in_state(start, (False, boards, (0, 0))) for boards in range(16)])
    assert len(set(found)) == 1


def test_a_trump_on_the_table_breaks_trumps() -> None:
    """In arrays it may not be marked yet."""
    begun = Position.from_text("back_alley trump=S lead=N trick=HA,S2 N:L.Q.. B...2 A.J.6. J.8.3.")
    rows = np.concatenate([as_records([begun])] * 2)
    rows["broken"] = [0, 1]
    assert len(set(canonical(rows).keys)) == 1


@pytest.mark.parametrize(
    ("line", "other"),
    [
        (
            "bridge trump=S lead=N N:AK... QJ... T9... 87...",
            "bridge trump=N lead=N N:AK... QJ... T9... 87...",
        ),
        ("bridge trump=S lead=N N:A... .A.. .K.. .Q..", "bridge trump=H lead=N N:A... .A.. .K.. .Q.."),
        ("bridge trump=S lead=N N:A... K... Q... J...", "arpaa trump=S lead=N N:A... K... Q... J..."),
        ("bridge trump=S lead=N N:A... K... Q... J...", "bridge trump=S lead=N N:A... K... J... Q..."),
        ("bridge trump=S lead=N N:A... K... Q... J...", "bridge trump=S lead=E N:A... K... Q... J..."),
        (
            "back_alley trump=S lead=N N:B..2. L.K.. A..A. Q..3.",
            "back_alley trump=S lead=N N:B..2. A.K.. L..A. Q..3.",
        ),
        (
            "back_alley trump=S lead=N N:J.A.. .K.Q. .Q9.. 9..T.",
            "back_alley trump=S lead=N broken=yes N:J.A.. .K.Q. .Q9.. 9..T.",
        ),
        (
            "back_alley trump=S lead=N N:L.QT.. B.K9.. A.AJ.. J.KQ..".replace("KQ..", "82.."),
            "back_alley trump=S lead=N boards=N N:L.QT.. B.K9.. A.AJ.. J.82..",
        ),
        (
            "bridge trump=N lead=N trick=HA N:.2.. .KQ.. .JT.. .98..",
            "bridge trump=N lead=N trick=H2 N:.A.. .KQ.. .JT.. .98..",
        ),
    ],
)
def test_different_things_have_different_keys(line: str, other: str) -> None:
    a, b = keys([Position.from_text(line), Position.from_text(other)])
    assert a != b


def test_variants_have_keys_of_their_own() -> None:
    lines = ["back_alley trump=S lead=N N:L.QT.. B.K9.. A.AJ.. J.82.."]
    rules = [random_ending("back_alley", 2, seed).rules for seed in range(60)]
    rules = list(dict.fromkeys(r for r in rules if r.jokers))
    assert len(rules) > 10
    found = keys([Position.from_text(line, r) for line in lines for r in rules])
    assert len(set(found)) == len(found)


def test_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many are worked on at a time."""
    positions = [random_ending(GAMES[seed % 3], 3, seed) for seed in range(50)]
    expected = keys(positions)
    monkeypatch.setattr("overruff.canonical._AT_ONCE", 7)
    assert keys(positions) == expected
    assert canonical(as_records([])).keys == []


def test_turned_twice_is_as_before() -> None:
    positions = [random_ending(GAMES[seed % 3], 3, seed) for seed in range(50)]
    forms = canonical(as_records(positions))
    values = np.arange(50, dtype=np.int16) % 3
    assert forms.turned(forms.turned(values)).tolist() == values.tolist()
    assert forms.tricks.tolist() == [position.tricks_left for position in positions]
    some = np.array([3, 1, 4])
    assert forms.turned(values[some], some).tolist() == forms.turned(values)[some].tolist()
