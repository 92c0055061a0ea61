#include "solver.hpp"

#include "engine.hpp"

namespace overruff {

struct Solver::Impl {
  Impl(std::size_t memory_bytes, Options options) : engine(memory_bytes, options) {}
  engine::Engine engine;
};

Solver::Solver(std::size_t memory_bytes, Options options)
    : impl_(std::make_unique<Impl>(memory_bytes, options)) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

Result Solver::solve(const Deal& deal, const Limits& limits, Interrupt interrupt, void* context) {
  return impl_->engine.solve(deal, limits, interrupt, context);
}

Result Solver::advise(const Deal& deal, const Limits& limits, Interrupt interrupt, void* context) {
  return impl_->engine.advise(deal, limits, interrupt, context);
}

Result Solver::can_take(const Deal& deal, int k, const Limits& limits, Interrupt interrupt, void* context) {
  return impl_->engine.can_take(deal, k, limits, interrupt, context);
}

int Solver::plays(const Deal& deal, const Limits& limits, Interrupt interrupt, void* context,
                  PlayResult out[kMaxCards], Result& total) {
  return impl_->engine.plays(deal, limits, interrupt, context, out, total);
}

void Solver::clear() { impl_->engine.forget(); }

} // namespace overruff
