"""The results of a tournament, and every statistic that reports show of them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean

from dominoes_rules.tournaments.contest import STEPS_OF_A_CLOCK, Contest, Played, share_won
from dominoes_rules.tournaments.pair_results import (
    MatchPoints,
    Pair,
    interval_text,
    mean_text,
    points_a_deal,
    share_interval_text,
    share_json,
    share_of,
    share_text,
)
from dominoes_rules.tournaments.pair_statistics import Verdict, ratings
from dominoes_solver.means import Mean

LEARNT = 3
"""The round of a match from which bots know the others, in reports."""


class Tournament:
    """The results of bots against each other on duplicate deals.

    `pairs` has a result for every two bots, in the order given. `standings` has the bots with their
    points a deal against all others, best first; of whole matches, with the share that they won.
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
        text = share_text if self.contest.matches else mean_text
        standings = ", ".join(f"{name} {text(mean)}" for name, mean in self.standings)
        return f"<Tournament of {self.contest.amount(len(self.deals))}: {standings}>"

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """The result of every two bots."""
        names, pairs = self.contest.bots, []
        for number, (first, second) in enumerate(self.contest.pairs):
            games = tuple(games_of(self.contest, deal, number) for deal in self.deals)
            points = None
            if self.contest.matches:
                points = tuple(match_points(self.contest, deal, number) for deal in self.deals)
            means = tuple(map(fmean, games))
            pairs.append(Pair(names[first], names[second], means, games, points))
        return tuple(pairs)

    @cached_property
    def standings(self) -> tuple[tuple[str, Mean], ...]:
        """Every bot with its points a deal, the mean over its opponents; best first.

        Of whole matches, with the share of them that it won.
        """
        standings = []
        for name in self.contest.bots:
            rows = [
                [sign * difference for difference in pair.differences]
                for pair, sign in self._pairs_of(name)
            ]
            lead = Mean.of([fmean(row) for row in zip(*rows, strict=True)])
            standings.append((name, share_of(lead) if self.contest.matches else lead))
        return tuple(sorted(standings, key=lambda row: -row[1].mean))

    def points(self, name: str) -> Mean:
        """A bot's points a deal, the mean over its opponents."""
        if not self.contest.matches:
            return dict(self.standings)[name]
        rows = [
            [(sign * points, deals) for points, deals in pair.match_points or ()]
            for pair, sign in self._pairs_of(name)
        ]
        columns = (zip(*match, strict=True) for match in zip(*rows, strict=True))
        return points_a_deal([(sum(points), sum(deals)) for points, deals in columns])

    @property
    def rounds_a_match(self) -> float:
        """The deals of a whole match, on average."""
        numbers = [end[0] for deal in self.deals for ends in deal.endings for end in ends]
        return fmean(numbers) if numbers else 0.0

    @property
    def games_a_bot(self) -> int:
        """In how many games of deals or matches each bot played."""
        return len(self.deals) * len(self.contest.line_ups) * (len(self.contest.bots) - 1)

    def _pairs_of(self, name: str) -> Iterable[tuple[Pair, int]]:
        """The results of a bot, each with its sign: 1 where the bot is the first."""
        number = self.contest.bots.index(name)
        for pair, members in zip(self.pairs, self.contest.pairs, strict=True):
            if number in members:
                yield pair, 1 if members[0] == number else -1

    @cached_property
    def ratings(self) -> dict[str, Mean]:
        """Bradley-Terry ratings, as logarithms, with errors from a bootstrap over deals."""
        if not self.deals:
            return {}
        means = ratings([pair.differences for pair in self.pairs], self.contest.pairs)
        return dict(zip(self.contest.bots, means, strict=True))

    @cached_property
    def first_seat(self) -> Mean:
        """The lead of the opening side in points, whichever bot played it."""
        sides, numbers = self.contest.compiled.setup.sides, []
        for deal in self.deals:
            opener = tuple(int(side != deal.opener) for side in range(sides))
            games = [payoff for games in deal.payoffs for payoff in games]
            numbers.append(fmean(self.contest.difference(opener, payoff) for payoff in games))
        return Mean.of(numbers)

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
            clock.update(dict(deal.clocks[number]))
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
        values: dict[str, object] = {
            **self.contest.description,
            "matches" if self.contest.matches else "deals": len(self.deals),
            "standings": [
                {"bot": name}
                | {
                    key: part
                    for stat in STATISTICS
                    for key, part in stat.of_bot(self, name).items()
                }
                for name, _ in self.standings
            ],
            "pairs": [pair.as_json() for pair in self.pairs],
        }
        for stat in STATISTICS:
            values |= stat.of_all(self)
        if self.interrupted:
            values["interrupted"] = True
        return values


