"""Traces against the model: every value, every cost in tricks and in points, and that they add up."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Hashable

import pytest
from brute import ns_tricks, play_values
from endings import make_ending

import overruff as ov
from overruff import Card, Position, Seat, Side

TRACES = 1000
COMPARED = 400
"""The first so many are compared with the model card by card, unless they are long."""


def played(dice: random.Random, start: Position) -> tuple[Position, list[Card]]:
    """Random legal plays to the end of the deal, or to some earlier card."""
    walk = start.copy()
    cards: list[Card] = []
    most = dice.choice((99, 99, 99, dice.randrange(13)))
    while not walk.is_over and len(cards) < most:
        cards.append(dice.choice(walk.legal_plays()))
        walk.push(cards[-1])
    return walk, cards


def random_payoff(dice: random.Random, tricks: int) -> list[int]:
    """Scores that never fall, often with plateaus."""
    scores = [dice.randrange(-20, 20)]
    for _ in range(tricks):
        scores.append(scores[-1] + dice.choice((0, 0, 1, 10)))
    return scores


def random_trace(seed: int) -> tuple[Position, list[Card], Position, ov.Trace]:
    dice = random.Random(f"trace {seed}")
    start = make_ending(dice, ("arpaa", "back_alley", "bridge")[seed % 3], dice.choice((2, 3, 4, 5)))
    end, cards = played(dice, start)
    payoff = random_payoff(dice, sum(start.won) + start.tricks_left) if dice.random() < 0.5 else None
    return start, cards, end, ov.trace(start, cards, payoff=payoff)


def test_every_trace_adds_up() -> None:
    """What was taken = what could be had - own errors + their errors, in tricks and in points."""
    whole = costly = plateaus = 0
    for seed in range(TRACES):
        start, cards, end, trace = random_trace(seed)
        assert [play.card for play in trace.plays] == cards
        if end.is_over:
            whole += 1
            assert trace.end == end.won[0] - start.won[0], (seed, start)
        assert trace.end == trace.start - trace.side_cost[Side.NS] + trace.side_cost[Side.EW], (seed, start)
        for side in Side:
            assert trace.side_cost[side] == sum(trace.cost[seat] for seat in Seat if seat.side is side)
        for play in trace.plays:
            assert play.cost >= 0 and not (play.forced and play.cost), (seed, start, play)
            assert (play.best is play.card) is (play.cost == 0), (seed, start, play)
            costly += play.cost > 0
            plateaus += play.cost > 0 and play.score_cost == 0
        if trace.payoff is None:
            assert trace.score_cost == {} == trace.side_score_cost
            assert all(play.score_cost is None for play in trace.plays)
        else:
            lost = trace.side_score_cost
            assert trace.score(trace.end) == trace.score(trace.start) - lost[Side.NS] + lost[Side.EW]
    assert whole > 600 and costly > 500 and plateaus > 100, (whole, costly, plateaus)


@pytest.mark.parametrize("part", range(2))
def test_every_play_against_the_model(part: int) -> None:
    for seed in range(part, COMPARED, 2):
        start, cards, _, trace = random_trace(seed)
        if start.tricks_left > 3:  # too slow for the model
            continue
        walk = start.copy()
        memo: dict[Hashable, int] = {}
        assert trace.start == ns_tricks(start, memo), (seed, start)
        for number, play in enumerate(trace.plays):
            taken = walk.won[0] - start.won[0]
            values = {card: taken + ns for card, ns in play_values(walk, memo).items()}
            side = walk.turn.side
            best = max(values.values()) if side is Side.NS else min(values.values())
            where = (seed, start, number)
            assert play.seat is walk.turn and play.ns == values[cards[number]], where
            assert play.cost == abs(best - play.ns), where
            assert play.forced is (len(values) == 1), where
            if play.cost:
                assert play.best is next(card for card, ns in values.items() if ns == best), where
            assert play.trick == sum(walk.won) - sum(start.won) + 1, where
            walk.push(cards[number])


def points(position: Position, payoff: list[int], memo: dict[Hashable, int]) -> int:
    """Score of NS if both sides play for points, by every line of play."""
    if position.is_over:
        return payoff[position.won[0]]
    key = (position.hands, position.trick, position.leader, position.broken, position.won)
    if key not in memo:
        values = []
        for card in position.legal_plays():
            position.push(card)
            values.append(points(position, payoff, memo))
            position.pop()
        memo[key] = max(values) if position.turn.side is Side.NS else min(values)
    return memo[key]


def test_points_against_play_for_points() -> None:
    """A card costs the points that it costs in the game played for points itself."""
    compared = 0
    for seed in range(400):
        start, cards, _, trace = random_trace(seed)
        if trace.payoff is None or start.tricks_left > 3:
            continue
        compared += 1
        walk, payoff = start.copy(), list(map(int, trace.payoff))
        memo: dict[Hashable, int] = {}
        before = points(walk, payoff, memo)
        assert trace.score(trace.start) == before, (seed, start)
        for card, play in zip(cards, trace.plays, strict=True):
            walk.push(card)
            after = points(walk, payoff, memo)
            assert play.score_cost == (before - after) * (1 if play.seat.side is Side.NS else -1)
            before = after
    assert compared > 60


def test_same_trace_from_any_solver() -> None:
    solver = ov.Solver()
    for seed in range(0, 300, 5):
        start, cards, _, trace = random_trace(seed)
        again = ov.trace(start, list(map(str, cards)), solver, payoff=trace.payoff)
        assert again == trace
        assert solver.trace(start, cards, payoff=trace.payoff) == trace


class Counting(ov.Solver):
    """Counts the nodes of all its searches."""

    nodes = 0

    def solve(self, *args: object, **limits: object) -> ov.Solution:
        found = super().solve(*args, **limits)  # type: ignore[arg-type]
        self.nodes += found.nodes
        return found

    def prove(self, *args: object, **limits: object) -> ov.Solution:
        found = super().prove(*args, **limits)  # type: ignore[arg-type]
        self.nodes += found.nodes
        return found


def test_traces_and_lines_search_less_than_every_value() -> None:
    traced, lines, separate = Counting(), Counting(), Counting()
    for rules in (ov.ARPAA, ov.BACK_ALLEY, ov.BRIDGE):
        for seed in range(5):
            start = Position.random(rules, cards=8, seed=seed)
            end, cards = played(random.Random(seed), start)
            for solver in (traced, lines, separate):
                solver.clear()
            traced.trace(start, cards)
            lines.line(start)
            for _ in cards:
                separate.solve(end)
                end.pop()
            separate.solve(start)
    assert 0 < traced.nodes < 0.9 * separate.nodes
    assert 0 < lines.nodes < 0.9 * separate.nodes


@pytest.mark.parametrize("question", ["trace", "line"])
def test_all_searches_share_the_budget(question: str) -> None:
    for seed in range(20):
        start = Position.random(ov.BACK_ALLEY, cards=9, seed=seed)
        _, cards = played(random.Random(seed), start)
        for limit in (10, 100, 1000, 3000):
            solver = Counting()
            with contextlib.suppress(ov.NotExact):
                if question == "trace":
                    solver.trace(start, cards, None, limit)
                else:
                    solver.line(start, None, limit)
            # Once nothing is left each question may still play one card before it gives up.
            assert solver.nodes <= limit + 10, (seed, start)


def test_tricks_won_before_count_for_the_payoff() -> None:
    p = Position.from_text("arpaa trump=S lead=N won=1-2 N:K.K.. K.K.. .AQ.. Q.A..")
    trace = ov.trace(p, [], payoff=[0, 1, 2, 4, 8, 16])
    assert (trace.start, trace.score(trace.start)) == (2, 4)


@pytest.mark.parametrize(
    ("payoff", "message"),
    [
        ([0, 1], "payoff: 2 scores, but 3 are needed, for 0 to 2 tricks"),
        ([], "payoff: 0 scores, but 3 are needed, for 0 to 2 tricks"),
        ([0, 5, 4], "payoff: falls from 5 at 1 to 4 at 2 tricks"),
        ([0, float("nan"), 4], "payoff: nan is not a number of points"),
        ([float("-inf"), 0, 4], "payoff: -inf is not a number of points"),
        (["0", "1", "4"], "payoff: '0' is not a number of points"),
    ],
)
def test_payoffs_that_cannot_be(payoff: list[object], message: str) -> None:
    p = Position.from_text("arpaa trump=S lead=N N:K.K.. K.K.. .AQ.. Q.A..")
    with pytest.raises(ValueError, match=f"^{message}$"):
        ov.trace(p, [], payoff=payoff)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^payoff: none was given"):
        ov.trace(p, []).score(1)


def test_lines_follow_best_plays() -> None:
    """A line is the first of ``best_plays`` at every card."""
    for seed in range(150):
        dice = random.Random(f"line {seed}")
        start = make_ending(dice, ("arpaa", "back_alley", "bridge")[seed % 3], 4)
        walk = start.copy()
        for card in ov.line(start):
            assert card is ov.best_plays(walk)[0].card, (start, walk)
            walk.push(card)
        assert walk.is_over
