"""Models of choices by name: those that come with the project, and a user's own files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple, TypeVar

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.state import SEAT_LETTERS
from dominoes_lang.text import resources
from dominoes_lang.text.quoting import plain, short
from dominoes_lang.text.reach import EVERYWHERE, NotRegular
from dominoes_lang.text.root_exception import ArgumentError, expect_type
from dominoes_rules.position.description import name_of, typed_name
from dominoes_rules.position.observed_round import ObservedRound
from dominoes_rules.position.remarks import as_saying
from dominoes_rules.speech.sayings import Saying
from dominoes_rules.speech.speech import marked
from dominoes_solver.batch.way import why_not
from dominoes_solver.belief.model import (
    LARGEST_TEXT,
    Choices,
    ForRules,
    OtherKind,
    UnfitModel,
    digest,
    refuse_any,
    why_no_model,
)
from dominoes_solver.belief.net import Net, why_no_net
from dominoes_solver.belief.player_types import BY_CHANCE, PlayerType, TypeBelief
from dominoes_solver.evidence.view import Record

ENDING = ".choices.json"
NET_ENDING = ".net.json"
COUNTED, CHOICES = "counted", "choices"
Model = TypeVar("Model", bound=ForRules)
Read = TypeVar("Read")
RECORDS = "records"
"""The teacher of a model that is fitted to records."""


@dataclass(frozen=True)
class ChosenModel:
    """The model that weights the worlds of a position; without `choices`, all count equally."""

    choices: Choices | None
    file: str = ""
    """The name of the model's file."""
    note: str = ""
    """What the user should know about it; mostly empty."""
    types: TypeBelief | None = None
    """What earlier rounds show of each seat; None without such rounds."""

    @property
    def premise(self) -> str:
        """When the weights are right: `if they play like `solver``, the teacher of the model."""
        assert self.choices is not None
        if self.types is not None:
            return Saying(marked("if they play as in the rounds before"))
        teacher = _teacher(self.choices)
        if not teacher:
            return Saying(marked("if they play as in the model's rounds"))
        return Saying(marked("if they play like `{teacher}`"), teacher=teacher)


def _teacher(model: Choices) -> str:
    """The bot whose choices a model was fitted to; empty if it was none."""
    teacher = model.fitted.get("teacher")
    if not isinstance(teacher, str) or teacher == RECORDS:
        return ""
    return short(teacher.partition(":")[0])


COUNTED_ALIKE = ChosenModel(None)


def chosen_model(model: str | Choices | None, setup: Setup, *, force: bool = False) -> ChosenModel:
    """The model that is asked for: `counted` (or None), `choices`, a file, or the model itself.

    `choices` is the bundled model of these rules, or that of a game of the same kind, and the note
    says so; where there is neither every world counts alike. Raises `UnfitModel` for one that can't
    be read, and for one of a game of another kind unless `force` is set.
    """
    expect_type("model", model, str | Choices | None, '"counted", "choices" or a file')
    if model is None or model == COUNTED:
        return COUNTED_ALIKE
    if model == CHOICES:
        return _of_rules(setup)
    refuse_any(setup, typed_name(setup))
    if isinstance(model, Choices):
        choices, file = model, ""
    else:
        choices, file = read_model(model), Path(model).name
    if force:
        is_other = choices.rules != digest(setup)
        fitted_elsewhere = Saying(
            marked("the model was fitted to another game, {game}"), game=plain(choices.variant)
        )
        note = fitted_elsewhere if is_other else ""
    else:
        note = as_saying(choices.refuse_others(setup, typed_name(setup)))
    return ChosenModel(choices, file, note)


class ChosenNet(NamedTuple):
    """A net, and the name of its file."""

    model: Net
    file: str


def chosen_net(file: str | None, setup: Setup) -> ChosenNet:
    """The net of a file, or the bundled one of these rules or of a game of the same kind.

    Raises `UnfitModel` if there is none, and for one of a game of another kind.
    """
    reason = why_no_net(setup)
    if reason:
        raise UnfitModel(f"no net can choose in {name_of(setup.ruleset)}: {reason}")
    if file:
        chosen = ChosenNet(read_net(file), Path(file).name)
        chosen.model.refuse_others(setup, typed_name(setup))
        return chosen
    if bundled := bundled_net(setup):
        return bundled
    raise UnfitModel(
        f"there is no net for {name_of(setup.ruleset)}; `dominoes-rules choices fit "
        f"{typed_name(setup)} --net` makes one, for quick:net=FILE"
    )


def bundled_net(setup: Setup) -> ChosenNet | None:
    """The bundled net of these rules or of a game of the same kind, if there is any."""
    nets = bundled_nets()
    net = None if why_no_net(setup) else closest(setup, nets.values())
    return None if net is None else ChosenNet(net, _name_of(net, nets) + NET_ENDING)


def usual_model(position: ObservedRound) -> ChosenModel:
    """The model that holds where none is named: the bundled one, where it may tell something.

    A snapshot shows no choices, and where one world is left nothing is hidden.
    """
    chosen = _of_rules(position.setup) if _may_tell(position) else COUNTED_ALIKE
    return COUNTED_ALIKE if chosen.choices is None else with_types(chosen, position)


def has_model(setup: Setup) -> bool:
    """Whether rules have a bundled model, their own or that of a game of the same kind."""
    return _of_rules(setup).choices is not None


