"""The open ends of a line, and the effect of a play on them: the single owner of that rule.

`Ends` are the numbers at the open ends, left before right; there are none before the first tile.
Where doubles count both halves, `doubles` says at which ends one lies: 1 left, 2 right, and 4 for
a double that lies alone, whose halves are the two ends.
Generated functions and kernels have `Layout.lay` written out for speed, in `codegen/generate.py`
and `search/native/`; tests compare them with the interpreter, which uses this.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise, product
from typing import NamedTuple, TypeAlias

from dominoes_lang.table.fits import Fits
from dominoes_lang.table.state import Action, End, Kind, play
from dominoes_lang.table.tiles import Tile, numbers_in

Ends: TypeAlias = tuple[int, ...]
Halves: TypeAlias = tuple[tuple[int, int], ...]
"""A line: the halves of each tile as it lies, left before right."""

MOST_ENDS = len(End)
ALONE = 4
"""A double that is the only tile on the table, among the values of `doubles`."""


class Laid(NamedTuple):
    """A play and the ends that it leaves."""

    tile: int
    end: int
    ends: Ends
    fitted: int
    """How many ends the tile fitted before it was laid."""


class Layout:
    """A line with two open ends, of the tiles of one set. Tiles are numbers of the set."""

    def __init__(self, fits: Fits) -> None:
        self.fits = fits

    def may_lie(self, ends: Ends, tile: int, end: int) -> bool:
        """Whether a tile fits an end, which there must be."""
        return bool(self.fits.by_number[ends[end]] >> tile & 1)

    def places(self, ends: Ends, tile: int, doubles: int = 0) -> list[int]:
        """The ends that a tile may be laid at; of equal ends only the first."""
        every = not one_place(ends, doubles)
        if not ends:
            return [End.LEFT]
        return [
            end
            for end, number in enumerate(ends)
            if self.may_lie(ends, tile, end) and (every or number not in ends[:end])
        ]

    def lay(self, ends: Ends, tile: int, end: int) -> tuple[Ends, int]:
        """The ends that are open after a play, and how many ends the tile fitted before it."""
        if not ends:
            return tuple(self.fits.tiles.tiles[tile]), 0
        after = list(ends)
        after[end] = self.fits.left_open(tile, ends[end])
        return tuple(after), sum(self.may_lie(ends, tile, place) for place in range(len(ends)))

    @cached_property
    def fitting(self) -> dict[Ends, int]:
        """The tiles that fit, for any ends that may be open; for frequent callers."""
        numbers = range(self.fits.tiles.highest + 1)
        return {ends: self.fits.mask(ends) for ends in [(), *product(numbers, repeat=MOST_ENDS)]}

    @cached_property
    def plays(self) -> _Plays:
        """For open ends every play of any tile, by tile, left before right; fills itself."""
        return _Plays(self)

    def plays_on(self, ends: Ends) -> tuple[Laid, ...]:
        """Every play of any tile, by tile, left before right."""
        return tuple(
            Laid(tile, end, *self.lay(ends, tile, end))
            for tile in numbers_in(self.fits.mask(ends))
            for end in self.places(ends, tile)
        )

    @property
    def most_pips(self) -> int:
        """The most pips that can be open, where no double counts twice."""
        return MOST_ENDS * self.fits.tiles.highest

    def doubles_after(self, doubles: int, tile: int, end: int, *, first: bool) -> int:
        """The ends at which doubles lie after a play."""
        double = self.fits.tiles.doubles >> tile & 1
        if first:
            return 4 * double
        other = 1 << 1 - end
        return (other if doubles == ALONE else doubles & other) | double << end

    def extended(self, line: Halves, tile: int, end: int) -> Halves:
        """The line with one more tile, turned so that it fits."""
        ends = ends_of(line)
        after, _ = self.lay(ends, tile, end)
        if not ends:
            return ((after[0], after[1]),)
        if end == End.LEFT:
            return ((after[end], ends[end]), *line)
        return (*line, (ends[end], after[end]))

    def line_of(self, actions: Iterable[Action], line: Halves = ()) -> Halves:
        """The line that the plays among some actions make, on the empty table or on a line."""
        for action in actions:
            if action.kind is Kind.PLAY:
                line = self.extended(line, action.tile, action.end)
        return line

    def tips_of(self, line: Halves) -> tuple[tuple[int, int], ...]:
        """The tiles of a line that may have been laid last, and how many ends each fitted then."""
        found = {}
        for tip, rest in ((line[0], line[1:]), (line[-1], line[:-1])):
            tile = self.fits.tiles.number[Tile.of(*tip)]
            found[tile] = self.lay(ends_of(rest), tile, End.LEFT)[1]
        return tuple(found.items())

    def broken_at(self, line: Halves) -> int | None:
        """The place of the first tile that does not match the one on its left."""
        for place, (left, right) in enumerate(pairwise(line), 1):
            if not self.fits.touch(left[1], right[0]):
                return place
        return None


class _Plays(dict[Ends, tuple[Laid, ...]]):
    """The cached answers of `Layout.plays_on`; empty in a copy or a pickle."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    def __missing__(self, ends: Ends) -> tuple[Laid, ...]:
        found = self[ends] = self.layout.plays_on(ends)
        return found

    def __reduce__(self) -> tuple[type[_Plays], tuple[Layout]]:
        return _Plays, (self.layout,)


