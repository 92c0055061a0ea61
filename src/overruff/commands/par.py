"""``overruff par`` and ``overruff score``."""

from __future__ import annotations

import argparse

from ..deal import Deal
from ..inputs import InputLine, parse_deal
from ..par_auction import AuctionTrace, Par, par_trace
from ..scores import payoff, result_text, scores
from ..solver import solve
from .common import Answer, Commands


def add(commands: Commands) -> None:
    """Declare the commands."""
    too_short = "an error if it is too short"
    text = "par auction of each Back Alley deal (a line with a field dealer=X); what its calls=C,C,... cost"
    sub = commands.add_question("par", _par, text, too_short)
    sub.add_argument(
        "--all-pass", type=float, default=0.0, metavar="V", help="value for NS of four passes (default 0)"
    )
    text = "score of each Back Alley deal with all calls=C,C,C,C, perfectly played after its plays=C,C,..."
    commands.add_question("score", _score, text, too_short)


def _par(line: InputLine, args: argparse.Namespace) -> Answer:
    deal = parse_deal(line, args.options)
    try:
        answer = par_trace(deal, all_pass=args.all_pass, time_limit=args.time_limit)
    except ValueError as error:
        raise line.error(error) from None
    values = _par_json(answer.par) | ({"auction": _trace_json(answer)} if deal.calls else {})
    return values, f"{deal.to_text()}\n{answer if deal.calls else answer.par}"


def _par_json(answer: Par) -> dict[str, object]:
    return {
        "value": answer.value,
        "calls": list(map(str, answer.calls)),
        "leader": None if answer.leader is None else answer.leader.name,
        "ns_tricks": answer.ns_tricks,
        "scores": answer.scores,
    }


def _trace_json(answer: AuctionTrace) -> dict[str, object]:
    return {
        "start": answer.start,
        "end": answer.end,
        "calls": [
            {
                "seat": made.seat.name,
                "call": str(made.call),
                "value": made.value,
                "cost": made.cost,
                "best": str(made.best),
            }
            for made in answer.calls
        ],
        "cost": {seat.name: cost for seat, cost in answer.cost.items()},
        "side_cost": {side.name: cost for side, cost in answer.side_cost.items()},
    }


def _score(line: InputLine, args: argparse.Namespace) -> Answer:
    deal = parse_deal(line, args.options)
    try:
        return _score_answer(deal, args.time_limit)
    except ValueError as error:
        raise line.error(error) from None


def _score_answer(deal: Deal, time_limit: float | None) -> Answer:
    auction = deal.auction
    by_tricks = payoff(auction)
    position = deal.position()
    ns_tricks = position.won[0] + solve(position, time_limit).ns
    ns, ew = scores(auction, ns_tricks)
    values: dict[str, object] = {
        "leader": auction.leader.name,
        "ns_tricks": ns_tricks,
        "scores": (ns, ew),
        "difference": ns - ew,
        "payoff": by_tricks,
    }
    table = "  ".join(f"{tricks}: {points:+d}" for tricks, points in enumerate(by_tricks))
    texts = [deal.to_text(), result_text(auction, ns_tricks), f"NS less EW by NS tricks  {table}"]
    return values, "\n".join(texts)
