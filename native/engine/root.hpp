// A position to be searched.
#pragma once

#include "state.hpp"

namespace overruff::engine {

// Where a search starts: cards on the table are in trick[0 .. played), no longer
// in a hand.
template <class G> struct Root {
  State<G> state;
  int leader = 0, played = 0;
  int trick[4] = {};

  int to_play() const { return next_seat(leader, played); }
  // The cards of suit s that may be played now.
  u64 legal(int s) const {
    const int seat = to_play();
    if (played) {
      if (const u64 lane = state.follow(seat, leader, trick[0]))
        return s == Cards<G>::suit(trick[0]) ? lane : 0;
    } else if (G::kBloopers && s == state.trump && !state.may_lead_trump(seat)) {
      return 0;
    }
    return state.hand[seat][s];
  }
  // Everything that is not in a finished trick, in the hands.
  State<G> with_trick() const { return state.with_trick(leader, trick, played); }
  Root after(int card) const {
    Root next = *this;
    next.state.take(to_play(), card);
    next.trick[next.played++] = card;
    return next;
  }
};

} // namespace overruff::engine
