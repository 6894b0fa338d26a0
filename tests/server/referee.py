"""Domohnoes as its description has it, written without the rules of this project."""

from __future__ import annotations

from dataclasses import dataclass, field

Pair = list[int]


@dataclass
class Referee:
    """A round in which the hands come to light with the requests for moves."""

    players: int
    turn: int
    board: list[Pair] = field(default_factory=list)
    chapped: int = 0
    hands: dict[int, list[Pair]] = field(default_factory=dict)

    def sees(self, player: int, hand: list[Pair], board: list[Pair]) -> None:
        """A player is asked for a move, and sees this."""
        assert player == self.turn
        assert board == self.board
        assert all(low <= high for low, high in hand)
        assert hand == self.hands.setdefault(player, [*hand])
        tiles = [sorted(tile) for tile in board]
        tiles += [tile for held in self.hands.values() for tile in held]
        assert len({tuple(tile) for tile in tiles}) == len(tiles)

    def plays(self, tile: Pair, edge: str) -> None:
        """The player to move lays a tile at an edge."""
        low, high = tile
        if not self.board:
            self.board.append([high, low])
        elif edge == "left":
            self.board.insert(0, [low, high] if self.board[0][0] == high else [high, low])
        else:
            self.board.append([low, high] if self.board[-1][1] == low else [high, low])
        self.hands[self.turn].remove(tile)
        self.chapped = 0
        self._next()

    def chaps(self) -> None:
        """The player to move can't."""
        ends = {self.board[0][0], self.board[-1][1]}
        assert not any(ends & {*tile} for tile in self.hands[self.turn])
        self.chapped += 1
        self._next()

    def _next(self) -> None:
        self.last, self.turn = self.turn, (self.turn + 1) % self.players

    @property
    def is_over(self) -> bool:
        return self.chapped == self.players or not self.hands[self.last]

    @property
    def winner(self) -> int | None:
        """Who has won the round that is over; None for nobody."""
        if not self.hands[self.last]:
            return self.last
        pips = {one: sum(map(sum, hand)) for one, hand in self.hands.items()}
        least = [one for one, sum_ in pips.items() if sum_ == min(pips.values())]
        return least[0] if len(least) == 1 else None
