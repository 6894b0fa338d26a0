"""Two people at one table in a real browser, each of whom reads their own language."""

from __future__ import annotations

from typing import Any

import pytest

from dominoes_rules.speech.speech import offered, speech
from tests.web.test_browser import (
    Server,
    begin,
    browser,
    closed_pages,
    go_to_next_page,
    is_over,
    page_of,
    server,
    step,
    until,
)

__all__ = ["browser", "closed_pages", "server"]  # fixtures
LOCALES = {"en": "en-GB", "es": "es-MX"}
"""The languages of the two, and what their browsers ask for."""
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        "es" not in offered(),
        reason="es is not offered: `python3 dev.py language es` lists what it lacks",
    ),
]
WORDS_OF_A_SENTENCE = 3
"""Fewer may be the name of a player."""


def sentences(page: Any) -> set[str]:
    """The lines of several words on a page."""
    lines = (line.strip() for line in page.inner_text("body").splitlines())
    return {line for line in lines if len(line.split()) >= WORDS_OF_A_SENTENCE}


def test_two_people_play_a_match_in_two_languages(browser: Any, server: Server) -> None:
    pages = {code: page_of(browser, locale=locale) for code, locale in LOCALES.items()}
    ana, beto = pages.values()
    begin(ana, server, friend="B")
    beto.goto(ana.locator("#links a").first.get_attribute("href"))
    beto.fill("[name=name]", "Beto")
    go_to_next_page(beto, "main button")
    beto.wait_for_selector("#seats li")
    ana.click("#acts [data-act=start]")
    until(
        ana,
        lambda: is_over(ana) and is_over(beto),
        lambda: step(ana, "click"),
        lambda: step(beto, "click"),
    )
    for code, page in pages.items():
        assert page.get_attribute("html", "lang") == code
        assert speech(code).text("Review your moves") in page.inner_text("#over")
    in_english, in_theirs = sentences(ana), sentences(beto)
    assert min(len(in_english), len(in_theirs)) > 1
    assert in_english & in_theirs == set()
