"""Random rounds with other values of the parameters: the extremes, and some in between."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from dominoes_lang.setup.binding import ParameterError, Value, value_of
from dominoes_lang.setup.ruleset import Ruleset, Setup
from dominoes_lang.syntax import nodes
from dominoes_rules.position.description import shown
from dominoes_rules.trial.rounds import try_rounds
from dominoes_rules.trial.trial_outcome import Progress, TrialOutcome, silent

IN_BETWEEN = 3
"""Random settings tried, besides the lowest and the highest values."""
TRIES = 50


def try_other_parameters(
    ruleset: Ruleset,
    seats: int,
    rounds: int,
    seed: int,
    parameters: Mapping[str, Value] | None = None,
    progress: Progress = silent,
) -> TrialOutcome | None:
    """Random rounds with other values of the parameters that `parameters` leaves open.

    Every number takes both ends of its range, and random values in between; other parameters take
    any value that the rules allow. None if there is no parameter to vary.
    """
    fixed = parameters or {}
    settings = _settings(ruleset, seats, fixed, Random(f"{seed}/{seats}/parameters"))
    if not settings:
        return None
    rounds_each = -(-rounds // len(settings))
    name = f"other parameters for {seats} players"
    words = []
    for setting in settings:
        words.append(" ".join(f"{key}={shown(value)}" for key, value in setting.items()))
        chosen = {**fixed, **setting}
        outcome = try_rounds(ruleset, seats, rounds_each, seed, chosen, progress)
        if outcome.failure is not None:
            return replace(outcome, name=name, covered=_covered(rounds_each, words))
    return TrialOutcome(name, covered=_covered(rounds_each, words))


def _covered(rounds_each: int, words: list[str]) -> str:
    return f"{rounds_each} round{'s'[: rounds_each != 1]} with each of {', '.join(words)}"


def _settings(
    ruleset: Ruleset, seats: int, fixed: Mapping[str, Value], random: Random
) -> list[dict[str, Value]]:
    """Settings that the rules allow, each once: the lowest, the highest, some in between."""
    usual = ruleset.setup(seats, fixed)
    ranges = {
        clause.name: values
        for clause in ruleset.parameters
        if clause.name in ruleset.names_read
        and clause.name not in fixed
        and (values := _range(clause, usual))
    }
    if not ranges:
        return []
    wanted = [
        {name: values[0] for name, values in ranges.items()},
        {name: values[-1] for name, values in ranges.items()},
    ]
    wanted += [
        {name: random.choice(values) for name, values in ranges.items()} for _ in range(TRIES)
    ]
    settings: list[dict[str, Value]] = []
    now = dict(usual.parameters)
    for setting in wanted:
        same = all(now[name] == value for name, value in setting.items())
        if same or setting in settings:
            continue
        try:
            ruleset.setup(seats, {**fixed, **setting})
        except ParameterError:
            # Values that don't go together, for instance more tiles than the set has.
            continue
        settings.append(setting)
        if len(settings) == 2 + IN_BETWEEN:
            break
    return settings


def _range(clause: nodes.ParameterClause, setup: Setup) -> list[Value] | range:
    """The values that a parameter may have, in order; a number without a range has only its own."""
    if clause.choices:
        return [value_of(choice) for choice in clause.choices]
    match clause.default:
        case nodes.Number() if clause.lowest is not None and clause.highest is not None:
            return range(clause.lowest, clause.highest + 1)
        case nodes.TileLiteral():
            return list(setup.tiles.tiles)
        case nodes.YesNo():
            return [False, True]
    return []
