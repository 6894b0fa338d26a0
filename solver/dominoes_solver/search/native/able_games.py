"""Which games the kernels can do, and which kernels do them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from dominoes_solver.search.native.compiling.loading import (
    KERNELS,
    ROOMS,
    Loaded,
    have,
    is_installed,
    may_come,
    off,
)
from dominoes_solver.search.native.programs.gains import gains
from dominoes_solver.search.native.rows import trick_format
from dominoes_solver.search.native.rows.arm_format import kind_of
from dominoes_solver.search.native.rows.row_format import (
    ACTS_OF,
    MOST_SEATS,
    MOST_TILES,
    without_bits,
)
from dominoes_solver.search.trick_scores import counts_tricks

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.setup.ruleset import Setup


def kernel_of(compiled: Compiled) -> str:
    """The module that searches a game."""
    if compiled.setup.tricks is not None:
        return "kernel_tricks"
    if compiled.setup.sides > 2:
        return "kernel_many"
    if compiled.setup.plain:
        return "kernel_two"
    return "kernel_any" if gains(compiled) is None else "kernel_points"


def kernels_of(compiled: Compiled) -> tuple[str, ...]:
    """The kernels that the answers of a game ask for, in order of use; none that can't play it."""
    if is_small_enough(compiled) and supports(compiled):
        return (kernel_of(compiled), *_beside_search(compiled))
    rounds = [*rounds_kernels(compiled)][:1]
    return (*rounds, "kernel_policy") if rounds else ()


def _beside_search(compiled: Compiled) -> list[str]:
    """Those besides the search of its worlds."""
    if compiled.setup.tricks is not None:
        return []
    kernels = ["kernel_choices"] if _is_read(compiled) else []
    if kernel_of(compiled) != "kernel_two":
        kernels += ["kernel_rounds", "kernel_policy"]  # where worlds run out of nodes
    return kernels


def is_searched_plainly(compiled: Compiled) -> bool:
    """Whether the kernel that searches a game holds a node in a few numbers, and not in a row."""
    return kernel_of(compiled) in {"kernel_two", "kernel_points"}


def is_small_enough(compiled: Compiled) -> bool:
    """Whether a game fits the kernels, by its size, table and turn; found without importing them.

    What `supports` refuses besides are numbers beyond all games, and conditions as long.
    """
    setup = compiled.setup
    if setup.tricks is not None:
        return _tricks_fit(setup)
    small = setup.seats <= MOST_SEATS and len(setup.tiles) <= MOST_TILES
    known = all(step.act in ACTS_OF for step in setup.turn.steps)
    small = small and setup.all_play
    return small and known and kind_of(setup) is not None and not without_bits(setup.tracks)


def _tricks_fit(setup: Setup) -> bool:
    """Whether a game of tricks fits its kernel."""
    small = setup.seats <= trick_format.MOST_SEATS and len(setup.tiles) <= trick_format.MOST_TILES
    small = small and setup.hand_size + setup.stock_size <= trick_format.MOST_HELD
    return small and setup.tiles.highest + 2 <= trick_format.MOST_SUITS and counts_tricks(setup)


def supports(compiled: Compiled) -> bool:
    """Whether the kernels can do this game; what they are made with must be installed."""
    if compiled.setup.tricks is not None:
        return is_small_enough(compiled)
    from dominoes_solver.search.native.programs.setup_tables import tables
    from dominoes_solver.search.native.programs.words import Inexpressible

    try:
        tables(compiled)
    except Inexpressible:
        return False
    return True


def is_coming(compiled: Compiled) -> bool:
    """Whether the kernel that searches a game is being compiled, and can play it."""
    child = Loaded.compilations.get(kernel_of(compiled))
    return child is not None and not child.in_vain and supports(compiled)


