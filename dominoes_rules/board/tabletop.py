"""What lies on a table, as plain values: what pictures of it are made from."""

from __future__ import annotations

from dataclasses import dataclass

from dominoes_lang.table.layout import Halves
from dominoes_lang.table.tiles import Tile


@dataclass(frozen=True)
class Hand:
    """A player's hand as somebody sees it."""

    seat: str
    """The letter of the seat."""
    name: str
    """The player's name; empty where there is none."""
    tiles: tuple[Tile, ...]
    """The tiles that are known."""
    unseen: int
    """How many more there are."""
    lacks: tuple[int, ...]
    """Numbers that none of the unseen tiles bears, though others still do."""
    to_move: bool

    @property
    def size(self) -> int:
        return len(self.tiles) + self.unseen


@dataclass(frozen=True)
class Tabletop:
    """A table with its line, hands, stock and score."""

    highest: int
    """The highest number of the tile set."""
    line: Halves
    hands: tuple[Hand, ...]
    stock: tuple[Tile, ...]
    """The known tiles of the stock in drawing order."""
    stock_unseen: int
    scores: tuple[tuple[str, int], ...]
    """For each side its seats' letters and its points in the match; empty where all have none."""

    @property
    def stock_size(self) -> int:
        return len(self.stock) + self.stock_unseen
