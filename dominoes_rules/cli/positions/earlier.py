"""The rounds of `--types`, from which `solve` and `worlds` learn how the others play."""

from __future__ import annotations

from itertools import islice

from dominoes_lang.text.notices import notice
from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.cli.common import many
from dominoes_rules.cli.positions.record_files import records
from dominoes_rules.position.choice_models import CHOICES, COUNTED, chosen_model, usual_model
from dominoes_rules.position.position import Position
from dominoes_solver.evidence.view import Record

OFF = "off"
MOST_ROUNDS = 1_000


def after_rounds(
    asked_position: Position, file: str | None, model: str | None, *, force: bool
) -> tuple[Position, str | None]:
    """A position after the finished rounds of a match or of a file of records, and its model.

    Rounds that were asked for weigh worlds, so without the name of a model it is `choices`. Raises
    `ArgumentError` if there are no rounds, too many, or no worlds that they could weigh,
    `PositionError` for bad records, `UnfitModel` as `chosen_model` does.
    """
    if file is None or file == OFF:
        return asked_position, model
    if why := _why_useless(asked_position, model, force=force):
        raise ArgumentError(f"--types {short(file)} would change nothing: {why}")
    played = records([file], lambda position: asked_position.after_rounds(str(position)))
    rounds = list(islice(played, MOST_ROUNDS + 1))
    if len(rounds) > MOST_ROUNDS:
        raise ArgumentError(f"--types {short(file)}: it has more than {many(MOST_ROUNDS, 'round')}")
    finished = [str(position) for position in rounds if position.is_over]
    if not finished:
        raise ArgumentError(f"--types {short(file)}: there is no finished round in it")
    if left_out := len(rounds) - len(finished):
        notice(
            f"--types {short(file)}: {left_out} of {many(len(rounds), 'round')} left out, since "
            "they may still go on; of a blocked round, every hand must be shown"
        )
    return asked_position.after_rounds(*finished), model or CHOICES


def _why_useless(position: Position, model: str | None, *, force: bool) -> str:
    """Why earlier rounds would change no answer; empty if they may."""
    chosen = chosen_model(model or CHOICES, position.setup, force=force)
    if chosen.choices is None:
        return chosen.note or f"--model {COUNTED} gives all worlds the same weight"
    if model is not None or usual_model(position).choices is not None:
        return ""
    if isinstance(position.view, Record):
        return "one world is left"
    return "a snapshot shows no choices; write the record of the round"
