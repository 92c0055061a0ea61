// Weights of the play ordering. Found by random hill climbing on the number of
// nodes of random deals that are in no suite or test; only their differences
// matter.
#pragma once

namespace overruff::engine {

struct Weights {
  // leads, by suit
  int lead_trump, lead_overruffed, lead_ruff, lead_single, lead_length, lead_partner_length,
      lead_left_void, lead_right_void, lead_partner_best, lead_strong, lead_solid, lead_weak,
      lead_finesse, lead_finesse_deep, lead_finesse_shared, lead_into, lead_into_below,
      lead_no_master;
  // leads, by card
  int card_winner, card_winner_partner, card_top, card_low, card_middle, card_top_beaten,
      card_low_to_partner, card_trump_winner;
  // discards
  int discard_base, discard_length, discard_single, discard_partner_has, discard_beaten,
      discard_guard, discard_rank, discard_winner;
  // ruffs
  int ruff_win, ruff_partner, ruff_lose, ruff_rank;
};

constexpr Weights kNoTrumpWeights = {
    .lead_trump = -110, .lead_overruffed = -257, .lead_ruff = 105, .lead_single = -46,
    .lead_length = 2, .lead_partner_length = 4, .lead_left_void = -28, .lead_right_void = -42,
    .lead_partner_best = 13, .lead_strong = 79, .lead_solid = 15, .lead_weak = -59,
    .lead_finesse = 52, .lead_finesse_deep = 85, .lead_finesse_shared = 1, .lead_into = -33,
    .lead_into_below = -56, .lead_no_master = 1,
    .card_winner = -65, .card_winner_partner = 51, .card_top = 5, .card_low = -3,
    .card_middle = -99, .card_top_beaten = 26, .card_low_to_partner = 14,
    .card_trump_winner = -110,
    .discard_base = -4, .discard_length = 29, .discard_single = -79, .discard_partner_has = -32,
    .discard_beaten = -13, .discard_guard = -100, .discard_rank = 169, .discard_winner = -59,
    .ruff_win = 312, .ruff_partner = -114, .ruff_lose = -1, .ruff_rank = -9,
};

constexpr Weights kTrumpWeights = {
    .lead_trump = -113, .lead_overruffed = -473, .lead_ruff = 181, .lead_single = 58,
    .lead_length = 4, .lead_partner_length = 1, .lead_left_void = -2, .lead_right_void = -130,
    .lead_partner_best = 29, .lead_strong = 220, .lead_solid = 64, .lead_weak = -21,
    .lead_finesse = 121, .lead_finesse_deep = 122, .lead_finesse_shared = 44, .lead_into = -57,
    .lead_into_below = -104, .lead_no_master = -2,
    .card_winner = 30, .card_winner_partner = -18, .card_top = 5, .card_low = 14,
    .card_middle = -277, .card_top_beaten = -25, .card_low_to_partner = 34,
    .card_trump_winner = 1,
    .discard_base = 56, .discard_length = 14, .discard_single = -55, .discard_partner_has = -22,
    .discard_beaten = -7, .discard_guard = -26, .discard_rank = 90, .discard_winner = -1,
    .ruff_win = 253, .ruff_partner = 64, .ruff_lose = -57, .ruff_rank = 66,
};

constexpr Weights kTiesWeights = {
    .lead_trump = -120, .lead_overruffed = -300, .lead_ruff = 150, .lead_single = 20,
    .lead_length = 2, .lead_partner_length = 1, .lead_left_void = -5, .lead_right_void = -5,
    .lead_partner_best = 10, .lead_strong = 60, .lead_solid = 10, .lead_weak = 0,
    .lead_finesse = 120, .lead_finesse_deep = 120, .lead_finesse_shared = 60, .lead_into = -40,
    .lead_into_below = -20, .lead_no_master = 0,
    .card_winner = 10, .card_winner_partner = 0, .card_top = 5, .card_low = 0,
    .card_middle = -60, .card_top_beaten = 0, .card_low_to_partner = 0, .card_trump_winner = 0,
    .discard_base = 0, .discard_length = 10, .discard_single = 0, .discard_partner_has = 0,
    .discard_beaten = 0, .discard_guard = -20, .discard_rank = 40, .discard_winner = -40,
    .ruff_win = 300, .ruff_partner = -100, .ruff_lose = -80, .ruff_rank = 10,
};

} // namespace overruff::engine
