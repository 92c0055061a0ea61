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
    .lead_trump = -169, .lead_overruffed = -265, .lead_ruff = 118, .lead_single = 11,
    .lead_length = 2, .lead_partner_length = 4, .lead_left_void = -15, .lead_right_void = -26,
    .lead_partner_best = 6, .lead_strong = 67, .lead_solid = -66, .lead_weak = -19,
    .lead_finesse = 79, .lead_finesse_deep = 125, .lead_finesse_shared = 52, .lead_into = -33,
    .lead_into_below = -21, .lead_no_master = 2,
    .card_winner = 5, .card_winner_partner = -110, .card_top = 5, .card_low = -3,
    .card_middle = -22, .card_top_beaten = 0, .card_low_to_partner = 14,
    .card_trump_winner = -15,
    .discard_base = 3, .discard_length = 10, .discard_single = -66, .discard_partner_has = -23,
    .discard_beaten = 9, .discard_guard = -64, .discard_rank = 25, .discard_winner = -70,
    .ruff_win = 295, .ruff_partner = -115, .ruff_lose = -99, .ruff_rank = 10,
};

constexpr Weights kTrumpWeights = {
    .lead_trump = -110, .lead_overruffed = -372, .lead_ruff = 171, .lead_single = 28,
    .lead_length = 4, .lead_partner_length = 1, .lead_left_void = -27, .lead_right_void = -119,
    .lead_partner_best = 28, .lead_strong = 199, .lead_solid = 27, .lead_weak = 31,
    .lead_finesse = 120, .lead_finesse_deep = 104, .lead_finesse_shared = 47, .lead_into = -38,
    .lead_into_below = -89, .lead_no_master = -3,
    .card_winner = 15, .card_winner_partner = -12, .card_top = 5, .card_low = 0,
    .card_middle = -241, .card_top_beaten = -4, .card_low_to_partner = 8,
    .card_trump_winner = -5,
    .discard_base = 53, .discard_length = 24, .discard_single = -13, .discard_partner_has = -27,
    .discard_beaten = 23, .discard_guard = -20, .discard_rank = 53, .discard_winner = 16,
    .ruff_win = 253, .ruff_partner = 38, .ruff_lose = -88, .ruff_rank = 66,
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
