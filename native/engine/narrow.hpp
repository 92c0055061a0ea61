// How the questions about one position are put: which null windows, of which
// sides, with what budget, so that the value comes soon where it can, and an
// interval, an estimate and a play to recommend stand at any moment before.
#pragma once

#include <utility>

#include "glance.hpp"
#include "promises.hpp"
#include "search.hpp"

namespace overruff::engine {

// Plays of a side that leads and of one that follows, in order of effort.
struct Width {
  u8 lead, other;
};
constexpr Width kWidths[] = {{1, 1}, {2, 1}, {3, 2}, {5, 3}};
constexpr int kWays = std::size(kWidths);
constexpr int kHarder = 8; // by this the budget is divided at the end that is harder to move

inline Scope scope_of(int way, bool ns_held, bool ew_held) {
  Scope s;
  if (way == kWays) return s; // everything
  s.id = u8(4 * (way + 1) + 2 * ew_held + ns_held);
  for (int side = 0; side < 2; side++)
    if (side ? ew_held : ns_held) s.lead[side] = kWidths[way].lead, s.other[side] = kWidths[way].other;
  return s;
}

// What is known about one position, and the ways to learn more.
template <class S> class Narrowing {
public:
  using G = typename S::Game;

  Narrowing(S &search, Clock &clock, const Root<G> &root)
      : upper(root.with_trick().cards(root.leader)), search_(search), clock_(clock), root_(root),
        ns_(is_ns(root.to_play())), tricks_(upper) {}

  int lower = 0, upper;    // proven
  double estimate = -1;    // of North-South's tricks, if one was made
  int method = 0;          // how it was made: 0 at a glance, else 1 + the way
  int best = -1;           // a play to recommend
  Stop stop = Stop::done;

  bool exact() const { return lower >= upper; }
  bool stopped() const { return stop != Stop::done; }
  int tricks() const { return tricks_; }
  bool ns_to_play() const { return ns_; }

  int at_a_glance() const { return glance(root_.state, tricks_); }
  // The best guess there is, within the bounds; `otherwise` if no estimate was made.
  double estimated(int otherwise) const {
    return std::clamp(estimate < 0 ? double(otherwise) : estimate, double(lower), double(upper));
  }
  double estimated() const { return estimated(estimate < 0 ? at_a_glance() : 0); }

  // The questions from now on are about this position: to be said before the first.
  void enter() { search_.set_root(root_); }

  // Questions about the value itself, from a guess on; budget: nodes for each, 0 =
  // no end. True once the value is known.
  bool walk(int guess, u64 budget = 0) {
    int need = guess;
    while (!exact()) {
      need = std::clamp(need, lower + 1, upper);
      if (ask(need, Scope{}, budget) == Answer::none) return false;
      need = need <= lower ? lower + 1 : upper;
    }
    return true;
  }

  // An interval from both ends: questions of sides held to few plays, whose proofs
  // are short, and of all plays. One that failed for good is not put again, and
  // neither is a harder one.
  void narrow_ends(u64 budget) {
    for (int way = 0; way <= kWays; way++)
      for (bool top : {false, true})
        while (!failed_[top][way] && !exact()) {
          // The end that is nearer to the estimate is the harder one to move.
          const double here = top ? upper - estimate : estimate - lower;
          const bool harder = estimate >= 0 && here + 1 < upper - lower - here;
          const Answer a = ask(top ? upper : lower + 1, scope_of(way, !top, top),
                               harder ? budget / kHarder : budget);
          if (stopped()) return;
          if (a == Answer::none) break;
          if ((a == Answer::yes) == top) failed_[top][way] = true;
        }
  }

  // What both sides are sure of without a search of plays; budget: for all of it.
  void bound_by_promises([[maybe_unused]] u64 budget) {
    if constexpr (G::kTies) {
      if (exact() || stopped() || root_.played || !root_.state.has_trumps()) return;
      PromiseTable table(tricks_);
      Promises<G> ns(root_.state, root_.leader, 0, table, clock_);
      Promises<G> ew(root_.state, root_.leader, 1, table, clock_);
      within(budget, [&] {
        for (auto *side : {&ns, &ew}) side->look();
        for (auto *side : {&ns, &ew}) side->improve();
      });
      lower = std::max(lower, ns.best);
      upper = std::min(upper, tricks_ - ew.best);
    }
  }

  // An estimate by a search that holds both sides to few plays; false: out of
  // budget, nothing changed.
  bool make_estimate(int way, u64 budget) {
    const Scope scope = scope_of(way, true, true);
    int low = lower, high = upper, card = -1;
    int need = int(estimated() + 0.5);
    while (low < high) {
      need = std::clamp(need, low + 1, high);
      const Answer a = ask(need, scope, budget);
      if (a == Answer::none) return false;
      if (a == Answer::yes) low = std::max(low, last_);
      else high = std::min(high, last_);
      if ((a == Answer::yes) == ns_ && search_.root_card() >= 0) card = search_.root_card();
      need = need <= low ? low + 1 : high;
    }
    estimate = low;
    method = way + 1;
    if (card >= 0 && !exact()) best = card;
    return true;
  }

  // A play to recommend, and one that is proven best for a proven value, if the
  // search has not named it on its way.
  void find_best() {
    if (!exact()) {
      if (best < 0) best = search_.first_choice();
      return;
    }
    const int value = ns_ ? lower : upper, need = ns_ ? value : value + 1;
    if (best >= 0 && best_secures_ == value) return;
    if (need < 1 || need > tricks_) { // nothing to be lost
      best = search_.first_choice();
      return;
    }
    const Stop before = std::exchange(stop, Stop::done);
    search_.want_play(true);
    const bool answered = ask(need) != Answer::none;
    search_.want_play(false);
    if (best < 0 || (answered && best_secures_ != value)) best = search_.first_choice(); // the only one
    stop = before;
  }

  enum class Answer { none, yes, no };

  // Do North-South take at least `need`? What that proves is kept.
  Answer ask(int need, const Scope &scope = {}, u64 budget = 0) {
    if (stopped()) return Answer::none;
    search_.set_scope(scope);
    const bool finished = within(budget, [&] { last_ = search_.test(need); });
    search_.set_scope(Scope{});
    if (!finished) return Answer::none;
    const bool yes = last_ >= need;
    if (!scope.holds(yes ? 1 : 0)) {
      if (yes) lower = std::max(lower, last_);
      else upper = std::min(upper, last_);
      if (yes == ns_ && search_.root_card() >= 0) {
        best = search_.root_card();
        best_secures_ = last_;
      }
    }
    return yes ? Answer::yes : Answer::no;
  }

private:
  // Work that may take so many nodes. False if it was cut short; `stop` tells if it
  // was by a limit of the whole question.
  template <class F> bool within(u64 budget, F &&work) {
    bool finished = true;
    clock_.set_budget(budget);
    try {
      work();
    } catch (const Stopped &s) {
      finished = false;
      if (s.reason != Stop::nodes || clock_.out_of_nodes()) stop = s.reason;
    }
    clock_.set_budget(0);
    return finished;
  }

  S &search_;
  Clock &clock_;
  const Root<G> root_;
  const bool ns_; // the seat to play
  const int tricks_;
  int last_ = 0;
  int best_secures_ = -1; // North-South's tricks that `best` is proven to lead to
  bool failed_[2][kWays + 1] = {};
};

} // namespace overruff::engine
