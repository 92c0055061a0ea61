"""The command ``overruff``."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.metadata import version

from .commands import batch, bench, deal, line, par, pbn, solve, table, trace, trump
from .commands.common import Commands, Parser

INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status: 0, 2 for bad input, 130 after Ctrl-C."""
    args = _parser().parse_args(argv)
    try:
        status: int = args.run(args)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        sys.stdout.flush()
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has seen enough; keep the interpreter from flushing into the closed pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser() -> Parser:
    parser = Parser(
        prog="overruff",
        description="Exact double-dummy answers for Arpaa Turup, Back Alley and bridge.",
    )
    parser.add_argument("--version", action="version", version=f"overruff {version('overruff')}")
    commands = Commands(parser)
    for module in (solve, line, table, trace, trump, par, batch, deal, pbn, bench):
        module.add(commands)
    return parser
