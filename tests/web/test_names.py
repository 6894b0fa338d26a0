"""At a table players are called by their names, never by the letters of their seats."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from dominoes_rules import library
from dominoes_rules.tables.telling import acted
from dominoes_rules.web.hall import Hall
from dominoes_rules.web.rooms import Room
from dominoes_rules.web.views import view_of
from tests.web.clients import settings

NAMES = ("Ana", "Ben", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
LETTER = re.compile(r"(?<![\w-])[B-J](?![\w-])")
"""Of a seat, in a text; that of A is also an article."""
ACTIONS = 25
"""From one look to the next."""


def texts(shown: object) -> Iterator[str]:
    """What people read of a view, or hear."""
    for html in shown.values() if isinstance(shown, dict) else ():
        if isinstance(html, str):
            yield from re.findall(r'aria-label="([^"]*)"', html)
            yield from re.sub(r"<[^>]*>", "\n", html).split("\n")


def read(room: Room) -> set[str]:
    """All that is read at a table where a seat is told by its letter."""
    found: set[str] = set()
    for seat in (None, *room.seats.values()):
        shown = view_of(room, seat, screen="wide", since=0)
        shown = {name: html for name, html in shown.items() if name not in {"links", "turn"}}
        found |= {text for text in texts(shown) if LETTER.search(text)}
    return found


@pytest.mark.parametrize("name", library.bundled())
def test_no_seat_is_told_by_its_letter(name: str, tmp_path: Path) -> None:
    ruleset, random = library.variant(name), Random(len(name))

    async def play() -> set[str]:
        hall = Hall(settings(tmp_path, auto=False))
        await hall.open()
        seats = max(ruleset.players)
        room, _ = hall.begin(name, seats, "Ana", [""] * (seats - 1), think=0)
        for letter, player in zip(room.seats, NAMES, strict=False):
            room.match.names[letter] = player
        room.chronicle.retell(room.match)
        room.begin()
        game, found = room.match.round, read(room)
        while not game.is_over:
            game.push(random.choice(game.legal_moves))
            room.chronicle.tell(acted(game), aloud=True)
            if len(game.actions) % ACTIONS == 0:
                found |= read(room)
        found |= read(room)
        await hall.close()
        return found

    assert asyncio.run(asyncio.wait_for(play(), 60)) == set()
