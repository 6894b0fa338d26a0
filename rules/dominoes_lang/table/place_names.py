"""What places are called: by the side of a line, by the tile there, or by the owner of a train."""

from __future__ import annotations

from dominoes_lang.table.arm_ends import AWAITS_DOUBLE, NUMBER_BITS, number_at_end
from dominoes_lang.table.arms import Arms
from dominoes_lang.table.layout import NamedEnd, NoPlace, PlaceNames, Unplaced
from dominoes_lang.table.lines import Lines
from dominoes_lang.table.marks import (
    BY_ORDER,
    BY_OWN_TRAIN,
    BY_SIDE,
    BY_TILE,
    BY_TRAIN,
    Mark,
    Train,
)
from dominoes_lang.table.own_trains import NOT_BEGUN, TRAIN_ENDS, OwnTrains
from dominoes_lang.table.spots import both_ways, ends_of, may_lie, number_at
from dominoes_lang.table.state import (
    NOBODY,
    SEAT_LETTERS,
    Action,
    End,
    State,
    end_leaving,
    leaving_at,
    place_at,
    play,
)
from dominoes_lang.table.tiles import Tile, numbers_in
from dominoes_lang.table.trains import Trains


class SideNames:
    """The ends of a line: left and right; none where it is open at one end."""

    def __init__(self, rules: Lines) -> None:
        self.rules = rules
        self._has_sides = rules.open_sides == len(End)
        self.naming = BY_SIDE if self._has_sides else BY_SIDE._replace(sample="64")

    def place(self, _state: State, end: int) -> Mark | None:
        return End(place_at(end)) if self._has_sides else None

    def mark(self, state: State, action: Action) -> tuple[Mark | None, None]:
        return End(action.place) if self._has_sides and state.ends else None, None

    def ends_at(self, _state: State, mark: Mark) -> tuple[int, ...]:
        assert isinstance(mark, End)
        return (mark,)

    def places_at(self, state: State, tile: int, mark: Mark) -> list[int]:
        if not isinstance(mark, End):
            name = self.rules.fits.tiles.tiles[tile]
            raise NoPlace(Unplaced.BY_SIDE_ALONE, sample=f"{name}l")
        end = min(mark, self.rules.open_sides - 1)
        ways = both_ways(self.rules.fits, tile, [end])
        places = [way for way in ways if may_lie(self.rules, state, play(tile, way))]
        if not places:
            raise NoPlace(Unplaced.UNFIT_AT_SIDE, number=number_at(self.rules, state, end))
        return places

    def words(self, _state: State, end: int) -> str:
        return _leaving(f"on the {End(place_at(end)).word}" if self._has_sides else "", end)

    def named_ends(self, state: State) -> list[NamedEnd]:
        marks = [*End] if self._has_sides else [None]
        return [NamedEnd(number, end, marks[end]) for end, number in enumerate(state.ends)]


