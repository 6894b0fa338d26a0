"""The result of a table whose players kept the score on a score pad."""

from __future__ import annotations

from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.club.club_tournament import ClubTournament, DrawnTable
from dominoes_rules.club.typed_result import TypedResult
from dominoes_rules.pad.pad_match import PadMatch


def result_of_pad(
    tournament: ClubTournament, table: DrawnTable, pad: PadMatch, by: str
) -> TypedResult:
    """The totals of a pad, for the sides of a table, whose players it has by their names.

    A match that is not over ends by time. Raises `ArgumentError` for a pad of another game, or of
    other players.
    """
    rules, setup = tournament.rules, pad.setup
    if tuple(setup.side_of) != rules.side_of or rules.sign != (
        1 if setup.match.has_sets else setup.sign
    ):
        raise ArgumentError(f"The pad is for another game than {rules.game}.")
    sides = [
        frozenset(pad.names[letter] for letter in side_letters) for side_letters in setup.side_names
    ]
    seated = [
        frozenset(name for entrant in side for name in tournament.entrants[entrant].names)
        for side in table.sides
    ]
    if {*sides} != {*seated}:
        players = ", ".join(pad.names.values())
        expected = ", ".join(name for side in seated for name in sorted(side))
        raise ArgumentError(f"The pad is of {players}. At this table are {expected}.")
    totals = tuple((pad.sets or pad.totals)[sides.index(side)] for side in seated)
    if not pad.is_over:
        return TypedResult(totals, "time", by)
    return TypedResult(totals, "target" if rules.winners(totals) else "drawn", by)
