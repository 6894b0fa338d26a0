"""Tables of figures in a page as charts: bars of HTML above the table that they are made from."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

_TABLE = re.compile(r"^\|.*\|\n\|[ :|-]+\|\n(?:\|.*\|\n)+", re.MULTILINE)
_CELLS = re.compile(r"(?<!\\)\|")
_FIGURE = re.compile(r"(?P<number>[+−-]?[\d,]+(?:\.\d+)?)(?: ± (?P<error>[\d.]+))?(?P<unit>.*)")
_UNITS = {"ms": (1, "time"), "s": (1000, "time"), "×": (1, "ratio"), "/s": (1, "rate"),
          "million/s": (1_000_000, "rate"), "%": (1, "share"), "": (1, "points")}  # fmt: skip
"""The units of tables: how many of the chart's unit one is, and what is measured."""
_SIGNED = (
    (["bot", "against", "points a deal"], 2, 2),
    (["game", "level", "against", "points a deal"], 3, 3),
    (["bot", "block"], 1, 1),
)
"""Tables of points: how they begin, how many columns name a row, and the first of the figures."""
_CAPTIONS = {
    "time": "Time, on a logarithmic scale; shorter is better.",
    "ratio": "How many times as fast, on a logarithmic scale; longer is better.",
    "rate": "How many a second, on a logarithmic scale; longer is better.",
}
_TARGET = " The line in another colour is the value to reach."
FEWEST_BARS = 3


@dataclass(frozen=True)
class Figure:
    """A measured value in the unit of its chart, and the text that the table shows."""

    value: float
    error: float
    kind: str
    text: str


@dataclass(frozen=True)
class Bar:
    """A row of a chart: what was measured, and the value to reach if there is one."""

    label: str
    figure: Figure
    target: Figure | None = None


def with_charts(page: str) -> str:
    """The page with charts above every table of figures in it."""
    return _TABLE.sub(lambda table: f"{_charts(table[0])}{table[0]}", page)


def _charts(table: str) -> str:
    head, _, *rows = [_cells(line) for line in table.rstrip("\n").split("\n")]
    if head[:3] == ["what", "measured", "target"]:
        return "".join(_measured(rows))
    if head[1:] == ["weighted", "counted"]:
        return _shares(rows)
    for columns, labels, at in _SIGNED:
        if head[: len(columns)] == columns:
            titles = enumerate(head[at : at + 1] if labels > 1 else head[at:], at)
            return "".join(_signed(title, _bars(rows, labels, at)) for at, title in titles)
    return ""


def _cells(line: str) -> list[str]:
    return [cell.strip().replace("\\|", "|") for cell in _CELLS.split(line.strip())[1:-1]]


def _bars(rows: Iterable[Sequence[str]], labels: int, at: int) -> list[Bar]:
    """A bar for each row that has a figure in a column, named by the first columns."""
    figures = [(" · ".join(row[:labels]), _figure(row[at])) for row in rows]
    return [Bar(label, figure) for label, figure in figures if figure is not None]


def _figure(cell: str) -> Figure | None:
    found = _FIGURE.fullmatch(cell)
    unit = found["unit"].strip() if found else None
    if found is None or unit not in _UNITS:
        return None
    scale, kind = _UNITS[unit]
    number = float(found["number"].replace(",", "").replace("−", "-"))
    return Figure(scale * number, float(found["error"] or 0), kind, cell)


def _measured(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A chart for each kind of unit that enough rows of a table are measured in."""
    by_kind = dict[str, list[Bar]]()
    for what, measured, reach, *_ in rows:
        figure, target = _figure(measured), _figure(reach.lstrip("≤≥ "))
        if figure is not None and figure.value > 0:
            by_kind.setdefault(figure.kind, []).append(Bar(what, figure, target))
    for kind, bars in by_kind.items():
        if kind in _CAPTIONS and len(bars) >= FEWEST_BARS:
            yield _logarithmic(_CAPTIONS[kind], bars)


def _logarithmic(caption: str, bars: Sequence[Bar]) -> str:
    """Bars from the power of ten below the least value to that above the largest."""
    targets = [bar.target.value for bar in bars if bar.target is not None]
    values = [bar.figure.value for bar in bars] + targets
    low = math.floor(math.log10(min(values) / 1.5))
    high = math.ceil(math.log10(max(values)))

    def share(value: float) -> float:
        return (math.log10(value) - low) / (high - low)

    rows = []
    for bar in bars:
        marks = _mark("bar", 0, share(bar.figure.value))
        if bar.target is not None:
            marks += _mark("target", share(bar.target.value))
        rows.append(_row(bar, marks))
    return _chart(caption + _TARGET * bool(targets), rows)


def _shares(rows: Iterable[Sequence[str]]) -> str:
    """Bars of shares, from nothing to everything; the second column is a line across the bar."""
    made = []
    for label, *cells in rows:
        figure, other = (_figure(cell) for cell in cells)
        if figure is not None and other is not None:
            marks = _mark("bar", 0, figure.value / 100) + _mark("target", other.value / 100)
            made.append(_row(Bar(label, figure), marks))
    return _chart("Bar: with weights. Line: if all worlds count equally.", made)


def _signed(title: str, bars: Sequence[Bar]) -> str:
    """Bars to both sides of zero, each with two standard errors to both sides of its end."""
    if len(bars) < FEWEST_BARS:
        return ""
    ends = [
        (bar.figure.value - 2 * bar.figure.error, bar.figure.value + 2 * bar.figure.error)
        for bar in bars
    ]
    low, high = min(0.0, *(end[0] for end in ends)), max(0.0, *(end[1] for end in ends))

    def share(value: float) -> float:
        return (value - low) / (high - low)

    rows = []
    for bar, (least, most) in zip(bars, ends, strict=True):
        start, end = sorted((share(0), share(bar.figure.value)))
        marks = _mark("bar", start, end) + _mark("zero", share(0))
        rows.append(_row(bar, marks + _mark("error", share(least), share(most))))
    return _chart(f"{title} (thin line: two standard errors to both sides)", rows)


def _mark(name: str, start: float, end: float | None = None) -> str:
    width = "" if end is None else f";width:{100 * (end - start):.2f}%"
    return f'<i class="{name}" style="left:{100 * start:.2f}%{width}"></i>'


def _row(bar: Bar, marks: str) -> str:
    label, value = (_words(text) for text in (bar.label, bar.figure.text))
    return f'<div><span>{label}</span><span class="track">{marks}</span><span>{value}</span></div>'


def _words(text: str) -> str:
    return escape(text.replace("`", ""))


def _chart(caption: str, rows: Iterable[str]) -> str:
    body = "\n".join(rows)
    figure = (
        f'<figure class="chart">\n<figcaption>{_words(caption)}</figcaption>\n{body}\n</figure>'
    )
    return f"{figure}\n\n"
