"""Arguments of a wrong kind: one clear error that names them; numbers that stand for seats and sides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from refused import refused

import overruff as ov
from overruff import ARPAA, BACK_ALLEY, Auction, Call, Deal, GameState, MatchState, Position, Seat, Side

DEAL = Deal.from_text("back_alley dealer=N turnup=H4 calls=1,B,P,3 N:82.B.62. 4.A6..83 Q.K.54.A ..Q87.74")
P = DEAL.position()
NO_POSITION = "position: a Position is needed, not str"
NO_DEAL = "deal: a Deal is needed, not str"
QUESTIONS: dict[str, Callable[[Any], object]] = {
    "solve": ov.solve,
    "best_plays": ov.best_plays,
    "can_take": lambda p: ov.can_take(p, Side.NS, 1),
    "line": ov.line,
    "table": ov.table,
    "trace": lambda p: ov.trace(p, []),
    "trump_values": ov.trump_values,
    "solve_many": lambda p: ov.solve_many([p]),
    "tables_many": lambda p: ov.tables_many([p]),
    "from_positions": lambda p: ov.arrays.from_positions([p]),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_positions(name: str) -> None:
    with refused(NO_POSITION, TypeError):
        QUESTIONS[name](P.to_text())
    with refused("position: a Position is needed, not Deal; deal.position() is one", TypeError):
        QUESTIONS[name](DEAL)


@pytest.mark.parametrize(
    ("what", "kind", "message"),
    [
        (lambda: ov.par("x"), TypeError, NO_DEAL),  # type: ignore[arg-type]
        (lambda: ov.score_value("x"), TypeError, NO_DEAL),  # type: ignore[arg-type]
        (lambda: ov.read_pbn(b""), TypeError, "text: text is needed, not bytes"),  # type: ignore[arg-type]
        (lambda: MatchState("NS", 20), ValueError, "holder: 'NS' is not a Side"),  # type: ignore[arg-type]
        (lambda: MatchState().after(20, "N"), ValueError, "dealer: 'N' is not a Seat"),  # type: ignore[arg-type]
        (lambda: GameState("N"), ValueError, "dealer: 'N' is not a Seat"),  # type: ignore[arg-type]
        (lambda: GameState(Seat.N, totals=(1,)), ValueError, "totals: 1 numbers given, 2 needed"),  # type: ignore[arg-type]
        (lambda: GameState(Seat.N, "1"), TypeError, "deal: an integer is needed, not str"),  # type: ignore[arg-type]
        (lambda: Call(2.5), TypeError, "number: an integer is needed, not float"),  # type: ignore[arg-type]
        (lambda: Auction(BACK_ALLEY, Seat.N, 3).with_call(4), TypeError, "calls: a Call is needed, not int"),  # type: ignore[arg-type]
        (lambda: Deal.deal(ARPAA, dealer="N"), ValueError, "dealer: 'N' is not a Seat"),  # type: ignore[arg-type]
        (lambda: Deal.deal(ARPAA, trump="S"), ValueError, "trump: 'S' is not a Suit or None"),  # type: ignore[arg-type]
        (
            lambda: ov.solve_many([P], store="answers"),  # type: ignore[arg-type]
            TypeError,
            "store: a Store is needed, not str",
        ),
        (
            lambda: ov.arrays.solve("arpaa", np.zeros((1, 4, 64), int), 0, 0),  # type: ignore[arg-type]
            TypeError,
            "rules: Rules are needed, not str",
        ),
        (
            lambda: ov.arrays.solve(ARPAA, np.zeros((1, 4, 64), int), 0, 0, board=1),  # type: ignore[call-arg]
            TypeError,
            "board: there is no such argument",
        ),
    ],
)
def test_others(what: Callable[[], object], kind: type[Exception], message: str) -> None:
    with refused(message, kind):
        what()


def test_numbers_stand_for_seats_and_sides() -> None:
    """As in a position; they answer and compare as the members of the enumerations do."""
    one: Any = 1
    assert MatchState(one, 21) == MatchState(Side.EW, 21)
    assert MatchState(one, 21).needed_to_win(Side.EW) == MatchState(Side.EW, 21).needed_to_win(one) == 22
    assert MatchState(one, 21).after(14, one).match_winner is Side.EW
    assert repr(GameState(one)) == repr(GameState(Seat.E))
    assert repr(Auction(BACK_ALLEY, one, 3)) == repr(Auction(BACK_ALLEY, Seat.E, 3))
    assert Deal.deal(ARPAA, seed=1, dealer=one, trump=one).to_text().startswith("arpaa dealer=E trump=H ")
    hands = Position.random(ov.BRIDGE, cards=13, seed=1).hands
    line = Deal(ov.BRIDGE, dealer=one, hands=hands, trump=one, declarer=one, lead=one.__add__(1)).to_text()
    assert line.startswith("bridge dealer=E trump=H declarer=E N:")
