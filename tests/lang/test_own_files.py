"""Files that only the user can have written."""

from __future__ import annotations

from pathlib import Path

import pytest

from dominoes_lang.text.own_files import PRIVATE_FILE, PRIVATE_FOLDER, NotOwn, make_own, read_own
from tests.other_systems import needs_posix_files


@needs_posix_files
@pytest.mark.parametrize("right", [0o020, 0o002], ids=["group", "everybody"])
def test_what_a_group_or_everybody_can_write_is_refused(tmp_path: Path, right: int) -> None:
    folder = tmp_path / "kept"
    make_own(folder)
    path = folder / "file"
    path.touch(PRIVATE_FILE)
    assert read_own(path) == b""
    path.chmod(PRIVATE_FILE | right)
    with pytest.raises(NotOwn, match=r"others can write to .*file"):
        read_own(path)
    path.chmod(PRIVATE_FILE)
    folder.chmod(PRIVATE_FOLDER | right)
    for refused in (lambda: read_own(path), lambda: make_own(folder)):
        with pytest.raises(NotOwn, match=r"others can write to .*kept"):
            refused()
