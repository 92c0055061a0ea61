"""Cards called interchangeable have the same value in brute force, and the rule is not idle."""

from __future__ import annotations

from dataclasses import replace

import brute
import pytest

from overruff import (
    ARPAA,
    BACK_ALLEY,
    BRIDGE,
    Card,
    Position,
    Rules,
    Seat,
    Suit,
    equal_groups,
    interchangeable,
)


def groups(line: str) -> list[str]:
    return [" ".join(map(str, group)) for group in equal_groups(Position.from_text(line))]


def test_neighbours() -> None:
    assert groups("bridge trump=N lead=N N:AKJ3... QT54... 9876... 2...KQJ") == ["SA SK", "SJ", "S3"]
    # A card gone no longer separates; one on the table still does.
    assert groups("bridge trump=N lead=N N:AKJ3... T654... 9872... ...KQJT") == ["SA SK SJ", "S3"]
    assert groups("bridge trump=N lead=W trick=SQ N:AKJ3... T654... 9872... ...KQJ") == [
        "SA SK",
        "SJ",
        "S3",
    ]


def test_equal_cards_elsewhere_separate() -> None:
    """Leading the ace and leading the king differ when an opponent holds an ace."""
    line = "arpaa trump=S lead=N N:AKK... {}.6.. ..666. ...666"
    apart = Position.from_text(line.format("A6"))
    assert equal_groups(apart) == [[Card.parse("SA")], [Card.parse("SK")]]
    assert groups(line.format("QJ")) == ["SA SK"]
    table = Position.from_text("arpaa trump=S lead=W trick=SK N:AK... 66... 77... 8...")
    assert not interchangeable(table, Card.parse("SA"), Card.parse("SK"))


def test_jokers_stand_alone() -> None:
    line = "back_alley trump=S lead=N broken=yes N:BLAKQ... 32.432.. .765.98. ..432.32"
    assert groups(line) == ["BB", "LB", "SA SK SQ"]


def test_only_legal_plays_are_compared() -> None:
    position = Position.from_text("bridge trump=N lead=N N:A... K... Q... J...")
    assert interchangeable(position, Card.parse("SA"), Card.parse("SA"))
    with pytest.raises(ValueError, match=r"^SK is not a legal play for N$"):
        interchangeable(position, Card.parse("SA"), Card.parse("SK"))


@pytest.mark.parametrize(
    "rules",
    [ARPAA, replace(ARPAA, packs=2), BACK_ALLEY, replace(BACK_ALLEY, lb_lead="free"), BRIDGE],
    ids=["arpaa", "arpaa-2", "back_alley", "back_alley-free", "bridge"],
)
def test_interchangeable_cards_have_equal_values(rules: Rules) -> None:
    suits = (Suit.S, Suit.H)
    merged = 0
    for seed in range(400):
        position = Position.random(
            rules,
            3,
            seed,
            ranks=8,
            suits=suits,
            broken=bool(rules.limits_trump_leads and seed % 2),
            boards=[Seat.N] if rules.limits_trump_leads and seed % 4 == 2 else [],
            plays=seed % 7,
        )
        values = brute.play_values(position)
        for group in equal_groups(position):
            merged += len(group) - 1
            assert len({values[card] for card in group}) == 1, position
    assert merged > 40
