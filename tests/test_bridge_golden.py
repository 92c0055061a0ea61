"""Whole bridge deals whose 20 results (5 trumps, 4 leaders) are known from other solvers."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

import pytest

import overruff as ov
from overruff import Position, Seat, Suit
from overruff.cards import trump_letter

DATA = Path(__file__).parent / "data"
TRUMPS = (*Suit, None)
PLACES = [(trump, leader) for trump in TRUMPS for leader in Seat]


class Golden(NamedTuple):
    """A deal with NS tricks by trump (S H D C N) and leader (N E S W)."""

    hands: str
    results: dict[tuple[Suit | None, Seat], int]

    def position(self, trump: Suit | None, leader: Seat) -> Position:
        return Position.from_text(f"bridge trump={trump_letter(trump)} lead={leader} {self.hands}")


def read(name: str) -> list[Golden]:
    deals = []
    for line in (DATA / name).read_text().splitlines():
        if line and not line.startswith("#"):
            hands, numbers = line.split("\t")
            deals.append(Golden(hands, dict(zip(PLACES, map(int, numbers.split()), strict=True))))
    return deals


DEALS = read("bridge200.txt")
VOID_HEAVY = read("bridge_void_heavy.txt")
BLOCK = 20


def test_data() -> None:
    assert len(DEALS) == 200 and len(VOID_HEAVY) == 2
    assert len({deal.hands for deal in DEALS}) == 200


@pytest.mark.parametrize("first", range(0, len(DEALS), BLOCK))
def test_all_results(first: int) -> None:
    """Every result, by the table that reuses what it learns from one leader for the next."""
    for deal in DEALS[first : first + BLOCK]:
        table = ov.table(deal.position(None, Seat.N))
        wrong = {place: ns for place, ns in deal.results.items() if table[place] != ns}
        assert not wrong, (deal.hands, wrong, table)


@pytest.mark.parametrize(("trump", "leader"), [(None, Seat.W), (Suit.S, Seat.W), (Suit.D, Seat.N)])
def test_one_result_of_every_deal(trump: Suit | None, leader: Seat) -> None:
    """The same by a search that knows nothing yet, many deals at once."""
    found = ov.solve_many([deal.position(trump, leader) for deal in DEALS])
    assert found.tolist() == [deal.results[trump, leader] for deal in DEALS]


@pytest.mark.parametrize("first", [0, 100])
def test_best_plays(first: int) -> None:
    """The best card is worth the result, at the first trick and after it has been led."""
    for deal in DEALS[first : first + 5]:
        for trump, leader in ((None, Seat.W), (Suit.H, Seat.S)):
            position = deal.position(trump, leader)
            best = ov.best_plays(position)[0]
            assert (best.cost, best.ns) == (0, deal.results[trump, leader]), position
            position.push(best.card)
            assert ov.best_plays(position)[0].ns == best.ns, position


@pytest.mark.parametrize(("trump", "leader"), PLACES)
@pytest.mark.parametrize("deal", VOID_HEAVY, ids=["three-suited", "two-suited"])
def test_void_heavy(deal: Golden, trump: Suit | None, leader: Seat) -> None:
    """Voids are the worst case of every solver; some of these take several seconds."""
    slow = deal is VOID_HEAVY[1] and trump is None and leader is not Seat.W
    if slow and not os.environ.get("OVERRUFF_SLOW_TESTS"):
        pytest.skip("slow: set OVERRUFF_SLOW_TESTS=1")
    assert ov.solve(deal.position(trump, leader)).ns == deal.results[trump, leader]