def games_of(contest: Contest, deal: Played, pair: int) -> tuple[float, ...]:
    """What the first bot of a pair got more than the second, in every game of a deal.

    Of a match it is 1 if the first won it, and -1 if the second did.
    """
    if contest.matches:
        lasts = zip(contest.line_ups, deal.endings[pair], strict=True)
        return tuple(2 * share_won(line_up, end[1:]) - 1 for line_up, end in lasts)
    return tuple(
        contest.difference(line_up, payoff)
        for line_up, payoff in zip(contest.line_ups, deal.payoffs[pair], strict=True)
    )


def match_points(contest: Contest, match: Played, pair: int) -> MatchPoints:
    """What the first bot of a pair got more than the second in a match, and its deals."""
    games = zip(contest.line_ups, match.payoffs[pair], strict=True)
    points = sum(contest.difference(line_up, payoff) for line_up, payoff in games)
    return points, sum(end[0] for end in match.endings[pair])


@dataclass(frozen=True)
class Statistic:
    """A number that reports show, in words and in JSON; what is left out shows nothing."""

    head: Callable[[Tournament], str] = lambda _: ""
    """The head of its column in the table of bots; a column without a head is not there."""
    width: int = 0
    cell: Callable[[Tournament, str], str] = lambda *_: ""
    """The number of a bot."""
    of_bot: Callable[[Tournament, str], dict[str, object]] = lambda *_: {}
    """Its members in a bot's object."""
    lines: Callable[[Tournament], Iterable[str]] = lambda _: ()
    """Sentences below the tables."""
    of_all: Callable[[Tournament], dict[str, object]] = lambda _: {}
    """Its members in the object of the tournament."""


def table_of_bots(results: Tournament) -> list[str]:
    """Every bot with its numbers, a line each, best first."""
    names = [name for name, _ in results.standings]
    columns = [(head, stat) for stat in STATISTICS if (head := stat.head(results))]
    width = max(map(len, names))
    lines = [f"{'bot':<{width}}" + "".join(f"  {head:>{stat.width}}" for head, stat in columns)]
    for name in names:
        cells = [f"  {stat.cell(results, name):>{stat.width}}" for _, stat in columns]
        lines.append(f"{name:<{width}}" + "".join(cells))
    return lines


def sentences(results: Tournament) -> list[str]:
    """The numbers of the whole tournament, and those of bots that are rarely other than 0."""
    return [line for stat in STATISTICS for line in stat.lines(results)]


def _time(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds / 1e-6:.0f} µs"


def _unit(results: Tournament) -> str:
    return "rounds won" if results.contest.compiled.setup.counts_wins else "points"


def _points_json(results: Tournament, name: str) -> dict[str, object]:
    points = results.points(name)
    return {"points": points.mean, "se": points.se}


def _won_json(results: Tournament, name: str) -> dict[str, object]:
    won = dict(results.standings)[name]
    return share_json(won, results.games_a_bot) if results.contest.matches else {}


def _rounds_lines(results: Tournament) -> Iterable[str]:
    if results.contest.matches:
        yield f"a match takes {results.rounds_a_match:.1f} deals on average"


def _rounds_json(results: Tournament) -> dict[str, object]:
    return {"rounds": results.rounds_a_match} if results.contest.matches else {}


def _rating_json(results: Tournament, name: str) -> dict[str, object]:
    rating = results.ratings.get(name)
    return {
        "rating": None if rating is None else rating.mean,
        "rating_se": None if rating is None else rating.se,
    }


def _decision(results: Tournament, name: str) -> str:
    time = results.seconds(results.contest.bots.index(name))
    return "not timed" if time is None else f"{_time(time[0])}, 99 % {_time(time[1])}"


def _seconds_json(results: Tournament) -> dict[str, object]:
    times = {name: results.seconds(number) for number, name in enumerate(results.contest.bots)}
    return {
        "seconds": {
            name: None if time is None else {"mean": time[0], "p99": time[1]}
            for name, time in times.items()
        }
    }


