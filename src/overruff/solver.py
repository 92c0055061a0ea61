"""Questions about one position: its value, the value of every play, an optimal line."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypedDict

from ._native import core
from .arguments import budget, integer, memory_bytes, worker_count
from .cards import Card, Seat, Side
from .encode import card_from_id, record
from .errors import Interrupted, NotExact
from .estimates import Estimate, estimate
from .interchange import equal_groups
from .position import Position, need_position

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import numpy as np
    import numpy.typing as npt

    from .auction import Call
    from .batch import Progress
    from .deal import Deal
    from .par_auction import AuctionTrace, Par
    from .store import Store
    from .tables import Table
    from .traces import Trace

DEFAULT_MEMORY_MB = 512


class Options(TypedDict):
    """Parts of the search that can be switched off."""

    table: bool
    bounds: bool
    cover: bool


DEFAULT_OPTIONS: Final = Options(table=True, bounds=True, cover=True)


class _Bounds:
    """Proven bounds on the tricks of NS, and the value once they meet."""

    lower: int
    upper: int

    @property
    def exact(self) -> bool:
        """Whether the value is proven."""
        return self.lower == self.upper

    @property
    def ns(self) -> int:
        """Tricks NS take with perfect play; raises ``NotExact`` if only bounds are proven."""
        if self.lower != self.upper:
            bounds = f"{self.lower} and {self.upper}"
            raise NotExact(f"only proven to lie between {bounds}: the search ran out of budget")
        return self.lower


@dataclass(frozen=True)
class Solution(_Bounds):
    """What is proven about a position: bounds on the tricks North-South still take."""

    lower: int
    """Tricks NS can be sure of."""
    upper: int
    """Tricks NS cannot exceed."""
    tricks: int
    """Tricks still to come for both sides together, the one in progress included."""
    nodes: int
    """Cards played in the search."""
    seconds: float
    """Time the search took."""
    estimate: Estimate
    """A guess at the tricks NS take, a float with its own mean ``error``; the value where it is proven."""
    best: Card | None
    """A play to recommend: the best, or one of several, where the value is proven. None after the end."""

    @property
    def ew(self) -> int:
        """Tricks EW still take; raises ``NotExact`` if only bounds are proven."""
        return self.tricks - self.ns

    def __repr__(self) -> str:
        if self.exact:
            value = f"ns={self.ns}, ew={self.ew}"
        else:
            value = f"lower={self.lower}, upper={self.upper}, estimate={float(self.estimate):g}"
        return f"Solution({value}, nodes={self.nodes}, seconds={self.seconds:.3g})"


@dataclass(frozen=True)
class PlayValue(_Bounds):
    """A legal play and what is proven about the position after it."""

    card: Card
    lower: int
    """Tricks NS can be sure of after this play, counted from the position before it."""
    upper: int
    """Tricks NS cannot exceed after this play."""
    same_as: Card | None
    """The highest card this one is interchangeable with, if it is not that card itself."""
    proven_cost: int | None
    """``cost``, or ``None`` while it is not proven."""
    estimate: Estimate
    """A guess at the tricks NS take, made the same way for all plays of an answer."""

    @property
    def cost(self) -> int:
        """Tricks this play throws away for the side that makes it; raises ``NotExact``."""
        if self.proven_cost is None:
            raise NotExact("the cost of this play is not proven: the search ran out of budget")
        return self.proven_cost

    def __repr__(self) -> str:
        if self.exact:
            value = f"ns={self.lower}"
        else:
            value = f"lower={self.lower}, upper={self.upper}, estimate={float(self.estimate):g}"
        cost = "" if self.proven_cost is None else f", cost={self.proven_cost}"
        same = "" if self.same_as is None else f", same_as={str(self.same_as)!r}"
        return f"PlayValue({str(self.card)!r}, {value}{cost}{same})"


class Plays(list[PlayValue]):
    """The values of the legal plays: a list that notebooks show as a table."""

    def _repr_html_(self) -> str:
        from . import html  # noqa: PLC0415 - for notebooks only

        return html.plays(self)


class Solver:
    """An engine that keeps its transposition table from one question to the next.

    ``memory_mb``: upper limit of the table in megabytes (it starts small). ``threads``: workers of
    ``solve_many``, by default one per processor. ``table``, ``bounds`` and ``cover`` switch parts of
    the search off, for comparisons: without them it is slower and the answers are the same.
    A solver shared by several threads answers one at a time.
    """

    def __init__(
        self,
        memory_mb: int = DEFAULT_MEMORY_MB,
        threads: int | None = None,
        *,
        table: bool = True,
        bounds: bool = True,
        cover: bool = True,
    ) -> None:
        """Raises ``TypeError`` or ``ValueError`` if ``memory_mb`` or ``threads`` is no positive integer."""
        size = memory_bytes(memory_mb)
        self.memory_mb = int(memory_mb)
        self.threads = worker_count(threads)
        self._options = Options(table=table, bounds=bounds, cover=cover)
        self._core = core.CoreSolver(size, **self._options)
        self._lock = threading.RLock()

    def __repr__(self) -> str:
        off = "".join(f", {name}=False" for name, on in self._options.items() if not on)
        return f"Solver(memory_mb={self.memory_mb}, threads={self.threads}{off})"

    def clear(self) -> None:
        """Forget everything learnt from earlier questions."""
        with self._lock:
            self._core.clear()

    def solve(
        self, position: Position, time_limit: float | None = None, node_limit: int | None = None
    ) -> Solution:
        """The tricks both sides still take with perfect play.

        Out of budget (``time_limit`` in seconds, ``node_limit`` in cards played) the solution has
        what is proven so far, and ``exact`` is False; a larger budget never proves less. The node
        limit is never passed. Raises ``ValueError`` for a negative limit, ``TypeError`` for one that
        is no number, and on Ctrl-C ``Interrupted``, a ``KeyboardInterrupt`` with what is proven.
        """
        limits = budget(time_limit, node_limit)
        with self._lock, _found_before_ctrl_c(lambda found: (_solution(position, found),)):
            return _solution(position, self._core.solve(record(position), *limits))

    def best_plays(
        self, position: Position, time_limit: float | None = None, node_limit: int | None = None
    ) -> list[PlayValue]:
        """The value of every legal play (equal cards once), best first, then S H D C, high to low.

        Out of budget plays have bounds and are ordered by their estimates, which then are made the
        same way for all of them. Empty when no card is left.
        """
        return self.solve_plays(position, time_limit, node_limit)[1]

    def solve_plays(
        self, position: Position, time_limit: float | None = None, node_limit: int | None = None
    ) -> tuple[Solution, list[PlayValue]]:
        """The solution of the position together with its ``best_plays``, from one search."""
        limits = budget(time_limit, node_limit)

        def both(found: _Found) -> tuple[Solution, Plays]:
            plays, total = found
            return _solution(position, total), _plays(position, plays, total)

        with self._lock, _found_before_ctrl_c(both):
            return both(self._core.plays(record(position), *limits))

    def line(
        self, position: Position, time_limit: float | None = None, node_limit: int | None = None
    ) -> list[Card]:
        """One continuation to the end of the deal in which no card costs a trick.

        Always the same one: the best play that stands first in ``best_plays``. The limits hold for
        the whole line; raises ``NotExact`` if one of them is hit.
        """
        from .lines import line  # noqa: PLC0415 - lines builds on this module

        return line(position, self, time_limit, node_limit)

    def can_take(
        self,
        position: Position,
        side: Side,
        tricks: int,
        time_limit: float | None = None,
        node_limit: int | None = None,
    ) -> bool:
        """Whether ``side`` can take at least ``tricks`` of the tricks still to come.

        Cheaper than ``solve``: one question instead of several, and none for 0 tricks or fewer or for
        more than are left. Raises ``NotExact`` out of budget, ``TypeError`` if ``tricks`` is no integer.
        """
        need_position(position)
        side = Side(side)
        tricks = integer("tricks", tricks)
        budget(time_limit, node_limit)  # checked even where no search is needed
        if not 0 < tricks <= position.tricks_left:
            return tricks <= 0
        # EW take k exactly if NS cannot take more than the rest.
        k = tricks if side is Side.NS else position.tricks_left - tricks + 1
        found = self.prove(position, k, time_limit, node_limit)
        if found.lower < k <= found.upper:
            raise NotExact(
                f"whether {side.name} can take {tricks} is not proven: the search ran out of budget"
            )
        return (found.lower >= k) is (side is Side.NS)

    def prove(
        self,
        position: Position,
        ns: int,
        time_limit: float | None = None,
        node_limit: int | None = None,
    ) -> Solution:
        """The bounds that one null-window question proves: can NS take ``ns`` tricks or not?

        ``ns``: 1 to the number of tricks left. Unless out of budget, ``lower >= ns`` or
        ``upper < ns`` in the answer.
        """
        limits = budget(time_limit, node_limit)
        with self._lock, _found_before_ctrl_c(lambda found: (_solution(position, found),)):
            return _solution(position, self._core.can_take(record(position), ns, *limits))

    def table(
        self,
        position: Position,
        time_limit: float | None = None,
        node_limit: int | None = None,
        *,
        broken: bool | None = None,
        boards: str | Iterable[Seat] | None = None,
    ) -> Table:
        """Tricks for every trump and leader; see ``overruff.table``."""
        from .tables import table  # noqa: PLC0415

        return table(
            position, self, broken=broken, boards=boards, time_limit=time_limit, node_limit=node_limit
        )

    def trace(
        self,
        position: Position,
        plays: Sequence[Card | str],
        time_limit: float | None = None,
        node_limit: int | None = None,
        *,
        payoff: Sequence[float] | None = None,
    ) -> Trace:
        """The value after every play of a record; see ``overruff.trace``."""
        from .traces import trace  # noqa: PLC0415

        return trace(position, plays, self, payoff=payoff, time_limit=time_limit, node_limit=node_limit)

    def par(
        self,
        deal: Position | Deal,
        dealer: Seat | None = None,
        *,
        all_pass: float = 0.0,
        time_limit: float | None = None,
        node_limit: int | None = None,
    ) -> Par:
        """The par auction of Back Alley; see ``overruff.par``."""
        from .par_auction import par  # noqa: PLC0415

        return par(deal, dealer, self, all_pass=all_pass, time_limit=time_limit, node_limit=node_limit)

    def par_trace(
        self,
        deal: Position | Deal,
        calls: Sequence[Call | str] | None = None,
        dealer: Seat | None = None,
        *,
        all_pass: float = 0.0,
        time_limit: float | None = None,
        node_limit: int | None = None,
    ) -> AuctionTrace:
        """The value after every call of an auction; see ``overruff.par_trace``."""
        from .par_auction import par_trace  # noqa: PLC0415

        return par_trace(
            deal, calls, dealer, self, all_pass=all_pass, time_limit=time_limit, node_limit=node_limit
        )

    def solve_many(
        self,
        positions: Iterable[Position],
        threads: int | None = None,
        executor: Executor | None = None,
        progress: Progress | bool | None = None,
        *,
        store: Store | None = None,
    ) -> npt.NDArray[np.int16]:
        """NS tricks of many positions, by default with this solver's threads; see ``overruff.solve_many``.

        The workers have tables of their own, together of this solver's ``memory_mb`` (with an
        ``executor``: each of its tasks); its own table is neither used nor changed.
        """
        from .batch import solve_many  # noqa: PLC0415

        if threads is None:
            threads = self.threads
        return solve_many(
            positions,
            threads,
            executor,
            progress,
            store=store,
            memory_mb=self.memory_mb,
            **self._options,
        )


_Found = Any
"""What the native module answers."""


def _solution(position: Position, found: _Found) -> Solution:
    lower, upper, nodes, seconds, _, value, method, best = found
    tricks = position.tricks_left
    guess = estimate(value, method, lower, upper, tricks)
    return Solution(lower, upper, tricks, nodes, seconds, guess, None if best is None else card_from_id(best))


def _plays(position: Position, plays: _Found, total: _Found) -> Plays:
    lower, upper, *_, method, _ = total
    found = {card_from_id(number): rest for number, *rest in plays}
    same_as = {card: group[0] for group in equal_groups(position) for card in group[1:]}
    best = lower if lower == upper else None
    sign = 1 if position.turn.side is Side.NS else -1
    values = Plays()
    for card in position.legal_plays():
        low, high, value = found[card]
        cost = sign * (best - low) if best is not None and low == high else None
        guess = estimate(value, method, low, high, position.tricks_left)
        values.append(PlayValue(card, low, high, same_as.get(card), cost, guess))
    # Stable: plays of equal value stay in the order of legal_plays.
    values.sort(key=lambda v: (-v.estimate, -v.lower) if sign > 0 else (v.estimate, v.upper))
    return values


@contextmanager
def _found_before_ctrl_c(
    answer: Callable[[_Found], tuple[Solution] | tuple[Solution, Plays]],
) -> Iterator[None]:
    """Makes ``Interrupted`` of the KeyboardInterrupt that the native module raises."""
    try:
        yield
    except KeyboardInterrupt as stop:
        found = getattr(stop, "found", None)
        if found is None:
            raise
        raise Interrupted(*answer(found)) from None


# The functions of the module use one solver a thread, emptied before every question, so that nodes
# and proven bounds depend on the question alone. Several questions about one deal are quicker
# through one Solver.
_spare = threading.local()


@contextmanager
def empty_solver() -> Iterator[Solver]:
    """This thread's spare solver, with nothing in its table."""
    # Taken out while in use: a signal handler may ask a question in the middle of another.
    solver: Solver | None = getattr(_spare, "solver", None)
    _spare.solver = None
    if solver is None:
        solver = Solver()
    solver.clear()
    yield solver
    _spare.solver = solver


def using(solver: Solver | None) -> AbstractContextManager[Solver]:
    """The solver given, or an empty one."""
    return empty_solver() if solver is None else nullcontext(solver)


def solve(position: Position, time_limit: float | None = None, node_limit: int | None = None) -> Solution:
    """The tricks both sides still take with perfect play; see ``Solver.solve``."""
    with empty_solver() as solver:
        return solver.solve(position, time_limit, node_limit)


def best_plays(
    position: Position, time_limit: float | None = None, node_limit: int | None = None
) -> list[PlayValue]:
    """The value of every legal play, best first; see ``Solver.best_plays``."""
    with empty_solver() as solver:
        return solver.best_plays(position, time_limit, node_limit)


def line(position: Position, time_limit: float | None = None, node_limit: int | None = None) -> list[Card]:
    """One optimal continuation to the end; see ``Solver.line``."""
    with empty_solver() as solver:
        return solver.line(position, time_limit, node_limit)


def can_take(
    position: Position,
    side: Side,
    tricks: int,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> bool:
    """Whether a side can take that many of the tricks still to come; see ``Solver.can_take``."""
    with empty_solver() as solver:
        return solver.can_take(position, side, tricks, time_limit, node_limit)
