// The engine's front: one object that answers questions about deals of any of
// the games and keeps what it has learnt from one to the next. Used by one
// thread at a time. How a position is searched is hidden in solver.cpp.
#pragma once

#include <cstddef>
#include <memory>

#include "api.hpp"

namespace overruff {

class Solver {
 public:
  // memory_bytes is an upper limit on what the tables may grow to.
  explicit Solver(std::size_t memory_bytes, Options options = {});
  ~Solver();
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;

  // Bounds on the tricks North-South still take, equal unless a limit was hit.
  Result solve(const Deal& deal, const Limits& limits, Interrupt interrupt, void* context);

  // The same with a play to recommend.
  Result advise(const Deal& deal, const Limits& limits, Interrupt interrupt, void* context);

  // Do North-South take at least k? Afterwards lower >= k or upper < k, unless
  // a limit was hit. Any k is allowed.
  Result can_take(const Deal& deal, int k, const Limits& limits, Interrupt interrupt, void* context);

  // Bounds after every distinct legal play, all counted from the deal's own
  // state. Returns the number of plays; `total` has the bounds of the deal.
  int plays(const Deal& deal, const Limits& limits, Interrupt interrupt, void* context,
            PlayResult out[kMaxCards], Result& total);

  // Forgets everything learnt.
  void clear();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace overruff
