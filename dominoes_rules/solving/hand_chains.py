"""The answers of `solve --train`: the best chains of a hand from each open end of the trains."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.marks import sign
from dominoes_lang.table.state import SEAT_LETTERS
from dominoes_lang.table.tiles import Tile, numbers_in
from dominoes_rules.errors import PositionError
from dominoes_rules.position.position import Position
from dominoes_solver.trains.chain_search import Aim, Chain, ChainSearch
from dominoes_solver.trains.train_ends import TrainEnd, train_ends, why_no_chains


@dataclass(frozen=True)
class HandChain:
    """A chain of a hand."""

    tiles: tuple[Tile, ...]
    """In the order in which they are laid."""
    rest: tuple[Tile, ...]
    """What stays in the hand."""
    pips: int
    """The value of the rest, as the game counts it."""
    uncovered: Tile | None
    """A double of the rest that fits at the end, where no tile of the hand could cover it."""

    def as_json(self) -> dict[str, object]:
        """The chain as plain values."""
        return {
            "tiles": [str(tile) for tile in self.tiles],
            "rest": [str(tile) for tile in self.rest],
            "pips": self.pips,
            "uncovered": None if self.uncovered is None else str(self.uncovered),
        }


@dataclass(frozen=True)
class ChainsAtEnd:
    """The best chains of a hand from one open end."""

    end: TrainEnd
    longest: HandChain
    """The most tiles; of equal chains the one that leaves the lightest rest."""
    lightest: HandChain
    """The lightest rest; of equal chains the one with the most tiles."""


@dataclass(frozen=True)
class HandChains:
    """The best chains of a hand, from each open end."""

    position: Position
    seat: str
    """Whose hand it is."""
    at_ends: tuple[ChainsAtEnd, ...]

    def as_json(self) -> dict[str, object]:
        """All chains as plain values."""
        return {
            "position": str(self.position),
            "seat": self.seat,
            "ends": [
                {
                    "end": sign(row.end.mark),
                    "number": row.end.number,
                    "own": row.end.is_own,
                    "open": row.end.is_open,
                    "longest": row.longest.as_json(),
                    "lightest": row.lightest.as_json(),
                }
                for row in self.at_ends
            ],
        }


def hand_chains(position: Position) -> HandChains:
    """The longest chain of a hand from each open end, and the one that leaves the lightest rest.

    The hand is that of the player to move or, if that is hidden, the first one that is known.
    Raises `PositionError` for a game without trains, a round that is over, and hidden hands.
    """
    setup = position.setup
    if why := why_no_chains(setup):
        raise PositionError(f"there are no chains to find: {why}")
    if position.is_over:
        raise PositionError("there are no chains to find: the round is over")
    seat = _whose(position)
    hand = setup.tiles.mask(position.hand(seat))
    state, search = position._known, ChainSearch(setup)
    ends = train_ends(setup, state, SEAT_LETTERS.index(seat), hand)
    best = {
        number: [
            _shown(setup, search.best(number, hand, state.more.laid, aim))
            for aim in (Aim.LONGEST, Aim.LIGHTEST)
        ]
        for number in {end.number for end in ends}
    }
    return HandChains(position, seat, tuple(ChainsAtEnd(end, *best[end.number]) for end in ends))


def best_on_own_train(position: Position) -> ChainsAtEnd | None:
    """The longest chain of a hand on its own train; None in a game without trains.

    Raises `PositionError` as `hand_chains` does.
    """
    if why_no_chains(position.setup):
        return None
    own = [row for row in hand_chains(position).at_ends if row.end.is_own]
    return max(own, key=lambda row: (len(row.longest.tiles), -row.longest.pips), default=None)


def chain_words(tiles: Iterable[Tile], number: int) -> str:
    """Tiles as they lie from an end with a number: `12-7 7-3 3-3`."""
    words = []
    for tile in tiles:
        after = tile.other_half(number)
        words.append(f"{number}-{after}")
        number = after
    return " ".join(words)


def _whose(position: Position) -> str:
    """The player whose hand is known: the one to move, or else the first."""
    known = [
        seat
        for seat, count in position.hand_counts.items()
        if count and len(position.hand(seat)) == count
    ]
    if not known:
        raise PositionError("a chain is made of tiles of a hand: write one hand with all its tiles")
    return position.turn if position.turn in known else known[0]


def _shown(setup: Setup, chain: Chain) -> HandChain:
    tiles = setup.tiles.tiles
    rest = [*numbers_in(chain.rest)]
    return HandChain(
        tuple(tiles[tile] for tile in chain.tiles),
        tuple(tiles[tile] for tile in rest),
        sum(setup.values[tile] for tile in rest),
        tiles[chain.uncovered.bit_length() - 1] if chain.uncovered else None,
    )
