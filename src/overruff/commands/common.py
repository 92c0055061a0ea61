"""What the subcommands have in common: how they are declared, asked, answered and how they complain."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from ..errors import quoted
from ..inputs import InputError, InputLine, parse_variants, read
from ..render import paint_for

Answer = tuple[dict[str, object], str]
"""The answer to one position: for ``--json``, and as text."""
Ask = Callable[[InputLine, argparse.Namespace], Answer]
"""Answers a line; ``args.paint`` colours the text."""

BAD_INPUT = 2


@dataclass(frozen=True)
class Csv:
    """How answers become rows for ``--csv``."""

    columns: Sequence[str]
    """Names of the columns, after ``position``, the line as it was given."""
    rows: Callable[[Any], Iterable[Sequence[object]]]
    """The rows of an answer, from its values for ``--json``; ``None`` is an empty field."""


class Parser(argparse.ArgumentParser):
    """Reports wrong usage in one line, as all other errors."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"overruff: {message}\n")


class Commands:
    """The subcommands of a parser, to which each command adds its own."""

    def __init__(self, parser: Parser) -> None:
        self._commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(
        self, name: str, run: Callable[[argparse.Namespace], int], text: str, *, csv: bool = False
    ) -> argparse.ArgumentParser:
        """A command; ``run`` returns the exit status."""
        sub = self._commands.add_parser(name, help=text, description=text)
        sub.set_defaults(run=run)
        forms = sub.add_mutually_exclusive_group()
        forms.add_argument("--json", action="store_true", help="print JSON, one object in a line")
        if csv:
            forms.add_argument("--csv", action="store_true", help="print CSV, a header and rows")
        return sub

    def add_question(
        self,
        name: str,
        ask: Ask,
        text: str,
        too_short: str,
        *,
        table: Csv | None = None,
        nargs: str = "+",
    ) -> argparse.ArgumentParser:
        """A command that answers position lines one by one; with ``table`` it has ``--csv``."""
        sub = self.add(name, lambda args: answer_all(ask, args, table), text, csv=table is not None)
        sub.add_argument(
            "source",
            nargs=nargs,
            metavar="FILE|-|LINE",
            help="file of position lines, - for standard input, or a line",
        )
        add_variant(sub)
        sub.add_argument(
            "--time-limit", type=seconds, metavar="S", help=f"seconds for each position; {too_short}"
        )
        return sub


def add_variant(parser: argparse.ArgumentParser) -> None:
    """The option ``--variant NAME=VALUE``, read by ``parse_variants``."""
    parser.add_argument(
        "--variant",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change an option of the rules",
    )


def seconds(text: str) -> float:
    """A time limit, for ``type=`` of an argument."""
    try:
        limit = float(text)
    except ValueError:
        limit = -1.0
    if not limit >= 0:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number of seconds")
    return limit


def count(text: str) -> int:
    """A number of at least 1, for ``type=`` of an argument."""
    if not (text.isascii() and text.isdigit() and int(text) >= 1):
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number of at least 1")
    return int(text)


def complain(error: object) -> None:
    """Report an error in one line on standard error, after all answers so far."""
    sys.stdout.flush()
    print(f"overruff: {error}", file=sys.stderr)


def answer_all(ask: Ask, args: argparse.Namespace, table: Csv | None = None) -> int:
    """Answers every good line; complains about each bad one."""
    try:
        args.options = parse_variants(args.variant)
    except ValueError as error:
        complain(error)
        return BAD_INPUT
    args.paint = paint_for(sys.stdout)
    args.interrupted = False  # set by questions that have an answer all the same
    writer = csv.writer(sys.stdout, lineterminator="\n") if table and args.csv else None
    if table and writer:
        writer.writerow(["position", *table.columns])
    status = 0
    for line in read(args.source):
        try:
            if isinstance(line, InputError):
                raise line
            values, text = ask(line, args)
        except InputError as error:
            complain(error)
            status = BAD_INPUT
            continue
        if table and writer:
            writer.writerows([line.text, *row] for row in table.rows(values))
        else:
            print(json.dumps(values) if args.json else text)
        if args.interrupted:
            raise KeyboardInterrupt
    return status
