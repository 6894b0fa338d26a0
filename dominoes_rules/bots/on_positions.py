"""Bots that are functions of an action, asked for a move in a position."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from dominoes_lang.table.state import NOBODY, Action, State, discard
from dominoes_lang.table.tiles import Tile
from dominoes_rules.bots.named import NO_ENDS, Rule
from dominoes_rules.bots.simple_bots import Chooser
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_solver.belief.shown import ShownSoFar
from dominoes_solver.evidence.builder import empty_state, starter_of
from dominoes_solver.evidence.evidence import Unsupported
from dominoes_solver.evidence.view import UNSEEN_DISCARD, Record, Snapshot

SOME_DISCARD = discard(0)


def on_positions(chooser: Chooser, *, needs_ends: bool = False) -> Rule:
    """The rule that chooses among the moves of a position.

    It raises `Unsupported`, if it needs open ends, in a game of tricks.
    """

    def choose(position: Position, random: Random, moves: Sequence[Move]) -> Move:
        if needs_ends and position.setup.tricks is not None:
            raise Unsupported(NO_ENDS)
        state = position.some_state()
        every = zip(position.legal_moves, position.compiled.legal(state), strict=True)
        move_of = {action: move for move, action in every if move in moves}
        return move_of[chooser([*move_of], state, shown_in(position), random.random)]

    return choose


def shown_in(position: Position) -> ShownSoFar:
    """What has been shown in the round of a position.

    A snapshot does not show when somebody passed: there it is the numbers that its `void:` names.
    """
    setup, view = position.setup, position.view
    shown = ShownSoFar(setup)
    if isinstance(view, Snapshot):
        shown.laid = setup.tiles.mask(Tile.of(*halves) for halves in position.laid.tiles())
        if setup.layout.is_line:
            shown.makers = [NOBODY] * len(setup.layout.rules.numbers(position._known.ends))
        shown.void = list(view.void)
        for seat, tiles in enumerate(view.void):
            shown.passed[seat] = sum(
                1 << number for number, bears in enumerate(shown.bearing) if not bears & ~tiles
            )
        return shown
    states, actions = replayed(position)
    shown.laid = states[0].more.laid
    for before, action in zip(states, actions, strict=False):
        shown.note(before, action)
    return shown


def replayed(position: Position) -> tuple[list[State], list[Action]]:
    """The actions of a record, and the states before and after each, from the deal on.

    Every hand and the stock are made up: what is public follows from the actions alone.
    """
    setup, view, known = position.setup, position.view, position._known
    assert isinstance(view, Record), "a snapshot has no past"
    starter = starter_of(setup, view)
    state = empty_state(setup, known.opener, known.round, known.scores, starter=starter)
    state = state._replace(hands=(setup.tiles.all,) * setup.seats, stock=(0,) * len(setup.tiles))
    states, actions = [state], []
    for move in view.moves:
        # Nothing depends on which tile was laid aside unseen, so any will do.
        actions.append(SOME_DISCARD if move.action == UNSEEN_DISCARD else move.action)
        states.append(position.compiled.play(states[-1], actions[-1]))
    return states, actions
