"""The random numbers of `chance`, drawn by machine code."""

# mypy: disable-error-code="no-any-return"
# To numba the numbers of an array are whole numbers like any other.

from __future__ import annotations

from dominoes_solver import chance
from dominoes_solver.search.native.compiling.jit import INT, LIST, Ints, compiled, part


def signed(number: int) -> int:
    """A number of 64 bits as machine code has it."""
    return number - (1 << 64) if number >> 63 else number


# A shift that brings in zeros is a shift and a mask.
GOLDEN, FIRST, SECOND = map(signed, (chance.STEP, chance.FIRST, chance.SECOND))
LOW_32, LOW_33, LOW_34, LOW_37 = ((1 << bits) - 1 for bits in (32, 33, 34, 37))


@compiled(INT, INT)
def mixed(number: int) -> int:
    """A 64-bit number, well mixed."""
    number = (number ^ (number >> 30 & LOW_34)) * FIRST
    number = (number ^ (number >> 27 & LOW_37)) * SECOND
    return number ^ (number >> 31 & LOW_33)


@compiled(INT, INT, INT)
def share(number: int, limit: int) -> int:
    """The number below a limit for a random number."""
    return (number >> 32 & LOW_32) * limit >> 32


@part(INT, INT, INT, INT, LIST)
def shuffle(state: int, count: int, size: int, pack: Ints) -> int:
    """Shuffle so many tiles of a set to the front of the pack; the new state of chance."""
    for tile in range(size):
        pack[tile] = tile
    for place in range(count):
        state += GOLDEN
        other = place + share(mixed(state), size - place)
        tile = pack[other]
        pack[other] = pack[place]
        pack[place] = tile
    return state
