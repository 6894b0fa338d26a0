"""Which legal move of a position a text means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from dominoes_lang.table.spots import left_open_by
from dominoes_lang.table.state import End
from dominoes_lang.table.tricks import Tricks, trick_in
from dominoes_rules.errors import IllegalMove
from dominoes_rules.position.notation import Move, ambiguous, as_move
from dominoes_rules.speech.speech import marked

if TYPE_CHECKING:
    from dominoes_lang.setup.ruleset import Setup
    from dominoes_lang.table.layout import Layout
    from dominoes_lang.table.state import Action, State
    from dominoes_rules.position.position import Position


def legal_move(position: Position, move: Move | str) -> Move:
    """The legal move that is meant; the end may be left out where the tile has one play.

    Raises `InvalidMove`, `IllegalMove` or `AmbiguousMove`.
    """
    wanted, legal = as_move(move), position.legal_moves
    same = [play for play in legal if (play.kind, play.tile) == (wanted.kind, wanted.tile)]
    end, layout = wanted.end, position.setup.layout
    if isinstance(end, End):
        alike = layout.same.same_place
        same = [
            play
            for play in same
            if not isinstance(play.end, End) or alike(position._known, play.end, end)
        ]
    elif end is not None:
        at = layout.same.as_listed(position._known, wanted.resolve(layout, position._known).action)
        same = [play for play in same if play.resolve(layout, position._known).action == at]
    if wanted.leaving is not None:
        state = position._known
        same = [play for play in same if wanted.leaving == _left_open(layout, state, play)]
    if len(same) > 1:
        raise ambiguous(wanted, same)
    if not same:
        if not legal:
            over = marked("{move} is not legal here: the round is over")
            raise IllegalMove(over, move=wanted.decimal)
        if (revoke := revoked(position.setup, position._known, wanted, legal)) is not None:
            raise revoke
        raise IllegalMove(
            marked("{move} is not legal here; the legal moves are {moves}"),
            move=wanted.decimal,
            moves=_decimal(legal),
        )
    return same[0]


def revoked(setup: Setup, state: State, move: Move, legal: Sequence[Move]) -> IllegalMove | None:
    """The error of a tile that does not follow the suit led, where it must be followed."""
    trick = trick_in(state.ends) if setup.tricks is not None else None
    if move.tile is None or trick is None or not trick.tiles:
        return None
    rules = setup.layout.rules
    assert isinstance(rules, Tricks)
    of_suit = rules.suits(trick.trump).following[rules.suit_led(state.ends)]
    following = setup.tiles.in_mask(of_suit)
    if move.tile in following or not any(play.tile in following for play in legal):
        return None
    return IllegalMove(
        marked(
            "{move} is not of the suit led, which must be followed; the legal moves are {moves}"
        ),
        move=move.decimal,
        moves=_decimal(legal),
    )


def _decimal(legal: Iterable[Move]) -> str:
    return ", ".join(play.decimal for play in legal)


def _left_open(layout: Layout, state: State, move: Move) -> int:
    """The number that a legal play leaves open; -1 on the empty table."""
    if not state.begun:
        return -1
    action = move.resolve(layout, state).action
    return left_open_by(layout.rules, state, action)


def actions_of(position: Position, moves: Iterable[Move]) -> tuple[Action, ...]:
    """These legal moves as actions, each once, in canonical order."""
    state = position.some_state()
    wanted = set(moves)
    return tuple(
        action
        for move, action in zip(position.legal_moves, position.compiled.legal(state), strict=True)
        if move in wanted
    )
