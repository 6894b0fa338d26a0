"""Where a tile is laid, as pages and prompts tell it: at an end, at another tile, on a train."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dominoes_lang.sheet.message import Part, SheetMessage, Verbatim
from dominoes_lang.table.marks import Mark, Train, tile_words
from dominoes_lang.table.state import End
from dominoes_lang.table.tiles import Tile

# By the two ends of a line.
_ENDS = "left-end", "right-end"
_ON_ENDS = "on-left-end", "on-right-end"
_AT_ENDS = "at-left-end", "at-right-end"


def tile_told(tile: Tile) -> Verbatim:
    """A tile as people call it, which is the same in every language."""
    return Verbatim(tile_words(tile))


def place_told(mark: Mark | None, names: Mapping[str, str]) -> SheetMessage:
    """A place in a few words: `left`, `at 6-4`, `on Ana's train`; `play` for the only one.

    names: those of players, by the letter of their seat.
    """
    if mark is None:
        return SheetMessage("only-place")
    if isinstance(mark, End):
        return SheetMessage(_ENDS[mark])
    if isinstance(mark, Tile):
        return SheetMessage("at-tile", tile=tile_told(mark))
    if mark.is_public:
        return SheetMessage("on-second-public-train" if mark.is_second else "on-public-train")
    return SheetMessage("on-train", name=Verbatim(names.get(mark.letter, mark.letter)))


def where_told(mark: Mark, names: Mapping[str, str]) -> SheetMessage:
    """Where a tile is laid: `on the left`, `at 6-4`, `on Ana's train`."""
    return SheetMessage(_ON_ENDS[mark]) if isinstance(mark, End) else place_told(mark, names)


def where_at_told(mark: Mark | None, number: int, names: Mapping[str, str]) -> SheetMessage:
    """Where a tile is laid on the table of a page: `at the left end, on the 6`, `at 6-4`."""
    if isinstance(mark, Tile | Train):
        return place_told(mark, names)
    return SheetMessage("at-only-end" if mark is None else _AT_ENDS[mark], number=number)


def written_place_told(mark: Mark) -> SheetMessage:
    """A place as those name it who write positions: `at 64`, `on A's train`."""
    if isinstance(mark, Tile):
        return SheetMessage("at-tile", tile=Verbatim(mark))
    return place_told(mark, {})


def train_told(train: Train) -> SheetMessage:
    """A train by the letter of its seat: `A's train`, `the public train`."""
    if train.is_public:
        return SheetMessage("second-public-train" if train.is_second else "public-train")
    return SheetMessage("train-of", name=Verbatim(train.letter))


def fitting_told(marks: Sequence[Mark | None]) -> SheetMessage:
    """That a tile fits several places: `fits at 64 and at 61`; they are those of no line."""
    places = [
        SheetMessage("at-tile", tile=Verbatim(mark.decimal))
        if isinstance(mark, Tile)
        else place_told(mark, {})
        for mark in marks
    ]
    return SheetMessage("fits-places", places=tuple(places))


def any_of(texts: Iterable[str]) -> SheetMessage:
    """Texts of which any may be chosen: `64l or 64r`."""
    return SheetMessage("any-of", texts=tuple(map(Verbatim, texts)))


def none_of(texts: Iterable[str]) -> SheetMessage:
    """Texts of which none is meant, as they follow `neither`: `3 nor 5`."""
    return SheetMessage("none-of", texts=tuple(map(Verbatim, texts)))


def play_told(tile: Tile, at: SheetMessage | None, half: int | None, leaving: int | None) -> Part:
    """A play: its tile, where that is laid, and which halves touch and stay open if it is told."""
    told = tile_told(tile)
    play = told if at is None else SheetMessage("tile-at", tile=told, at=at)
    return way_told(play, half, leaving)


def way_told(play: Part, half: int | None, leaving: int | None) -> Part:
    """A play or a place, with the half that is touched and the number that is left open."""
    if half is not None:
        play = SheetMessage("touching", play=play, number=half)
    return play if leaving is None else SheetMessage("leaving-open", play=play, number=leaving)
