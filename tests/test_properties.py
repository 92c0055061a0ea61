"""What must hold for every position, tried on endings that hypothesis makes up and shrinks.

No other solver is needed for these: the same position seen from another seat, with other names for
suits or ranks, with less memory, after other questions or in company has the same value.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from endings import describe, make_ending, random_ending, wide_ending
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import overruff as ov
from overruff import Card, Position, Seat, Side, Suit
from overruff._native import core
from overruff.cards import ACE
from overruff.encode import record
from overruff.rules import DEFAULT_RULES

GAMES = list(DEFAULT_RULES)
games = pytest.mark.parametrize("game", GAMES)

settings.register_profile(
    "overruff", deadline=None, max_examples=300, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("overruff")


@st.composite
def endings(draw: st.DrawFn, cards: int = 6, game: str | None = None) -> Position:
    """Endings of 1 to ``cards`` cards of any game."""
    dice = draw(st.randoms(use_true_random=False))
    return make_ending(dice, game or draw(st.sampled_from(GAMES)), draw(st.integers(1, cards)))


def values(position: Position) -> dict[Card, int]:
    """NS tricks after every play, by a solver of its own."""
    return {play.card: play.ns for play in ov.Solver(memory_mb=4).best_plays(position)}


def value(position: Position) -> int:
    return ov.Solver(memory_mb=4).solve(position).ns


def changed(
    position: Position,
    *,
    seat: Callable[[Seat], Seat] = lambda seat: seat,
    card: Callable[[Card], Card] = lambda card: card,
    **state: object,
) -> Position:
    """The position with its seats and cards renamed, and any part of its state replaced."""
    hands: list[list[Card]] = [[], [], [], []]
    for owner, hand in zip(Seat, position.hands, strict=True):
        hands[seat(owner)] = [card(held) for held in hand]
    swap = seat(Seat.N).side is Side.EW
    parts = {
        "rules": position.rules,
        "trump": position.trump,
        "leader": seat(position.leader),
        "hands": hands,
        "trick": [card(played) for played in position.trick],
        "broken": position.broken,
        "boards": [seat(caller) for caller in position.boards],
        "won": position.won[::-1] if swap else position.won,
    } | state
    return Position(**parts)  # type: ignore[arg-type]


# Other names for the same thing


@given(endings(), st.integers(1, 3))
def test_seats_rotated(position: Position, steps: int) -> None:
    turned = changed(position, seat=lambda seat: Seat((seat + steps) % 4))
    left = position.tricks_left
    expected = {card: left - ns if steps % 2 else ns for card, ns in values(position).items()}
    assert values(turned) == expected
    assert value(turned) == (left - value(position) if steps % 2 else value(position))


@given(endings(game="arpaa"))
def test_the_other_way_round(position: Position) -> None:
    other = "clockwise" if position.rules.direction == "counter-clockwise" else "counter-clockwise"
    mirrored = changed(
        position, seat=lambda seat: Seat(-seat % 4), rules=replace(position.rules, direction=other)
    )
    assert values(mirrored) == values(position)


@given(endings(), st.permutations(tuple(Suit)))
def test_suits_permuted(position: Position, suits: list[Suit]) -> None:
    def card(old: Card) -> Card:
        return old if old.suit is None else Card(suits[old.suit], old.rank)

    trump = None if position.trump is None else suits[position.trump]
    expected = {card(old): ns for old, ns in values(position).items()}
    assert values(changed(position, card=card, trump=trump)) == expected


@given(endings(), st.randoms(use_true_random=False))
def test_only_the_order_of_ranks_matters(position: Position, dice: object) -> None:
    """The ranks of each suit moved up or down the pack, in the same order."""
    rules = replace(position.rules, low_rank=DEFAULT_RULES[position.rules.game].low_rank)
    cards = {card for hand in position.hands for card in hand} | set(position.trick)
    new: dict[Card, Card] = {}
    for suit in Suit:
        ranks = sorted({card.rank for card in cards if card.suit is suit})
        moved = sorted(dice.sample(range(rules.lowest, ACE + 1), len(ranks)))  # type: ignore[attr-defined]
        new |= {Card(suit, old): Card(suit, rank) for old, rank in zip(ranks, moved, strict=True)}
    expected = {new.get(card, card): ns for card, ns in values(position).items()}
    assert values(changed(position, card=lambda card: new.get(card, card), rules=rules)) == expected


@given(endings())
def test_an_equal_card_is_worth_the_same(position: Position) -> None:
    found = values(position)
    for group in ov.equal_groups(position):
        assert len({found[card] for card in group}) == 1, group


@given(endings(game="back_alley"))
def test_normal_form_of_broken(position: Position) -> None:
    """Broken trumps are no news if nobody was held back, and no call is needed once they are."""
    rules, trump = position.rules, position.trump
    free = rules.trump_lead == "free" or trump is None
    own_call = rules.trump_lead == "broken_or_board" and rules.board_lead_scope == "caller"
    held_back = [
        seat
        for seat, hand in zip(Seat, position.hands, strict=True)
        if len({position.suit_of(card) is trump for card in hand}) == 2
        and not (own_call and seat in position.boards)
    ]
    played = any(position.suit_of(card) is trump for card in position.trick)
    if (free or not held_back) and not played:
        assert values(changed(position, broken=True)) == values(changed(position, broken=False))
    assert values(changed(position, broken=True, boards=())) == values(changed(position, broken=True))


@given(endings(game="back_alley"), st.sampled_from(Seat))
def test_more_right_to_lead_trumps_never_costs_a_trick(position: Position, seat: Seat) -> None:
    more = changed(position, boards=sorted({*position.boards, seat}))
    if seat.side is Side.NS:
        assert value(more) >= value(position)
    else:
        assert value(more) <= value(position)


# Values of a position and of what follows it


def one_step(position: Position) -> None:
    """The value is that of the best play, and a play's value that of the position after it."""
    found, total, left = values(position), value(position), position.tricks_left
    assert list(found) == [play.card for play in ov.best_plays(position)]
    assert set(found) == set(position.legal_plays())
    best = max if position.turn.side is Side.NS else min
    assert best(found.values()) == total
    assert 0 <= total <= left
    for card, ns in found.items():
        before = position.won[0]
        position.push(card)
        assert position.won[0] - before + value(position) == ns, card
        position.pop()


