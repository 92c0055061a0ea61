"""How many tricks is the lead worth? Thousands of random deals, every trump, every leader.

Every deal is solved with each side on lead, for every trump. The answers are remembered in a store if
one is named, so that a second run, or a run with more deals, only does what is new.

    python examples/value_of_the_lead.py [DEALS [STORE]]
"""

from __future__ import annotations

import sys
from contextlib import nullcontext

import numpy as np

import overruff as ov


def main(count: int, path: str | None = None) -> None:
    """Print the tricks the lead gains, with the standard error of the mean."""
    print(f"tricks gained by the lead, mean of {count} deals of 5 cards")
    with nullcontext() if path is None else ov.Store(path) as store:
        for rules in (ov.BRIDGE, ov.BACK_ALLEY, ov.ARPAA):
            deals = [ov.Position.random(rules, cards=5, seed=seed) for seed in range(count)]
            tables = ov.tables_many(deals, store=store)[:, :4].astype(float)  # the suits as trumps
            gained = (tables[..., [0, 2]].mean(axis=2) - tables[..., [1, 3]].mean(axis=2)).mean(axis=1)
            error = gained.std(ddof=1) / np.sqrt(count)
            print(f"  {rules.game:10s} {gained.mean():+.2f} ± {error:.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, *sys.argv[2:3])
