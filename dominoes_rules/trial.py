"""A ruleset put to the test: its examples, its invariants, and random rounds two ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from dominoes_lang import examples
from dominoes_lang.compiled import Compiled
from dominoes_lang.interpret import Interpreter
from dominoes_lang.ruleset import Ruleset
from dominoes_lang.state import Action, State
from dominoes_rules import library
from dominoes_rules.dealing import as_position, deal, play_out


@dataclass(frozen=True)
class Outcome:
    """One thing tried: its name, and what went wrong, or None."""

    name: str
    failure: str | None = None


def try_examples(ruleset: Ruleset) -> Iterator[Outcome]:
    """Run every example of the file."""
    for example in ruleset.examples:
        found = examples.run(ruleset, example)
        yield Outcome(f'example "{example.title}"', found.render() if found else None)


def try_rounds(
    ruleset: Ruleset,
    seats: int,
    rounds: int,
    seed: int,
    progress: Callable[[int, int], None] = lambda done, rounds: None,
) -> Outcome:
    """Play random rounds by the interpreter and by the generated functions.

    They must agree in every state, and every invariant must hold. The first round in which
    something is wrong is shown as a position.
    """
    compiled = library.compiled(ruleset, seats)
    words = f"{rounds} random rounds for {seats} players"
    try:
        return Outcome(words, _first_failure(compiled, rounds, seed, progress))
    except Exception as error:
        rule = compiled.rule_of(error.__traceback__)
        if rule is None:
            raise
        return Outcome(words, f"the generated code of this rule failed ({rule}): {error!r}")


def _first_failure(
    compiled: Compiled, rounds: int, seed: int, progress: Callable[[int, int], None]
) -> str | None:
    """What is wrong in the first random round in which something is, and its position."""
    seats = compiled.setup.seats
    random = Random(f"{seed}/{seats}")
    for number in range(rounds):
        progress(number, rounds)
        start = deal(compiled, random)
        actions: list[Action] = []
        wrong = _compare_states(compiled, start)
        before = start
        for action, state in () if wrong else play_out(compiled, start, random):
            actions.append(action)
            wrong = _compare_action(compiled, before, action, state)
            if wrong:
                break
            before = state
        if wrong:
            shown = as_position(compiled, start, actions)
            return f"{wrong}\n      = in the position: {shown}"
    return None


def _compare_action(compiled: Compiled, before: State, action: Action, after: State) -> str:
    rules = Interpreter(compiled.setup)
    if rules.play(before, action) != after:
        return "the interpreter and the generated code disagree on what an action does"
    return _compare_states(compiled, after)


def _compare_states(compiled: Compiled, state: State) -> str:
    """What is wrong in a state; empty if nothing is."""
    setup, rules = compiled.setup, Interpreter(compiled.setup)
    if rules.legal(state) != compiled.legal(state):
        return "the interpreter and the generated code disagree on what is legal"
    if state.over:
        if rules.winner(state) != compiled.winner(*state):
            return "the interpreter and the generated code disagree on who wins"
        if rules.payoff(state) != compiled.payoff(*state):
            return "the interpreter and the generated code disagree on the points"
    elif not compiled.legal(state):
        return "there is no legal action"
    for title, condition in setup.invariants:
        if not rules.holds(condition, state):
            place = f"{condition.span.source.name}:{condition.span.line}"
            return f'the invariant "{title}" does not hold ({place})'
    return ""
