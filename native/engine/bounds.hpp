// Tricks a side is sure of, without search, and the pairs of cards that make
// them sure. docs/engine.md proves each bound.
#pragma once

#include <algorithm>

#include "orders.hpp"
#include "state.hpp"

namespace overruff::engine {

// Trumps a side wins whoever leads. `bit` is the lowest trump that counts.
struct SureTrumps {
  int tricks = 0;
  int hand = -1; // 0..3: of this hand alone; 4: both hands together; -1: no pair matters
  int bit = 0;
};

// Quick tricks of the seat on lead: `own[s]` rounds of its top cards in suit s;
// then perhaps a low card of suit `cross` to partner, who cashes `pd[s]` more
// (in the crossing suit the trick that takes him in is counted); then trumps.
struct QuickTricks {
  int tricks = 0;
  int own[4] = {}, pd[4] = {};
  int cross = -1;
  int side_max = 0; // rounds that count before a forced ruff could upset the plan
  SureTrumps sure;
};

template <class G, int NW> class Bounds {
public:
  using C = Cards<G>;
  using Set = Pairs<NW>;

  Bounds(const State<G> &state, const Orders<G, NW> &orders) : st(state), orders(orders) {}

  // ---- trumps, whoever leads ------------------------------------------------

  SureTrumps sure_trumps(int x) const {
    SureTrumps best;
    if (!st.has_trumps()) return best;
    const int y = partner(x);
    const u64 mine = st.trumps(x), his = st.trumps(y);
    if (!(mine | his)) return best;
    const u64 opp = st.trumps(x ^ 1) | st.trumps(y ^ 1);
    const int longest = std::max(count(mine), count(his));
    if (!opp) {
      best.tricks = longest;
      return best;
    }
    one_hand(x, mine, opp, best);
    if (his) one_hand(y, his, opp, best);
    if (mine && his && best.tricks < longest) both_hands(mine | his, longest, opp, best);
    return best;
  }

  void require(const SureTrumps &sure, int x, Set &q) const {
    if (sure.hand < 0) return;
    const int t = st.trump;
    for (int o = x ^ 1, k = 0; k < 2; k++, o = partner(o)) {
      const u64 theirs = st.trumps(o);
      if (sure.hand < 4) {
        const u64 beaten = theirs & ~C::above(sure.bit);
        if (!beaten) continue;
        orders.require_not_lower(q, t, sure.bit, top_bit(beaten));
        if constexpr (G::kTies) {
          const u64 lower = theirs & ~C::at_least(sure.bit);
          if (lower) orders.require_higher(q, t, sure.bit, top_bit(lower));
        }
      } else {
        const u64 lower = theirs & ~C::at_least(sure.bit);
        if (!lower) continue;
        for (int p : {x, partner(x)}) {
          const u64 counted = st.trumps(p) & C::at_least(sure.bit);
          if (counted) orders.require_higher(q, t, low_bit(counted), top_bit(lower));
        }
      }
    }
  }

  // One trump trick by position: the top trump of a hand x of this side is
  // beaten only by m cards, all held by the hand that plays before x, and x has
  // m small ones to let them pass. Fills q when it holds.
  bool guarded_trump(int side, int leader, int left, Set &q) const {
    if constexpr (G::kTies) return false;
    for (int x : {side, partner(side)}) {
      const u64 own = st.trumps(x), before = st.trumps(next_seat(x, 3)),
                after = st.trumps(next_seat(x));
      if (!own) continue;
      const int top = top_bit(own), m = count(before & C::above(top));
      if (m == 0 || (after & C::above(top)) || count(own) <= m) continue;
      if (x == leader && left < m + 2) continue;
      if constexpr (G::kBloopers)
        if ((before | own) & kJokerMask) continue;
      q.clear();
      if (after) orders.require_higher(q, st.trump, top, top_bit(after));
      if (const u64 rest = before & ~C::above(top))
        orders.require_higher(q, st.trump, top, top_bit(rest));
      return true;
    }
    return false;
  }

  // ---- the side on lead -----------------------------------------------------

  // A plan worth `want` tricks if there is one, else the best found.
  QuickTricks quick_tricks(int leader, int left, int want) const {
    QuickTricks plan;
    const int pd = partner(leader), t = st.trump;
    Suit suits[4];
    if (st.has_trumps()) suits[t] = look_at(leader, t);
    const bool free_trumps = st.may_lead_trump(leader);
    int longest = 0;
    if (st.has_trumps()) longest = std::max(suits[t].n_left, suits[t].n_right);

    // Either nobody can ruff (`drawn`: perhaps after leader's own trumps) and
    // every suit is cashed alike, or side suits run while ruffers must follow.
    bool drawn = !st.has_trumps() || (longest == 0 && free_trumps);
    int rounds = 0;
    if (st.has_trumps() && free_trumps) {
      const int n = own_rounds(suits[t], 99);
      if (n >= longest) drawn = true;
      if (drawn) rounds = plan.own[t] = n;
    }
    int side_max = left; // rounds before a forced ruff would upset the plan
    if (!drawn && suits[t].n_his) side_max = left - suits[t].n_his;
    plan.side_max = side_max;

    // No more suits than it takes.
    int limit[4] = {99, 99, 99, 99};
    for (int s = 0; s < 4; s++) {
      if (s == t) continue;
      suits[s] = look_at(leader, s);
      if (!drawn) {
        if (suits[t].n_left) limit[s] = suits[s].n_left;
        if (suits[t].n_right) limit[s] = std::min(limit[s], suits[s].n_right);
      }
      plan.own[s] = own_rounds(suits[s], limit[s]);
      rounds += plan.own[s];
      if (rounds >= want && side_max >= want) {
        plan.tricks = want;
        return plan;
      }
    }
    int most = 0;
    for (int s = 0; s < 4; s++) most += most_tricks(suits[s], s != t || drawn);
    if (most < want) return plan; // plan.tricks is 0
    if (!drawn) plan.sure = sure_trumps(leader);
    plan.tricks = std::min(left, std::min(rounds, side_max) + plan.sure.tricks);
    if (plan.tricks >= want) return plan;
    if (!drawn && suits[t].n_own) side_max = std::min(side_max, left - suits[t].n_own);
    cross_to_partner(plan, suits, left, drawn, trump_lead_after(plan, pd), free_trumps, limit,
                     rounds, side_max);
    return plan;
  }

  // The pairs that make `want` tricks of the plan sure.
  void require(const QuickTricks &quick, int leader, int want, Set &q) const {
    const int t = st.trump, pd = partner(leader);
    QuickTricks plan = quick;
    const bool draws = st.has_trumps() && plan.own[t] > 0;
    const int longest = st.has_trumps() ? std::max(count(st.trumps(leader ^ 1)),
                                                   count(st.trumps(pd ^ 1))) : 0;
    int rounds = 0;
    for (int s = 0; s < 4; s++) rounds += plan.own[s] + plan.pd[s];
    if (rounds >= want && plan.side_max >= want) plan.sure = SureTrumps{};
    // Rounds that need no proof: partner's first, then own ones not in his way.
    int spare = rounds + plan.sure.tricks - want;
    const auto trim = [&](int &n, int least) {
      const int cut = std::clamp(n - least, 0, std::max(spare, 0));
      n -= cut;
      spare -= cut;
    };
    for (int s = 0; s < 4; s++) trim(plan.pd[s], s == plan.cross ? 1 : 0);
    for (int s = 0; s < 4; s++)
      if (!plan.pd[s])
        trim(plan.own[s], draws && s == t ? longest : 0);

    for (int s = 0; s < 4; s++) {
      require_own(q, leader, s, plan.own[s]);
      if (plan.pd[s]) require_partner(q, leader, s, plan.own[s], plan.pd[s], s == plan.cross);
    }
    require(plan.sure, leader, q);
  }

private:
  // A suit as the leader sees it.
  struct Suit {
    u64 own, his, left, right; // leader, partner, the opponents
    int n_own, n_his, n_left, n_right;
  };
  Suit look_at(int leader, int s) const {
    const u64 own = st.hand[leader][s], his = st.hand[partner(leader)][s],
              left = st.hand[next_seat(leader)][s], right = st.hand[next_seat(leader, 3)][s];
    return {own, his, left, right, count(own), count(his), count(left), count(right)};
  }

  // No plan of the leader's side is worth more than this in a suit: the cards
  // that no opponent beats, or a whole length when opponents run out first.
  int most_tricks(const Suit &v, bool drawn) const {
    const int longest = std::max(v.n_own, v.n_his);
    if (!(v.left | v.right) || !drawn) return longest;
    const int hold = count((v.own | v.his) & C::at_least(top_bit(v.left | v.right)));
    return hold && hold >= std::max(v.n_left, v.n_right) ? longest : std::min(hold, longest);
  }

  void one_hand(int hand, u64 own, u64 opp, SureTrumps &best) const {
    const int len = count(own);
    int t = 0;
    for (u64 rest = own; rest;) {
      const int bit = low_bit(rest & C::at_least(top_bit(rest))); // lowest copy of the rank
      rest &= ~C::at_least(bit);
      t = len - count(rest);
      int v = t - count(opp & C::above(bit));
      if constexpr (G::kTies) {
        const int equal = count(opp & C::at_least(bit) & ~C::above(bit));
        v -= std::max(0, equal - count(rest));
      }
      if (v > best.tricks) best = {v, hand, bit};
      if (len - count(opp & C::above(bit)) <= best.tricks) break;
    }
  }

  void both_hands(u64 own, int longest, u64 opp, SureTrumps &best) const {
    if constexpr (G::kBloopers)
      if ((own | opp) & kJokerMask) return; // one joker lead may take two of the cards
    for (u64 rest = own; rest;) {
      const int bit = low_bit(rest & C::at_least(top_bit(rest)));
      rest &= ~C::at_least(bit);
      const int lost = count(opp & (G::kTies ? C::at_least(bit) : C::above(bit)));
      const int v = std::min(count(own) - count(rest), longest) - lost;
      if (v > best.tricks) best = {v, 4, bit};
      if (longest - lost <= best.tricks) break;
    }
  }

  // Rounds of a suit the leader wins with his top cards, one after the other:
  // against each opponent the card must hold, or he must be out of the suit;
  // partner always has a card that stays below.
  int own_rounds(const Suit &v, int limit) const {
    int n = std::min(v.n_own, limit);
    if (n <= 0) return 0;
    if (v.left) n = holding(v.own, v.left, v.n_left, n);
    if (v.right) n = holding(v.own, v.right, v.n_right, n);
    if (v.his && n) {
      // His i-th lowest must not pass our i-th highest; if the last pair is
      // right, so are those before it.
      int i = std::min(n, v.n_his) - 1;
      while (i >= 0 && !C::not_lower(nth_top(v.own, i), nth_low(v.his, i))) n = i--;
    }
    return n;
  }
  // At most n of our rounds hold against `theirs`, of which m must be met.
  static int holding(u64 ours, u64 theirs, int m, int n) {
    const int hold = count(ours & C::at_least(top_bit(theirs)));
    return hold < m ? std::min(n, hold) : n;
  }

  // Cards partner wins in a suit after `gone` rounds of it in which he played
  // low. crossing: the first of them is led by leader's lowest card.
  int partner_rounds(const Suit &v, bool trumps, int gone, int limit, bool crossing) const {
    int n = std::min(v.n_his, limit) - gone;
    if (n <= 0) return 0;
    const int ours = v.n_own - gone; // leader's cards left, his lowest ones
    if (crossing && ours <= 0) return 0;
    if constexpr (G::kBloopers)
      if (trumps && ((v.his | v.own) & kJokerMask)) return 0; // forced plays upset the order
    if (v.n_left > gone) {
      n = holding(v.his, v.left, v.n_left - gone, n);
      if (G::kTies && crossing && !C::higher(top_bit(v.his), top_bit(v.left))) return 0;
    }
    if (v.n_right > gone) n = holding(v.his, v.right, v.n_right - gone, n);
    if (n <= 0) return 0;
    if (ours > 0) {
      if (crossing && !C::higher(top_bit(v.his), low_bit(v.own))) return 0;
      int k = std::min(n, ours) - 1;
      while (k >= 0 && !C::not_lower(nth_top(v.his, k), nth_low(v.own, k))) n = k--;
    }
    return n;
  }

  void cross_to_partner(QuickTricks &plan, const Suit suits[4], int left, bool drawn,
                        bool partner_leads_trumps, bool free_trumps, const int limit[4],
                        int rounds, int side_max) const {
    const int t = st.trump;
    int his[4] = {}, sum = 0;
    for (int s = 0; s < 4; s++) {
      if (!suits[s].his || (s == t && (!drawn || !partner_leads_trumps))) continue;
      his[s] = partner_rounds(suits[s], s == t, plan.own[s], limit[s], false);
      sum += his[s];
    }
    const QuickTricks base = plan;
    for (int x = 0; x < 4; x++) {
      const Suit &v = suits[x];
      if (!v.his || !v.own || (x == t && (!drawn || !free_trumps))) continue;
      const int gone = std::min({base.own[x], v.n_own - 1, v.n_his - 1});
      if (x == t && gone < base.own[x]) continue; // trumps must be drawn
      if (gone + 1 > side_max) continue;
      const int in_x = partner_rounds(v, x == t, gone, limit[x], true);
      if (!in_x) continue;
      const int total = rounds - base.own[x] + gone + sum - his[x] + in_x;
      const int tricks = std::min(left, std::min(total, side_max) + base.sure.tricks);
      if (tricks <= plan.tricks) continue;
      plan = base;
      plan.tricks = tricks;
      plan.cross = x;
      plan.side_max = side_max;
      for (int s = 0; s < 4; s++) plan.pd[s] = his[s];
      plan.own[x] = gone;
      plan.pd[x] = in_x;
    }
  }

  bool trump_lead_after(const QuickTricks &plan, int pd) const {
    if (!G::kBloopers || !st.has_trumps()) return true;
    return plan.own[st.trump] > 0 || st.may_lead_trump(pd);
  }

  void require_own(Set &q, int leader, int s, int n) const {
    if (!n) return;
    const u64 own = st.hand[leader][s];
    for (int o : {leader ^ 1, partner(leader) ^ 1})
      if (const u64 theirs = st.hand[o][s])
        orders.require_not_lower(q, s, nth_top(own, std::min(n, count(theirs)) - 1),
                                 top_bit(theirs));
    if (const u64 his = st.hand[partner(leader)][s]) {
      const int i = std::min(n, count(his)) - 1;
      orders.require_not_lower(q, s, nth_top(own, i), nth_low(his, i));
    }
  }

  void require_partner(Set &q, int leader, int s, int gone, int n, bool crossing) const {
    const int pd = partner(leader);
    const u64 his = st.hand[pd][s], own = st.hand[leader][s];
    for (int o : {leader ^ 1, pd ^ 1}) {
      const u64 theirs = st.hand[o][s];
      const int m = count(theirs) - gone;
      if (m <= 0) continue;
      orders.require_not_lower(q, s, nth_top(his, std::min(n, m) - 1), top_bit(theirs));
      if (G::kTies && crossing && o == next_seat(leader))
        orders.require_higher(q, s, top_bit(his), top_bit(theirs));
    }
    if (const int ours = count(own) - gone; ours > 0) {
      const int k = std::min(n, ours) - 1;
      orders.require_not_lower(q, s, nth_top(his, k), nth_low(own, k));
      if (crossing) orders.require_higher(q, s, top_bit(his), low_bit(own));
    }
  }

  const State<G> &st;
  const Orders<G, NW> &orders;
};

} // namespace overruff::engine
