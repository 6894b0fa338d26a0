"""Which legal move of a position a text means."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from dominoes_rules.errors import AmbiguousMove, IllegalMove
from dominoes_rules.position.notation import Move, as_move

if TYPE_CHECKING:
    from dominoes_lang.table.state import Action
    from dominoes_rules.position.position import Position


def legal_move(place: Position, move: Move | str) -> Move:
    """The legal move that is meant; the end may be left out where the tile has one play.

    Raises `InvalidMove`, `IllegalMove` or `AmbiguousMove`.
    """
    wanted, legal = as_move(move), place.legal_moves
    same = [one for one in legal if (one.kind, one.tile) == (wanted.kind, wanted.tile)]
    end = wanted.end
    if end is not None:
        alike = place.setup.layout.same_place
        same = [one for one in same if one.end is None or alike(place._known, one.end, end)]
    if len(same) > 1:
        raise AmbiguousMove(f"{wanted}: it fits both ends; write {wanted}l or {wanted}r")
    if not same:
        if not legal:
            raise IllegalMove(f"{wanted} is not legal here: the round is over")
        may = ", ".join(str(one) for one in legal)
        raise IllegalMove(f"{wanted} is not legal here; the legal moves are {may}")
    return same[0]


def actions_of(place: Position, moves: Iterable[Move]) -> tuple[Action, ...]:
    """These legal moves as actions, each once, in canonical order."""
    state = place.some_state()
    wanted = set(moves)
    return tuple(
        action
        for move, action in zip(place.legal_moves, place.compiled.legal(state), strict=True)
        if move in wanted
    )
