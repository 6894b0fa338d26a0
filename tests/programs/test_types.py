"""A type checker lets a user's program pass, and finds what is wrong in another."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import dominoes_rules

PROGRAM = """
from random import Random

import dominoes_rules as dr

Hand = tuple[dr.Tile, ...]


def bot(position: dr.Position, random: Random) -> dr.Move:
    hand: Hand = position.hand(position.turn)
    if position.is_legal("-") or not hand or position.hand_counts[position.turn] > 7:
        return position.legal_moves[0]
    return random.choice(position.legal_moves)


def best(position: dr.Position) -> dr.Move | None:
    report: dr.Report = dr.solve(position, dr.Limit(worlds=20), seed=3)
    worlds: dr.Worlds = dr.worlds(position)
    chance: float = worlds.chance("B", "64") + report.rows[0].points.mean
    return report.best if chance else None


game = dr.Round(dr.variant("block"), seed=7, parameters={"target": 100})
while not game.is_over:
    game.push(bot(game.seen_by(game.turn), Random(3)))
outcome: dr.Outcome | None = game.outcome
if outcome is not None and outcome.winner is not None:
    points: int = outcome.points[outcome.winner] + sum(game.score.values()) + game.stock_count
found: dr.Simulation = dr.simulate("block", rounds=100, seed=3)
total: int = int(sum(found.points["A"])) + int(found.winner[0]) + len(found)
names: tuple[str, ...] = dr.variants()
house: dr.Ruleset = dr.loads(dr.__version__)
"""

WRONG = {
    "dr.nonsense": "has no attribute",
    "dr.Round('block')": "incompatible type",
    "dr.Position(TEXT).outcome['winner']": "not indexable",
    "dr.Round(dr.variant('block')).push(None)": "incompatible type",
    "dr.simulate('block')": "Missing named argument",
    "dr.solve(dr.Position(TEXT), sead=3)": "Unexpected keyword argument",
    "dr.solve(dr.Position(TEXT), seed='3')": "incompatible type",
}


@pytest.mark.parametrize("checker", ["mypy"])
def test_a_program_of_a_user(tmp_path: Path, checker: str) -> None:
    pytest.importorskip(checker)
    program, wrong = tmp_path / "program.py", tmp_path / "wrong.py"
    program.write_text(PROGRAM, "utf-8")
    lines = ["import dominoes_rules as dr", "TEXT = ''", *WRONG]
    wrong.write_text("\n".join(lines) + "\n", "utf-8")
    root = Path(dominoes_rules.__file__).parent.parent
    found = subprocess.run(
        [sys.executable, "-m", checker, "--no-error-summary",
         f"--config-file={root / 'pyproject.toml'}", str(program), str(wrong)],
        cwd=root, capture_output=True, text=True, check=False,
    )  # fmt: skip
    said = found.stdout.splitlines()
    assert found.stderr == ""
    assert not any("program.py" in line for line in said), found.stdout
    for number, (code, message) in enumerate(WRONG.items(), 3):
        assert any(f"wrong.py:{number}:" in line and message in line for line in said), code
    assert len([line for line in said if ": error:" in line]) == len(WRONG), found.stdout
