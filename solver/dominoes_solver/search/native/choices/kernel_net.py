"""The play that a net of choices finds best.

The same as in plain Python, by `belief/net_inputs.py` and `belief/net.py`.
"""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver.search.native.choices.action_odds import FACTS
from dominoes_solver.search.native.choices.net_odds import score_of, write_inputs
from dominoes_solver.search.native.compiling.jit import FLOATS, INT, LIST, Ints, Reals, kernel
from dominoes_solver.search.native.rows import row_format as at

SEEN_HANDS = 3
SEEN_FACTS = SEEN_HANDS + at.MOST_SEATS
SEEN_PLAYS = SEEN_FACTS + FACTS


@kernel(INT, LIST, INT, LIST, LIST, LIST, FLOATS, INT, FLOATS)
def best_by_net(
    seen: Ints,
    actions: int,
    plan: Ints,
    book: Ints,
    work: Ints,
    net: Reals,
    units: int,
    numbers: Reals,
) -> int:
    """Which of so many plays a net gives the highest score, the first of equals.

    `seen` has the mover, the ends, and the hands, of which those of others tell their sizes; then
    what the round has shown, and the plays.
    """
    row = at.SCRATCH
    work[row + at.MOVER] = seen[0]
    work[row + at.LEFT], work[row + at.RIGHT] = seen[1], seen[2]
    for seat in range(at.MOST_SEATS):
        work[row + at.HANDS + seat] = seen[SEEN_HANDS + seat]
    facts = seen[SEEN_FACTS : SEEN_FACTS + FACTS]
    best, highest = 0, 0.0
    for index in range(actions):
        write_inputs(seen[SEEN_PLAYS + index], book, work, row, plan, facts, numbers)
        score = score_of(net, units, numbers)
        if index == 0 or score > highest:
            best, highest = index, score
    return best
