"""Tables in a real browser: whole matches by mouse, keyboard and touch; servers that are killed.

They need Debian's Chromium, or the one that DOMINOES_RULES_CHROMIUM names; `dev.py web-test` runs
them. Nothing compares pictures.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.browser
SECONDS = 90.0
TARGET = 44
"""Pixels, the least for a finger."""
QUICK = 'variant "Quick"\nextends "partnership"\nparameter target = 40\n'
PHONES = {"width": 320, "height": 640}, {"width": 390, "height": 844}


class Server:
    """A server in a process of its own, which can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, 0
        (folder / "quick.rules").write_text(QUICK, "utf-8")
        self.start()

    def start(self) -> None:
        words = ["--port", f"{self.port}", "--tables", f"{self.folder / 'tables'}", "--no-browser"]
        rules = ["--rules", f"{self.folder / 'quick.rules'}"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "dominoes_rules", "web", *words, *rules],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        found = re.search(r"http://[^/]*:(\d+)", self.process.stdout.readline())
        assert found
        self.address, self.port = found[0], int(found[1])

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def stop(self) -> None:
        self.process.terminate()
        self.process.communicate(timeout=20)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    path = os.environ.get("DOMINOES_RULES_CHROMIUM") or shutil.which("chromium")
    if path is None:
        pytest.skip("no browser: install chromium, or name one in DOMINOES_RULES_CHROMIUM")
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with api.sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path)
    yield running
    running.stop()


def page_of(browser: Any, **options: Any) -> Any:
    page = browser.new_context(**options).new_page()
    page.set_default_timeout(1000 * SECONDS / 3)
    page.on("pageerror", lambda error: pytest.fail(f"{error}"))
    return page


def begin(page: Any, server: Server, **choices: str) -> None:
    page.goto(server.address)
    page.fill("[name=name]", choices.pop("name", "Ana"))
    for name, value in {"game": "quick", "level": "beginner", **choices}.items():
        page.select_option(f"[name={name}]", value)
    page.click("main button")
    page.wait_for_selector("#hand .tile-button")


def is_over(page: Any) -> bool:
    return bool(page.locator("#over [data-key=record]").count())


def step(page: Any, press: str) -> None:
    """Do what there is to do: `click` or `tap`."""
    ready = page.locator("#over:not([hidden]) [data-act=next_round]")
    tiles = page.locator("#table.mine #hand .tile-button:not([aria-disabled])")
    if ready.count():
        getattr(ready.first, press)()
    elif tiles.count():
        getattr(tiles.first, press)()
        ends = page.locator("#hand .ends:not([hidden]) button")
        if ends.count():
            getattr(ends.first, press)()
    page.wait_for_timeout(150)


def finished(*players: tuple[Any, str], seconds: float = SECONDS) -> None:
    until = time.monotonic() + seconds
    while not all(is_over(page) for page, _ in players):
        assert time.monotonic() < until, players[0][0].inner_text("#status")
        for page, press in players:
            step(page, press)


def test_two_persons_and_two_bots_play_a_match_while_the_server_is_killed_twice(
    browser: Any, server: Server
) -> None:
    ana = page_of(browser, viewport={"width": 1440, "height": 900})
    bob = page_of(browser, viewport=PHONES[1], has_touch=True, is_mobile=True)
    begin(ana, server, friends="1")
    bob.goto(ana.locator("#links a").first.get_attribute("href"))
    bob.fill("[name=name]", "Bob")
    bob.tap("main button")
    bob.wait_for_selector("#hand .tile-button")
    ana.locator("#acts [data-act=start]").click()
    for _ in range(2):
        for _ in range(6):
            step(ana, "click")
            step(bob, "tap")
        server.kill()
        server.start()
        ana.wait_for_selector("#trouble", state="hidden")
        assert ana.locator("#board svg > g:not(.place)").count() >= 1
    finished((ana, "click"), (bob, "tap"))
    assert "wins the match" in ana.inner_text("#status") or "win the match" in ana.inner_text(
        "#status"
    )
    assert ana.inner_text("#score") == bob.inner_text("#score")


