"""The score of a Back Alley deal: from the calls and the tricks to the points of both sides.

The difference between the sides never falls as NS take more tricks, whatever was called, so best
play for tricks is best play for points. It may stay the same, though: see ``flat_tricks``.
"""

from __future__ import annotations

from itertools import pairwise

from .auction import Auction
from .cards import Side
from .deal import Deal, need_deal
from .errors import quoted
from .solver import Solver, using

BID_POINTS = 5
"""Points for every trick of a side's total, won or lost."""
BOARD_POINTS = 10
"""Points for every trick of the deal and every level of a board call, won or lost."""


def side_score(tricks: int, cards: int, total: int, level: int = 0) -> int:
    """Points of a side that takes ``tricks`` of the ``cards`` tricks of a deal.

    ``total``: sum of the partners' numbers, 0 if both passed; it does not count if a partner called
    board. ``level``: of the side's higher board call, 1 to 4, or 0 if there is none.
    """
    if level:
        return BOARD_POINTS * cards * level * (1 if tricks == cards else -1)
    if tricks < total:
        return -BID_POINTS * total
    return BID_POINTS * total + (tricks - total)


def scores(auction: Auction, ns_tricks: int) -> tuple[int, int]:
    """Points of NS and of EW when NS take that many tricks of the deal and EW the others.

    Raises ``PositionError`` if the auction is not over or all have passed, ``ValueError`` if the deal
    does not have so many tricks.
    """
    _ = auction.leader  # there is one, so the deal is played
    if not 0 <= ns_tricks <= auction.cards:
        raise ValueError(f"ns_tricks: {quoted(ns_tricks)} is not 0 to {auction.cards}")
    tricks = (ns_tricks, auction.cards - ns_tricks)
    ns, ew = (
        side_score(tricks[side], auction.cards, auction.total(side), auction.level(side)) for side in Side
    )
    return ns, ew


def difference(auction: Auction, ns_tricks: int) -> int:
    """Points of NS less those of EW; raises as ``scores`` does."""
    ns, ew = scores(auction, ns_tricks)
    return ns - ew


def payoff(auction: Auction) -> tuple[int, ...]:
    """The score difference if NS take 0, 1, ... all tricks; it never falls. Raises as ``scores``."""
    return tuple(difference(auction, ns) for ns in range(auction.cards + 1))


def result_text(auction: Auction, ns_tricks: int) -> str:
    """``E 3, S 4, W pass, N 1: S leads, tricks 5-3, NS +25  EW +3``; raises as ``scores`` does."""
    ns, ew = scores(auction, ns_tricks)
    tricks = f"{ns_tricks}-{auction.cards - ns_tricks}"
    return f"{auction}: {auction.leader} leads, tricks {tricks}, NS {ns:+d}  EW {ew:+d}"


def flat_tricks(auction: Auction) -> list[int]:
    """The numbers of NS tricks to which one more trick would add nothing to the score difference.

    A play that gives up such a trick costs no points. There are some only if the two sides together
    have bid at least three tricks more than the deal has.
    """
    return [ns for ns, (less, more) in enumerate(pairwise(payoff(auction))) if less == more]


def score_value(
    deal: Deal,
    plays: int = 0,
    solver: Solver | None = None,
    *,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> int:
    """The double-dummy score difference, NS less EW, of a deal as it was called.

    ``plays``: the play is perfect after so many cards of the deal's record. Raises ``PositionError``
    if not all have called or all have passed, ``ValueError`` for a number of plays the record does
    not have, ``NotExact`` out of budget.
    """
    need_deal(deal)
    worth = payoff(deal.auction)
    position = deal.position(plays)
    with using(solver) as at_work:
        return worth[position.won[0] + at_work.solve(position, time_limit, node_limit).ns]
