"""What a hand may hope for in a game of tricks, by its trumps, doubles and counters.

Nothing is searched: all of it follows from the rules and from the tiles of one hand.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from dominoes_lang.setup.measures import weights_of
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.setup.suits_under import suits_under
from dominoes_lang.table.suits import Suits, is_suit
from dominoes_lang.table.tiles import numbers_in
from dominoes_rules.position.trick_words import taken_measures


class TrickPoints(NamedTuple):
    """What the rules count of tricks, in the points in which bids are made."""

    of_tile: tuple[int, ...]
    of_trick: int
    total: int
    """Of all tricks of a round."""


@lru_cache(64)
def points_in(setup: Setup) -> TrickPoints:
    """What counts in a game: what its winner and its awards ask of the tricks that were taken."""
    measures = taken_measures(setup)
    counted = [
        weights
        for measure in measures
        if measure != "tricks"
        for weights in weights_of(setup, measure)
    ]
    of_tile = tuple(map(sum, zip(*counted, strict=True))) or (0,) * len(setup.tiles)
    of_trick = int("tricks" in measures or not counted)
    return TrickPoints(of_tile, of_trick, sum(of_tile) + of_trick * setup.hand_size)


def hoped_for(setup: Setup, hand: int, trump: int) -> float:
    """The points that a hand may hope to make for its side under a trump, if it leads first.

    All points, less what opponents make with the tiles that can't be expected to take a trick:
    their share of such tricks, with the counters that fall into them.
    """
    points = points_in(setup)
    unseen = setup.tiles.all & ~hand
    fallen = sum(points.of_tile[tile] for tile in numbers_in(unseen)) / max(1, unseen.bit_count())
    of_others = points.of_trick + (setup.seats - 1) * fallen
    share = (setup.seats - setup.team_size) / (setup.seats - 1)
    losers = losers_of(suits_under(setup, trump), hand, setup.seats - 2)
    return points.total - share * sum(of_others + points.of_tile[tile] for tile in losers)


def is_sure(setup: Setup, hand: int, trump: int) -> bool:
    """Whether a hand takes every trick though but one of the others follows each lead."""
    return not losers_of(suits_under(setup, trump), hand, 1)


def losers_of(suits: Suits, hand: int, following: int) -> list[int]:
    """The tiles of a hand that can't be expected to take a trick, if the hand leads.

    A tile takes one if nobody else has a higher one of its suit, or any. The trumps that others
    have left after all of one's own are led take tricks of other suits.

    following: how many of the others follow each lead.
    """
    led: dict[int, list[int]] = {}
    for tile in numbers_in(hand):
        led.setdefault(suits.led_by[tile], []).append(tile)
    losers, takers = [], []
    for suit, tiles in led.items():
        strength = suits.strength[suit]
        others = [*numbers_in(suits.following[suit] & ~hand)]
        highest = max((strength[tile] for tile in others), default=-1)
        for leads_before, tile in enumerate(sorted(tiles, key=lambda tile: -strength[tile])):
            if strength[tile] < highest and len(others) > following * leads_before:
                losers.append(tile)
            elif suit != suits.trump:
                takers.append(tile)
    if is_suit(suits.trump):
        held = len(led.get(suits.trump, ()))
        left = (suits.following[suits.trump] & ~hand).bit_count() - following * held
        losers += takers[: max(0, left)]
    return losers
