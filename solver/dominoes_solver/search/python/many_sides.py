"""Exact values of plain games between three sides or more, all hands open: max^n with a table.

Each mover takes the value that is best for its side; `reference.preferences` says which of
equals. That rule tells any two different values apart, so no order of moves and no table can change
the answer. Nodes are identified as in `two_sides`: by the tiles still held, the open ends, and the
mover.

Where a round is only won or not, a move that wins for the mover cannot be bettered and ends the
node; values are otherwise searched in full, since alpha-beta bounds do not hold for max^n.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from dominoes_lang.setup.ruleset import Goal
from dominoes_lang.table.state import NO_TILE, Over
from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.limit import Budget
from dominoes_solver.search.python.reference import Vector, preferences, rank

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import State

DOMINO, BLOCKED = int(Over.DOMINO), int(Over.BLOCKED)

MOST_ENTRIES = 4_000_000
"""A table that has grown beyond this, to about a gigabyte, is begun again."""


class _Turn:
    """A seat to move against two open ends; what a node is besides the tiles still held."""

    __slots__ = ("left", "moves", "right", "seat", "table")

    def __init__(self, seat: int, left: int, right: int) -> None:
        self.seat = seat
        self.left = left
        self.right = right
        self.moves: list[_Move] = []
        self.table: dict[int, Vector] = {}


_Laid = tuple[int, int, tuple[int, int]]
"""What a move leaves on the table: the tile, how many ends it fitted, the open ends."""

_Move = tuple[int, list[tuple[int, _Turn]], _Laid]
"""The bit of a tile; for the next seats, the own one last, the dealt tiles that fit afterwards and
the turn; and what the move leaves on the table."""


def many_sides(compiled: Compiled, root: State, budget: Budget) -> Callable[[State], Vector]:
    """A function from states that can follow `root` to their value: the points of each side.

    The states must have open ends. All calls share one table, which lives as long as the function.
    It raises `OutOfBudget`; asked again with a fresh budget, it goes on from its table.
    """
    setup = compiled.setup
    seats = setup.seats
    tiles = setup.tiles.tiles
    bearing = setup.tiles.bearing
    payoff = compiled.payoff
    deal = root.hands
    reads = compiled.reads
    ends_matter = "ends" in reads
    cached = not reads & {"ends", "last_tile", "fitted"}
    laid_before = root.plays + sum(hand.bit_count() for hand in deal)
    passes_at_block = seats if setup.blocked_by_passes else 0
    orders = preferences(setup)
    # Won or not won: a value with 1 for the mover's side has 0 for all others.
    unbeatable = 1 if setup.goal is Goal.WINS else None
    paid: dict[int, Vector] = {}
    ranks: list[dict[Vector, Vector]] = [{} for _ in range(seats)]
    turns: dict[tuple[int, int, int], _Turn] = {}
    count = 0
    pause = budget.allowance

    def turn(seat: int, left: int, right: int) -> _Turn:
        if left > right and not ends_matter:
            left, right = right, left
        found = turns.get((seat, left, right))
        if found is None:
            found = turns[seat, left, right] = _Turn(seat, left, right)
        return found

    def moves_of(at: _Turn) -> list[_Move]:
        """The moves with every dealt tile of the seat, made when the turn is first reached."""
        left, right = at.left, at.right
        for number in numbers_in(deal[at.seat] & (bearing[left] | bearing[right])):
            tile = tiles[number]
            fitted = (left in tile) + (right in tile)
            after = []
            if left in tile:
                after.append((tile.other_half(left), right))
            if right in tile and left != right:
                after.append((left, tile.other_half(right)))
            for ends in after:
                fits = bearing[ends[0]] | bearing[ends[1]]
                following = [
                    (deal[seat] & fits, turn(seat, *ends))
                    for seat in [(at.seat + offset) % seats for offset in range(1, seats + 1)]
                ]
                at.moves.append((1 << number, following, (number, fitted, ends)))
        return at.moves

    def pay(seat: int, held: int, laid: _Laid) -> Vector:
        """The value of a round that `seat` has finished: by domino, or blocked."""
        key = held * seats + seat
        if cached:
            known = paid.get(key)
            if known is not None:
                return known
        blocked = held & deal[seat]
        tile, fitted, ends = laid
        points: Vector = payoff(
            tuple([hand & held for hand in deal]), ends, root.stock, seat, root.opener,
            root.opening, seat, tile, fitted, laid_before - held.bit_count(),
            passes_at_block if blocked else 0, -1, NO_TILE, BLOCKED if blocked else DOMINO,
            root.round, root.scores,
        )  # fmt: skip
        if cached:
            paid[key] = points
        return points

    def search(held: int, at: _Turn) -> Vector:
        nonlocal count, pause
        known = at.table.get(held)
        if known is not None:
            return known
        count += 1
        if count >= pause:
            spent, count = count, 0
            budget.spend(spent)
            pause = budget.allowance
            if sum(len(each.table) for each in turns.values()) > MOST_ENTRIES:
                for each in turns.values():
                    each.table.clear()
        seat = at.seat
        order = orders[seat]
        own_side = order[0][0]
        ranked = ranks[seat]
        best: Vector = ()
        best_rank: Vector = ()
        later: list[tuple[int, int, int, _Turn]] = []
        hand = deal[seat]
        for move in at.moves or moves_of(at):
            if not held & move[0]:
                continue
            after = held ^ move[0]
            if after & hand:
                answers = [(after & fits).bit_count() for fits, _ in move[1]]
                passed = next((place for place, count in enumerate(answers) if count), None)
                if passed is not None:
                    later.append((answers[0], len(later), after, move[1][passed][1]))
                    continue
            found = pay(seat, after, move[2])
            if found[own_side] == unbeatable:
                at.table[held] = found
                return found
            found_rank = ranked.get(found)
            if found_rank is None:
                found_rank = ranked[found] = rank(found, order)
            if found_rank > best_rank:
                best, best_rank = found, found_rank
        if unbeatable is not None:
            # A win is likelier where the next seat has few replies or none.
            later.sort()
        for _, _, after, following in later:
            found = search(after, following)
            if found[own_side] == unbeatable:
                best = found
                break
            found_rank = ranked.get(found)
            if found_rank is None:
                found_rank = ranked[found] = rank(found, order)
            if found_rank > best_rank:
                best, best_rank = found, found_rank
        at.table[held] = best
        return best

    def value(state: State) -> Vector:
        nonlocal count, pause
        while not state.over:
            fits = bearing[state.ends[0]] | bearing[state.ends[1]]
            if state.hands[state.mover] & fits:
                break
            # One legal action: a pass.
            state = compiled.play(state, compiled.legal(state)[0])
        if state.over:
            points: Vector = payoff(*state)
            return points
        held = 0
        for hand in state.hands:
            held |= hand
        pause = budget.allowance
        found = search(held, turn(state.mover, *state.ends))
        spent, count = count, 0
        budget.spent += spent
        return found

    return value
