"""The bot that plays without a search, by a net of choices or a policy."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.state import Action, State
from dominoes_rules import library
from dominoes_rules.bots.counting_bot import counts
from dominoes_rules.bots.named import QuickOptions, Rule
from dominoes_rules.bots.on_positions import on_positions
from dominoes_rules.bots.simple_bots import PLAIN, Chooser, Draw
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_solver.belief.applied_net import NetPlayer
from dominoes_solver.belief.model import UnfitModel, drawn_by, softmax
from dominoes_solver.belief.net import Net
from dominoes_solver.belief.shown import ShownSoFar
from dominoes_solver.evidence.evidence import Unsupported
from dominoes_solver.policy.policy_player import PolicyPlayer


def quick(options: QuickOptions) -> Chooser:
    """The action that a net or a policy finds best, or that is drawn by the scores of a policy.

    It raises `UnfitModel`, once it is asked, for a game that has neither.
    """
    of_setup: tuple[Setup, Chooser] | None = None

    def choose(actions: Sequence[Action], state: State, shown: ShownSoFar, draw: Draw) -> Action:
        nonlocal of_setup
        if len(actions) == 1:
            return actions[0]
        if of_setup is None or of_setup[0] is not shown.setup:
            of_setup = shown.setup, _chooser_in(shown.setup, options)
        return of_setup[1](actions, state, shown, draw)

    return choose


def _chooser_in(setup: Setup, options: QuickOptions) -> Chooser:
    """What chooses in one game. Raises `UnfitModel`."""
    chosen = options.chosen(setup)
    if chosen is None:
        assert options.otherwise is not None
        return PLAIN[options.otherwise] if setup.tricks is None else counts
    rules = library.compiled(setup.ruleset, setup.seats, dict(setup.parameters))
    if isinstance(chosen.model, Net):
        return _best(NetPlayer(rules, chosen.model))
    player = PolicyPlayer(rules, chosen.model)
    return _drawn(player, options.temperature) if options.temperature else _best(player)


def _best(player: NetPlayer | PolicyPlayer) -> Chooser:
    def choose(actions: Sequence[Action], state: State, shown: ShownSoFar, _draw: Draw) -> Action:
        return actions[player.place(state, shown.facts_before(state), actions)]

    return choose


def _drawn(player: PolicyPlayer, temperature: float) -> Chooser:
    def choose(actions: Sequence[Action], state: State, shown: ShownSoFar, draw: Draw) -> Action:
        scores = player.scores(state, shown.facts_before(state), actions)
        odds = softmax([score / temperature for score in scores], 0.0)
        return actions[drawn_by(odds, draw())]

    return choose


def quick_on_positions(options: QuickOptions) -> Rule:
    """The same for the moves of a position. Raises `Unsupported` for a game that has none."""
    choose = on_positions(quick(options))

    def chosen(position: Position, random: Random, moves: Sequence[Move]) -> Move:
        try:
            return choose(position, random, moves)
        except UnfitModel as error:
            raise Unsupported(str(error)) from None

    return chosen
