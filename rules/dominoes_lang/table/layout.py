"""The open ends of a line, and the effect of a play on them: the single owner of that rule.

Other layouts, in `arms.py`, `one_end.py` and `trains.py`, are made from this one.

`Ends` are the numbers at the open ends, left before right; there are none before the first tile.
Where doubles count both halves, `doubles` says at which ends one lies: 1 left, 2 right, and 4 for
a double that lies alone, whose halves are the two ends. No other code depends on their form, so
another layout can have other ends: `tests/promises/test_layout_owner.py` checks that, and names the
few places, such as generated functions and kernels, that have a line written out for speed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise, product
from typing import Any, NamedTuple, TypeAlias

from dominoes_lang.table.fits import Fits
from dominoes_lang.table.marks import BY_SIDE, Mark
from dominoes_lang.table.shape import LINE, Shape, Where
from dominoes_lang.table.state import (
    NO_TILE,
    NOBODY,
    NOTHING_MORE,
    Action,
    End,
    Kind,
    More,
    State,
    end_leaving,
    leaving_at,
    place_at,
    play,
)
from dominoes_lang.table.tiles import Tile, numbers_in

Ends: TypeAlias = tuple[int, ...]
Halves: TypeAlias = tuple[tuple[int, int], ...]
"""A line: the halves of each tile as it lies, left before right."""

ALONE = 4
"""A double that is the only tile on the table, among the values of `doubles`."""


class Laid(NamedTuple):
    """A play and the ends that it leaves."""

    tile: int
    end: int
    ends: Ends
    fitted: int
    """How many ends the tile fitted before it was laid."""


class LaidTiles(NamedTuple):
    """The tiles on the table as they lie, in paths.

    The first path is read from left to right. Each further one begins with the double that it
    branches from, which an earlier path has as well; where the first is empty, it stands alone.
    """

    paths: tuple[Halves, ...] = ()
    order: tuple[int, ...] = ()
    """The tiles by number in the order in which they were laid, where the layout asks for it."""
    is_open: tuple[int, ...] = ()
    """The seats whose trains are open to everyone."""

    @property
    def line(self) -> Halves:
        """The first path; empty on the empty table."""
        return self.paths[0] if self.paths else ()

    def tiles(self) -> Iterator[tuple[int, int]]:
        """The halves of each tile, once."""
        for number, path in enumerate(self.paths):
            yield from path[number > 0 and bool(self.line) :]


class NamedEnd(NamedTuple):
    """Open ends with the same name."""

    number: int
    end: int = 0
    """The end of a play there."""
    mark: Mark | None = None
    """What the place is called; None if there is only one."""
    sides: int = 1
    """How many tiles may be laid there; more than one on a double."""
    is_open: bool = True
    """Whether the mover may lay a tile there now."""
    awaits_double: bool = False
    """Whether only the double of the number may be laid there."""


class NoPlace(Exception):
    """A mark at which a tile can't be laid; the message follows the play and a colon."""


class Misplaced(Exception):
    """Tiles that can't lie as they are written."""

    def __init__(self, message: str, path: int, place: int) -> None:
        super().__init__(message)
        self.path = path
        self.place = place


