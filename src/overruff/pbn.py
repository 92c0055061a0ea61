"""Bridge deals from PBN files (Portable Bridge Notation 2.1) and back.

Read are the tags Deal, Dealer, Declarer, Contract, Vulnerable and Play. All other tags are kept as
they are, in ``Deal.tags``; the auction, notes, tables, comments and annotations are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from .cards import RANK_LETTERS, Card, Seat, Suit, parse_trump
from .deal import Deal
from .errors import IllegalPlay, PositionError, quoted
from .pbn_tokens import Tag, fault, games
from .position import Hands
from .rules import BRIDGE
from .text import parse_hands, parse_seat

MANDATORY: Final = (
    "Event",
    "Site",
    "Date",
    "Board",
    "West",
    "North",
    "East",
    "South",
    "Dealer",
    "Vulnerable",
    "Deal",
    "Scoring",
    "Declarer",
    "Contract",
    "Result",
)
"""The tags every exported game has, in this order."""
UNKNOWN: Final = ("", "?")
"""Values of a tag that say nothing."""
CONTRACT: Final = re.compile("[1-7]?(S|H|D|C|NT?)X{0,2}")
"""A contract; endings leave out level and doubles."""
_VULNERABLE: Final = {"NONE": "None", "LOVE": "None", "-": "None", "NS": "NS", "EW": "EW"} | dict.fromkeys(
    ("ALL", "BOTH"), "All"
)
_OWN: Final = ("Deal", "Dealer", "Declarer", "Play")
"""Tags that become fields of the deal, and may not be inherited from an earlier game."""
_SECTIONS: Final = ("Auction", "Play", "Note")
_HIGH_TO_LOW: Final = RANK_LETTERS[::-1]
_NUMBER: Final = re.compile("[1-9][0-9]{0,8}")
_ANNOTATION: Final = re.compile(r"=\d+=|\$\d+|[!?]{1,2}", re.ASCII)
_CELL: Final = re.compile(r"[*+-]|\^.|[A-Za-z0-9]+")


def read_pbn(text: str) -> list[Deal]:
    """The deals of a PBN file; games without a deal are left out.

    Raises ``PositionError`` for the first fault, naming its line: ``line 7: [Deal] ...``.
    """
    if not isinstance(text, str):
        raise TypeError(f"text: text is needed, not {type(text).__name__}")
    deals = []
    for board in read_boards(text.removeprefix("\ufeff")):
        if isinstance(board, PositionError):
            raise board
        deals.append(board)
    return deals


def read_boards(text: str) -> Iterator[Deal | PositionError]:
    """As ``read_pbn``, but a faulty game gives an error in its place and the next ones are read."""
    inheritance = _Inheritance()
    for game in games(text):
        if isinstance(game, PositionError):
            yield game
            continue
        try:
            tags: dict[str, Tag] = {}
            for tag in game:
                tags.setdefault(tag.name, tag)  # the standard ignores a tag given again
            values = inheritance.values(tags)
            if "Deal" in tags:
                yield _deal(tags, values)
        except PositionError as error:
            yield error


class _Inheritance:
    """Tags whose value ``#`` or ``##...`` makes games share it."""

    def __init__(self) -> None:
        self._last: dict[str, str] = {}
        self._shared: dict[str, str] = {}

    def values(self, tags: Mapping[str, Tag]) -> dict[str, str]:
        """The values of a game's tags, those included that an earlier game has set for all."""
        values = self._shared.copy()
        for name, tag in tags.items():
            value = tag.value
            if name in _OWN or name in _SECTIONS or tag.section:
                continue
            if value == "#":
                value = self._last.get(name, "")
            elif value.startswith("##"):
                value = self._shared[name] = value[2:]
            elif name in self._shared:
                self._shared[name] = value
            values[name] = self._last[name] = value
        return values


def _deal(tags: Mapping[str, Tag], values: dict[str, str]) -> Deal:
    for name in MANDATORY:
        if name in tags and (section := tags[name].section):
            raise fault(section[0].line, f"{quoted(section[0].text)} belongs to no tag")
    hands = _hands(tags["Deal"])
    kept = {name: value for name, value in values.items() if value not in UNKNOWN}
    if "Vulnerable" in kept:
        vulnerable = kept["Vulnerable"].upper()
        if vulnerable not in _VULNERABLE:
            raise fault(tags["Vulnerable"].line, f"[Vulnerable] {quoted(kept['Vulnerable'])} is unknown")
        kept["Vulnerable"] = _VULNERABLE[vulnerable]
    declarer, lead = _seat(tags, "Declarer"), _seat(tags, "Play")
    has_contract, trump = _contract(tags)
    record = _record(tags["Play"]) if "Play" in tags else []
    if not has_contract or (declarer is None and lead is None):
        if any(cell.card is not None for cell in record):
            raise fault(tags["Play"].line, "[Play] cannot be followed without [Contract]")
        declarer, lead, trump, record = None, None, None, []
    dealer = _dealer(tags, values)
    try:
        deal = Deal(
            BRIDGE,
            dealer=dealer,
            hands=hands,
            trump=trump,
            declarer=declarer,
            lead=lead,
            tags=kept,
        )
    except PositionError as error:
        name = "Play" if error.field == "lead" else "Deal"
        raise fault(tags[name].line, f"[{name}] {error.reason}") from None
    return replace(deal, plays=_plays(deal, record)) if record else deal


