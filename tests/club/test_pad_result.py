"""A score pad as the result of a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from dominoes_rules import ArgumentError, library
from dominoes_rules.club.club_tournament import ClubTournament, DrawnRound, DrawnTable, Entrant
from dominoes_rules.club.pad_result import result_of_pad
from dominoes_rules.club.tournament_file import read_tournament, write_tournament
from dominoes_rules.club.tournament_format import TournamentFormat
from dominoes_rules.club.typed_result import TypedResult
from dominoes_rules.pad.pad_file import pad_text
from dominoes_rules.pad.pad_match import PadMatch, PadRound
from tests.calls import Call
from tests.club.tournaments import PAIRS

SETUP = library.variant("partnership").setup(4)
ROUND = PadRound({"end": "A", "pips B": 40, "pips C": 30, "pips D": 45})
STATE = ClubTournament(
    "Try",
    PAIRS,
    TournamentFormat(),
    1,
    (Entrant(("Ana", "Bob")), Entrant(("Eva", "Finn"))),
    (DrawnRound((DrawnTable(((1,), (0,))),)),),
)


def pad(rounds: int, names: str = "Ana Eva Bob Finn") -> PadMatch:
    return PadMatch(SETUP, names.split(), [ROUND] * rounds)


def test_totals_go_to_the_sides_by_name() -> None:
    table = STATE.rounds[0].tables[0]
    assert result_of_pad(STATE, table, pad(2), "Ana") == TypedResult((0, 230), "target", "Ana")
    assert result_of_pad(STATE, table, pad(1), "Ana") == TypedResult((0, 115), "time", "Ana")
    turned = pad(1, "Finn Bob Eva Ana")
    assert result_of_pad(STATE, table, turned, "").scores == (115, 0)


def test_a_pad_of_others_or_of_another_game_is_refused() -> None:
    table = STATE.rounds[0].tables[0]
    with pytest.raises(ArgumentError, match="At this table are Eva, Finn, Ana, Bob"):
        result_of_pad(STATE, table, pad(1, "Ana Bob Eva Finn"), "")
    with pytest.raises(ArgumentError, match="another game"):
        result_of_pad(STATE, table, PadMatch(library.variant("block").setup(2)), "")


def test_the_command_takes_the_file_of_a_pad(call: Call, tmp_path: Path) -> None:
    file, kept = tmp_path / "try.club", tmp_path / "table.pad"
    write_tournament(file, STATE)
    kept.write_text(pad_text(pad(2)))
    typed = call("club", "result", str(file), "1", "--pad", str(kept))
    assert (typed.code, typed.out) == (0, "Table 1: Eva / Finn – Ana / Bob  0 : 230\n")
    assert read_tournament(file).rounds[0].tables[0].result == TypedResult((0, 230), by="director")
    assert call("club", "result", str(file), "1", "200", "1", "--pad", str(kept)).code == 2
    kept.write_text("{}")
    assert "score pad" in call("club", "result", str(file), "1", "--pad", str(kept)).err
