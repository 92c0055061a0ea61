"""Positions as the records the native engine reads, and its cards back.

A record is the struct ``Deal`` of ``native/engine/api.hpp``: eleven bytes of state, then the
copies of every card in each hand as ``[4][64]`` bytes. A card's number is ``suit * 16 + rank``;
jokers stand in the trump suit with ranks 13 and 14.
"""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import Final

import numpy as np

from ._native import core
from .cards import Card, Suit
from .position import Position, need_position
from .rules import DEFAULT_RULES, Rules

CARD_IDS: Final = 64
NO_TRUMP: Final = 4
JOKER_RANKS: Final = (13, 14)
"""Ranks of the Little and the Big Blooper, in the trump suit."""
RECORD: Final = np.dtype(
    [
        ("game", np.uint8),
        ("trump", np.uint8),
        ("leader", np.uint8),
        ("trick_len", np.uint8),
        ("trick", np.uint8, (3,)),
        ("broken", np.uint8),
        ("boards", np.uint8),
        ("first_trick", np.uint8),
        ("variant", np.uint8),
        ("counts", np.uint8, (4, CARD_IDS)),
    ]
)
"""The record as a NumPy type."""
assert RECORD.itemsize == core.DEAL_SIZE

_HANDS = 11  # offset of the counts
GAME_CODES: Final = {"bridge": 0, "back_alley": 1, "arpaa": 2}
"""The engine's number of each game."""
VARIANT_BITS: Final = {
    ("bb_lead", "opponents"): 1,
    ("lb_lead", "free"): 2,
    ("trump_lead", "broken"): 4,
    ("trump_lead", "free"): 8,
    ("board_lead_scope", "side"): 16,
    ("board_lead_scope", "first_trick"): 32,
    ("direction", "counter-clockwise"): 64,
}
"""The engine's bit of every option that is not its game's default."""


@lru_cache(maxsize=64)
def rules_codes(rules: Rules) -> tuple[int, int]:
    """The engine's number of the game, and a bit for every option that is not the game's default."""
    default = DEFAULT_RULES[rules.game]
    changed = [
        (option.name, getattr(rules, option.name))
        for option in fields(rules)
        if getattr(rules, option.name) != getattr(default, option.name)
    ]
    return GAME_CODES[rules.game], sum(VARIANT_BITS.get(option, 0) for option in changed)


def card_id(card: Card, trump: Suit | None) -> int:
    """The engine's number of a card; ``trump`` places the jokers."""
    suit = card.suit if card.suit is not None else trump
    assert suit is not None, "a no-trump deal has no jokers"
    return suit * 16 + card.rank


_CARDS: Final = {suit * 16 + rank: Card(suit, rank) for suit in Suit for rank in range(13)}


def card_from_id(number: int) -> Card:
    """The inverse of ``card_id``."""
    return _CARDS.get(number) or Card(None, number % 16)


def record(position: Position) -> bytearray:
    """The position as one record; raises ``TypeError`` for anything else."""
    need_position(position)
    data = bytearray(core.DEAL_SIZE)
    trump, trick = position.trump, position.trick
    data[0], data[10] = rules_codes(position.rules)
    data[1] = NO_TRUMP if trump is None else trump
    data[2] = position.leader
    data[3] = len(trick)
    for place, card in enumerate(trick, 4):
        data[place] = card_id(card, trump)
    data[7] = position.broken
    data[8] = sum(1 << seat for seat in position.boards)
    data[9] = position.won == (0, 0)
    for seat, hand in enumerate(position.hands):
        start = _HANDS + CARD_IDS * seat
        for card in hand:
            data[start + card_id(card, trump)] += 1
    return data
