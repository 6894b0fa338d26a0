"""Tables in a real browser: whole matches by mouse and keyboard; servers that are killed.

They need Debian's Chromium, or the one that DOMINOES_RULES_CHROMIUM names; `dev.py web-test` runs
them. Nothing compares pictures.
"""

from __future__ import annotations

import base64
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
import uvicorn

from dominoes_rules import library
from dominoes_rules.web.app import app
from dominoes_rules.web.settings import Pace
from tests.web.clients import HERE, settings

pytestmark = pytest.mark.browser
SECONDS = 240.0
"""In which a page shows what it should; machine code may have to be compiled before."""
SEED = 7
"""Of every table: the same deals in each run."""
TARGET = 44
"""Pixels, the least for a finger."""
QUICK = 'variant "Quick"\nextends "partnership"\nparameter target = 40\n'
GAMES = "block", "partnership", "all_fives", "cuban_double_nine"
HARD = "cuban_double_nine A:99.98.97.96.95.94.93.92.91.90/B:x10/C:x10/D:x10 opener:A"
PHONES = {"width": 320, "height": 640}, {"width": 390, "height": 844}
MILLISECONDS_OF_A_STEP = 30
MILLISECONDS_TO_PRESS = 1000
MOST_ROUNDS_IN_SILENCE = 8


