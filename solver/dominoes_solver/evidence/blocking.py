"""That play continues is itself information: where `nobody can act` was tested, somebody could.

A round counts as going on unless it is certainly over, also where a record simply stops.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_

from dominoes_lang.analysis.revealed.visibility import reads_hands
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.setup.partial import reduced
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import DRAWING, PASSING, PLACED, PLAYING, Act, Expression, Role
from dominoes_lang.table.spots import mask_where, open_mask, places_where, plays_at_each
from dominoes_lang.table.state import End, State, as_turn_of
from dominoes_solver.evidence.builder import Builder
from dominoes_solver.evidence.evidence import Unsupported
from dominoes_solver.worlds.slots import Counter

_ANYWHERE = PLAYING - {Act.PLAY_AT_EACH}
"""The acts that lay one tile."""


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
    Raises `Unsupported` if hidden hands are asked for anything but whether somebody can play
    or act.
    """
    if not any(unseen):
        return compiled.condition(compiled.setup.blocked)(*state)
    if state.more.out:
        # A hand that is laid down can do nothing.
        state, unseen = _still_in(state, unseen)
    verb, nobody, somebody = _taken_apart(compiled)
    if_nobody, if_somebody = nobody(*state), somebody(*state)
    if if_nobody == if_somebody:
        return if_nobody
    if if_somebody:
        raise Unsupported(
            '"blocked" when somebody can act can\'t be worked out where hands are hidden'
        )
    return nobody_can(compiled, builder, state, unseen, verb)


def _still_in(state: State, unseen: Sequence[int]) -> tuple[State, list[int]]:
    """The state, and how many tiles of each hand are hidden, without the hands laid down."""
    hands = [0 if state.more.out >> seat & 1 else hand for seat, hand in enumerate(state.hands)]
    hidden = [0 if state.more.out >> seat & 1 else count for seat, count in enumerate(unseen)]
    return state._replace(hands=tuple(hands)), hidden


@lru_cache(100)  # it is the same at every action of a record
def _taken_apart(compiled: Compiled) -> tuple[str, Callable[..., bool], Callable[..., bool]]:
    """What a block asks of hands, and what is left of it where nobody, or somebody, can do that."""
    condition = compiled.setup.blocked
    verbs = {node.verb for node in nodes.walk(condition) if isinstance(node, nodes.Can)}
    nobody, somebody = (_assume(condition, able=able) for able in (False, True))
    if len(verbs) > 1 or any(reads_hands(compiled.setup, case) for case in (nobody, somebody)):
        raise Unsupported('"blocked" reads hidden hands in a way that can\'t be worked out')
    return "".join(verbs), compiled.condition(nobody), compiled.condition(somebody)


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
    if not compiled.setup.layout.open_to_all:
        raise Unsupported("not the same ends are open to everyone, which can't be worked out here")
    fits = open_mask(compiled.setup.layout.rules, state, state.mover)
    acts_of = _acts_of(compiled, state, unseen) if verb == "act" else []
    ways = {*acts_of}
    if any(acts & DRAWING for acts in ways) and stock_is_open(compiled.setup, state):
        return False
    pairing = {acts for acts in ways if Act.PLAY_AT_EACH in acts and Act.PLAY not in acts}
    if any(
        acts in pairing and _has_pair(builder, state, seat, unseen[seat])
        for seat, acts in enumerate(acts_of)
    ):
        return False
    layable = layable_by(compiled.setup, state)
    playing = {acts for acts in ways if acts & _ANYWHERE}
    masks = {reduce(or_, (layable[act] for act in acts & _ANYWHERE)) for acts in playing}
    if len(masks) > 1:
        raise Unsupported("not everyone may lay the same tiles, which can't be told apart")
    fits &= masks.pop() if masks else fits
    discarding = {acts for acts in ways if Act.DISCARD in acts}
    slots: list[int] = []
    for seat, hand in enumerate(state.hands):
        if hand and verb == "act" and acts_of[seat] in discarding:
            return False
        if verb == "play" or acts_of[seat] in playing:
            if hand & fits & ~builder.tiles:
                return False
            slots.extend(builder.of(seat) if unseen[seat] else ())
    tiles = builder.unlaid & fits
    if not any(tiles & ~builder.refused[slot] for slot in slots):
        return True
    return Somebody(tiles, tuple(slots))


