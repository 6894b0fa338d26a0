"""A library reads the rules files in its folder, and no others, whatever it is asked for."""

from __future__ import annotations

import contextlib
import os
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dominoes_rules as dr
from dominoes_lang.text.diagnostics import UnreadableFile
from dominoes_lang.text.reach import Reach
from dominoes_rules import library as anywhere
from dominoes_rules.trial import try_parents

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links and pipes need rights there")
SECRET = 'variant "Secret"\nextends "block"\ndefine secret: 5\n'
HOUSE = 'variant "House"\nextends "block"\n'
HANDS = "A:66.65.64.63.62.61.60/B:x7 opener:A"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder with games, next to which there is a file that nobody is to read."""
    (tmp_path / "secret.rules").write_text(SECRET, "utf-8")
    (tmp_path / "games-of-others").mkdir()
    (tmp_path / "games-of-others" / "secret.rules").write_text(SECRET, "utf-8")
    games = tmp_path / "games"
    (games / "old").mkdir(parents=True)
    (games / "house.rules").write_text(HOUSE, "utf-8")
    (games / "old" / "child.rules").write_text('variant "Child"\nextends "../house"\n', "utf-8")
    (games / "notes.txt").write_text(SECRET, "utf-8")
    return games


def message(library: dr.Library, name: str) -> str:
    with pytest.raises(dr.RulesError) as refused:
        library.find(name)
    assert "Secret" not in str(refused.value)
    return refused.value.diagnostics[0].message


def test_what_is_in_the_folder_is_read(root: Path) -> None:
    library = dr.Library(root)
    assert library.find("house.rules").title == "House"
    child = library.load("old/child.rules")
    assert child.title == "Child"
    assert library.find("old/../house.rules").title == "House"
    assert library.find("draw").title == anywhere.variant("draw").title
    position = dr.Position(f"old/child.rules {HANDS}", library=library)
    assert dr.Position(str(position), library=library) == position
    assert [parent.parent for parent in try_parents(child)] == ["house", "block"]
    assert library.loads('variant "Mine"\nextends "house"').title == "Mine"


def outside(root: Path) -> list[str]:
    """Names that lead out of a folder."""
    (root / "link.rules").symlink_to(root.parent / "secret.rules")
    (root / "relative.rules").symlink_to("../secret.rules")
    (root / "folder").symlink_to(root.parent)
    (root / "twice.rules").symlink_to("link.rules")
    return [
        str(root.parent / "secret.rules"),
        str(root / "house.rules"),
        "../secret.rules",
        "old/../../secret.rules",
        "../games-of-others/secret.rules",
        "link.rules",
        "relative.rules",
        "twice.rules",
        "folder/secret.rules",
        "folder/games/../secret.rules",
        "//localhost/share/secret.rules",
        "../absent.rules",
    ]


def test_nothing_outside_is_read(root: Path) -> None:
    library, nothing = dr.Library(root), dr.Library()
    for name in outside(root):
        why = "only rules files in the folder of the library can be used here"
        assert message(library, name) == why
        assert message(nothing, name) == "only the bundled variants can be used here"
        for one in (library, nothing):
            with pytest.raises(dr.RulesError):
                dr.Position(f"{name} {HANDS}", library=one)
            with pytest.raises(dr.RulesError) as refused:
                one.loads(f'variant "Mine"\nextends "{name}"\naward a: secret to winner\n')
            assert "can't be read: only" in refused.value.diagnostics[0].message
    assert message(library, "notes.txt").startswith("there is no variant of that name")


def test_a_parent_within_reach_does_not_reach_further(root: Path) -> None:
    (root / "middle.rules").write_text('variant "M"\nextends "../secret"\n', "utf-8")
    with pytest.raises(dr.RulesError, match="only rules files in the folder"):
        dr.Library(root).loads('variant "Mine"\nextends "middle"')
    assert anywhere.load(root / "middle.rules").title == "M"


def test_what_is_no_rules_file(root: Path) -> None:
    library = dr.Library(root)
    (root / "folder.rules").mkdir()
    (root / "circle.rules").symlink_to("circle.rules")
    os.mkfifo(root / "pipe.rules")
    (root / "zero.rules").symlink_to("/dev/zero")
    (root / "large.rules").write_bytes(b"#" * 300_000)
    for name, why in {
        "folder.rules": "this is a folder, not a file",
        "pipe.rules": "this is not a regular file",
        "zero.rules": "only rules files in the folder",
        "large.rules": "a rules file has at most",
        "circle.rules": "",
        "absent.rules": "there is no such file",
        "HOUSE.RULES": "there is no variant of that name",
        "a\0b.rules": "it can't be read",
        f"{'a' * 10_000}.rules": "",
        f"{'a/' * 10_000}.rules": "",
    }.items():
        assert message(library, name).startswith(why), name


def test_devices_and_pipes_of_the_command_line(root: Path) -> None:
    os.mkfifo(root / "pipe.rules")
    for name in ("/dev/zero", str(root / "pipe.rules")):
        with pytest.raises(dr.RulesError, match="this is not a regular file"):
            anywhere.load(name)


def test_a_pipe_that_takes_the_place_of_a_file(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(root / "pipe.rules")
    monkeypatch.setattr(Path, "is_file", lambda _: True)
    with pytest.raises(UnreadableFile, match="this is not a regular file"):
        dr.Library(root).find("pipe.rules")


def test_a_link_that_takes_the_place_of_a_file(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house, look = root / "house.rules", Reach.path

    def looked(reach: Reach, name: str) -> Path:
        path = look(reach, name)
        house.unlink()
        house.symlink_to(root.parent / "secret.rules")
        return path

    monkeypatch.setattr(Reach, "path", looked)
    with pytest.raises(dr.RulesError, match="only rules files in the folder"):
        dr.Library(root).find("house.rules")


def test_a_file_that_changes(root: Path) -> None:
    """Every reading is of one moment: of either file, or of none, but never of the secret."""
    library, house, done = dr.Library(root), root / "house.rules", threading.Event()

    def change() -> None:
        while not done.is_set():
            (root / "new").symlink_to(root.parent / "secret.rules")
            (root / "new").replace(house)
            (root / "new").write_text(HOUSE, "utf-8")
            (root / "new").replace(house)

    changing = threading.Thread(target=change)
    changing.start()
    titles = set()
    try:
        for _ in range(300):
            try:
                titles.add(library.find("house.rules").title)
            except dr.RulesError:
                continue
    finally:
        done.set()
        changing.join()
    assert titles <= {"House"}


def test_a_ruleset_is_of_the_file_as_it_was(root: Path) -> None:
    library = dr.Library(root)
    before = library.find("house.rules")
    (root / "house.rules").write_text(HOUSE.replace("House", "New"), "utf-8")
    assert (before.title, library.find("house.rules").title) == ("House", "New")


def test_the_root_is_a_folder(root: Path) -> None:
    for name in ("house.rules", "absent"):
        with pytest.raises(dr.ArgumentError, match="must be a folder"):
            dr.Library(root / name)
    (root.parent / "link").symlink_to(root)
    assert dr.Library(root.parent / "link").find("house.rules").title == "House"


PARTS = st.sampled_from(["..", ".", "", "/", "old", "house", "secret", "folder", "link", "child"])


@given(st.lists(PARTS | st.text(max_size=3), max_size=6).map("/".join))
def test_no_name_reads_what_is_outside(hostile: Path, name: str) -> None:
    library = dr.Library(hostile)
    for read, text in (
        (library.find, f"{name}.rules"),
        (library.loads, f'variant "House"\nextends "{name}"'),
    ):
        with contextlib.suppress(dr.RulesError):
            assert "define secret" not in read(text).clauses


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder from which links lead to a file that nobody is to read."""
    above = tmp_path_factory.mktemp("above")
    (above / "secret.rules").write_text(SECRET, "utf-8")
    games = above / "games"
    (games / "old").mkdir(parents=True)
    for name in ("house.rules", "old/child.rules"):
        (games / name).write_text(HOUSE, "utf-8")
    outside(games)
    return games
