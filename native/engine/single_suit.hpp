// One suit played by itself, to the end of what a promise says: can the side keep
// it, whoever leads to each round? Exact but for a limit of nodes, beyond which the
// answer is no. docs/engine.md, section 11.
#pragma once

#include <vector>

#include "clock.hpp"
#include "memory.hpp"
#include "suit_promise.hpp"

namespace overruff::engine {

class SingleSuit {
public:
  static constexpr int kCards = 8; // of each own hand, at most

  explicit SingleSuit(Clock &clock) : clock_(clock), table_(kTable) {}

  // `cards` has promise.cards cards of the side's hands, and all of the opponents'.
  bool keeps(const SuitPromise &promise, const SuitCards &cards) {
    promise_ = &promise;
    cards_ = cards;
    packed_[0] = packed_[1] = 0;
    for (int seat = 0; seat < 4; seat++)
      for (int r = 0; r < kRanks; r++) packed_[seat >> 1] += cards.held[seat][r] * place(seat, r);
    wins_ = promise.wins();
    rounds_ = std::max(promise.cards[0], promise.cards[1]);
    for (int won = 0; won < wins_; won++)
      for (int rounds = 0; rounds < rounds_; rounds++) {
        int most = SuitPromise::kNothing;
        for (int set = 1; set < kOwnSets; set++)
          if (rounds < lasts(set)) most = std::min<int>(most, promise.most[set][won]);
        most_[won][rounds] = u8(most);
      }
    nodes_ = 0;
    generation_++;
    return holds(0, 0) && nodes_ <= kNodes;
  }

private:
  static constexpr int kNodes = 40'000;
  static constexpr std::size_t kTable = 1 << 15;

  struct Entry {
    Key key;
    u32 generation = 0;
    bool holds = false;
  };

  static u64 place(int seat, int rank) { return u64(1) << (27 * (seat & 1) + 3 * rank); }
  int lasts(int set) const { return shortest(set, promise_->cards[0], promise_->cards[1]); }

  // Between rounds. The opponents choose who leads.
  bool holds(int won, int lost) {
    if (nodes_ > kNodes) return false;
    if (won >= wins_ || won + lost >= rounds_) return true;
    if (follows_from_ranks(won, lost)) return true;
    if (is_broken_by_ranks(won, lost)) return false;
    clock_.count_node();
    clock_.tick();
    if (++nodes_ > kNodes) return false;
    const Key key{packed_[0] | u64(won) << 54, packed_[1] | u64(lost) << 54};
    Entry &e = table_[key.hash() & (kTable - 1)];
    if (e.generation == generation_ && e.key == key) return e.holds;
    bool all = true;
    for (int leader = 0; leader < 4 && all; leader++)
      if (leader % 2 == 0 || cards_.length[leader]) all = play(Round{leader, 0, -1, -1, won, lost});
    if (nodes_ <= kNodes) e = {key, generation_, all};
    return all;
  }

  struct Round {
    int leader, played;
    int best, winner; // rank and seat; -1: no card yet
    int won, lost;    // before this round
  };

  bool play(const Round &t) {
    if (nodes_ > kNodes) return false;
    if (t.played == 4) {
      if (t.winner >= 0 && t.winner % 2 == 0) return holds(t.won + 1, t.lost);
      return t.lost < most_[t.won][t.won + t.lost] && holds(t.won, t.lost + 1);
    }
    const int seat = (t.leader + t.played) & 3;
    if (!cards_.length[seat]) return with(t, seat, -1);
    return seat % 2 ? their_card(t, seat) : our_card(t, seat);
  }

  bool with(Round t, int seat, int rank) {
    t.played++;
    if (rank < 0) return play(t);
    if (rank > t.best) t.best = rank, t.winner = seat;
    cards_.held[seat][rank]--;
    cards_.length[seat]--;
    packed_[seat >> 1] -= place(seat, rank);
    const bool kept = play(t);
    cards_.held[seat][rank]++;
    cards_.length[seat]++;
    packed_[seat >> 1] += place(seat, rank);
    return kept;
  }

