"""The deal line, and the same fields as JSON.

    GAME dealer=X [trump=T | turnup=C] [exchanged=X] [stock=C,C] [seen=C,C,C] [calls=3,P,B,2]
        [declarer=X] [lead=X] [plays=C,C,C] N:HAND HAND HAND HAND

A line with a field ``dealer`` is a deal line, one without is a position line. Reading checks the form
only; whether the deal can be is checked by ``Deal``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, TypedDict

from .auction import Call
from .cards import Card, Seat, Suit, parse_trump, trump_letter
from .errors import PositionError, quoted
from .rules import DEFAULT_RULES, Rules
from .text import format_hand, format_hands, parse_cards, parse_hands, parse_seat, split_line

if TYPE_CHECKING:
    from .deal import Deal

_TEXTS = ("dealer", "trump", "turnup", "exchanged", "declarer", "lead")
_LISTS = ("stock", "seen", "calls", "plays")
_FIELDS = (
    "dealer",
    "trump",
    "turnup",
    "exchanged",
    "stock",
    "seen",
    "calls",
    "declarer",
    "lead",
    "plays",
)


class DealFields(TypedDict, total=False):
    """Arguments of ``Deal``; what is not said is left out."""

    dealer: Seat
    hands: tuple[tuple[Card, ...], ...]
    trump: Suit | None
    turn_up: Card
    exchanged: Seat
    stock: tuple[Card, ...]
    seen: tuple[Card, ...]
    calls: tuple[Call, ...]
    declarer: Seat
    lead: Seat
    plays: tuple[Card, ...]
    tags: dict[str, str]


def is_deal_line(text: str) -> bool:
    """Whether a line is meant as a deal line rather than a position line."""
    return any(word.startswith("dealer=") for word in text.split())


def parse_line(text: str) -> tuple[str, DealFields]:
    """The game and the fields of a deal line; raises ``PositionError`` naming the field at fault."""
    game, values, hands = split_line(text, _FIELDS)
    lists = {name: _words(values.pop(name)) for name in _LISTS if name in values}
    return game, _fields(game, values, lists, hands)


def format_line(deal: Deal) -> str:
    """The deal as a canonical line: fields in the fixed order, defaults left out."""
    words = [deal.rules.game]
    for name, value in _values(deal).items():
        words.append(f"{name}={value if isinstance(value, str) else ','.join(value)}")
    return " ".join([*words, format_hands(deal.hands, deal.trump)])


def parse_json(data: str | bytes | Mapping[str, Any]) -> tuple[Rules, DealFields]:
    """The rules and the fields of a JSON object; raises ``PositionError`` naming the key at fault."""
    if isinstance(data, (str, bytes)):
        try:
            data = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise PositionError("json", str(error)) from None
    if not isinstance(data, Mapping):
        raise PositionError("json", f"an object is needed, not {quoted(data)}")
    known = ("game", "rules", *_FIELDS, "hands", "tags")
    for name in data:
        if name not in known:
            raise PositionError("json", f"unknown key {quoted(name)} (known: {', '.join(known)})")
    given = {name: value for name, value in data.items() if value is not None}
    game = _text("game", given.get("game", ""))
    if game not in DEFAULT_RULES:
        raise PositionError("game", f"{quoted(game)} is not one of {', '.join(DEFAULT_RULES)}")
    rules = _rules(game, given.get("rules", {}))
    hands = _texts("hands", given.get("hands", ()))
    if len(hands) != 4:
        raise PositionError("hands", f"{len(hands)} given, 4 needed")
    values = {name: _text(name, given[name]) for name in _TEXTS if name in given}
    lists = {name: _texts(name, given[name]) for name in _LISTS if name in given}
    found = _fields(game, values, lists, [f"N:{hands[0]}", *hands[1:]])
    tags = given.get("tags", {})
    if not isinstance(tags, Mapping):
        raise PositionError("tags", f"an object is needed, not {quoted(tags)}")
    if tags:
        found["tags"] = {name: _text("tags", value) for name, value in tags.items()}
    return rules, found


def format_json(deal: Deal) -> str:
    """The deal as a JSON object on one line: the fields of the line, lists as lists."""
    data: dict[str, object] = {"game": deal.rules.game}
    default = DEFAULT_RULES[deal.rules.game]
    options = {
        option.name: getattr(deal.rules, option.name)
        for option in fields(Rules)
        if getattr(deal.rules, option.name) != getattr(default, option.name)
    }
    if options:
        data["rules"] = options
    data |= _values(deal)
    data["hands"] = [format_hand(hand, deal.trump) for hand in deal.hands]
    if deal.tags:
        data["tags"] = dict(deal.tags)
    return json.dumps(data, ensure_ascii=False)


def _values(deal: Deal) -> dict[str, str | list[str]]:
    """The fields that say something, as text, in the order of the line."""
    values: dict[str, str | list[str] | None] = {
        "dealer": deal.dealer.name,
        "trump": trump_letter(deal.trump) if deal.has_trump and deal.turn_up is None else None,
        "turnup": _name(deal.turn_up),
        "exchanged": _name(deal.exchanged),
        "stock": None if deal.stock is None else _names(deal.stock),
        "seen": _names(deal.seen) or None,
        "calls": _names(deal.calls) or None,
        "declarer": _name(deal.declarer),
        "lead": _name(deal.lead),
        "plays": _names(deal.plays) or None,
    }
    return {name: value for name, value in values.items() if value is not None}


def _name(item: Card | Seat | None) -> str | None:
    return None if item is None else str(item)


def _names(items: Iterable[object]) -> list[str]:
    return list(map(str, items))


def _words(value: str) -> list[str]:
    return value.split(",") if value else []


def _fields(
    game: str, values: Mapping[str, str], lists: Mapping[str, Sequence[str]], hands: Sequence[str]
) -> DealFields:
    found: DealFields = {}
    if "dealer" not in values:
        raise PositionError("dealer", "missing")
    found["dealer"] = parse_seat("dealer", values["dealer"])
    trump = _trump(game, values, found)
    if "exchanged" in values:
        found["exchanged"] = parse_seat("exchanged", values["exchanged"])
    if "declarer" in values:
        found["declarer"] = parse_seat("declarer", values["declarer"])
    if "lead" in values:
        found["lead"] = parse_seat("lead", values["lead"])
    if "stock" in lists:
        found["stock"] = parse_cards("stock", lists["stock"])
    if "seen" in lists:
        found["seen"] = parse_cards("seen", lists["seen"])
    if "plays" in lists:
        found["plays"] = parse_cards("plays", lists["plays"])
    if "calls" in lists:
        found["calls"] = tuple(map(Call.parse, lists["calls"]))
    found["hands"] = parse_hands(hands, trump)
    return found


def _trump(game: str, values: Mapping[str, str], found: DealFields) -> Suit | None:
    """The trump suit, and the card that made it; notes in ``found`` what is said of them."""
    if "turnup" in values:
        (found["turn_up"],) = parse_cards("turnup", [values["turnup"]])
    if "trump" not in values:
        if game == "back_alley" and "turn_up" not in found:
            raise PositionError("turnup", "missing, and no trump either")
        if game == "bridge" and ("declarer" in values or "lead" in values):
            raise PositionError("trump", "missing")
        return found["turn_up"].suit if "turn_up" in found else None
    trump = found["trump"] = parse_trump(values["trump"])
    if trump not in DEFAULT_RULES[game].trumps:
        raise PositionError("trump", f"{trump_letter(trump)}, but {game} is always played with trumps")
    if game == "bridge" and not ("declarer" in values or "lead" in values):
        raise PositionError("declarer", "missing, and no lead either")
    if game == "back_alley" and "turn_up" in found and trump is not found["turn_up"].suit:
        raise PositionError("trump", f"{trump_letter(trump)}, but {found['turn_up']} was turned up")
    return trump


def _rules(game: str, options: object) -> Rules:
    if not isinstance(options, Mapping):
        raise PositionError("rules", f"an object is needed, not {quoted(options)}")
    known = [option.name for option in fields(Rules)[1:]]
    for name in options:
        if name not in known:
            raise PositionError("rules", f"unknown option {quoted(name)} (known: {', '.join(known)})")
    try:
        return replace(DEFAULT_RULES[game], **options)
    except ValueError as error:
        raise PositionError("rules", str(error)) from None


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise PositionError(name, f"text is needed, not {quoted(value)}")
    return value


def _texts(name: str, values: object) -> list[str]:
    if isinstance(values, str) or not isinstance(values, Sequence):
        raise PositionError(name, f"a list is needed, not {quoted(values)}")
    return [_text(name, value) for value in values]
