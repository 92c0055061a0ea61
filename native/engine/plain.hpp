// A slow checker written straight from the rules: lists of cards, plain
// alpha-beta, a memo of exact positions and nothing else. It shares no code
// with the fast engine, which it judges; keep it obvious rather than quick.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "api.hpp"

namespace overruff::plain {

// Thrown out of a search that ran into a limit.
struct Stopped {
  Stop why;
};

// Counts cards played and says when to give up.
class Budget {
 public:
  Budget(const Limits& limits, Interrupt interrupt, void* context)
      : limits_(limits), interrupt_(interrupt), context_(context), start_(Clock::now()), last_(start_) {}

  void spend() {
    if (limits_.nodes && nodes_ >= limits_.nodes) throw Stopped{Stop::nodes};
    if ((++nodes_ & 255) == 0) look_up();
  }
  std::uint64_t nodes() const { return nodes_; }
  double seconds() const { return between(start_, Clock::now()); }

 private:
  using Clock = std::chrono::steady_clock;
  static double between(Clock::time_point a, Clock::time_point b) {
    return std::chrono::duration<double>(b - a).count();
  }
  void look_up() {
    const auto now = Clock::now();
    if (limits_.seconds > 0 && between(start_, now) >= limits_.seconds) throw Stopped{Stop::time};
    if (interrupt_ && between(last_, now) >= 0.01) {
      last_ = now;
      if (interrupt_(context_)) throw Stopped{Stop::interrupted};
    }
  }

  Limits limits_;
  Interrupt interrupt_;
  void* context_;
  Clock::time_point start_, last_;
  std::uint64_t nodes_ = 0;
};

// One deal, played by the rules. Every hand is a list sorted by suit, high to
// low, equal cards side by side; a bit per card tells which are still held.
class Table {
 public:
  explicit Table(const Deal& deal)
      : game_(deal.game), trump_(deal.trump), boards_(deal.boards), variant_(deal.variant) {
    now_.leader = deal.leader;
    now_.broken = deal.broken != 0;
    now_.first_trick = deal.first_trick != 0;
    for (int i = 0; i < deal.trick_len; ++i) now_.trick[now_.len++] = deal.trick[i];
    for (int seat = 0; seat < kSeats; ++seat) {
      int size = 0;
      for (int suit = 0; suit < kSuits; ++suit)
        for (int rank = 15; rank >= 0; --rank)
          for (int copy = 0; copy < deal.counts[seat][make_card(suit, rank)]; ++copy)
            cards_[seat][size++] = static_cast<std::uint8_t>(make_card(suit, rank));
      now_.held[seat] = (std::uint64_t{1} << size) - 1;
    }
  }

  int next(int seat) const { return (seat + (variant_ & kCounterClockwise ? 3 : 1)) % 4; }
  int turn() const {
    int seat = now_.leader;
    for (int i = 0; i < now_.len; ++i) seat = next(seat);
    return seat;
  }
  static bool north_south(int seat) { return seat % 2 == 0; }
  bool trick_is_empty() const { return now_.len == 0; }
  int card(int seat, int index) const { return cards_[seat][index]; }

  // Tricks still to be completed: whoever is to play has not played to this one.
  int tricks_left() const { return popcount(now_.held[turn()]); }

  // The cards the seat to play may play, as places in its list, equal cards once.
  int legal_plays(int out[kMaxCards]) const {
    const int seat = turn();
    int held[kMaxCards];
    int n = 0;
    for (int i = 0; i < kMaxCards; ++i)
      if (now_.held[seat] >> i & 1)
        if (n == 0 || cards_[seat][held[n - 1]] != cards_[seat][i]) held[n++] = i;

    if (now_.len == 0) {
      if (may_lead_trumps(seat)) return copy(held, n, out);
      return keep(seat, held, n, out, [&](int c) { return !is_trump(c); });
    }
    const int led = now_.trick[0];
    const int count = keep(seat, held, n, out, [&](int c) { return suit_of(c) == suit_of(led); });
    if (count == 0) return copy(held, n, out); // void: anything goes
    if (rank_of(led) == kBig && !(variant_ & kBigPartnerFree && is_partner(seat, now_.leader)))
      return 1; // the highest trump stands first
    if (rank_of(led) == kLittle && !(variant_ & kLittleFree)) {
      out[0] = out[count - 1]; // the lowest trump
      return 1;
    }
    return count;
  }

