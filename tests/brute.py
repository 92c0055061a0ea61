"""A slow and obvious oracle: every line of play, tried with ``Position.push`` and ``pop``.

It knows nothing of card equivalence, bounds or move ordering; only positions that are the same in
every card are solved once.
"""

from __future__ import annotations

from collections.abc import Hashable

from overruff import Card, Position, Side

Memo = dict[Hashable, int]


def ns_tricks(position: Position, memo: Memo | None = None) -> int:
    """Tricks NS still take with perfect play, the one in progress included.

    ``memo`` may be shared between positions that differ only by cards played.
    """
    memo = {} if memo is None else memo
    if position.is_over:
        return 0
    key = (
        position.hands,
        position.trick,
        position.leader,
        position.broken,
        position.won == (0, 0),  # the variant board_lead_scope="first_trick" asks for it
    )
    if key not in memo:
        values = play_values(position, memo).values()
        memo[key] = max(values) if position.turn.side is Side.NS else min(values)
    return memo[key]


def play_values(position: Position, memo: Memo | None = None) -> dict[Card, int]:
    """NS tricks still to come after each legal play, the trick in progress included."""
    memo = {} if memo is None else memo
    values = {}
    before = position.won[0]
    for card in position.legal_plays():
        position.push(card)
        values[card] = position.won[0] - before + ns_tricks(position, memo)
        position.pop()
    return values
