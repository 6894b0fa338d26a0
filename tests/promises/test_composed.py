"""The promises of games that nobody wrote: rulesets put together at random, random rounds."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from dominoes_lang.analysis.profile import profile
from dominoes_lang.analysis.revealed.steps import reveals
from dominoes_lang.codegen.compiled import compile_rules
from dominoes_lang.load import load
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text.source import Source
from dominoes_rules import testing
from dominoes_rules.library import bundled
from tests.promises.rounds import random_round
from tests.promises.test_length_and_scores import contains
from tests.promises.test_symmetries import assert_same, exchanges
from tests.promises.test_telling import assert_true, step_taken

# Wins decide the match, so what A alone is paid on the way keeps no seats apart.
IDLE_POINTS = load(
    Source(
        "idle.rules",
        'variant "Idle"\nextends "draw_one"\nplayers: 3\ntiles: double-three\ndeal: 2 each\n'
        "first opener: lot plays any tile\nmatch: 5 rounds, most wins\n"
        "award way: 1 to each player after draw when mover is A\n",
    ),
    bundled,
)
AGAIN = load(
    Source(
        "again.rules",
        'variant "Again"\nextends "draw_one"\ntiles: double-five\nplayers: 3\ndeal: 2 each\n'
        "fits: numbers adding to 5\nfirst opener: lot plays any tile\n"
        "turn: play a tile or else pass again after last tile is double\n"
        "blocked: when everyone passed in a row\n",
    ),
    bundled,
)


@settings(max_examples=15)
@example(ruleset=IDLE_POINTS, seed=0)
@example(ruleset=AGAIN, seed=1254568)
@given(ruleset=testing.rulesets() | testing.trick_rulesets(), seed=st.integers(0, 2**32))
def test_what_the_profile_says_holds(ruleset: Ruleset, seed: int) -> None:
    for seats in ruleset.players:
        compiled = compile_rules(ruleset.setup(seats))
        setup, rules = compiled.setup, Interpreter(compiled.setup)
        found = profile(setup)
        assert found.always_legal
        assert found.length is not None
        played = list(random_round(compiled, seed))
        assert len(played) <= found.length.total
        for before, action, after in played:
            assert after.passes <= found.length.passes_in_a_row
            number = step_taken(compiled, before, action)
            if number is not None:
                assert_true(compiled, before, action, reveals(setup, number))
        paid = rules.payoff(played[-1][2])
        assert all(contains(*pair) for pair in zip(found.scores.sides, paid, strict=True))
        assert contains(found.scores.total, sum(paid))
        for exchange, points in exchanges(setup, Random(seed)):
            assert_same(compiled, exchange, seed, points=points)
        dead = [one.message for one in ruleset.warnings if one.code == "dead-award"]
        at_end, on_the_way = (
            tuple(award for award in awards if not any(f'"{award.name}"' in one for one in dead))
            for awards in (setup.awards, setup.in_play)
        )
        paying = len(at_end) + len(on_the_way)
        assert paying == len(setup.awards) + len(setup.in_play) - len(dead)
        others = Interpreter(replace(setup, awards=at_end, in_play=on_the_way))
        assert others.awards(played[-1][2]) == rules.awards(played[-1][2])
        for before, action, after in played if dead else ():
            assert others.play(before, action) == after
