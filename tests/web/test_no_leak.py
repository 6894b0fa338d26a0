"""No byte that a seat or a watcher is sent depends on what they can't know."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random

import pytest

import dominoes_rules as dr
from dominoes_rules import library
from dominoes_rules.play.round import Round
from dominoes_rules.web.room_files import RoomFiles
from dominoes_rules.web.rooms import Room
from dominoes_rules.web.settings import Pace
from dominoes_rules.web.table_seats import RoomSeat
from dominoes_rules.web.views import view_of
from tests.games import bundled

SEEDS = 3
"""Of each game; the rounds stop at different places."""


class Files(RoomFiles):
    """Keeps nothing."""

    def __init__(self) -> None:
        super().__init__(Path(), "")

    def write_match(self, match: dr.Match) -> None:
        pass


def shown(match: dr.Match, seat: str) -> str:
    """Every byte of a view of a table where persons sit everywhere, and none is to act."""

    async def look() -> str:
        seats = [RoomSeat(letter, "casual", person=True) for letter in match.setup.seat_names]
        for one in seats:
            one.cookie = one.letter
        room = Room(
            "room", match, seats, host="A", files=Files(), pace=Pace(),
            auto=False, started=True,
        )  # fmt: skip
        found = [
            view_of(room, room.seats.get(seat), narrow=narrow, since=0) for narrow in (True, False)
        ]
        return json.dumps(found)

    return asyncio.run(look())


def with_hands_of(match: dr.Match, game: Round) -> dr.Match:
    """The same match, its current round another one."""
    other = dr.Match(match.setup.ruleset, seats=match.setup.seats, seed=match.seed)
    other.players, other.names = match.players, match.names
    other._rounds = [game]
    return other


@pytest.mark.parametrize("name", bundled())
def test_hidden_hands_may_be_others_and_every_byte_is_the_same(name: str) -> None:
    rules = library.variant(name)
    for seed in range(SEEDS):
        chance = Random(seed)
        match = dr.Match(rules, seats=chance.choice([*rules.players]), seed=seed)
        game = match.round
        for _ in range(chance.randrange(1, 12)):
            if not game.is_over:
                game.push(chance.choice(game.legal_moves))
        if game.is_over:
            game.pop()
        for seat in game.setup.seat_names:
            worlds = dr.worlds(game.seen_by(seat))
            for world in worlds.sample(2, seed=seed):
                other = Round.from_position(world, seed=seed)
                assert other.actions == game.actions
                assert shown(with_hands_of(match, other), seat) == shown(match, seat)
                if other.turn != seat:
                    assert shown(with_hands_of(match, other), "") == shown(match, "")
