"""Positions as NumPy arrays, without text: for programs that make them by the thousand."""

from __future__ import annotations

import os
from typing import Final

import numpy as np
import numpy.typing as npt

from .arguments import worker_count
from .batch import Progress, solve_records
from .encode import CARD_IDS, NO_TRUMP, RECORD, record, rules_codes
from .position import Position
from .rules import Rules
from .solver import DEFAULT_MEMORY_MB

EMPTY: Final = 255
"""Place in ``trick`` without a card."""

_JOKER_RANKS = (13, 14)


def solve(
    rules: Rules,
    hands: npt.ArrayLike,
    trump: npt.ArrayLike,
    leader: npt.ArrayLike,
    *,
    trick: npt.ArrayLike | None = None,
    broken: npt.ArrayLike = False,
    boards: npt.ArrayLike = 0,
    first_trick: npt.ArrayLike = False,
    threads: int | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    progress: Progress | None = None,
) -> npt.NDArray[np.int16]:
    """NS tricks of ``n`` positions of one game, in order, as ``int16[n]``.

    Every array but ``hands`` may also be one number for all rows.

    - ``hands``: integers ``[n, 4, 64]``, copies of every card in the hands N E S W; a card's number
      is ``suit * 16 + rank``, suits S H D C = 0..3, ranks two = 0 to ace = 12, and in the trump suit
      Little Blooper = 13, Big Blooper = 14.
    - ``trump``: ``[n]``, 0..3, or 4 for none. ``leader``: ``[n]``, seat 0..3 that leads or led the trick.
    - ``trick``: ``[n, 3]``, card numbers on the table in playing order, then 255 (``EMPTY``).
    - ``broken``: ``[n]``, bool. ``boards``: ``[n]``, a bit per seat (N = 1) that called board.
    - ``first_trick``: ``[n]``, bool: no trick of the deal is over (only for that board rule).

    Raises ``ValueError`` naming the argument, and the row if one of them is no position.
    """
    threads = worker_count(threads)
    deals = records(
        rules,
        hands,
        trump,
        leader,
        trick=trick,
        broken=broken,
        boards=boards,
        first_trick=first_trick,
    )
    return solve_records(deals.view(np.uint8), threads or os.cpu_count() or 1, memory_mb, progress)


def records(
    rules: Rules,
    hands: npt.ArrayLike,
    trump: npt.ArrayLike,
    leader: npt.ArrayLike,
    *,
    trick: npt.ArrayLike | None = None,
    broken: npt.ArrayLike = False,
    boards: npt.ArrayLike = 0,
    first_trick: npt.ArrayLike = False,
) -> npt.NDArray[np.void]:
    """The arguments of ``solve`` as engine records, ``encode.RECORD[n]``."""
    counts = _integers("hands", hands)
    if counts.ndim != 3 or counts.shape[1:] != (4, CARD_IDS):
        raise ValueError(f"hands: shape {counts.shape}, but [n, 4, {CARD_IDS}] is needed")
    n = len(counts)
    deals = np.zeros(n, RECORD)
    deals["game"], deals["variant"] = rules_codes(rules)
    _in_range("hands", counts, rules.packs)
    deals["counts"] = counts
    deals["trump"] = _column("trump", trump, n, NO_TRUMP)
    deals["leader"] = _column("leader", leader, n, 3)
    deals["broken"] = _column("broken", broken, n, 1)
    deals["boards"] = _column("boards", boards, n, 15)
    deals["first_trick"] = _column("first_trick", first_trick, n, 1)
    if trick is not None:
        _put_tricks(deals, trick)
    _check_pack(rules, deals)
    return deals


def from_positions(positions: list[Position]) -> npt.NDArray[np.void]:
    """Positions as ``encode.RECORD[n]``: fields ``counts`` ``[n, 4, 64]``, ``trump``, ``leader``, ..."""
    return np.frombuffer(b"".join(map(record, positions)), RECORD)


def _integers(name: str, values: npt.ArrayLike) -> npt.NDArray[np.integer]:
    array = np.asarray(values)
    if array.dtype == np.bool_:
        array = array.astype(np.uint8)
    if not np.issubdtype(array.dtype, np.integer):
        raise ValueError(f"{name}: type {array.dtype}, but integers are needed")
    return array


def _column(name: str, values: npt.ArrayLike, n: int, most: int) -> npt.NDArray[np.integer]:
    column = _integers(name, values)
    if column.shape not in ((), (n,)):
        raise ValueError(f"{name}: shape {column.shape}, but one number or [{n}] is needed")
    _in_range(name, column, most)
    return column


def _in_range(name: str, array: npt.NDArray[np.integer], most: int) -> None:
    if array.size and (array.min() < 0 or array.max() > most):
        place = np.argwhere((array < 0) | (array > most))[0]
        row = f"row {place[0]}: " if len(place) else ""
        raise ValueError(f"{row}{name}: {array[tuple(place)]} is not 0 to {most}")


def _put_tricks(deals: npt.NDArray[np.void], trick: npt.ArrayLike) -> None:
    cards = _integers("trick", trick)
    if cards.shape != (len(deals), 3):
        raise ValueError(f"trick: shape {cards.shape}, but [{len(deals)}, 3] is needed")
    _in_range("trick", cards, EMPTY)
    empty = cards == EMPTY
    gap = empty[:, :-1] & ~empty[:, 1:]
    if gap.any():
        raise ValueError(f"row {np.argwhere(gap)[0][0]}: trick: a card after an empty place")
    deals["trick"] = np.where(empty, 0, cards)
    deals["trick_len"] = 3 - empty.sum(axis=1)


def _check_pack(rules: Rules, deals: npt.NDArray[np.void]) -> None:
    """What a variant's pack does not have; the engine checks the rest against the game."""
    hands = deals["counts"]  # at most 4 each, so four of them and a trick fit a byte
    total = hands[:, 0] + hands[:, 1] + hands[:, 2] + hands[:, 3]
    for place in range(3):
        rows = np.flatnonzero(deals["trick_len"] > place)
        total[rows, deals["trick"][rows, place] % CARD_IDS] += 1
    most = np.zeros((4, 16), np.uint8)
    most[:, rules.lowest : 13] = rules.packs
    if rules.jokers:
        most[:, _JOKER_RANKS] = 1
    wrong = total > most.ravel()
    if wrong.any():
        row, card = np.argwhere(wrong)[0]
        raise ValueError(
            f"row {row}: hands: card {card} {total[row, card]} times, but the pack has {most.ravel()[card]}"
        )
