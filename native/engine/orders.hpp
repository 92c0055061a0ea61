// Order constraints: what a proof needs to know about the cards.
//
// A proof that a side takes k tricks rests on the lengths of the suits and on
// statements "this card beats that card" between cards of two hands. Every such
// pair of cards of a suit owns one bit, so the whole order of a suit and any set
// of requirements on it are words of bits (docs/engine.md proves it sound).
// With equal cards a pair has two bits, one per plane: "higher" and "not lower",
// both said of the card of the lower-numbered seat.
//
// Bits are numbered once for the root position: seat pairs (0,1) (0,2) ... (2,3),
// inside a pair the first hand's cards high to low, then the second hand's. The
// bits whose two cards are both still held, gathered together, are then numbered
// by places in the current hands, which is what lets one position's proof serve
// another.
#pragma once

#include <cstring>

#include "cards.hpp"

namespace overruff::engine {

// A set of required pairs, in root numbering; also the truth about all pairs.
template <int NW> struct alignas(32) Pairs {
  u64 w[NW];
  void clear() { std::memset(w, 0, sizeof w); }
  Pairs &operator|=(const Pairs &o) {
    for (int i = 0; i < NW; i++) w[i] |= o.w[i];
    return *this;
  }
};

template <class G, int NW> class Orders {
public:
  using C = Cards<G>;
  using Lane = typename G::Lane;
  using Set = Pairs<NW>;
  static constexpr int kPlanes = G::kTies ? 2 : 1;
  static constexpr int kWords = NW / kPlanes;                  // words of one plane
  static constexpr int kSuitWords = kWords <= 4 ? 1 : kWords <= 16 ? kWords / 2 : 8;
  static constexpr int kPlaces = G::kTies ? 36 : 16;

  // Words one plane of a suit needs for hands of these lengths.
  static int words_needed(const int len[4]) {
    int pairs = 0;
    for (int a = 0; a < 4; a++)
      for (int b = a + 1; b < 4; b++) pairs += len[a] * len[b];
    return (pairs + 63) / 64;
  }
  static bool fits(const Lane hand[4][4]) {
    int sum = 0;
    for (int s = 0; s < 4; s++) {
      const int len[4] = {count(hand[0][s]), count(hand[1][s]), count(hand[2][s]),
                          count(hand[3][s])};
      const int n = words_needed(len);
      if (n > kSuitWords) return false;
      sum += n;
    }
    return kWords <= 4 || sum <= kWords;
  }

  // hand[seat][suit]: every card that is not in a finished trick. Jokers take
  // no part: their owners stand in the key of a position.
  void build(const Lane hand[4][4]) {
    truth_.clear();
    std::memset(present_, 0, sizeof present_);
    int next_word = 0;
    for (int s = 0; s < 4; s++) {
      first_[s] = kWords <= 4 ? s : next_word;
      build_suit(hand, s);
      if (kWords <= 4) words_[s] = 1;
      next_word = first_[s] + words_[s];
    }
  }

  const Set &truth() const { return truth_; }
  const u64 *present() const { return present_; }

  // q gains "the card at place a of suit s ranks above the one at place b".
  // The two lie in different hands.
  void require_higher(Set &q, int s, int a, int b) const { require<0>(q, s, a, b); }
  // ... or "at least as high".
  void require_not_lower(Set &q, int s, int a, int b) const { require<1>(q, s, a, b); }

  void remove(u64 present[kWords], int card) const {
    if (is_joker(card)) return;
    const int s = C::suit(card);
    for (int k = 0; k < words(s); k++) present[first(s) + k] &= ~of_[index(card)][k];
  }

  // Pairs still in play. The bits of a set that belong to them, moved together, are
  // its form in the numbering of the current hands: W words, as many for each plane.
  static int pairs(const u64 *present) {
    int n = 0;
    for (int i = 0; i < kWords; i++) n += count(present[i]);
    return n;
  }
  template <int W> void pack(const Set &from, const u64 *present, u64 *to) const {
    constexpr int kOut = W / kPlanes;
    std::memset(to, 0, sizeof(u64) * W);
    for (int i = 0, at = 0; i < kWords; i++) {
      const u64 mask = present[i];
      if (!mask) continue;
      for (int p = 0; p < kPlanes; p++) append<kOut>(gather(from.w[p * kWords + i], mask), at, to + p * kOut);
      at += count(mask);
    }
  }
  template <int W> void unpack(const u64 *from, const u64 *present, Set &to) const {
    constexpr int kIn = W / kPlanes;
    to.clear();
    for (int i = 0, at = 0; i < kWords; i++) {
      const u64 mask = present[i];
      if (!mask) continue;
      for (int p = 0; p < kPlanes; p++)
        to.w[p * kWords + i] = scatter(extract<kIn>(from + p * kIn, at), mask);
      at += count(mask);
    }
  }

  // Cover: the card at `bit` of this hand and suit was tried and the result
  // rests on q. Another card of `own` may stand in for it if q still holds when
  // every card between the two takes the part of its neighbour: the lower end
  // must beat all that any card of the range has to beat, the higher end must
  // lose to all that any of them has to lose to. Cards found to be covered leave
  // `todo`; `more` gains what that rests on.
  // (q and more may be the same set.)
  void cover(const Set &q, int s, u64 own, int bit, u64 &todo, Set &more) const {
    u64 need[kPlanes][kSuitWords], any = 0;
    for (int p = 0; p < kPlanes; p++)
      for (int k = 0; k < words(s); k++) any |= need[p][k] = q.w[p * kWords + first(s) + k];
    if (!any) {
      todo &= ~own;
      return;
    }
    for (int side = 0; side < 2; side++) { // cards above, then cards below
      u64 rest = own & (side ? ~(~u64(0) << bit) : ~u64(1) << bit);
      if (!(todo & rest)) continue;
      Rows rows, kept;
      rows.clear();
      add_rows(need, s, bit, rows);
      int far = -1;
      while (todo & rest) {
        const int other = side ? top_bit(rest) : low_bit(rest);
        const u64 mask = u64(1) << other;
        rest &= ~mask;
        add_rows(need, s, other, rows);
        if (!holds(rows, s, side ? other : bit, side ? bit : other)) break;
        if (todo & mask) todo &= ~mask, kept = rows, far = other;
      }
      if (far >= 0) require_rows(kept, s, side ? far : bit, side ? bit : far, more);
    }
  }

  static bool is_joker(int card) {
    if constexpr (G::kBloopers) return C::bit(card) >= kLittleBit;
    else return false;
  }

private:
  // What is asked of one card, by the cards of the other hands: at most 35 in a
  // suit, in the same order for every card of a hand.
  struct Rows {
    u64 win[kPlanes], lose[kPlanes];
    void clear() { std::memset(this, 0, sizeof *this); }
  };
  void add_rows(const u64 need[kPlanes][kSuitWords], int s, int bit, Rows &rows) const {
    const int card = index(C::make(s, bit));
    for (int k = 0, at = 0; k < words(s); k++) {
      const u64 row = of_[card][k];
      for (int p = 0; p < kPlanes; p++) {
        const u64 good = favour_[card][p][k];
        rows.win[p] |= gather(need[p][k] & good, row) << at;
        rows.lose[p] |= gather(need[p][k] & ~good, row) << at;
      }
      if (kSuitWords > 1) at += count(row);
    }
  }
  bool holds(const Rows &rows, int s, int lo, int hi) const {
    const int l = index(C::make(s, lo)), h = index(C::make(s, hi));
    for (int k = 0, at_l = 0, at_h = 0; k < words(s); k++) {
      const u64 row_l = of_[l][k], row_h = of_[h][k];
      for (int p = 0; p < kPlanes; p++)
        if ((rows.win[p] >> at_l & gather(~favour_[l][p][k], row_l)) ||
            (rows.lose[p] >> at_h & gather(favour_[h][p][k], row_h)))
          return false;
      if (kSuitWords > 1) at_l += count(row_l), at_h += count(row_h);
    }
    return true;
  }
  void require_rows(const Rows &rows, int s, int lo, int hi, Set &more) const {
    const int l = index(C::make(s, lo)), h = index(C::make(s, hi));
    for (int k = 0, at_l = 0, at_h = 0; k < words(s); k++) {
      const u64 row_l = of_[l][k], row_h = of_[h][k];
      for (int p = 0; p < kPlanes; p++)
        more.w[p * kWords + first(s) + k] |=
            scatter(rows.win[p] >> at_l, row_l) | scatter(rows.lose[p] >> at_h, row_h);
      if (kSuitWords > 1) at_l += count(row_l), at_h += count(row_h);
    }
  }

  // The low bits of x laid down in `to` from place `at` on; and read back.
  template <int N> static void append(u64 x, int at, u64 *to) {
    if constexpr (N == 1) {
      to[0] |= x << at;
    } else {
      to[at >> 6] |= x << (at & 63);
      if ((at & 63) && (at >> 6) + 1 < N) to[(at >> 6) + 1] |= x >> (64 - (at & 63));
    }
  }
  template <int N> static u64 extract(const u64 *from, int at) {
    if constexpr (N == 1) {
      return from[0] >> at;
    } else {
      u64 x = from[at >> 6] >> (at & 63);
      if ((at & 63) && (at >> 6) + 1 < N) x |= from[(at >> 6) + 1] << (64 - (at & 63));
      return x;
    }
  }

  static int index(int card) {
    return G::kTies ? C::suit(card) * kPlaces + C::bit(card) : card;
  }
  int first(int s) const { return kWords <= 4 ? s : first_[s]; }
  int words(int s) const { return kWords <= 4 ? 1 : words_[s]; }

  template <int WEAK> void require(Set &q, int s, int a, int b) const {
    if constexpr (G::kBloopers)
      if (a >= kLittleBit || b >= kLittleBit) return;
    const int id = pair_[s][a][b];
    if constexpr (!G::kTies) {
      q.w[s] |= u64(1) << id;
    } else {
      const int plane = (id >> 15) ^ WEAK; // said from the other side: > is not >=
      const int place = id & 0x7fff;
      q.w[plane * kWords + (place >> 6)] |= u64(1) << (place & 63);
    }
  }

  void build_suit(const Lane hand[4][4], int s) {
    u8 cards[4][36];
    int len[4];
    for (int p = 0; p < 4; p++) {
      u64 lane = hand[p][s];
      if constexpr (G::kBloopers) lane &= ~kJokerMask;
      len[p] = 0;
      for (; lane; lane &= ~(u64(1) << top_bit(lane))) {
        const int bit = top_bit(lane), card = index(C::make(s, bit));
        cards[p][len[p]++] = u8(bit);
        for (int k = 0; k < kSuitWords; k++) {
          of_[card][k] = 0;
          for (int pl = 0; pl < kPlanes; pl++) favour_[card][pl][k] = 0;
        }
      }
    }
    int at = 0; // bit place within the suit's words
    for (int a = 0; a < 4; a++)
      for (int b = a + 1; b < 4; b++) {
        for (int i = 0; i < len[a]; i++)
          for (int j = 0; j < len[b]; j++, at++) add_pair(s, cards[a][i], cards[b][j], at);
      }
    words_[s] = (at + 63) >> 6;
  }

  void add_pair(int s, int a, int b, int at) {
    const int k = at >> 6, word = first(s) + k;
    const u64 bit = u64(1) << (at & 63);
    const int ca = index(C::make(s, a)), cb = index(C::make(s, b));
    const int place = word * 64 + (at & 63);
    if constexpr (G::kTies) {
      pair_[s][a][b] = u16(place);
      pair_[s][b][a] = u16(place | 0x8000);
    } else {
      pair_[s][a][b] = pair_[s][b][a] = u8(at);
    }
    present_[word] |= bit;
    of_[ca][k] |= bit;
    of_[cb][k] |= bit;
    for (int p = 0; p < kPlanes; p++) {
      const bool yes = p ? C::not_lower(a, b) : C::higher(a, b);
      if (yes) truth_.w[p * kWords + word] |= bit;
      favour_[yes ? ca : cb][p][k] |= bit;
    }
  }

  using PairIndex = std::conditional_t<G::kTies, u16, u8>;
  PairIndex pair_[4][kPlaces][kPlaces];
  u64 of_[4 * kPlaces][kSuitWords];               // all pairs of a card
  u64 favour_[4 * kPlaces][kPlanes][kSuitWords];  // those that speak for it
  Set truth_;
  alignas(32) u64 present_[kWords];
  int first_[4] = {}, words_[4] = {};
};

} // namespace overruff::engine
