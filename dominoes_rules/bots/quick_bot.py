"""The bot that plays its first choice, by a net of choices or a policy, without a search."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.state import Action, State
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules import library
from dominoes_rules.bots.named import QuickFiles, Rule
from dominoes_rules.bots.on_positions import on_positions
from dominoes_rules.bots.simple_bots import Chooser, Draw
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_solver.belief.applied_net import NetPlayer
from dominoes_solver.belief.model import UnfitModel
from dominoes_solver.belief.net import Net
from dominoes_solver.belief.shown import ShownSoFar
from dominoes_solver.evidence.evidence import Unsupported
from dominoes_solver.policy.policy_player import PolicyPlayer
from dominoes_solver.shown_facts import Facts


class Player(Protocol):
    """What plays one game without search."""

    def place(self, state: State, facts: Facts, actions: Sequence[Action]) -> int:
        """Which of some legal actions it takes."""


def quick(net: str | None, policy: str | None = None) -> Chooser:
    """The action that a net or a policy finds best, of those bundled or of a file.

    Raises `ArgumentError` for both, and `UnfitModel`, once it is asked, for a game that has none.
    """
    if net and policy:
        raise ArgumentError("net and policy can't be used together")
    of_setup: tuple[Setup, Player] | None = None

    def player_of(setup: Setup) -> Player:
        nonlocal of_setup
        if of_setup is None or of_setup[0] is not setup:
            of_setup = setup, player_in(setup, QuickFiles(net or "", policy or ""))
        return of_setup[1]

    def choose(actions: Sequence[Action], state: State, shown: ShownSoFar, _draw: Draw) -> Action:
        if len(actions) == 1:
            return actions[0]
        facts = shown.facts_before(state)
        return actions[player_of(shown.setup).place(state, facts, actions)]

    return choose


def player_in(setup: Setup, files: QuickFiles) -> Player:
    """What plays by these files, or by what is bundled. Raises `UnfitModel`."""
    rules = library.compiled(setup.ruleset, setup.seats, dict(setup.parameters))
    model = files.chosen(setup).model
    return NetPlayer(rules, model) if isinstance(model, Net) else PolicyPlayer(rules, model)


def quick_on_positions(net: str | None, policy: str | None = None) -> Rule:
    """The same for the moves of a position. Raises `Unsupported` for a game that has none."""
    choose = on_positions(quick(net, policy))

    def chosen(position: Position, random: Random, moves: Sequence[Move]) -> Move:
        try:
            return choose(position, random, moves)
        except UnfitModel as error:
            raise Unsupported(str(error)) from None

    return chosen
