"""Random rounds in bulk, as columns of numbers."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from dominoes_lang.setup.binding import Value
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.table.state import Over
from dominoes_lang.text.root_exception import expect_integer, expect_seed
from dominoes_rules import library
from dominoes_solver.playouts.random_rounds import random_rounds

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Column: TypeAlias = npt.NDArray[np.int64] | array[int]
    """A number for each round: an array of numpy where that is installed, else of Python."""
    Mask: TypeAlias = npt.NDArray[np.bool_] | array[int]


@dataclass(frozen=True, eq=False)
class Simulation:
    """The results of random rounds; each column has one number per round."""

    sides: tuple[str, ...]
    """The sides by the letters of their seats, `A` or `AC`."""
    winner: Column = field(repr=False)
    """The number of the side in `sides` that won; -1 for nobody."""
    points: dict[str, Column] = field(repr=False)
    """For each side what it got: points, or 1 for a win where wins are counted."""
    length: Column = field(repr=False)
    """How many actions the round took, draws and passes included."""
    opener: Column = field(repr=False)
    """The number of the seat that opened: 0 for A, 1 for B."""
    blocked: Mask = field(repr=False)
    """True (1) where the round was blocked, False (0) where a player went out."""

    def __len__(self) -> int:
        return len(self.winner)

    def __repr__(self) -> str:
        return f"<Simulation of {len(self):,} rounds between {', '.join(self.sides)}>"


def simulate(
    rules: Ruleset | str,
    *,
    rounds: int,
    seed: int = 0,
    seats: int | None = None,
    parameters: Mapping[str, Value] | None = None,
) -> Simulation:
    """Deal first rounds of a match and play them at random, every legal action equally likely.

    rules: a ruleset, or the name of a bundled variant.
    The same seed gives the same rounds, in machine code (with numba) as in plain Python.
    Raises `ParameterError` for seats or parameters that the ruleset does not allow, and `NoRound`
    if all deals are void or a round does not end.

    >>> found = simulate("block", rounds=1000, seed=7)
    >>> found
    <Simulation of 1,000 rounds between A, B>
    >>> int(sum(found.blocked)), int(max(found.length)), int(max(found.points["A"]))
    (712, 18, 48)
    """
    ruleset = library.variant(rules) if isinstance(rules, str) else rules
    if not isinstance(ruleset, Ruleset):
        raise TypeError(f"simulate plays a Ruleset or a variant's name, not {rules!r}")
    expect_integer("rounds", rounds, 0, "how many rounds to play must be an integer of at least 0")
    expect_seed(seed)
    compiled = library.compiled(ruleset, seats, parameters)
    played = random_rounds(compiled, rounds, seed)
    over, length, winner, opener, *points = _columns(played.numbers, played.width)
    sides = compiled.setup.side_names
    blocked = _blocked(over)
    return Simulation(sides, winner, dict(zip(sides, points, strict=True)), length, opener, blocked)


def _columns(numbers: array[int], width: int) -> list[Column]:
    """The columns of a table that is given row by row."""
    try:
        import numpy as np
    except ImportError:
        return [numbers[column::width] for column in range(width)]
    return list(np.array(numbers, np.int64).reshape(-1, width).T.copy())


def _blocked(over: Column) -> Mask:
    if isinstance(over, array):
        return array("q", (how == Over.BLOCKED for how in over))
    blocked: Mask = over == Over.BLOCKED
    return blocked