def ends_of(line: Halves) -> Ends:
    """The open ends of a line."""
    return (line[0][0], line[-1][1]) if line else ()


def doubles_of(line: Halves) -> int:
    """The ends of a line at which a double lies."""
    if len(line) == 1:
        return ALONE * (line[0][0] == line[0][1])
    return sum(
        (line[place][0] == line[place][1]) << end for end, place in ((0, 0), (1, -1)) if line
    )


def pips_on(ends: Ends, doubles: int = 0) -> int:
    """`pips on ends`."""
    return sum(ends) + sum(number for end, number in enumerate(ends) if doubles >> end & 1)


def halves_like(number: int, ends: Ends, doubles: int = 0) -> int:
    """How many halves at the ends show a number."""
    return sum(1 + (doubles >> end & 1) for end, one in enumerate(ends) if one == number)


def most_alike(ends: Ends) -> int:
    """`ends alike`: the largest number of ends that show the same number."""
    return max((ends.count(number) for number in ends), default=0)


def one_place(ends: Ends, doubles: int = 0) -> bool:
    """Whether it makes no difference at which end a tile is laid.

    It does where a double at one of two ends alike counts twice.
    """
    return len(set(ends)) < 2 and doubles in {0, ALONE}


def as_listed(action: Action, ends: Ends, doubles: int = 0) -> Action:
    """The action as the legal ones are listed: of equal ends a play is at the left one."""
    if action.kind is Kind.PLAY and one_place(ends, doubles):
        return play(action.tile, End.LEFT)
    return action


def listed_next(
    action: Action, ends: Ends, doubles: int = 0, *, turned: bool
) -> tuple[Action, bool]:
    """The next action of a record as the legal ones are listed, and whether the line is turned now.

    A play at the right one of equal ends is listed at the left one. Played there the line lies the
    other way round, so the ends of what follows are swapped until that happens again. `ends` and
    `doubles` are those of the line of the actions listed so far.
    """
    if turned and action.kind is Kind.PLAY:
        action = play(action.tile, End(1 - action.end))
    listed = as_listed(action, ends, doubles)
    # The first tile lies neither way round.
    return listed, turned ^ (bool(ends) and listed != action)


def folded(ends: Ends) -> Ends:
    """The ends of a line read from either side, the lower number first."""
    return ends if len(ends) < 2 or ends[0] <= ends[1] else ends[::-1]


def shown(ends: Ends) -> str:
    """The numbers at the open ends, each once, in words: `6-1`."""
    return "-".join(str(number) for number in dict.fromkeys(ends))
