"""Anything on the command line: an answer or a message, soon, and never a traceback."""

from __future__ import annotations

import contextlib
import io
import os
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dominoes_rules.authoring import fixing
from dominoes_rules.cli import main
from tests.errors.test_reading import BLOCK
from tests.soon import soon

LONGEST = 20.0
"""Seconds of the processor for one command: only what hangs takes as long."""

POSITIONS = [
    "partnership A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7 play:66,61l,62r,-,15l,-,52l,-",
    "draw A:66.64.43.31.20.10.50/B:x7 play:66,+,+,61l",
    "block/2 26-66-61-15 A:22.24.20.43/B:x6 A void:B=2.5 passes:1 opener:A",
    "domohnoes/3 66-61 A:x5/B:11.43/C:x4 B opener:A score:0-1-2 round:2",
]
CONDITIONS = [
    "B holds [6|4] and D holds no 4",
    "pips held by C is at least 10",
    "any player holds at least 3 doubles or not A holds a 5",
    "B can play",
    "tiles held by B / 2 rounded up to 1 is more than 2",
]
PIECES = (
    "A B C D J x x7 x0 66 00 99 CB 6-6 [6|6] / : . , - + l r play: stock: opener: void: score: "
    "round: passes: finisher: partnership block draw_one /2 /4 /99 = 1e9 -1 100000000000 é \x00 \t "
    "holds no a is not and or pips doubles tiles by winner nobody 5 0 rounded 's"
).split(" ")


@st.composite
def changed(draw: st.DrawFn, texts: list[str]) -> str:
    """A text with one to three pieces of it changed. Shrinks towards one change of the first."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(text)))
        length = draw(st.integers(0, 4))
        text = text[:place] + draw(st.sampled_from(["", *PIECES])) + text[place + length :]
    return text


def called(*words: str) -> int:
    """The exit code of a command that must not end in a traceback, nor call itself broken."""
    out, err = io.StringIO(), io.StringIO()
    with (
        soon(LONGEST),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        mock.patch.dict(os.environ, {"DOMINOES_RULES_NATIVE": "0"}),
    ):
        code = main(list(words))
    reported = err.getvalue()
    assert code in {0, 1, 2}
    assert "this is a bug" not in reported, (words, reported)
    assert "Traceback" not in reported
    assert code == 0 or reported or out.getvalue()
    return code


@settings(max_examples=25)
@given(position=changed(POSITIONS))
def test_any_position(position: str) -> None:
    called("worlds", position)
    called("perft", position, "1")


@settings(max_examples=8)
@given(position=changed(POSITIONS[2:3]), seed=st.integers(0, 9))
def test_any_position_to_solve(position: str, seed: int) -> None:
    called("solve", position, "--worlds", "1", "--time", "0.2", "--seed", str(seed))


@settings(max_examples=25)
@given(condition=changed(CONDITIONS), option=st.sampled_from(["--if", "--given"]))
def test_any_condition(condition: str, option: str) -> None:
    called("worlds", POSITIONS[2], f"{option}={condition}")


@settings(max_examples=12)
@given(words=st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=20)), max_size=4))
@pytest.mark.parametrize("command", ["explain", "check", "show", "perft"])
def test_any_words(command: str, words: list[str]) -> None:
    # To check a folder is to read every rules file in it, and the root of the disk is one.
    words = [word for word in words if not (word and Path(word).is_dir())]
    if any(word.startswith("-") for word in words):
        words = ["--", *words]
    with mock.patch("pathlib.Path.write_text", side_effect=AssertionError):
        called(command, *words)


LONG = {
    "and, or": "blocked: when " + " or ".join(["nobody can act and plays is 1"] * 1_000),
    "clauses": "".join(f"define d{n}: {n}\n" for n in range(5_000)),
    "wrong relations": "".join(
        f"award a{n}: 1 to winner at round end when plays >= {n}\n" for n in range(150)
    ),
    "wrong relations in one": "redeal: when " + " and ".join(["plays >= 1"] * 400),
    "articles": "winner: " + "the " * 3_900 + "finisher",
    "a sentence": ("winner: " + "x when " * 60 + "\n") * 150,
    "capitals": "Turn: Play A Tile Or Else Pass\n" * 200,
    "draws": ("turn: " + "play a tile or draw " * 50 + "pass\n") * 20,
    "braces": "turn: " + "{ " * 10_000,
    "blanks": "turn: play" + " " * 60_000 + "a tile =",
    "remarks": "turn: play" + "\n  # x" * 20_000 + "\n  a tile =",
    "digits": "deal: " + "1" * 60_000 + " tiles\nmatch: best of " + "7" * 60_000,
    "players": "players: " + "9" * 6_000 + " players in " + "3" * 6_000 + " teams",
    "digits of other scripts": "deal: ² tiles\nplayers: ٣ players\nmatch: best of ٣",
    "tiles": 'example "x": given ' + "A holds 66, " * 400 + "A to play when A passes then domino",
    "near names": "".join(f"parameter parameter{n} = {n}\n" for n in range(80))
    + "".join(f"award x{n}: parametr{n} to winner at round end\n" for n in range(50)),
}


LONGEST_TEXTS = ("a sentence", "capitals")
"""Those that take more than a second on a quiet machine."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.thorough if name in LONGEST_TEXTS else ())
        for name in LONG
    ],
)
def test_long_texts_are_judged_and_fixed_at_once(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # One pass is like the next, and what takes long does in the first.
    monkeypatch.setattr(fixing, "MOST_PASSES", 2)
    with soon(LONGEST / 5):
        assert fixing.fix("x.rules", BLOCK + LONG[name] + "\n").left


def test_a_folder_of_odd_names(tmp_path: Path) -> None:
    for name in ("a b.rules", "é.rules", "-x.rules", "%n.rules"):
        (tmp_path / name).write_text(BLOCK + "turn: play a bone or else pass\n", "utf-8")
        for form in ("text", "concise", "json", "github"):
            assert called("check", "--format", form, str(tmp_path / name)) == 1
        assert called("check", str(tmp_path / name), "--fix") == 0
