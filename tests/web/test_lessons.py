"""Lessons: bots of a table learn its house rules; who may teach them, what is kept and refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import dominoes_rules as dr
from dominoes_rules import library
from dominoes_rules.bots import asked_move, bot, decide
from dominoes_rules.position import policy_files
from dominoes_rules.web.analysis import lessons
from dominoes_rules.web.analysis.lessons import Classroom
from dominoes_rules.web.analysis.search_process import search_processes
from dominoes_solver.belief.model import UnfitModel, digest
from dominoes_solver.policy.policy import text_of
from dominoes_solver.search import native
from tests.policy.policies_at_random import policy_at_random
from tests.web.clients import Player, begin, seated, serving, until

KITCHEN = 'variant "Kitchen"\nextends "muggins"\n\ndeal: 5 each\n'
BEGUN = "The bots are learning this game"


@pytest.fixture
def kitchen(tmp_path: Path) -> dr.Ruleset:
    path = tmp_path / "kitchen.rules"
    path.write_text(KITCHEN, encoding="utf-8")
    ruleset = library.find(str(path))
    if not native.plays_policies(library.compiled(ruleset, 2), wait=True):
        pytest.skip("machine code is not there")
    return ruleset


@pytest.fixture
def client(
    tmp_path: Path, kitchen: dr.Ruleset, monkeypatch: pytest.MonkeyPatch
) -> Iterator[TestClient]:
    monkeypatch.setattr(lessons, "SECONDS_TO_LEARN", 0.2)
    with serving(tmp_path, games={"kitchen": kitchen, "block": dr.variant("block")}) as found:
        yield found


def table(client: TestClient, **fields: str) -> Player:
    return begin(client, **{"game": "kitchen", "level": "club", **fields})


def offered(player: Player) -> dict[str, Any]:
    return until(player.view, lambda view: "teach" in view["acts"])


def test_a_lesson_is_offered_taught_and_kept_for_its_rules(client: TestClient) -> None:
    ana = table(client)
    assert "lesson" not in offered(ana)
    assert ana.act("stop_teaching").status_code == 409
    assert ana.act("teach").status_code == 200
    view = ana.view()
    assert view["lesson"].startswith(BEGUN)
    assert "teach" not in view["acts"]
    view = until(ana.view, lambda view: not view.get("lesson", "").startswith(BEGUN))
    assert re.match(r"The bots have learnt this game from [\d,]+ rounds\.", view["lesson"])
    assert not {"teach", "stop_teaching"} & {*view["acts"]}
    hall = client.app.state.tables.hall  # type: ignore[attr-defined]
    text = hall.rooms[ana.room].lesson.policy
    until(ana.view, lambda view: view["mine"])
    ana.post("move", {"move": ana.moves(ana.view())[0], "version": ana.view()["version"]})
    until(ana.view, lambda view: "lesson" not in view)
    bob = table(client)
    until(lambda: hall.rooms[bob.room].lesson.policy, lambda kept: kept == text)
    assert "teach" not in bob.view()["acts"]


def test_a_lesson_ends_with_a_word_or_with_the_table(client: TestClient) -> None:
    lessons.SECONDS_TO_LEARN = 60.0  # undone by the fixture
    searches = client.app.state.tables.hall.classroom.searches  # type: ignore[attr-defined]
    ana = table(client)
    for ending in ("stop_teaching", "close"):
        offered(ana)
        assert ana.act("teach").status_code == 200
        until(ana.view, lambda view: "left" in view["lesson"])
        assert ana.act(ending).status_code == 200
        assert "lesson" not in ana.view()
        until(lambda: searches.running, lambda running: not running)
    assert "teach" not in ana.view()["acts"]


def test_without_javascript_a_form_does_it(client: TestClient) -> None:
    ana = table(client)
    offered(ana)
    page = ana.get("").text
    form = page[page.index("<noscript>\n<p>") :]
    token = re.search(r'name="table" value="([^"]+)"', form)
    assert token is not None
    assert '<button name="act" value="teach">' in form
    answer = client.post(
        f"/t/{ana.room}/do",
        data={"table": token[1], "version": str(ana.view()["version"]), "act": "teach"},
        headers={"Cookie": f"seat={ana.cookie}"},
        follow_redirects=False,
    )
    assert answer.status_code == 303
    assert BEGUN in ana.get("").text


def test_who_may_teach_what(client: TestClient) -> None:
    ana = table(client, friends="1")
    offered(ana)
    hall = client.app.state.tables.hall  # type: ignore[attr-defined]
    link = f"/t/{ana.room}/sit/{hall.rooms[ana.room].seats['B'].shown_link}"
    answer = client.post(link, data={"name": "Bob"}, follow_redirects=False)
    bob = seated(client, answer, ana.room)
    assert bob.act("teach").status_code == 409
    for unwanted in (table(client, game="block"), table(client, level="expert")):
        assert "teach" not in unwanted.view()["acts"]
        assert unwanted.act("teach").status_code == 409


def test_what_is_no_policy_of_the_rules_is_not_kept(
    kitchen: dr.Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lessons, "MAX_KEPT", 1)
    kept, setups = Classroom(search_processes(1)), [kitchen.setup(), kitchen.setup(3)]
    texts = {digest(setup): text_of([policy_at_random(setup, 1)]) for setup in setups}
    (first, text), (second, other) = texts.items()
    for wrong in (other, "{}", "[" * 10_000, ""):
        with pytest.raises(UnfitModel):
            kept.keep(first, wrong)
    kept.keep(first, text)
    assert kept.policy_of(first) == text
    kept.keep(second, other)
    assert [kept.policy_of(rules) for rules in texts] == ["", other]


def test_bots_play_by_what_was_learnt(
    kitchen: dr.Ruleset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process of bots that is told a policy takes the plays of `quick` by its file."""
    monkeypatch.setattr(policy_files, "_adopted", {})
    text = text_of([policy_at_random(kitchen.setup(), 7)])
    file = tmp_path / "own.policy.json"
    file.write_text(text, encoding="utf-8")
    named, game, differs = bot(f"quick:policy={file}"), dr.Round(kitchen, seed=2), 0
    while not game.is_over:
        question = {
            "position": game.text_seen_by(game.turn), "rules": library.kept_files(kitchen),
            "bot": "quick",
        }  # fmt: skip
        game.push(decide(named, game))
        if len(dr.Position(question["position"], kitchen).legal_moves) > 1:  # type: ignore[arg-type]
            before = asked_move.answer_to(question)
            after = asked_move.answer_to({**question, "policy": text})
            assert after == {"move": str(game.moves[-1])}
            differs += before != after
            policy_files._adopted.clear()
            asked_move._adopt.cache_clear()
            asked_move._bot.cache_clear()
    assert differs
