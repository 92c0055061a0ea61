// A list of patterns: all that is known under one key.
//
// A pattern says which pairs of cards a proof rests on (`care`) and their order
// (`value`), numbered by places in the current hands; a position matches when it
// agrees on every cared-for pair. A list is entries, digests and patterns one
// behind the other in the arena. Entries stand in the order of trial: fewest
// pairs first, what has matched moves forward. Patterns never move.
//
// Long lists of wide patterns have a digest of each pattern in the order of the
// entries: the bits of (at most) the 64 pairs that the list cares for most, so
// that nearly all patterns that do not match are passed over without a look.
#pragma once

#include <algorithm>
#include <vector>

#include "memory.hpp"

namespace overruff::engine {

// W words: one a plane where all pairs of a position fit, else those of a set.
template <int W> struct Pattern {
  u64 care[W], value[W];
  bool matches(const u64 *pos) const {
    constexpr int kStep = W < 4 ? W : 4;
    for (int i = 0; i < W; i += kStep) {
      u64 diff = 0;
      for (int j = i; j < i + kStep; j++) diff |= (pos[j] ^ value[j]) & care[j];
      if (diff) return false;
    }
    return true;
  }
  bool equals(const u64 *c, const u64 *v) const {
    return !std::memcmp(care, c, sizeof care) && !std::memcmp(value, v, sizeof value);
  }
};

template <int W> struct Match {
  const Pattern<W> *pattern = nullptr;
  int lower = 0, upper = 0;
};

template <int W> class PatternList {
public:
  static constexpr int kFirstLog = W <= 2 ? 1 : 0; // capacity of a new list
  static constexpr int kMaxLog = 15;

  PatternList(Slot &slot, u8 *at) : s(slot), at(at) {}

  static std::size_t bytes(int log) { return pattern_offset(log) + (sizeof(Pattern<W>) << log); }

  // A pattern that decides "at least need?", or none.
  Match<W> match(const u64 *pos, int need) {
    const Pattern<W> *p = patterns();
    const Entry *e = entries();
    __builtin_prefetch(e);
    if ((s.last_lower >= need || s.last_upper < need) && p[s.last].matches(pos))
      return {&p[s.last], s.last_lower, s.last_upper};
    const auto fits = [&](const Entry &x) {
      return (x.lower >= need || x.upper < need) && p[x.pattern].matches(pos);
    };
    int i = 0;
    if (!has_digests()) {
      while (i < s.size && !fits(e[i])) i++;
    } else {
      const Digest *d = digests();
      const u64 seen = digest(pos, mask());
      while (i < s.size && (((seen ^ d[i].value) & d[i].care) || !fits(e[i]))) i++;
    }
    if (i == s.size) return {};
    remember(e[i]);
    if (i >= kFront) move_forward(i, i / 2);
    return {&p[s.last], s.last_lower, s.last_upper};
  }

  // Narrows the bounds of an equal pattern, if there is one.
  bool merge(const u64 *care, const u64 *value, int weight, int lower, int upper) {
    Entry *e = entries();
    const Pattern<W> *p = patterns();
    int i = 0;
    const auto same = [&] { return e[i].weight == weight && p[e[i].pattern].equals(care, value); };
    if (!has_digests()) {
      while (i < s.size && !same()) i++;
    } else {
      const Digest *d = digests();
      const u64 c = digest(care, mask()), v = digest(value, mask());
      while (i < s.size && (d[i].care != c || d[i].value != v || !same())) i++;
    }
    if (i == s.size) return false;
    e[i].lower = std::max<u8>(e[i].lower, u8(lower));
    e[i].upper = std::min<u8>(e[i].upper, u8(upper));
    remember(e[i]);
    return true;
  }

  bool is_full() const { return s.size == 1 << s.log_capacity; }

  void insert(const u64 *care, const u64 *value, int weight, int lower, int upper) {
    Entry *e = entries();
    Pattern<W> *p = patterns();
    int to = 0;
    while (to < s.size && e[to].weight < weight) to++;
    const int n = s.size++;
    e[n] = {u8(lower), u8(upper), u16(weight), u16(n)};
    remember(e[n]);
    std::memcpy(p[n].care, care, sizeof p->care);
    std::memcpy(p[n].value, value, sizeof p->value);
    if (has_digests()) digests()[n] = digest_of(p[n]);
    move_forward(n, to);
  }

  // Fills this new, larger list with the patterns of a smaller one.
  void take_over(const PatternList &old) {
    std::memcpy(static_cast<void *>(entries()), old.entries(), sizeof(Entry) * s.size);
    std::memcpy(static_cast<void *>(patterns()), old.patterns(), sizeof(Pattern<W>) * s.size);
    if (has_digests()) make_digests();
  }

private:
  static constexpr int kFront = 8;                  // entries whose order stays as it is
  static constexpr int kLongLog = W <= 2 ? 99 : 6;  // lists of 64 and more have digests

  struct Entry {
    u8 lower, upper;
    u16 weight; // pairs cared for
    u16 pattern;
  };
  struct Digest {
    u64 care, value;
  };

  static std::size_t digest_offset(int log) { return ((sizeof(Entry) << log) + 15) & ~15ull; }
  static std::size_t pattern_offset(int log) {
    const std::size_t align = W <= 2 ? 16 : Memory::kUnit;
    const std::size_t digests = log >= kLongLog ? sizeof(u64) * W + (sizeof(Digest) << log) : 0;
    return (digest_offset(log) + digests + align - 1) / align * align;
  }
  bool has_digests() const { return s.log_capacity >= kLongLog; }
  Entry *entries() const { return reinterpret_cast<Entry *>(at); }
  u64 *mask() const { return reinterpret_cast<u64 *>(at + digest_offset(s.log_capacity)); }
  Digest *digests() const { return reinterpret_cast<Digest *>(mask() + W); }
  Pattern<W> *patterns() const {
    return reinterpret_cast<Pattern<W> *>(at + pattern_offset(s.log_capacity));
  }

  void remember(const Entry &e) {
    s.last = e.pattern;
    s.last_lower = e.lower;
    s.last_upper = e.upper;
  }
  // The entry at `from` moves to `to` <= from; those between shift by one.
  void move_forward(int from, int to) {
    Entry *e = entries();
    std::rotate(e + to, e + from, e + from + 1);
    if (!has_digests()) return;
    Digest *d = digests();
    std::rotate(d + to, d + from, d + from + 1);
  }

  // The bits of x under mask, word after word, moved together; 64 at most.
  static u64 digest(const u64 *x, const u64 *mask) {
    u64 out = 0;
    int bits = 0;
    for (int i = 0; i < W; i++) {
      if (!mask[i]) continue;
      out |= gather(x[i], mask[i]) << bits;
      bits += count(mask[i]);
    }
    return out;
  }
  Digest digest_of(const Pattern<W> &p) const {
    return {digest(p.care, mask()), digest(p.value, mask())};
  }
  void make_digests() {
    const Entry *e = entries();
    const Pattern<W> *p = patterns();
    u64 *m = mask();
    std::memset(m, 0, sizeof(u64) * W);
    int bits = 0;
    for (int i = 0; i < s.size; i++)
      for (int k = 0; k < W; k++) m[k] |= p[i].care[k];
    for (int k = 0; k < W; k++) bits += count(m[k]);
    if (bits > 64) keep_commonest(m);
    for (int i = 0; i < s.size; i++) digests()[i] = digest_of(p[e[i].pattern]);
  }
  // Of the bits of m, the 64 that most patterns of the list care for.
  void keep_commonest(u64 *m) const {
    const Pattern<W> *p = patterns();
    u16 uses[W * 64] = {};
    for (int i = 0; i < s.size; i++)
      for (int k = 0; k < W; k++)
        for (u64 c = p[i].care[k]; c; c &= c - 1) uses[k * 64 + low_bit(c)]++;
    std::vector<u16> order;
    for (int b = 0; b < W * 64; b++)
      if (uses[b]) order.push_back(u16(b));
    std::nth_element(order.begin(), order.begin() + 63, order.end(), [&](u16 a, u16 b) {
      return uses[a] != uses[b] ? uses[a] > uses[b] : a < b;
    });
    std::memset(m, 0, sizeof(u64) * W);
    for (int i = 0; i < 64; i++) m[order[i] >> 6] |= u64(1) << (order[i] & 63);
  }

  Slot &s;
  u8 *at;
};

} // namespace overruff::engine
