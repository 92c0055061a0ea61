"""The solver's front: answers against the brute-force oracle, limits, errors, threads."""

from __future__ import annotations

import _thread
import dataclasses
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest
from brute import ns_tricks, play_values

import overruff as ov
from overruff import Position, Seat, Side, Suit
from overruff._native import core
from overruff.encode import RECORD, card_from_id, card_id, record
from overruff.rules import DEFAULT_RULES

GAMES = list(DEFAULT_RULES.values())
NAMES = list(DEFAULT_RULES)
README_ENDING = "arpaa trump=S lead=N N:K.K.. K.K.. .AQ.. Q.A.."


def endings(rules: ov.Rules, cards: int, count: int) -> Iterator[Position]:
    """Random endings with ties, jokers and tricks in progress."""
    for seed in range(count):
        yield Position.random(rules, cards=cards, seed=seed, ranks=6, plays=seed % (2 * cards))


def arpaa_whole_pack() -> Position:
    return Position.random(ov.ARPAA, cards=36, seed=1)


@pytest.mark.parametrize("rules", GAMES, ids=NAMES)
def test_solve_and_best_plays(rules: ov.Rules) -> None:
    for p in endings(rules, 3, 60):
        values = play_values(p)
        value = ns_tricks(p)
        s = ov.solve(p)
        assert (s.ns, s.ew, s.lower, s.upper, s.exact) == (
            value,
            p.tricks_left - value,
            value,
            value,
            True,
        ), p
        plays = ov.best_plays(p)
        assert {v.card: v.ns for v in plays} == values, p
        sign = 1 if p.turn.side is Side.NS else -1
        assert [v.cost for v in plays] == [sign * (value - v.ns) for v in plays], p
        assert min(v.cost for v in plays) == plays[0].cost == 0, p
        assert [v.cost for v in plays] == sorted(v.cost for v in plays), p
        order = p.legal_plays()
        for a, b in pairwise(plays):
            assert a.cost < b.cost or order.index(a.card) < order.index(b.card), p


@pytest.mark.parametrize("rules", GAMES, ids=NAMES)
def test_can_take_agrees_with_the_value(rules: ov.Rules) -> None:
    for p in endings(rules, 3, 30):
        value = ns_tricks(p)
        for k in range(-1, p.tricks_left + 3):
            assert ov.can_take(p, Side.NS, k) is (value >= k), (p, k)
            assert ov.can_take(p, Side.EW, k) is (p.tricks_left - value >= k), (p, k)


@pytest.mark.parametrize("tricks", [1.5, "2", None])
def test_can_take_counts_whole_tricks(tricks: object) -> None:
    with pytest.raises(TypeError, match=r"^tricks: an integer is needed"):
        ov.can_take(Position.from_text(README_ENDING), Side.NS, tricks)  # type: ignore[arg-type]


@pytest.mark.parametrize("side", Side)
def test_can_take_of_more_than_all_needs_no_search(side: Side) -> None:
    for far in (37, 2**31, 10**30):
        assert ov.can_take(arpaa_whole_pack(), side, far, node_limit=0) is False
        assert ov.can_take(arpaa_whole_pack(), side, -far, node_limit=0) is True
    assert ov.can_take(arpaa_whole_pack(), side, 0, node_limit=0) is True


@pytest.mark.parametrize("rules", GAMES, ids=NAMES)
def test_line_is_legal_optimal_and_ends_the_deal(rules: ov.Rules) -> None:
    warm = ov.Solver()
    for p in endings(rules, 4, 20):
        value = warm.solve(p).ns
        cards = ov.line(p)
        assert warm.line(p) == cards, p  # whatever the table knows
        walk = p.copy()
        for card in cards:
            expected = walk.won[0] - p.won[0] + warm.solve(walk).ns
            assert expected == value, (p, walk)
            walk.push(card)
        assert walk.is_over and walk.won[0] - p.won[0] == value, p


