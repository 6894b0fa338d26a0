"""A file is written whole or not at all, whatever happens meanwhile."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from dominoes_lang.text.reach import NotRegular
from dominoes_lang.text.whole_files import ABANDONED, remove_abandoned, replacing
from tests.other_systems import needs_posix_files


def write(path: Path, data: bytes) -> None:
    with replacing(path) as stream:
        stream.write(data)


@needs_posix_files
def test_permissions_and_links_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "a", tmp_path / "link"
    link.symlink_to("a")
    write(link, b"new")
    (tmp_path / "usual").touch()
    assert path.stat().st_mode == (tmp_path / "usual").stat().st_mode
    path.chmod(0o640)
    write(link, b"newer")
    assert link.is_symlink()
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"newer", 0o640)


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
@pytest.mark.parametrize("before", [None, b"before"])
def test_after_an_error_all_is_as_it_was(
    tmp_path: Path, error: type[BaseException], before: bytes | None
) -> None:
    path = tmp_path / "a"
    if before is not None:
        path.write_bytes(before)

    def interrupted() -> None:
        with replacing(path) as stream:
            stream.write(b"half")
            raise error

    with pytest.raises(error):
        interrupted()
    assert [one.read_bytes() for one in tmp_path.iterdir()] == ([before] if before else [])


def test_what_was_abandoned_is_removed(tmp_path: Path) -> None:
    """And nothing else: neither what is being written, nor the files of others."""
    mine, others = ".a.0123456789abcdef.tmp", (".a.tmp", ".a.notes.tmp", ".b.0123456789abcdef.tmp")
    for name in (mine, *others):
        (tmp_path / name).touch()
    write(tmp_path / "a", b"")
    assert {one.name for one in tmp_path.iterdir()} == {"a", mine, *others}
    long_ago = time.time() - ABANDONED - 60
    for name in (mine, *others):
        os.utime(tmp_path / name, (long_ago, long_ago))
    write(tmp_path / "a", b"")
    assert {one.name for one in tmp_path.iterdir()} == {"a", *others}


def test_what_was_abandoned_is_removed_at_once_for_a_whole_folder(tmp_path: Path) -> None:
    remains, others = (".a.0123456789abcdef.tmp", ".b.c.0123456789abcdef.tmp"), (".a.tmp", "a")
    for name in (*remains, *others):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (0, 0))
    (tmp_path / ".d.0123456789abcdef.tmp").touch()
    with replacing(tmp_path / "a", tidy=False) as stream:
        stream.write(b"new")
    assert {*remains} < {one.name for one in tmp_path.iterdir()}
    remove_abandoned(tmp_path)
    assert {one.name for one in tmp_path.iterdir()} == {*others, ".d.0123456789abcdef.tmp"}


def test_what_is_gone_before_it_is_looked_at_is_nobodys_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (".a.0123456789abcdef.tmp", ".b.0123456789abcdef.tmp"):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (0, 0))
    unlink = os.unlink

    def both(path: str) -> None:
        for entry in tmp_path.iterdir():
            unlink(entry)
        raise FileNotFoundError(path)

    monkeypatch.setattr(os, "unlink", both)
    remove_abandoned(tmp_path)
    assert [*tmp_path.iterdir()] == []


@needs_posix_files
def test_no_file_takes_the_place_of_what_is_none(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NotRegular):
        write(tmp_path / "pipe", b"")
    with pytest.raises(IsADirectoryError):
        write(tmp_path, b"")
    assert [one.name for one in tmp_path.iterdir()] == ["pipe"]


@needs_posix_files
def test_a_file_that_is_read_only_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though its folder would let another take its name. Errors name the file that was meant."""
    path = tmp_path / "a"
    path.write_bytes(b"before")
    monkeypatch.setattr(os, "access", lambda *_: False)  # as it is for all but root
    with pytest.raises(PermissionError) as refused:
        write(path, b"after")
    assert path.read_bytes() == b"before"
    with pytest.raises(FileNotFoundError) as missing:
        write(tmp_path / "no" / "b", b"")
    assert [error.value.filename for error in (refused, missing)] == [
        str(path),
        str(tmp_path / "no" / "b"),
    ]