def with_types(chosen: ChosenModel, position: ObservedRound) -> ChosenModel:
    """A model with what the earlier rounds of a position show of each seat."""
    model, rounds = chosen.choices, position.earlier_rounds
    if model is None or not rounds:
        return chosen
    # Imported here because few positions have earlier rounds.
    from dominoes_rules.position.earlier_rounds import belief_after

    setup = position.setup
    types = belief_after(rounds, setup, types_beside(model))
    rivals = [seat for seat in range(setup.seats) if SEAT_LETTERS[seat] != position.turn]
    learnt = []
    for seat in rivals:
        name, share = types.likeliest(seat)
        letter, chance = SEAT_LETTERS[seat], f"{share:.2f}"
        learnt.append(
            Saying(
                marked("{seat} plays like `{bot}` ({chance})"), seat=letter, bot=name, chance=chance
            )
        )
    after = Saying.plural(
        "after {count:,} round, {learnt}",
        "after {count:,} rounds, {learnt}",
        len(rounds),
        learnt=tuple(learnt),
    )
    if chosen.note:
        after = Saying(marked("{note}; {after}"), note=chosen.note, after=after)
    return replace(chosen, types=types, note=after)


def types_as_json(chosen: ChosenModel) -> dict[str, object]:
    """How likely each seat is of each type, by its letter; empty without earlier rounds."""
    types = chosen.types
    if types is None:
        return {}
    names = [name for name, _ in types.types]
    return {
        "types": {
            SEAT_LETTERS[seat]: {
                name: round(share, 4) for name, share in zip(names, types.shares(seat), strict=True)
            }
            for seat in range(len(types.logs))
        }
    }


def how_to_fit(position: ObservedRound) -> str:
    """What to tell where a model might tell something, and the rules have none; mostly empty."""
    if not _may_tell(position) or position.is_over:
        return ""
    chosen = _of_rules(position.setup)
    return chosen.note if chosen.choices is None else ""


def _may_tell(position: ObservedRound) -> bool:
    return isinstance(position.view, Record) and position.evidence.only_world is None


def read_model(path: str | Path) -> Choices:
    """The model of a file. Raises `UnfitModel`."""
    return read_file(path, Choices.loads)


def read_net(path: str | Path) -> Net:
    """The net of a file. Raises `UnfitModel`."""
    return read_file(path, Net.loads)


def read_file(path: str | Path, loads: Callable[[str], Read]) -> Read:
    """What the text of a file is read as. Raises `UnfitModel`."""
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
        return loads(data.decode("utf-8-sig"))
    except (UnicodeDecodeError, ArgumentError, UnfitModel) as error:
        why = "not UTF-8 text" if isinstance(error, UnicodeDecodeError) else str(error)
        kind_of_error = OtherKind if isinstance(error, OtherKind) else UnfitModel
        raise kind_of_error(f"{shown}: {why}") from None


@cache
def bundled_models() -> dict[str, Choices]:
    """The models of games that come with the project, by the names of their files."""
    return _bundled(Choices, ENDING)


@cache
def bundled_types() -> dict[str, Choices]:
    """The models of simple bots that come with the project, by the names of these bots."""
    return _bundled(Choices, ENDING, "types")


@cache
def bundled_nets() -> dict[str, Net]:
    """The nets that come with the project, by the names of their files."""
    return _bundled(Net, NET_ENDING)


def _bundled(kind: type[Model], ending: str, folder: str = "") -> dict[str, Model]:
    """The models in a folder of `variants`, by the names of their files without the ending."""
    files = (resources.bundled("dominoes_rules", "variants") / folder).iterdir()
    return {
        file.name.removesuffix(ending): kind.loads(file.read_text(encoding="utf-8"))
        for file in sorted(files, key=lambda file: file.name)
        if file.name.endswith(ending)
    }


def types_beside(model: Choices) -> tuple[PlayerType, ...]:
    """The types that a player may be of: that of a model, the simple bots, and pure chance.

    A model that was fitted to one of these bots is called `the model`: each name is used once.
    """
    named = [*bundled_types().items(), ("random", BY_CHANCE)]
    teacher = _teacher(model)
    name = "the model" if teacher in {"", *dict(named)} else teacher
    return (PlayerType(name, model), *(PlayerType(*entry) for entry in named))


@lru_cache(maxsize=256)
def _of_rules(setup: Setup) -> ChosenModel:
    if reason := why_no_model(setup):
        return ChosenModel(None, note=reason)
    models = bundled_models()
    if model := closest(setup, models.values()):
        note = as_saying(model.refuse_others(setup))
        return ChosenModel(model, _name_of(model, models) + ENDING, note)
    # Where bots play in plain Python rounds take far longer than in machine code.
    time = "" if why_not(setup) else " (about 2 minutes)"
    fit = f"`dominoes-rules choices fit {typed_name(setup)}` makes one{time}"
    return ChosenModel(None, note=f"no model of choices for these rules; {fit}")


def _name_of(model: ForRules, models: Mapping[str, ForRules]) -> str:
    return next(name for name, known in models.items() if known is model)


def closest(setup: Setup, models: Iterable[Model]) -> Model | None:
    """The first model of these rules; else one of the same play; else one of kin."""
    models = [*models]
    for part, text in Choices.made_for(setup).items():
        if part != "variant" and text:
            for model in models:
                if getattr(model, part) == text:
                    return model
    return None
