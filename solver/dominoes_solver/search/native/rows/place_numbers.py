"""Places in an array, or bits in a word, given out one after another."""

from __future__ import annotations


class Places:
    """What is taken first comes first, so no number is written by hand."""

    def __init__(self, end: int = 0) -> None:
        self.end = end
        """Where the next place is."""

    def take(self, count: int = 1) -> int:
        """The first of so many places."""
        self.end += count
        return self.end - count

    def each(self, count: int) -> range:
        """So many single places."""
        first = self.take(count)
        return range(first, self.end)
