"""Tables for spreadsheets: entries that come in, standings and results that go out."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence

from dominoes_lang.text.quoting import quoted
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.club.club_standings import shown_value, standings_of
from dominoes_rules.club.club_tournament import ClubTournament, Entrant
from dominoes_rules.club.tournament_format import MOST_TOURNAMENT_PLAYERS
from dominoes_rules.play.match_rounds import LONGEST_NAME, is_name
from dominoes_rules.speech.sayings import Saying
from dominoes_rules.speech.speech import marked

FORMULA_SIGNS = "=+-@\t\r"
"""What a spreadsheet takes for the beginning of a formula."""
LARGEST_ENTRY_LIST = 262_144
"""Characters."""
_NAME, _PARTNER, _CLUB = "name", "partner", "club"
_HEADINGS: Mapping[str, str] = {
    **dict.fromkeys(("name", "player", "player 1"), _NAME),
    **dict.fromkeys(("partner", "player 2"), _PARTNER),
    **dict.fromkeys(("club", "family"), _CLUB),
}


def entrants_of_csv(text: str, players: int) -> list[Entrant]:
    """The entrants of a table with a line for each: name, partner where pairs enter, and club.

    The first line may give headings, in any order: `name`, `partner`, `club`. Without them the
    columns come in this order. Columns are separated by commas, semicolons or tabs.

    players: 1, or 2 where pairs enter. Raises `ArgumentError`, which names the line.
    """
    if len(text) > LARGEST_ENTRY_LIST:
        too_long = marked("A list of entries has at most {most} characters.")
        raise ArgumentError(Saying(too_long, most=f"{LARGEST_ENTRY_LIST:,}"))
    text = text.removeprefix("\ufeff")
    head = text.split("\n", 1)[0]
    separator = max(",;\t", key=head.count)
    try:
        rows = [
            (number, [cell.strip() for cell in row])
            for number, row in enumerate(csv.reader(io.StringIO(text), delimiter=separator), 1)
            if any(cell.strip() for cell in row)
        ]
    except csv.Error as error:
        raise ArgumentError(f"The list of entries is no table: {error}.") from None
    columns = [_NAME, *([_PARTNER] if players == 2 else []), _CLUB]
    if rows and rows[0][1][0].casefold() in _HEADINGS:
        columns = [_HEADINGS.get(heading.casefold(), "") for heading in rows.pop(0)[1]]
    if len(rows) > MOST_TOURNAMENT_PLAYERS:
        too_many = marked("A tournament has at most {most} entrants.")
        raise ArgumentError(Saying(too_many, most=MOST_TOURNAMENT_PLAYERS))
    return [
        _entrant(number, dict(zip(columns, cells, strict=False)), players) for number, cells in rows
    ]


def _entrant(line: int, cells: Mapping[str, str], players: int) -> Entrant:
    names = [cells.get(_NAME, ""), *([cells.get(_PARTNER, "")] if players == 2 else [])]
    if players == 1 and cells.get(_PARTNER):
        has_partner = marked("Line {line} has a partner, but players enter one by one.")
        raise ArgumentError(Saying(has_partner, line=line))
    if not all(names):
        needed = marked("Line {line} needs a name.")
        if players == 2:
            needed = marked("Line {line} needs a name and a partner.")
        raise ArgumentError(Saying(needed, line=line))
    wrong = [name for name in (*names, cells.get(_CLUB, "")) if name and not is_name(name)]
    if wrong:
        no_name = marked(
            "Line {line}: {name} is no name. A name has 1 to {most} visible characters."
        )
        raise ArgumentError(Saying(no_name, line=line, name=quoted(wrong[0]), most=LONGEST_NAME))
    return Entrant(tuple(names), cells.get(_CLUB, ""))


def entries_csv(tournament: ClubTournament) -> str:
    """The entrants, as they can be read again."""
    players = tournament.settings.players_of_unit
    return as_csv(
        [_NAME, *([_PARTNER] if players == 2 else []), _CLUB, "round", "left"],
        (
            [*entrant.names, entrant.club, entrant.since + 1, "yes" if entrant.left else ""]
            for entrant in tournament.entrants
        ),
    )


def club_standings_csv(tournament: ClubTournament) -> str:
    """The standings, with a column for each criterion."""
    sign, ranking = tournament.rules.sign, tournament.settings.ranking
    return as_csv(
        ["place", "entrant", "club", "rounds", *ranking],
        (
            [
                line.place,
                tournament.entrants[line.entrant].label,
                tournament.entrants[line.entrant].club,
                line.rounds,
                *(
                    shown_value(criterion, value, sign)
                    for criterion, value in zip(ranking, line.values, strict=True)
                ),
            ]
            for line in standings_of(tournament)
        ),
    )


def results_csv(tournament: ClubTournament) -> str:
    """Every table of every round, a line for each side."""
    return as_csv(
        ["round", "table", "side", "entrants", "points", "ended", "typed by"],
        _result_rows(tournament),
    )


def _result_rows(tournament: ClubTournament) -> Iterator[list[object]]:
    for number, drawn in enumerate(tournament.rounds, 1):
        for table_number, table in enumerate(drawn.tables, 1):
            counted = (
                table.result.counted(tournament.rules, tournament.settings)
                if table.result
                else None
            )
            for side, entrants in enumerate(table.sides):
                labels = " + ".join(tournament.entrants[entrant].label for entrant in entrants)
                row: list[object] = [number, table_number, side + 1, labels]
                if table.result is None or counted is None:
                    yield [*row, "", "", ""]
                    continue
                scores = table.result.scores
                points = scores[side] if scores else counted[side][1]
                ended = "did not come" if side in table.result.absent else table.result.ended
                yield [*row, points, ended, table.result.by]
        for entrant in drawn.resting:
            bye = tournament.settings.bye[0]
            yield [number, "", "", tournament.entrants[entrant].label, bye, "bye", ""]


def as_csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table as text, in which no cell is a formula."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(head)
    for row in rows:
        writer.writerow([_safe(cell) if type(cell) is str else cell for cell in row])
    return text.getvalue()


def _safe(cell: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(tuple(FORMULA_SIGNS)) else cell
