"""``overruff batch``."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict
from pathlib import Path

from ..batchrun import STREAM, Job, run
from ..inputs import parse_variants
from ..rowfiles import FORMATS, format_of
from .common import BAD_INPUT, Commands, add_variant, complain, count

FAILED = 1

_EPILOG = """\
IN and OUT are text (.txt), JSON Lines (.jsonl) or Parquet (.parquet), or - for standard input and output.
Text has position or deal lines; JSON objects and Parquet rows have them as "position" or "deal", and what
else they have stays. Line k of OUT answers line k of IN: "NS 7  EW 1  LINE" in text, "ns" and "ew" in the
others; a bad line gives "NS ?  EW ?  LINE  # REASON" or "error". Killed at any moment, the same command
goes on where it was: what is finished stands in OUT.journal until OUT is whole. Every line is solved
exactly, however long that takes.
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    sub = commands.add("batch", _batch, "values of a file of any size, by several processes; resumable")
    sub.epilog = _EPILOG
    sub.formatter_class = argparse.RawDescriptionHelpFormatter
    sub.add_argument("source", metavar="IN", help="file of position or deal lines, or -")
    sub.add_argument("target", metavar="OUT", help="file for the answers, or -")
    sub.add_argument("--workers", type=count, metavar="N", help="processes (default: one per processor)")
    sub.add_argument("--store", type=Path, metavar="FILE", help="remember answers in this file")
    sub.add_argument("--format", choices=FORMATS, help="of files whose suffix does not tell, and of -")
    add_variant(sub)


def _batch(args: argparse.Namespace) -> int:
    progress = _Progress()
    again = "" if STREAM in (args.source, args.target) else "; run the same command again to go on"
    try:
        summary = run(_job(args), progress, progress.complain)
    except BrokenPipeError:
        raise  # the reader of our standard output has seen enough
    except (ValueError, OSError) as error:
        progress.complain(_reason(error))
        return BAD_INPUT
    except BrokenProcessPool:
        progress.complain(f"a worker process has died{again}")
        return FAILED
    except KeyboardInterrupt:
        progress.complain(f"stopped{again}")
        raise
    progress.end()
    if args.json and args.target != STREAM:
        print(json.dumps(asdict(summary)))
    return BAD_INPUT if summary.errors else 0


def _job(args: argparse.Namespace) -> Job:
    source, target = args.source, args.target
    _check_files(source, target, args.store)
    of_stream = args.format or "text"
    job = Job(
        source=source,
        target=target,
        source_format=of_stream if source == STREAM else format_of(source, args.format),
        target_format=of_stream if target == STREAM else format_of(target, args.format),
        variants=parse_variants(args.variant),
        workers=args.workers or os.cpu_count() or 1,
        store=args.store,
    )
    formats = {source: job.source_format, target: job.target_format}
    if formats.get(STREAM) == "parquet":
        raise ValueError("-: a Parquet file cannot be a stream")
    return job


def _check_files(source: str, target: str, store: Path | None) -> None:
    """Raise ``ValueError`` if OUT would replace IN, the store or something that is no file."""
    if target == STREAM:
        return
    if source != STREAM and _same(source, target):
        raise ValueError(f"{target}: IN and OUT are the same file")
    if store is not None and _same(os.fspath(store), target):
        raise ValueError(f"{target}: OUT and --store are the same file")
    if os.path.isdir(target):
        raise ValueError(f"{target}: Is a directory")
    if os.path.exists(target) and not os.path.isfile(target):
        raise ValueError(f"{target}: not a file that can be replaced; give - for standard output")


def _same(file: str, other: str) -> bool:
    if os.path.exists(file) and os.path.exists(other):
        return os.path.samefile(file, other)
    return os.path.realpath(file) == os.path.realpath(other)


def _reason(error: ValueError | OSError) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{os.fspath(error.filename)}: {error.strerror}"
    return str(error)


class _Progress:
    """A line on standard error that is written again and again, if somebody is there to see it."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()
        self._start = self._last = time.monotonic()
        self._begun = False

    def __call__(self, done: int, total: int | None) -> None:
        now = time.monotonic()
        if not self._shown or now - self._last < 0.2:
            return
        self._last, self._begun = now, True
        of_all = "" if not total else f" of {total} ({100 * done // total} %)"
        rate = done / (now - self._start)
        print(f"\r{done} rows{of_all}, {rate:.0f}/s  ", end="", file=sys.stderr, flush=True)

    def complain(self, error: object) -> None:
        """Report an error on a line of its own."""
        self.end()
        complain(error)

    def end(self) -> None:
        """Leave what was shown last."""
        if self._begun:
            print(file=sys.stderr)
            self._begun = False
