"""A server in a process of its own, for tests in a real browser."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

PROGRAM = """
import socket, sys
from pathlib import Path
from dominoes_rules import library
from dominoes_rules.web.http.web_server import web_server
from dominoes_rules.web.settings import Shares
from tests.web.clients import settings

folder, root, streams, *names = sys.argv[1:]
shares = Shares(streams=int(streams)) if streams else Shares()
games = {name: library.variant(name) for name in names}
served = settings(Path(folder), games=games, root_path=root, shares=shares)
server = web_server(served, "error")
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
server.run(sockets=[listener])
"""


@contextmanager
def served(
    folder: Path, games: Sequence[str], *, root: str = "", streams: int | None = None
) -> Iterator[str]:
    """The address of a server; streams: how many pages may follow a table, if not as usual."""
    words = [sys.executable, "-c", PROGRAM, str(folder), root, str(streams or ""), *games]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield f"http://127.0.0.1:{process.stdout.readline().strip()}{root}/"
    finally:
        process.terminate()
        process.communicate(timeout=30)
