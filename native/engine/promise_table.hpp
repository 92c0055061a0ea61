// Answers about abstract positions, for one plan of a side at a time.
#pragma once

#include <vector>

#include "bits.hpp"

namespace overruff::engine {

// Lossy: a place in use may be taken by another position.
class PromiseTable {
public:
  explicit PromiseTable(int tricks)
      : entries_(std::size_t(1) << (tricks > 16 ? 18 : tricks > 8 ? 16 : 12)) {}

  struct Entry {
    u64 key = 0;
    u32 generation = 0;
    u8 lower = 0, upper = 0;
  };
  void forget() { generation_++; }
  const Entry *find(u64 key) {
    const Entry &e = *place(key);
    return e.generation == generation_ && e.key == key ? &e : nullptr;
  }
  // The place for this key, which may have held another.
  Entry &at(u64 key, int upper) {
    Entry &e = *place(key);
    if (e.generation != generation_ || e.key != key) e = {key, generation_, 0, u8(upper)};
    return e;
  }

private:
  static constexpr int kSteps = 8;

  Entry *place(u64 key) {
    u64 h = key;
    h ^= h >> 31;
    h *= 0x9e3779b97f4a7c15u;
    h ^= h >> 29;
    h *= 0xbf58476d1ce4e5b9u;
    h ^= h >> 32;
    const u64 mask = entries_.size() - 1;
    for (int i = 0; i < kSteps; i++, h++) {
      const Entry &e = entries_[h & mask];
      if (e.generation != generation_ || e.key == key) break;
    }
    return &entries_[h & mask];
  }

  std::vector<Entry> entries_;
  u32 generation_ = 0;
};

} // namespace overruff::engine
