// The hands as the search sees them, with what the rules of the game add.
#pragma once

#include "cards.hpp"
#include "memory.hpp"

namespace overruff::engine {

template <class G> struct State {
  using C = Cards<G>;
  using Lane = typename G::Lane;

  Lane hand[4][4] = {}; // [seat][suit]
  int trump = kNoTrump;

  // Back Alley only.
  bool broken = false; // a trump was played to an earlier trick
  u8 boards = 0;       // seats that called board and so may lead trumps
  bool boards_lapse = false; // ... only in the present trick
  bool big_binds_partner = true, little_binds = true;

  bool has_trumps() const { return trump != kNoTrump; }
  u64 trumps(int seat) const { return has_trumps() ? u64(hand[seat][trump]) : 0; }
  int cards(int seat) const {
    return count(hand[seat][0]) + count(hand[seat][1]) + count(hand[seat][2]) +
           count(hand[seat][3]);
  }
  u64 suit(int s) const { return hand[0][s] | hand[1][s] | hand[2][s] | hand[3][s]; }

  void take(int seat, int card) { hand[seat][C::suit(card)] ^= C::mask(C::bit(card)); }
  void put(int seat, int card) { hand[seat][C::suit(card)] ^= C::mask(C::bit(card)); }

  // The same with the cards on the table back in the hands.
  State with_trick(int leader, const int *trick, int played) const {
    State full = *this;
    for (int i = 0; i < played; i++) full.put(next_seat(leader, i), trick[i]);
    return full;
  }

  // May this seat lead a trump now?
  bool may_lead_trump(int seat) const {
    if constexpr (!G::kBloopers) return true;
    return broken || !has_trumps() || (boards >> seat & 1) ||
           count(hand[seat][trump]) == cards(seat);
  }

  // Does `card` beat `best`, which was played before it?
  bool beats(int card, int best) const {
    if (C::suit(card) == C::suit(best)) return C::higher(C::bit(card), C::bit(best));
    return C::suit(card) == trump;
  }

  // The cards of suit s that seat may follow with when `led` was led.
  u64 follow(int seat, int leader, int led) const {
    u64 lane = hand[seat][C::suit(led)];
    if constexpr (G::kBloopers) {
      if (C::suit(led) == trump && C::bit(led) >= kLittleBit && lane) {
        if (C::bit(led) == kBigBit) {
          if (big_binds_partner || seat != partner(leader)) lane = u64(1) << top_bit(lane);
        } else if (little_binds) {
          lane &= -lane;
        }
      }
    }
    return lane;
  }

  // Lengths of all suits in all hands: 4 bits each, or 6 where hands are long.
  void add_length(Key &k, int seat, int s, u64 n) const {
    if constexpr (G::kTies) (seat < 2 ? k.a : k.b) += n << (6 * ((seat & 1) * 4 + s));
    else k.a += n << (4 * (seat * 4 + s));
  }
  Key lengths() const {
    Key k;
    for (int p = 0; p < 4; p++)
      for (int s = 0; s < 4; s++) add_length(k, p, s, u64(count(hand[p][s])));
    return k;
  }

  // Everything else a stored proof depends on exactly: the leader and, in Back
  // Alley, the right to lead trumps and who holds the bloopers.
  void add_situation(Key &k, int leader) const {
    if constexpr (G::kTies) {
      k.b |= u64(leader) << 62;
    } else if constexpr (G::kBloopers) {
      k.b = u64(leader);
      if (!has_trumps()) return;
      u64 owners = 0;
      for (int p = 0; p < 4; p++) owners |= (hand[p][trump] >> kLittleBit & u64(3)) << (2 * p);
      k.b |= owners << 2;
      k.b |= u64(lead_state()) << 10;
    } else {
      k.b = u64(leader);
    }
  }

  // Normal form of broken / boards: 16 = anyone may lead trumps from now on, else
  // the callers for whom it matters (they still hold both trumps and other cards).
  int lead_state() const {
    if (broken || !has_trumps()) return 16;
    int bound = 0, callers = 0;
    for (int p = 0; p < 4; p++) {
      if (!hand[p][trump] || count(hand[p][trump]) == cards(p)) continue;
      if (boards >> p & 1) callers |= 1 << p;
      else bound |= 1 << p;
    }
    return bound || (boards_lapse && callers) ? callers : 16;
  }
};

} // namespace overruff::engine
