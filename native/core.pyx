# cython: language_level=3, boundscheck=False, wraparound=False, freethreading_compatible=True
# cython: auto_pickle=False, autotestdict=False
# distutils: language=c++
"""The one door to the native engine: records in, plain numbers out.

A deal crosses as a record of DEAL_SIZE bytes, the struct Deal of api.hpp
(laid out again in encode.py); many deals are many records end to end.
"""
from libc.stdint cimport int16_t, uint8_t, uint64_t
from libc.string cimport memcpy
from libcpp cimport bool as cbool
from libcpp.atomic cimport atomic
from libcpp.vector cimport vector
from cpython.exc cimport PyErr_CheckSignals

cdef extern from *:
    """
    #include <atomic>
    #include <type_traits>
    #include "engine/api.hpp"
    #include "engine/check.hpp"
    #include "engine/plain.hpp"
    #include "engine/pool.hpp"
    #include "engine/solver.hpp"

    static_assert(sizeof(overruff::Deal) == 11 + 4 * 64 && alignof(overruff::Deal) == 1 &&
                  std::is_trivially_copyable_v<overruff::Deal> &&
                  offsetof(overruff::Deal, trick) == 4 && offsetof(overruff::Deal, broken) == 7 &&
                  offsetof(overruff::Deal, variant) == 10 && offsetof(overruff::Deal, counts) == 11,
                  "encode.py lays out the same record");

    static bool overruff_cpu_has_v3() {
    #if (defined(__GNUC__) || defined(__clang__)) && (defined(__x86_64__) || defined(__amd64__))
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
             __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
             __builtin_cpu_supports("fma") && __builtin_cpu_supports("lzcnt");
    #else
      return false;
    #endif
    }
    static constexpr const char *overruff_isa() {
    #if defined(__AVX2__) && defined(__BMI2__)
      return "x86-64-v3";
    #else
      return "baseline";
    #endif
    }
    // Marks a solver as at work; false if it already was.
    static bool overruff_enter(std::atomic<bool> &busy) { return !busy.exchange(true, std::memory_order_acquire); }
    static void overruff_leave(std::atomic<bool> &busy) { busy.store(false, std::memory_order_release); }
    """
    cbool overruff_cpu_has_v3() nogil
    const char *overruff_isa() nogil
    cbool overruff_enter(atomic[cbool] &) nogil
    void overruff_leave(atomic[cbool] &) nogil

cdef extern from * namespace "overruff" nogil:
    cdef cppclass Deal:
        pass
    cdef cppclass Limits:
        double seconds
        uint64_t nodes
    cdef enum class Stop(uint8_t):
        done
        time
        nodes
        interrupted
    cdef cppclass Result:
        int lower
        int upper
        uint64_t nodes
        double seconds
        Stop stop
        double estimate
        uint8_t method
        uint8_t best
    cdef cppclass PlayResult:
        uint8_t card
        uint8_t lower
        uint8_t upper
        double estimate
    cdef cppclass Options:
        cbool table
        cbool bounds
        cbool cover
        int long_from
    ctypedef cbool (*Interrupt)(void *) noexcept
    const char *fault(const Deal &)
    int kMaxCards
    uint8_t kNoCard

    cdef cppclass Solver:
        Solver(size_t, Options) except +
        Result advise(const Deal &, const Limits &, Interrupt, void *) except +
        Result can_take(const Deal &, int, const Limits &, Interrupt, void *) except +
        int plays(const Deal &, const Limits &, Interrupt, void *, PlayResult *, Result &) except +
        void clear()

    Stop many "overruff::solve_many"(const Deal *, size_t, int, size_t, Options, int16_t *, uint64_t *,
                                     atomic[size_t] *, Interrupt, void *) except +

cdef extern from * namespace "overruff::plain" nogil:
    cdef cppclass Checker:
        Checker(const Deal &) except +
        Result solve(const Limits &, Interrupt, void *) except +
        int plays(PlayResult *, Result &, const Limits &, Interrupt, void *) except +
    cdef cppclass Table:
        Table(const Deal &) except +
    uint64_t count_sequences "overruff::plain::perft"(Table &, int)

