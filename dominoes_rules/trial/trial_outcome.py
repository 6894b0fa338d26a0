"""What came of one thing tried, and what is told while it is tried."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from dominoes_rules.trial.checks import Problem

Progress: TypeAlias = Callable[[str], None]
"""Is told now and then how far a trial is."""


def silent(text: str) -> None:
    """Says nothing."""


@dataclass(frozen=True)
class Outcome:
    """One thing tried: its name, and what went wrong, or None.

    `covered` says what was looked at. `position` is the round in which something is wrong, a line
    that can be played again; `place` the rule that it is about, `file:line`.
    """

    name: str
    failure: str | None = None
    covered: str = ""
    position: str | None = None
    place: str | None = None

    @classmethod
    def of(cls, name: str, problem: Problem | None, line: str = "", covered: str = "") -> Outcome:
        """The outcome of rounds: what is wrong in the position of `line`, if something is."""
        if problem is None:
            return cls(name, covered=covered)
        failure = problem.shown + (f"\n      = in the position: {line}" if line else "")
        return cls(name, failure, covered, line or None, problem.place or None)
