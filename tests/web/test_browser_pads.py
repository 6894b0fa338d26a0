"""Score pads in a real browser: whole matches on a phone, and a second phone that looks on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.served import served
from tests.web.test_browser import (
    PHONES,
    browser,
    closed_pages,
    expect_no_violations,
    go_to_next_page,
    page_of,
)
from tests.web.test_browser_streams import GAMES

__all__ = ["browser", "closed_pages"]  # fixtures
pytestmark = pytest.mark.browser
NAMES = "Ana", "Beto", "Carla", "Dora"
TARGET = 44
"""Pixels, the least for a finger."""


def begun(page: Any, address: str, game: str, players: int) -> None:
    page.goto(f"{address}pad")
    page.select_option("#game", game)
    page.wait_for_selector(f"[name=shown][value={game}]", state="attached")
    if page.locator("#seats").count():
        page.select_option("#seats", f"{players}")
        page.wait_for_selector(f"[name=name_{'ABCDE'[players]}]", state="detached")
    for letter, name in zip("ABCD", NAMES[:players], strict=False):
        page.fill(f"[name=name_{letter}]", name)
    go_to_next_page(page, "text=Begin")
    page.wait_for_selector("#pad")


def total(page: Any, side: int) -> str:
    text: str = page.locator("#sheet tfoot td").nth(side).inner_text()
    return text


def fits(page: Any) -> None:
    """The page is no wider than the screen, and what is tapped is as large as a finger."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = page.evaluate(
        "[...document.querySelectorAll('#round :is(button, a, input:not([type=hidden]), summary)')]"
        ".filter((it) => it.getClientRects().length)"
        f".filter((it) => it.getBoundingClientRect().height < {TARGET} - 0.5)"
        ".map((it) => it.outerHTML)"
    )
    assert small == []


def test_somebody_keeps_the_score_of_two_games_on_a_phone(browser: Any, tmp_path: Path) -> None:
    with served(tmp_path, GAMES, streams=10) as address:
        phone = page_of(browser, viewport=PHONES[1], has_touch=True, is_mobile=True)
        begun(phone, address, "partnership", 4)
        watcher = page_of(browser, viewport=PHONES[0])
        watcher.goto(phone.url)
        assert watcher.locator("#round form").count() == 0
        fits(phone)
        rounds = 0
        while not phone.locator("#sheet .over").count():  # 35 of 200 points a round
            rounds += 1
            phone.click(f"#answers .pick:has-text('{NAMES[rounds % 2]}')")
            others = [letter for letter in "ABCD" if letter != "AB"[rounds % 2]]
            for letter, pips in zip(others, ("12", "20"), strict=False):
                phone.fill(f"[name='told:pips {letter}']", pips)  # faster than the answers come
            phone.click(f"[data-palette='end-told:pips {others[2]}']")
            for tile in ("10", "20"):
                phone.click(f"#palette [data-tile='{tile}']")
            phone.click("#palette [data-done]")
            phone.wait_for_selector(".result")
            fits(phone)
            if phone.locator("#round .go").count():
                phone.click("#round .go")
                phone.wait_for_selector("#answers")
        scores = sorted(int(total(phone, side)) for side in (0, 1))
        assert scores == [35 * (rounds // 2), 35 * (rounds - rounds // 2)]
        watcher.wait_for_selector("#sheet .over")
        assert total(watcher, 1) == total(phone, 1)
        assert watcher.locator("#round .result").count() == 1
        expect_no_violations(phone)

        begun(phone, address, "all_fives", 2)
        for player, amount in (("Ana", 15), ("Beto", 10), ("Ana", 20)):
            paid = phone.locator("#round .taps li").count()
            phone.click(f".tapping .pick:has-text('{player}')")
            phone.click(f".tapping [value='{amount}']")
            phone.locator("#round .taps li").nth(paid).wait_for()
        fits(phone)
        assert (total(phone, 0), total(phone, 1)) == ("35", "10")
        phone.click("[data-key=untap-1]")
        phone.locator("#round .taps li").nth(2).wait_for(state="detached")
        assert total(phone, 1) == "0"
        expect_no_violations(phone)
