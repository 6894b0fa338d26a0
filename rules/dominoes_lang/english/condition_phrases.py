"""Whos, tiles, amounts and conditions in plain English, for the players of one setup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dominoes_lang.languages.language import english
from dominoes_lang.setup.arithmetic import Amount
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.sheet.conditions_told import ConditionsTold
from dominoes_lang.sheet.meaning import Meaning
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Fact, Role

LIKE_IT = "at the open ends with the number just left open"
"""What `halves like it` counts."""


class English:
    """The phrases of one setup as texts: who is playing decides what an opponent is called."""

    def __init__(
        self,
        setup: Setup,
        among: Sequence[Setup] = (),
        *,
        ended: bool = False,
        names: Mapping[int, str] | None = None,
    ) -> None:
        """`among` are the setups for all numbers of players for whom the phrases are.

        With `ended` the phrases are about a finished round, otherwise about a turn: `they`.
        """
        self.setup = setup
        self.told = ConditionsTold(setup, among, ended=ended, names=names)
        self.draws = self.told.draws
        self.two_sides = self.told.two_sides
        self.everyone = "both" if self.told.two_players else "all"
        self.leaver = "side" if self.told.by_side else "player"

    def about(
        self,
        *,
        actor: Meaning | None = None,
        of_player: bool | None = None,
        distant: bool | None = None,
    ) -> None:
        """Changes of whom the next phrases speak."""
        told = replace(self.told, actor=actor)
        told = told if of_player is None else replace(told, of_player=of_player)
        self.told = told if distant is None else replace(told, distant=distant)

    def condition(self, condition: Expression, *, holds: bool = True) -> str:
        """The clause after `if`; with `holds` False the opposite."""
        return _words(self.told.condition(condition, holds=holds))

    def case(self, condition: Expression) -> str:
        """A condition behind its main clause: `if …`, `in the first round`."""
        return _words(self.told.case(condition))

    def outcome(self, fact: Fact) -> str:
        """How a round ends, as a clause: `a player goes out`."""
        return _words(self.told.outcome(fact))

    def is_plural(self, who: Expression) -> bool:
        """Whether a verb after this who is plural."""
        return self.told.are_several(who)

    def is_side(self, who: Expression) -> bool:
        """Whether an expression names a side rather than a single player."""
        return self.told.is_side(who)

    def who(self, who: Expression) -> str:
        """The noun phrase for players or sides."""
        return _words(self.told.who(who))

    def role(self, role: Role) -> str:
        return _words(self.told.role(role))

    def noun(self, who: nodes.Ranked) -> str:
        return "side" if self.told.ranks_sides(who) else "player"

    def tie(self, who: nodes.Ranked) -> str:
        """Those who may tie: partners do not where they are ranked for their side."""
        return _words(self.told.tie(who))

    def best(self, who: nodes.Ranked) -> str:
        """`the side with the fewest pips and, among equals, the fewest tiles`."""
        return _words(self.told.best(who))

    def tile(self, tile: Expression) -> str:
        return _words(self.told.tile(tile))

    def fixed(self, amount: Expression) -> Amount | None:
        """The value of an amount made of numbers alone."""
        return self.told.fixed(amount)

    def amount(self, amount: Expression) -> str:
        """The noun phrase for an amount."""
        return english().words(self.told.amount(amount))

    def points(self, amount: Expression) -> str:
        """What a side scores: `ten points`, `the pips in all hands`."""
        return english().words(self.told.points(amount))


def _words(meaning: Meaning) -> str:
    return english().words(meaning)
