"""Warnings about a match that never ends, or that is won by losing rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from dominoes_lang.analysis.payoffs.holdings import Holdings
from dominoes_lang.analysis.payoffs.payoff_range import endings, paid
from dominoes_lang.check.context import Checking
from dominoes_lang.check.names import Names
from dominoes_lang.play.match import COUNTED_IN_WINS, TO_A_TARGET
from dominoes_lang.setup.binding import written_out
from dominoes_lang.setup.match_rules import LOWEST_WINS, TO_REACH_IN_POINTS
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import MatchKind
from dominoes_lang.table.state import NOBODY
from dominoes_lang.text.diagnostics import Diagnostic
from dominoes_lang.text.source import Span

_OPTIONS: dict[str, Callable[[nodes.MatchClause], bool]] = {
    "overshoot is ignored": lambda match: match.overshoot_ignored,
    "checked after every play": lambda match: match.checked,
    "starting again when every side has won": lambda match: match.starting_again,
    "shutout counts double": lambda match: match.shutout_double,
    "drawn when another side has …": lambda match: match.drawn_when is not None,
    "ties play on": lambda match: match.lead is not None and _plays_on(match.lead),
    "leading by …": lambda match: match.lead is not None and not _plays_on(match.lead),
    "best of …": lambda match: match.best_of is not None,
    "… starts with …": lambda match: bool(match.head_starts),
}


def check_series(checking: Checking, names: Names, setups: Sequence[Setup]) -> None:
    """Warn where no side can ever win the match, or where losing rounds wins it.

    Only what is certain for every number of players and however the parameters are set.
    """
    match_span = _own_clause(checking)
    dead = any(warning.code == "dead-award" for warning in checking.warnings)
    if match_span is None or dead:
        return
    winner = checking.clause(nodes.WinnerClause)
    assert winner is not None
    # Defines expanded and parameters left open, so that any value of theirs is covered.
    table = written_out(winner.table, names.full)
    awards = tuple(written_out(award, names.full) for award in checking.each(nodes.AwardClause))
    at_end = tuple(award for award in awards if award.moment is nodes.Moment.ROUND_END)
    opened = [replace(setup, winner=table, awards=at_end) for setup in setups]
    if opened and all(_is_endless(setup) for setup in opened):
        in_wins = opened[0].match.series not in TO_REACH_IN_POINTS or not opened[0].scored
        checking.warn(
            "endless-match",
            "no side can ever win a round, so the match never ends"
            if in_wins
            else "no side can ever gain a point in a round, so the match never ends",
            match_span,
            "let a side win the round" if in_wins else "pay points to a side, or count wins",
        )
    elif opened and all(_is_backwards(setup) for setup in opened):
        lowest = opened[0].match.series in LOWEST_WINS
        total = "lowest" if lowest else "highest"
        gets = "most" if lowest else "fewest"
        checking.warn(
            "backwards-match",
            f"the winner of a round gets the {gets} points, and the {total} total wins the match",
            match_span,
            'pay the points "to winner\'s opponents"' if lowest else 'pay the points "to winner"',
        )


def lost_options(own: nodes.Clause | None, inherited: nodes.Clause | None) -> Iterator[Diagnostic]:
    """A warning where a file's match is of the inherited kind, and drops all options of that."""
    if not (isinstance(own, nodes.MatchClause) and isinstance(inherited, nodes.MatchClause)):
        return
    options = [text for text, is_given in _OPTIONS.items() if is_given(inherited)]
    if own.series is inherited.series and options and not any(f(own) for f in _OPTIONS.values()):
        lost = ", ".join(options)
        yield Diagnostic(
            "lost-option",
            f'"{lost}" is inherited, and no longer holds with this match',
            own.span,
            helps=(f'add ", {lost}"', 'if it should not hold, write "without match" as well'),
            level="warning",
        )


def _plays_on(lead: nodes.Expression) -> bool:
    """Whether a lead of one is enough."""
    return isinstance(lead, nodes.Number) and lead.value == 1


def _own_clause(checking: Checking) -> Span | None:
    """The clause of the file itself that the match depends on; None if all are inherited."""
    match = checking.clause(nodes.MatchClause)
    winner = checking.clause(nodes.WinnerClause)
    for clause in (match, *checking.each(nodes.AwardClause), winner):
        if clause is not None and clause.key in checking.ruleset.own:
            return clause.span
    return None


def _is_endless(setup: Setup) -> bool:
    match = setup.match
    if not (match.series in TO_A_TARGET or match.lead) or setup.in_play:
        return False
    holdings = Holdings(setup)
    if match.series in COUNTED_IN_WINS or not setup.awards:
        return all(ending.winner == NOBODY for ending in endings(holdings))
    if match.series not in TO_A_TARGET:
        return False  # it may be that sides never lead; that is not proved
    highs = [side.high for ending in endings(holdings) for side in paid(holdings, ending).sides]
    return all(high is not None and high <= 0 for high in highs)


def _is_backwards(setup: Setup) -> bool:
    """Whether the winner's side is always worse off than every other, counted as the match is."""
    if (
        not setup.awards
        or setup.in_play
        or setup.match.series in {MatchKind.FIRST_TO_WINS, MatchKind.WINS_IN_A_ROW}
    ):
        return False
    if setup.match.series is MatchKind.ROUNDS_MOST_WINS:
        return False
    worse = False
    holdings = Holdings(setup)
    for ending in endings(holdings):
        if ending.winner == NOBODY:
            continue
        sides = list(paid(holdings, ending).sides)
        own = sides.pop(ending.winner)
        for rival in sides:
            less, more = (rival, own) if setup.match.series in LOWEST_WINS else (own, rival)
            if less.high is None or more.low is None or less.high > more.low:
                return False
            worse = worse or more.high is None or more.high > less.low  # type: ignore[operator]
    return worse
