"""In a real browser: a round of tricks on a phone, by taps alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.served import served
from tests.web.test_browser import (
    PHONES,
    TARGET,
    browser,
    lay_a_tile,
    page_of,
    press_if_there,
    step,
    until,
)

__all__ = ["browser"]  # a fixture
pytestmark = pytest.mark.browser
BOXES = """all => all.map((one) => {
    const box = one.getBoundingClientRect();
    return [box.left, box.right, box.top, box.bottom];
})"""
"""Of some elements."""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """That of a server in a process of its own."""
    with served(tmp_path, ("partnership", "texas_42")) as start:
        yield start


@pytest.mark.parametrize("phone", PHONES, ids=lambda phone: f"{phone['width']}")
def test_bids_trumps_and_tiles_are_in_reach_of_a_thumb(
    browser: Any, address: str, phone: dict[str, int]
) -> None:
    page = page_of(browser, viewport=phone)
    page.goto(f"{address}?game=texas_42")
    page.fill("[name=name]", "Ana")
    page.click("text=Play >> nth=-1")
    page.wait_for_selector("#hand button")
    seen = set[str]()

    def speak_or_play() -> None:
        said = page.locator("#table.mine .said button")
        # At once: what was pressed just now may be on its way, and the buttons are gone with it.
        if moves := said.evaluate_all("all => all.map(button => button.dataset.move)"):
            seen.update(move[0] for move in moves)
            for left, right, top, bottom in said.evaluate_all(BOXES):
                assert min(right - left, bottom - top) >= TARGET
                assert 0 <= left < right <= phone["width"]
                assert phone["height"] / 3 < top < bottom < phone["height"]
            press_if_there(page.locator(f".said [data-move='{moves[-1]}']"), "click")
        if page.locator("#over:not([hidden])").count() == 0:
            lay_a_tile(page, "click")
        elif not is_seen():
            step(page, "click")

    def is_seen() -> bool:
        return {"b", "t"} <= seen and "All tricks are played" in page.inner_text("#over")

    until(page, is_seen, speak_or_play)
    assert page.evaluate("document.documentElement.scrollWidth") == phone["width"]
