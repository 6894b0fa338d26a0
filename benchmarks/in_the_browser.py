"""The playground in Chromium: what it loads, and how long a visitor waits."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import perf_counter
from typing import Any
from urllib.parse import quote

from benchmarks.rows import Line, Options, Reading, Row, Section, Unit

FOLDER = Path(__file__).parents[1] / "build" / "playground"
LONGEST_WAIT = 120_000
"""Milliseconds."""
HOUSE_RULE = """\
variant "Measured"
extends "block"

award bonus: 5 to winner at round end when domino
match: first side to reach 30
"""
MISTAKEN = f"{HOUSE_RULE}award again: 5 to loser at round end\ndoubels: across\n"
POSITIONS = {
    "block": "block A:32.41.42.43.44.51.55/B:x7 play:41,64l,51r,65l,55l,54l opener:A",
    "partnership": (
        "partnership A:x7/B:11.43.50.60.52.51.62/C:x7/D:x7 opener:A "
        "play:66,60l,40l,65r,42l,50r,30r,53r,55r"
    ),
}
ASKED = """async ([path, text]) => {
  const began = performance.now();
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  const body = JSON.stringify({ text, seats: "2", seed: 1, steps: 5 });
  const sent = text === null ? {} : { method: "POST", headers, body };
  const root = location.pathname.match(/^.*?\\/app\\//)[0];
  const answer = await fetch(root + path, sent);
  await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return (performance.now() - began) / 1000;
}"""
"""Asks for an address as a page of the playground does; the seconds until the whole answer."""


class _Quietly(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def _host_of_files() -> Iterator[str]:
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quietly, directory=f"{FOLDER}"))
    threading.Thread(target=host.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{host.server_port}/"
    finally:
        host.shutdown()
        host.server_close()


def _missing() -> str:
    """Why nothing can be measured; empty if all is there."""
    if not (FOLDER / "index.html").is_file():
        return "needs `dev.py playground`"
    try:
        import playwright  # noqa: F401 (whether it is there)
    except ImportError:
        return "needs `dev.py web-test`, which installs what drives a browser"
    return "" if _chromium() else "needs Chromium"


def _chromium() -> str | None:
    return os.environ.get("DOMINOES_RULES_CHROMIUM") or shutil.which("chromium")


def _size(_: Options) -> Iterator[Reading]:
    if not (FOLDER / "index.html").is_file():
        yield Reading(None, "needs `dev.py playground`")
        return
    files = [file.stat().st_size for file in FOLDER.rglob("*") if file.is_file()]
    yield Reading(sum(files) / 1e6, f"{len(files)} files, compressed")


def _visit(options: Options) -> Iterator[Reading]:
    if missing := _missing():
        yield from [Reading(None, missing)] * len(VISIT)
        return
    from playwright.sync_api import sync_playwright

    with _host_of_files() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_chromium(), args=["--no-sandbox"])
        page = browser.new_context().new_page()
        page.set_default_timeout(LONGEST_WAIT)
        for visit in ("first", "second"):
            options.progress(f"the {visit} visit")
            began = perf_counter()
            page.goto(address)
            frame = _frame(page)
            frame.wait_for_selector("[name=game]")
            yield Reading(perf_counter() - began, "until the start page can be used")
        # The interpreter that searches starts with the first question.
        texts = HOUSE_RULE, HOUSE_RULE.replace("30", "40")
        first, second = (_asked(frame, "write/check", text) for text in texts)
        yield Reading(first, f"starts a second interpreter; the next one {second:.2f} s")
        yield Reading(_asked(frame, "write/check", MISTAKEN), "three mistakes, fixes offered")
        yield Reading(_asked(frame, "write/round", HOUSE_RULE), "the last as a picture")
        for position in POSITIONS.values():
            options.progress("solve")
            query = f"position={quote(position)}"
            seconds = _asked(frame, f"api/solve?{query}", None)
            yield Reading(seconds, f"`{position.split()[0]}`, as many worlds as fit")
        browser.close()


def _frame(page: Any) -> Any:
    page.wait_for_selector("#pages")
    return page.query_selector("#pages").content_frame()


def _asked(frame: Any, path: str, text: str | None) -> float:
    return float(frame.evaluate(ASKED, [path, text]))


VISIT = (
    Line("the first visit, from a host nearby", Unit.SECONDS, 6),
    Line("another visit", Unit.SECONDS, 3),
    Line("a house rule with its rule sheet, first time", Unit.SECONDS),
    Line("a house rule with mistakes", Unit.SECONDS),
    Line("five actions of a random round of it", Unit.SECONDS),
    Line("`solve` of block, seventh action", Unit.SECONDS),
    Line("`solve` of partnership, tenth action", Unit.SECONDS),
)
SECTION = Section(
    "In the browser",
    """\
The [playground](playground.md) is Python in WebAssembly, here in Chromium on the same machine.
Phones are slower, by an estimated factor of three to five. Times are those of a clock, since a
browser shares its work among processes.
""",
    (
        Row("playground-size", (Line("the playground's download", Unit.MEGABYTES, 6),), _size),
        Row("playground", VISIT, _visit, slow=True),
    ),
)