def test_same_as_names_equal_plays() -> None:
    seen = 0
    for rules in GAMES:
        for p in endings(rules, 4, 60):
            plays = {v.card: v for v in ov.best_plays(p)}
            for v in plays.values():
                if v.same_as is not None:
                    seen += 1
                    higher = plays[v.same_as]
                    assert higher.card.rank > v.card.rank and higher.ns == v.ns and higher.same_as is None, p
    assert seen > 30


def test_finished_position() -> None:
    p = Position.from_text(README_ENDING)
    for card in ov.line(p):
        p.push(card)
    assert p.is_over and p.won == (2, 0)
    assert (ov.solve(p).ns, ov.solve(p).ew, ov.best_plays(p), ov.line(p)) == (0, 0, [], [])
    assert ov.can_take(p, Side.NS, 0) and not ov.can_take(p, Side.EW, 1)


def test_won_tricks_are_not_counted_again() -> None:
    p = Position.from_text(README_ENDING.replace(" N:", " won=7-3 N:"))
    assert (ov.solve(p).ns, ov.solve(p).ew) == (2, 0)


def test_repr() -> None:
    p = Position.from_text(README_ENDING)
    assert repr(ov.solve(p)).startswith("Solution(ns=2, ew=0, nodes=")
    assert repr(ov.solve(arpaa_whole_pack(), node_limit=1)).startswith("Solution(lower=")
    assert repr(ov.best_plays(p)[0]) == "PlayValue('SK', ns=2, cost=0)"
    assert repr(ov.Solver(memory_mb=8)) == "Solver(memory_mb=8, threads=None)"


# Limits


def test_out_of_budget_gives_bounds_never_a_guess() -> None:
    for seed in range(10):
        p = Position.random(ov.BACK_ALLEY, cards=5, seed=seed)
        value = ov.solve(p).ns
        values = {v.card: v.ns for v in ov.best_plays(p)}
        for limit in (0, 1, 3, 10, 30, 100, 1000):
            s = ov.solve(p, node_limit=limit)
            assert s.lower <= value <= s.upper, (p, limit)
            assert s.nodes <= max(limit, 1), (p, limit)
            for v in ov.best_plays(p, node_limit=limit):
                assert v.lower <= values[v.card] <= v.upper, (p, limit)


def test_not_exact() -> None:
    p = arpaa_whole_pack()
    s = ov.solve(p, node_limit=100)
    assert not s.exact and s.lower < s.upper
    with pytest.raises(ov.NotExact, match="between"):
        _ = s.ns
    with pytest.raises(ov.NotExact):
        _ = s.ew
    play = ov.best_plays(p, node_limit=100)[0]
    with pytest.raises(ov.NotExact):
        _ = play.ns
    with pytest.raises(ov.NotExact):
        _ = play.cost
    with pytest.raises(ov.NotExact):
        ov.line(p, node_limit=100)
    with pytest.raises(ov.NotExact, match="NS can take 18"):
        ov.can_take(p, Side.NS, 18, node_limit=100)


@pytest.mark.parametrize("ask", [ov.solve, ov.best_plays])
def test_time_limit(ask: object) -> None:
    assert callable(ask)
    start = time.perf_counter()
    ask(arpaa_whole_pack(), time_limit=0.2)
    assert time.perf_counter() - start < 1.0


def test_node_limit_is_deterministic() -> None:
    p = Position.random(ov.ARPAA, cards=8, seed=5)
    first, second = (ov.solve(p, node_limit=5000) for _ in range(2))
    assert (first.lower, first.upper, first.nodes) == (second.lower, second.upper, second.nodes)


@pytest.mark.parametrize(
    ("name", "value"), [("time_limit", -1.0), ("time_limit", float("nan")), ("node_limit", -1)]
)
def test_bad_limits(name: str, value: float) -> None:
    limits: dict[str, float] = {name: value}
    with pytest.raises(ValueError, match=name):
        ov.solve(Position.from_text(README_ENDING), **limits)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "value"), [("time_limit", "1"), ("time_limit", [1]), ("node_limit", 1.5), ("node_limit", "9")]
)
def test_limits_that_are_no_numbers(name: str, value: object) -> None:
    with pytest.raises(TypeError, match=rf"^{name}: .* is needed, not {type(value).__name__}$"):
        ov.solve(Position.from_text(README_ENDING), **{name: value})  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["time_limit", "node_limit"])
