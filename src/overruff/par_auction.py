"""The par auction of Back Alley: the calls that perfect players make with all four hands open."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real

from .auction import Auction, Call
from .auction_game import AuctionGame
from .cards import Seat, Side
from .deal import Deal, need_deal
from .errors import PositionError, quoted
from .position import Position
from .scores import result_text, scores
from .searches import Searches
from .solver import Solver, using


@dataclass(frozen=True)
class Par:
    """The par auction of a deal and its result."""

    auction: Auction
    """All four calls. Among calls of equal value the lowest is made: pass, then the numbers, then board."""
    value: float
    """Score difference, NS less EW."""
    ns_tricks: int | None
    """Tricks of NS; ``None`` if all four pass."""

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls, the first by the dealer's left."""
        return self.auction.calls

    @property
    def leader(self) -> Seat | None:
        """Who leads to the first trick; ``None`` if all four pass."""
        return None if self.auction.all_passed else self.auction.leader

    @property
    def scores(self) -> tuple[int, int] | None:
        """Points of NS and of EW; ``None`` if all four pass."""
        return None if self.ns_tricks is None else scores(self.auction, self.ns_tricks)

    def __str__(self) -> str:
        if self.ns_tricks is None:
            return f"par {self.value:+g}  {self.auction}: dealt again"
        return f"par {self.value:+g}  {result_text(self.auction, self.ns_tricks)}"


@dataclass(frozen=True)
class TracedCall:
    """A call of a real auction."""

    seat: Seat
    call: Call
    value: float
    """Score difference, NS less EW, if all call and play perfectly after this call."""
    cost: float
    """Points the call threw away for the side that made it."""
    best: Call
    """A call that costs nothing: this one, or else the lowest."""


@dataclass(frozen=True)
class AuctionTrace:
    """A real auction with the value after every call.

    As with the cards of a ``Trace``: ``end == start - side_cost[NS] + side_cost[EW]``.
    """

    par: Par
    """What perfect players do."""
    auction: Auction
    """What was called."""
    calls: tuple[TracedCall, ...]

    @property
    def start(self) -> float:
        """Score difference, NS less EW, of the par auction."""
        return self.par.value

    @property
    def end(self) -> float:
        """The value after the last call: of a complete auction, the double-dummy score difference."""
        return self.calls[-1].value if self.calls else self.start

    @property
    def cost(self) -> dict[Seat, float]:
        """Points thrown away by each seat."""
        return {seat: sum(made.cost for made in self.calls if made.seat is seat) for seat in Seat}

    @property
    def side_cost(self) -> dict[Side, float]:
        """Points thrown away by each side."""
        return {side: sum(made.cost for made in self.calls if made.seat.side is side) for side in Side}

    def __str__(self) -> str:
        lines = [str(self.par), f"{self.start:+5g}  at the start"]
        for made in self.calls:
            note = f"  costs {made.cost:g}, best {made.best}" if made.cost else ""
            lines.append(f"{made.value:+5g}  {made.seat} {made.call}{note}")
        costs = "  ".join(f"{seat} {cost:g}" for seat, cost in self.cost.items())
        return "\n".join([*lines, f"thrown away: {costs}"])


def par(
    deal: Position | Deal,
    dealer: Seat | None = None,
    solver: Solver | None = None,
    *,
    all_pass: float = 0.0,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> Par:
    """The auction of perfect players who see all hands and play perfectly afterwards.

    ``deal``: a deal with its dealer, whose calls do not matter, or an untouched position, whose leader
    and board callers do not matter, and ``dealer``. ``all_pass``: what it is worth for NS that all
    four pass and the cards are dealt again. ``time_limit`` (seconds) and ``node_limit`` (cards played
    in the search) hold for the whole question. Raises ``PositionError`` for a game without auction or
    a position that is not untouched, ``ValueError`` if the dealer is missing, ``NotExact`` out of budget.
    """
    return par_trace(
        deal, (), dealer, solver, all_pass=all_pass, time_limit=time_limit, node_limit=node_limit
    ).par


def par_trace(
    deal: Position | Deal,
    calls: Sequence[Call | str] | None = None,
    dealer: Seat | None = None,
    solver: Solver | None = None,
    *,
    all_pass: float = 0.0,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> AuctionTrace:
    """What each call of a real auction, complete or not, was worth and what it cost.

    ``calls``: in calling order, as calls or text; by default those of the deal. Everything else is as
    for ``par``. Raises ``PositionError`` also for a call that cannot be made.
    """
    if calls is None:
        if isinstance(deal, Position):
            raise ValueError("calls: needed, a position has none")
        calls = deal.calls
    start, position = _before_the_calls(deal, dealer)
    auction = start
    for call in calls:
        auction = auction.with_call(call)
    with using(solver) as at_work:
        searches = Searches(at_work, time_limit, node_limit)
        game = AuctionGame(position, auction.seats, _points(all_pass), searches)
        traced = []
        before = game.value(())
        for made, (seat, call) in enumerate(zip(auction.seats, auction.calls, strict=False)):
            after = game.value(auction.calls[: made + 1])
            cost = before - after if seat.side is Side.NS else after - before
            best = game.best(auction.calls[:made]) if cost else call
            traced.append(TracedCall(seat, call, after, cost, best))
            before = after
        return AuctionTrace(_par(start, game), auction, tuple(traced))


def _par(auction: Auction, game: AuctionGame) -> Par:
    """The par auction that begins with no call."""
    while not auction.is_over:
        auction = auction.with_call(game.best(auction.calls))
    return Par(auction, game.value(()), None if auction.all_passed else game.ns_tricks(auction.calls))


def _before_the_calls(deal: Position | Deal, dealer: Seat | None) -> tuple[Auction, Position]:
    """The auction and the cards before anyone has called."""
    if isinstance(deal, Position):
        if dealer is None:
            raise ValueError("dealer: needed, a position has none")
        for field, begun in (("trick", deal.trick), ("broken", deal.broken), ("won", any(deal.won))):
            if begun:
                raise PositionError(field, "calls are made before the first card is played")
    else:
        need_deal(deal)
        dealer = dealer if dealer is not None else deal.dealer
    auction = Auction(deal.rules, dealer, len(deal.hands[0]))
    return auction, Position(deal.rules, trump=deal.trump, leader=dealer, hands=deal.hands)


def _points(all_pass: float) -> float:
    if not isinstance(all_pass, Real) or not math.isfinite(all_pass):
        raise ValueError(f"all_pass: {quoted(all_pass)} is not a number of points")
    return float(all_pass)
