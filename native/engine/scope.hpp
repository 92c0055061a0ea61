// Questions that hold a side to few plays.
#pragma once

#include "bits.hpp"

namespace overruff::engine {

// Which plays of each side a question may try: the first few in order. A side
// held to fewer than all may fail where it could succeed, so only the success of
// a side is proven whose opponents are held to nothing.
struct Scope {
  static constexpr u8 kAll = 255;
  u8 id = 0; // marks what is stored on the way without being proven; 0 = nothing is
  u8 lead[2] = {kAll, kAll}, other[2] = {kAll, kAll}; // [0] North-South, [1] East-West
  bool holds(int side) const { return lead[side] != kAll; }
};

} // namespace overruff::engine
