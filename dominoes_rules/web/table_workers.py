"""Who searches for the tables and decides for their bots, while pages are answered."""

from __future__ import annotations

from dataclasses import dataclass

from dominoes_rules.server.asked_bots import AskedBots
from dominoes_rules.web.analysis.searches import Searches
from dominoes_rules.web.settings import Settings

LOOKERS, MAX_LOOKS_WAITING = 2, 16
"""Processes for answers without a search, and questions that wait for them."""
MAX_LESSONS_WAITING = 4
"""Lessons that wait for the one under way."""


@dataclass(frozen=True, kw_only=True)
class Workers:
    """The workers of one application, which ends them with itself."""

    searches: Searches
    """For hints, reviews and positions."""
    looks: Searches
    """For answers without a search; where these are others, a look waits for no search."""
    lessons: Searches
    bots: AskedBots

    async def close(self) -> None:
        """End them all; several may be one and the same."""
        await self.bots.close()
        for searches in (self.searches, self.looks, self.lessons):
            await searches.close()


def in_processes(settings: Settings) -> Workers:
    """Workers in processes of their own, each of which is started when it is first needed."""
    # Imported here because an application with other workers has no use for processes.
    from dominoes_rules.server.bot_workers import BotWorkers
    from dominoes_rules.web.analysis.search_process import search_processes

    return Workers(
        searches=search_processes(settings.searchers),
        looks=search_processes(LOOKERS, MAX_LOOKS_WAITING),
        lessons=search_processes(1, MAX_LESSONS_WAITING),
        bots=BotWorkers(settings.workers),
    )
