// The order in which plays are tried. Nothing here can change an answer, only
// how soon it is found. Scores are sums of weights over simple features; the
// weights were tuned by random hill climbing on deals outside the test suites.
#pragma once

#include <limits>

#include "state.hpp"
#include "weights.hpp"

namespace overruff::engine {

struct Candidate {
  u8 card;
  std::int16_t score;
};

struct CandidateList {
  Candidate c[kMaxCards];
  int size = 0;
  void add(int card, int score) { c[size++] = {u8(card), std::int16_t(score)}; }
  // Takes the best of the rest; equal scores in the order they were added.
  int take_best() {
    int b = 0;
    for (int i = 1; i < size; i++)
      if (c[i].score > c[b].score) b = i;
    c[b].score = std::numeric_limits<std::int16_t>::min();
    return c[b].card;
  }
};

template <class G> class Ordering {
public:
  using C = Cards<G>;

  explicit Ordering(const State<G> &state) : st(state) {}

  void use(const Weights &weights) { w = weights; }
  static const Weights &weights_for(int trump) {
    return G::kTies ? kTiesWeights : trump == kNoTrump ? kNoTrumpWeights : kTrumpWeights;
  }

  // lanes: the cards that may be played, by suit.
  void leads(int seat, const u64 lanes[4], CandidateList &out) const {
    for (int s = 0; s < 4; s++)
      if (lanes[s]) lead_suit(seat, s, lanes[s], out);
  }

  void discards(int seat, int place, int best, int winner, const u64 lanes[4],
                CandidateList &out) const {
    const int t = st.trump;
    const int lho = next_seat(seat);
    for (int s = 0; s < 4; s++) {
      u64 lane = lanes[s];
      if (!lane) continue;
      if (s == t) {
        ruffs(seat, place, best, winner, lane, out);
        continue;
      }
      const int len = count(lane);
      const u64 others = st.hand[lho][s] | st.hand[next_seat(seat, 3)][s];
      const u64 his = st.hand[partner(seat)][s];
      int score = w.discard_base + w.discard_length * len;
      if (len == 1) score += w.discard_single;
      if (his) score += w.discard_partner_has;
      if (others && !C::not_lower(top_bit(lane), top_bit(others))) {
        score += w.discard_beaten;
        if (len == 2 && count(others & C::above(top_bit(lane))) == 1) score += w.discard_guard;
      }
      for (int i = 0; lane; i++) {
        const int bit = low_bit(lane);
        lane &= lane - 1;
        int sc = score - w.discard_rank * i;
        if (others && C::not_lower(bit, top_bit(others))) sc += w.discard_winner;
        out.add(C::make(s, bit), sc);
      }
    }
  }

  // Following suit: which cards come first. `first` is tried from below or from
  // above, then all others from below.
  struct FollowOrder {
    u64 first = 0;
    bool from_below = true;
    int take(u64 lane) const { // the next card of what is left, as a place
      const u64 f = lane & first;
      return !f ? low_bit(lane) : from_below ? low_bit(f) : top_bit(f);
    }
  };
  FollowOrder follows(int seat, int place, int best, int winner, int s, u64 lane) const {
    FollowOrder order;
    if (prefer_low(seat, place, best, winner, s, lane)) return order;
    order.first = lane & winning(best, s);
    const u64 next = place < 3 ? u64(st.hand[next_seat(seat)][s]) : 0;
    order.from_below = !next || C::not_lower(low_bit(order.first), top_bit(next));
    return order;
  }

private:
  u64 winning(int best, int s) const {
    if (C::suit(best) == s) return C::above(C::bit(best));
    return s == st.trump ? ~u64(0) : 0;
  }

  bool prefer_low(int seat, int place, int best, int winner, int s, u64 lane) const {
    const u64 win = winning(best, s);
    if (!(lane & win)) return true;
    if (place == 3) return winner == partner(seat);
    const u64 next = st.hand[next_seat(seat)][s];
    const int top = top_bit(lane);
    // The part of next's cards that decides: those above `from`.
    const auto same_for_next = [&](int from) {
      return (next & C::above(from)) == (next & C::above(top));
    };
    if (winner == partner(seat)) {
      if (!next || !C::higher(top_bit(next), C::bit(best)) || same_for_next(C::bit(best)))
        return true;
    }
    if (place == 1) {
      const u64 his = st.hand[partner(seat)][s];
      if (his && (his & win)) {
        const int his_top = top_bit(his);
        if (!next || C::higher(his_top, top_bit(next))) return true;
        if (C::higher(top_bit(next), std::max(his_top, top)) && same_for_next(his_top)) return true;
      }
    }
    return false;
  }

  void ruffs(int seat, int place, int best, int winner, u64 lane, CandidateList &out) const {
    const int s = st.trump;
    const u64 win = lane & winning(best, s);
    const u64 next = place < 3 && C::suit(best) != s ? st.hand[next_seat(seat)][s] : 0;
    bool partner_wins = winner == partner(seat);
    if (partner_wins && place < 3) {
      const u64 follow = st.hand[next_seat(seat)][C::suit(best)];
      partner_wins = follow ? !C::higher(top_bit(follow), C::bit(best)) : !next;
    }
    int score = partner_wins ? w.ruff_partner : w.ruff_win;
    for (u64 r = win; r; r &= r - 1) out.add(C::make(s, low_bit(r)), score), score -= w.ruff_rank;
    score = w.ruff_lose;
    for (u64 r = lane & ~win; r; r &= r - 1)
      out.add(C::make(s, low_bit(r)), score), score -= w.ruff_rank;
  }

  void lead_suit(int seat, int s, u64 lane, CandidateList &out) const {
    const int pd = partner(seat), lho = next_seat(seat), rho = next_seat(seat, 3), t = st.trump;
    const u64 own = st.hand[seat][s], his = st.hand[pd][s], left = st.hand[lho][s],
              right = st.hand[rho][s], opp = left | right, ours = own | his;
    const int len = count(own);
    const u64 lt = st.trumps(lho), rt = st.trumps(rho), pt = st.trumps(pd);
    int score = 0;
    if (s == t) {
      score += w.lead_trump;
    } else {
      if ((lt && !left) || (rt && !right)) score += w.lead_overruffed;
      if (!his && pt && left && right) score += w.lead_ruff;
      if (len == 1 && st.trumps(seat)) score += w.lead_single;
    }
    score += w.lead_length * len + w.lead_partner_length * count(his);
    if (!left) score += w.lead_left_void;
    if (!right) score += w.lead_right_void;
    const int opp_top = opp ? top_bit(opp) : -1;
    const int ours_top = top_bit(ours);
    const bool masters = opp_top < 0 || C::not_lower(ours_top, opp_top);
    const bool partner_best = his && masters && C::higher(top_bit(his), top_bit(own));
    if (partner_best) score += w.lead_partner_best;
    // Of the three highest cards of the suit, how many are ours?
    const u64 all = ours | opp;
    u64 rest = all;
    int honours = 0;
    for (int i = 0; i < 3 && rest; i++, rest &= ~(u64(1) << top_bit(rest)))
      honours += ours >> top_bit(rest) & 1;
    if (left && right && honours >= 2) score += w.lead_strong;
    if (honours == 3) score += w.lead_solid;
    if (honours == 0) score += w.lead_weak;
    if (his && count(his) >= 2 && count(left) >= 2) {
      const int ht = top_bit(his), lt_top = top_bit(left);
      const int right_top = right ? top_bit(right) : -1;
      const u64 below = his & ~(u64(1) << ht);
      const u64 between = all & ~C::at_least(lt_top); // cards under left's best
      if (C::higher(lt_top, ht) && ht > right_top) score += w.lead_finesse; // king behind ace
      else if (C::higher(ht, lt_top) && lt_top > right_top && between &&
               (below & C::at_least(top_bit(between))))
        score += w.lead_finesse_deep; // ace-queen behind king
      else if (C::higher(ht, lt_top) && lt_top > right_top && between &&
               (ours & C::at_least(top_bit(between))))
        score += w.lead_finesse_shared;
    }
    if (len >= 2 && count(right) >= 2) {
      const int rtop = top_bit(right), mt = top_bit(own);
      if (C::higher(rtop, mt) && mt > (left ? top_bit(left) : -1)) score += w.lead_into;
      else if (C::higher(mt, rtop) && rtop == opp_top) score += w.lead_into_below;
    }
    if (!masters) score += w.lead_no_master;

    const int top = top_bit(lane), low = low_bit(lane);
    for (u64 r = lane; r; r &= ~(u64(1) << top_bit(r))) {
      const int bit = top_bit(r);
      int sc = score;
      const bool winner = opp_top < 0 || C::not_lower(bit, opp_top);
      if (winner) sc += w.card_winner;
      if (winner && partner_best) sc += w.card_winner_partner;
      if (bit == top) sc += w.card_top;
      else if (bit == low) sc += w.card_low;
      else sc += w.card_middle;
      if (!winner && !partner_best && bit == top && len > 1) sc += w.card_top_beaten;
      if (!winner && partner_best && bit == low) sc += w.card_low_to_partner;
      if (s == t) sc += winner ? w.card_trump_winner : 0;
      out.add(C::make(s, bit), sc);
    }
  }

  const State<G> &st;
  Weights w = kTrumpWeights;
};

} // namespace overruff::engine
