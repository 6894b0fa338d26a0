"""What a layout is: the questions that it answers, in four parts, and the values that it answers.

`TableRules` say what may be laid and what a play leaves, `Picture` how the tiles lie, `PlaceNames`
what the places are called, and `Sameness` which plays are the same. No part is made from a part of
another layout: `setup/shapes.py` puts them together. What follows from the rules of any layout is
in `spots.py`, and what follows from any picture in `rows.py`.

`Ends` are the numbers at the open ends, and there are none before the first tile. No code but the
parts of a layout depends on their form: `tests/promises/test_layout_owner.py` checks that, and
names the few places, such as generated functions and kernels, that have a line written out for
speed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple, Protocol, TypeAlias

from dominoes_lang.table.fits import Fits
from dominoes_lang.table.marks import Mark, Naming
from dominoes_lang.table.shape import BRANCHING, LayoutKind, Shape, Where
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

Ends: TypeAlias = tuple[int, ...]
Halves: TypeAlias = tuple[tuple[int, int], ...]
"""A row of tiles: the halves of each as it lies, left before right."""
Effect: TypeAlias = tuple[Ends, int, dict[str, Any]]
"""What a play leaves: the ends, how many the tile fitted before it, and fields of `More`."""


class At(NamedTuple):
    """What a step that names places reads of a state, which has all of it."""

    ends: Ends
    more: More
    mover: int
    plays: int
    last_tile: int


class Spot(NamedTuple):
    """An open end at which a seat may lay a tile."""

    place: int
    """As in `Action.place`."""
    number: int
    fit: int
    """The tiles that fit there."""
    sides: int = 1
    """How many tiles it takes; 0 where a tile begins a row of its own and fits no end."""
    listed: bool = True
    """Whether plays are listed there, and not at an end that is the same."""


class Bounds(NamedTuple):
    """The most that there can be on a table, for intervals."""

    open_ends: int
    pips: int
    """`pips on ends`."""
    ends_alike: int
    """`ends alike`, and `ends it fitted`."""
    halves_alike: int
    """`halves like it`."""


class LaidTiles(NamedTuple):
    """The tiles on the table as they lie, in paths.

    The first path is read from left to right. Each further one begins with the double that it
    branches from, which an earlier path has as well; where the first is empty, it stands alone.
    """

    paths: tuple[Halves, ...] = ()
    order: tuple[int, ...] = ()
    """The tiles by number in the order in which they were laid, where the layout asks for it."""
    open_trains: tuple[int, ...] = ()
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


class Unplaced(Enum):
    """Why a tile can't be laid at a mark."""

    NOT_BY_SIDE = "this table has no left and no right end"
    BY_TILE_ALONE = "the tile is named that it is laid against"
    BY_SIDE_ALONE = "a line has a left and a right end"
    BY_TRAIN_ALONE = "this table has trains"
    NO_OPEN_END = "no open end is there"
    NO_PUBLIC_TRAIN = "no train is public"
    NO_SUCH_TRAIN = "no train is that of such a seat"
    CLOSED_TRAIN = "the train is not open to whose turn it is"
    UNFIT_AT_SIDE = "it does not fit at that side of the line"
    UNFIT_OR_CLOSED = "it does not fit there, or that end is not open yet"
    UNFIT_ON_TRAIN = "it does not fit the number at the end of the train"
    UNFIT = "it does not fit there"
    NO_PLACES = "a trick has no places: its tiles lie in the order of play"


class NoPlace(Exception):
    """A mark at which a tile can't be laid."""

    def __init__(
        self, why: Unplaced, mark: Mark | None = None, *, number: int = 0, sample: str = ""
    ) -> None:
        """`number`: that at the end; `sample`: a play as it should be written."""
        super().__init__(why, mark, number, sample)
        self.why, self.mark, self.number, self.sample = why, mark, number, sample


class Misplaced(Exception):
    """Tiles that can't lie as they are written."""

    def __init__(self, message: str, path: int, place: int) -> None:
        super().__init__(message)
        self.path = path
        self.place = place


class TableRules(Protocol):
    """What may be laid, and what a play leaves. `spots.py` has what follows from it."""

    @property
    def fits(self) -> Fits: ...
    @property
    def shape(self) -> Shape: ...
    @property
    def most(self) -> Bounds: ...

    def spots(self, ends: Ends, more: More, seat: int, /) -> Sequence[Spot]:
        """The ends that are open to a seat, in order; none on the empty table.

        To `NOBODY`, who reads a record, those of every seat are.
        """

    def spots_where(self, where: Where, at: At | State, /) -> Sequence[Spot]:
        """The ends open to the mover at which a step lays tiles."""

    def mask(self, ends: Ends, more: More, seat: int, /) -> int:
        """The tiles that fit one of these spots; on the empty table all."""

    def effect(self, ends: Ends, more: More, seat: int, action: Action, /) -> Effect:
        """What a play of a seat leaves."""

    def passed(self, ends: Ends, seat: int, is_open: bool, /) -> Ends:
        """The ends once a seat has passed; if not `is_open`, as they certainly were before."""

    def all_places(self, tile: int, /) -> Iterable[int]:
        """Every place at which a play of a tile can ever be, in order."""

    def counted(self, ends: Ends, more: More, /) -> Iterable[tuple[int, int]]:
        """The number at each open end, and how many halves it counts."""

    def numbers(self, ends: Ends, /) -> tuple[int, ...]:
        """The number at each open end, once for each tile that may be laid there."""

    def number_at(self, ends: Ends, more: More, place: int, /) -> int:
        """The number at one place."""

    def index(self, ends: Ends, more: More, place: int, /) -> int:
        """Which of all open ends a place is; 0 if it is none."""