  // Plays a card; returns the seat that won the trick it completed, or -1.
  int play(int index) {
    const int seat = turn();
    now_.held[seat] &= ~(std::uint64_t{1} << index);
    now_.trick[now_.len++] = cards_[seat][index];
    if (now_.len < 4) return -1;
    const int winner = trick_winner();
    for (int card : now_.trick)
      if (is_trump(card)) now_.broken = true;
    now_.first_trick = false;
    now_.leader = static_cast<std::uint8_t>(winner);
    now_.len = 0;
    return winner;
  }

  // What play() changes; saved before a play and put back after it.
  struct State {
    std::array<std::uint64_t, kSeats> held{};
    std::array<std::uint8_t, 4> trick{};
    std::uint8_t len = 0;
    std::uint8_t leader = 0;
    bool broken = false;
    bool first_trick = false;
  };
  const State& state() const { return now_; }
  void restore(const State& state) { now_ = state; }

 private:
  static int popcount(std::uint64_t x) {
    int n = 0;
    for (; x; x &= x - 1) ++n;
    return n;
  }
  static int copy(const int* from, int n, int* out) {
    std::copy(from, from + n, out);
    return n;
  }
  template <class Wanted>
  int keep(int seat, const int* from, int n, int* out, Wanted wanted) const {
    int count = 0;
    for (int i = 0; i < n; ++i)
      if (wanted(cards_[seat][from[i]])) out[count++] = from[i];
    return count;
  }
  bool is_trump(int card) const { return suit_of(card) == trump_; }
  static bool is_partner(int a, int b) { return a != b && a % 2 == b % 2; }

  bool may_lead_trumps(int seat) const {
    if (game_ != GameId::back_alley || trump_ == kNoTrump) return true;
    if (now_.broken || variant_ & kLeadFree) return true;
    if (has_board_right(seat)) return true;
    for (int i = 0; i < kMaxCards; ++i)
      if (now_.held[seat] >> i & 1 && !is_trump(cards_[seat][i])) return false;
    return true; // nothing but trumps
  }
  bool has_board_right(int seat) const {
    if (variant_ & kBoardNoLead) return false;
    if (variant_ & kBoardFirstTrick && !now_.first_trick) return false;
    const int partner = (seat + 2) % 4;
    return boards_ >> seat & 1 || (variant_ & kBoardSide && boards_ >> partner & 1);
  }

  // A later card takes the trick only if it is strictly higher.
  bool beats(int later, int earlier) const {
    if (suit_of(later) == suit_of(earlier)) return rank_of(later) > rank_of(earlier);
    return is_trump(later);
  }
  int trick_winner() const {
    int seat = now_.leader, winner = seat, best = now_.trick[0];
    for (int i = 1; i < 4; ++i) {
      seat = next(seat);
      if (beats(now_.trick[i], best)) {
        best = now_.trick[i];
        winner = seat;
      }
    }
    return winner;
  }

  GameId game_;
  int trump_;
  std::uint8_t boards_;
  std::uint8_t variant_;
  std::uint8_t cards_[kSeats][kMaxCards] = {};
  State now_;
};

class Checker {
 public:
  explicit Checker(const Deal& deal) : table_(deal), root_(table_.state()) {}

  // Proven bounds on the tricks North-South still take.
  Result solve(const Limits& limits = {}, Interrupt interrupt = nullptr, void* context = nullptr) {
    Budget budget(limits, interrupt, context);
    budget_ = &budget;
    Result result{0, table_.tricks_left()};
    narrow(result);
    return finish(result);
  }

  // One question: do North-South take at least k of the tricks still to come?
  Result can_take(int k, const Limits& limits = {}, Interrupt interrupt = nullptr, void* context = nullptr) {
    Budget budget(limits, interrupt, context);
    budget_ = &budget;
    Result result{0, table_.tricks_left()};
    if (result.lower < k && k <= result.upper) ask(k, result);
    return finish(result);
  }

