"""A position and the rules of play in plain Python: the oracle of the native engine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Literal

from . import dealing, text, validation
from .cards import BIG_BLOOPER, LITTLE_BLOOPER, Card, Seat, Suit, sorted_hand
from .errors import IllegalPlay, PositionError, quoted
from .rules import DEFAULT_RULES, Rules

Hands = tuple[tuple[Card, ...], ...]
Before = tuple[Card, Hands, tuple[Card, ...], Seat, bool, tuple[int, int]]
"""A card played, and the hands, trick, leader, ``broken`` and ``won`` before it."""

FREE = "any card may be played"
FOLLOW = "must follow suit"
UNBROKEN = "trumps are not broken, a plain card must be led"
HIGHEST = "the Big Blooper was led, the highest trump must be played"
LOWEST = "the Little Blooper was led, the lowest trump must be played"


def need_position(value: object) -> None:
    """Raise ``TypeError`` for what is no position."""
    if not isinstance(value, Position):
        hint = "; deal.position() is one" if hasattr(value, "position") else ""
        raise TypeError(f"position: a Position is needed, not {type(value).__name__}{hint}")


class Position:
    """Cards still to be played, the trick on the table, and whatever else the rules depend on.

    The attributes are read-only; ``push`` and ``pop`` move through the play. A finished trick is
    cleared at once: its winner becomes the leader and ``won`` counts it. As it changes, a position
    has no hash; ``to_text()`` (and the rules, for variants) can stand for it in a set or dictionary.
    """

    __slots__ = (
        "_boards",
        "_broken",
        "_hands",
        "_history",
        "_leader",
        "_rules",
        "_trick",
        "_trump",
        "_won",
    )
    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __init__(
        self,
        rules: Rules,
        *,
        trump: Suit | None,
        leader: Seat,
        hands: Sequence[Iterable[Card]],
        trick: Iterable[Card] = (),
        broken: bool = False,
        boards: Iterable[Seat] = (),
        won: Sequence[int] = (0, 0),
    ) -> None:
        """Build a position; raises ``PositionError`` if it cannot be.

        ``hands``: four hands N E S W, in any order, without the cards of ``trick``.
        ``trick``: cards on the table, the first from ``leader``. ``won``: tricks of NS and of EW.
        ``broken`` becomes true if the trick holds a trump.
        """
        if len(hands) != 4:
            raise PositionError("hands", f"{len(hands)} given, 4 needed")
        if len(won) != 2:
            raise PositionError("won", f"{len(won)} numbers given, 2 needed")
        self._rules = rules
        if trump is not None and trump not in tuple(Suit):
            raise PositionError("trump", f"{quoted(trump)} is not a Suit or None")
        boards = tuple(boards)
        for field, seats in (("lead", (leader,)), ("boards", boards)):
            for seat in seats:
                if seat not in tuple(Seat):
                    raise PositionError(field, f"{quoted(seat)} is not a Seat")
        self._trump = None if trump is None else Suit(trump)
        self._leader = Seat(leader)
        self._hands: Hands = tuple(sorted_hand(list(hand), self._trump) for hand in hands)
        self._trick = tuple(trick)
        self._broken = bool(broken)
        self._boards = tuple(sorted(map(Seat, boards)))
        self._won = (int(won[0]), int(won[1]))
        self._history: list[Before] = []
        validation.check(self)
        self._replay_trick()

    def _replay_trick(self) -> None:
        """Take the trick back into the hands and play it again: it must have been legal."""
        trick, self._trick = self._trick, ()
        hands = list(self._hands)
        for seat, card in zip(self._rules.playing_order(self._leader), trick, strict=False):
            hands[seat] = sorted_hand([*hands[seat], card], self._trump)
        self._hands = tuple(hands)
        for card in trick:
            try:
                self.push(card)
            except IllegalPlay as error:
                raise PositionError("trick", str(error)) from None
        self._history.clear()

    @classmethod
    def from_text(cls, line: str, rules: Rules | None = None) -> Position:
        """Read a position line; raises ``PositionError`` naming the field at fault.

        ``rules``: a variant of the game the line names; by default that game's default rules.
        """
        if not isinstance(line, str):
            raise TypeError(f"line: text is needed, not {type(line).__name__}")
        fields = text.parse_line(line)
        if rules is None:
            rules = DEFAULT_RULES[fields.game]
        elif rules.game != fields.game:
            raise PositionError("game", f"{fields.game}, but the rules given are of {rules.game}")
        return cls(
            rules,
            trump=fields.trump,
            leader=fields.leader,
            hands=fields.hands,
            trick=fields.trick,
            broken=fields.broken,
            boards=fields.boards,
            won=fields.won,
        )

    def to_text(self) -> str:
        """The canonical position line; ``from_text`` (with the same rules) reads it back."""
        return text.format_line(self)

    @classmethod
    def random(
        cls,
        rules: Rules,
        cards: int | None = None,
        seed: int | None = None,
        *,
        trump: Suit | Literal["random"] | None = "random",
        leader: Seat | None = None,
        broken: bool = False,
        boards: Iterable[Seat] = (),
        ranks: int | None = None,
        suits: Sequence[Suit] = tuple(Suit),
        plays: int = 0,
    ) -> Position:
        """A random deal: ``cards`` to each hand (default: as many as the pack allows).

        The same arguments give the same position on every machine; ``seed`` (an int of at least 0)
        may be ``None`` for a fresh one. ``trump`` and ``leader`` are random unless given; where the
        game turns up a card for trumps, it stays out of play, and a joker turned up means no trumps.
        ``ranks`` and ``suits`` deal from the highest ranks and those suits of the pack only.
        ``plays``: number of random legal plays made after the deal, ``won`` counting from there.
        Raises ``ValueError`` if the pack is too small.
        """
        dice = dealing.Dice(seed)
        dealt = dealing.deal(dice, rules, cards, trump=trump, leader=leader, ranks=ranks, suits=suits)
        position = cls(
            rules,
            trump=dealt.trump,
            leader=dealt.leader,
            hands=dealt.hands,
            broken=broken,
            boards=boards,
        )
        if not 0 <= plays <= 4 * position.tricks_left:
            raise ValueError(f"plays: {plays} is not 0 to {4 * position.tricks_left}")
        for _ in range(plays):
            position.push(dice.choice(position.legal_plays()))
        position._history.clear()
        return position

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._rules

    @property
    def trump(self) -> Suit | None:
        """The trump suit, ``None`` in a no-trump deal."""
        return self._trump

    @property
    def leader(self) -> Seat:
        """The seat that leads, or led, the current trick."""
        return self._leader

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards on the table (0 to 3), the first from ``leader``."""
        return self._trick

    @property
    def broken(self) -> bool:
        """Back Alley: whether a trump has been played in this deal, the current trick included."""
        return self._broken

    @property
    def boards(self) -> tuple[Seat, ...]:
        """Back Alley: the seats that called board, in the order N E S W."""
        return self._boards

    @property
    def won(self) -> tuple[int, int]:
        """Tricks already won by NS and by EW."""
        return self._won

    @property
    def hands(self) -> Hands:
        """The hands N E S W, each S H D C high to low, jokers on top of trumps, copies repeated."""
        return self._hands

    @property
    def turn(self) -> Seat:
        """The seat to play (when all is played: the winner of the last trick)."""
        return self._rules.playing_order(self._leader)[len(self._trick)]

    @property
    def tricks_left(self) -> int:
        """Tricks still to be completed, the one in progress included."""
        return (sum(map(len, self._hands)) + len(self._trick)) // 4

    @property
    def is_over(self) -> bool:
        """Whether every card has been played."""
        return not any(self._hands)

    def suit_of(self, card: Card) -> Suit | None:
        """The suit the card counts as: its own, for a joker the trump suit."""
        return self._trump if card.suit is None else card.suit

    def legal_plays(self) -> list[Card]:
        """The kinds of card that may be played, S H D C high to low, jokers on top of trumps."""
        return self._choice()[0]

    def _choice(self) -> tuple[list[Card], str]:
        """The legal plays, and the rule that limits them."""
        seat = self.turn
        hand = list(dict.fromkeys(self._hands[seat]))
        if not self._trick:
            if self._may_lead_trumps(seat):
                return hand, FREE
            plain = [card for card in hand if self.suit_of(card) is not self._trump]
            return (plain, UNBROKEN) if plain else (hand, FREE)
        led = self._trick[0]
        suit = self.suit_of(led)
        following = [card for card in hand if self.suit_of(card) is suit]
        if not following:
            return hand, FREE
        if led is BIG_BLOOPER and self._forced_by_big(seat):
            return following[:1], HIGHEST
        if led is LITTLE_BLOOPER and self._rules.lb_lead == "all":
            return following[-1:], LOWEST
        return following, FOLLOW

    def _may_lead_trumps(self, seat: Seat) -> bool:
        """Whether ``seat`` may lead a trump although it holds plain cards."""
        rules = self._rules
        if rules.trump_lead == "free" or self._broken or self._trump is None:
            return True
        if rules.trump_lead == "broken":
            return False
        if rules.board_lead_scope == "side":
            return seat in self._boards or seat.partner in self._boards
        if rules.board_lead_scope == "first_trick" and self._won != (0, 0):
            return False
        return seat in self._boards

    def _forced_by_big(self, seat: Seat) -> bool:
        return self._rules.bb_lead == "all" or seat.side is not self._leader.side

    def push(self, card: Card | str) -> None:
        """Play a card for the seat to play; raises ``IllegalPlay`` saying why it cannot be."""
        if isinstance(card, str):
            card = Card.parse(card)
        seat = self.turn
        hand = self._hands[seat]
        if card not in hand:
            raise IllegalPlay(f"{seat} cannot play {card}: not in hand")
        legal, rule = self._choice()
        if card not in legal:
            choice = " ".join(map(str, legal))
            raise IllegalPlay(f"{seat} cannot play {card}: {rule} ({choice})")
        self._history.append((card, self._hands, self._trick, self._leader, self._broken, self._won))
        place = hand.index(card)
        left = hand[:place] + hand[place + 1 :]
        self._hands = (*self._hands[:seat], left, *self._hands[seat + 1 :])
        self._trick = (*self._trick, card)
        if self._rules.limits_trump_leads and self.suit_of(card) is self._trump is not None:
            self._broken = True
        if len(self._trick) == 4:
            self._finish_trick()

    def _finish_trick(self) -> None:
        winner = self._rules.playing_order(self._leader)[self.winning_index()]
        ns, ew = self._won
        self._won = (ns + 1, ew) if winner % 2 == 0 else (ns, ew + 1)
        self._leader = winner
        self._trick = ()

    def winning_index(self) -> int:
        """Which card of the trick wins so far (0 = the one led); the first of equal cards."""
        best = 0
        for index, card in enumerate(self._trick):
            if self._beats(card, self._trick[best]):
                best = index
        return best

    def _beats(self, later: Card, earlier: Card) -> bool:
        """Whether a card beats one played before it that is of the suit led or a trump."""
        suit = self.suit_of(later)
        if suit is self.suit_of(earlier):
            return later.rank > earlier.rank
        return suit is self._trump and suit is not None

    def pop(self) -> Card:
        """Take the last card back and return it; raises ``IndexError`` if none was pushed."""
        if not self._history:
            raise IndexError("no card has been played from this position")
        card, self._hands, self._trick, self._leader, self._broken, self._won = self._history.pop()
        return card

    def copy(self) -> Position:
        """An independent copy, with the cards that can be taken back."""
        twin = object.__new__(Position)
        for name in Position.__slots__:
            setattr(twin, name, getattr(self, name))
        twin._history = self._history.copy()
        return twin

    def __copy__(self) -> Position:
        return self.copy()

    def _state(self) -> tuple[Any, ...]:
        return (
            self._rules,
            self._trump,
            self._leader,
            self._trick,
            self._broken,
            self._boards,
            self._won,
            self._hands,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._state() == other._state()

    def _repr_html_(self) -> str:
        from . import html  # noqa: PLC0415 - for notebooks only

        return html.position(self)

    def __repr__(self) -> str:
        if self._rules == DEFAULT_RULES[self._rules.game]:
            return f"Position.from_text({self.to_text()!r})"
        return f"Position.from_text({self.to_text()!r}, rules={self._rules!r})"
