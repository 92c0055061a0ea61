// Lanes: the cards of one suit as bits of one word, higher card = higher bit.
// A card inside the engine is suit * kLane + bit. Where equal cards exist the
// copies of a rank fill one nibble, and each copy on the table or in a hand has
// a bit of its own, so that all hands are disjoint in every game.
#pragma once

#include "api.hpp"
#include "bits.hpp"
#include "rules.hpp"

namespace overruff::engine {

constexpr int partner(int seat) { return seat ^ 2; }
constexpr int next_seat(int seat, int k = 1) { return (seat + k) & 3; }
constexpr bool is_ns(int seat) { return !(seat & 1); }

template <class G> struct Cards {
  using Lane = typename G::Lane;
  static constexpr int kLaneBits = G::kLaneBits; // log2 of places in a lane
  static constexpr int kLane = 1 << kLaneBits;
  static constexpr int kShift = G::kTies ? 2 : 0; // bits of a place that do not rank

  static int make(int suit, int bit) { return suit << kLaneBits | bit; }
  static int suit(int card) { return card >> kLaneBits; }
  static int bit(int card) { return card & (kLane - 1); }
  static Lane mask(int bit) { return Lane(1) << bit; }

  // Masks of the places that rank above / at or above the card at `bit`.
  static u64 above(int bit) {
    if constexpr (G::kTies) return ~u64(0) << ((bit | 3) + 1);
    else return ~u64(1) << bit;
  }
  static u64 at_least(int bit) {
    if constexpr (G::kTies) return ~u64(0) << (bit & ~3);
    else return ~u64(0) << bit;
  }
  static bool higher(int bit, int other) { return (bit >> kShift) > (other >> kShift); }
  static bool not_lower(int bit, int other) { return (bit >> kShift) >= (other >> kShift); }
};

} // namespace overruff::engine
