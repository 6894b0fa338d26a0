"""How a row holds a table in arms: two words in place of the two ends of a line.

The first word counts the halves of each number that are open. The second has, for each number, how
many tiles lie against its double plus 1, or 0 where no side of it is open; the same of the centre,
with its number; and the numbers that await their double. An end of `arm_ends` follows from its tile
and the way in which that is laid, so a play is `tile | way << TILE_BITS`. A line that is open at
one end is such a table as well, with one end.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from dominoes_lang.table.arm_ends import (
    AWAITS_DOUBLE,
    CENTRE,
    DOUBLE,
    HALF,
    NUMBER_BITS,
    ArmSides,
    number_at_end,
)
from dominoes_lang.table.fits import Touching
from dominoes_lang.table.layout import Layout
from dominoes_lang.table.shape import LayoutKind, Shape, Spinners
from dominoes_lang.table.state import (
    DRAW_NUMBER,
    TILE_BITS,
    TILE_MASK,
    Action,
    End,
    Kind,
    action_of,
    discard,
    end_leaving,
    number_of,
    play,
)
from dominoes_solver.search.native.rows.place_numbers import Places
from dominoes_solver.search.native.rows.row_format import (
    LEAVES_HIGH,
    LEAVES_LOW,
    MOST_NUMBERS,
    NO_PLAY,
    ON_RIGHT,
)

if TYPE_CHECKING:
    from dominoes_lang.setup.ruleset import Setup
    from dominoes_lang.table.state import State
    from dominoes_lang.table.tiles import TileSet

NUMBERS = 10
HALF_BITS, SIDE_BITS, CENTRE_BITS, CENTRE_NUMBER_BITS = 4, 3, 4, 4
HALF_MASK, SIDE_MASK, CENTRE_MASK, AWAITING_MASK = (
    (1 << bits) - 1 for bits in (HALF_BITS, SIDE_BITS, CENTRE_BITS, NUMBERS)
)
HALVES_BITS = NUMBERS * HALF_BITS
_others = Places(NUMBERS * SIDE_BITS)
CENTRE_AT = _others.take(CENTRE_BITS)
CENTRE_NUMBER_AT = _others.take(CENTRE_NUMBER_BITS)
AWAITING_AT = _others.take(NUMBERS)
OTHERS_BITS = _others.end

# ---------------------------------------------------------------- the ways to lay a tile
HIGHER = 1
"""The bit of a way where the higher half touches. Of a double it is not set."""
AT_HALF, AT_WAITING, AT_DOUBLE, AT_CENTRE = (sort << 1 for sort in range(4))
_KINDS = (HALF, AWAITS_DOUBLE, DOUBLE, CENTRE)
"""The kinds of ends of these ways."""
WAY_AT = TILE_BITS
WAY_MASK = 7
MOST_SIDES = 10
"""Of a centre."""

# ---------------------------------------------------------------- what a book has of a layout
LINE, OTHER_LINE, ARMS, ONE_END = range(4)
"""What a table is. Of an other line, what fits and what a play leaves is looked up, and a step may
name an end; its plays have two bits beside the end, for the half that stays open."""


KNOWN_SPINNERS = {Spinners.NONE, Spinners.FIRST, Spinners.ALL}
"""With four sides, as the words and programs here count them."""


def lies_in_line(layout: Layout) -> bool:
    """Whether tiles lie in a line with two ends, whatever fits there."""
    return layout.kind is LayoutKind.LINE


def kind_of(setup: Setup) -> int | None:
    """What a table is to the kernels; None where they do not know it."""
    layout, shape, rule = setup.layout, setup.shape, setup.touching
    known = Shape(
        one_end=shape.one_end,
        star=shape.star,
        then_doubles=shape.then_doubles,
        spinners=shape.spinners,
        counts_both=shape.counts_both,
        counts_tips=shape.counts_tips,
        must_cover=shape.must_cover,
        starter=shape.starter,
    )
    if lies_in_line(layout):
        if setup.tiles.highest >= MOST_NUMBERS:
            return None
        looked_up = not layout.fits.is_equal or not setup.tracks.isdisjoint({"owed", "last_end"})
        return OTHER_LINE if looked_up else LINE
    if rule != Touching(after_double=rule.after_double):
        return None  # a way here is which half touches, and equal numbers alone are open to it
    if shape != known or shape.spinners not in KNOWN_SPINNERS:
        return None
    if setup.tiles.highest >= NUMBERS or shape.star > MOST_SIDES:
        return None
    return {LayoutKind.ARMS: ARMS, LayoutKind.ONE_END: ONE_END}.get(layout.kind)


def shape_of(setup: Setup) -> tuple[int, ...]:
    """What a book has of a layout, from `SHAPE` on."""
    kind, layout, shape = kind_of(setup), setup.layout, setup.shape
    assert kind is not None, "no kernel searches on such a table"
    sides, of_centre, told_apart = (2, 0, layout.shape.counts_both)
    if layout.kind is LayoutKind.ARMS:
        arms = ArmSides(shape)
        sides, of_centre, told_apart = arms.of_double, arms.of_centre, arms.told_apart
    return (
        kind, shape.star, sides, of_centre, told_apart, shape.spinners is Spinners.FIRST,
        shape.then_doubles, shape.must_cover, shape.counts_tips,
    )  # fmt: skip


def words_of(layout: Layout, state: State) -> tuple[int, int]:
    """The two words of the open ends of a state; of a line the ends themselves."""
    if lies_in_line(layout):
        left, right = state.ends
        return left, right
    halves = doubles = 0
    for end in state.ends:
        number, kind = number_at_end(end), end >> NUMBER_BITS
        if layout.kind is LayoutKind.ONE_END and state.more.doubles:
            kind = DOUBLE + 1
        if kind >= CENTRE:
            doubles |= kind - CENTRE + 1 << CENTRE_AT | number << CENTRE_NUMBER_AT
        elif kind >= DOUBLE:
            doubles |= kind - DOUBLE + 1 << SIDE_BITS * number
        elif kind == AWAITS_DOUBLE:
            doubles |= 1 << AWAITING_AT + number
        else:
            halves += 1 << HALF_BITS * number
    return halves, doubles


@lru_cache(maxsize=1024)
def actions_of(codes: tuple[int, ...], layout: Layout, doubles: int) -> tuple[Action, ...]:
    """The actions of some numbers on a table with this second word; below 0 it is empty."""
    if layout.is_line and max(map(TILE_MASK.__and__, codes), default=0) < NO_PLAY:
        return tuple(map(action_of, codes))
    return tuple([_action(code, layout, doubles) for code in codes])


def code_of(action: Action, state: State, layout: Layout) -> int:
    """The number of an action in a state; `actions_of` is the inverse."""
    if action.kind is Kind.DISCARD:
        return NO_PLAY + action.tile
    if action.kind is not Kind.PLAY or layout.is_line or not state.begun:
        return number_of(action)
    if lies_in_line(layout):
        code = number_of(play(action.tile, action.place))
        low = layout.fits.tiles.tiles[action.tile].low
        way = LEAVES_LOW if action.leaving == low else LEAVES_HIGH
        return code | way if action.leaving >= 0 else code
    end = action.end
    if layout.kind is LayoutKind.ONE_END:
        end = state.ends[0] | (DOUBLE if state.more.doubles else HALF) << NUMBER_BITS
    number, kind = number_at_end(end), end >> NUMBER_BITS
    way = next(index << 1 for index, least in reversed([*enumerate(_KINDS)]) if kind >= least)
    halves = layout.fits.tiles.tiles[action.tile]
    higher = HIGHER if number == halves.high and not halves.is_double else 0
    return action.tile | (way | higher) << WAY_AT


def _action(code: int, layout: Layout, doubles: int) -> Action:
    """The action of a number."""
    tile = code & TILE_MASK
    if tile >= DRAW_NUMBER:
        return action_of(code)
    if tile >= NO_PLAY:
        return discard(tile - NO_PLAY)
    if lies_in_line(layout):
        high, low = layout.fits.tiles.tiles[tile]
        leaving = low if code & LEAVES_LOW else high if code & LEAVES_HIGH else -1
        return play(tile, end_leaving(End.RIGHT if code & ON_RIGHT else End.LEFT, leaving))
    if doubles >= 0 and layout.kind is LayoutKind.ARMS:
        return _in_arms(action_of(code), layout.fits.tiles, doubles)
    return play(tile)


def _in_arms(action: Action, tiles: TileSet, doubles: int) -> Action:
    """A play in place of its way."""
    halves, kind = tiles.tiles[action.tile], _KINDS[action.end >> 1]
    number = halves.high if action.end & HIGHER else halves.low
    if kind == DOUBLE:
        kind += (doubles >> SIDE_BITS * number & SIDE_MASK) - 1
    elif kind == CENTRE:
        kind += (doubles >> CENTRE_AT & CENTRE_MASK) - 1
    return play(action.tile, number | kind << NUMBER_BITS)
