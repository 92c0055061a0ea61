// Partition search: "can North-South take at least `need` of the tricks left?"
//
// node() stands at the start of a trick, play<PLACE>() inside one. Both return
// North-South's tricks, fail-soft (a result >= need is a proven lower bound, a
// result < need a proven upper bound), and fill q with the pairs of cards the
// proof rests on. docs/engine.md explains and proves each step.
#pragma once

#include "bounds.hpp"
#include "clock.hpp"
#include "cutcards.hpp"
#include "ordering.hpp"
#include "root.hpp"
#include "scope.hpp"
#include "table.hpp"

namespace overruff::engine {

// How a search is set up; not part of what it answers.
struct SearchParts {
  Options options;
  Clock *clock;
  CutCards *cut_cards;
  const Weights *weights; // null: those shipped
};

template <class G, int NW> class Search {
public:
  using Game = G;
  using C = Cards<G>;
  using Lane = typename G::Lane;
  using Set = Pairs<NW>;
  using Ord = Orders<G, NW>;

  Search(Table &table, const SearchParts &parts)
      : table(table), opt(parts.options), clock(*parts.clock), cuts(*parts.cut_cards), weights(parts.weights),
        bounds(st, orders), ordering(st) {}

  void set_root(const Root<G> &root) {
    root_ = root;
    const auto &[state, leader, played, trick] = root;
    ordering.use(weights ? *weights : Ordering<G>::weights_for(root_.state.trump));
    played_ = played;
    std::copy(trick, trick + played, frames_[0].card);
    const State<G> full = root.with_trick();
    left_ = full.cards(leader);
    orders.build(full.hand);
    std::memcpy(frames_[0].present, orders.present(), sizeof frames_[0].present);
    frames_[0].lengths = full.lengths();
    frames_[0].leader = leader;
    frames_[0].left = left_;
  }
  int left() const { return left_; }
  // The questions from now on. The seat to play at the root may always try all.
  void set_scope(const Scope &scope) { scope_ = scope; }
  // The play that decided the last question, or -1 if none was needed.
  int root_card() const { return root_card_; }
  // Whether the first play is to be found even where bounds or the table tell the
  // answer without one.
  void want_play(bool yes) { want_play_ = yes; }

  // The play tried first when nothing is known.
  int first_choice() {
    st = root_.state;
    u64 todo[4];
    for (int s = 0; s < 4; s++) todo[s] = root_.legal(s);
    CandidateList list;
    if (!played_) ordering.leads(root_.to_play(), todo, list);
    else
      for (int s = 0; s < 4; s++)
        if (todo[s]) list.add(C::make(s, low_bit(todo[s])), 0);
    return list.take_best();
  }

  int test(int need) {
    st = root_.state;
    root_card_ = -1;
    Set q;
    if (need <= 0) return 0;
    if (need > left_) return left_;
    const int leader = frames_[0].leader;
    frames_[0].key = frames_[0].lengths;
    st.add_situation(frames_[0].key, leader);
    if (!played_) return node(0, leader, left_, need, q);
    int best = 0;
    for (int i = 1; i < played_; i++)
      if (st.beats(frames_[0].card[i], frames_[0].card[best])) best = i;
    const int card = frames_[0].card[best], winner = next_seat(leader, best);
    switch (played_) {
    case 1: return play<1>(0, need, card, winner, q);
    case 2: return play<2>(0, need, card, winner, q);
    case 3: return play<3>(0, need, card, winner, q);
    default: return finish(0, need, card, winner, q);
    }
  }

private:
  static constexpr int kFirstPlaceWithoutCutCards = 3; // fourth hand sees the whole trick
  static constexpr int kScopeShift = 48;               // bits of a key that no position uses

  struct Frame { // one trick
    int leader, left;
    int card[4];
    Key lengths, key;
    alignas(32) u64 present[Ord::kWords];
  };

  int node(int depth, int leader, int left, int need, Set &q) {
    clock.tick();
    leader_matters_ = true;
    Frame &f = frames_[depth];
    f.leader = leader;
    f.left = left;
    if (left == 1) return last_trick(leader, q);

    return in_width<Ord::kPlanes>(Ord::pairs(f.present), depth, need, q);
  }

  // Goes on with the narrowest patterns, W words, that hold n pairs.
  template <int W> int in_width(int n, int depth, int need, Set &q) {
    if constexpr (W < NW)
      if (n > W / Ord::kPlanes * 64) return in_width<wider(W)>(n, depth, need, q);
    return known_or_searched<W>(depth, need, q);
  }
  static constexpr int wider(int w) { return w == Ord::kPlanes ? std::min(NW, 8) : 2 * w; }

  // Table, static bounds, search; W is the width of a pattern.
  template <int W> int known_or_searched(int depth, int need, Set &q) {
    const Frame &f = frames_[depth];
    alignas(32) u64 position[W], care[W];
    const bool known = !(want_play_ && depth == 0);
    if (opt.table) {
      orders.template pack<W>(orders.truth(), f.present, position);
      int bound = known ? table.template lookup<W>(f.key, position, need, care) : -1;
      if (bound < 0 && known && scope_.id)
        bound = table.template lookup<W>(unproven(f.key), position, need, care);
      if (bound >= 0) {
        orders.template unpack<W>(care, f.present, q);
        return bound;
      }
    }
    if (opt.bounds && known)
      if (const int bound = static_bound(f.leader, f.left, need, q); bound >= 0) return bound;

    const int r = play<0>(depth, need, 0, f.leader, q);
    leader_matters_ = true;
    if (opt.table) {
      orders.template pack<W>(q, f.present, care);
      const bool proven = !scope_.holds(r >= need ? 1 : 0);
      table.template store<W>(proven ? f.key : unproven(f.key), care, position, r >= need ? r : 0,
                              r >= need ? f.left : r);
    }
    return r;
  }
  // Where a position stands for what the present scope makes of it.
  Key unproven(Key k) const {
    k.b ^= u64(scope_.id) << kScopeShift;
    return k;
  }

  // A plan over several tricks may not count on a right that ends with this one.
  struct LastingRights {
    State<G> &st;
    const u8 boards;
    explicit LastingRights(State<G> &state) : st(state), boards(state.boards) {
      if (G::kBloopers && st.boards_lapse) st.boards = 0;
    }
    ~LastingRights() { st.boards = boards; }
  };

  // Sure tricks of either side that decide the question, or -1.
  int static_bound(int leader, int left, int need, Set &q) {
    const LastingRights rights(st);
    const bool ns = is_ns(leader);
    const int want = ns ? need : left - need + 1; // what the leader's side has to take
    const QuickTricks quick = bounds.quick_tricks(leader, left, want);
    if (quick.tricks >= want) {
      q.clear();
      bounds.require(quick, leader, want, q);
      return ns ? want : left - want;
    }
    if (!st.has_trumps()) return -1;
    if (ruff_by_partner(leader, left, want, q)) return ns ? want : left - want;
    if (want == 1 && bounds.guarded_trump(leader, leader, left, q)) return ns ? 1 : left - 1;
    const int other = left - want + 1; // what the other side has to take
    if (std::max(count(st.trumps(leader ^ 1)), count(st.trumps(leader ^ 3))) < other) return -1;
    const SureTrumps sure = bounds.sure_trumps(leader ^ 1);
    if (sure.tricks >= other) {
      q.clear();
      bounds.require(sure, leader ^ 1, q);
      leader_matters_ = false;
      return ns ? left - other : other;
    }
    if (other == 1 && bounds.guarded_trump(leader ^ 1, leader, left, q)) return ns ? left - 1 : 1;
    return -1;
  }

  // Leader leads a low card that partner ruffs, both opponents following; then
  // partner's quick tricks are enough.
  bool ruff_by_partner(int leader, int left, int want, Set &q) {
    const int pd = partner(leader);
    if (!st.trumps(pd)) return false;
    for (int s = 0; s < 4; s++)
      if (s != st.trump && !st.hand[pd][s] && st.hand[leader][s] && st.hand[leader ^ 1][s] &&
          st.hand[pd ^ 1][s]) {
        q.clear();
        if (win_and_run(pd, C::make(st.trump, low_bit(st.trumps(pd))), s, left, want, q))
          return true;
      }
    return false;
  }

  // `winner` wins the present trick, led in suit s, with `card` while the others
  // still to play give their lowest card of s (or nothing that matters); then
  // his side has quick tricks enough. q gains what those rest on.
  bool win_and_run(int winner, int card, int s, int left, int want, Set &q, int played = -1) {
    if (want <= 1) return true;
    Lane before[4];
    for (int p = 0; p < 4; p++) {
      before[p] = st.hand[p][s];
      if (p != winner && p != played) st.hand[p][s] &= before[p] - 1;
    }
    st.take(winner, card);
    const bool broken = st.broken;
    if constexpr (G::kBloopers) st.broken |= s == st.trump || C::suit(card) == st.trump;
    const QuickTricks quick = bounds.quick_tricks(winner, left - 1, want - 1);
    const bool enough = quick.tricks >= want - 1;
    if (enough) bounds.require(quick, winner, want - 1, q);
    st.broken = broken;
    st.put(winner, card);
    for (int p = 0; p < 4; p++) st.hand[p][s] = before[p];
    return enough;
  }

  int last_trick(int leader, Set &q) {
    int best = -1, winner = leader, card[4] = {};
    for (int i = 0; i < 4; i++) {
      const int p = next_seat(leader, i);
      for (int s = 0; s < 4; s++)
        if (st.hand[p][s]) card[i] = C::make(s, low_bit(st.hand[p][s]));
      if (i == 0 || st.beats(card[i], best)) best = card[i], winner = p;
    }
    q.clear();
    require_trick(leader, card, best, winner, false, q);
    return is_ns(winner);
  }

  // The winning card must beat the others of its suit; partner's only if it
  // matters which of the two wins.
  void require_trick(int leader, const int card[4], int best, int winner, bool with_partner, Set &q) {
    const int s = C::suit(best), at = (winner - leader) & 3;
    for (int i = 0; i < 4; i++) {
      if (i == at || C::suit(card[i]) != s || (!with_partner && ((i ^ at) & 1) == 0)) continue;
      if (i < at) orders.require_higher(q, s, C::bit(best), C::bit(card[i]));
      else orders.require_not_lower(q, s, C::bit(best), C::bit(card[i]));
    }
  }

  // All four cards are on the table.
  int finish(int depth, int need, int best, int winner, Set &q) {
    Frame &f = frames_[depth];
    const int won = is_ns(winner), left = f.left - 1;
    need -= won;
    int r;
    bool with_partner = false;
    if (need <= 0) {
      q.clear();
      r = 0;
    } else if (need > left) {
      q.clear();
      r = left;
    } else {
      r = next_trick(f, depth, winner, left, need, q);
      with_partner = leader_matters_;
    }
    require_trick(f.leader, f.card, best, winner, with_partner, q);
    leader_matters_ = true;
    return won + r;
  }

  int next_trick(const Frame &f, int depth, int winner, int left, int need, Set &q) {
    Frame &g = frames_[depth + 1];
    g.lengths = f.lengths;
    bool trump = false;
    for (int i = 0; i < 4; i++) {
      st.add_length(g.lengths, next_seat(f.leader, i), C::suit(f.card[i]), ~u64(0));
      trump |= C::suit(f.card[i]) == st.trump;
    }
    const bool broken = st.broken;
    const u8 boards = st.boards;
    if constexpr (G::kBloopers) {
      st.broken |= trump;
      if (st.boards_lapse) st.boards = 0;
    }
    g.key = g.lengths;
    st.add_situation(g.key, winner);
    table.prefetch(g.key);
    std::memcpy(g.present, f.present, sizeof g.present);
    for (int i = 0; i < 4; i++) orders.remove(g.present, f.card[i]);
    const int r = node(depth + 1, winner, left, need, q);
    if constexpr (G::kBloopers) {
      st.broken = broken;
      st.boards = boards;
    }
    return r;
  }

  template <int PLACE> int next(int depth, int need, int best, int winner, Set &q) {
    if constexpr (PLACE < 3) return play<PLACE + 1>(depth, need, best, winner, q);
    else return finish(depth, need, best, winner, q);
  }

  // The seat at PLACE plays; `best` held by `winner` is the best card so far.
  template <int PLACE> int play(int depth, int need, int best, int winner, Set &q) {
    Frame &f = frames_[depth];
    const int seat = next_seat(f.leader, PLACE);
    u64 todo[4] = {};
    int led = 0; // suit followed, or -1
    if constexpr (PLACE == 0) {
      for (int s = 0; s < 4; s++) todo[s] = st.hand[seat][s];
      if constexpr (G::kBloopers)
        if (!st.may_lead_trump(seat)) todo[st.trump] = 0;
      led = -1;
    } else {
      led = C::suit(f.card[0]);
      if constexpr (PLACE == 1)
        if (opt.bounds && !(want_play_ && depth == 0))
          if (const int r = second_hand(f, seat, need, q); r >= 0) return r;
      todo[led] = st.follow(seat, f.leader, f.card[0]);
      if (!todo[led]) {
        for (int s = 0; s < 4; s++) todo[s] = st.hand[seat][s];
        led = -1;
      } else if (!(todo[led] & (todo[led] - 1))) {
        return step<PLACE>(depth, need, seat, C::make(led, low_bit(todo[led])), best, winner, q);
      }
    }

    if (led >= 0) return follow<PLACE>(depth, need, seat, led, todo, best, winner, q);

    const u64 cut_key = cuts.key_hand(st, seat, PLACE, PLACE ? best + 1 : 0);
    int hint = cuts.find(cut_key);
    if (hint >= 0 && !(todo[C::suit(hint)] >> C::bit(hint) & 1)) hint = -1;
    CandidateList list; // every card of todo, made when the hint has failed
    const auto choose = [&](bool first) {
      if (first && hint >= 0) return hint;
      if (!list.size) {
        if (PLACE == 0) ordering.leads(seat, todo, list);
        else ordering.discards(seat, PLACE, best, winner, todo, list);
      }
      int card;
      do card = list.take_best();
      while (!(todo[C::suit(card)] >> C::bit(card) & 1));
      return card;
    };
    const auto cut_by = [&](int card) {
      if (card != hint) cuts.store(cut_key, card);
    };
    return try_cards<PLACE>(depth, need, seat, todo, best, winner, q, choose, cut_by);
  }

  // The same for a seat that follows suit with two cards or more.
  template <int PLACE>
  int follow(int depth, int need, int seat, int s, u64 todo[4], int best, int winner, Set &q) {
    u64 cut_key = 0;
    int hint = -1;
    if constexpr (PLACE < kFirstPlaceWithoutCutCards) {
      cut_key = cuts.key_follow(st, seat, PLACE, s, best);
      hint = cuts.find(cut_key);
      if (hint >= 0 && !(C::suit(hint) == s && (todo[s] >> C::bit(hint) & 1))) hint = -1;
    }
    typename Ordering<G>::FollowOrder order;
    bool ordered = false;
    const auto choose = [&](bool first) {
      if (first && hint >= 0) return hint;
      if (!ordered) order = ordering.follows(seat, PLACE, best, winner, s, todo[s]), ordered = true;
      return C::make(s, order.take(todo[s]));
    };
    const auto cut_by = [&](int card) {
      if (PLACE < kFirstPlaceWithoutCutCards && card != hint) cuts.store(cut_key, card);
    };
    return try_cards<PLACE>(depth, need, seat, todo, best, winner, q, choose, cut_by);
  }

  // Plays the cards of todo (not empty) as choose() names them until one cuts,
  // which cut_by() is told, or all have failed.
  template <int PLACE, class Choose, class CutBy>
  int try_cards(int depth, int need, int seat, u64 todo[4], int best, int winner, Set &q,
                const Choose &choose, const CutBy &cut_by) {
    const bool ns = is_ns(seat), at_root = depth == 0 && PLACE == played_;
    int tries = at_root ? int(Scope::kAll) : PLACE ? scope_.other[!ns] : scope_.lead[!ns];
    int value = 0;
    Set child;
    for (bool first = true;; first = false) {
      const int card = choose(first), s = C::suit(card), bit = C::bit(card);
      todo[s] &= ~(u64(1) << bit);
      Set &cq = first ? q : child;
      const int r = step<PLACE>(depth, need, seat, card, best, winner, cq);
      if (ns ? r >= need : r < need) {
        cut_by(card);
        if (at_root) root_card_ = card;
        if (!first) q = child;
        return r;
      }
      value = first ? r : ns ? std::max(value, r) : std::min(value, r);
      if (todo[s]) skip_covered(cq, q, seat, s, bit, todo[s]);
      if (!first) q |= child;
      if (!(todo[0] | todo[1] | todo[2] | todo[3]) || --tries == 0) return value;
    }
  }

  template <int PLACE>
  int step(int depth, int need, int seat, int card, int best, int winner, Set &q) {
    clock.count_node();
    frames_[depth].card[PLACE] = card;
    st.take(seat, card);
    int r;
    if (PLACE == 0 || st.beats(card, best)) r = next<PLACE>(depth, need, card, seat, q);
    else r = next<PLACE>(depth, need, best, winner, q);
    st.put(seat, card);
    return r;
  }

  // The card at `bit` failed with requirement cq. Cards of its suit that would
  // fail for the same reasons leave `todo`; `q` gains what that rests on.
  void skip_covered(const Set &cq, Set &q, int seat, int s, int bit, u64 &todo) {
    if (!opt.cover) return;
    u64 own = st.hand[seat][s];
    if constexpr (G::kBloopers) {
      if (Ord::is_joker(C::make(s, bit))) return;
      own &= ~kJokerMask;
    }
    orders.cover(cq, s, own, bit, todo, q);
  }

  Table &table;
  const Options opt;
  Clock &clock;
  CutCards &cuts;
  const Weights *const weights;
  State<G> st;
  Root<G> root_;
  Ord orders;
  Bounds<G, NW> bounds;
  Ordering<G> ordering;
  Frame frames_[kMaxCards + 1];
  Scope scope_;
  int left_ = 0, played_ = 0, root_card_ = -1;
  bool want_play_ = false;
  bool leader_matters_ = true; // does the last node's proof depend on who led?

  // After the lead: second or fourth hand can win this trick and then has quick
  // tricks enough. Third hand must not be able to interfere.
  int second_hand(Frame &f, int seat, int need, Set &q) {
    const int lead = f.card[0], s = C::suit(lead), third = partner(f.leader);
    if constexpr (G::kBloopers)
      if (Ord::is_joker(lead)) return -1;
    const u64 theirs = st.hand[third][s];
    if (!theirs && st.trumps(third)) return -1;
    const LastingRights rights(st);
    const bool ns = is_ns(seat);
    const int want = ns ? need : f.left - need + 1;
    const int proven = ns ? want : f.left - want;
    for (int p : {seat, partner(seat)}) {
      const u64 own = st.hand[p][s], other = st.hand[partner(p)][s];
      if (!own) {
        if (!st.trumps(p) || !other || s == st.trump || !theirs) continue;
        q.clear();
        if (win_and_run(p, C::make(st.trump, low_bit(st.trumps(p))), s, f.left, want, q, f.leader))
          return proven;
        continue;
      }
      // Partner, without the suit, would have to find a discard that does not ruff.
      if (!other && st.trumps(partner(p))) continue;
      u64 good = own & C::above(C::bit(lead));
      if (theirs)
        good &= p == seat ? C::at_least(top_bit(theirs)) : C::above(top_bit(theirs));
      if (other) // partner has a card that stays below
        good &= p == seat ? C::at_least(low_bit(other)) : C::above(low_bit(other));
      if (!good) continue;
      const int bit = low_bit(good);
      q.clear();
      orders.require_higher(q, s, bit, C::bit(lead));
      if (theirs) {
        if (p == seat) orders.require_not_lower(q, s, bit, top_bit(theirs));
        else orders.require_higher(q, s, bit, top_bit(theirs));
      }
      if (other) {
        if (p != seat) orders.require_higher(q, s, bit, low_bit(other));
        else orders.require_not_lower(q, s, bit, low_bit(other));
      }
      if (win_and_run(p, C::make(s, bit), s, f.left, want, q, f.leader)) return proven;
    }
    return -1;
  }
};

} // namespace overruff::engine
