"""The form of a round that was played with real tiles: what it shows, and what it asks for."""

from __future__ import annotations

import re
from dataclasses import dataclass

from starlette.datastructures import QueryParams

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.state import OF_MATCH
from dominoes_lang.table.tiles import Tile
from dominoes_lang.text.root_exception import ArgumentError, DominoesError
from dominoes_rules.errors import PositionError
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.lobby.form_numbers import number
from dominoes_rules.web.pad.typed_round import TypedRound, typed_words
from dominoes_rules.web.table_seats import name_of_person

LONGEST_LINE = 600
FACTS = "score", "round", *OF_MATCH
"""What the score pad fills in, by the names that a position has for it."""
LYING = "lying"
"""The value of `order` for tiles that were read off the table."""
_FACT = re.compile(r"-?[0-9]{1,9}(--?[0-9]{1,9})*")


@dataclass(frozen=True)
class FormSeat:
    """A player in the form."""

    letter: str
    label: str
    """With the name, where the pad knows it."""
    left: str = ""
    """How many tiles this player holds, as it was typed."""
    lacks: str = ""
    """Numbers that this player has passed on."""


def form_seats(query: QueryParams, setup: Setup) -> list[FormSeat]:
    """The players, with what was typed of each."""
    names = query.getlist("name")
    seats = []
    for at, letter in enumerate(setup.seat_names):
        name = name_of_person(names[at]) if at < len(names) else None
        left, lacks = (query.get(f"{what}_{letter}", "")[:60] for what in ("left", "lacks"))
        seats.append(FormSeat(letter, f"{name} ({letter})" if name else letter, left, lacks))
    return seats


def typed_round(query: QueryParams, setup: Setup) -> TypedRound:
    """What a sent form says of a round. Raises `PositionError`."""
    seat, opener = query.get("seat", ""), query.get("opener", "")
    if seat not in setup.seat_names or opener not in {"", *setup.seat_names}:
        raise PositionError(READER.get().text("there is no such game or seat"))
    line = query.get("line", "").strip()
    if len(line) > LONGEST_LINE:
        most = LONGEST_LINE
        too_long = READER.get().text("a line has at most {most} characters here", most=most)
        raise PositionError(too_long)
    facts = {name: query.get(name, "") for name in FACTS}
    return TypedRound(
        query["game"],
        setup,
        seat,
        _tiles(query, setup),
        line,
        opener,
        {name: value for name, value in facts.items() if _FACT.fullmatch(value)},
    )


def _tiles(query: QueryParams, setup: Setup) -> tuple[Tile, ...]:
    """The tiles that were tapped or typed. Raises `PositionError`."""
    texts = [*query.getlist("tile"), *typed_words(query.get("own", "")[:LONGEST_LINE])]
    try:
        tiles = dict.fromkeys(map(Tile.parse, texts[: 2 * setup.hand_size]))
    except (ArgumentError, DominoesError):
        unread = READER.get().text("a hand is written as tiles, such as 66 15 22")
        raise PositionError(unread) from None
    wrong = [tile for tile in tiles if tile not in setup.tiles.number]
    if wrong or len(tiles) > setup.hand_size:
        reader = READER.get()
        raise PositionError(
            reader.text("{tile} is no tile of this game", tile=wrong[0])
            if wrong
            else reader.plural(
                "A hand has {count} tile. Choose no more.",
                "A hand has {count} tiles. Choose no more.",
                setup.hand_size,
            )
        )
    return tuple(tiles)


def lying_position(query: QueryParams, typed: TypedRound) -> str:
    """The position of a line that was read off the table. Raises `PositionError`."""
    others = [seat for seat in form_seats(query, typed.setup) if seat.letter != typed.seat]
    left = {seat.letter: number(seat.left) for seat in others}
    counts = {letter: count for letter, count in left.items() if count is not None}
    return typed.lying(counts, {seat.letter: seat.lacks for seat in others if seat.lacks.strip()})
