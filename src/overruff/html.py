"""Positions, tables and traces as HTML for notebooks: escaped, and without outside resources."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from .cards import RANK_LETTERS, Card, Seat, Suit
from .render import span

if TYPE_CHECKING:
    from .position import Position
    from .solver import PlayValue
    from .tables import Table
    from .traces import Trace, TracedPlay
    from .trump_choice import TrumpChoice

_SYMBOLS = {Suit.S: "♠", Suit.H: "♥", Suit.D: "♦", Suit.C: "♣"}
_COLOURS = {Suit.S: "#1f4e9c", Suit.H: "#c0182b", Suit.D: "#c26a00", Suit.C: "#2b7a2b"}
_BEST = "font-weight:bold;color:#1a7f37"
_BAD = "font-weight:bold;color:#c0182b"
_QUIET = "opacity:0.55"


def table(answer: Table) -> str:
    """A row for every trump, a column for every leader; the leader's best trumps stand out."""
    columns = [answer.column(leader) for leader in Seat]
    rows = [
        [
            _cell(_trump(trump), "th"),
            *(
                _cell(
                    str(answer[trump, leader]), style=_BEST if column[trump] == max(column.values()) else ""
                )
                for leader, column in zip(Seat, columns, strict=True)
            ),
        ]
        for trump in answer.trumps
    ]
    header = ["trump", *(f"{leader} leads" for leader in Seat)]
    return _grid(f"tricks of NS, of {answer.tricks}", header, rows)


def trace(answer: Trace) -> str:
    """A row for every card."""
    scored = answer.payoff is not None
    header = ["trick", "seat", "card", "NS", *(["score"] if scored else []), "cost", "best"]
    rows = [[_cell(str(play.trick)), *_traced(answer, play)] for play in answer.plays]
    costs = ", ".join(f"{seat} {cost}" for seat, cost in answer.cost.items())
    return _grid(
        f"NS {answer.start} at the start, {answer.end} at the end; thrown away: {costs}", header, rows
    )


def plays(values: Sequence[PlayValue]) -> str:
    """A row for every legal play; bounds where the value is not proven."""
    rows = [
        [
            _cell(_card(play.card), "th"),
            _cell(span(play.lower, play.upper)),
            _cell(
                "" if play.proven_cost is None else str(play.proven_cost),
                style=_BEST if play.proven_cost == 0 else "",
            ),
            _cell("" if play.same_as is None else _card(play.same_as)),
        ]
        for play in values
    ]
    return _grid("", ["card", "NS", "cost", "same as"], rows)


def trump_choice(answer: TrumpChoice) -> str:
    """A row for every trump, with standard errors."""
    rows = [
        [
            _cell(_trump(trump), "th"),
            _cell(f"{mean:.3f} ± {answer.error[trump]:.3f}", style=_BEST if trump is answer.best else ""),
            _cell(f"{answer.cost[trump]:.3f} ± {answer.cost_error[trump]:.3f}"),
        ]
        for trump, mean in answer.mean.items()
    ]
    caption = f"{answer.deals} deals of {answer.cards} cards a hand"
    return _grid(caption, ["trump", "tricks", "cost against the best"], rows)


def position(shown: Position) -> str:
    """The four hands around the table, the trick in the middle."""
    north, east, south, west = (_hand(shown, seat) for seat in Seat)
    seats = shown.rules.playing_order(shown.leader)
    trick = " ".join(f"{seat} {_card(card)}" for seat, card in zip(seats, shown.trick, strict=False))
    middle = "<br>".join(
        [f"trump {_trump(shown.trump)}", f"{shown.turn} to play", *([trick] if trick else [])]
    )
    state = [f"won {shown.won[0]}-{shown.won[1]}"]
    if shown.rules.limits_trump_leads:
        state.append(f"trumps {'' if shown.broken else 'not '}broken")
        state += [f"board: {' '.join(map(str, shown.boards))}"] if shown.boards else []
    rows = [
        [_cell(escape(shown.rules.game)), _cell(north), _cell(escape(", ".join(state)))],
        [_cell(west), _cell(middle), _cell(east)],
        [_cell(""), _cell(south), _cell("")],
    ]
    return _grid("", [], rows)


def _traced(answer: Trace, play: TracedPlay) -> Iterable[str]:
    quiet = _QUIET if play.forced else ""
    yield _cell(play.seat.name, style=quiet)
    yield _cell(_card(play.card), style=quiet)
    yield _cell(str(play.ns), style=quiet)
    if answer.payoff is not None:
        yield _cell(f"{answer.score(play.ns):g}", style=quiet)
    if play.forced:
        yield from (_cell("forced", style=quiet), _cell(""))
    elif not play.cost:
        yield from (_cell(""), _cell(""))
    else:
        points = "" if play.score_cost is None else f" ({play.score_cost:g} points)"
        yield from (_cell(f"{play.cost}{points}", style=_BAD), _cell(_card(play.best)))


def _hand(shown: Position, seat: Seat) -> str:
    holdings = []
    for suit in Suit:
        ranks = [
            str(card)[0] if card.is_joker else RANK_LETTERS[card.rank]
            for card in shown.hands[seat]
            if shown.suit_of(card) is suit
        ]
        holdings.append(f"{_symbol(suit)} {''.join(ranks) or '–'}")
    return f"<b>{seat}</b><br>{'<br>'.join(holdings)}"


def _card(card: Card) -> str:
    if card.suit is None:
        return escape(str(card))
    return f"{_symbol(card.suit)}{RANK_LETTERS[card.rank]}"


def _trump(trump: Suit | None) -> str:
    return "none" if trump is None else _symbol(trump)


def _symbol(suit: Suit) -> str:
    return f'<span style="color:{_COLOURS[suit]}">{_SYMBOLS[suit]}</span>'


def _cell(content: str, tag: str = "td", style: str = "") -> str:
    return f'<{tag} style="text-align:left;vertical-align:top;{style}">{content}</{tag}>'


def _grid(caption: str, header: Sequence[str], rows: Iterable[Iterable[str]]) -> str:
    """A table of finished cells; ``caption`` and ``header`` are plain text."""
    parts = ["<table>"]
    if caption:
        parts.append(f"<caption>{escape(caption)}</caption>")
    if header:
        parts.append(f"<thead><tr>{''.join(_cell(escape(name), 'th') for name in header)}</tr></thead>")
    parts.append("<tbody>")
    parts += [f"<tr>{''.join(row)}</tr>" for row in rows]
    parts.append("</tbody></table>")
    return "".join(parts)
