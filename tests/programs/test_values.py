"""Positions, rounds, reports and rules are values: copied, pickled, compared and hashed."""

from __future__ import annotations

import copy
import io
import os
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dominoes_rules as dr
from dominoes_lang.codegen.compiled import compile_rules
from dominoes_rules import testing

TEXT = "block/2 26-66-61-15 A:22.24.20.43/B:x6 A void:B=2.5 passes:1 opener:A"
RECORD = "block A:66.64.43.31.20.10.50/B:61.65.63.60.x3 opener:A play:66,61l"
HOUSE = """
variant "House"
extends "block"
deal: 6 each
parameter bonus = 3 from 0 to 9
award more: bonus  to winner  at round end
"""


def house(folder: Path) -> dr.Ruleset:
    """Rules whose file and whose parent are gone by the time that they are copied."""
    files = folder / "house.rules", folder / "parent.rules"
    files[1].write_text(HOUSE, "utf-8")
    files[0].write_text('variant "Child"\nextends "parent"\n', "utf-8")
    ruleset = dr.load(files[0])
    for file in files:
        file.unlink()
    return ruleset


def finished(rules: dr.Ruleset) -> dr.Round:
    game = dr.Round(rules, seed=1)
    while not game.is_over:
        game.push(game.legal_moves[-1])
    return game


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """One of each."""
    rules = house(tmp_path_factory.mktemp("gone"))
    position = dr.Position(TEXT)
    supposed = position.supposing("B holds [6|4]", "B holds a 0")
    report = dr.solve(position, dr.Limit(worlds=20), seed=3, why="22")
    game = dr.Round(rules, seed=7, parameters={"bonus": 5})
    game.push(game.legal_moves[0])
    return {
        "a snapshot": position,
        "a record": dr.Position(RECORD),
        "what is supposed": supposed,
        "what is supposed, played on": supposed.play("22l").play("-"),
        "a position of rules whose file is gone": game.seen_by("B"),
        "a round": game,
        "a round that went on from a snapshot": dr.Round.from_position(dr.worlds(position)[3]),
        "a report": report,
        "why": report.why,
        "worlds": dr.worlds(supposed),
        "a ruleset": rules,
        "a bundled ruleset": dr.variant("block"),
        "a setup": rules.setup(parameters={"bonus": 5}),
        "an outcome": finished(dr.variant("draw")).outcome,
    }


COPIED: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
}


@pytest.mark.parametrize("way", COPIED)
def test_a_copy_is_equal(made: dict[str, Any], way: str) -> None:
    for name, value in made.items():
        copied = COPIED[way](value)
        assert type(copied) is type(value), name
        assert copied == value, name
        assert repr(copied) == repr(value), name
        assert all(copied != other for key, other in made.items() if key != name), name
        if not isinstance(value, dr.Round):
            assert hash(copied) == hash(value), name


class Names(pickle.Unpickler):
    """Notes what a pickle asks for by name."""

    def __init__(self, data: bytes) -> None:
        super().__init__(io.BytesIO(data))
        self.found: set[tuple[str, str]] = set()

    def find_class(self, module: str, name: str) -> Any:
        self.found.add((module.partition(".")[0], name))
        return super().find_class(module, name)


def test_a_pickle_is_plain_data(made: dict[str, Any]) -> None:
    """It names classes of ours, and no generated code."""
    for name, value in made.items():
        data = pickle.dumps(value)
        names = Names(data)
        names.load()
        packages = {package for package, _ in names.found}
        ours = {"dominoes_rules", "dominoes_lang", "dominoes_solver"}
        assert packages <= {*ours, "copyreg", "builtins", "pathlib"}, name
        assert b"def legal" not in data, name
    assert len(pickle.dumps(made["what is supposed, played on"])) < 300


def test_the_same_question_gives_an_equal_report() -> None:
    first, second = (dr.solve(dr.Position(TEXT), dr.Limit(worlds=20), seed=3) for _ in range(2))
    assert first == second
    assert len({first, second}) == 1
    assert first != dr.solve(dr.Position(TEXT), dr.Limit(worlds=20), seed=4)


def test_the_same_text_under_other_rules_is_another_position() -> None:
    text = "mine A:66.65.64.63.62.61.60/B:x7 opener:A"
    one, other = (dr.Position(text, dr.variant(name)) for name in ("block", "draw"))
    assert str(one) == str(other)
    assert one != other
    assert pickle.loads(pickle.dumps(other)) == other
    assert one != text


def test_a_copied_round_shares_nothing() -> None:
    game = dr.Round(dr.variant("block"), seed=7)
    game.push(game.legal_moves[0])
    for way in COPIED.values():
        copied = way(game)
        copied.push(copied.legal_moves[0])
        assert copied != game
        assert len(game.actions) == 1
        assert copied.pop() != copied.pop()
        assert not copied.actions
        assert len(game.actions) == 1
    with pytest.raises(TypeError, match="unhashable"):
        hash(game)


@given(data=st.data())
def test_every_position_survives(data: st.DataObject) -> None:
    """It has the same worlds, not only the same text."""
    rules = dr.variant(data.draw(st.sampled_from(dr.variants())))
    position = data.draw(testing.positions(rules))
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert again.evidence.hidden == position.evidence.hidden
    assert again.evidence.state == position.evidence.state


@given(data=st.data())
def test_every_round_survives(data: st.DataObject) -> None:
    rules = dr.variant(data.draw(st.sampled_from(dr.variants())))
    game = data.draw(testing.rounds(rules))
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert again.states == game.states


def _answer(position: dr.Position) -> tuple[int, dr.Report, str]:
    return os.getpid(), dr.solve(position, dr.Limit(worlds=10)), position.setup.ruleset.title


def test_a_pool_of_processes(tmp_path: Path) -> None:
    game = dr.Round(house(tmp_path), seed=3)
    positions = [game.seen_by(game.turn), dr.Position(TEXT).supposing("B holds [6|4]")]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        found = list(pool.map(_answer, positions))
    assert [title for _, _, title in found] == ["Child", positions[1].setup.ruleset.title]
    for position, (process, report, _) in zip(positions, found, strict=True):
        assert process != os.getpid()
        assert report == dr.solve(position, dr.Limit(worlds=10))


def test_rules_compiled_twice_are_the_same_rules() -> None:
    first, again = (compile_rules(dr.variant("block").setup(2)) for _ in range(2))
    assert first == again != compile_rules(dr.variant("draw").setup(2))
    assert hash(first) == hash(again)
