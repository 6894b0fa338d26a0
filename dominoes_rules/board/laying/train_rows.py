"""Trains as pictures show them, in text and drawn."""

from __future__ import annotations

from typing import NamedTuple

from dominoes_lang.table.layout import Halves
from dominoes_rules.speech.speech import marked

OPEN = marked("open")
"""What is written beside a train that is open to everyone."""


class TrainRow(NamedTuple):
    """A train as a picture shows it."""

    title: str
    """Its owner, or that it is public."""
    tiles: Halves
    """The tiles as they lie, from the middle or from the double that was laid first."""
    is_open: bool
    back: Halves = ()
    """Where a train grows at both ends, those on the other side of that double, outwards."""
    open_word: str = OPEN
    """The same in the language of whoever sees it."""

    @property
    def path(self) -> Halves:
        """All tiles from one end to the other."""
        return (*((far, near) for near, far in reversed(self.back)), *self.tiles)
