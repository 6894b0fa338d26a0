"""What the matches of an evening are worth, and the order of the players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from dominoes_rules.play.matches import Match

WIN, DRAW, LOSS = 2, 1, 0
"""Match points."""


@dataclass(frozen=True)
class PlayerResult:
    """What one player got out of one match."""

    player: int
    side: int
    points: int
    """The points, or rounds won, of the side."""
    match_points: int
    difference: int
    """How far the side is ahead of the best other side."""


@dataclass(frozen=True)
class Rank:
    """A line of the standings."""

    place: int
    """From 1; the same for players who are level."""
    player: int
    matches: int
    match_points: int
    difference: int


def results_of(match: Match, players: Sequence[int]) -> list[PlayerResult]:
    """The result of each player, in order of seats.

    A match that has no winner yet counts as its score stands.
    """
    setup, scores = match.setup, [*(match.sets or match.scores).values()]
    sign = 1 if match.sets else setup.sign
    leads = [
        sign * points - max(sign * score for at, score in enumerate(scores) if at != side)
        for side, points in enumerate(scores)
    ]
    won = match.winner
    if won is None:
        won = tuple(name for name, lead in zip(setup.side_names, leads, strict=True) if lead >= 0)
    results = []
    for player, side in zip(players, setup.side_of, strict=True):
        is_won = setup.side_names[side] in won
        shared = len(won) != 1
        match_points = LOSS if won and not is_won else DRAW if shared else WIN
        results.append(PlayerResult(player, side, scores[side], match_points, leads[side]))
    return results


def ranking(
    players: Iterable[int],
    tables: Sequence[Sequence[PlayerResult]],
    rests: Mapping[int, int],
) -> list[Rank]:
    """The players by match points, then difference of points, then the matches among the level.

    rests: how often each player has sat out, which counts as a win without points.
    """
    totals = {player: [0, WIN * rests.get(player, 0), 0] for player in players}
    for table in tables:
        for result in table:
            row = totals[result.player]
            row[0] += 1
            row[1] += result.match_points
            row[2] += result.difference

    def standing(player: int) -> tuple[int, ...]:
        return -totals[player][1], -totals[player][2]

    ranks: list[Rank] = []
    for _, group in groupby(sorted(totals, key=standing), standing):
        level = [*group]
        among = _among(level, tables)
        level.sort(key=among.__getitem__, reverse=True)
        for _, same in groupby(level, among.__getitem__):
            rank = len(ranks) + 1
            ranks += [Rank(rank, player, *totals[player]) for player in same]
    return ranks


def _among(level: Sequence[int], tables: Sequence[Sequence[PlayerResult]]) -> Mapping[int, int]:
    """The match points that level players have won from one another."""
    points_won = dict.fromkeys(level, 0)
    for table in tables:
        there = [result for result in table if result.player in points_won]
        if len({result.side for result in there}) > 1:
            for result in there:
                points_won[result.player] += result.match_points
    return points_won
