"""Whatever is given in place of a rules file: a diagnostic, at once, and never a traceback."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dominoes_lang.load import load
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text.diagnostics import RulesError
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.authoring import fixing
from dominoes_rules.library import bundled
from tests.soon import soon

LONGEST = 5.0
"""Seconds of the processor for one file; a second on a quiet machine."""
BLOCK = 'variant "x"\nextends "block"\n'
WHOLE = bundled()["block"]().text


def codes(path: str | Path) -> list[str]:
    """The codes of the errors in a file; empty for a sound one."""
    with soon(LONGEST):
        try:
            library.load(path)
        except RulesError as error:
            return _shown(error)
    return []


def codes_of(text: str) -> set[str]:
    with soon(LONGEST):
        try:
            load(Source("x.rules", text), bundled)
        except RulesError as error:
            return set(_shown(error))
    return set()


def _shown(error: RulesError) -> list[str]:
    """The codes of an error that can be printed, shortly."""
    assert 0 < len(str(error)) < 100_000
    return [one.code for one in error.diagnostics]


def written(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


# ---------------------------------------------------------------------- files


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "missing-clause"),
        (b" \n\t\n", "missing-clause"),
        (b"# only a remark\n", "missing-clause"),
        (b"\xff\xfe\x00\x01\x80", "unreadable-file"),
        (b"\x00" * 100, "unknown-clause"),
        (b"x" * 10_000_000, "unreadable-file"),
        (b"variant " * 1_250_000, "unreadable-file"),
    ],
    ids=["empty", "blank", "remark", "binary", "zeros", "10MB", "10MB-of-words"],
)
def test_no_rules_in_it(tmp_path: Path, content: bytes, code: str) -> None:
    assert codes(written(tmp_path, "x.rules", content)) == [code]


def test_no_file(tmp_path: Path) -> None:
    assert codes(tmp_path / "none.rules") == ["unreadable-file"]
    assert codes(tmp_path / "none" / "none.rules") == ["unreadable-file"]
    assert codes("a\0b.rules") == ["unreadable-file"]
    assert codes("x" * 5000 + ".rules") == ["unreadable-file"]
    assert codes("") == ["unreadable-file"]


def test_a_folder(tmp_path: Path) -> None:
    (tmp_path / "folder.rules").mkdir()
    assert codes(tmp_path / "folder.rules") == ["unreadable-file"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes by name here")
def test_what_never_ends(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.rules")
    assert codes(tmp_path / "pipe.rules") == ["unreadable-file"]
    assert codes("/dev/zero") == ["unreadable-file"]
    (tmp_path / "child.rules").write_text('variant "x"\nextends "pipe"\n')
    assert codes(tmp_path / "child.rules") == ["unreadable-parent"]


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may read everything"
)
def test_no_permission(tmp_path: Path) -> None:
    path = written(tmp_path, "x.rules", WHOLE)
    path.chmod(0)
    assert codes(path) == ["unreadable-file"]


def test_no_permission_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_options: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = written(tmp_path, "x.rules", WHOLE)
    monkeypatch.setattr("os.open", refuse)
    assert codes(path) == ["unreadable-file"]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "BOM"])
def test_how_a_file_is_stored_does_not_matter(tmp_path: Path, ending: str, mark: str) -> None:
    text = mark + WHOLE.replace("\n", ending)
    assert codes(written(tmp_path, "x.rules", text)) == []
    wrong = text.replace("nobody can act", "nobody can fly")
    with pytest.raises(RulesError) as caught:
        library.load(written(tmp_path, "y.rules", wrong))
    line = WHOLE[: WHOLE.index("nobody can act")].count("\n") + 1
    assert [one.span.line for one in caught.value.diagnostics] == [line]


def test_a_text_with_carriage_returns_need_not_be_a_file() -> None:
    assert codes_of(WHOLE.replace("\n", "\r\n")) == set()


# ---------------------------------------------------------------------- families


def test_a_file_may_not_extend_itself(tmp_path: Path) -> None:
    path = written(tmp_path, "self.rules", 'variant "x"\nextends "self"\n')
    assert codes(path) == ["cyclic-extends"]


def test_nor_through_another(tmp_path: Path) -> None:
    written(tmp_path, "one.rules", 'variant "x"\nextends "two"\n')
    path = written(tmp_path, "two.rules", 'variant "x"\nextends "one"\n')
    assert "cyclic-extends" in codes(path)
    (tmp_path / "sub").mkdir()
    path = written(tmp_path, "up.rules", 'variant "x"\nextends "sub/../up"\n')
    assert codes(path) == ["cyclic-extends"]


def test_a_long_chain(tmp_path: Path) -> None:
    written(tmp_path, "c0.rules", WHOLE)
    for number in range(1, 51):
        written(tmp_path, f"c{number}.rules", f'variant "x"\nextends "c{number - 1}"\n')
    assert codes(tmp_path / "c10.rules") == []
    assert codes(tmp_path / "c50.rules") == ["deep-extends"]


def test_a_parent_in_another_folder(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    written(tmp_path, "base.rules", WHOLE)
    path = written(tmp_path / "sub", "x.rules", 'variant "x"\nextends "../base"\n')
    assert codes(path) == []


def test_a_file_beside_goes_before_a_bundled_one(tmp_path: Path) -> None:
    written(tmp_path, "draw.rules", WHOLE)
    path = written(tmp_path, "x.rules", 'variant "x"\nextends "draw"\n')
    assert (
        library.load(path).clauses["turn"].span.text
        == library.variant("block").clauses["turn"].span.text
    )


def test_a_child_may_be_called_like_its_bundled_parent(tmp_path: Path) -> None:
    assert codes(written(tmp_path, "block.rules", 'variant "x"\nextends "block"\n')) == []


def test_a_parent_that_cannot_be_read(tmp_path: Path) -> None:
    written(tmp_path, "base.rules", b"\xff\xff")
    path = written(tmp_path, "x.rules", 'variant "x"\nextends "base"\nwithout award hand\n')
    assert codes(path) == ["unreadable-parent"]


@pytest.mark.parametrize("parent", ["", " ", "a\0b", "x" * 5000, "/", ".", "..", "~", "a/b\\c"])
def test_odd_names_of_parents(tmp_path: Path, parent: str) -> None:
    found = codes(written(tmp_path, "x.rules", f'variant "x"\nextends "{parent}"\n'))
    assert set(found) <= {"unknown-parent", "unreadable-parent", "empty-text", "cyclic-extends"}
    assert len(found) == 1


# ---------------------------------------------------------------------- texts

DOUBLING = "define d0: plays\n" + "".join(
    f"define d{number}: d{number - 1} + d{number - 1}\n" for number in range(1, 200)
)
NESTED = {
    "nots": "blocked: when " + "not " * 10_000 + "nobody can act\n",
    "some nots": "blocked: when " + "not " * 3_000 + "nobody can act\n",
    "ands": "blocked: when " + "plays is 1 and " * 900 + "nobody can act\n",
    "sum": "award x: 1" + " + 1" * 1_500 + " to winner at round end\n",
    "products": "award x: 9" + " * 9" * 45 + " to winner at round end\n",
    "after": "next opener: " + "player after " * 1_500 + "finisher\n",
    "sides": "award x: 1 to winner" + "'s side" * 1_500 + " at round end\n",
    "except": "award x: 1 to everyone" + " except A" * 1_500 + " at round end\n",
    "ranking": "winner: side with fewest pips" + " then most tiles" * 1_000 + "\n",
    "steps": "turn: play a tile" + " or pass" * 1_500 + "\n",
    "draws": "turn: play a tile" + " or draw 1 then stop" * 500 + " or else pass\n",
    "guards": "turn: play a tile" + "".join(f" or pass when plays is {n}" for n in range(600)),
    "rows": "winner:" + "".join(f"\n when plays is {n}: finisher" for n in range(600)) + "\n",
    "openers": "first opener: " + "A plays [6|6] or else " * 600 + "redeal\n",
    "tiles": "tiles: double-eighteen without" + " [0|0]" * 1_000 + "\n",
    "values": "tile value: " + ", ".join(["[0|0] is 1"] * 600) + "\n",
    "given": 'example "x": given ' + "A holds [6|6], " * 900
    + "A to play when A passes then domino",
    "happens": 'example "x": given line [6|6], A to play when A passes'
    + ", A passes" * 900
    + " then domino\n",
    "doubling": DOUBLING + "award x: d199 to winner at round end\n",
    "chain": "define d0: plays\n"
    + "".join(f"define d{number}: d{number - 1} + 1\n" for number in range(1, 400))
    + "award x: d399 to winner at round end\n",
    "cycle": "".join(f"define d{n}: d{(n + 1) % 400} + 1\n" for n in range(400)),
    "huge numbers": "define a: 1000000 * 1000000\ndefine b: a * a\ndefine c: b * b\n"
    "define d: c * c * c * c * c * c\ndefine e: d * d * d * d\n"
    "match: first side to reach e * e\nreserve: e\ntile value: [0|0] is e\n",
    "digits": f"match: {'9' * 100_000} wins\n",
    "defines": "".join(f"define d{number}: plays\n" for number in range(5_000)),
    "awards": "".join(f"award a{n}: 1 to winner at round end\n" for n in range(5_000)),
    "parameters": "".join(f"parameter p{number} = 1\n" for number in range(3_000)),
    "invariants": "".join(f'invariant "i{number}": plays is 1\n' for number in range(3_000)),
    "wide tables": "".join(
        f"award a{number}:"
        + "".join(f"\n when plays is {number * 10 + row}: 1" for row in range(8))
        + "\n otherwise: 0\n to winner at round end\n"
        for number in range(60)
    ),
    "wide defines": "define d: " + " + ".join(["plays"] * 900) + "\n"
    + "".join(f"award a{number}: d to winner at round end\n" for number in range(480)),
    "unknown clauses": "nonsense\n" * 20_000,
    "unknown words": "".join(f"award a{number}: zzz to winner\n" for number in range(4_000)),
    "twice": "match: one round\n" * 10_000,
    "one long word": "x" * 200_000,
    "one long line": "match: " + "one " * 40_000,
    "long text": f'variant "{"x" * 200_000}"\n',
    "brackets": "first opener: holder of " + "[" * 100_000,
    "quotes": '"' * 100_000,
    "signs": "=:+-*/,.|()[]{}" * 10_000,
    "indented": "    more\n" * 40_000,
    "remarks": "# remark\n" * 25_000,
    "empty lines": "\n" * 200_000,
}  # fmt: skip


@pytest.mark.parametrize("name", NESTED)
def test_no_text_takes_long_or_fails_otherwise(name: str) -> None:
    codes_of(BLOCK + NESTED[name])


@pytest.mark.parametrize(
    "parameter",
    [
        "x = 5 from 10 to 1", "x = 5 from 5 to 5", "x = [6|6] one of 1, [6|6]", "x = yes one of no",
        "x = a one of b, c", "x = yes from 0 to 1", "x = 5 one of yes, [1|1], loud", "x = [9|9]",
        "x = 99999999999", "x = -5", "x = 5.5", 'x = "text"', "x", "= 5", "x = 5 from 1", "x = A",
        "A = 5", "x = x", "x = 1 one of", "x = 1 one of 1 2", "x = 5 from a to b",
    ],
)  # fmt: skip
def test_parameters_wrong_in_every_way(parameter: str) -> None:
    found = codes_of(BLOCK + f"parameter {parameter}\naward y: 5 to winner at round end\n")
    assert found - {"unused-parameter"} or parameter == "x = 5 from 5 to 5"


@pytest.mark.parametrize("word", ["domino", "A", "yes", "it", "winner"])
@pytest.mark.parametrize("clause", ["parameter {} = 5", "define {}: 5"])
def test_words_that_stand_alone_are_no_names(clause: str, word: str) -> None:
    assert codes_of(BLOCK + clause.format(word) + "\n") == {"reserved-word"}


def test_a_name_may_be_like_a_word() -> None:
    text = "parameter passs = 5\ndefine Domino: passs\naward x: Domino to winner at round end\n"
    assert codes_of(BLOCK + text) == set()


def loaded(text: str) -> Ruleset:
    return load(Source("x.rules", text), bundled)


def test_a_warning_is_no_error() -> None:
    ruleset = loaded(BLOCK + "parameter unread = 5\n")
    assert [one.code for one in ruleset.warnings] == ["unused-parameter"]


def test_a_parameter_value_that_does_not_go_with_the_rules() -> None:
    from dominoes_lang.setup.binding import ParameterError

    ruleset = loaded(
        WHOLE.replace("7 each", "size each")
        + "\nparameter size = 7\nparameter key = [6|6]\n"
        + "redeal: when A holds key\n"
    )
    for values in ({"size": 15}, {"size": 0}, {"key": "[7|7]"}, {"none": 1}, {"size": "seven"}):
        with pytest.raises(ParameterError):
            ruleset.setup(2, values)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ('variant "x"\n# Café\n'.encode("latin-1"), "line 2 has a letter in another encoding"),
        ('variant "x"\n'.encode("utf-16"), "it is in UTF-16"),
    ],
)
def test_another_encoding_is_named(tmp_path: Path, data: bytes, why: str) -> None:
    (tmp_path / "x.rules").write_bytes(data)
    with pytest.raises(RulesError) as caught:
        library.load(tmp_path / "x.rules")
    assert caught.value.diagnostics[0].message == (
        f'this is not UTF-8 text: {why}; save it again in your editor as "UTF-8"'
    )


@pytest.mark.parametrize("data", [b"{\\rtf1\\ansi variant}", b"PK\x03\x04\x14", b"%PDF-1.7"])
def test_a_document_is_no_plain_text(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.rules").write_bytes(data)
    with pytest.raises(RulesError) as caught:
        library.load(tmp_path / "x.rules")
    message = caught.value.diagnostics[0].message
    assert "not plain text; save it again" in message


def test_an_inherited_choice_of_one_is_no_matter() -> None:
    for players in ("2", "3", "2..4"):
        text = f'variant "x"\nextends "cuban_double_nine"\nplayers: {players}\n'
        assert loaded(text).warnings == ()


def test_a_name_without_its_ending(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "house.rules", BLOCK)
    written(tmp_path, "notes.txt", BLOCK)
    for name, told in [
        ("house", 'did you mean the file "house.rules"?'),
        ("notes.txt", "the name of a rules file ends in .rules"),
        ("absent.txt", "the name of a rules file ends in .rules"),
        ("blok", 'did you mean "block"?'),
        ("zzz", "the variants are all_fives, azneef, basic_trains, bergen, "),
        ("x" * 10_000, "the variants are all_fives, azneef, basic_trains, bergen, "),
        ("\0", "the variants are all_fives, azneef, basic_trains, bergen, "),
    ]:
        with pytest.raises(RulesError) as caught:
            library.find(name)
        assert told in caught.value.diagnostics[0].message


@pytest.mark.parametrize("parent", ["block.rules", "blok", "blok.rules"])
def test_a_parent_that_comes_with_the_project_is_recognised(parent: str) -> None:
    with pytest.raises(RulesError) as caught:
        load(Source("x.rules", f'variant "x"\nextends "{parent}"\n'), bundled)
    assert 'did you mean "block"?' in caught.value.diagnostics[0].message


def test_a_clause_is_read_on_behind_a_mistake() -> None:
    """As if the fix had been made, or without the line of the mistake."""
    text = (
        'variant "T"\nextends "block"\n'
        "turn:\n    play tile\n    otherwise draw one\n    or else wait\n    or else knock\n"
        "winner:\n    when domino: finishr\n    when blocked: player wiht fewest pips\n"
        "    otherwise: nobdy\n"
    )
    with pytest.raises(RulesError) as raised:
        load(Source("x.rules", text), library.bundled)
    found = [(one.span.line, one.span.text) for one in raised.value.diagnostics]
    assert found == [
        (4, "tile"),
        (5, "otherwise"),
        (5, "one"),
        (6, "wait"),
        (7, "knock"),
        (9, "finishr"),
        (10, "wiht"),
        (11, "nobdy"),
    ]


def test_no_fix_is_offered_for_a_document() -> None:
    fixed = fixing.fix("x.rules", '{\\rtf1\\ansi variant "X"}')
    assert (fixed.done, [one.code for one in fixed.left]) == ((), ["unreadable-file"])
