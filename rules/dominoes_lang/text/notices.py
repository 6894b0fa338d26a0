"""Notices: lines on stderr that are no part of an answer."""

from __future__ import annotations

import sys


def notice(text: str) -> None:
    """Write a line on stderr, in place of a line of progress that a terminal shows there."""
    if sys.stderr is not None:
        wipe = "\r\x1b[K" if sys.stderr.isatty() else ""
        sys.stderr.write(f"{wipe}dominoes-rules: {text}\n")
