"""In a real browser: a director draws and types, a table agrees on a phone, and a wall shows it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from dominoes_rules.web.evening.desk_state import DeskState
from tests.web.test_browser import (
    PHONES,
    Server,
    browser,
    closed_pages,
    expect_no_violations,
    page_of,
    until,
)

__all__ = ["browser", "closed_pages"]  # fixtures
pytestmark = pytest.mark.browser
PAIRS = "Ana,Beto,North\nCarla,Dora,South\nEva,Finn,\nGus,Hal,\nIda,Jo,\nKim,Lea,"

FIRST_VIEW = "Boolean(document.getElementById('trouble')?.onclick)"
"""Whether the server has said how the evening stands."""
COUNT_REDRAWN = """
window.redrawn = 0;
new MutationObserver((changes) => {
  for (const { target, removedNodes } of changes)
    if (target.id === "desk" && removedNodes.length) redrawn += 1;
}).observe(document, { childList: true, subtree: true });
"""


def fits(page: Any) -> bool:
    """Whether nothing has to be scrolled sideways."""
    width: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return width <= 0


def typed(page: Any, first: int, second: int) -> None:
    """Two numbers and Enter, wherever the focus is."""
    for number, key in ((first, "Tab"), (second, "Enter")):
        page.keyboard.type(f"{number}")
        page.keyboard.press(key)


def test_a_round_by_keyboard_phone_and_wall(browser: Any, tmp_path: Path) -> None:
    server = Server(
        tmp_path, "-m", "dominoes_rules", "web", "--no-browser", "--tables", f"{tmp_path}"
    )
    try:
        desk, wall = page_of(browser), page_of(browser)
        desk.add_init_script(COUNT_REDRAWN)
        desk.goto(f"{server.address}/evening")
        desk.select_option("[name=tiles]", "real")
        assert not desk.is_visible("[name=think]")
        assert desk.is_visible("[name=system]")
        for name, value in (("names", PAIRS), ("minutes", "45"), ("absent", "200-0")):
            desk.fill(f"[name={name}]", value)
        desk.select_option("[name=partners]", "fixed")
        expect_no_violations(desk)
        desk.click("text=Begin the evening")
        desk.click("text=Draw round 1")
        until(desk, lambda: desk.evaluate(FIRST_VIEW))
        assert not desk.evaluate("redrawn"), "what is pressed or typed at that moment would be lost"
        desk.click("text=Start the clock:")
        wall.goto(f"{server.address}/club")
        wall.wait_for_selector("text=/4[45]:\\d\\d left/")
        desk.wait_for_selector("[name=score0]:focus")
        for table, points in ((1, 145), (2, 90)):
            typed(desk, 200, points)
            desk.wait_for_selector(f"text=Saved: table {table}")
            desk.wait_for_selector("[name=score0]:focus")
        wall.wait_for_selector("#wall .tables >> text=145")
        desk.keyboard.type("17")  # is still there once the phone has sent a result
        link = re.search(r"/evening/table/3/[0-9a-f]+", links(tmp_path))
        assert link is not None
        phone = page_of(browser, viewport=PHONES[0], java_script_enabled=False)
        phone.goto(f"{server.address}{link[0]}?scores=200,180")
        phone.click("text=/We are .*: send/ >> nth=0")
        desk.wait_for_selector("text=sent by")
        assert desk.input_value("[name=score0]") == "17"
        phone.click("text=we agree")
        wall.wait_for_selector("#wall .tables >> text=180")
        small = page_of(browser, viewport=PHONES[0])
        for page in (desk, wall):
            page.set_viewport_size(PHONES[1])
            assert fits(page)
            expect_no_violations(page)
        for path in (link[0], "/evening"):
            small.goto(f"{server.address}{path}")
            assert fits(small)
            expect_no_violations(small)
        for what in ("draw", "sheets"):
            desk.goto(f"{server.address}/evening/print/{what}")
            expect_no_violations(desk)
    finally:
        server.stop()


def links(folder: Path) -> str:
    """The addresses of the tables of the first round, as the sheets have them in their codes."""
    (file,) = folder.glob("*.desk")
    state = DeskState.read(file)
    return " ".join(f"/evening/table/{table}/{state.link(1, table)}" for table in (1, 2, 3))
