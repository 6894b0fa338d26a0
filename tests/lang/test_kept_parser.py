"""The table of the parser between two runs: the same parser, or none at all."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from dominoes_lang.syntax import parse, parser_cache
from dominoes_lang.syntax.vocabulary import CLAUSES

MADE_OF = ("a grammar", "start")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(parser_cache.CACHE, str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_what_is_kept_is_the_same(folder: Path) -> None:
    made = parse.parser()
    assert parser_cache.parser_of(MADE_OF) is None
    parser_cache.keep(MADE_OF, made)
    again = parser_cache.parser_of(MADE_OF)
    assert again is not None
    assert [(one.name, one.pattern.to_regexp(), one.priority) for one in again.terminals] == [
        (one.name, one.pattern.to_regexp(), one.priority) for one in made.terminals
    ]
    text = "tiles: double-six"
    start = CLAUSES["tiles"]
    assert again.parse(text, start=start) == made.parse(text, start=start)
    assert [path.name for path in folder.iterdir()] == [next(folder.glob("*.pickle")).name]


def test_another_grammar_has_none(folder: Path) -> None:
    parser_cache.keep(MADE_OF, parse.parser())
    assert folder.exists()
    assert parser_cache.parser_of(("another grammar", "start")) is None


def test_a_spoilt_file_is_made_again(folder: Path) -> None:
    parser_cache.keep(MADE_OF, parse.parser())
    path = next(folder.iterdir())
    for data in (b"", b"rubbish", path.read_bytes()[:-500]):
        path.write_bytes(data)
        assert parser_cache.parser_of(MADE_OF) is None
    parser_cache.keep(MADE_OF, parse.parser())
    assert parser_cache.parser_of(MADE_OF) is not None


@pytest.mark.skipif(os.name == "nt", reason="rights of another kind")
def test_what_others_can_write_is_not_read(folder: Path) -> None:
    parser_cache.keep(MADE_OF, parse.parser())
    path = next(folder.iterdir())
    path.chmod(0o666)
    assert parser_cache.parser_of(MADE_OF) is None
    path.chmod(0o600)
    folder.chmod(0o777)
    assert parser_cache.parser_of(MADE_OF) is None
    path.unlink()
    parser_cache.keep(MADE_OF, parse.parser())
    assert list(folder.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="homes of another kind")
def test_the_folder_is_in_the_users_cache_or_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(parser_cache.CACHE, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    assert parser_cache.folder() == Path("/caches/dominoes-rules")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.delenv("HOME")
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)  # of a user without a home
    assert parser_cache.folder() is None


def test_nothing_is_kept_where_nobody_wants_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(parser_cache.CACHE, "")
    assert parser_cache.folder() is None
    parser_cache.keep(MADE_OF, parse.parser())
    assert parser_cache.parser_of(MADE_OF) is None
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(parser_cache.CACHE, str(tmp_path / "file"))  # where no folder can be
    parser_cache.keep(MADE_OF, parse.parser())
    assert parser_cache.parser_of(MADE_OF) is None
