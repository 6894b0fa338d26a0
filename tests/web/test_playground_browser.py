"""The playground in a real browser: served by files alone, and after the first visit by nothing.

It needs what `dev.py playground` makes, and so npm, besides what the other tests in a browser need.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.web.test_browser import (
    MISTAKEN,
    PHONES,
    as_link,
    browser,
    closed_pages,
    expect_no_violations,
    is_as_wide_as_its_screen,
    page_of,
    play_a_round,
    press_if_there,
    raw_deflated,
    step,
    until,
)

__all__ = ["browser", "closed_pages"]  # fixtures of this module as well
pytestmark = pytest.mark.browser
FOLDER = Path(__file__).parents[2] / "build" / "playground"
BELOW = "/some/folder/"
"""Where the files are on their host."""
POSITION = "block 26-66-61-15 A:22.24.20.43/B:x6 A void:B=2.5 passes:1 opener:A"


class QuietFiles(SimpleHTTPRequestHandler):
    """Serves the folder and nothing else, and says nothing of it."""

    asked: list[str]

    def translate_path(self, path: str) -> str:
        self.asked.append(path)
        inside = path.removeprefix(BELOW) if path.startswith(BELOW) else "nowhere"
        return super().translate_path(f"/{inside}")

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def files_alone() -> Iterator[str]:
    """The address of the folder on a host of files."""
    if not (FOLDER / "index.html").is_file():
        pytest.skip("there is no playground: `dev.py playground` makes it, which needs npm")
    QuietFiles.asked = []
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietFiles, directory=f"{FOLDER}"))
    threading.Thread(target=host.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{host.server_port}{BELOW}"
    host.shutdown()
    host.server_close()


def pages_in(page: Any) -> Any:
    """The frame with the pages of the program, once it shows one."""
    page.wait_for_selector("#pages")
    return page.query_selector("#pages").content_frame()


def expect_fine(page: Any, frame: Any) -> None:
    """Axe finds nothing in the shell and in its page, and nothing is too wide for a phone."""
    assert is_as_wide_as_its_screen(frame)
    expect_no_violations(page)
    frame.emulate_media = page.emulate_media
    expect_no_violations(frame)


def test_everything_works_without_a_network_after_the_first_visit(
    browser: Any,
    files_alone: str,
    tmp_path: Path,
) -> None:
    page = page_of(browser, viewport=PHONES[1], has_touch=True, is_mobile=True)
    requests: list[str] = []
    page.context.on("request", lambda request: requests.append(request.url))
    page.goto(files_alone)
    expect_no_violations(page)
    pages_in(page).wait_for_selector("[name=game]")
    page.context.set_offline(True)
    asked = len(QuietFiles.asked)

    # A house rule with two mistakes is mended, and a table begun.
    page.goto(f"{files_alone}#/write#rules={as_link(raw_deflated(MISTAKEN.encode()))}")
    page.reload()
    frame = pages_in(page)
    frame.wait_for_selector("#state:has-text('2 mistakes')")
    frame.click("[data-mend]")
    frame.wait_for_selector("#sheet:has-text('has 30 points')")
    expect_fine(page, frame)
    frame.click("summary:has-text('Play this game')")
    frame.fill("[name=name]", "Ana")
    frame.select_option("#play [name=level]", "club")
    frame.click("#play button:text-is('Play')")
    frame.wait_for_selector("h1:has-text('Mended')")

    # A round against a bot, with a hint; then its review.
    several = frame.locator("#table.mine #status:has-text('plays')")
    again = frame.locator("#over:not([hidden]) [data-act=rematch]")

    def begin_again() -> None:  # a match may be over before there is anything to choose
        if again.count():
            press_if_there(again, "tap")

    until(frame, several.count, lambda: step(frame, "tap"), begin_again)
    frame.click("#acts [data-act=hint]")
    frame.wait_for_selector("#hint .verdict")
    expect_fine(page, frame)
    play_a_round(frame, "tap")
    frame.click("#over [data-key=review]")
    frame.wait_for_selector("#results h2")
    expect_fine(page, frame)

    # The address is that of the page: a position is opened by a link, and solved.
    page.goto(f"{files_alone}#/analyse?position={quote(POSITION)}")
    frame.click("text=Solve")
    frame.wait_for_selector("#solved tbody tr")
    expect_fine(page, frame)
    page.wait_for_url(lambda address: "solve=" in address)

    # What was played is there at the next visit, and leaves as a file.
    page.goto(f"{files_alone}#/saved")
    frame.wait_for_selector("main li:has-text('Ana')")
    page.reload()
    frame = pages_in(page)
    frame.wait_for_selector("main li:has-text('Ana')")
    expect_fine(page, frame)
    with page.expect_download() as download:
        frame.click("#export")
    file = tmp_path / "games.zip"
    download.value.save_as(file)
    frame.set_input_files("#import", file)
    frame.wait_for_selector("#taken:has-text('0 files imported')")

    # Another window shows the same, and its pages are answered by the first.
    second = page.context.new_page()
    second.goto(f"{files_alone}app/saved")  # led to the shell
    pages_in(second).wait_for_selector("main li:has-text('Ana')")
    assert second.url == f"{files_alone}#/saved"
    page.close()
    pages_in(second).click("main li a")
    pages_in(second).wait_for_selector("h1:has-text('Mended')")

    # The browser itself asks for a newer service worker, whatever its pages may do.
    assert {*QuietFiles.asked[asked:]} <= {f"{BELOW}sw.js"}
    assert [url for url in requests if not url.startswith((files_alone, "blob:", "data:"))] == []
