"""Processes that search: nobody starves the others, and whoever comes next finds them warm."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dominoes_rules.web.analysis import search_process
from dominoes_rules.web.analysis.fair_queue import FairQueue
from dominoes_rules.web.analysis.searches import Searches
from dominoes_rules.web.refusals import Rejected

PROGRAM = """
import os, sys, time
from dominoes_rules.web.analysis import replies, worker

warmed = []

def look(question, tell, cancel):
    if question["position"] == "endless":
        while True:
            pass
    if question["position"] == "fatal":
        os._exit(1)
    return {"process": os.getpid(), "warm": len(warmed)}

worker.SECONDS_OF_A_LOOK = float(sys.argv[1])
replies.ANSWERS["page"] = look
replies.ANSWERS["warm"] = lambda *_: warmed.append(1) or {}
worker.main()
"""
SECONDS = 60.0


def served(
    monkeypatch: pytest.MonkeyPatch,
    act: Callable[[Searches], Awaitable[None]],
    seconds_of_a_look: float = 0.1,
) -> None:
    """Let questions be asked of one process, which has a program of its own."""
    words = (sys.executable, "-c", PROGRAM, str(seconds_of_a_look))
    monkeypatch.setattr(search_process, "WORDS", words)

    async def run() -> None:
        looks = search_process.search_processes(1)
        try:
            await act(looks)
        finally:
            await looks.close()

    asyncio.run(asyncio.wait_for(run(), SECONDS))


async def look(looks: Searches, position: str, asker: str = "") -> dict[str, Any]:
    return await looks.answer({"ask": "page", "position": position}, SECONDS, {asker: 9})


def test_time_ends_a_look_and_not_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(looks: Searches) -> None:
        before = await look(looks, "usual")
        for _ in range(2):
            with pytest.raises(Rejected, match="takes too long"):
                await look(looks, "endless")
            assert await look(looks, "usual") == before

    served(monkeypatch, act)


def test_a_look_that_nobody_waits_for_ends_and_its_process_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def act(looks: Searches) -> None:
        before = await look(looks, "usual")
        asked = asyncio.create_task(look(looks, "endless"))
        await asyncio.sleep(0.2)
        asked.cancel()
        assert await look(looks, "usual") == before

    served(monkeypatch, act, SECONDS)


def test_a_process_that_has_ended_is_replaced_by_a_warm_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def act(looks: Searches) -> None:
        before = await look(looks, "usual")
        assert before["warm"] == 0  # the first one is started for the first question
        with pytest.raises(Rejected, match="without an answer"):
            await look(looks, "fatal")
        after = await look(looks, "usual")
        assert after["process"] != before["process"]
        assert after["warm"] == 1

    served(monkeypatch, act)


def test_the_place_in_the_queue_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(looks: Searches) -> None:
        await look(looks, "usual")
        ahead = [asyncio.create_task(look(looks, "endless", "often")) for _ in range(3)]
        await asyncio.sleep(0)
        question = {"ask": "page", "position": "usual"}
        parts = [part async for part in looks.ask(question, SECONDS, {"once": 9})]
        assert [part.data.get("place") for part in parts] == [1, None]
        assert parts[0].data["waiting"] is True
        later = [part async for part in looks.ask(question, SECONDS, {"once": 9})]
        assert later[-1].kind == "answer"
        await asyncio.gather(*ahead, return_exceptions=True)

    served(monkeypatch, act)


@given(
    st.lists(
        st.tuples(st.sampled_from("abc"), st.sampled_from(["ask", "free", "leave"])), max_size=40
    )
)
def test_the_queue_serves_everybody_in_turn(acts: list[tuple[str, str]]) -> None:
    """Against a plain account: who waits, who is being served, and what is left."""

    async def run() -> None:
        queue, waiting, busy = FairQueue(["w"]), list[Any](), list[Any]()

        def settle() -> None:
            served = [turn for turn in waiting if turn.worker.done()]
            assert len(served) + len(busy) <= 1
            for turn in served:
                waiting.remove(turn)
                busy.append(turn)
            assert bool(busy) or not waiting
            assert sorted(turn.place for turn in waiting) == [*range(1, len(waiting) + 1)]

        for asker, act in acts:
            first = next((turn for turn in waiting if turn.place == 1), None)
            if act == "ask":
                waiting.append(queue.turn(asker))
            elif act == "free" and busy:
                queue.put(busy.pop().worker.result())
                if first is not None:
                    assert first.worker.done()  # the places that are told are true
            elif act == "leave" and waiting:
                turn = waiting.pop(0)
                turn.leave()
                assert turn.place == 0
            settle()

    asyncio.run(run())


def test_who_asks_once_waits_for_one_question_of_somebody_who_asks_often() -> None:
    async def run() -> None:
        queue = FairQueue(["w"])
        often = [queue.turn("often") for _ in range(5)]
        once = queue.turn("once")
        assert (often[1].place, once.place, often[2].place) == (2, 1, 3)
        queue.put(often[0].worker.result())
        assert once.worker.done()

    asyncio.run(run())


def test_what_was_given_to_somebody_who_left_is_free_again() -> None:
    async def run() -> None:
        queue = FairQueue(["w"])
        gone = queue.turn("a")
        assert gone.worker.done()
        gone.leave()
        assert queue.turn("b").worker.done()

    asyncio.run(run())
