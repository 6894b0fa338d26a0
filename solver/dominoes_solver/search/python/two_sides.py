"""Exact values of plain games between two sides, all hands open: alpha-beta over bit masks.

In a plain game no tile is drawn, so a node is identified by the tiles still held (one mask for all
seats: a hand is the dealt hand and that mask), the open ends, and who moves. The last two are a
`_Turn`, made once; it lists the moves with the turns that follow, and keeps a table from tiles held
to bounds. Passes are not nodes: the turn that follows a move is that of the next seat that can
play.

A line is cut when the tiles left cannot pay enough any more.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from dominoes_lang.analysis.payoffs.payoff_bound import only_losers_pay
from dominoes_lang.setup.ruleset import Goal
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


def two_sides(compiled: Compiled, root: State, budget: Budget) -> Prove:
    """A proof search in the world of `root`, for the states that can follow it and have open ends.

    All its calls share one table, which lives as long as the function. It raises `OutOfBudget` and
    can be called again: what was proved stays in the table.
    """
    setup = compiled.setup
    seats = setup.seats
    side_of = setup.side_of
    values = setup.values
    line = line_of(setup.layout)
    fitting, plays = line.fitting, line.plays
    payoff = compiled.payoff
    deal = root.hands
    reads = compiled.payoff_reads
    ends_matter = "ends" in reads
    # The payoff at a leaf follows from the tiles held and the finisher, unless it looks at these.
    cached = not reads & {"ends", "last_tile", "fitted"}
    laid_before = root.plays + sum(hand.bit_count() for hand in deal)
    passes_at_block = seats if setup.blocked_by_passes else 0
    paid: dict[int, int] = {}
    turns: dict[tuple[int, Ends], _Turn] = {}
    sign = -1 if setup.goal is Goal.FEWEST else 1
    losers_pay = only_losers_pay(setup)
    bounds = bounds_for(compiled.bound, sum(values))
    wanted = [0, 1]
    enough = 0
    count = 0
    pause = budget.allowance
    by_order = itemgetter(0)

    def turn(seat: int, ends: Ends) -> _Turn:
        if not ends_matter:
            ends = setup.layout.same.key(ends)
        found = turns.get((seat, ends))
        if found is None:
            found = turns[seat, ends] = _Turn(seat, side_of[seat], ends, deal[seat])
        return found

    def moves_of(at: _Turn) -> list[_Move]:
        """The moves with every dealt tile of the seat, made when the turn is first reached."""
        for tile, _, ends, fitted in plays[at.ends]:
            if not at.hand >> tile & 1:
                continue
            fits = fitting[ends]
            own = turn(at.seat, ends)
            row: list[tuple[int, _Turn]] = [(0, own)] * (MOST_SEATS - 1)
            for offset in range(1, seats):
                seat = (at.seat + offset) % seats
                row[offset - 1] = (deal[seat] & fits, turn(seat, ends))
            at.moves.append(
                (
                    1 << tile, values[tile],
                    *row[0], *row[1], *row[2], at.hand & fits, own,
                    (tile, fitted, ends),
                )
            )  # fmt: skip
        return at.moves

    def pay(seat: int, held: int, laid: _Laid) -> int:
        """The value for its side of a round that `seat` has finished: by domino, or blocked."""
        key = held * seats + seat
        if cached:
            known = paid.get(key)
            if known is not None:
                return known
        blocked = held & deal[seat]
        tile, fitted, ends = laid
        points = payoff(
            tuple([hand & held for hand in deal]), ends, root.stock, seat, root.opener,
            root.opening, seat, tile, fitted, laid_before - held.bit_count(),
            passes_at_block if blocked else 0, -1, NO_TILE, BLOCKED if blocked else DOMINO,
            root.round, root.scores, root.more,
        )  # fmt: skip
        ahead = sign * (points[0] - points[1])
        if side_of[seat]:
            ahead = -ahead
        if cached:
            paid[key] = ahead
        return ahead

    def search(held: int, at: _Turn, left: int) -> int:
        """A bound on the value for the side to move, on the right side of what it wants.

        `left` is the value of the tiles that can still be paid for to the side that the question is
        about: those held, or where only losers pay the other side's. The answer is a lower bound if
        it is at least `wanted`, else an upper bound.
        """
        nonlocal count, pause
        goal = wanted[at.side]
        table = at.table
        entry = table.get(held)
        if entry is not None:
            low, high, first = entry
            if low >= goal:
                return low
            if high < goal:
                return high
        else:
            low, high, first = -INFINITE, INFINITE, None
        count += 1
        if count >= pause:
            spent, count = count, 0
            budget.spend(spent)
            pause = budget.allowance
            if sum(len(each.table) for each in turns.values()) > MOST_ENTRIES:
                for each in turns.values():
                    each.table.clear()
        side = at.side
        best = -INFINITE
        following: _Turn | None
        if first is not None:
            bit, value, fit1, next1, fit2, next2, fit3, next3, _, next0, _ = first
            after = held ^ bit
            if after & fit1:
                following = next1
            elif after & fit2:
                following = next2
            elif after & fit3:
                following = next3
            else:
                following = next0
            best = search(after, following, left if losers_pay and goal > 0 else left - value)
            if following.side != side:
                best = -best
            if best >= goal:
                if best > low:
                    table[held] = (best, high, first)
                return best
        hand = at.hand
        order = []
        for move in at.moves or moves_of(at):
            bit, value, fit1, next1, fit2, next2, fit3, next3, fit0, next0, laid = move
            if not held & bit or move is first:
                continue
            after = held ^ bit
            rest = left if losers_pay and goal > 0 else left - value
            if rest < enough:
                # Too little is left to matter: |value| <= bounds[rest] decides either way.
                if goal > 0:
                    if bounds[rest] > best:
                        best = bounds[rest]
                    continue
                return -bounds[rest]
            replies = (after & fit1).bit_count()
            third = (after & fit3).bit_count()
            if not after & hand:
                following = None
            elif replies:
                following = next1
            elif after & fit2:
                following = next2
            elif third:
                following = next3
            elif after & fit0:
                following = next0
            else:
                following = None
            if following is None:
                found = pay(at.seat, after, laid)
                if found > best:
                    best = found
                    if best >= goal:
                        return best
                continue
            entry = following.table.get(after)
            if entry is not None:
                # A bound in the table may settle the move without a search of it.
                if following.side == side:
                    least, most = entry[0], entry[1]
                else:
                    least, most = -entry[1], -entry[0]
                if least >= goal:
                    return least
                if most < goal:
                    if most > best:
                        best = most
                    continue
            promise = (NEXT_REPLIES * replies if replies else NO_REPLY) + THIRD_REPLIES * third
            if goal <= 0:
                # A player who only has to keep the points down lays heavy tiles first.
                promise -= value
            order.append((promise, after, following, rest, move))
        if len(order) > 1:
            order.sort(key=by_order)
        for _, after, following, rest, move in order:
            found = search(after, following, rest)
            if following.side != side:
                found = -found
            if found > best:
                best = found
                if best >= goal:
                    if held.bit_count() >= TILES_FOR_TABLE:
                        table[held] = (best if best > low else low, high, move)
                    return best
        if held.bit_count() < TILES_FOR_TABLE:
            return best
        if order:
            table[held] = (low, best if best < high else high, first or order[0][4])
        elif first is not None:
            table[held] = (low, best if best < high else high, first)
        return best

    def prove(state: State, goal: int) -> int:
        nonlocal count, pause, enough
        while not state.over:
            if state.hands[state.mover] & fitting[state.ends]:
                break
            # One legal action: a pass.
            state = compiled.play(state, compiled.legal(state)[0])
        if state.over:
            points = payoff(*state)
            return sign * (points[0] - points[1])
        held = 0
        for hand in state.hands:
            held |= hand
        at = turn(state.mover, state.ends)
        wanted[:] = goal, 1 - goal
        enough = enough_for(bounds, goal)
        pause = budget.allowance
        paying = held
        if losers_pay:
            for seat, hand in enumerate(deal):
                if (side_of[seat] == 0) == (goal > 0):
                    paying &= ~hand
        bound = search(held, at, sum(values[tile] for tile in numbers_in(paying)))
        spent, count = count, 0
        budget.spent += spent
        return -bound if at.side else bound

    return prove
