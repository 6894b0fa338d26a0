"""Which legal move of a position a text means."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from dominoes_lang.table.spots import left_open_by
from dominoes_lang.table.state import End
from dominoes_rules.errors import IllegalMove
from dominoes_rules.position.notation import Move, ambiguous, as_move

if TYPE_CHECKING:
    from dominoes_lang.table.layout import Layout
    from dominoes_lang.table.state import Action, State
    from dominoes_rules.position.position import Position


def legal_move(place: Position, move: Move | str) -> Move:
    """The legal move that is meant; the end may be left out where the tile has one play.

    Raises `InvalidMove`, `IllegalMove` or `AmbiguousMove`.
    """
    wanted, legal = as_move(move), place.legal_moves
    same = [one for one in legal if (one.kind, one.tile) == (wanted.kind, wanted.tile)]
    end, layout = wanted.end, place.setup.layout
    if isinstance(end, End):
        alike = layout.same.same_place
        same = [
            one for one in same if not isinstance(one.end, End) or alike(place._known, one.end, end)
        ]
    elif end is not None:
        at = layout.same.as_listed(place._known, wanted.resolve(layout, place._known).action)
        same = [one for one in same if one.resolve(layout, place._known).action == at]
    if wanted.leaving is not None:
        state = place._known
        same = [one for one in same if wanted.leaving == _left_open(layout, state, one)]
    if len(same) > 1:
        raise ambiguous(wanted, same)
    if not same:
        if not legal:
            raise IllegalMove(f"{wanted.decimal} is not legal here: the round is over")
        may = ", ".join(one.decimal for one in legal)
        raise IllegalMove(f"{wanted.decimal} is not legal here; the legal moves are {may}")
    return same[0]


def _left_open(layout: Layout, state: State, move: Move) -> int:
    """The number that a legal play leaves open; -1 on the empty table."""
    if not state.begun:
        return -1
    action = move.resolve(layout, state).action
    return left_open_by(layout.rules, state, action)


def actions_of(place: Position, moves: Iterable[Move]) -> tuple[Action, ...]:
    """These legal moves as actions, each once, in canonical order."""
    state = place.some_state()
    wanted = set(moves)
    return tuple(
        action
        for move, action in zip(place.legal_moves, place.compiled.legal(state), strict=True)
        if move in wanted
    )
