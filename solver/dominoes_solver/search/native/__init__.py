"""Perfect-information search in machine code, where numba is there: the one entry to it.

Values are those of plain Python to the last point. numba takes a while to import, so nothing here
does before a search is large enough to pay for it.
"""

from dominoes_solver.search.native.able_games import (
    available,
    decides,
    is_small_enough,
    kernel_of,
    kernels_of,
    plays_by_net,
    plays_nets,
    plays_policies,
    plays_rounds,
    reads_choices,
    supports,
    will_play_rounds,
    will_read_choices,
)
from dominoes_solver.search.native.compiling.loading import (
    INSTALL,
    KERNELS,
    SWITCH,
    answer_meanwhile,
    compiling,
    have,
    is_installed,
    loaded,
    meanwhile,
    seconds_loading,
    waiting,
)
from dominoes_solver.search.native.searches.exact_values import (
    NODES_A_CALL,
    Solved,
    are_ordinary,
    best_value,
    bulk_values,
    evaluate_many,
)
from dominoes_solver.search.native.searches.halves import evaluate_halves
from dominoes_solver.search.native.worth import (
    are_halves_worth_it,
    cannot_run_out,
    expected_nodes,
    large,
    may_begin_plainly,
    patience,
    wanted,
)

__all__ = [
    "INSTALL",
    "KERNELS",
    "NODES_A_CALL",
    "SWITCH",
    "Solved",
    "answer_meanwhile",
    "are_halves_worth_it",
    "are_ordinary",
    "available",
    "best_value",
    "bulk_values",
    "cannot_run_out",
    "compiling",
    "decides",
    "evaluate_halves",
    "evaluate_many",
    "expected_nodes",
    "have",
    "is_installed",
    "is_small_enough",
    "kernel_of",
    "kernels_of",
    "large",
    "loaded",
    "may_begin_plainly",
    "meanwhile",
    "patience",
    "plays_by_net",
    "plays_nets",
    "plays_policies",
    "plays_rounds",
    "reads_choices",
    "seconds_loading",
    "supports",
    "waiting",
    "wanted",
    "will_play_rounds",
    "will_read_choices",
]
