// From a plain Deal to answers: chooses the instance of the search that fits
// the game and the size, narrows the value by null windows, keeps the table from
// one question to the next while it can serve.
#pragma once

#include <memory>
#include <tuple>

#include "judge.hpp"
#include "setup.hpp"

namespace overruff::engine {

class Engine {
public:
  // weights: an ordering of plays to try out instead of the shipped one.
  Engine(std::size_t memory_bytes, Options options, const Weights *weights = nullptr)
      : options_(options), weights_(weights), memory_(memory_bytes) {}

  void forget() { current_ = nullptr; } // the next question starts afresh

  Result solve(const Deal &d, const Limits &limits, Interrupt interrupt, void *context) {
    return value(d, limits, interrupt, context, false);
  }

  // The same with a play to recommend.
  Result advise(const Deal &d, const Limits &limits, Interrupt interrupt, void *context) {
    return value(d, limits, interrupt, context, true);
  }

  Result can_take(const Deal &d, int k, const Limits &limits, Interrupt interrupt, void *context) {
    clock_.start(limits, interrupt, context);
    return dispatch(d, [&](auto &search, auto &root) {
      Narrowing position(search, clock_, root);
      position.enter();
      if (k > 0 && k <= position.tricks()) position.ask(k);
      return result(position);
    });
  }

  // Every distinct legal card; bounds are North-South's tricks after it.
  int plays(const Deal &d, const Limits &limits, Interrupt interrupt, void *context,
            PlayResult out[kMaxCards], Result &total) {
    clock_.start(limits, interrupt, context);
    int n = 0;
    total = dispatch(d, [&](auto &search, auto &root) {
      Narrowing position(search, clock_, root);
      using N = decltype(position);
      using G = typename N::G;
      std::vector<Play<N>> plays;
      plays.reserve(kMaxCards);
      u64 kinds = 0;
      for (int s = 0; s < 4; s++)
        for (u64 lane = root.legal(s); lane; lane &= ~(u64(1) << top_bit(lane))) {
          const int card = Cards<G>::make(s, top_bit(lane)), id = Setup<G>::card_id(card);
          if (kinds >> id & 1) continue;
          kinds |= u64(1) << id;
          plays.push_back({card, N(search, clock_, root.after(card))});
        }
      position.enter();
      judge_plays(position, plays, task(position));
      recommend(position, plays);
      for (const auto &[card, x] : plays)
        out[n++] = {u8(Setup<G>::card_id(card)), u8(x.lower), u8(x.upper), x.estimate};
      return result(position);
    });
    return n;
  }

private:
  Result value(const Deal &d, const Limits &limits, Interrupt interrupt, void *context, bool with_play) {
    clock_.start(limits, interrupt, context);
    return dispatch(d, [&](auto &search, auto &root) {
      Narrowing position(search, clock_, root);
      position.enter();
      find_value(position, task(position));
      if (with_play) position.find_best();
      return result(position);
    });
  }

  template <class F> Result dispatch(const Deal &d, F &&question) {
    switch (d.game) {
    case GameId::bridge: return run<4>(d, Setup<BridgeRules>(d), question);
    case GameId::back_alley: return run<4>(d, Setup<BackAlleyRules>(d), question);
    case GameId::arpaa: break;
    }
    const Setup<ArpaaRules> setup(d);
    const auto full = setup.root.with_trick();
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
    if (setup.root.state.cards(next_seat(setup.root.leader, 3)) == 0) return r; // nothing left
    auto &slot = std::get<std::unique_ptr<Instance<G, NW>>>(instances_);
    if (!slot)
      slot.reset(new Instance<G, NW>(memory_, {options_, &clock_, &cut_cards_, weights_}));
    Deal full = d; // with the cards on the table back in the hands
    for (int i = 0, p = d.leader; i < d.trick_len; i++, p = setup.seat(next_seat(setup.seat(p))))
      full.counts[p][d.trick[i]]++;
    if (current_ != slot.get() || !comes_from_family(full)) {
      slot->table.reset();
      cut_cards_.reset();
      guess_ = -1;
      family_ = full;
    }
    current_ = slot.get();
    auto &search = slot->search;
    r = question(search, setup.root);
    r.nodes = clock_.nodes();
    r.seconds = clock_.seconds();
    return r;
  }

  template <class N> Task task(const N &p) const {
    // The next leader's answer is seldom far away from the last one.
    return {p.tricks() >= options_.long_from, clock_.limited(), guess_ >= 0 ? guess_ : rounded(p)};
  }

  template <class N> Result result(const N &p) {
    using G = typename N::G;
    Result r;
    r.lower = guess_ = p.lower;
    r.upper = p.upper;
    r.stop = p.stop;
    r.estimate = p.estimated();
    r.method = u8(p.method);
    if (p.best >= 0) r.best = u8(Setup<G>::card_id(p.best));
    return r;
  }

  // Is what the table holds true and of use for d? Yes if d can come up in the
  // deal that the table began with, under the same trumps and rules.
  bool comes_from_family(const Deal &d) const {
    if (d.game != family_.game || d.trump != family_.trump || d.variant != family_.variant)
      return false;
    for (int p = 0; p < kSeats; p++)
      for (int card = 0; card < kCardIds; card++)
        if (d.counts[p][card] > family_.counts[p][card]) return false;
    return true;
  }

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
