"""The words of a PBN file: tag pairs and the sections that follow them, game by game.

Comments and escape lines are left out. An empty line (outside a comment) ends a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .errors import PositionError, quoted

_TOKEN = re.compile(
    r"""
      (?P<escape> ^%[^\n]* )
    | (?P<end> ^[^\S\n]*\n )
    | (?P<space> \s )
    | (?P<comment> ;[^\n]* | \{[^}]*\} )
    | (?P<string> "(?:[^"\\\n]|\\.)*" )
    | (?P<bracket> [\[\]] )
    | (?P<word> [^\s\[\]{;"]+ )
    | (?P<open> . )
    """,
    re.VERBOSE | re.MULTILINE,
)
_NAME = re.compile(r"\w+", re.ASCII)
_ESCAPED = re.compile(r'\\(["\\])')
_FORM = '[Name "value"]'


@dataclass(frozen=True)
class Token:
    """A word, a bracket, a string with its quotes, or what is left of one that is not closed."""

    kind: str
    text: str
    line: int


@dataclass
class Tag:
    """A tag pair, and the words between it and the next one."""

    name: str
    value: str
    line: int
    section: list[Token] = field(default_factory=list)


def fault(line: int, reason: str) -> PositionError:
    """What is wrong in a line of the file."""
    return PositionError(f"line {line}", reason)


def escaped(value: str) -> str:
    """The text as it stands between the quotes of a string."""
    return value.replace("\\", "\\\\").replace('"', '\\"')


def games(text: str) -> Iterator[list[Tag] | PositionError]:
    """The tags of each game, or what is wrong with it, naming the line."""
    tokens: list[Token] = []
    for token in _tokens(text.replace("\r\n", "\n").replace("\r", "\n") + "\n\n"):
        if token.kind != "end":
            tokens.append(token)
        elif tokens:
            try:
                yield _tags(tokens)
            except PositionError as error:
                yield error
            tokens = []


def _tokens(text: str) -> Iterator[Token]:
    line = 1
    for found in _TOKEN.finditer(text):
        kind, word = found.lastgroup, found[0]
        if kind == "open" and word == "{":  # the rest of the file belongs to it
            yield Token(kind, word, line)
            yield Token("end", "", line)
            return
        if kind not in (None, "escape", "space", "comment"):
            yield Token(kind, word, line)
        line += word.count("\n")


def _tags(tokens: Sequence[Token]) -> list[Tag]:
    tags: list[Tag] = []
    place = 0
    while place < len(tokens):
        token = tokens[place]
        if token.kind == "open":
            what = "comment" if token.text == "{" else "string"
            raise fault(token.line, f"the {what} that begins here is not closed")
        if token.text == "[":
            pair = tokens[place : place + 4]
            tags.append(_tag(pair))
            place += 4
            continue
        if not tags or token.text == "]":
            raise fault(token.line, f"{quoted(token.text)} belongs to no tag")
        tags[-1].section.append(token)
        place += 1
    return tags


def _tag(pair: Sequence[Token]) -> Tag:
    line = pair[0].line
    for token in pair:
        if token.kind == "open":
            raise fault(token.line, "the string that begins here is not closed")
    kinds = [token.kind for token in pair]
    if kinds != ["bracket", "word", "string", "bracket"] or pair[3].text != "]":
        raise fault(line, f"a tag is needed, such as {_FORM}")
    name = pair[1].text
    if not _NAME.fullmatch(name):
        raise fault(line, f"{quoted(name)} is no name of a tag")
    return Tag(name, _ESCAPED.sub(r"\1", pair[2].text[1:-1]), line)
