"""Numbers, lists and sentences in plain English."""

from __future__ import annotations

from collections.abc import Sequence

from dominoes_lang.languages.language import english
from dominoes_lang.setup.arithmetic import Amount
from dominoes_lang.sheet.sheet_lines import runs


def number(count: Amount) -> str:
    """A number, in words up to twelve."""
    return english().number(count)


def listed(parts: Sequence[str], joiner: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {joiner} {parts[-1]}"


def of_counts(counts: Sequence[int]) -> str:
    """Numbers of players: `two, three or four`, `four to ten`, `four to eight or ten`."""
    return english().words(runs(counts), "or")


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", ":")) else ".")
