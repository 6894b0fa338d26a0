"""Compiled code on disk is used only if it is as it was written."""

from __future__ import annotations

import os
import pickle
import shutil
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.solver.test_native_fallback import ROOT, SEARCH, outcome, start

numba = pytest.importorskip("numba")

DATA = {"code": b"\x7fELF" * 100, "name": "kernel"}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_damaged_file_counts_as_none(tmp_path: Path, data: st.DataObject) -> None:
    from dominoes_solver.search.native.compiling.sealed_cache import SealedFile

    file = SealedFile(str(tmp_path), "kernel", "stamp")
    file.save("signature", DATA)
    assert file.load("signature") == DATA
    other = SealedFile(str(tmp_path), "kernel", "another stamp")
    assert other.load("signature") is None
    path = data.draw(st.sampled_from(sorted(tmp_path.rglob("*.nb[ic]"))))
    whole = path.read_bytes()
    start = data.draw(st.integers(0, len(whole) - 1))
    new = data.draw(st.binary(max_size=20) | st.just(whole[start:]))
    path.write_bytes(whole[:start] + new)
    assert file.load("signature") == (DATA if path.read_bytes() == whole else None)
    file.save("signature", DATA)
    assert file.load("signature") == DATA


class Trap:
    """Leaves a file behind where it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.path,)


def sealed(value: object) -> bytes:
    """What anybody can write who has read how a digest is made."""
    data = pickle.dumps(value)
    return sha256(data).digest() + data


@pytest.mark.skipif(os.name == "nt", reason="rights of another kind")
@pytest.mark.parametrize("open_to_others", ["file", "folder", "link"])
def test_what_others_can_write_is_not_run(tmp_path: Path, open_to_others: str) -> None:
    from dominoes_solver.search.native.compiling.sealed_cache import SealedFile

    file = SealedFile(str(tmp_path), "kernel", "stamp")
    file.save("signature", DATA)
    (index,) = tmp_path.rglob("*.nbi")
    index.write_bytes(sealed(Trap(tmp_path / "ran")))
    if open_to_others == "link":
        index.rename(tmp_path / "elsewhere")
        index.symlink_to(tmp_path / "elsewhere")
    else:
        path = index if open_to_others == "file" else index.parent
        path.chmod(path.stat().st_mode | 0o022)
    assert file.load("signature") is None
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("index", [None, (), ("0.0", {}), (numba.__version__, "stamp", [1]), 3.5])
def test_what_is_no_index_is_damaged(tmp_path: Path, index: object) -> None:
    from dominoes_solver.search.native.compiling.sealed_cache import SealedFile

    file = SealedFile(str(tmp_path), "kernel", "stamp")
    file.save("signature", DATA)
    (path,) = tmp_path.rglob("*.nbi")
    whole = sealed(index)
    for data in whole, whole[:20], sealed(b"")[:32] + b"junk", sha256(b"junk").digest() + b"junk":
        path.write_bytes(data)
        assert file.load("signature") is None
        file.save("signature", DATA)
        assert file.load("signature") == DATA


@pytest.mark.slow
def test_damaged_code_is_compiled_anew(tmp_path: Path) -> None:
    """Machine code in which bytes are wrong would end the process, not raise."""
    answers, _ = outcome(start(SEARCH, NUMBA_CACHE_DIR=str(tmp_path)))
    files = sorted(tmp_path.rglob("*.nb[ic]"))
    for number, path in enumerate(files):
        data = path.read_bytes()
        middle = len(data) // 2
        path.write_bytes(data[:middle] if number % 3 == 0 else b"\xcc" * 40 + data[40:])
        if number % 3 == 2:
            path.write_bytes(data[:middle] + b"\xcc" * 200 + data[middle + 200 :])
    assert files
    for _ in range(2):
        assert outcome(start(SEARCH, NUMBA_CACHE_DIR=str(tmp_path))) == (answers, "")


def test_nowhere_to_keep_compiled_code(tmp_path: Path) -> None:
    """Where neither the installation nor the home can be written, it is said what to set."""
    shutil.copytree(
        ROOT / "solver" / "dominoes_solver",
        tmp_path / "dominoes_solver",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    for folder in (tmp_path / "dominoes_solver").rglob("*"):
        if folder.is_dir():
            (folder / "__pycache__").write_text("no folder")
    nowhere = str(tmp_path / "dominoes_solver" / "__init__.py" / "home")
    homes = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA", "IPYTHONDIR"), nowhere)
    out, err = outcome(start(SEARCH, FIRST=str(tmp_path), NUMBA_CACHE_DIR="", **homes))
    assert out[0] == out[1]
    assert "no folder to keep compiled code in; set NUMBA_CACHE_DIR to one that only you" in err
    assert err.count("\n") == 1