@given(endings(cards=8))
def test_one_step(position: Position) -> None:
    one_step(position)


@games
def test_one_step_of_larger_endings(game: str) -> None:
    for seed in range(20):
        one_step(random_ending(game, 9 + seed % 2, seed))


@pytest.mark.parametrize(
    ("rules", "cards"), [(ov.ARPAA, 12), (ov.BACK_ALLEY, 13)], ids=["arpaa", "back_alley"]
)
def test_one_step_of_whole_deals(rules: ov.Rules, cards: int) -> None:
    """Too large for any other solver: each value against those one card further on."""
    for seed in range(30):
        boards = [Seat(seed % 4)] if rules.limits_trump_leads and seed % 3 == 0 else []
        one_step(Position.random(rules, cards, seed, boards=boards, plays=seed % 9))


def test_one_step_of_long_arpaa_suits() -> None:
    for seed in range(20):
        one_step(random_ending("arpaa", 8 + seed % 2, seed, suits=1))
        one_step(wide_ending(9 + seed % 4, seed))


@given(endings())
def test_sides_share_the_tricks(position: Position) -> None:
    solution = ov.solve(position)
    assert solution.exact and solution.ns + solution.ew == position.tricks_left
    for play in ov.best_plays(position):
        assert 0 <= play.ns <= position.tricks_left and play.cost >= 0


@given(endings())
def test_can_take(position: Position) -> None:
    ns = value(position)
    ew = position.tricks_left - ns
    for k in range(-1, position.tricks_left + 2):
        assert ov.can_take(position, Side.NS, k) is (ns >= k)
        assert ov.can_take(position, Side.EW, k) is (ew >= k)


@given(endings(cards=8), st.integers(0, 300))
def test_bounds_when_nodes_run_out(position: Position, limit: int) -> None:
    """They hold the value, and the same solver finds the value afterwards."""
    exact, each = value(position), values(position)
    solver = ov.Solver(memory_mb=4)
    some = solver.solve(position, node_limit=limit)
    assert some.lower <= exact <= some.upper
    total, plays = solver.solve_plays(position, node_limit=limit)
    assert total.lower <= exact <= total.upper
    for play in plays:
        assert play.lower <= each[play.card] <= play.upper
        assert play.proven_cost in (None, abs(exact - each[play.card]))
    for k in range(1, position.tricks_left + 1):
        found = solver.prove(position, k, node_limit=limit)
        assert found.lower <= exact <= found.upper
        # Undecided only if the whole budget is spent.
        assert found.upper < k or found.lower >= k or found.nodes == max(limit, 1)
    assert solver.solve(position).ns == exact
    assert {play.card: play.ns for play in solver.best_plays(position)} == each


