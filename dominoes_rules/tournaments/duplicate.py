"""The function that plays a tournament."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text.option_fields import taking_fields_of
from dominoes_lang.text.root_exception import (
    ArgumentError,
    expect_integer,
    expect_seed,
    expect_type,
)
from dominoes_rules import library
from dominoes_rules.bots import bot
from dominoes_rules.bots.deciding import models_of
from dominoes_rules.tournaments.contest import Contest, Played
from dominoes_rules.tournaments.pair_statistics import Verdict, sequential
from dominoes_rules.tournaments.results_file import ResultsFile
from dominoes_rules.tournaments.running import played
from dominoes_rules.tournaments.tournament_options import TournamentOptions
from dominoes_rules.tournaments.tournament_results import Tournament, games_of

BATCH = 50
"""A sequential test is looked at after so many deals, so that processes do not change its end."""
BOUNDS = (0.0, 0.5)


@taking_fields_of(TournamentOptions)
def tournament(options: TournamentOptions) -> Tournament:
    """Play every two bots against each other on the same deals, in every seating.

    bots: names for `dominoes_rules.bots.bot`; a bot of your own runs in its own process.
    rules: a ruleset, or the name of a bundled variant.
    deals: the number of deals, each the first of a match; deal n of a seed is always the same.
    matches: in place of deals, the number of whole matches. In every seating of match n of a seed,
        the packs are the same; who opens and the score follow from what was played.
    jobs, cluster: the number of processes, or a Dask scheduler; the results are the same.
    out, resume: a file that stores every deal after it is played; `resume` continues from one.
    sprt: two bounds in points a deal, or True for 0 and 0.5: stop once it is clear, with an error
        rate of 5 %, which of them is the lead of the first bot; never before 200 deals.
    streams: `common` random numbers for each place, or `independent` ones for each game.
    native: whether bots may sample worlds in machine code; the games are the same.
    time: the seconds that a program may take for a move.
    rounds_a_match: this many deals in a row are a match between the same bots in the same seats.
        In it, a bot with a model of choices learns how the others play.
    types: whether bots learn that.
    progress: called from time to time with the results so far. `KeyboardInterrupt` ends the
        tournament with these results; before the second deal, it is raised.

    Raises `ArgumentError`, `ParameterError`, `UnfitModel`, `WorkersError` and `ClusterError`.

    >>> found = tournament(["lowest", "heaviest"], deals=20, seed=1)
    >>> found.pairs[0].first, len(found.deals)
    ('lowest', 20)
    """
    _check(options)
    bounds = _bounds(options)
    contest = contest_of(options)
    path = options.resume if options.out is None else options.out
    file = None if path is None else ResultsFile(path, resume=options.resume is not None)
    try:
        return _Tournament(contest, file, options, bounds).result()
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise ArgumentError(f"{path} can't hold results: {error}") from None
    finally:
        if file is not None:
            file.close()


__test__ = {"tournament": tournament}
"""Its example is run, which `doctest` else leaves to the module of the decorator."""


def _check(options: TournamentOptions) -> None:
    """Raise `TypeError` or `ArgumentError` for what no tournament can be played with."""
    bots, rules, time = options.bots, options.rules, options.time
    if not isinstance(rules, str | Ruleset):
        raise TypeError(f"tournament plays a Ruleset or a variant's name, not {rules!r}")
    expect_type("bots", bots, Sequence, "a list such as ['lowest', 'essay']")
    expect_type("out", options.out, str | Path | None, "the path of a file")
    expect_type("resume", options.resume, str | Path | None, "the path of a file")
    expect_type("cluster", options.cluster, str | None, "the address of a scheduler")
    expect_type("time", time, int | float, "a number of seconds")
    if not time > 0:
        raise ArgumentError(f"time={time}: a program needs more than 0 seconds for a move")
    if isinstance(bots, str) or len(bots) < 2:
        raise ArgumentError("a tournament needs at least two bots, such as ['lowest', 'essay']")
    why_deals = "how many deals to play must be an integer of at least 1"
    expect_integer("deals", options.deals, 1, why_deals)
    expect_integer("rounds_a_match", options.rounds_a_match, 1, "a match has at least 1 round")
    expect_type("types", options.types, bool, "True or False")
    if options.matches is not None:
        expect_integer("matches", options.matches, 1, "how many to play must be at least 1")
        _check_matches(options)
    why_jobs = "it must be an integer of at least 1, the number of processes"
    expect_integer("jobs", options.jobs, 1, why_jobs)
    expect_seed(options.seed)
    if options.streams not in {"common", "independent"}:
        raise ArgumentError(f"streams={options.streams!r}: write 'common' or 'independent'")
    if options.out is not None and options.resume is not None:
        raise ArgumentError("give either out, a new file, or resume, a file to continue")


def _check_matches(options: TournamentOptions) -> None:
    """Raise `ArgumentError` for options that whole matches have no use for."""
    if options.rounds_a_match > 1:
        raise ArgumentError(
            f"rounds_a_match={options.rounds_a_match}: the rules end a whole match; leave out "
            "--rounds-a-match, or play --deals"
        )
    if options.sprt:
        raise ArgumentError(
            "a sequential test is of points a deal, but whole matches are won or lost; leave out "
            "--sprt, or play --deals"
        )


def _bounds(options: TournamentOptions) -> tuple[float, float] | None:
    """The bounds of the sequential test, if there is one. Raises like `_check`."""
    sprt = options.sprt
    bounds = BOUNDS if sprt is True else sprt or None
    if bounds is None:
        return None
    pair = isinstance(bounds, tuple | list) and len(bounds) == 2
    if not (pair and all(isinstance(bound, int | float) for bound in bounds)):
        raise TypeError(f"sprt must be True or two bounds such as (0, 0.5), not {sprt!r}")
    if len(options.bots) != 2 or not bounds[0] < bounds[1]:
        raise ArgumentError("a sequential test needs two bots, and a lower bound below the upper")
    return bounds


def contest_of(options: TournamentOptions) -> Contest:
    """A contest between bots by name.

    Raises `ArgumentError`, `ParameterError`, `UnfitModel`, and `RulesError` for an unknown variant.
    """
    rules, seconds = options.rules, options.time
    ruleset = library.variant(rules) if isinstance(rules, str) else rules
    setup = library.compiled(ruleset, options.seats, options.parameters).setup
    names, models = [], []
    for each in options.bots:
        player = bot(str(each), rated=True, time=seconds)
        player.close()
        names.append(player.name)
        models += [(player.name, *model) for model in models_of(player, setup)]
    return Contest(
        tuple(names),
        ruleset,
        setup.seats,
        setup.parameters,
        options.seed,
        options.streams == "independent",
        seconds,
        tuple(models),
        options.rounds_a_match,
        options.types,
        options.matches is not None,
    )


class _Tournament:
    """A tournament under way."""

    def __init__(
        self,
        contest: Contest,
        file: ResultsFile | None,
        options: TournamentOptions,
        bounds: tuple[float, float] | None,
    ) -> None:
        self.contest = contest
        self.file = file
        self.options = options
        self.bounds = bounds
        self._deals: list[Played] = []
        self.leads: list[float] = []
        self.verdict: Verdict | None = None

    def result(self) -> Tournament:
        options, interrupted = self.options, False
        known: dict[int, Played] = {}
        if self.file is not None:
            self.file.begin(self.contest)
            known = {deal.number: deal for deal in self.file.played(self.contest)}
        numbers = range(options.deals if options.matches is None else options.matches)
        missing = [number for number in numbers if number not in known]
        playing = played(
            self.contest,
            missing,
            jobs=options.jobs,
            cluster=options.cluster,
            native=options.native,
        )
        try:
            for number in numbers:
                deal = known.get(number)
                if deal is None:
                    deal = next(playing)
                    if self.file is not None:
                        self.file.add(self.contest, deal)
                if self._ends_after(deal):
                    break
        except KeyboardInterrupt:
            if len(self._deals) < 2:
                raise
            interrupted = True
        finally:
            playing.close()
        return self._tournament(interrupted=interrupted)

    def _ends_after(self, deal: Played) -> bool:
        """Count a deal; whether that decides the sequential test."""
        self._deals.append(deal)
        progress = self.options.progress
        if progress is not None and len(self._deals) > 1:
            progress(self._tournament())
        if self.bounds is None:
            return False
        self.leads.append(fmean(games_of(self.contest, deal, 0)))
        if len(self._deals) % BATCH == 0:
            self.verdict = sequential(self.leads, *self.bounds)
            return self.verdict.accepted is not None
        return False

    def _tournament(self, *, interrupted: bool = False) -> Tournament:
        if self.bounds is not None and self.verdict is None:
            self.verdict = sequential(self.leads, *self.bounds)
        return Tournament(self.contest, self._deals, self.verdict, interrupted=interrupted)
