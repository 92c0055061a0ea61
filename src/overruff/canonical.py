"""One form for all positions that differ only in names: the key under which an answer is remembered.

Four steps, each of which leaves the value as it is:

- *Seats* are turned until North is on lead, or led the trick. An odd turn swaps the sides, so what
  is remembered is the tricks of the leader's side.
- *Suits* are renamed: trumps first, the others in the order of their cards.
- *Ranks* are pushed together: only the order of the ordinary cards still in play matters. Jokers
  keep their places above the ace.
- *Broken trumps and board calls* (Back Alley): trumps count as broken where nobody is held back by
  unbroken ones, and only calls that give somebody a right he can use are kept.

All of it is done for many engine records (``encode.RECORD``) at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

import numpy as np
import numpy.typing as npt

from .encode import CARD_IDS, GAME_CODES, NO_TRUMP, RECORD, VARIANT_BITS

KEY_BYTES: Final = 16
"""Length of a key: a digest of 128 bits, so that even among 10^12 positions two with one key are not
to be expected (chance about 10^-15)."""

_ORDINARY = 13
_RANKS = 16
_TABLE = 4
"""Planes of cards: four hands, then the cards on the table in playing order."""
_PLANES = 7
_AT_ONCE = 4096
"""Records worked on at the same time, for memory's sake."""
_ALL = slice(None)

Records = npt.NDArray[np.void]
Planes = npt.NDArray[np.uint8]
Rows = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Canonical:
    """What ``n`` positions are known by."""

    keys: list[bytes]
    """The key of each, equal for positions that differ only in names."""
    tricks: npt.NDArray[np.int16]
    """Tricks still to come, ``[n]``."""
    swapped: Rows
    """Whether EW is the leader's side, ``[n]``."""

    def turned(
        self, values: npt.NDArray[np.int16], rows: npt.NDArray[np.intp] | slice = _ALL
    ) -> npt.NDArray[np.int16]:
        """Tricks of NS (of these rows) as tricks of the leader's side, or the other way round."""
        turned = np.where(self.swapped[rows], self.tricks[rows] - values, values)
        return turned.astype(np.int16)


def canonical(records: Records) -> Canonical:
    """The keys of engine records ``RECORD[n]``."""
    played = records["counts"].sum(axis=(1, 2), dtype=np.int16) + records["trick_len"]
    keys: list[bytes] = []
    for start in range(0, len(records), _AT_ONCE):
        data = normal_forms(records[start : start + _AT_ONCE]).tobytes()
        places = range(0, len(data), RECORD.itemsize)
        keys += [blake2b(data[i : i + RECORD.itemsize], digest_size=KEY_BYTES).digest() for i in places]
    return Canonical(keys, (played // 4).astype(np.int16), records["leader"] % 2 == 1)


def normal_forms(records: Records) -> Records:
    """One record for all that differ only in names; no deal of the pack need look like it."""
    forms = np.zeros(len(records), RECORD)
    for name in ("game", "variant", "trick_len"):
        forms[name] = records[name]
    has_trumps = records["trump"] != NO_TRUMP
    forms["trump"] = np.where(has_trumps, 0, NO_TRUMP)
    planes = _suits_in_order(_ranks_pushed_together(_planes(records)), records["trump"])
    cards = planes.reshape(len(records), _PLANES, CARD_IDS)
    forms["counts"] = cards[:, :_TABLE]
    forms["trick"] = cards[:, _TABLE:].argmax(axis=2)
    _put_rights(forms, records, planes, has_trumps)
    return forms


def _turned_seats(records: Records) -> npt.NDArray[np.intp]:
    """``[n, 4]``: the seats in clockwise order from the leader."""
    return (np.arange(4) + records["leader"][:, None].astype(np.intp)) % 4


def _planes(records: Records) -> Planes:
    """``[n, 7, 4, 16]``: copies by hand (from the leader on) or place on the table, suit and rank."""
    n = len(records)
    rows = np.arange(n)
    planes = np.zeros((n, _PLANES, CARD_IDS), np.uint8)
    planes[:, :_TABLE] = records["counts"][rows[:, None], _turned_seats(records)]
    for place in range(3):
        planes[rows, _TABLE + place, records["trick"][:, place]] = records["trick_len"] > place
    return planes.reshape(n, _PLANES, 4, _RANKS)


def _ranks_pushed_together(planes: Planes) -> Planes:
    absent = ~planes[..., :_ORDINARY].any(axis=1)
    order = np.argsort(absent, axis=-1, kind="stable")[:, None]  # ranks in play first, from the lowest
    pushed = planes.copy()
    pushed[..., :_ORDINARY] = np.take_along_axis(planes[..., :_ORDINARY], order, axis=-1)
    return pushed


def _suits_in_order(planes: Planes, trump: npt.NDArray[np.uint8]) -> Planes:
    n = len(planes)
    size = 1 + _PLANES * _RANKS
    names = np.empty((n, 4, size), np.uint8)
    names[..., 0] = trump[:, None] != np.arange(4)
    names[..., 1:] = planes.swapaxes(1, 2).reshape(n, 4, size - 1)
    order = np.argsort(names.view(f"S{size}")[..., 0], axis=1, kind="stable")
    return np.take_along_axis(planes, order[:, None, :, None], axis=2)


def _put_rights(forms: Records, records: Records, planes: Planes, has_trumps: Rows) -> None:
    """Back Alley's state: ``broken``, and the board calls that still matter.

    Under the rule that they end with the first trick, those that still matter have not ended.
    """
    variant = records["variant"]

    def option(name: str, value: str) -> Rows:
        chosen: Rows = (variant & VARIANT_BITS[name, value]) != 0
        return chosen

    limited = (records["game"] == GAME_CODES["back_alley"]) & ~option("trump_lead", "free")
    trumps, plain = planes[:, :, :1], planes[:, :, 1:]
    in_play = has_trumps[:, None] & trumps.any(axis=(2, 3))
    limits_hand = (in_play & plain.any(axis=(2, 3)))[:, :_TABLE]  # a right to lead trumps is of use

    seats = _turned_seats(records).astype(np.uint8)
    calls = (records["boards"][:, None] >> seats) & 1 != 0
    calls |= option("board_lead_scope", "side")[:, None] & np.roll(calls, 2, axis=1)
    calls &= ~option("trump_lead", "broken")[:, None]
    # Rights for the first trick end once it is led to, and until then somebody is held back later.
    brief = option("board_lead_scope", "first_trick")
    lapsing = brief & (records["first_trick"] != 0) & (records["trick_len"] == 0)
    calls &= ~(brief & ~lapsing)[:, None]

    held_back = limits_hand & ~(calls & ~lapsing[:, None])
    trump_played = in_play[:, _TABLE:].any(axis=1)
    broken = limited & ((records["broken"] != 0) | trump_played | ~held_back.any(axis=1))
    calls &= limits_hand & (limited & ~broken)[:, None]

    # Positions where no lead is limited need no mark of it, whatever the game.
    forms["broken"] = broken
    forms["boards"] = (calls << np.arange(4)).sum(axis=1)
