"""A server that is killed again and again: no move is lost, none is made twice."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import httpx2
import pytest

import dominoes_rules as dr
from tests.web.clients import Player, ServerProcess, begin, seated
from tests.web.test_seats import links

ACTIONS_BETWEEN_KILLS = 10
LONGEST_MOVE = 0.02
"""Seconds; a kill comes at any moment of it."""
PUBLIC, OWN = ("score", "turn"), ("board", "hand", "mine", "status")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    running = ServerProcess(tmp_path)
    yield running
    running.kill()
    running.close()


def record(server: ServerProcess, room: str) -> list[str]:
    """Every action of a table on disk, with the numbers of the rounds in between."""
    lines = (server.folder / "tables" / f"{room}.match").read_text("utf-8").splitlines()
    rounds = dr.Match.read(lines).rounds
    return [
        text
        for number, game in enumerate(rounds)
        for text in (f"round {number}", *(f"{move}" for move in game.moves))
    ]


def again(server: ServerProcess, players: list[Player]) -> None:
    """Start the server again; the browsers go on with their cookies."""
    server.close()
    server.start()
    for player in players:
        player.client = server.client


@pytest.mark.parametrize(
    ("game", "friends", "kills"),
    [
        pytest.param("block", 1, 1, marks=pytest.mark.thorough),
        pytest.param("partnership", 3, 30, marks=pytest.mark.slow),
        pytest.param("draw", 1, 30, marks=pytest.mark.slow),
    ],
)
def test_killed_at_every_tenth_action_a_table_is_the_same_for_everyone(
    server: ServerProcess, game: str, friends: int, kills: int
) -> None:
    chance = Random(game)
    players = [begin(server.client, game=game, friends=f"{friends}")]
    room = players[0].room
    for number, link in enumerate(links(players[0])):
        sat = server.client.post(
            httpx2.URL(link).path, data={"name": f"Friend {number}"}, follow_redirects=False
        )
        players.append(seated(server.client, sat, room))
    players[0].act("start")
    done, killed = ["round 0"], 0
    while killed < kills:
        views = [player.view() for player in players]
        if "record" in views[0].get("over", ""):
            break
        if "over" in views[0]:
            for player in players:
                assert player.act("next_round").status_code == 200
            done.append(f"round {sum(text.startswith('round') for text in done)}")
            continue
        (mover,) = [at for at, view in enumerate(views) if view["mine"]]
        move = chance.choice(players[mover].moves(views[mover]))
        body = {"move": move, "version": views[mover]["version"]}
        if len(done) % ACTIONS_BETWEEN_KILLS:
            assert players[mover].post("move", body).status_code == 200
            done.append(move)
            continue
        with ThreadPoolExecutor(1) as pool:
            answer = pool.submit(players[mover].post, "move", body)
            time.sleep(chance.uniform(0, LONGEST_MOVE))
            server.kill()
            killed += 1
            is_answered = answer.exception() is None
        kept = plain(record(server, room))
        made = [*done, move]
        assert kept == made or (kept == done and not is_answered)
        again(server, players)
        after = [player.view() for player in players]
        for view in after:
            assert [view[part] for part in PUBLIC] == [after[0][part] for part in PUBLIC]
        if kept == done:  # the very same table for everyone, and the move can be made
            for before, now in zip(views, after, strict=True):
                assert [now[part] for part in (*PUBLIC, *OWN)] == [
                    before[part] for part in (*PUBLIC, *OWN)
                ]
            body["version"] = after[mover]["version"]
            assert players[mover].post("move", body).status_code == 200
        done = made
    assert killed
    assert plain(record(server, room)) == done


def plain(actions: list[str]) -> list[str]:
    """The actions as pages send them: nobody names the tile of a draw."""
    return ["+" if action.startswith("+") else action for action in actions]
