"""Proof that every round ends: how many passes may follow one another.

A play or a discard takes a tile from a hand, a draw one from the stock; both run out. What remains
are passes. Between two of the others the table does not change, but for trains that passes open, so
it is enough to ask how long a run of passes may be: by the rules of the turn for who may pass, by
`domino` and `blocked` for its end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, combinations, product

from dominoes_lang.analysis.turns.going_out import tiles_at
from dominoes_lang.analysis.turns.guarded_rows import normal
from dominoes_lang.analysis.turns.situations import Situation, situations
from dominoes_lang.lowering.certain import Certain
from dominoes_lang.lowering.intervals import Interval
from dominoes_lang.lowering.lower import Lowering
from dominoes_lang.setup.partial import Answer, certain, reduced, truths
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import PASSING, TIED, Act, Expression, Fact, Role

_DENSE = 40
"""How many passes are examined one by one, besides those that the rules name."""


@dataclass(frozen=True)
class Loop:
    """Passing that no rule ever ends."""

    situation: Situation
    """That of a player who passes."""
    step: nodes.Step
    """The step by which they do."""
    by_choice: bool
    """Whether they could play or draw instead."""


@dataclass(frozen=True)
class Run:
    """Passes in a row without a draw: after `going` of them the round may still continue."""

    going: int
    last: int
    """With the one that ends the round, if a pass can."""


@dataclass(frozen=True)
class Passing:
    """How passes continue, with something to draw and with nothing to draw."""

    stocked: Run
    dry: Run
    limit: int | None
    """The number of passes after a play that ends every round; None if draws allow more."""


@dataclass(frozen=True)
class _Kind:
    """The properties of a player that matter in a run of passes."""

    passes: bool
    acts: bool
    able: bool


@dataclass(frozen=True)
class _World:
    """All players in a run: `turns` is how many can pass before one does something else."""

    stock_open: bool
    shared: Mapping[Expression, bool]
    acts: bool
    able: bool
    turns: int | None

    def answer(self, node: Expression) -> bool | None:
        """Whether a condition holds in the run, where that is known."""
        match node:
            case nodes.Read(fact=Fact.NOTHING_TO_DRAW):
                return not self.stock_open
            case nodes.Can(verb=verb, who=nodes.Who(role=Role.NOBODY | Role.ANY_PLAYER as role)):
                somebody = self.acts if verb == "act" else self.able
                return somebody == (role is Role.ANY_PLAYER)
        atom, sense = normal(node)
        return self.shared[atom] == sense if atom in self.shared else None


def passing(setup: Setup, known: Sequence[Situation]) -> Passing | Loop:
    """How long passes may go on, from every situation of a player; a `Loop` if for ever."""
    if setup.turn.drops_out:
        # Each player passes once in a round, which is over with the last of them.
        out = Run(setup.player_count - 1, setup.player_count)
        return Passing(out, out, setup.player_count)
    counts = _counts(setup)
    may_pass = [_may_pass(setup, count) for count in counts]
    worlds = list(dict.fromkeys(_worlds(setup, known)))
    after = {count: _after(setup, count) for count in counts}
    limit = _limit(setup, worlds, after, may_pass)
    again = len(counts) if limit is None and _passes_before_a_draw(setup, known) else 1
    runs = {True: Run(0, 0), False: Run(0, 0)}
    for world in worlds:
        over = [_is_over(setup, world, after[count]) for count in counts]
        for first in range(again):
            end = next(
                (
                    counts[index] - counts[first]
                    for index in range(first, len(counts))
                    if over[index] or (index > first and not may_pass[index - 1])
                ),
                limit,
            )
            run = _run(world, end)
            if run is None:
                return _loop(setup, known, world)
            before = runs[world.stock_open]
            runs[world.stock_open] = Run(max(before.going, run.going), max(before.last, run.last))
    return Passing(runs[True], runs[False], limit)


def _run(world: _World, end: int | None) -> Run | None:
    """The longest run in a world that is over for certain after `end` passes; None for no end."""
    if world.turns is not None and (end is None or world.turns < end):
        return Run(world.turns, world.turns)
    return None if end is None else Run(max(0, end - 1), end)


def _worlds(setup: Setup, known: Sequence[Situation]) -> Iterator[_World]:
    """Every mixture of players that a run of passes may go through."""
    varying = any(_varies(step.guard) for step in setup.turn.steps)
    groups: dict[tuple[object, ...], dict[_Kind, None]] = {}
    for situation in known:
        kind = _Kind(situation.passes(setup), situation.can_act(setup), situation.able)
        groups.setdefault((situation.stock_open, situation.shared), {})[kind] = None
    for (stock_open, shared), kinds in groups.items():
        assert isinstance(stock_open, bool)
        atoms = {} if varying else dict(shared)  # type: ignore[call-overload]
        passers = [kind for kind in kinds if kind.passes]
        acting = [kind for kind in kinds if not kind.passes]
        subsets = list(chain(*(combinations(passers, size) for size in range(len(passers) + 1))))
        for subset in subsets:
            for actor in (None, *acting):
                everyone = subset if actor is None else (*subset, actor)
                if not subset:
                    continue
                # Where a pass opens a train, whoever could not act may be able to a round later.
                rounds = 2 if setup.layout.notes_passes else 1
                turns = None if actor is None else rounds * setup.player_count - 1
                yield _World(
                    stock_open,
                    _Frozen(atoms),
                    any(kind.acts for kind in everyone),
                    any(kind.able for kind in everyone),
                    None if varying else turns,
                )


class _Frozen(dict[Expression, bool]):
    """A mapping that is hashed by what it holds."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