def _replaced_lines(results: Tournament) -> Iterable[str]:
    for name, number in results.replaced.items():
        if number:
            yield f"{name}: {number:,} of its moves were replaced by the first legal one"


def _first_seat_lines(results: Tournament) -> Iterable[str]:
    if not results.contest.matches:  # in which each deal has an opener of its own
        yield f"the opener's side gets {mean_text(results.first_seat)} more than the others"


def _first_seat_json(results: Tournament) -> dict[str, object]:
    if results.contest.matches:
        return {}
    return {"first_seat": {"points": results.first_seat.mean, "se": results.first_seat.se}}


def _verdict_lines(results: Tournament) -> Iterable[str]:
    test = results.verdict
    if test is not None:
        said = "undecided" if test.accepted is None else f"accepted: {test.accepted:g}"
        yield (
            f"sequential test of {test.low:g} against {test.high:g} points: {said} "
            f"(log-likelihood ratio {test.ratio:+.2f})"
        )


def _verdict_json(results: Tournament) -> dict[str, object]:
    test = results.verdict
    if test is None:
        return {}
    return {
        "sprt": {
            "low": test.low,
            "high": test.high,
            "log_likelihood_ratio": test.ratio,
            "accepted": test.accepted,
        }
    }


def _later(results: Tournament, pair: Pair) -> tuple[Mean, Mean]:
    """Points a deal in the first rounds of matches, and in those from `LEARNT` on."""
    length = results.contest.rounds_a_match
    rows: tuple[list[float], list[float]] = [], []
    for deal, difference in zip(results.deals, pair.differences, strict=True):
        rows[deal.number % length + 1 >= LEARNT].append(difference)
    return Mean.of(rows[0]), Mean.of(rows[1])


def _has_later(results: Tournament) -> bool:
    length = results.contest.rounds_a_match
    return length >= LEARNT and any(deal.number % length + 1 >= LEARNT for deal in results.deals)


def _later_lines(results: Tournament) -> Iterable[str]:
    for pair in results.pairs if _has_later(results) else ():
        first, later = map(mean_text, _later(results, pair))
        yield (
            f"{pair.first} against {pair.second}: {first} in rounds 1 and 2 of a match, "
            f"{later} from round {LEARNT} on"
        )


def _later_json(results: Tournament) -> dict[str, object]:
    if not _has_later(results):
        return {}
    rows = []
    for pair in results.pairs:
        first, later = ({"points": mean.mean, "se": mean.se} for mean in _later(results, pair))
        rows.append({"bots": [pair.first, pair.second], "first": first, "later": later})
    return {"by_rounds": rows}


STATISTICS = (
    Statistic(
        head=lambda results: "matches won" if results.contest.matches else "",
        width=16,
        cell=lambda results, name: share_text(dict(results.standings)[name]),
        of_bot=_won_json,
        lines=_rounds_lines,
        of_all=_rounds_json,
    ),
    Statistic(
        head=lambda results: "95 % interval" if results.contest.matches else "",
        width=16,
        cell=lambda results, name: share_interval_text(
            dict(results.standings)[name], results.games_a_bot
        ),
    ),
    Statistic(
        head=lambda results: f"{_unit(results)} a deal",
        width=18,
        cell=lambda results, name: mean_text(results.points(name)),
        of_bot=_points_json,
    ),
    Statistic(
        head=lambda _: "95 % interval",
        width=18,
        cell=lambda results, name: interval_text(results.points(name)),
    ),
    Statistic(
        lines=_first_seat_lines,
        of_all=_first_seat_json,
    ),
    Statistic(head=lambda _: "a decision", width=20, cell=_decision, of_all=_seconds_json),
    Statistic(
        head=lambda results: "rating" if len(results.contest.bots) > 2 else "",
        width=16,
        cell=lambda results, name: mean_text(results.ratings[name]),
        of_bot=_rating_json,
    ),
    Statistic(lines=_later_lines, of_all=_later_json),
    Statistic(lines=_verdict_lines, of_all=_verdict_json),
    Statistic(
        lines=_replaced_lines, of_bot=lambda results, name: {"replaced": results.replaced[name]}
    ),
)
"""Every statistic, in the order of reports: its column, its sentences and its JSON."""
