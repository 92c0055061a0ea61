"""The README shows what really happens: its Python is run as a doctest, its commands are run too."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from overruff.cli import main

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The fenced code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_python() -> None:
    session = "\n".join(blocks("python"))
    parser = doctest.DocTestParser()
    test = parser.get_doctest(session, {}, "README.md", "README.md", 0)
    assert len(test.examples) >= 19
    outcome = doctest.DocTestRunner(verbose=False).run(test)
    assert outcome.failed == 0


def test_the_file_itself_is_a_doctest() -> None:
    """As ``python -m doctest README.md`` runs it: a fence must not be taken for expected output."""
    assert doctest.testfile(str(ROOT / "README.md"), module_relative=False, verbose=False).failed == 0


@pytest.mark.parametrize("block", blocks("console"))
def test_commands(block: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    command, _, shown = block.partition("\n")
    words = shlex.split(command.removeprefix("$ "))
    assert words[0] == "overruff"
    monkeypatch.chdir(ROOT)
    assert main(words[1:]) == 0
    assert capsys.readouterr().out == shown


def test_first_command_is_the_one_shown() -> None:
    start, _ = blocks("sh")[:2]
    shown = blocks("console")[0].partition("\n")[0].removeprefix("$ ")
    assert start.strip().endswith(shown)
