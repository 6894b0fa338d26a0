"""The results of a tournament, and the function that plays one."""

from __future__ import annotations

import math
import sqlite3
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import fmean, variance
from typing import Any

from dominoes_lang.setup.binding import Value
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text.root_exception import (
    ArgumentError,
    expect_integer,
    expect_seed,
    expect_type,
)
from dominoes_rules import library
from dominoes_rules.bots import NamedBot
from dominoes_rules.tournaments.contest import Contest, Played, contest_of
from dominoes_rules.tournaments.contest_table import STEPS_OF_A_CLOCK
from dominoes_rules.tournaments.pair_statistics import (
    Estimate,
    Verdict,
    ratings,
    sequential,
)
from dominoes_rules.tournaments.results_file import ResultsFile
from dominoes_rules.tournaments.running import played

BATCH = 50
"""A sequential test is looked at after so many deals, so that processes do not change its end."""
DEALS = 1000
BOUNDS = (0.0, 0.5)


@dataclass(frozen=True, repr=False)
class Pair:
    """Two bots, from the point of view of the first: a number for each deal.

    A number is what the first got more than the second, the mean over all seatings of the deal, in
    points, or in rounds won where the match counts wins.
    """

    first: str
    second: str
    differences: tuple[float, ...]
    games: tuple[tuple[float, ...], ...]
    """For each deal the same of every game."""

    def __repr__(self) -> str:
        deals = f"{len(self.differences):,} deals"
        return f"<Pair of {self.first} and {self.second}, {deals}: {mean_text(self.points)}>"

    @cached_property
    def points(self) -> Estimate:
        """Points a deal."""
        return Estimate.of(self.differences)

    @property
    def won(self) -> int:
        """In how many deals the first got more than the second."""
        return sum(1 for one in self.differences if one > 0)

    @property
    def tied(self) -> int:
        return sum(1 for one in self.differences if one == 0)

    @property
    def lost(self) -> int:
        return len(self.differences) - self.won - self.tied

    @cached_property
    def variance_ratio(self) -> float | None:
        """The variance of a deal's number over that of as many games on deals of their own."""
        games = [one for row in self.games for one in row]
        if len(self.games) < 2 or not variance(games):
            return None
        return variance(self.differences) * len(self.games[0]) / variance(games)

    def as_json(self) -> dict[str, object]:
        interval = self.points.interval
        return {
            "bots": [self.first, self.second],
            "points": self.points.mean,
            "se": self.points.se,
            "interval": None if interval is None else list(interval),
            "superiority": self.points.superiority,
            "won": self.won,
            "tied": self.tied,
            "lost": self.lost,
            "variance_ratio": self.variance_ratio,
        }


