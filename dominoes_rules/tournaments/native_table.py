"""A contest between bots whose rules machine code knows: the same games, many times as fast."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dominoes_rules.tournaments.contest import Contest, Played
from dominoes_solver.belief.bot_rounds import Way, bot_rounds
from dominoes_solver.search import native

BATCH = 500
"""Rounds between two looks at the keyboard: some milliseconds."""


class NativeTable:
    """Plays deals of a contest in machine code."""

    def __init__(self, contest: Contest, ways: Sequence[Way]) -> None:
        self.contest = contest
        self.ways = ways

    def play(self, numbers: Sequence[int]) -> Iterator[Played]:
        """These deals, in order."""
        first = 0
        at_once = 1 if searches(self.contest) else len(numbers)
        for place in range(1, len(numbers) + 1):
            # Deals that follow one another are played at once, where that is soon done.
            ends = place == len(numbers) or numbers[place] != numbers[place - 1] + 1
            if ends or place - first == at_once:
                yield from self._run(numbers[first], place - first)
                first = place

    def _run(self, first: int, deals: int) -> Iterator[Played]:
        contest = self.contest
        setup = contest.compiled.setup
        none: tuple[dict[int, int], ...] = tuple({} for _ in contest.bots)
        games = []
        for place, pair in enumerate(contest.pairs):
            for number, line_up in enumerate(contest.line_ups):
                stream = contest.stream(place, number)
                players = [self.ways[pair[line_up[side]]] for side in setup.side_of]
                ways = [replace(way, stream=stream) for way in players]
                rounds = bot_rounds(
                    contest.compiled, ways, deals, contest.seed, first=first, batch=BATCH
                )
                games.append([(setup.side_of[one.start.opener], one.payoff) for one in rounds])
        each = len(contest.line_ups)
        for number, row in enumerate(zip(*games, strict=True), first):
            payoffs = tuple(payoff for _, payoff in row)
            yield Played(
                number,
                row[0][0],
                tuple(payoffs[at : at + each] for at in range(0, len(payoffs), each)),
                none,
                (0,) * len(contest.bots),
            )


def knows(contest: Contest) -> bool:
    """Whether machine code knows the bots and the rules of a contest."""
    return None not in contest.ways


def searches(contest: Contest) -> bool:
    """Whether some of the bots that machine code knows sample worlds, which takes a while."""
    return any(way is not None and way.name == "sample" for way in contest.ways)


def native_table(contest: Contest) -> NativeTable | None:
    """A table in machine code, once that is compiled; until then, nobody needs to wait for it."""
    ways = [way for way in contest.ways if way is not None]
    if knows(contest) and native.plays_bots(contest.compiled, wait=False):
        return NativeTable(contest, ways)
    return None
