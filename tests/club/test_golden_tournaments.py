"""Three tournaments, round by round, as files: what a club saw last year it sees next year."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from dominoes_rules.club.printed_club import round_as_text, standings_as_text
from dominoes_rules.club.tournament_draw import with_next_round
from dominoes_rules.club.tournament_format import TournamentFormat
from dominoes_rules.club.typed_result import TypedResult
from tests.club.tournaments import NOW, PAIRS, tournament

FOLDER = Path(__file__).parent / "golden"
GOLDEN = {
    "swiss_for_pairs": (
        9,
        TournamentFormat(
            "swiss",
            "pair",
            4,
            minutes=50,
            capped=True,
            bye=(200, 100),
            absent=(200, 100),
            ranking=("wins", "buchholz", "difference", "mutual", "best round"),
            apart=1,
        ),
    ),
    "sixteen_players": (16, TournamentFormat("lot", "player", 5, ranking=("wins", "difference"))),
    "round_robin": (6, TournamentFormat("round robin", ranking=("wins", "mutual", "difference"))),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_a_tournament_goes_as_it_went(name: str) -> None:
    entrants, settings = GOLDEN[name]
    state, random, pages = tournament(entrants, settings, clubs=3), Random(name), list[str]()
    for number in range(1, state.most_rounds + 1):
        state = with_next_round(state)
        for table in range(1, len(state.rounds[-1].tables) + 1):
            scores = [random.randint(0, 199), random.randint(0, 199)]
            scores[random.randrange(2)] = random.randint(200, 260)
            result = TypedResult(tuple(scores))
            if settings.system == "swiss" and (number, table) == (2, 3):
                result = TypedResult((), "absent", "director", (1,))
            state = state.with_result(number, table, result, NOW)
        state = state.with_closed_round(number)
        pages += [round_as_text(state, number), standings_as_text(state)]
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert "\n\n".join(pages) + "\n" == text
    assert state.rules == PAIRS
