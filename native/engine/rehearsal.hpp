// Better promises about a suit than those of ranks, by playing it by itself.
// docs/engine.md, section 11.
#pragma once

#include "single_suit.hpp"

namespace overruff::engine {

class Rehearsal {
public:
  Rehearsal(const SuitCards &cards, SingleSuit &suit) : suit_(suit), cards_(cards) {
    for (int h = 0; h < 2; h++) {
      u8 *held = cards_.held[own_seat(h)], &length = cards_.length[own_seat(h)];
      for (int r = 0; length > SingleSuit::kCards; r++) {
        const u8 low = std::min<u8>(held[r], length - SingleSuit::kCards);
        held[r] -= low;
        length -= low;
      }
      ranks_.cards[h] = length;
    }
    const SuitPromise whole = promise_of_ranks(cards);
    std::memcpy(ranks_.most, whole.most, sizeof whole.most);
    ranks_.end_with(ranks_.cards[0], ranks_.cards[1]);
    ranks_.rehearsed = true;
  }

  // Fills `out` if there is something to gain. tighten_first: fewer losses come
  // before more wins.
  bool find(bool tighten_first, SuitPromise &out) {
    out = ranks_;
    if (!cards_.length[own_seat(0)] && !cards_.length[own_seat(1)]) return false;
    bool better = false;
    const int both = shortest(3, out.cards[0], out.cards[1]);
    for (const int set : {3, 1, 2}) {
      const int last = shortest(set, out.cards[0], out.cards[1]);
      if (!last || (set < 3 && both && last <= both)) continue; // the pair promises as much
      int wins = 0;
      while (wins < SuitPromise::kWins && out.promises(set, wins)) wins++;
      if (tighten_first) better |= tighten(out, set, wins);
      while (wins < SuitPromise::kWins && extend(out, set, wins, last)) {
        better = true;
        wins++;
      }
      better |= tighten(out, set, wins);
    }
    return better;
  }

private:
  static int least(const SuitPromise &p, int set, int won) { return won ? p.most[set][won - 1] : 0; }

  bool tighten(SuitPromise &p, int set, int wins) {
    bool better = false;
    for (int won = wins - 1; won >= 0; won--) {
      u8 &most = p.most[set][won];
      while (most > least(p, set, won)) {
        most--;
        if (!suit_.keeps(p, cards_)) {
          most++;
          break;
        }
        better = true;
      }
    }
    return better;
  }

  // One more round won, after as few losses as can be.
  bool extend(SuitPromise &p, int set, int won, int last) {
    u8 &most = p.most[set][won];
    bool better = false;
    for (int n = last - 1 - won; n >= least(p, set, won); n--) {
      most = u8(n);
      if (!suit_.keeps(p, cards_)) {
        most = u8(n + 1);
        break;
      }
      better = true;
    }
    if (!better) most = SuitPromise::kNothing;
    return better;
  }

  SingleSuit &suit_;
  SuitCards cards_; // no more of the own hands than are rehearsed
  SuitPromise ranks_;
};

} // namespace overruff::engine