def available(
    compiled: Compiled | None = None,
    *,
    deadline: float | None = None,
    tick: Callable[[int], None] | None = None,
    wait: bool = True,
) -> bool:
    """Whether the kernels that search are there, of all games or of one.

    They are taken from the cache when they are first asked for, or compiled where they are not in
    it. With a deadline, or where `wait` is false, nobody waits for that: they are not there until a
    later call finds them compiled. `tick` is called while it is waited for.
    """
    if compiled is None:
        searching = (kernel for kernel in KERNELS if kernel not in ROOMS)
        return have(searching, deadline, tick, wait=wait)
    return have([kernel_of(compiled)], deadline, tick, wait=wait, soon=_beside_search(compiled))


def rounds_kernels(compiled: Compiled) -> Iterator[str]:
    """The kernels that can play a game at random, the fastest first.

    From the deal the first one may refuse what it plays from any state.
    """
    if compiled.setup.tricks is not None:
        return
    if is_small_enough(compiled) and (not is_installed() or supports(compiled)):
        yield "kernel_rounds"
    if will_play_policies(compiled):
        yield "kernel_wide"


def plays_rounds(compiled: Compiled, *, wait: bool = True) -> bool:
    """Whether a kernel of random rounds is there that can play this game.

    With `wait` false it is not there until a later call finds it compiled.
    """
    if off():
        return False
    kernel = next(rounds_kernels(compiled), None)
    return kernel is not None and have([kernel], wait=wait)


def will_play_rounds(compiled: Compiled) -> bool:
    """Whether it is there, or can play this game once it is compiled."""
    if off() or not is_installed():
        return False
    if may_come():
        return next(rounds_kernels(compiled), None) is not None
    return plays_rounds(compiled, wait=False)


def reads_choices(compiled: Compiled, *, deadline: float | None = None) -> bool:
    """Whether the kernel of the model of choices is there, and can play this game.

    Nobody waits until it is compiled: it is not there until a later call finds it. With too little
    time before a deadline it is not loaded either.
    """
    return _is_read(compiled) and _have_next(compiled, "kernel_choices", deadline)


def plays_by_net(compiled: Compiled) -> bool:
    """Whether the kernel of nets is there, and can play this game; nobody waits for it."""
    return _is_read(compiled) and _have_next(compiled, "kernel_net")


def plays_nets(compiled: Compiled) -> bool:
    """Whether the kernel of rounds between nets is there, and can play this game."""
    return _is_read(compiled) and have(["kernel_net_rounds"]) and supports(compiled)


def plays_policies(compiled: Compiled, *, wait: bool = False) -> bool:
    """Whether the kernel of policies is there, and can play this game.

    With `wait` false it is not there until a later call finds it compiled, after those that the
    answers of the game ask for first.
    """
    if not will_play_policies(compiled):
        return False
    if not wait:
        first, *soon = kernels_of(compiled)
        have([first], wait=False, soon=soon)
    return have(["kernel_policy"], wait=wait)


def will_play_policies(compiled: Compiled) -> bool:
    """Whether the kernels of policies and of wide games can play a game, once they are there."""
    if off() or not is_installed() or compiled.setup.tricks is not None:
        return False
    from dominoes_solver.search.native.wide.wide_book import is_playable

    return is_playable(compiled)


def _have_next(compiled: Compiled, kernel: str, deadline: float | None = None) -> bool:
    """Whether a kernel is there that nobody waits for, and knows the rules of a game."""
    soon = [kernel_of(compiled), *_beside_search(compiled)]
    return have([kernel], deadline, wait=False, soon=soon) and supports(compiled)


def will_read_choices(compiled: Compiled) -> bool:
    """Whether that kernel can play this game, once it is compiled; to be asked after the other."""
    return _is_read(compiled) and may_come() and supports(compiled)


def decides(compiled: Compiled, *, wait: bool = True) -> bool:
    """Whether the kernels that decide a position by worlds are there, and can play this game.

    With `wait` false they are not there until a later call finds them compiled.
    """
    kernels = ["kernel_choices"]
    if compiled.setup.plain and compiled.setup.sides == 2:
        kernels.append("kernel_two")
    return _is_read(compiled) and have(kernels, wait=wait) and supports(compiled)


def _is_read(compiled: Compiled) -> bool:
    """Whether the kernels with a model of choices may know a game."""
    setup = compiled.setup
    return is_small_enough(compiled) and not setup.turn.discards and setup.tricks is None
