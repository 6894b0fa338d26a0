"""`check --fix`: what it writes makes the finding go away, and nothing is ever lost."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dominoes_lang.repair.applied import edited
from dominoes_lang.text.diagnostics import Diagnostic, Edit, Fix
from dominoes_lang.text.source import Source, Span
from dominoes_rules.authoring import fixing
from dominoes_rules.cli import main
from dominoes_rules.library import bundled
from tests.errors.test_corpus import BROKEN, findings_in_the_corpus, fixed_in_the_corpus
from tests.errors.test_habits import cases
from tests.errors.test_mutants import mutants
from tests.games import TELLING
from tests.other_systems import needs_posix_files

pytestmark = pytest.mark.xdist_group("corpus")

RULES = Path(__file__).parents[2] / "variants"
WRONG = 'variant "x"\nextends "draw"\nturn:\n    play a bone\n    or else pass\n'
FIXED = WRONG.replace("bone", "tile")
HEAD = 'variant "x"\nextends "draw"\n'
# Files with which nothing is wrong any more once the certain fixes are made.
ALL_FIXED = (
    "tiles_each deal_per_player pass_if_you_cannot first_to best_of_seven relations_of_programs "
    "joiners_of_programs if_and_else braces braces_without_colon remarks_of_programs "
    "quotes_of_programs title_without_quotes trailing_commas semicolons tabs_before_a_clause "
    "capitals rows_without_when table_on_one_line colons_left_out tiles_without_brackets "
    "two_to_four when_left_out nobody_can_move hand_is_empty at_the_end_of_the_round "
    "award_of_two_words minus_and_thousands anyone_opens same_numbers five_or_more_doubles "
    "draw_until_able_alone parameter_range parameter_true four_in_two_teams players_backwards "
    "bones misspelt_names_of_two_words opener_first guillemets fenced_rules clauses_as_a_list "
    "turned_letters parent_in_capitals"
).split()


def after(finding: Diagnostic, fix: Fix) -> tuple[Diagnostic, ...]:
    """What is found once one fix is made."""
    source = finding.span.source
    text = edited(source.text, fix.edits)
    assert text != source.text
    return fixing.findings(Source(source.name, text))


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
def test_each_fix_makes_its_finding_vanish_and_adds_none(path: Path) -> None:
    found = findings_in_the_corpus(path)
    name = str(path)
    own = [(one, fix) for one in found if one.span.source.name == name for fix in one.fixes]
    for one, fix in own:
        left = after(one, fix)
        places = [one.span.start, *(edit.span.start for edit in fix.edits)]
        assert not any(
            min(places) <= other.span.start <= max(places)
            and (other.code, other.message) == (one.code, one.message)
            for other in left
            if other.span.source.name == name
        )
        # One error of the clause may have hidden others, which are reported now.
        assert len(left) <= len(found) + 1
    if own:
        once = fixed_in_the_corpus(path)
        assert once.done
        assert not any(one.fixes for one in once.left if one.span.source.name == name)
        if path.stem in ALL_FIXED:
            assert [one.concise for one in once.left if one.level == "error"] == []


def test_fixes_leave_fewer_errors_and_add_none() -> None:
    """Warnings are looked for only where there is no error, so they may come to light."""
    worse = []
    for path in BROKEN:
        fixed = fixed_in_the_corpus(path)
        errors = [one for one in findings_in_the_corpus(path) if one.level == "error"]
        left = [one for one in fixed.left if one.level == "error"]
        if fixed.done and len(left) >= max(1, len(errors)):
            worse.append(path.stem)
    assert worse == []


# What is wrong with a game as a whole, and shows once its clauses can be read.
OF_THE_GAME = frozenset(
    "no-opener incomplete-table endless bad-star early-block opens-with-nothing hidden-award "
    "no-move no-mover".split()
)


@pytest.mark.slow
def test_fixes_of_habits_leave_fewer_errors() -> None:
    worse = []
    for clause in [clause for clause, advice in cases() if advice.startswith("fix:")][::3]:
        missing = [line for line in HEAD.splitlines() if not clause.startswith(line.split()[0])]
        text = "\n".join([*missing, clause, ""])
        before = sum(one.level == "error" for one in fixing.findings(Source("x.rules", text)))
        left = [one for one in fixing.fix("x.rules", text).left if one.level == "error"]
        if len(left) >= max(1, before) and not OF_THE_GAME.issuperset(one.code for one in left):
            worse.append(clause)
    assert worse == []


def test_a_fix_that_would_only_move_the_mistake_is_advice() -> None:
    """The word that is no set, the tile that is not in it, and the name that nothing declares."""
    for clause, advice in (
        ("layout: line from 9-9", 'write "[9|9]"'),
        ("deal: anything", 'write "anything each"'),
    ):
        (found,) = fixing.findings(Source("x.rules", f"{HEAD}{clause}\n"))
        assert (found.fixes, found.helps) == ((), (advice,))
    (found,) = fixing.findings(Source("x.rules", f"{HEAD}reserve: 2 tiles\n"))
    assert [fix.title for fix in found.fixes] == ['write "2"']


def test_what_is_all_fixed_had_fixes() -> None:
    fixed = {path.stem for path in BROKEN if any(one.fixes for one in findings_in_the_corpus(path))}
    assert fixed.issuperset(ALL_FIXED)


def test_a_sound_file_is_left_alone() -> None:
    for name in TELLING:
        text = bundled()[name]().text
        fixed = fixing.fix(f"{name}.rules", text)
        assert (fixed.text, fixed.left) == (text, ())


def test_of_two_fixes_that_touch_only_the_first_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def both(source: Source) -> tuple[Diagnostic, ...]:
        if source.text != "abc":
            return ()
        edits = [Edit(Span(source, start, start + 2), text) for start, text in ((0, "x"), (1, "y"))]
        return tuple(
            Diagnostic("a-code", "a mistake", edit.span, fixes=(Fix("write it", (edit,)),))
            for edit in edits
        )

    monkeypatch.setattr(fixing, "findings", both)
    assert fixing.fix("x.rules", "abc").text == "xc"


@settings(max_examples=20)
@given(text=mutants())
def test_a_mutant_is_never_made_worse(text: str) -> None:
    before = fixing.findings(Source("mutant.rules", text))
    fixed = fixing.fix("mutant.rules", text)
    assert bool(fixed.done) == (fixed.text != text)
    if not any(one.level == "error" for one in before):
        assert fixed.text == text
    words = sum(map(str.isalnum, fixed.text))
    assert words > 0.5 * sum(map(str.isalnum, text))


@settings(max_examples=30)
@given(text=st.text(max_size=200), end=st.sampled_from(["\n", "\r\n", "\r"]))
def test_any_text_can_be_asked_to_be_fixed(text: str, end: str) -> None:
    whole = f'variant "x"{end}extends "draw"{end}{text}{end}Turn: play a tile or else pass'
    fixed = fixing.fix("x.rules", whole)
    assert fixed.text.count(end) >= 3 or not fixed.done


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_a_mark_at_the_start_are_kept(tmp_path: Path, end: str) -> None:
    path = tmp_path / "x.rules"
    path.write_bytes(b"\xef\xbb\xbf" + WRONG.replace("\n", end).encode())
    fixing.fix_file(path)
    assert path.read_bytes() == b"\xef\xbb\xbf" + FIXED.replace("\n", end).encode()


def written(folder: Path, text: str = WRONG) -> Path:
    path = folder / "x.rules"
    path.write_text(text, "utf-8")
    return path


def test_the_file_is_written_and_the_changes_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path)
    assert main(["check", str(path), "--fix"]) == 0
    assert path.read_text("utf-8") == FIXED
    assert capsys.readouterr().out == (
        f'{path}:4:12: fixed: write "play a tile" [unknown-word]\n{path}: fine\n1 fixed\n'
    )
    assert main(["check", str(path), "--fix"]) == 0
    assert capsys.readouterr().out == f"{path}: fine\n"
    assert [file.name for file in tmp_path.iterdir()] == ["x.rules"]


def test_what_is_left_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, WRONG + "winner: lowest hand\n")
    assert main(["check", str(path), "--fix"]) == 1
    out = capsys.readouterr().out
    assert "1 fixed, 1 error left" in out
    assert main(["check", str(path)]) == 1


def test_json_stays_one_list_and_holds_the_fixes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path)
    assert main(["check", str(path), "--json"]) == 1
    (one,) = json.loads(capsys.readouterr().out)
    (fix,) = one["fixes"]
    assert fix["title"] == 'write "play a tile"'
    (edit,) = fix["edits"]
    assert edit == {"line": 4, "column": 5, "end_line": 4, "end_column": 16, "text": "play a tile"}
    assert main(["check", str(path), "--json", "--fix"]) == 0
    caught = capsys.readouterr()
    assert json.loads(caught.out) == []
    assert "fixed" in caught.err


@needs_posix_files
def test_permissions_are_kept_and_links_followed(tmp_path: Path) -> None:
    path = written(tmp_path)
    path.chmod(0o640)
    link = tmp_path / "link.rules"
    link.symlink_to(path)
    assert main(["check", str(link), "--fix"]) == 0
    assert link.is_symlink()
    assert path.read_text("utf-8") == FIXED
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_read_only_file_stays_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path)
    path.chmod(0o444)
    assert main(["check", str(path), "--fix"]) == 2
    assert "read-only" in capsys.readouterr().err
    assert path.read_text("utf-8") == WRONG


def test_a_folder_in_which_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path)

    def full(_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert main(["check", str(path), "--fix"]) == 2
    assert "No space left on device" in capsys.readouterr().err
    assert path.read_text("utf-8") == WRONG
    assert [file.name for file in tmp_path.iterdir()] == ["x.rules"]


def test_a_bundled_variant_is_not_changed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "block", "--fix"]) == 2
    assert "comes with dominoes-rules" in capsys.readouterr().err


def test_no_file(tmp_path: Path) -> None:
    assert main(["check", str(tmp_path / "none.rules"), "--fix"]) == 2
    assert main(["check", str(tmp_path), "--fix"]) == 2


def test_colour_only_in_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    main(["check", str(path)])
    assert "\x1b" not in capsys.readouterr().out
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    main(["check", str(path)])
    assert "\x1b[1;31merror\x1b[0m" in capsys.readouterr().out
    monkeypatch.setenv("NO_COLOR", "1")
    main(["check", str(path)])
    assert "\x1b" not in capsys.readouterr().out


def test_a_github_annotation_is_escaped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "a,b:c%"
    folder.mkdir()
    path = written(folder, WRONG.replace("a bone", "%"))
    main(["check", str(path), "--format", "github"])
    line = capsys.readouterr().out.strip()
    assert line.startswith(f"::error file={tmp_path}/a%2Cb%3Ac%25/x.rules,line=4,endLine=4,col=10,")
    assert 'unexpected character "%25"' in line
    assert "\n" not in line
