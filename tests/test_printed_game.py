"""The game that the README of the package `dominoes` 6.1.0 prints, replayed to its end."""

from __future__ import annotations

from pathlib import Path

from dominoes_lang.table.tiles import Tile
from dominoes_rules.position.outcome import Outcome
from dominoes_rules.position.position import Position

FILE = Path(__file__).parent.parent / "examples" / "printed_game.position"
HANDS = {
    "A": "66.24.55.23.13.16.12",
    "B": "11.34.05.06.25.15.26",
    "C": "04.03.44.36.02.45.14",
    "D": "56.35.33.00.01.22.46",
}


def first_in_hand_order(position: Position) -> str:
    """The first tile of the hand as written that can be played, at the left if it fits there."""
    legal = [str(move) for move in position.legal_moves]
    for text in HANDS[position.turn].split("."):
        for end in "lr":
            if f"{Tile.parse(text)}{end}" in legal:
                return f"{Tile.parse(text)}{end}"
    return "-"


def test_the_printed_game() -> None:
    hands = "/".join(f"{seat}:{tiles}" for seat, tiles in HANDS.items())
    position = Position(f"partnership {hands} play:66")
    while not position.is_over:
        position = position.play(first_in_hand_order(position))
    assert position.turn == "B"
    assert position.outcome == Outcome("domino", "BD", {"AC": 0, "BD": 32})
    written = FILE.read_text(encoding="utf-8").splitlines()[-1]
    assert Position(written) == position


def test_the_demo_is_a_view_of_it() -> None:
    """The position of the README is what B knows of this game after eight actions."""
    lines = FILE.read_text(encoding="utf-8").splitlines()[-1]
    actions = lines.split("play:")[1].split(",")[:9]
    readme = (FILE.parent.parent / "README.md").read_text(encoding="utf-8")
    assert f"play:{','.join(actions)}\n" in readme
