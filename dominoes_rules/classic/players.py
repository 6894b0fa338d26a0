"""Players: callables that put the `valid_moves` of a game in the order of their liking.

They return None and leave the rest of the game alone. One may be called after another, since their
sorts are stable.

>>> from dominoes_rules.classic.domino import Domino
>>> from dominoes_rules.classic.game import Game
>>> game = Game.new()
>>> game.valid_moves = ((Domino(1, 2), True), (Domino(5, 6), True), (Domino(0, 0), True))
>>> bota_gorda(game)
>>> game.valid_moves
(([5|6], True), ([1|2], True), ([0|0], True))
>>> double(game)
>>> game.valid_moves
(([0|0], True), ([5|6], True), ([1|2], True))
"""

from __future__ import annotations

import collections
import copy
import random as rand
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from dominoes_rules.classic.open_hands_search import OPEN, minimax
from dominoes_rules.classic.orders import Player
from dominoes_rules.classic.orders import bota_gorda as bota_gorda
from dominoes_rules.classic.orders import double as double
from dominoes_rules.classic.orders import identity as identity
from dominoes_rules.classic.orders import reverse as reverse

if TYPE_CHECKING:
    from dominoes_rules.classic.game import Game
    from dominoes_rules.classic.game_shape import Move


class counter:
    """Plays as another player does, and counts its calls in `count`."""

    def __init__(self, player: Player = identity, name: str | None = None) -> None:
        self.count = 0
        self._player = player
        self.__name__ = type(self).__name__ if name is None else name

    def __call__(self, game: Game) -> Any:
        self.count += 1
        return self._player(game)


def random(game: Game) -> None:
    """Any order, drawn with the module `random`."""
    game.valid_moves = tuple(sorted(game.valid_moves, key=lambda _: rand.random()))


class omniscient:
    """The best move first, by a search that sees all hands; the others stay in their order.

    start_move: with fewer moves made it does nothing; player: sorts the moves of the search, and
    so decides between equals; name: its `__name__`.
    """

    def __init__(
        self, start_move: int = 0, player: Player = identity, name: str | None = None
    ) -> None:
        self._start_move = start_move
        self._player = player
        self.__name__ = type(self).__name__ if name is None else name

    def __call__(self, game: Game) -> None:
        if len(game.moves) < self._start_move or len(game.valid_moves) == 1:
            return
        from dominoes_rules.classic import engine

        best = engine.best_move(game, self._player)
        if best is None:
            best = _best_move(copy.deepcopy(game), self._player)
        game.valid_moves = (best, *(m for m in game.valid_moves if m != best))


class probabilistic_alphabeta:
    """The move first that is best in most of the hands that the others may have.

    start_move: with fewer moves made it does nothing; sample_size: how many hands are drawn by
    `random_possible_hands`, or infinity for all of them; player: sorts the moves of each search,
    and so decides between equals; name: its `__name__`.
    """

    def __init__(
        self,
        start_move: int = 0,
        sample_size: float = float("inf"),
        player: Player = identity,
        name: str | None = None,
    ) -> None:
        self._start_move = start_move
        self._sample_size: Any = sample_size
        self._player = player
        self.__name__ = type(self).__name__ if name is None else name

    def __call__(self, game: Game) -> None:
        if len(game.moves) < self._start_move or len(game.valid_moves) == 1:
            return
        from dominoes_rules.classic import engine

        times = engine.best_moves(game, self._player, self._sample_size)
        if times is None:
            times = collections.Counter(self._best_moves(game))
        game.valid_moves = tuple(sorted(game.valid_moves, key=lambda m: -times[m]))

    def _best_moves(self, game: Game) -> Iterator[Move]:
        """The best move for each of the hands."""
        if self._sample_size == float("inf"):
            hands = game.all_possible_hands()
        else:
            hands = (game.random_possible_hands() for _ in range(self._sample_size))
        for dealt in hands:
            supposed = copy.deepcopy(game)
            supposed.hands = dealt
            yield _best_move(supposed, self._player)


def _best_move(game: Game, player: Player) -> Move:
    """The first best move with open hands, in the order of a player; alters the game."""
    game.skinny_board()
    return minimax(game, OPEN, player)[0][0]
