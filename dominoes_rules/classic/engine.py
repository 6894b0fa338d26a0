"""The searches of this project for normal games.

Their answers are those of the plain code in `search.py`.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from operator import index
from typing import TYPE_CHECKING, Any

from dominoes_rules.classic import orders, possible_hands
from dominoes_rules.classic.game import Game
from dominoes_rules.classic.normal import NUMBERS, Normal, action_of, normal
from dominoes_rules.classic.open_hands_search import OPEN, minimax

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import State
    from dominoes_rules.classic.game_shape import Move
    from dominoes_solver.search.one_world import Best

PURE = (orders.identity, orders.reverse, orders.bota_gorda, orders.double)
"""The players whose order follows from the moves alone, however often they are called."""

FEW_TILES = 10
"""With no more in all hands plain code finds one line of play before the searches have begun."""
PLAIN_AT_FEW, PLAIN_GROWTH = 0.00025, 1.6
"""Seconds of a plain search with so many tiles, and by what factor each further one adds."""
ASKING, ASKING_FOR_A_LINE, LOADING = 0.0012, 0.004, 0.2
"""Seconds that it takes to ask the searches for a move, and for each move of a line; and once in a
process to load the rules."""
BATCH = 256
"""Worlds between two looks at whether the search in machine code has been compiled."""


class _Used:
    """What this process has done so far."""

    seconds = 0.0
    """How long plain code would have taken for it."""


# ---------------------------------------------------------------- when to search


def _to_search(game: Game, player: Any, asking: float, worlds: int = 1) -> Normal | None:
    """A game that is normal, if the searches can sort as the player does, and are worth it.

    One small search is not worth the time to load the rules; many of them are.
    """
    if not any(player is pure for pure in PURE):
        return None
    # First of all, since plain code is through with a small game before it is known to be normal.
    seconds = worlds * PLAIN_AT_FEW * PLAIN_GROWTH ** (_tiles(game) - FEW_TILES)
    if seconds < asking:
        return None
    plain = normal(game, Game)
    if plain is None:
        return None
    _Used.seconds += seconds
    return plain if _Used.seconds >= LOADING else None


def _tiles(game: Game) -> int:
    """How many tiles are in hands; 0 if hands are none."""
    try:
        return sum(map(len, game.hands))
    except TypeError:
        return 0


@cache
def _rules() -> Compiled:
    from dominoes_rules import library

    return library.compiled(library.variant("partnership"), 4)


def _natively(state: State, worlds: int = 1) -> bool:
    """Whether to search in machine code; while it is being compiled, in plain Python."""
    from dominoes_solver.search import native

    return native.wanted(_rules(), state, worlds, wait=False)


def _best(states: Sequence[State], worlds: int = 1) -> Iterator[Best]:
    from dominoes_solver.search.one_world import best_actions

    return best_actions(_rules(), states, natively=_natively(states[0], worlds))


# ---------------------------------------------------------------- what is asked


def best_move(game: Game, player: Any) -> Move | None:
    """The first best move with all hands open, in the player's order; None leaves it to others."""
    plain = _to_search(game, player, ASKING)
    if plain is None:
        return None
    (best,) = _best([plain.with_hands(plain.hands)])
    return _first(_ordered(game, player), best)


def best_moves(game: Game, player: Any, sample_size: Any) -> Counter[Move] | None:
    """How often each move is the first best one, in drawn hands or in all that are possible."""
    if sample_size == float("inf"):
        plain = normal(game, Game)
        worlds = possible_hands.table(plain).count if plain else 0
    else:
        worlds = index(sample_size)
    if worlds < 1:
        return None
    plain = _to_search(game, player, ASKING, worlds)
    if plain is None:
        return None
    order = [(action_of(move), move) for move in _ordered(game, player)]
    times: Counter[Move] = Counter()
    if sample_size == float("inf"):
        dealt = iter(possible_hands.table(plain))
    else:
        dealt = islice(possible_hands.drawn(plain, game), worlds)
    own = plain.hands[plain.turn]
    while batch := list(islice(dealt, BATCH)):
        states = [
            plain.with_hands((*world[: plain.turn], own, *world[plain.turn :])) for world in batch
        ]
        for best in _best(states, worlds):
            times[next(move for action, move in order if action in best.actions)] += 1
    return times


def _ordered(game: Game, player: Any) -> tuple[Move, ...]:
    """The moves in the order of a player, which leaves the game as it is."""
    supposed = copy.copy(game)
    player(supposed)
    return supposed.valid_moves


def _first(moves: Iterable[Move], best: Best) -> Move:
    return next(move for move in moves if action_of(move) in best.actions)


def alphabeta(game: Game, player: Any) -> tuple[list[Move], Any] | None:
    """What `search.alphabeta` finds with open bounds, and does to the game; None leaves it to that.

    With exact values the plain search takes at each node the first move that has the value of the
    node, since only a strictly better one displaces another. So that is the line.
    """
    if _to_search(game, player, ASKING_FOR_A_LINE) is None:
        return None
    supposed = copy.deepcopy(game)
    supposed.skinny_board()
    line: list[Move] = []
    while (state := _under_way(supposed)) is not None:
        player(supposed)
        (best,) = _best([state])
        line.append(_first(supposed.valid_moves, best))
        supposed.make_move(*line[-1])
    rest, points = minimax(supposed, OPEN, player)
    _leave(game, player)
    return line + rest, points


def _leave(game: Game, player: Any) -> None:
    """Leave a game as the plain search does, which makes the last move of each node on it.

    It does not get there where an earlier move is a cutoff. Which moves are, and to what they
    narrow the bounds, follows from exact values: where a value lies within the bounds the search
    finds it, and else on which side of them it lies.
    """
    from dominoes_solver.search.one_world import Question, evaluate_many

    alpha, beta = OPEN
    while (state := _under_way(game)) is not None:
        player(game)
        (searched,) = evaluate_many(_rules(), [state], Question(natively=_natively(state)))
        points = dict(zip(searched.actions, [value[0] for value in searched.values], strict=True))
        before = [points[action_of(move)] for move in game.valid_moves[:-1]]
        if game.turn % 2:
            beta = min([beta, *before])
        else:
            alpha = max([alpha, *before])
        if beta <= alpha:
            return
        game.make_move(*game.valid_moves[-1])
    minimax(game, (alpha, beta), player)


def _under_way(game: Game) -> State | None:
    """A game that comes of a normal one; None once it is over or small."""
    if game.result is not None or sum(map(len, game.hands)) <= FEW_TILES:
        return None
    board = game.board
    ends = (board.left_end(), board.right_end()) if len(board) else ()
    masks = tuple(sum(1 << NUMBERS[d.first, d.second] for d in hand) for hand in game.hands)
    return Normal(masks, ends, game.turn, ()).with_hands(masks)
