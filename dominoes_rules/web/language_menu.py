"""The menu of languages: what somebody chooses is kept in a cookie, and the page is shown again."""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dominoes_rules.speech.speech import marked, offered
from dominoes_rules.web.guards import Rates, address, expect_own_page, form_of
from dominoes_rules.web.http.behind_proxies import redirect
from dominoes_rules.web.http.reader import LANGUAGE_COOKIE
from dominoes_rules.web.http.root_path import rooted
from dominoes_rules.web.refusals import Rejected

SECONDS_OF_A_CHOICE = 365 * 24 * 3600
LARGEST_BODY = 16 * 1024
"""Bytes of the form, which has the address of the page."""


class LanguageMenu:
    """The one route of the menu."""

    def __init__(self, rates: Rates) -> None:
        self._rates = rates

    def routes(self) -> list[Route]:
        return [Route("/language", self._choose, methods=["POST"])]

    async def _choose(self, request: Request) -> Response:
        """Keep a choice, and go back to the page on which it was made."""
        expect_own_page(request)
        self._rates.post(address(request))
        fields = await form_of(request, LARGEST_BODY)
        code = fields.get("language", "")
        if code not in offered():
            raise Rejected(422, "no_such_language", marked("There is no such language here."))
        answer = redirect(page_here(fields.get("back", "")))
        answer.set_cookie(
            LANGUAGE_COOKIE,
            code,
            max_age=SECONDS_OF_A_CHOICE,
            path=rooted("/"),
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="lax",  # a link to a table is often opened from elsewhere
        )
        return answer


def page_here(back: str) -> str:
    """The address of a page below the root path; that of the start if it may lead elsewhere.

    Browsers take a backslash for a slash, leave out line breaks, and take what follows two
    slashes for a host.
    """
    try:
        parts = urlsplit(back)
    except ValueError:
        return "/"
    is_here = back.startswith("/") and not (parts.scheme or parts.netloc)
    is_here &= not parts.path.endswith("/language")  # which is no page
    is_plain = back.isascii() and back.isprintable() and "\\" not in back
    return back if is_here and is_plain and not back.startswith("//") else "/"
