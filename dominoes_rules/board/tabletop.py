"""What lies on a table, as plain values: what pictures of it are made from."""

from __future__ import annotations

from dataclasses import dataclass

from dominoes_lang.table.layout import Halves
from dominoes_lang.table.tiles import Tile
from dominoes_rules.board.laying.joined_tiles import ArmRules, JoinedTile
from dominoes_rules.board.laying.train_rows import TrainRow
from dominoes_rules.board.laying.tricks_placed import TrickTable


@dataclass(frozen=True)
class SeenHand:
    """A player's hand as somebody sees it."""

    seat: str
    """The letter of the seat."""
    name: str
    """The player's name; empty if there is none."""
    tiles: tuple[Tile, ...]
    """The tiles that are known."""
    unseen: int
    """How many more there are."""
    lacks: tuple[int, ...]
    """Numbers that none of the unseen tiles bears, though others still do."""
    to_move: bool
    relation: str = ""
    """What its player is to the one who looks, and in the round: `partner`, `out of the round`."""
    pips: int | None = None
    """What its tiles, and those laid aside, count once the round is over; None while it goes on or
    a tile is unseen."""
    aside: tuple[Tile, ...] = ()
    """The tiles that are known to be laid aside."""
    aside_unseen: int = 0
    """How many more are laid aside."""

    @property
    def size(self) -> int:
        return len(self.tiles) + self.unseen


@dataclass(frozen=True)
class Tabletop:
    """A table with the tiles on it, hands, stock and score."""

    highest: int
    """The highest number of the tile set."""
    paths: tuple[Halves, ...]
    """The line, then each arm from the double that it branches from; nothing on the empty table."""
    hands: tuple[SeenHand, ...]
    stock: tuple[Tile, ...]
    """The known tiles of the stock in drawing order."""
    stock_unseen: int
    scores: tuple[tuple[str, int], ...]
    """For each side its seats' letters and its points in the match; empty if all have none."""
    ends_pips: int | None = None
    """What the open ends make together, where the rules pay for it."""
    open_ends: tuple[str, ...] = ()
    """The open ends in words: `6 left`, `6 @64`."""
    later_ends: tuple[str, ...] = ()
    """Those at which no tile may be laid yet."""
    joined: tuple[JoinedTile, ...] = ()
    """The tiles in the order of laying, where there may be arms."""
    path_names: tuple[str, ...] = ()
    """What each path is called, where there may be arms."""
    trains: tuple[TrainRow, ...] = ()
    """The trains, where there are any; the first path is then the middle alone."""
    last: Tile | None = None
    """The tile that was laid last, where that is known."""
    last_by: str = ""
    """Who laid it."""
    opening: int = 0
    """The place in the line of the tile that was laid first."""
    arm_rules: ArmRules | None = None
    """How arms lie, where there may be arms."""
    trick: TrickTable | None = None
    """The trick on the table and those taken, in a game of tricks."""

    @property
    def line(self) -> Halves:
        """The first path."""
        return self.paths[0] if self.paths else ()

    @property
    def set_size(self) -> int:
        """The tiles of the whole set."""
        return (self.highest + 1) * (self.highest + 2) // 2

    @property
    def stock_size(self) -> int:
        return len(self.stock) + self.stock_unseen
