"""Positions as NumPy arrays, without text: for programs that make them by the thousand.

``solve(rules, **from_positions(positions))`` and ``to_positions(rules, **arrays)`` show how the arrays
and ``Position`` belong together.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from typing import Final, TypedDict, Unpack

import numpy as np
import numpy.typing as npt

from ._native import core
from .batch import Numbers, Progress, Work, as_records, table_records
from .canonical import Records
from .cards import Card, Seat, Suit
from .encode import CARD_IDS, JOKER_RANKS, NO_TRUMP, RECORD, card_from_id, rules_codes
from .position import Position
from .rules import Rules
from .solver import DEFAULT_MEMORY_MB
from .store import Store

EMPTY: Final = 255
"""Place in ``trick`` without a card."""


class Rights(TypedDict, total=False):
    """Who may lead trumps (Back Alley). Every array may also be one number for all rows."""

    broken: npt.ArrayLike
    """``[n]``, bool: a trump has been played in this deal; default false."""
    boards: npt.ArrayLike
    """``[n]``, a bit for each seat (N 1, E 2, S 4, W 8) that called board; default none."""
    first_trick: npt.ArrayLike
    """``[n]``, bool: no trick of the deal is over; default false. Only for rules in which board calls
    give a right to the first trick alone."""


class State(Rights, total=False):
    """What a position may have besides hands, trump and leader."""

    trick: npt.ArrayLike
    """``[n, 3]``, card numbers on the table in playing order, then 255 (``EMPTY``); default none."""


class Arrays(TypedDict):
    """Positions as the arguments of ``solve``."""

    hands: npt.NDArray[np.uint8]
    trump: npt.NDArray[np.uint8]
    leader: npt.NDArray[np.uint8]
    trick: npt.NDArray[np.uint8]
    broken: npt.NDArray[np.bool_]
    boards: npt.NDArray[np.uint8]
    first_trick: npt.NDArray[np.bool_]


def solve(
    rules: Rules,
    hands: npt.ArrayLike,
    trump: npt.ArrayLike,
    leader: npt.ArrayLike,
    *,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | bool | None = None,
    store: Store | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    **state: Unpack[State],
) -> Numbers:
    """NS tricks of ``n`` positions of one game, in order, as ``int16[n]``.

    - ``hands``: integers (best ``uint8``, others are converted) ``[n, 4, 64]``, copies of every card in
      the hands N E S W; a card's number is ``suit * 16 + rank``, suits S H D C = 0..3, ranks two = 0 to
      ace = 12, and in the trump suit Little Blooper = 13, Big Blooper = 14.
    - ``trump``: ``[n]``, 0..3, or 4 for none. ``leader``: ``[n]``, seat 0..3 that leads or led the trick.
      Both may be one number for all rows.
    - ``state``: ``trick``, ``broken``, ``boards``, ``first_trick``; see ``State`` and ``Rights``.

    The other arguments are those of ``overruff.solve_many``. Raises ``ValueError`` naming the argument,
    and the row if one of them is no position.
    """
    work = Work(threads, executor, store, memory_mb)
    deals = records(rules, hands, trump, leader, **state)
    if executor is not None or store is not None:  # else the engine checks them as it gets them
        _check_rows(deals)
    return work.solve(deals, progress)


def tables(
    rules: Rules,
    hands: npt.ArrayLike,
    *,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | bool | None = None,
    store: Store | None = None,
    memory_mb: int = DEFAULT_MEMORY_MB,
    **rights: Unpack[Rights],
) -> Numbers:
    """NS tricks of ``n`` deals for every trump and leader, as ``int16[n, 5, 4]``.

    The result is that of ``overruff.tables_many``; the arguments are those of ``solve``. Jokers may stand
    in any suit of ``hands``, with ranks 13 and 14.
    """
    work = Work(threads, executor, store, memory_mb)
    deals = records(rules, hands, 0, 0, **rights)
    _check_rows(table_records(deals)[0][:, 0, 0])
    return work.tables(deals, progress)


def records(
    rules: Rules,
    hands: npt.ArrayLike,
    trump: npt.ArrayLike,
    leader: npt.ArrayLike,
    **state: Unpack[State],
) -> Records:
    """The arguments of ``solve`` as engine records, ``encode.RECORD[n]``."""
    if not isinstance(rules, Rules):
        raise TypeError(f"rules: Rules are needed, not {type(rules).__name__}")
    for name in state:
        if name not in State.__annotations__ and name not in Rights.__annotations__:
            raise TypeError(f"{name}: there is no such argument")
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
    deals["broken"] = _column("broken", state.get("broken", False), n, 1)
    deals["boards"] = _column("boards", state.get("boards", 0), n, 15)
    deals["first_trick"] = _column("first_trick", state.get("first_trick", False), n, 1)
    if "trick" in state:
        _put_tricks(deals, state["trick"])
    _check_pack(rules, deals)
    return deals


def from_positions(positions: Iterable[Position]) -> Arrays:
    """Positions as the arguments of ``solve``: ``solve(rules, **from_positions(positions))``.

    Raises ``ValueError`` if they are not all of one game and variant.
    """
    deals = as_records(positions)
    if len(np.unique(deals[["game", "variant"]])) > 1:
        raise ValueError("positions: of different games or variants")
    on_table = np.arange(3) < deals["trick_len"][:, None]
    return Arrays(
        hands=deals["counts"],
        trump=deals["trump"],
        leader=deals["leader"],
        trick=np.where(on_table, deals["trick"], np.uint8(EMPTY)),
        broken=deals["broken"] != 0,
        boards=deals["boards"],
        first_trick=deals["first_trick"] != 0,
    )


def to_positions(
    rules: Rules,
    hands: npt.ArrayLike,
    trump: npt.ArrayLike,
    leader: npt.ArrayLike,
    **state: Unpack[State],
) -> list[Position]:
    """The inverse of ``from_positions``, but for tricks already won: the arrays do not have them, so
    ``won`` is 0-0.

    Raises ``ValueError`` naming argument and row, as ``solve`` does, and where rights depend on whether
    the first trick is over and it is.
    """
    deals = records(rules, hands, trump, leader, **state)
    _check_rows(deals)
    if rules.board_lead_scope == "first_trick" and not deals["first_trick"].all():
        row = np.argmin(deals["first_trick"])
        raise ValueError(f"row {row}: first_trick: false, but which side won it is not in the arrays")
    return [_position(rules, deal) for deal in deals]


def _position(rules: Rules, deal: np.void) -> Position:
    kinds = [np.repeat(np.arange(CARD_IDS), hand) for hand in deal["counts"]]
    return Position(
        rules,
        trump=None if deal["trump"] == NO_TRUMP else Suit(deal["trump"]),
        leader=Seat(deal["leader"]),
        hands=[_cards(kind) for kind in kinds],
        trick=_cards(deal["trick"][: deal["trick_len"]]),
        broken=bool(deal["broken"]),
        boards=[seat for seat in Seat if deal["boards"] >> seat & 1],
    )


def _cards(numbers: npt.NDArray[np.integer]) -> list[Card]:
    return [card_from_id(number) for number in numbers.tolist()]


def _check_rows(deals: Records) -> None:
    """What the engine would refuse; the row of the first one is named."""
    for row, deal in enumerate(deals):
        try:
            core.perft(deal.tobytes(), 0)
        except ValueError as error:
            raise ValueError(f"row {row}: {error}") from None


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
        most[:, JOKER_RANKS] = 1
    wrong = total > most.ravel()
    if wrong.any():
        row, card = np.argwhere(wrong)[0]
        raise ValueError(
            f"row {row}: hands: card {card} {total[row, card]} times, but the pack has {most.ravel()[card]}"
        )
