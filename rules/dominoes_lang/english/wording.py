"""Numbers, lists and sentences in plain English."""

from __future__ import annotations

from collections.abc import Sequence

from dominoes_lang.setup.arithmetic import Amount

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


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", ":")) else ".")


def half_named(count: int) -> str:
    """A half of a tile: `a blank`, `a five`."""
    return "a blank" if count == 0 else f"{'an' if count in {8, 11, 18} else 'a'} {number(count)}"
