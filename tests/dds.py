"""DDS, through endplay, as one more oracle for bridge. Importing this needs endplay.

Only ``solve_board`` is used: the table function is wrong for hands of fewer than 13 cards. Its
faults that are known are gone round here: it scores a card that is the only one to play as -2, and
it is not asked about the last trick.
"""

from __future__ import annotations

from endplay.dds import solve_board
from endplay.types import Deal, Denom, Player
from oracles import Values

from overruff import Card, Position, Side, Suit

_DENOMS = {
    Suit.S: Denom.spades,
    Suit.H: Denom.hearts,
    Suit.D: Denom.diamonds,
    Suit.C: Denom.clubs,
    None: Denom.nt,
}


def dds(position: Position) -> Values:
    """NS tricks of a bridge position, of at least two tricks, and after each of its plays."""
    plays = _plays(position)
    best = max if position.turn.side is Side.NS else min
    return Values(best(plays.values()), plays)


def _plays(position: Position) -> dict[Card, int]:
    legal = position.legal_plays()
    if len(legal) == 1:
        return {legal[0]: _after(position, legal[0])}
    tricks = position.tricks_left
    scores = {Card.parse(_name(card)): score for card, score in solve_board(_deal(position))}
    ns = position.turn.side is Side.NS
    return {card: scores[card] if ns else tricks - scores[card] for card in legal}


def _after(position: Position, card: Card) -> int:
    """NS tricks once this card is played, the trick in progress included."""
    after = position.copy()
    after.push(card)
    won = after.won[0] - position.won[0]
    if after.tricks_left > 1:
        return won + dds(after).ns
    while not after.is_over:  # the last trick: nobody has a choice
        (card,) = after.legal_plays()
        after.push(card)
    return after.won[0] - position.won[0]


def _deal(position: Position) -> Deal:
    hands = position.to_text().rsplit("N:", 1)[1]
    deal = Deal("N:" + hands, first=Player(position.leader), trump=_DENOMS[position.trump])
    for card in position.trick:
        deal.play(str(card), from_hand=False)
    return deal


def _name(card: object) -> str:
    """endplay's card as two letters, such as SA."""
    return str(card).translate(str.maketrans("♠♥♦♣", "SHDC"))
