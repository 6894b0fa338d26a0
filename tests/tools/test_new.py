"""A new rules file passes check and test as it stands, whatever it changes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dominoes_lang.format.formatting import formatted
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.authoring.files import write_new
from dominoes_rules.authoring.new_file import whole_game
from dominoes_rules.compare.differences import changes
from tests.calls import Call
from tests.games import FIRST

BUNDLED = FIRST
HOUSE = 'variant "House"\nextends "draw"\nparameter target = 60 from 10 to 90\n'


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def passes(call: Call, name: str) -> None:
    checked = call("check", name)
    assert (checked.code, checked.out) == (0, f"{name}: fine\n")
    tested = call("test", name, "--rounds", "5", "--scope", "50")
    assert tested.code == 0, tested.out
    assert call("fmt", "--check", name).code == 0


def test_a_game_of_its_own(call: Call) -> None:
    called = call("new", "kitchen_table")
    assert called.code == 0
    assert "dominoes-rules check kitchen_table.rules" in called.out
    passes(call, "kitchen_table.rules")
    ruleset = library.load("kitchen_table.rules")
    assert ruleset.title == "Kitchen table"
    assert len(ruleset.examples) == 2
    assert len(ruleset.setup().invariants) == 1


@pytest.mark.parametrize("parent", BUNDLED)
def test_a_child_of_a_bundled_variant(call: Call, parent: str) -> None:
    assert call("new", "house", "--from", parent).code == 0
    passes(call, "house.rules")
    child = library.load("house.rules")
    assert changes(library.variant(parent), child) == []
    assert len(child.examples) == 1


@pytest.mark.parametrize("parent", BUNDLED)
def test_every_rule_of_the_parent_can_be_uncommented(call: Call, parent: str) -> None:
    call("new", "house", "--from", parent)
    text = Path("house.rules").read_text("utf-8")
    head, _, rest = text.partition("\n\n")
    rules, mark, example = rest.partition("# Examples are not inherited")
    assert mark
    whole = "\n".join(line.removeprefix("# ") for line in rules.split("\n"))
    Path("house.rules").write_text(f"{head}\n\n{whole.rstrip()}\n\n{mark}{example}", "utf-8")
    child = library.load("house.rules")
    inherited = library.variant(parent).clauses
    assert child.own >= {
        key for key in inherited if not key.startswith(("variant", "example", "invariant"))
    }
    assert changes(library.variant(parent), child) == []
    assert formatted(child.source) == child.source.text


@pytest.mark.parametrize(
    ("parent", "new", "called"),
    [
        ("old.rules", "new.rules", "old"),
        ("games/old.rules", "new", "games/old"),
        ("old.rules", "games/new", "../old"),
        ("games/old.rules", "games/new.rules", "old"),
    ],
)
def test_a_child_of_a_file(call: Call, here: Path, parent: str, new: str, called: str) -> None:
    (here / "games").mkdir()
    (here / parent).write_text(HOUSE)
    assert call("new", new, "--from", parent).code == 0
    path = new if new.endswith(".rules") else f"{new}.rules"
    assert f'extends "{called}"\n' in (here / path).read_text()
    passes(call, path)
    absolute = os.path.join(here, parent)  # noqa: PTH118 (a text, as a user types it)
    assert call("new", "again", "--from", absolute).code == 0
    passes(call, "again.rules")


def test_nothing_is_overwritten(call: Call, here: Path) -> None:
    (here / "house.rules").write_text("mine")
    for words in (["new", "house"], ["new", "house.rules", "--from", "block"]):
        called = call(*words)
        assert (called.code, called.out) == (2, "")
        assert "already exists" in called.err
    assert (here / "house.rules").read_text() == "mine"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["my house"], "is not a variant name"),
        (["a/b c"], "is not a variant name"),
        ([".rules"], "is not a variant name"),
        ([""], "is not a variant name"),
        (["none/house"], "there is no folder none"),
        (["house", "--from", "blok"], 'did you mean "block"'),
        (["house", "--from", "none.rules"], "there is no such file"),
    ],
)
def test_what_can_t_be_written(call: Call, here: Path, words: list[str], complaint: str) -> None:
    called = call("new", *words)
    assert (called.code, called.out) == (2, "")
    assert complaint in called.err
    assert list(here.iterdir()) == []


def test_a_bundled_name_that_lies_beside_is_no_guess(call: Call, here: Path) -> None:
    (here / "block.rules").write_text(HOUSE)
    called = call("new", "house", "--from", "block")
    assert called.code == 2
    assert "write --from block.rules" in called.err
    assert call("new", "house", "--from", "block.rules").code == 0
    # A file of the parent's own name extends the bundled one.
    (here / "block.rules").unlink()
    assert call("new", "block", "--from", "block").code == 0
    passes(call, "block.rules")


def test_the_template_is_in_canonical_layout() -> None:
    text = whole_game("Game")
    assert formatted(Source("game.rules", text)) == text


def test_a_file_that_can_t_be_written_whole_is_not_left_behind(here: Path) -> None:
    with pytest.raises(UnicodeEncodeError):
        write_new(here / "half.rules", "# a half\n" * 10_000 + "\udc80")
    assert not list(here.iterdir())
