"""What is shown: a table for the terminal, and `docs/performance.md`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.rows import Line, Reading, Row, Section

PAGE = Path(__file__).parent.parent / "docs" / "performance.md"
WIDTHS = (50, 15, 14, 14)
HEAD = ("what", "measured", "target", "met", "how")

INTRODUCTION = """\
# Performance

This page shows the speed of dominoes-rules against its targets and against similar packages.
One run of one command measures all of it:

```sh
python3 dev.py bench            # some minutes, because one peer is slow
python3 dev.py bench --quick    # a quarter of a minute, without the peers
python3 dev.py bench --write    # writes this page
```

The command sets up an environment with the peers, and prints each figure as it is measured.
You can interrupt it. `--only deals` measures one subject, `--list` names them, and `--help`
explains the rest. Seeds fix deals and worlds. For a ratio, both sides take turns within the
run, so a slow or busy machine affects both. Calls are timed by processor time, and new
processes by wall-clock time. *Met* shows the factor by which a value is better or worse than
its target.
"""


def met(line: Line, reading: Reading) -> str:
    """Whether what is to be reached was reached, and how far it is off."""
    if reading.value is None:
        return ""
    ratio = line.ratio(reading.value)
    if ratio is None:
        return ""
    return f"yes, {_times(ratio)}" if ratio >= 1 else f"no, by {_times(1 / ratio)}"


def _times(ratio: float) -> str:
    return (
        f"{ratio:,.0f} ×" if ratio >= 100 else f"{ratio:.2g} ×" if ratio < 10 else f"{ratio:.0f} ×"
    )


def cells(line: Line, reading: Reading) -> tuple[str, ...]:
    """A line of a table, by `HEAD`."""
    value = "–" if reading.value is None else line.unit.written(reading.value)
    return line.what, value, line.to_reach, met(line, reading), reading.note


def on_terminal(columns: Sequence[str]) -> str:
    """A line of the table for a terminal."""
    plain = [text.replace("`", "").replace("\\|", "|") for text in columns]
    return "  ".join(
        [*(text.ljust(width) for text, width in zip(plain, WIDTHS, strict=False)), plain[-1]]
    ).rstrip()


def reached(readings: Mapping[Line, Reading]) -> str:
    """How many of the values to be reached were reached."""
    known = [
        ratio
        for line, reading in readings.items()
        if reading.value is not None and (ratio := line.ratio(reading.value)) is not None
    ]
    return f"{sum(ratio >= 1 for ratio in known)} of {len(known)} measured"


def written(
    sections: Sequence[Section], readings: Mapping[Line, Reading], machine: Mapping[str, str]
) -> str:
    """The page; lines without a reading are there, and empty."""
    parts = [
        INTRODUCTION,
        _table(("this run", ""), [*machine.items(), ("targets met", reached(readings))]),
    ]
    for section in sections:
        lines = [line for row in section.rows for line in row.lines]
        rows = [cells(line, readings.get(line, Reading(None))) for line in lines]
        parts += [f"## {section.title}\n", section.text, _table(HEAD, rows)]
    return "\n".join(parts)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    ruled = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(columns)} |\n" for columns in ruled)


def listed(rows: Mapping[str, Row]) -> str:
    """The names of what can be measured by itself, and what each measures."""
    width = max(map(len, rows))
    return "\n".join(
        f"{name.ljust(width)}  {row.lines[0].what.replace('`', '')}" for name, row in rows.items()
    )
