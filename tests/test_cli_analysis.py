"""The commands table, trace, line and trump, and ``--csv``."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

import overruff as ov
from overruff import Position, Suit
from overruff.cli import main
from overruff.scores import payoff

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
RECORDS = [str(EXAMPLES / f"{game}_record.txt") for game in ("arpaa", "back_alley", "bridge")]
DEALS = [str(EXAMPLES / name) for name in ("arpaa_ending.txt", "back_alley_deal.txt", "bridge_deals.txt")]
ENDING = "arpaa trump=S lead=N N:K.K.. K.K.. .AQ.. Q.A.."


def answers(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> list[str]:
    """The lines of output of a command."""
    assert main(words) == status
    return capsys.readouterr().out.splitlines()


def rows(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> list[dict[str, str]]:
    """The rows of a command's CSV."""
    return list(csv.DictReader(answers(capsys, *words, "--csv", status=status), strict=True))


def objects(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, object]]:
    """The objects of a command's JSON."""
    return [json.loads(line) for line in answers(capsys, *words, "--json")]


def examples(path: str) -> list[str]:
    """The position lines of an example file."""
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


@pytest.mark.parametrize("path", DEALS)
def test_table(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = rows(capsys, "table", path)
    assert list(found[0]) == ["position", "tricks", "trump", "leader", "ns"]
    for line in examples(path):
        answer = ov.table(Position.from_text(line))
        own = [row for row in found if row["position"] == line]
        assert [int(row["ns"]) for row in own] == list(answer.ns.values())
        assert own[5]["trump"] == "H" and own[5]["leader"] == "E"


def test_table_with_rights(capsys: pytest.CaptureFixture[str]) -> None:
    line = "back_alley trump=S lead=N N:L.T.Q. BK..9. A.AJ.. J.KQ.."
    position = Position.from_text(line)
    for words, answer in (
        (["--boards", "leader"], ov.table(position, boards="leader")),
        (["--boards", "NW"], ov.table(position, boards="NW")),
        (["--broken", "yes"], ov.table(position, broken=True)),
        (["--boards", "none"], ov.table(position)),
    ):
        assert [int(row["ns"]) for row in rows(capsys, "table", *words, line)] == list(answer.ns.values())
    boarded = line.replace(" N:", " boards=N broken=yes N:")
    assert rows(capsys, "table", "--boards", "none", "--broken", "no", boarded)[0]["ns"] == "1"
    assert main(["table", "--boards", "NX", line]) == 2
    message = "overruff: argument 1: boards: 'NX' is neither seats such as NW nor 'leader'\n"
    assert capsys.readouterr().err == message


@pytest.mark.parametrize("path", RECORDS)
def test_trace(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    [line] = examples(path)
    [values] = objects(capsys, "trace", path)
    found = rows(capsys, "trace", path)
    plays = values["plays"]
    assert isinstance(plays, list)
    assert list(found[0]) == ["position", "number", *plays[0]]
    for number, (row, play) in enumerate(zip(found, plays, strict=True), 1):
        assert row == {"position": line, "number": str(number)} | {
            name: "" if value is None else str(value) for name, value in play.items()
        }
    assert values["side_cost"] == {
        "NS": sum(play["cost"] for play in plays if play["seat"] in "NS"),
        "EW": sum(play["cost"] for play in plays if play["seat"] in "EW"),
    }
    text = answers(capsys, "trace", path)
    assert sum(" costs " in line for line in text) == sum(play["cost"] > 0 for play in plays) >= 2


def test_trace_of_a_called_deal(capsys: pytest.CaptureFixture[str]) -> None:
    """A deal line says what was called, so every card is judged by points as well."""
    path = str(EXAMPLES / "back_alley_called.txt")
    [values] = objects(capsys, "trace", path)
    deal = ov.Deal.from_text(examples(path)[0])
    scores = payoff(deal.auction)
    assert deal.position().is_over
    assert (values["end"], values["end_score"]) == (deal.position().won[0], scores[deal.position().won[0]])
    assert values["start_score"] == scores[ov.solve(deal.position(0)).ns]
    lost = values["side_score_cost"]
    assert isinstance(lost, dict)
    assert values["end_score"] == values["start_score"] - lost["NS"] + lost["EW"]
    costs = [(row["card"], row["cost"], row["score_cost"]) for row in rows(capsys, "trace", path)]
    assert [cost for cost in costs if cost[1] != "0"] == [("H6", "2", "40"), ("S3", "1", "0")]
    # Without all four calls nothing scores.
    [uncalled] = objects(capsys, "trace", examples(path)[0].replace("calls=2,3,3,1", "lead=E"))
    assert "end_score" not in uncalled and uncalled["cost"] == values["cost"]


@pytest.mark.parametrize("path", DEALS)
def test_line(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = objects(capsys, "line", path)
    table = rows(capsys, "line", path)
    text = answers(capsys, "line", path)
    for line, values in zip(examples(path), found, strict=True):
        position = Position.from_text(line)
        cards = values["line"]
        assert cards == list(map(str, ov.line(position)))
        assert values["ns"] == ov.solve(position).ns
        assert [row["card"] for row in table if row["position"] == line] == cards
        for card in cards:
            position.push(card)
        assert position.is_over and position.won == (values["ns"], values["ew"])
        assert f"NS {values['ns']}  EW {values['ew']}  {line}" in text
    assert sum("  won by " in line for line in text) == sum(len(values["tricks"]) for values in found)  # type: ignore[arg-type]


def test_line_during_a_trick(capsys: pytest.CaptureFixture[str]) -> None:
    line = "arpaa trump=S lead=N trick=HK,HK N:K... K... .AQ.. Q.A.."
    assert answers(capsys, "line", line) == [
        f"NS 2  EW 0  {line}",
        "  S HA  W HA  won by S",
        "  S HQ  W SQ  N SK  E SK  won by N",
    ]


def test_solve_and_plays(capsys: pytest.CaptureFixture[str]) -> None:
    [solved] = rows(capsys, "solve", ENDING)
    value = ["position", "ns", "ew", "lower", "upper", "exact", "nodes", "seconds"]
    assert list(solved) == [*value, "estimate", "error", "best"]
    assert (solved["position"], solved["ns"], solved["exact"]) == (ENDING, "2", "True")
    plays = rows(capsys, "plays", ENDING)
    play = ["position", "card", "ns", "cost", "lower", "upper", "same_as", "estimate"]
    assert list(plays[0]) == play
    assert [(row["card"], row["cost"], row["same_as"]) for row in plays] == [("SK", "0", ""), ("HK", "0", "")]
    late = rows(capsys, "solve", "--time-limit", "0", Position.random(ov.ARPAA, seed=1).to_text())
    assert late[0]["ns"] == "" and late[0]["exact"] == "False"


def test_one_header_for_all(capsys: pytest.CaptureFixture[str]) -> None:
    lines = answers(capsys, "solve", "--csv", ENDING, "bad line=1", ENDING, status=2)
    assert len(lines) == 3 and sum(line.startswith("position,") for line in lines) == 1
    assert answers(capsys, "solve", "--csv", "bad line=1", status=2) == lines[:1]


def test_json_or_csv(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["solve", "--csv", "--json", ENDING])
    assert "not allowed with" in capsys.readouterr().err


def test_trump_of_known_deals(capsys: pytest.CaptureFixture[str]) -> None:
    found = objects(capsys, "trump", *DEALS)
    lines = [line for path in DEALS for line in examples(path)]
    table = rows(capsys, "trump", *DEALS)
    for line, values in zip(lines, found, strict=True):
        position = Position.from_text(line)
        own = ov.table(position).column(position.leader)
        tricks = {"N" if trump is None else trump.name: value for trump, value in own.items()}
        assert values["tricks"] == tricks and values["leader"] == position.leader.name
        assert values["cost"] == max(own.values()) - own[position.trump]
        mine = [row for row in table if row["position"] == line]
        assert [int(row["tricks"]) for row in mine] == list(tricks.values())
        assert [row["cost"] for row in mine if row["chosen"] == "True"] == [str(values["cost"])]
    assert answers(capsys, "trump", lines[1])[1:] == [
        "trump  tricks of EW  cost",
        "S                 3     3",
        "H                 5     1",
        "D                 6     0",
        "C                 5     1  chosen",
    ]


def test_trump_of_a_deal(capsys: pytest.CaptureFixture[str]) -> None:
    deal = ov.Deal.deal(ov.ARPAA, seed=2, cards=6)
    [values] = objects(capsys, "trump", deal.to_text())
    assert (values["leader"], values["trump"], values["cost"]) == (deal.leader.name, None, None)
    assert all(row["chosen"] == "False" for row in rows(capsys, "trump", deal.to_text()))
    named = replace(deal, trump=Suit.D)
    position = named.position()
    card = position.legal_plays()[0]
    for line in (named.to_text(), replace(named, plays=(card,)).to_text()):
        [chosen] = objects(capsys, "trump", line)
        assert chosen["tricks"] == values["tricks"] and chosen["trump"] == "D"
        tricks = list(ov.trump_values(position).values())
        assert chosen["cost"] == max(tricks) - tricks[Suit.D]


def test_trump_from_three_cards(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["trump", "--seen", "SA,SK,H7", "--cards", "4", "--samples", "20", "--seed", "3"]
    answer = ov.expected_trumps(["SA", "SK", "H7"], 4, 20, 3)
    [values] = objects(capsys, *words)
    assert list(values) == ["seen", "cards", "deals", "best", "trumps"]
    assert values["best"] == answer.best.name
    expected = {
        suit.name: {name: getattr(answer, name)[suit] for name in ("mean", "error", "cost", "cost_error")}
        for suit in Suit
    }
    assert values["trumps"] == expected
    for row in rows(capsys, *words, "--threads", "1"):
        assert {name: float(value) for name, value in row.items() if name != "trump"} == expected[
            row["trump"]
        ]
    text = answers(capsys, *words)
    assert text == ["SA,SK,H7  4 cards a hand, 20 deals", *str(answer).splitlines()]
    numbers = [float(word) for word in re.findall(r"\d+\.\d+", text[2])]
    assert numbers[0] == pytest.approx(answer.mean[Suit.S], abs=0.001)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["trump"], "overruff: trump: either lines or --seen C,C,C is needed"),
        (["trump", "--seen", "SA,SK,H7", ENDING], "overruff: trump: either lines or --seen C,C,C is needed"),
        (["trump", "--seen", "SA,SK"], "overruff: seen: 2 cards, but the trump-maker sees 3"),
        (["trump", "--seen", "SA,SK,XX"], "overruff: card: 'XX' is not a card"),
        (["trump", "--seen", "SA,SK,S7", "--variant", "x"], "overruff: --variant: 'x' is not NAME=VALUE"),
        (["trump", "--seen", "SA,SK,S7", "--threads", "0"], "overruff: threads: 0 is not at least 1"),
        (
            ["trump", "--time-limit", "0", Position.random(ov.ARPAA, seed=1).to_text()],
            "overruff: argument 1: trump S",
        ),
        (
            ["line", "--time-limit", "0", Position.random(ov.ARPAA, seed=1).to_text()],
            "overruff: argument 1: the value",
        ),
    ],
)
def test_errors(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    streams = capsys.readouterr()
    assert streams.out == "" and streams.err.startswith(message) and streams.err.count("\n") == 1
