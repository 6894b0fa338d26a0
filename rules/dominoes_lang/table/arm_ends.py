"""One open end of a table in arms, as a number: `number | kind << 5`.

Kinds of a half are `HALF` and `AWAITS_DOUBLE`; a double with c tiles against it is `DOUBLE` + c,
and the centre of a star or the only spinner `CENTRE` + c.
"""

from __future__ import annotations

from functools import cached_property

from dominoes_lang.table.shape import Shape, Spinners
from dominoes_lang.table.state import End

NUMBER_BITS = 5
HALF, AWAITS_DOUBLE, DOUBLE, CENTRE = 0, 1, 2, 16
END_KINDS = 64
"""The kinds of one end, with the tiles that lie against it; more than there are."""
SIDES_OF_A_SPINNER = 4


def number_at_end(end: int) -> int:
    """The number of an open end."""
    return end & (1 << NUMBER_BITS) - 1


class ArmSides:
    """What a shape says of the sides of doubles."""

    def __init__(self, shape: Shape) -> None:
        every = shape.spinners is Spinners.ALL
        self.shape = shape
        self.of_double = SIDES_OF_A_SPINNER if every else len(End)
        self.of_centre = shape.star or SIDES_OF_A_SPINNER
        self.told_apart = every or shape.must_cover or shape.counts_both
        """Whether a double's end is more than a half."""
        self.has_centre = bool(shape.star) or shape.spinners is Spinners.FIRST

    @property
    def most(self) -> int:
        """The most free sides of one double."""
        return max(self.of_double, self.of_centre if self.has_centre else 0)

    def free(self, end: int) -> int:
        """How many tiles may still be laid against an open end."""
        kind = end >> NUMBER_BITS
        if kind >= CENTRE:
            return self.of_centre - kind + CENTRE
        return self.of_double - kind + DOUBLE if kind >= DOUBLE else 1

    def halves(self, end: int) -> int:
        """How many halves an open end counts."""
        kind = end >> NUMBER_BITS
        if kind < DOUBLE or not self.shape.counts_both:
            return self.free(end)
        covered = kind - CENTRE if kind >= CENTRE else kind - DOUBLE
        return 2 if covered < 2 else self.free(end) * self.shape.counts_tips

    @cached_property
    def like_halves(self) -> tuple[bool, ...]:
        """For each kind whether a free side is as good as an open half, however play goes on.

        An open half is, unless it awaits its double.
        """
        return tuple(map(self._is_like_halves, range(END_KINDS)))

    def _is_like_halves(self, kind: int) -> bool:
        if self.shape.must_cover or kind == AWAITS_DOUBLE:
            return False
        end = kind << NUMBER_BITS
        later = (end + (covered << NUMBER_BITS) for covered in range(self.free(end)))
        return all(self.halves(at) == self.free(at) for at in later)
