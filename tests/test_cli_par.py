"""The commands par and score, and points in traces of deals with calls."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import overruff as ov
from overruff import Deal
from overruff.cli import main
from overruff.scores import difference, payoff

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "back_alley_par.txt"
DEALS = [Deal.from_text(line) for line in EXAMPLE.read_text().splitlines() if not line.startswith("#")]
LINE = "back_alley dealer=N trump=H calls=1,B,P,3 N:82.B.62. 4.A6..83 Q.K.54.A ..Q87.74"


def objects(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, object]]:
    """The objects of a command's JSON."""
    assert main([*words, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_par(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["par", str(EXAMPLE)]) == 0
    shown = capsys.readouterr().out
    found = objects(capsys, "par", str(EXAMPLE))
    assert [values.keys() & {"auction"} for values in found] == [{"auction"}, set(), {"auction"}]
    for deal, values in zip(DEALS, found, strict=True):
        best, trace = ov.par(deal), ov.par_trace(deal)
        assert f"{deal.to_text()}\n{trace if deal.calls else best}\n" in shown
        assert values["value"] == best.value and values["calls"] == list(map(str, best.calls))
        assert values["leader"] == str(best.leader) and values["ns_tricks"] == best.ns_tricks
        assert values["scores"] == list(best.scores or ())
        if deal.calls:
            assert values["auction"] == {
                "start": trace.start,
                "end": trace.end,
                "calls": [
                    {
                        "seat": str(made.seat),
                        "call": str(made.call),
                        "value": made.value,
                        "cost": made.cost,
                        "best": str(made.best),
                    }
                    for made in trace.calls
                ],
                "cost": {str(seat): cost for seat, cost in trace.cost.items()},
                "side_cost": {str(side): cost for side, cost in trace.side_cost.items()},
            }


def test_all_pass(capsys: pytest.CaptureFixture[str]) -> None:
    line = "back_alley dealer=N trump=C N:T.Q.. ..8.4 3..9. ..3.B"
    [values] = objects(capsys, "par", line)
    assert (values["calls"], values["leader"], values["scores"]) == (["P"] * 4, None, None)
    [values] = objects(capsys, "par", "--all-pass", "3", line)
    assert values["value"] == ov.par(Deal.from_text(line), all_pass=3).value != 3


def test_score(capsys: pytest.CaptureFixture[str]) -> None:
    for plays in ("", " plays=DQ,D6,HA,D5"):
        deal = Deal.from_text(LINE.replace("calls=1,B,P,3", f"calls=1,P,2,P{plays}"))
        assert main(["score", deal.to_text()]) == 0
        shown = capsys.readouterr().out.splitlines()
        [values] = objects(capsys, "score", deal.to_text())
        end = deal.position()
        ns = end.won[0] + ov.solve(end).ns
        assert (values["leader"], values["ns_tricks"]) == ("W", ns)
        assert values["difference"] == difference(deal.auction, ns)
        assert values["difference"] == ov.score_value(deal, len(deal.plays))
        assert values["payoff"] == list(payoff(deal.auction))
        assert shown[0] == deal.to_text()
        assert shown[1].startswith(f"E 1, S pass, W 2, N pass: W leads, tricks {ns}-{5 - ns}, NS ")
    assert shown[2] == "NS less EW by NS tricks  0: -17  1: -15  2: -13  3: +18  4: +19  5: +20"


def test_trace_in_points(capsys: pytest.CaptureFixture[str]) -> None:
    deal = Deal.from_text(LINE)
    position = deal.position()
    plays = []
    while not position.is_over:
        plays.append(position.legal_plays()[-1])
        position.push(plays[-1])
    record = ",".join(map(str, plays))
    [values] = objects(capsys, "trace", LINE.replace(" N:82", f" plays={record} N:82"))
    trace = ov.trace(deal.position(), plays, payoff=payoff(deal.auction))
    assert trace.score(trace.end) == difference(deal.auction, position.won[0])
    assert values["score_cost"] == {str(seat): cost for seat, cost in trace.score_cost.items()}
    assert values["side_score_cost"] == {str(side): cost for side, cost in trace.side_score_cost.items()}
    assert any(trace.score_cost.values())
    for line in (
        LINE.replace("dealer=N", "lead=S").replace(" calls=1,B,P,3", " plays=CA"),
        LINE.replace(" calls=1,B,P,3", " lead=S plays=CA"),
    ):
        [values] = objects(capsys, "trace", line)
        assert "side_score_cost" not in values


@pytest.mark.parametrize(
    ("command", "line", "reason"),
    [
        ("par", "arpaa trump=S lead=N N:K.K.. K.K.. .AQ.. Q.A..", "dealer: missing"),
        ("par", "arpaa trump=S dealer=N N:K.K.. K.K.. .AQ.. Q.A..", "calls: arpaa has no auction"),
        ("par", LINE.replace("B,P", "5,P"), "calls: call 2, S 5: a number must be less than 5"),
        ("par", LINE.replace("B,P", "x,P"), "calls: 'x' is not a call: P, a number such as 3, or B"),
        ("score", LINE.replace("B,P,3", "B,P"), "calls: 3 given, 4 needed to know who leads"),
        ("score", LINE.replace("1,B,P,3", "P,P,P,P"), "calls: all four passed, nobody leads"),
        ("score", "bridge trump=S dealer=N lead=N N:A... K... Q... J...", "calls: bridge has no auction"),
    ],
)
def test_faults(command: str, line: str, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, line, LINE]) == 2
    captured = capsys.readouterr()
    assert captured.err == f"overruff: argument 1: {reason}\n"
    assert captured.out.startswith(LINE)  # the good line is answered


def test_bad_all_pass(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["par", "--all-pass", "inf", LINE]) == 2
    assert capsys.readouterr().err.endswith("all_pass: inf is not a number of points\n")
    assert main(["par", "--time-limit", "0", DEALS[1].to_text()]) == 2
    assert "ran out of budget" in capsys.readouterr().err