class Picture(Protocol):
    """How the tiles lie. `rows.py` has what follows from it."""

    @property
    def rules(self) -> TableRules: ...

    def laid(self, paths: Sequence[Halves], spinner: int | None = None, /) -> LaidTiles:
        """The tiles on the table that are written as paths.

        spinner: the double that opens more arms than others, where it is named. Raises `Misplaced`.
        """

    def broken_at(self, row: Halves, /) -> int | None:
        """The place of the first tile of a path that does not match the one on its left."""

    def extended(self, laid: LaidTiles, tile: int, end: int, /) -> LaidTiles:
        """The tiles with one more, turned so that it fits."""

    def ends(self, laid: LaidTiles, /) -> tuple[Ends, More]:
        """The open ends of these tiles, and what is tracked of the tiles there."""

    def last_plays(self, laid: LaidTiles, /) -> Iterable[tuple[Action, LaidTiles]]:
        """The plays that may have been the last one, and the tiles before each, of one at least."""

    def with_open(self, laid: LaidTiles, ends: Ends, at_ends: Ends = (), /) -> LaidTiles:
        """The same tiles with what they alone do not show: which trains these ends have open.

        at_ends: the tiles there, which show whose each train is.
        """

    def as_written(self, laid: LaidTiles, /) -> LaidTiles:
        """The same tiles in the order that their paths show, which is all that a snapshot keeps."""


class PlaceNames(Protocol):
    """What the places are called."""

    @property
    def naming(self) -> Naming: ...

    def place(self, state: State, end: int, /) -> Mark | None:
        """What the place of a play is called; None if there is only one."""

    def mark(self, state: State, action: Action, /) -> tuple[Mark | None, int | None]:
        """What a record writes behind the tile of a play: the place, and a half of the tile there.

        None for a place that need not be named, and for a half where the tile has one open end.
        """

    def ends_at(self, state: State, mark: Mark, /) -> tuple[int, ...]:
        """The places with a mark of this layout, open or not."""

    def places_at(self, state: State, tile: int, mark: Mark, /) -> list[int]:
        """The ends of plays of a tile that a mark may mean; at least one. Raises `NoPlace`."""

    def words(self, state: State, end: int, /) -> str:
        """Where a play at an end lies: `on the left`; empty if there is only one place."""

    def named_ends(self, state: State, /) -> list[NamedEnd]:
        """All open ends as a picture lists them."""


class Sameness(NamedTuple):
    """Which plays are the same."""

    listed_at: Callable[[State, int], int]
    """The place at which a play at a place is listed, in a state."""
    mirror: bool = False
    """Whether the table can be read from the other side, as a line can."""

    def as_listed(self, state: State, action: Action) -> Action:
        """The action as the legal ones are listed: of equal ends a play is at one of them."""
        if action.kind is not Kind.PLAY:
            return action
        return play(action.tile, end_leaving(self.listed_at(state, action.place), action.leaving))

    def same_place(self, state: State, end: int, other: int) -> bool:
        """Whether it makes no difference at which of two ends a tile is laid."""
        here, there = (self.listed_at(state, place_at(at)) for at in (end, other))
        return here == there and leaving_at(end) == leaving_at(other)

    def has_like_ends(self, state: State) -> bool:
        """Whether there are two open ends, and it makes no difference at which a tile is laid."""
        return self.mirror and state.begun and self.same_place(state, *End)

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
        return listed, turned ^ (self.mirror and state.begun and listed != action)

    def mirrored(self, values: tuple[int, ...]) -> tuple[int, ...]:
        """A value for each open end, if the table is read from the other side."""
        return values[::-1] if self.mirror else values

    def key(self, ends: Ends) -> Ends:
        """A key that equivalent ends share: of a line the lower number comes first."""
        return ends[::-1] if self.mirror and ends and ends[0] > ends[-1] else ends


@dataclass(frozen=True, eq=False)
class Layout:
    """How tiles lie in one game, for the tiles of one set. Tiles are numbers of the set."""

    kind: LayoutKind
    rules: TableRules
    picture: Picture
    names: PlaceNames
    same: Sameness
    owners: tuple[int, ...] = ()
    """The seat that each path behind the first belongs to, or nobody; none but on trains."""
    open_to_all: bool = True
    """Whether the same ends are open to every seat."""
    notes_passes: bool = False
    """Whether a pass changes what is open."""

    @property
    def fits(self) -> Fits:
        return self.rules.fits

    @property
    def shape(self) -> Shape:
        return self.rules.shape

    @property
    def branches(self) -> bool:
        """Whether there may be more than two open ends."""
        return self.kind in BRANCHING

    @property
    def is_line(self) -> bool:
        """Whether it is a line of equal numbers that is begun by a play.

        Whatever has a line written out asks this, and refuses every other layout, or asks its
        parts instead.
        """
        return self.kind is LayoutKind.LINE and self.fits.is_equal and not self.shape.begun
