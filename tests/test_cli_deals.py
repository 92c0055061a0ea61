"""Deals on the command line: dealt, read from lines and from PBN files, traced."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

import overruff as ov
from overruff import Deal
from overruff.rules import DEFAULT_RULES

EXAMPLES = Path(__file__).parent.parent / "examples"
ARPAA = "arpaa dealer=W trump=S plays=SK N:K.K.. K.K.. .AQ.. Q.A.."
BACK_ALLEY = "back_alley dealer=N turnup=C6 calls={} N:A... K... Q... J..."


@pytest.mark.parametrize("game", DEFAULT_RULES)
def test_deal_full(run, game: str) -> None:  # type: ignore[no-untyped-def]
    words = ("deal", "--full", "--game", game, "--cards", "6", "--seed", "3", "--dealer", "W")
    deals = [Deal.deal(DEFAULT_RULES[game], seed=seed, dealer=ov.Seat.W, cards=6) for seed in (3, 4)]
    assert run(*words, "--count", "2").out == [deal.to_text() for deal in deals]
    (line,) = run(*words, "--json").out
    assert Deal.from_json(line) == deals[0]
    if game == "arpaa":
        assert " trump=D " in run(*words, "--trump", "D").out[0]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--full", "--plays", "2"], "--plays: not with --full"),
        (["--full", "--lead", "N"], "--lead: not with --full"),
        (["--full", "--trump", "N"], "--trump: N, but with --full no trumps cannot be asked for"),
        (["--full", "--trump", "S"], "trump: S, but nobody names trumps when bridge is dealt"),
        (["--full", "--cards", "14"], "cards: 14 is not 1 to 13, a hand of bridge"),
        (["--dealer", "N"], "--dealer: only with --full"),
    ],
)
def test_deal_refuses(run, words: list[str], message: str) -> None:  # type: ignore[no-untyped-def]
    done = run("deal", "--game", "bridge", *words)
    assert (done.status, done.out, done.err) == (2, [], [f"overruff: {message}"])


@pytest.mark.parametrize("command", ["solve", "plays"])
def test_a_deal_line_stands_for_what_it_has_come_to(run, command: str) -> None:  # type: ignore[no-untyped-def]
    position = Deal.from_text(ARPAA).position()
    assert len(position.trick) == 1
    assert run(command, ARPAA).out == run(command, position.to_text()).out


def test_table_of_a_deal(run) -> None:  # type: ignore[no-untyped-def]
    line = BACK_ALLEY.format("P,B,P,P")
    done = run("table", line)
    assert done.out == run("table", Deal.from_text(line).position().to_text()).out and done.status == 0


def test_trace_takes_the_plays_of_a_deal(run) -> None:  # type: ignore[no-untyped-def]
    deal = Deal.from_text(ARPAA)
    trace = ov.trace(deal.position(0), deal.plays)
    assert run("trace", ARPAA).out == [deal.position(0).to_text(), *str(trace).splitlines()]


def test_variants_of_a_deal(run) -> None:  # type: ignore[no-untyped-def]
    line = "back_alley dealer=N turnup=S3 calls=P,P,P,1 plays=SA N:A.A.. .32.. .54.. .76.."
    refused = run("solve", line)
    assert refused.err == [
        "overruff: argument 1: plays: play 1: N cannot play SA: trumps are not broken, a plain card must be "
        "led (HA)"
    ]
    assert run("solve", "--variant", "trump_lead=free", line).status == 0


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (BACK_ALLEY.format("P,B"), "calls: 2 given, 4 needed to know who leads"),
        (BACK_ALLEY.format("P,P,P,P"), "calls: all four passed, nobody leads"),
        ("arpaa dealer=W N:K... K... A... Q...", "trump: not named yet by N"),
        ("bridge dealer=W N:K... J... A... Q...", "declarer: missing, and no lead either"),
        ("bridge dealer=Z N:K... J... A... Q...", "dealer: 'Z' is not one of N E S W"),
    ],
)
def test_deals_that_cannot_be_played(run, line: str, message: str) -> None:  # type: ignore[no-untyped-def]
    done = run("solve", line, ARPAA)
    assert (done.status, len(done.out), done.err) == (2, 1, [f"overruff: argument 1: {message}"])


def test_the_examples(run) -> None:  # type: ignore[no-untyped-def]
    done = run("solve", str(EXAMPLES / "deals.txt"))
    assert (done.status, len(done.out), done.err) == (0, 3, [])
    lines = [line for line in (EXAMPLES / "deals.txt").read_text().splitlines() if line[0] != "#"]
    assert [Deal.from_text(line).to_text() for line in lines] == lines
    assert [Deal.from_text(line).rules for line in lines] == [ov.ARPAA, ov.BACK_ALLEY, ov.BRIDGE]


def test_pbn(run, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    path = EXAMPLES / "bridge.pbn"
    deals = ov.read_pbn(path.read_text())
    assert run("pbn", str(path)).out == [deal.to_text() for deal in deals]
    as_json = [Deal.from_json(line) for line in run("pbn", "--json", str(path)).out]
    assert as_json == deals and [deal.tags for deal in as_json] == [deal.tags for deal in deals]

    class Stdin:
        buffer = io.BytesIO(b"\xef\xbb\xbf" + path.read_bytes() + b'\n\n[Event "x"')

    monkeypatch.setattr(sys, "stdin", Stdin)
    done = run("pbn", "-")
    lines = path.read_bytes().count(b"\n") + 3
    assert (done.status, len(done.out)) == (2, 3)
    assert done.err == [f'overruff: <stdin> line {lines}: a tag is needed, such as [Name "value"]']


def test_pbn_files_with_faults(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    good = EXAMPLES / "bridge.pbn"
    latin = tmp_path / "latin.pbn"
    latin.write_bytes(good.read_bytes().replace(b"Puzzle", b"Caf\xe9"))
    bad = tmp_path / "bad.pbn"
    bad.write_text(good.read_text().replace("C4 C2 C8 C3", "C4 C2 C8 CA"))
    done = run("pbn", "--json", str(bad), str(tmp_path / "none.pbn"), str(latin))
    assert done.status == 2
    assert [json.loads(line)["tags"]["Event"] for line in done.out] == [
        "Training night", "Puzzle", "Training night", "Training night", "Café",
    ]  # fmt: skip
    assert done.err == [
        f"overruff: {bad} line 13: [Play] S cannot play CA: not in hand",
        f"overruff: {tmp_path / 'none.pbn'}: No such file or directory",
    ]
