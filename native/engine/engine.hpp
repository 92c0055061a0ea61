// From a plain Deal to answers: chooses the instance of the search that fits
// the game and the size, narrows the value by null windows, keeps the table from
// one question to the next while it can serve.
#pragma once

#include <memory>
#include <tuple>

#include "search.hpp"

namespace overruff::engine {

// A deal in the engine's own terms: play runs clockwise, every copy of a card
// has a bit of its own, variants are settled.
template <class G> struct Setup {
  using C = Cards<G>;
  State<G> state;
  int leader = 0, played = 0;
  int trick[4] = {};
  bool mirrored = false;

  explicit Setup(const Deal &d) {
    mirrored = d.variant & kCounterClockwise;
    leader = seat(d.leader);
    played = d.trick_len;
    state.trump = d.trump;
    u8 used[kCardIds] = {}; // copies of each card already given a bit
    const auto place = [&](int card) {
      const int suit = suit_of(card), rank = rank_of(card);
      return C::make(suit, G::kTies ? (rank - 4) * 4 + used[card]++ : rank);
    };
    for (int p = 0; p < 4; p++)
      for (int card = 0; card < kCardIds; card++)
        for (int i = 0; i < d.counts[p][card]; i++) state.put(seat(p), place(card));
    for (int i = 0; i < played; i++) trick[i] = place(d.trick[i]);
    state.broken = d.broken || (d.variant & kLeadFree);
    state.big_binds_partner = !(d.variant & kBigPartnerFree);
    state.little_binds = !(d.variant & kLittleFree);
    state.boards_lapse = d.variant & kBoardFirstTrick;
    if (!(d.variant & kBoardNoLead) && !(state.boards_lapse && !d.first_trick))
      for (int p = 0; p < 4; p++)
        if (d.boards >> p & 1) {
          state.boards |= u8(1 << seat(p));
          if (d.variant & kBoardSide) state.boards |= u8(1 << seat(p ^ 2));
        }
  }
  int seat(int p) const { return mirrored ? (4 - p) & 3 : p; }
  static int card_id(int card) { // back to suit * 16 + rank
    return make_card(C::suit(card), G::kTies ? (C::bit(card) >> 2) + 4 : C::bit(card));
  }
};

class Engine {
public:
  // weights: an ordering of plays to try out instead of the shipped one.
  Engine(std::size_t memory_bytes, Options options, const Weights *weights = nullptr)
      : options_(options), weights_(weights), memory_(memory_bytes) {}

  void forget() { current_ = nullptr; } // the next question starts afresh

  Result solve(const Deal &d, const Limits &limits, Interrupt interrupt, void *context) {
    clock_.start(limits, interrupt, context);
    return dispatch(d, [&](auto &search, auto &) { return narrow(search, 0, search.left()); });
  }

  Result can_take(const Deal &d, int k, const Limits &limits, Interrupt interrupt, void *context) {
    clock_.start(limits, interrupt, context);
    return dispatch(d, [&](auto &search, auto &) {
      Result r{0, search.left(), 0, 0, Stop::done};
      if (k <= 0 || k > search.left()) return r;
      guarded(r, [&] { ask(search, k, r); });
      return r;
    });
  }

  // Every distinct legal card; bounds are North-South's tricks after it.
  int plays(const Deal &d, const Limits &limits, Interrupt interrupt, void *context,
            PlayResult out[kMaxCards], Result &total) {
    clock_.start(limits, interrupt, context);
    int n = 0;
    total = dispatch(d, [&](auto &search, auto &setup) {
      return all_plays(search, setup, out, n);
    });
    return n;
  }

private:
  template <class F> Result dispatch(const Deal &d, F &&question) {
    switch (d.game) {
    case GameId::bridge: return run<4>(d, Setup<BridgeRules>(d), question);
    case GameId::back_alley: return run<4>(d, Setup<BackAlleyRules>(d), question);
    case GameId::arpaa: break;
    }
    const Setup<ArpaaRules> setup(d);
    const auto full = setup.state.with_trick(setup.leader, setup.trick, setup.played);
    return sized<8, 16, 32>(d, setup, full, question);
  }
  // The narrowest instance whose words hold all pairs.
  template <int NW, int... Larger, class G, class F>
  Result sized(const Deal &d, const Setup<G> &setup, const State<G> &full, F &&question) {
    if (Orders<G, NW>::fits(full.hand)) return run<NW>(d, setup, question);
    if constexpr (sizeof...(Larger) > 0) return sized<Larger...>(d, setup, full, question);
    else return run<64>(d, setup, question);
  }

  template <class G, int NW> struct Instance {
    Table table;
    Search<G, NW> search;
    Instance(TableMemory &m, const SearchParts &parts) : table(m), search(table, parts) {}
  };

  template <int NW, class G, class F>
  Result run(const Deal &d, const Setup<G> &setup, F &&question) {
    Result r;
    if (setup.state.cards(next_seat(setup.leader, 3)) == 0) return r; // nothing left
    auto &slot = std::get<std::unique_ptr<Instance<G, NW>>>(instances_);
    if (!slot)
      slot.reset(new Instance<G, NW>(memory_, {options_, &clock_, &cut_cards_, weights_}));
    Deal full = d; // with the cards on the table back in the hands
    for (int i = 0, p = d.leader; i < d.trick_len; i++, p = setup.seat(next_seat(setup.seat(p))))
      full.counts[p][d.trick[i]]++;
    if (current_ != slot.get() || !comes_from_family<G, NW>(full)) {
      slot->table.reset();
      cut_cards_.reset();
      guess_ = -1;
      family_ = full;
    }
    current_ = slot.get();
    auto &search = slot->search;
    search.set_root(setup.state, setup.leader, setup.trick, setup.played);
    r = question(search, setup);
    r.nodes = clock_.nodes();
    r.seconds = clock_.seconds();
    return r;
  }

