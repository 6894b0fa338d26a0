"""Limits of a search: the one that a user sets, and the budget that a kernel counts down."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from dominoes_lang.text.root_exception import ArgumentError, expect_integer

CHECKED_EVERY = 4096
"""The most nodes between two checks of the clock."""
CHECKED_FIRST = 256
LOOKS = 0.02
"""Seconds between two checks, about; the number of nodes depends on game and machine."""


@dataclass(frozen=True, kw_only=True)
class Limit:
    """The limits of a search; the first one reached ends it.

    worlds: the number of worlds to search, or all if there are fewer.
    time: seconds of wall time.
    exact: search every world.
    nodes: search nodes for each world; beyond them, its values are estimated.

    Raises `TypeError` for a limit of the wrong type, and `ArgumentError` for one out of range or
    for `worlds` together with `exact`.
    """

    worlds: int | None = None
    time: float | None = None
    exact: bool = False
    nodes: int | None = None

    def __new__(cls, *unnamed: object, **parts: object) -> Limit:  # noqa: ARG004 (of __init__)
        """Raises `TypeError` for a number that does not say what it limits."""
        if unnamed:
            part = "time" if isinstance(unnamed[0], float) else "worlds"
            value = f"{unnamed[0]!r}" if type(unnamed[0]) in {int, float} else "100"
            values = ", ".join(map(repr, unnamed))
            raise TypeError(f"Limit({values}): name what is limited: Limit({part}={value})")
        return super().__new__(cls)

    def __post_init__(self) -> None:
        for name, value in (("worlds", self.worlds), ("nodes", self.nodes)):
            if value is not None:
                expect_integer(name, value, 1, "it must be an integer of at least 1")
        if self.time is not None:
            wanted = f"time={self.time!r}: the time must be a number of seconds above 0"
            if isinstance(self.time, bool) or not isinstance(self.time, int | float):
                raise TypeError(wanted)
            if not self.time > 0:
                raise ArgumentError(wanted)
        if not isinstance(self.exact, bool):
            raise TypeError(f"exact={self.exact!r}: it must be True or False")
        if self.exact and self.worlds is not None:
            raise ArgumentError("exact=True takes every world; leave out `worlds`")


class Cancel(Protocol):
    """What ends a search from outside, such as a `threading.Event`."""

    def is_set(self) -> bool: ...


class Cancelled(KeyboardInterrupt):
    """Raised inside a search that is cancelled; like Ctrl-C, it is no error."""


class OutOfBudget(Exception):
    """Raised inside a search whose budget is spent; what it had proved stays in its table."""


class Budget:
    """The nodes and the time that one search may still use.

    A kernel counts nodes itself, and calls `spend` each time it has used its `allowance`.
    """

    def __init__(
        self,
        nodes: int | None = None,
        deadline: float | None = None,
        tick: Callable[[int], None] | None = None,
    ) -> None:
        """`deadline` is a moment of `time.monotonic`; None means no limit.

        `tick` is given the nodes of each `spend`, every few milliseconds, as a progress report.
        """
        self.nodes = nodes
        self.deadline = deadline
        self.tick = tick
        self.spent = 0
        self._pace = CHECKED_FIRST
        self._looked = time.monotonic()

    @property
    def allowance(self) -> int:
        """How many nodes may be searched before `spend` must be called."""
        pace = min(self._pace, CHECKED_EVERY)
        if self.nodes is None:
            return pace
        return max(1, min(pace, self.nodes - self.spent))

    def spend(self, nodes: int) -> None:
        """Count these nodes. Raises `OutOfBudget` when the nodes or the time are used up."""
        self.spent += nodes
        if self.tick is not None:
            self.tick(nodes)
        if self.nodes is not None and self.spent >= self.nodes:
            raise OutOfBudget
        now = time.monotonic()
        took, self._looked = now - self._looked, now
        if took < LOOKS / 2:
            self._pace = min(2 * self._pace, CHECKED_EVERY)
        elif took > 2 * LOOKS:
            self._pace = max(16, self._pace // 2)
        if self.deadline is not None and now >= self.deadline:
            raise OutOfBudget
