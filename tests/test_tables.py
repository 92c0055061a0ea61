"""Tables of trump and leader: board rights and broken trumps as asked, columns."""

from __future__ import annotations

from dataclasses import replace

import pytest
from brute import ns_tricks

import overruff as ov
from overruff import Position, Seat, Side, Suit
from overruff.tables import LEADER

DEAL = Position.random(ov.BACK_ALLEY, cards=3, seed=3, trump=Suit.H, boards=[Seat.E])


@pytest.mark.parametrize("broken", [None, False, True])
@pytest.mark.parametrize("boards", [None, "", "N", "SW", LEADER, {Seat.E, Seat.W}, (Seat.S,)])
def test_rights_as_asked(broken: bool | None, boards: object) -> None:
    answer = ov.table(DEAL, broken=broken, boards=boards)  # type: ignore[arg-type]
    for trump, leader in answer.ns:
        if boards is None:
            callers = [Seat.E]
        elif boards == LEADER:
            callers = [leader]
        else:
            callers = [Seat[seat] if isinstance(seat, str) else seat for seat in boards]  # type: ignore[attr-defined]
        changed = Position(
            DEAL.rules, trump=trump, leader=leader, hands=DEAL.hands, broken=bool(broken), boards=callers
        )
        assert answer[trump, leader] == ns_tricks(changed), (trump, leader)


def test_rights_matter() -> None:
    """RULES.md B33: the right is the caller's own, and worth a trick. B32: so are broken trumps."""
    p = Position.from_text("back_alley trump=S lead=N N:L.T.Q. BK..9. A.AJ.. J.KQ..")
    assert ov.table(p)[Suit.S, Seat.N] == 1
    assert ov.table(p, boards="S")[Suit.S, Seat.N] == 1
    assert ov.table(p, boards="N")[Suit.S, Seat.N] == 2
    assert ov.table(p, boards=LEADER)[Suit.S, Seat.N] == 2
    p = Position.from_text("back_alley trump=S lead=N N:J.A.. .K.Q. .Q9.. 9..T.")
    assert ov.table(p)[Suit.S, Seat.N] == 1
    assert ov.table(p, broken=True)[Suit.S, Seat.N] == 2


@pytest.mark.parametrize(
    ("boards", "message"),
    [
        ("NX", "boards: 'NX' is neither seats such as NW nor 'leader'"),
        ("Leader", "boards: 'Leader' is neither seats such as NW nor 'leader'"),
        ("NN", "boards: N given twice"),
        ([7], "boards: 7 is not a Seat"),
    ],
)
def test_wrong_boards(boards: object, message: str) -> None:
    with pytest.raises(ov.PositionError, match=f"^{message}$"):
        ov.table(DEAL, boards=boards)  # type: ignore[arg-type]


def test_rights_belong_to_back_alley() -> None:
    p = Position.random(ov.BRIDGE, cards=2, seed=1)
    with pytest.raises(ov.PositionError, match="boards: bridge has no board calls"):
        ov.table(p, boards=LEADER)
    with pytest.raises(ov.PositionError, match="broken: yes, but trumps may always be led in bridge"):
        ov.table(p, broken=True)
    assert ov.table(p, boards=()) == ov.table(p, broken=False) == ov.table(p)


def test_columns() -> None:
    for rules in (ov.ARPAA, ov.BACK_ALLEY, ov.BRIDGE):
        answer = ov.table(Position.random(rules, cards=4, seed=11))
        for leader in Seat:
            column = answer.column(leader)
            assert tuple(column) == answer.trumps
            for trump, own in column.items():
                ns = answer[trump, leader]
                assert own == (ns if leader.side is Side.NS else answer.tricks - ns)


def test_the_rest_stays_as_it_is() -> None:
    """Broken trumps, and tricks won: under one variant the board right ends with the first trick."""
    first_trick = replace(ov.BACK_ALLEY, board_lead_scope="first_trick")
    differ = 0
    for seed in range(30):
        p = Position.random(first_trick, cards=3, seed=seed, trump=Suit.S, boards=list(Seat))
        tables = []
        for won, broken in (((0, 0), False), ((1, 0), False), ((0, 0), True)):
            state = Position(
                first_trick,
                trump=p.trump,
                leader=p.leader,
                hands=p.hands,
                boards=p.boards,
                won=won,
                broken=broken,
            )
            answer = ov.table(state)
            tables.append(answer.ns)
            assert answer[Suit.S, p.leader] == ns_tricks(state), state
        differ += tables[0] != tables[1] and tables[1] != tables[2]
    assert differ
