"""The open ends of a line, and the effect of a play on them: the single owner of that rule.

`Ends` are the numbers at the open ends, left before right; there are none before the first tile.
Where doubles count both halves, `doubles` says at which ends one lies: 1 left, 2 right, and 4 for
a double that lies alone, whose halves are the two ends. Nobody else looks inside, so that another
layout can keep other ends: `tests/promises/test_layout_owner.py` holds that, and names the few
places, such as generated functions and kernels, that have a line written out for speed.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise, product
from typing import NamedTuple, TypeAlias

from dominoes_lang.table.fits import Fits
from dominoes_lang.table.state import NOBODY, Action, End, Kind, More, State, play
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
    """A line with two open ends, of the tiles of one set. Tiles are numbers of the set.

    counts_both: whether a double at an end counts both halves.
    """

    def __init__(self, fits: Fits, *, counts_both: bool = False) -> None:
        self.fits = fits
        self.counts_both = counts_both

    @property
    def is_line(self) -> bool:
        """Whether it is this line and nothing made from it.

        Whatever has a line written out asks this, and refuses every other layout.
        """
        return type(self) is Layout

    # ------------------------------------------------------------------ what is open

    def open_to(self, state: State, seat: int) -> Ends:  # noqa: ARG002 (of a line both are)
        """The ends at which a seat may lay a tile; none on the empty table."""
        return state.ends

    def open_mask(self, state: State, seat: int) -> int:
        """The tiles that fit an end that is open to a seat; on the empty table all."""
        return self.fitting[self.open_to(state, seat)]

    def may_lie(self, state: State, action: Action) -> bool:
        """Whether the tile of a play fits the end that it is laid at."""
        return self._fits_at(state.ends, action.tile, action.end)

    def _fits_at(self, ends: Ends, tile: int, end: int) -> bool:
        return bool(self.fits.by_number[ends[end]] >> tile & 1)

    def places(self, state: State, tile: int) -> list[int]:
        """The ends at which the mover may lay a tile; of equal ends only the first."""
        return self._places(self.open_to(state, state.mover), tile, state.more.doubles)

    def _places(self, ends: Ends, tile: int, doubles: int = 0) -> list[int]:
        if not ends:
            return [End.LEFT]
        every = not _is_one_place(ends, doubles)
        return [
            end
            for end, number in enumerate(ends)
            if self._fits_at(ends, tile, end) and (every or number not in ends[:end])
        ]

    def numbers(self, state: State) -> tuple[int, ...]:
        """The number at each open end."""
        return state.ends

    def number_at(self, state: State, end: int) -> int:
        """The number at one open end."""
        return state.ends[end]

    def shown(self, state: State) -> list[str]:
        """The numbers at the open ends, each once, in words."""
        return [str(number) for number in dict.fromkeys(self.numbers(state))]

    def words(self, action: Action) -> str:
        """Where a play lies: `on the left`."""
        return f"on the {End(action.end).word}"

    # ------------------------------------------------------------------ what counts

    def pips(self, state: State) -> int:
        """`pips on ends`."""
        return pips_on(state.ends, state.more.doubles)

    def halves_like_it(self, state: State) -> int:
        """`halves like it`: of the number that the most recent tile left open."""
        return halves_like(state.more.left_open, state.ends, state.more.doubles)

    def most_alike(self, state: State) -> int:
        """`ends alike`: the largest number of ends that show the same number."""
        return max((state.ends.count(number) for number in state.ends), default=0)

    @property
    def most_pips(self) -> int:
        """The most that `pips on ends` can be."""
        return MOST_ENDS * self.fits.tiles.highest * (1 + self.counts_both)

    # ------------------------------------------------------------------ what a play leaves

    def lay(self, ends: Ends, tile: int, end: int) -> tuple[Ends, int]:
        """The ends that are open after a play, and how many ends the tile fitted before it."""
        if not ends:
            return tuple(self.fits.tiles.tiles[tile]), 0
        after = list(ends)
        after[end] = self.fits.left_open(tile, ends[end])
        return tuple(after), sum(self._fits_at(ends, tile, place) for place in range(len(ends)))

    def after(self, state: State, action: Action) -> tuple[Ends, int, int, int]:
        """What a play leaves: the ends, how many it fitted, the number left open, the doubles."""
        first = not state.ends
        ends, fitted = self.lay(state.ends, action.tile, action.end)
        return (
            ends,
            fitted,
            ends[End.LEFT if first else action.end],
            self.doubles_after(state.more.doubles, action.tile, action.end, first=first),
        )

    def doubles_after(self, doubles: int, tile: int, end: int, *, first: bool) -> int:
        """The ends at which doubles lie after a play."""
        double = self.fits.tiles.doubles >> tile & 1
        if first:
            return ALONE * double
        other = 1 << 1 - end
        return (other if doubles == ALONE else doubles & other) | double << end

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
            for end in self._places(ends, tile)
        )

    # ------------------------------------------------------------------ what is the same

    def same_place(self, state: State, end: int, other: int) -> bool:
        """Whether it makes no difference at which of two ends a tile is laid."""
        return end == other or _is_one_place(state.ends, state.more.doubles)

    def as_listed(self, state: State, action: Action) -> Action:
        """The action as the legal ones are listed: of equal ends a play is at the left one."""
        if action.kind is Kind.PLAY and _is_one_place(state.ends, state.more.doubles):
            return play(action.tile)
        return action

    def listed_next(self, state: State, action: Action, *, turned: bool) -> tuple[Action, bool]:
        """The next action of a record as the legal ones are listed, and whether the line is turned.

        A play at the right one of equal ends is listed at the left one. Played there the line lies
        the other way round, so the ends of what follows are swapped until that happens again.
        `state` has the line of the actions listed so far.
        """
        if turned and action.kind is Kind.PLAY:
            action = play(action.tile, 1 - action.end)
        listed = self.as_listed(state, action)
        # The first tile lies neither way round.
        return listed, turned ^ (bool(state.ends) and listed != action)

    def mirrored(self, at_ends: Ends) -> Ends:
        """Something of each open end, where the line is read from the other side."""
        return at_ends[::-1]

    def key(self, ends: Ends) -> Ends:
        """The same for ends of a line that are worth the same: the lower number first."""
        return ends if len(ends) < MOST_ENDS or ends[0] <= ends[1] else ends[::-1]

    # ------------------------------------------------------------------ the tiles as they lie

    def extended(self, line: Halves, tile: int, end: int) -> Halves:
        """The line with one more tile, turned so that it fits."""
        ends = _ends_of(line)
        after, _ = self.lay(ends, tile, end)
        if not ends:
            return ((after[0], after[1]),)
        if end == End.LEFT:
            return ((after[end], ends[end]), *line)
        return (*line, (ends[end], after[end]))

    def place_of(self, line: Halves, end: int) -> int:
        """The place in the extended line of the tile that is laid at an end."""
        return 0 if end == End.LEFT else len(line)

    def line_of(self, actions: Iterable[Action], line: Halves = ()) -> Halves:
        """The line that the plays among some actions make, on the empty table or on a line."""
        for action in actions:
            if action.kind is Kind.PLAY:
                line = self.extended(line, action.tile, action.end)
        return line

    def opening_place(self, actions: Iterable[Action]) -> int:
        """The place in `line_of` these actions of the tile that was laid first."""
        ends = [action.end for action in actions if action.kind is Kind.PLAY]
        return ends[1:].count(End.LEFT)

    def table(self, line: Halves) -> State:
        """A state with this line on the table, and nothing else of a round."""
        doubles = _doubles_of(line) if self.counts_both else 0
        more = More(doubles=doubles)
        return State((), _ends_of(line), (), NOBODY, NOBODY, 0, plays=len(line), more=more)

    def last_plays(self, line: Halves) -> tuple[tuple[Action, Halves], ...]:
        """The plays that may have been the last one on a line, and the line before each."""
        ways = ((End.LEFT, line[0], line[1:]), (End.RIGHT, line[-1], line[:-1]))
        number = self.fits.tiles.number
        return tuple((play(number[Tile.of(*tip)], end), rest) for end, tip, rest in ways)

    def tips_of(self, line: Halves) -> tuple[tuple[int, int], ...]:
        """The tiles of a line that may have been laid last, and how many ends each fitted then."""
        plays = self.last_plays(line)
        return tuple(
            {
                one.tile: self.lay(_ends_of(rest), one.tile, one.end)[1] for one, rest in plays
            }.items()
        )

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


def _ends_of(line: Halves) -> Ends:
    """The open ends of a line."""
    return (line[0][0], line[-1][1]) if line else ()


def _doubles_of(line: Halves) -> int:
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


def _is_one_place(ends: Ends, doubles: int) -> bool:
    """Whether all ends are alike; not where a double at one of two counts twice."""
    return len(set(ends)) < MOST_ENDS and doubles in {0, ALONE}
