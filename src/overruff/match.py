"""The match of Arpaa Turup: what a deal's tricks make of it, and who deals next.

A side wins the match by two wins, none of the other side in between, the second with more tricks
than the first. More tricks are not always better for the match (a first win is a record to beat),
but "at least so many" is a question of tricks alone, which ``ov.can_take`` answers.
"""

from __future__ import annotations

from dataclasses import dataclass

from .arguments import integer
from .cards import Seat, Side, as_seat
from .errors import quoted
from .rules import ARPAA, Rules


@dataclass(frozen=True)
class MatchState:
    """Who holds a first win, and with how many tricks; raises ``ValueError`` if that cannot be."""

    holder: Side | None = None
    record: int = 0
    """Tricks of the holder's first win; 0 if there is no holder."""
    rules: Rules = ARPAA

    def __post_init__(self) -> None:
        if self.rules.game != ARPAA.game:
            raise ValueError(f"rules: a match is played in {ARPAA.game}, not in {self.rules.game}")
        if self.holder is not None:
            if self.holder not in tuple(Side):
                raise ValueError(f"holder: {quoted(self.holder)} is not a Side")
            object.__setattr__(self, "holder", Side(self.holder))
        if self.holder is None:
            if self.record != 0:
                raise ValueError(f"record: {quoted(self.record)}, but no side holds a first win")
        elif not self.majority <= integer("record", self.record) <= self.tricks:
            raise ValueError(f"record: {self.record} is not {self.majority} to {self.tricks}")

    @property
    def tricks(self) -> int:
        """Tricks of a deal."""
        return self.rules.max_hand

    @property
    def majority(self) -> int:
        """The fewest tricks that are more than half."""
        return self.tricks // 2 + 1

    def needed_to_win(self, side: Side) -> int:
        """The fewest tricks of a deal that ``side`` wins: the match, if it holds, else a first win.

        One more than there are if the record cannot be beaten. With ``won`` tricks already taken,
        ``ov.can_take(position, side, needed - won)`` tells whether it can.
        """
        return self.record + 1 if Side(side) is self.holder else self.majority

    def needed_to_draw(self, side: Side) -> int:
        """The fewest tricks with which ``side`` does not lose the deal."""
        return self.tricks - self.needed_to_win(Side(1 - side)) + 1

    def after(self, ns_tricks: int, dealer: Seat) -> DealResult:
        """What a deal of ``dealer`` makes of the match; raises ``ValueError`` for impossible tricks."""
        dealer = as_seat("dealer", dealer)
        if not 0 <= integer("ns_tricks", ns_tricks) <= self.tricks:
            raise ValueError(f"ns_tricks: {ns_tricks} is not 0 to {self.tricks}")
        tricks = (ns_tricks, self.tricks - ns_tricks)
        winner = next((side for side in Side if tricks[side] >= self.needed_to_win(side)), None)
        if winner is None:
            return DealResult(None, self, dealer.partner)
        if winner is self.holder:
            return DealResult(winner, self, None)
        next_dealer = self.rules.playing_order(dealer)[1] if dealer.side is winner else dealer
        return DealResult(winner, MatchState(winner, tricks[winner], self.rules), next_dealer)


@dataclass(frozen=True)
class DealResult:
    """The result of a deal."""

    winner: Side | None
    """The side that won the deal; ``None``: a draw, be it for an equal number of tricks or because
    the holder had a majority that did not beat its record."""
    state: MatchState
    """The state for the next deal, or when the match is over the one before this deal."""
    next_dealer: Seat | None
    """``None`` when the match is over."""

    @property
    def match_winner(self) -> Side | None:
        """The side that has won the match, if it is over."""
        return self.winner if self.next_dealer is None else None