DEAL_SIZE = sizeof(Deal)
"""Bytes of one deal record."""

cdef size_t _RECORD = sizeof(Deal)


def supports_v3():
    """Whether this processor runs the module built for x86-64-v3."""
    return overruff_cpu_has_v3()


def isa():
    """Instruction set this module was built for: 'baseline' or 'x86-64-v3'."""
    return overruff_isa().decode()


cdef class _Watch:
    """What the engine's callback needs while the GIL is released."""
    cdef object error          # raised in the callback, to be raised again by the caller
    cdef object progress       # progress(done, total) or None
    cdef atomic[size_t] done
    cdef size_t told
    cdef size_t total


cdef cbool _stop(void *context) noexcept with gil:
    """Runs pending signal handlers; true if one raised, as Ctrl-C does."""
    cdef _Watch watch = <_Watch>context
    cdef size_t done
    try:
        PyErr_CheckSignals()
        if watch.progress is not None:
            done = watch.done.load()
            if done != watch.told:
                watch.told = done
                watch.progress(done, watch.total)
        return False
    except BaseException as error:
        watch.error = error
        return True


cdef Limits _limits(double seconds, uint64_t nodes):
    cdef Limits limits
    limits.seconds = seconds
    limits.nodes = nodes
    return limits


cdef Options _options(cbool table, cbool bounds, cbool cover):
    cdef Options options
    options.table = table
    options.bounds = bounds
    options.cover = cover
    return options


cdef Deal _deal(const uint8_t[::1] record) except *:
    cdef Deal deal
    cdef const char *wrong
    if <size_t>record.shape[0] != _RECORD:
        raise ValueError(f"a deal record has {_RECORD} bytes, not {record.shape[0]}")
    memcpy(&deal, &record[0], _RECORD)
    wrong = fault(deal)
    if wrong != NULL:
        raise ValueError(wrong.decode())
    return deal


cdef tuple _result(Result r):
    best = None if r.best == kNoCard else r.best
    return r.lower, r.upper, r.nodes, r.seconds, <int>r.stop, r.estimate, r.method, best


cdef list _plays(PlayResult *plays, int n):
    cdef int i
    return [(plays[i].card, plays[i].lower, plays[i].upper, plays[i].estimate) for i in range(n)]


cdef object _answer(object found, _Watch watch):
    """What was found; or, after Ctrl-C, its exception, which takes along what was found before."""
    if watch.error is None:
        return found
    watch.error.found = found
    raise watch.error


cdef class CoreSolver:
    """One engine with its tables; for one thread at a time."""
    cdef Solver *solver
    cdef atomic[cbool] busy

    def __cinit__(self, size_t memory_bytes, *, cbool table=True, cbool bounds=True, cbool cover=True,
                  int long_from=22):
        cdef Options options = _options(table, bounds, cover)
        options.long_from = long_from
        self.solver = new Solver(memory_bytes, options)

    def __dealloc__(self):
        del self.solver

    cdef int enter(self) except -1:
        if not overruff_enter(self.busy):
            raise RuntimeError("this solver is at work on another question")
        return 0

    def solve(self, const uint8_t[::1] record, double seconds=0.0, uint64_t nodes=0):
        """(lower, upper, nodes, seconds, stop, estimate, method, best) of North-South's tricks."""
        cdef Deal deal = _deal(record)
        cdef Limits limits = _limits(seconds, nodes)
        cdef _Watch watch = _Watch()
        cdef void *context = <void *>watch
        cdef Result result
        self.enter()
        try:
            with nogil:
                result = self.solver.advise(deal, limits, _stop, context)
        finally:
            overruff_leave(self.busy)
        return _answer(_result(result), watch)

    def can_take(self, const uint8_t[::1] record, int k, double seconds=0.0, uint64_t nodes=0):
        """The same after one question: do North-South take at least k?"""
        cdef Deal deal = _deal(record)
        cdef Limits limits = _limits(seconds, nodes)
        cdef _Watch watch = _Watch()
        cdef void *context = <void *>watch
        cdef Result result
        self.enter()
        try:
            with nogil:
                result = self.solver.can_take(deal, k, limits, _stop, context)
        finally:
            overruff_leave(self.busy)
        return _answer(_result(result), watch)

    def plays(self, const uint8_t[::1] record, double seconds=0.0, uint64_t nodes=0):
        """([(card, lower, upper, estimate), ...], result): North-South's tricks after every legal play."""
        cdef Deal deal = _deal(record)
        cdef Limits limits = _limits(seconds, nodes)
        cdef _Watch watch = _Watch()
        cdef void *context = <void *>watch
        cdef Result result
        cdef PlayResult[64] plays
        cdef int n
        self.enter()
        try:
            with nogil:
                n = self.solver.plays(deal, limits, _stop, context, plays, result)
        finally:
            overruff_leave(self.busy)
        return _answer((_plays(plays, n), _result(result)), watch)

    def clear(self):
        """Forgets everything learnt from earlier questions."""
        self.enter()
        self.solver.clear()
        overruff_leave(self.busy)


