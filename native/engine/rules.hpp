// The games as compile-time traits. Everything else in the engine asks these
// and never which game it is.
#pragma once

#include "bits.hpp"

namespace overruff::engine {

// Bridge: every card once, free play within the suit led.
struct BridgeRules {
  using Lane = u16;
  static constexpr int kLaneBits = 4;
  static constexpr bool kTies = false;     // equal cards exist, the first one wins
  static constexpr bool kBloopers = false; // jokers with forced replies, limited trump leads
};

// Back Alley: two jokers on top of the trump lane.
struct BackAlleyRules {
  using Lane = u16;
  static constexpr int kLaneBits = 4;
  static constexpr bool kTies = false;
  static constexpr bool kBloopers = true;
};

// Arpaa Turup: nine ranks, up to four copies, 36 places in a lane.
struct ArpaaRules {
  using Lane = u64;
  static constexpr int kLaneBits = 6;
  static constexpr bool kTies = true;
  static constexpr bool kBloopers = false;
};

constexpr int kLittleBit = 13; // places of the jokers in the trump lane
constexpr int kBigBit = 14;
constexpr u64 kJokerMask = u64(3) << kLittleBit;

} // namespace overruff::engine