def _hands(tag: Tag) -> Hands:
    """The hands, whose ranks may stand in any order and in lower case."""
    words = tag.value.upper().split()
    if "-" in words or not words:
        raise fault(tag.line, "[Deal] all four hands are needed")
    first, colon, hand = words[0].partition(":")
    words = [first + colon + _sorted(hand), *map(_sorted, words[1:])]
    try:
        return parse_hands(words, None)
    except PositionError as error:
        raise fault(tag.line, f"[Deal] {error.reason}") from None


def _sorted(hand: str) -> str:
    """A hand with the ranks of each suit high to low; letters that are no ranks come first."""
    holdings = hand.split(".")
    if len(holdings) != 4:
        return hand
    return ".".join("".join(sorted(holding, key=_HIGH_TO_LOW.find)) for holding in holdings)


def _seat(tags: Mapping[str, Tag], name: str) -> Seat | None:
    """The seat a tag names; the caret of an irregular declarer makes no difference to the play."""
    if name not in tags or tags[name].value in UNKNOWN:
        return None
    tag = tags[name]
    try:
        return parse_seat(name, tag.value.upper().removeprefix("^"))
    except PositionError:
        raise fault(tag.line, f"[{name}] {quoted(tag.value)} is not one of N E S W") from None


def _dealer(tags: Mapping[str, Tag], values: Mapping[str, str]) -> Seat:
    """The dealer, or who deals a board of that number, or whose hand comes first, as in exported files."""
    dealer = _seat(tags, "Dealer")
    if dealer is not None:
        return dealer
    board = values.get("Board", "")
    if _NUMBER.fullmatch(board):
        return Seat((int(board) - 1) % 4)
    return Seat[tags["Deal"].value.strip()[0].upper()]


def _contract(tags: Mapping[str, Tag]) -> tuple[bool, Suit | None]:
    """Whether there is a contract that is played, and its trumps."""
    if "Contract" not in tags:
        return False, None
    tag = tags["Contract"]
    text = "".join(tag.value.upper().split())
    if text in (*UNKNOWN, "PASS"):
        return False, None
    found = CONTRACT.fullmatch(text)
    if not found:
        raise fault(tag.line, f"[Contract] {quoted(tag.value)} is not a contract such as 4S, 3NTX or Pass")
    return True, parse_trump(found[1][0])


@dataclass(frozen=True)
class _Cell:
    """A place in the table of the play: its card, if it is given."""

    card: Card | None
    line: int


def _record(tag: Tag) -> list[_Cell]:
    """The play section up to its end: row by row the cards of the four seats, always in that order."""
    cells: list[_Cell] = []
    for token in tag.section:
        word = _ANNOTATION.sub(" ", token.text)
        for text in _CELL.findall(word):
            if text == "*":
                return cells
            if text.startswith("^"):
                raise fault(token.line, f"[Play] an irregularity ({text}) cannot be followed")
            try:
                card = None if text in "+-" else Card.parse(text.upper())
            except PositionError as error:
                raise fault(token.line, f"[Play] {error.reason}") from None
            cells.append(_Cell(card, token.line))
        if rest := _CELL.sub("", word).strip():
            raise fault(token.line, f"[Play] {quoted(rest)} is not a card")
    return cells


def _plays(deal: Deal, record: list[_Cell]) -> tuple[Card, ...]:
    """The cards in playing order, as far as they are given."""
    position = deal.position()
    first = position.turn
    plays: list[Card] = []
    ended = False
    for row in range(0, len(record), 4):
        cells = dict(zip(BRIDGE.playing_order(first), record[row : row + 4], strict=False))
        for seat in BRIDGE.playing_order(position.turn):
            cell = cells.get(seat)
            if cell is None or cell.card is None:
                ended = True
                continue
            if position.is_over:
                raise fault(cell.line, f"[Play] {cell.card}, but no cards are left")
            if ended:
                raise fault(cell.line, f"[Play] {seat} {cell.card} follows a card that is not given")
            try:
                position.push(cell.card)
            except IllegalPlay as error:
                raise fault(cell.line, f"[Play] {error}") from None
            plays.append(cell.card)
    return tuple(plays)
