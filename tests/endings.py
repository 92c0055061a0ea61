"""Random endings in which everything rare is common: ties, jokers, voids, variants, tricks begun.

The decks have few suits and ranks, the ranks are any of the pack, and the hands are often sorted
by suit before they are dealt out. Back Alley's positions have random board calls and may be broken.
"""

from __future__ import annotations

import random
from dataclasses import fields, replace

from overruff import ARPAA, Card, Position, Rules, Seat, Suit
from overruff.cards import ACE, BIG_BLOOPER, LITTLE_BLOOPER
from overruff.rules import DEFAULT_RULES

OPTIONS: dict[str, dict[str, tuple[str | int, ...]]] = {
    "arpaa": {
        "packs": (4, 3, 2, 1),
        "low_rank": (6, 8, 10, 12),
        "direction": ("clockwise", "counter-clockwise"),
    },
    "back_alley": {
        "jokers": (2, 2, 2, 0),
        "trump_lead": ("broken_or_board", "broken", "free"),
        "board_lead_scope": ("caller", "side", "first_trick"),
        "bb_lead": ("all", "opponents"),
        "lb_lead": ("all", "free"),
    },
    "bridge": {},
}
"""The variants that endings are played under."""


def random_ending(
    game: str, cards: int, seed: int, suits: int | None = None, rules: Rules | None = None
) -> Position:
    """The ending of up to ``cards`` cards a hand that this seed names; see ``make_ending``."""
    return make_ending(random.Random(f"{game} {cards} {seed}"), game, cards, suits, rules)


def make_ending(
    dice: random.Random, game: str, cards: int, suits: int | None = None, rules: Rules | None = None
) -> Position:
    """An ending that depends on the throws of ``dice`` alone: ``cards`` to a hand, 0 to 3 played.

    Fewer than ``cards`` where a variant's pack is smaller. ``suits``: how many suits are dealt from
    (more if they are too short), by default 1 to 4. ``rules``: by default any variant of the game.
    """
    rules = rules or _rules(dice, game)
    cards = min(cards, rules.max_hand)
    trump: Suit | None = dice.choice(tuple(Suit))
    if None in rules.trumps and dice.random() < 0.15:
        trump = None
    limited = rules.limits_trump_leads
    nothing_won = cards == rules.max_hand or dice.random() < 0.6
    position = Position(
        rules,
        trump=trump,
        leader=Seat(dice.randrange(4)),
        hands=_hands(dice, rules, trump, cards, suits),
        broken=limited and dice.random() < 0.25,
        boards=[seat for seat in Seat if limited and dice.random() < 0.35],
        won=(0, 0) if nothing_won else dice.choice(((1, 0), (0, 1))),
    )
    for _ in range(dice.choice((0, 0, 1, 2, 3))):
        plays = position.legal_plays()
        jokers = [card for card in plays if card.is_joker]
        position.push(dice.choice(jokers if jokers and dice.random() < 0.5 else plays))
    return position


def wide_ending(cards: int, seed: int) -> Position:
    """An Arpaa ending of two suits, nearly all of one in two hands and of the other in two.

    Two hands then face each other with more cards of a suit than small endings ever have, and it
    is still quickly solved.
    """
    dice = random.Random(f"wide {cards} {seed}")
    ranks = dice.sample(range(ARPAA.lowest, ACE + 1), -(-2 * cards // ARPAA.packs))
    hands = []
    for suit in dice.sample(tuple(Suit), 2):
        deck = [Card(suit, rank) for rank in ranks for _ in range(ARPAA.packs)]
        dealt = dice.sample(deck, 2 * cards)
        hands += [dealt[:cards], dealt[cards:]]
    for _ in range(dice.choice((0, 2, 4, 6))):
        a, b = dice.sample(hands, 2)
        i, j = dice.randrange(cards), dice.randrange(cards)
        a[i], b[j] = b[j], a[i]
    dice.shuffle(hands)
    trump, leader = dice.choice(tuple(Suit)), Seat(dice.randrange(4))
    return Position(ARPAA, trump=trump, leader=leader, hands=hands)


def describe(position: Position) -> str:
    """The command that shows the position's values."""
    default = DEFAULT_RULES[position.rules.game]
    variants = [
        f"--variant {option.name}={getattr(position.rules, option.name)} "
        for option in fields(Rules)
        if getattr(position.rules, option.name) != getattr(default, option.name)
    ]
    return f'overruff plays {"".join(variants)}"{position.to_text()}"'


def _rules(dice: random.Random, game: str) -> Rules:
    """The game's own rules two times out of five, else any of its variants."""
    rules = DEFAULT_RULES[game]
    if dice.random() < 0.4:
        return rules
    chosen = {name: dice.choice(values) for name, values in OPTIONS[game].items()}
    return replace(rules, **chosen)  # type: ignore[arg-type]


def _hands(
    dice: random.Random, rules: Rules, trump: Suit | None, cards: int, suits: int | None
) -> list[list[Card]]:
    def suit_of(card: Card) -> Suit | None:
        return trump if card.suit is None else card.suit

    pack = _deck(dice, rules, trump, 4 * cards, suits or dice.choice((1, 2, 2, 3, 3, 4)))
    dice.shuffle(pack)
    shape = dice.random()
    if shape < 0.25:  # long suits, the rest void
        pack.sort(key=lambda card: str(suit_of(card)))
    elif shape < 0.4:  # half of the cards like that
        half = len(pack) // 2
        pack[:half] = sorted(pack[:half], key=lambda card: str(suit_of(card)))
    elif shape < 0.6:  # one hand of one suit, often all trumps
        suit = trump if trump is not None and dice.random() < 0.5 else suit_of(pack[0])
        pack.sort(key=lambda card: suit_of(card) is not suit)
        rest = pack[cards:]
        dice.shuffle(rest)
        pack[cards:] = rest
    hands = [pack[k * cards : (k + 1) * cards] for k in range(4)]
    dice.shuffle(hands)
    return hands


def _deck(
    dice: random.Random, rules: Rules, trump: Suit | None, size: int, number_of_suits: int
) -> list[Card]:
    """``size`` cards of few suits and ranks, nearly always with the jokers there are."""
    jokers = [
        joker
        for joker in (BIG_BLOOPER, LITTLE_BLOOPER)
        if rules.jokers and trump is not None and dice.random() < 0.7
    ]
    every_rank = range(rules.lowest, ACE + 1)
    suits = dice.sample(tuple(Suit), number_of_suits)
    if trump is not None and trump not in suits and dice.random() < 0.8:
        suits[0] = trump
    while len(suits) * len(every_rank) * rules.packs < size:  # too few to deal from
        suits.append(dice.choice([suit for suit in Suit if suit not in suits]))
    fewest = -(-size // (len(suits) * rules.packs))
    ranks = dice.sample(every_rank, dice.randint(fewest, min(len(every_rank), fewest + 3)))
    deck = [Card(suit, rank) for suit in suits for rank in ranks for _ in range(rules.packs)]
    return jokers + dice.sample(deck, size - len(jokers))