@pytest.mark.parametrize("value", [2**63, 2**64 + 1, 10**400])
def test_limits_beyond_all_bounds(name: str, value: int) -> None:
    assert ov.solve(Position.random(ov.ARPAA, cards=6, seed=1), **{name: value}).exact  # type: ignore[arg-type]


def test_infinite_time() -> None:
    assert ov.solve(Position.random(ov.ARPAA, cards=6, seed=1), time_limit=float("inf")).exact


@pytest.mark.parametrize("name", ["memory_mb", "threads"])
def test_solver_options_that_are_no_integers(name: str) -> None:
    for value in (1.5, "64"):
        with pytest.raises(TypeError, match=rf"^{name}: an integer is needed"):
            ov.Solver(**{name: value})  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "value"), [("memory_mb", 0), ("threads", 0)])
def test_bad_solver(name: str, value: int) -> None:
    with pytest.raises(ValueError, match=name):
        ov.Solver(**{name: value})


# One solver for several questions, several threads


@pytest.mark.parametrize("off", ["table", "bounds", "cover"])
def test_search_settings_do_not_change_answers(off: str) -> None:
    plain = ov.Solver(**{off: False})  # type: ignore[arg-type]
    for rules in GAMES:
        for p in endings(rules, 4, 20):
            assert plain.solve(p).ns == ov.solve(p).ns, p


def test_a_warm_solver_answers_as_a_new_one() -> None:
    warm = ov.Solver(memory_mb=16)
    positions = [p for rules in GAMES for p in endings(rules, 4, 25)]
    cold = [ov.solve(p).ns for p in positions]
    assert [warm.solve(p).ns for p in positions] == cold
    assert [warm.solve(p).ns for p in reversed(positions)] == cold[::-1]
    warm.clear()
    assert [warm.solve(p).ns for p in positions] == cold
    p = positions[7]
    assert {v.card: v.ns for v in warm.best_plays(p)} == {v.card: v.ns for v in ov.best_plays(p)}


