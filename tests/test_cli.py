"""The command line: output, JSON, errors and exit status."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import overruff as ov
from overruff import Position, bench

ENDING = "arpaa trump=S lead=N N:K.K.. K.K.. .AQ.. Q.A.."
BIG = Position.random(ov.ARPAA, cards=36, seed=1).to_text()
KEYS = ["ns", "ew", "lower", "upper", "exact", "nodes", "seconds"]


@pytest.fixture
def deals(tmp_path: Path) -> Path:
    """A file with a comment, a blank line, two good lines and a bad one between them."""
    path = tmp_path / "deals.txt"
    path.write_text(f"# two deals\n\n{ENDING}\nbridge trump=S lead=X N:A... K... Q... J...\n{ENDING}\n")
    return path


def test_solve_a_line(run) -> None:  # type: ignore[no-untyped-def]
    done = run("solve", ENDING)
    assert (done.status, done.out, done.err) == (0, [f"NS 2  EW 0  {ENDING}"], [])


def test_solve_json(run) -> None:  # type: ignore[no-untyped-def]
    values = json.loads(run("solve", "--json", ENDING).out[0])
    assert list(values) == KEYS
    assert (values["ns"], values["ew"], values["lower"], values["upper"]) == (2, 0, 2, 2)
    assert values["exact"] is True and values["nodes"] >= 0 and values["seconds"] >= 0


def test_good_lines_are_answered_and_bad_ones_named(run, deals: Path) -> None:  # type: ignore[no-untyped-def]
    done = run("solve", str(deals))
    assert done.status == 2
    assert done.out == [f"NS 2  EW 0  {ENDING}"] * 2
    assert done.err == [f"overruff: {deals} line 4: lead: 'X' is not one of N E S W"]


def test_comments(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "comments.txt"
    path.write_text(f"#one\n  # two\n{ENDING} # the ending\n{ENDING}\t#again\nbridge#3\n")
    done = run("solve", str(path))
    assert done.out == [f"NS 2  EW 0  {ENDING}"] * 2
    assert len(done.err) == 1 and done.err[0].startswith(f"overruff: {path} line 5: game: 'bridge#3'")


def test_only_a_newline_ends_a_line(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "windows.txt"
    path.write_bytes(f"# form\x0cfeed \u2028 \x85\r\n\r\n{ENDING}\r\nbad".encode())
    done = run("solve", str(path))
    assert done.out == [f"NS 2  EW 0  {ENDING}"]
    assert len(done.err) == 1 and done.err[0].startswith(f"overruff: {path} line 4: game: 'bad'")


def test_standard_input(run, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    class Stdin:
        buffer = io.BytesIO(b"\xef\xbb\xbf" + ENDING.encode() + b"\r\nbridge \xff\n")

    monkeypatch.setattr(sys, "stdin", Stdin)
    done = run("solve", "-")
    assert done.status == 2
    assert done.out == [f"NS 2  EW 0  {ENDING}"]
    assert len(done.err) == 1 and done.err[0].startswith("overruff: <stdin> line 2: line: unknown word ")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["solve", "nowhere.txt"], "overruff: nowhere.txt: No such file or directory"),
        (["solve", "bridge trump=S lead=N"], "overruff: argument 1: hands: missing"),
        (["solve", "no where.txt"], "overruff: no where.txt: No such file or directory"),
        (["solve", ""], "overruff: argument 1: empty"),
        (["solve", " \t"], "overruff: argument 1: empty"),
        (["solve", f"{ENDING} {'K' * 5000}"], "overruff: argument 1: hands: 5 given, 4 needed"),
        (["solve"], "overruff: the following arguments are required"),
        ([], "overruff: the following arguments are required"),
        (
            ["solve", "--time-limit", "soon", ENDING],
            "overruff: argument --time-limit: 'soon' is not a number",
        ),
        (["solve", "--time-limit", "-1", ENDING], "overruff: argument --time-limit: '-1' is not a number"),
        (["solve", "--variant", "speed=1", ENDING], "overruff: --variant: 'speed=1' is not NAME=VALUE"),
        (["solve", "--variant", "packs=9", ENDING], "overruff: argument 1: packs: 9, but arpaa allows"),
        (["table", "bridge trump=S lead=N trick=SA N:. K... Q... J..."], "overruff: argument 1: hands: "),
        (["table", "bridge trump=S lead=N trick=SA N:... K... Q... J..."], "overruff: argument 1: trick: "),
        (["trace", ENDING], "overruff: argument 1: plays: needed once"),
        (["trace", f"plays=HK,SK {ENDING}"], "overruff: argument 1: play 2: E cannot play SK"),
        (["trace", f"plays=HX {ENDING}"], "overruff: argument 1: plays: play 1: 'HX' is not a card"),
        (["deal", "--game", "arpaa", "--cards", "37"], "overruff: cards: 37 is not 0 to 36"),
        (
            ["deal", "--game", "arpaa", "--count", "0"],
            "overruff: argument --count: '0' is not a number of at",
        ),
        (["deal", "--game", "arpaa", "--count", "-2"], "overruff: argument --count: '-2' is not a number of"),
        (
            ["deal", "--game", "arpaa", "--count", "x"],
            "overruff: argument --count: 'x' is not a number of at",
        ),
        (["deal", "--game", "whist"], "overruff: argument --game: invalid choice"),
        (["deal", "--game", "bridge", "--seed", "-1"], "overruff: seed: -1"),
    ],
)
def test_errors(run, words: list[str], message: str) -> None:  # type: ignore[no-untyped-def]
    done = run(*words)
    assert done.status == 2
    assert len(done.err) == 1 and done.err[0].startswith(message)
    assert done.out == []


def test_time_limit(run) -> None:  # type: ignore[no-untyped-def]
    done = run("solve", "--time-limit", "0.05", BIG)
    assert done.status == 0
    lower, upper = done.out[0].split()[1].split("-")
    assert 0 <= int(lower) < int(upper) <= 36
    values = json.loads(run("solve", "--json", "--time-limit", "0.05", BIG).out[0])
    assert list(values) == [*KEYS, "estimate", "error", "best"]
    assert values["lower"] <= values["estimate"] <= values["upper"] and values["error"] > 0
    assert values["ns"] is None and values["ew"] is None and values["exact"] is False


@pytest.mark.parametrize(
    ("command", "line", "reason"),
    [
        ("table", BIG, "trump S, N to lead: the search ran out of budget"),
        (
            "trace",
            f"plays={Position.from_text(BIG).legal_plays()[0]} {BIG}",
            "the value after 1 of 1 plays: the search ran out of budget",
        ),
    ],
)
def test_tables_and_traces_out_of_time(run, command: str, line: str, reason: str) -> None:  # type: ignore[no-untyped-def]
    small = ENDING if command == "table" else f"plays=HK {ENDING}"
    done = run(command, "--json", "--time-limit", "0.05", line, small)
    assert done.status == 2
    assert done.err == [f"overruff: argument 1: {reason}"]
    assert len(done.out) == 1 and json.loads(done.out[0])  # the next line is still answered


def test_plays(run) -> None:  # type: ignore[no-untyped-def]
    done = run("plays", ENDING)
    assert done.out == [f"NS 2  EW 0  {ENDING}", "  SK  NS 2  cost 0", "  HK  NS 2  cost 0"]
    values = json.loads(run("plays", "--json", ENDING).out[0])
    assert list(values) == [*KEYS, "plays"]
    assert [(play["card"], play["ns"], play["cost"]) for play in values["plays"]] == [
        ("SK", 2, 0),
        ("HK", 2, 0),
    ]
    late = json.loads(run("plays", "--json", "--time-limit", "0", BIG).out[0])
    assert late["plays"] and all(play["ns"] is None for play in late["plays"])


def test_table(run) -> None:  # type: ignore[no-untyped-def]
    done = run("table", ENDING)
    assert done.out[0] == ENDING and len(done.out) == 6
    values = json.loads(run("table", "--json", ENDING).out[0])
    assert values["tricks"] == 2 and values["table"]["S"]["N"] == 2
    table = ov.table(Position.from_text(ENDING))
    assert all(
        values["table"][trump.name][seat.name] == table[trump, seat] for trump in ov.Suit for seat in ov.Seat
    )


def test_trace(run) -> None:  # type: ignore[no-untyped-def]
    line = ENDING.replace(" N:", " plays=HK,HK,HQ,HA N:")
    trace = ov.trace(Position.from_text(ENDING), ["HK", "HK", "HQ", "HA"])
    assert run("trace", line).out == [ENDING, *str(trace).splitlines()]
    values = json.loads(run("trace", "--json", line).out[0])
    assert (values["start"], values["end"]) == (trace.start, trace.end)
    assert [play["card"] for play in values["plays"]] == ["HK", "HK", "HQ", "HA"]
    assert sum(play["cost"] for play in values["plays"]) == sum(values["cost"].values())


def test_variant(run) -> None:  # type: ignore[no-untyped-def]
    line = "back_alley trump=S lead=N broken=yes N:L.2.. BA... 3.4.. 5.6.."
    free = run("solve", "--variant", "lb_lead=free", "--variant", "trump_lead=free", line)
    assert free.status == 0 and free.out[0].startswith("NS ")


def test_deal(run) -> None:  # type: ignore[no-untyped-def]
    done = run("deal", "--game", "back_alley", "--cards", "5", "--seed", "3", "--count", "2")
    expected = [Position.random(ov.BACK_ALLEY, cards=5, seed=seed).to_text() for seed in (3, 4)]
    assert done.out == expected
    as_json = run("deal", "--json", "--game", "back_alley", "--cards", "5", "--seed", "3")
    assert json.loads(as_json.out[0]) == {"position": expected[0]}
    notrump = run("deal", "--game", "bridge", "--trump", "N", "--lead", "W", "--cards", "2", "--plays", "3")
    position = Position.from_text(notrump.out[0])
    assert position.trump is None and position.leader is ov.Seat.W and len(position.trick) == 3


def test_bench(run, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    rows = (bench.Row("one", ov.BRIDGE, 3, 4), bench.Row("two", ov.ARPAA, 3, 4))
    monkeypatch.setattr(bench, "SUITE", rows)
    monkeypatch.setattr(bench.run, "__defaults__", (rows,))
    values = [json.loads(line) for line in run("bench", "--json").out]
    assert [row["name"] for row in values] == ["one", "two", "total"]
    assert values[2]["nodes"] == values[0]["nodes"] + values[1]["nodes"]
    assert values[0]["ns"] == sum(ov.solve(p).ns for p in rows[0].positions())
    text = run("bench").out
    assert len(text) == 4
    assert text[3].split()[:2] == ["total", str(values[2]["nodes"])]  # the same nodes every time


def test_version(run) -> None:  # type: ignore[no-untyped-def]
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))
    done = run("--version")
    assert (done.status, done.out) == (0, [f"overruff {project['project']['version']}"])


def test_as_a_program(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "overruff", "solve", "--json", ENDING],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)["ns"] == 2
    assert list(tmp_path.iterdir()) == []  # nothing is written


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{ENDING}\n" * 5000)
    with subprocess.Popen(
        [sys.executable, "-m", "overruff", "solve", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as program:
        assert program.stdout is not None and program.stderr is not None
        program.stdout.readline()
        program.stdout.close()
        assert program.stderr.read() == b""
        assert program.wait() == 0
