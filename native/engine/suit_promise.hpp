// What a side promises about one suit: while hands of its own still hold the suit,
// the opponents win no more than so many rounds of it. docs/engine.md, section 11.
#pragma once

#include <algorithm>
#include <cstring>

#include "bits.hpp"

namespace overruff::engine {

// Seats as the side sees them, clockwise: 0 and 2 are its own hands, 1 and 3 the
// opponents'. A set of own hands has bit 0 for seat 0 and bit 1 for seat 2.
constexpr int kOwnSets = 4; // 1, 2, 3; the empty set promises nothing
constexpr int own_seat(int hand) { return 2 * hand; }
constexpr int their_seat(int hand) { return 2 * hand + 1; }
constexpr bool in_set(int set, int hand) { return set >> hand & 1; }

constexpr int kRanks = 9; // with ties: four bits of a lane each

// The cards of one suit.
struct SuitCards {
  u8 held[4][kRanks] = {}; // [seat][rank]
  u8 length[4] = {};

  int longest() const { return std::max({length[0], length[1], length[2], length[3]}); }
};

// Rounds in which every hand of the set can follow, from the lengths of both hands.
inline int shortest(int set, int first, int second) {
  return set == 1 ? first : set == 2 ? second : std::min(first, second);
}

struct SuitPromise {
  static constexpr int kWins = 15; // rounds won that are told apart
  static constexpr int kNothing = 99;

  // most[set][won]: after `won` rounds won by the side, opponents win another one
  // without a ruff only if they have won fewer than this, as long as every hand of
  // the set holds the suit. Does not fall as `won` grows.
  u8 most[kOwnSets][kWins];

  // Rehearsed: found by playing the suit by itself, with the `cards` highest cards
  // of each hand; it holds while both hands keep those that are not played.
  bool rehearsed = false;
  u8 cards[2] = {};

  SuitPromise() { std::memset(most, kNothing, sizeof most); }

  bool promises(int set, int won) const { return most[set][won] < kNothing; }
  // Leaves out what could only be broken after a hand of the set has run out.
  void end_with(int first, int second) {
    for (int set = 1; set < kOwnSets; set++)
      for (int won = 0; won < kWins; won++)
        if (won + most[set][won] >= shortest(set, first, second)) most[set][won] = kNothing;
  }
  // Rounds won after which nothing is promised.
  int wins() const {
    int n = 0;
    for (int set = 1; set < kOwnSets; set++)
      for (int won = 0; won < kWins; won++)
        if (promises(set, won)) n = std::max(n, won + 1);
    return n;
  }
};

// What ranks alone promise: with t cards of rank r or higher in the hands of a set,
// and g higher ones and q equal ones against them, t - g rounds are won before the
// opponents win more than g + q.
inline SuitPromise promise_of_ranks(const u8 held[4][kRanks]) {
  SuitPromise p;
  for (int set = 1; set < kOwnSets; set++) {
    int ours = 0, higher = 0, won = 0;
    for (int r = kRanks - 1; r >= 0; r--) {
      if (in_set(set, 0)) ours += held[own_seat(0)][r];
      if (in_set(set, 1)) ours += held[own_seat(1)][r];
      const int not_lower = higher + held[their_seat(0)][r] + held[their_seat(1)][r];
      for (; won < std::min(ours - higher, SuitPromise::kWins); won++) p.most[set][won] = u8(not_lower);
      higher = not_lower;
    }
  }
  return p;
}

inline SuitPromise promise_of_ranks(const SuitCards &cards) {
  SuitPromise p = promise_of_ranks(cards.held);
  p.end_with(cards.length[own_seat(0)], cards.length[own_seat(1)]);
  return p;
}

} // namespace overruff::engine
