"""Counted move trees of fixed positions: a file each, its position and then `depth count` lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.play.move_trees import perft
from dominoes_rules import library
from dominoes_rules.cli import main
from dominoes_rules.position.position import Position

FILES = sorted(Path(__file__).parent.glob("*.txt"))
MOST_INTERPRETED = 4_000
"""Sequences beyond which the interpreter would take too long for a test."""


def read(path: Path) -> tuple[Position, list[tuple[int, int]]]:
    position, *rows = path.read_text(encoding="utf-8").splitlines()
    return Position(position), [(int(depth), int(count)) for depth, count in map(str.split, rows)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counts(path: Path) -> None:
    position, counts = read(path)
    evidence = position.evidence
    state = evidence.open_state(evidence.table.unrank(0))
    rules = Interpreter(position.setup)
    for depth, count in counts:
        assert perft(position.compiled, state, depth) == count
        if count <= MOST_INTERPRETED:
            assert perft(rules, state, depth) == count


def test_every_variant_has_two_positions() -> None:
    variants = [read(path)[0].variant for path in FILES]
    assert all(variants.count(name) >= 2 for name in library.bundled())


def test_the_command_counts_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    position, counts = read(FILES[0])
    depth, count = counts[2]
    assert main(["perft", str(position), str(depth)]) == 0
    assert capsys.readouterr().out.split()[-1] == f"{count:,}"
