"""Numbers that somebody has typed in a form."""

from __future__ import annotations


def number(text: str) -> int | None:
    """A number of a form; None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None
