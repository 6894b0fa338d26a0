"""`stats`: the figures of a game, from rounds and matches that a bot plays with itself."""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import count

from dominoes_lang.setup.ruleset import Ruleset, Setup
from dominoes_lang.table.state import Over
from dominoes_lang.text.option_fields import taking_fields_of
from dominoes_lang.text.root_exception import ArgumentError, expect_integer, expect_seed
from dominoes_rules import library
from dominoes_rules.bots import bot
from dominoes_rules.statistics import figures
from dominoes_rules.statistics.clause_use import UnusedClause, unused
from dominoes_rules.statistics.figures import GameFigure, Spread
from dominoes_rules.statistics.observed_play import Observed, SeenEnd, StatsTable, observe
from dominoes_rules.statistics.stats_options import ROUNDS_A_MATCH, SECONDS, StatsOptions
from dominoes_solver.parallel.in_processes import in_processes
from dominoes_solver.playouts.random_rounds import random_rounds
from dominoes_solver.search import native

MOST_ROUNDS = 2_000_000
"""More than that fill the memory and make no figure clearer."""
WATCHED = 2_000
"""Rounds that are watched action by action where machine code plays the rest."""
CHUNK, MATCH_CHUNK, BULK = 20, 2, 20_000
"""Rounds, matches, and rounds in machine code that are played at a time."""


@dataclass(frozen=True)
class GameStats:
    """The figures of a game. Immutable; made by `stats`."""

    setup: Setup
    by: str
    seed: int
    observed: Observed
    stopped: bool = False
    """Whether Ctrl-C came before the end."""

    def __repr__(self) -> str:
        """Short enough for a prompt."""
        return (
            f"<GameStats of {self.setup.name!r}: {self.rounds:,} rounds, {self.matches:,} matches>"
        )

    @property
    def rounds(self) -> int:
        """How many rounds were played, those of matches left out."""
        return len(self.observed.endings)

    @property
    def matches(self) -> int:
        """How many matches were played to their end."""
        return len(self.observed.matches)

    @cached_property
    def sections(self) -> dict[str, tuple[GameFigure | Spread, ...]]:
        """All figures, by what they are about."""
        setup, seen = self.setup, self.observed
        parts = {
            "rounds": figures.of_rounds(setup, seen),
            "opener": figures.of_opener(setup, seen.endings),
            "seats": figures.of_seats(setup, seen.endings),
            "points": figures.of_points(setup, seen),
            "awards": figures.of_awards(setup, seen.rounds),
            "matches": figures.of_matches(seen.matches),
        }
        return {name: tuple(part) for name, part in parts.items()}

    @cached_property
    def figures(self) -> dict[str, GameFigure | Spread]:
        """All figures by their keys, such as `blocked`."""
        return {figure.key: figure for part in self.sections.values() for figure in part}

    def __getitem__(self, key: str) -> GameFigure:
        figure = self.figures[key]
        assert isinstance(figure, GameFigure), f"{key} is no mean and no share"
        return figure

    def shared(self, second: GameStats) -> Iterator[tuple[str, GameFigure, GameFigure]]:
        """The means and shares that another game has as well, by their keys."""
        for key, mine in self.figures.items():
            theirs = second.figures.get(key)
            if isinstance(mine, GameFigure) and isinstance(theirs, GameFigure):
                yield key, mine, theirs

    @cached_property
    def unused(self) -> tuple[UnusedClause, ...]:
        """The awards, rows and steps of the rules that never applied."""
        rules = library.compiled(self.setup.ruleset, self.setup.seats, dict(self.setup.parameters))
        return unused(rules, self.observed.used)