class Layout:
    """A line with two open ends, of the tiles of one set. Tiles are numbers of the set."""

    branches = False
    """Whether more than two tiles may lie against one."""
    open_to_all = True
    """Whether the same ends are open to every seat."""
    notes_passes = False
    """Whether a pass changes what is open."""
    naming = BY_SIDE
    """How places are named."""
    owners: tuple[int, ...] = ()
    """The seat that each path behind the first belongs to, or nobody; none but on trains."""

    def __init__(self, fits: Fits, shape: Shape = LINE) -> None:
        self.fits = fits
        self.shape = shape
        self.counts_both = shape.counts_both

    @property
    def most_ends(self) -> int:
        """The most open ends that there can be."""
        return len(End)

    @property
    def is_line(self) -> bool:
        """Whether it is this line of equal numbers, begun by a play, and nothing made from it.

        Whatever has a line written out asks this, and refuses every other layout.
        """
        return type(self) is Layout and not self.shape.begun and self.fits.is_equal

    @property
    def tracks(self) -> frozenset[str]:
        """The fields of `More` that the layout itself asks for."""
        return self.shape.tracks | self.fits.rule.tracks

    # ------------------------------------------------------------------ what is open

    def open_to(self, state: State, seat: int) -> Ends:
        """The ends at which a seat may lay a tile; none on the empty table."""
        return self.open_at(state.ends, state.more, seat)

    def open_at(self, ends: Ends, more: More, seat: int) -> Ends:  # noqa: ARG002 (of a line all are)
        """The same, given the ends and what else the rules read."""
        return ends

    def open_mask(self, state: State, seat: int) -> int:
        """The tiles that fit an end that is open to a seat; on the empty table all."""
        return self.mask_at(state.ends, state.more, seat)

    def mask_at(self, ends: Ends, more: More, seat: int) -> int:
        """The same, given the ends and what else the rules read."""
        is_open, closed = self.open_at(ends, more, seat), self.fits.closed(more.laid)
        return self.fits.mask(is_open, closed) if closed else self.fitting[is_open]

    def ends_for(self, tile: int) -> list[int]:
        """Every end at which a play of a tile can ever be, in order."""
        return self._both_ways(range(self.most_ends), tile)

    def _both_ways(self, places: Iterable[int], tile: int) -> list[int]:
        """The ends of plays of a tile at some places, either half left open where both may be."""
        numbers = range(self.fits.tiles.highest + 1)
        ways = sorted({-1, *(way for number in numbers for way in self.fits.ways(tile, number))})
        return [end_leaving(place, way) for place in places for way in ways]

    def may_lie(self, state: State, action: Action) -> bool:
        """Whether the tile of a play fits the end that it is laid at."""
        place, closed = action.place, self.fits.closed(state.more.laid)
        there = place < len(state.ends)
        return (
            there
            and self._fits_at(state.ends, action.tile, place, closed)
            and action.leaving in self.fits.ways(action.tile, state.ends[place])
        )

    def _fits_at(self, ends: Ends, tile: int, place: int, closed: int = 0) -> bool:
        return bool(self.fits.at(ends[place], closed) >> tile & 1)

    def places(self, state: State, tile: int) -> list[int]:
        """The ends at which the mover may lay a tile; of equal ends only the listed one."""
        return self._places(self.open_to(state, state.mover), tile, state.more)

    def plays_of(self, state: State, hand: int) -> list[Action]:
        """The plays of tiles that the mover holds, by tile."""
        return self.plays_at(state.ends, state.more, state.mover, hand)

    def plays_at(self, ends: Ends, more: More, seat: int, hand: int) -> list[Action]:
        """The plays of tiles that a seat holds, given the ends and what else the rules read."""
        is_open = self.open_at(ends, more, seat)
        return [
            play(tile, end)
            for tile in numbers_in(hand & self.mask_at(ends, more, seat))
            for end in self._places(is_open, tile, more)
        ]

    def left_by_last(self, ends: Ends, more: More, plays: int, last_tile: int) -> list[int]:
        """The open ends that the most recent tile left; if it lies alone, all of them.

        If both show its number, it does not matter which, unless doubles count both halves.
        """
        every = [*range(len(ends))]
        if plays + self.shape.begun < 2 or len(ends) < 2 or _is_one_place(ends, more.doubles):
            return every
        showing = [end for end in every if ends[end] == more.left_open]
        if len(showing) < 2:
            return showing
        double = self.fits.tiles.doubles >> last_tile & 1
        return [end for end in every if more.doubles >> end & 1 == double]

    def places_of(
        self,
        where: Where,
        ends: Ends,
        more: More,
        seat: int,  # noqa: ARG002 (of a line all ends are everyone's)
        plays: int,
        last_tile: int,
    ) -> list[int]:
        """The places at which a step lays tiles, given the ends and what else the rules read."""
        return self.left_by_last(ends, more, plays, last_tile) if where is Where.LAST else []

    def mask_of(
        self, where: Where, ends: Ends, more: More, seat: int, plays: int, last_tile: int
    ) -> int:
        """The tiles that fit one of these places."""
        there = self.places_of(where, ends, more, seat, plays, last_tile)
        closed = self.fits.closed(more.laid)
        return self.fits.mask(tuple(ends[end] for end in there), closed) if there else 0

    def plays_among_places(
        self, where: Where, ends: Ends, more: More, seat: int, plays: int, last_tile: int, hand: int
    ) -> list[Action]:
        """The plays of a hand at these places."""
        there = self.places_of(where, ends, more, seat, plays, last_tile)
        return [one for one in self.plays_at(ends, more, seat, hand) if one.place in there]

    def plays_at_each(self, ends: Ends, more: More, hand: int) -> list[Action]:
        """The plays of a hand after which another of its tiles fits the other end of the line."""
        plays = self.plays_at(ends, more, NOBODY, hand) if len(ends) == len(End) else []
        return [
            one
            for one in plays
            if hand
            & ~(1 << one.tile)
            & self.fits.at(ends[1 - one.place], self.fits.closed(more.laid | 1 << one.tile))
        ]

    def masks_at_each(self, ends: Ends, more: More) -> list[int]:
        """For each open end the tiles that fit it."""
        closed = self.fits.closed(more.laid)
        return [self.fits.at(number, closed) for number in ends]

    def plays_owed(self, ends: Ends, more: More, hand: int) -> list[Action]:
        """The plays of a hand at the end at which a second tile must follow."""
        return [one for one in self.plays_at(ends, more, NOBODY, hand) if one.place == more.owed]

    def _places(self, ends: Ends, tile: int, more: More = NOTHING_MORE) -> list[int]:
        if not ends:
            return [End.LEFT]
        closed = self.fits.closed(more.laid)
        alike = _is_one_place(ends, more.doubles)
        return [
            end_leaving(place, way)
            for place in ((_listed_alike(more),) if alike else range(len(ends)))
            if self._fits_at(ends, tile, place, closed)
            for way in self.fits.ways(tile, ends[place])
        ]

    def numbers(self, state: State) -> tuple[int, ...]:
        """The number at each open end."""
        return state.ends

    def number_of(self, open_end: int) -> int:
        """The number of one of `open_to`."""
        return open_end

    def number_at(self, state: State, end: int) -> int:
        """The number at one open end."""
        return state.ends[place_at(end)]

    def left_open(self, state: State, action: Action) -> int:
        """The number that a play leaves open."""
        return self.fits.left_open(action.tile, self.number_at(state, action.end), action.leaving)

    def unmarked(self, state: State, tile: int) -> list[int]:
        """The ends that a play without a mark may mean."""
        return self.places(state, tile)

    def place_among(self, state: State, end: int) -> int:  # noqa: ARG002 (of a line it is that)
        """The place of an end among all."""
        return place_at(end)

    def shown(self, state: State) -> list[str]:
        """The numbers at the open ends, each once, in words."""
        return [str(number) for number in dict.fromkeys(self.numbers(state))]

    def named_ends(self, state: State) -> list[NamedEnd]:
        """All open ends as a picture lists them."""
        return [NamedEnd(number, end, End(end)) for end, number in enumerate(state.ends)]

    def words(self, state: State, end: int) -> str:
        """Where a play at an end lies: `on the left`, and what it leaves open if both may be."""
        where, leaving = self._where(state, place_at(end)), leaving_at(end)
        return f"{where} leaving {leaving}".strip() if leaving >= 0 else where

    def _where(self, state: State, place: int) -> str:  # noqa: ARG002 (of a line it has a name)
        return f"on the {End(place).word}"

    def place(self, state: State, end: int) -> Mark | None:  # noqa: ARG002
        """What the place of a play is called; None if there is only one."""
        return End(place_at(end))

    def mark(self, state: State, action: Action) -> Mark | None:
        """What a record writes behind the tile of a play: its end; nothing for the first tile."""
        return End(action.place) if state.ends else None

    def half_named(self, state: State, action: Action) -> int | None:  # noqa: ARG002
        """The half of the tile in `mark` that a play touches, where that has to be named."""
        return None

    def ends_at(self, state: State, mark: Mark) -> tuple[int, ...]:  # noqa: ARG002
        """The ends of plays with a mark of this layout, open or not."""
        assert isinstance(mark, End)
        return (mark,)

    def places_at(self, state: State, tile: int, mark: Mark) -> list[int]:
        """The ends of plays of a tile that a mark may mean; at least one. Raises `NoPlace`."""
        if not isinstance(mark, End):
            name = self.fits.tiles.tiles[tile]
            raise NoPlace(f"a line has a left and a right end; write {name}l")
        end = min(mark, self.most_ends - 1)
        ways = self._both_ways([end], tile)
        places = [one for one in ways if self.may_lie(state, play(tile, one))]
        if not places:
            raise NoPlace(f"it does not fit the {self.number_at(state, end)} at that end")
        return places

    # ------------------------------------------------------------------ what counts

    def pips(self, state: State) -> int:
        """`pips on ends`."""
        return pips_on(state.ends, state.more.doubles)

    def halves_like_it(self, state: State) -> int:
        """`halves like it`: of the number that the most recent tile left open."""
        return halves_like(state.more.left_open, state.ends, state.more.doubles)

    def most_alike(self, state: State) -> int:
        """`ends alike`: the largest number of ends that show the same number."""
        numbers = self.numbers(state)
        return max(map(numbers.count, numbers), default=0)

    @property
    def most_pips(self) -> int:
        """The most that `pips on ends` can be."""
        return self.most_ends * self.fits.tiles.highest * (1 + self.counts_both)

    @property
    def most_ends_alike(self) -> int:
        """The most that `ends alike` and `ends it fitted` can be."""
        return self.most_ends

    @property
    def most_halves_alike(self) -> int:
        """The most that `halves like it` can be."""
        return 2 * self.most_ends

    # ------------------------------------------------------------------ what a play leaves

    def lay(self, ends: Ends, tile: int, end: int, closed: int = 0) -> tuple[Ends, int]:
        """The ends that are open after a play, and how many ends the tile fitted before it."""
        if not ends:
            return tuple(self.fits.tiles.tiles[tile]), 0
        after, place = list(ends), place_at(end)
        after[place] = self.fits.left_open(tile, ends[place], leaving_at(end))
        fitted = sum(self._fits_at(ends, tile, one, closed) for one in range(len(ends)))
        return tuple(after), fitted

    def opened_by(self, tile: int) -> list[int]:
        """The numbers that a tile leaves open on the empty table, in order."""
        ends, _, _ = self.effect((), More(), 0, play(tile))
        return sorted(map(self.number_of, ends))

    def after(self, state: State, action: Action) -> tuple[Ends, int, dict[str, Any]]:
        """What a play leaves: the ends, how many it fitted, and fields of `More`."""
        return self.effect(state.ends, state.more, state.mover, action)

    def after_pass(self, ends: Ends, seat: int) -> Ends:  # noqa: ARG002
        """What a pass leaves open; the same ends unless the layout notes passes."""
        return ends

    def before_passes(self, ends: Ends, seats: Iterable[int]) -> Ends:  # noqa: ARG002
        """What was certainly open before these seats passed, of what is open now."""
        return ends

    def effect(
        self,
        before: Ends,
        more: More,
        seat: int,  # noqa: ARG002 (of a line it is the same)
        action: Action,
    ) -> tuple[Ends, int, dict[str, Any]]:
        """What a play of a seat leaves, given the ends and what else the rules read."""
        first, place = not before, action.place
        ends, fitted = self.lay(before, action.tile, action.end, self.fits.closed(more.laid))
        doubles = self.doubles_after(more.doubles, action.tile, place, first=first)
        left_open = ends[End.LEFT if first else place]
        laid = more.laid | 1 << action.tile
        return ends, fitted, {
            "left_open": left_open, "doubles": doubles, "laid": laid, "last_end": place
        }  # fmt: skip

    def next_table(self, table: State, action: Action) -> State:
        """The state of a table, with nothing else of a round, after a play."""
        ends, fitted, new = self.after(table, action)
        more = table.more._replace(**{name: new[name] for name in self.tracks})
        return table._replace(ends=ends, fitted=fitted, plays=table.plays + 1, more=more)

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
        return {
            ends: self.fits.mask(ends) for ends in [(), *product(numbers, repeat=self.most_ends)]
        }

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

    def has_like_ends(self, state: State) -> bool:
        """Whether there are two open ends, and it makes no difference at which a tile is laid."""
        return len(state.ends) > 1 and _is_one_place(state.ends, state.more.doubles)

    def same_place(self, state: State, end: int, other: int) -> bool:
        """Whether it makes no difference at which of two ends a tile is laid."""
        if not _is_one_place(state.ends, state.more.doubles):
            return end == other
        return leaving_at(end) == leaving_at(other)

    def as_listed(self, state: State, action: Action) -> Action:
        """The action as the legal ones are listed: of equal ends a play is at one of them."""
        if action.kind is Kind.PLAY and _is_one_place(state.ends, state.more.doubles):
            return play(action.tile, end_leaving(_listed_alike(state.more), action.leaving))
        return action

    def listed_next(self, state: State, action: Action, *, turned: bool) -> tuple[Action, bool]:
        """The next action of a record as the legal ones are listed, and whether the line is turned.

        A play at one of equal ends may be listed at the other. Played there the line lies the other
        way round, so the ends of what follows are swapped until that happens again.
        `state` has the line of the actions listed so far.
        """
        if turned and action.kind is Kind.PLAY:
            action = play(action.tile, end_leaving(1 - action.place, action.leaving))
        listed = self.as_listed(state, action)
        # The first tile lies neither way round.
        return listed, turned ^ (bool(state.ends) and listed != action)

    def mirrored(self, at_ends: Ends) -> Ends:
        """A value for each open end, if the line is read from the other side."""
        return at_ends[::-1]

    def key(self, ends: Ends) -> Ends:
        """A key that equivalent ends of a line share: the lower number comes first."""
        return ends if len(ends) < len(End) or ends[0] <= ends[1] else ends[::-1]

    # ------------------------------------------------------------------ the tiles as they lie

    def laid(self, paths: Sequence[Halves], spinner: int | None = None) -> LaidTiles:  # noqa: ARG002
        """The tiles on the table that are written as paths.

        spinner: the double that opens more arms than others, where it is named. Raises `Misplaced`.
        """
        for path in paths[1:]:
            raise Misplaced("a line has no arms", paths.index(path), 0)
        for line in paths:
            place = self.broken_at(line)
            if place is not None:
                raise Misplaced("the halves don't match", 0, place)
            if not self._can_be_laid(line):
                raise Misplaced("no order of play leads to this line", 0, len(line) - 1)
        return LaidTiles(tuple(paths))

    def _can_be_laid(self, line: Halves) -> bool:
        """Whether the tiles of a line can have been laid one by one, beginning with one of them.

        What touches may depend on the order: a wild tile fits an open half that does not fit it,
        and a half may wait for its double.
        """
        if self.fits.is_equal or not line:
            return True
        number = self.fits.tiles.number
        tiles = [number[Tile.of(*halves)] for halves in line]

        def fits(open_half: int, place: int, half: int, laid: int) -> bool:
            tile, (low, high) = tiles[place], sorted(line[place])
            closed = self.fits.closed(laid)
            far = high if half == low else low
            at = self.fits.at(open_half, closed) >> tile & 1
            return bool(at) and far in self.fits.halves_open(tile, open_half)

        # The parts of the line that can have lain there, by their first and last places.
        parts = {(place, place): 1 << tiles[place] for place in self._begun_at(line)}
        for _ in line[1:]:
            longer = {}
            for (first, last), laid in parts.items():
                if first and fits(line[first][0], first - 1, line[first - 1][1], laid):
                    longer[first - 1, last] = laid | 1 << tiles[first - 1]
                after = last + 1
                if after < len(line) and fits(line[last][1], after, line[after][0], laid):
                    longer[first, after] = laid | 1 << tiles[after]
            parts = longer
        return bool(parts)

    def spinners(self, laid: LaidTiles) -> tuple[int, ...]:  # noqa: ARG002 (a line has none)
        """The doubles that may be the spinner, by number; more than one where it must be named."""
        return ()

    def spinner_of(self, starter: int) -> int | None:  # noqa: ARG002 (a line has none)
        """The tile that a round begins from, where it is the spinner; otherwise None."""
        return None

    def sides_of(self, laid: LaidTiles, tile: Tile) -> int:  # noqa: ARG002
        """How many tiles may lie against one."""
        return len(End)

    def spinner_to_name(self, laid: LaidTiles) -> int | None:  # noqa: ARG002
        """The spinner by number, where the tiles as they lie do not show which one it is."""
        return None

    def path_names(self, laid: LaidTiles) -> tuple[str, ...]:
        """What each path is called in a picture: an arm by its double, the first one by nothing."""
        return tuple(
            "-".join(map(str, path[0])) if number else "" for number, path in enumerate(laid.paths)
        )

    def with_open(self, laid: LaidTiles, ends: Ends, at_ends: Ends = ()) -> LaidTiles:  # noqa: ARG002
        """The same tiles with what they alone do not show: which trains these ends have open.

        at_ends: the tiles there, which show whose each train is.
        """
        return laid

    def as_written(self, laid: LaidTiles) -> LaidTiles:
        """The same tiles in the order that their paths show, which is all that a snapshot keeps."""
        return laid

    def extended(self, laid: LaidTiles, tile: int, end: int) -> LaidTiles:
        """The tiles with one more, turned so that it fits."""
        line = laid.line
        ends = self._ends_of(line)
        after, _ = self.lay(ends, tile, end)
        if not ends:
            return LaidTiles((((after[0], after[1]),),))
        far = after[place_at(end)]
        near = self.fits.tiles.tiles[tile].other_half(far)
        if place_at(end) == End.LEFT:
            return LaidTiles((((far, near), *line),))
        return LaidTiles(((*line, (near, far)),))

    def place_of(self, line: Halves, end: int) -> int:
        """The place in the extended line of the tile that is laid at an end."""
        return 0 if place_at(end) == End.LEFT else len(line)

    def begun_by(self, starter: int) -> State:
        """The table before the first turn; empty if there is no starter."""
        return self.table(self.laid_by(lying(starter)))

    def laid_by(self, actions: Iterable[Action], laid: LaidTiles = LaidTiles()) -> LaidTiles:  # noqa: B008
        """The tiles after the plays among some actions, on the empty table or on others."""
        for action in actions:
            if action.kind is Kind.PLAY:
                laid = self.extended(laid, action.tile, action.end)
        return laid

    def opening_place(self, actions: Iterable[Action]) -> int:
        """The place in the line that these actions make of the tile that was laid first."""
        ends = [action.place for action in actions if action.kind is Kind.PLAY]
        return ends[1:].count(End.LEFT)

    def table(self, laid: LaidTiles) -> State:
        """A state with these tiles on the table, and nothing else of a round."""
        line = laid.line
        doubles = self._doubles_of(line) if self.counts_both else 0
        more = More(doubles=doubles, laid=self.laid_mask(laid) if "laid" in self.tracks else 0)
        plays = self.plays_among(laid)
        return State((), self._ends_of(line), (), NOBODY, NOBODY, 0, plays=plays, more=more)

    def laid_mask(self, laid: LaidTiles) -> int:
        """The tiles on the table as a mask."""
        return self.fits.tiles.mask(Tile.of(*halves) for halves in laid.tiles())

    def plays_among(self, laid: LaidTiles) -> int:
        """How many of the tiles on the table somebody has played: all but the starter."""
        return max(0, sum(1 for _ in laid.tiles()) - self.shape.begun)

    def last_plays(self, laid: LaidTiles) -> tuple[tuple[Action, LaidTiles], ...]:
        """The plays that may have been the last one, and the tiles before each."""
        line = laid.line
        if not self.plays_among(laid):
            return ()
        ways = ((End.LEFT, line[0], line[1:]), (End.RIGHT, line[-1], line[:-1]))
        found = []
        for end, tip, rest in ways:
            laid_before = LaidTiles((rest,) if rest else ())
            action = self._play_of(tip[end], tip, self._ends_of(rest), end)
            if self.fits.is_equal or not rest or (
                self._can_be_laid(rest) and self.may_lie(self.table(laid_before), action)
            ):  # fmt: skip
                found.append((action, laid_before))
        return tuple(found)

    def _begun_at(self, line: Halves) -> range:
        """The places of the tiles from which a line may have grown."""
        return range(len(line))

    def _play_of(self, far: int, halves: tuple[int, int], ends: Ends, place: int) -> Action:
        """The play at one of some open ends that has left a half of its tile open."""
        tile = self.fits.tiles.number[Tile.of(*halves)]
        if not ends:
            return play(tile, place)
        two = len(self.fits.ways(tile, ends[place])) > 1
        return play(tile, end_leaving(place, far if two else -1))

    def tips_of(self, laid: LaidTiles) -> tuple[tuple[int, int], ...]:
        """The tiles that may have been laid last, and how many ends each fitted then."""
        return tuple(
            {
                action.tile: self.after(self.table(rest), action)[1]
                for action, rest in self.last_plays(laid)
            }.items()
        )

    def broken_at(self, line: Halves) -> int | None:
        """The place of the first tile of a path that does not match the one on its left."""
        starts = {*range(len(line))}
        for place, (left, right) in enumerate(pairwise(line), 1):
            if self.fits.touch(left[1], right[0]):
                continue
            # A wild tile was laid after the one that does not fit it, so the first tile lies there.
            on_left, on_right = (self._is_wild(halves) for halves in (left, right))
            starts = {one for one in starts if (on_right if one < place else on_left)}
            if not starts:
                return place
        return None

    def _is_wild(self, halves: tuple[int, int]) -> bool:
        number = self.fits.tiles.number.get(Tile.of(*halves), NO_TILE)
        return number != NO_TILE and bool(self.fits.wild >> number & 1)

    def _ends_of(self, line: Halves) -> Ends:
        """The open ends of a line."""
        return (line[0][0], line[-1][1]) if line else ()

    def _doubles_of(self, line: Halves) -> int:
        """The ends of a line at which a double lies."""
        if len(line) == 1:
            return ALONE * (line[0][0] == line[0][1])
        return sum(
            (line[place][0] == line[place][1]) << end for end, place in ((0, 0), (1, -1)) if line
        )