def solve_many(const uint8_t[::1] records, int16_t[::1] ns, *, int threads, size_t memory_bytes,
               uint64_t[::1] nodes=None, progress=None,
               cbool table=True, cbool bounds=True, cbool cover=True):
    """Solves every record and writes North-South's tricks to `ns` (and nodes to `nodes`)."""
    cdef size_t n = <size_t>ns.shape[0]
    cdef vector[Deal] deals
    cdef Options options = _options(table, bounds, cover)
    cdef _Watch watch = _Watch()
    cdef void *context = <void *>watch
    cdef uint64_t *node_counts = NULL
    cdef const char *wrong = NULL
    cdef size_t i = 0
    if <size_t>records.shape[0] != n * _RECORD:
        raise ValueError(f"{n} deal records have {n * _RECORD} bytes, not {records.shape[0]}")
    if nodes is not None and <size_t>nodes.shape[0] != n:
        raise ValueError(f"nodes has {nodes.shape[0]} places for {n} deals")
    if n == 0:
        return
    if nodes is not None:
        node_counts = &nodes[0]
    with nogil:
        deals.resize(n)
        memcpy(deals.data(), &records[0], n * _RECORD)
        for i in range(n):
            wrong = fault(deals[i])
            if wrong != NULL:
                break
    if wrong != NULL:
        raise ValueError(f"row {i}: {wrong.decode()}")
    watch.progress = progress
    watch.total = n
    with nogil:
        many(deals.data(), n, threads, memory_bytes, options, &ns[0], node_counts, &watch.done,
             _stop, context)
    if watch.error is not None:
        raise watch.error
    if progress is not None and watch.told != n:
        progress(n, n)


def plain_solve(const uint8_t[::1] record):
    """What solve() tells, by the slow checker, written from the rules alone."""
    cdef Deal deal = _deal(record)
    cdef Checker *checker = new Checker(deal)
    cdef _Watch watch = _Watch()
    cdef void *context = <void *>watch
    cdef Limits limits = _limits(0, 0)
    cdef Result result
    try:
        with nogil:
            result = checker.solve(limits, _stop, context)
    finally:
        del checker
    return _answer(_result(result), watch)


def plain_plays(const uint8_t[::1] record):
    """What plays() tells, by the slow checker."""
    cdef Deal deal = _deal(record)
    cdef Checker *checker = new Checker(deal)
    cdef _Watch watch = _Watch()
    cdef void *context = <void *>watch
    cdef Limits limits = _limits(0, 0)
    cdef Result result
    cdef PlayResult[64] plays
    cdef int n
    try:
        with nogil:
            n = checker.plays(plays, result, limits, _stop, context)
    finally:
        del checker
    return _answer((_plays(plays, n), _result(result)), watch)


def perft(const uint8_t[::1] record, int depth):
    """Number of ways to play `depth` cards, equal cards counted once."""
    cdef Deal deal = _deal(record)
    cdef Table *table = new Table(deal)
    cdef uint64_t count
    if depth < 0:
        raise ValueError("depth: negative")
    try:
        with nogil:
            count = count_sequences(table[0], depth)
    finally:
        del table
    return count
