"""No byte that a seat or a watcher is sent depends on what they can't know, in any language."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.applications import Starlette

import dominoes_rules as dr
from dominoes_lang.table.state import Kind
from dominoes_rules import library
from dominoes_rules.play.round import Round
from dominoes_rules.speech.speech import offered
from dominoes_rules.state_files import new_name
from dominoes_rules.tables.match_table import MatchTable
from dominoes_rules.web.app import app
from dominoes_rules.web.room_files import RoomFiles
from dominoes_rules.web.room_state import RoomOptions, RoomState
from dominoes_rules.web.rooms import Room
from dominoes_rules.web.screens import SCREENS
from dominoes_rules.web.settings import Pace
from dominoes_rules.web.table_seats import RoomSeat
from tests.games import TELLING
from tests.web.clients import settings

ROOM = "abcdefgh"
SECONDS = 60.0
SEEDS = 20
NEVER = Pace(away=1e6)
"""Nobody becomes away while a table is looked at."""


class Files(RoomFiles):
    """Keeps nothing."""

    def __init__(self) -> None:
        super().__init__(Path(), new_name())

    def write_match(self, match: dr.Match) -> None:
        pass

    def write_seating(self, seating: dict[str, object]) -> None:
        pass


def language_of(viewer: str) -> str:
    """Neighbours read different languages; whoever watches reads English."""
    return offered()[(ord(viewer) - ord("A")) % len(offered()) if viewer else 0]


class Wire:
    """What an application sends to one browser, as raw bytes, in the loop that runs."""

    def __init__(self, application: Starlette, cookie: str) -> None:
        self._app, self._cookie = application, cookie
        self.stream = bytearray()

    async def answer(self, method: str, path: str, body: object = None) -> bytes:
        """Status, headers and body."""
        sent = bytearray()
        await self._call(method, path, sent, json.dumps(body).encode())
        return bytes(sent)

    async def follow(self) -> None:
        """Put whatever the stream brings into `stream`, until this is cancelled."""
        await self._call("GET", f"/t/{ROOM}/events?w=wide", self.stream, b"", stays=True)

    async def _call(
        self, method: str, path: str, sent: bytearray, body: bytes, *, stays: bool = False
    ) -> None:
        path, _, query = path.partition("?")
        headers = {
            "host": "127.0.0.1",
            "cookie": f"seat={self._cookie}",
            "x-table": ROOM,
            "content-type": "application/json",
            "accept-language": language_of(self._cookie),
        }
        requests = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> dict[str, Any]:
            if not requests:
                await asyncio.sleep(SECONDS if stays else 0)
                return {"type": "http.disconnect"}
            return requests.pop()

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                sent.extend(f"{message['status']} {sorted(message['headers'])}\n".encode())
            else:
                sent.extend(message.get("body", b""))

        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method,
            "scheme": "http", "path": path, "raw_path": path.encode(), "root_path": "",
            "query_string": query.encode(), "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        }  # fmt: skip
        await self._app(scope, receive, send)


async def received(folder: Path, match: dr.Match, viewer: str, moves: list[str]) -> bytes:
    """Every byte that a browser receives while these moves are made, and at the end on request.

    Persons sit everywhere. The viewer is a seat, or empty for somebody who watches.
    """
    served = app(settings(folder))
    seats = [
        RoomSeat(letter, "casual", person=True).taken(letter) for letter in match.setup.seat_names
    ]
    options = RoomOptions(host="A", auto=False, think=0, open_to_all=False)
    state = RoomState(MatchTable(match, {}), {}, options).seated(*seats)
    room = Room(ROOM, state, files=Files(), pace=NEVER)
    served.state.tables.hall.rooms[ROOM] = room
    wire = Wire(served, viewer)
    following = asyncio.create_task(wire.follow())
    async with asyncio.timeout(SECONDS):
        for move in ["", *moves]:
            if move:
                await room.move(room.seats[room.match.round.turn], move, room.version)
            while f"id: {room.version}\r\n".encode() not in wire.stream:
                await asyncio.sleep(0)
        views = [f"view?w={screen}" for screen in SCREENS]
        pages = ("", *views, "record", f"review/{viewer}")
        found = [await wire.answer("GET", f"/t/{ROOM}/{page}") for page in pages]
        for body in impossible(room, viewer):
            path = "move" if "move" in body else "do"
            found.append(await wire.answer("POST", f"/t/{ROOM}/{path}", body))
    following.cancel()
    with suppress(asyncio.CancelledError):
        await following
    return b"\n".join([bytes(wire.stream), *found])


def impossible(room: Room, viewer: str) -> Iterator[dict[str, object]]:
    """What a viewer can't do, with every tile of the set among it, each in another way."""
    game = room.match.round
    playable = [move.tile for move in game.legal_moves if game.turn == viewer]
    for number, tile in enumerate(game.setup.tiles.tiles, len(game.moves)):
        if tile not in playable:
            move = ("{}", "{}l", "{}r", "+{}")[number % 4].format(tile)
            yield {"move": move, "version": room.version}
    for act in ("start", "bot_for", "allow_back", "yield_seat", "hint", "fly"):
        yield {"act": act, "version": room.version}
    yield {"move": "-", "version": room.version - 1}