class Tournament:
    """The results of bots against each other on duplicate deals.

    `pairs` has a result for every two bots, in the order given. `standings` has the bots with their
    points a deal against all others, best first.
    """

    def __init__(
        self,
        contest: Contest,
        deals: Sequence[Played],
        verdict: Verdict | None = None,
        *,
        interrupted: bool = False,
    ) -> None:
        self.contest = contest
        self.deals = tuple(deals)
        self.verdict = verdict
        self.interrupted = interrupted

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tournament):
            return NotImplemented
        return self._parts == other._parts

    def __hash__(self) -> int:
        return hash(self._parts)

    @property
    def _parts(self) -> tuple[object, ...]:
        return self.contest, self.deals, self.verdict, self.interrupted

    def __repr__(self) -> str:
        found = ", ".join(f"{name} {mean_text(points)}" for name, points in self.standings)
        return f"<Tournament of {len(self.deals):,} deals: {found}>"

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """The result of every two bots."""
        names, found = self.contest.bots, []
        for place, (first, second) in enumerate(self.contest.pairs):
            games = tuple(games_of(self.contest, deal, place) for deal in self.deals)
            found.append(Pair(names[first], names[second], tuple(map(fmean, games)), games))
        return tuple(found)

    @cached_property
    def standings(self) -> tuple[tuple[str, Estimate], ...]:
        """Every bot with its points a deal, the mean over its opponents; best first."""
        found = []
        for number, name in enumerate(self.contest.bots):
            rows = []
            for pair, members in zip(self.pairs, self.contest.pairs, strict=True):
                if number in members:
                    sign = 1 if members[0] == number else -1
                    rows.append([sign * one for one in pair.differences])
            found.append((name, Estimate.of([fmean(row) for row in zip(*rows, strict=True)])))
        return tuple(sorted(found, key=lambda row: -row[1].mean))

    @cached_property
    def ratings(self) -> dict[str, Estimate]:
        """Bradley-Terry ratings, as logarithms, with errors from a bootstrap over deals."""
        if not self.deals:
            return {}
        found = ratings([pair.differences for pair in self.pairs], self.contest.pairs)
        return dict(zip(self.contest.bots, found, strict=True))

    @cached_property
    def first_seat(self) -> Estimate:
        """The lead of the opening side in points, whichever bot played it."""
        sides, numbers = self.contest.compiled.setup.sides, []
        for deal in self.deals:
            opener = tuple(int(side != deal.opener) for side in range(sides))
            games = [payoff for games in deal.payoffs for payoff in games]
            numbers.append(fmean(self.contest.difference(opener, payoff) for payoff in games))
        return Estimate.of(numbers)

    @property
    def replaced(self) -> dict[str, int]:
        """For each bot, the number of its moves that the first legal move replaced."""
        rows = [deal.replaced for deal in self.deals]
        names = enumerate(self.contest.bots)
        return {name: sum(row[number] for row in rows) for number, name in names}

    def seconds(self, number: int) -> tuple[float, float] | None:
        """The mean and the 99th percentile of a bot's time for a decision, within 7 %.

        None for a bot that takes microseconds, whose decisions are not measured.
        """
        clock = Counter[int]()
        for deal in self.deals:
            clock.update(deal.clocks[number])
        total = clock.total()
        if not total:
            return None
        mean = sum(math.exp(k / STEPS_OF_A_CLOCK) * times for k, times in clock.items()) / total
        left = total - math.ceil(total * 0.99)
        for k in sorted(clock, reverse=True):
            if left < clock[k]:
                break
            left -= clock[k]
        return mean, math.exp(k / STEPS_OF_A_CLOCK)

    def as_json(self) -> dict[str, object]:
        """The tournament as plain values; only `seconds` depends on the machine."""
        times = [self.seconds(number) for number in range(len(self.contest.bots))]
        replaced, rated = self.replaced, self.ratings
        standings = [
            {
                "bot": name,
                "points": points.mean,
                "se": points.se,
                "rating": rated[name].mean if name in rated else None,
                "rating_se": rated[name].se if name in rated else None,
                "replaced": replaced[name],
            }
            for name, points in self.standings
        ]
        found: dict[str, Any] = {
            **self.contest.description,
            "deals": len(self.deals),
            "standings": standings,
            "pairs": [pair.as_json() for pair in self.pairs],
            "first_seat": {"points": self.first_seat.mean, "se": self.first_seat.se},
            "seconds": {
                name: None if time is None else {"mean": time[0], "p99": time[1]}
                for name, time in zip(self.contest.bots, times, strict=True)
            },
        }
        if self.interrupted:
            found["interrupted"] = True
        if self.verdict is not None:
            test = self.verdict
            found["sprt"] = {
                "low": test.low,
                "high": test.high,
                "log_likelihood_ratio": test.ratio,
                "accepted": test.accepted,
            }
        return found


def mean_text(value: Estimate) -> str:
    """A mean with its error, and its sign."""
    error = "" if value.se is None else f" ± {value.se:.2f}"
    return f"{value.mean:+.2f}{error}"


def games_of(contest: Contest, deal: Played, pair: int) -> tuple[float, ...]:
    """What the first bot of a pair got more than the second, in every game of a deal."""
    return tuple(
        contest.difference(line_up, payoff)
        for line_up, payoff in zip(contest.line_ups, deal.payoffs[pair], strict=True)
    )


