#include "solver.hpp"

#include "plain.hpp"

namespace overruff {

struct Solver::Impl {};

Solver::Solver(std::size_t, Options) : impl_(std::make_unique<Impl>()) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

Result Solver::solve(const Deal& deal, const Limits& limits, Interrupt interrupt, void* context) {
  return plain::Checker(deal).solve(limits, interrupt, context);
}

Result Solver::can_take(const Deal& deal, int k, const Limits& limits, Interrupt interrupt, void* context) {
  return plain::Checker(deal).can_take(k, limits, interrupt, context);
}

int Solver::plays(const Deal& deal, const Limits& limits, Interrupt interrupt, void* context,
                  PlayResult out[kMaxCards], Result& total) {
  return plain::Checker(deal).plays(out, total, limits, interrupt, context);
}

void Solver::clear() {}

} // namespace overruff
