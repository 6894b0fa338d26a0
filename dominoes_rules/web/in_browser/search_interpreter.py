"""The interpreter that searches: answers one question at a time, each a line of JSON.

A search that nobody waits for ends with its interpreter, which hears nothing meanwhile.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from dominoes_rules.web.analysis.replies import reply


class _Never:
    """No search is cancelled by a word."""

    def is_set(self) -> bool:
        return False


def answer(line: str, send: Callable[[str], None]) -> None:
    """Send the lines that answer a question."""
    reply(json.loads(line), lambda message: send(json.dumps(message, allow_nan=False)), _Never())