@taking_fields_of(StatsOptions)
def stats(options: StatsOptions) -> GameStats:
    """What rounds and matches of a game are like if a bot plays them with itself.

    rules: a ruleset, or the name of a bundled variant. rounds: how many; without them it plays for
    `time` seconds, five by default. Every figure has its standard error. Ctrl-C ends it with what
    it has.
    Raises `ParameterError` for seats or parameters that the rules do not allow, `ArgumentError` for
    a bot or a number that can't be used, `NoRound` where no round can be dealt or it has no end.

    >>> found = stats("block", rounds=200, seed=7, by="essay")
    >>> found
    <GameStats of 'block': 200 rounds, 20 matches>
    >>> print(found["blocked"].mean)
    0.58 ± 0.03
    >>> [clause.what for clause in found.unused]
    []
    """
    rules = options.rules
    ruleset = library.variant(rules) if isinstance(rules, str) else rules
    if not isinstance(ruleset, Ruleset):
        raise TypeError(f"stats plays a Ruleset or a variant's name, not {rules!r}")
    expect_seed(options.seed)
    if options.rounds is not None:
        expect_integer("rounds", options.rounds, 1, "how many rounds to play must be at least 1")
        if options.rounds > MOST_ROUNDS:
            raise ArgumentError(f"rounds={options.rounds}: at most {MOST_ROUNDS:,} are played")
    compiled = library.compiled(ruleset, options.seats, options.parameters)
    setup = compiled.setup
    with closing(bot(options.by, rated=True)) as named:
        name = named.name
    table = StatsTable(ruleset, setup.seats, setup.parameters, name, options.seed)
    collected = _Collection(table, options)
    collected.play()
    return GameStats(setup, name, options.seed, collected.seen, collected.stopped)


class _Collection:
    """Has rounds and matches played until there are enough."""

    def __init__(self, table: StatsTable, options: StatsOptions) -> None:
        self.table = table
        self.options = options
        self.seen = Observed()
        self.stopped = False
        self.seconds = options.time or SECONDS
        self.tick = options.progress or (lambda text: None)
        self.bulk = table.by == "random" and native.plays_rounds(table.compiled)

    def play(self) -> None:
        """Play rounds, and then matches; an interrupt before the first round goes on."""
        try:
            rounds = self.options.rounds
            watched = rounds if rounds is None or not self.bulk else min(rounds, WATCHED)
            parts = 3 if self.bulk else 2
            self._watch("rounds", watched, CHUNK, self.seconds / parts)
            if self.bulk:
                self._in_bulk(rounds, self.seconds / parts)
            matches = None if rounds is None else max(1, rounds // ROUNDS_A_MATCH)
            if self.bulk and matches is not None:
                matches = min(matches, WATCHED // ROUNDS_A_MATCH)
            self._watch("matches", matches, MATCH_CHUNK, self.seconds / parts)
        except KeyboardInterrupt:
            if not self.seen.rounds:
                raise
            self.stopped = True

    def _watch(self, what: str, number: int | None, size: int, seconds: float) -> None:
        """Watch so many rounds or matches, or as many as the seconds allow."""
        began, done = time.monotonic(), 0
        most = MOST_ROUNDS if number is None else number
        chunks = (range(first, min(first + size, most)) for first in count(0, size))
        with closing(self._shared(chunks, most, what == "matches")) as answers:
            for chunk, seen in answers:
                self.seen.add(seen)
                done = chunk.stop
                self.tick(f"{self.table.ruleset.name}: {done:,} {what}")
                late = number is None and time.monotonic() - began >= seconds
                if late or done >= most:
                    return

    def _shared(
        self, chunks: Iterator[range], most: int, matches: bool
    ) -> Generator[tuple[range, Observed], None, None]:
        """What is seen in each chunk, in order, however many processes share them."""
        some = _until(chunks, most)
        watch = partial(_observed, self.table, matches=matches)
        if self.options.jobs == 1:
            yield from map(watch, some)
            return
        with closing(in_processes(watch, some, self.options.jobs)) as answers:
            yield from answers

    def _in_bulk(self, number: int | None, seconds: float) -> None:
        """Let machine code play the random rounds; those that were watched differ from these."""
        began = time.monotonic()
        most = MOST_ROUNDS if number is None else number
        ends = list[SeenEnd]()
        while len(ends) < most and (number is not None or time.monotonic() - began < seconds):
            first = len(ends)
            played = random_rounds(
                self.table.compiled, min(BULK, most - first), self.table.seed, first=first
            )
            ends += [
                SeenEnd(Over(one.over), one.actions, one.winner, one.opener, one.payoff)
                for one in played
            ]
            self.tick(f"{self.table.ruleset.name}: {len(ends):,} random rounds")
        self.seen.endings = ends


def _until(chunks: Iterator[range], most: int) -> Iterator[range]:
    for chunk in chunks:
        if chunk.start >= most:
            return
        yield chunk


def _observed(table: StatsTable, chunk: range, *, matches: bool) -> tuple[range, Observed]:
    return chunk, observe(table, chunk, matches=matches)
