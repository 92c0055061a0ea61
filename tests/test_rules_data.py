"""The rules as data: packs, options, and what every variant changes in the play."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import brute
import pytest

from overruff import ARPAA, BACK_ALLEY, BRIDGE, Card, Position, Rules, Seat, Suit


def test_packs() -> None:
    assert [rules.pack_size for rules in (ARPAA, BACK_ALLEY, BRIDGE)] == [144, 54, 52]
    assert [rules.max_hand for rules in (ARPAA, BACK_ALLEY, BRIDGE)] == [36, 13, 13]
    for rules in (ARPAA, BACK_ALLEY, BRIDGE, replace(ARPAA, packs=1), replace(BACK_ALLEY, jokers=0)):
        pack = rules.pack()
        assert len(pack) == rules.pack_size
        assert all(pack.count(card) == rules.copies(card) for card in pack)
    assert [ARPAA.copies(Card.parse(card)) for card in ("SA", "S6", "S5", "BB")] == [4, 4, 0, 0]
    assert [BACK_ALLEY.copies(Card.parse(card)) for card in ("SA", "S2", "BB")] == [1, 1, 1]
    assert replace(ARPAA, low_rank=11).pack_size == 64
    assert replace(ARPAA, packs=1).max_hand == 9


def test_trumps() -> None:
    assert ARPAA.trumps == tuple(Suit)
    assert BACK_ALLEY.trumps == BRIDGE.trumps == (*Suit, None)


def test_rules_are_frozen_values() -> None:
    with pytest.raises(FrozenInstanceError):
        ARPAA.packs = 1  # type: ignore[misc]
    assert replace(BACK_ALLEY, lb_lead="all") == BACK_ALLEY
    assert len({ARPAA, BACK_ALLEY, BRIDGE, replace(BACK_ALLEY, lb_lead="free")}) == 4
    assert eval(repr(ARPAA), {"Rules": Rules}) == ARPAA


@pytest.mark.parametrize(
    ("rules", "option", "value", "message"),
    [
        (BACK_ALLEY, "lb_lead", "fre", "lb_lead: 'fre', but back_alley allows one of 'all', 'free'"),
        (BACK_ALLEY, "packs", 2, "packs: 2, but back_alley allows only 1"),
        (BACK_ALLEY, "jokers", 1, "jokers: 1, but back_alley allows one of 2, 0"),
        (ARPAA, "packs", 5, "packs: 5, but arpaa allows one of 4, 3, 2, 1"),
        (ARPAA, "packs", True, "packs: True, but arpaa allows one of 4, 3, 2, 1"),
        (ARPAA, "jokers", 2, "jokers: 2, but arpaa allows only 0"),
        (BRIDGE, "direction", "left", "direction: 'left', but bridge allows only 'clockwise'"),
        (ARPAA, "game", "whist", "game: 'whist' is not one of arpaa, back_alley, bridge"),
    ],
)
def test_unknown_options_are_refused(rules: Rules, option: str, value: object, message: str) -> None:
    with pytest.raises(ValueError) as error:
        replace(rules, **{option: value})  # type: ignore[arg-type]
    assert str(error.value) == message


def legal(line: str, **options: object) -> str:
    rules = replace(BACK_ALLEY, **options)  # type: ignore[arg-type]
    return " ".join(map(str, Position.from_text(line, rules=rules).legal_plays()))


UNBROKEN = "back_alley trump=S lead=N {}N:A.3.. 32... ..32. ...32"


@pytest.mark.parametrize(
    ("options", "state", "plays"),
    [
        ({}, "", "H3"),
        ({}, "broken=yes ", "SA H3"),
        ({}, "boards=N ", "SA H3"),
        ({}, "boards=S ", "H3"),
        ({}, "boards=N won=1-0 ", "SA H3"),
        ({"trump_lead": "broken"}, "boards=N ", "H3"),
        ({"trump_lead": "broken"}, "broken=yes ", "SA H3"),
        ({"trump_lead": "free"}, "", "SA H3"),
        ({"board_lead_scope": "side"}, "boards=S ", "SA H3"),
        ({"board_lead_scope": "side"}, "boards=EW ", "H3"),
        ({"board_lead_scope": "first_trick"}, "boards=N ", "SA H3"),
        ({"board_lead_scope": "first_trick"}, "boards=S ", "H3"),
        ({"board_lead_scope": "first_trick"}, "boards=N won=0-1 ", "H3"),
        ({"board_lead_scope": "first_trick"}, "broken=yes won=0-1 ", "SA H3"),
    ],
)
def test_who_may_lead_trumps(options: dict[str, object], state: str, plays: str) -> None:
    assert legal(UNBROKEN.format(state), **options) == plays


def test_big_blooper_led_with_partner_free() -> None:
    east = "back_alley trump=S lead=N trick=BB broken=yes N:...32 LA2... ..432. ..987."
    south = "back_alley trump=S lead=N trick=BB,D2 broken=yes N:...32 ..43. LA2... ..987."
    west = "back_alley trump=S lead=N trick=BB,D2,D3 broken=yes N:...32 ..54. ..76. LA2..."
    assert [legal(line) for line in (east, south, west)] == ["LB"] * 3
    free = [legal(line, bb_lead="opponents") for line in (east, south, west)]
    assert free == ["LB", "LB SA S2", "LB"]
    # Free of the Blooper, not of following suit.
    mixed = south.replace("LA2...", "A2.K..")
    assert legal(mixed, bb_lead="opponents") == "SA S2"


def test_little_blooper_led_without_effect() -> None:
    line = "back_alley trump=S lead=N trick=LB broken=yes N:...43 BA5... ..432. ..987."
    assert (legal(line), legal(line, lb_lead="free")) == ("S5", "BB SA S5")


def test_counter_clockwise_play() -> None:
    rules = replace(ARPAA, direction="counter-clockwise")
    position = Position.from_text("arpaa trump=S lead=N N:.K.. .A.. .A.. .A..", rules=rules)
    turns = []
    for card in ("HK", "HA", "HA", "HA"):
        turns.append(position.turn)
        position.push(card)
    assert turns == [Seat.N, Seat.W, Seat.S, Seat.E]
    assert (position.leader, position.won) == (Seat.W, (0, 1))  # W was first with an ace


DECIDED_BY_AN_OPTION = [
    (BACK_ALLEY, {"bb_lead": "opponents"}, "lead=S broken=yes N:BT.A.. LK.T.. AQ.J.. J.KQ..", 2, 3),
    (BACK_ALLEY, {"bb_lead": "opponents"}, "lead=E broken=yes N:K.AJ.. B.KQ.. LQJ... AT.T..", 2, 1),
    (BACK_ALLEY, {"lb_lead": "free"}, "lead=S broken=yes N:QJ.K.. BKT... L.AQ.. A.JT..", 1, 0),
    (BACK_ALLEY, {"lb_lead": "free"}, "lead=E broken=yes N:BAT... LQ.J.. .AQT.. KJ.K..", 2, 3),
    (BACK_ALLEY, {"trump_lead": "broken"}, "lead=W boards=N N:B.AK.. AT.T.. KQ.Q.. LJ.J..", 3, 2),
    (BACK_ALLEY, {"trump_lead": "free"}, "lead=S boards=E N:QJ.K.. BKT... L.AQ.. A.JT..", 0, 1),
    (BACK_ALLEY, {"board_lead_scope": "side"}, "lead=E boards=W N:.AKJ.. QT.T.. LKJ... BA.Q..", 2, 1),
    (
        BACK_ALLEY,
        {"board_lead_scope": "first_trick"},
        "lead=S boards=E N:AT.J.. B.AQ.. LJ.K.. KQ.T..",
        0,
        1,
    ),
    (ARPAA, {"direction": "counter-clockwise"}, "lead=W N:.AK.. AK... AK... A.A..", 0, 1),
]


@pytest.mark.parametrize(("rules", "option", "ending", "default", "variant"), DECIDED_BY_AN_OPTION)
def test_endings_that_an_option_decides(
    rules: Rules, option: dict[str, str], ending: str, default: int, variant: int
) -> None:
    line = f"{rules.game} trump=S {ending}"
    changed = replace(rules, **option)  # type: ignore[arg-type]
    assert brute.ns_tricks(Position.from_text(line)) == default
    assert brute.ns_tricks(Position.from_text(line, rules=changed)) == variant
