"""The rounds of `--types`, from which `solve` and `worlds` learn how the others play."""

from __future__ import annotations

from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.cli.common import many
from dominoes_rules.cli.positions.choices import records
from dominoes_rules.errors import PositionError, RecordError
from dominoes_rules.play.match_file import MatchFile
from dominoes_rules.position.position import Position

ENDING = ".match"
OFF = "off"
MOST_ROUNDS = 1_000


def after_rounds(place: Position, file: str | None) -> Position:
    """A position after the finished rounds of a match, or of a file of records.

    Raises `ArgumentError` if there are none or too many, `PositionError` for bad records.
    """
    if file is None or file == OFF:
        return place
    if file.endswith(ENDING):
        try:
            match = MatchFile.read(file)[0]
        except RecordError as error:
            raise PositionError(f"{file}, {error}") from None
        rounds = [str(game.position) for game in match.rounds if game.is_over]
    else:
        rounds = []
        for position in records([file]):
            rounds.append(str(position))
            if len(rounds) > MOST_ROUNDS:
                break
    if not rounds:
        raise ArgumentError(f"--types {file}: there is no finished round in it")
    if len(rounds) > MOST_ROUNDS:
        raise ArgumentError(f"--types {file}: it has more than {many(MOST_ROUNDS, 'round')}")
    return place.after_rounds(*rounds)
