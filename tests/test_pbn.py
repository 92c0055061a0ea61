"""PBN files: what is read of good ones, the line and reason of every fault, and the way back."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from random_deals import random_deal
from refused import refused

from overruff import ARPAA, BRIDGE, Deal, PositionError, Seat, Suit, read_pbn, write_pbn
from overruff.cards import trump_letter
from overruff.pbn import read_boards

EXAMPLE = (Path(__file__).parent.parent / "examples" / "bridge.pbn").read_text()
DEAL = "N:A85.KJ3.QT9.Q752 KQJ4.T98.K65.JT8 T92.7642.AJ73.K3 763.AQ5.842.A964"
HANDS = Deal.from_text(f"bridge dealer=N {DEAL}").hands

ODD = f"""% PBN 2.1
%Creator: somebody [Deal "nothing"]
; a comment with [Deal "nothing"] and {{ in it
{{ one of several lines,

with an empty one; [Deal "nothing"] }}
[Event "##Club \\"night\\""][Site "a;b{{c}}"] [Round	"1"  ]
[Board
  "7"]   ; the board {{
[Dealer "s"] [Vulnerable "Both"]  {{comment}} [Deal "{DEAL.lower()}"]
[ Declarer "^N" ]
[Contract "1 nt x"] [Contract "2S"]
[Result "5"] [Unheard_of "kept"]
[Auction "S"]
Pass Pass 1NT =1= Pass $5 ^I 1C * 7NT
[Note "1:12-14"]
[Note "2:nothing"]
[Play "e"]
SK!? =1= $8 S2 {{ comment }} s3
; comment
  s5 ??
%S4 S4 S4 S4
S4 S9 S7!!S8 +  - - -
*  CA
[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]
N NT 7
S NT "8"
"""


def test_odd_ways_of_writing() -> None:
    (deal,) = read_pbn(ODD)
    assert deal.hands == HANDS
    assert (deal.dealer, deal.declarer, deal.lead, deal.trump) == (Seat.S, Seat.N, None, None)
    assert " ".join(map(str, deal.plays)) == "SK S2 S3 S5 S4 S9 S7 S8"
    assert deal.tags == {
        "Event": 'Club "night"',
        "Site": "a;b{c}",
        "Round": "1",
        "Board": "7",
        "Vulnerable": "All",
        "Contract": "1 nt x",
        "Result": "5",
        "Unheard_of": "kept",
    }


@pytest.mark.parametrize(
    "change", [lambda s: s.replace("\n", "\r\n"), lambda s: s.replace("\n", "\r"), str.rstrip]
)
def test_line_ends(change: Callable[[str], str]) -> None:
    assert read_pbn(change(ODD)) == read_pbn(ODD)
    *_, error = read_boards(change(ODD + "\n\n[Deal]"))
    assert str(error).startswith(f"line {ODD.count(chr(10)) + 3}: ")


def test_the_example() -> None:
    whole, claim, ending = read_pbn(EXAMPLE)
    assert whole.position().is_over and whole.position().won == (8, 5)
    assert (len(claim.plays), claim.position().won, claim.trump) == (12, (3, 0), Suit.S)
    assert (ending.lead, ending.declarer, ending.cards, ending.trump) == (Seat.W, None, 3, Suit.H)
    assert [deal.tags["Event"] for deal in (whole, claim, ending)] == ["Training night"] * 2 + ["Puzzle"]
    assert "Auction" not in claim.tags and "Note" not in claim.tags


def board(*lines: str) -> str:
    return "\n".join([f'[Deal "{DEAL}"]', *lines])


def played(*rows: str, seat: str = "E", declarer: str = "N") -> str:
    """South declares in notrumps, and West leads; the deal stands in line 1, the rows from line 5 on."""
    return board(f'[Declarer "{declarer}"]', '[Contract "3NT"]', f'[Play "{seat}"]', *rows)


def test_columns_belong_to_seats() -> None:
    """East leads and wins, then North wins and leads the third trick: his card stands last in its row."""
    (deal,) = read_pbn(played("SK S2 S3 S5", "SQ S9 S6 SA", "H8 H2 HQ H3"))
    assert " ".join(map(str, deal.plays)) == "SK S2 S3 S5 SQ S9 S6 SA H3 H8 H2 HQ"
    unfinished = read_pbn(played("SK S2 S3 S5", "SQ S9 S6 SA", "H8 + - H3"))[0]
    assert unfinished.plays == deal.plays[:10] and unfinished.position().turn is Seat.S
    assert read_pbn(played("SK S2 S3 S5", "SQ S9 S6 SA", "- - - H3", "*"))[0].plays == deal.plays[:9]
    # Rows are counted by cards, so a long one may be broken.
    assert read_pbn(played("SK S2", "S3 S5 SQ S9 S6", "SA H8 H2 HQ H3"))[0] == deal


@pytest.mark.parametrize("end", ["", "*", "- - - -", "+ - - -", "- - - -\n- - - -\n*", "+"])
def test_a_play_may_end_in_many_ways(end: str) -> None:
    (deal,) = read_pbn(played("SK S2 S3 S5", end))
    assert len(deal.plays) == 4


@pytest.mark.parametrize("value", ["1NT", "nt", "N", "3 N X", "7NTXX", "1nt"])
def test_contracts(value: str) -> None:
    (deal,) = read_pbn(board(f'[Contract "{value}"]', '[Declarer "W"]'))
    assert (deal.has_trump, deal.trump, deal.leader) == (True, None, Seat.N)
    assert read_pbn(board('[Contract "4hxx"]', '[Declarer "W"]'))[0].trump is Suit.H


@pytest.mark.parametrize(
    "lines",
    [
        (),
        ('[Contract "Pass"]', '[Declarer ""]'),
        ('[Contract "?"]', '[Declarer "?"]'),
        ('[Contract "4S"]',),
        ('[Contract "4S"]', '[Declarer "?"]', '[Play "?"]', "- - - -"),
        ('[Declarer "S"]', '[Play "W"]', "*"),
    ],
)
def test_no_contract(lines: tuple[str, ...]) -> None:
    (deal,) = read_pbn(board(*lines))
    assert not deal.has_trump and deal.plays == ()
    with pytest.raises(PositionError, match="declarer"):
        deal.position()


def test_byte_order_mark() -> None:
    assert read_pbn("\ufeff" + EXAMPLE) == read_pbn(EXAMPLE)


def test_dealer() -> None:
    assert read_pbn(board('[Dealer "W"]', '[Board "1"]'))[0].dealer is Seat.W
    assert [read_pbn(board(f'[Board "{k}"]'))[0].dealer for k in (1, 2, 3, 4, 16, 17)] == [
        Seat.N, Seat.E, Seat.S, Seat.W, Seat.W, Seat.N,
    ]  # fmt: skip
    for other in ("", '[Dealer "?"]', '[Board "x"]', '[Board "0"]', f'[Board "{"9" * 5000}"]'):
        assert read_pbn(board(other).replace("N:", "E:"))[0].dealer is Seat.E


def test_inherited_tags() -> None:
    text = "\n\n".join(
        [
            '[Event "##Cup"]\n[Date "2001.02.03"]\n[Site "##Here"]',  # a game of tags alone
            board('[Date "#"]', '[Round "#"]'),
            board('[Site "There"]', '[Date "?"]'),
            board('[Date "#"]'),
        ]
    )
    tags = [deal.tags for deal in read_pbn(text)]
    assert tags == [
        {"Event": "Cup", "Site": "Here", "Date": "2001.02.03"},
        {"Event": "Cup", "Site": "There"},
        {"Event": "Cup", "Site": "There"},
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "line 1: 'hello' belongs to no tag"),
        ("\n\n ; x\nhello", "line 4: 'hello' belongs to no tag"),
        (board("]"), "line 2: ']' belongs to no tag"),
        (board("[Event]"), 'line 2: a tag is needed, such as [Name "value"]'),
        (board("[Event 'x']"), 'line 2: a tag is needed, such as [Name "value"]'),
        (board('[Event "x"', '[Site "y"]'), 'line 2: a tag is needed, such as [Name "value"]'),
        (board('["x"]'), 'line 2: a tag is needed, such as [Name "value"]'),
        (board('[Event-2 "x"]'), "line 2: 'Event-2' is no name of a tag"),
        (board("", '[Event "x]'), "line 3: the string that begins here is not closed"),
        (board('[Event "x" "y]'), "line 2: the string that begins here is not closed"),
        (board("{ ", "", "so it goes on"), "line 2: the comment that begins here is not closed"),
        (board('[Board "1"] %junk'), "line 2: '%junk' belongs to no tag"),
        (board('[Board "1"] junk'), "line 2: 'junk' belongs to no tag"),
        ("\n" + board("junk"), "line 3: 'junk' belongs to no tag"),
        ('[Deal ""]', "line 1: [Deal] all four hands are needed"),
        (f'[Deal "{DEAL[:-19]} -"]', "line 1: [Deal] all four hands are needed"),
        (f'\n[Deal "{DEAL[:-18]}"]', "line 2: [Deal] 3 given, 4 needed"),
        (f'[Deal "X{DEAL[1:]}"]', "line 1: [Deal] 'X' is not one of N E S W"),
        (f'[Deal "{DEAL[2:]}"]', "line 1: [Deal] 'A85.KJ3.QT9.Q752' is not one of N E S W"),
        (f'[Deal "{DEAL.replace("A85", "X85")}"]', "line 1: [Deal] N's S holding has unknown rank 'X'"),
        (f'[Deal "{DEAL.replace("A85", "1085")}"]', "line 1: [Deal] N's S holding has unknown rank '1'"),
        (f'[Deal "{DEAL.replace("A85.", "A85")}"]', "line 1: [Deal] N's hand 'A85KJ3.QT9.Q752' has 3 suits, "
         "4 needed (spades.hearts.diamonds.clubs)"),
        (f'[Deal "{DEAL.replace("A85", "K85")}"]', "line 1: [Deal] SK 2 times (1 in N's hand, 1 in E's hand)"
         ", but the pack has 1"),
        (f'[Deal "{DEAL.replace("A85", "A8")}"]', "line 1: [Deal] unequal: N 12, E 13, S 13, W 13"),
        (f'[Deal "{DEAL.replace("A85", "AB5")}"]', "line 1: [Deal] BB in N's hand, but bridge is played "
         "without jokers"),
        (board('[Dealer "North"]'), "line 2: [Dealer] 'North' is not one of N E S W"),
        (board('[Declarer "#"]'), "line 2: [Declarer] '#' is not one of N E S W"),
        (board('[Vulnerable "Some"]'), "line 2: [Vulnerable] 'Some' is unknown"),
        (board('[Contract "8S"]'), "line 2: [Contract] '8S' is not a contract such as 4S, 3NTX or Pass"),
        (board('[Contract "4SXXX"]'), "line 2: [Contract] '4SXXX' "
         "is not a contract such as 4S, 3NTX or Pass"),
        (board('[Play "X"]'), "line 2: [Play] 'X' is not one of N E S W"),
        (board('[Play "W"]', "SA"), "line 2: [Play] cannot be followed without [Contract]"),
        (board('[Contract "4S"]', '[Play "?"]', "SA"),
         "line 3: [Play] cannot be followed without [Contract]"),
        (played("SK", seat="S"), "line 4: [Play] S, but E leads"),
        (played("SK S2 S3 S5", "SQ S9 CA"), "line 6: [Play] W cannot play CA: must follow suit (S7 S6)"),
        (played("SK S2 S3 S5", "SK"), "line 6: [Play] E cannot play SK: not in hand"),
        (played("SK S2 S3 S5", "SQ - S6"), "line 6: [Play] W S6 follows a card that is not given"),
        (played("- S2"), "line 5: [Play] S S2 follows a card that is not given"),
        (played("SK S2 S3 S5", "- - - -", "SQ"), "line 7: [Play] E SQ follows a card that is not given"),
        (played("SK S2 ^R H5"), "line 5: [Play] an irregularity (^R) cannot be followed"),
        (played("SK S2 S10"), "line 5: [Play] 'S10' is not a card such as SA, HT, D9, BB or LB"),
        (played("SK S2 S3,S5"), "line 5: [Play] ',' is not a card"),
        (played('SK "S2"'), "line 5: [Play] '\"\"' is not a card"),
    ],
)  # fmt: skip
def test_faults(text: str, message: str) -> None:
    with refused(message, PositionError):
        read_pbn(text)
    # The games around it are read.
    around = list(read_boards(f"{board()}\n\n{text}\n\n{board()}"))
    assert isinstance(around[0], Deal) and sum(isinstance(found, PositionError) for found in around) == 1
    assert isinstance(around[-1], Deal) or "comment" in message


def test_a_tag_given_again_is_ignored() -> None:
    (deal,) = read_pbn(board('[Dealer "W"]', '[Dealer "X"]', '[Event "a"]', '[Event "b"]', '[Deal ""]'))
    assert (deal.dealer, deal.tags) == (Seat.W, {"Event": "a"})


def test_a_card_too_many() -> None:
    whole = EXAMPLE.partition("\n\n")[0]
    with pytest.raises(PositionError, match=r"^line 25: \[Play\] S2, but no cards are left$"):
        read_pbn(whole + "\nS2\n")


def bridge_deal(dice: random.Random) -> Deal:
    """As ``random_deal``; of a whole deal that is played the declarer is always known."""
    deal = random_deal(dice, "bridge")
    if deal.cards == BRIDGE.max_hand and deal.declarer is None and deal.lead is not None:
        deal = replace(deal, lead=None, declarer=Seat((deal.lead + 3) % 4))
    level = dice.choice(["", "1", "7"]) if deal.has_trump else ""
    tags = {"Contract": f"{level}{'NT' if deal.trump is None else deal.trump}X"} if level else {}
    if dice.random() < 0.3:
        tags["Result"] = "9"
    return replace(deal, tags=tags | {"Event": dice.choice(["x", 'a "quoted" \\ one', "Café", "]{;"])})


@settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow])
@given(st.randoms(use_true_random=False))
def test_round_trip(dice: random.Random) -> None:
    deals = [bridge_deal(dice) for _ in range(dice.randint(0, 3))]
    text = write_pbn(deals)
    again = read_pbn(text)
    assert again == deals and write_pbn(again) == text
    assert [deal.tags["Event"] for deal in again] == [deal.tags["Event"] for deal in deals]


def test_what_an_exported_file_looks_like() -> None:
    (deal,) = read_pbn(played("SK S2 S3 S5", "SQ S9 S6 SA", "- - - H3"))
    deal = replace(deal, dealer=Seat.W, tags={"West": "Nobody", "Contract": "3 N", "Zone": "1", "Mode": "x"})
    assert write_pbn([deal]) == (
        '% PBN 2.1\n% EXPORT\n[Event "?"]\n[Site "?"]\n[Date "?"]\n[Board "1"]\n[West "Nobody"]\n'
        '[North "?"]\n[East "?"]\n[South "?"]\n[Dealer "W"]\n[Vulnerable ""]\n'
        '[Deal "W:763.AQ5.842.A964 A85.KJ3.QT9.Q752 KQJ4.T98.K65.JT8 T92.7642.AJ73.K3"]\n'
        '[Scoring "?"]\n[Declarer "N"]\n[Contract "3NT"]\n[Result "?"]\n[Mode "x"]\n[Zone "1"]\n'
        '[Play "E"]\nSK S2 S3 S5\nSQ S9 S6 SA\n+  -  -  H3\n'
    )
    only_lead = Deal.from_text(f"bridge dealer=N trump=S lead=E {DEAL}")
    assert '[Declarer "N"]\n[Contract "S"]\n[Result "?"]\n[Play "E"]\n+ ' in write_pbn([only_lead])
    passed = replace(read_pbn(board())[0], tags={"Contract": "pass"})
    assert '[Declarer ""]\n[Contract "Pass"]\n[Result ""]\n' in write_pbn([passed])
    claimed = read_pbn(EXAMPLE)[1]
    assert write_pbn([claimed]).endswith(
        '[Result "13"]\n[Play "W"]\nHT HA H3 HJ\nS4 S3 S2 SA\nS6 S5 S7 SK\n*\n'
    )
    assert '[Result "8"]' in write_pbn([replace(read_pbn(EXAMPLE)[0], tags={"Contract": "4S"})])


def test_what_cannot_be_written() -> None:
    with refused("deal 2: of arpaa, but PBN is for bridge"):
        write_pbn([Deal.deal(BRIDGE, seed=1), Deal.deal(ARPAA, seed=1)])
    for name, value in (("event", "x"), ('x"]', "x"), ("Event", "#"), ("Event", "##x")):
        with refused(f"deal 1: the tag {name!r} cannot have the value {value!r}"):
            write_pbn([replace(Deal.deal(BRIDGE, seed=1), tags={name: value})])
    control = replace(Deal.deal(BRIDGE, seed=1), tags={"Event": "a\nb\tc"})
    assert read_pbn(write_pbn([control]))[0].tags["Event"] == "a b c"


PIECES = ['[Deal "', DEAL, '"]', "\n\n", "[", "]", '"', "{", "}", ";", "%", '[Play "E"]', '[Contract "1S"]',
          '[Declarer "N"]', "SK", "S2 S3 S5", "*", "+", "-", "=1=", "$7", "!", "^", "\\", "#", "\r",
          "\ufeff", "²"]  # fmt: skip


@settings(deadline=None, max_examples=400)
@given(st.lists(st.sampled_from(PIECES), max_size=25), st.integers(0, len(ODD)))
@example(["{"], 0)
def test_nothing_else_is_ever_raised(pieces: list[str], cut: int) -> None:
    for text in (" ".join(pieces), ODD[:cut] + "".join(pieces) + ODD[cut:]):
        for found in read_boards(text):
            assert isinstance(found, (Deal, PositionError))
            if isinstance(found, PositionError):
                assert found.field.startswith("line ") and "\n" not in str(found)


def test_another_reader_reads_what_is_exported() -> None:
    """endplay sees the same deals, contracts and plays, and what it writes is read back."""
    pbn = pytest.importorskip("endplay.parsers.pbn")
    dice = random.Random(1)
    deals = []
    while len(deals) < 60:
        deal = bridge_deal(dice)
        if deal.declarer is not None and deal.cards == BRIDGE.max_hand and "Contract" in deal.tags:
            deals.append(deal)
    boards = pbn.loads(write_pbn(deals))
    assert len(boards) == len(deals)
    letters = dict(zip("♠♥♦♣", "SHDC", strict=True)) | {"NT": "N"}
    for deal, seen in zip(deals, boards, strict=True):
        assert deal.to_text().endswith(seen.deal.to_pbn())
        assert seen.dealer.abbr == deal.dealer.name
        assert seen.contract.declarer.abbr == deal.declarer.name
        assert letters[seen.contract.denom.abbr] == trump_letter(deal.trump)
        shown = [str(card) for card in seen.play]
        assert [letters[card[0]] + card[1:] for card in shown] == [str(card) for card in deal.plays]
    again = read_pbn(pbn.dumps(boards))
    assert again == deals
