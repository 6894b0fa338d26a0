"""Rounds from which a model of choices is fitted: a bot against itself, natively where possible."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import Action, State
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.bots.bot_rounds import Turn, play_round, player_of, simple_chooser
from dominoes_rules.bots.deciding import decide
from dominoes_rules.bots.door import bot
from dominoes_rules.bots.sampling_bots import in_easy_reach
from dominoes_rules.bots.ways import way_of
from dominoes_rules.play.round import Round
from dominoes_rules.position.choice_models import RECORDS
from dominoes_rules.position.description import typed_name
from dominoes_rules.position.position import Position
from dominoes_rules.solving.foretold import choices_in
from dominoes_solver.batch.decision import Decider
from dominoes_solver.batch.way import Way, why_not
from dominoes_solver.belief.features import features
from dominoes_solver.belief.fit import Choice, Numbers, choices_of, fit
from dominoes_solver.belief.fit_net import fit_net
from dominoes_solver.belief.model import Choices, why_no_model
from dominoes_solver.belief.net import Net, why_no_net
from dominoes_solver.belief.net_inputs import net_inputs
from dominoes_solver.search import native

ROUNDS = 2_000
TEACHER = "solver:worlds=50"
STRONG = Way(worlds=50, pool=2_000, playouts=4)
"""How the players of earlier models play, where their choices are averaged."""

Tick = Callable[[int], None]


@dataclass(frozen=True, kw_only=True)
class Lessons:
    """The rounds that a model or a net is fitted to."""

    rounds: int = ROUNDS
    seconds: float | None = None
    """How long the teachers play, in place of a number of rounds."""
    teacher: str = TEACHER
    average: Sequence[Choices] = ()
    """Earlier models, whose players play as many rounds each as the teacher."""
    records: Iterable[Position] | None = None
    """Rounds with every hand open, in place of those of a teacher."""
    seed: int = 1
    tick: Tick = lambda done: None
    """Called with the number of rounds that are done."""


USUAL_LESSONS = Lessons()


def taught_model(
    compiled: Compiled, lessons: Lessons = USUAL_LESSONS, prior: Choices | None = None
) -> Choices:
    """A model fitted to some rounds.

    A `prior` is the model to begin at, of any game, which few rounds change little. Raises
    `ArgumentError` for a teacher that there is not, a game that no model can describe, and too few
    choices; `PositionError` for a record that is not open; `UnfitModel` for an earlier model of
    other rules.
    """
    if reason := why_no_model(compiled.setup):
        raise ArgumentError(f"no model can be fitted to {compiled.setup.name}: {reason}")
    for model in lessons.average:
        model.refuse_others(compiled.setup, typed_name(compiled.setup))
    logs, about = _logged(compiled, features, lessons)
    return fit(compiled, logs, prior=prior, fitted=about)


def taught_net(compiled: Compiled, lessons: Lessons = USUAL_LESSONS) -> Net:
    """A net fitted to some rounds; see `taught_model`.

    Raises `ArgumentError` also for a game in which no net can choose.
    """
    if reason := why_no_net(compiled.setup):
        raise ArgumentError(f"no net can choose in {compiled.setup.name}: {reason}")
    logs, about = _logged(compiled, net_inputs, lessons)
    return fit_net(compiled, logs, seed=lessons.seed, fitted=about)


def _logged(
    compiled: Compiled, numbers: Numbers, lessons: Lessons
) -> tuple[list[list[Choice]], dict[str, Any]]:
    """The choices of each round, each action in these numbers, and what to write down of them."""
    name, seed, average = bot(lessons.teacher).name, lessons.seed, lessons.average
    logs: list[list[Choice]] = []
    if lessons.records is not None:
        for position in lessons.records:
            logs.append(choices_in(position, numbers))
            lessons.tick(len(logs))
        return logs, {"teacher": RECORDS, "rounds": len(logs), "seed": seed}
    reason = why_not(compiled.setup)
    if average and not reason and not in_easy_reach(compiled):
        reason = "a search of this game takes too long"
    if average and reason:
        raise ArgumentError(f"--average needs rounds of bots that search worlds, but {reason}")
    parts = 1 + len(average)
    for number in range(parts):
        share, end = lessons.rounds // parts + (number < lessons.rounds % parts), None
        if lessons.seconds is not None:
            share, end = sys.maxsize, time.monotonic() + lessons.seconds / parts
        way = replace(STRONG, model=average[number - 1]) if number else way_of(name, compiled)
        player = "" if number else name
        for start, actions in _rounds(compiled, way, player, share, seed + number):
            logs.append(choices_of(compiled, start, actions, numbers))
            lessons.tick(len(logs))
            if end is not None and time.monotonic() > end:
                break
    return logs, {"teacher": name, "rounds": len(logs), "seed": seed}


def _rounds(
    compiled: Compiled, way: Way | None, name: str, rounds: int, seed: int
) -> Iterator[tuple[State, Sequence[Action]]]:
    """Rounds of a bot against itself: by the way it samples worlds, or by its name."""
    seats, setup = compiled.setup.seats, compiled.setup
    if way is not None or simple_chooser(name):
        native.decides(compiled)  # first, for it waits until machine code is there
    decider = None if way is None else Decider(compiled, way, natively=True)
    if player := player_of(name, decider):
        for number in range(rounds):
            turn = Turn.dealt(compiled, seed, number)
            play_round(turn, [player] * seats)
            yield turn.states[0], turn.actions
        return
    named = bot(name)
    for number in range(rounds):
        game = Round(
            setup.ruleset, seats=seats, parameters=dict(setup.parameters), seed=_seed(seed, number)
        )
        start = game.state
        while not game.is_over:
            game.push(decide(named, game, seed=f"{seed}/{number}"))
        yield start, game.actions


def _seed(seed: int, number: int) -> int:
    return Random(f"{seed}/rounds/{number}").getrandbits(62)
