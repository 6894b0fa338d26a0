"""The names of places on the table: ends of a line, tiles that others are laid against, trains.

A layout chooses one kind of mark (`Layout.naming`). Records, examples, prompts and pictures read
and write all marks through this file, so another kind is added here, and in what prompts tell of
it: `sheet/places_told.py`, `conversation/typed.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from dominoes_lang.table.state import NOBODY, SEAT_LETTERS, End
from dominoes_lang.table.tiles import Tile

PUBLIC = "P"
"""The letter of the train that is open to everyone."""
PUBLIC_TRAINS = (NOBODY, NOBODY - 1)
"""The seats that stand for the public train, and for a second one."""


class Train(NamedTuple):
    """The train of a seat, or a public one, which is nobody's."""

    seat: int

    @property
    def is_public(self) -> bool:
        return self.seat in PUBLIC_TRAINS

    @property
    def is_second(self) -> bool:
        """Whether it is the second public train."""
        return self.seat == PUBLIC_TRAINS[1]

    @property
    def letter(self) -> str:
        """As records write it: `A`, `P`, `P2`."""
        return f"{PUBLIC}{'2' * self.is_second}" if self.is_public else SEAT_LETTERS[self.seat]

    @property
    def name(self) -> str:
        """As pictures write it: `A`, `public`, `public 2`."""
        return f"public{' 2' * self.is_second}" if self.is_public else self.letter

    @property
    def words(self) -> str:
        """As sentences about rules and positions write it: `A's train`."""
        if self.is_public:
            return f"the {'second ' * self.is_second}public train"
        return f"{self.letter}'s train"

    @property
    def where(self) -> str:
        return f"on {self.words}"


Mark: TypeAlias = End | Tile | Train

_LETTERS: dict[str, Mark] = {end.word[0]: end for end in End}
_TRAINS = {train.letter: train for train in map(Train, (*PUBLIC_TRAINS, *range(len(SEAT_LETTERS))))}
_TRAINS[f"{PUBLIC}1"] = Train(PUBLIC_TRAINS[0])
_LETTERS |= {f"@{letter}": train for letter, train in _TRAINS.items()}
_RESERVED = {"u", "d"}


class Naming(NamedTuple):
    """How the places of a layout are named, and what is said to who names them otherwise."""

    kind: type[Mark] | tuple[type[Mark], ...]
    unnamed: str
    """What is wrong with another kind of mark in an example."""
    instead: str
    """What to write there instead."""
    sample: str
    """A play, as records write it."""


BY_SIDE = Naming(
    End,
    "the ends of a line have names",
    'write "on left" or "on right"',
    "64l",
)
BY_TILE = Naming(
    Tile,
    'this layout has no "left" and "right"',
    'write "{}", the tile that it is laid against',
    "64@61",
)
BY_TRAIN = Naming(
    Train,
    "this layout has trains, which have owners",
    'write "{}", the train that it is laid on',
    "64@A",
)
BY_OWN_TRAIN = Naming(
    (Tile, Train),
    "this layout has trains, with owners",
    'write "{}", the tile that it is laid against',
    "64@61",
)


BY_ORDER = Naming(
    (),
    "a trick has no places",
    "write the tile alone",
    "64",
)


def train_of(letter: str) -> Train | None:
    """The train that a letter names, as in `A:94-41`; None for no such letter."""
    return _TRAINS.get(letter)


def read_mark(text: str) -> Mark | None:
    """The mark behind the tile of a play, such as `l` or `@64`; None for one of no layout.

    Raises `ArgumentError` for what can't be a mark.
    """
    if text in _RESERVED:
        return None
    return _LETTERS[text] if text in _LETTERS else Tile.parse(text[1:])


def sign(mark: Mark | None, *, decimal: bool = False) -> str:
    """What a record writes behind the tile of a play; nothing if no mark is needed.

    decimal: with `12-9` for a tile in which letters would stand for numbers.
    """
    match mark:
        case None:
            return ""
        case End():
            return mark.word[0]
        case Train():
            return f"@{mark.letter}"
    return f"@{mark.decimal if decimal else mark}"


def in_rules(mark: Mark) -> str:
    """A place as examples write it: `on left`, `on [6|4]`, `on train of A`."""
    if isinstance(mark, Train):
        second = "second " * mark.is_second
        return f"on {second}public train" if mark.is_public else f"on train of {mark.letter}"
    return f"on {mark.word if isinstance(mark, End) else mark.bracketed}"


def fitting(marks: Sequence[Mark | None]) -> str:
    """That a tile fits several places of an example: `fits both ends`, `fits at [6|4]`."""
    if isinstance(marks[0], End):
        return "fits both ends"
    if isinstance(marks[0], Train):
        return f"fits {' and '.join(one.where for one in marks if isinstance(one, Train))}"
    names = (
        one.where if isinstance(one, Train) else f"at {one.bracketed}"
        for one in marks
        if isinstance(one, Tile | Train)
    )
    return f"fits {' and '.join(names)}"


def tile_words(tile: Tile) -> str:
    """A tile as people say it: `6-4`, `12-9`."""
    return f"{tile.high}-{tile.low}"
