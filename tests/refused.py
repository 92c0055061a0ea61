"""The exact text of an error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def refused(message: str, kind: type[Exception] = ValueError) -> Iterator[None]:
    """What is done inside raises an error of that kind with this very message."""
    with pytest.raises(kind) as caught:
        yield
    assert str(caught.value) == message
