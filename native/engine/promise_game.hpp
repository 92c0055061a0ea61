// Whether a side is sure of some tricks with a plan: a game in which the side
// chooses only what it leads and when it ruffs, and the opponents everything that
// its promises leave open. docs/engine.md, section 11, proves that the cards can be
// played so that no less is won.
#pragma once

#include "clock.hpp"
#include "promise_table.hpp"
#include "suit_states.hpp"

namespace overruff::engine {

class PromiseGame {
public:
  // What each own hand keeps: suits in order, and how many cards of each before the
  // next one counts.
  struct Plan {
    u8 keep[2][4] = {};
    u8 order[2][4] = {};
  };
  Plan plan;

  // `leader`: seat as the side sees it.
  PromiseGame(const SuitCards (&cards)[4], int tricks, int trump, int leader, PromiseTable &table,
              Clock &clock)
      : cards_(cards), tricks_(tricks), trump_(trump), leader_(leader), table_(table), clock_(clock) {}

  void promise(int suit, const SuitPromise &p) {
    promise_[suit] = p;
    states_[suit].build(p, cards_[suit]);
  }

  // The questions from now on are one search, of so many positions.
  void start(u64 most) {
    table_.forget();
    most_ = most;
    calls_ = 0;
  }
  u64 calls() const { return calls_; }

  // Is the side sure of so many tricks? No also stands for "not within the limit".
  bool sure_of(int need) {
    Position p;
    for (int s = 0; s < 4; s++) p.suit[s] = u8(states_[s].first());
    p.leader = leader_ % 2 ? kThem : u8(leader_ / 2);
    return takes(p, need);
  }

private:
  static constexpr u8 kThem = 2;
  static constexpr u8 kMostRuffs = 15; // that are counted

  struct Position {
    u8 suit[4] = {};       // state of each suit
    u8 leader = 0;         // own hand 0 or 1, or kThem
    u8 their_ruffs[2] = {}; // known ones, by hand
    u8 own_ruffs[2] = {};
    u8 their_voids[2] = {}; // bits of suits in which an opponent is void though he had more cards
  };
  struct View {
    const SuitStates::At *suit[4];
    int left;
    int kept[2][4]; // cards that own hands surely hold
    int spare[2];   // cards that an opponent may have thrown away early
    bool may_ruff[2];
  };

  int length(int seat, int suit) const { return cards_[suit].length[seat]; }
  // Cards left of those there were, if every round was followed to.
  int left_of(int seat, int suit, const View &v) const { return length(seat, suit) - v.suit[suit]->rounds; }

  bool takes(Position p, int need) {
    if (need <= 0) return true;
    if (calls_ > most_) return false;
    View v;
    v.left = tricks_;
    for (int s = 0; s < 4; s++) {
      v.suit[s] = &states_[s][p.suit[s]];
      v.left -= v.suit[s]->rounds;
    }
    if (need > v.left) return false;
    calls_++;
    clock_.count_node();
    clock_.tick();
    // Ruffs count only as long as there may be trumps.
    for (int h = 0; h < 2; h++) {
      p.their_ruffs[h] = u8(std::min<int>(p.their_ruffs[h], std::max(0, left_of(their_seat(h), trump_, v))));
      p.own_ruffs[h] = u8(std::min<int>(p.own_ruffs[h], std::max(0, left_of(own_seat(h), trump_, v))));
    }
    const u64 key = pack(p);
    if (const auto *e = table_.find(key)) {
      if (e->lower >= need) return true;
      if (e->upper < need) return false;
    }
    const bool yes = search(p, need, v);
    if (!yes && calls_ > most_) return false;
    auto &e = table_.at(key, v.left);
    if (yes) e.lower = u8(std::max<int>(e.lower, need));
    else e.upper = u8(std::min<int>(e.upper, need - 1));
    return yes;
  }

  static u64 pack(const Position &p) {
    u64 key = 0;
    for (const u8 s : p.suit) key = key << 7 | s;
    key = key << 2 | p.leader;
    for (const auto *two : {p.their_ruffs, p.own_ruffs, p.their_voids})
      key = key << 8 | u64(two[0] << 4 | two[1]);
    return key;
  }

  bool search(Position &p, int need, View &v) {
    look(p, v);
    if (forget_promises(p, v)) return takes(p, need);
    if (p.leader != kThem) {
      bool choice = false;
      for (int s = 0; s < 4; s++)
        if (v.kept[p.leader][s] > 0 && v.suit[s]->rounds < cards_[s].longest()) {
          choice = true;
          if (round(p, need, v, s)) return true;
        }
      if (choice) return false;
    }
    // Any suit that the leader can hold.
    bool any = false;
    for (int s = 0; s < 4; s++) {
      if (v.suit[s]->rounds >= cards_[s].longest()) continue;
      if (p.leader == kThem ? !they_may_follow(p, v, s) : left_of(own_seat(p.leader), s, v) <= 0) continue;
      any = true;
      if (!round(p, need, v, s)) return false;
    }
    return any;
  }