class TileNames:
    """The ends of arms: the tile that another is laid against."""

    naming = BY_TILE

    def __init__(self, rules: Arms) -> None:
        self.rules = rules

    def place(self, state: State, end: int) -> Tile | None:
        """The tile at an open end; of ends that are alike the one that was laid first."""
        place = place_at(end)
        if place not in state.ends:
            return None
        return self.rules.fits.tiles.tiles[state.more.at_ends[state.ends.index(place)]]

    def mark(self, state: State, action: Action) -> tuple[Mark | None, int | None]:
        places = {place_at(end) for end in self._every_end(state, action.tile)}
        if len(places) < 2:
            return None, None
        tile = self.place(state, action.end)
        alike = [place for place in places if self.place(state, place) == tile]
        return tile, number_at_end(action.place) if len(alike) > 1 else None

    def _every_end(self, state: State, tile: int) -> list[int]:
        """The ends at which a tile may lie, those included at which no plays are listed."""
        if not state.ends:
            return [End.LEFT]
        return [
            end_leaving(spot.place, way)
            for spot in self.rules.spots(state.ends, state.more, state.mover)
            if spot.fit >> tile & 1
            for way in self.rules.fits.ways(tile, spot.number)
        ]

    def ends_at(self, state: State, mark: Mark) -> tuple[int, ...]:
        pairs = zip(state.ends, state.more.at_ends, strict=True)
        return tuple(end for end, tile in pairs if self.rules.fits.tiles.tiles[tile] == mark)

    def places_at(self, state: State, tile: int, mark: Mark) -> list[int]:
        if not isinstance(mark, Tile):
            most = self.rules.fits.tiles.highest
            raise NoPlace(Unplaced.NOT_BY_SIDE, sample=f"{most}0@{most}{most}")
        ends = self.ends_at(state, mark)
        if not ends:
            raise NoPlace(Unplaced.NO_OPEN_END, mark)
        places = [end for end in self._every_end(state, tile) if place_at(end) in ends]
        if not places:
            raise NoPlace(Unplaced.UNFIT_OR_CLOSED, mark)
        return places

    def words(self, state: State, end: int) -> str:
        tile = self.place(state, end)
        if not state.ends:
            return _leaving("", end)
        where = f"on the {number_at_end(place_at(end))}" if tile is None else f"on {tile.bracketed}"
        return _leaving(where, end)

    def named_ends(self, state: State) -> list[NamedEnd]:
        is_open = {*self.rules.open_ends(state.ends, state.more)}
        return [
            NamedEnd(
                number_at_end(end),
                end,
                self.rules.fits.tiles.tiles[tile],
                sides=self.rules.sides.free(end),
                is_open=end in is_open,
                awaits_double=end >> NUMBER_BITS == AWAITS_DOUBLE,
            )
            for end, tile in zip(state.ends, state.more.at_ends, strict=True)
        ]


class TrainNames:
    """Trains: the player who owns each."""

    naming = BY_TRAIN

    def __init__(self, rules: Trains) -> None:
        self.rules = rules

    def place(self, state: State, end: int) -> Train | None:
        """The train of an end; None for the tile in the middle, which is laid on none."""
        return Train(self.rules.owners[place_at(end)]) if state.ends else None

    def mark(self, state: State, action: Action) -> tuple[Mark | None, None]:
        return self.place(state, action.end), None

    def ends_at(self, _state: State, mark: Mark) -> tuple[int, ...]:
        seats = [mark.seat] if isinstance(mark, Train) else []
        return tuple(place for place, owner in enumerate(self.rules.owners) if owner in seats)

    def places_at(self, state: State, tile: int, mark: Mark) -> list[int]:
        if not isinstance(mark, Train):
            name = self.rules.fits.tiles.tiles[tile]
            raise NoPlace(Unplaced.BY_TRAIN_ALONE, sample=f"{name}@{SEAT_LETTERS[0]}")
        ends = self.ends_at(state, mark)
        if not ends:
            raise NoPlace(Unplaced.NO_PUBLIC_TRAIN if mark.is_public else Unplaced.NO_SUCH_TRAIN)
        places = [end for end in ends_of(self.rules, state, tile) if place_at(end) in ends]
        if not places:
            if ends[0] not in self.rules.open_places(state.ends, state.more, state.mover):
                raise NoPlace(Unplaced.CLOSED_TRAIN, mark)
            number = number_at(self.rules, state, ends[0])
            raise NoPlace(Unplaced.UNFIT_ON_TRAIN, number=number)
        return places

    def words(self, state: State, end: int) -> str:
        train = self.place(state, end)
        return _leaving(train.where if train else "", end)

    def named_ends(self, state: State) -> list[NamedEnd]:
        is_open = self.rules.open_places(state.ends, state.more, state.mover)
        return [
            NamedEnd(number_at_end(end), place, self.place(state, place), is_open=place in is_open)
            for place, end in enumerate(state.ends)
        ]


