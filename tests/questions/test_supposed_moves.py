"""What is supposed stays so behind a move: exactly the worlds that come from a supposed one."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.conditions import read_question
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.table.state import Kind
from dominoes_rules.errors import IllegalMove, PositionError, UnclearPosition
from dominoes_rules.position.hidden_hands import Worlds
from dominoes_rules.position.position import Position
from dominoes_solver.evidence.view import Record
from tests.positions.brute_force import effort, random_round, seen
from tests.positions.small_variants import BUNDLED, VARIED

OF_VARIED = "reserve", "draw by choice", "who can't play lays a tile aside"
GAMES = BUNDLED | {name: VARIED[name] for name in OF_VARIED}
SNAPSHOT = "block/2 26-66-61-15 A:22.24.20.43/B:x6 A void:B=2.5 passes:1 opener:A"


def came_from(compiled: Compiled, after: Position, condition: str) -> set[tuple[int, ...]]:
    """The worlds of a record in which a condition held before its last move, one by one."""
    rules = Interpreter(compiled.setup)
    node = read_question(condition, compiled.setup)
    found = set()
    for world in after.evidence.table:
        view = Worlds(after).position_of(world).view
        assert isinstance(view, Record)
        before = Position.from_view(compiled, replace(view, moves=view.moves[:-1]))
        state = before.evidence.open_state(before.evidence.table.unrank(0))
        if rules.holds(node, state):
            found.add(world)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_the_worlds_behind_a_move_are_those_that_come_from_supposed_ones(name: str) -> None:
    compiled, random, tried = GAMES[name](), Random(name), 0
    for _ in range(400):
        played = random_round(compiled, random)
        if played.end.over or tried == 12:
            continue
        record = seen(played, compiled, random, random.choice(["one", "none", "mixed"]))
        if effort(compiled, record) > 150:
            continue
        position = Position.from_view(compiled, record)
        seat = random.choice(compiled.setup.seat_names)
        tile = random.choice(compiled.setup.tiles.tiles)
        condition = random.choice(
            [
                f"{seat} holds {tile.bracketed}",
                f"{seat} holds no {tile.low}",
                f"pips held by {seat} is more than pips held by player after {seat}",
                f"pips held by {seat} is a multiple of 2",
            ]
        )
        action = random.choice(compiled.legal(played.end))
        move = {Kind.PASS: "-", Kind.DRAW: "+"}.get(action.kind, "")
        end = "lr"[action.end] if played.end.ends else ""
        move = move or f"{compiled.setup.tiles.tiles[action.tile]}{end}"
        try:
            supposed, plain = position.supposing(condition), position.play(move)
        except PositionError:
            continue
        expected = came_from(compiled, plain, condition)
        tried += 1
        if not expected:
            with pytest.raises(IllegalMove, match="in every world that meets the conditions"):
                supposed.play(move)
            continue
        after = supposed.play(move)
        assert set(after.evidence.table) == expected
        assert after.evidence.table.count == len(expected)
    assert tried > 5


def test_a_snapshot_keeps_it_too() -> None:
    supposed = Position(SNAPSHOT).supposing("B holds [6|4]")
    after = supposed.play("22l")
    assert after.evidence.table.count == supposed.evidence.table.count == 462
    assert Worlds(after).chance("B", "64") == 1.0
    assert after != Position(str(after))
    assert eval(repr(after)) == after


def test_a_tile_that_is_supposed_and_played() -> None:
    table = "block/2 66 A:22.24.20.43.61.62/B:x7 B opener:A"
    supposed = Position(table).supposing("B holds at least 2 doubles")
    after = supposed.play("65l")
    assert Worlds(after).position.supposing("B holds at least 2 doubles").evidence.table.count == (
        after.evidence.table.count
    )
    assert 0 < after.evidence.table.count < Position(table).play("65l").evidence.table.count
    with pytest.raises(IllegalMove, match="B can't hold 65"):
        Position(table).supposing("B holds no 6").play("65l")


def test_an_unseen_draw_on_a_snapshot_is_refused() -> None:
    table = "draw_one 66 A:22.24.20.43.61.62/B:x7 B opener:A"
    with pytest.raises(UnclearPosition, match="write a record"):
        Position(table).supposing("B holds [6|4]").play("+")
