"""Deals by the rules of each game, rows A01-B50 of the rules reference, and the way to a position."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import chain, product

import pytest
from refused import refused

from overruff import ARPAA, BACK_ALLEY, BRIDGE, Card, Deal, Position, PositionError, Rules, Seat, Suit
from overruff.auction import BOARD, PASS, Call
from overruff.dealing import Dice
from overruff.game import HAND_SIZES, GameState
from overruff.pack import deal_pack, largest_hand, shuffled
from overruff.rules import DEFAULT_RULES

BB, LB = Card.parse("BB"), Card.parse("LB")
WITHOUT_JOKERS = replace(BACK_ALLEY, jokers=0)


def pack_with(rules: Rules, places: dict[int, Card], seed: int = 1) -> list[Card]:
    """A shuffled pack in which some cards lie at given places."""
    pack = shuffled(rules, Dice(seed))
    for place, card in places.items():
        there = pack.index(card)
        pack[place], pack[there] = pack[there], pack[place]
    assert all(pack[place] is card for place, card in places.items())
    return pack


def all_cards(deal: Deal) -> Counter[Card]:
    """Every card of the deal, wherever it is."""
    other = [] if deal.turn_up is None else [deal.turn_up, *(deal.stock or ())]
    return Counter([card for hand in deal.hands for card in hand] + other)


# Arpaa


def test_a01_the_pack() -> None:
    pack = ARPAA.pack()
    assert len(pack) == 144 and set(Counter(pack).values()) == {4} and len(set(pack)) == 36
    deal = Deal.deal(ARPAA, seed=1)
    assert [len(hand) for hand in deal.hands] == [36] * 4
    assert all_cards(deal) == Counter(pack)
    assert replace(deal, trump=Suit.S).position().tricks_left == 36


def test_a02_packets_of_three() -> None:
    pack = shuffled(ARPAA, Dice(5))
    packets = [pack[place : place + 3] for place in range(0, 144, 3)]
    deal = Deal.from_pack(ARPAA, pack, dealer=Seat.N)
    # Twelve rounds of four packets: E S W N, so E gets the first one and N the last.
    assert len(packets) == 12 * 4
    for turn, seat in enumerate((Seat.E, Seat.S, Seat.W, Seat.N)):
        assert Counter(deal.hands[seat]) == Counter(chain(*packets[turn::4]))
    assert Counter(deal.seen) == Counter(pack[:3])
    assert not deal.has_trump
    with refused("trump: not named yet by E", PositionError):
        deal.position()
    named = replace(deal, trump=Suit.D)
    assert (named.leader, named.position().turn, named.position().trump) == (Seat.E, Seat.E, Suit.D)
    assert Deal.from_pack(ARPAA, pack, dealer=Seat.N, trump=Suit.D) == named
    assert Counter(deal_pack(ARPAA, Seat.N, pack).hands[Seat.N][-3:]) == Counter(pack[-3:])


def test_a25_misdeal() -> None:
    pack = shuffled(ARPAA, Dice(1))
    message = (
        "pack: 143 cards, not 144: a misdeal, N's last packet has 2 cards instead of 3, and he deals again"
    )
    with refused(message, PositionError):
        Deal.from_pack(ARPAA, pack[:-1], dealer=Seat.N)
    doubled = [*pack[:-1], next(card for card in pack if card is not pack[-1])]
    with refused(f"pack: {doubled[-1]} 5 times, but the pack has 4", PositionError):
        Deal.from_pack(ARPAA, doubled, dealer=Seat.N)
    # A deal written down by hand.
    deal = Deal.deal(ARPAA, seed=1)
    short = (deal.hands[0], deal.hands[1], deal.hands[2], deal.hands[3][:-1])
    with refused("hands: unequal: N 36, E 36, S 36, W 35", PositionError):
        replace(deal, hands=short)


def test_counter_clockwise() -> None:
    rules = replace(ARPAA, direction="counter-clockwise")
    deal = Deal.deal(rules, seed=3, dealer=Seat.N, trump=Suit.H)
    assert deal.leader is Seat.W
    assert not Counter(deal.seen) - Counter(deal.hands[Seat.W])


# Back Alley


def test_b01_hand_sizes_can_all_be_dealt() -> None:
    assert (*range(13, 1, -1), *range(1, 14)) == HAND_SIZES
    for number, cards in enumerate(HAND_SIZES):
        deal = Deal.deal(BACK_ALLEY, seed=number, dealer=Seat((Seat.S + number) % 4), cards=cards)
        assert (deal.cards, [len(hand) for hand in deal.hands]) == (cards, [cards] * 4)
    assert sum(HAND_SIZES) == 181


@pytest.mark.parametrize("cards", range(1, 14))
def test_b02_cards_undealt(cards: int) -> None:
    pack = pack_with(BACK_ALLEY, {4 * cards: Card.parse("H7")})
    deal = Deal.from_pack(BACK_ALLEY, pack, dealer=Seat.W, cards=cards)
    assert deal.stock is not None and deal.turn_up is Card.parse("H7")
    assert (1 + len(deal.stock), len(deal.stock)) == (54 - 4 * cards, 53 - 4 * cards)
    assert all_cards(deal) == Counter(BACK_ALLEY.pack())
    # One at a time from the dealer's left, then the turn-up, then the stock from its top.
    for turn, seat in enumerate((Seat.N, Seat.E, Seat.S, Seat.W)):
        assert Counter(deal.hands[seat]) == Counter(pack[turn : 4 * cards : 4])
    assert deal.stock == tuple(pack[4 * cards + 1 :])
    assert deal.trump is Suit.H


def test_b03_the_other_joker_is_exchanged() -> None:
    pack = pack_with(BACK_ALLEY, {52: LB, 4: BB, 53: Card.parse("C5")})  # the fifth card dealt is E's
    deal = Deal.from_pack(BACK_ALLEY, pack, dealer=Seat.N)
    assert (deal.turn_up, deal.exchanged, deal.stock, deal.trump) == (LB, Seat.E, (), None)
    assert Card.parse("C5") in deal.hands[Seat.E]
    assert Counter(deal.hands[Seat.E]) - Counter(pack[0:52:4]) == Counter([Card.parse("C5")])
    ordinary = Counter(card for card in BACK_ALLEY.pack() if not card.is_joker)
    assert Counter(card for hand in deal.hands for card in hand) == ordinary


def test_b03_top_of_the_stock() -> None:
    pack = pack_with(BACK_ALLEY, {12: BB, 0: LB})
    deal = Deal.from_pack(BACK_ALLEY, pack, dealer=Seat.S, cards=3)
    assert deal.exchanged is Seat.W and pack[13] in deal.hands[Seat.W]
    assert deal.stock == tuple(pack[14:])


def test_b04_both_jokers_undealt() -> None:
    pack = pack_with(BACK_ALLEY, {52: LB, 53: BB})
    deal = Deal.from_pack(BACK_ALLEY, pack, dealer=Seat.N)
    assert (deal.exchanged, deal.stock, deal.trump) == (None, (BB,), None)
    assert len({card for hand in deal.hands for card in hand}) == 52


def test_b05_the_other_joker_in_the_stock() -> None:
    pack = pack_with(BACK_ALLEY, {20: BB, 40: LB})
    deal = Deal.from_pack(BACK_ALLEY, pack, dealer=Seat.N, cards=5)
    assert deal.stock is not None and len(deal.stock) == 33 and LB in deal.stock
    assert (deal.exchanged, deal.trump) == (None, None)
    assert not any(card.is_joker for hand in deal.hands for card in hand)


def test_b09_b50_four_passes() -> None:
    state = GameState(Seat.W, deal=3)
    passed = Deal.deal(BACK_ALLEY, seed=1, dealer=state.dealer, cards=state.cards)
    passed = replace(passed, calls=(PASS,) * 4)
    with refused("calls: all four passed, nobody leads", PositionError):
        passed.position()
    again = state.after(passed.auction)
    redealt = Deal.deal(BACK_ALLEY, seed=2, dealer=again.dealer, cards=again.cards)
    assert (again.deal, redealt.cards, redealt.dealer, redealt.auction.turn) == (3, 11, Seat.N, Seat.E)
    first = Deal.deal(BACK_ALLEY, seed=3, dealer=Seat.N)
    state = GameState(Seat.N).after(replace(first, calls=(PASS,) * 4).auction)
    played = Deal.deal(BACK_ALLEY, seed=4, dealer=state.dealer, cards=state.cards)
    played = replace(played, calls=(Call(4), PASS, PASS, PASS))
    state = state.after(played.auction, 6)
    assert (played.dealer, state.deal, state.cards, state.dealer) == (Seat.E, 2, 12, Seat.S)


def test_how_often_a_joker_turns_up() -> None:
    deals = [Deal.deal(BACK_ALLEY, seed=seed, cards=5) for seed in range(2700)]
    plain = [deal for deal in deals if deal.trump is None]
    assert 65 < len(plain) < 140  # 1 in 27
    # The other joker is in a hand 20 times of 53.
    assert 0.2 < sum(deal.exchanged is not None for deal in plain) / len(plain) < 0.55
    assert {deal.dealer for deal in deals} == set(Seat)


def test_no_jokers() -> None:
    assert largest_hand(WITHOUT_JOKERS) == 12
    deal = Deal.deal(WITHOUT_JOKERS, seed=1)
    assert deal.cards == 12 and deal.stock is not None and len(deal.stock) == 3


def test_leader_and_boards_of_every_auction() -> None:
    deal = Deal.deal(BACK_ALLEY, seed=8, dealer=Seat.W, cards=3)
    for calls in product((PASS, Call(1), Call(2), BOARD), repeat=4):
        called = replace(deal, calls=calls)
        if called.auction.all_passed:
            continue
        position = called.position()
        boards = [seat for seat, call in zip(Seat, calls, strict=True) if call.board]  # N calls first
        leader = boards[-1] if boards else max(Seat, key=lambda seat: (calls[seat].number, -seat))
        assert (position.leader, list(position.boards)) == (leader, boards)


# All games


@pytest.mark.parametrize("rules", DEFAULT_RULES.values(), ids=DEFAULT_RULES.keys())
def test_the_seed_decides(rules: Rules) -> None:
    lines = [Deal.deal(rules, seed=seed, cards=3).to_text() for seed in range(40)]
    assert lines == [Deal.deal(rules, seed=seed, cards=3).to_text() for seed in range(40)]
    assert len(set(lines)) == 40
    assert Deal.deal(rules).to_text() != Deal.deal(rules).to_text()
    for seat in Seat:  # the dealer does not change the pack
        dealt = Deal.deal(rules, seed=7, dealer=seat, cards=3)
        assert dealt.dealer is seat
        assert (
            dealt.hands[Seat.N] == Deal.deal(rules, seed=7, dealer=Seat.E, cards=3).hands[(Seat.E - seat) % 4]
        )


RECORDED = [
    # Recorded once; a change would give every seed in use another deal.
    (ARPAA, 6, "arpaa dealer=S seen=ST,S6,H7 N:7..9.KKT6 7.T.A87.J KJ8...T77 AT6.7.8.A"),
    (BRIDGE, 6, "bridge dealer=N N:T.AT9.Q.J 86.J4.KT. A7.2.4.Q8 K.3.9.975"),
    (
        BACK_ALLEY,
        12,
        "back_alley dealer=W turnup=S5 stock=SA,DT,H7,C6,HT "
        "N:KQJ83.Q83.A5.K8 T42.K42.Q863.53 B976.J9.K2.A942 L.A65.J974.QJT7",
    ),
]


@pytest.mark.parametrize(("rules", "cards", "line"), RECORDED)
def test_recorded_deals(rules: Rules, cards: int, line: str) -> None:
    assert Deal.deal(rules, seed=1, cards=cards).to_text() == line


def test_bridge_one_by_one() -> None:
    pack = shuffled(BRIDGE, Dice(2))
    deal = Deal.from_pack(BRIDGE, pack, dealer=Seat.E)
    for turn, seat in enumerate((Seat.S, Seat.W, Seat.N, Seat.E)):
        assert Counter(deal.hands[seat]) == Counter(pack[turn::4])
    with refused("declarer: missing, and no lead either", PositionError):
        deal.position()
    notrump = replace(deal, declarer=Seat.S)
    assert (notrump.has_trump, notrump.trump, notrump.leader) == (True, None, Seat.W)
    assert notrump.position() == Position(BRIDGE, trump=None, leader=Seat.W, hands=deal.hands)


def test_positions_along_the_record() -> None:
    deal = replace(Deal.deal(BRIDGE, seed=3, cards=2), trump=Suit.S, lead=Seat.E)
    walk = deal.position()
    plays = []
    while not walk.is_over:
        plays.append(walk.legal_plays()[0])
        walk.push(plays[-1])
    played = replace(deal, plays=tuple(plays))
    assert played.position() == walk and played.position(0) == deal.position()
    for count in range(8, 0, -1):
        assert played.position(count) == walk
        assert walk.pop() is plays[count - 1]
    for count in (-1, 9):
        with refused(f"plays: {count} is not 0 to 8"):
            played.position(count)


def test_a_deal_cannot_be_changed() -> None:
    deal = Deal.deal(BRIDGE, seed=1)
    with pytest.raises(AttributeError):
        deal.dealer = Seat.N  # type: ignore[misc]
    same = replace(deal, tags={"Event": "x"}, hands=[list(reversed(hand)) for hand in deal.hands])
    assert same == deal and hash(same) == hash(deal) and {deal: 1}[same] == 1


@pytest.mark.parametrize(
    ("rules", "arguments", "message"),
    [
        (BACK_ALLEY, {"cards": 14}, "cards: 14 is not 1 to 13, a hand of back_alley"),
        (BACK_ALLEY, {"cards": 0}, "cards: 0 is not 1 to 13, a hand of back_alley"),
        (WITHOUT_JOKERS, {"cards": 13}, "cards: 13 is not 1 to 12, a hand of back_alley"),
        (ARPAA, {"cards": 10}, "cards: 10 is not a multiple of 3, a packet of arpaa"),
        (BRIDGE, {"trump": Suit.S}, "trump: S, but nobody names trumps when bridge is dealt"),
        (BRIDGE, {"seed": -1}, "seed: -1 is not an integer of at least 0"),
    ],
)
def test_impossible_deals(rules: Rules, arguments: dict[str, object], message: str) -> None:
    with refused(message):
        Deal.deal(rules, **arguments)  # type: ignore[arg-type]


def test_a_pack_that_is_not_whole() -> None:
    with refused("pack: 51 cards, but bridge has 52", PositionError):
        Deal.from_pack(BRIDGE, BRIDGE.pack()[1:], dealer=Seat.N)
    with refused("pack: BB 1 times, but the pack has 0", PositionError):
        Deal.from_pack(BRIDGE, [BB, *BRIDGE.pack()[1:]], dealer=Seat.N)


def test_a_pack_that_does_not_come_out_in_packets() -> None:
    """By default as many cards are dealt as the packets of three allow."""
    dealt = Deal.deal(replace(ARPAA, packs=2, low_rank=10), seed=1)  # ten cards for each
    assert dealt.cards == 9
