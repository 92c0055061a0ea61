"""``overruff batch``: what it writes."""

from __future__ import annotations

import io
import itertools
import json
import os
import random
import sys
import types
from dataclasses import replace
from pathlib import Path

import pytest
from batch_lines import BAD, GAMES, WHY, batch, expected, some_lines

import overruff as ov
from overruff import Position
from overruff.batchrun import _PIECE


@pytest.fixture
def text(tmp_path: Path) -> Path:
    """A comment, a blank line, endings of all games and a bad line among them."""
    path = tmp_path / "in.txt"
    lines = some_lines(150)
    path.write_text("\n".join(["# endings", "", *lines[:100], BAD, *lines[100:], f"{lines[0]}  # again"]))
    return path


@pytest.fixture
def answered() -> list[str]:
    """What the fixture ``text`` gives."""
    lines = some_lines(150)
    good = list(map(expected, lines))
    return ["# endings", "", *good[:100], f"NS ?  EW ?  {BAD}  # {WHY}", *good[100:], good[0]]


# What is written


@pytest.mark.parametrize("options", [["--workers", 1], ["--workers", 2], ["--workers", 1, "--store"]])
def test_text(
    text: Path, answered: list[str], options: list[object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Line k answers line k; the bad line is named and has the exit status."""
    out = tmp_path / "out.txt"
    store = [tmp_path / "answers"] if "--store" in options else []
    for _ in range(1 + len(store)):
        assert batch(text, out, "--json", *options, *store) == 2
        assert out.read_text() == "\n".join(answered) + "\n"
        streams = capsys.readouterr()
        assert streams.err == f"overruff: {text} line 103: {WHY}\n"
        assert json.loads(streams.out) == {"rows": 154, "answered": 151, "errors": 1, "resumed": 0}
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        ["in.txt", "out.txt", *(path.name for path in store)]
    )


def test_nothing_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "in.txt"
    for lines in ([], some_lines(1), some_lines(_PIECE), some_lines(_PIECE + 1)):
        source.write_text("".join(line + "\n" for line in lines))
        assert batch(source, tmp_path / "out.txt", "--workers", 1) == 0
        assert (tmp_path / "out.txt").read_text().splitlines() == list(map(expected, lines))
    assert capsys.readouterr() == ("", "")


def test_answers_are_lines_again(text: Path, answered: list[str], tmp_path: Path) -> None:
    """Text to JSON Lines, and from there on: old answers are replaced, all else stays."""
    a, b, c = (tmp_path / name for name in ("a.jsonl", "b.jsonl", "c.txt"))
    assert batch(text, a, "--workers", 1) == 2
    objects = [json.loads(line) if line else None for line in a.read_text().splitlines()]
    assert objects[:2] == [None, None] and objects[102] == {"position": BAD, "error": WHY}
    assert [f"NS {o['ns']}  EW {o['ew']}  {o['position']}" for o in objects if o and "ns" in o] == [
        line for line in answered[2:] if "?" not in line
    ]
    assert batch(a, b, "--workers", 1) == 2
    assert b.read_bytes() == a.read_bytes()
    assert batch(b, c, "--workers", 1) == 2
    assert c.read_text().splitlines() == ["", *answered[1:]]


def test_json_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = some_lines(1)[0]
    ns = ov.solve(Position.from_text(line)).ns
    ew = Position.from_text(line).tricks_left - ns
    pairs: list[tuple[str, dict[str, object] | str]] = [
        (json.dumps({"id": "ä", "position": line}), {"id": "ä", "position": line, "ns": ns, "ew": ew}),
        (json.dumps({"deal": line, "error": "old"}), {"deal": line, "ns": ns, "ew": ew}),
        ("", ""),
        ("{", {"line": "{", "error": "not JSON: Expecting property name enclosed in double quotes"}),
        ("[1]", {"line": "[1]", "error": "not a JSON object"}),
        ('{"a": 1}', {"a": 1, "error": "no key position or deal"}),
        ('{"position": 5}', {"position": 5, "error": "position: not text"}),
    ]
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("\n".join(given for given, _ in pairs))
    assert batch(source, target, "--workers", 1) == 2
    errors = capsys.readouterr().err.splitlines()
    for number, (found, (_, wanted)) in enumerate(
        zip(target.read_text().splitlines(), pairs, strict=True), 1
    ):
        answer = json.loads(found) if found else ""
        if isinstance(wanted, dict) and "error" in wanted:
            assert answer.pop("error").startswith(wanted.pop("error"))
            assert errors.pop(0).startswith(f"overruff: {source} line {number}: ")
        assert answer == wanted
    assert not errors


def test_deals(tmp_path: Path) -> None:
    """Deal lines, and deals as JSON objects with a variant of their own, stand for what they have come to."""
    deals = [
        ov.Deal.from_text(
            "back_alley dealer=N turnup=C6 calls=P,1,B,P plays=CA,C9 N:.2.3.9 .3.4.8 .4.5.2 .5.6.A"
        ),
        ov.Deal.deal(ov.ARPAA, seed=3, cards=6, trump=ov.Suit.H),
        ov.Deal.deal(replace(ov.ARPAA, direction="counter-clockwise"), seed=4, cards=6, trump=ov.Suit.D),
        ov.Deal.from_text("back_alley dealer=N turnup=C6 calls=P N:.2.3.9 .3.4.8 .4.5.2 .5.6.A"),
    ]
    values = [(s.ns, s.ew) for s in (ov.solve(deal.position()) for deal in deals[:3])]
    text, objects = tmp_path / "in.txt", tmp_path / "in.jsonl"
    text.write_text("\n".join(deal.to_text() for deal in deals[:2]))
    objects.write_text("\n".join(deal.to_json() for deal in deals))
    assert batch(text, tmp_path / "out.txt", "--workers", 1) == 0
    assert [line.split()[1:4:2] for line in (tmp_path / "out.txt").read_text().splitlines()] == [
        [str(ns), str(ew)] for ns, ew in values[:2]
    ]
    for source, target in ((objects, "a.jsonl"), (tmp_path / "a.jsonl", "b.jsonl")):  # answers do not disturb
        assert batch(source, tmp_path / target, "--workers", 1) == 2
        found = [json.loads(line) for line in (tmp_path / target).read_text().splitlines()]
        assert [(value["ns"], value["ew"]) for value in found[:3]] == values
        assert found[3]["error"].startswith("calls: 1 given, 4 needed")
        assert found[2]["rules"] and found[2]["hands"] == json.loads(deals[2].to_json())["hands"]


def test_variants(tmp_path: Path) -> None:
    """Options of the rules hold for every line of the game that has them."""
    rules = replace(ov.BACK_ALLEY, lb_lead="free")
    positions = [Position.random(rules, cards=4, seed=seed, ranks=4) for seed in range(80)]
    source, target = tmp_path / "in.txt", tmp_path / "out.txt"
    source.write_text("\n".join(position.to_text() for position in positions))
    assert batch(source, target, "--workers", 1, "--variant", "lb_lead=free") == 0
    found = [int(line.split()[1]) for line in target.read_text().splitlines()]
    assert found == ov.solve_many(positions).tolist()
    assert batch(source, target, "--workers", 1) == 0
    assert found != [int(line.split()[1]) for line in target.read_text().splitlines()]


def test_streams(
    text: Path,
    answered: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    """From standard input to standard output, in order, without files beside."""

    class Stdin:
        buffer = io.BytesIO(text.read_bytes())

    monkeypatch.setattr(sys, "stdin", Stdin)
    assert batch("-", "-", "--workers", 2, "--json") == 2
    streams = capfdbinary.readouterr()
    assert streams.out.decode().splitlines() == answered
    assert streams.err.decode() == f"overruff: <stdin> line 103: {WHY}\n"
    Stdin.buffer = io.BytesIO(text.read_bytes())
    assert batch("-", tmp_path / "out", "--workers", 1, "--format", "text") == 2
    assert (tmp_path / "out").read_text().splitlines() == answered
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.txt", "out"]


def test_the_output_before_stays_until_the_new_one_is_whole(
    text: Path, answered: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a stream, too, even one read from the very file; a link stays a link."""
    out, link = tmp_path / "out.txt", tmp_path / "link.txt"
    out.write_bytes(text.read_bytes())
    link.symlink_to(out)
    with out.open("rb") as file:
        monkeypatch.setattr(sys, "stdin", types.SimpleNamespace(buffer=file))
        assert batch("-", out, "--workers", 1, "--store", tmp_path / "none" / "answers") == 2
        assert out.read_bytes() == text.read_bytes()
        assert batch("-", link, "--workers", 1) == 2
    assert out.read_text().splitlines() == answered
    out.write_text("an older result")
    assert batch(text, link, "--workers", 1) == 2
    assert link.is_symlink() and out.read_text().splitlines() == answered
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.txt", "link.txt", "out.txt"]


@pytest.mark.parametrize("suffix", ["txt", "jsonl", "parquet"])
def test_text_that_is_no_line(suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Several lines in one object are one line of text; half a surrogate pair stops nothing."""
    if suffix == "parquet":
        pytest.importorskip("pyarrow")
    line = some_lines(1)[0]
    broken = {"position": line.replace(" ", "\n"), "note": "\ud800"}
    source, target = tmp_path / "in.jsonl", tmp_path / f"out.{suffix}"
    source.write_text("\n".join(map(json.dumps, [{"position": "\ud800"}, broken, {"position": line}])))
    assert batch(source, target, "--workers", 1) == 2
    assert (
        capsys.readouterr().err == f"overruff: {source} line 1: game: '?' is not one of {', '.join(GAMES)}\n"
    )
    if suffix == "txt":
        reason = f"NS ?  EW ?  ?  # game: '?' is not one of {', '.join(GAMES)}"
        assert target.read_text().splitlines() == [reason, *[expected(line)] * 2]
    elif suffix == "jsonl":
        answers = list(map(json.loads, target.read_text().splitlines()))
        assert answers[1] == broken | {name: answers[2][name] for name in ("ns", "ew")}


def test_parquet(text: Path, answered: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Any columns stay as they are; there and back gives the same answers."""
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    lines = [*some_lines(150), BAD, None]
    columns = {
        "id": pyarrow.array(range(152), pyarrow.uint8()),
        "deal": pyarrow.array(lines),
        "when": pyarrow.array([10**18 + k for k in range(152)], pyarrow.timestamp("ns")),
        "parts": pyarrow.array([[k, k + 1] for k in range(152)], pyarrow.list_(pyarrow.uint8())),
        "ns": pyarrow.array(["old"] * 152),
    }
    source, target, again = (tmp_path / f"{name}.parquet" for name in "abc")
    parquet.write_table(pyarrow.table(columns), source, row_group_size=50)
    assert batch(source, target, "--workers", 2) == 2
    assert capsys.readouterr().err.splitlines() == [
        f"overruff: {source} row 151: {WHY}",
        f"overruff: {source} row 152: deal: not text",
    ]
    table = parquet.read_table(target)
    assert table.column_names == ["id", "deal", "when", "parts", "ns", "ew", "error"]
    assert table.drop_columns(["ns", "ew", "error"]).equals(pyarrow.table(columns).drop_columns(["ns"]))
    good = [line for line in answered[2:-1] if "?" not in line]
    rows = table.drop_columns("when").to_pylist()
    assert [f"NS {row['ns']}  EW {row['ew']}  {row['deal']}" for row in rows[:150]] == good
    assert [row["error"] for row in rows] == [None] * 150 + [WHY, "deal: not text"]
    assert batch(target, again, "--workers", 1) == 2
    assert again.read_bytes() == target.read_bytes()
    assert batch(text, tmp_path / "text.parquet", "--workers", 1) == 2
    rows = parquet.read_table(tmp_path / "text.parquet").to_pylist()
    assert rows[0] == {"position": None, "ns": None, "ew": None, "error": None}
    assert [f"NS {row['ns']}  EW {row['ew']}  {row['position']}" for row in rows[2:102]] == good[:100]


def test_progress(text: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Shown to a terminal only; what is wrong stands on lines of its own."""
    clock = itertools.count()
    monkeypatch.setattr(
        "overruff.commands.batch.time", types.SimpleNamespace(monotonic=lambda: float(next(clock)))
    )
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert batch(text, text.parent / "out.txt", "--workers", 1) == 2
    lines = capsys.readouterr().err.split("\r")
    shown = ["64 rows of 154 (41 %), 64/s  ", "128 rows of 154 (83 %), 64/s  "]
    assert lines == ["", *shown, f"154 rows of 154 (100 %), 51/s  \noverruff: {text} line 103: {WHY}\n"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere.txt", "out.txt"], "nowhere.txt: No such file or directory"),
        (["in.txt", "in.txt"], "in.txt: IN and OUT are the same file"),
        (["in.txt", "new.txt", "--store", "./new.txt"], "new.txt: OUT and --store are the same file"),
        (["in.txt", "folder.txt"], "folder.txt: Is a directory"),
        (["folder.txt", "out.txt"], "folder.txt: Is a directory"),
        (["in.txt", "out.txt", "--store", "none/answers"], "none/answers: No such file or directory"),
        (["in.txt", "out"], "out: no format by its suffix (.txt .jsonl .ndjson .parquet); give --format"),
        (["in.txt", "no/where.txt"], "no/where.txt.journal: No such file or directory"),
        (["in.txt", "out.txt", "--variant", "x"], "--variant: 'x' is not NAME=VALUE"),
        (["in.txt", "out.txt", "--store", "in.txt"], "in.txt: not a store of overruff"),
        (["-", "-", "--format", "parquet"], "-: a Parquet file cannot be a stream"),
        (["text.parquet", "out.txt"], "text.parquet: not a Parquet file that can be read: "),
        (["other.parquet", "out.txt"], "other.parquet: no column position or deal"),
        ([".", "out.txt", "--format", "text"], ".: Is a directory"),
        (["pipe.txt", "out.txt"], "pipe.txt: not a file that can be read twice; give -"),
        (["in.txt", "pipe.txt"], "pipe.txt: not a file that can be replaced; give - for standard output"),
        (["-", "pipe.txt"], "pipe.txt: not a file that can be replaced; give - for standard output"),
    ],
)
def test_what_cannot_be(
    words: list[str],
    message: str,
    text: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One line of error, and no output."""
    monkeypatch.chdir(text.parent)
    if "parquet" in words[0]:
        pyarrow = pytest.importorskip("pyarrow")
        parquet = pytest.importorskip("pyarrow.parquet")
        parquet.write_table(pyarrow.table({"line": ["a"]}), "other.parquet")
        Path("text.parquet").write_text("a\n")
    Path("folder.txt").mkdir()
    if any("pipe" in word for word in words):
        os.mkfifo("pipe.txt")
    files = sorted(os.listdir())
    before = text.read_bytes()
    assert batch(*words, "--workers", 1) == 2
    assert sorted(os.listdir()) == files
    streams = capsys.readouterr()
    assert streams.out == "" and streams.err.count("\n") == 1
    assert streams.err.startswith(f"overruff: {message}")
    assert text.read_bytes() == before and not Path("out.txt").exists()


def test_without_pyarrow(
    text: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    assert batch(text, text.parent / "out.parquet", "--workers", 1) == 2
    assert capsys.readouterr().err.endswith("Parquet needs pyarrow: pip install 'overruff[parquet]'\n")


def test_results_depend_on_the_line_alone(tmp_path: Path) -> None:
    """Not on workers, order, neighbours or the store."""
    lines = some_lines(400)
    dice = random.Random(5)
    answers = dict(zip(lines, map(expected, lines), strict=True))
    for number in range(6):
        chosen = dice.sample(lines, dice.randrange(100, 400))
        source, target = tmp_path / "in.txt", tmp_path / "out.txt"
        source.write_text("\n".join(chosen))
        options = ["--store", tmp_path / "answers"] if number % 2 else []
        assert batch(source, target, "--workers", 2 if number == 5 else 1, *options) == 0
        assert target.read_text().splitlines() == [answers[line] for line in chosen]
