"""What positions and rounds have in common: hands, ends, stock and score."""

from __future__ import annotations

from abc import ABC, abstractmethod
from operator import add
from typing import NamedTuple

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.play.match import totals
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.layout import Halves, LaidTiles
from dominoes_lang.table.spots import pips
from dominoes_lang.table.state import NO_TILE, NOBODY, SEAT_LETTERS, State, laid_aside
from dominoes_lang.table.tiles import Tile
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.position.outcome import Outcome, OutcomeBounds


class Shown(NamedTuple):
    """What a table shows at once: nothing of it has to be worked out."""

    state: State
    """The state, with the tiles that are known."""
    hand_sizes: tuple[int, ...]
    stock_size: int
    aside_sizes: tuple[int, ...]

    @classmethod
    def openly(cls, state: State) -> Shown:
        """What a state shows with every hand open."""
        hands = tuple([hand.bit_count() for hand in state.hands])
        aside = tuple([laid_aside(state, seat).bit_count() for seat in range(len(hands))])
        return cls(state, hands, len(state.stock), aside)


class TableView(ABC):
    """A table on which a round is played, as far as its tiles are known."""

    __slots__ = ()

    compiled: Compiled

    @property
    @abstractmethod
    def _shown(self) -> Shown: ...

    @property
    def _known(self) -> State:
        """The state, with the tiles that are known."""
        return self._shown.state

    @property
    def setup(self) -> Setup:
        """The ruleset, bound to seats and parameters."""
        return self.compiled.setup

    @property
    def stock_count(self) -> int:
        """The number of tiles left in the stock, including those that must stay there."""
        return self._shown.stock_size

    @property
    def widow(self) -> tuple[Tile, ...]:
        """The tiles that the bidder has taken and lays others aside for; empty where unknown."""
        return ()

    @property
    @abstractmethod
    def laid(self) -> LaidTiles:
        """The tiles on the table as they lie."""

    @property
    def line(self) -> Halves:
        """The tiles of the line, from left to right; where there are arms, of the first path."""
        return self.laid.line

    @property
    def opening_place(self) -> int:
        """The place in `line` of the tile that was laid first; the middle if that is unknown."""
        return len(self.line) // 2

    @property
    def paths(self) -> tuple[Halves, ...]:
        """The tiles on the table: the line, then each arm from the double that it branches from."""
        return self.laid.paths

    @property
    def is_over(self) -> bool:
        """Whether the round is certainly over."""
        return bool(self._known.over)

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the round ended; None while it goes on or where that is not known."""

    @property
    def outcome_bounds(self) -> OutcomeBounds | None:
        """What is certain of how the round ended; None while it goes on."""
        outcome = self.outcome
        return None if outcome is None else OutcomeBounds.known(outcome)

    @property
    def hand_counts(self) -> dict[str, int]:
        """The number of tiles that each player holds, by letter."""
        return dict(zip(self.setup.seat_names, self._shown.hand_sizes, strict=True))

    @property
    def aside_counts(self) -> dict[str, int]:
        """The number of tiles that each player has laid aside, by letter."""
        return dict(zip(self.setup.seat_names, self._shown.aside_sizes, strict=True))

    @property
    def dropped_out(self) -> tuple[str, ...]:
        """The letters of the players who have dropped out of the round."""
        out = self._known.more.out
        return tuple(name for seat, name in enumerate(self.setup.seat_names) if out >> seat & 1)

    @property
    def out_of_match(self) -> tuple[str, ...]:
        """The letters of the players who are out of the match, and do not play the round."""
        setup = self.setup
        return tuple(name for name in setup.seat_names if name not in setup.playing_names)

    @property
    def turn(self) -> str:
        """The letter of the player to move; after the round, of the player who acted last.

        It is empty at a deal if nobody knows yet who opens.
        """
        mover = self._known.mover
        return "" if mover == NOBODY else SEAT_LETTERS[mover]

    @property
    def ends(self) -> tuple[int, ...]:
        """The number of each open end, of a line from left to right; none on the empty table."""
        return self.setup.layout.rules.numbers(self._known.ends)

    @property
    def ends_pips(self) -> int:
        """What the open ends make together, a double counted as the rules do."""
        return pips(self.setup.layout.rules, self._known.ends, self._known.more)

    @property
    def last_play(self) -> tuple[Tile | None, str]:
        """The tile that was laid last, and the letter of who laid it.

        None and no letter before the first tile, and where it is not known.
        """
        state = self._known
        if state.last_tile == NO_TILE:
            return None, ""
        return self.setup.tiles.tiles[state.last_tile], SEAT_LETTERS[state.finisher]

    @property
    def stock(self) -> tuple[Tile, ...]:
        """The tiles left in the stock that are known, in drawing order."""
        return tuple(self.setup.tiles.tiles[tile] for tile in self._known.stock)

    @property
    def score(self) -> dict[str, int]:
        """The points (or wins) of each side in the match before this round."""
        return dict(zip(self.setup.side_names, self._known.scores, strict=True))

    @property
    def standing(self) -> dict[str, int]:
        """The score of each side in the match, what this round has paid so far included.

        Once the round is over it is the score after it, unless that depends on hidden hands.
        """
        state, setup, outcome = self._known, self.setup, self.outcome
        if outcome is not None:
            names = setup.side_names
            winner = NOBODY if outcome.winner is None else names.index(outcome.winner)
            now = totals(setup, state.scores, winner, tuple(outcome.points.values()))
        elif state.more.paid and not setup.counts_wins:
            now = tuple(map(add, state.scores, state.more.paid))
        else:
            now = state.scores
        return dict(zip(setup.side_names, now, strict=True))

    def hand(self, seat: str) -> tuple[Tile, ...]:
        """The tiles that a player is known to hold now, in canonical order.

        Raises `ArgumentError` for a seat that the game does not have.
        """
        return self.setup.tiles.in_mask(self._known.hands[number_of(self.setup, seat)])

    def laid_aside(self, seat: str) -> tuple[Tile, ...]:
        """The tiles that a player is known to have laid aside, in canonical order.

        Raises `ArgumentError` for a seat that the game does not have.
        """
        return self.setup.tiles.in_mask(laid_aside(self._known, number_of(self.setup, seat)))


def number_of(setup: Setup, seat: str) -> int:
    """The number of a seat. Raises `TypeError`, and `ArgumentError` for one that is not there."""
    names = setup.seat_names
    if not isinstance(seat, str):
        raise TypeError(f"a seat is a letter such as 'A', not {seat!r}")
    if seat not in names:
        raise ArgumentError(f"there is no seat {seat!r}; the seats are {', '.join(names)}")
    return names.index(seat)
