"""What follows from the rules of any layout: what fits, which plays there are, what counts."""

from __future__ import annotations

from collections.abc import Iterable

from dominoes_lang.table.fits import Fits
from dominoes_lang.table.layout import At, Effect, Ends, Spot, TableRules
from dominoes_lang.table.shape import Where
from dominoes_lang.table.state import (
    NO_TILE,
    NOBODY,
    NOTHING_MORE,
    Action,
    End,
    More,
    State,
    end_leaving,
    place_at,
    play,
)
from dominoes_lang.table.tiles import numbers_in

# ------------------------------------------------------------------ what may be laid


def open_mask(rules: TableRules, state: State, seat: int) -> int:
    """The tiles that fit an end that is open to a seat; on the empty table all."""
    return rules.mask(state.ends, state.more, seat)


def plays_of(rules: TableRules, state: State, hand: int) -> list[Action]:
    """The plays of tiles that the mover holds, by tile."""
    return plays_at(rules, state.ends, state.more, state.mover, hand)


def plays_at(rules: TableRules, ends: Ends, more: More, seat: int, hand: int) -> list[Action]:
    """The plays of tiles that a seat holds, given the ends and what else the rules read."""
    if not ends:
        return [play(tile) for tile in numbers_in(hand)]
    return _plays(rules.fits, rules.spots(ends, more, seat), hand)


def _plays(fits: Fits, spots: Iterable[Spot], hand: int) -> list[Action]:
    """The plays of a hand at some spots, by tile, place, and what they leave open."""
    numbered: list[tuple[int, ...]] = []
    two_ways = fits.two_ways
    for place, number, fit, _, listed in spots:
        tiles = hand & fit
        if not tiles or not listed:
            continue
        if two_ways:
            numbered += [
                (tile, place, way) for tile in numbers_in(tiles) for way in fits.ways(tile, number)
            ]
        else:
            numbered += [(tile, place) for tile in numbers_in(tiles)]
    numbered.sort()
    if two_ways:
        return [play(tile, end_leaving(place, way)) for tile, place, way in numbered]
    return [play(tile, place) for tile, place in numbered]


def mask_of(spots: Iterable[Spot]) -> int:
    """The tiles that fit one of some spots."""
    mask = 0
    for spot in spots:
        mask |= spot.fit
    return mask


def fitted(spots: Iterable[Spot], tile: int) -> int:
    """How many open ends a tile fits."""
    return sum([spot.sides for spot in spots if spot.fit >> tile & 1])


def ends_of(rules: TableRules, state: State, tile: int) -> list[int]:
    """The ends at which the mover may lay a tile; of equal ends only the listed one."""
    return [action.end for action in plays_of(rules, state, 1 << tile)]


def unmarked(rules: TableRules, state: State, tile: int) -> list[int]:
    """The ends that a play without a mark may mean: a tile that can begin a row does."""
    spots = rules.spots(state.ends, state.more, state.mover)
    begins = [spot.place for spot in spots if not spot.sides and spot.fit >> tile & 1]
    return begins or ends_of(rules, state, tile)


def may_lie(rules: TableRules, state: State, action: Action) -> bool:
    """Whether the mover may lay the tile of a play at its end, if plays are listed there or not."""
    if not state.ends:
        return action.end == End.LEFT
    return any(
        spot.place == action.place
        and spot.fit >> action.tile & 1
        and action.leaving in rules.fits.ways(action.tile, spot.number)
        for spot in rules.spots(state.ends, state.more, state.mover)
    )


def ends_for(rules: TableRules, tile: int) -> list[int]:
    """Every end at which a play of a tile can ever be, in order."""
    return both_ways(rules.fits, tile, rules.all_places(tile))


def both_ways(fits: Fits, tile: int, places: Iterable[int]) -> list[int]:
    """The ends of plays of a tile at some places, either half left open where both may be."""
    numbers = range(fits.tiles.highest + 1)
    ways = sorted({-1, *(way for number in numbers for way in fits.ways(tile, number))})
    return [end_leaving(place, way) for place in places for way in ways]


# ------------------------------------------------------------------ steps that name places


def mask_where(rules: TableRules, where: Where, at: At | State) -> int:
    """The tiles that fit where a step lays them."""
    return mask_of(rules.spots_where(where, at))


