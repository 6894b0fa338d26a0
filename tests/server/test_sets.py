"""Sets of two, three and four clients, each step of which a referee of our own agrees with."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path

import pytest

import dominoes_rules as dr
from dominoes_rules.server.storage.results import standings
from tests.server.raw_client import DOMOHNOES, RawClient, serving
from tests.server.referee import Referee

ROUNDS = 12


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_set_to_its_goodbye(tmp_path: Path, size: int) -> None:
    choose = random.Random(size)
    nicks = [f"p{number}" for number in range(size)]
    wins = dict.fromkeys(nicks, 0)
    with contextlib.ExitStack() as stack:
        port, _ = stack.enter_context(serving(tmp_path))
        clients = [stack.enter_context(RawClient(port)) for _ in nicks]
        for client, nick in zip(clients, nicks, strict=True):
            last = nick == nicks[-1]
            client.start(nick, size, ROUNDS if last else 1)  # the last decides
            assert last or client.ask({"command": "players"})[-1] == nick
        opener, words = 0, {"left": ["left", "start", "first"], "right": ["right", "end", "last"]}
        for _ in range(ROUNDS):
            for client in clients:
                assert client.receive() == {"command": "new_game"}
            referee = Referee(size, opener)
            while not referee.hands or not referee.is_over:
                client = clients[referee.turn]
                asked = client.receive()
                assert asked["command"] == "move"
                hand, board = asked["state"]["hand"], asked["state"]["board"]
                assert set(asked["state"]) == {"hand", "board"}
                referee.sees(referee.turn, hand, board)
                ends = {"left": board[0][0], "right": board[-1][1]} if board else {"left": None}
                plays = [
                    (tile, edge)
                    for tile in hand
                    for edge, number in ends.items()
                    if number is None or number in tile
                ]
                if not plays:
                    client.send({"command": "move", "action": "chapped"})
                    referee.chaps()
                    continue
                tile, edge = choose.choice(plays)
                message = {"command": "move", "action": "play", "domino": choose.sample(tile, 2)}
                client.send(message | {"edge": choose.choice(words[edge])} if board else message)
                referee.plays(tile, edge)
            winner = None if referee.winner is None else nicks[referee.winner]
            for client in clients:
                assert client.receive() == {"command": "gameover", "winner": winner}
            opener = referee.last if referee.winner is None else referee.winner
            if winner is not None:
                wins[winner] += 1
        for client in clients:
            assert client.receive() == {"command": "goodbye", "scores": wins}
    (record,) = (tmp_path / "records").iterdir()
    match = dr.Match.read(record.read_text("utf-8").splitlines())
    assert [*match.scores.values()] == [*wins.values()]
    assert len(match.rounds) == ROUNDS
    assert match.is_over
    found = standings(tmp_path / "standings.db")
    assert {row.nick: (row.gametype, row.rounds, row.won) for row in found} == {
        nick: (DOMOHNOES, ROUNDS, won) for nick, won in wins.items()
    }


def test_who_waits_where(tmp_path: Path) -> None:
    with contextlib.ExitStack() as stack:
        port, _ = stack.enter_context(serving(tmp_path))

        def joined(nick: str, size: int, beside: list[str]) -> RawClient:
            client = stack.enter_context(RawClient(port))
            client.start(nick, size)
            assert client.ask({"command": "players"}) == beside
            return client

        joined("Ana", 3, ["Ana"])
        second_ana = joined("Ana", 3, ["Ana"])  # at a table of her own
        joined("Beto", 3, ["Ana", "Beto"])  # at the first
        joined("Ana", 4, ["Ana"])
        gone = joined("Caro", 4, ["Ana", "Caro"])
        gone.send({"command": "quit"})
        assert gone.at_end()
        joined("Dora", 4, ["Ana", "Dora"])
        second_ana.close()
        full = stack.enter_context(RawClient(port))
        full.start("Eva", 3)
        assert full.receive() == {"command": "new_game"}
