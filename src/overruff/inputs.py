"""Where the command line's position lines come from, and what was wrong with each."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from .deal import Deal
from .deal_text import is_deal_line
from .errors import PositionError, quoted
from .position import Position
from .rules import DEFAULT_RULES, Rules

_COMMENT = re.compile(r"(^|\s)#.*", re.DOTALL)


class InputError(Exception):
    """A line that cannot be answered; the text names file, line and reason."""


@dataclass(frozen=True)
class InputLine:
    """A line of a file, of standard input, or given as an argument."""

    place: str
    """For messages: ``deals.txt line 3``."""
    text: str

    def error(self, reason: object) -> InputError:
        """The error to report for this line."""
        return InputError(f"{self.place}: {reason}")


def read(sources: Sequence[str]) -> Iterator[InputLine | InputError]:
    """The lines of all sources in order; blank lines and comments, from a ``#`` that
    begins a word to the end of the line, are skipped.

    A source is ``-`` for standard input, a position line (several words with a ``=`` or ``:`` that are
    no file), or the name of a file. An empty source and a file that cannot be read yield errors.
    """
    for number, source in enumerate(sources, 1):
        if source == "-":
            yield from _lines("<stdin>", sys.stdin.buffer.read())
        elif not source.strip():
            yield InputError(f"argument {number}: empty")
        elif _looks_like_a_line(source) and not os.path.exists(source):
            yield InputLine(f"argument {number}", source)
        else:
            try:
                data = Path(source).read_bytes()
            except (OSError, ValueError) as error:
                yield InputError(f"{source}: {getattr(error, 'strerror', None) or error}")
                continue
            yield from _lines(source, data)


def _looks_like_a_line(source: str) -> bool:
    return len(source.split()) > 1 and ("=" in source or ":" in source)


def _lines(name: str, data: bytes) -> Iterator[InputLine]:
    # Bytes that are no UTF-8 become a character that no field accepts. Only \n ends a line, as in an
    # editor that shows its number; the \r of a Windows file is white space.
    for number, line in enumerate(data.decode("utf-8-sig", errors="replace").split("\n"), 1):
        text = content(line)
        if text:
            yield InputLine(f"{name} line {number}", text)


def content(line: str) -> str:
    """A line of a file without its comment and the white space around it."""
    return _COMMENT.sub("", line).strip()


def parse_variants(texts: Sequence[str]) -> dict[str, str | int]:
    """``NAME=VALUE`` options of the rules; raises ``ValueError`` if one has no ``=``."""
    options: dict[str, str | int] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or name not in Rules.__dataclass_fields__ or name == "game":
            known = ", ".join(field for field in Rules.__dataclass_fields__ if field != "game")
            raise ValueError(f"--variant: {quoted(text)} is not NAME=VALUE with a name of {known}")
        options[name] = int(value) if value.isdecimal() else value
    return options


def rules_of(game: str, variants: dict[str, str | int]) -> Rules:
    """The rules of a game with some options changed; raises ``ValueError`` for a bad one."""
    return replace(DEFAULT_RULES[game], **variants)  # type: ignore[arg-type]


def parse(line: InputLine, variants: dict[str, str | int]) -> Position:
    """The position of a position line, or that a deal line has come to; raises ``InputError``."""
    try:
        if is_deal_line(line.text):
            return parse_deal(line, variants).position()
        return Position.from_text(line.text, _rules(line, variants))
    except ValueError as error:
        raise line.error(error) from None


def parse_deal(line: InputLine, variants: dict[str, str | int]) -> Deal:
    """The deal of a deal line; raises ``InputError``."""
    try:
        return Deal.from_text(line.text, _rules(line, variants))
    except ValueError as error:
        raise line.error(error) from None


def _rules(line: InputLine, variants: dict[str, str | int]) -> Rules | None:
    """The rules of the game a line names, if they are not the default ones."""
    game = next((word for word in line.text.split() if word in DEFAULT_RULES), None)
    return rules_of(game, variants) if variants and game is not None else None


def split_plays(line: InputLine) -> tuple[InputLine, list[str]]:
    """Takes the field ``plays=C,C,...`` out of a line; raises ``InputError`` if there is none."""
    words = line.text.split()
    found = [word for word in words if word.startswith("plays=")]
    if len(found) != 1:
        raise line.error(PositionError("plays", "needed once, such as plays=SA,S2,S3,S4"))
    rest = " ".join(word for word in words if word != found[0])
    cards = found[0].removeprefix("plays=")
    return InputLine(line.place, rest), cards.split(",") if cards else []
