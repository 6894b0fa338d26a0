"""Models of choices by name: those that come with the project, and a user's own files."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.text import resources
from dominoes_lang.text.quoting import plain, short
from dominoes_lang.text.reach import EVERYWHERE, NotRegular
from dominoes_lang.text.root_exception import ArgumentError, expect_type
from dominoes_rules.position.description import name_of
from dominoes_solver.batch.way import why_not
from dominoes_solver.belief.model import LARGEST_TEXT, Choices, UnfitModel, digest
from dominoes_solver.evidence.view import Record

if TYPE_CHECKING:
    from dominoes_rules.position.position import Position

ENDING = ".choices.json"
COUNTED, CHOICES = "counted", "choices"
RECORDS = "records"
"""The teacher of a model that is fitted to records."""


@dataclass(frozen=True)
class ChosenModel:
    """How the worlds of a position are weighted: by a model, or all alike where that is None."""

    choices: Choices | None
    file: str = ""
    """The name of the model's file."""
    note: str = ""
    """What the user should know about it; mostly empty."""

    @property
    def premise(self) -> str:
        """When the weights are right: `if they play like `solver``, the teacher of the model."""
        assert self.choices is not None
        teacher = self.choices.fitted.get("teacher")
        if not isinstance(teacher, str) or teacher == RECORDS:
            return "if they play as in the model's rounds"
        return f"if they play like `{short(teacher.partition(':')[0])}`"


COUNTED_ALIKE = ChosenModel(None)


def chosen_model(model: str | Choices | None, setup: Setup, *, force: bool = False) -> ChosenModel:
    """The model that is asked for: `counted` (or None), `choices`, a file, or the model itself.

    `choices` is the bundled model of these rules; where there is none every world counts alike, and
    the note says so. Raises `UnfitModel` for one that can't be read, and for one of other rules
    unless `force` is set.
    """
    expect_type("model", model, str | Choices | None, '"counted", "choices" or a file')
    if model is None or model == COUNTED:
        return COUNTED_ALIKE
    if not setup.layout.is_line:
        return ChosenModel(None, note="models of choices are for tables with one line")
    if model == CHOICES:
        return _of_rules(setup)
    if isinstance(model, Choices):
        found, file = model, ""
    else:
        found, file = read_model(model), Path(model).name
    if force:
        other = found.rules != digest(setup)
        note = f"the model is that of {plain(found.variant)}, by --force" if other else ""
    else:
        note = found.refuse_others(setup, typed_name(setup))
    return ChosenModel(found, file, note)


def usual_model(position: Position) -> ChosenModel:
    """The model that holds where none is named: the bundled one, where it may tell something.

    A snapshot shows no choices, and where one world is left nothing is hidden.
    """
    found = _of_rules(position.setup) if _may_tell(position) else COUNTED_ALIKE
    return COUNTED_ALIKE if found.choices is None else found


def how_to_fit(position: Position) -> str:
    """What to tell where a model might tell something, and the rules have none; mostly empty."""
    if not _may_tell(position) or position.is_over:
        return ""
    found = _of_rules(position.setup)
    return found.note if found.choices is None else ""


def _may_tell(position: Position) -> bool:
    return isinstance(position.view, Record) and position.evidence.only_world is None


def read_model(path: str | Path) -> Choices:
    """The model of a file. Raises `UnfitModel`."""
    shown = short(str(path))
    try:
        data = EVERYWHERE.read(str(path), LARGEST_TEXT + 1)
    except FileNotFoundError:
        near = f'; the bundled one is "{CHOICES}"' if str(path) in bundled_models() else ""
        raise UnfitModel(f"{shown}: there is no such file{near}") from None
    except NotRegular:
        raise UnfitModel(f"{shown} can't be read: it is not a regular file") from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise UnfitModel(f"{shown} can't be read: {why}") from None
    try:
        return Choices.loads(data.decode("utf-8-sig"))
    except (UnicodeDecodeError, ArgumentError, UnfitModel) as error:
        why = "not UTF-8 text" if isinstance(error, UnicodeDecodeError) else str(error)
        raise UnfitModel(f"{shown}: {why}") from None


@cache
def bundled_models() -> dict[str, Choices]:
    """The models that come with the project, by the names of their files without the ending."""
    folder = resources.bundled("dominoes_rules", "variants")
    return {
        file.name.removesuffix(ENDING): Choices.loads(file.read_text(encoding="utf-8"))
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
        if file.name.endswith(ENDING)
    }


def _of_rules(setup: Setup) -> ChosenModel:
    rules, play = digest(setup), digest(setup, paid=False)
    models = [(name + ENDING, model) for name, model in bundled_models().items()]
    for file, model in models:
        if model.rules == rules:
            return ChosenModel(model, file)
    for file, model in models:
        if model.play == play:
            return ChosenModel(model, file, model.refuse_others(setup))
    # Where bots play in plain Python rounds take far longer than in machine code.
    time = "" if why_not(setup) else " (about 2 minutes)"
    fit = f"`dominoes-rules choices fit {typed_name(setup)}` makes one{time}"
    return ChosenModel(None, note=f"no model of choices for these rules; {fit}")


def typed_name(setup: Setup) -> str:
    """The rules as they are named on a command line: `block`, `domohnoes/4`, `my/house.rules`."""
    ruleset = setup.ruleset
    seats = "" if len(ruleset.players) == 1 else f"/{setup.seats}"
    return plain(shlex.quote(name_of(ruleset) + seats))
