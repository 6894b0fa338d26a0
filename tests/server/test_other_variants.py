"""Variants with draws and teams over the wire, events, bots of ours, and that no tile leaks."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest

import dominoes_rules as dr
from dominoes_rules.cli import main
from dominoes_rules.server.bot_workers import BotWorkers
from dominoes_rules.server.client import Client
from dominoes_rules.server.games import games_of
from dominoes_rules.server.limits import Limits
from dominoes_rules.server.seen import ClientError, SeenTable
from tests.server.raw_client import Message, RawClient, serving

VARIANTS = ["draw", "draw_one", "partnership", "domohnoes"]
QUICK = Limits(frames_per_second=1e6)


def start(client: RawClient, variant: str, nick: str, **more: object) -> None:
    gametype = f"dominoes-rules.{variant}"
    client.send({"command": "start_game", "gametype": gametype, "nick": nick, **more})


def tiles_in(message: object) -> set[tuple[int, ...]]:
    """Every pair of numbers anywhere in a message."""
    if isinstance(message, dict):
        message = list(message.values())
    if not isinstance(message, list):
        return set()
    if len(message) == 2 and all(type(half) is int for half in message):
        return {tuple(sorted(message))}
    return {tile for part in message for tile in tiles_in(part)}


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_set_by_its_events(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, variant: str
) -> None:
    """Clients replay what they are told by the rules; nothing they get shows another's tile."""
    caplog.set_level(logging.DEBUG)
    seats = dr.variant(variant).players[0]
    nicks = [f"p{number}" for number in range(seats)]
    logs: dict[str, list[Message]] = {nick: [] for nick in nicks}
    with contextlib.ExitStack() as stack:
        port, _ = stack.enter_context(serving(tmp_path, variants=VARIANTS, limits=QUICK))
        clients = [stack.enter_context(RawClient(port)) for _ in nicks]
        for client, nick in zip(clients, nicks, strict=True):
            start(client, variant, nick, events=nick != "p1", rounds=6)
            if nick != nicks[-1]:
                assert client.ask({"command": "players"})[-1] == nick

        def play(client: RawClient, nick: str) -> None:
            heard, random = logs[nick], Random(nick)
            while not heard or heard[-1].get("command") != "goodbye":
                heard.append(client.receive())
                if heard[-1].get("command") == "move":
                    client.send(some_move(client, heard[-1]["state"], random))

        with ThreadPoolExecutor(seats) as pool:
            for one in [pool.submit(play, *pair) for pair in zip(clients, nicks, strict=True)]:
                one.result()
    (record,) = (tmp_path / "records").iterdir()
    match = dr.Match.read(record.read_text("utf-8").splitlines())
    assert 1 <= len(match.rounds) <= 6
    for nick, heard in logs.items():
        rounds = [-1]
        known: set[tuple[int, ...]] = set()
        letter = "ABCD"[int(nick[1])]
        seen: list[list[Message]] = []
        for message in heard:
            if message.get("command") == "new_game":
                rounds.append(rounds[-1] + 1)
                seen.append([])
                game = match.rounds[rounds[-1]]
                known = {(tile.low, tile.high) for tile in dr.Round.dealt(game.compiled, game.states[0]).hand(letter)}
            if "drawn" in message:
                known.add(tuple(message["drawn"]))
            if "event" in message:
                seen[-1].append(message)
                known |= tiles_in(message.get("domino", []) and [message["domino"]])
            elif "state" in message:
                state = message["state"]
                laid = {tuple(sorted(tile)) for tile in state["board"]}
                ends = {tuple(sorted(state["ends"]))} if len(state["ends"]) == 2 else set()
                known |= laid
                assert tiles_in(message) <= known | ends
                assert sum(state["hands"].values()) + len(laid) + state["stock"] == 28
            else:
                assert tiles_in(message) <= known
        assert [event["event"] for event in sum(seen, [])] == (
            []
            if nick == "p1"
            else [
                {"play": "played", "draw": "drew", "pass": "passed"}[move.kind.value]
                for game in match.rounds
                for move in game.moves
            ]
        )
    assert not any(f"{tile}" in caplog.text for tile in ("[6", "6|", "domino"))


def some_move(client: RawClient, state: Message, random: Random) -> Message:
    """A move that the server calls valid."""
    plays = [
        {"command": "move", "action": "play", "domino": tile, "edge": edge}
        for tile in state["hand"]
        for edge in ("left", "right")
    ]
    random.shuffle(plays)
    for move in [*plays, {"command": "move", "action": "draw"}]:
        client.send(move | {"command": "valid_move?"})
        answer = client.receive()
        while not isinstance(answer, bool):
            answer = client.receive()
        if answer:
            return move
    return {"command": "move", "action": "chapped"}
