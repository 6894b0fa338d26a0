"""Arguments of the wrong kind are refused where they are given, with what to write instead."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dominoes_rules as dr

TEXT = "block/2 26-66-61-15 A:22.24.20.43/B:x6 A void:B=2.5 passes:1 opener:A"
any_: Any = dr
"""The same, for calls that a type checker would refuse."""
position: Any = dr.Position(TEXT)
worlds: Any = dr.worlds(position)
game: Any = dr.Round(dr.variant("block"))

REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "a text to solve": (lambda: any_.solve(TEXT), r"a Position, not a str; write Position\("),
    "a round to solve": (
        lambda: any_.solve(dr.Round(dr.variant("block"))),
        r"a Position, not a Round; write game\.seen_by",
    ),
    "a text for worlds": (lambda: any_.worlds(TEXT), "worlds takes a Position, not a str"),
    "a text to ask": (lambda: any_.ask(TEXT, "B holds a 6"), "ask takes a Position, not a str"),
    "an option that there is not": (
        lambda: any_.solve(dr.Position(TEXT), sead=3),
        r"solve\(\) got an unexpected keyword argument 'sead'",
    ),
    "nothing to solve": (
        any_.solve,
        r"solve\(\) missing a required argument: 'position'",
    ),
    "a number as a limit": (
        lambda: any_.solve(dr.Position(TEXT), 50),
        r"50 is not a Limit; write for instance Limit\(worlds=200\)",
    ),
    "nothing for a position": (lambda: any_.Position(None), "from its text, not from NoneType"),
    "a name for a ruleset": (
        lambda: any_.Round("block"),
        r'not from a str; write variant\("block"\)',
    ),
    "a number for a tile": (
        lambda: worlds.chance("B", 64),
        r"a tile is read from a text such as '64' or '\[6\|4\]', not from 64",
    ),
    "a number for a seat": (lambda: game.seen_by(0), "a seat is a letter such as 'A', not 0"),
    "a word for a world": (lambda: worlds["x"], "number of a world must be an integer, not 'x'"),
    "half a world": (lambda: worlds.sample(2.5), "number=2.5: how many worlds to draw"),
    "nothing to suppose": (lambda: position.supposing(None), "a condition must be a text such as"),
    "a name for rules": (
        lambda: any_.Position(TEXT, "block"),
        r'ruleset must be a Ruleset such as variant\("block"\), not \'block\'',
    ),
    "a ruleset for its name": (lambda: any_.variant(game.setup.ruleset), "name must be the name"),
    "nothing to load": (lambda: any_.load(None), "path must be the path of a rules file, not None"),
    "bytes for rules": (lambda: any_.loads(b"x"), "rules must be a text, not b'x'"),
    "a word for players": (
        lambda: any_.Round(dr.variant("block"), seats="2"),
        "seats must be the number of players, not '2'",
    ),
    "a list of parameters": (
        lambda: any_.simulate("block", rounds=1, parameters=[1]),
        r"parameters must be a mapping of names to values, not \[1\]",
    ),
    "nothing to simulate": (lambda: any_.simulate(None, rounds=1), "a variant's name, not None"),
    "a position's text to go on from": (
        lambda: any_.Round.from_position(TEXT),
        r"takes a Position, not a str; write Position\(",
    ),
    "nobody for a tournament": (
        lambda: any_.tournament(None),
        r"bots must be a list such as \['lowest', 'essay'\], not None",
    ),
    "a word for jobs": (lambda: any_.review(game, jobs="x"), "jobs='x': it must be an integer"),
    "a number for a folder": (lambda: any_.Library(5), "root must be the path of a folder, not 5"),
    "a word for a seed": (
        lambda: any_.Round(dr.variant("block"), seed="x"),
        "seed='x': a seed must be an integer",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_the_message_says_what_to_write(name: str) -> None:
    call, said = REFUSED[name]
    with pytest.raises(TypeError, match=said):
        call()


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("sprt", "x"), ("sprt", (1,)), ("out", 5), ("resume", 5), ("cluster", 3), ("time", "x")],
)
def test_what_a_tournament_takes(name: str, wrong: object) -> None:
    with pytest.raises(TypeError, match=f"{name} must be "):
        any_.tournament(["lowest", "first"], deals=1, **{name: wrong})


@pytest.mark.parametrize(
    ("call", "kind", "said"),
    [
        *(
            (
                lambda wrong=wrong: any_.Limit(worlds=wrong),
                TypeError,
                "it must be an integer of at least 1",
            )
            for wrong in (float("nan"), 2.5, "5", True)
        ),
        (
            lambda: any_.Limit(nodes=2.5),
            TypeError,
            "nodes=2.5: it must be an integer of at least 1",
        ),
        (
            lambda: any_.Limit(nodes=0),
            dr.ArgumentError,
            "nodes=0: it must be an integer of at least 1",
        ),
        (lambda: any_.Limit(time="5"), TypeError, "time='5': the time must be a number"),
        (lambda: any_.Limit(time=float("nan")), dr.ArgumentError, "time=nan: the time must be"),
        (lambda: worlds.sample(-3), dr.ArgumentError, "number=-3: how many worlds to draw must be"),
        (lambda: any_.tournament(["lowest", "first"], time=0), dr.ArgumentError, "time=0: a pro"),
        (lambda: any_.simulate("block", rounds=-1), dr.ArgumentError, "rounds=-1: how many rounds"),
        (lambda: any_.Limit(exact=1), TypeError, "exact=1: it must be True or False"),
        *(
            (lambda ask=ask, wrong=wrong: ask(wrong), kind, f"seed={wrong}: a seed must be an int")
            for wrong, kind in ((1.5, TypeError), (-1, dr.ArgumentError))
            for ask in (
                lambda seed: any_.solve(dr.Position(TEXT), seed=seed),
                lambda seed: any_.ask(dr.Position(TEXT), "B holds a 6", seed=seed),
                lambda seed: dr.worlds(dr.Position(TEXT)).sample(1, seed=seed),
                lambda seed: dr.Round(dr.variant("block"), seed=seed),
            )
        ),
    ],
)
def test_a_number_that_makes_no_sense(
    call: Callable[[], object], kind: type[Exception], said: str
) -> None:
    with pytest.raises(kind) as raised:
        call()
    assert said in str(raised.value)


@pytest.mark.parametrize("wrong", [None, 64])
@pytest.mark.parametrize(
    "ask",
    [
        position.play,
        position.is_legal,
        game.push,
        game.peek,
        lambda move: any_.solve(position, only=[move]),
        lambda move: any_.solve(position, why=move or 0),
        any_.Move.parse,
    ],
)
def test_a_move_is_a_move_or_its_text(ask: Callable[[object], object], wrong: object) -> None:
    with pytest.raises(TypeError, match=r"a move is a Move or a text such as '61l', '\+' or '-'"):
        ask(wrong)


def test_a_bundled_name_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(dr.RulesError, match=r'the bundled variant is variant\("block"\)'):
        dr.load("block")
    (tmp_path / "block").write_text('variant "Mine"\nextends "draw"\n', encoding="utf-8")
    assert dr.load("block").title == "Mine"


def test_a_report_is_short_at_a_prompt() -> None:
    report = dr.solve(dr.Position(TEXT), dr.Limit(worlds=20), seed=3, why="22")
    shown = repr(report)
    assert len(shown) < 250
    assert shown.startswith(f"<Report {report.position}: {report.rows[0].move} ")
    assert all(f"{row.move} {row.points.mean:.2f} ± " in shown for row in report)
    assert shown.endswith("; 20 of 924 worlds>")