def places_where(rules: TableRules, where: Where, at: At | State) -> list[int]:
    """The places at which a step lays tiles."""
    return [spot.place for spot in rules.spots_where(where, at)]


def plays_where(rules: TableRules, where: Where, at: At | State, hand: int) -> list[Action]:
    """The plays of a hand where a step lays them."""
    return _plays(rules.fits, rules.spots_where(where, at), hand)


def plays_at_each(rules: TableRules, ends: Ends, more: More, hand: int) -> list[Action]:
    """The plays of a hand after which another of its tiles fits the other end of the line."""
    spots = rules.spots(ends, more, NOBODY)
    if len(spots) != len(End):
        return []
    return [
        action
        for action in _plays(rules.fits, spots, hand)
        if hand
        & ~(1 << action.tile)
        & rules.fits.at(
            spots[1 - action.place].number, rules.fits.closed(more.laid | 1 << action.tile)
        )
    ]


def masks_at_each(rules: TableRules, ends: Ends, more: More) -> list[int]:
    """For each end of a line the tiles that fit it."""
    return [spot.fit for spot in rules.spots(ends, more, NOBODY)]


def plays_owed(rules: TableRules, ends: Ends, more: More, hand: int) -> list[Action]:
    """The plays of a hand at the end at which a second tile must follow."""
    plays = plays_at(rules, ends, more, NOBODY, hand)
    return [action for action in plays if action.place == more.owed]


# ------------------------------------------------------------------ what a play leaves


def after_play(rules: TableRules, state: State, action: Action) -> Effect:
    """What a play leaves: the ends, how many it fitted, and fields of `More`."""
    return rules.effect(state.ends, state.more, state.mover, action)


def left_open_by(rules: TableRules, state: State, action: Action) -> int:
    """The number that a play leaves open; of a first tile its left half."""
    _, _, new = after_play(rules, state, action)
    return int(new["left_open"])


def opened_by(rules: TableRules, tile: int) -> list[int]:
    """The numbers that a tile leaves open on the empty table, in order; none if it can't begin."""
    if rules.shape.opens_with_double and not rules.fits.tiles.doubles >> tile & 1:
        return []
    ends, _, _ = rules.effect((), More(), 0, play(tile))
    return sorted(rules.numbers(ends))


def next_table(rules: TableRules, table: State, action: Action) -> State:
    """The state of a table, with nothing else of a round, after a play."""
    ends, ends_fitted, new = after_play(rules, table, action)
    more = table.more._replace(**{name: new[name] for name in tracks(rules)})
    return table._replace(ends=ends, fitted=ends_fitted, plays=table.plays + 1, more=more)


def begun_by(rules: TableRules, starter: int) -> State:
    """The table before the first turn; empty if there is no starter."""
    table = State((), (), (), NOBODY, NOBODY, 0)
    if starter == NO_TILE:
        return table
    return next_table(rules, table, play(starter))._replace(plays=0)


def tracks(rules: TableRules) -> frozenset[str]:
    """The fields of `More` that the layout itself asks for."""
    return rules.shape.tracks | rules.fits.rule.tracks


# ------------------------------------------------------------------ what counts


def pips(rules: TableRules, ends: Ends, more: More = NOTHING_MORE) -> int:
    """`pips on ends`."""
    return sum([number * halves for number, halves in rules.counted(ends, more)])


def halves_like_it(rules: TableRules, ends: Ends, more: More) -> int:
    """`halves like it`: of the number that the most recent tile left open."""
    left = more.left_open
    return sum([halves for number, halves in rules.counted(ends, more) if number == left])


def most_alike(rules: TableRules, ends: Ends) -> int:
    """`ends alike`: the largest number of ends that show the same number."""
    numbers = rules.numbers(ends)
    return max(map(numbers.count, numbers), default=0)


def open_numbers(rules: TableRules, state: State, seat: int) -> tuple[int, ...]:
    """The number at each end that is open to a seat."""
    return tuple(spot.number for spot in rules.spots(state.ends, state.more, seat) if spot.sides)


def number_at(rules: TableRules, state: State, end: int) -> int:
    """The number at the end of a play."""
    return rules.number_at(state.ends, state.more, place_at(end))
