"""The engine against the Python model and the native checker, on tens of thousands of endings.

``python tests/fuzz.py`` does the same with as many more as you like.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace
from itertools import product

import pytest
from endings import OPTIONS, describe, random_ending, wide_ending
from oracles import Engine, Oracle, Values, checker, mismatches, model

import overruff as ov
from overruff import Position, Seat
from overruff._native import core
from overruff.encode import record
from overruff.rules import DEFAULT_RULES

GAMES = list(DEFAULT_RULES)
games = pytest.mark.parametrize("game", GAMES)


def agree(positions: Iterable[Position], truth: Oracle) -> None:
    found = mismatches(positions, truth, Engine())
    assert not found, f"{len(found)} mismatches\n" + "\n".join(found[:5])


@games
def test_model(game: str) -> None:
    agree((random_ending(game, 2 + seed % 2, seed) for seed in range(5000)), model)


@games
def test_model_one_card(game: str) -> None:
    agree((random_ending(game, 1, seed) for seed in range(300)), model)


@games
def test_model_four_cards(game: str) -> None:
    agree((random_ending(game, 4, seed) for seed in range(50)), model)


@games
def test_checker(game: str) -> None:
    agree((random_ending(game, 2 + seed % 3, seed) for seed in range(20_000, 40_000)), checker)


VARIANTS = [
    (game, name, value)
    for game, options in OPTIONS.items()
    for name, values in options.items()
    for value in dict.fromkeys(values)
    if value != getattr(DEFAULT_RULES[game], name) and name not in ("packs", "low_rank")
]
"""Every option that is not only about what cards there are."""


@pytest.mark.parametrize(("game", "name", "value"), VARIANTS)
def test_checker_each_variant(game: str, name: str, value: str | int) -> None:
    """Every option by itself, for among all variants some rules are seldom put to the test."""
    rules = replace(DEFAULT_RULES[game], **{name: value})  # type: ignore[arg-type]
    calls = name == "board_lead_scope"
    seeds = range(50_000, 62_000 if calls else 54_000)
    positions = (random_ending(game, 3 + seed % 3, seed, rules=rules) for seed in seeds)
    agree((p for p in positions if not calls or (p.boards and not p.broken)), checker)


@games
def test_checker_larger(game: str) -> None:
    agree((random_ending(game, 5 + seed % 2, seed) for seed in range(1000)), checker)


@games
def test_checker_seven_cards(game: str) -> None:
    agree((random_ending(game, 7, seed) for seed in range(40)), checker)


def test_long_arpaa_suits() -> None:
    """Pairs of cards too many for the narrow patterns, and for whole words."""
    agree((random_ending("arpaa", 5 + seed % 2, seed, suits=1) for seed in range(150)), checker)
    agree((wide_ending(9, seed) for seed in range(12)), checker)


@games
def test_one_table_for_a_deal(game: str) -> None:
    """What is learnt about a deal is not held for true of other trumps, leaders or states of the rules."""
    engine = core.CoreSolver(16 << 20)
    lapsing = replace(ov.BACK_ALLEY, board_lead_scope="first_trick")
    for seed in range(60):
        rules = lapsing if game == "back_alley" and seed % 2 else None
        start = random_ending(game, 3 + seed % 3, seed, rules=rules)
        hands = [list(hand) for hand in start.hands]
        for seat, card in zip(start.rules.playing_order(start.leader), start.trick, strict=False):
            hands[seat].append(card)
        limited = start.rules.limits_trump_leads
        boards = [(), (Seat.E,), (Seat.N, Seat.W), tuple(Seat)] if limited else [()]
        jokers = any(card.is_joker for hand in hands for card in hand)
        trumps = [trump for trump in start.rules.trumps if trump is not None or not jokers]
        # Trumps change last: for other trumps nothing is kept.
        for trump, leader, broken, called in product(trumps, Seat, {False, limited}, boards):
            position = Position(
                start.rules,
                trump=trump,
                leader=leader,
                hands=hands,
                broken=broken,
                boards=called,
                won=start.won if leader is Seat.E else (0, 0),
            )
            lower, upper, *_ = engine.solve(record(position))
            assert (lower, upper) == (checker(position).ns,) * 2, describe(position)


def test_one_table_for_rights_that_lapse() -> None:
    """A first trick in which all may lead trumps is not one in which trumps are broken."""
    lapsing = replace(ov.BACK_ALLEY, board_lead_scope="first_trick")
    engine = core.CoreSolver(1 << 20)
    for seed in range(6000):
        start = random_ending("back_alley", 3 + seed % 2, seed, rules=lapsing)
        if start.trick:
            continue
        states = [{"boards": tuple(Seat)}, {"broken": True}, {"boards": start.boards}]
        engine.clear()
        for state in states[:: 1 if seed % 4 < 2 else -1]:
            position = Position(
                lapsing,
                trump=start.trump,
                leader=start.leader,
                hands=start.hands,
                **state,  # type: ignore[arg-type]
            )
            lower, upper, *_ = engine.solve(record(position))
            assert (lower, upper) == (checker(position).ns,) * 2, describe(position)


def part_of(dice: random.Random, deal: Position, cards: int) -> Position:
    """``cards`` of every hand of a deal, in a new state, and up to three of them played."""
    limited = deal.rules.limits_trump_leads
    position = Position(
        deal.rules,
        trump=deal.trump,
        leader=Seat(dice.randrange(4)),
        hands=[dice.sample(hand, cards) for hand in deal.hands],
        broken=limited and dice.random() < 0.4,
        boards=[seat for seat in Seat if limited and dice.random() < 0.3],
        won=dice.choice(((0, 0), (1, 0))) if cards < deal.rules.max_hand else (0, 0),
    )
    for _ in range(dice.randrange(4)):
        position.push(dice.choice(position.legal_plays()))
    return position


@games
def test_one_table_for_parts_of_a_deal(game: str) -> None:
    """The table serves what can come up in a deal, and every answer is as if it were empty."""
    engine = core.CoreSolver(16 << 20)
    for seed in range(300):
        dice = random.Random(f"parts {game} {seed}")
        deal = random_ending(game, 8, seed)
        while deal.trick:
            deal.pop()
        engine.solve(record(deal))
        for _ in range(12):
            cards = dice.choice((2, 3, 4, 4, 5))
            position = part_of(dice, deal, min(cards, deal.tricks_left))
            lower, upper, *_ = engine.solve(record(position))
            assert (lower, upper) == (checker(position).ns,) * 2, describe(position)


def test_one_table_for_parts_of_long_suits() -> None:
    """The same where a suit has more pairs of cards than a word has bits."""
    engine = core.CoreSolver(16 << 20)
    for seed in range(400):
        dice = random.Random(f"long parts {seed}")
        cards, suits = (8, 2) if seed % 4 == 0 else (5, 1)
        deal = random_ending("arpaa", cards, seed, suits)
        while deal.trick:
            deal.pop()
        engine.solve(record(deal))
        for _ in range(40 if cards == 5 else 5):
            position = part_of(dice, deal, max(1, deal.tricks_left - (1 if cards == 5 else 2)))
            lower, upper, *_ = engine.solve(record(position))
            assert (lower, upper) == (checker(position).ns,) * 2, describe(position)


@games
def test_what_is_compared(game: str) -> None:
    """The random endings have everything that the rules speak of, and it is not all decided."""
    seen: Counter[str] = Counter()
    options = defaultdict(set)
    tricks, trumps, leaders = Counter[int](), set(), set()
    for seed in range(1000):
        p = random_ending(game, 2 + seed % 2, seed)
        assert Position.from_text(p.to_text(), p.rules) == p
        cards = [card for hand in p.hands for card in hand] + list(p.trick)
        tricks[len(p.trick)] += 1
        trumps.add(p.trump)
        leaders.add(p.leader)
        for name in OPTIONS[game]:
            options[name].add(getattr(p.rules, name))
        values = checker(p)
        seen["choices"] += len(values.plays) > 1
        seen["choices that matter"] += len(set(values.plays.values())) > 1
        seen["default rules"] += p.rules == DEFAULT_RULES[game]
        seen["ties"] += len(set(cards)) < len(cards)
        seen["jokers"] += any(card.is_joker for card in cards)
        seen["joker led"] += bool(p.trick) and p.trick[0].is_joker
        seen["boards"] += bool(p.boards)
        seen["broken"] += p.broken
        seen["later trick"] += p.won != (0, 0)
        seen["trump lead refused"] += not p.trick and len(p.legal_plays()) < len(set(p.hands[p.turn]))
    assert min(tricks[length] for length in range(4)) > 100
    assert trumps == set(DEFAULT_RULES[game].trumps) and leaders == set(Seat)
    for name, values_ in OPTIONS[game].items():
        assert options[name] == set(values_), name
    assert seen["choices"] > 500 and seen["choices that matter"] > 100 and seen["default rules"] > 300
    assert seen["later trick"] > 300
    assert (seen["ties"] > 500) is (game == "arpaa")
    limited = game == "back_alley"
    for name, least in {
        "jokers": 400,
        "joker led": 50,
        "boards": 400,
        "broken": 300,
        "trump lead refused": 15,
    }.items():
        assert (seen[name] > least) is limited, (name, seen[name])


def test_a_mismatch_is_reported() -> None:
    """The comparison can fail: a truth that is wrong by one trick is contradicted."""
    position = ov.Position.from_text("arpaa trump=S lead=N N:K.K.. K.K.. .AQ.. Q.A..")

    def wrong(p: Position) -> Values:
        values = model(p)
        return Values(values.ns - 1, values.plays)

    (report,) = mismatches([position], wrong, Engine())
    assert report == (
        'overruff plays "arpaa trump=S lead=N N:K.K.. K.K.. .AQ.. Q.A.."\n'
        "  expected NS 1 (SK 2, HK 2)\n"
        "  found    NS 2 (SK 2, HK 2)"
    )
