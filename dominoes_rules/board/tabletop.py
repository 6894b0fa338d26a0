"""What lies on a table, as plain values: what pictures of it are made from."""

from __future__ import annotations

from dataclasses import dataclass

from dominoes_lang.table.layout import Halves
from dominoes_lang.table.tiles import Tile


@dataclass(frozen=True)
class SeenHand:
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
    relation: str = ""
    """What its player is to the one who looks: `partner` or `opponent`; empty without teams."""
    pips: int | None = None
    """What its tiles count once the round is over; None while it goes on or a tile is unseen."""

    @property
    def size(self) -> int:
        return len(self.tiles) + self.unseen


@dataclass(frozen=True)
class Tabletop:
    """A table with its line, hands, stock and score."""

    highest: int
    """The highest number of the tile set."""
    line: Halves
    hands: tuple[SeenHand, ...]
    stock: tuple[Tile, ...]
    """The known tiles of the stock in drawing order."""
    stock_unseen: int
    scores: tuple[tuple[str, int], ...]
    """For each side its seats' letters and its points in the match; empty where all have none."""
    ends_pips: int | None = None
    """What the open ends make together, where the rules pay for it."""
    doubles: int = 0
    """The ends at which a double counts both halves for `ends_pips`: bit 0 left, bit 1 right."""
    last: int = -1
    """Where in the line the tile lies that was laid last; -1 where that is not known."""
    last_by: str = ""
    """Who laid it."""

    @property
    def stock_size(self) -> int:
        return len(self.stock) + self.stock_unseen
