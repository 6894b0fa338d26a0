"""Workers without processes and threads: one interpreter that searches, and this one."""

from __future__ import annotations

from functools import partial

from dominoes_rules.bots.asked_move import asked_move
from dominoes_rules.bots.catalogue import needs_search
from dominoes_rules.bots.named import NoAnswer
from dominoes_rules.server.asked_bots import AskedBots
from dominoes_rules.web.analysis.searches import Searches
from dominoes_rules.web.in_browser.search_interpreter import OpenPort, started_interpreter
from dominoes_rules.web.refusals import Rejected
from dominoes_rules.web.workers import Workers

MAX_BOTS_WAITING = 64


class BotsInBrowser(AskedBots):
    """Bots that decide here, but for those that search, which do so where searches are answered."""

    def __init__(self, searches: Searches) -> None:
        super().__init__()
        self._searches = searches

    async def _ask(self, question: dict[str, object], seconds: float) -> str:
        if not needs_search(f"{question['bot']}"):
            return asked_move(question)
        asked = {**question, "ask": "bot"}
        try:
            answer = await self._searches.answer(asked, seconds, {"bots": MAX_BOTS_WAITING})
        except Rejected as refused:
            raise NoAnswer(refused.message) from None
        if "move" not in answer:
            raise NoAnswer(answer["error"])
        move: str = answer["move"]
        return move


def in_interpreters(open_port: OpenPort) -> Workers:
    """Workers of an application in a browser.

    open_port: starts an interpreter that searches, again after each that has ended.
    """
    searches = Searches(partial(started_interpreter, open_port), 1)
    return Workers(
        searches=searches, looks=searches, lessons=searches, bots=BotsInBrowser(searches)
    )
