"""The page of what the browser keeps: tables to go on with, one file to take them elsewhere."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from dominoes_rules.web import pages
from dominoes_rules.web.guards import body_of, expect_own_page
from dominoes_rules.web.hall import Hall
from dominoes_rules.web.in_browser.kept_folder import LARGEST_EXPORT, KeptFolder, NotAnExport
from dominoes_rules.web.refusals import Rejected
from dominoes_rules.web.rooms import Room

ZIP = "application/zip"


class SavedRoutes:
    """The routes that only an application in a browser has."""

    def __init__(self, hall: Hall, kept: KeptFolder) -> None:
        self._hall, self._kept = hall, kept

    def routes(self) -> list[Route]:
        """All of them."""
        return [
            Route("/saved", self.page),
            Route("/saved/file", self.export),
            Route("/saved/file", self.take, methods=["POST"]),
        ]

    async def page(self, _: Request) -> Response:
        """The tables to go on with, the last used first."""
        rooms = sorted(self._hall.rooms.values(), key=lambda room: -room.touched)
        tables = [(room.name, room.match.setup.ruleset.title, _about(room)) for room in rooms]
        values = {"tables": tables, "largest": LARGEST_EXPORT}
        return HTMLResponse(pages.page("saved.html", "Saved games", "saved", **values))

    async def export(self, _: Request) -> Response:
        """Everything as one file."""
        headers = {"Content-Disposition": 'attachment; filename="dominoes.zip"'}
        return Response(self._kept.exported(), media_type=ZIP, headers=headers)

    async def take(self, request: Request) -> Response:
        """Add what is in such a file; tables in it go on after the next start."""
        expect_own_page(request)
        try:
            taken = self._kept.take(await body_of(request, LARGEST_EXPORT))
        except NotAnExport as error:
            raise Rejected(422, "not_an_export", f"{error}") from None
        except OSError:
            raise Rejected(503, "unsaved", "This browser has no room for these games.") from None
        return JSONResponse(taken._asdict())


def _about(room: Room) -> str:
    match = room.match
    state = "over" if match.is_over else f"round {len(match.rounds)}"
    return f"{', '.join(match.names.values())}: {state}"
