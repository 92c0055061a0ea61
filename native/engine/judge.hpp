// In which order a position and its plays are worked on, without limits and within
// them. The budgets only grow, and never depend on the limits, so more time or
// more nodes never give a wider interval.
#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "narrow.hpp"

namespace overruff::engine {

constexpr u64 kShortWalk = 5'000;    // nodes for each question about the value before anything else
constexpr u64 kFirstWalk = 100'000;  // and once there is an estimate
constexpr u64 kShortEnds = 1'000;    // nodes for each question at an end, at the beginning
constexpr u64 kFirstEnds = 20'000;   // and in the first of the passes that follow
constexpr int kWalkShare = 200;      // times as many for one about the value of short positions
constexpr int kEstimateShare = 10;   // and for one of an estimate
constexpr int kLongShare = 3;        // the same where intervals matter more
constexpr int kFirstEstimates = 2;   // ways of estimating that are cheap
constexpr int kPromising = 18;       // tricks from which promises can narrow what searches prove
constexpr u64 kPromises = 50'000'000; // nodes for what both sides are sure of: seldom used up

template <class N> int rounded(const N &p) { return int(p.estimated() + 0.5); }

// How to go about it. Long positions are those whose value is seldom found soon.
struct Task {
  bool is_long, limited;
  int guess; // the first question, where nothing better is known
};

// The value of p if it can be had, otherwise bounds, an estimate and a good play.
template <class N> void find_value(N &p, const Task &task) {
  const auto [is_long, limited, guess] = task;
  if (!limited && !is_long) {
    p.walk(guess);
    return;
  }
  if (!is_long && p.walk(guess, kShortWalk)) return;
  p.narrow_ends(kShortEnds);
  int way = 0;
  while (way < kFirstEstimates && p.make_estimate(way, kEstimateShare * kFirstEnds)) way++;
  if (is_long || p.tricks() >= kPromising) p.bound_by_promises(kPromises);
  if (!is_long && p.walk(rounded(p), kFirstWalk)) return;
  for (u64 budget = kFirstEnds; !p.exact() && !p.stopped(); budget *= 2) {
    while (way < kWays && p.make_estimate(way, (is_long ? kLongShare : kEstimateShare) * budget)) way++;
    p.narrow_ends(budget);
    if (!is_long) p.walk(rounded(p), kWalkShare * budget);
  }
}

// A legal card and what is known of the position after it.
template <class N> struct Play {
  int card;
  N after;
};

// No play is worth more to the seat that makes it than the position, and the
// position is worth as much as its best play.
template <class N> void exchange_bounds(N &p, std::vector<Play<N>> &plays) {
  const bool ns = p.ns_to_play();
  int low = 0, high = 0;
  for (const auto &[card, x] : plays) low = std::max(low, ns ? x.lower : p.tricks() - x.upper);
  for (const auto &[card, x] : plays) high = std::max(high, ns ? x.upper : p.tricks() - x.lower);
  p.lower = std::max(p.lower, ns ? low : p.tricks() - high);
  p.upper = std::min(p.upper, ns ? high : p.tricks() - low);
  for (auto &[card, x] : plays) {
    if (ns) x.upper = std::min(x.upper, p.upper);
    else x.lower = std::max(x.lower, p.lower);
  }
}

// Estimates of all plays by one method, or none.
template <class N> bool estimate_plays(N &p, std::vector<Play<N>> &plays, int way, u64 budget) {
  std::vector<std::pair<double, int>> before;
  for (auto &[card, x] : plays) {
    before.emplace_back(x.estimate, x.method);
    x.enter();
    if (!x.make_estimate(way, budget)) {
      for (std::size_t i = 0; i < before.size(); i++)
        std::tie(plays[i].after.estimate, plays[i].after.method) = before[i];
      p.stop = x.stop;
      return false;
    }
  }
  return true;
}

// The play that looks best, and what the position is worth with it. Where no plays
// were estimated each is taken to be worth what the position is at a glance.
template <class N> void recommend(N &p, std::vector<Play<N>> &plays) {
  const int unknown = p.at_a_glance();
  const Play<N> *best = nullptr;
  for (auto &[card, x] : plays) x.estimate = x.estimated(unknown);
  for (const auto &play : plays) {
    const double x = play.after.estimate;
    if (!best || (p.ns_to_play() ? x > best->after.estimate : x < best->after.estimate)) best = &play;
  }
  p.estimate = best->after.estimate;
  p.method = best->after.method;
  p.best = best->card;
}

// The value of p and of every play.
template <class N> void judge_plays(N &p, std::vector<Play<N>> &plays, const Task &task) {
  const auto [is_long, limited, guess] = task;
  const bool ns = p.ns_to_play();
  const auto each = [&](const auto &work) { // on plays that are open, until the limit
    exchange_bounds(p, plays);
    for (auto &[card, x] : plays) {
      if (x.exact()) continue;
      if (p.stopped()) break;
      x.enter();
      work(x);
      p.stop = x.stop;
    }
    exchange_bounds(p, plays);
    p.enter();
    return std::all_of(plays.begin(), plays.end(), [](auto &play) { return play.after.exact(); });
  };
  // From the end that the best plays reach.
  const auto walk_all = [&](u64 budget) {
    return each([&](N &x) { x.walk(ns ? p.tricks() : 0, budget); });
  };
  if (!limited && !is_long) {
    if (p.walk(guess)) walk_all(0);
    return;
  }
  if (!is_long && p.walk(guess, kShortWalk) && walk_all(kShortWalk)) return;
  int way = 0;
  const auto estimate_to = [&](int end, u64 budget) {
    while (way < end && !p.stopped() && estimate_plays(p, plays, way, kEstimateShare * budget)) way++;
    p.enter();
  };
  p.narrow_ends(kShortEnds);
  if (!p.stopped()) each([&](N &x) { x.narrow_ends(kShortEnds / 4); });
  estimate_to(kFirstEstimates, kFirstEnds);
  if (is_long || p.tricks() >= kPromising) p.bound_by_promises(kPromises);
  if (!is_long && p.walk(rounded(p), kFirstWalk) && walk_all(kFirstWalk)) return;
  for (u64 budget = kFirstEnds; !p.stopped(); budget *= 2) {
    estimate_to(kWays, budget);
    p.narrow_ends(budget);
    if (!is_long) p.walk(rounded(p), kWalkShare * budget);
    const bool all = p.exact() ? walk_all(kWalkShare * budget)
                               : each([&](N &x) { x.narrow_ends(budget / 4); });
    if (all) return;
  }
}

} // namespace overruff::engine
