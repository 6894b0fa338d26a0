"""Exact values of games of tricks between two sides, all hands open.

Where a sum of points decides what a round pays (`trick_scores`), it is asked whether side 0 takes
so many of the points that are left. The answer depends on the tiles held and on who leads, and not
on who took what before; so the table has an entry for each beginning of a trick, with bounds of
the points to come. Other rules are searched by `any_game`.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from dominoes_lang.table.state import NO_TILE
from dominoes_lang.table.suits import NO_SUIT
from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.limit import Budget
from dominoes_solver.search.python.any_game import any_two_sides
from dominoes_solver.search.python.null_window import Prove
from dominoes_solver.search.trick_scores import OpenTrick, TrickScore, open_trick

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.table.state import State
    from dominoes_lang.table.suits import Suits

MOST_ENTRIES = 2_000_000
"""A table that has grown beyond this is begun again."""


def tricks_two_sides(compiled: Compiled, root: State, budget: Budget) -> Prove:
    """A proof search for the states of one world, in which the trump may still have to be named.

    All its calls share their tables, which live as long as the function. It raises `OutOfBudget`
    and can be called again: what was proved stays in the tables.
    """
    searches: dict[tuple[int, TrickScore], _OneTrump] = {}
    otherwise = any_two_sides(compiled, root, budget)
    sign = compiled.setup.sign

    def prove(state: State, goal: int) -> int:
        trick = open_trick(compiled, state)
        if trick is None:
            return otherwise(state, goal)
        wanted = [sign * ahead for ahead in trick.score.paid]
        level = _first_beyond(wanted, goal)
        if not 0 < level < len(wanted):
            return wanted[-1 if level else 0]  # whatever is taken
        key = trick.suits.trump, trick.score
        if key not in searches:
            searches[key] = _OneTrump(compiled.setup.seats, trick, budget)
        found = searches[key].points(state, trick, trick.score.steps[level - 1])
        return sign * trick.score.ahead(found)

    return prove


def _first_beyond(wanted: list[int], goal: int) -> int:
    """The first payment on the other side of a goal than the lowest, of payments that rise or fall.

    0 or their number where all are on one side.
    """
    if wanted[0] > wanted[-1]:
        return len(wanted) - bisect_left(wanted[::-1], goal)
    return bisect_left(wanted, goal)


class TrickSoFar(NamedTuple):
    """The trick under way."""

    tiles: int = 0
    """How many."""
    led: int = NO_SUIT
    strongest: int = NO_TILE
    """The tile that takes it, as far as it goes."""
    holder: int = 0
    """Who has played that tile."""
    points: int = 0

    def with_tile(self, suits: Suits, tile: int, seat: int, points: int) -> TrickSoFar:
        """The same with a tile of a seat, which is so many points."""
        led = self.led if self.tiles else suits.led_by[tile]
        strength = suits.strength[led]
        total = self.points + points
        if self.tiles and strength[tile] <= strength[self.strongest]:
            return TrickSoFar(self.tiles + 1, led, self.strongest, self.holder, total)
        return TrickSoFar(self.tiles + 1, led, tile, seat, total)


NOTHING_LED = TrickSoFar()


class _OneTrump:
    """The search in one world with one trump. Players are seats, sides are `seat & 1`."""

    def __init__(self, seats: int, trick: OpenTrick, budget: Budget) -> None:
        self.seats = seats
        self.suits, self.score = trick.suits, trick.score
        self.keen = trick.score.keen
        self.budget = budget
        self.hands: tuple[int, ...] = ()
        self.table: dict[tuple[int, int], tuple[int, int, int]] = {}
        """From the tiles held and the leader to bounds of the points to come, and the best tile."""
        self.count = 0
        self.pause = budget.allowance

    def points(self, state: State, trick: OpenTrick, goal: int) -> int:
        """A bound of the points of side 0 in the round, on the right side of a goal."""
        self.hands = state.hands
        self.pause = self.budget.allowance
        left = reduce(or_, state.hands)
        lying = NOTHING_LED
        for place, tile in enumerate(trick.tiles):
            of_tile = self.score.points.of_tile[tile]
            lying = lying.with_tile(self.suits, tile, (trick.leader + place) % self.seats, of_tile)
        table = left | sum(1 << tile for tile in trick.tiles)
        rest = self.score.points.taken(table, self.seats)
        if lying.tiles:
            found = self._follow(left, state.mover, lying, rest, goal - trick.points)
        else:
            found = self._lead(left, state.mover, rest, goal - trick.points)
        spent, self.count = self.count, 0
        self.budget.spent += spent
        return found + trick.points

    def _spend(self) -> None:
        self.count += 1
        if self.count >= self.pause:
            spent, self.count = self.count, 0
            self.budget.spend(spent)
            self.pause = self.budget.allowance
            if len(self.table) > MOST_ENTRIES:
                self.table.clear()

    def _lead(self, left: int, seat: int, rest: int, goal: int) -> int:
        """A bound of the points to come where a seat leads: at least the goal, or below it."""
        if goal <= 0 or goal > rest:
            return 0 if goal <= 0 else rest
        low, high, first = self.table.get((left, seat), (0, rest, NO_TILE))
        if low >= goal or high < goal:
            return low if low >= goal else high
        best, tile = self._best(left, seat, NOTHING_LED, rest, goal, first)
        self.table[left, seat] = (best, high, tile) if best >= goal else (low, best, tile)
        return best

    def _follow(self, left: int, seat: int, lying: TrickSoFar, rest: int, goal: int) -> int:
        """The same where a seat plays to a trick that somebody has led."""
        if goal <= 0 or goal > rest:
            return 0 if goal <= 0 else rest
        return self._best(left, seat, lying, rest, goal, NO_TILE)[0]

    def _best(
        self, left: int, seat: int, lying: TrickSoFar, rest: int, goal: int, first: int
    ) -> tuple[int, int]:
        """The bound of the best tile for a seat, and that tile."""
        self._spend()
        suits, of_tile = self.suits, self.score.points.of_tile
        hand = self.hands[seat] & left
        tiles = hand & suits.following[lying.led] if lying.tiles else 0
        is_keen = seat & 1 == self.keen
        best, best_tile = -1 if is_keen else rest + 1, NO_TILE
        after = (seat + 1) % self.seats
        late = {tile: self._lateness(left, seat, lying, tile) for tile in numbers_in(tiles or hand)}
        for tile in sorted(late, key=lambda tile: (tile != first, late[tile])):
            held = left & ~(1 << tile)
            now = lying.with_tile(suits, tile, seat, of_tile[tile])
            if now.tiles < self.seats:
                found = self._follow(held, after, now, rest, goal)
            else:
                taken = now.points + self.score.points.of_trick
                own = 0 if now.holder & 1 else taken
                found = own + self._lead(held, now.holder, rest - taken, goal - own)
            if found > best if is_keen else found < best:
                best, best_tile = found, tile
                if (best >= goal) == is_keen:
                    break
        return best, best_tile

    def _lateness(self, left: int, seat: int, lying: TrickSoFar, tile: int) -> int:
        """How late a tile is tried: first those that take the trick, or bring a partner points."""
        suits, points = self.suits, self.score.points.of_tile[tile]
        if not lying.tiles:
            strength = suits.strength[suits.led_by[tile]]
            rivals = reduce(or_, self.hands[1 - (seat & 1) :: 2]) & left
            takes = all(strength[rival] < strength[tile] for rival in numbers_in(rivals))
            return -100 - points if takes else points
        strength = suits.strength[lying.led]
        is_theirs = bool(lying.holder - seat & 1)
        if strength[tile] > strength[lying.strongest]:
            return -50 - points if is_theirs else points
        return points if is_theirs else -points
