"""Whatever a title, a name or a path holds, no command sends it to the terminal to be obeyed."""

from __future__ import annotations

import contextlib
import io
import json
import os
import tempfile
import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import dominoes_rules as dr
from dominoes_rules.cli.main import main

GAME = """variant "{title}"
extends "block"
turn:\tplay a tile   # {title}
\tor else pass
award bonus: 5 to winner at round end   # {title}
example "{title}":
  given line [6|6],  A to play,  A holds [6|1] [0|0],  B holds [6|3]
  when  A passes
  then  B to play
invariant "{title}": plays is at most 100
"""
OBEYED = frozenset({"Cc", "Cf", "Zl", "Zp"})
HOSTILE = st.text(
    st.sampled_from("\x1b\x07\x08\t\x7f\x85\x9b\u200e\u202e\u2028\ue000\\[]{}'/ 31mab"),
    min_size=1,
    max_size=12,
)
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("check", "FILE"),
    ("check", "TITLE"),
    ("check", "--json", "BAD"),
    *(("check", "--format", form, "BAD") for form in ("text", "concise", "github")),
    ("fmt", "--check", "FILE"),
    ("fmt", "BAD"),
    ("fmt", "TITLE"),
    ("show", "FILE"),
    ("show", "FILE", "--clauses"),
    ("show", "FILE", "--python"),
    ("show", "FILE", "--json"),
    ("show", "BAD"),
    ("show", "FILE", "--set", "TITLE=5"),
    ("test", "FILE", "--rounds", "1", "--scope", "0"),
    ("test", "FILE", "--rounds", "1", "--scope", "0", "--json"),
    ("test", "FILE", "--replay", "TITLE A:66 play:66"),
    ("diff", "block", "FILE", "--rounds", "1"),
    ("diff", "FILE", "block", "--rounds", "1", "--json"),
    ("explain", "TITLE"),
    ("new", "TITLE"),
    ("new", "house", "--from", "TITLE"),
    ("worlds", "FILE A:66.65/B:x2 opener:A"),
    ("worlds", "FILE A:66.65.64.63.62.61.60/B:x7 opener:A play:66", "--json"),
    ("worlds", "FILE A:66.65.64.63.62.61.60/B:x7 opener:A play:66", "--sample", "2"),
    ("worlds", "FILE A:66.65.64.63.62.61.60/B:x7 opener:A", "--if", "TITLE"),
    ("worlds", "block A:TITLE/B:x7"),
    ("worlds", "block A:66/B:x7 TITLE:5"),
    ("worlds", "block A:66/B:x7 play:TITLE"),
    ("worlds", "TITLE"),
    ("solve", "FILE A:66.65.64.63.62.61.60/B:x7 opener:A", "--only", "TITLE"),
    ("perft", "FILE"),
    ("perft", "TITLE", "A:66"),
    ("TITLE",),
    ("check", "--TITLE"),
)


def obeyed(text: str) -> set[str]:
    """The signs of a text that a terminal might act on, but for line ends."""
    return {sign for sign in text if unicodedata.category(sign) in OBEYED} - {"\n"}


@settings(max_examples=30)
@given(st.sampled_from(COMMANDS), HOSTILE, HOSTILE)
@example(("show", "FILE"), "\x1b[31mred", "\x1b]0;name\x07")
def test_nothing_of_others_reaches_the_terminal(
    command: tuple[str, ...], title: str, name: str
) -> None:
    title, name = title.replace("\n", ""), name.replace("/", "")
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            Path(f"{name}.rules").write_text(GAME.format(title=title), "utf-8")
            Path(f"{name}bad.rules").write_text(GAME.format(title=title) + title, "utf-8")
            words = [
                word.replace("FILE", f"{name}.rules").replace("BAD", f"{name}bad.rules")
                .replace("TITLE", title)
                for word in command
            ]  # fmt: skip
            out, err = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                main(words)
        finally:
            os.chdir(before)
    assert obeyed(out.getvalue() + err.getvalue()) == set()
    assert "this is a bug" not in err.getvalue()
    if "--json" in command and out.getvalue():
        json.loads(out.getvalue())


@pytest.mark.parametrize("name", ["a\nb: fine", "a\x1b[2Jb"])
def test_a_file_name_is_one_line(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"{name}.rules"
    path.write_text(GAME.format(title="T"), "utf-8")
    main(["check", str(path)])
    assert len(capsys.readouterr().out.splitlines()) == 1


@given(HOSTILE)
def test_messages_of_errors_are_plain(text: str) -> None:
    for attempt in (dr.Position, dr.variant, dr.load, dr.Move.parse):
        with pytest.raises(dr.DominoesError) as caught:
            attempt(f"x{text}")
        assert obeyed(str(caught.value)) == set()
