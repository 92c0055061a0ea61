"""Chooses the native module for this processor.

`_core` runs everywhere; `_core_v3` is the same code compiled for x86-64-v3
(AVX2, BMI2) and is taken where the processor has these. The environment
variable OVERRUFF_ISA=baseline forces `_core`, for tests.
"""

from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING, Any

from overruff import _core


def _choose() -> Any:
    if os.environ.get("OVERRUFF_ISA", "") == "baseline" or not _core.supports_v3():
        return _core
    try:
        return importlib.import_module("overruff._core_v3")
    except ModuleNotFoundError:  # built without it
        return _core


if TYPE_CHECKING:
    core = _core
else:
    core = _choose()

__all__ = ["core"]