class Server:
    """A server in a process of its own, which can be killed and started again."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.words = words or ("-m", "tests.web.test_browser", f"{folder}")
        self.port = 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, *self.words, "--port", f"{self.port}"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
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


def serve(folder: Path, port: int) -> None:
    """Serve tables at which bots and forced moves wait for no eye, and nobody clicks too often."""
    games = {"quick": library.loads(QUICK)} | {name: library.variant(name) for name in GAMES}
    pace = Pace(forced=0.02, bot=0.02)
    served = app(settings(folder, games=games, pace=pace))
    listener = socket.create_server(("127.0.0.1", port))
    sys.stdout.write(f"{HERE}:{listener.getsockname()[1]}/\n")
    sys.stdout.flush()
    config = uvicorn.Config(served, log_level="error", timeout_graceful_shutdown=1)
    with patch("secrets.randbits", lambda _: SEED):
        uvicorn.Server(config).run(sockets=[listener])


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    path = os.environ.get("DOMINOES_RULES_CHROMIUM") or shutil.which("chromium")
    if path is None:
        pytest.skip("no browser: install chromium, or name one in DOMINOES_RULES_CHROMIUM")
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with api.sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("web"))
    yield running
    running.stop()


@pytest.fixture(autouse=True)
def closed_pages(browser: Any) -> Iterator[None]:
    """No page of an earlier test goes on asking its server, and none had an error."""
    yield
    for context in browser.contexts:
        for page in context.pages:  # shown where a test has failed
            with suppress(Exception):  # a page that is on its way to another has no text
                sys.stdout.write(f"{page.url}\n{page.inner_text('body', timeout=1000)}\n")
        context.close()
    errors, ERRORS[:] = [*ERRORS], []
    assert errors == []


AXE = '{rules: {"label-content-name-mismatch": {enabled: true}}}'
"""One rule besides the usual ones: who speaks to the page says what is written on a button."""
ERRORS: list[str] = []
"""Those of scripts, in the test that runs."""


def page_of(browser: Any, **options: Any) -> Any:
    page = browser.new_context(reduced_motion="reduce", **options).new_page()
    page.set_default_timeout(1000 * SECONDS)  # a busy machine is slow, and not wrong
    # Phones are clicked too: of a tap that a late scroll cancels, Playwright hears nothing.
    # Raised here, an error would end the conversation with the browser.
    page.on("pageerror", lambda error: ERRORS.append(f"{error.message}\n{error.stack}"))
    return page


def fill_in(page: Any, server: Server, friend: str = "", game: str = "quick") -> None:
    page.goto(server.address)
    page.fill("[name=name]", "Ana")
    page.select_option("[name=game]", game)
    page.select_option("[name=level]", "beginner")
    page.wait_for_selector(f"[name=shown][value={game}]", state="attached")
    if friend:
        page.check(f"[name=seat_{friend}]")


def begin(page: Any, server: Server, friend: str = "", game: str = "quick") -> None:
    fill_in(page, server, friend, game)
    go_to_next_page(page, "main form button")
    page.wait_for_selector("#table")


def go_to_next_page(page: Any, button: str) -> None:
    """Click what leads to another page, until that is loaded.

    Before it is, a style sheet may be missing, and keys and buttons may be without a script.
    """
    with page.expect_navigation():
        page.click(button)


def until(page: Any, good: Callable[[], object], *steps: Callable[[], object]) -> None:
    """Do something again and again, until it is good."""
    end = time.monotonic() + SECONDS
    while not good():
        assert time.monotonic() < end, page.inner_text("body")
        for step in steps:
            step()


def is_over(page: Any) -> bool:
    return bool(page.locator("#over [data-key=record]").count())


def step(page: Any, press: str) -> None:
    """Do what there is to do: `click` or `tap`."""
    ready = page.locator("#over:not([hidden]) [data-act=next_round]")
    if ready.count():
        press_if_there(ready, press)
    lay_a_tile(page, press)


def lay_a_tile(page: Any, press: str) -> None:
    """Lay the first tile that can be played, if there is one; a round that is over stays so."""
    tiles = page.locator("#table.mine #hand .tile-button:not([aria-disabled])")
    if tiles.count():
        press_if_there(tiles, press)
        ends = page.locator("#ends .lit, #hand .ends:not([hidden]) button")
        if ends.count():
            press_if_there(ends, press)
    page.wait_for_timeout(MILLISECONDS_OF_A_STEP)


def press_if_there(buttons: Any, press: str) -> None:
    """Press the first of these, unless the table has changed meanwhile."""
    from playwright.sync_api import Error  # where it is not installed, these tests are skipped

    with suppress(Error):
        getattr(buttons.first, press)(timeout=MILLISECONDS_TO_PRESS)


def play_a_round(page: Any, press: str) -> None:
    until(page, page.locator("#over").is_visible, lambda: lay_a_tile(page, press))


def go_on(page: Any, press: str) -> None:
    """Begin the next round, whose page shows no result."""
    getattr(page, press)("#over [data-act=next_round]")
    page.wait_for_selector("#over", state="hidden")


def test_two_persons_and_two_bots_play_a_match_while_the_server_is_killed_twice(
    browser: Any, tmp_path: Path
) -> None:
    server = Server(tmp_path)
    ana = page_of(browser, viewport={"width": 1440, "height": 900})
    bob = page_of(browser, viewport=PHONES[1], has_touch=True, is_mobile=True)
    begin(ana, server, friend="B")
    bob.goto(ana.locator("#links a").first.get_attribute("href"))
    assert "against Ana" in bob.inner_text("main")
    bob.fill("[name=name]", "Bob")
    go_to_next_page(bob, "main button")
    bob.wait_for_selector("#status:has-text('Waiting for Ana')")
    ana.click("#links .swap button")
    bob.wait_for_selector("#seats li:has-text('Ana'):has-text('partner')")
    assert covered_by(ana, "links") == []
    ana.click("[data-copy]")
    ana.wait_for_selector("[data-copy]:has-text('Copied')")
    assert ana.evaluate("getSelection().toString()") == ana.inner_text("#links a")
    ana.click("#acts [data-act=start]")
    for _ in range(2):
        for _ in range(3):
            step(ana, "click")
            step(bob, "tap")
        server.kill()
        server.start()
        ana.wait_for_selector("#trouble", state="hidden")
        assert ana.locator("#board [data-tile]").count() >= 1
    until(
        ana,
        lambda: is_over(ana) and is_over(bob),
        lambda: step(ana, "click"),
        lambda: step(bob, "tap"),
    )
    assert re.search("wins? the match", ana.inner_text("#status"))
    assert ana.inner_text("#score") == bob.inner_text("#score")
    server.stop()


def covered_by(page: Any, panel: str) -> list[str]:
    """The parts of a table that a panel covers, besides those that it takes the place of."""
    covered = page.evaluate(
        """(name) => {
          const panel = document.getElementById(name).getBoundingClientRect();
          const covers = (box) => box.width && panel.left < box.right && panel.right > box.left
            && panel.top < box.bottom && panel.bottom > box.top;
          const parts = { links: ["hand", "acts", "log"], ask: ["hand", "acts", "log", "ends"] };
          return ["score", "seats", "status", ...(parts[name] ?? ["board"])]
            .filter((id) => covers(document.getElementById(id).getBoundingClientRect()));
        }""",
        panel,
    )
    return [f"{one}" for one in covered]


def press_keys(page: Any) -> None:
    """Do what there is to do, by keys."""
    focused = "document.activeElement"
    if page.locator("#over:not([hidden]) [data-act=next_round]").count():
        page.wait_for_function(f"{focused}.dataset.act === 'next_round'")
        page.keyboard.press("Enter")
    elif page.locator("#table.mine .tile-button:not([aria-disabled])").count():
        for _ in range(30):
            if page.evaluate(f"{focused}.matches('.tile-button:not([aria-disabled])')"):
                break
            inside = page.evaluate(f"!!{focused}.closest('#hand')")
            page.keyboard.press("ArrowRight" if inside else "Tab")
        page.keyboard.press("Enter")
        if page.locator("#board .place.lit").count():
            assert page.evaluate(f"{focused}.matches('.place.lit')")
            page.keyboard.press("Enter")
    page.wait_for_timeout(MILLISECONDS_OF_A_STEP)


def test_two_persons_and_two_bots_play_a_match_by_keyboard_alone(
    browser: Any, server: Server
) -> None:
    ana, bob = (page_of(browser, viewport={"width": 1024, "height": 768}) for _ in "AB")
    ana.goto(server.address)
    ana.keyboard.press("Tab")
    ana.keyboard.type("Ana")
    until_focused(ana, "[name=seat_C]")
    ana.keyboard.press("Space")
    until_focused(ana, "main form button")
    with ana.expect_navigation():
        ana.keyboard.press("Enter")
    bob.goto(ana.locator("#links a").first.get_attribute("href"))
    bob.keyboard.press("Tab")
    bob.keyboard.type("Bob")
    with bob.expect_navigation():
        bob.keyboard.press("Enter")
    bob.keyboard.press("?")
    assert bob.locator("#help").evaluate("dialog => dialog.open && dialog.scrollTop") == 0
    bob.keyboard.press("Escape")
    until_focused(ana, "[data-act=start]")
    ana.keyboard.press("Enter")
    until(
        ana,
        lambda: is_over(ana) and is_over(bob),
        lambda: press_keys(ana),
        lambda: press_keys(bob),
    )
    assert ana.inner_text("#score") == bob.inner_text("#score")


def until_focused(page: Any, wanted: str) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(60):
        if page.evaluate(f"document.activeElement.matches('{wanted}')"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no key leads to {wanted}")


def test_a_tick_stays_that_is_made_while_the_seats_are_asked_for(
    browser: Any, server: Server
) -> None:
    page = page_of(browser)
    page.goto(server.address)
    held: list[Any] = []
    page.route("**/*?game=*", lambda route: held.append(route))  # noqa: PLW0108 - it asks for names
    page.select_option("[name=game]", "quick")
    until(page, lambda: held, lambda: page.wait_for_timeout(MILLISECONDS_OF_A_STEP))
    page.check("[name=seat_B]")
    page.evaluate("document.getElementById('seating').firstElementChild.dataset.old = ''")
    held[0].continue_()
    page.wait_for_selector("#seating [data-old]", state="detached")
    assert page.is_checked("[name=seat_B]")


def test_phones_need_no_sideways_scrolling_and_no_fine_finger(browser: Any, server: Server) -> None:
    page = page_of(browser, viewport=PHONES[0], has_touch=True, is_mobile=True)
    fill_in(page, server, friend="B")
    fits_phones(page)
    go_to_next_page(page, "main form button")
    page.wait_for_selector("#links a")
    fits_phones(page)
    page.click("#acts [data-act=start]")
    play_a_round(page, "tap")
    fits_phones(page)
    page.click("#over summary")
    assert "board" not in covered_by(page, "over")
    edges = "name => document.getElementById(name).getBoundingClientRect()"
    assert page.evaluate(edges, "over")["top"] >= page.evaluate(edges, "board")["bottom"]
    # What the host of a table needs of its links is in the menu there.
    page.click("#menu summary")
    page.click("#menu .links-again")
    page.wait_for_selector("#links a")
    assert page.get_attribute("#menu .links-again", "aria-expanded") == "true"
    page.click("#menu summary")
    page.click("#menu .links-again")
    page.wait_for_selector("#links", state="hidden")


def test_a_small_phone_shows_the_log_and_all_that_can_be_played(
    browser: Any, server: Server
) -> None:
    page = page_of(browser, viewport=PHONES[0], has_touch=True, is_mobile=True)
    begin(page, server, game="all_fives")
    told = page.locator("#table.mine #log li")
    until(page, lambda: told.count() > 4, lambda: step(page, "tap"))
    is_seen = """(one) => {
      const box = one.getBoundingClientRect();
      return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
        ?.closest("button, li") === one;
    }"""
    assert page.locator("#log li").first.evaluate(is_seen)
    assert not page.locator("#log li").nth(4).evaluate(is_seen)
    board = page.evaluate("document.getElementById('board').clientHeight")
    for button in "#log", "#menu .log-again":
        if button != "#log":
            page.click("#menu > summary")
        page.click(button)
        assert page.locator("#log li").nth(4).evaluate(is_seen)
        assert page.evaluate("document.getElementById('board').clientHeight") == board
        expect_no_violations(page)
        page.click("#log")
        assert not page.locator("#log li").nth(4).evaluate(is_seen)
    play_a_round(page, "tap")
    go_on(page, "tap")
    until(page, page.locator("#table.mine").count, lambda: step(page, "tap"))
    playable = page.locator("#table.mine :is(#ends .can, #hand .others button)")
    until(  # what was pressed last may only now be answered
        page,
        lambda: playable.evaluate_all(f"all => all.length && all.every({is_seen})"),
        lambda: page.wait_for_timeout(MILLISECONDS_OF_A_STEP),
    )


@pytest.mark.parametrize("phone", PHONES)
def test_who_is_asked_by_touch_can_play_on(
    browser: Any, server: Server, phone: dict[str, int]
) -> None:
    ana, bob = (page_of(browser, viewport=phone, has_touch=True, is_mobile=True) for _ in "AB")
    begin(ana, server, friend="B", game="block")
    bob.goto(ana.locator("#links a").first.get_attribute("href"))
    bob.fill("[name=name]", "Bob")
    go_to_next_page(bob, "main button")
    ana.click("#acts [data-act=start]")
    asks = "#table:not(.mine) #acts [data-act=ask_back]:not([hidden])"
    pages = {ana: bob, bob: ana}
    asking: Any = None
    while asking is None:  # somebody has made a choice, and the other is to move
        asking = next((page for page in pages if page.locator(asks).count()), None)
        if asking is None:
            for page in pages:
                lay_a_tile(page, "tap")
    asking.click(asks)
    asked = pages[asking]
    asked.wait_for_selector("#ask")
    assert covered_by(asked, "ask") == []
    until(asked, asked.locator("#ask").is_hidden, lambda: lay_a_tile(asked, "tap"))
    assert "plays on: the choice" in asked.inner_text("#log")


def is_whole(page: Any) -> bool:
    """Whether all tiles on the board are in its window, which nobody has to scroll."""
    return bool(
        page.evaluate(
            """() => {
              const board = document.getElementById("board");
              const frame = board.getBoundingClientRect();
              const inside = (box) => box.left >= frame.left && box.right <= frame.right
                && box.top >= frame.top && box.bottom <= frame.bottom;
              return board.scrollHeight <= board.clientHeight
                && [...board.querySelectorAll("[data-tile]")]
                  .every((tile) => inside(tile.getBoundingClientRect()));
            }"""
        )
    )


def fits_phones(page: Any) -> None:
    for size in PHONES[1], PHONES[0]:
        page.set_viewport_size(size)
        assert not page.locator("#board").count() or is_whole(page)
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"]
        assert too_small(page) == []


def too_small(page: Any) -> list[str]:
    """What a finger would miss; a tick has its label around it."""
    small = page.evaluate(
        "least => [...document.querySelectorAll('button, summary, select, input, label.check')]"
        ".filter(one => !one.matches('label input[type=checkbox]'))"
        ".filter(one => one.getClientRects().length)"
        ".map(one => [one.outerHTML.slice(0, 60), one.getBoundingClientRect()])"
        ".filter(([, box]) => box.width < least || box.height < least).map(([html]) => html)",
        TARGET,
    )
    return [f"{one}" for one in small]


def test_no_tile_in_arms_moves_and_places_on_the_board_are_clicked(
    browser: Any, server: Server
) -> None:
    page = page_of(browser, viewport={"width": 1440, "height": 900})
    begin(page, server, game="all_fives")
    tiles = page.locator("#table.mine #hand .tile-button:not([aria-disabled])")
    lying, clicked = dict[str, set[str]](), 0
    look = """() => [document.querySelector("#score .round").textContent,
      [...document.querySelectorAll("#board [data-tile]")]
        .map((one) => one.getAttribute("transform"))]"""
    frame = """JSON.stringify(document.getElementById("board").getBoundingClientRect())"""
    frames = set()

    def look_and_play() -> None:
        nonlocal clicked
        number, places = page.evaluate(look)
        assert lying.get(number, set()) <= {*places}
        lying[number] = {*places}
        frames.add(page.evaluate(frame))
        assert is_whole(page)
        several = tiles.and_(page.locator("[data-moves*=' ']"))
        if several.count():
            press_if_there(several, "click")
            lit = page.locator("#board .place.lit")
            if lit.count():
                frames.add(page.evaluate(frame))
                ends = page.locator("#ends .lit")
                assert {*ends.evaluate_all("all => all.map(one => one.offsetHeight)")} <= {TARGET}
                press_if_there(page.locator("#board .place.lit").last, "click")
                page.wait_for_selector("#board .place.lit", state="detached")
                clicked += 1
        else:
            step(page, "click")

    until(page, lambda: clicked > 1 and any(len(one) > 2 for one in lying.values()), look_and_play)
    assert len(frames) == 1


def test_an_end_may_be_chosen_before_the_tile(browser: Any, server: Server) -> None:
    page = page_of(browser, viewport=PHONES[1], has_touch=True, is_mobile=True)
    begin(page, server, game="all_fives")
    ends, played = page.locator("#table.mine #ends .can"), 0

    def end_then_tile() -> None:
        nonlocal played
        if not ends.count():
            return step(page, "tap")
        before = page.locator("#board [data-tile]").count()
        press_if_there(ends, "tap")
        if page.locator("#ends [aria-pressed=true]").count():
            press_if_there(page.locator("#hand .tile-button:not(.fits-not)"), "tap")
            page.wait_for_selector("#ends [aria-pressed=true]", state="detached")
            played += page.locator("#board [data-tile]").count() > before
        return None

    until(page, lambda: played > 2, end_then_tile)
    assert is_whole(page)


def test_a_page_that_was_offline_comes_back_and_two_tabs_show_the_same(
    browser: Any, tmp_path: Path
) -> None:
    (tmp_path / "quick.rules").write_text(QUICK, "utf-8")
    options = ["--tables", f"{tmp_path}", "--rules", f"{tmp_path / 'quick.rules'}", "--no-browser"]
    server = Server(tmp_path, "-m", "dominoes_rules", "web", *options)
    page = page_of(browser)
    begin(page, server)
    other = page.context.new_page()
    other.goto(page.url)
    page.bring_to_front()  # a page behind another is drawn too rarely to be clicked
    page.context.set_offline(True)
    page.wait_for_timeout(500)
    page.context.set_offline(False)
    page.wait_for_selector("#table.mine")
    until(page, page.locator("#log:has-text('Ana')").count, lambda: step(page, "click"))
    until(
        page,
        lambda: page.inner_text("#log") == other.inner_text("#log"),
        lambda: other.wait_for_timeout(50),
    )
    server.stop()


def test_without_a_script_the_forms_play(browser: Any, server: Server) -> None:
    page = page_of(browser, java_script_enabled=False)
    page.goto(server.address)
    page.fill("[name=name]", "Ana")
    page.select_option("[name=game]", "block")
    page.click("noscript button")
    assert page.input_value("[name=name]") == "Ana"
    assert page.locator("[name^=seat_]").count() == 1
    go_to_next_page(page, "main form button")
    move, over = page.locator("form[action=move]"), page.locator("button:has-text('Next round')")
    for _ in range(3):
        until(page, lambda: move.count() or over.count(), page.reload)
        if over.count():  # a short round
            over.first.click()
            until(page, move.count, page.reload)
        before = page.locator("#log li").count()
        move.locator("button").first.click()
        page.wait_for_load_state()
        assert page.locator("#log li").count() > before


def test_a_game_is_written_mended_and_played(browser: Any, server: Server) -> None:
    page = page_of(browser, viewport=PHONES[1], has_touch=True, is_mobile=True)
    for link in (
        as_link(raw_deflated(bytes(10_000_000))),
        as_link(raw_deflated(b"\xff\xfe")),
        as_link(raw_deflated(b"variant")[:-2]),
        "%%%",
        "A" * 1_000_000,
    ):
        page.goto("about:blank")
        page.goto(f"{server.address}/write#rules={link}")
        page.wait_for_selector("#said:has-text('The link does not hold')")
    page.goto(f"{server.address}/write#rules={as_link(raw_deflated(MISTAKEN.encode()))}")
    page.wait_for_selector("#state:has-text('2 mistakes')")
    assert is_as_wide_as_its_screen(page)
    page.click("[data-mend]")
    page.wait_for_selector("#state:has-text('fine')")
    page.wait_for_selector("#sheet:has-text('has 30 points')")
    page.reload()  # the text is in the address
    page.wait_for_selector("#sheet:has-text('has 30 points')")
    page.click("summary:has-text('A round')")
    page.wait_for_selector("#round:has-text('Step 0 of')")
    page.click("#after")
    page.wait_for_selector("#round:has-text('Step 1 of') [data-tile]")
    expect_no_violations(page)
    page.click("summary:has-text('Play this game')")
    page.fill("[name=name]", "Ana")
    go_to_next_page(page, "#play button:text-is('Play')")
    page.wait_for_selector("h1:has-text('Mended')")


MISTAKEN = """variant "Mended"
extends "block"
parameter target = 30
award hand: pips held by loser to winner at round end
award bonus: 5 to looser at round end
"""


def raw_deflated(data: bytes) -> bytes:
    packing = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packing.compress(data) + packing.flush()


def as_link(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def test_sound_is_off_until_somebody_wants_it(browser: Any, server: Server) -> None:
    page = browser.new_context(reduced_motion="no-preference").new_page()
    page.add_init_script(
        "window.tones = 0; const start = OscillatorNode.prototype.start;"
        "OscillatorNode.prototype.start = function (at) { window.tones++; start.call(this, at); }"
    )
    begin(page, server, game="all_fives")
    play_a_round(page, "click")
    go_on(page, "click")
    assert page.evaluate("tones") == 0
    page.click("#menu > summary")
    page.click("#sound")
    assert page.evaluate("tones") > 0  # a sample of it
    page.reload()
    assert page.get_attribute("#sound", "aria-pressed") == "true"
    for _ in range(MOST_ROUNDS_IN_SILENCE):
        play_a_round(page, "click")
        if page.evaluate("tones"):  # not in a round without a pass or points
            break
        go_on(page, "click")
    assert page.evaluate("tones") > 0
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    page.click("#menu > summary")
    assert not page.is_visible("#sound")


def test_axe_finds_nothing(browser: Any, server: Server) -> None:
    page = page_of(browser)
    page.goto(server.address)
    expect_no_violations(page)
    begin(page, server, friend="B")
    expect_no_violations(page)
    page.click("#acts [data-act=start]")
    page.wait_for_selector("#table.mine")
    expect_no_violations(page)
    page.keyboard.press("?")
    expect_no_violations(page)
    page.keyboard.press("Escape")
    play_a_round(page, "click")
    assert covered_by(page, "over") == []
    expect_no_violations(page)
    page.goto(f"{server.address}/evening?new")
    expect_no_violations(page)
    page.fill("[name=names]", "Ana\nBob\nCam\nDora\nEva")
    page.click("text=Begin the evening")
    page.click("text=Draw round 1")
    page.wait_for_selector("text=Sits out")
    expect_no_violations(page)
    end_the_evening(page)


def end_the_evening(page: Any) -> None:
    """Make room for the next one on the same server."""
    page.click("summary:has-text('End the evening')")
    page.click("text=End the evening now")


def test_an_evening_moves_by_itself_from_page_to_page(browser: Any, server: Server) -> None:
    """A player waits, is led to the table and back; the wall follows; nothing scrolls sideways."""
    host, wall = page_of(browser), page_of(browser, viewport={"width": 1440, "height": 900})
    host.goto(f"{server.address}/evening?new")
    host.fill("[name=names]", "\n".join(f"Player {letter}" for letter in "ABCDEFGH"))
    host.click("text=Begin the evening")
    wall.goto(f"{server.address}/evening")
    player = page_of(browser, viewport=PHONES[0], has_touch=True, is_mobile=True)
    player.goto(host.locator("#guests a").first.get_attribute("href"))
    go_to_next_page(player, "main button")
    player.wait_for_selector("text=Wait here for the next draw")
    host.click("text=Draw round 1")
    wall.wait_for_selector("text=Round 1 of 3")
    assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")
    player.wait_for_selector(".go")
    assert player.evaluate("document.documentElement.scrollWidth") == PHONES[0]["width"]
    go_to_next_page(player, ".go")
    player.wait_for_selector("#hand .tile-button")
    host.click("summary:has-text('End the round')")
    host.click("text=End the round now")
    player.wait_for_url("**/evening")
    wall.wait_for_selector("text=Round 1 of 3, over")
    end_the_evening(host)


def test_hints_a_review_and_analysis_by_touch(browser: Any, server: Server) -> None:
    page = page_of(browser, viewport=PHONES[1], has_touch=True, is_mobile=True)
    begin(page, server, game="block")
    several = page.locator("#table.mine #status:has-text('plays')")  # an only move has no figures
    until(page, several.count, lambda: step(page, "tap"))
    page.click("#acts [data-act=hint]")
    page.click("#hint summary")
    expect_no_violations(page)
    play_a_round(page, "tap")
    go_to_next_page(page, "#over [data-key=review]")
    page.wait_for_selector("#results h2")
    page.evaluate("document.getElementById('others').open = true")
    page.locator("[data-try]").first.click()
    assert page.locator("article .yours:not(:empty)").count() == 1
    expect_no_violations(page)
    assert is_as_wide_as_its_screen(page)
    page.locator("article details[open] a").first.click()
    page.click("text=Solve")
    page.wait_for_selector("#solved tbody tr")
    page.locator(".heat a").first.click()
    page.wait_for_selector(".given")
    expect_no_violations(page)
    assert is_as_wide_as_its_screen(page)


def is_as_wide_as_its_screen(page: Any) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth === innerWidth"))


def test_the_keyboard_analyses_and_searches_that_end_with_their_page(
    browser: Any, server: Server
) -> None:
    page = page_of(browser)
    for _ in range(3):  # one more than an address may have
        page.goto(f"{server.address}/analyse?solve=1&position={HARD}")
        page.locator("#progress", has_text="worlds").wait_for()
    page.goto(f"{server.address}/analyse")
    page.focus("#position")
    page.keyboard.type("block 26-66-61-15 A:22.24.20.43/B:x6 A void:B=2.5 passes:1 opener:A")
    for key in ("Tab", "Enter"):
        page.keyboard.press(key)
    page.wait_for_selector("#worlds")
    page.get_by_text("Solve", exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#solved tbody tr")
    page.locator("#board .place, .cloth .place").last.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Possible moves of B")


def expect_no_violations(page: Any) -> None:
    """Axe finds nothing, in light and in dark."""
    pytest.importorskip("axe_playwright_python", reason="axe is not installed")
    page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        wrong = page.evaluate(f"async () => (await axe.run({AXE})).violations")
        assert [(one["id"], one["nodes"][0]["html"][:120]) for one in wrong] == []


if __name__ == "__main__":
    serve(Path(sys.argv[1]), int(sys.argv[3]))
