// The card that cut off last time in a similar place: a small, lossy table whose
// entries only guide the order of plays.
#pragma once

#include <vector>

#include "state.hpp"

namespace overruff::engine {

class CutCards {
public:
  CutCards() : slots_(std::size_t(1) << kLog, ~u32(0)) {}

  void reset() { salt_ += 0x9e3779b97f4a7c15u; } // old tags no longer match

  int find(u64 key) const {
    const u32 card = slots_[key >> (64 - kLog)] ^ u32(key);
    return card < kCards - 1 ? int(card) : -1; // else the tags differ, or an empty slot
  }
  // A slot is the low part of the key as a tag, with the card in its last bits.
  void store(u64 key, int card) { slots_[key >> (64 - kLog)] = u32(key) ^ u32(card); }

  template <class G> u64 key_hand(const State<G> &st, int seat, int place, int best) const {
    u64 h = salt_ + u64(seat * 4 + place) * 0x2545f4914f6cdd1du + u64(best) * 0x94d049bb133111ebu;
    if constexpr (sizeof st.hand[seat] == sizeof(u64)) {
      u64 hand;
      std::memcpy(&hand, st.hand[seat], sizeof hand);
      h = (h ^ hand) * 0xd6e8feb86659fd93u;
      h ^= h >> 29;
    } else {
      for (int s = 0; s < 4; s++) h = (h ^ st.hand[seat][s]) * 0xd6e8feb86659fd93u, h ^= h >> 29;
    }
    return finish(h);
  }
  template <class G> u64 key_follow(const State<G> &st, int seat, int place, int s, int best) const {
    u64 h = salt_ + u64((seat * 4 + place) * 4 + s + 64) * 0x2545f4914f6cdd1du +
            u64(best) * 0x94d049bb133111ebu;
    h = (h ^ st.hand[seat][s]) * 0xd6e8feb86659fd93u;
    h ^= h >> 29;
    return finish(h);
  }

private:
  static constexpr int kLog = 16;
  static constexpr u32 kCards = 256;

  static u64 finish(u64 h) { return (h * 0xbf58476d1ce4e5b9u) & ~u64(kCards - 1); }

  std::vector<u32> slots_;
  u64 salt_ = 0x1234567;
};

} // namespace overruff::engine
