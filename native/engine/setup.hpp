// From the plain Deal to the engine's own terms and back.
#pragma once

#include "root.hpp"

namespace overruff::engine {

// A deal in the engine's own terms: play runs clockwise, every copy of a card
// has a bit of its own, variants are settled.
template <class G> struct Setup {
  using C = Cards<G>;
  Root<G> root;
  bool mirrored = false;

  explicit Setup(const Deal &d) {
    mirrored = d.variant & kCounterClockwise;
    State<G> &state = root.state;
    root.leader = seat(d.leader);
    root.played = d.trick_len;
    state.trump = d.trump;
    u8 used[kCardIds] = {}; // copies of each card already given a bit
    const auto place = [&](int card) {
      const int suit = suit_of(card), rank = rank_of(card);
      return C::make(suit, G::kTies ? (rank - 4) * 4 + used[card]++ : rank);
    };
    for (int p = 0; p < 4; p++)
      for (int card = 0; card < kCardIds; card++)
        for (int i = 0; i < d.counts[p][card]; i++) state.put(seat(p), place(card));
    for (int i = 0; i < root.played; i++) root.trick[i] = place(d.trick[i]);
    state.broken = d.broken || (d.variant & kLeadFree);
    state.big_binds_partner = !(d.variant & kBigPartnerFree);
    state.little_binds = !(d.variant & kLittleFree);
    state.boards_lapse = d.variant & kBoardFirstTrick;
    if (!(d.variant & kBoardNoLead) && !(state.boards_lapse && !d.first_trick))
      for (int p = 0; p < 4; p++)
        if (d.boards >> p & 1) {
          state.boards |= u8(1 << seat(p));
          if (d.variant & kBoardSide) state.boards |= u8(1 << seat(p ^ 2));
        }
  }
  int seat(int p) const { return mirrored ? (4 - p) & 3 : p; }
  static int card_id(int card) { // back to suit * 16 + rank
    return make_card(C::suit(card), G::kTies ? (C::bit(card) >> 2) + 4 : C::bit(card));
  }
};

} // namespace overruff::engine
