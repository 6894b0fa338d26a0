"""What the end of a round of a plain game pays, as a few numbers instead of a program.

In most games of two sides that is a sum, `a` times the value of the tiles that the finisher's side
holds, `b` times that of the others' and `c`, with numbers for each way in which a round can end.
Which rules may be such a sum is read off their operations. The numbers are then found by calling
the payoff function in random states, and kept if they are right in every one of them.
"""

from __future__ import annotations

from itertools import product
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dominoes_lang.analysis.payoffs.matters import payoff_reads
from dominoes_lang.lowering.lower import Lowering
from dominoes_lang.lowering.program import (
    OVER,
    YES,
    Type,
    Value,
    compared,
    const,
    held,
    least,
    whole,
)
from dominoes_lang.setup.ruleset import Goal
from dominoes_lang.table.state import NOTHING_MORE, Over, State
from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.search.native.programs.gains import at_the_end, gains
from dominoes_solver.search.native.rows import row_format as at

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.setup.ruleset import Setup

MOST_FACTOR = 10**6
ROUNDS_PER_ENDING = 6
"""Of each seat. Four of them decide the factors."""
FAR = 10**9
MOST_DEALS = 2000
"""How many deals are tried to meet every ending, two sides with equal hands included."""
_READ = frozenset({"finisher", "fitted", "last_tile", "idle", "more"})
"""The fields that a payoff by formula may read, besides hands and the end of the round."""
_KNOWN = {"over", "won", "finisher", "fitted"}
"""Fields that are the same wherever a round ends alike, but for who has finished it."""
_SAME = {
    "const", "table", "not", "and", "or", "among", "less", "==", "!=", ">=", "<=", ">", "<",
    "+", "-", "*", "//", "%", "most", "least",
}  # fmt: skip
"""Operations whose value is the same where all their parts are."""


def leaf_formula(compiled: Compiled) -> tuple[int, Sequence[int]]:
    """By whose tiles a block is decided, and the factors of every ending; `at.LEAF_BY` and on.

    No formula is (0, ()).
    """
    setup = compiled.setup
    if gains(compiled) is not None:
        setup = at_the_end(setup)  # the kernel looks after the target
    for by in (at.BY_SIDES, at.BY_SEATS) if setup.plain and setup.sides == 2 else ():
        if _may_be_sums(setup, by):
            factors = _factors(compiled, by)
            if factors:
                return by, factors
    return 0, ()


# ---------------------------------------------------------------- which rules


def _may_be_sums(setup: Setup, by: int) -> bool:
    """Whether what a round pays depends on nothing but the sums of pips and how it ended."""
    if not payoff_reads(setup) <= _READ:
        return False
    lowering = Lowering(setup, laid=YES)
    keys = _keys(setup, by)
    last_is_double = (
        Value("table", Type.TILES, (Value("read", Type.TILE, (), "last_tile"),), "bit"),
        const(Type.TILES, setup.tiles.doubles),
    )

    def is_same(value: Value, *, compares: bool = False) -> bool:
        """Whether it is the same wherever a round ends alike; `compares` allows to compare pips."""
        if value.operation == "read":
            return value.constant in _KNOWN
        if value.operation == "leader":
            return compares and value.parts[1:] == keys and is_same(value.parts[0])
        if value.operation == "meets":
            return value.parts == last_is_double
        return value.operation in _SAME and all(map(is_same, value.parts))

    def is_sum(value: Value) -> bool:
        """Whether it is a sum of pips held, and of what is the same."""
        match value.operation, value.parts:
            case "pips", (Value("held", parts=(seats,)),):
                return is_same(seats)
            case "read", _ if value.constant == "idle":
                return True
            case "+" | "-", parts:
                return all(map(is_sum, parts))
            case "*", (left, right):
                return (is_same(left) and is_sum(right)) or (is_sum(left) and is_same(right))
        return is_same(value)

    decided = False
    for condition, winner, _ in lowering.winner():
        compares = decided or condition == compared("==", OVER, whole(Over.BLOCKED))
        if not (is_same(condition) and is_same(winner, compares=compares)):
            return False
        # The first row that holds decides, so those below this one are about blocks alone.
        decided |= condition == compared("==", OVER, whole(Over.DOMINO))
    awards = [
        lowered.award(award)
        for award in (() if setup.goal is Goal.WINS else setup.awards)
        for lowered in lowering.bindings(award)
    ]
    return all(
        is_same(award.condition)
        and is_same(award.to)
        and all(is_same(row.condition) and is_sum(row.value) for row in award.amount)
        for award in awards
    )


