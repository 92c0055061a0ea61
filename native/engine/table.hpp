// The transposition table: proven bounds under order patterns.
//
// A key is all that must be equal exactly (the lengths of all suits in all
// hands, who leads, the state of the rules). Under it stands a list of patterns:
// `care` says which pairs of cards the proof rests on, `value` their order, both
// numbered by places in the current hands. A position matches when it agrees on
// every cared-for pair. Lists are sorted with the fewest pairs first and never
// capped; the pattern that matched last is tried before the list.
//
// A fixed memory is never passed: when the young half of the pattern store is
// full, the old half is thrown away and the young one becomes the old.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "orders.hpp"

namespace overruff::engine {

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

// One space of patterns: an open-addressing index and lists in an arena.
template <int NW> class PatternSpace {
public:
  struct alignas(32) Pattern {
    u64 care[NW], value[NW];
    bool matches(const u64 *pos) const {
      for (int i = 0; i < NW; i += 4) {
        u64 diff = 0;
        for (int j = i; j < i + 4; j++) diff |= (pos[j] ^ value[j]) & care[j];
        if (diff) return false;
      }
      return true;
    }
  };
  // A list is entries, digests and patterns. Entries are kept in the order of
  // trial, patterns never move. Long lists have a digest of each pattern in the
  // order of the entries: the bits of (at most) the 64 pairs that the list cares
  // for most, so that nearly all patterns that do not match are passed over
  // without touching them.
  struct Entry {
    u8 lower, upper;
    u16 weight; // pairs cared for
    u16 pattern;
  };
  struct Digest {
    u64 care, value;
  };
  struct Match {
    const Pattern *pattern = nullptr;
    int lower = 0, upper = 0;
  };

  explicit PatternSpace(Memory &memory) : m(memory) { reset(); }

  void reset() { // forget everything, without touching it
    m.next_generation();
    log_ = std::min(kFirstLog, m.max_log);
    used_slots_ = 0;
    used_units_ = 0;
    for (auto &f : free_) f = kNone;
  }

  void prefetch(const Key &k) const { __builtin_prefetch(&m.slots[k.hash() & mask()]); }

  Slot *find(const Key &k) {
    for (u64 i = k.hash();; i++) {
      Slot &s = m.slots[i & mask()];
      if (s.generation != m.generation) return nullptr;
      if (s.key == k) return &s;
    }
  }

  // A pattern under slot that decides "at least need?", or none.
  Match match(Slot &s, const u64 *pos, int need) {
    const Pattern *p = patterns(s);
    Entry *e = entries(s);
    __builtin_prefetch(e);
    if ((s.last_lower >= need || s.last_upper < need) && p[s.last].matches(pos))
      return {&p[s.last], s.last_lower, s.last_upper};
    const auto fits = [&](const Entry &x) {
      return (x.lower >= need || x.upper < need) && p[x.pattern].matches(pos);
    };
    int i = 0;
    if (!is_long(s)) {
      while (i < s.size && !fits(e[i])) i++;
    } else {
      const Digest *d = digests(s);
      const u64 seen = digest(pos, mask_of(s));
      while (i < s.size && (((seen ^ d[i].value) & d[i].care) || !fits(e[i]))) i++;
    }
    if (i == s.size) return {};
    remember(s, e[i]);
    if (i >= kFront) move_forward(s, i, i / 2); // often of use again
    return {&p[s.last], s.last_lower, s.last_upper};
  }

  // False when the space is full.
  bool add(const Key &k, const u64 *care, const u64 *value, int lower, int upper) {
    Slot *s = find(k);
    if (!s && !(s = new_slot(k))) return false;
    int weight = 0;
    for (int i = 0; i < NW; i++) weight += count(care[i]);
    Entry *e = entries(*s);
    Pattern *p = patterns(*s);
    if (const int i = find_equal(*s, care, value, weight); i >= 0) {
      e[i].lower = std::max<u8>(e[i].lower, u8(lower));
      e[i].upper = std::min<u8>(e[i].upper, u8(upper));
      remember(*s, e[i]);
      return true;
    }
    int at = 0;
    while (at < s->size && e[at].weight < weight) at++;
    if (s->size == 1 << s->log_capacity) {
      if (!grow(*s)) return false;
      e = entries(*s);
      p = patterns(*s);
    }
    const int n = s->size++;
    e[n] = {u8(lower), u8(upper), u16(weight), u16(n)};
    remember(*s, e[n]);
    std::memcpy(p[n].care, care, sizeof p->care);
    std::memcpy(p[n].value, value, sizeof p->value);
    if (is_long(*s)) digests(*s)[n] = digest_of(p[n], mask_of(*s));
    move_forward(*s, n, at);
    return true;
  }

  std::size_t used_bytes() const { return used_units_ * kUnit + (sizeof(Slot) << log_); }

private:
  static constexpr std::size_t kUnit = Memory::kUnit;
  static constexpr int kFirstLog = 8;
  static constexpr u32 kNone = ~u32(0);
  static constexpr int kMaxLog = 15; // entries of one list
  static constexpr int kFront = 8;   // entries whose order stays as it is
  static constexpr int kLongLog = 6; // lists of 64 and more have digests

  static void remember(Slot &s, const Entry &e) {
    s.last = e.pattern;
    s.last_lower = e.lower;
    s.last_upper = e.upper;
  }
  u64 mask() const { return (u64(1) << log_) - 1; }
  int find_equal(const Slot &s, const u64 *care, const u64 *value, int weight) const {
    const Entry *e = entries(s);
    const Pattern *p = patterns(s);
    const auto equal = [&](const Entry &x) {
      return x.weight == weight && !std::memcmp(p[x.pattern].care, care, sizeof p->care) &&
             !std::memcmp(p[x.pattern].value, value, sizeof p->value);
    };
    if (is_long(s)) {
      const Digest *d = digests(s);
      const u64 c = digest(care, mask_of(s)), v = digest(value, mask_of(s));
      for (int i = 0; i < s.size; i++)
        if (d[i].care == c && d[i].value == v && equal(e[i])) return i;
    } else {
      for (int i = 0; i < s.size; i++)
        if (equal(e[i])) return i;
    }
    return -1;
  }

  // Entry from moves to place to <= from; those between shift by one.
  void move_forward(Slot &s, int from, int to) {
    Entry *e = entries(s);
    std::rotate(e + to, e + from, e + from + 1);
    if (!is_long(s)) return;
    Digest *d = digests(s);
    std::rotate(d + to, d + from, d + from + 1);
  }

  static bool is_long(const Slot &s) { return s.log_capacity >= kLongLog; }
  static std::size_t digest_offset(int log) { return sizeof(Entry) << log; }
  static std::size_t pattern_offset(int log) {
    const std::size_t digests = log >= kLongLog ? sizeof(u64) * NW + (sizeof(Digest) << log) : 0;
    return (digest_offset(log) + digests + kUnit - 1) / kUnit * kUnit;
  }
  static std::size_t list_units(int log) {
    return (pattern_offset(log) + (sizeof(Pattern) << log) + kUnit - 1) / kUnit;
  }
  u8 *list_of(const Slot &s) const { return m.arena + std::size_t(s.list) * kUnit; }
  Entry *entries(const Slot &s) const { return reinterpret_cast<Entry *>(list_of(s)); }
  u64 *mask_of(const Slot &s) const {
    return reinterpret_cast<u64 *>(list_of(s) + digest_offset(s.log_capacity));
  }
  Digest *digests(const Slot &s) const { return reinterpret_cast<Digest *>(mask_of(s) + NW); }
  Pattern *patterns(const Slot &s) const {
    return reinterpret_cast<Pattern *>(list_of(s) + pattern_offset(s.log_capacity));
  }

  u32 allocate(int log) {
    if (free_[log] != kNone) {
      const u32 at = free_[log];
      std::memcpy(&free_[log], m.arena + std::size_t(at) * kUnit, sizeof(u32));
      return at;
    }
    const std::size_t n = list_units(log);
    if (used_units_ + n > m.units) return kNone;
    const u32 at = u32(used_units_);
    used_units_ += n;
    return at;
  }
  void release(u32 at, int log) {
    std::memcpy(m.arena + std::size_t(at) * kUnit, &free_[log], sizeof(u32));
    free_[log] = at;
  }

  Slot *new_slot(const Key &k) {
    if ((used_slots_ + 1) * 2 > std::size_t(1) << log_ && !enlarge()) return nullptr;
    const u32 list = allocate(0);
    if (list == kNone) return nullptr;
    used_slots_++;
    Slot &s = place(k);
    s = Slot{k, m.generation, list, 0, 0, 0, 0, 0};
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
  bool grow(Slot &s) {
    if (s.log_capacity == kMaxLog) return false;
    const int log = s.log_capacity + 1;
    const u32 list = allocate(log);
    if (list == kNone) return false;
    Slot bigger = s;
    bigger.list = list;
    bigger.log_capacity = u8(log);
    std::memcpy(static_cast<void *>(entries(bigger)), entries(s), sizeof(Entry) * s.size);
    std::memcpy(static_cast<void *>(patterns(bigger)), patterns(s), sizeof(Pattern) * s.size);
    release(s.list, s.log_capacity);
    s = bigger;
    if (is_long(s)) make_digests(s);
    return true;
  }
  // The bits of x under mask, word after word, moved together; 64 at most.
  static u64 digest(const u64 *x, const u64 *mask) {
    u64 out = 0;
    int at = 0;
    for (int i = 0; i < NW; i++) {
      if (!mask[i]) continue;
      out |= gather(x[i], mask[i]) << at;
      at += count(mask[i]);
    }
    return out;
  }
  static Digest digest_of(const Pattern &p, const u64 *mask) {
    return {digest(p.care, mask), digest(p.value, mask)};
  }
  void make_digests(const Slot &s) {
    const Entry *e = entries(s);
    const Pattern *p = patterns(s);
    u64 *mask = mask_of(s);
    std::memset(mask, 0, sizeof(u64) * NW);
    int bits = 0;
    for (int i = 0; i < s.size; i++)
      for (int k = 0; k < NW; k++) mask[k] |= p[i].care[k];
    for (int k = 0; k < NW; k++) bits += count(mask[k]);
    if (bits > 64) keep_commonest(s, mask);
    for (int i = 0; i < s.size; i++) digests(s)[i] = digest_of(p[e[i].pattern], mask);
  }
  // Of the bits of mask, the 64 that most patterns of the list care for.
  void keep_commonest(const Slot &s, u64 *mask) {
    const Pattern *p = patterns(s);
    u16 uses[NW * 64] = {};
    for (int i = 0; i < s.size; i++)
      for (int k = 0; k < NW; k++)
        for (u64 c = p[i].care[k]; c; c &= c - 1) uses[k * 64 + low_bit(c)]++;
    std::vector<u16> order;
    for (int b = 0; b < NW * 64; b++)
      if (uses[b]) order.push_back(u16(b));
    std::nth_element(order.begin(), order.begin() + 63, order.end(), [&](u16 a, u16 b) {
      return uses[a] != uses[b] ? uses[a] > uses[b] : a < b;
    });
    std::memset(mask, 0, sizeof(u64) * NW);
    for (int i = 0; i < 64; i++) mask[order[i] >> 6] |= u64(1) << (order[i] & 63);
  }

  Memory &m;
  std::size_t used_units_ = 0, used_slots_ = 0;
  u32 free_[kMaxLog + 1];
  int log_ = kFirstLog;
};

// The memory of a table, shared by the pattern sizes that take turns in it.
struct TableMemory {
  explicit TableMemory(std::size_t bytes) : half(bytes / 2), first(new Memory(half)) {}
  std::size_t half;
  std::unique_ptr<Memory> first, second; // the second only when the first has filled up
};

// Two spaces, young and old.
template <int NW> class Table {
public:
  using Space = PatternSpace<NW>;
  using Set = Pairs<NW>;

  explicit Table(TableMemory &memory) : m(memory), young_(new Space(*m.first)) {}

  void reset() {
    young_->reset();
    if (old_) old_->reset();
    old_in_use_ = false;
  }
  void prefetch(const Key &k) const { young_->prefetch(k); }

  // Does a stored pattern decide "NS take at least need"? Then `care` is filled
  // and the proven bound returned, else -1.
  int lookup(const Key &k, const Set &pos, int need, Set &care) {
    if (Slot *s = young_->find(k))
      if (const auto hit = young_->match(*s, pos.w, need); hit.pattern) {
        std::memcpy(care.w, hit.pattern->care, sizeof care.w);
        return hit.lower >= need ? hit.lower : hit.upper;
      }
    return old_in_use_ ? lookup_old(k, pos, need, care) : -1;
  }

  void store(const Key &k, const Set &care, const Set &pos, int lower, int upper) {
    Set value;
    for (int i = 0; i < NW; i++) value.w[i] = pos.w[i] & care.w[i];
    add(k, care.w, value.w, lower, upper);
  }

  std::size_t used_bytes() const {
    return young_->used_bytes() + (old_in_use_ ? old_->used_bytes() : 0);
  }

private:
  int lookup_old(const Key &k, const Set &pos, int need, Set &care) {
    Slot *s = old_->find(k);
    if (!s) return -1;
    const auto hit = old_->match(*s, pos.w, need);
    if (!hit.pattern) return -1;
    std::memcpy(care.w, hit.pattern->care, sizeof care.w);
    add(k, hit.pattern->care, hit.pattern->value, hit.lower, hit.upper); // useful: keep it young
    return hit.lower >= need ? hit.lower : hit.upper;
  }

  void add(const Key &k, const u64 *care, const u64 *value, int lower, int upper) {
    if (young_->add(k, care, value, lower, upper)) return;
    u64 c[NW], v[NW]; // care and value may lie in the space that is dropped
    std::memcpy(c, care, sizeof c);
    std::memcpy(v, value, sizeof v);
    if (!old_) {
      if (!m.second) m.second.reset(new Memory(m.half));
      old_.reset(new Space(*m.second));
    }
    std::swap(young_, old_);
    old_in_use_ = true;
    young_->reset();
    young_->add(k, c, v, lower, upper);
  }

  TableMemory &m;
  std::unique_ptr<Space> young_, old_;
  bool old_in_use_ = false;
};

} // namespace overruff::engine
