// The transposition table: proven bounds under order patterns (patterns.hpp),
// found by key. Lists are never capped.
//
// A fixed memory is never passed: when the young half of the store is full, the
// old half is thrown away and the young one becomes the old.
#pragma once

#include "patterns.hpp"

namespace overruff::engine {

// One space of patterns: an open-addressing index and lists in an arena.
class PatternSpace {
public:
  explicit PatternSpace(Memory &memory) : m(memory) { reset(); }

  void reset() { // forget everything, without touching it
    m.next_generation();
    log_ = std::min(kFirstLog, m.max_log);
    used_slots_ = 0;
    used_units_ = 0;
    for (auto &sizes : free_)
      for (u32 &f : sizes) f = kNone;
  }

  void prefetch(const Key &k) const { __builtin_prefetch(&m.slots[k.hash() & mask()]); }

  template <int W> Match<W> match(const Key &k, const u64 *pos, int need) {
    Slot *s = find(k);
    return s ? list<W>(*s).match(pos, need) : Match<W>{};
  }

  // False when the space is full.
  template <int W> bool add(const Key &k, const u64 *care, const u64 *value, int lower, int upper) {
    int weight = 0;
    for (int i = 0; i < W; i++) weight += count(care[i]);
    Slot *s = find(k);
    if (s) {
      if (list<W>(*s).merge(care, value, weight, lower, upper)) return true;
      if (list<W>(*s).is_full() && !grow<W>(*s)) return false;
    } else if (!(s = new_slot<W>(k))) {
      return false;
    }
    list<W>(*s).insert(care, value, weight, lower, upper);
    return true;
  }

private:
  static constexpr std::size_t kUnit = Memory::kUnit;
  static constexpr int kFirstLog = 8; // size of the index in the beginning
  static constexpr u32 kNone = ~u32(0);

  u64 mask() const { return (u64(1) << log_) - 1; }

  Slot *find(const Key &k) {
    for (u64 i = k.hash();; i++) {
      Slot &s = m.slots[i & mask()];
      if (s.generation != m.generation) return nullptr;
      if (s.key == k) return &s;
    }
  }
  u8 *at(u32 unit) const { return m.arena + std::size_t(unit) * kUnit; }
  template <int W> PatternList<W> list(Slot &s) const { return PatternList<W>(s, at(s.list)); }
  // Lists of the same width and capacity share a chain of released places.
  template <int W> u32 &released(int log) { return free_[std::bit_width(unsigned(W)) - 1][log]; }

  template <int W> u32 allocate(int log) {
    u32 &chain = released<W>(log);
    if (chain != kNone) {
      const u32 unit = chain;
      std::memcpy(&chain, at(unit), sizeof(u32));
      return unit;
    }
    const std::size_t n = (PatternList<W>::bytes(log) + kUnit - 1) / kUnit;
    if (used_units_ + n > m.units) return kNone;
    const u32 unit = u32(used_units_);
    used_units_ += n;
    return unit;
  }

  template <int W> Slot *new_slot(const Key &k) {
    if ((used_slots_ + 1) * 2 > std::size_t(1) << log_ && !enlarge()) return nullptr;
    const int log = PatternList<W>::kFirstLog;
    const u32 unit = allocate<W>(log);
    if (unit == kNone) return nullptr;
    used_slots_++;
    Slot &s = place(k);
    s = Slot{k, m.generation, unit, 0, 0, 0, 0, u8(log)};
    return &s;
  }
  Slot &place(const Key &k) {
    u64 i = k.hash();
    while (m.slots[i & mask()].generation == m.generation) i++;
    return m.slots[i & mask()];
  }
  bool enlarge() {
    if (log_ == m.max_log) return false;
    std::vector<Slot> live;
    live.reserve(used_slots_);
    for (u64 i = 0; i <= mask(); i++)
      if (m.slots[i].generation == m.generation) {
        live.push_back(m.slots[i]);
        m.slots[i].generation = 0;
      }
    log_ = std::min(log_ + 2, m.max_log);
    for (const Slot &s : live) place(s.key) = s;
    return true;
  }
  template <int W> bool grow(Slot &s) {
    if (s.log_capacity == PatternList<W>::kMaxLog) return false;
    const int log = s.log_capacity + 1;
    const u32 unit = allocate<W>(log);
    if (unit == kNone) return false;
    Slot bigger = s;
    bigger.list = unit;
    bigger.log_capacity = u8(log);
    list<W>(bigger).take_over(list<W>(s));
    u32 &chain = released<W>(s.log_capacity);
    std::memcpy(at(s.list), &chain, sizeof(u32));
    chain = s.list;
    s = bigger;
    return true;
  }

  Memory &m;
  std::size_t used_units_ = 0, used_slots_ = 0;
  u32 free_[7][16];
  int log_ = kFirstLog;
};

// The memory of a table, shared by the tables that take turns in it.
struct TableMemory {
  explicit TableMemory(std::size_t bytes) : half(bytes / 2), first(new Memory(half)) {}
  std::size_t half;
  std::unique_ptr<Memory> first, second; // the second only when the first has filled up
};

// Two spaces, young and old.
class Table {
public:
  explicit Table(TableMemory &memory) : m(memory), young_(new PatternSpace(*m.first)) {}

  void reset() {
    young_->reset();
    if (old_) old_->reset();
    old_in_use_ = false;
  }
  void prefetch(const Key &k) const { young_->prefetch(k); }

  // Does a stored pattern decide "NS take at least need"? Then `care` is filled
  // and the proven bound returned, else -1.
  template <int W> int lookup(const Key &k, const u64 *pos, int need, u64 *care) {
    if (const auto hit = young_->match<W>(k, pos, need); hit.pattern) {
      std::memcpy(care, hit.pattern->care, sizeof hit.pattern->care);
      return hit.lower >= need ? hit.lower : hit.upper;
    }
    if (!old_in_use_) return -1;
    const auto hit = old_->match<W>(k, pos, need);
    if (!hit.pattern) return -1;
    std::memcpy(care, hit.pattern->care, sizeof hit.pattern->care);
    const Pattern<W> useful = *hit.pattern; // keep it young
    add<W>(k, useful.care, useful.value, hit.lower, hit.upper);
    return hit.lower >= need ? hit.lower : hit.upper;
  }

  template <int W> void store(const Key &k, const u64 *care, const u64 *pos, int lower, int upper) {
    u64 value[W];
    for (int i = 0; i < W; i++) value[i] = pos[i] & care[i];
    add<W>(k, care, value, lower, upper);
  }

private:
  template <int W> void add(const Key &k, const u64 *care, const u64 *value, int lower, int upper) {
    if (young_->add<W>(k, care, value, lower, upper)) return;
    if (!old_) {
      if (!m.second) m.second.reset(new Memory(m.half));
      old_.reset(new PatternSpace(*m.second));
    }
    std::swap(young_, old_);
    old_in_use_ = true;
    young_->reset();
    young_->add<W>(k, care, value, lower, upper);
  }

  TableMemory &m;
  std::unique_ptr<PatternSpace> young_, old_;
  bool old_in_use_ = false;
};

} // namespace overruff::engine
