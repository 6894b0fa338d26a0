"""The page of what the browser keeps: tables to go on with, one file to take them elsewhere."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from dominoes_rules.speech.speech import marked
from dominoes_rules.web import pages
from dominoes_rules.web.guards import body_of, expect_own_page
from dominoes_rules.web.hall import Hall
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.in_browser.kept_folder import LARGEST_EXPORT, KeptFolder, NotAnExport
from dominoes_rules.web.refusals import Rejected
from dominoes_rules.web.rooms import Room

ZIP = "application/zip"
NO_ROOM = marked("This browser has no room for these games.")


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
        tables = [(room.name, pages.title_of(room), _about(room)) for room in rooms]
        values = {"tables": tables, "largest": LARGEST_EXPORT}
        title = READER.get().text("Saved games")
        return HTMLResponse(pages.page("saved.html", title, "saved", **values))

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
            raise Rejected(503, "unsaved", NO_ROOM) from None
        return JSONResponse(taken._asdict())


def _about(room: Room) -> str:
    match, reader = room.match, READER.get()
    names = reader.language.words(tuple(match.names.values()), "comma")
    if match.is_over:
        return reader.text("{names}: over", names=names)
    return reader.text("{names}: round {number}", names=names, number=len(match.rounds))