def _keys(setup: Setup, by: int) -> tuple[Value, ...]:
    """What sides are compared by where the one with fewest pips is meant."""

    def pips(seats: Iterable[int]) -> Value:
        tiles = held(const(Type.SEATS, sum(1 << seat for seat in seats)))
        return Value("pips", Type.WHOLE, (tiles,))

    if by == at.BY_SIDES:
        return tuple(map(pips, setup.players_of))
    return tuple(least([pips([seat]) for seat in team]) for team in setup.players_of)


# ---------------------------------------------------------------- their numbers


class FinishedRound(NamedTuple):
    """A finished round, and what the factors of its ending are multiplied with."""

    state: State
    amounts: tuple[int, int, int, int]


def _factors(compiled: Compiled, by: int) -> list[int]:
    """The factors of every ending; none if they are not right in every state tried."""
    setup = compiled.setup
    tiles, doubles = range(len(setup.tiles)), setup.tiles.doubles
    lasts = [
        (fitted, [tile for tile in tiles if doubles >> tile & 1 == double] or tiles)
        for fitted in range(at.MOST_FITTED + 1)
        for double in (0, 1)
    ]
    factors = []
    for by_finisher in _finished(setup, by):
        if min(map(len, by_finisher)) < ROUNDS_PER_ENDING:
            return []
        paid = [
            [_ahead(compiled, state._replace(fitted=fitted, last_tile=last[number % len(last)]))
             for fitted, last in lasts]
            for rounds in by_finisher
            for number, (state, _) in enumerate(rounds)
        ]  # fmt: skip
        known = np.array([[finished.amounts for finished in rounds] for rounds in by_finisher])
        ranks = np.linalg.matrix_rank(known)
        known = known.reshape(-1, at.LEAF_FACTORS)
        solved = np.rint(np.linalg.lstsq(known, paid)[0]).astype(np.int64)
        # Were there another sum for a seat, its rounds alone would show that.
        if (ranks < np.linalg.matrix_rank(known)).any() or (known @ solved != paid).any():
            return []
        factors.append(solved.T)
    if np.abs(factors).max() > MOST_FACTOR:
        return []
    numbers: list[int] = np.stack(factors, axis=1).ravel().tolist()
    return numbers


def _ahead(compiled: Compiled, state: State) -> int:
    """What the payoff function pays the finisher's side more than the other, or less."""
    points = compiled.payoff(*state)
    side = compiled.setup.side_of[state.finisher]
    ahead = points[side] - points[1 - side]
    return -ahead if compiled.setup.goal is Goal.FEWEST else ahead


def _finished(setup: Setup, by: int) -> list[list[list[FinishedRound]]]:
    """Random finished rounds of every ending, for each seat that may have finished them."""
    seats, set_size = setup.seats, len(setup.tiles)
    by_ending: list[list[list[FinishedRound]]] = [
        [[] for _ in range(seats)] for _ in range(at.LEAF_ENDINGS)
    ]
    lists = [rounds for by_finisher in by_ending for rounds in by_finisher]
    random = Random(0)
    for _ in range(MOST_DEALS if set_size >= 2 * seats else 0):
        tiles = random.sample(range(set_size), 2 * seats)
        dealt = [1 << tiles.pop() | random.randrange(2) << tiles.pop() for _ in range(seats)]
        for finisher, over in product(range(seats), (Over.DOMINO, Over.BLOCKED)):
            hands = list(dealt)
            if over is Over.DOMINO:
                hands[finisher] = 0
            pips = [sum(setup.values[tile] for tile in numbers_in(hand)) for hand in hands]
            own, of_rivals = pips[finisher % 2 :: 2], pips[1 - finisher % 2 :: 2]
            ending, amounts = at.LEAF_DOMINO, (sum(own), sum(of_rivals))
            if over is Over.BLOCKED:
                own_sum, rival_sum = amounts if by == at.BY_SIDES else (min(own), min(of_rivals))
                ending = at.LEAF_LEVEL + (own_sum > rival_sum) - (own_sum < rival_sum)
                if by == at.BY_SIDES and own_sum == rival_sum:
                    amounts = (own_sum, 0)  # of two sums that are always equal, one is enough
            rounds = by_ending[ending][finisher]
            if len(rounds) == ROUNDS_PER_ENDING:
                continue
            idle = random.randrange(4) if "idle" in setup.tracks else 0
            state = State(
                hands=tuple(hands),
                ends=(0, 0),
                stock=(),
                mover=finisher,
                opener=finisher,
                opening=0,
                finisher=finisher,
                over=over,
                scores=(-FAR, -FAR),  # from any target
                more=setup.kept(NOTHING_MORE, idle=idle),
            )
            rounds.append(FinishedRound(state, (*amounts, 1, idle)))
        if min(map(len, lists)) == ROUNDS_PER_ENDING:
            break
    return by_ending
