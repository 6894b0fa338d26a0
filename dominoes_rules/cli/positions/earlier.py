"""The rounds of `--types`, from which `solve` and `worlds` learn how the others play."""

from __future__ import annotations

from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.cli.common import many
from dominoes_rules.cli.positions.record_files import records
from dominoes_rules.position.position import Position

OFF = "off"
MOST_ROUNDS = 1_000


def after_rounds(place: Position, file: str | None) -> Position:
    """A position after the finished rounds of a match, or of a file of records.

    Raises `ArgumentError` if there are none or too many, `PositionError` for bad records.
    """
    if file is None or file == OFF:
        return place
    rounds: list[str] = []
    for position in records([file], lambda position: place.after_rounds(str(position))):
        rounds.append(str(position))
        if len(rounds) > MOST_ROUNDS:
            break
    if not rounds:
        raise ArgumentError(f"--types {file}: there is no finished round in it")
    if len(rounds) > MOST_ROUNDS:
        raise ArgumentError(f"--types {file}: it has more than {many(MOST_ROUNDS, 'round')}")
    return place.after_rounds(*rounds)
