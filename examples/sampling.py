"""Which card is best when the other hands are hidden? Deal them at random and count.

South leads in a Back Alley deal and sees only his own hand. Every sample gives the unseen cards to
the other players; the solver then says what each lead is worth. Bots play this way.

    python examples/sampling.py [SAMPLES]
"""

from __future__ import annotations

import random
import sys
from collections import Counter

import overruff as ov

HAND = "BB HA HQ H3 SA DA D5 C8"


def main(samples: int) -> None:
    """Print the mean number of tricks for NS after every lead."""
    rules = ov.BACK_ALLEY
    mine = [ov.Card.parse(text) for text in HAND.split()]
    unseen = [card for card in rules.pack() if card not in mine]
    dice = random.Random(1)

    total: Counter[ov.Card] = Counter()
    for _ in range(samples):
        cards = dice.sample(unseen, 3 * len(mine))
        north, east, west = (cards[i::3] for i in range(3))
        position = ov.Position(rules, trump=ov.Suit.H, leader=ov.Seat.S, hands=[north, east, mine, west])
        for play in ov.best_plays(position):
            total[play.card] += play.ns

    print(f"South holds {HAND}, trumps are hearts, mean tricks for NS after")
    for card, tricks in total.most_common():
        print(f"  {card}  {tricks / samples:.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
