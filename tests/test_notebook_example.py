"""The example runs as a program, and draws the points of a hundred thousand rounds."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

EXAMPLE = Path(__file__).parent.parent / "examples" / "notebook.py"


@pytest.mark.thorough
def test_the_notebook(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    found = subprocess.run(
        [sys.executable, str(EXAMPLE)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stderr
    said = found.stdout.splitlines()
    assert said[0].startswith("the bot's round: block A:")
    assert said[1] == "it ends: Outcome(over='domino', winner='B', points={'A': 0, 'B': 18})"
    assert [line.partition(":")[0] for line in said[2:4]] == ["Block", "Short hands"]
    worth = {line.split()[0]: float(line.split()[3]) for line in said[5:]}
    assert max(worth, key=lambda move: worth[move]) == "22l"
    assert len(worth) == 3
    picture = ElementTree.parse(tmp_path / "points.svg").getroot()
    assert picture.tag.endswith("svg")
    assert len(list(picture.iter())) > 100
