"""Everything that is measured, in the order of the page."""

from __future__ import annotations

from benchmarks import (
    hidden_hands,
    in_the_browser,
    moving_over,
    one_decision,
    other_games,
    rounds,
    starting,
    views,
    whole_deals,
)
from benchmarks.rows import Section

SECTIONS: tuple[Section, ...] = (
    whole_deals.SECTION,
    one_decision.SECTION,
    hidden_hands.SECTION,
    rounds.SECTION,
    views.SECTION,
    other_games.SECTION,
    moving_over.SECTION,
    starting.SECTION,
    in_the_browser.SECTION,
)
ROWS = {row.name: row for section in SECTIONS for row in section.rows}