  int lowest(int seat) const {
    int r = 0;
    while (!cards_.held[seat][r]) r++;
    return r;
  }
  static bool partner_wins(const Round &t, int seat) { return t.winner >= 0 && (t.winner ^ seat) == 2; }

  // The lowest, or any that takes the lead; last hand wins as cheaply as it can.
  bool their_card(const Round &t, int seat) {
    const int low = lowest(seat);
    if (!with(t, seat, low)) return false;
    if (t.played == 3 && partner_wins(t, seat)) return true;
    for (int r = std::max(low, t.best) + 1; r < kRanks; r++)
      if (cards_.held[seat][r]) {
        if (!with(t, seat, r)) return false;
        if (t.played == 3) break;
      }
    return true;
  }

  // The lowest, or one that takes the lead: of those with no opposing rank between
  // them only the lowest, and the highest of all. To try fewer is no mistake.
  bool our_card(const Round &t, int seat) {
    const u8 *held = cards_.held[seat];
    const int low = lowest(seat);
    int cheapest = -1, highest = -1;
    for (int r = kRanks - 1; r > t.best; r--)
      if (held[r]) {
        if (highest < 0) highest = r;
        cheapest = r;
      }
    if (t.played == 3) {
      if (cheapest < 0 || partner_wins(t, seat)) return with(t, seat, low);
      return with(t, seat, cheapest) || (low != cheapest && with(t, seat, low));
    }
    if (with(t, seat, low)) return true;
    if (highest >= 0 && highest != low && with(t, seat, highest)) return true;
    int before = -1;
    for (int r = std::max(low, t.best) + 1; r < kRanks; r++) {
      if (!held[r] || r == highest) continue;
      bool apart = before < 0;
      for (int y = before + 1; y <= r && !apart; y++) apart = cards_.held[1][y] || cards_.held[3][y];
      if (apart && with(t, seat, r)) return true;
      before = r;
    }
    return false;
  }

  // Everything that is left of the promise is one of ranks.
  bool follows_from_ranks(int won, int lost) const {
    const SuitPromise ranks = promise_of_ranks(cards_.held);
    const int rounds = won + lost;
    for (int set = 1; set < kOwnSets; set++) {
      const int last = lasts(set);
      if (rounds >= last) continue;
      for (int w = won; w < wins_; w++) {
        const int most = promise_->most[set][w];
        if (w + most >= last) continue;
        bool sure = false;
        for (int by = 1; by < kOwnSets && !sure; by++)
          sure = shortest(by, cards_.length[0], cards_.length[2]) >= last - rounds &&
                 lost + ranks.most[by][w - won] <= most;
        if (!sure) return false;
      }
    }
    return true;
  }

  // The opponents have a promise of ranks against it. Need not be exact: it only
  // ever says that a promise fails.
  bool is_broken_by_ranks(int won, int lost) const {
    for (int set = 1; set < kOwnSets; set++) {
      const int last = shortest(set, cards_.length[1], cards_.length[3]);
      int theirs = 0, higher = 0;
      for (int r = kRanks - 1; r >= 0; r--) {
        if (in_set(set, 0)) theirs += cards_.held[1][r];
        if (in_set(set, 1)) theirs += cards_.held[3][r];
        const int not_lower = higher + cards_.held[0][r] + cards_.held[2][r];
        const int sure = std::min(theirs - higher, last - not_lower);
        higher = not_lower;
        const int w = won + not_lower;
        if (sure <= 0 || w >= wins_) continue;
        for (int ours = 1; ours < kOwnSets; ours++) {
          const int most = promise_->most[ours][w];
          if (lost + sure > most && w + most < lasts(ours) && won + lost < lasts(ours)) return true;
        }
      }
    }
    return false;
  }

  Clock &clock_;
  std::vector<Entry> table_;
  u32 generation_ = 0;
  const SuitPromise *promise_ = nullptr;
  SuitCards cards_;
  u64 packed_[2] = {}; // the same in 3 bits for each rank: two seats a word
  int wins_ = 0, rounds_ = 0, nodes_ = 0;
  u8 most_[SuitPromise::kWins][kCards]; // [won][rounds], over all sets
};

} // namespace overruff::engine
