"""Policies of OpenSpiel and agents of PettingZoo as players of rounds that they see one side of."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any

from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.adapters import EXTRA_OF_AGENTS
from dominoes_rules.adapters.resampling import numbers_of
from dominoes_rules.adapters.round_tree import RoundTree
from dominoes_rules.play.deals import moves_of
from dominoes_rules.play.round import Round
from dominoes_rules.position.hidden_hands import worlds
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_solver.evidence.view import Record

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import State

MAX_GAMES = 16
"""Games for which an agent is kept."""


def player_of(kind: str, named: Any) -> Callable[[Position, Random], Move]:
    """An agent as a bot; the moves that it chooses may be illegal.

    kind: one of `EXTRA_OF_AGENTS`. Of `openspiel` it is a policy (`action_probabilities`), a bot
        (`step`), or a function that makes one of a game. Of `pettingzoo` it is a function
        of an observation and its info that returns the number of an action.
    Raises `ArgumentError` if the extra is not installed.
    """
    extra = EXTRA_OF_AGENTS[kind]
    try:
        adapter: Any = import_module(f"dominoes_rules.adapters.{extra.replace('-', '_')}")
    except ModuleNotFoundError as error:
        raise ArgumentError(
            f"{error.name} is not installed: pip install 'dominoes-rules[{extra}]'"
        ) from None

    @lru_cache(MAX_GAMES)
    def ready(compiled: Compiled) -> tuple[RoundTree, Callable[..., int]]:
        tree = RoundTree(compiled, sampled=True)
        return tree, adapter.chooser(tree, named)

    def choose(position: Position, random: Random) -> Move:
        tree, chooses = ready(position.compiled)
        start, history = seen_history(tree, position, random)
        number = int(chooses(start, history, random))
        if not 0 <= number < len(tree.numbers):
            raise ArgumentError(f"its answer {number} is not the number of an action")
        return Move.of(tree.numbers.actions[number], tree.setup.layout, position.some_state())

    return choose


def seen_history(tree: RoundTree, position: Position, random: Random) -> tuple[State, list[int]]:
    """A round that looks to the mover like a position: its start, and the numbers since.

    What is hidden is drawn from the worlds of the position. A later round of a match is shown as a
    first one, without the score. Raises `ArgumentError` for a snapshot, which has no history.
    """
    if not isinstance(position.view, Record):
        raise ArgumentError(
            "it plays from the deal on, and this position does not show its actions"
        )
    hands = worlds(position)
    world = next(hands.drawn(1, seed=random.getrandbits(32)))
    game = Round.from_position(hands.position_of(world), seed=random.getrandbits(32))
    start = game.states[0]._replace(round=1, scores=tree.setup.match.head_start)
    drawn = {number: move.drawn for number, move in enumerate(moves_of(start, game.actions))}
    return start, numbers_of(tree, game.states, game.actions, drawn)
