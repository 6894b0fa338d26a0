"""Exact values of plain games between two sides, all hands open: alpha-beta over bit masks.

In a plain game no tile is drawn, so a node is identified by the tiles still held (one mask for all
seats: a hand is the dealt hand and that mask), the open ends, and who moves. The last two are a
`_Turn`, made once; it lists the moves with the turns that follow, and keeps a table from tiles held
to bounds. Passes are not nodes: the turn that follows a move is that of the next seat that can
play.

A line is cut when the tiles left cannot pay enough any more.
"""

from __future__ import annotations

from functools import reduce
from operator import itemgetter, or_
from typing import TYPE_CHECKING

from dominoes_lang.analysis.payoffs.payoff_bound import only_losers_pay
from dominoes_lang.table.layout import Ends
from dominoes_lang.table.lines import line_of
from dominoes_lang.table.state import NO_TILE, Over
from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.limit import Budget
from dominoes_solver.search.python.null_window import INFINITE, Prove, bounds_for, enough_for

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import State

MOST_SEATS = 4
DOMINO, BLOCKED = int(Over.DOMINO), int(Over.BLOCKED)

# The order of moves, best first by the smallest sum; tuned on free partnership openings.
NEXT_REPLIES = 40
NO_REPLY = 30
THIRD_REPLIES = 18

# With fewer tiles held, a table costs as much time as it saves, and most of the memory.
TILES_FOR_TABLE = 12
MOST_ENTRIES = 4_000_000
"""A table that has grown beyond this, to about a gigabyte, is begun again."""


class _Turn:
    """A seat to move against the open ends: a node, apart from the tiles still held."""

    __slots__ = ("ends", "hand", "moves", "seat", "side", "table")

    def __init__(self, seat: int, side: int, ends: Ends, hand: int) -> None:
        self.seat = seat
        self.side = side
        self.ends = ends
        self.hand = hand
        """The tiles dealt to the seat."""
        self.moves: list[_Move] = []
        self.table: dict[int, tuple[int, int, _Move | None]] = {}
        """From tiles held to a lower bound, an upper bound, and the move to try first."""


_Laid = tuple[int, int, Ends]
"""The table after a move: the tile, how many ends it fitted, the open ends."""

_Move = tuple[int, int, int, _Turn, int, _Turn, int, _Turn, int, _Turn, _Laid]
"""Bit and value of a tile; then for the next seat, the second, the third and the own seat the dealt
tiles that fit afterwards and the turn; and what it leaves on the table."""


_Choice = tuple[int, int, _Turn, int, _Move]
"""A move that must be searched: how late it is tried, the tiles held after it, the turn that
follows, the value of the tiles that can still be paid for, and itself."""
_BY_ORDER = itemgetter(0)


def two_sides(compiled: Compiled, root: State, budget: Budget) -> Prove:
    """A proof search in the world of `root`, for the states that can follow it and have open ends.

    All its calls share one table, which lives as long as the function. It raises `OutOfBudget` and
    can be called again: what was proved stays in the table.
    """
    return _ProofSearch(compiled, root, budget).prove


