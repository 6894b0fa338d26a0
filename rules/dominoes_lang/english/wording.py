"""Numbers, lists and sentences in plain English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from dominoes_lang.setup.arithmetic import Amount

Text = TypeVar("Text", str, tuple[tuple[str, ...], ...])
LONG_RUN = 4
"""How many numbers in a row are written as the first and the last."""
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()


def number(count: Amount) -> str:
    """A number, in words up to twelve."""
    if count == 0:
        return "zero"
    if count == int(count) and 0 < count < len(_NUMBERS):
        return _NUMBERS[int(count)]
    return str(count)


def counted(count: Amount, noun: str, plural: str = "") -> str:
    """`one tile`, `two tiles`, `no tiles`."""
    if count == 0:
        return f"no {plural or noun + 's'}"
    return f"{number(count)} {noun if count == 1 else plural or noun + 's'}"


def listed(parts: Sequence[str], joiner: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {joiner} {parts[-1]}"


def ordinal(rank: int) -> str:
    """`first`, `second`, in words up to ten; `11th`."""
    if rank <= len(_ORDINALS):
        return _ORDINALS[rank - 1]
    endings = {1: "st", 2: "nd", 3: "rd"} if rank // 10 % 10 != 1 else {}
    return f"{rank}{endings.get(rank % 10, 'th')}"


def of_counts(counts: Sequence[int]) -> str:
    """Numbers of players: `two, three or four`, `four to ten`, `four to eight or ten`."""
    runs: list[list[int]] = []
    for count in counts:
        if runs and count == runs[-1][-1] + 1:
            runs[-1].append(count)
        else:
            runs.append([count])
    parts = [
        part
        for run in runs
        for part in (
            [f"{number(run[0])} to {number(run[-1])}"]
            if len(run) >= LONG_RUN
            else [number(count) for count in run]
        )
    ]
    return listed(parts, "or")


def by_players(texts: Mapping[int, Text]) -> list[tuple[Text, str]]:
    """Texts for numbers of players, each once, with the players: `with two or three players`."""
    groups: dict[Text, list[int]] = {}
    for seats, text in texts.items():
        groups.setdefault(text, []).append(seats)
    return [(text, f"with {of_counts(counts)} players") for text, counts in groups.items()]


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", ":")) else ".")


def half_named(count: int) -> str:
    """A half of a tile: `a blank`, `a five`."""
    return "a blank" if count == 0 else f"{'an' if count in {8, 11, 18} else 'a'} {number(count)}"