  void look(const Position &p, View &v) const {
    for (int h = 0; h < 2; h++) {
      const int they = their_seat(h), we = own_seat(h);
      int thrown = -p.their_ruffs[h];
      for (int s = 0; s < 4; s++)
        if (s != trump_) thrown += std::max(0, -left_of(they, s, v));
      v.spare[h] = std::max(thrown, 0);
      v.may_ruff[h] = left_of(they, trump_, v) > p.their_ruffs[h];
      int rest = v.left;
      for (const int s : plan.order[h]) {
        const int gone = v.suit[s]->rounds + (s == trump_ ? p.own_ruffs[h] : 0);
        const int wanted = std::max(0, plan.keep[h][s] - gone);
        v.kept[h][s] = std::clamp(length(we, s) - gone, 0, std::min(rest, wanted));
        rest = std::max(0, rest - wanted);
      }
    }
  }

  // What was rehearsed and can no longer be played as it was.
  bool forget_promises(Position &p, const View &v) const {
    bool any = false;
    for (int s = 0; s < 4; s++)
      if (promise_[s].rehearsed && v.suit[s]->open)
        for (int h = 0; h < 2; h++)
          if (v.kept[h][s] < promise_[s].cards[h] - v.suit[s]->rounds) {
            p.suit[s] = v.suit[s]->without;
            any = true;
          }
    return any;
  }

  bool they_may_follow(const Position &p, const View &v, int s) const {
    for (int h = 0; h < 2; h++)
      if (!(p.their_voids[h] >> s & 1) && left_of(their_seat(h), s, v) > 0) return true;
    return false;
  }

  // May this opponent be void in s, as far as his discards reach?
  bool may_be_void(const Position &p, const View &v, int h, int s) const {
    if (p.their_voids[h] >> s & 1) return true;
    int cards = left_of(their_seat(h), s, v);
    if (cards <= 0) return true;
    for (int other = 0; other < 4; other++)
      if (other != s && (p.their_voids[h] >> other & 1)) cards += std::max(0, left_of(their_seat(h), other, v));
    return cards <= v.spare[h];
  }

  // Is the suit barred to the opponents by what hands surely hold?
  bool barred(const View &v, int s) const {
    int hold = 0;
    for (int h = 0; h < 2; h++)
      if (v.kept[h][s] > 0 && (!promise_[s].rehearsed || v.suit[s]->rounds < promise_[s].cards[h]))
        hold |= 1 << h;
    return v.suit[s]->barred >> hold & 1;
  }

  // May this own hand have to play a trump to a round of s that its partner ruffs?
  bool may_overruff(const Position &p, const View &v, int h, int s) const {
    return h != p.leader && v.kept[h][s] <= 0 && left_of(own_seat(h), trump_, v) > p.own_ruffs[h];
  }
  static Position led_by(Position p, int hand) {
    p.leader = u8(hand);
    return p;
  }

  // A round of suit s. True if the side gets what it needs however it goes.
  bool round(const Position &p, int need, const View &v, int s) {
    const auto &suit = *v.suit[s];
    Position won = p, lost = p;
    won.suit[s] = suit.after_win;
    lost.suit[s] = suit.after_loss;
    lost.leader = kThem;
    bool ruffs[2] = {}, any_ruff = false;
    for (int h = 0; h < 2; h++) {
      if (left_of(their_seat(h), s, v) <= 1) { // void by now in any case
        won.their_voids[h] &= u8(~(1 << s));
        lost.their_voids[h] &= u8(~(1 << s));
      }
      if (s != trump_) any_ruff |= ruffs[h] = v.may_ruff[h] && may_be_void(p, v, h, s);
    }
    if (s != trump_ && !any_ruff)
      for (int h = 0; h < 2; h++)
        if (h != p.leader && left_of(own_seat(h), s, v) <= 0 && v.kept[h][trump_] > 0 &&
            p.own_ruffs[h] < kMostRuffs) {
          Position ruffed = won;
          ruffed.leader = u8(h);
          ruffed.own_ruffs[h]++;
          if (takes(ruffed, need - 1) &&
              (!may_overruff(p, v, 1 - h, s) || takes(led_by(ruffed, 1 - h), need - 1)))
            return true;
        }
    const bool they_win = (p.leader == kThem || they_may_follow(p, v, s)) && !barred(v, s);
    if (they_win && !takes(lost, need)) return false;
    for (int h = 0; h < 2; h++)
      if (ruffs[h]) {
        Position ruffed = won;
        ruffed.leader = kThem;
        if (ruffed.their_ruffs[h] < kMostRuffs) ruffed.their_ruffs[h]++;
        if (left_of(their_seat(h), s, v) > 1) ruffed.their_voids[h] |= u8(1 << s);
        if (!takes(ruffed, need)) return false;
      }
    bool we_win = false;
    for (int h = 0; h < 2; h++) {
      const bool follows = left_of(own_seat(h), s, v) > (s == trump_ ? p.own_ruffs[h] : 0);
      const bool trumps = s != trump_ && left_of(own_seat(h), trump_, v) > p.own_ruffs[h];
      if (!follows && !trumps) continue;
      we_win = true;
      won.leader = u8(h);
      if (!takes(won, need - 1)) return false;
    }
    return we_win || they_win || any_ruff;
  }

  const SuitCards (&cards_)[4];
  const int tricks_, trump_, leader_;
  PromiseTable &table_;
  Clock &clock_;
  SuitPromise promise_[4];
  SuitStates states_[4];
  u64 most_ = 0, calls_ = 0;
};

} // namespace overruff::engine
