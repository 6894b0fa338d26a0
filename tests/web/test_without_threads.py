"""The application where there are no processes and threads, and whoever searches comes with it."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable
from html import unescape
from pathlib import Path
from random import Random

import pytest

import dominoes_rules as dr
from dominoes_rules.bots import decide
from dominoes_rules.bots.deciding import seed_of
from dominoes_rules.bots.door import bot_at
from dominoes_rules.bots.levels import UNCOMPILED_LEVELS
from dominoes_rules.web.analysis.searches import Searches
from dominoes_rules.web.in_browser.workers_here import BotsHere, Ports, workers_here
from dominoes_rules.web.refusals import Rejected
from tests.web.interpreters import AtOnce, Crashed, Missing, Stuck

SECONDS = 60.0


def test_all_of_a_round_works_without_a_thread_or_a_process(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "tests.web.in_one_thread", str(tmp_path)]
    seen = json.loads(subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout)
    assert "frame-ancestors 'self'" in seen["headers"]["content-security-policy"]
    club = seen["club"]
    for page in (seen["start"], seen["board"], seen["solved"], club["over"], *club["pages"]):
        links = re.findall(r'(?:href|src|action)="([^"]*)"', page.replace('\\"', '"'))
        assert links
        for link in links:
            assert not re.match(r"/(?!far/away/app/)|https?:", link), link
    assert "Nobody else can open your tables" in seen["start"]
    assert not re.search("Friends who get a link|may take a free seat", seen["start"])
    for name, level in UNCOMPILED_LEVELS.items():
        assert f"{name}: {level.about}" in unescape(seen["start"])
    assert "event: report" in seen["solved"]
    assert "verdict" in club["hints"][0]
    assert "event: decision" in club["pages"][-1]
    assert "event: done" in club["pages"][-1]
    assert seen["interpreters"] == 1


def with_searches(ports: Ports, act: Callable[[Searches], Awaitable[None]]) -> None:
    """Let questions be asked of one interpreter."""

    async def run() -> None:
        workers = workers_here(ports)
        try:
            await act(workers.searches)
        finally:
            await workers.close()

    asyncio.run(asyncio.wait_for(run(), SECONDS))


@pytest.mark.parametrize("level", ["club", "master"])
def test_a_bot_makes_the_move_that_it_makes_elsewhere(level: str) -> None:
    elsewhere = bot_at(UNCOMPILED_LEVELS[level])

    async def act(searches: Searches) -> None:
        bots, game = BotsHere(searches), dr.Round(dr.variant("block"), seed=4)
        while not game.is_over:
            chance = Random(seed_of(9, game.state.round, len(game.actions), game.turn))
            expected = decide(elsewhere, game, chance=chance)
            game.push(await bots.move(level, game, 9, SECONDS))
            assert game.moves[-1] == expected

    with_searches(AtOnce(), act)


def test_an_answer_that_takes_too_long_ends_its_interpreter() -> None:
    ports = Stuck()

    async def act(searches: Searches) -> None:
        with pytest.raises(Rejected, match="takes too long"):
            await searches.answer({"ask": "page"}, 0.01, {})
        assert (ports.opened, ports.ended) == (1, 1)
        bots, game = BotsHere(searches), dr.Round(dr.variant("block"), seed=4)
        assert await bots.move("expert", game, 9, 0.01) == game.legal_moves[0]

    with_searches(ports, act)
    assert ports.ended == ports.opened > 1


@pytest.mark.parametrize("ports", [Missing(), Crashed()])
def test_an_interpreter_that_does_not_start_gives_no_answer(ports: Ports) -> None:
    async def act(searches: Searches) -> None:
        with pytest.raises(Rejected, match="without an answer"):
            await searches.answer({"ask": "page"}, SECONDS, {})

    with_searches(ports, act)


def test_an_interpreter_that_starts_when_nobody_waits_ends() -> None:
    class Slow(Stuck):
        async def open(self, _: Callable[[object], None]) -> Stuck:
            await asyncio.sleep(0.02)
            return await super().open(_)

    async def act(searches: Searches) -> None:
        asked = asyncio.create_task(searches.answer({"ask": "page"}, SECONDS, {}))
        await asyncio.sleep(0.01)
        asked.cancel()
        while not ports.ended:
            await asyncio.sleep(0.01)

    ports = Slow()
    with_searches(ports, act)