  // The same bounds after each legal play, counted from this position on.
  int plays(PlayResult out[kMaxCards], Result& total, const Limits& limits = {},
            Interrupt interrupt = nullptr, void* context = nullptr) {
    Budget budget(limits, interrupt, context);
    budget_ = &budget;
    const int seat = table_.turn();
    const int tricks = table_.tricks_left();
    const bool maximise = Table::north_south(seat);
    int moves[kMaxCards];
    const int n = tricks ? table_.legal_plays(moves) : 0;
    total = n ? Result{maximise ? 0 : tricks, maximise ? 0 : tricks} : Result{0, 0};
    Stop stop = Stop::done;
    for (int i = 0; i < n; ++i) {
      Result child{0, tricks};
      if (stop == Stop::done) {
        table_.restore(root_);
        try {
          budget.spend();
          const int winner = table_.play(moves[i]);
          const int won = winner >= 0 && Table::north_south(winner);
          child = Result{0, table_.tricks_left()};
          narrow(child);
          child.lower += won;
          child.upper += won;
        } catch (const Stopped& stopped) {
          child.stop = stopped.why;
        }
        stop = child.stop;
      }
      out[i] = PlayResult{static_cast<std::uint8_t>(table_.card(seat, moves[i])),
                          static_cast<std::uint8_t>(child.lower), static_cast<std::uint8_t>(child.upper)};
      total.lower = maximise ? std::max(total.lower, child.lower) : std::min(total.lower, child.lower);
      total.upper = maximise ? std::max(total.upper, child.upper) : std::min(total.upper, child.upper);
    }
    table_.restore(root_);
    total.stop = stop;
    total = finish(total);
    return n;
  }

 private:
  struct Bounds {
    int lower, upper;
  };
  // Everything of a position between two tricks that can change.
  using Key = std::array<std::uint64_t, 5>;
  struct Hash {
    std::size_t operator()(const Key& key) const {
      std::uint64_t h = 0;
      for (std::uint64_t word : key) {
        h = (h ^ word) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
      }
      return static_cast<std::size_t>(h);
    }
  };
  Key key() const {
    const auto& s = table_.state();
    return {s.held[0], s.held[1], s.held[2], s.held[3],
            std::uint64_t{s.leader} | std::uint64_t{s.broken} << 2 | std::uint64_t{s.first_trick} << 3};
  }

  Result finish(Result result) const {
    result.nodes = budget_->nodes();
    result.seconds = budget_->seconds();
    return result;
  }

  // Narrows the bounds of the position on the table to its value.
  void narrow(Result& result) {
    while (result.lower < result.upper && result.stop == Stop::done)
      ask((result.lower + result.upper + 1) / 2, result);
  }
  void ask(int k, Result& result) {
    const auto saved = table_.state();
    try {
      const int value = search(k - 1, k);
      if (value >= k)
        result.lower = std::max(result.lower, value);
      else
        result.upper = std::min(result.upper, value);
    } catch (const Stopped& stopped) {
      table_.restore(saved);
      result.stop = stopped.why;
    }
  }

  // Tricks North-South still take: exact inside (alpha, beta), else a bound.
  int search(int alpha, int beta) {
    const int left = table_.tricks_left();
    if (left == 0) return 0;
    const bool memo = table_.trick_is_empty() && left > 1;
    if (memo) {
      const auto found = memo_.find(key());
      if (found != memo_.end()) {
        const Bounds known = found->second;
        if (known.lower >= beta || known.lower == known.upper) return known.lower;
        if (known.upper <= alpha) return known.upper;
      }
    }
    const bool maximise = Table::north_south(table_.turn());
    int best = maximise ? -1 : left + 1;
    int low = alpha, high = beta;
    int moves[kMaxCards];
    const int n = table_.legal_plays(moves);
    const auto saved = table_.state();
    for (int i = 0; i < n && low < high; ++i) {
      budget_->spend();
      const int winner = table_.play(moves[i]);
      const int won = winner >= 0 && Table::north_south(winner);
      const int value = won + search(low - won, high - won);
      table_.restore(saved);
      if (maximise) {
        best = std::max(best, value);
        low = std::max(low, value);
      } else {
        best = std::min(best, value);
        high = std::min(high, value);
      }
    }
    if (memo) {
      Bounds& known = memo_.try_emplace(key(), Bounds{0, left}).first->second;
      if (best > alpha) known.lower = std::max(known.lower, best);
      if (best < beta) known.upper = std::min(known.upper, best);
    }
    return best;
  }

  Table table_;
  Table::State root_;
  Budget* budget_ = nullptr;
  std::unordered_map<Key, Bounds, Hash> memo_;
};

// Number of ways to play `depth` cards from here (equal cards counted once).
inline std::uint64_t perft(Table& table, int depth) {
  if (depth == 0) return 1;
  if (table.tricks_left() == 0) return 0;
  int moves[kMaxCards];
  const int n = table.legal_plays(moves);
  if (depth == 1) return static_cast<std::uint64_t>(n);
  const auto saved = table.state();
  std::uint64_t count = 0;
  for (int i = 0; i < n; ++i) {
    table.play(moves[i]);
    count += perft(table, depth - 1);
    table.restore(saved);
  }
  return count;
}

} // namespace overruff::plain
