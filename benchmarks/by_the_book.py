"""Every search in plain Python against plain minimax and max^n, on small deals of bundled games.

A deal is one of few tiles, some random actions in, in a match somewhere on its way: sides may be
a play short of the target, and a play may be more than they may take. Parameters vary with it.

    python -m benchmarks.by_the_book [VARIANT ...] [--deals N] [--seed N]
"""

from __future__ import annotations

import argparse
import sys
from random import Random

from benchmarks.games import bundled_name
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.setup.binding import ParameterError, Value, some_values
from dominoes_lang.setup.ruleset import Goal, Ruleset, Setup
from dominoes_lang.table.state import State
from dominoes_rules import library
from dominoes_rules.errors import PositionError
from dominoes_rules.play.deals import deal
from dominoes_rules.trial.scope import Scope, small
from dominoes_solver.limit import Budget
from dominoes_solver.search.one_world import Question, evaluate_many
from dominoes_solver.search.python import reference
from dominoes_solver.search.python.any_game import any_sides, any_two_sides
from dominoes_solver.search.python.null_window import exact_value

SCOPES = {
    2: (Scope(3, 4), Scope(4, 5)),
    3: (Scope(3, 3), Scope(4, 4)),
    4: (Scope(4, 3), Scope(5, 4)),
}
"""The small sets for so many players: few enough tiles for every line of play."""
SCOPES_OF_MANY = (Scope(4, 2),)
SETTINGS = 6
"""How many settings of the parameters are tried in turn, the usual one first."""
NEAR = 12
"""How many points short of the target a side is that is near it."""


Game = tuple[Ruleset, int, dict[str, Value]]
"""A variant on a small set, its number of players, and its parameters."""


def games(ruleset: Ruleset, seed: int) -> list[Game]:
    """A variant on small sets, for each number of players and under several parameters."""
    random = Random(f"{ruleset.name}/{seed}")
    found: list[Game] = []
    for seats in ruleset.players:
        for number in range(SETTINGS if ruleset.parameters else 1):
            values: dict[str, Value] = {}
            if number:
                values = {one.name: random.choice(some_values(one)) for one in ruleset.parameters}
            for scope in SCOPES.get(seats, SCOPES_OF_MANY):
                try:
                    setup = ruleset.setup(seats, values)
                    rules, chosen = small(ruleset, setup, scope)
                    found.append((rules, seats, chosen))
                except ParameterError:
                    continue
    return found


def position(rules: Compiled, random: Random) -> State:
    """A deal some random actions in, with a move to make."""
    setup = rules.setup
    while True:
        state = deal(rules, random)
        if random.randrange(4):
            state = _later(setup, state, random)
        for _ in range(random.randrange(5)):
            if state.over:
                break
            state = rules.play(state, random.choice(rules.legal(state)))
        if not state.over:
            return state


def _later(setup: Setup, state: State, random: Random) -> State:
    """The same deal in a later round of a match that is not over."""
    number = random.randrange(2, 9)
    target = setup.match.amount or 1
    scores = [
        max(0, target - random.randrange(1, NEAR))
        if random.randrange(2)
        else random.randrange(target)
        for _ in range(setup.sides)
    ]
    if setup.match.starting_again:
        scores[random.randrange(setup.sides)] = 0
    idle = random.randrange(number) if "idle" in setup.tracks else 0
    more = state.more._replace(idle=idle)
    # Later openers are not bound to a tile wherever the rules let somebody choose.
    opening = state.opening if random.randrange(2) else setup.tiles.all
    return state._replace(round=number, scores=tuple(scores), more=more, opening=opening)


def disagreement(rules: Compiled, state: State) -> str:
    """What a search finds that every line of play does not; empty where all agree."""
    truth = reference.values(rules, state)
    (found,) = evaluate_many(rules, [state], Question(natively=False))
    if list(zip(found.actions, found.values, strict=True)) != truth:
        return f"the chosen search: {found.values}, by the book {truth}"
    children = [(rules.play(state, action), vector) for action, vector in truth]
    if rules.setup.sides == 2:
        prove = any_two_sides(rules, state, Budget())
        sign = -1 if rules.setup.goal is Goal.FEWEST else 1
        first = [sign * exact_value(prove, child) for child, _ in children]
        if first != [vector[0] for _, vector in children]:
            return f"any two sides: {first}, by the book {truth}"
        return ""
    search = any_sides(rules, state, Budget())
    vectors = [search(child) for child, _ in children]
    return "" if vectors == [vector for _, vector in children] else f"any sides: {vectors}, {truth}"


def depends_on_score(rules: Compiled, state: State) -> bool:
    """Whether actions would be worth something else at the start of a match."""
    if not any(state.scores):
        return False
    even = state._replace(scores=(0,) * rules.setup.sides)
    return reference.values(rules, state) != reference.values(rules, even)


def main(words: list[str] | None = None) -> int:
    """Try so many deals of each game, print what disagrees; the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "variants", nargs="*", type=bundled_name, metavar="VARIANT", help="all that are bundled"
    )
    parser.add_argument("--deals", type=int, default=1000, help="of each variant (1000)")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(words)
    wrong = 0
    for name in args.variants or library.bundled():
        every = games(library.variant(name), args.seed)
        failed = scored = 0
        for number in range(args.deals):
            rules = library.compiled(*every[number % len(every)])
            try:
                state = position(rules, Random(f"{name}/{args.seed}/{number}"))
            except PositionError as error:
                parser.error(f"{name}: {error}")
            scored += depends_on_score(rules, state)
            said = disagreement(rules, state)
            if said:
                failed += 1
                print(f"{name}, deal {number}: {said}\n    {state}", flush=True)
        print(
            f"{name}: {args.deals} deals in {len(every)} games, {failed} disagree; "
            f"the score decides what {scored} of them are worth",
            flush=True,
        )
        wrong += failed
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
