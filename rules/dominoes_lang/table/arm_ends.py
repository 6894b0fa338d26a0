"""The open ends of tiles in arms: stars, spinners, and doubles that must be covered.

An open end is one number, `number | kind << 5`. `ends` has them sorted, since arms have no names:
two that are alike are one number written twice. A play is at the open end itself, and not at its
place among the others. Kinds of a half are `HALF` and `AWAITS_DOUBLE`; a double with c tiles
against it is `DOUBLE` + c, and the centre of a star or the only spinner `CENTRE` + c.

Where a double counts no more than its free sides and need not be covered first, each of these sides
is as good as an open half. A tile that fits both then has one play, at the half. A record may have
the other, since that decides how the table is drawn.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from dominoes_lang.table.branches import Branches
from dominoes_lang.table.fits import Fits
from dominoes_lang.table.layout import Ends, NamedEnd, NoPlace
from dominoes_lang.table.marks import BY_TILE, Mark
from dominoes_lang.table.shape import Shape, Spinners
from dominoes_lang.table.state import (
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

NUMBER_BITS = 5
HALF, AWAITS_DOUBLE, DOUBLE, CENTRE = 0, 1, 2, 16
SIDES_OF_A_SPINNER = 4
MAX_KEPT = 50_000
"""Answers on sets of open ends that are kept, of each kind of question."""

_Effect: TypeAlias = tuple[Ends, int, int, tuple[int, ...]]


class _Fitting(NamedTuple):
    """The tiles that fit some open ends."""

    mask: int
    apart: tuple[tuple[int, int], ...]
    """Each end once, with the tiles that fit it."""
    listed: tuple[tuple[int, int], ...]
    """Those of them at which plays are listed."""


class _Kept(dict[Any, Any]):
    """Answers that are kept, and begun again where there are too many."""

    def __setitem__(self, key: object, value: object) -> None:
        if len(self) >= MAX_KEPT:
            self.clear()
        super().__setitem__(key, value)


class ArmEnds(Branches):
    """The open ends of a table on which doubles have more sides, or come first."""

    naming = BY_TILE

    def __init__(self, fits: Fits, shape: Shape) -> None:
        super().__init__(fits, shape)
        every = shape.spinners is Spinners.ALL
        self._sides = SIDES_OF_A_SPINNER if every else len(End)
        self._sides_of_centre = shape.star or SIDES_OF_A_SPINNER
        self._told_apart = every or shape.must_cover or shape.counts_both
        self._has_centre = bool(shape.star) or shape.spinners is Spinners.FIRST
        self._open: dict[tuple[Ends, int], Ends] = _Kept()
        self._fitting: dict[object, _Fitting] = _Kept()
        self._waits = fits.rule.after_double
        self._effects: dict[tuple[object, ...], _Effect] = _Kept()

    @property
    def sides_of_doubles(self) -> tuple[int, int, bool]:
        """The sides of a double and of the centre; whether a double's end is more than a half."""
        return self._sides, self._sides_of_centre, self._told_apart

    def counts_of(self, ends: Iterable[int]) -> list[tuple[int, int, bool]]:
        """Of open ends the free sides, the halves that count, and whether these are like halves."""
        return [(self._free(end), self._halves(end), self._is_like_halves(end)) for end in ends]

    # ------------------------------------------------------------------ one open end

    def _free(self, end: int) -> int:
        """How many tiles may still be laid against an open end."""
        kind = end >> NUMBER_BITS
        if kind >= CENTRE:
            return self._sides_of_centre - kind + CENTRE
        return self._sides - kind + DOUBLE if kind >= DOUBLE else 1

    def _halves(self, end: int) -> int:
        """How many halves an open end counts."""
        kind = end >> NUMBER_BITS
        if kind < DOUBLE or not self.counts_both:
            return self._free(end)
        covered = kind - CENTRE if kind >= CENTRE else kind - DOUBLE
        return 2 if covered < 2 else self._free(end) * self.shape.counts_tips

    def _is_like_halves(self, end: int) -> bool:
        """Whether each free side of an open end is as good as an open half, however play goes on.

        An open half is, unless it awaits its double.
        """
        if self.shape.must_cover or end >> NUMBER_BITS == AWAITS_DOUBLE:
            return False
        later = (end + (covered << NUMBER_BITS) for covered in range(self._free(end)))
        return all(self._halves(one) == self._free(one) for one in later)

    def _listed_at(self, end: int, is_open: Ends) -> int:
        """Of some open ends the one at which a play at an end is listed."""
        if not self._is_like_halves(end):
            return end
        number = number_at_end(end)
        alike = (one for one in is_open if number_at_end(one) == number)
        return next(filter(self._is_like_halves, alike), end)

    def _fit(self, end: int, closed: int = 0) -> int:
        """The tiles that fit an open end; `closed` are numbers that take only their double."""
        number, kind = number_at_end(end), end >> NUMBER_BITS
        fits = self.fits.at(number, closed)
        if kind != AWAITS_DOUBLE:
            return fits
        return self.fits.own_double[number] or fits & self.fits.tiles.doubles

    def ends_for(self, tile: int) -> list[int]:
        kinds = [HALF, *(DOUBLE + covered for covered in range(self._sides))]
        if self.shape.then_doubles:
            kinds.append(AWAITS_DOUBLE)
        if self._has_centre:
            kinds += [CENTRE + covered for covered in range(self._sides_of_centre)]
        numbers = range(self.fits.tiles.highest + 1)
        every = (number | kind << NUMBER_BITS for kind in kinds for number in numbers)
        places = sorted({End.LEFT, *(end for end in every if self._fit(end) >> tile & 1)})
        return self._both_ways(places, tile)

    # ------------------------------------------------------------------ what is open

    def open_at(self, ends: Ends, more: More, seat: int) -> Ends:  # noqa: ARG002 (the same to all)
        key = ends, more.laid if self.shape.must_cover else 0
        found = self._open.get(key)
        if found is None:
            found = self._open[key] = self._in_turn(*key)
        return found

    def _in_turn(self, ends: Ends, laid: int) -> Ends:
        """Those of the open ends at which a tile may be laid now, by the tiles on the table."""
        # Ends are sorted by kind: halves, those that wait, doubles, the centre.
        if self.shape.star and ends and ends[-1] >> NUMBER_BITS >= CENTRE:
            return ends[-1:]
        doubles = bisect_left(ends, DOUBLE << NUMBER_BITS)
        if self.shape.then_doubles:
            waiting = ends[bisect_left(ends, AWAITS_DOUBLE << NUMBER_BITS) : doubles]
            if waiting:
                return waiting
        if self.shape.must_cover and doubles < len(ends):
            by_number = self.fits.by_number
            feet = [end for end in ends[doubles:] if by_number[number_at_end(end)] & ~laid]
            return tuple(feet) or ends
        return ends

    def mask_at(self, ends: Ends, more: More, seat: int) -> int:
        return self._fitting_at(self.open_at(ends, more, seat), more).mask

    def _fitting_at(self, ends: Ends, more: More) -> _Fitting:
        """The tiles that fit some ends that are open now."""
        return self._fitting_of(ends, self.fits.closed(more.laid) if self._waits else 0)

    def _fitting_of(self, ends: Ends, closed: int) -> _Fitting:
        """The same, given the numbers that take only their double."""
        key = (ends, closed) if closed else ends
        found = self._fitting.get(key)
        if found is None:
            apart = tuple((end, self._fit(end, closed)) for end in dict.fromkeys(ends))
            mask = 0 if ends else self.fits.tiles.all
            for _, fit in apart:
                mask |= fit
            listed = tuple(pair for pair in apart if self._listed_at(pair[0], ends) == pair[0])
            found = self._fitting[key] = _Fitting(mask, apart, listed)
        return found

    def may_lie(self, state: State, action: Action) -> bool:
        return action.end in self._every_place(state, action.tile)

    def places(self, state: State, tile: int) -> list[int]:
        if not state.ends:
            return [End.LEFT]
        ends = self.open_to(state, state.mover)
        return self._places_among(self._fitting_at(ends, state.more).listed, tile)

    def _every_place(self, state: State, tile: int) -> list[int]:
        """The ends at which a tile may lie, those included at which no plays are listed."""
        if not state.ends:
            return [End.LEFT]
        ends = self.open_to(state, state.mover)
        return self._places_among(self._fitting_at(ends, state.more).apart, tile)

    def _places_among(self, fitting: Iterable[tuple[int, int]], tile: int) -> list[int]:
        return [
            end_leaving(end, way)
            for end, fit in fitting
            if fit >> tile & 1
            for way in self.fits.ways(tile, number_at_end(end))
        ]

    def as_listed(self, state: State, action: Action) -> Action:
        if not state.ends or action.kind is not Kind.PLAY:
            return action
        end = self._listed_at(action.place, self.open_to(state, state.mover))
        return play(action.tile, end_leaving(end, action.leaving))

    def same_place(self, state: State, end: int, other: int) -> bool:
        one, two = (self.as_listed(state, play(0, at)) for at in (end, other))
        return one == two

    def plays_at(self, ends: Ends, more: More, seat: int, hand: int) -> list[Action]:
        if not ends:
            return [play(tile) for tile in numbers_in(hand)]
        mask, _, listed = self._fitting_at(self.open_at(ends, more, seat), more)
        if not self.fits.two_ways:
            return [
                play(tile, end)
                for tile in numbers_in(hand & mask)
                for end, fit in listed
                if fit >> tile & 1
            ]
        return [
            play(tile, end_leaving(end, way))
            for tile in numbers_in(hand & mask)
            for end, fit in listed
            if fit >> tile & 1
            for way in self.fits.ways(tile, number_at_end(end))
        ]

    def numbers(self, state: State) -> tuple[int, ...]:
        return tuple(number_at_end(end) for end in state.ends for _ in range(self._free(end)))

    def number_of(self, open_end: int) -> int:
        return number_at_end(open_end)

    def number_at(self, state: State, end: int) -> int:  # noqa: ARG002 (an end is its number)
        return number_at_end(end)

    def place_among(self, state: State, end: int) -> int:
        place = place_at(end)
        return state.ends.index(place) if place in state.ends else 0

    def shown(self, state: State) -> list[str]:
        ends = self.open_to(state, state.mover)
        words = (
            f"[{number_at_end(end)}|{number_at_end(end)}]"
            if end >> NUMBER_BITS == AWAITS_DOUBLE
            else str(number_at_end(end))
            for end in ends
        )
        return list(dict.fromkeys(words))

    def named_ends(self, state: State) -> list[NamedEnd]:
        is_open = {*self.open_to(state, state.mover)}
        return [
            NamedEnd(
                number_at_end(end),
                end,
                self.fits.tiles.tiles[tile],
                sides=self._free(end),
                is_open=end in is_open,
                awaits_double=end >> NUMBER_BITS == AWAITS_DOUBLE,
            )
            for end, tile in zip(state.ends, state.more.at_ends, strict=True)
        ]

    def _where(self, state: State, place: int) -> str:
        tile = self.place(state, place)
        if not state.ends:
            return ""
        return f"on {tile.bracketed}" if tile is not None else f"on the {number_at_end(place)}"

    def mark(self, state: State, action: Action) -> Mark | None:
        places = {place_at(end) for end in self._every_place(state, action.tile)}
        return None if len(places) < 2 else self.place(state, action.end)

    def half_named(self, state: State, action: Action) -> int | None:
        places = {place_at(end) for end in self._every_place(state, action.tile)}
        if len(places) < 2:
            return None
        tile = self.place(state, action.end)
        alike = [place for place in places if self.place(state, place) == tile]
        return number_at_end(action.place) if len(alike) > 1 else None

    def place(self, state: State, end: int) -> Tile | None:
        """The tile at an open end; of ends that are alike the one that was laid first."""
        place = place_at(end)
        if place not in state.ends:
            return None
        return self.fits.tiles.tiles[state.more.at_ends[state.ends.index(place)]]

    def ends_at(self, state: State, mark: Mark) -> tuple[int, ...]:
        pairs = zip(state.ends, state.more.at_ends, strict=True)
        return tuple(end for end, at in pairs if self.fits.tiles.tiles[at] == mark)

    def places_at(self, state: State, tile: int, mark: Mark) -> list[int]:
        if not isinstance(mark, Tile):
            most = self.fits.tiles.highest
            raise NoPlace(
                "this table has no left and right end; write the tile that it is laid against, "
                f"as in {most}0@{most}{most}"
            )
        ends = self.ends_at(state, mark)
        if not ends:
            raise NoPlace(f"there is no open end at {mark}")
        places = [end for end in self._every_place(state, tile) if place_at(end) in ends]
        if not places:
            raise NoPlace(f"it does not fit at {mark}, or that end is not open yet")
        return places

    # ------------------------------------------------------------------ what counts

    def counted_ends(self, state: State) -> Iterable[tuple[int, int]]:
        return [(number_at_end(end), self._halves(end)) for end in state.ends]

    @property
    def most_ends(self) -> int:
        """A tile covers one open end, and only a double with several free sides opens more."""
        first = self._sides_of_centre if self._has_centre else self._sides
        doubles = self.fits.tiles.doubles.bit_count() if self._sides > len(End) else 0
        return max(len(End), first) + (self._sides - len(End)) * doubles

    @property
    def most_pips(self) -> int:
        doubled = 2 if self.counts_both else 1
        return self.fits.tiles.highest * self.most_ends * doubled

    @property
    def most_ends_alike(self) -> int:
        return min(self.most_ends, self._most_tips + self._most_sides)

    @property
    def most_halves_alike(self) -> int:
        return self._most_tips + (2 if self.counts_both else self._most_sides)

    @cached_property
    def _most_tips(self) -> int:
        """The most tiles with one number, its double left aside."""
        singles = self.fits.tiles.all & ~self.fits.tiles.doubles
        return max((mask & singles).bit_count() for mask in self.fits.tiles.bearing)

    @property
    def _most_sides(self) -> int:
        """The most free sides of one double."""
        return max(self._sides, self._sides_of_centre if self._has_centre else 0)

    # ------------------------------------------------------------------ what a play leaves

    def effect(
        self, before: Ends, more: More, seat: int, action: Action
    ) -> tuple[Ends, int, dict[str, Any]]:
        tile, end = action.tile, action.end
        no_double = not more.laid & self.fits.tiles.doubles
        closed = self.fits.closed(more.laid) if self._waits else 0
        key = (before, tile, end, no_double, self.open_at(before, more, seat), closed)
        found = self._effects.get(key)
        if found is None:
            found = self._effects[key] = self._effect(*key)
        ends, fitted, left_open, sources = found
        at_ends = tuple([tile if place < 0 else more.at_ends[place] for place in sources])
        laid = more.laid | 1 << tile
        return (
            ends,
            fitted,
            {"left_open": left_open, "doubles": 0, "laid": laid, "at_ends": at_ends},
        )

    def _effect(
        self, before: Ends, tile: int, end: int, no_double: bool, open_now: Ends, closed: int
    ) -> _Effect:
        """What a play leaves, and for each end the place that its tile had; -1 for the new one.

        no_double: whether there is none on the table, where that counts.
        closed: the numbers that take only their double.
        """
        at = place_at(end)
        ends, sources = [*before], [*range(len(before))]
        fitted = 0
        if ends:
            for one, fit in self._fitting_of(open_now, closed).apart:
                if fit >> tile & 1:
                    fitted += self._free(one) * open_now.count(one)
            place = ends.index(at)
            del ends[place], sources[place]
            if self._free(at) > 1:
                _insert(ends, at + (1 << NUMBER_BITS), sources, place)
            opened = [self._opened(tile, end, no_double=no_double)]
        else:
            opened = self._opened_first(tile)
        for one in opened:
            _insert(ends, one, sources, -1)
        return tuple(ends), fitted, number_at_end(opened[0]), tuple(sources)

    def _opened_first(self, tile: int) -> list[int]:
        """The open ends of a tile that lies alone."""
        halves = self.fits.tiles.tiles[tile]
        if not halves.is_double:
            return [*halves]
        return [halves.high | (CENTRE if self._has_centre else DOUBLE) << NUMBER_BITS]

    def _opened(self, tile: int, end: int, *, no_double: bool) -> int:
        """The end that a tile opens behind the one that it is laid at."""
        tiles = self.fits.tiles
        number = self.fits.left_open(tile, number_at_end(end), leaving_at(end))
        if not tiles.doubles >> tile & 1:
            waits = self.shape.then_doubles and place_at(end) >> NUMBER_BITS >= CENTRE
            return number | (AWAITS_DOUBLE if waits else HALF) << NUMBER_BITS
        if self.shape.spinners is Spinners.FIRST and no_double:
            return number | CENTRE + 1 << NUMBER_BITS
        return number | (DOUBLE + 1 if self._told_apart else HALF) << NUMBER_BITS


def number_at_end(end: int) -> int:
    """The number of an open end."""
    return end & (1 << NUMBER_BITS) - 1


def _insert(ends: list[int], end: int, sources: list[int], source: int) -> None:
    """Add an open end behind those that are alike, and where its tile comes from."""
    place = bisect_right(ends, end)
    ends.insert(place, end)
    sources.insert(place, source)