def test_the_keyboard_is_enough(browser: Any, server: Server) -> None:
    page = page_of(browser, viewport={"width": 1024, "height": 768})
    page.goto(server.address)
    page.keyboard.press("Tab")
    page.keyboard.type("Ana")
    page.keyboard.press("Enter")
    page.wait_for_selector("#hand .tile-button")
    page.keyboard.press("?")
    assert page.locator("#help").evaluate("dialog => dialog.open")
    page.keyboard.press("Escape")
    until = time.monotonic() + SECONDS
    while not is_over(page):
        assert time.monotonic() < until, page.inner_text("#status")
        if page.locator("#over:not([hidden]) [data-act=next_round]").count():
            assert page.evaluate("document.activeElement.dataset.act") == "next_round"
            page.keyboard.press("Enter")
        elif page.locator("#table.mine .tile-button:not([aria-disabled])").count():
            for _ in range(30):
                focused = "document.activeElement"
                if page.evaluate(f"{focused}.matches('.tile-button:not([aria-disabled])')"):
                    break
                inside = page.evaluate(f"!!{focused}.closest('#hand')")
                page.keyboard.press("ArrowRight" if inside else "Tab")
            page.keyboard.press("Enter")
            if page.locator("#board .place.lit").count():
                assert page.evaluate("document.activeElement.matches('.place.lit')")
                page.keyboard.press("Enter")
        page.wait_for_timeout(150)


@pytest.mark.parametrize("size", PHONES, ids=lambda size: f"{size['width']}")
def test_a_phone_needs_no_sideways_scrolling_and_no_fine_finger(
    browser: Any, server: Server, size: dict[str, int]
) -> None:
    page = page_of(browser, viewport=size, has_touch=True, is_mobile=True)
    begin(page, server)
    finished((page, "tap"))
    assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
    small = page.evaluate(
        "least => [...document.querySelectorAll('button, summary, select, input')]"
        ".filter(one => one.getClientRects().length)"
        ".map(one => [one.outerHTML.slice(0, 60), one.getBoundingClientRect()])"
        ".filter(([, box]) => box.width < least || box.height < least).map(([html]) => html)",
        TARGET,
    )
    assert small == []


def test_a_page_that_was_offline_comes_back_and_two_tabs_show_the_same(
    browser: Any, server: Server
) -> None:
    page = page_of(browser)
    begin(page, server)
    other = page.context.new_page()
    other.goto(page.url)
    page.context.set_offline(True)
    page.wait_for_timeout(500)
    page.context.set_offline(False)
    page.wait_for_selector("#table.mine")
    step(page, "click")
    other.wait_for_timeout(1000)
    until = time.monotonic() + SECONDS
    while page.inner_text("#log") != other.inner_text("#log"):
        assert time.monotonic() < until
        other.wait_for_timeout(100)


def test_without_a_script_the_forms_play(browser: Any, server: Server) -> None:
    page = page_of(browser, java_script_enabled=False)
    begin(page, server, game="block")
    for _ in range(3):
        until = time.monotonic() + SECONDS
        while not page.locator("form[action=move]").count():
            assert time.monotonic() < until
            page.reload()
        before = page.locator("#log li").count()
        page.locator("form[action=move] button").first.click()
        page.wait_for_load_state()
        assert page.locator("#log li").count() > before


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(browser: Any, server: Server, scheme: Any) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe is not installed")
    axe = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    page = page_of(browser, color_scheme=scheme)
    page.goto(server.address)
    found = [violations(page, axe)]
    begin(page, server, friends="1")
    found.append(violations(page, axe))
    page.locator("#acts [data-act=start]").click()
    page.wait_for_selector("#table.mine")
    found.append(violations(page, axe))
    until = time.monotonic() + SECONDS
    while page.locator("#over").is_hidden():
        assert time.monotonic() < until
        step(page, "click")
    found.append(violations(page, axe))
    assert found == [[], [], [], []]


def violations(page: Any, axe: str) -> list[str]:
    page.evaluate(axe)
    found = page.evaluate("async () => (await axe.run()).violations")
    return [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found]
