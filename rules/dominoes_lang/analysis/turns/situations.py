"""A player about to move: whether a tile fits, whether one can be drawn, which guards hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, pairwise, product
from math import floor

from dominoes_lang.analysis.turns.consistency import consistent
from dominoes_lang.analysis.turns.guarded_rows import MOST_CONDITIONS, atoms, in_words, normal
from dominoes_lang.lowering.intervals import Interval
from dominoes_lang.setup.arithmetic import Amount
from dominoes_lang.setup.partial import NumberComparison, certain, compared_with_number, truths
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import DRAWING, PASSING, PLACED, Act, Expression, Fact, Role

MOST_COUNTS = 8
"""How many counts of tiles laid in a turn are told apart; of more, each comparison is free."""
NONE_LAID = Interval.of(0)
SOME_LAID = Interval(1, None)


@dataclass(frozen=True)
class Situation:
    """A player about to move: whether a tile fits, whether one can be drawn, and the rest."""

    able: bool
    stock_open: bool
    atoms: Mapping[Expression, bool]
    """The conditions that the other fields do not decide."""
    laid: Interval = NONE_LAID
    """How many tiles have been laid in this turn."""
    double: bool = True
    """Whether a double fits; only where some tile does."""
    there: frozenset[Act] = frozenset(PLACED)
    """The steps for which a tile fits where they lay one; only where some tile fits."""
    at_each: bool = True
    """Whether two tiles fit, one at each end; only where some tile fits."""
    holds_tiles: bool = True
    """Whether the player has a tile at all; only where none fits."""

    @property
    def first(self) -> bool:
        """Whether no tile has been laid in this turn."""
        return self.laid == NONE_LAID

    def holds(self, condition: Expression | None) -> bool:
        return truths(condition, self.answer) == {True}

    def answer(self, node: Expression) -> bool | None:
        """Whether a condition holds for the player, where that is known."""
        match node:
            case nodes.Read(fact=Fact.NOTHING_TO_DRAW):
                return not self.stock_open
            case nodes.Can(verb="play", who=nodes.Who(role=Role.MOVER)):
                return self.able
        count = _tiles_this_turn(node)
        if count is not None:
            number = Interval.of(count.number)
            decided = certain(self.laid.compared(count.relation, number))
            if decided is not None:
                return decided
        atom, sense = normal(node)
        return self.atoms[atom] == sense if atom in self.atoms else None

    def open_steps(self, setup: Setup) -> list[int]:
        """The numbers of the steps that the player may choose from."""
        for group in setup.turn.groups:
            possible = [number for number in group if self.is_possible(setup.turn.steps[number])]
            if possible:
                return possible
        return []

    @property
    def shared(self) -> tuple[tuple[Expression, bool], ...]:
        """The conditions that are the same for whoever is about to move."""
        return tuple((atom, true) for atom, true in self.atoms.items() if not _is_own(atom))

    def passes(self, setup: Setup) -> bool:
        """Whether a pass is among what the player may choose from."""
        return any(setup.turn.steps[number].act in PASSING for number in self.open_steps(setup))

    def can_act(self, setup: Setup) -> bool:
        """Whether the player may choose to play or to draw."""
        acts = {setup.turn.steps[number].act for number in self.open_steps(setup)}
        return bool(acts - PASSING - {Act.STOP})

    def is_possible(self, step: nodes.Step) -> bool:
        """Whether a step, taken by itself, is possible."""
        if not self.holds(step.guard):
            return False
        if step.act is Act.PLAY:
            return self.able
        if step.act is Act.PLAY_DOUBLE:
            return self.able and self.double
        if step.act in PLACED:
            return self.able and step.act in self.there
        if step.act is Act.PLAY_AT_EACH:
            return self.able and self.at_each
        if step.act is Act.STOP:
            return not self.first
        if step.act is Act.DISCARD:
            return self.holds_tiles
        return self.stock_open if step.act in DRAWING else True

    def described(self, setup: Setup) -> str:
        """The situation in words."""
        none = "no tile fits" if self.holds_tiles else "no tile is held"
        words = ["a tile fits" if self.able else none]
        if self.able and not self.at_each:
            words[0] += ", but no two of them, one at each end"
        if not self.first:
            words.append(f"{_tiles_laid(self.laid)} been laid in this turn")
        if setup.draws:
            words.append("a tile can be drawn" if self.stock_open else "none can be drawn")
        words += [in_words(atom, true) for atom, true in self.atoms.items()]
        return ", ".join(words)


def situations(setup: Setup) -> list[Situation] | None:
    """Every situation that a player may be in; None if guards distinguish too many."""
    conditions = atoms([step.guard for step in setup.turn.steps])
    acts = {step.act for step in setup.turn.steps}
    doubles = (True, False) if Act.PLAY_DOUBLE in acts else (True,)
    pairs = (True, False) if Act.PLAY_AT_EACH in acts else (True,)
    placed = sorted(acts & PLACED.keys(), key=lambda act: act.words)
    sizes = range(len(placed), -1, -1)
    theres = [frozenset(some) for size in sizes for some in combinations(placed, size)]
    hands = (True, False) if Act.DISCARD in acts else (True,)
    plain = [
        Situation(able, stock_open, {}, laid, double, there, at_each, holds)
        for laid in _laid(setup)
        for able in ((True, False) if setup.tricks is None else (True,))
        for double in (doubles if able else (True,))
        for there in (theres if able else theres[:1])
        for at_each in (pairs if able else (True,))
        for holds in ((True,) if able else hands)
        for stock_open in ((True, False) if setup.draws else (setup.stock_size > setup.reserve,))
    ]
    known: list[Situation] = []
    together: dict[tuple[Expression, ...], list[dict[Expression, bool]]] = {}
    for situation in plain:
        free = tuple(atom for atom in conditions if situation.answer(atom) is None)
        if len(free) > MOST_CONDITIONS:
            return None
        if free not in together:
            possible = consistent(free, on_a_line=not setup.layout.branches)
            together[free] = [
                dict(zip(free, values, strict=True))
                for values in filter(possible, product((True, False), repeat=len(free)))
            ]
        known += (replace(situation, atoms=truth) for truth in together[free])
    return known


def _laid(setup: Setup) -> list[Interval]:
    """How many tiles may have been laid in a turn, as far as guards distinguish it."""
    if setup.turn.again is None:
        return [NONE_LAID]
    counts = [
        count
        for condition in (setup.turn.again, *(step.guard for step in setup.turn.steps))
        for node in nodes.walk(condition)
        if (count := _tiles_this_turn(node)) is not None
    ]
    later = [
        laid
        for laid in _parted(count.number for count in counts)
        if truths(setup.turn.again, Situation(True, True, {}, laid).answer) != {False}
    ]
    # Where nobody can ever go on, that is no fault of the steps.
    return [NONE_LAID, *(later if 0 < len(later) <= MOST_COUNTS else [SOME_LAID])]


def _parted(numbers: Iterable[Amount]) -> list[Interval]:
    """The whole numbers from 1, parted so that a part is on one side of each of some numbers."""
    near = {floor(number) + offset for number in numbers for offset in (0, 1)}
    starts = sorted({1, *(start for start in near if start > 1)})
    return [
        *(Interval(start, following - 1) for start, following in pairwise(starts)),
        Interval(starts[-1], None),
    ]


def _tiles_laid(laid: Interval) -> str:
    """How many tiles have been laid, in words."""
    if laid in {SOME_LAID, Interval.of(1)}:
        return "a tile has"
    if laid.value is not None:
        return f"{laid.value} tiles have"
    return (
        f"at least {laid.low} tiles have"
        if laid.high is None
        else f"{laid.low} to {laid.high} tiles have"
    )


def _tiles_this_turn(node: nodes.Node) -> NumberComparison | None:
    """A comparison of the tiles laid in this turn with a number."""
    count = compared_with_number(node)
    return count if count is not None and _is_of_turn(count.amount) else None


def _is_of_turn(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Read) and node.fact is Fact.TILES_THIS_TURN


def _is_own(atom: Expression) -> bool:
    """Whether a condition refers to the player about to move."""
    return any(
        _is_of_turn(part) or (isinstance(part, nodes.Who) and part.role is Role.MOVER)
        for part in nodes.walk(atom)
    )
