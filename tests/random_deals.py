"""Random deals in every state: variants, trumps open, auctions and plays begun, things not known."""

from __future__ import annotations

import random
from dataclasses import replace

from endings import OPTIONS

from overruff import Deal, Rules, Seat
from overruff.auction import Call
from overruff.pack import PACKET, largest_hand
from overruff.rules import DEFAULT_RULES


def random_deal(dice: random.Random, game: str, rules: Rules | None = None) -> Deal:
    """A deal of up to a whole pack, by default under a random variant of the game."""
    if rules is None:
        options = {name: dice.choice(values) for name, values in OPTIONS[game].items()}
        rules = replace(DEFAULT_RULES[game], **options)  # type: ignore[arg-type]
    packet = PACKET if game == "arpaa" else 1
    most = largest_hand(rules)
    cards = dice.choice([most - most % packet, packet * dice.randint(1, most // packet)])
    deal = Deal.deal(rules, seed=dice.randrange(10**6), dealer=dice.choice(list(Seat)), cards=cards)
    started = _started(dice, deal)
    return _played(dice, started) if dice.random() < 0.7 else started


def _started(dice: random.Random, deal: Deal) -> Deal:
    """Trumps named, calls made or a contract reached, more or less far, and something forgotten."""
    rules = deal.rules
    if rules.game == "arpaa":
        trump = dice.choice([None, *rules.trumps])
        return replace(deal, trump=trump, seen=dice.choice([(), deal.seen]))
    if rules.game == "back_alley":
        calls: tuple[Call, ...] = ()
        for _ in range(dice.choice([0, 1, 2, 3, 4, 4, 4])):
            calls += (dice.choice(replace(deal, calls=calls).auction.legal_calls()),)
        deal = replace(deal, calls=calls, stock=dice.choice([None, deal.stock]))
        if len(calls) < 4:
            deal = replace(deal, lead=dice.choice([None, *Seat]))
        if deal.stock is None and dice.random() < 0.5:
            deal = replace(deal, turn_up=None, exchanged=None)
        return deal
    declarer, lead = dice.choice([None, *Seat]), None
    if declarer is None or deal.cards < rules.max_hand:
        lead = dice.choice([None, *Seat])
    trump = dice.choice(rules.trumps) if (declarer, lead) != (None, None) else None
    return replace(deal, trump=trump, declarer=declarer, lead=lead)


def _played(dice: random.Random, deal: Deal) -> Deal:
    """Some cards played, if play can begin."""
    try:
        position = deal.position()
    except ValueError:
        return deal
    plays = []
    for _ in range(dice.choice([4 * deal.cards, dice.randint(0, 4 * deal.cards)])):
        plays.append(dice.choice(position.legal_plays()))
        position.push(plays[-1])
    return replace(deal, plays=tuple(plays))
