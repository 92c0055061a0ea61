"""What differs between the games, as data: one frozen ``Rules`` object for each.

``ARPAA``, ``BACK_ALLEY`` and ``BRIDGE`` hold the default rules. A variant is made with
``dataclasses.replace(BACK_ALLEY, lb_lead="free")``; a value a game does not know is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final

from .cards import ACE, BIG_BLOOPER, LITTLE_BLOOPER, RANK_LETTERS, Card, Seat, Suit
from .errors import quoted

Option = str | int


@dataclass(frozen=True)
class _Game:
    """The part of a game's rules that no variant changes, and the options it leaves open."""

    no_trumps: bool
    """Whether a deal may be played without trumps."""
    limits_trump_leads: bool
    """Whether the game knows the states "trumps are broken" and "called board"."""
    turns_up_trumps: bool
    """Whether a card turned up after the deal makes trumps."""
    options: Mapping[str, tuple[Option, ...]]
    """The values every option may have, default first."""


_FIXED: Final[dict[str, tuple[Option, ...]]] = {
    "packs": (1,),
    "low_rank": (2,),
    "jokers": (0,),
    "direction": ("clockwise",),
    "trump_lead": ("free",),
    "board_lead_scope": ("caller",),
    "bb_lead": ("all",),
    "lb_lead": ("all",),
}

_GAMES: Final[dict[str, _Game]] = {
    "arpaa": _Game(
        no_trumps=False,
        limits_trump_leads=False,
        turns_up_trumps=False,
        options=_FIXED
        | {
            "packs": (4, 3, 2, 1),
            "low_rank": (6, 7, 8, 9, 10, 11, 12, 13, 14),
            "direction": ("clockwise", "counter-clockwise"),
        },
    ),
    "back_alley": _Game(
        no_trumps=True,
        limits_trump_leads=True,
        turns_up_trumps=True,
        options=_FIXED
        | {
            "jokers": (2, 0),
            "trump_lead": ("broken_or_board", "broken", "free"),
            "board_lead_scope": ("caller", "side", "first_trick"),
            "bb_lead": ("all", "opponents"),
            "lb_lead": ("all", "free"),
        },
    ),
    "bridge": _Game(
        no_trumps=True,
        limits_trump_leads=False,
        turns_up_trumps=False,
        options=_FIXED,
    ),
}


def _orders(step: int) -> tuple[tuple[Seat, ...], ...]:
    return tuple(tuple(Seat((first + step * k) % 4) for k in range(4)) for first in range(4))


_ORDERS: Final = {"clockwise": _orders(1), "counter-clockwise": _orders(-1)}


@dataclass(frozen=True)
class Rules:
    """The rules of card play of one game; raises ``ValueError`` naming a bad option."""

    game: str
    """``arpaa``, ``back_alley`` or ``bridge``."""
    packs: int
    """Copies of every card (jokers apart)."""
    low_rank: int
    """Lowest rank of the pack: 2 to 10, then 11 jack, 12 queen, 13 king, 14 ace."""
    jokers: int
    """2: Big and Little Blooper are in the pack; 0: they are not."""
    direction: str
    """``clockwise`` or ``counter-clockwise``."""
    trump_lead: str
    """When a trump may be led by a hand that holds other cards too: ``broken_or_board`` (once a
    trump has been played, or by a player who called board), ``broken`` or ``free``."""
    board_lead_scope: str
    """Whose right to lead trumps a board call is: ``caller``, ``side`` (his partner's too), or
    ``first_trick`` (the caller's, and only until the first trick of the deal is over)."""
    bb_lead: str
    """Who must play his highest trump when the Big Blooper is led: ``all`` or ``opponents``
    (the leader's partner then only has to follow suit)."""
    lb_lead: str
    """Little Blooper led: ``all`` must play their lowest trump, or ``free``: no effect."""

    def __post_init__(self) -> None:
        if self.game not in _GAMES:
            raise ValueError(f"game: {quoted(self.game)} is not one of {', '.join(_GAMES)}")
        known = _GAMES[self.game].options
        for option in fields(self)[1:]:
            value, choices = getattr(self, option.name), known[option.name]
            if value not in choices or type(value) is not type(choices[0]):
                listed = ", ".join(map(repr, choices))
                only = "only" if len(choices) == 1 else "one of"
                raise ValueError(f"{option.name}: {quoted(value)}, but {self.game} allows {only} {listed}")

    @property
    def limits_trump_leads(self) -> bool:
        """Whether positions of this game have the states ``broken`` and ``boards``."""
        return _GAMES[self.game].limits_trump_leads

    @property
    def turns_up_trumps(self) -> bool:
        """Whether a card turned up after the deal makes trumps (a joker: none)."""
        return _GAMES[self.game].turns_up_trumps

    @property
    def trumps(self) -> tuple[Suit | None, ...]:
        """The trumps a deal may have."""
        return (*Suit, None) if _GAMES[self.game].no_trumps else tuple(Suit)

    @property
    def lowest(self) -> int:
        """Rank number (two = 0) of the lowest card of the pack."""
        return self.low_rank - 2

    @property
    def low_letter(self) -> str:
        """Letter of the lowest rank of the pack."""
        return RANK_LETTERS[self.lowest]

    @property
    def pack_size(self) -> int:
        """Cards in the pack, jokers included."""
        return 4 * self.packs * (ACE + 1 - self.lowest) + self.jokers

    @property
    def max_hand(self) -> int:
        """The most cards a hand can be dealt."""
        return self.pack_size // 4

    def copies(self, card: Card) -> int:
        """How often the pack has this card."""
        if card.is_joker:
            return 1 if self.jokers else 0
        return self.packs if card.rank >= self.lowest else 0

    def pack(self) -> list[Card]:
        """Every card of the pack: jokers, then S H D C high to low; equal cards repeated."""
        ordinary = [
            Card(suit, rank)
            for suit in Suit
            for rank in range(ACE, self.lowest - 1, -1)
            for _ in range(self.packs)
        ]
        return ([BIG_BLOOPER, LITTLE_BLOOPER] if self.jokers else []) + ordinary

    def playing_order(self, leader: Seat) -> tuple[Seat, ...]:
        """The four seats in the order in which they play to a trick led by ``leader``."""
        return _ORDERS[self.direction][leader]


def _default(game: str) -> Rules:
    defaults = {name: choices[0] for name, choices in _GAMES[game].options.items()}
    return Rules(game, **defaults)  # type: ignore[arg-type]


ARPAA: Final = _default("arpaa")
BACK_ALLEY: Final = _default("back_alley")
BRIDGE: Final = _default("bridge")
DEFAULT_RULES: Final[dict[str, Rules]] = {r.game: r for r in (ARPAA, BACK_ALLEY, BRIDGE)}
