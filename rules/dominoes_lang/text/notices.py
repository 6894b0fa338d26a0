"""Notices: lines on stderr that are no part of an answer."""

from __future__ import annotations

import sys

_WIPE = "\r\x1b[K"
"""To the left; clear the line."""


def notice(text: str) -> None:
    """Write a line on stderr, in place of a line of progress that a terminal shows there."""
    if sys.stderr is None:
        return
    if sys.stderr.isatty():
        # A stream that shows control characters has the one that obeys them as its `stream`.
        getattr(sys.stderr, "stream", sys.stderr).write(_WIPE)
    sys.stderr.write(f"dominoes-rules: {text}\n")
