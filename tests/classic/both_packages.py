"""The package `dominoes` and ours side by side: the same calls, and what can be seen of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

import dominoes

from dominoes_rules import classic

PACKAGES: tuple[ModuleType, ModuleType] = (dominoes, classic)
PARTS = ("board", "hands", "moves", "turn", "valid_moves", "starting_player", "result")


class Quiet(dominoes.Game):  # type: ignore[misc]
    """A subclass that alters nothing."""


class QuietOfOurs(classic.Game):
    """A subclass that alters nothing."""


class Loud(dominoes.Game):  # type: ignore[misc]
    """A subclass that finds its moves in another order."""

    def _update_valid_moves(self) -> None:
        super()._update_valid_moves()
        dominoes.players.reverse(self)


class LoudOfOurs(classic.Game):
    """A subclass that finds its moves in another order."""

    def _update_valid_moves(self) -> None:
        super()._update_valid_moves()
        classic.players.reverse(self)


GAMES = {dominoes: (dominoes.Game, Quiet, Loud), classic: (classic.Game, QuietOfOurs, LoudOfOurs)}


class Side:
    """A package, with the objects that a program holds."""

    def __init__(self, package: Any) -> None:
        self.package = package
        self.game: Any = None
        self.kept: Any = None
        self.series: Any = None
        self.hand = package.Hand([])
        self.boards = [package.Board(), package.SkinnyBoard()]

    def domino(self, halves: Iterable[Any]) -> Any:
        return self.package.Domino(*halves)

    def moves(self, moves: Any) -> Any:
        return [None if move is None else (self.domino(move[0]), move[1]) for move in moves]


def observed(value: Any) -> Any:
    """A value of either package as one that can be compared: what it is, shows and consists of."""
    kind = type(value).__name__.removesuffix("OfOurs")
    if isinstance(value, list | tuple | set | dict) or not hasattr(value, "__dict__"):
        return (kind, text_of(repr, value))
    return (kind, text_of(repr, vars(value)), text_of(str, value))


def text_of(form: Callable[[Any], str], value: Any) -> str:
    """A text; of broken state the name of the exception that it raises instead."""
    try:
        return form(value)
    except (AttributeError, IndexError, TypeError) as error:
        return type(error).__name__


def outcome(act: Callable[[Side], Any], side: Side) -> Any:
    """What a call returns, or what it raises; texts of exceptions of the packages' own only."""
    try:
        found = act(side)
    except RecursionError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever one package raises, so must the other
        own = hasattr(dominoes, type(error).__name__)
        return (type(error).__name__, str(error) if own else "")
    return observed(found)


def dealt(package: Any, seed: int, moves: int, **how: Any) -> Any:
    """A game after so many random moves, or as many as there are."""
    random.seed(seed)
    game = package.Game.new(**how)
    while len(game.moves) < moves and game.result is None:
        game.make_move(*random.choice(game.valid_moves))
    return game
