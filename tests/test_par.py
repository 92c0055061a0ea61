"""The par auction against every sequence of calls, on deals solved by every line of play."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import brute
import pytest

import overruff as ov
from overruff import (
    ARPAA,
    BACK_ALLEY,
    Deal,
    NotExact,
    Position,
    PositionError,
    Rules,
    Seat,
    Side,
    Solver,
    Suit,
)
from overruff.auction import BOARD, PASS, Auction, Call, parse_calls
from overruff.auction_game import AuctionGame
from overruff.par_auction import par, par_trace
from overruff.scores import difference, payoff, score_value
from overruff.searches import Searches

SOLVER = Solver(memory_mb=64)
VARIANTS = [
    BACK_ALLEY,
    BACK_ALLEY,
    replace(BACK_ALLEY, board_lead_scope="side"),
    replace(BACK_ALLEY, board_lead_scope="first_trick"),
    replace(BACK_ALLEY, trump_lead="broken"),
    replace(BACK_ALLEY, trump_lead="free", bb_lead="opponents"),
    replace(BACK_ALLEY, jokers=0),
    replace(BACK_ALLEY, lb_lead="free"),
]


def random_deal(cards: int, seed: int, rules: Rules = BACK_ALLEY) -> Position:
    """A deal of few suits and ranks, in which trumps, jokers and voids are common."""
    dice = random.Random(f"{cards} {seed}")
    suits = dice.sample(tuple(Suit), dice.choice((2, 2, 3, 4)) if cards < 7 else 4)
    ranks = min(13, max(dice.choice((3, 5, 13)), 4 * cards // len(suits) + 1))
    trump = dice.choice((*suits, *suits, None))
    return Position.random(rules, cards, seed, trump=trump, suits=suits, ranks=ranks)


class Everything:
    """The value after every sequence of calls, one by one, from the tricks of complete auctions."""

    def __init__(self, deal: Position, dealer: Seat, all_pass: float, *, engine: bool = False) -> None:
        self.deal, self.dealer, self.all_pass = deal, dealer, all_pass
        self.solver = Solver(memory_mb=64) if engine else None
        self.tricks: dict[tuple[Seat, frozenset[Seat]], int] = {}
        self.values: dict[tuple[Call, ...], float] = {}
        self.best: dict[tuple[Call, ...], Call] = {}
        self.start = self.walk(Auction(deal.rules, dealer, deal.tricks_left))

    def walk(self, auction: Auction) -> float:
        if auction.is_over:
            value = self.all_pass
            if not auction.all_passed:
                value = float(difference(auction, self.ns_tricks(auction)))
        else:
            values = {call: self.walk(auction.with_call(call)) for call in auction.legal_calls()}
            assert auction.turn is not None
            value = max(values.values()) if auction.turn.side is Side.NS else min(values.values())
            self.best[auction.calls] = next(call for call, after in values.items() if after == value)
        self.values[auction.calls] = value
        return value

    def ns_tricks(self, auction: Auction) -> int:
        key = auction.leader, auction.boards
        if key not in self.tricks:
            deal = self.deal
            lead = Position(deal.rules, trump=deal.trump, leader=key[0], hands=deal.hands, boards=key[1])
            self.tricks[key] = self.solver.solve(lead).ns if self.solver else brute.ns_tricks(lead)
        return self.tricks[key]

    def line(self) -> tuple[Call, ...]:
        calls: tuple[Call, ...] = ()
        while len(calls) < 4:
            calls = (*calls, self.best[calls])
        return calls


def check(deal: Position, seed: int, *, engine: bool = False) -> None:
    """Par, and the trace of random auctions, must say what trying everything says."""
    dice = random.Random(seed)
    dealer = Seat(dice.randrange(4))
    all_pass = dice.choice((0.0, 0.0, 2.5, -7.0, 1000.0, -1000.0))
    truth = Everything(deal, dealer, all_pass, engine=engine)
    found = par(deal, dealer, all_pass=all_pass)
    where = f"{deal.to_text()} dealer {dealer} all_pass {all_pass} {deal.rules}"
    assert (found.value, found.calls) == (truth.start, truth.line()), where
    if found.auction.all_passed:
        assert (found.ns_tricks, found.leader, found.scores) == (None, None, None)
    else:
        assert found.ns_tricks == truth.ns_tricks(found.auction)
        assert found.leader is found.auction.leader
        assert found.scores is not None
        assert found.scores[0] - found.scores[1] == found.value
    for _ in range(4):
        auction = Auction(deal.rules, dealer, deal.tricks_left)
        for _ in range(dice.choice((0, 1, 2, 3, 4, 4, 4))):
            auction = auction.with_call(dice.choice(auction.legal_calls()))
        trace = par_trace(deal, auction.calls, dealer, all_pass=all_pass)
        assert (trace.auction, trace.start) == (auction, truth.start)
        assert [made.value for made in trace.calls] == [
            truth.values[auction.calls[:made]] for made in range(1, len(auction.calls) + 1)
        ]
        assert trace.end == truth.values[auction.calls]
        assert trace.end == trace.start - trace.side_cost[Side.NS] + trace.side_cost[Side.EW]
        assert sum(trace.cost.values()) == sum(trace.side_cost.values())
        for number, made in enumerate(trace.calls):
            assert made.cost >= 0
            assert made.best == (truth.best[auction.calls[:number]] if made.cost else made.call)


@pytest.mark.parametrize(("cards", "deals"), [(1, 120), (2, 56), (3, 16)])
def test_against_every_sequence_of_calls(cards: int, deals: int) -> None:
    for seed in range(deals):
        check(random_deal(cards, seed, VARIANTS[seed % len(VARIANTS)]), seed)


@pytest.mark.parametrize("rules", VARIANTS[1:])
def test_tricks_after_every_kind_of_auction(rules: Rules) -> None:
    """The same tricks as with all board callers told to the slow solver."""
    for cards, seed in product((2, 3), range(4)):
        deal = random_deal(cards, seed, rules)
        start = Auction(rules, Seat(seed % 4), cards)
        truth = Everything(deal, start.dealer, 0.0)
        game = AuctionGame(deal, start.seats, 0.0, Searches(SOLVER, None, None))
        for calls in product(*[(PASS, Call(1), BOARD)] * 4):
            auction = replace(start, calls=calls)
            if not auction.all_passed:
                assert game.ns_tricks(calls) == truth.ns_tricks(auction), (deal, auction)


def test_a_right_that_only_the_partner_can_use() -> None:
    """East has no trumps, but where a board call gives the right to both, West leads one."""
    rules = replace(BACK_ALLEY, board_lead_scope="side")
    deal = Position.from_text("back_alley trump=S lead=E N:A.Q..Q .K.AQ. J.J.K. Q.A..A", rules)
    game = AuctionGame(deal, (Seat.E, Seat.S, Seat.W, Seat.N), 0.0, Searches(SOLVER, None, None))
    assert [game.ns_tricks(parse_calls(calls)) for calls in ("1,P,P,P", "B,P,P,P")] == [2, 1]


@pytest.mark.parametrize(("cards", "deals"), [(4, 8), (5, 6), (8, 1)])
def test_what_is_not_searched_does_not_matter(cards: int, deals: int) -> None:
    """Larger deals, where the engine searches all leads for the sake of comparison."""
    for seed in range(deals):
        check(random_deal(cards, seed, VARIANTS[seed % len(VARIANTS)]), seed, engine=True)


def test_rotated_deals() -> None:
    """With everybody one seat further the same calls are par, for the other side."""
    for seed in range(4):
        deal, dealer = random_deal(13, seed), Seat(seed % 4)
        hands = [deal.hands[seat - 1] for seat in Seat]
        turned = Position(deal.rules, trump=deal.trump, leader=deal.leader, hands=hands)
        found, other = par(deal, dealer, all_pass=3.0), par(turned, dealer.next, all_pass=-3.0)
        assert (other.calls, other.value) == (found.calls, -found.value)
        if found.leader is not None and found.ns_tricks is not None:
            assert (other.leader, other.ns_tricks) == (found.leader.next, 13 - found.ns_tricks)


def test_whole_deals() -> None:
    """A trace ends with the score of the tricks that the lead is worth."""
    solver = Solver(memory_mb=64)
    dice = random.Random(5)
    for seed in range(6):
        deal = Position.random(BACK_ALLEY, seed=seed)
        auction = Auction(BACK_ALLEY, Seat.S, 13)
        while not auction.is_over:
            auction = auction.with_call(dice.choice(auction.legal_calls()))
        trace = par_trace(deal, auction.calls, Seat.S, solver)
        lead = Position(
            BACK_ALLEY, trump=deal.trump, leader=auction.leader, hands=deal.hands, boards=auction.boards
        )
        assert trace.end == payoff(auction)[ov.solve(lead).ns]
        assert trace.end == trace.start - trace.side_cost[Side.NS] + trace.side_cost[Side.EW]
        assert trace.start == par(deal, Seat.S).value


def test_deals() -> None:
    for seed in range(8):
        deal = Deal.deal(BACK_ALLEY, seed=seed, cards=4)
        lead = Position(BACK_ALLEY, trump=deal.trump, leader=Seat.N, hands=deal.hands)
        assert par(deal) == par(lead, deal.dealer)
        called = replace(deal, calls=parse_calls("1,B,P"))
        assert par(called) == par(deal) and par(called, Seat.S) == par(lead, Seat.S)
        assert par_trace(called) == par_trace(lead, ["1", "B", "P"], deal.dealer)
        assert par_trace(called, []) == par_trace(deal)
        called = replace(called, calls=parse_calls("1,B,P,3"))
        assert par_trace(called).end == score_value(called)


def test_leader_and_boards_do_not_matter() -> None:
    one, other = (
        Position(BACK_ALLEY, trump=p.trump, leader=leader, hands=p.hands, boards=boards)
        for p in [Position.random(BACK_ALLEY, cards=4, seed=3)]
        for leader, boards in ((Seat.N, ()), (Seat.W, (Seat.E,)))
    )
    assert par(one, Seat.E) == par(other, Seat.E)


def test_text() -> None:
    line = "back_alley dealer=N trump=H calls=1,B,P N:82.B.62. 4.A6..83 Q.K.54.A ..Q87.74"
    deal = Deal.from_text(line)
    assert str(par(deal)) == "par +5  E pass, S 3, W 2, N pass: S leads, tricks 3-2, NS +15  EW +10"
    assert str(par_trace(deal)).splitlines()[1:] == [
        "   +5  at the start",
        "   +5  E 1",
        "  -60  S B  costs 65, best P",
        "  -56  W P  costs 4, best 1",
        "thrown away: N 0  E 0  S 65  W 4",
    ]


def test_all_pass() -> None:
    """A rare deal on which no call gains anything: 0 for dealing again is par."""
    deal = Deal.from_text("back_alley dealer=N trump=C N:T.Q.. ..8.4 3..9. ..3.B")
    found = par(deal)
    assert (found.value, found.ns_tricks, found.leader, found.scores) == (0, None, None, None)
    assert str(found) == "par +0  E pass, S pass, W pass, N pass: dealt again"
    assert not par(deal, all_pass=3.0).auction.all_passed  # not in the interest of EW
    assert (
        par_trace(deal, ["P", "1"]).calls[1].value
        == Everything(
            Position(BACK_ALLEY, trump=deal.trump, leader=Seat.E, hands=deal.hands), Seat.N, 0.0
        ).values[parse_calls("P,1")]
    )


def test_faults() -> None:
    deal = Position.random(BACK_ALLEY, cards=4, seed=3)
    with pytest.raises(ValueError, match=r"^dealer: needed"):
        par(deal)
    with pytest.raises(ValueError, match=r"^calls: needed"):
        par_trace(deal, dealer=Seat.N)
    with pytest.raises(PositionError, match=r"^calls: call 2, S 4: a number must be less than 4"):
        par_trace(deal, ["P", "4"], Seat.N)
    with pytest.raises(PositionError, match=r"^calls: 'x' is not a call"):
        par_trace(deal, ["x"], Seat.N)
    with pytest.raises(PositionError, match=r"^calls: arpaa has no auction"):
        par(Position.random(ARPAA, cards=4, seed=3), Seat.N)
    with pytest.raises(PositionError, match=r"^cards: 0 is not 1 to 13"):
        par(Position.random(BACK_ALLEY, cards=0), Seat.N)
    for bad in (float("nan"), float("inf"), "3"):
        with pytest.raises(ValueError, match=r"^all_pass: .* is not a number of points"):
            par(deal, Seat.N, all_pass=bad)  # type: ignore[arg-type]
    for field, begun in (("trick", {"plays": 1}), ("broken", {"broken": True}), ("won", {"plays": 4})):
        with pytest.raises(PositionError, match=f"^{field}: calls are made before the first card"):
            par(Position.random(BACK_ALLEY, 4, 3, trump=Suit.S, **begun), Seat.N)  # type: ignore[arg-type]


def test_budget() -> None:
    deal = Position.random(BACK_ALLEY, seed=3)
    with pytest.raises(NotExact, match=r"to lead.*: the search ran out of budget"):
        par(deal, Seat.N, node_limit=50)
    with pytest.raises(NotExact, match="ran out of budget"):
        par_trace(deal, ["3"], Seat.N, time_limit=0)
    assert par(deal, Seat.N, node_limit=10**9, time_limit=60) == par(deal, Seat.N)
