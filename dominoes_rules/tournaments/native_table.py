"""A contest between bots whose rules machine code knows: the same games, many times as fast."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from dominoes_rules.tournaments.contest import Contest, Played


class FastTable(Protocol):
    """Plays deals of one contest in bulk."""

    def play(self, numbers: Sequence[int]) -> Iterator[Played]:
        """These deals, in order."""


def native_table(contest: Contest) -> FastTable | None:  # noqa: ARG001
    """A table in machine code; None where a bot or the rules are not known to it."""
    return None
