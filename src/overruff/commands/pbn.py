"""``overruff pbn``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..errors import PositionError
from ..pbn import read_boards
from .common import BAD_INPUT, Commands, complain


def add(commands: Commands) -> None:
    """Declare the command."""
    sub = commands.add("pbn", _pbn, "deal lines of the bridge deals in PBN files")
    sub.add_argument("files", nargs="+", metavar="FILE|-", help="PBN file, or - for standard input")


def _pbn(args: argparse.Namespace) -> int:
    status = 0
    for name in args.files:
        try:
            data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        except (OSError, ValueError) as error:
            complain(f"{name}: {getattr(error, 'strerror', None) or error}")
            status = BAD_INPUT
            continue
        for board in read_boards(_text(data)):
            if isinstance(board, PositionError):
                complain(f"{'<stdin>' if name == '-' else name} {board}")
                status = BAD_INPUT
            else:
                print(board.to_json() if args.json else board.to_text())
    return status


def _text(data: bytes) -> str:
    """UTF-8, or Latin-1 as the standard has it."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
