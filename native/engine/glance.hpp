// The value of a position at a glance.
#pragma once

#include <algorithm>

#include "state.hpp"

namespace overruff::engine {

// A first guess at the value, from who holds the high cards and the trumps
// (a linear fit to bridge deals; a bad guess costs a few per cent of nodes).
template <class G> int glance(const State<G> &state, int left) {
  double ours = 0, all = 0;
  for (int s = 0; s < 4; s++) {
    u64 rest = state.suit(s);
    const int n = count(rest);
    for (int i = 0; i < n; i++) {
      const u64 card = u64(1) << top_bit(rest);
      const double height = 1.0 - double(i) / n, worth = height * height * height;
      rest &= ~card;
      all += worth;
      if ((state.hand[0][s] | state.hand[2][s]) & card) ours += worth;
    }
  }
  if (all == 0) return 0;
  double tricks = left * (0.5 + (state.has_trumps() ? 1.9 : 2.4) * (ours / all - 0.5));
  if (state.has_trumps()) {
    const int ns = count(state.trumps(0)) + count(state.trumps(2));
    tricks += 0.77 * (ns - 0.5 * count(state.suit(state.trump)));
  }
  return std::clamp(int(tricks + 0.5), 0, left);
}

} // namespace overruff::engine
