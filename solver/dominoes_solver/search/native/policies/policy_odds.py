"""What a policy does at a turn: it weighs the actions, and an action shows something to everybody.

The same as `policy/policy.py` and `Facts.after` in plain Python.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from math import exp

from dominoes_solver.search.native.compiling.jit import (
    FLOATS,
    INT,
    LIST,
    Ints,
    Reals,
    compiled,
    lowest_bit,
)
from dominoes_solver.search.native.policies import policy_space as at_policy
from dominoes_solver.search.native.policies.policy_numbers import (
    FEATURES,
    describe,
    look_open,
    tiles_held,
)
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.wide import wide_format as wide
from dominoes_solver.search.native.wide.wide_ends import place_of
from dominoes_solver.search.native.wide.wide_plays import play


@compiled(INT, LIST, LIST, INT, LIST)
def row_of_policy(book: Ints, work: Ints, row: int, plan: Ints) -> int:
    """Which row of a policy holds for the mover: by the empty table, else by the tiles in hand."""
    if work[row + wide.END_COUNT] == 0:
        return 0
    tiles = tiles_held(work[row + at.MOVER], book, work, row)
    phase = 0
    while phase + 1 < plan[at_policy.PHASES] and tiles < plan[at_policy.PHASES + 1 + phase]:
        phase += 1
    return 1 + phase


@compiled(INT, INT, LIST, LIST, INT, LIST, LIST, FLOATS, INT, FLOATS)
def weigh_actions(
    count: int, book: Ints, work: Ints, row: int, plan: Ints, facts: Ints, policies: Reals,
    policy: int, numbers: Reals,
) -> int:  # fmt: skip
    """Write the features and the scores of so many listed actions; the row of the policy."""
    which = row_of_policy(book, work, row, plan)
    theta = policy * at_policy.POLICY + which * FEATURES
    for index in range(count):
        base = index * FEATURES
        describe(work[wide.LISTED + index], book, work, row, plan, facts, numbers, base)
        score = 0.0
        for feature in range(FEATURES):
            score += policies[theta + feature] * numbers[base + feature]
        numbers[at_policy.ODDS + index] = score
    return which


@compiled(INT, INT, FLOATS)
def best_of(count: int, numbers: Reals) -> int:
    """Which action has the highest score; the first of equals."""
    best = 0
    for index in range(1, count):
        if numbers[at_policy.ODDS + index] > numbers[at_policy.ODDS + best]:
            best = index
    return best


@compiled(INT, INT, FLOATS)
def soften(count: int, numbers: Reals) -> int:
    """Turn scores into probabilities; returns how many."""
    highest = numbers[at_policy.ODDS + best_of(count, numbers)]
    total = 0.0
    for index in range(count):
        likely = exp(numbers[at_policy.ODDS + index] - highest)
        numbers[at_policy.ODDS + index] = likely
        total += likely
    for index in range(count):
        numbers[at_policy.ODDS + index] /= total
    return count


@compiled(INT, INT, LIST, LIST, INT, LIST, LIST)
def act(action: int, book: Ints, work: Ints, row: int, plan: Ints, facts: Ints) -> int:
    """Carry out an action and note what it shows; whether the round is over, and how it ended."""
    mover, parts = work[row + at.MOVER], book[wide.PARTS]
    void = at_policy.VOID + mover * wide.MOST_PARTS
    if action >= wide.DRAW:
        look_open(mover, book, work, row)
        if plan[at_policy.REFUSAL_SHOWS] == 0:
            for part in range(parts):
                work[at_policy.FITTING + part] = 0
        over = play(action, book, work, row)
        if action == wide.PASS:
            for part in range(parts):
                facts[void + part] |= work[at_policy.FITTING + part]
        elif action == wide.DRAW:
            # The tile drawn may be any other; one that fits is laid at once, or the turn is over.
            step, steps = work[row + at.STEP], plan[at_policy.STEPS]
            another = step >= steps and plan[at_policy.DRAWS_ANOTHER] >> step % steps & 1
            for part in range(parts):
                tied = step >= 0 and not another
                facts[void + part] = work[at_policy.FITTING + part] if tied else 0
        return over
    begun = work[row + wide.END_COUNT] > 0
    over = play(action, book, work, row)
    new = 1 << work[row + at.LEFT_OPEN]
    if not begun:
        new = 0
        for end_at in range(work[row + wide.END_COUNT]):
            end = work[row + wide.ENDS + end_at]
            if end >= 0:
                new |= 1 << (end & wide.NUMBER_MASK)
    if plan[at_policy.BY_NUMBER] == 0:
        for end_at in range(work[row + wide.END_COUNT]):
            if not begun or end_at == place_of(action):
                facts[at_policy.MAKERS + end_at] = mover + 1
    while new:
        number = lowest_bit(new)
        new &= new - 1
        facts[at_policy.OPENED + mover * at_policy.MOST_NUMBERS + number] += 1
        if plan[at_policy.BY_NUMBER]:
            facts[at_policy.MAKERS + number] = mover + 1
    return over
