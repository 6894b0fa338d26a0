"""Whoever `next opener` names: rules that are accepted always have somebody who opens."""

from __future__ import annotations

from random import Random

import pytest

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.load import load
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.table.state import State
from dominoes_lang.text.diagnostics import RulesError
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.play.deals import deal, deal_after, standing_after
from dominoes_rules.play.reading_back import misread

GAMES = ("pass_and_out", "moon", "texas_42", "texas_42_forced")
# From a tile on the table a round may be passed out.
BEGUN = "deal: 1 each\nlayout: line from stock\nturn:\n    play a tile\n    or else pass"
NAMED = ("finisher", "bidder", "taker", "player after taker", "winner by choice", "last player in")
ROUNDS = 3


def game(parent: str, clauses: str) -> Ruleset | None:
    """The house rule; None if it is refused since nobody may open."""
    text = f'variant "House"\nextends "{parent}"\n{clauses}\n'
    try:
        return load(Source("house.rules", text), library.bundled)
    except RulesError as error:
        codes = {finding.code for finding in error.diagnostics}
        assert codes <= {"no-opener", "not-known-here", "no-tricks", "nobody-drops-out"}, codes
        return None


def end(rules: Compiled, state: State, random: Random) -> State:
    actions = []
    states = [state]
    while not state.over:
        legal = rules.legal(state)
        # Passing where that is possible, so that whole auctions are passed out.
        actions.append(legal[0] if random.random() < 0.6 else random.choice(legal))
        state = rules.play(state, actions[-1])
        states.append(state)
    assert misread(rules, states, actions, [0]) is None
    return state


@pytest.mark.parametrize("parent", [*GAMES, f'double_draw"\n{BEGUN}\n#"'])
@pytest.mark.parametrize("named", [*NAMED, *(f"{who} or else opener" for who in NAMED)])
def test_somebody_opens_after_every_round(parent: str, named: str) -> None:
    ruleset = game(parent, f"next opener: {named}")
    if ruleset is None:
        return
    rules = library.compiled(ruleset, ruleset.players[-1])
    random = Random(named)
    state = deal(rules, random)
    for _ in range(ROUNDS):
        state = end(rules, state, random)
        if standing_after(rules, state).won is not None:
            break
        state = deal_after(rules, state, random)


def test_a_double_that_must_be_dealt_may_open() -> None:
    """Three of 27 tiles are left over, and there are six doubles."""
    fewer = "tiles: double-six without [0|0]\ndeal: {} each"
    assert game("garrafina", fewer.format(6)) is not None
    assert game("garrafina", fewer.format(5)) is None
