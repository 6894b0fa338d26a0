"""What is measured, as data: subjects, the lines of each, and what a line has to reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from statistics import median


class Unit(Enum):
    """What a figure counts; less is better for times and sizes, more for all else."""

    MILLISECONDS = "ms"
    SECONDS = "s"
    TIMES = "×"
    A_SECOND = "/s"
    MEGABYTES = "MB"

    @property
    def less_is_better(self) -> bool:
        return self in {Unit.MILLISECONDS, Unit.SECONDS, Unit.MEGABYTES}

    def written(self, value: float) -> str:
        """A figure with its unit, to two or three digits."""
        if value >= 1_000_000 and self is Unit.A_SECOND:
            return f"{value / 1e6:,.2f} million{self.value}"
        digits = 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 0.1 else 3
        return f"{value:,.{digits}f} {self.value}".replace(" /s", "/s")


@dataclass(frozen=True)
class Line:
    """One figure: what it is, and the value to reach, if one is set."""

    what: str
    unit: Unit
    reach: float | None = None

    @property
    def to_reach(self) -> str:
        """The value to reach in words."""
        if self.reach is None:
            return ""
        value = f"{self.reach:,} {self.unit.value}".replace(" /s", "/s")
        return ("≤ " if self.unit.less_is_better else "≥ ") + value

    def ratio(self, value: float) -> float | None:
        """How many times better than asked for; below 1 where it is missed."""
        if self.reach is None:
            return None
        return self.reach / value if self.unit.less_is_better else value / self.reach


@dataclass(frozen=True)
class Reading:
    """What was measured for a line; None with the reason in the note."""

    value: float | None
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Options:
    """How much is measured."""

    deals: int = 200
    """Full deals of four."""
    peer_deals: int = 1
    """Of them also by the peer, with a free opening."""
    quick: bool = False
    """Few of everything, without the peers: to see that it works, not for its figures."""
    progress: Callable[[str], None] = lambda what: None

    def some(self, many: int, few: int = 2) -> int:
        """How often to do something: `many` times, or few to be quick."""
        return min(many, few) if self.quick else many


@dataclass(frozen=True)
class Row:
    """A subject: its name for `--only`, its lines, and the function that measures them in order."""

    name: str
    lines: tuple[Line, ...]
    measure: Callable[[Options], Iterator[Reading]]
    slow: bool = False
    """Left out by `--quick`."""

    def readings(self, options: Options) -> Iterator[tuple[Line, Reading]]:
        """Measure every line."""
        if options.quick and self.slow:
            for line in self.lines:
                yield line, Reading(None, "left out to be quick")
            return
        yield from zip(self.lines, self.measure(options), strict=True)


@dataclass(frozen=True)
class Section:
    """Rows under one heading; `text` says what is measured, and how, as Markdown."""

    title: str
    text: str
    rows: tuple[Row, ...]


def milliseconds(seconds: Sequence[float], of: str = "", *, nodes: Sequence[int] = ()) -> Reading:
    """The median, and the longest; no reading where there is nothing.

    nodes: how many were searched each time, of which the note has the median.
    """
    if not seconds:
        return Reading(None, "none asked for")
    note = f"median of {len(seconds)}{of and ' ' + of}"
    if len(seconds) > 1:
        note += f", longest {Unit.MILLISECONDS.written(1000 * max(seconds))}"
    if nodes:
        note += f"; {round(median(nodes)):,} nodes"
    return Reading(1000 * median(seconds), note)
