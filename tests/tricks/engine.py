"""Games of tricks by hand, written apart from the language: an oracle for its rules of play.

Tiles are pairs with the higher number first. Nothing here is imported from the project.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

Tile = tuple[int, int]


class Deal:
    """One deal of Texas 42 or Moon from the naming of the trump on."""

    def __init__(self, hands: Iterable[Iterable[Tile]], trump: str, leader: int) -> None:
        self.hands = [set(hand) for hand in hands]
        self.trump = trump
        self.turn = leader
        self.trick: list[tuple[int, Tile]] = []
        self.won: list[list[Tile]] = [[] for _ in self.hands]

    # ------------------------------------------------------------------ suits

    def is_trump(self, tile: Tile) -> bool:
        if self.trump == "D":
            return tile[0] == tile[1]
        return self.trump.isdigit() and int(self.trump) in tile

    def leads(self, tile: Tile) -> str:
        """The suit that a tile leads, as a letter or a number."""
        if self.is_trump(tile):
            return "trump"
        if tile[0] == tile[1] and self.trump == "Na":
            return "doubles"
        return str(max(tile))

    def follows(self, tile: Tile, suit: str) -> bool:
        if suit == "trump" or self.is_trump(tile):
            return suit == "trump" and self.is_trump(tile)
        apart = tile[0] == tile[1] and self.trump == "Na"
        if suit == "doubles" or apart:
            return suit == "doubles" and apart
        return int(suit) in tile

    def order(self, tile: Tile, suit: str) -> tuple[int, float]:
        """A key by which the taker of a trick is the greatest."""
        high, low = tile
        if self.is_trump(tile):
            if self.trump == "D":
                return 2, high
            own = int(self.trump)
            return 2, 100 if high == low else (low if high == own else high)
        if not self.follows(tile, suit):
            return 0, 0
        if suit == "doubles":
            return 1, high
        if high == low:
            return 1, -0.5 if self.trump == "Nl" else 100
        return 1, low if high == int(suit) else high

    # ------------------------------------------------------------------ play

    def legal(self) -> set[Tile]:
        hand = self.hands[self.turn]
        if not self.trick:
            return set(hand)
        suit = self.leads(self.trick[0][1])
        return {tile for tile in hand if self.follows(tile, suit)} or set(hand)

    def play(self, tile: Tile) -> None:
        self.hands[self.turn].remove(tile)
        self.trick.append((self.turn, tile))
        self.turn = (self.turn + 1) % len(self.hands)
        if len(self.trick) == len(self.hands):
            suit = self.leads(self.trick[0][1])
            self.turn = max(self.trick, key=lambda played: self.order(played[1], suit))[0]
            self.won[self.turn] += [tile for _, tile in self.trick]
            self.trick = []


class Bidding:
    """An auction in which every seat speaks once, the last over nobody by force or not."""

    def __init__(
        self, seats: int, opener: int, steps: list[int], jumps: list[int], *, forced: bool
    ):
        self.seats, self.turn, self.spoken = seats, opener, 0
        self.steps, self.jumps, self.forced = steps, jumps, forced
        self.bid, self.bidder = 0, -1

    def choices(self) -> list[int]:
        """What may be said, 0 for a pass; nothing once all have spoken, or nobody can go higher."""
        higher = [step for step in self.steps if step > self.bid]
        ladder = [*self.steps, *self.jumps]
        higher += [up for low, up in pairwise(ladder)
                   if up in self.jumps and low == self.bid]  # fmt: skip
        if self.spoken == self.seats or not higher:
            return []
        must = self.forced and self.spoken == self.seats - 1 and not self.bid
        return sorted(higher if must else [0, *higher])

    def say(self, number: int) -> None:
        if number:
            self.bid, self.bidder = number, self.turn
        self.turn = (self.turn + 1) % self.seats
        self.spoken += 1


COUNTS = {(5, 5): 10, (6, 4): 10, (5, 0): 5, (4, 1): 5, (3, 2): 5}


def points(tiles: Iterable[Tile], seats: int) -> int:
    """The counts of some tiles and a point for each trick, as Texas 42 has them."""
    tiles = list(tiles)
    return sum(COUNTS.get(tile, 0) for tile in tiles) + len(tiles) // seats


def marks(bid: int, taken: int) -> tuple[int, int]:
    """What the bidder's side and the other get in marks."""
    made = taken == 42 if bid >= 42 else taken >= bid
    worth = bid // 42 if bid >= 42 else 1
    return (worth, 0) if made else (0, worth)


def both_count(bid: int, taken: int) -> tuple[int, int]:
    """What the bidder's side and the other get where both count what they take."""
    made, rest = taken == 42 if bid == 84 else taken >= bid, 42 - taken
    return (84 if bid == 84 else taken, rest) if made else (0, rest + bid)


def moon(bid: int, tricks: int) -> int:
    """What the bidder of Moon gets."""
    if tricks < min(bid, 7):
        return -bid
    return 21 if bid == 21 else tricks
