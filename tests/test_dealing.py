"""Random deals: the same everywhere for the same seed, and dealt as the games deal."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from overruff import ARPAA, BACK_ALLEY, BRIDGE, Card, Position, Rules, Seat, Suit
from overruff.dealing import Dice

RECORDED = [
    # Recorded once; a change would give every seed in use another deal.
    (
        ARPAA,
        {"cards": 12, "seed": 7},
        "arpaa trump=H lead=W N:QJJT98.AT.97.97 KQJT7.86.A66.A8 KK.J6.AAQ.QQJT8 J9.AAT6.J.AKKJ6",
    ),
    (
        ARPAA,
        {"seed": 0},
        "arpaa trump=C lead=E N:QQJT86.AKQT87766.AKJTT976.AKQQJJTT99877 "
        "AAKQQ87776.KKJ998866.KQQJ99766.KJ988766 AKKJJT9.AAAJ9877.AKQJ88776.AAKKQQJTT876 "
        "AKJTT99988766.KQQQJJTTT9.AAKQJTT988.A96",
    ),
    (
        BACK_ALLEY,
        {"seed": 1},
        "back_alley trump=S lead=W N:QT92.Q4.KJT.K763 BL6.AJ.AQ65.AJT8 3.K873.98743.Q52 AKJ87.T9652.2.94",
    ),
    (
        BACK_ALLEY,
        {"cards": 4, "seed": 36, "boards": (Seat.N,)},
        "back_alley trump=H lead=W boards=N N:.LT..43 J.B.9.A 5.KJ..K .5.A6.Q",
    ),
    (
        BACK_ALLEY,
        {"cards": 3, "seed": 7, "plays": 6},
        "back_alley trump=H lead=W trick=SJ,SQ won=0-1 N:...K .5.7. ..9.3 3...",
    ),
    (
        BRIDGE,
        {"seed": 1},
        "bridge trump=H lead=S N:T87.AJ3.QT9.Q752 AKJ4.KT9.K65.J98 2.7642.AJ73.KT63 Q9653.Q85.842.A4",
    ),
    (
        BRIDGE,
        {"cards": 2, "seed": 5, "trump": None, "leader": Seat.W, "ranks": 4, "suits": (Suit.H, Suit.D)},
        "bridge trump=N lead=W N:.Q.A. ..KQ. .J.J. .AK..",
    ),
]


@pytest.mark.parametrize(("rules", "arguments", "line"), RECORDED)
def test_recorded_deals(rules: Rules, arguments: dict[str, object], line: str) -> None:
    assert Position.random(rules, **arguments).to_text() == line  # type: ignore[arg-type]


def test_dice_are_fair_and_recorded() -> None:
    dice = Dice(7)
    assert [dice.below(10) for _ in range(12)] == [5, 2, 6, 0, 1, 8, 1, 5, 9, 0, 8, 3]
    dice = Dice(3)
    counts = Counter(dice.below(6) for _ in range(6000))
    assert set(counts) == set(range(6))
    assert all(850 < count < 1150 for count in counts.values())
    assert Dice(1).below(1) == 0


@pytest.mark.parametrize("rules", [ARPAA, BACK_ALLEY, BRIDGE], ids=lambda rules: rules.game)
def test_seeds_choose_the_deal(rules: Rules) -> None:
    lines = [Position.random(rules, 5, seed).to_text() for seed in range(50)]
    assert len(set(lines)) == 50
    assert lines == [Position.random(rules, 5, seed).to_text() for seed in range(50)]
    assert Position.random(rules).to_text() != Position.random(rules).to_text()


@pytest.mark.parametrize("rules", [ARPAA, BACK_ALLEY, BRIDGE], ids=lambda rules: rules.game)
def test_trumps_and_leaders_vary(rules: Rules) -> None:
    deals = [Position.random(rules, 3, seed) for seed in range(400)]
    assert {deal.trump for deal in deals} == set(rules.trumps)
    assert {deal.leader for deal in deals} == set(Seat)
    assert all(deal.tricks_left == 3 and deal.won == (0, 0) for deal in deals)


@pytest.mark.parametrize("cards", [2, 13])
def test_back_alley_turns_up_its_trumps(cards: int) -> None:
    deals = [Position.random(BACK_ALLEY, cards, seed) for seed in range(2700)]
    plain = [deal for deal in deals if deal.trump is None]
    assert 60 < len(plain) < 145  # 1 in 27
    for deal in deals:
        held = [card for hand in deal.hands for card in hand]
        if deal.trump is None:
            assert not any(card.is_joker for card in held)
        else:
            assert sum(card.suit is deal.trump for card in held) <= 12  # one is turned up
    jokers = Counter(sum(c.is_joker for hand in deal.hands for c in hand) for deal in deals)
    # With 13 cards, 52 of the 53 cards left are dealt; with two, 8 of them.
    assert (jokers[2] > 2200) if cards == 13 else (jokers[2] < 150 and jokers[1] > 500)


def test_a_chosen_trump_and_leader() -> None:
    for trump in (*Suit, None):
        deal = Position.random(BACK_ALLEY, seed=1, trump=trump, leader=Seat.W)
        assert (deal.trump, deal.leader, deal.tricks_left) == (trump, Seat.W, 13)
    deal = Position.random(BACK_ALLEY, 3, 1, trump=Suit.H, broken=True, boards=[Seat.S, Seat.E])
    assert (deal.broken, deal.boards) == (True, (Seat.E, Seat.S))


def test_part_of_the_pack() -> None:
    for seed in range(30):
        deal = Position.random(ARPAA, 4, seed, ranks=2, suits=(Suit.H, Suit.C))
        kinds = {str(card) for hand in deal.hands for card in hand}
        assert kinds <= {"HA", "HK", "CA", "CK"}
        assert deal.trump in (Suit.H, Suit.C)
    whole = Position.random(replace(ARPAA, low_rank=11), seed=5)
    assert Counter(card for hand in whole.hands for card in hand) == {
        Card(suit, rank): 4 for suit in Suit for rank in (9, 10, 11, 12)
    }
    jokers = Position.random(BACK_ALLEY, 1, 5, trump=Suit.S, ranks=1, suits=(Suit.S, Suit.H, Suit.D))
    assert {str(card) for hand in jokers.hands for card in hand} == {"BB", "LB", "HA", "DA"}


def test_cards_played_after_the_deal() -> None:
    whole = Position.random(BRIDGE, 4, 9)
    for plays in range(17):
        position = Position.random(BRIDGE, 4, 9, plays=plays)
        assert sum(position.won) * 4 + len(position.trick) == plays
        assert all(set(left) <= set(all_) for left, all_ in zip(position.hands, whole.hands, strict=True))
    assert Position.random(BRIDGE, 4, 9, plays=16).is_over


@pytest.mark.parametrize(
    ("rules", "arguments", "message"),
    [
        (BRIDGE, {"cards": 14}, "cards: 14 is not 0 to 13, a hand of bridge"),
        (BRIDGE, {"cards": -1}, "cards: -1 is not 0 to 13, a hand of bridge"),
        (BRIDGE, {"cards": 5, "ranks": 4}, "cards: 4 hands of 5, but only 16 cards can be dealt"),
        (BRIDGE, {"ranks": 0}, "ranks: 0 is not 1 to 13"),
        (ARPAA, {"ranks": 10}, "ranks: 10 is not 1 to 9"),
        (ARPAA, {"trump": None}, "trump: None is not possible in arpaa"),
        (BRIDGE, {"suits": ()}, "suits: one to four different suits are needed"),
        (BRIDGE, {"suits": (Suit.S, Suit.S)}, "suits: one to four different suits are needed"),
        (BRIDGE, {"cards": 2, "plays": 9}, "plays: 9 is not 0 to 8"),
        (BRIDGE, {"seed": -1}, "seed: -1 is not an integer of at least 0"),
        (BRIDGE, {"seed": "x"}, "seed: 'x' is not an integer of at least 0"),
    ],
)
def test_impossible_deals(rules: Rules, arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError) as error:
        Position.random(rules, **arguments)  # type: ignore[arg-type]
    assert str(error.value) == message
