"""The outcome of one thing tried, and the progress reported meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from dominoes_rules.trial.checks import Problem

Progress: TypeAlias = Callable[[str], None]
"""Called now and then with how far a trial is."""


def silent(text: str) -> None:
    """Report no progress."""


@dataclass(frozen=True)
class TrialOutcome:
    """One thing tried: its name, and what went wrong, or None.

    covered: what was checked.
    position: the round in which something is wrong, as a line that can be replayed.
    place: the rule that it is about, as `file:line`.
    """

    name: str
    failure: str | None = None
    covered: str = ""
    position: str | None = None
    place: str | None = None

    @classmethod
    def of(
        cls, name: str, problem: Problem | None, line: str = "", covered: str = ""
    ) -> TrialOutcome:
        """The outcome of rounds: the problem found in the position of `line`, if any."""
        if problem is None:
            return cls(name, covered=covered)
        failure = problem.shown + (f"\n      = in the position: {line}" if line else "")
        return cls(name, failure, covered, line or None, problem.place or None)
