"""Positions and plays that cannot be are refused, with the field and the reason."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from overruff import (
    ARPAA,
    BACK_ALLEY,
    BRIDGE,
    Card,
    IllegalPlay,
    NotExact,
    Position,
    PositionError,
    Seat,
    Suit,
)

FORM = {
    "": "game: missing, one of arpaa, back_alley, bridge",
    "whist trump=S": "game: 'whist' is not one of arpaa, back_alley, bridge",
    "bridge bridge trump=S": "game: given twice, 'bridge' and 'bridge'",
    "trump=S lead=N N:A... K... Q... J...": "game: missing, one of arpaa, back_alley, bridge",
    "bridge lead=N N:A... K... Q... J...": "trump: missing",
    "bridge trump=S N:A... K... Q... J...": "lead: missing",
    "bridge trump=S lead=N": "hands: missing, such as N:HAND HAND HAND HAND",
    "bridge trump=S lead=N trump=H N:A... K... Q... J...": "trump: given twice",
    "bridge trmp=S lead=N N:A... K... Q... J...": (
        "line: unknown field 'trmp' (known: trump, lead, trick, broken, boards, won)"
    ),
    "bridge trump=X lead=N N:A... K... Q... J...": "trump: 'X' is not one of S H D C N",
    "bridge trump=s lead=N N:A... K... Q... J...": "trump: 's' is not one of S H D C N",
    "bridge trump=S lead=X N:A... K... Q... J...": "lead: 'X' is not one of N E S W",
    "bridge trump=S lead=N trick= N:A... K... Q... J...": (
        "trick: '' is not a card such as SA, HT, D9, BB or LB"
    ),
    "bridge trump=S lead=N trick=SA,S1 N:A... K... Q... J...": (
        "trick: 'S1' is not a card such as SA, HT, D9, BB or LB"
    ),
    "back_alley trump=S lead=N broken=1 N:A... K... Q... J...": "broken: '1' is not yes or no",
    "back_alley trump=S lead=N boards= N:A... K... Q... J...": "boards: names no seat",
    "back_alley trump=S lead=N boards=NX N:A... K... Q... J...": "boards: 'X' is not one of N E S W",
    "bridge trump=S lead=N won=3 N:A... K... Q... J...": "won: '3' is not two numbers such as 3-2",
    "bridge trump=S lead=N won=-1-2 N:A... K... Q... J...": ("won: '-1-2' is not two numbers such as 3-2"),
    "bridge trump=S lead=N X:A... K... Q... J...": "hands: 'X' is not one of N E S W",
    "bridge trump=S lead=N N:A... K... Q...": "hands: 3 given, 4 needed",
    "bridge trump=S lead=N N:A... K... Q... J... T...": "hands: 5 given, 4 needed",
    "bridge trump=S lead=N N:A... K... Q... J... won=1-0": "hands: must stand at the end of the line",
    "bridge N:A... K... Q... J... trump=S lead=N": "hands: must stand at the end of the line",
    "trump=S lead=N N:A... K... Q... J... bridge": "hands: must stand at the end of the line",
    "bridge trump=S lead=N N: A... K... Q... J...": "hands: the first one must follow N: without a space",
    "bridge trump=S lead=N N:": "hands: the first one must follow N: without a space",
    "bridge trump=S lead=N A... K... Q... J...": (
        "hands: 'A...' has no seat before it, such as N:HAND HAND HAND HAND"
    ),
    "bridge trump=S lead=N hello N:A... K... Q... J...": "line: unknown word 'hello'",
    "bridge trump=S lead=N:A... K... Q... J...": (
        "hands: 'K...' has no seat before it, such as N:HAND HAND HAND HAND"
    ),
    "bridge trump=S lead=N N:A.. K... Q... J...": (
        "hands: N's hand 'A..' has 3 suits, 4 needed (spades.hearts.diamonds.clubs)"
    ),
    "bridge trump=S lead=N N:A... K.... Q... J...": (
        "hands: E's hand 'K....' has 5 suits, 4 needed (spades.hearts.diamonds.clubs)"
    ),
    "bridge trump=S lead=N N:A... K... QX... J...": "hands: S's S holding has unknown rank 'X'",
    "bridge trump=S lead=N W:A... K... .1.. J...": "hands: E's H holding has unknown rank '1'",
    "bridge trump=S lead=N N:a... K... Q... J...": "hands: N's S holding has unknown rank 'a'",
    "bridge trump=S lead=N N:A2... .KA.. Q3... J4...": "hands: E's H holding 'KA' is not high to low",
    "back_alley trump=S lead=N N:AB... K2... Q3... J4...": ("hands: N's S holding 'AB' is not high to low"),
    "back_alley trump=S lead=N N:A... .B.. Q... J...": (
        "hands: E's BB stands in the H holding, but jokers belong to the trump suit S"
    ),
}

IMPOSSIBLE = {
    "arpaa trump=N lead=N N:A... K... Q... J...": "trump: N, but arpaa is always played with trumps",
    # Cards
    "arpaa trump=S lead=N N:AA... AA... A6... 66...": (
        "hands: SA 5 times (2 in N's hand, 2 in E's hand, 1 in S's hand), but the pack has 4"
    ),
    "back_alley trump=S lead=N N:A... A... Q... J...": (
        "hands: SA 2 times (1 in N's hand, 1 in E's hand), but the pack has 1"
    ),
    "bridge trump=S lead=N N:AA... K2... Q3... J4...": (
        "hands: SA 2 times (2 in N's hand), but the pack has 1"
    ),
    "back_alley trump=S lead=N N:BB... K2... Q3... J4...": (
        "hands: BB 2 times (2 in N's hand), but the pack has 1"
    ),
    "arpaa trump=S lead=N N:A... 5... Q... J...": ("hands: S5 in E's hand, but the pack goes down to 6 only"),
    "arpaa trump=S lead=N N:B... 6... Q... J...": (
        "hands: BB in N's hand, but arpaa is played without jokers"
    ),
    "bridge trump=S lead=N N:2... L... Q... J...": (
        "hands: LB in E's hand, but bridge is played without jokers"
    ),
    "back_alley trump=N lead=N N:B... K... Q... J...": (
        "hands: BB in N's hand, but a no-trump deal has no jokers"
    ),
    "back_alley trump=N lead=N trick=BB N:2... K3... Q4... J5...": (
        "trick: BB in the trick, but a no-trump deal has no jokers"
    ),
    "bridge trump=S lead=N trick=HK N:.2.. .K3.. .54.. .76..": (
        "trick: HK 2 times (1 in E's hand, 1 in the trick), but the pack has 1"
    ),
    # Numbers of cards
    "bridge trump=S lead=N N:A... K... Q... J2...": "hands: unequal: N 1, E 1, S 1, W 2",
    "bridge trump=S lead=N trick=HK N:2... 3... 4... 5...": (
        "hands: unequal, counting the cards on the table: N 2, E 1, S 1, W 1"
    ),
    "bridge trump=S lead=E trick=HK N:2... ... 4... ...": (
        "hands: unequal, counting the cards on the table: N 1, E 1, S 1, W 0"
    ),
    "bridge trump=S lead=N trick=S2,S3,S4,S5 N:... ... ... ...": (
        "trick: 4 cards, but an unfinished trick has at most 3"
    ),
    # States
    "bridge trump=S lead=N broken=yes N:A... K... Q... J...": (
        "broken: yes, but trumps may always be led in bridge"
    ),
    "arpaa trump=S lead=N boards=N N:A... K... Q... J...": "boards: arpaa has no board calls",
    "back_alley trump=S lead=N boards=NEN N:A... K... Q... J...": "boards: N given twice",
    "bridge trump=S lead=N won=7-6 N:A... K... Q... J...": (
        "won: 7-6 and 1 to come, but the pack allows 13 in all"
    ),
    "arpaa trump=S lead=N won=0-36 N:A... K... Q... J...": (
        "won: 0-36 and 1 to come, but the pack allows 36 in all"
    ),
}

# The trick on the table: its players could not have played like that.
REVOKES = {
    "arpaa trump=S lead=N trick=HK,S7 N:A... .K.. Q9... J8...": (
        "trick: E cannot play S7: must follow suit (HK)"
    ),
    "bridge trump=S lead=W trick=HK,C2 N:.4.. K2... .A3.. .Q..": (
        "trick: N cannot play C2: must follow suit (H4)"
    ),
    "bridge trump=S lead=N trick=HK,H2,D3 N:A... K... .5.. 87...": (
        "trick: S cannot play D3: must follow suit (H5)"
    ),
    "back_alley trump=S lead=N trick=S9,HA broken=yes N:A... B... Q3... J4...": (
        "trick: E cannot play HA: must follow suit (BB)"
    ),
    "back_alley trump=S lead=N trick=H9,BB broken=yes N:A... .2.. Q3... J4...": (
        "trick: E cannot play BB: must follow suit (H2)"
    ),
    "back_alley trump=S lead=N trick=BB,SA broken=yes N:.A.. L... .K2.. .Q3..": (
        "trick: E cannot play SA: the Big Blooper was led, the highest trump must be played (LB)"
    ),
    "back_alley trump=S lead=N trick=BB,HT broken=yes N:.A.. 2... .K2.. .Q3..": (
        "trick: E cannot play HT: the Big Blooper was led, the highest trump must be played (S2)"
    ),
    "back_alley trump=S lead=N trick=LB,BB broken=yes N:.A.. 5... .K2.. .Q3..": (
        "trick: E cannot play BB: the Little Blooper was led, the lowest trump must be played (S5)"
    ),
    "back_alley trump=S lead=N trick=LB,H4,S7 broken=yes N:.A.. .5.. 6... .Q3..": (
        "trick: S cannot play S7: the Little Blooper was led, the lowest trump must be played (S6)"
    ),
    "back_alley trump=S lead=N trick=S9 N:.A.. 54... .K2.. .Q3..": (
        "trick: N cannot play S9: trumps are not broken, a plain card must be led (HA)"
    ),
    "back_alley trump=S lead=N trick=BB boards=S N:.A.. 54... .K2.. .Q3..": (
        "trick: N cannot play BB: trumps are not broken, a plain card must be led (HA)"
    ),
}

# Near misses of the same rules that are possible.
POSSIBLE = [
    "arpaa trump=S lead=N trick=HK,S7 N:A... A... Q9... J8...",
    "arpaa trump=S lead=N trick=HK,H6 N:A... .A.. Q9... J8...",
    "back_alley trump=S lead=N trick=S9 N:5... 43... .K2.. .Q3..",
    "back_alley trump=S lead=N trick=S9 broken=yes N:.A.. 54... .K2.. .Q3..",
    "back_alley trump=S lead=N trick=S9 boards=N N:.A.. 54... .K2.. .Q3..",
    "back_alley trump=S lead=N trick=BB,LB broken=yes N:.A.. A... .K2.. .Q3..",
    "back_alley trump=S lead=N trick=LB,BB broken=yes N:.A.. .5.. .K2.. .Q3..",
    "back_alley trump=S lead=N trick=LB,S4 broken=yes N:.A.. B... .K2.. .Q3..",
    "back_alley trump=N lead=N trick=S9 N:.A.. 54... .K2.. .Q3..",
    "bridge trump=S lead=N trick=S9 N:.A.. 54... .K2.. .Q3..",
    "arpaa trump=S lead=N N:AA... AA... 66... 66...",
]


@pytest.mark.parametrize("line", [*FORM, *IMPOSSIBLE, *REVOKES])
def test_refused(line: str) -> None:
    message = (FORM | IMPOSSIBLE | REVOKES)[line]
    with pytest.raises(PositionError) as error:
        Position.from_text(line)
    assert str(error.value) == message
    assert isinstance(error.value, ValueError)
    assert error.value.field == message.split(":")[0]
    assert error.value.faults[0] == message


LONG = "9" * 1000


@pytest.mark.parametrize(
    "line",
    [
        LONG,
        f"bridge {LONG}",
        f"bridge {LONG}=1",
        f"bridge trump={LONG} lead=N N:A... K... Q... J...",
        f"bridge trump=S lead={LONG} N:A... K... Q... J...",
        f"bridge trump=S lead=N trick={LONG} N:A... K... Q... J...",
        f"bridge trump=S lead=N broken={LONG} N:A... K... Q... J...",
        f"bridge trump=S lead=N won={LONG} N:A... K... Q... J...",
        f"bridge trump=S lead=N {LONG}:A... K... Q... J...",
        f"bridge trump=S lead=N N:{LONG} K... Q... J...",
        f"bridge trump=S lead=N N:...{LONG}A K... Q... J...",
        f"bridge trump=S lead=N {LONG}... K... Q... J...",
    ],
)
def test_messages_repeat_little_of_a_long_line(line: str) -> None:
    with pytest.raises(PositionError, match=r"'9{50,}…'") as error:
        Position.from_text(line)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("line", [None, b"bridge", 7])
def test_a_line_is_text(line: object) -> None:
    with pytest.raises(TypeError, match=rf"^line: text is needed, not {type(line).__name__}$"):
        Position.from_text(line)  # type: ignore[arg-type]


@pytest.mark.parametrize("line", POSSIBLE)
def test_possible(line: str) -> None:
    assert Position.from_text(line).tricks_left == 2


def test_variants_are_judged_by_their_own_rules() -> None:
    led = "back_alley trump=S lead=N trick=S9 N:.A.. 54... .K2.. .Q3.."
    assert Position.from_text(led, rules=replace(BACK_ALLEY, trump_lead="free")).broken
    low = "back_alley trump=S lead=N trick=LB,S7 broken=yes N:.A.. 5... .K2.. .Q3.."
    assert Position.from_text(low, rules=replace(BACK_ALLEY, lb_lead="free"))
    aces = "arpaa trump=S lead=N N:A... A... 6... 7..."
    with pytest.raises(PositionError, match=r"^hands: SA 2 times"):
        Position.from_text(aces, rules=replace(ARPAA, packs=1))
    with pytest.raises(PositionError, match=r"^hands: S6 in S's hand, but the pack goes down to J"):
        Position.from_text(aces, rules=replace(ARPAA, low_rank=11))
    joker = "back_alley trump=S lead=N N:B... 2... 3... 4..."
    with pytest.raises(PositionError, match=r"^hands: BB in N's hand, .* played without jokers"):
        Position.from_text(joker, rules=replace(BACK_ALLEY, jokers=0))


def test_every_fault_is_listed() -> None:
    with pytest.raises(PositionError) as error:
        Position.from_text("bridge trump=S lead=N broken=yes boards=N won=9-9 N:AA... K... Q... B...")
    assert error.value.faults == (
        "broken: yes, but trumps may always be led in bridge",
        "boards: bridge has no board calls",
        "hands: SA 2 times (2 in N's hand), but the pack has 1",
        "hands: BB in W's hand, but bridge is played without jokers",
        "hands: unequal: N 2, E 1, S 1, W 1",
        "won: 9-9 and 1 to come, but the pack allows 13 in all",
    )
    assert str(error.value) == error.value.faults[0]


def test_errors_cross_process_borders() -> None:
    error = PositionError("hands", "unequal", ["hands: unequal", "won: bad"])
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.field, again.faults) == (str(error), "hands", error.faults)
    assert all(issubclass(kind, ValueError) for kind in (PositionError, IllegalPlay, NotExact))


def test_the_constructor_checks_too() -> None:
    one = [[Card.parse(card)] for card in ("SA", "SK", "SQ", "SJ")]
    position = Position(BRIDGE, trump=None, leader=Seat.N, hands=one)
    assert position.to_text() == "bridge trump=N lead=N N:A... K... Q... J..."
    wrong: dict[str, dict[str, object]] = {
        "hands: 3 given, 4 needed": {"hands": one[:3]},
        "hands: unequal: N 0, E 1, S 1, W 1": {"hands": [[], *one[1:]]},
        "won: 1 numbers given, 2 needed": {"won": (1,)},
        "won: -1-0, but tricks cannot be negative": {"won": (-1, 0)},
        "boards: bridge has no board calls": {"boards": [Seat.N]},
        "trump: 7 is not a Suit or None": {"trump": 7},
        "lead: 'N' is not a Seat": {"leader": "N"},
        "boards: 'E' is not a Seat": {"boards": "ES"},
    }
    for message, change in wrong.items():
        arguments: dict[str, object] = {"trump": Suit.S, "leader": Seat.N, "hands": one} | change
        with pytest.raises(PositionError) as error:
            Position(BRIDGE, **arguments)  # type: ignore[arg-type]
        assert str(error.value) == message


ILLEGAL = [
    ("bridge trump=S lead=N N:A... K... Q... J...", "S2", "N cannot play S2: not in hand"),
    ("bridge trump=S lead=N N:A... K... Q... J...", "SK", "N cannot play SK: not in hand"),
    (
        "arpaa trump=S lead=N trick=HK N:TT... A.A6.. JJJ... QQQ...",
        "SA",
        "E cannot play SA: must follow suit (HA H6)",
    ),
    (
        "back_alley trump=S lead=N N:A.3.. 32... ..32. ...32",
        "SA",
        "N cannot play SA: trumps are not broken, a plain card must be led (H3)",
    ),
    (
        "back_alley trump=H lead=N trick=BB broken=yes N:...2 .LA.. ..32. ..54.",
        "HA",
        "E cannot play HA: the Big Blooper was led, the highest trump must be played (LB)",
    ),
    (
        "back_alley trump=H lead=N trick=LB broken=yes N:...2 .A7.. ..32. ..54.",
        "HA",
        "E cannot play HA: the Little Blooper was led, the lowest trump must be played (H7)",
    ),
]


@pytest.mark.parametrize(("line", "card", "message"), ILLEGAL)
def test_illegal_plays(line: str, card: str, message: str) -> None:
    position = Position.from_text(line)
    for spelling in (card, Card.parse(card)):
        with pytest.raises(IllegalPlay) as error:
            position.push(spelling)
        assert str(error.value) == message
    assert position == Position.from_text(line)  # nothing has changed
    with pytest.raises(IndexError):
        position.pop()


def test_no_card_can_be_played_when_all_is_over() -> None:
    position = Position.from_text("bridge trump=S lead=N won=7-6 N:... ... ... ...")
    assert position.is_over and position.legal_plays() == [] and position.tricks_left == 0
    with pytest.raises(IllegalPlay, match=r"^N cannot play SA: not in hand$"):
        position.push("SA")
    with pytest.raises(PositionError, match=r"^card: 'S1' is not a card"):
        position.push("S1")
