"""Rows of tiles, which lines, arms and trains are made of, and what follows from any picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from dominoes_lang.table.fits import Fits
from dominoes_lang.table.layout import Halves, LaidTiles, Picture
from dominoes_lang.table.marks import Train
from dominoes_lang.table.spots import after_play, tracks
from dominoes_lang.table.state import (
    NO_TILE,
    NOBODY,
    Action,
    Kind,
    State,
    end_leaving,
    play,
)
from dominoes_lang.table.tiles import Tile

# ------------------------------------------------------------------ one row


def number_of_tile(fits: Fits, halves: tuple[int, int]) -> int:
    """The number of a tile as it lies; `NO_TILE` for one that is not in the set."""
    return fits.tiles.number.get(Tile.of(*halves), NO_TILE)


def broken_at(fits: Fits, row: Halves) -> int | None:
    """The place of the first tile of a row that does not match the one on its left.

    The row may have begun with any of its tiles.
    """
    starts = {*range(len(row))}
    for place, (left, right) in enumerate(pairwise(row), 1):
        if fits.touch(left[1], right[0]):
            continue
        # A wild tile was laid after the one that does not fit it, so the first tile lies there.
        on_left, on_right = (_is_wild(fits, halves) for halves in (left, right))
        starts = {start for start in starts if (on_right if start < place else on_left)}
        if not starts:
            return place
    return None


def _is_wild(fits: Fits, halves: tuple[int, int]) -> bool:
    number = number_of_tile(fits, halves)
    return number != NO_TILE and bool(fits.wild >> number & 1)


def can_be_laid(fits: Fits, row: Halves, begun_at: Iterable[int]) -> bool:
    """Whether the tiles of a row can have been laid one by one, beginning at one of some places.

    What touches may depend on the order: a wild tile fits an open half that does not fit it, and a
    half may wait for its double.
    """
    if fits.is_equal or not row:
        return True
    tiles = [number_of_tile(fits, halves) for halves in row]

    def can_follow(open_half: int, place: int, half: int, laid: int) -> bool:
        tile, (low, high) = tiles[place], sorted(row[place])
        far = high if half == low else low
        fit = fits.at(open_half, fits.closed(laid)) >> tile & 1
        return bool(fit) and far in fits.halves_open(tile, open_half)

    # The parts of the row that can have lain there, by their first and last places.
    parts = {(place, place): 1 << tiles[place] for place in begun_at}
    for _ in row[1:]:
        longer = {}
        for (first, last), laid in parts.items():
            if first and can_follow(row[first][0], first - 1, row[first - 1][1], laid):
                longer[first - 1, last] = laid | 1 << tiles[first - 1]
            behind = last + 1
            if behind < len(row) and can_follow(row[last][1], behind, row[behind][0], laid):
                longer[first, behind] = laid | 1 << tiles[behind]
        parts = longer
    return bool(parts)


def extended_at(
    fits: Fits, row: Halves, tile: int, leaving: int, *, on_left: bool = False
) -> Halves:
    """A row with one more tile at an end; `leaving` as in `Fits.left_open`."""
    far = fits.left_open(tile, row[0][0] if on_left else row[-1][1], leaving)
    near = fits.tiles.tiles[tile].other_half(far)
    return ((far, near), *row) if on_left else (*row, (near, far))


def play_leaving(fits: Fits, tile: int, place: int, number: int, far: int) -> Action:
    """The play against a number that has left a half of its tile open."""
    two = len(fits.ways(tile, number)) > 1
    return play(tile, end_leaving(place, far if two else -1))


def twice_in(order: Sequence[int]) -> int | None:
    """The first tile that is listed twice."""
    return next((tile for tile in order if order.count(tile) > 1), None)


# ------------------------------------------------------------------ all tiles on a table


def laid_by(
    picture: Picture,
    actions: Iterable[Action],
    laid: LaidTiles = LaidTiles(),  # noqa: B008
) -> LaidTiles:
    """The tiles after the plays among some actions, on the empty table or on others."""
    for action in actions:
        if action.kind is Kind.PLAY:
            laid = picture.extended(laid, action.tile, action.end)
    return laid


def lying(starter: int) -> tuple[Action, ...]:
    """The starter as if somebody had laid it, to be put before the plays; nothing without one."""
    return () if starter == NO_TILE else (play(starter),)


def table_of(picture: Picture, laid: LaidTiles) -> State:
    """A state with these tiles on the table, and nothing else of a round."""
    ends, more = picture.ends(laid)
    if "laid" in tracks(picture.rules):
        tiles = (Tile.of(*halves) for halves in laid.tiles())
        more = more._replace(laid=picture.rules.fits.tiles.mask(tiles))
    plays = plays_among(picture, laid)
    return State((), ends, (), NOBODY, NOBODY, 0, plays=plays, more=more)


def opening_place(picture: Picture, actions: Iterable[Action]) -> int:
    """The place in the line that these actions make of the tile that was laid first."""
    plays = [action for action in actions if action.kind is Kind.PLAY]
    fits, line = picture.rules.fits, laid_by(picture, plays).line
    tiles = [number_of_tile(fits, halves) for halves in line]
    # In a game of tricks the first tile is gone once its trick is taken.
    return tiles.index(plays[0].tile) if plays and plays[0].tile in tiles else 0


def train_paths(
    owners: Iterable[int], middle: Halves, trains: Mapping[Train, Halves]
) -> tuple[Halves, ...]:
    """The middle, then a path for each train, which begins with the middle as all paths do."""
    return (middle, *((*middle, *trains.get(Train(owner), ())) for owner in owners))


def path_names(owners: Iterable[int], laid: LaidTiles) -> tuple[str, ...]:
    """What each path is called in a picture: the first one nothing, a train by its owner.

    An arm is called by its double. Trains have owners, and the empty table has trains.
    """
    trains = [Train(owner).name for owner in owners]
    if not trains and not laid.paths:
        return ()
    return ("", *(trains or ["-".join(map(str, path[0])) for path in laid.paths[1:]]))


def plays_among(picture: Picture, laid: LaidTiles) -> int:
    """How many of the tiles on the table somebody has played: all but the starter."""
    return max(0, sum(1 for _ in laid.tiles()) - picture.rules.shape.begun)


def last_plays(picture: Picture, laid: LaidTiles) -> tuple[tuple[Action, LaidTiles], ...]:
    """The plays that may have been the last one, and the tiles before each."""
    return tuple(picture.last_plays(laid)) if plays_among(picture, laid) else ()


def tips_of(picture: Picture, laid: LaidTiles) -> tuple[tuple[int, int], ...]:
    """The tiles that may have been laid last, and how many ends each fitted then."""
    return tuple(
        {
            action.tile: after_play(picture.rules, table_of(picture, rest), action)[1]
            for action, rest in last_plays(picture, laid)
        }.items()
    )