# ------------------------------------------------------------------ when a run is over


def _counts(setup: Setup) -> list[int]:
    """The numbers of passes, from 0, at which something may change."""
    rules = (setup.domino, setup.blocked, *(step.guard for step in setup.turn.steps))
    if not any(_varies(node) for node in rules):
        return [0, 1]
    named = {
        part.value + offset
        for node in rules
        for part in nodes.walk(node)
        if isinstance(part, nodes.Number)
        for offset in (-1, 0, 1)
    }
    bounds = {len(setup.tiles), sum(setup.values)}
    return sorted(count for count in {*range(_DENSE), *named, *bounds} if count >= 0)


def _limit(
    setup: Setup, worlds: Sequence[_World], after: Mapping[int, Answer], may_pass: Sequence[bool]
) -> int | None:
    """The first number of passes that ends the round whatever else is true."""
    tied = setup.draws and any(step.act in TIED for step in setup.turn.steps)
    if tied:
        worlds = [
            _World(stock_open, _Frozen(), acts, able, None)
            for stock_open, acts, able in product((True, False), repeat=3)
        ]
    for index, (count, counted) in enumerate([*after.items()][1:]):
        if (not tied and not may_pass[index]) or all(
            _is_over(setup, world, counted) for world in worlds
        ):
            return count
    return None


def _may_pass(setup: Setup, passes: int) -> bool:
    """Whether after this many passes in a row another is possible at all."""
    if not any(_varies(step.guard) for step in setup.turn.steps):
        return True
    bound = tuple(
        replace(step, guard=step.guard and reduced(step.guard, _after(setup, passes)))
        for step in setup.turn.steps
    )
    then = replace(setup, turn=replace(setup.turn, steps=bound))
    return any(situation.passes(then) for situation in situations(then) or ())


def _is_over(setup: Setup, world: _World, counted: Answer) -> bool:
    """Whether the round is certainly over in a world, given what is known by counting passes."""

    def answer(node: Expression) -> bool | None:
        known = counted(node)
        return world.answer(node) if known is None else known

    return any(truths(ending, answer) == {True} for ending in (setup.domino, setup.blocked))


def _after(setup: Setup, passes: int) -> Answer:
    """The truth of conditions that is known after a number of passes in a row."""

    @cache  # asked again for every mixture of players
    def answer(node: Expression) -> bool | None:
        match node:
            case nodes.PassedInARow():
                return passes >= setup.player_count
            case nodes.Compare() if _varies(node):
                after = Certain(setup, {"passes": Interval.of(passes)})
                return certain(after.truths(Lowering(setup).condition(node)))
        return None

    return answer


def _varies(node: Expression | None) -> bool:
    """Whether something may change in a row of passes."""
    return any(
        isinstance(part, nodes.PassedInARow)
        or (isinstance(part, nodes.Read) and part.fact is Fact.PASSES_IN_A_ROW)
        for part in nodes.walk(node)
    )


# ------------------------------------------------------------------ what follows


def _passes_before_a_draw(setup: Setup, known: Sequence[Situation]) -> bool:
    """Whether the round may count passes and still see a draw before the next play."""
    if not setup.draws:
        return False
    return any(step.act is Act.DRAW_THEN_PLAY for step in setup.turn.steps) or any(
        situation.stock_open and situation.passes(setup) for situation in known
    )


def _loop(setup: Setup, known: Sequence[Situation], world: _World) -> Loop:
    """The situation of a player who keeps passing in a world."""
    candidates = [
        situation
        for situation in known
        if situation.passes(setup)
        and situation.stock_open == world.stock_open
        and all(situation.atoms.get(atom) == true for atom, true in world.shared.items())
    ]
    candidates.sort(key=lambda case: (case.can_act(setup) != world.acts, case.able != world.able))
    passer = candidates[0]
    step = next(
        setup.turn.steps[number]
        for number in passer.open_steps(setup)
        if setup.turn.steps[number].act in PASSING
    )
    return Loop(passer, step, passer.can_act(setup))


def without_action(setup: Setup, known: Sequence[Situation]) -> Situation | None:
    """A situation in which a player has no legal action, and the round is not over; or None."""
    # Whoever lays the last tile of a hand, or lays it aside, is not asked for another.
    over_when_out = any(tiles_at(ending) >= 0 for ending in (setup.domino, setup.blocked))
    for situation in known:
        if situation.open_steps(setup) or (over_when_out and not situation.holds_tiles):
            continue
        shared = _Frozen(situation.shared)
        worlds = [
            _World(situation.stock_open, shared, acts, able, None)
            for acts, able in product((True, False), repeat=2)
        ]
        if not all(
            any(truths(ending, world.answer) == {True} for ending in (setup.domino, setup.blocked))
            for world in worlds
        ):
            return situation
    return None
