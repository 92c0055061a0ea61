// How far a suit has been played, as its promise sees it, in few numbers.
#pragma once

#include <vector>

#include "suit_promise.hpp"

namespace overruff::engine {

class SuitStates {
public:
  static constexpr int kMost = 127; // numbers of states fit 7 bits

  struct At {
    u8 rounds = 0;            // that have been played
    bool open = false;        // the promise still says something
    u8 barred = 0;            // bit set: opponents may not win a round while those hands hold the suit
    u8 after_win = 0;         // a round won by the side or ruffed
    u8 after_loss = 0;        // won by the opponents without a ruff
    u8 without = 0;           // the same with the promise forgotten
  };

  void build(const SuitPromise &promise, const SuitCards &cards) {
    const int longest = cards.longest();
    int wins = promise.wins();
    const auto most_states = [&] {
      int n = longest + 1;
      for (int won = 0; won < wins; won++) n += std::max(0, longest - won + 1);
      return n;
    };
    while (most_states() > kMost) wins--; // promises less

    const auto open = [&](int won, int lost) { // can it still come to anything?
      for (int set = 1; set < kOwnSets; set++)
        if (won + lost < shortest(set, cards.length[own_seat(0)], cards.length[own_seat(1)]))
          for (int w = won; w < wins; w++)
            if (promise.promises(set, w) && w + promise.most[set][w] >= won + lost) return true;
      return false;
    };
    std::memset(number_, -1, sizeof number_);
    all_.clear();
    for (int won = 0; won < wins; won++)
      for (int lost = 0; won + lost <= longest; lost++)
        if (open(won, lost)) {
          number_[won][lost] = i8(all_.size());
          all_.push_back(At{.rounds = u8(won + lost), .open = true});
        }
    const int closed = int(all_.size());
    for (int rounds = 0; rounds <= longest; rounds++) all_.push_back(At{.rounds = u8(rounds), .open = false});

    const auto number = [&](int won, int lost) {
      const int open = won < wins ? number_[won][lost] : -1;
      return u8(open >= 0 ? open : closed + std::min(won + lost, longest));
    };
    first_ = number(0, 0);
    for (int won = 0; won < wins; won++)
      for (int lost = 0; won + lost <= longest; lost++)
        if (number_[won][lost] >= 0) {
          At &s = all_[number_[won][lost]];
          s.after_win = number(won + 1, lost);
          s.after_loss = number(won, lost + 1);
          s.without = u8(closed + won + lost);
          for (int hold = 1; hold < kOwnSets; hold++)
            for (int set = 1; set < kOwnSets; set++)
              if ((set & hold) == set && lost >= promise.most[set][won]) s.barred |= u8(1 << hold);
        }
    for (int rounds = 0; rounds <= longest; rounds++) {
      At &s = all_[closed + rounds];
      s.without = u8(closed + rounds);
      s.after_win = s.after_loss = u8(closed + std::min(rounds + 1, longest));
    }
  }

  int first() const { return first_; } // nothing played
  const At &operator[](int number) const { return all_[number]; }

private:
  using i8 = std::int8_t;
  std::vector<At> all_;
  i8 number_[SuitPromise::kWins][4 * kRanks + 2];
  int first_ = 0;
};

} // namespace overruff::engine
