"""The kinds of screen that boards are laid for, as pages name them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dominoes_rules.board.laying.windows import NARROW, PAGE, SQUARE, WIDE

if TYPE_CHECKING:
    from starlette.requests import Request

TABLE_SCREEN, TEXT_SCREEN, PHONE_SCREEN = "wide", "page", "narrow"
"""What is usual at a table, among text, and on a phone."""
SCREENS = {PHONE_SCREEN: NARROW, "square": SQUARE, TEXT_SCREEN: PAGE, TABLE_SCREEN: WIDE}


def screen_of(request: Request, usual: str) -> str:
    """The kind of screen that a page has, as its script names it or its browser suggests."""
    named = request.query_params.get("w", "")
    if named in SCREENS:
        return named
    return PHONE_SCREEN if "Mobi" in request.headers.get("user-agent", "") else usual
