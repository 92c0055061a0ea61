"""What people look at: colour only where it belongs, the same characters without it, sound HTML."""

from __future__ import annotations

import io
import os
import pty
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

import overruff as ov
from overruff import Position, render

ROOT = Path(__file__).resolve().parent.parent
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
VARIABLES = ("NO_COLOR", "FORCE_COLOR", "TERM")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("stream", "environment", "colour"),
    [
        (io.StringIO(), {}, False),
        (Terminal(), {}, True),
        (Terminal(), {"TERM": "xterm"}, True),
        (Terminal(), {"TERM": "dumb"}, False),
        (Terminal(), {"NO_COLOR": "1"}, False),
        (Terminal(), {"NO_COLOR": ""}, True),
        (io.StringIO(), {"FORCE_COLOR": "1"}, True),
        (io.StringIO(), {"FORCE_COLOR": ""}, False),
        (Terminal(), {"TERM": "dumb", "FORCE_COLOR": "1"}, True),
        (Terminal(), {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
    ],
)
def test_when_there_is_colour(
    stream: io.StringIO, environment: dict[str, str], colour: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert render.paint_for(stream) is (render.coloured if colour else render.plain)


def record_of(name: str) -> tuple[Position, list[str]]:
    """The play record of an example file."""
    text = (ROOT / "examples" / f"{name}_record.txt").read_text(encoding="utf-8").splitlines()[-1]
    found = re.search(r"plays=(\S+) ", text)
    assert found
    return Position.from_text(text.replace(found[0], "")), found[1].split(",")


GAMES = ["arpaa", "back_alley", "bridge"]


@pytest.mark.parametrize("game", GAMES)
def test_colour_changes_nothing_else(game: str) -> None:
    position, plays = record_of(game)
    payoff = list(range(position.tricks_left + 1))
    for shown in (ov.trace(position, plays), ov.trace(position, plays, payoff=payoff)):
        painted = render.trace(shown, render.coloured)
        assert ESCAPE.search(painted) and ESCAPE.sub("", painted) == str(shown) == render.trace(shown)
    table = ov.table(position)
    painted = render.table(table, render.coloured)
    assert ESCAPE.search(painted) and ESCAPE.sub("", painted) == str(table)
    values = ov.trump_values(position)
    side = position.leader.side
    painted = render.trumps(values, side, "S", render.coloured)
    assert ESCAPE.sub("", painted) == render.trumps(values, side, "S")
    choice = ov.expected_trumps(["SA", "SK", "H7"], 4, 10, 1)
    assert ESCAPE.sub("", render.trump_choice(choice, render.coloured)) == str(choice)


def test_trace_as_text() -> None:
    position = Position.from_text("arpaa trump=S lead=N N:K.K.. K.K.. .AQ.. Q.A..")
    shown = ov.trace(position, ["HK", "HK", "HQ", "HA", "SQ"], payoff=[-10, -2.5, 10])
    assert str(shown).splitlines() == [
        "    NS  2    +10  at the start",
        " 1  NS  2    +10  N HK",
        "    NS  2    +10  E HK  forced",
        "    NS  1  -2.50  S HQ  costs 1 (12.50 points), best HA",
        "    NS  1  -2.50  W HA  forced",
        " 2  NS  1  -2.50  W SQ  forced",
        "thrown away: N 0  E 0  S 1  W 0  (NS 1  EW 0)",
        "in points: N 0  E 0  S 12.50  W 0  (NS 12.50  EW 0)",
    ]


def test_rows_line_up() -> None:
    for seed in range(5):
        lines = str(ov.table(Position.random(ov.ARPAA, cards=5, seed=seed))).splitlines()
        at = [match.start() for match in re.finditer(r"\b[NESW]\b", lines[0][:27])]
        for line in lines[1:]:
            assert [match.end() - 1 for match in re.finditer(r"\d+", line)] == at, lines


def on_a_terminal(words: list[str], **environment: str) -> str:
    """What the command prints to a pseudo-terminal."""
    main, other = pty.openpty()
    base = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    with subprocess.Popen(
        [sys.executable, "-m", "overruff", *words],
        stdout=other,
        stdin=subprocess.DEVNULL,
        env=base | {"TERM": "xterm"} | environment,
    ) as program:
        os.close(other)
        data = b""
        while True:
            try:
                part = os.read(main, 65536)
            except OSError:  # how Linux says that the other end is closed
                break
            if not part:
                break
            data += part
        assert program.wait() == 0
    os.close(main)
    return data.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("command", ["plays", "table", "trace", "line"])
def test_on_a_terminal(command: str) -> None:
    words = [
        command,
        str(ROOT / "examples" / ("arpaa_record.txt" if command == "trace" else "arpaa_ending.txt")),
    ]
    shown = on_a_terminal(words)
    assert ESCAPE.search(shown)
    piped = subprocess.run(
        [sys.executable, "-m", "overruff", *words], capture_output=True, text=True, check=True
    ).stdout
    assert ESCAPE.sub("", shown) == piped
    assert on_a_terminal(words, NO_COLOR="1") == piped


class Checker(HTMLParser):
    """Fails on tags that do not match, scripts, and anything fetched from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in {"script", "link", "img", "iframe", "style"}
        assert {name for name, _ in attrs} <= {"style"} and not any(
            "url" in (value or "") for _, value in attrs
        )
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += f"{data} "


def read_html(shown: object) -> str:
    """The text of a notebook's view of something."""
    checker = Checker()
    checker.feed(shown._repr_html_())  # type: ignore[attr-defined]
    checker.close()
    assert not checker.open
    return checker.text


@pytest.mark.parametrize("game", GAMES)
def test_html(game: str) -> None:
    position, plays = record_of(game)
    assert game in read_html(position)
    position.push(plays[0])
    assert plays[0][1] in read_html(position).split("to play")[1]
    position.pop()
    table = ov.table(position)
    text = read_html(table)
    assert text.count("leads") == 4
    numbers = [int(word) for word in text.split("leads")[-1].split() if word.isdigit()]
    assert numbers == list(table.ns.values())
    trace = ov.trace(position, plays, payoff=range(position.tricks_left + 1))
    assert read_html(trace).count("forced") == sum(play.forced for play in trace.plays)
    assert " points)" in read_html(trace)


def test_html_of_plays() -> None:
    position, _ = record_of("arpaa")
    plays = ov.best_plays(position)
    text = read_html(plays)
    assert sum(map(text.count, "♠♥♦♣")) == sum(1 + (play.same_as is not None) for play in plays)
    unproven = ov.best_plays(Position.random(ov.ARPAA, seed=1), node_limit=0)
    assert "0-36" in read_html(unproven)
    assert plays == list(plays) and repr(plays) == repr(list(plays))


def test_html_of_a_trump_choice() -> None:
    choice = ov.expected_trumps(["SA", "SK", "H7"], 4, 10, 1)
    assert "10 deals of 4 cards a hand" in read_html(choice)
