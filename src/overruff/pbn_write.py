"""Bridge deals as a PBN file in export format."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from .cards import Card, Seat, Side, parse_trump, trump_letter
from .deal import Deal
from .errors import quoted
from .pbn import CONTRACT, MANDATORY
from .pbn_tokens import escaped
from .text import format_hands

_CONTROL: Final = re.compile(r"[\x00-\x1f]")
_NAME: Final = re.compile(r"[A-Z]\w*", re.ASCII)


def write_pbn(deals: Iterable[Deal]) -> str:
    """The text of a PBN file with these deals of bridge, their ``tags`` included.

    What is not known is ``?``; boards without a number get that of their place in the file. A contract
    whose level is not in the tags is written as its denomination only, as the standard does for
    endings. Raises ``ValueError`` for a deal of another game and for a tag that cannot be written.
    """
    boards = ["\n".join(_board(number, deal)) for number, deal in enumerate(deals, 1)]
    return "% PBN 2.1\n% EXPORT\n" + "\n\n".join(boards) + "\n"


def _board(number: int, deal: Deal) -> Iterator[str]:
    if deal.rules.game != "bridge":
        raise ValueError(f"deal {number}: of {deal.rules.game}, but PBN is for bridge")
    # Some readers take "?" for a fault there; the empty value says the same.
    values = {"Board": str(number), "Vulnerable": ""} | dict(deal.tags)
    values |= {
        "Dealer": deal.dealer.name,
        "Deal": format_hands(deal.hands, None, deal.dealer),
        "Declarer": _declarer(deal),
        "Contract": _contract(deal),
        "Result": _result(deal),
    }
    others = sorted(set(values) - set(MANDATORY))
    for name in (*MANDATORY, *others):
        yield _tag(number, name, values.get(name, "?"))
    if deal.has_trump and (deal.plays or deal.lead is not None):
        yield _tag(number, "Play", deal.leader.name)
        yield from _rows(deal)


def _tag(number: int, name: str, value: str) -> str:
    if not _NAME.fullmatch(name) or value == "#" or value.startswith("##"):
        raise ValueError(f"deal {number}: the tag {quoted(name)} cannot have the value {quoted(value)}")
    return f'[{name} "{escaped(_CONTROL.sub(" ", value))}"]'


def _declarer(deal: Deal) -> str:
    """Where only the lead is known, a whole deal was played by the seat before it."""
    if deal.declarer is not None:
        return deal.declarer.name
    if deal.lead is not None and deal.cards == deal.rules.max_hand:
        return Seat((deal.lead + 3) % 4).name
    return "" if _passed(deal) else "?"


def _passed(deal: Deal) -> bool:
    return not deal.has_trump and deal.tags.get("Contract", "").upper() == "PASS"


def _contract(deal: Deal) -> str:
    given = "".join(deal.tags.get("Contract", "").upper().split())
    if _passed(deal):
        return "Pass"
    found = CONTRACT.fullmatch(given)
    if found and (not deal.has_trump or parse_trump(found[1][0]) is deal.trump):
        return re.sub("N(?!T)", "NT", given)
    if not deal.has_trump:
        return "?"
    return "NT" if deal.trump is None else trump_letter(deal.trump)


def _result(deal: Deal) -> str:
    declarer = _declarer(deal)
    if deal.has_trump and declarer in Seat.__members__ and len(deal.plays) == 4 * deal.cards:
        return str(deal.position().won[Side(Seat[declarer].side)])
    return "" if _passed(deal) else deal.tags.get("Result", "?")


def _rows(deal: Deal) -> Iterator[str]:
    """A row for each trick, the opening leader's card first; how the record ends."""
    columns = deal.rules.playing_order(deal.leader)
    position = deal.position(0)
    cells: dict[Seat, Card | str] = {}
    for card in deal.plays:
        cells[position.turn] = card
        position.push(card)
        if not position.trick:
            yield _row(cells, columns)
            cells = {}
    if position.is_over:
        return
    closed = "Result" in deal.tags
    if not closed:
        cells[position.turn] = "+"
    if cells:
        yield _row(cells, columns)
    if closed:
        yield "*"


def _row(cells: dict[Seat, Card | str], columns: Iterable[Seat]) -> str:
    return " ".join(f"{cells.get(seat, '-')!s:2s}" for seat in columns).rstrip()
