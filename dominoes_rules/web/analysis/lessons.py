"""Lessons: bots learn the house rules of a table, in a process beside the server."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextvars import copy_context
from typing import Any

from dominoes_lang.setup.ruleset import Setup
from dominoes_rules import library
from dominoes_rules.position.own_policies import plays_as_another
from dominoes_rules.speech.sayings import Saying, retold
from dominoes_rules.speech.speech import ENGLISH, marked
from dominoes_rules.web.analysis.searches import Searches
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.refusals import Rejected
from dominoes_solver.belief.model import UnfitModel, digest
from dominoes_solver.policy.policy import policies_of
from dominoes_solver.search import native

SECONDS_TO_LEARN = 20.0
SECONDS = 180.0
"""For all of a lesson: the first one on a machine waits for machine code."""
MAX_OF_A_TABLE = 1
MAX_KEPT = 32
"""Games that were learnt; the one whose lesson is longest ago is forgotten first."""
BEGUN = Saying(marked("The bots are learning this game …"))


class Classroom:
    """The lessons of one server, one after the other, and what was learnt in them."""

    def __init__(self, searches: Searches) -> None:
        self.searches = searches
        self._learnt: OrderedDict[str, str] = OrderedDict()
        """The text of a policy by the digest of its rules."""

    def policy_of(self, rules: str) -> str:
        """What was learnt of some rules, as the text of a policy; empty if nothing was."""
        return self._learnt.get(rules, "")

    def keep(self, rules: str, text: str) -> None:
        """Keep what was learnt. Raises `UnfitModel` for a text that is no policy of these rules."""
        if [policy.rules for policy in policies_of(text)] != [rules]:
            raise UnfitModel("this is a policy of other rules")
        self._learnt[rules] = text
        if len(self._learnt) > MAX_KEPT:
            self._learnt.popitem(last=False)


class Lesson:
    """The lesson of one table."""

    def __init__(
        self, room: str, setup: Setup, classroom: Classroom | None, changed: Callable[[], None]
    ) -> None:
        """Must be made in a running loop.

        Without a classroom there is none. changed: called when there is more to show.
        """
        self._said = ""
        self._room, self._setup, self._classroom, self._changed = room, setup, classroom, changed
        self._rules = digest(setup)
        self._policy = ""
        self._wanted = False
        self._task: asyncio.Task[None] | None = None
        self._look: asyncio.Task[None] | None = None
        if classroom is not None and native.is_installed() and library.kept_files(setup.ruleset):
            self._look = asyncio.create_task(self._look_for_policy())

    async def _look_for_policy(self) -> None:
        """Find out whether the game is one that nobody has learnt, which reads many files."""
        self._wanted = await asyncio.to_thread(plays_as_another, self._setup)
        if self._wanted:
            self._changed()

    @property
    def shown(self) -> str:
        """How far it is, and then what came of it, for whoever reads it."""
        return retold(self._said, READER.get())

    @property
    def policy(self) -> str:
        """The policy by which the bots of the table play, as text; empty for the usual one."""
        if not self._policy and self._wanted and self._classroom is not None:
            self._policy = self._classroom.policy_of(self._rules)
        return self._policy

    @property
    def is_under_way(self) -> bool:
        """Whether the bots learn, or wait until another table's have learnt."""
        return self._task is not None

    @property
    def can_begin(self) -> bool:
        """Whether there is something to learn that nobody has learnt."""
        return self._wanted and not self.policy and not self.is_under_way

    def begin(self) -> None:
        """Begin it. Raises `Rejected` where too many lessons wait."""
        assert self._classroom is not None
        self._classroom.searches.expect_room(self._askers)
        self._said = BEGUN
        for_all = copy_context()
        for_all.run(READER.set, ENGLISH)  # each reads it in their own language, not in the host's
        self._task = asyncio.create_task(self._learn(self._classroom), context=for_all)

    @property
    def _askers(self) -> dict[str, int]:
        return {f"room {self._room}": MAX_OF_A_TABLE}

    async def _learn(self, classroom: Classroom) -> None:
        def told(reached: Mapping[str, Any]) -> None:
            if "rounds" in reached:
                rounds, seconds = reached["rounds"], reached["seconds_left"]
                self._said = Saying.plural(
                    "{begun} {count:,} round, about {seconds} s left",
                    "{begun} {count:,} rounds, about {seconds} s left",
                    rounds,
                    begun=BEGUN,
                    seconds=seconds,
                )
            elif "text" in reached:
                self._said = Saying(
                    marked("{begun} {text}"), begun=BEGUN, text=Saying(reached["text"])
                )
            self._changed()

        setup = self._setup
        question = {
            "ask": "learn",
            "game": setup.ruleset.name,
            "rules": library.kept_files(setup.ruleset),
            "seats": setup.seats,
            "seconds": SECONDS_TO_LEARN,
            "parameters": {name: str(value) for name, value in setup.parameters},
        }
        try:
            learnt = await classroom.searches.answer(question, SECONDS, self._askers, told)
            classroom.keep(self._rules, learnt["policy"])
            self._policy = learnt["policy"]
            self._said = Saying.plural(
                "The bots have learnt this game from {count:,} round.",
                "The bots have learnt this game from {count:,} rounds.",
                learnt["rounds"],
            )
        except (Rejected, UnfitModel) as error:
            why = error.message if isinstance(error, Rejected) else f"{error}."
            self._said = Saying(
                marked("The bots have not learnt this game. {why}"), why=Saying(why)
            )
        self._task = None
        self._changed()

    def forget_outcome(self) -> None:
        """Show no longer what came of it."""
        if not self.is_under_way:
            self._said = ""

    def end(self) -> None:
        """End it, if it is under way; what was learnt so far is lost."""
        for task in (self._task, self._look):
            if task is not None:
                task.cancel()
        self._task, self._said = None, ""
