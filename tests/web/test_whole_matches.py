"""Ten games with arms and trains, a round of each by two persons and bots in a real browser.

By touch on a small phone, by keyboard, and by what a screen reader reads. `dev.py web-test` runs
them, as those of `test_browser.py`.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dominoes_rules import library
from tests.web import test_browser as usual
from tests.web.test_browser import browser, closed_pages  # noqa: F401 (fixtures)

pytestmark = pytest.mark.browser
TOUCH, KEYS, READER = "touch", "keys", "reader"
GAMES = {
    "mexican_train": TOUCH,
    "basic_trains": KEYS,
    "chicken_foot": TOUCH,
    "cyprus": TOUCH,
    "spinner": KEYS,
    "all_fives": READER,
    "sebastopol": TOUCH,
    "maltese_cross": KEYS,
    "cross": TOUCH,
    "merry_go_round": KEYS,
}
"""How two persons play each."""
ALIKE = {"cyprus", "sebastopol", "maltese_cross", "merry_go_round"}
"""Drawn by the code of another of these: nine seconds each, asked for with `-m browser`."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[usual.Server]:
    folder = tmp_path_factory.mktemp("web")
    running = usual.Server(folder, "-m", "tests.web.test_whole_matches", f"{folder}")
    yield running
    running.stop()


def press_keys(page: Any) -> None:
    """Do what there is to do, by keys alone."""
    focused = "document.activeElement"
    if page.locator("#table.mine #hand button:not([aria-disabled])").count():
        usual.until_focused(page, "#hand button, body:not(:has(.mine)) *")
        for _ in range(40):
            if page.evaluate(f"{focused}.matches('#hand button:not([aria-disabled])')"):
                break
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        if page.locator(".lit, #hand .ends:not([hidden]) button").count():
            page.keyboard.press("Enter")  # the first place, or the first end, has the focus
    page.wait_for_timeout(usual.MILLISECONDS_OF_A_STEP)


def press_what_is_read(page: Any) -> None:
    """Do what there is to do, by the roles and names of the accessibility tree alone."""
    hand = page.get_by_role("group", name="Your hand")
    ends = page.get_by_role("group", name="Open ends")
    if "Your turn" in page.get_by_role("main").aria_snapshot():
        usual.press_if_there(hand.get_by_role("button", name=re.compile(", playable")), "click")
        chosen = hand.get_by_role("button", pressed=True)
        if chosen.count():
            usual.press_if_there(ends.get_by_role("button", name="you can play here"), "click")
    other = hand.get_by_role("button", name=re.compile("^(Draw a tile|Pass|Stop)$"))
    if other.count():
        usual.press_if_there(other, "click")
    page.wait_for_timeout(usual.MILLISECONDS_OF_A_STEP)


def tap(page: Any) -> None:
    """Do what there is to do, by touch alone."""
    hand = page.locator("#table.mine #hand")
    playable = hand.locator(".others button, .tile-button:not([aria-disabled])")
    if playable.count():
        usual.press_if_there(playable, "tap")
        ends = page.locator("#ends .lit, #hand .ends:not([hidden]) button")
        if ends.count():
            usual.press_if_there(ends, "tap")
    page.wait_for_timeout(usual.MILLISECONDS_OF_A_STEP)


ACTS: dict[str, Callable[[Any], None]] = {
    TOUCH: tap,
    KEYS: press_keys,
    READER: press_what_is_read,
}


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] * (name in ALIKE)) for name in GAMES],
)
def test_two_persons_play_a_round_and_see_all_of_the_board(
    browser: Any,  # noqa: F811
    server: usual.Server,
    name: str,
) -> None:
    manner = GAMES[name]
    small = {"viewport": usual.PHONES[0], "has_touch": True, "is_mobile": True}
    large = {"viewport": {"width": 1024, "height": 768}}
    ana, bob = (usual.page_of(browser, **(small if manner == TOUCH else large)) for _ in "AB")
    said = list[str]()

    def note(message: Any) -> None:
        # A browser also says that the table had changed before a move came, which is no error.
        if message.type == "error" and "409 (Conflict)" not in message.text:
            said.append(message.text)

    for page in ana, bob:
        page.on("console", note)
    usual.begin(ana, server, friend="B", game=name)
    bob.goto(ana.locator("#links a").first.get_attribute("href"))
    bob.fill("[name=name]", "Bob")
    usual.go_to_next_page(bob, "main button")
    ana.click("#acts [data-act=start]")
    end = time.monotonic() + usual.SECONDS
    while not ana.locator("#over").is_visible():
        assert time.monotonic() < end, ana.inner_text("body")
        for page in ana, bob:
            ACTS[manner](page)
    for page in ana, bob:
        page.wait_for_selector("#over:not([hidden])")
        assert usual.is_whole(page)
        usual.expect_no_violations(page)
    assert said == []


if __name__ == "__main__":
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(usual, "GAMES", tuple(GAMES))
        patch.setattr(library, "loads", lambda _: library.variant("block"))
        usual.serve(Path(sys.argv[1]), int(sys.argv[3]))