class OwnTrainNames:
    """Trains of own doubles: the tile that another is laid against, or the player who begins."""

    naming = BY_OWN_TRAIN

    def __init__(self, rules: OwnTrains) -> None:
        self.rules = rules

    def place(self, state: State, end: int) -> Tile | Train | None:
        if not state.ends:
            return None
        against = place_at(end)
        if against in state.more.at_ends:
            return self.rules.fits.tiles.tiles[against]
        return None if state.mover == NOBODY else Train(state.mover)

    def mark(self, state: State, action: Action) -> tuple[Mark | None, None]:
        is_first = not state.ends or action.place == action.tile
        return None if is_first else self.rules.fits.tiles.tiles[action.place], None

    def ends_at(self, state: State, mark: Mark) -> tuple[int, ...]:
        at_ends, tiles = state.more.at_ends, self.rules.fits.tiles
        if isinstance(mark, Train):
            if mark.seat not in self.rules.owners or not state.ends:
                return ()
            if self.rules.begins(state.ends, mark.seat):
                own = state.mover in {mark.seat, NOBODY}
                return tuple(numbers_in(tiles.doubles)) if own else ()
            return at_ends[TRAIN_ENDS * mark.seat :][:TRAIN_ENDS]
        tile = tiles.number.get(mark, NOT_BEGUN) if isinstance(mark, Tile) else NOT_BEGUN
        return (tile,) if tile in at_ends and tile != NOT_BEGUN else ()

    def places_at(self, state: State, tile: int, mark: Mark) -> list[int]:
        if not isinstance(mark, Tile | Train):
            most = self.rules.fits.tiles.highest
            raise NoPlace(Unplaced.BY_TILE_ALONE, sample=f"{most}0@{most}{most}")
        ends = self.ends_at(state, mark)
        if not ends:
            raise NoPlace(Unplaced.NO_OPEN_END, mark)
        alike = {self.rules.listed_at(state, end) for end in ends}
        places = [end for end in ends_of(self.rules, state, tile) if place_at(end) in alike]
        if isinstance(mark, Train) and self.rules.begins(state.ends, mark.seat):
            places = [end for end in places if end == tile]
        if not places:
            raise NoPlace(Unplaced.UNFIT, mark)
        return places

    def words(self, state: State, end: int) -> str:
        mark = self.place(state, end)
        if mark is None:
            return _leaving("", end)
        return _leaving(mark.where if isinstance(mark, Train) else f"on {mark.bracketed}", end)

    def named_ends(self, state: State) -> list[NamedEnd]:
        named = []
        for place, number in enumerate(state.ends):
            pair = state.more.at_ends[place // TRAIN_ENDS * TRAIN_ENDS :][:TRAIN_ENDS]
            alone = pair[0] == pair[1]
            if number != NOT_BEGUN and not (alone and place % TRAIN_ENDS):
                tile = state.more.at_ends[place]
                sides = TRAIN_ENDS if alone else 1
                named.append(NamedEnd(number, tile, self.rules.fits.tiles.tiles[tile], sides))
        return named


class TrickNames:
    """A trick has no places to name."""

    naming = BY_ORDER

    def place(self, _state: State, _end: int) -> Mark | None:
        return None

    def mark(self, _state: State, _action: Action) -> tuple[None, None]:
        return None, None

    def ends_at(self, _state: State, _mark: Mark) -> tuple[int, ...]:
        return ()

    def places_at(self, _state: State, _tile: int, _mark: Mark) -> list[int]:
        raise NoPlace(Unplaced.NO_PLACES, sample=self.naming.sample)

    def words(self, _state: State, _end: int) -> str:
        return ""

    def named_ends(self, _state: State) -> list[NamedEnd]:
        return []


def shown(names: PlaceNames, state: State) -> list[str]:
    """The numbers at the ends that are open to the mover, each once, in words."""
    words = (
        f"[{end.number}|{end.number}]" if end.awaits_double else str(end.number)
        for end in names.named_ends(state)
        if end.is_open
    )
    return list(dict.fromkeys(words))


def _leaving(where: str, end: int) -> str:
    """A place in words, with what a play there leaves open if both halves may be."""
    leaving = leaving_at(end)
    return f"{where} leaving {leaving}".strip() if leaving >= 0 else where
