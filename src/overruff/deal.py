"""A deal with its context: who dealt, what made trumps, what was called, and the cards played so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field

from . import deal_checks, deal_text
from .arguments import integer
from .auction import Auction, Call
from .cards import Card, Seat, Suit, as_seat, sorted_hand
from .dealing import Dice
from .errors import PositionError, quoted
from .pack import deal_pack, shuffled
from .position import Hands, Position
from .rules import DEFAULT_RULES, Rules


@dataclass(frozen=True, repr=False)
class Deal:
    """What is known of a deal; raises ``PositionError`` naming the field at fault.

    A deal may be unfinished: trumps not named yet (Arpaa), fewer than four calls (Back Alley), no
    contract (bridge), no card played. ``dataclasses.replace`` makes the deal that comes of it.
    """

    rules: Rules
    _: KW_ONLY
    dealer: Seat
    hands: Hands
    """Before the first card, N E S W; in Back Alley after the exchange of a joker."""
    trump: Suit | None = None
    """``None`` for no trumps, and while it is open: see ``has_trump``. A ``turn_up`` decides it."""
    turn_up: Card | None = None
    """Back Alley: the card turned up, if it is known."""
    exchanged: Seat | None = None
    """Back Alley: who has put the other joker away for the top of the stock."""
    stock: tuple[Card, ...] | None = None
    """Back Alley: the cards left under the turn-up, top first; ``None`` if they are not known."""
    seen: tuple[Card, ...] = ()
    """Arpaa: the three cards the trump-maker saw, if they are known."""
    calls: tuple[Call, ...] = ()
    """Back Alley: the calls so far, the first by the dealer's left."""
    declarer: Seat | None = None
    """Bridge: who plays the contract; ``trump`` is its suit."""
    lead: Seat | None = None
    """Who leads first, only where nothing else decides it; ``leader`` is the answer in every case."""
    plays: tuple[Card, ...] = ()
    """The cards played so far, in order."""
    tags: Mapping[str, str] = field(default_factory=dict, compare=False)
    """Bridge: what else a PBN file says, such as ``Event``. Not part of the line, not compared."""

    def __post_init__(self) -> None:
        set_field = object.__setattr__
        for name in ("dealer", "exchanged", "declarer", "lead"):
            if name == "dealer" or getattr(self, name) is not None:
                set_field(self, name, as_seat(name, getattr(self, name)))
        if self.trump is not None:
            if self.trump not in tuple(Suit):
                raise PositionError("trump", f"{quoted(self.trump)} is not a Suit or None")
            set_field(self, "trump", Suit(self.trump))
        if self.turn_up is not None and self.trump is None:
            set_field(self, "trump", self.turn_up.suit)
        for name in ("calls", "plays"):
            set_field(self, name, tuple(getattr(self, name)))
        if self.stock is not None:
            set_field(self, "stock", tuple(self.stock))
        set_field(self, "seen", sorted_hand(tuple(self.seen), self.trump))
        set_field(self, "tags", dict(self.tags))
        set_field(self, "hands", deal_checks.sorted_hands(self))
        deal_checks.check(self)
        if self.lead is not None and self.lead is self.decided_leader:
            set_field(self, "lead", None)

    @classmethod
    def deal(
        cls,
        rules: Rules,
        *,
        seed: int | None = None,
        dealer: Seat | None = None,
        cards: int | None = None,
        trump: Suit | None = None,
    ) -> Deal:
        """Shuffle and deal by the rules of the game; the same arguments deal the same everywhere.

        ``seed``: an int of at least 0, ``None`` for a fresh one. ``dealer``: by default random.
        ``cards``: for each hand, by default as many as the pack allows. ``trump``: named by the
        trump-maker of Arpaa, ``None`` to leave it open. Back Alley: a card is turned up, and if it is
        a joker, the holder of the other one takes the top of the stock for it. Raises ``ValueError``.
        """
        dice = Dice(seed)
        pack = shuffled(rules, dice)
        if dealer is None:
            dealer = dice.choice(tuple(Seat))
        return cls.from_pack(rules, pack, dealer=dealer, cards=cards, trump=trump)

    @classmethod
    def from_pack(
        cls,
        rules: Rules,
        pack: Sequence[Card],
        *,
        dealer: Seat,
        cards: int | None = None,
        trump: Suit | None = None,
    ) -> Deal:
        """Deal a pack that lies in this order, its first card first; arguments as in ``deal``.

        Raises ``PositionError`` if it is not the whole pack: in Arpaa that is a misdeal.
        """
        if trump is not None and rules.game != "arpaa":
            raise ValueError(f"trump: {trump}, but nobody names trumps when {rules.game} is dealt")
        dealer = as_seat("dealer", dealer)
        dealt = deal_pack(rules, dealer, pack, cards)
        return cls(
            rules,
            dealer=dealer,
            hands=dealt.hands,
            trump=trump,
            turn_up=dealt.turn_up,
            exchanged=dealt.exchanged,
            stock=dealt.stock,
            seen=dealt.seen,
        )

    @classmethod
    def from_text(cls, line: str, rules: Rules | None = None) -> Deal:
        """Read a deal line (it may be broken into several); raises ``PositionError``.

        ``rules``: a variant of the game the line names; by default that game's default rules.
        """
        if not isinstance(line, str):
            raise TypeError(f"line: text is needed, not {type(line).__name__}")
        game, fields = deal_text.parse_line(line)
        if rules is None:
            rules = DEFAULT_RULES[game]
        elif rules.game != game:
            raise PositionError("game", f"{game}, but the rules given are of {rules.game}")
        return cls(rules, **fields)

    def to_text(self) -> str:
        """The canonical deal line; ``from_text`` (with the same rules) reads it back."""
        return deal_text.format_line(self)

    @classmethod
    def from_json(cls, data: str | bytes | Mapping[str, object]) -> Deal:
        """Read what ``to_json`` writes, as text or already decoded; raises ``PositionError``."""
        rules, fields = deal_text.parse_json(data)
        return cls(rules, **fields)

    def to_json(self) -> str:
        """The deal as a JSON object on one line, options of the rules and ``tags`` included."""
        return deal_text.format_json(self)

    @property
    def cards(self) -> int:
        """Cards dealt to each hand."""
        return len(self.hands[Seat.N])

    @property
    def has_trump(self) -> bool:
        """Whether ``trump`` is settled; open are Arpaa before it is named, bridge without a contract."""
        if self.rules.game == "bridge":
            return self.declarer is not None or self.lead is not None
        return self.trump is not None or None in self.rules.trumps

    @property
    def auction(self) -> Auction:
        """The calls of Back Alley; raises ``PositionError`` for the other games."""
        return Auction(self.rules, self.dealer, self.cards, self.calls)

    @property
    def leader(self) -> Seat:
        """Who leads to the first trick; raises ``PositionError`` if nothing says so."""
        leader = self.decided_leader if self.lead is None else self.lead
        if leader is not None:
            return leader
        if self.rules.turns_up_trumps:
            return self.auction.leader  # raises: there are calls to come
        raise PositionError("declarer", "missing, and no lead either")

    @property
    def decided_leader(self) -> Seat | None:
        """Who leads by dealer, calls or declarer; ``None`` if that is not decided yet.

        Raises ``PositionError`` if all four have passed.
        """
        if self.rules.game == "arpaa":
            return self.left_of(self.dealer)
        if self.rules.turns_up_trumps:
            return self.auction.leader if self.auction.is_over else None
        return None if self.declarer is None else self.left_of(self.declarer)

    def left_of(self, seat: Seat) -> Seat:
        """The next seat in the direction of play."""
        return self.rules.playing_order(seat)[1]

    def position(self, plays: int | None = None) -> Position:
        """The position after the first ``plays`` cards of the record, by default after all.

        They can be taken back with ``pop``. Raises ``PositionError`` while trumps, calls or contract
        leave open how play starts, ``ValueError`` for a number of plays the record does not have.
        """
        count = len(self.plays) if plays is None else integer("plays", plays)
        if not 0 <= count <= len(self.plays):
            raise ValueError(f"plays: {count} is not 0 to {len(self.plays)}")
        leader = self.leader
        if not self.has_trump:
            raise PositionError("trump", f"not named yet by {leader}")
        boards = self.auction.boards if self.rules.turns_up_trumps else ()
        position = Position(self.rules, trump=self.trump, leader=leader, hands=self.hands, boards=boards)
        for card in self.plays[:count]:
            position.push(card)
        return position

    def __repr__(self) -> str:
        if self.rules == DEFAULT_RULES[self.rules.game]:
            return f"Deal.from_text({self.to_text()!r})"
        return f"Deal.from_text({self.to_text()!r}, rules={self.rules!r})"


def need_deal(value: object) -> None:
    """Raise ``TypeError`` for what is no deal."""
    if not isinstance(value, Deal):
        raise TypeError(f"deal: a Deal is needed, not {type(value).__name__}")
