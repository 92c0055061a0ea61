"""Bridge against DDS: every play of fresh deals and endings, at the first trick, later, in a trick."""

from __future__ import annotations

import pytest

pytest.importorskip("endplay")

from dds import dds
from endings import random_ending
from oracles import Engine, mismatches

import overruff as ov
from overruff import Position, Seat, Suit


def agree(positions: list[Position]) -> None:
    found = mismatches(positions, dds, Engine())
    assert not found, f"{len(found)} mismatches\n" + "\n".join(found[:5])


@pytest.mark.parametrize("trump", [*Suit, None])
def test_first_trick(trump: Suit | None) -> None:
    agree([Position.random(ov.BRIDGE, seed=seed, trump=trump) for seed in range(1000, 1006)])


@pytest.mark.parametrize("plays", [1, 2, 3, 6, 9, 16])
def test_after_some_plays(plays: int) -> None:
    agree([Position.random(ov.BRIDGE, seed=seed, plays=plays) for seed in range(2000, 2010)])


@pytest.mark.parametrize("cards", range(2, 13))
def test_endings(cards: int) -> None:
    count = 300 if cards < 8 else 60 if cards < 11 else 15
    agree([Position.random(ov.BRIDGE, cards, seed, plays=seed % 4) for seed in range(count)])


def test_strange_endings() -> None:
    """Long suits, voids, few ranks."""
    agree([random_ending("bridge", 2 + seed % 9, seed) for seed in range(1500)])


def test_tables() -> None:
    for seed in range(3000, 3003):
        deal = Position.random(ov.BRIDGE, seed=seed)
        table = ov.table(deal)
        for trump in (*Suit, None):
            for leader in Seat:
                turned = Position(ov.BRIDGE, trump=trump, leader=leader, hands=deal.hands)
                assert table[trump, leader] == dds(turned).ns, (deal, trump, leader)
