"""The bot that plays its first choice, by a net of choices, without a search."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.state import Action, State
from dominoes_rules import library
from dominoes_rules.bots.named import Rule
from dominoes_rules.bots.on_positions import on_positions
from dominoes_rules.bots.simple_bots import Chooser, Draw
from dominoes_rules.position.choice_models import chosen_net
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_solver.belief.applied_net import NetPlayer
from dominoes_solver.belief.model import UnfitModel
from dominoes_solver.belief.shown import ShownSoFar
from dominoes_solver.evidence.evidence import Unsupported


def quick(net: str | None) -> Chooser:
    """The play that a net finds best, of the bundled nets or of a file.

    Raises `UnfitModel`, once it is asked, for a game that has none.
    """
    player: NetPlayer | None = None

    def player_of(setup: Setup) -> NetPlayer:
        nonlocal player
        if player is None or player.compiled.setup is not setup:
            rules = library.compiled(setup.ruleset, setup.seats, dict(setup.parameters))
            player = NetPlayer(rules, chosen_net(net, setup).net)
        return player

    def choose(actions: Sequence[Action], state: State, shown: ShownSoFar, _draw: Draw) -> Action:
        if len(actions) == 1:
            return actions[0]
        return actions[player_of(shown.setup).place(state, shown.facts, actions)]

    return choose


def quick_on_positions(net: str | None) -> Rule:
    """The same for the moves of a position. Raises `Unsupported` for a game that has no net."""
    choose = on_positions(quick(net))

    def chosen(position: Position, random: Random, moves: Sequence[Move]) -> Move:
        try:
            return choose(position, random, moves)
        except UnfitModel as error:
            raise Unsupported(str(error)) from None

    return chosen
