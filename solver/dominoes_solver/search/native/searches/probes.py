"""Exact values for two sides out of yes-or-no questions by MTD(f), as `null_window.py` asks them.

The memory of a job of many worlds between two calls of a kernel, and the questions themselves:
each is about one action or, as long as the value of the best is wanted, about all actions of a
state.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native.compiling.jit import GRID, INT, LIST, Ints, compiled
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.rows.key_format import PLAN

# ---------------------------------------------------------------- what a job remembers
(
    J_WORLD,
    J_ACTION,
    J_LOW,
    J_HIGH,
    J_GUESS,
    J_GOAL,
    J_DEPTH,
    J_EPOCH,
    J_NODES,
    J_STATUS,
    J_BEST,
    J_LAID,
    J_HELD,
    J_PLACE,
    J_BOUND,
    J_SIDE,
    J_LIMIT,
    J_TABLE_BITS,
    J_KNOWN,
    J_FLOOR,
    J_WORDS,
    J_DOUBLES,
    J_ENTRY_BITS,
    J_HANDS,
    J_LEAST,
) = range(25)
J_KEY = 25
"""The plan of a state's key, of so many words; and the mask of `DOUBLES` in it."""
J_DROPPED = J_KEY + PLAN
"""For each place among the legal actions of a world, 1 where its value is not asked for."""
JOB = J_DROPPED + at.MOST_LISTED
RUNNING, DONE, TOO_LARGE = 0, 1, 2
EACH, BEST, TIES = 0, 1, 2
"""What `J_BEST` asks for: the value of each action; that of the best alone; or that, and then which
actions have it, one question each. Once it is known (`J_KNOWN`), `J_FLOOR` and the next number are
the bounds between which that question lies."""

# ---------------------------------------------------------------- bounds
INFINITE = (1 << 19) - 1
"""A bound takes 20 bits of an entry."""
MOST_POINTS = 1 << 18
BOUND_BITS = 20
BOUND_MASK = (1 << BOUND_BITS) - 1
FIRST_AT = 2 * BOUND_BITS
"""Then, in an entry, the action to try first, and in the bits that are left an epoch: a new one
invalidates the entries of earlier worlds at no cost, until the epochs run out."""
FIRST_MASK = (1 << at.ACTION_BITS) - 1
EPOCH_AT = FIRST_AT + at.ACTION_BITS
EPOCHS = (1 << 64 - EPOCH_AT) - 1


@compiled(INT, LIST, INT)
def least_enough(bounds: Ints, goal: int) -> int:
    """The least value of tiles left with which the answer to a question is still open."""
    size = goal if goal > 1 - goal else 1 - goal
    low, high = 0, len(bounds)
    while low < high:
        middle = (low + high) // 2
        if bounds[middle] < size:
            low = middle + 1
        else:
            high = middle
    return low


@compiled(INT, LIST, INT)
def begin(job: Ints, side: int) -> int:
    """Begin a world whose mover is of a side."""
    job[J_ACTION] = job[J_PLACE] = job[J_KNOWN] = 0
    job[J_LOW] = -INFINITE
    job[J_HIGH] = INFINITE
    job[J_SIDE] = side
    return side


@compiled(INT, LIST, LIST, GRID)
def leave_out(job: Ints, counts: Ints, actions: Ints) -> int:
    """Leave out the actions whose values are not asked for; how many are left."""
    world = job[J_WORLD]
    number = 0
    for index in range(counts[world]):
        if job[J_DROPPED + index] == 0:
            actions[world, number] = actions[world, index]
            number += 1
    counts[world] = number
    return number


@compiled(INT, LIST)
def is_about_all(job: Ints) -> int:
    """Whether the question is about all actions together."""
    return 1 if job[J_BEST] and not job[J_KNOWN] else 0


@compiled(INT, LIST)
def next_goal(job: Ints) -> int:
    """The next question: above the lower bound, and not above the upper one.

    The first about an action is whether its value is at least 0. Each after it begins at the last
    bound found: a value is often all that is left, for one side or the other, and so is a bound.
    """
    low, high = job[J_LOW], job[J_HIGH]
    goal = 0 if low == -INFINITE and high == INFINITE else job[J_GUESS]
    return max(low + 1, min(high, goal))


@compiled(INT, LIST, LIST, GRID)
def ask(job: Ints, counts: Ints, values: Ints) -> int:
    """The place of the action to ask about next, its goal in the job; -1 when the world is done."""
    world = job[J_WORLD]
    while job[J_ACTION] < counts[world]:
        first = job[J_ACTION]
        if job[J_LOW] >= job[J_HIGH]:
            if job[J_BEST] == TIES and not job[J_KNOWN]:
                job[J_KNOWN] = 1
                job[J_FLOOR] = job[J_LOW] - 1 + job[J_SIDE]
            else:
                values[world, first] = job[J_LOW]
                job[J_ACTION] = counts[world] if job[J_BEST] == BEST else first + 1
                job[J_PLACE] = job[J_ACTION]
            job[J_LOW] = job[J_FLOOR] if job[J_KNOWN] else -INFINITE
            job[J_HIGH] = job[J_FLOOR] + 1 if job[J_KNOWN] else INFINITE
            continue
        if job[J_PLACE] == first:
            # Never a question that the bounds have answered: each answer moves one of them.
            job[J_GOAL] = next_goal(job)
            job[J_BOUND] = INFINITE if job[J_SIDE] else -INFINITE
        return job[J_PLACE]
    return -1


@compiled(INT, LIST, LIST, GRID, INT)
def answer(job: Ints, counts: Ints, actions: Ints, bound: int) -> int:
    """Apply the bound that a search has found; returns whether it answers the question."""
    world = job[J_WORLD]
    index = job[J_PLACE]
    first = job[J_ACTION]
    if (bound >= job[J_GOAL]) == (job[J_SIDE] == 0):
        # The action that has decided it is asked first from now on.
        code = actions[world, index]
        while index > first:
            actions[world, index] = actions[world, index - 1]
            index -= 1
        actions[world, index] = code
    else:
        bound = min(bound, job[J_BOUND]) if job[J_SIDE] else max(bound, job[J_BOUND])
        job[J_BOUND] = bound
        last = counts[world] if is_about_all(job) else first + 1
        if index + 1 < last:
            job[J_PLACE] = index + 1
            return 0
    job[J_PLACE] = first
    job[J_GUESS] = bound
    if bound >= job[J_GOAL]:
        job[J_LOW] = bound
    else:
        job[J_HIGH] = bound
    return 1


@compiled(INT, LIST, LIST, LIST, INT, INT, INT)
def pause(job: Ints, used: Ints, counts: Ints, spent: int, here: int, depth: int) -> int:
    """Stop for now, with the nodes of this call and of the world under way.

    A world that has used up its nodes is left, and has -1 actions.
    """
    world = job[J_WORLD]
    job[J_DEPTH] = depth
    job[J_NODES] += spent
    used[world] += here
    if job[J_LIMIT] and used[world] >= job[J_LIMIT]:
        counts[world] = -1
        job[J_WORLD] += 1
        job[J_ACTION] = -1
        job[J_DEPTH] = -1
    return RUNNING


@compiled(INT, LIST, LIST, INT, INT, INT)
def allowance(job: Ints, used: Ints, budget: int, spent: int, here: int) -> int:
    """At how many nodes of this call the search must stop."""
    if job[J_LIMIT] == 0:
        return budget
    return min(budget, spent + job[J_LIMIT] - used[job[J_WORLD]] - here)
