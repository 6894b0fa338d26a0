"""Rounds by policies: what they gain against each other, and which way they should change.

What a policy should change by is the slope of the logarithm of what it chose (Williams 1992),
summed over the choices of a round for each seat and each row of the policy.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native.compiling.jit import (
    CUBE,
    FLOAT_GRID,
    FLOATS,
    GRID,
    INT,
    LIST,
    Ints,
    Reals,
    compiled,
    kernel,
)
from dominoes_solver.search.native.policies import policy_space as at_policy
from dominoes_solver.search.native.policies.policy_odds import (
    FEATURES,
    act,
    best_of,
    soften,
    weigh_actions,
)
from dominoes_solver.search.native.rounds.chance_numbers import GOLDEN, mixed, share
from dominoes_solver.search.native.rounds.kernel_wide import deal
from dominoes_solver.search.native.rounds.round_status import ENDLESS, FINE, VOID
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.wide import wide_format as wide
from dominoes_solver.search.native.wide.wide_machine import run
from dominoes_solver.search.native.wide.wide_plays import legal

UNIT = 1 << 30
"""Chance in so many steps."""


@compiled(INT, INT, INT, FLOATS)
def drawn_by_chance(state: int, count: int, numbers: Reals) -> int:
    """One of so many actions by their probabilities."""
    drawn = share(mixed(state), UNIT) / UNIT
    chosen = 0
    while chosen < count - 1:
        drawn -= numbers[at_policy.ODDS + chosen]
        if drawn < 0:
            break
        chosen += 1
    return chosen


@compiled(INT, INT, INT, INT, FLOATS, FLOATS)
def add_slopes(first: int, count: int, chosen: int, numbers: Reals, slopes: Reals) -> int:
    """Add the features of an action, less their mean, to a row of slopes; returns where it ends."""
    for feature in range(FEATURES):
        slope = numbers[chosen * FEATURES + feature]
        for index in range(count):
            likely = numbers[at_policy.ODDS + index]
            slope -= likely * numbers[index * FEATURES + feature]
        slopes[first + feature] += slope
    return first + FEATURES


@compiled(INT, INT, LIST, LIST, LIST, LIST, FLOATS, LIST, LIST, FLOATS, FLOATS)
def play_on(
    state: int, book: Ints, work: Ints, plan: Ints, facts: Ints, policies: Reals, cast: Ints,
    by_chance: Ints, numbers: Reals, slopes: Reals,
) -> int:  # fmt: skip
    """Let every seat choose by its policy to the end of the round; whether it has one.

    cast: for each seat its policy. by_chance: for each policy whether it chooses by chance, and not
    the best. slopes: of every seat and row; empty where they are not asked for.
    """
    row = wide.ROW
    rows = 1 + plan[at_policy.PHASES]
    for _ in range(book[wide.MOST_ACTIONS]):
        count = legal(book, work, row)
        if count == 0:
            return ENDLESS
        chosen = 0
        if count > 1:
            mover = work[row + at.MOVER]
            policy = cast[mover]
            which = weigh_actions(count, book, work, row, plan, facts, policies, policy, numbers)
            if by_chance[policy]:
                soften(count, numbers)
                state += GOLDEN
                chosen = drawn_by_chance(state, count, numbers)
                if len(slopes):
                    first = (mover * rows + which) * FEATURES
                    add_slopes(first, count, chosen, numbers, slopes)
            else:
                chosen = best_of(count, numbers)
        if act(work[wide.LISTED + chosen], book, work, row, plan, facts):
            run(book[wide.PAYOFF], book, work, row)
            return FINE
    return ENDLESS


@kernel(
    INT, INT, INT, INT, INT, LIST, LIST, LIST, LIST, LIST, FLOATS, GRID, LIST, FLOATS, GRID,
    FLOAT_GRID,
)  # fmt: skip
def play_rounds(
    key: int,
    first: int,
    deals: int,
    times: int,
    book: Ints,
    work: Ints,
    pack: Ints,
    plan: Ints,
    facts: Ints,
    policies: Reals,
    casts: Ints,
    by_chance: Ints,
    numbers: Reals,
    payoffs: Ints,
    slopes: Reals,
) -> int:
    """Play the deals from `first` on, each so many times by every cast.

    casts: for each of them the policy of every seat. payoffs: a line for each round, deal by deal
    and cast by cast, with the points of each side. slopes: lines as long, of every seat and row; or
    lines without columns. Where it can't be done, the pack holds the number of the deal behind the
    tiles.
    """
    row, size, sides = wide.ROW, book[wide.SET_SIZE], book[wide.SIDES]
    line = 0
    for number in range(first, first + deals):
        if not deal(mixed(key + number * GOLDEN), book, work, pack):
            pack[size] = number
            return VOID
        state = pack[size]
        columns = wide.STOCK_TILES + work[row + at.STOCK]
        for column in range(columns):
            work[at_policy.DEALT + column] = work[row + column]
        for cast in range(len(casts)):
            for time in range(times):
                for column in range(columns):
                    work[row + column] = work[at_policy.DEALT + column]
                for fact in range(at_policy.FACTS):
                    facts[fact] = 0
                chance = mixed(state + (cast * times + time) * GOLDEN)
                if play_on(
                    chance, book, work, plan, facts, policies, casts[cast], by_chance, numbers,
                    slopes[line],
                ):  # fmt: skip
                    pack[size] = number
                    return ENDLESS
                for side in range(sides):
                    begin = book[book[wide.START] + wide.SCORES + side]
                    on_the_way = work[row + wide.SCORES + side] - begin
                    payoffs[line, side] = work[wide.POINTS + side] + on_the_way
                line += 1
    return FINE


@kernel(
    INT, INT, INT, GRID, LIST, INT, INT, INT, LIST, LIST, LIST, LIST, LIST, FLOATS, LIST, LIST,
    FLOATS, CUBE,
)  # fmt: skip
def play_out(
    first: int,
    last: int,
    rows: Ints,
    ranks: Ints,
    times: int,
    key: int,
    number: int,
    book: Ints,
    work: Ints,
    plan: Ints,
    shown: Ints,
    facts: Ints,
    policies: Reals,
    cast: Ints,
    by_chance: Ints,
    numbers: Reals,
    out: Ints,
) -> int:
    """Play some actions in each of some rows, and on to the end by a policy.

    As `kernel_wide` does at random. shown: what the round has shown before.
    """
    row = wide.ROW
    for world in range(first, last):
        chance = mixed(key + (number + world) * GOLDEN)
        for index in range(ranks.shape[0]):
            for time in range(times):
                for column in range(wide.STOCK_TILES + rows[world, at.STOCK]):
                    work[row + column] = rows[world, column]
                for fact in range(at_policy.FACTS):
                    facts[fact] = shown[fact]
                state = mixed(chance + time * GOLDEN)
                legal(book, work, row)
                over = act(work[wide.LISTED + ranks[index]], book, work, row, plan, facts)
                if over:
                    run(book[wide.PAYOFF], book, work, row)
                elif play_on(
                    state, book, work, plan, facts, policies, cast, by_chance, numbers,
                    numbers[:0],
                ):  # fmt: skip
                    return ENDLESS
                for side in range(book[wide.SIDES]):
                    on_the_way = work[row + wide.SCORES + side] - rows[world, wide.SCORES + side]
                    out[world, index * times + time, side] = work[wide.POINTS + side] + on_the_way
    return FINE


@kernel(INT, LIST, LIST, LIST, LIST, FLOATS, FLOATS)
def choose(book: Ints, work: Ints, plan: Ints, facts: Ints, policies: Reals, numbers: Reals) -> int:
    """Write the features and the scores of the actions that are legal in the row; how many."""
    count = legal(book, work, wide.ROW)
    weigh_actions(count, book, work, wide.ROW, plan, facts, policies, 0, numbers)
    return count
