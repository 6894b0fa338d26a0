"""A tournament as text: the tables of a round, and the standings."""

from __future__ import annotations

from collections.abc import Sequence

from dominoes_lang.text.quoting import plain
from dominoes_rules.club.club_standings import shown_value, standings_of
from dominoes_rules.club.club_tournament import ClubTournament

_ENDED = {"target": "", "time": " (time)", "drawn": " (drawn)", "absent": " (walk-over)"}


def table_line(tournament: ClubTournament, round_number: int, number: int) -> str:
    """Who plays at a table, whoever opens first, and the result."""
    table = tournament.table(round_number, number)
    sides = " – ".join(tournament.side(table, side) for side in range(len(table.sides)))
    result = table.result
    if result is None:
        return f"Table {number}: {sides}"
    settings = tournament.settings
    points = [f"{result.typed_points(settings, side)}" for side in range(len(table.sides))]
    return f"Table {number}: {sides}  {' : '.join(points)}{_ENDED[result.ended]}"


def round_as_text(tournament: ClubTournament, number: int) -> str:
    """The tables of a round, who sits out, and whether its results are final."""
    drawn = tournament.round(number)
    state = "closed" if drawn.closed else "open"
    minutes = tournament.settings.minutes
    limit = "" if minutes is None else f", {minutes} minutes"
    lines = [f"{tournament.title}, round {number} ({state}{limit})"]
    lines += [table_line(tournament, number, at) for at in range(1, len(drawn.tables) + 1)]
    if drawn.resting:
        resting = ", ".join(tournament.entrants[entrant].label for entrant in drawn.resting)
        lines.append(f"Sits out: {resting}")
    return "\n".join(map(plain, lines))


def standings_as_text(tournament: ClubTournament) -> str:
    """The standings with a column for each criterion, then penalties and reopened rounds."""
    sign, ranking = tournament.rules.sign, tournament.settings.ranking
    rows = [["place", "no.", "entrant", "rounds", *ranking]]
    for line in standings_of(tournament):
        entrant = tournament.entrants[line.entrant]
        values = zip(ranking, line.values, strict=True)
        shown = [shown_value(criterion, value, sign) for criterion, value in values]
        rows.append(
            [
                f"{line.place}",
                f"{line.entrant + 1}",
                plain(entrant.label) + " (left)" * entrant.left,
                f"{line.rounds}",
                *("–" if value is None else f"{value:,}" for value in shown),
            ]
        )
    head = f"{tournament.title}, {'closed' if tournament.closed else _progress(tournament)}"
    return "\n".join([plain(head), *_columns(rows), *map(plain, _notes(tournament))])


def _progress(tournament: ClubTournament) -> str:
    return f"{len(tournament.rounds)} of {tournament.most_rounds} rounds drawn"


def _notes(tournament: ClubTournament) -> list[str]:
    penalties = [
        f"Penalty: {tournament.entrants[penalty.entrant].label}, {penalty.points} points off: "
        f"{penalty.reason} ({penalty.by})"
        for penalty in tournament.penalties
    ]
    reopenings = [
        f"Round {reopening.round} was reopened by {reopening.by}, {reopening.at}"
        for reopening in tournament.reopenings
    ]
    return [*penalties, *reopenings]


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows with their columns below one another; the names to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    names = rows[0].index("entrant")
    return [
        "  ".join(
            cell.ljust(width) if at == names else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def standings_as_json(tournament: ClubTournament) -> list[dict[str, object]]:
    """The standings as plain data, a mapping for each entrant."""
    sign, ranking = tournament.rules.sign, tournament.settings.ranking
    return [
        {
            "place": line.place,
            "number": line.entrant + 1,
            "names": [*tournament.entrants[line.entrant].names],
            "club": tournament.entrants[line.entrant].club,
            "rounds": line.rounds,
            **{
                criterion: shown_value(criterion, value, sign)
                for criterion, value in zip(ranking, line.values, strict=True)
            },
        }
        for line in standings_of(tournament)
    ]
