"""A whole game of Back Alley: 25 deals, their dealers and the totals of both sides."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from .arguments import integer
from .auction import Auction
from .cards import Seat, Side, as_seat
from .errors import PositionError
from .rules import BACK_ALLEY, Rules
from .scores import scores

HAND_SIZES: Final = (*range(13, 1, -1), *range(1, 14))
"""Cards in a hand, deal by deal: 13, 12, ..., 1, ..., 12, 13."""


@dataclass(frozen=True)
class GameState:
    """What stands between two deals: the first state is ``GameState(dealer)``."""

    dealer: Seat
    """Who deals next."""
    deal: int = 1
    """Number of the next deal, from 1; one more than there are when the game is over."""
    totals: tuple[int, int] = (0, 0)
    """Points of NS and of EW so far."""
    hand_sizes: tuple[int, ...] = HAND_SIZES
    rules: Rules = BACK_ALLEY

    def __post_init__(self) -> None:
        object.__setattr__(self, "dealer", as_seat("dealer", self.dealer))
        if len(self.totals) != 2:
            raise ValueError(f"totals: {len(self.totals)} numbers given, 2 needed")
        last = len(self.hand_sizes) + 1
        if not 1 <= integer("deal", self.deal) <= last:
            raise ValueError(f"deal: {self.deal} is not 1 to {last}")

    @property
    def is_over(self) -> bool:
        """Whether all deals have been played."""
        return self.deal > len(self.hand_sizes)

    @property
    def cards(self) -> int:
        """Cards in a hand of the next deal; raises ``ValueError`` if the game is over."""
        if self.is_over:
            raise ValueError(f"deal: all {len(self.hand_sizes)} have been played")
        return self.hand_sizes[self.deal - 1]

    @property
    def auction(self) -> Auction:
        """The auction of the next deal, before the first call."""
        return Auction(self.rules, self.dealer, self.cards)

    def after(self, auction: Auction, ns_tricks: int | None = None) -> GameState:
        """The state after a deal in which NS took ``ns_tricks``, ``None`` if all four passed.

        After four passes the next dealer deals the same number of cards again. Raises
        ``PositionError`` if the auction is not that of the next deal, ``ValueError`` if the tricks
        are missing or cannot be.
        """
        if replace(auction, calls=()) != self.auction:
            raise PositionError(
                "calls", f"an auction of deal {self.deal} has dealer {self.dealer} and {self.cards} cards"
            )
        next_dealer = auction.seats[0]
        if auction.all_passed and ns_tricks is None:
            return replace(self, dealer=next_dealer)
        if ns_tricks is None:
            raise ValueError("ns_tricks: needed unless all four have passed")
        points = scores(auction, ns_tricks)
        totals = (self.totals[0] + points[0], self.totals[1] + points[1])
        return replace(self, dealer=next_dealer, deal=self.deal + 1, totals=totals)

    @property
    def winner(self) -> Side | None:
        """The side with the higher total, ``None`` if they are equal; so far, or in the end."""
        ns, ew = self.totals
        return None if ns == ew else Side.NS if ns > ew else Side.EW
