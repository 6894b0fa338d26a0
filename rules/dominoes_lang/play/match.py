"""The series of rounds: the total of each side, the sets, and when it is over."""

from __future__ import annotations

from typing import NamedTuple

from dominoes_lang.setup.match_rules import LOWEST_WINS
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax.nodes import MatchKind
from dominoes_lang.table.state import NOBODY, State

TO_A_TARGET = frozenset(
    {
        MatchKind.FIRST_TO_REACH,
        MatchKind.FIRST_TO_WINS,
        MatchKind.WINS_IN_A_ROW,
        MatchKind.UNTIL_LOWEST,
        MatchKind.UNTIL_ONE_LEFT,
    }
)
COUNTED_IN_WINS = frozenset(
    {MatchKind.ROUNDS_MOST_WINS, MatchKind.FIRST_TO_WINS, MatchKind.WINS_IN_A_ROW}
)


class MatchStanding(NamedTuple):
    """How a match stands after a finished round."""

    totals: tuple[int, ...]
    """The points (or wins) of each side; in a match of sets those of the set."""
    set_won: tuple[int, ...] | None
    """The sides that have won the set, or the match where it has no sets; None while it goes on."""
    sets: tuple[int, ...]
    """The sets that each side has won; empty in a match without sets."""
    won: tuple[int, ...] | None
    """The sides that have won the match; None while it goes on, none if it is drawn."""

    @property
    def next_set(self) -> bool:
        """Whether the next round begins a further set: it is opened and scored like the first."""
        return self.set_won is not None and self.won is None


def standing(setup: Setup, end: State, winner: int, points: tuple[int, ...]) -> MatchStanding:
    """How the match stands after a finished round.

    `winner` is the side that won the round, or -1, and `points` what the round paid each side, from
    its first tile to its end.
    """
    setup = setup.in_round(end.scores)
    after = totals(setup, end.scores, winner, points)
    set_won = victor(setup, after, end.round)
    if not setup.match.has_sets:
        return MatchStanding(after, set_won, (), set_won)
    before = end.more.sets or (0,) * setup.sides
    if set_won is None:
        return MatchStanding(after, None, before, None)
    # A set that is drawn, or that sides share, counts for nobody.
    counted = worth(setup, after, set_won) if len(set_won) == 1 else 0
    sets = tuple(had + counted * (side in set_won) for side, had in enumerate(before))
    over = max(sets) >= setup.match.sets_to_win
    return MatchStanding(after, set_won, sets, set_won if over else None)


def totals(
    setup: Setup, before: tuple[int, ...], winner: int, points: tuple[int, ...]
) -> tuple[int, ...]:
    """The total of each side in the match, or in its set, after a finished round: points or wins.

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


def following(setup: Setup, start: State, end: State, winner: int, stood: MatchStanding) -> State:
    """The start of the round after a finished one, with the score and all that the match keeps."""
    if stood.next_set:
        return start._replace(more=setup.kept(start.more, sets=stood.sets))
    idle = end.more.idle + 1 if winner == NOBODY else 0
    streaks = streaks_after(setup, end.more.streaks, winner)
    more = setup.kept(start.more, idle=idle, sets=end.more.sets, streaks=streaks)
    return start._replace(scores=stood.totals, more=more)


def streaks_after(setup: Setup, before: tuple[int, ...], winner: int) -> tuple[int, ...]:
    """The rounds that each side has won in a row, empty for none; nobody's round ends none."""
    if winner == NOBODY:
        return before
    had = before[winner] if before else 0
    return tuple(had + 1 if side == winner else 0 for side in range(setup.sides))


def victor(setup: Setup, scores: tuple[int, ...], rounds: int) -> tuple[int, ...] | None:
    """The sides that have won a match, or a set, of so many rounds; None while it goes on.

    `setup` is that of the last round. Empty if it is drawn; more than one only if sides finish
    level and may. Of two that reach a target in the same round the one with more points wins.
    """
    series, amount = setup.match.series, setup.match.amount
    if series is MatchKind.UNTIL_ONE_LEFT:
        return _last_left(setup, scores)
    over = max(scores) >= amount if series in TO_A_TARGET else rounds >= amount
    if not over:
        return None
    best = min(scores) if series in LOWEST_WINS else max(scores)
    won = tuple(side for side, score in enumerate(scores) if score == best)
    losing = [score for side, score in enumerate(scores) if side not in won]
    if setup.match.drawn_when is not None and max(losing, default=best) >= setup.match.drawn_when:
        return ()
    ahead = min((abs(best - score) for score in losing), default=0)
    if setup.match.lead and (len(won) > 1 or ahead < setup.match.lead):
        return None
    return won


def _last_left(setup: Setup, scores: tuple[int, ...]) -> tuple[int, ...] | None:
    """The only side that is not out of the match; of several that went out together the lowest."""
    played = setup.sides_playing
    left = [side for side in played if not setup.match.is_out(scores[side])]
    if len(left) > 1:
        return None
    best = min(scores[side] for side in left or played)
    return tuple(side for side in left or played if scores[side] == best)


def worth(setup: Setup, scores: tuple[int, ...], won: tuple[int, ...]) -> int:
    """What a match, or a set, is worth to its winners: 1, or 2 for a shutout; 0 if drawn."""
    losing = [score for side, score in enumerate(scores) if side not in won]
    if not won:
        return 0
    return 2 if setup.match.shutout_double and losing and not any(losing) else 1
