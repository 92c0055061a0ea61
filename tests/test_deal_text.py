"""The deal line and its JSON form: round trips over random deals, and what is wrong with bad ones."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_deals import random_deal
from refused import refused

from overruff import ARPAA, BACK_ALLEY, BRIDGE, Card, Deal, Position, PositionError, Rules, Seat, Suit
from overruff.rules import DEFAULT_RULES

games = pytest.mark.parametrize("game", DEFAULT_RULES)


@games
@settings(deadline=None, max_examples=120, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_round_trips(game: str, data: st.DataObject) -> None:
    deal = random_deal(data.draw(st.randoms(use_true_random=False)), game)
    line = deal.to_text()
    again = Deal.from_text(line, deal.rules)
    assert again == deal and again.to_text() == line and hash(again) == hash(deal)
    assert "\n" not in line and "dealer=" in line
    broken = "\n".join(line.split(" "))
    assert Deal.from_text(broken, deal.rules) == deal
    as_json = deal.to_json()
    assert "\n" not in as_json
    assert Deal.from_json(as_json) == Deal.from_json(json.loads(as_json)) == deal
    assert eval(repr(deal), {"Deal": Deal, "Rules": type(deal.rules)}) == deal
    assert pickle.loads(pickle.dumps(deal)) == deal
    try:
        position = deal.position()
    except PositionError:
        assert not deal.plays
    else:
        assert 4 * sum(position.won) + len(position.trick) == len(deal.plays)


def test_fields_in_any_order() -> None:
    line = "back_alley dealer=W turnup=H7 calls=1,P,B,P plays=S3,S5 N:A...A K...K 3...3 5...5"
    deal = Deal.from_text(line)
    assert deal.to_text() == line
    turned = (
        "plays=S3,S5 calls=1,P,B,P  dealer=W\tback_alley trump=H lead=S turnup=H7 E:K...K 3...3 5...5 A...A"
    )
    with_lead = Deal.from_text(turned)
    assert with_lead == deal and with_lead.lead is None
    assert deal.position() == Position.from_text(
        "back_alley trump=H lead=S trick=S3,S5 boards=S N:A...A K...K ...3 ...5"
    )


def test_what_json_looks_like() -> None:
    line = "back_alley dealer=N turnup=BB exchanged=E calls=B,P plays=SK lead=E N:A... K... Q... J..."
    deal = Deal.from_text(line, replace(BACK_ALLEY, lb_lead="free"))
    assert json.loads(replace(deal, tags={"Event": "Café"}).to_json()) == {
        "game": "back_alley",
        "rules": {"lb_lead": "free"},
        "dealer": "N",
        "turnup": "BB",
        "exchanged": "E",
        "calls": ["B", "P"],
        "lead": "E",
        "plays": ["SK"],
        "hands": ["A...", "K...", "Q...", "J..."],
        "tags": {"Event": "Café"},
    }
    given = {"game": "bridge", "dealer": "N", "trump": None, "hands": deal_hands(deal)}
    assert Deal.from_json(given) == Deal.from_text("bridge dealer=N N:A... K... Q... J...")


def deal_hands(deal: Deal) -> list[str]:
    hands: list[str] = json.loads(deal.to_json())["hands"]
    return hands


BRIDGE_LINE = "bridge dealer=N trump=S declarer=S {} N:AK... QJ... T9... 87..."
BACK_LINE = "back_alley dealer=N turnup=H7 {} N:AK... QJ... T9... 87..."
ARPAA_LINE = "arpaa dealer=N trump=S {} N:AA... KK... QQ... JJ..."
HANDS = "N:AK... QJ... T9... 87..."


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (f"bridge {HANDS}", "dealer: missing"),
        (f"bridge dealer=X {HANDS}", "dealer: 'X' is not one of N E S W"),
        (f"bridge dealer=N dealer=N {HANDS}", "dealer: given twice"),
        (f"bridge dealer=N declarer=S {HANDS}", "trump: missing"),
        (f"bridge dealer=N lead=S {HANDS}", "trump: missing"),
        (f"bridge dealer=N trump=S {HANDS}", "declarer: missing, and no lead either"),
        (f"bridge dealer=N trump=S plays=SA {HANDS}", "declarer: missing, and no lead either"),
        (f"bridge dealer=N plays=SA {HANDS}", "declarer: missing, and no lead either"),
        (BRIDGE_LINE.format("declarer=X").replace(" declarer=S", ""), "declarer: 'X' is not one of N E S W"),
        (BRIDGE_LINE.format("lead=X"), "lead: 'X' is not one of N E S W"),
        (BRIDGE_LINE.format("plays=S8,SZ"), "plays: 'SZ' is not a card such as SA, HT, D9, BB or LB"),
        (BRIDGE_LINE.format("plays=S8,S7"), "plays: play 2: N cannot play S7: not in hand"),
        (
            BRIDGE_LINE.format("plays=S8,SA,SQ,S9,SK,SJ,ST,S7,S2"),
            "plays: 9 cards, but only 8 are dealt",
        ),
        (BRIDGE_LINE.format("turnup=H7"), "turnup: given, but bridge has none"),
        (BRIDGE_LINE.format("stock=H7"), "stock: given, but bridge has none"),
        (BRIDGE_LINE.format("seen=SQ,SJ,ST"), "seen: given, but bridge has none"),
        (BRIDGE_LINE.format("calls=P,P"), "calls: given, but bridge has none"),
        (BRIDGE_LINE.format("exchanged=N"), "exchanged: given, but bridge has none"),
        (
            BRIDGE_LINE.format("won=1-0"),
            "line: unknown field 'won' (known: dealer, trump, turnup, exchanged, "
            "stock, seen, calls, declarer, lead, plays)",
        ),
        (BRIDGE_LINE.format("")[:-7], "hands: 3 given, 4 needed"),
        (BRIDGE_LINE.format("").replace("QJ", "QA"), "hands: E's S holding 'QA' is not high to low"),
        (
            BRIDGE_LINE.format("").replace("QJ", "AQ"),
            "hands: SA 2 times (1 in N's hand, 1 in E's hand), but the pack has 1",
        ),
        (BRIDGE_LINE.format("").replace("QJ", "Q"), "hands: unequal: N 2, E 1, S 2, W 2"),
        (f"back_alley dealer=N {HANDS}", "turnup: missing, and no trump either"),
        (BACK_LINE.format("trump=S"), "trump: S, but H7 was turned up"),
        (BACK_LINE.format("trump=N"), "trump: N, but H7 was turned up"),
        (BACK_LINE.format("declarer=S"), "declarer: given, but back_alley has none"),
        (BACK_LINE.format("exchanged=S"), "exchanged: S, but no joker was turned up"),
        (BACK_LINE.format("stock=H2"), "stock: 1 cards, but 45 are left under the turnup"),
        (
            BACK_LINE.format("trump=H stock=").replace("turnup=H7 ", ""),
            "stock: given without the turnup that lies on it",
        ),
        (BACK_LINE.format("calls=P,2"), "calls: call 2, S 2: a number must be less than 2"),
        (BACK_LINE.format("calls=P,x"), "calls: 'x' is not a call: P, a number such as 3, or B"),
        (BACK_LINE.format("calls=P,P,P,P,P"), "calls: 5 given, at most 4 are made"),
        (BACK_LINE.format("calls=P,P plays=SA"), "calls: 2 given, 4 needed to know who leads"),
        (BACK_LINE.format("calls=P,P,P,P lead=N"), "calls: all four passed, nobody leads"),
        (BACK_LINE.format("calls=P,B,P,P lead=N"), "lead: N, but S leads"),
        (BACK_LINE.format("turnup=S9").replace("turnup=H7 ", ""), "turnup: S9 is in S's hand too"),
        (
            BACK_LINE.format("turnup=SX").replace("turnup=H7 ", ""),
            "turnup: 'SX' is not a card such as SA, HT, D9, BB or LB",
        ),
        (ARPAA_LINE.format("lead=N"), "lead: N, but E leads"),
        (ARPAA_LINE.format("seen=SK,SK"), "seen: 2 cards, but E sees 3"),
        (ARPAA_LINE.format("seen=SK,SK,SK"), "seen: SK is not in E's hand so often"),
        (
            ARPAA_LINE.format("").replace("trump=S", "trump=N"),
            "trump: N, but arpaa is always played with trumps",
        ),
        (ARPAA_LINE.format("plays=SK").replace("trump=S ", ""), "trump: not named yet by E"),
    ],
)
def test_faults_of_a_line(line: str, message: str) -> None:
    with refused(message, PositionError):
        Deal.from_text(line)


def test_rules_of_another_game() -> None:
    with refused("game: bridge, but the rules given are of arpaa", PositionError):
        Deal.from_text(BRIDGE_LINE.format(""), ARPAA)
    with pytest.raises(TypeError, match="text is needed"):
        Deal.from_text(b"bridge")  # type: ignore[arg-type]


GOOD = {"game": "arpaa", "dealer": "N", "hands": ["AA...", "KK...", "QQ...", "JJ..."]}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "whist"}, "game: 'whist' is not one of arpaa, back_alley, bridge"),
        ({"game": None}, "game: '' is not one of arpaa, back_alley, bridge"),
        ({"game": 3}, "game: text is needed, not 3"),
        ({"dealer": None}, "dealer: missing"),
        ({"dealer": ["N"]}, "dealer: text is needed, not ['N']"),
        ({"hands": None}, "hands: 0 given, 4 needed"),
        ({"hands": "N:AA... KK..."}, "hands: a list is needed, not 'N:AA... KK...'"),
        ({"hands": ["AA...", 2, "QQ...", "JJ..."]}, "hands: text is needed, not 2"),
        (
            {"hands": ["AA..", "KK...", "QQ...", "JJ..."]},
            "hands: N's hand 'AA..' has 3 suits, 4 needed (spades.hearts.diamonds.clubs)",
        ),
        ({"plays": "SA"}, "plays: a list is needed, not 'SA'"),
        ({"plays": [1]}, "plays: text is needed, not 1"),
        ({"plays": ["SK,SQ"], "trump": "S"}, "plays: 'SK,SQ' is not a card such as SA, HT, D9, BB or LB"),
        (
            {"hans": []},
            "json: unknown key 'hans' (known: game, rules, dealer, trump, turnup, exchanged, stock, "
            "seen, calls, declarer, lead, plays, hands, tags)",
        ),
        ({"rules": {"packs": 9}}, "rules: packs: 9, but arpaa allows one of 4, 3, 2, 1"),
        (
            {"rules": {"game": "bridge"}},
            "rules: unknown option 'game' (known: packs, low_rank, jokers, "
            "direction, trump_lead, board_lead_scope, bb_lead, lb_lead)",
        ),
        ({"rules": ["packs"]}, "rules: an object is needed, not ['packs']"),
        ({"tags": "x"}, "tags: an object is needed, not 'x'"),
        ({"tags": {"Event": 1}}, "tags: text is needed, not 1"),
    ],
)
def test_faults_of_json(change: dict[str, object], message: str) -> None:
    assert Deal.from_json(GOOD).cards == 2
    with refused(message, PositionError):
        Deal.from_json(GOOD | change)


def test_text_that_is_no_json() -> None:
    with pytest.raises(PositionError, match=r"^json: Expecting"):
        Deal.from_json("{")
    with pytest.raises(PositionError, match=r"^json: "):
        Deal.from_json("[" * 100_000)
    with refused("json: an object is needed, not [1]", PositionError):
        Deal.from_json("[1]")


N, S = Seat.N, Seat.S
HEARTS = Deal.from_text("back_alley dealer=N turnup=H7 N:A... K... Q... J...")


@pytest.mark.parametrize(
    ("deal", "change", "message"),
    [
        (HEARTS, {"dealer": "N"}, "dealer: 'N' is not a Seat"),
        (HEARTS, {"dealer": None}, "dealer: None is not a Seat"),
        (HEARTS, {"lead": 7}, "lead: 7 is not a Seat"),
        (HEARTS, {"trump": Suit.S}, "trump: S, but H7 was turned up"),
        (HEARTS, {"turn_up": Card.parse("SA")}, "trump: H, but SA was turned up"),
        (HEARTS, {"declarer": N}, "declarer: given, but back_alley has none"),
        (HEARTS, {"hands": HEARTS.hands[:3]}, "hands: 3 given, 4 needed"),
        (
            replace(BACK_ALLEY, jokers=0),
            {"dealer": N, "hands": HEARTS.hands, "turn_up": Card.parse("BB")},
            "turnup: BB, but back_alley is played without jokers",
        ),
        (
            BRIDGE,
            {"dealer": N, "hands": HEARTS.hands, "trump": Suit.S},
            "declarer: missing, and no lead either",
        ),
    ],
)
def test_faults_of_arguments(deal: Deal | Rules, change: dict[str, object], message: str) -> None:
    with refused(message, PositionError):
        if isinstance(deal, Deal):
            replace(deal, **change)  # type: ignore[arg-type]
        else:
            Deal(deal, **change)  # type: ignore[arg-type]


def test_faults_of_a_stock() -> None:
    """Every card that is exchanged for one that is elsewhere is found."""
    deal = next(
        d for d in (Deal.deal(BACK_ALLEY, seed=k, cards=12) for k in range(500)) if d.exchanged is not None
    )
    assert deal.stock is not None and deal.turn_up is not None and len(deal.stock) == 4
    first, *rest = deal.stock
    other = Card.parse("LB" if str(deal.turn_up) == "BB" else "BB")
    held = deal.hands[Seat.W][0]
    for card, message in [
        (held, f"stock: {held} is dealt to a hand"),
        (deal.turn_up, f"stock: {deal.turn_up} is the turnup"),
        (other, f"stock: {other}, but {deal.exchanged} has put it away"),
        (rest[0], f"stock: {rest[0]} 2 times, but the pack has 1"),
    ]:
        with refused(message, PositionError):
            replace(deal, stock=(card, *rest))
    with refused("stock: 4 cards, but 5 are left under the turnup", PositionError):
        replace(deal, exchanged=None)
    assert first not in rest


def test_an_empty_stock_is_not_an_unknown_one() -> None:
    deals = (Deal.deal(BACK_ALLEY, seed=seed, cards=13) for seed in range(500))
    deal = next(deal for deal in deals if deal.exchanged is not None)
    unknown = replace(deal, stock=None)
    assert deal.stock == () and deal != unknown
    for kept in (deal, unknown):
        assert Deal.from_text(kept.to_text()) == Deal.from_json(kept.to_json()) == kept


def test_full_hand_of_bridge_has_its_leader() -> None:
    deal = replace(Deal.deal(BRIDGE, seed=1), trump=Suit.S, declarer=S, lead=Seat.W)
    assert deal.leader is Seat.W
    with refused("lead: N, but W leads", PositionError):
        replace(deal, lead=N)
    ending = replace(Deal.deal(BRIDGE, seed=1, cards=12), trump=Suit.S, declarer=S, lead=N)
    assert ending.leader is N


LINES = (
    "arpaa dealer=N trump=D seen=S8,H8,DK plays=CT,C8 N:AJ..AQ976.AQ 8.986.KQ97.T J86.AQ.76.J8 KT9986.A..J7",
    "back_alley dealer=N turnup=BB exchanged=N calls=P,1 lead=E N:.9.74. 6..T8. 7.5.K. .8.AQ.",
    "back_alley dealer=W turnup=S5 stock=SA,DT,H7,C6,HT calls=1,B,P,3 "
    "N:KQJ83.Q83.A5.K8 T42.K42.Q863.53 B976.J9.K2.A942 L.A65.J974.QJT7",
    "bridge dealer=S trump=H lead=W plays=HK,HQ,HT,H8 N:A2.Q.. K.JT.. Q.8.A. T.K2..",
)
LETTERS = st.sampled_from('SHDCNEWAKQJT98765432BLP.,:-= "{}[]xé\t')


@settings(deadline=None, max_examples=400, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(LINES), st.booleans(), st.data())
def test_a_damaged_deal_is_refused_or_read_consistently(
    line: str, as_json: bool, data: st.DataObject
) -> None:
    text = Deal.from_text(line).to_json() if as_json else line
    read = Deal.from_json if as_json else Deal.from_text
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 3)))
        text = text[:start] + data.draw(st.text(LETTERS, max_size=3)) + text[end:]
    try:
        deal = read(text)
    except PositionError as error:
        assert "\n" not in str(error)
        assert str(error).startswith(f"{error.field}: ")
    else:
        assert Deal.from_text(deal.to_text()) == Deal.from_json(deal.to_json()) == deal
