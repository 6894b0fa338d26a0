"""That play continues is itself information: where `nobody can act` was tested, somebody could.

A round counts as going on unless it is certainly over, also where a record simply stops.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from dominoes_lang.analysis.revealed.visibility import reads_hands
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.setup.partial import reduced
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import DRAWING, PLAYING, Act, Expression, Role
from dominoes_lang.table.state import State, as_turn_of
from dominoes_solver.evidence.builder import Builder, Unsupported
from dominoes_solver.worlds.slots import Counter


@dataclass(frozen=True)
class Somebody:
    """The round goes on exactly if one of these tiles (a mask) is in one of these slots."""

    tiles: int
    slots: tuple[int, ...]

    @property
    def counter(self) -> Counter:
        return Counter.number_of(self.tiles, self.slots, low=1)


def blocked(
    compiled: Compiled, builder: Builder, state: State, unseen: Sequence[int]
) -> bool | Somebody:
    """Whether the round is blocked in a state, or what that depends on.

    `unseen` says how many tiles of each hand are hidden; any others stand for them in `state`.
    Raises `Unsupported` where hidden hands are asked for anything but whether somebody can play
    or act.
    """
    condition = compiled.setup.blocked
    if not any(unseen):
        return compiled.condition(condition)(*state)
    verbs, nobody, somebody = _taken_apart(condition)
    if len(verbs) > 1 or reads_hands(nobody) or reads_hands(somebody):
        raise Unsupported('"blocked" reads hidden hands in a way that can\'t be worked out')
    if_nobody, if_somebody = (compiled.condition(one)(*state) for one in (nobody, somebody))
    if if_nobody == if_somebody:
        return if_nobody
    if if_somebody:
        raise Unsupported(
            '"blocked" when somebody can act can\'t be worked out where hands are hidden'
        )
    return nobody_can(compiled, builder, state, unseen, next(iter(verbs)))


@lru_cache(1_000)  # it is the same at every action of a record
def _taken_apart(condition: Expression) -> tuple[frozenset[str], Expression, Expression]:
    """What hands are asked for, and what is left where nobody, or somebody, can do that."""
    verbs = frozenset(node.verb for node in nodes.walk(condition) if isinstance(node, nodes.Can))
    return verbs, _assume(condition, able=False), _assume(condition, able=True)


def _assume(node: Expression, *, able: bool) -> Expression:
    """A condition with an answer filled in for whether anybody can play or act."""

    def answer(part: Expression) -> bool | None:
        match part:
            case nodes.Can(who=nodes.Who(role=Role.NOBODY)):
                return not able
            case nodes.Can(who=nodes.Who(role=Role.ANY_PLAYER)):
                return able
        return None

    return reduced(node, answer)


def nobody_can(
    compiled: Compiled, builder: Builder, state: State, unseen: Sequence[int], verb: str
) -> bool | Somebody:
    """Whether nobody can play (or act) once a tile is laid, or what that depends on."""
    fits = compiled.setup.layout.open_mask(state, state.mover)
    doubles = compiled.setup.tiles.doubles
    acts_of = _acts_of(compiled, state, unseen) if verb == "act" else []
    if any(Act.PLAY_DOUBLE in acts for acts in acts_of):
        if all(Act.PLAY not in acts for acts in acts_of):
            fits &= doubles
        elif not all(Act.PLAY in acts for acts in acts_of):
            raise Unsupported(
                "some may lay any tile and others a double, which can't be told apart"
            )
    slots: list[int] = []
    if any(acts & DRAWING for acts in acts_of) and stock_is_open(compiled.setup, state):
        return False
    for seat, hand in enumerate(state.hands):
        if verb == "play" or acts_of[seat] & PLAYING:
            if hand & fits & ~builder.tiles:
                return False
            slots.extend(builder.of(seat) if unseen[seat] else ())
    tiles = builder.unlaid & fits
    if not any(tiles & ~builder.refused[slot] for slot in slots):
        return True
    return Somebody(tiles, tuple(slots))


def _acts_of(compiled: Compiled, state: State, unseen: Sequence[int]) -> list[set[Act]]:
    """The possible acts of each seat, if its turn began now; see `_acts`."""
    seats = range(len(state.hands))
    if all(step.guard is None for step in compiled.setup.steps):
        return [_acts(compiled, state, hidden=False)] * len(seats)
    return [_acts(compiled, as_turn_of(state, seat), bool(unseen[seat])) for seat in seats]


def _acts(compiled: Compiled, state: State, hidden: bool) -> set[Act]:
    """The mover's possible acts besides passing, as far as they don't depend on which tiles fit."""
    acts: set[Act] = set()
    for group in compiled.setup.groups:
        steps = [compiled.setup.steps[number] for number in group]
        possible = {step.act for step in steps if guard_holds(compiled, step, state, hidden)}
        acts |= possible - {Act.PASS}
        if Act.PASS in possible:
            break
    return acts


def stock_is_open(setup: Setup, state: State) -> bool:
    """Whether the next tile of the stock may be drawn; the reserve may not."""
    return len(state.stock) > setup.reserve


def guard_holds(compiled: Compiled, step: nodes.Step, state: State, hidden: bool) -> bool:
    """Whether the guard of a step holds for the mover, some of whose tiles may be hidden.

    Raises `Unsupported` where it reads hidden tiles.
    """
    if step.guard is None:
        return True
    holds, is_secret = compiled.guards[id(step)]
    if hidden and is_secret:
        raise Unsupported("a guard of the turn reads the mover's own tiles, which are hidden here")
    return holds(*state)
