"""The trump-maker's choice: known deals against the model, sampled ones by their statistics."""

from __future__ import annotations

import functools
import math
import statistics
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pytest
from brute import ns_tricks

import overruff as ov
from overruff import Position, Seat, Side, Suit

SEEN = ["SA", "SK", "H7"]


def test_known_deals_against_the_model() -> None:
    for seed in range(20):
        p = Position.random(ov.ARPAA, cards=3, seed=seed)
        values = ov.trump_values(p)
        assert list(values) == list(Suit)
        for trump, own in values.items():
            ns = ns_tricks(Position(ov.ARPAA, trump=trump, leader=p.leader, hands=p.hands))
            assert own == (ns if p.leader.side is Side.NS else 3 - ns), (p, trump)
        column = ov.table(p).column(p.leader)
        assert values == column


def test_known_deal_during_a_trick() -> None:
    p = Position.random(ov.ARPAA, cards=3, seed=1, plays=1)
    with pytest.raises(ov.PositionError, match="trick: trumps are named before a trick"):
        ov.trump_values(p)


def test_value_may_be_an_estimate() -> None:
    """A whole deal is beyond exact search; any function of positions may stand in for it."""

    def trumps_of_ns(positions: Sequence[Position]) -> list[float]:
        return [
            sum(card.suit is p.trump for seat in (Seat.N, Seat.S) for card in p.hands[seat]) / 2
            for p in positions
        ]

    whole = Position.random(ov.ARPAA, seed=3, leader=Seat.E)
    values = ov.trump_values(whole, trumps_of_ns)
    assert sum(values.values()) == 4 * 36 - 36
    answer = ov.expected_trumps(SEEN, 36, 20, 1, value=trumps_of_ns)
    assert answer.tricks.shape == (20, 4)
    assert answer.tricks.sum(axis=1).tolist() == [36.0] * 20
    assert answer.best is Suit.S


def collected(seen: Sequence[str], cards: int, samples: int, seed: int) -> list[Position]:
    """The positions that are valued."""
    positions: list[Position] = []

    def keep(asked: Sequence[Position]) -> npt.NDArray[np.int16]:
        positions.extend(asked)
        return np.zeros(len(asked), np.int16)

    ov.expected_trumps(seen, cards, samples, seed, value=keep)
    return positions


def test_sampled_deals() -> None:
    positions = collected(SEEN, 36, 5, 9)
    assert len(positions) == 20
    deals = [positions[i : i + 4] for i in range(0, 20, 4)]
    for deal in deals:
        assert [p.trump for p in deal] == list(Suit)
        assert len({p.hands for p in deal}) == 1  # the same deal for every trump
        maker = deal[0].hands[deal[0].leader]
        assert all(maker.count(ov.Card.parse(card)) >= 1 for card in SEEN)
        whole = sorted(str(card) for hand in deal[0].hands for card in hand)
        assert whole == sorted(map(str, ov.ARPAA.pack()))
    assert len({deal[0].hands for deal in deals}) == 5
    assert collected(SEEN, 36, 5, 9) == positions
    assert collected(SEEN, 36, 5, 10) != positions


def test_every_unseen_card_is_as_likely_everywhere() -> None:
    """Each of the 141 cards comes to the maker's 3 other places and to the 18 of the rest alike."""
    counts = np.zeros((4, len(Suit)))
    for p in collected(SEEN, 6, 400, 2)[::4]:
        for seat, hand in enumerate(p.hands):
            for card in hand:
                assert card.suit is not None
                counts[(seat - p.leader) % 4, card.suit] += 1
    counts[0] -= 400 * np.array([2, 1, 0, 0])
    share = np.array([34, 35, 36, 36]) / 141
    expected = 400 * np.outer([3, 6, 6, 6], share)
    assert abs((counts - expected) / np.sqrt(expected)).max() < 4


def test_statistics() -> None:
    answer = ov.expected_trumps(SEEN, 4, 40, 5)
    for suit in Suit:
        own = answer.tricks[:, suit].tolist()
        losses = (answer.tricks[:, answer.best] - answer.tricks[:, suit]).tolist()
        assert answer.mean[suit] == pytest.approx(statistics.fmean(own))
        assert answer.error[suit] == pytest.approx(statistics.stdev(own) / math.sqrt(40))
        assert answer.cost[suit] == pytest.approx(statistics.fmean(losses))
        assert answer.cost_error[suit] == pytest.approx(statistics.stdev(losses) / math.sqrt(40))
    assert answer.mean[answer.best] == max(answer.mean.values())
    assert answer.cost[answer.best] == answer.cost_error[answer.best] == 0
    assert (answer.deals, answer.cards) == (40, 4)


def test_reproducible_for_any_number_of_threads() -> None:
    calls: list[tuple[int, int]] = []
    answers = [
        ov.expected_trumps(
            SEEN,
            5,
            30,
            4,
            value=functools.partial(
                ov.solve_many, threads=threads, progress=lambda *done: calls.append(done)
            ),
        )
        for threads in (1, 2)
    ]
    assert (answers[0].tricks == answers[1].tricks).all()
    assert (answers[0].tricks == ov.expected_trumps(SEEN, 5, 30, 4).tricks).all()
    assert calls[-1] == (120, 120)


def test_trumps_held_are_the_better_trumps() -> None:
    answer = ov.expected_trumps(["SA", "SA", "SA"], 6, 100, 1)
    assert answer.best is Suit.S
    assert all(answer.cost[suit] > 4 * answer.cost_error[suit] for suit in Suit if suit is not Suit.S)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seen": ["SA", "SK"]}, "seen: 2 cards, but the trump-maker sees 3"),
        ({"seen": ["SA", "S5", "S5"]}, "seen: S5 2 times, but the pack has 0"),
        ({"seen": ["SA", "SX", "S6"]}, "card: 'SX' is not a card such as SA, HT, D9, BB or LB"),
        ({"cards": 2}, "cards: 2 is not 3 to 36, the seen cards included"),
        ({"cards": 37}, "cards: 37 is not 3 to 36, the seen cards included"),
        ({"samples": 1}, "samples: 1, but a standard error needs at least 2"),
        ({"seed": -1}, "seed: -1 is not an integer of at least 0"),
        ({"rules": ov.BRIDGE}, "rules: bridge, but only in arpaa does a player name trumps"),
        (
            {"rules": replace(ov.ARPAA, packs=1), "seen": ["SA", "SA", "S6"]},
            "seen: SA 2 times, but the pack has 1",
        ),
        (
            {"value": lambda positions: [0]},
            "value: shape (1,), but one number for each of 8 positions is needed",
        ),
    ],
)
def test_errors(change: dict[str, object], message: str) -> None:
    arguments: dict[str, object] = {"seen": SEEN, "cards": 4, "samples": 2, "seed": 1}
    with pytest.raises(ValueError) as caught:
        ov.expected_trumps(**(arguments | change))  # type: ignore[arg-type]
    assert str(caught.value) == message
