from collections.abc import Callable
from typing import Any, final

import numpy as np
import numpy.typing as npt

_Buffer = bytes | bytearray | memoryview | npt.NDArray[np.uint8]
_Result = tuple[int, int, int, float, int, float, int, int | None]
_Plays = tuple[list[tuple[int, int, int, float]], _Result]

DEAL_SIZE: int

def supports_v3() -> bool: ...
def isa() -> str: ...

@final
class CoreSolver:
    def __new__(
        cls,
        memory_bytes: int,
        *,
        table: bool = True,
        bounds: bool = True,
        cover: bool = True,
        long_from: int = 22,
    ) -> CoreSolver: ...
    def solve(self, record: _Buffer, seconds: float = 0.0, nodes: int = 0) -> _Result: ...
    def can_take(self, record: _Buffer, k: int, seconds: float = 0.0, nodes: int = 0) -> _Result: ...
    def plays(self, record: _Buffer, seconds: float = 0.0, nodes: int = 0) -> _Plays: ...
    def clear(self) -> None: ...

def solve_many(
    records: _Buffer,
    ns: npt.NDArray[np.int16],
    *,
    threads: int,
    memory_bytes: int,
    nodes: npt.NDArray[np.uint64] | None = None,
    progress: Callable[[int, int], Any] | None = None,
    table: bool = True,
    bounds: bool = True,
    cover: bool = True,
) -> None: ...
def plain_solve(record: _Buffer) -> _Result: ...
def plain_plays(record: _Buffer) -> _Plays: ...
def perft(record: _Buffer, depth: int) -> int: ...
