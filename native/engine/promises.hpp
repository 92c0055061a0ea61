// Tricks a side is sure of by what it can promise about single suits, with a plan
// of what its hands keep that is improved step by step. docs/engine.md, section 11.
#pragma once

#include <utility>

#include "promise_game.hpp"
#include "rehearsal.hpp"
#include "state.hpp"

namespace overruff::engine {

// For games with ties, at the start of a trick, with a trump suit. `best` is proven
// whenever an exception ends the work.
template <class G> class Promises {
public:
  int best = 0;

  // side: 0 for North-South, 1 for East-West.
  Promises(const State<G> &state, int leader, int side, PromiseTable &table, Clock &clock)
      : cards_(seen_by(state, side)), tricks_(state.cards(leader)), trump_(state.trump), clock_(clock),
        game_(cards_.suit, tricks_, trump_, (leader - side) & 3, table, clock) {
    for (int s = 0; s < 4; s++) {
      options_[s].push_back(promise_of_ranks(cards_.suit[s]));
      use(s, 0);
    }
    keep_all();
  }

  // By ranks alone, at once.
  void look() { best = std::max(best, count()); }

  // With rehearsed promises and better plans.
  void improve() {
    {
      SingleSuit suit(clock_);
      for (int s = 0; s < 4; s++) rehearse(s, suit);
    }
    for (int s = 0; s < 4; s++) use(s, options_[s].size() > 1);
    keep_all();
    if (const int n = count(); n >= best) {
      best = n;
    } else {
      for (int s = 0; s < 4; s++) use(s, 0);
      keep_all();
    }
    climb();
  }

private:
  static constexpr u64 kMostInCount = 2'500'000; // positions
  static constexpr u64 kMostInStep = 600'000;    // for each change of the plan
  static constexpr u64 kMostInClimb = 3'000'000; // and for all of them

  struct Four {
    SuitCards suit[4];
  };
  static Four seen_by(const State<G> &state, int side) {
    static_assert(Cards<G>::kShift == 2 && 4 * kRanks <= Cards<G>::kLane);
    Four all;
    for (int seat = 0; seat < 4; seat++)
      for (int s = 0; s < 4; s++) {
        const u64 lane = state.hand[next_seat(side, seat)][s];
        for (int r = 0; r < kRanks; r++) all.suit[s].held[seat][r] = u8(engine::count(lane >> (4 * r) & 15));
        all.suit[s].length[seat] = u8(engine::count(lane));
      }
    return all;
  }

  void rehearse(int s, SingleSuit &suit) {
    for (const bool tighten_first : {false, true}) {
      SuitPromise p;
      if (!Rehearsal(cards_.suit[s], suit).find(tighten_first, p)) continue;
      auto &known = options_[s];
      const bool new_one = std::none_of(known.begin() + 1, known.end(), [&](const SuitPromise &q) {
        return !std::memcmp(p.most, q.most, sizeof p.most);
      });
      if (new_one) known.push_back(p);
    }
  }

  void use(int s, int option) {
    option_[s] = option;
    game_.promise(s, options_[s][option]);
  }
  // Cards a promise asks for; of trumps, all.
  int wanted(int h, int s) const {
    const int length = cards_.suit[s].length[own_seat(h)];
    if (s == trump_) return length;
    const SuitPromise &p = options_[s][option_[s]];
    if (p.rehearsed) return p.cards[h];
    int n = 0;
    for (int set = 1; set < kOwnSets; set++)
      for (int won = 0; in_set(set, h) && won < SuitPromise::kWins; won++)
        if (p.promises(set, won)) n = std::max(n, won + 1 + p.most[set][won]);
    return std::min(n, length);
  }
  void keep_all() {
    for (int h = 0; h < 2; h++) {
      int n = 0;
      game_.plan.order[h][n++] = u8(trump_);
      for (int s = 0; s < 4; s++) {
        if (s != trump_) game_.plan.order[h][n++] = u8(s);
        game_.plan.keep[h][s] = u8(wanted(h, s));
      }
    }
  }

  int count() {
    game_.start(kMostInCount);
    int n = 0;
    while (n < tricks_ && game_.sure_of(n + 1)) best = std::max(best, ++n);
    return n;
  }

  // Is the plan as it is now worth a trick more?
  bool better() {
    bool any = false;
    while (best < tricks_ && budget_ > 0) {
      game_.start(kMostInStep);
      const bool yes = game_.sure_of(best + 1);
      budget_ -= std::min(budget_, game_.calls());
      if (!yes) break;
      best++;
      any = true;
    }
    return any;
  }

  // One change at a time that is worth a trick, until none is.
  void climb() {
    budget_ = kMostInClimb;
    for (bool again = true; again;) {
      again = false;
      for (int s = 0; s < 4; s++)
        for (int option = 0; option < int(options_[s].size()); option++)
          if (option != option_[s]) again |= try_promise(s, option);
      for (int h = 0; h < 2; h++)
        for (int s = 0; s < 4; s++) again |= try_keeping(h, s);
      for (int h = 0; h < 2; h++)
        for (int i = 0; i < 3; i++) again |= try_swapping(h, i);
    }
  }
  bool try_promise(int s, int option) {
    const auto before = game_.plan;
    const int old = option_[s];
    use(s, option);
    if (s != trump_ || options_[s][option].rehearsed)
      for (int h = 0; h < 2; h++) game_.plan.keep[h][s] = u8(wanted(h, s));
    if (better()) return true;
    use(s, old);
    game_.plan = before;
    return false;
  }
  bool try_keeping(int h, int s) {
    u8 &keep = game_.plan.keep[h][s];
    const int length = cards_.suit[s].length[own_seat(h)], now = keep;
    bool any = false;
    for (const int n : {0, now - 1, now + 1, length}) {
      if (n < 0 || n > length || n == keep) continue;
      const u8 old = std::exchange(keep, u8(n));
      if (better()) any = true;
      else keep = old;
    }
    return any;
  }
  bool try_swapping(int h, int i) {
    auto &order = game_.plan.order[h];
    if (order[i] == trump_) return false;
    std::swap(order[i], order[i + 1]);
    if (better()) return true;
    std::swap(order[i], order[i + 1]);
    return false;
  }

  const Four cards_;
  const int tricks_, trump_;
  Clock &clock_;
  PromiseGame game_;
  std::vector<SuitPromise> options_[4]; // by ranks, then rehearsed ones
  int option_[4] = {};
  u64 budget_ = 0;
};

} // namespace overruff::engine
