"""Bots that count numbers in their own hand, on the table, and where the others have passed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from dominoes_lang.table.state import Kind, State
from dominoes_lang.table.tiles import Tile
from dominoes_rules.bots.simple_bots import least, order_by_new_end, pips, plays
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_solver.evidence.view import Snapshot


def exposed(position: Position, _random: Random, moves: Sequence[Move]) -> Move:
    """The tile with the number that lies on the table most often; of those the most pips."""
    on_table = Counter(half for laid in position.line for half in laid)
    return least(moves, lambda move: (-max(on_table[n] for n in _tile(move)), -pips(move)))


def rarity(position: Position, _random: Random, moves: Sequence[Move]) -> Move:
    """The tile whose two numbers occur most often in one's own hand and on the table.

    A double has its number twice. Of equal tiles the first of the hand is taken, and the right end
    before the left.
    """
    seen = Counter(half for tile in (*_hand(position), *position.line) for half in tile)

    def cost(move: Move) -> tuple[int, Tile, int]:
        tile = _tile(move)
        return -seen[tile.high] - seen[tile.low], tile, -(move.end or 0)

    return least(moves, cost)


def essay(position: Position, _random: Random, moves: Sequence[Move]) -> Move:
    """The rule of an essay on dominoes for two, in which minimax was tried against it.

    1. a double; 2. a tile both of whose numbers an opponent has passed on; 3. the tile to whose two
    ends the most tiles of one's own hand and the line connect. Of equal plays the greatest by
    `order_by_new_end`: the last of its sorted list.
    """
    passed = passed_on(position)
    setup = position.setup
    mover = setup.seat_names.index(position.turn)
    own = setup.side_of[mover]
    opponents = [seat for seat, side in enumerate(setup.side_of) if side != own]
    against = set[int]().union(*(passed[seat] for seat in opponents))
    known = [*_hand(position), *(Tile.of(*laid) for laid in position.line)]

    def worth(move: Move) -> tuple[bool, bool, int, tuple[int, ...]]:
        tile = _tile(move)
        both = not tile.is_double and against.issuperset(tile)
        connected = sum(1 for one in known if not set(tile).isdisjoint(one))
        if tile.is_double or both:
            connected = 0
        return tile.is_double, both, connected, order_by_new_end(position, move)

    return max(plays(moves), key=worth, default=moves[0])


def passed_on(position: Position) -> list[set[int]]:
    """For each seat the numbers that were open when it passed.

    A snapshot does not show when somebody passed: there it is the numbers that its `void:` names.
    """
    setup, view = position.setup, position.view
    found: list[set[int]] = [set() for _ in range(setup.seats)]
    if isinstance(view, Snapshot):
        for numbers, tiles in zip(found, view.void, strict=False):
            numbers.update(n for n, bears in enumerate(setup.tiles.bearing) if not bears & ~tiles)
        return found
    # Every hand and the stock are made up: what is public follows from the actions alone.
    known = position._known
    state = State(
        hands=(setup.tiles.all,) * setup.seats,
        ends=(),
        stock=(0,) * len(setup.tiles),
        mover=known.opener,
        opener=known.opener,
        opening=setup.tiles.all,
        round=known.round,
        scores=known.scores,
    )
    for move in view.moves:
        if move.action.kind is Kind.PASS:
            found[state.mover].update(state.ends)
        state = position.compiled.play(state, move.action)
    return found


def _hand(position: Position) -> tuple[Tile, ...]:
    return position.hand(position.turn)


def _tile(move: Move) -> Tile:
    assert move.tile is not None, "a play"
    return move.tile
