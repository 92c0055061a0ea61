"""The position line: reading, writing, and what survives the round trip."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overruff import ARPAA, BACK_ALLEY, BRIDGE, Card, Position, PositionError, Rules, Seat, Suit

CANONICAL = [
    "arpaa trump=S lead=N N:K.K.. K.K.. .AQ.. Q.A..",
    "arpaa trump=C lead=W trick=HA,HA,HA won=20-15 N:... ... ...A ...",
    "arpaa trump=H lead=E N:AAAA... KKKK... .6666.. ..6666.",
    "back_alley trump=S lead=N broken=yes N:J.A.. .K.Q. .Q9.. 9..T.",
    "back_alley trump=D lead=S trick=C2,BB broken=yes boards=EW won=3-2 N:2..L. ..A2. ...A .K..",
    "back_alley trump=N lead=N boards=NESW N:A.3.. 32... ..32. ...32",
    "bridge trump=N lead=W N:K753.KT7.975.432 Q2.4.KJT642.AQ97 AT8.AQJ932.AQ8.6 J964.865.3.KJT85",
    "bridge trump=H lead=N won=7-6 N:... ... ... ...",
]


@pytest.mark.parametrize("line", CANONICAL)
def test_canonical_lines_come_back_unchanged(line: str) -> None:
    position = Position.from_text(line)
    assert position.to_text() == str(eval(repr(position)).to_text()) == line


def test_reading() -> None:
    line = "back_alley trump=D lead=S trick=C2,BB broken=yes boards=EW won=3-2 N:2..L. ..A2. ...A .K.."
    position = Position.from_text(line)
    assert position.rules is BACK_ALLEY
    assert position.trump is Suit.D
    assert (position.leader, position.turn) == (Seat.S, Seat.N)
    assert position.trick == (Card.parse("C2"), Card.parse("BB"))
    assert position.broken
    assert position.boards == (Seat.E, Seat.W)
    assert position.won == (3, 2)
    assert position.hands[Seat.N] == (Card.parse("S2"), Card.parse("LB"))
    assert position.tricks_left == 2


SAME = "back_alley trump=D lead=S broken=yes boards=EW won=3-2 N:2..L. ..A2. .4..A .5..K"


@pytest.mark.parametrize(
    "line",
    [
        "won=3-2 boards=EW broken=yes lead=S trump=D back_alley N:2..L. ..A2. .4..A .5..K",
        "back_alley trump=D lead=S broken=yes boards=WE won=3-2 E:..A2. .4..A .5..K 2..L.",
        "back_alley trump=D lead=S broken=yes boards=EW won=03-2 S:.4..A .5..K 2..L. ..A2.",
        "  back_alley  trump=D lead=S broken=yes boards=EW won=3-2 W:.5..K 2..L. ..A2. .4..A\n",
    ],
)
def test_other_spellings_of_the_same_position(line: str) -> None:
    assert Position.from_text(line) == Position.from_text(SAME)
    assert Position.from_text(line).to_text() == SAME


@pytest.mark.parametrize(
    "other",
    [
        SAME.replace("trump=D", "trump=N").replace("2..L.", "2..3."),
        SAME.replace("lead=S", "lead=N"),
        SAME.replace("broken=yes ", ""),
        SAME.replace("boards=EW", "boards=E"),
        SAME.replace("won=3-2", "won=2-3"),
        SAME.replace(".5..K", ".6..K"),
    ],
)
def test_positions_differ_in_every_field(other: str) -> None:
    assert Position.from_text(other) != Position.from_text(SAME)


def test_defaults_may_be_written_out() -> None:
    hands = "N:.K.. .A.. .A.. .A.."
    plain = f"arpaa trump=S lead=N {hands}"
    assert Position.from_text(f"arpaa trump=S lead=N broken=no won=0-0 {hands}").to_text() == plain


def test_a_trump_on_the_table_makes_broken_true() -> None:
    hands = "N:.3.. 5.4.. 4.5.. ...32"
    led = Position.from_text(f"back_alley trump=S lead=N boards=N trick=S2 {hands}")
    assert led.broken
    assert led == Position.from_text(f"back_alley trump=S lead=N boards=N broken=yes trick=S2 {hands}")
    assert Position.from_text(led.to_text()) == led
    assert not Position.from_text("bridge trump=S lead=N trick=S2 N:.3.. 5.4.. 4.5.. ...32").broken


def test_variants_are_given_beside_the_line() -> None:
    variant = replace(BACK_ALLEY, lb_lead="free")
    position = Position.from_text(SAME, rules=variant)
    assert position.rules == variant
    assert position != Position.from_text(SAME)
    names = {"Position": Position, "Rules": Rules}
    assert eval(repr(position), names) == position
    with pytest.raises(PositionError) as error:
        Position.from_text(SAME, rules=ARPAA)
    assert str(error.value) == "game: back_alley, but the rules given are of arpaa"


def play_all(position: Position) -> None:
    """Check the round trip before every card of a play-out, then take everything back."""
    start, seen = position.to_text(), []
    while not position.is_over:
        assert Position.from_text(position.to_text(), rules=position.rules) == position
        seen.append((position.to_text(), position.copy()))
        position.push(position.legal_plays()[-1])
    assert Position.from_text(position.to_text(), rules=position.rules) == position
    for text, copied in reversed(seen):
        position.pop()
        assert position.to_text() == text
        assert position == copied
    assert position.to_text() == start
    with pytest.raises(IndexError, match="no card has been played"):
        position.pop()


@pytest.mark.parametrize("rules", [ARPAA, BACK_ALLEY, BRIDGE], ids=lambda rules: rules.game)
def test_round_trips_through_random_deals(rules: Rules) -> None:
    for seed in range(60):
        play_all(Position.random(rules, cards=seed % rules.max_hand, seed=seed))


def test_whole_deals_round_trip() -> None:
    for rules in (ARPAA, replace(ARPAA, packs=1), BACK_ALLEY, BRIDGE):
        play_all(Position.random(rules, seed=4))


@pytest.mark.parametrize("duplicate", [Position.copy, copy.copy, copy.deepcopy])
def test_a_copy_goes_its_own_way(duplicate: Callable[[Position], Position]) -> None:
    position = Position.from_text(SAME)
    position.push("H4")
    other = duplicate(position)
    other.push("H5")
    assert position.trick == (Card.parse("H4"),)
    assert (other.pop(), other.pop()) == (Card.parse("H5"), Card.parse("H4"))
    assert other == Position.from_text(SAME)
    assert position != other
    assert position.pop() is Card.parse("H4")


def test_positions_change_and_so_have_no_hash() -> None:
    with pytest.raises(TypeError):
        hash(Position.from_text(SAME))


LETTERS = st.sampled_from("SHDCNEWAKQJT98765432BL.,:-= xX0é\t")


@given(st.sampled_from([*CANONICAL, SAME]), st.data())
def test_a_damaged_line_is_refused_or_read_consistently(line: str, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(line)))
        end = data.draw(st.integers(start, min(len(line), start + 3)))
        line = line[:start] + data.draw(st.text(LETTERS, max_size=3)) + line[end:]
    try:
        position = Position.from_text(line)
    except PositionError as error:
        assert "\n" not in str(error)
        assert str(error).startswith(f"{error.field}: ")
    else:
        assert Position.from_text(position.to_text()) == position


@given(st.text(max_size=40))
def test_any_text_is_refused_with_a_position_error(text: str) -> None:
    with pytest.raises(PositionError):
        Position.from_text(text)
