"""`web`: tables in the browser."""

from __future__ import annotations

import argparse
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path

from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules import library
from dominoes_rules.cli.main import FINE
from dominoes_solver.search import native

_NEEDED = ("starlette", "uvicorn", "jinja2", "sse_starlette")
_HERE = ("127.0.0.1", "localhost")


def run(args: argparse.Namespace) -> int:
    """Serve tables until SIGTERM or Ctrl-C."""
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise ArgumentError(
            f"web needs {missing[0]}, which is not installed: "
            "write pip install 'dominoes-rules[web]'"
        )
    native.answer_meanwhile()
    from dominoes_rules.web.hall import folder_of_tables
    from dominoes_rules.web.http.web_server import web_server
    from dominoes_rules.web.settings import Settings
    from dominoes_solver.parallel.workers import usable_cores

    logging.basicConfig(
        stream=sys.stderr,
        level=logging.DEBUG if args.verbose else logging.INFO,
        format="%(asctime)s %(levelname)s %(message)s",
    )
    games = _games(args.rules)
    listener = _listening(args.host, args.port)
    port = listener.getsockname()[1]
    names = _names(args.host, args.name)
    base = f"http://{_bracketed(names[0])}:{port}{args.root_path}"
    open_to_others = not ip_address(listener.getsockname()[0].partition("%")[0]).is_loopback
    settings = Settings(
        games=games,
        folder=args.tables or folder_of_tables(),
        auto=not args.no_auto,
        think=args.think,
        hosts=tuple(dict.fromkeys([_bracketed(name).lower() for name in (*names, *_HERE)])),
        link_base=base if open_to_others and not args.proxy else "",
        proxies=tuple(args.proxy),
        root_path=args.root_path,
        language=args.language,
        workers=args.workers,
        searchers=max(1, usable_cores() - 1),
    )
    server = web_server(settings, "debug" if args.verbose else "warning")
    # Pages that are open when the server ends are no error.
    logging.getLogger("uvicorn.error").addFilter(
        lambda record: "without completing response" not in record.getMessage()
    )
    print(f"The tables are at {base}/ (Ctrl-C ends the server; tables are kept)", flush=True)
    if open_to_others:
        print(
            "Whoever has the link of a seat can sit down there. Nothing is encrypted, so use a "
            "network that you trust.",
            flush=True,
        )
    elif not args.no_browser and _has_screen():
        threading.Thread(target=webbrowser.open, args=(f"{base}/",), daemon=True).start()
    server.run(sockets=[listener])
    return FINE


def _games(files: Sequence[Path]) -> Mapping[str, Ruleset]:
    """The games that can be chosen, by name. Raises `ArgumentError` and `RulesError`."""
    from dominoes_rules.web.settings import OfferedGames

    games: dict[str, Ruleset] = {}
    for path in files:
        ruleset = library.load(path)
        if ruleset.name in games or ruleset.name in library.bundled():
            raise ArgumentError(
                f"--rules {short(str(path))}: there is a {short(ruleset.name)} already; "
                "rename the file, since games are chosen by its name"
            )
        games[ruleset.name] = library.without_folders(ruleset)  # records go to strangers
    return OfferedGames(games)


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises `ArgumentError`."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ArgumentError(
            f"--host {short(host)} --port {port}: it can't listen there: {why}"
        ) from None


def _names(host: str, hosts: Sequence[str]) -> list[str]:
    """The names by which a browser may call this server; the first is that of links."""
    try:
        everywhere = ip_address(host).is_unspecified
    except ValueError:
        everywhere = False
    return [*hosts, *([_own_address(), socket.gethostname()] if everywhere else [host])]


def _own_address() -> str:
    """The address of this machine in its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation; nothing is sent
        except OSError:
            return _HERE[0]
        return str(probe.getsockname()[0])


def _bracketed(name: str) -> str:
    return f"[{name}]" if ":" in name else name


def _has_screen() -> bool:
    """Whether a browser would not take over the terminal."""
    if sys.platform in {"win32", "darwin"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
