"""What the mean over open hands promises, against what a player can get who sees one hand.

A strategy names a move for each information set: for what its player has seen, which is the same in
every world that fits. Positions are chosen in which nobody else has a choice, so that what a
strategy is worth depends on nothing else, and all of them can be tried.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from random import Random

import pytest

import dominoes_rules as dr
from dominoes_lang.table.state import Action, State
from dominoes_rules.position.notation import Move
from dominoes_solver.pimc.open_worlds import OpenWorlds
from dominoes_solver.search.python.reference import settled

GUESS = (
    "partnership A:x7/B:x7/C:00.11.22.40.51.52.64/D:x7 play:66,62l,60r,22l,32l,30l,50l,52l,20r,"
    "42l,21r,11r,43l,31r,33l,-,53l,55l,-,51l,10l,63r,61r opener:D"
)
"""C to move; D has [6|5] and A [5|4], or the other way round."""

COSTLY = (
    "partnership A:x7/B:x7/C:x7/D:00.20.22.40.54.62.63 play:66,61l,62r,51l,32r,53r,54l,52r,43l,"
    "42r,40r,10r,41r,31l,-,64r,11l,60r,00r,-,30r,21l opener:B"
)
"""D to move, in one of eight worlds."""

Seen = tuple[Action, ...]
"""What has been played since the position: with the own hand, all that the player knows."""
Strategy = dict[Seen, Action]


@dataclass(frozen=True)
class Table:
    """A position in which only its mover ever has a choice."""

    position: dr.Position

    @property
    def states(self) -> list[State]:
        """Every world, each as likely."""
        worlds = OpenWorlds(self.position.evidence)
        return [worlds.state(rank, Random(0)) for rank in range(worlds.count or 0)]

    def choices(self) -> dict[Seen, list[Action]]:
        """The information sets of the mover, and what is legal in each."""
        compiled, mover = self.position.compiled, self.states[0].mover
        found: dict[Seen, list[Action]] = {}
        todo: list[tuple[Seen, State]] = [((), state) for state in self.states]
        while todo:
            seen, state = todo.pop()
            if state.over:
                continue
            legal = compiled.legal(state)
            if state.mover == mover:
                assert found.setdefault(seen, legal) == legal, "what is legal tells nothing hidden"
            else:
                assert len(legal) == 1, "nobody else has a choice"
            todo += [((*seen, action), compiled.play(state, action)) for action in legal]
        return found

    def strategies(self) -> list[Strategy]:
        """Every one, with a move even for what an earlier move of its own rules out."""
        choices = self.choices()
        return [
            dict(zip(choices, chosen, strict=True))
            for chosen in itertools.product(*choices.values())
        ]

    def worth(self, strategy: Strategy) -> float:
        """Its mean over the worlds, to the mover's side."""
        compiled, states = self.position.compiled, self.states
        mover = states[0].mover
        total = 0
        for state in states:
            seen: Seen = ()
            while not state.over:
                action = strategy[seen] if state.mover == mover else compiled.legal(state)[0]
                seen, state = (*seen, action), compiled.play(state, action)
            total += settled(compiled, state)[compiled.setup.side_of[mover]]
        return total / len(states)

    def best(self) -> dict[str, float]:
        """For each first move the most that any strategy gets that begins with it."""
        found: dict[str, float] = {}
        for strategy in self.strategies():
            layout, state = self.position.setup.layout, self.position.evidence.state
            first = str(Move.of(strategy[()], layout, state))
            found[first] = max(found.get(first, -1000.0), self.worth(strategy))
        return found


def promised(table: Table) -> dict[str, float]:
    return {str(row.move): row.points.mean for row in dr.solve(table.position, model="counted")}


def test_a_sure_win_that_is_a_guess() -> None:
    """25 points on average, and a win in each world; but no strategy gets more than 0."""
    table = Table(dr.Position(GUESS))
    report = dr.solve(table.position, model="counted")
    assert (report.exact, report.count) == (True, 2)
    assert promised(table) == {"00l": 25, "40l": 0}
    assert report["00l"].win == 1
    real = table.best()
    assert real == {"00l": 0, "40l": 0}
    # The choice that matters comes later, in one information set: 64 or 40.
    assert max(len(legal) for seen, legal in table.choices().items() if seen) > 1


def test_a_promise_that_costs_points() -> None:
    """The move that looks best is worth less, to any strategy, than another one."""
    table = Table(dr.Position(COSTLY))
    reported, real = promised(table), table.best()
    assert reported.keys() == real.keys()
    assert reported == {"22l": 16.75, "20l": 11.875, "63r": 6.875}
    assert real == {"22l": 4.375, "20l": 11.875, "63r": 6.875}


@pytest.mark.parametrize("text", [GUESS, COSTLY])
def test_a_promise_is_never_too_small(text: str) -> None:
    """To see all hands can't hurt where the others have no choice."""
    table = Table(dr.Position(text))
    reported = promised(table)
    assert all(real <= reported[move] + 1e-9 for move, real in table.best().items())
