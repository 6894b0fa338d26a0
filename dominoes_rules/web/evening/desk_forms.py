"""What the forms of a tournament with real tiles ask for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import DominoesError
from dominoes_rules.club.club_tournament import Entrant
from dominoes_rules.club.score_rules import LARGEST_SCORE, ScoreRules
from dominoes_rules.club.spreadsheets import entrants_of_csv
from dominoes_rules.club.tournament_format import (
    MOST_TOURNAMENT_PLAYERS,
    USUAL_RANKING,
    TournamentFormat,
)
from dominoes_rules.club.typed_result import TypedResult
from dominoes_rules.speech.sayings import said
from dominoes_rules.speech.speech import marked
from dominoes_rules.web.evening.evening_pages import SHOWN_CRITERIA, title_and_game
from dominoes_rules.web.http.reader import READER
from dominoes_rules.web.lobby.form_numbers import number
from dominoes_rules.web.settings import Settings
from dominoes_rules.web.table_seats import LONGEST_NAME, name_of_person

REAL_TILES = "real"
SEPARATORS = ",;\t"
"""What may stand between the columns of a pasted list."""
AS_SCORES_SHOW = ""
WALK_OVER = "absent"
_NO_NUMBER = {
    "rounds": marked("Write a number of rounds."),
    "target": marked("A target is a number."),
    "minutes": marked("Write a number of minutes."),
    "apart": marked("Write a number of rounds in which two of one club do not meet."),
}
"""What is wrong with a field that has no number, by its name."""


@dataclass(frozen=True)
class ChosenTournament:
    """What a director has chosen before anybody enters."""

    title: str
    game: str
    """The name of the game among those of the server."""
    setup: Setup
    rules: ScoreRules
    format: TournamentFormat


def chosen_tournament(fields: Mapping[str, str], settings: Settings) -> ChosenTournament | str:
    """The tournament that a form asks for; what is wrong with it, as text."""
    named = title_and_game(fields, settings)
    if isinstance(named, str):
        return named
    (title, rules, size), reader = named, READER.get()
    setup = rules.setup(size)
    numbers = {
        name: number(fields.get(name, "").strip() or "0")
        for name in ("rounds", "target", "minutes", "apart")
    }
    wrong = next((name for name, value in numbers.items() if value is None), "")
    if wrong:
        return reader.text(_NO_NUMBER[wrong])
    scores = {name: _pair_of_scores(fields.get(name, "")) for name in ("bye", "absent")}
    if None in scores.values():
        return reader.text("A fixed score is two numbers, the winner's first, such as 100-0.")
    chosen = [fields.get(f"criterion{at}", "") for at in range(1, SHOWN_CRITERIA + 1)]
    ranking = tuple(filter(None, chosen)) or USUAL_RANKING
    try:
        score_rules = ScoreRules.of(rules.title, setup, numbers["target"] or None)
        form = TournamentFormat(
            system=fields.get("system", ""),
            unit="pair" if fields.get("partners") == "fixed" else "player",
            rounds=numbers["rounds"] or 0,
            minutes=numbers["minutes"] or None,
            capped="capped" in fields,
            bye=scores["bye"] or (0, 0),
            absent=scores["absent"] or (0, 0),
            ranking=ranking,
            apart=numbers["apart"] or 0,
        )
        form.expect_fits(score_rules)
    except DominoesError as error:
        return said(error, READER.get())
    return ChosenTournament(title, fields["game"], setup, score_rules, form)


def _pair_of_scores(text: str) -> tuple[int, int] | None:
    """`100-0` as two numbers; nothing written is 0-0."""
    parts = text.replace("–", "-").split("-") if text.strip() else ["0", "0"]
    values = [number(part.strip()) for part in parts]
    if len(values) != 2 or values[0] is None or values[1] is None:
        return None
    return values[0], values[1]


# ---------------------------------------------------------------------- entries


def entrants_of(
    text: str, form: TournamentFormat, known: Sequence[Entrant] = ()
) -> list[Entrant] | str:
    """Those whom a pasted list enters, a line each; what is wrong with it, as text.

    A line has a name, or columns as a spreadsheet copies them. For pairs without columns, lines 1
    and 2 are a pair, and so on.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if form.unit == "pair" and not any(mark in text for mark in SEPARATORS):
        if len(lines) % 2:
            return READER.get().text("With fixed partners, players come in pairs.")
        lines = [",".join(pair) for pair in zip(lines[::2], lines[1::2], strict=True)]
    try:
        entrants = entrants_of_csv("\n".join(lines), form.players_of_unit)
    except DominoesError as error:
        return said(error, READER.get())
    return wrong_entrants(entrants, known) or entrants


def wrong_entrants(entrants: Sequence[Entrant], known: Sequence[Entrant]) -> str:
    """What is wrong with more entrants; empty if nothing is."""
    text = READER.get().text
    if not entrants:
        return text("Write the name of each player on a line of its own.")
    every = [name for entrant in (*known, *entrants) for name in entrant.names]
    wrong = next((name for name in every if name_of_person(name) is None), None)
    if wrong is not None:
        return text(
            "A name has 1 to {most} characters that can be seen. “{name}” is not one.",
            most=LONGEST_NAME,
            name=short(wrong),
        )
    twice = [name for name, count in Counter(every).items() if count > 1]
    if twice:
        return text("{name} is there twice. Add a letter, such as {name} B.", name=twice[0])
    if len(every) > MOST_TOURNAMENT_PLAYERS:
        return text("A tournament has at most {most} players.", most=MOST_TOURNAMENT_PLAYERS)
    return ""


# ---------------------------------------------------------------------- results


def result_of(
    fields: Mapping[str, str], rules: ScoreRules, form: TournamentFormat, by: str
) -> TypedResult | str:
    """A result that was typed; what is wrong with it, as text."""
    ended = fields.get("ended", AS_SCORES_SHOW)
    if ended.startswith(WALK_OVER):
        sides = ended.removeprefix(WALK_OVER)
        absent = range(rules.sides) if sides == "_all" else [number(sides.removeprefix("_"))]
        return TypedResult((), WALK_OVER, by, tuple(side for side in absent if side is not None))
    scores = [_score(fields.get(f"score{side}", "")) for side in range(rules.sides)]
    typed = [score for score in scores if score is not None]
    if len(typed) < len(scores):
        return READER.get().text("Type {sides} numbers, a score for each side.", sides=rules.sides)
    return TypedResult(tuple(typed), ended or _as_shown(typed, rules, form), by)


def chosen_ending(result: TypedResult, rules: ScoreRules, form: TournamentFormat) -> str:
    """What the field of the ending says of a typed result, so that it can be corrected."""
    if result.ended == WALK_OVER:
        everybody = len(result.absent) == rules.sides
        return f"{WALK_OVER}_{'all' if everybody else result.absent[0]}"
    shown = _as_shown(result.scores, rules, form)
    return AS_SCORES_SHOW if result.ended == shown else result.ended


def _score(text: str) -> int | None:
    text = text.strip()
    value = number(text.removeprefix("-"))
    if value is None or value > LARGEST_SCORE:
        return None
    return -value if text.startswith("-") else value


def _as_shown(scores: Sequence[int], rules: ScoreRules, form: TournamentFormat) -> str:
    """How a match with these scores has ended, if nobody says so."""
    if len(rules.winners(scores)) != 1:
        return "drawn"
    unfinished = rules.target is not None and (
        max(scores) < rules.target or rules.ahead(scores) < rules.lead
    )
    return "time" if unfinished and form.minutes is not None else "target"
