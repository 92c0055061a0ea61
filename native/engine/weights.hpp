// Weights of the play ordering, one set per kind of game.
#pragma once


namespace overruff::engine {

struct Weights {
  // leads: by suit
  int lead_trump = -120, lead_overruffed = -300, lead_ruff = 150, lead_single = 20;
  int lead_length = 2, lead_partner_length = 1, lead_left_void = -5, lead_right_void = -5;
  int lead_partner_best = 10, lead_strong = 60, lead_solid = 10, lead_weak = 0;
  int lead_finesse = 120, lead_finesse_deep = 120, lead_finesse_shared = 60;
  int lead_into = -40, lead_into_below = -20, lead_no_master = 0;
  // leads: by card
  int card_winner = 10, card_winner_partner = 0, card_top = 5, card_low = 0, card_middle = -60;
  int card_top_beaten = 0, card_low_to_partner = 0, card_trump_winner = 0;
  // discards and ruffs
  int discard_base = 0, discard_length = 10, discard_single = 0, discard_partner_has = 0;
  int discard_beaten = 0, discard_guard = -20, discard_rank = 40, discard_winner = -40;
  int ruff_win = 300, ruff_partner = -100, ruff_lose = -80, ruff_rank = 10;
};

} // namespace overruff::engine