  // Is what the table holds true and of use for d? Yes if d can come up in the
  // deal that the table began with, under the same trumps and rules. Where a suit
  // takes several words their layout follows the hands, which then must be equal.
  template <class G, int NW> bool comes_from_family(const Deal &d) const {
    if (d.game != family_.game || d.trump != family_.trump || d.variant != family_.variant)
      return false;
    if constexpr (Orders<G, NW>::kSuitWords > 1)
      return std::memcmp(d.counts, family_.counts, sizeof d.counts) == 0;
    for (int p = 0; p < kSeats; p++)
      for (int card = 0; card < kCardIds; card++)
        if (d.counts[p][card] > family_.counts[p][card]) return false;
    return true;
  }

  template <class F> void guarded(Result &r, F &&work) {
    try {
      work();
    } catch (const Stopped &s) {
      r.stop = s.reason;
    }
  }
  template <class S> void ask(S &search, int need, Result &r) {
    const int v = search.test(need);
    if (v >= need) r.lower = std::max(r.lower, v);
    else r.upper = std::min(r.upper, v);
  }

  template <class S> Result narrow(S &search, int lower, int upper) {
    Result r{lower, upper, 0, 0, Stop::done};
    if (search.left() > kLong) from_both_ends(search, r);
    if (r.stop != Stop::done) return r;
    guarded(r, [&] {
      int need = guess_ >= 0 ? guess_ : search.estimate();
      while (r.lower < r.upper) {
        need = std::clamp(need, r.lower + 1, r.upper);
        ask(search, need, r);
        need = need <= r.lower ? r.lower + 1 : r.upper;
      }
    });
    guess_ = r.lower; // the next leader's answer is seldom far away
    return r;
  }

  // Positions too long to be solved soon: questions far from the value are cheap,
  // so a little work a question gives an interval at once. The first question at
  // either end that does not yield to its budget ends that side.
  template <class S> void from_both_ends(S &search, Result &r) {
    bool open[2] = {true, true};
    while (r.stop == Stop::done && (open[0] || open[1]))
      for (int end = 0; end < 2; end++) {
        if (!open[end] || r.lower >= r.upper) {
          open[end] = false;
          continue;
        }
        const int before = r.upper - r.lower;
        clock_.set_budget(kEndBudget);
        guarded(r, [&] { ask(search, end ? r.upper : r.lower + 1, r); });
        clock_.set_budget(0);
        if (r.stop == Stop::nodes && !clock_.out_of_nodes()) r.stop = Stop::done;
        if (r.upper - r.lower == before) open[end] = false;
        if (r.stop != Stop::done) return;
      }
  }

  template <class S, class G>
  Result all_plays(S &search, const Setup<G> &setup, PlayResult out[], int &n) {
    using C = Cards<G>;
    const int seat = next_seat(setup.leader, setup.played);
    const int left = search.left();
    Result total = narrow(search, 0, left);
    n = 0;
    int cards[kMaxCards];
    u64 seen = 0; // kinds
    for (int s = 0; s < 4; s++)
      for (u64 lane = legal(setup, seat, s); lane; lane &= ~(u64(1) << top_bit(lane))) {
        const int card = C::make(s, top_bit(lane)), id = Setup<G>::card_id(card);
        if (seen >> id & 1) continue;
        seen |= u64(1) << id;
        cards[n] = card;
        out[n++] = {u8(id), 0, u8(left)};
      }
    const bool ns = is_ns(seat);
    for (int i = 0; i < n; i++) {
      // No play is worth more to the mover than the position.
      Result r{ns ? 0 : total.lower, ns ? total.upper : left, 0, 0, total.stop};
      if (total.stop == Stop::done) {
        State<G> after = setup.state;
        int trick[4];
        std::copy(setup.trick, setup.trick + 4, trick);
        trick[setup.played] = cards[i];
        after.take(seat, cards[i]);
        search.set_root(after, setup.leader, trick, setup.played + 1);
        r = walk_from(search, r, ns);
        total.stop = r.stop;
      }
      out[i].lower = u8(r.lower);
      out[i].upper = u8(r.upper);
    }
    return total;
  }
  // Exact value starting at the end that the best plays reach.
  template <class S> Result walk_from(S &search, Result r, bool ns) {
    guarded(r, [&] {
      while (r.lower < r.upper) ask(search, ns ? r.upper : r.lower + 1, r);
    });
    return r;
  }
  template <class G> u64 legal(const Setup<G> &setup, int seat, int s) const {
    const State<G> &st = setup.state;
    if (setup.played) {
      const int led = setup.trick[0];
      if (const u64 lane = st.follow(seat, setup.leader, led))
        return s == Cards<G>::suit(led) ? lane : 0;
    } else if (G::kBloopers && s == st.trump && !st.may_lead_trump(seat)) {
      return 0;
    }
    return st.hand[seat][s];
  }

  static constexpr int kLong = 17;           // tricks
  static constexpr u64 kEndBudget = 20'000;  // nodes

  Options options_;
  const Weights *weights_;
  Clock clock_;
  CutCards cut_cards_;
  TableMemory memory_;
  Deal family_; // the deal the table began with
  void *current_ = nullptr;
  int guess_ = -1;
  std::tuple<std::unique_ptr<Instance<BridgeRules, 4>>, std::unique_ptr<Instance<BackAlleyRules, 4>>,
             std::unique_ptr<Instance<ArpaaRules, 8>>, std::unique_ptr<Instance<ArpaaRules, 16>>,
             std::unique_ptr<Instance<ArpaaRules, 32>>, std::unique_ptr<Instance<ArpaaRules, 64>>>
      instances_;
};

} // namespace overruff::engine
