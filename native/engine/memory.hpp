// The keys of positions, and the raw memory in which a table keeps what it knows.
#pragma once

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "bits.hpp"

namespace overruff::engine {

// All that must be equal exactly for a stored proof to apply.
struct Key {
  u64 a = 0, b = 0;
  bool operator==(const Key &o) const { return a == o.a && b == o.b; }
  u64 hash() const {
    u64 h = (a ^ (b * 0x9e3779b97f4a7c15u)) * 0xd6e8feb86659fd93u;
    h ^= h >> 32;
    h *= 0xd6e8feb86659fd93u;
    return h ^ (h >> 29);
  }
};

struct Slot { // a key of the index and where its list lies
  Key key;
  u32 generation;
  u32 list; // in arena units
  u16 size;
  u16 last; // the pattern that matched last, and its bounds
  u8 last_lower, last_upper;
  u8 log_capacity;
};

// Large pages where the system gives them to those that ask: look-ups jump about
// in tens of megabytes, and 2-3 % of the time went into finding pages.
inline void want_large_pages([[maybe_unused]] void *at, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)
  constexpr std::uintptr_t kPage = 2u << 20;
  const auto begin = (reinterpret_cast<std::uintptr_t>(at) + kPage) & ~(kPage - 1);
  const auto end = (reinterpret_cast<std::uintptr_t>(at) + bytes) & ~(kPage - 1);
  if (begin < end) madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

// The bytes behind one space of patterns: an index and an arena, allocated once
// and never cleared; a slot counts only if it bears the present generation.
class Memory {
public:
  static constexpr std::size_t kUnit = 64;

  explicit Memory(std::size_t bytes) {
    std::size_t index_bytes = std::size_t(1) << 13;
    while (index_bytes * 8 <= bytes) index_bytes *= 2;
    max_log = std::countr_zero(index_bytes / sizeof(Slot));
    units = (bytes > index_bytes ? bytes - index_bytes : 0) / kUnit;
    if (units < 64) units = 64;
    slots_.reset(static_cast<Slot *>(std::calloc(std::size_t(1) << max_log, sizeof(Slot))));
    arena_.reset(static_cast<u8 *>(std::malloc(units * kUnit + kUnit)));
    if (!slots_ || !arena_) throw std::bad_alloc();
    const auto at = reinterpret_cast<std::uintptr_t>(arena_.get());
    arena = reinterpret_cast<u8 *>((at + kUnit - 1) & ~std::uintptr_t(kUnit - 1));
    slots = slots_.get();
    want_large_pages(slots, sizeof(Slot) << max_log);
    want_large_pages(arena, units * kUnit);
  }
  void next_generation() {
    if (++generation) return;
    std::memset(static_cast<void *>(slots), 0, sizeof(Slot) << max_log);
    generation = 1;
  }

  Slot *slots;
  u8 *arena;
  std::size_t units;
  int max_log;
  u32 generation = 0;

private:
  struct Free {
    void operator()(void *p) const { std::free(p); }
  };
  std::unique_ptr<Slot, Free> slots_;
  std::unique_ptr<u8, Free> arena_;
};

} // namespace overruff::engine
