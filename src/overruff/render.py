"""Tables and traces as aligned text, in colour where the reader's terminal has it.

The colours change nothing else: without them the same characters remain.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TextIO

from .cards import Card, Seat, Side, Suit, trump_letter

if TYPE_CHECKING:
    from .tables import Table
    from .traces import Trace, TracedPlay
    from .trump_choice import TrumpChoice

Paint = Callable[[str, str], str]
"""Gives a text a style: ``HEAD``, ``BEST``, ``BAD``, ``QUIET`` or the colour of a suit."""

HEAD = "1"
BEST = "1;32"
BAD = "1;31"
QUIET = "2"
_SUITS = {Suit.S: "34", Suit.H: "31", Suit.D: "33", Suit.C: "32"}


def plain(text: str, style: str) -> str:
    """No colour at all."""
    return text


def coloured(text: str, style: str) -> str:
    """The style as an escape sequence of ANSI terminals."""
    return f"\x1b[{style}m{text}\x1b[0m"


def paint_for(stream: TextIO) -> Paint:
    """Colour for a terminal, none for a pipe or a file.

    The environment variable ``NO_COLOR`` switches colour off, ``FORCE_COLOR`` on (each if it is not
    empty), and a terminal that is ``TERM=dumb`` has none.
    """
    if os.environ.get("NO_COLOR"):
        return plain
    if os.environ.get("FORCE_COLOR"):
        return coloured
    return coloured if stream.isatty() and os.environ.get("TERM") != "dumb" else plain


def table(answer: Table, paint: Paint = plain) -> str:
    """A row for every trump; the best trumps of each leader's side stand out."""
    columns = {leader: answer.column(leader) for leader in Seat}
    lines = [paint("trump  lead N   E   S   W   (tricks of NS)", HEAD)]
    for trump in answer.trumps:
        cells = []
        for leader, column in columns.items():
            cell = f"{answer[trump, leader]:2d}"
            cells.append(paint(cell, BEST) if column[trump] == max(column.values()) else cell)
        lines.append(f"{_trump(trump, paint)}          {'  '.join(cells)}")
    return "\n".join(lines)


def trace(answer: Trace, paint: Paint = plain) -> str:
    """A line for every card, a number before each trick: tricks of NS with perfect play after the
    card, and what it threw away.
    """
    lines = [f"    {_value(answer, answer.start)}  at the start"]
    trick = 0
    for play in answer.plays:
        begins = paint(f"{play.trick:2d}", HEAD) if play.trick != trick else "  "
        trick = play.trick
        lines.append(f"{begins}  {_value(answer, play.ns)}  {_play(play, paint)}")
    lines.append(f"thrown away: {_costs(answer.cost)}  ({_costs(answer.side_cost)})")
    if answer.payoff is not None:
        lines.append(f"in points: {_costs(answer.score_cost)}  ({_costs(answer.side_score_cost)})")
    return "\n".join(lines)


def trumps(values: Mapping[Suit | None, float], side: Side, chosen: str | None, paint: Paint = plain) -> str:
    """Tricks of a side for every trump of a known deal, and what each costs against the best.

    ``chosen``: the letter of the trump that was chosen, if one was.
    """
    best = max(values.values())
    lines = [paint(f"trump  tricks of {side}  cost", HEAD)]
    for trump, tricks in values.items():
        cost = best - tricks
        text = f"{number(tricks):>12}  {number(cost):>4}"
        mark = "  chosen" if trump_letter(trump) == chosen else ""
        lines.append(f"{_trump(trump, paint)}      {text if cost else paint(text, BEST)}{mark}")
    return "\n".join(lines)


def trump_choice(answer: TrumpChoice, paint: Paint = plain) -> str:
    """Expected tricks for every trump, and what each costs against the best, with standard errors."""
    lines = [paint("trump  tricks          cost", HEAD)]
    for trump, mean in answer.mean.items():
        text = f"{mean:6.3f} +- {answer.error[trump]:.3f}"
        cost = f"{answer.cost[trump]:6.3f} +- {answer.cost_error[trump]:.3f}"
        best = trump is answer.best
        row = paint(f"{text}  best", BEST) if best else f"{text}  {cost}"
        lines.append(f"{_trump(trump, paint)}     {row}")
    return "\n".join(lines)


def number(value: float) -> str:
    """A whole number without a decimal point, any other with two places."""
    return str(int(value)) if value == int(value) else f"{value:.2f}"


def span(lower: int, upper: int) -> str:
    """Proven bounds as text: ``7``, or ``5-9``."""
    return str(lower) if lower == upper else f"{lower}-{upper}"


def card(card: Card, paint: Paint) -> str:
    """A card in the colour of its suit; jokers have none."""
    return str(card) if card.suit is None else paint(str(card), _SUITS[card.suit])


def _trump(trump: Suit | None, paint: Paint) -> str:
    letter = trump_letter(trump)
    return letter if trump is None else paint(letter, _SUITS[trump])


def _value(answer: Trace, ns: int) -> str:
    score = "" if answer.payoff is None else f"  {_signed(answer.score(ns)):>5}"
    return f"NS {ns:2d}{score}"


def _play(play: TracedPlay, paint: Paint) -> str:
    if play.forced:
        return paint(f"{play.seat} {play.card}  forced", QUIET)
    text = f"{play.seat} {card(play.card, paint)}"
    if not play.cost:
        return text
    points = "" if play.score_cost is None else f" ({_points(play.score_cost)})"
    return f"{text}  {paint(f'costs {play.cost}{points}', BAD)}, best {card(play.best, paint)}"


def _points(value: float) -> str:
    return f"{number(value)} point{'' if value == 1 else 's'}"


def _signed(value: float) -> str:
    return f"{'+' if value > 0 else ''}{number(value)}"


def _costs(costs: Mapping[Seat, float] | Mapping[Side, float]) -> str:
    return "  ".join(f"{who} {number(cost)}" for who, cost in costs.items())