def _has_pair(builder: Builder, state: State, seat: int, unseen: int) -> bool:
    """Whether a player can lay a tile at each end. Raises `Unsupported` if hidden tiles decide."""
    layout = builder.setup.layout
    hand = state.hands[seat]
    if not unseen:
        return bool(plays_at_each(layout.rules, state.ends, state.more, hand))
    possible = hand & ~builder.tiles
    for slot in builder.of(seat):
        possible |= builder.unlaid & ~builder.refused[slot]
    if hand.bit_count() < len(End) or not plays_at_each(
        layout.rules, state.ends, state.more, possible
    ):
        return False
    raise Unsupported("whether a tile can be laid at each end depends on a hidden hand")


def _acts_of(compiled: Compiled, state: State, unseen: Sequence[int]) -> list[frozenset[Act]]:
    """The possible acts of each seat, if its turn began now; see `_acts`."""
    seats = range(len(state.hands))
    acts = _acts_without_guards(compiled)
    if acts is not None:
        return [acts] * len(seats)
    return [_acts(compiled, as_turn_of(state, seat), bool(unseen[seat])) for seat in seats]


@lru_cache(100)
def _acts_without_guards(compiled: Compiled) -> frozenset[Act] | None:
    """The possible acts of every turn; None where guards decide them."""
    steps = compiled.setup.turn.steps
    if any(step.guard is not None for step in steps):
        return None
    return _reached({steps[number].act for number in group} for group in compiled.setup.turn.groups)


def _acts(compiled: Compiled, state: State, hidden: bool) -> frozenset[Act]:
    """The mover's possible acts besides passing, as far as they don't depend on which tiles fit."""
    steps = compiled.setup.turn.steps
    return _reached(
        {
            steps[number].act
            for number in group
            if guard_holds(compiled, steps[number], state, hidden)
        }
        for group in compiled.setup.turn.groups
    )


def _reached(groups: Iterable[set[Act]]) -> frozenset[Act]:
    """The acts of the groups of a turn, up to the first in which a pass is possible."""
    acts: set[Act] = set()
    for possible in groups:
        acts |= possible - PASSING
        if possible & PASSING:
            break
    return frozenset(acts)


def layable_by(setup: Setup, state: State) -> dict[Act, int]:
    """For each act that plays the mask of the tiles that it may lay, if they fit an open end."""
    layable = {Act.PLAY: setup.tiles.all, Act.PLAY_DOUBLE: setup.tiles.doubles}
    for act in {step.act for step in setup.turn.steps if step.act in PLACED}:
        layable[act] = mask_where(setup.layout.rules, PLACED[act], state)
    return layable


def places_of(setup: Setup, state: State, act: Act) -> list[int]:
    """The places at which a step of `PLACED` lays tiles."""
    return places_where(setup.layout.rules, PLACED[act], state)


def stock_is_open(setup: Setup, state: State) -> bool:
    """Whether the next tile of the stock may be drawn; the reserve may not."""
    return len(state.stock) > setup.reserve


def guard_holds(compiled: Compiled, step: nodes.Step, state: State, hidden: bool) -> bool:
    """Whether the guard of a step holds for the mover, some of whose tiles may be hidden.

    Raises `Unsupported` if it reads hidden tiles.
    """
    if step.guard is None:
        return True
    holds, is_secret = compiled.guards[id(step)]
    if hidden and is_secret:
        raise Unsupported("a guard of the turn reads the mover's own tiles, which are hidden here")
    return holds(*state)