def tournament(
    bots: Sequence[str | NamedBot],
    rules: Ruleset | str = "block",
    *,
    deals: int = DEALS,
    seats: int | None = None,
    parameters: Mapping[str, Value] | None = None,
    seed: int = 0,
    jobs: int = 1,
    cluster: str | None = None,
    out: str | Path | None = None,
    resume: str | Path | None = None,
    sprt: tuple[float, float] | bool = False,
    streams: str = "common",
    native: bool = True,
    time: float = 10.0,
    progress: Callable[[Tournament], None] | None = None,
) -> Tournament:
    """Play every two bots against each other on the same deals, in every seating.

    bots: names for `dominoes_rules.bots.bot`; a bot of your own runs in its own process.
    rules: a ruleset, or the name of a bundled variant. Only first rounds of a match are played.
    deals: the number of deals; deal n of a seed is always the same.
    jobs, cluster: the number of processes, or a Dask scheduler; the results are the same.
    out, resume: a file that stores every deal after it is played; `resume` continues from one.
    sprt: two bounds in points a deal, or True for 0 and 0.5: stop once it is clear, with an error
        rate of 5 %, which of them is the lead of the first bot; never before 200 deals.
    streams: `common` random numbers for each place, or `independent` ones for each game.
    native: whether bots may sample worlds in machine code; the games are the same.
    time: the seconds that a program may take for a move.
    progress: called from time to time with the results so far. `KeyboardInterrupt` ends the
        tournament with these results; before the second deal, it is raised.

    Raises `ArgumentError`, `ParameterError`, `UnfitModel`, `WorkersError` and `ClusterError`.

    >>> found = tournament(["lowest", "heaviest"], deals=20, seed=1)
    >>> found.pairs[0].first, len(found.deals)
    ('lowest', 20)
    """
    ruleset = library.variant(rules) if isinstance(rules, str) else rules
    if not isinstance(ruleset, Ruleset):
        raise TypeError(f"tournament plays a Ruleset or a variant's name, not {rules!r}")
    expect_type("bots", bots, Sequence, "a list such as ['lowest', 'essay']")
    expect_type("out", out, str | Path | None, "the path of a file")
    expect_type("resume", resume, str | Path | None, "the path of a file")
    expect_type("cluster", cluster, str | None, "the address of a scheduler")
    expect_type("time", time, int | float, "a number of seconds")
    if not time > 0:
        raise ArgumentError(f"time={time}: a program needs more than 0 seconds for a move")
    if isinstance(bots, str) or len(bots) < 2:
        raise ArgumentError("a tournament needs at least two bots, such as ['lowest', 'essay']")
    expect_integer("deals", deals, 1, "how many deals to play must be an integer of at least 1")
    expect_integer("jobs", jobs, 1, "it must be an integer of at least 1, the number of processes")
    expect_seed(seed)
    if streams not in {"common", "independent"}:
        raise ArgumentError(f"streams={streams!r}: write 'common' or 'independent'")
    bounds = BOUNDS if sprt is True else sprt or None
    pair = isinstance(bounds, tuple | list) and len(bounds) == 2
    if bounds is not None and not (pair and all(isinstance(one, int | float) for one in bounds)):
        raise TypeError(f"sprt must be True or two bounds such as (0, 0.5), not {sprt!r}")
    if bounds is not None and (len(bots) != 2 or not bounds[0] < bounds[1]):
        raise ArgumentError("a sequential test needs two bots, and a lower bound below the upper")
    if out is not None and resume is not None:
        raise ArgumentError("give either out, a new file, or resume, a file to continue")
    contest = contest_of(
        bots,
        ruleset,
        seats=seats,
        parameters=parameters,
        seed=seed,
        independent=streams == "independent",
        seconds=time,
    )
    path = resume if out is None else out
    file = None if path is None else ResultsFile(path, resume=resume is not None)
    try:
        run = _Tournament(contest, file, deals, bounds, progress)
        return run.result(jobs, cluster, native=native)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise ArgumentError(f"{path} can't hold results: {error}") from None
    finally:
        if file is not None:
            file.close()


class _Tournament:
    """A tournament under way."""

    def __init__(
        self,
        contest: Contest,
        file: ResultsFile | None,
        deals: int,
        bounds: tuple[float, float] | None,
        progress: Callable[[Tournament], None] | None,
    ) -> None:
        self.contest = contest
        self.file = file
        self.asked = deals
        self.bounds = bounds
        self.progress = progress
        self.found: list[Played] = []
        self.leads: list[float] = []
        self.verdict: Verdict | None = None

    def result(self, jobs: int, cluster: str | None, *, native: bool) -> Tournament:
        interrupted = False
        known: dict[int, Played] = {}
        if self.file is not None:
            self.file.begin(self.contest)
            known = {deal.number: deal for deal in self.file.played(self.contest)}
        missing = [number for number in range(self.asked) if number not in known]
        playing = played(self.contest, missing, jobs=jobs, cluster=cluster, native=native)
        try:
            for number in range(self.asked):
                deal = known.get(number)
                if deal is None:
                    deal = next(playing)
                    if self.file is not None:
                        self.file.add(self.contest, deal)
                if self._ends_after(deal):
                    break
        except KeyboardInterrupt:
            if len(self.found) < 2:
                raise
            interrupted = True
        finally:
            playing.close()
        return self._tournament(interrupted=interrupted)

    def _ends_after(self, deal: Played) -> bool:
        """Count a deal; whether that decides the sequential test."""
        self.found.append(deal)
        if self.progress is not None and len(self.found) > 1:
            self.progress(self._tournament())
        if self.bounds is None:
            return False
        self.leads.append(fmean(games_of(self.contest, deal, 0)))
        if len(self.found) % BATCH == 0:
            self.verdict = sequential(self.leads, *self.bounds)
            return self.verdict.accepted is not None
        return False

    def _tournament(self, *, interrupted: bool = False) -> Tournament:
        if self.bounds is not None and self.verdict is None:
            self.verdict = sequential(self.leads, *self.bounds)
        return Tournament(self.contest, self.found, self.verdict, interrupted=interrupted)
