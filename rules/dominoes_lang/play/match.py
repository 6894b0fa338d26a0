"""The series of rounds: the total of each side, and when it is over."""

from __future__ import annotations

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax.nodes import MatchKind
from dominoes_lang.table.state import NOBODY, More, State

TO_A_TARGET = frozenset(
    {
        MatchKind.FIRST_TO_REACH,
        MatchKind.FIRST_TO_WINS,
        MatchKind.WINS_IN_A_ROW,
        MatchKind.UNTIL_LOWEST,
    }
)
COUNTED_IN_WINS = frozenset(
    {MatchKind.ROUNDS_MOST_WINS, MatchKind.FIRST_TO_WINS, MatchKind.WINS_IN_A_ROW}
)


def totals(
    setup: Setup, before: tuple[int, ...], winner: int, points: tuple[int, ...]
) -> tuple[int, ...]:
    """The total of each side in the match after a finished round: points or wins.

    `before` holds the totals before it (empty before a first round), `winner` the side that won the
    round, or -1, and `points` what the round paid each side, from its first tile to its end.
    """
    before = before or setup.match.head_start
    if setup.match.series is MatchKind.WINS_IN_A_ROW:
        if winner == NOBODY:
            return before
        return tuple(before[side] + 1 if side == winner else 0 for side in range(setup.sides))
    gained = points
    if setup.match.series in COUNTED_IN_WINS or not setup.scored:
        gained = tuple(int(side == winner) for side in range(setup.sides))
    after = tuple(old + new for old, new in zip(before, gained, strict=True))
    if setup.match.starting_again and min(after) > 0:
        return (0,) * setup.sides
    return after


def carried_over(setup: Setup, start: State, end: State, winner: int) -> More:
    """The optional fields of the state at the start of a round after a finished one."""
    idle = end.more.idle + 1 if winner == NOBODY else 0
    return setup.kept(start.more, idle=idle)


def victor(setup: Setup, scores: tuple[int, ...], rounds: int) -> tuple[int, ...] | None:
    """The sides that have won the match after this many rounds; None while it goes on.

    Empty if the match is drawn; more than one only if sides finish level and may. Of two that
    reach a target in the same round the one with more points wins.
    """
    series, amount = setup.match.series, setup.match.amount
    over = max(scores) >= amount if series in TO_A_TARGET else rounds >= amount
    if not over:
        return None
    lowest = series in {MatchKind.ROUNDS_LOWEST, MatchKind.UNTIL_LOWEST}
    best = min(scores) if lowest else max(scores)
    won = tuple(side for side, score in enumerate(scores) if score == best)
    losing = [score for side, score in enumerate(scores) if side not in won]
    if setup.match.drawn_when is not None and max(losing, default=best) >= setup.match.drawn_when:
        return ()
    ahead = min((abs(best - score) for score in losing), default=0)
    if setup.match.lead and (len(won) > 1 or ahead < setup.match.lead):
        return None
    return won


def worth(setup: Setup, scores: tuple[int, ...], won: tuple[int, ...]) -> int:
    """What a match is worth to the sides that have won it: 1, or 2 for a shutout; 0 if drawn."""
    losing = [score for side, score in enumerate(scores) if side not in won]
    if not won:
        return 0
    return 2 if setup.match.shutout_double and losing and not any(losing) else 1
