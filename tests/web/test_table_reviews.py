"""Reviews at a table: who may read them, what the stream brings, and that it is searched once."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from dominoes_rules.web.analysis import worker
from dominoes_rules.web.analysis.answering import COMPILING
from dominoes_rules.web.analysis.search_worker import Message
from dominoes_rules.web.analysis.searches import Searches
from dominoes_solver.search import native
from tests.web.clients import Player, begin, serving, until


def played(client: TestClient) -> Player:
    """The host of a table at which a round is over."""
    ana, chance = begin(client), Random(3)
    while "over" not in (view := until(ana.view, lambda view: view["mine"] or "over" in view)):
        move = chance.choice(ana.moves(view))
        ana.post("move", {"move": move, "version": view["version"]})
    return ana


def events(player: Player, path: str) -> list[tuple[str, dict[str, Any]]]:
    """What a stream brings, but for the news that machine code is compiled."""
    return [(kind, data) for kind, data in all_events(player, path) if "text" not in data]


def all_events(player: Player, path: str) -> list[tuple[str, dict[str, Any]]]:
    text = player.get(path).text.replace("\r", "")
    blocks = [block.split("\n") for block in text.split("\n\n") if block.startswith("event")]
    return [(kind[7:], json.loads(data[6:])) for kind, data in blocks]


def test_a_round_is_reviewed_decision_by_decision_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path) as client:
        ana = played(client)
        assert 'href="review/A?round=1"' in ana.view()["over"]
        assert "Review of Ana" in ana.get("review/A?round=1").text
        found = events(ana, "review/A/events?round=1")
        kinds = [kind for kind, _ in found]
        decisions = [data for kind, data in found if kind == "decision"]
        assert kinds == ["progress", "decision"] * len(decisions) + ["done"]
        for one in decisions:
            assert one["html"].count("data-try=") > 1
            assert (one["cost"] > 0) == (one["kind"] is not None)
            assert "B</b>" in one["html"]
            assert "unseen" in one["html"]
        assert "Luck and skill" in found[-1][1]["html"]
        asked = []
        search = Searches.ask

        def count(self: Searches, question: Mapping[str, Any], *more: Any) -> Any:
            asked.append(question["ask"])
            return search(self, question, *more)

        monkeypatch.setattr(Searches, "ask", count)
        assert events(ana, "review/A/events?round=1") == found
        assert asked == ["review", "results"]


def test_a_search_that_waits_for_machine_code_shows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = iter([False, True, True])
    monkeypatch.setattr(native, "compiling", lambda: next(seen))
    monkeypatch.setattr(worker, "SECONDS_BETWEEN_LOOKS", 0.0)
    sent = list[dict[str, Any]]()
    with pytest.raises(StopIteration):
        worker._report_compiling(sent.append, worker._Cancelled(1))
    assert sent == [{"progress": {"text": COMPILING}}]  # once for a question

    async def ask(_: Searches, question: Mapping[str, Any], *__: Any) -> AsyncIterator[Message]:
        if question["ask"] == "review":
            yield Message("answer", {"count": 1})
        else:
            yield Message("progress", sent[0]["progress"])
            yield Message("refused", {"kind": "failed", "message": "None today."})

    monkeypatch.setattr(Searches, "ask", ask)
    with serving(tmp_path) as client:
        found = all_events(played(client), "review/A/events?round=1")
    texts = [data.get("text", "") for kind, data in found if kind == "progress"]
    assert texts == ["", COMPILING]
    assert found[-1] == ("trouble", {"kind": "failed", "message": "None today."})


def test_a_review_is_for_those_who_may_read_it(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        ana = begin(client)
        assert ana.get("review/A").status_code == 403
        ana = played(client)
        assert ana.get("review/B").status_code == 200
        for path, status in (("A?round=2", 404), ("A?round=x", 404), ("X", 404)):
            assert ana.get(f"review/{path}").status_code == status
        watcher = Player(client, ana.room)
        room = client.app.state.tables.hall.rooms[ana.room]  # type: ignore[attr-defined]
        friend = replace(room.seats["B"], person=True)
        room.state = room.state.seated(friend)  # as if a friend had played
        for path in ("review/A", "review/A/events"):
            assert [watcher.get(path).status_code, ana.get(path).status_code] == [403, 403]
        room.choose(open_reviews=True)
        assert [watcher.get("review/A").status_code, ana.get("review/B").status_code] == [403, 200]
