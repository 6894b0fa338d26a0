"""Where the kernel of policies keeps what it works with.

`book` and the first places of `work` are those of `wide_format`; `plan`, `facts` and `numbers` have
the places named here. Plain constants, which numba builds into the kernel.
"""

from __future__ import annotations

from dominoes_solver.search.native.policies.policy_list import POLICY_FEATURE_COUNT
from dominoes_solver.search.native.rows.place_numbers import Places
from dominoes_solver.search.native.wide import wide_format as wide

MOST_NUMBERS = 32
"""Of pips, from 0 on."""

# ---------------------------------------------------------------- what a round has shown
_facts = Places()
VOID = _facts.take(wide.MOST_SEATS * wide.MOST_PARTS)
"""For each seat the set of tiles that it has shown not to hold."""
MAKERS = _facts.take(MOST_NUMBERS)
"""For each end of a line, and off a line for each number, the seat that opened it last, plus 1."""
OPENED = _facts.take(wide.MOST_SEATS * MOST_NUMBERS)
"""For each seat how many of its plays opened each number."""
FACTS = _facts.end

# ---------------------------------------------------------------- the places of a plan
_plan = Places()
MOST_VALUE, REFUSAL_SHOWS, PAYS, BY_NUMBER, STEPS, DRAWS_ANOTHER = _plan.each(6)
"""The largest value of a tile; whether a draw or a pass shows that no tile fits; whether a play may
be paid at once; whether who opened an end is kept for each number; how many steps a turn has; and
the mask of those of them after which several tiles are drawn."""
SIDE_OF = _plan.take(wide.MOST_SEATS)
PARTNERS = _plan.take(wide.MOST_SEATS)
"""For each seat its partner, or -1."""
MOST_PHASES = 8
PHASES = _plan.take(1 + MOST_PHASES)
"""The number of phases, then the fewest tiles of each."""
PLAN = _plan.end

# ---------------------------------------------------------------- the places of the work space
_work = Places(wide.WORK)
AFTER, DEALT = (_work.take(wide.WIDE) for _ in range(2))
"""The row after a play, and at the start of the round."""
REST, UNSEEN, FITTING = (_work.take(wide.MOST_PARTS) for _ in range(3))
"""Sets: the own tiles left after a play, those that nobody has shown, those that fit what is open
to a seat."""
RUN_NUMBERS, RUN_TILES, RUN_NEXT = (_work.take(wide.MOST_TILES + 1) for _ in range(3))
"""A run that is looked for: the number that each tile leaves open, the tile, the next to try."""
WORK = _work.end

# ---------------------------------------------------------------- numbers at work
ROWS = 1 + MOST_PHASES
"""Of a policy: the weights on the empty table, then those of each phase."""
POLICY = ROWS * POLICY_FEATURE_COUNT
ODDS = wide.MOST_LISTED * POLICY_FEATURE_COUNT
"""The features of each action that is listed, and behind them how likely each is."""
NUMBERS = ODDS + wide.MOST_LISTED
