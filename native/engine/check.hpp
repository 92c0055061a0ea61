// Whether a Deal is one the engine may be given. Python has checked the
// positions it parsed; deals that arrive as arrays are checked here, for no
// array may make the engine read out of bounds.
#pragma once

#include <cstdint>
#include <cstring>

#include "api.hpp"
#include "plain.hpp"

namespace overruff {

namespace check_detail {

inline bool in_pack(const Deal& deal, int card) {
  const int rank = rank_of(card);
  if (deal.game == GameId::arpaa) return rank >= 4 && rank <= 12; // six to ace
  if (rank <= 12) return true;
  return deal.game == GameId::back_alley && rank <= kBig && suit_of(card) == deal.trump;
}

// The cards on the table, taken back and played again by the rules.
inline const char* fault_of_trick(const Deal& deal) {
  Deal before = deal;
  before.trick_len = 0;
  int seat = deal.leader;
  for (int i = 0; i < deal.trick_len; ++i) {
    ++before.counts[seat][deal.trick[i]];
    seat = (seat + (deal.variant & kCounterClockwise ? 3 : 1)) % 4;
  }
  plain::Table table(before);
  for (int i = 0; i < deal.trick_len; ++i) {
    int moves[kMaxCards];
    const int n = table.legal_plays(moves);
    int move = -1;
    for (int j = 0; j < n; ++j)
      if (table.card(table.turn(), moves[j]) == deal.trick[i]) move = moves[j];
    if (move < 0) return "trick: a card its player could not have played";
    table.play(move);
  }
  return nullptr;
}

} // namespace check_detail

// Null for a sound deal, else what is wrong with it, beginning with the field.
inline const char* fault(const Deal& deal) {
  using namespace check_detail;
  if (deal.game > GameId::arpaa) return "game: unknown";
  if (deal.trump > kNoTrump) return "trump: not 0..4";
  if (deal.trump == kNoTrump && deal.game == GameId::arpaa) return "trump: Arpaa has no notrump";
  if (deal.leader >= kSeats) return "leader: not 0..3";
  if (deal.trick_len > 3) return "trick: more than three cards";
  if (deal.game != GameId::back_alley && deal.broken) return "broken: only Back Alley limits trump leads";
  if (deal.game != GameId::back_alley && deal.boards) return "boards: only Back Alley has board calls";
  if (deal.broken > 1) return "broken: not 0 or 1";
  if (deal.boards > 15) return "boards: not 0..15";
  if (deal.first_trick > 1) return "first_trick: not 0 or 1";
  if (deal.variant > 127) return "variant: unknown bit";

  const int copies = deal.game == GameId::arpaa ? 4 : 1;
  int size[kSeats] = {};
  int total[kCardIds] = {};
  for (int seat = 0; seat < kSeats; ++seat)
    for (int first = 0; first < kCardIds; first += 8) {
      std::uint64_t eight;
      std::memcpy(&eight, deal.counts[seat] + first, 8);
      if (eight == 0) continue; // most places are empty
      for (int card = first; card < first + 8; ++card) {
        const int count = deal.counts[seat][card];
        if (count == 0) continue;
        if (!in_pack(deal, card)) return "hands: a card that is not in the pack";
        if (count > copies) return "hands: a card held too often";
        total[card] += count;
        size[seat] += count;
      }
    }
  for (int i = 0; i < deal.trick_len; ++i) {
    if (deal.trick[i] >= kCardIds || !in_pack(deal, deal.trick[i])) return "trick: a card that is not in the pack";
    ++total[deal.trick[i]];
  }
  for (int count : total)
    if (count > copies) return "hands: a card held too often";

  const int most = deal.game == GameId::arpaa ? kMaxCards : 13;
  int seat = deal.leader;
  for (int i = 0; i < kSeats; ++i) { // in playing order
    const int had = size[seat] + (i < deal.trick_len);
    if (had > most) return "hands: too many cards in a hand";
    if (had != size[deal.leader] + (deal.trick_len > 0)) return "hands: unequal hands";
    seat = (seat + (deal.variant & kCounterClockwise ? 3 : 1)) % 4;
  }
  return deal.trick_len ? fault_of_trick(deal) : nullptr;
}

} // namespace overruff
