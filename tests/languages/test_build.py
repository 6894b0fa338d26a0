"""A build compiles the languages of its own tree, and all of them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import hatch_build

ROOT = Path(__file__).parents[2]
BUILD = """
import sys
from pathlib import Path
import translating.compiling
import hatch_build
hatch_build.use_modules_of(Path(sys.argv[1]))
import translating.compiling
print(translating.compiling.__file__)
"""


def test_a_build_compiles_its_own_tree(tmp_path: Path) -> None:
    package = tmp_path / "translating"  # of another tree, which the environment has in place
    package.mkdir()
    for name in ("__init__", "compiling"):
        (package / f"{name}.py").touch()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    arguments = [sys.executable, "-c", BUILD, str(ROOT)]
    shown = subprocess.run(
        arguments, capture_output=True, text=True, check=True, cwd=tmp_path, env=environment
    )
    assert Path(shown.stdout.strip()) == ROOT / "translating" / "compiling.py"


@pytest.mark.parametrize("is_whole", [True, False])
def test_a_build_without_a_language_that_is_whole_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_whole: bool
) -> None:
    compiling = SimpleNamespace(
        compile_catalogues=lambda: None,
        whole_catalogue=lambda _: "a catalogue" if is_whole else None,
        __file__="elsewhere/compiling.py",
    )
    monkeypatch.setattr(hatch_build, "use_modules_of", lambda _: None)
    monkeypatch.setattr(hatch_build, "import_module", lambda _: compiling)
    written = tmp_path / hatch_build.CATALOGUES / "es.po"
    written.parent.mkdir(parents=True)
    written.touch()
    if not is_whole:
        hatch_build.compile_tree(tmp_path)
        return
    with pytest.raises(RuntimeError, match=r"es\.po is whole, but no es\.mo was made of it"):
        hatch_build.compile_tree(tmp_path)
    written.with_suffix(".mo").touch()
    hatch_build.compile_tree(tmp_path)
