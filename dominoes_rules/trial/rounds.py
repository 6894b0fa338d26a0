"""Random rounds and matches of a ruleset, and single examples and invariants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from random import Random

from dominoes_lang.english.wording import listed
from dominoes_lang.examples import example_runs
from dominoes_lang.setup.binding import Value
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.syntax import nodes
from dominoes_rules import library
from dominoes_rules.trial.checks import CheckedGame, Failed
from dominoes_rules.trial.played import PlayedRound, first_round, next_round, play_at_random
from dominoes_rules.trial.shrinking import shrink
from dominoes_rules.trial.trial_outcome import Progress, TrialOutcome, silent

ROUNDS = 100
MOST_ACTIONS = 10_000
"""No further match, and no further round of those usually tried, begins after this many actions."""
LONGEST_MATCH = 300
"""A match is abandoned after this many rounds."""


def try_example(ruleset: Ruleset, example: nodes.ExampleClause) -> TrialOutcome:
    """Run an example by the interpreter, with the parameters as the file gives them."""
    failure = example_runs.run(ruleset, example)
    name = f'example "{example.title}"'
    if failure is None:
        return TrialOutcome(name)
    return TrialOutcome(name, failure.render(), place=str(failure.span))


def try_examples(ruleset: Ruleset) -> Iterator[TrialOutcome]:
    """Run every example of the file."""
    for example in ruleset.examples:
        yield try_example(ruleset, example)


def try_invariant(
    ruleset: Ruleset,
    clause: nodes.InvariantClause,
    rounds: int = ROUNDS,
    seed: int = 0,
) -> TrialOutcome:
    """Test whether one invariant holds in every state of random rounds.

    They are played for every number of players that the rules allow. The first round in which it
    does not hold is shrunk. Raises `ParameterError`.
    """
    name = f'invariant "{clause.title}"'
    for count in ruleset.players:
        game = _game(ruleset, count, None)
        bound = tuple(pair for pair in game.setup.invariants if pair[0] == clause.title)
        game = CheckedGame(game.compiled, bound)
        outcome = _outcome(name, game, _rounds(game, rounds, seed))
        if outcome.failure:
            return outcome
    players = listed([*map(str, ruleset.players)])
    return TrialOutcome(name, covered=f"{rounds} random rounds for {players} players")


def try_rounds(
    ruleset: Ruleset,
    seats: int,
    rounds: int | None,
    seed: int,
    parameters: Mapping[str, Value] | None = None,
    progress: Progress = silent,
) -> TrialOutcome:
    """Play random rounds by the interpreter and by the generated functions.

    They must agree in every state, and every invariant must hold. The first round in which
    something is wrong is shrunk and shown as a position.

    rounds: None for `ROUNDS`, or as many as have `MOST_ACTIONS` together.
    """
    game = _game(ruleset, seats, parameters)
    number = rounds or ROUNDS

    def played() -> Iterator[PlayedRound]:
        nonlocal number
        actions = 0
        for index, tried in enumerate(_rounds(game, number, seed, progress), 1):
            yield tried
            actions += len(tried.actions)
            if rounds is None and actions >= MOST_ACTIONS:
                number = index
                return

    outcome = _outcome("", game, played(), progress)
    name = f"{number} random round{'s'[: number != 1]} for {seats} players"
    return replace(outcome, name=name)


def try_matches(
    ruleset: Ruleset,
    seats: int,
    matches: int,
    seed: int,
    parameters: Mapping[str, Value] | None = None,
    progress: Progress = silent,
) -> TrialOutcome:
    """Play whole matches at random: both ways agree on who opens next, and the match ends.

    They are fewer than `matches` where these have `MOST_ACTIONS` together.
    """
    game = _game(ruleset, seats, parameters)
    lengths: list[int] = []

    def played() -> Iterator[PlayedRound]:
        actions = 0
        while len(lengths) < matches and actions < MOST_ACTIONS:
            number = len(lengths)
            lengths.append(0)
            for tried in _match(game, Random(f"{seed}/{seats}/match {number}")):
                lengths[-1] += 1
                actions += len(tried.actions)
                progress(f"match {number + 1} of {matches}, round {lengths[-1]}")
                yield tried

    outcome = _outcome("", game, played(), progress)
    number = matches if outcome.failure else len(lengths)
    name = f"{number} match{'es' if number != 1 else ''} for {seats} players"
    rounds = sum(lengths)
    covered = f"{rounds:,} round{'s' if rounds != 1 else ''}"
    cut = sum(length >= LONGEST_MATCH for length in lengths)
    if cut:
        covered += f"; {cut} left after {LONGEST_MATCH} rounds without an end"
    return replace(outcome, name=name, covered=covered)


def _game(ruleset: Ruleset, seats: int, parameters: Mapping[str, Value] | None) -> CheckedGame:
    return CheckedGame(library.compiled(ruleset, seats, parameters))


def _rounds(
    game: CheckedGame, rounds: int, seed: int, progress: Progress = silent
) -> Iterator[PlayedRound]:
    random = Random(f"{seed}/{game.setup.seats}")
    for number in range(rounds):
        progress(f"round {number} of {rounds}")
        yield play_at_random(game, first_round(game, random), random)


def _match(game: CheckedGame, random: Random) -> Iterator[PlayedRound]:
    """The rounds of one match."""
    start = first_round(game, random)
    for _ in range(LONGEST_MATCH):
        played = play_at_random(game, start, random)
        yield played
        following = None if played.problem else next_round(game, played.end, random)
        if following is None:
            return
        start, game = following, game.in_round(following.scores)


def _outcome(
    name: str, game: CheckedGame, rounds: Iterable[PlayedRound], progress: Progress = silent
) -> TrialOutcome:
    """The outcome of rounds: the first one in which something is wrong, shrunk."""
    try:
        for played in rounds:
            if played.problem is not None:
                game = game.in_round(played.start.scores)
                best = shrink(game, played, progress=progress)
                return TrialOutcome.of(name, best.problem, best.line(game))
    except Failed as failure:
        # It went wrong before a deal was accepted: there is no position to show.
        return TrialOutcome.of(name, failure.problem)
    return TrialOutcome(name)
