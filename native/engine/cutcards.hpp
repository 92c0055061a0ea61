// The card that cut off last time in a similar place: a small, lossy table whose
// entries only guide the order of plays.
#pragma once

#include <vector>

#include "state.hpp"

namespace overruff::engine {

class CutCards {
public:
  CutCards() : slots_(std::size_t(1) << kLog) {}

  void reset() { salt_ += 0x9e3779b97f4a7c15u; } // old tags no longer match

  int find(u64 key) const {
    const Slot &s = slots_[key >> (64 - kLog)];
    return s.tag == u32(key) ? s.card : -1;
  }
  void store(u64 key, int card) { slots_[key >> (64 - kLog)] = {u32(key), card}; }

  template <class G> u64 key_hand(const State<G> &st, int seat, int place, int best) const {
    u64 h = salt_ + u64(seat * 4 + place) * 0x2545f4914f6cdd1du + u64(best) * 0x94d049bb133111ebu;
    for (int s = 0; s < 4; s++) h = (h ^ st.hand[seat][s]) * 0xd6e8feb86659fd93u, h ^= h >> 29;
    return h * 0xbf58476d1ce4e5b9u;
  }
  template <class G> u64 key_follow(const State<G> &st, int seat, int place, int s, int best) const {
    u64 h = salt_ + u64((seat * 4 + place) * 4 + s + 64) * 0x2545f4914f6cdd1du +
            u64(best) * 0x94d049bb133111ebu;
    h = (h ^ st.hand[seat][s]) * 0xd6e8feb86659fd93u;
    h ^= h >> 29;
    return h * 0xbf58476d1ce4e5b9u;
  }

private:
  static constexpr int kLog = 16;
  struct Slot {
    u32 tag = 0;
    int card = -1;
  };
  std::vector<Slot> slots_;
  u64 salt_ = 0x1234567;
};

} // namespace overruff::engine
