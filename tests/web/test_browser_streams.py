"""In a real browser: what a page shows of a stream that is refused, and pages below a path."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.web.served import served
from tests.web.test_browser import browser, page_of

__all__ = ["browser"]  # a fixture
pytestmark = pytest.mark.browser
GAMES = ("all_fives", "block", "partnership")


def begun(page: Any, address: str) -> None:
    """Begin a table against bots."""
    page.goto(address)
    page.fill("input[name=name]", "Ana")
    page.click("text=Play >> nth=-1")
    page.wait_for_selector("#hand button")


@pytest.mark.parametrize("root", ["", "/dominoes"])
def test_a_page_too_many_says_so_and_goes_on_once_another_is_closed(
    browser: Any, tmp_path: Path, root: str
) -> None:
    with served(tmp_path, GAMES, root=root, streams=1) as address:
        first = page_of(browser)
        begun(first, address)
        second = first.context.new_page()
        second.goto(first.url)
        second.wait_for_selector("#trouble:not([hidden])")
        assert "Too many pages are open" in second.inner_text("#trouble")
        first.close()
        second.wait_for_selector("#trouble", state="hidden")
        second.close()


def test_all_is_below_a_path(browser: Any, tmp_path: Path) -> None:
    """Scripts ask for their streams and pages there, too."""
    with served(tmp_path, GAMES, root="/dominoes", streams=9) as address:
        page = page_of(browser)
        outside = list[str]()
        page.on("request", lambda one: outside.append(one.url) if is_outside(one.url) else None)
        begun(page, address)
        assert "/dominoes/t/" in page.url
        page.goto(f"{address}evening")
        page.goto(f"{address}analyse?position=block A:64.63.55.21.10.33.44/B:x7 opener:A&solve=1")
        page.wait_for_selector("#solved table", timeout=240_000)
        page.goto(address)
        page.select_option("#game", "partnership")
        page.wait_for_function("document.querySelector('#seating').innerText.includes('partner')")
        assert outside == []
        page.context.close()


def is_outside(url: str) -> bool:
    """Whether an address is not below the path."""
    return re.match(r"http://127\.0\.0\.1:\d+/dominoes/|data:", url) is None
