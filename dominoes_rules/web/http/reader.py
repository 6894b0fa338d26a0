"""The language of whoever reads the answer to a request.

Processes that search import this, so it needs no server.
"""

from __future__ import annotations

from contextvars import ContextVar

from dominoes_rules.speech.speech import ENGLISH, Speech

READER: ContextVar[Speech] = ContextVar("READER", default=ENGLISH)
"""That of the request which is answered."""
LANGUAGE_COOKIE = "language"
"""Keeps what was chosen in the menu."""
PAGE_ADDRESS: ContextVar[str] = ContextVar("PAGE_ADDRESS", default="/")
"""The path and the query of the page which is answered, below the root path."""