def dealt_like(match: dr.Match, game: Round) -> dr.Match:
    """The same match, its current round dealt like another one and not begun."""
    other = dr.Match(match.setup.ruleset, seats=match.setup.seats, seed=match.seed)
    other._rounds = [Round.dealt(game.compiled, game.states[0])]
    return other


def hold(folder: Path, name: str, seed: int) -> None:
    """Play a part of a round, and look at it with other hands behind each back."""
    chance = Random(seed)
    rules = library.variant(name)
    match = dr.Match(rules, seats=chance.choice([*rules.players]), seed=seed)
    game = match.round
    for _ in range(chance.randrange(1, 30)):
        if not game.is_over:
            game.push(chance.choice(game.legal_moves))
    if game.is_over:
        game.pop()
    compare(folder, match, game, seed)


def compare(folder: Path, match: dr.Match, game: Round, seed: int) -> None:
    """Look at a round as far as it was played, with other hands behind each back."""

    def bytes_of(shown: Round, viewer: str) -> bytes:
        moves = [f"{move}"[:1] if move.kind is Kind.DRAW else f"{move}" for move in shown.moves]
        return asyncio.run(received(folder, dealt_like(match, shown), viewer, moves))

    for seat in game.setup.seat_names:
        own = bytes_of(game, seat)
        for part in b"event: view", b'"ends":', b'"sounds":', b'"board":', b'"log":':
            assert part in own
        (world,) = dr.worlds(game.seen_by(seat)).sample(1, seed=seed)
        other = Round.from_position(world, seed=seed)
        assert [move.unseen for move in other.moves] == [move.unseen for move in game.moves]
        assert bytes_of(other, seat) == own
        if other.turn != seat:  # what is legal may be known to those who watch
            fitting = other
    assert bytes_of(fitting, "") == bytes_of(game, "")


def compare_the_end(folder: Path, match: dr.Match, game: Round, seed: int) -> None:
    """Look at the end of a round, which shows all hands, with the stock in another order."""
    drawn = len(game.states[0].stock) - len(game.state.stock)
    stock = [*game.states[0].stock]
    stock[drawn:] = Random(seed).sample(stock[drawn:], len(stock) - drawn)
    start = game.states[0]._replace(stock=tuple(stock))
    other = Round.dealt(game.compiled, start, game.actions)
    moves = [f"{move}"[:1] if move.kind is Kind.DRAW else f"{move}" for move in game.moves]
    for viewer in (*game.setup.seat_names, ""):
        own, same = (
            asyncio.run(received(folder, dealt_like(match, shown), viewer, moves))
            for shown in (game, other)
        )
        assert b"event: over" in own
        assert own == same


@pytest.mark.parametrize("name", [*TELLING, "texas_42"])
def test_hidden_hands_may_be_others_and_every_byte_is_the_same(tmp_path: Path, name: str) -> None:
    hold(tmp_path, name, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", dict.fromkeys((*TELLING, "cross", "basic_trains", "texas_42", "moon"))
)
def test_every_tenth_action_of_a_round_and_its_end_keep_every_secret(
    tmp_path: Path, name: str
) -> None:
    chance, rules = Random(3), library.variant(name)
    match = dr.Match(rules, seats=min(rules.players), seed=3)
    game = match.round
    while not game.is_over:
        if game.actions and len(game.actions) % 10 == 0:
            compare(tmp_path, match, game, seed=len(game.actions))
        game.push(chance.choice(game.legal_moves))
    compare_the_end(tmp_path, match, game, seed=3)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("name", library.bundled())
def test_every_game_keeps_every_secret(tmp_path: Path, name: str, seed: int) -> None:
    hold(tmp_path, name, seed)