class _ProofSearch:
    """The search in one world."""

    def __init__(self, compiled: Compiled, root: State, budget: Budget) -> None:
        setup, reads = compiled.setup, compiled.payoff_reads
        self.compiled = compiled
        self.setup, self.line = setup, line_of(setup.layout)
        self.root = root
        self.budget = budget
        self.ends_matter = "ends" in reads
        self.cached = not reads & {"ends", "last_tile", "fitted"}
        """Whether the pay-off at a leaf follows from the tiles held and the finisher alone."""
        self.laid_before = root.plays + sum(hand.bit_count() for hand in root.hands)
        self.passes_at_block = setup.seats if setup.blocked_by_passes else 0
        self.paid: dict[int, int] = {}
        self.turns: dict[tuple[int, Ends], _Turn] = {}
        self.sign = setup.sign
        self.losers_pay = only_losers_pay(setup)
        self.bounds = bounds_for(compiled.bound, sum(setup.values))
        self.wanted = [0, 1]
        """What the question is for the mover of each side."""
        self.enough = 0
        """The least value of tiles left with which the answer is open."""
        self.count = 0
        self.pause = budget.allowance

    def prove(self, state: State, goal: int) -> int:
        """A bound on the value of a state for side 0, on the right side of a goal."""
        setup, compiled = self.setup, self.compiled
        while not state.over:
            if state.hands[state.mover] & self.line.fitting[state.ends]:
                break
            # One legal action: a pass.
            state = compiled.play(state, compiled.legal(state)[0])
        if state.over:
            points = compiled.payoff(*state)
            return self.sign * (points[0] - points[1])
        held = reduce(or_, state.hands)
        at = self.turn(state.mover, state.ends)
        self.wanted = [goal, 1 - goal]
        self.enough = enough_for(self.bounds, goal)
        self.pause = self.budget.allowance
        paying = held
        if self.losers_pay:
            for seat, hand in enumerate(self.root.hands):
                if (setup.side_of[seat] == 0) == (goal > 0):
                    paying &= ~hand
        bound = self.search(held, at, sum(setup.values[tile] for tile in numbers_in(paying)))
        spent, self.count = self.count, 0
        self.budget.spent += spent
        return -bound if at.side else bound

    def turn(self, seat: int, ends: Ends) -> _Turn:
        """A seat to move against some ends."""
        if not self.ends_matter:
            ends = self.setup.layout.same.key(ends)
        turn = self.turns.get((seat, ends))
        if turn is None:
            turn = _Turn(seat, self.setup.side_of[seat], ends, self.root.hands[seat])
            self.turns[seat, ends] = turn
        return turn

    def moves_of(self, at: _Turn) -> list[_Move]:
        """The moves with every dealt tile of the seat, made when the turn is first reached."""
        setup, deal = self.setup, self.root.hands
        for tile, _, ends, fitted in self.line.plays[at.ends]:
            if not at.hand >> tile & 1:
                continue
            fits = self.line.fitting[ends]
            own = self.turn(at.seat, ends)
            row: list[tuple[int, _Turn]] = [(0, own)] * (MOST_SEATS - 1)
            for offset in range(1, setup.seats):
                seat = (at.seat + offset) % setup.seats
                row[offset - 1] = (deal[seat] & fits, self.turn(seat, ends))
            at.moves.append(
                (
                    1 << tile, setup.values[tile],
                    *row[0], *row[1], *row[2], at.hand & fits, own,
                    (tile, fitted, ends),
                )
            )  # fmt: skip
        return at.moves

    def pay(self, seat: int, held: int, laid: _Laid) -> int:
        """The value for its side of a round that `seat` has finished: by domino, or blocked."""
        root = self.root
        key = held * self.setup.seats + seat
        if self.cached:
            known = self.paid.get(key)
            if known is not None:
                return known
        blocked = held & root.hands[seat]
        tile, fitted, ends = laid
        points = self.compiled.payoff(
            tuple([hand & held for hand in root.hands]), ends, root.stock, seat, root.opener,
            root.opening, seat, tile, fitted, self.laid_before - held.bit_count(),
            self.passes_at_block if blocked else 0, -1, NO_TILE, BLOCKED if blocked else DOMINO,
            root.round, root.scores, root.more,
        )  # fmt: skip
        ahead = self.sign * (points[0] - points[1])
        if self.setup.side_of[seat]:
            ahead = -ahead
        if self.cached:
            self.paid[key] = ahead
        return ahead

    def spend(self) -> None:
        """Tell the budget of the nodes since the last time; empty tables that are too large."""
        spent, self.count = self.count, 0
        self.budget.spend(spent)
        self.pause = self.budget.allowance
        if sum(len(turn.table) for turn in self.turns.values()) > MOST_ENTRIES:
            for turn in self.turns.values():
                turn.table.clear()

    def search(self, held: int, at: _Turn, left: int) -> int:
        """A bound on the value for the side to move, on the right side of what it wants.

        `left` is the value of the tiles that can still be paid for to the side that the question is
        about: those held, or where only losers pay the other side's. The answer is a lower bound if
        it is at least `wanted`, else an upper bound.
        """
        side = at.side
        goal = self.wanted[side]
        entry = at.table.get(held)
        if entry is not None:
            low, high, first = entry
            if low >= goal:
                return low
            if high < goal:
                return high
        else:
            low, high, first = -INFINITE, INFINITE, None
        self.count += 1
        if self.count >= self.pause:
            self.spend()
        best = -INFINITE
        if first is not None:
            best = self.after_first(held, first, side, left)
            if best >= goal:
                if best > low:
                    at.table[held] = (best, high, first)
                return best
        best, order = self.listed(held, at, left, first, best)
        if order is None:
            return best
        if len(order) > 1:
            order.sort(key=_BY_ORDER)
        for _, after, following, rest, move in order:
            found = self.search(after, following, rest)
            if following.side != side:
                found = -found
            if found > best:
                best = found
                if best >= goal:
                    if held.bit_count() >= TILES_FOR_TABLE:
                        at.table[held] = (best if best > low else low, high, move)
                    return best
        if held.bit_count() >= TILES_FOR_TABLE and (order or first is not None):
            first = first or order[0][4]
            at.table[held] = (low, best if best < high else high, first)
        return best

    def after_first(self, held: int, move: _Move, side: int, left: int) -> int:
        """The bound of the move from the table, for the side that makes it."""
        bit, value, fit1, next1, fit2, next2, fit3, next3, _, own, _ = move
        after = held ^ bit
        if after & fit1:
            following = next1
        elif after & fit2:
            following = next2
        elif after & fit3:
            following = next3
        else:
            following = own
        kept = self.losers_pay and self.wanted[side] > 0
        bound = self.search(after, following, left if kept else left - value)
        return bound if following.side == side else -bound

    def listed(
        self, held: int, at: _Turn, left: int, first: _Move | None, best: int
    ) -> tuple[int, list[_Choice] | None]:
        """The best of the moves that need no search, and those that do; None if it is enough.

        All but the first move, whose bound is `best`.
        """
        side, hand, bounds, enough = at.side, at.hand, self.bounds, self.enough
        goal = self.wanted[side]
        kept = self.losers_pay and goal > 0
        order: list[_Choice] = []
        for move in at.moves or self.moves_of(at):
            bit, value, fit1, next1, fit2, next2, fit3, next3, fit0, own, laid = move
            if not held & bit or move is first:
                continue
            after = held ^ bit
            rest = left if kept else left - value
            if rest < enough:
                # Too little is left to matter: |value| <= bounds[rest] decides either way.
                if goal > 0:
                    if bounds[rest] > best:
                        best = bounds[rest]
                    continue
                return -bounds[rest], None
            replies = (after & fit1).bit_count()
            third = (after & fit3).bit_count()
            following: _Turn | None = None
            if not after & hand:
                pass
            elif replies:
                following = next1
            elif after & fit2:
                following = next2
            elif third:
                following = next3
            elif after & fit0:
                following = own
            if following is None:
                found = self.pay(at.seat, after, laid)
                if found > best:
                    best = found
                    if best >= goal:
                        return best, None
                continue
            entry = following.table.get(after)
            if entry is not None:
                # A bound in the table may settle the move without a search of it.
                least, most, _ = entry
                if following.side != side:
                    least, most = -most, -least
                if least >= goal:
                    return least, None
                if most < goal:
                    if most > best:
                        best = most
                    continue
            promise = (NEXT_REPLIES * replies if replies else NO_REPLY) + THIRD_REPLIES * third
            if goal <= 0:
                # A player who only has to keep the points down lays heavy tiles first.
                promise -= value
            order.append((promise, after, following, rest, move))
        return best, order
