// The card that cut off last time in a similar place: a small, lossy table whose
// entries only guide the order of plays.
#pragma once

#include <algorithm>
#include <vector>

#include "state.hpp"

namespace overruff::engine {

class CutCards {
public:
  CutCards() : slots_(std::size_t(1) << kLog) {}

  // Forgets everything: slots of another generation count as empty, so what a
  // search finds here never depends on the searches before it.
  void reset() {
    if (++generation_ == 256) {
      generation_ = 1;
      std::fill(slots_.begin(), slots_.end(), 0);
    }
  }

  int find(u64 key) const {
    const u32 card = slots_[key >> (64 - kLog)] ^ label(key);
    return card < 256 ? int(card) : -1;
  }
  void store(u64 key, int card) { slots_[key >> (64 - kLog)] = label(key) ^ u32(card); }

  template <class G> u64 key_hand(const State<G> &st, int seat, int place, int best) const {
    u64 h = u64(seat * 4 + place) * 0x2545f4914f6cdd1du + u64(best) * 0x94d049bb133111ebu;
    if constexpr (sizeof st.hand[seat] == sizeof(u64)) {
      u64 hand;
      std::memcpy(&hand, st.hand[seat], sizeof hand);
      h = (h ^ hand) * 0xd6e8feb86659fd93u;
      h ^= h >> 29;
    } else {
      for (int s = 0; s < 4; s++) h = (h ^ st.hand[seat][s]) * 0xd6e8feb86659fd93u, h ^= h >> 29;
    }
    return h * 0xbf58476d1ce4e5b9u;
  }
  template <class G> u64 key_follow(const State<G> &st, int seat, int place, int s, int best) const {
    u64 h = u64((seat * 4 + place) * 4 + s + 64) * 0x2545f4914f6cdd1du +
            u64(best) * 0x94d049bb133111ebu;
    h = (h ^ st.hand[seat][s]) * 0xd6e8feb86659fd93u;
    h ^= h >> 29;
    return h * 0xbf58476d1ce4e5b9u;
  }

private:
  static constexpr int kLog = 16;

  // A slot: 16 bits of the key, 8 of the generation, 8 of the card.
  u32 label(u64 key) const { return u32(key) << 16 | generation_ << 8; }

  std::vector<u32> slots_;
  u32 generation_ = 1;
};

} // namespace overruff::engine
