"""The interpreter that answers pages: the application with all its tables, and the bridge to it.

It runs in Pyodide, in a worker of the browser, which calls `start` and then `ask` for each request.
"""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from dominoes_rules.web.app import app
from dominoes_rules.web.in_browser.bridge import AnswerReader, Bridge, Headers, PageRequest
from dominoes_rules.web.in_browser.kept_folder import KeptFolder
from dominoes_rules.web.in_browser.saved_routes import SavedRoutes
from dominoes_rules.web.in_browser.settings_here import settings_here
from dominoes_rules.web.in_browser.workers_here import Ports, workers_here


class PagesInterpreter:
    """What a worker of the browser holds."""

    def __init__(self, origin: str, root_path: str, kept: str, ports: Ports) -> None:
        """kept: the folder that the browser keeps, which must be there.

        ports: starts the interpreter that searches.
        """
        settings = settings_here(origin, root_path, Path(kept))
        application = app(settings, workers_here(ports))
        self._kept = KeptFolder(Path(kept), settings.folder)
        saved = SavedRoutes(application.state.tables.hall, self._kept)
        application.router.routes.extend(saved.routes())
        self._bridge = Bridge(application, origin, self._kept.jar)
        self._open = AsyncExitStack()

    async def open(self) -> None:
        """Go on with the tables in the folder."""
        await self._open.enter_async_context(self._bridge.open())

    async def close(self) -> None:
        """End what goes on; the files stay. A browser just ends the interpreter."""
        await self._open.aclose()

    async def ask(self, method: str, target: str, headers: Any, body: Any, port: Any) -> None:
        """Answer a request by messages of a port: its head, each part, and last `end`.

        headers: pairs, as JavaScript has them; so has it the body, or null.
        """
        request = PageRequest(
            method,
            target,
            tuple(map(tuple, headers.to_py())),
            body.to_py().tobytes() if body else b"",
        )
        port.onmessage = lambda _: request.gone.set()
        await self.answer(request, _PortReader(port))
        port.postMessage("end")

    async def answer(self, request: PageRequest, reader: AnswerReader) -> None:
        """Answer a request."""
        await self._bridge.answer(request, reader)

    def has_changed(self) -> bool:
        """Whether something is in the folder that was not when this was last asked."""
        return self._kept.has_changed()


class _PortReader:
    """Writes an answer to a port of the browser."""

    def __init__(self, port: Any) -> None:
        from pyodide.ffi import to_js  # type: ignore[import-not-found] # in the browser alone

        self._port, self._to_js = port, to_js

    def begin(self, status: int, headers: Headers) -> None:
        self._port.postMessage(self._to_js([status, [[*pair] for pair in headers]]))

    def part(self, data: bytes) -> None:
        self._port.postMessage(self._to_js(data))
