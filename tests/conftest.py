"""What holds for all tests."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator

import pytest

from overruff.cli import main


class Run:
    """What one call of the command gave."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *words: str) -> None:
        try:
            self.status = main(words)
        except SystemExit as stop:  # wrong usage
            assert isinstance(stop.code, int)
            self.status = stop.code
        streams = capsys.readouterr()
        self.out = streams.out.splitlines()
        self.err = streams.err.splitlines()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Run]:
    """Runs the command with these words."""
    return lambda *words: Run(capsys, *words)


@pytest.fixture(scope="session", autouse=True)
def ctrl_c_is_heard() -> Iterator[None]:
    """Ctrl-C raises KeyboardInterrupt here and in processes started from here.

    A shell that runs the tests in the background has it ignored, which is inherited.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
