"""Pages and commands in plain Python, where the base package and its extra `web` are installed.

`python tests/without_extras.py` asks for a page, worlds, a search, a match and a tournament of
every bundled game, and for reviews of some. `.ci/run` calls it in an environment without numpy.
"""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from random import Random
from unittest import mock
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen

import dominoes_rules as dr
from dominoes_rules.cli import main
from dominoes_rules.web.refusals import TOO_SLOW
from dominoes_solver.search.native.compiling.loading import Loaded

MOST_WORLDS = 800
"""Of a position, unless its round is over before there are so few."""
ACTIONS_BETWEEN_COUNTS = 4
REVIEWED = ("block", "cross", "draw", "maltese_cross")
SECONDS_TO_LOOK = 60.0
MOST_TRIES = 20
"""The process that answers is one that gives way to all others."""
SIGNS_OF_A_FAULT = ("this is a bug", "An error in the program", "Traceback")


def late_round(name: str) -> dr.Round:
    """A round of a game, played at random until little is hidden, or until before its last move."""
    game, chance = dr.Match(dr.variant(name), seed=1).round, Random(name)
    while not game.is_over:
        if len(game.moves) % ACTIONS_BETWEEN_COUNTS == 0:
            count = game.seen_by(game.turn).evidence.count
            if count is not None and count <= MOST_WORLDS:
                return game
        game.push(chance.choice(game.legal_moves))
    game.pop()
    return game


def commands(name: str, game: dr.Round) -> Iterator[list[str]]:
    """The commands that are tried with a round of a game."""
    variant, seen = f"{name}/{game.setup.seats}", f"{game.seen_by(game.turn)}"
    bots = [word for seat in game.setup.seat_names[1:] for word in ("--bot", f"{seat}=casual")]
    yield ["worlds", seen]
    yield ["solve", seen, "--time", "0.1"]
    yield ["play", variant, "--seed", "1", "--plain", *bots]
    yield ["tournament", "random", "casual", "--variant", variant, "--deals", "1"]
    if name in REVIEWED:
        yield ["review", f"{game.position}", "--worlds", "1"]
        yield ["stats", variant, "--rounds", "2"]
        yield ["pad", variant]


def faults_of_command(words: list[str]) -> list[str]:
    """What is wrong with the answer of a command."""
    Loaded.missing = False  # as in a new process, which has not looked for numba
    output = io.StringIO()
    with (
        mock.patch.object(sys, "stdin", io.StringIO("quit\n")),
        contextlib.redirect_stdout(output),
        contextlib.redirect_stderr(output),
    ):
        code = main(words)
    text = output.getvalue()
    if code in {0, 1} and not any(sign in text for sign in SIGNS_OF_A_FAULT):
        return []
    return [f"{' '.join(words)}: exit code {code}\n{text}"]


@contextlib.contextmanager
def server() -> Iterator[str]:
    """The tables in the browser: the address of their first page."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["web", "--port", "0", "--no-browser", "--tables", folder]
        with subprocess.Popen(
            [sys.executable, "-m", "dominoes_rules", *words], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            try:
                yield next(word for word in process.stdout.readline().split() if "://" in word)
            finally:
                process.terminate()


def faults_of_page(address: str, tries: int = MOST_TRIES) -> list[str]:
    """What is wrong with a page, asked for again where a busy machine has reached a time limit."""
    try:
        with urlopen(address, timeout=SECONDS_TO_LOOK) as answer:
            text = answer.read().decode()
    except HTTPError as error:
        if tries > 1 and TOO_SLOW in error.read().decode():
            return faults_of_page(address, tries - 1)
        return [f"{address}: {error}"]
    except OSError as error:
        return [f"{address}: {error}"]
    return [f"{address}: {sign}" for sign in SIGNS_OF_A_FAULT if sign in text]


def faults() -> list[str]:
    """What is wrong, in the order in which everything is tried."""
    for package in ("numba", "numpy"):
        if find_spec(package) is not None:
            return [f"{package} is installed here, so nothing is tried without it"]
    rounds = {name: late_round(name) for name in dr.variants()}
    wrong = [
        fault
        for name, game in rounds.items()
        for words in commands(name, game)
        for fault in faults_of_command(words)
    ]
    with server() as start:
        positions = [f"{game.seen_by(game.turn)}" for game in rounds.values()]
        boards = [f"{start}analyse?{urlencode({'position': text})}" for text in positions]
        for address in (start, f"{start}analyse", f"{start}pad", f"{start}club", *boards):
            wrong += faults_of_page(address)
    return wrong


if __name__ == "__main__":
    sys.exit("\n".join(faults()) or 0)
