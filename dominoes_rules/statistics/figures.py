"""Figures of a game, each with its error, from the rounds and matches that were watched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil, floor, fsum, sqrt

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.state import NOBODY, Over
from dominoes_rules.speech.speech import marked
from dominoes_rules.statistics.observed_play import (
    Observed,
    ObservedMatch,
    SeenEnd,
    WatchedRound,
)
from dominoes_solver.means import Mean

CLEAR = 3.0
"""Errors beyond which a difference is marked."""


@dataclass(frozen=True)
class GameFigure:
    """A mean or a share over rounds or matches."""

    key: str
    words: str
    """What it is, as a table of figures names it."""
    mean: Mean
    share: bool = False
    """Whether it is a part of something, from 0 to 1."""
    each: Sequence[float] = field(default=(), repr=False, compare=False)
    """What each round or match adds to it, so that two games can be compared deal by deal."""

    def minus(self, second: GameFigure) -> Mean:
        """By how much this exceeds the same of another game, on the same deals."""
        pairs = zip(self.each, second.each, strict=False)
        se = mean_of([mine - theirs for mine, theirs in pairs]).se
        return Mean(self.mean.mean - second.mean.mean, se)

    def is_clear_from(self, second: GameFigure) -> bool:
        """Whether they differ by more than chance explains."""
        lead = self.minus(second)
        return lead.se is not None and abs(lead.mean) > CLEAR * lead.se + 1e-12


@dataclass(frozen=True)
class Spread:
    """Where most of some whole numbers are."""

    key: str
    words: str
    tenth: int
    median: int
    error: float
    """Of the median."""
    ninetieth: int
    most: int


def mean_of(values: Sequence[float]) -> Mean:
    """The mean of independent numbers, for many of them."""
    count = len(values)
    if count < 2:
        return Mean(values[0] if values else 0.0, None)
    mean = fsum(values) / count
    return Mean(mean, sqrt(fsum((value - mean) ** 2 for value in values) / (count - 1) / count))


def mean(key: str, words: str, values: Sequence[float], *, share: bool = False) -> GameFigure:
    """A mean over independent rounds or matches."""
    return GameFigure(key, words, mean_of(values), share, values)


def ratio(
    key: str, words: str, parts: Sequence[float], wholes: Sequence[float], *, share: bool = True
) -> GameFigure:
    """The sum of parts over that of wholes; 0 where there is no whole.

    Its error is that of a ratio of means: of each round counts how far its part is from the share.
    """
    whole = fsum(wholes)
    if not whole:
        return GameFigure(key, words, Mean(0.0, None), share)
    value, scale = fsum(parts) / whole, len(wholes) / whole
    pairs = zip(parts, wholes, strict=True)
    each = [value + scale * (part - value * of) for part, of in pairs]
    return GameFigure(key, words, Mean(value, mean_of(each).se), share, each)


def spread(key: str, words: str, values: Sequence[int]) -> Spread:
    """The quantiles of some numbers, and the error of the median, from the numbers around it."""
    ordered, count = sorted(values), len(values)
    if not ordered:
        return Spread(key, words, 0, 0, 0.0, 0, 0)

    def at(rank: float) -> int:
        return ordered[min(count - 1, max(0, floor(rank)))]

    half, beside = count / 2, sqrt(count) / 2
    error = (ordered[min(count - 1, ceil(half + beside))] - at(half - beside)) / 2
    return Spread(key, words, at(count / 10), at(half), error, at(count * 9 / 10), ordered[-1])


# ------------------------------------------------------------------ of rounds


def of_rounds(setup: Setup, observed: Observed) -> Iterator[GameFigure | Spread]:
    """How long rounds are, how they end, and how much is chosen in them."""
    ends, rounds = observed.endings, observed.rounds
    yield mean("actions", marked("actions a round"), [end.actions for end in ends])
    yield spread("actions spread", "actions", [end.actions for end in ends])
    yield mean("turns", marked("turns a round"), [played.turns for played in rounds])
    yield mean("passes", marked("passes a round"), [played.passes for played in rounds])
    yield _share("blocked", marked("rounds blocked"), [end.over == Over.BLOCKED for end in ends])
    yield _share("nobody", marked("rounds won by nobody"), [end.winner == NOBODY for end in ends])
    if setup.match.checked:
        yield _share(
            "cut", marked("rounds cut short at the target"), [end.over == Over.CUT for end in ends]
        )
    actions = [played.end.actions for played in rounds]
    decisions = [played.decisions for played in rounds]
    yield ratio("decisions", marked("actions with a choice"), decisions, actions)
    moves = [played.moves for played in rounds]
    yield ratio("moves", marked("moves to choose from"), moves, actions, share=False)


def of_opener(setup: Setup, ends: Sequence[SeenEnd]) -> Iterator[GameFigure]:
    """What it is worth to open."""
    won = [end.winner == setup.side_of[end.opener] for end in ends]
    decided = [end.winner != NOBODY for end in ends]
    yield ratio("opener wins", marked("rounds won by the opener's side"), won, decided)
    gains = [_lead(setup, end, setup.side_of[end.opener]) for end in ends]
    yield mean("opener gains", marked("points that the opener's side gains"), gains)


def of_seats(setup: Setup, ends: Sequence[SeenEnd]) -> Iterator[GameFigure]:
    """The same for each side in the order of play, where there are more than two."""
    if setup.sides < 3:
        return
    decided = [end.winner != NOBODY for end in ends]
    for place in range(setup.sides):
        sides = [(setup.side_of[end.opener] + place) % setup.sides for end in ends]
        pairs = list(zip(ends, sides, strict=True))
        won = [end.winner == side for end, side in pairs]
        name = f"seat {place + 1}"
        yield ratio(f"{name} wins", f"rounds won by {_PLACES[place]}", won, decided)
        gains = [_lead(setup, end, side) for end, side in pairs]
        yield mean(f"{name} gains", f"points that {_PLACES[place]} gains", gains)


_PLACES = ["the opener", *(f"the player in seat {number}" for number in range(2, 21))]


def of_points(setup: Setup, observed: Observed) -> Iterator[GameFigure | Spread]:
    """What a round pays to all sides together."""
    if not setup.scored:
        return
    paid = [sum(map(abs, end.points)) for end in observed.endings]
    yield mean("points", marked("points a round, all sides together"), paid)
    yield spread("points spread", "points", paid)


def of_awards(setup: Setup, rounds: Sequence[WatchedRound]) -> Iterator[GameFigure]:
    """For each award its share of all points, and how often a round pays it."""
    whole = [sum(played.paid.values()) for played in rounds]
    for award in (*setup.in_play, *setup.awards):
        points = [played.paid.get(award.name, 0) for played in rounds]
        share = f"award {award.name} share"
        yield ratio(share, f"points from {award.name}", points, whole)
        paid = [award.name in played.paid for played in rounds]
        yield _share(f"award {award.name} paid", f"rounds that pay {award.name}", paid)


def _lead(setup: Setup, end: SeenEnd, side: int) -> float:
    """The points by which a side is ahead of the mean of the others."""
    own = end.points[side]
    return setup.sign * (own - (sum(end.points) - own) / (setup.sides - 1))


def _share(key: str, words: str, holds: Sequence[bool]) -> GameFigure:
    return mean(key, words, [float(one) for one in holds], share=True)


# ------------------------------------------------------------------ of matches


def of_matches(matches: Sequence[ObservedMatch]) -> Iterator[GameFigure | Spread]:
    """How long matches are, and how open."""
    if not matches:
        return
    yield mean("match rounds", "rounds a match", [match.rounds for match in matches])
    yield spread("match rounds spread", "rounds", [match.rounds for match in matches])
    yield mean("lead changes", "changes of the lead", [match.lead_changes for match in matches])
    won = [match.won for match in matches]
    yield ratio(
        "match opener wins",
        "matches won by the first opener's side",
        [match.opener_won for match in matches],
        won,
    )
    behind = [match.from_behind for match in matches]
    yield ratio("from behind", "matches won from behind at half", behind, won)
