"""What a player may do in a turn: its steps, in groups."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from dominoes_lang.setup.arithmetic import compare, constant
from dominoes_lang.setup.partial import truths
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import PASSING, TIED, Act, Expression, Fact, Step


@dataclass(frozen=True)
class TurnRules:
    """The steps of a turn, with every name resolved. Steps go by their numbers, from 0."""

    steps: tuple[Step, ...]
    again: Expression | None
    """The condition that, true after a play, gives the same player another turn."""

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of the turn's steps by group: a group opens when none before it can act."""
        groups: list[list[int]] = []
        for number, step in enumerate(self.steps):
            if step.new_group:
                groups.append([])
            groups[-1].append(number)
        return tuple(tuple(group) for group in groups)

    def draws_another(self, step: int) -> bool:
        """Whether the turn goes on with the next tile of several, by `State.step`."""
        return step >= len(self.steps) and self.drawing_step(step).act not in TIED

    def drawing_step(self, step: int) -> Step:
        """The step of the turn that drew, by `State.step`."""
        return self.steps[step % len(self.steps)]

    @cached_property
    def forced_passes(self) -> frozenset[int]:
        """The steps that pass and, where they are possible, keep a later group from being open."""
        later = False
        found = set()
        for group in reversed(self.groups):
            acts = {number: self.steps[number].act for number in group}
            if later:
                found |= {number for number, act in acts.items() if act in PASSING}
            later = later or not PASSING.issuperset(acts.values())
        return frozenset(found)

    @property
    def may_begin_on_last(self) -> bool:
        """Whether the first tile of a turn may have to be laid on the last tile."""
        for group in self.groups:
            for step in (self.steps[number] for number in group):
                open_at_first = truths(step.guard, _before_the_first_tile)
                if step.act is Act.PLAY_ON_LAST and True in open_at_first:
                    return True
                if step.act in PASSING and open_at_first == {True}:
                    return False
        return False

    @cached_property
    def discards(self) -> bool:
        """Whether players may lay tiles aside."""
        return any(step.act is Act.DISCARD for step in self.steps)

    @cached_property
    def drops_out(self) -> bool:
        """Whether a player who passes is out of the round."""
        return any(step.act is Act.DROP_OUT for step in self.steps)

    @cached_property
    def must_follow(self) -> bool:
        """Whether who has a tile of the suit led must play one, whatever else is on the table."""
        guards = [step.guard for step in self.steps if step.act is Act.PLAY_OF_SUIT]
        return any(truths(guard, lambda _: None) == {True} for guard in guards)

    @cached_property
    def plays_at_each(self) -> bool:
        """Whether players may lay two tiles in a turn, one at each end."""
        return any(step.act is Act.PLAY_AT_EACH for step in self.steps)


def _before_the_first_tile(condition: Expression) -> bool | None:
    """Whether a condition holds at the beginning of a turn, where that is certain."""
    match condition:
        case nodes.Compare(left=nodes.Read(fact=Fact.TILES_THIS_TURN), right=right):
            number = constant(right)
            return None if number is None else compare(condition.relation, 0, number)
    return None
