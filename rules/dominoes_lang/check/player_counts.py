"""The clause `players`: how many play, and in which teams."""

from __future__ import annotations

import re

from dominoes_lang.check.context import Checking
from dominoes_lang.syntax import nodes
from dominoes_lang.table.state import SEAT_LETTERS
from dominoes_lang.text.diagnostics import Diagnostic, Edit, Fix
from dominoes_lang.text.source import Span

_RANGE = re.compile(r"(?<![0-9])[0-9]+\s*\.\.\s*[0-9]+")
FEWEST_PLAYERS, MOST_PLAYERS = 2, len(SEAT_LETTERS)


def check_players(checking: Checking, clause: nodes.PlayersClause) -> None:
    """Check how many players a game is for, and the teams that they form."""
    fewest, most, team = clause.fewest, clause.most, clause.team_size
    if fewest > most:
        written = _RANGE.search(clause.span.text)
        start = clause.span.start + written.start() if written else clause.span.start
        end = clause.span.start + written.end() if written else clause.span.end
        edit = Edit(Span(clause.span.source, start, end), f"{most}..{fewest}")
        checking.findings.append(
            Diagnostic(
                "bad-players",
                "the smaller number of players comes first",
                clause.span,
                fixes=(Fix(f"write {edit.text}", (edit,)),),
            )
        )
        return
    if fewest < FEWEST_PLAYERS or most > MOST_PLAYERS:
        checking.report(
            "bad-players", f"a game has {FEWEST_PLAYERS} to {MOST_PLAYERS} players",
            clause.span, 'write, for instance, "players: 2", or a range: "players: 2..4"',
        )  # fmt: skip
        return
    counted = str(fewest) if fewest == most else f"{fewest}..{most}"
    if team < 1 or fewest % team or most % team or most // team < 2 or fewest // team < 2:
        sizes = [size for size in range(2, most // 2 + 1) if most % size == 0]
        teams = [f'"players: {counted} in teams of {size}"' for size in sizes[-2:]]
        split = " or ".join(teams if fewest == most else []) or '"players: 4 in teams of 2"'
        checking.report(
            "bad-teams",
            f"{counted.replace('..', ' to ')} players can't be split "
            f"into two or more teams of {team}",
            clause.span,
            f'write {split}, or leave out the teams: "players: {counted}"',
        )
        return
    if team > 1 and fewest != most:
        checking.report(
            "bad-teams", "with teams the number of players must be a single number",
            clause.span, f'write "players: {fewest} in teams of {team}"',
        )  # fmt: skip
        return
    if clause.names and len(clause.names) != fewest // team:
        checking.report(
            "bad-teams",
            f"there are {fewest // team} teams, but {len(clause.names)} "
            f"name{'s' if len(clause.names) > 1 else ''}",
            clause.span,
            "write one name for each team",
        )
    elif len(set(clause.names)) < len(clause.names):
        checking.report(
            "bad-teams", "two teams have the same name", clause.span, "rename one of them"
        )
