"""The packages that we measure against: how their games are made of ours. Both may be missing."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from importlib import import_module, metadata
from typing import Any

from benchmarks.games import Decision
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import End, Kind, State

NOT_INSTALLED = "not installed"


def version(distribution: str) -> str:
    """The version of a distribution, or that it is not installed."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return NOT_INSTALLED


def imported(module: str) -> Any:
    """A module, or None where it is not installed."""
    try:
        return import_module(module)
    except ModuleNotFoundError:
        return None


class Dominoes:
    """The package `dominoes` of the package index: partnership with double-six."""

    def __init__(self, package: Any, rules: Compiled) -> None:
        self.package = package
        self.rules = rules

    def game(self, state: State) -> Any:
        """A deal as the package has it; where one tile must open, it is laid."""
        made = self._game(state)
        held = state.hands[state.mover] & state.opening
        if held.bit_count() == 1:
            made.make_move(*self._tiles(held), True)
        # Its own players search so: without the line, which is several times faster.
        made.skinny_board()
        return made

    def decision(self, decision: Decision) -> Any:
        """A round under way. The package looks at the mover's hand alone, and at the moves."""
        made = self._game(decision.states[0])
        for action in decision.actions:
            if action.kind is Kind.PLAY:  # passes it takes by itself
                made.make_move(*self._tiles(1 << action.tile), action.end == End.LEFT)
        return made

    def points(self, game: Any) -> int:
        """What a game is worth to the side of the first seat, by its `alphabeta`."""
        return int(self.package.search.alphabeta(game)[1])

    def decide(self, game: Any, worlds: int) -> str:
        """The move that its `probabilistic_alphabeta` prefers after so many worlds."""
        self.package.players.probabilistic_alphabeta(sample_size=worlds)(game)
        tile, left = game.valid_moves[0]
        high, low = sorted((tile.first, tile.second), reverse=True)
        return f"{high}{low}{'l' if left else 'r'}"

    def _game(self, state: State) -> Any:
        hands = [self.package.Hand(self._tiles(hand)) for hand in state.hands]
        return self.package.Game(
            board=self.package.Board(),
            hands=hands,
            moves=[],
            turn=state.mover,
            valid_moves=tuple((tile, True) for tile in hands[state.mover]),
            starting_player=state.mover,
            result=None,
        )

    def _tiles(self, mask: int) -> Sequence[Any]:
        return [self.package.Domino(*tile) for tile in self.rules.setup.tiles.in_mask(mask)]


def dominoes(rules: Compiled) -> Dominoes | None:
    """The package `dominoes`, or None where it is not installed."""
    package = imported("dominoes")
    return Dominoes(package, rules) if package else None


def openspiel() -> Callable[[random.Random], int] | None:
    """Plays a random round of OpenSpiel's `python_block_dominoes`; how many tiles were laid.

    None where OpenSpiel is not installed.
    """
    pyspiel = imported("pyspiel")
    if pyspiel is None or imported("open_spiel.python.games.block_dominoes") is None:
        return None
    game = pyspiel.load_game("python_block_dominoes")

    def playout(chance: random.Random) -> int:
        draw = chance.random
        state = game.new_initial_state()
        laid = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(draw() * len(outcomes))][0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
                laid += 1
        state.returns()
        return laid

    return playout