class _Plays(dict[Ends, tuple[Laid, ...]]):
    """The cached answers of `Layout.plays_on`; empty in a copy or a pickle."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    def __missing__(self, ends: Ends) -> tuple[Laid, ...]:
        found = self[ends] = self.layout.plays_on(ends)
        return found

    def __reduce__(self) -> tuple[type[_Plays], tuple[Layout]]:
        return _Plays, (self.layout,)


def lying(starter: int) -> tuple[Action, ...]:
    """The starter as if somebody had laid it, to be put before the plays; nothing without one."""
    return () if starter == NO_TILE else (play(starter),)


def pips_on(ends: Ends, doubles: int = 0) -> int:
    """`pips on ends`."""
    return sum(ends) + sum(number for end, number in enumerate(ends) if doubles >> end & 1)


def halves_like(number: int, ends: Ends, doubles: int = 0) -> int:
    """How many halves at the ends show a number."""
    return sum(1 + (doubles >> end & 1) for end, one in enumerate(ends) if one == number)


def _is_one_place(ends: Ends, doubles: int) -> bool:
    """Whether all ends are alike, and no double at one of two counts twice."""
    return len(set(ends)) < len(End) and doubles in {0, ALONE}


def _listed_alike(more: More) -> int:
    """Of ends that are alike the one at which plays are listed.

    A line grows at the end that the rules ask for, though nobody could tell it from the other.
    """
    return next((end for end in (more.owed, more.last_end) if end >= 0), End.LEFT)