# Memory, other questions, company


def larger_endings(game: str, count: int) -> list[Position]:
    """Endings whose search fills a small table many times over."""
    if game == "arpaa":
        return [random_ending(game, 7 + seed % 2, seed, suits=2) for seed in range(count)]
    rules = DEFAULT_RULES[game]
    return [Position.random(rules, 9 + seed % 2, seed) for seed in range(count)]


@pytest.mark.parametrize("memory", [1, 1 << 14, 1 << 17])
@games
def test_little_memory(game: str, memory: int) -> None:
    """Tables of a few patterns, thrown away all the time: slower, and the answers are the same."""
    small, large = core.CoreSolver(memory), core.CoreSolver(64 << 20)
    nodes = np.zeros(2, np.int64)
    for position in larger_endings(game, 25):
        data = record(position)
        answers = [solver.solve(data) for solver in (small, large)]
        assert answers[0][:2] == answers[1][:2], describe(position)
        nodes += [answer[2] for answer in answers]
        assert small.plays(data)[0] == large.plays(data)[0], describe(position)
    assert memory > 1 << 14 or nodes[0] > nodes[1]  # it did get in the way


def test_a_solver_of_one_megabyte() -> None:
    small, large = ov.Solver(memory_mb=1), ov.Solver(memory_mb=256)
    for rules, cards in ((ov.BRIDGE, 10), (ov.BACK_ALLEY, 10), (ov.ARPAA, 9)):
        for seed in range(4):
            position = Position.random(rules, cards, seed)
            assert small.solve(position).ns == large.solve(position).ns, position
            assert {p.card: p.ns for p in small.best_plays(position)} == {
                p.card: p.ns for p in large.best_plays(position)
            }, position


@pytest.fixture(scope="module")
def mixed() -> list[Position]:
    """Endings of all games, variants and sizes in turn, and some of them again."""
    positions = [random_ending(GAMES[seed % 3], 1 + seed % 7, seed) for seed in range(1500)]
    return positions + positions[::5]


@pytest.fixture(scope="module")
def alone(mixed: list[Position]) -> list[tuple[int, int]]:
    """Value and nodes of each, by a new engine."""
    found = []
    for position in mixed:
        ns, nodes = np.empty(1, np.int16), np.empty(1, np.uint64)
        core.solve_many(record(position), ns, threads=1, memory_bytes=4 << 20, nodes=nodes)
        found.append((int(ns[0]), int(nodes[0])))
    return found


def test_a_warm_solver(mixed: list[Position], alone: list[tuple[int, int]]) -> None:
    for order in (1, -1):
        warm = ov.Solver(memory_mb=4)
        assert [warm.solve(p).ns for p in mixed[::order]] == [ns for ns, _ in alone[::order]]


def test_nodes_depend_on_the_question_alone(mixed: list[Position]) -> None:
    """Whatever was asked before, unless it was about the same deal."""
    expected = [core.CoreSolver(4 << 20).solve(record(position))[2] for position in mixed]
    warm = core.CoreSolver(4 << 20)
    assert [warm.solve(record(position))[2] for position in mixed] == expected
    warm.clear()
    assert [warm.solve(record(position))[2] for position in mixed] == expected
    assert [ov.Solver(memory_mb=4).solve(position).nodes for position in mixed[:200]] == expected[:200]


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
def test_many_at_once(mixed: list[Position], alone: list[tuple[int, int]], threads: int) -> None:
    data = b"".join(bytes(record(position)) for position in mixed)
    ns, nodes = np.empty(len(mixed), np.int16), np.empty(len(mixed), np.uint64)
    core.solve_many(data, ns, threads=threads, memory_bytes=threads * (4 << 20), nodes=nodes)
    assert list(zip(ns.tolist(), nodes.tolist(), strict=True)) == alone
    assert ov.solve_many(mixed, threads=threads).tolist() == [ns for ns, _ in alone]
    assert ov.solve_many(mixed, threads=threads, memory_mb=1).tolist() == [ns for ns, _ in alone]
