"""The series of rounds: the total of each side, and when it is over."""

from __future__ import annotations

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax.nodes import Series
from dominoes_lang.table.state import NOBODY

COUNTED_IN_WINS = frozenset({Series.ROUNDS_MOST_WINS, Series.FIRST_TO_WINS, Series.WINS_IN_A_ROW})


def totals(
    setup: Setup, before: tuple[int, ...], winner: int, points: tuple[int, ...]
) -> tuple[int, ...]:
    """The total of each side in the match after a finished round: points or wins.

    `before` holds the totals before it (empty for none), `winner` the side that won the round, or
    -1, and `points` the awards of the round by side.
    """
    before = before or (0,) * setup.sides
    if setup.series is Series.WINS_IN_A_ROW:
        if winner == NOBODY:
            return before
        return tuple(before[side] + 1 if side == winner else 0 for side in range(setup.sides))
    gained = points
    if setup.series in COUNTED_IN_WINS or not setup.awards:
        gained = tuple(int(side == winner) for side in range(setup.sides))
    return tuple(old + new for old, new in zip(before, gained, strict=True))


def victor(setup: Setup, scores: tuple[int, ...], rounds: int) -> tuple[int, ...] | None:
    """The sides that have won the match after this many rounds; None while it goes on.

    More than one side only where sides finish level; of two that reach a target in the same round
    the one with more points wins.
    """
    series, amount = setup.series, setup.series_amount
    if series in {Series.FIRST_TO_REACH, Series.FIRST_TO_WINS, Series.WINS_IN_A_ROW}:
        over = max(scores) >= amount
    else:
        over = rounds >= amount
    if not over:
        return None
    best = min(scores) if series is Series.ROUNDS_LOWEST else max(scores)
    return tuple(side for side, score in enumerate(scores) if score == best)
