"""A round that continues from a position."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from dominoes_lang.table.state import Action, State
from dominoes_rules.errors import PositionError
from dominoes_rules.position.hidden_hands import Worlds
from dominoes_rules.position.position import Position
from dominoes_solver.evidence.view import Holding, Snapshot


def resumed(
    position: Position, random: Random
) -> tuple[Position | None, State, tuple[Action, ...]]:
    """How a position came about: the snapshot it began with, its first state, every action.

    A record begins with its deal, and not with a snapshot. An unknown order of the stock is drawn
    at random. Raises `PositionError` if several worlds fit.
    """
    evidence = position.evidence
    world = evidence.only_world
    if world is None:
        raise PositionError(
            "several worlds fit this position, and a round is one of them: "
            "take it from dr.worlds(position).sample(1, seed=0)"
        )
    stock = evidence.open_state(world, random if evidence.orders_matter else None).stock
    known = Worlds(position).position_of(world, stock)
    view = known.view
    if isinstance(view, Snapshot):
        return known, known.evidence.some_state(), ()
    actions = tuple(move.action for move in view.moves)
    dealt = Position.from_view(known.compiled, replace(view, moves=())).evidence
    return None, dealt.some_state(), actions


def snapshot_seen_by(position: Position, seat: int) -> Position:
    """A snapshot with every hand open as one seat knows it."""
    view = position.view
    assert isinstance(view, Snapshot)
    hands = tuple(
        hand if number == seat else Holding(0, hand.size) for number, hand in enumerate(view.hands)
    )
    aside = tuple(
        own if number == seat else Holding(0, own.size) for number, own in enumerate(view.aside)
    )
    hidden = replace(
        view, hands=hands, aside=aside, stock=(), stock_unseen=len(view.stock) + view.stock_unseen
    )
    return Position.from_view(position.compiled, hidden, position.laid, position.variant)