def test_threads_may_share_a_solver() -> None:
    solver = ov.Solver()
    positions = [p for rules in GAMES for p in endings(rules, 4, 20)]
    expected = [ov.solve(p).ns for p in positions]
    answers: dict[int, list[int]] = {}

    def work(name: int) -> None:
        answers[name] = [solver.solve(p).ns for p in positions]

    threads = [threading.Thread(target=work, args=(name,)) for name in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == dict.fromkeys(range(3), expected)


def test_gil_is_released() -> None:
    thread = threading.Thread(target=lambda: ov.solve(arpaa_whole_pack(), time_limit=0.5))
    thread.start()
    steps = 0
    while thread.is_alive():
        steps += 1
        time.sleep(0.001)
    assert steps > 50


@pytest.mark.parametrize(
    "ask",
    [
        ov.solve,
        ov.best_plays,
        lambda p: ov.can_take(p, Side.NS, 18),
        lambda p: ov.solve_many([p] * 3, threads=2),
    ],
    ids=["solve", "best_plays", "can_take", "solve_many"],
)
def test_ctrl_c(ask: object) -> None:
    assert callable(ask)
    pressed: list[float] = []

    def press() -> None:
        time.sleep(0.3)
        pressed.append(time.perf_counter())
        _thread.interrupt_main()

    thread = threading.Thread(target=press)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        ask(arpaa_whole_pack())
    waited = time.perf_counter() - pressed[0]
    thread.join()
    assert waited < 0.5  # 0.1 s on an idle machine


# Tables and traces


def test_table_solves_every_trump_and_leader() -> None:
    for rules in GAMES:
        p = Position.random(rules, cards=3, seed=4, trump=Suit.H)
        table = ov.table(p)
        jokers = any(card.is_joker for hand in p.hands for card in hand)
        assert table.trumps == tuple(t for t in rules.trumps if t is not None or not jokers)
        for trump in table.trumps:
            for leader in Seat:
                changed = Position(rules, trump=trump, leader=leader, hands=p.hands)
                assert table[trump, leader] == ns_tricks(changed), (p, trump, leader)


def test_table_with_jokers_has_no_notrump() -> None:
    p = Position.from_text("back_alley trump=S lead=N N:BJ... .A5.. L.K.. .QT..")
    table = ov.table(p)
    assert table.trumps == tuple(Suit)
    with pytest.raises(KeyError):
        _ = table[None, Seat.N]
    assert str(table).count("\n") == 4


def test_table_during_a_trick() -> None:
    p = Position.from_text(README_ENDING)
    p.push("HK")
    with pytest.raises(ov.PositionError, match="trick"):
        ov.table(p)


def test_trace_adds_up() -> None:
    for rules in GAMES:
        for seed in range(10):
            start = Position.random(rules, cards=4, seed=seed)
            walk = Position.random(rules, cards=4, seed=seed)
            record_of_play = []
            while not walk.is_over:
                legal = walk.legal_plays()
                record_of_play.append(legal[seed % len(legal)])
                walk.push(record_of_play[-1])
            trace = ov.trace(start, record_of_play)
            assert trace.start == ns_tricks(start)
            assert trace.end == walk.won[0]
            assert all(play.cost >= 0 for play in trace.plays)
            cost = trace.cost
            assert trace.end == trace.start - cost[Seat.N] - cost[Seat.S] + cost[Seat.E] + cost[Seat.W]
            replay = start.copy()
            for play in trace.plays:
                assert play.seat == replay.turn
                replay.push(play.card)
                assert play.ns == replay.won[0] + ns_tricks(replay)


def test_trace_of_part_of_a_deal() -> None:
    p = Position.from_text(README_ENDING)
    assert ov.trace(p, []).end == ov.trace(p, []).start == 2
    assert [play.cost for play in ov.trace(p, ["HK", "HK"]).plays] == [0, 0]
    with pytest.raises(ov.IllegalPlay, match=r"play 2: E cannot play SK"):
        ov.trace(p, ["HK", "SK"])
    with pytest.raises(ov.PositionError, match=r"play 1: 'XX'"):
        ov.trace(p, ["XX"])
    with pytest.raises(ov.IllegalPlay, match="play 9, 'HA': no cards are left"):
        ov.trace(p, [*ov.line(p), "HA"])


def test_the_budget_holds_for_the_whole_table() -> None:
    p = Position.random(ov.BACK_ALLEY, cards=6, seed=3)
    trumps = ov.table(p).trumps
    each = [
        ov.Solver().solve(Position(p.rules, trump=trump, leader=leader, hands=p.hands)).nodes
        for trump in trumps
        for leader in Seat
    ]
    with pytest.raises(ov.NotExact, match=r"^trump ., . to lead: the search ran out of budget$"):
        ov.table(p, node_limit=max(each))
    assert ov.table(p, node_limit=sum(each) + len(each)).ns == ov.table(p).ns
    assert ov.Solver().table(p, node_limit=sum(each) + len(each)).ns == ov.table(p).ns
    with pytest.raises(ov.NotExact):
        ov.Solver().table(arpaa_whole_pack(), time_limit=0.01)


def test_the_budget_holds_for_the_whole_trace() -> None:
    p = Position.random(ov.BACK_ALLEY, cards=5, seed=2)
    plays = ov.line(p)
    with pytest.raises(ov.NotExact, match=r"^the value after [0-9]+ of 20 plays: the search ran out"):
        ov.trace(p, plays, node_limit=5)
    with pytest.raises(ov.NotExact, match="the value after 0 of 0 plays"):
        ov.Solver().trace(arpaa_whole_pack(), [], time_limit=0.01)
    assert ov.trace(p, plays, time_limit=60, node_limit=10**9) == ov.trace(p, plays)


# The records that cross to the engine


def test_card_numbers() -> None:
    for rules in GAMES:
        for card in rules.pack():
            assert card_from_id(card_id(card, Suit.D)) is card


def test_record_holds_the_position() -> None:
    rules = dataclasses.replace(
        ov.BACK_ALLEY,
        trump_lead="broken",
        board_lead_scope="side",
        bb_lead="opponents",
        lb_lead="free",
    )
    line = "back_alley trump=H lead=W trick=HA,D5 broken=yes boards=NW N:...4 .B.2. A.L.. .9.."
    p = Position.from_text(line, rules)
    data = memoryview(record(p))
    row = np.frombuffer(data, RECORD)[0]
    assert (row["game"], row["trump"], row["leader"], row["trick_len"]) == (1, 1, 3, 2)
    assert list(row["trick"][:2]) == [1 * 16 + 12, 2 * 16 + 3]
    assert (row["broken"], row["boards"], row["first_trick"]) == (1, 0b1001, 1)
    assert row["variant"] == 1 | 2 | 4 | 16
    assert row["counts"].sum() == sum(map(len, p.hands))
    assert row["counts"][Seat.E][16 + 14] == row["counts"][Seat.S][16 + 13] == 1


@pytest.mark.parametrize(
    ("place", "value", "reason"),
    [
        (0, 3, "game"),
        (1, 5, "trump"),
        (2, 4, "leader"),
        (3, 4, "trick"),
        (7, 1, "broken"),
        (8, 1, "boards"),
        (9, 2, "first_trick"),
        (10, 128, "variant"),
        (11, 1, "not in the pack"),
        (11 + 11, 5, "too often"),
        (11 + 12, 1, "unequal"),
    ],
)
def test_records_are_checked(place: int, value: int, reason: str) -> None:
    data = record(Position.from_text(README_ENDING))
    data[place] = value
    with pytest.raises(ValueError, match=reason):
        core.plain_solve(data)


def test_a_record_of_another_size() -> None:
    with pytest.raises(ValueError, match="267 bytes, not 266"):
        core.plain_solve(bytes(266))


# Both builds of the module, and the slow checker


def test_slow_checker_agrees_with_brute_force() -> None:
    for rules in GAMES:
        for p in endings(rules, 3, 40):
            lower, upper, *_ = core.plain_solve(record(p))
            assert lower == upper == ns_tricks(p), p
            plays, (lower, upper, *_) = core.plain_plays(record(p))
            assert {card_from_id(card): low for card, low, *_ in plays} == play_values(p), p
            assert lower == upper == ns_tricks(p), p


@pytest.mark.parametrize(
    "line",
    [
        "back_alley trump=H lead=W N:.BA8..9 .L.9.J4 .J2.2.2 .4.8.T6",
        "back_alley trump=S lead=S N:L.9.T.A A.Q.Q.9 .AT.9.T B9..A.Q",
    ],
)
def test_a_right_that_lapses_is_not_trumps_broken(line: str) -> None:
    rules = dataclasses.replace(ov.BACK_ALLEY, board_lead_scope="first_trick")
    head, hands = line.split(" N:")
    questions = [
        Position.from_text(f"{head} {extra} N:{hands}", rules) for extra in ("boards=NESW", "broken=yes")
    ]
    values = [ns_tricks(p) for p in questions]
    assert values[0] != values[1]
    for order in (questions, questions[::-1]):
        solver = ov.Solver()
        assert [solver.solve(p).ns for p in order] == [ns_tricks(p) for p in order]


def test_baseline_build_gives_the_same_nodes_and_values() -> None:
    program = (
        "import overruff as ov\n"
        "from overruff._native import core\n"
        "found = [core.isa()]\n"
        "for rules in (ov.ARPAA, ov.BACK_ALLEY, ov.BRIDGE):\n"
        "    for seed in range(20):\n"
        "        s = ov.solve(ov.Position.random(rules, cards=5, seed=seed))\n"
        "        found += [s.ns, s.nodes]\n"
        "print(*found)\n"
    )
    outputs = []
    for isa in ("baseline", ""):
        environment = os.environ | {"OVERRUFF_ISA": isa}
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        outputs.append(done.stdout.split())
    assert outputs[0][0] == "baseline"
    assert outputs[1][0] == ("x86-64-v3" if core.supports_v3() else "baseline")
    assert outputs[0][1:] == outputs[1][1:]
