"""What an action reveals about a hidden hand; it follows from the steps of the turn alone.

A step after `or else` shows that nothing before it was possible, a free choice (`or`) nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from dominoes_lang.analysis.revealed.steps import earlier, kind_of
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import DRAWING, PLAYING, Act
from dominoes_lang.table.state import NO_TILE, Action, Kind, State
from dominoes_solver.evidence.blocking import guard_holds, stock_is_open
from dominoes_solver.evidence.builder import Unsupported


class NotAllowed(Exception):
    """The action is illegal, whatever the hidden tiles are. The message gives the reason."""


@dataclass(frozen=True)
class Revealed:
    """What an action reveals about the mover's hand as it was before."""

    step: int = -1
    """The step of the turn that a draw belongs to."""
    unable: int = 0
    """None of these tiles (a mask) that fit an open end is in the hand."""
    unfit: bool = False
    """The tile drawn last fits no open end."""


def revealed(compiled: Compiled, state: State, action: Action) -> Revealed:
    """What an action of a mover with hidden tiles reveals.

    Only the size of the mover's hand in `state` is right; `state.drawn` is `NO_TILE` where the
    tile drawn last was not seen. Raises `NotAllowed`, and `Unsupported` where the rules ask for the
    mover's hidden tiles.
    """
    if not state.opened:
        if action.kind is not Kind.PLAY or not state.opening >> action.tile & 1:
            raise NotAllowed("the rules require another opening")
        return Revealed()
    if action.kind is Kind.PLAY and not compiled.setup.layout.may_lie(state, action):
        raise NotAllowed("it does not fit")
    if action.kind is Kind.STOP and not state.more.turn_tiles:
        raise NotAllowed("no tile has been laid in this turn")
    if state.step >= 0:
        return _after_draw(compiled, state, action)
    return _by_groups(compiled, state, action, range(len(compiled.setup.steps)))


def _after_draw(compiled: Compiled, state: State, action: Action) -> Revealed:
    """The turn continues after a draw: the drawn tile is played if it fits, and only that.

    A step that draws several tiles goes on until it has them, and shows nothing more by that.
    """
    if compiled.setup.draws_another(state.step):
        if action.kind is not Kind.DRAW:
            raise NotAllowed("another tile must be drawn first")
        return Revealed(step=state.step)
    steps, drawn = compiled.setup.steps, state.drawn
    act = steps[state.step].act
    below = range(state.step + 1, len(steps))
    dry = act is Act.DRAW_UNTIL_ABLE and not stock_is_open(compiled.setup, state)
    name = "an unseen tile" if drawn == NO_TILE else str(compiled.setup.tiles.tiles[drawn])
    if action.kind is Kind.PLAY:
        if dry and any(steps[number].act is Act.PLAY for number in below):
            raise Unsupported(
                "a play after a draw can't be told apart from a play of the drawn tile"
            )
        if drawn not in {NO_TILE, action.tile}:
            raise NotAllowed(f"{name} was drawn, and nothing else may be played")
        return Revealed()
    if drawn != NO_TILE and compiled.setup.layout.open_mask(state, state.mover) >> drawn & 1:
        raise NotAllowed(f"{name} was drawn and must be played")
    if act is Act.DRAW_THEN_PLAY:
        if action.kind is Kind.DRAW:
            raise NotAllowed("only one tile may be drawn")
        return Revealed(unfit=True)
    if not dry:
        if action.kind is Kind.PASS:
            raise NotAllowed("drawing must go on until a tile fits")
        return Revealed(step=state.step, unfit=True)
    if action.kind is Kind.DRAW:
        raise NotAllowed("no tile can be drawn")
    return replace(_by_groups(compiled, state, action, below), unfit=True)


def _by_groups(compiled: Compiled, state: State, action: Action, numbers: range) -> Revealed:
    """Find the first step that allows the action; no step of a group before it was possible."""
    setup = compiled.setup
    alike = [number for number in numbers if kind_of(setup.steps[number]) is action.kind]
    lays_double = setup.tiles.doubles >> action.tile & 1 if action.kind is Kind.PLAY else 0
    for number in alike:
        if setup.steps[number].act is Act.PLAY_DOUBLE and not lays_double:
            continue
        if _is_open(compiled, setup.steps[number], state):
            return Revealed(number, _unable(compiled, state, earlier(setup, number), numbers))
    if alike or state.step >= 0:
        unable = _unable(compiled, state, numbers, numbers)
        if action.kind is Kind.PASS and state.step >= 0:
            return Revealed(
                unable=unable
            )  # the stock was drawn dry, so there is nothing else to do
    raise NotAllowed("no step of the turn allows it")


def _unable(compiled: Compiled, state: State, before: Iterable[int], numbers: range) -> int:
    """The tiles of which none fits, since these steps (of those) were not possible."""
    unable = 0
    layable = {Act.PLAY: compiled.setup.tiles.all, Act.PLAY_DOUBLE: compiled.setup.tiles.doubles}
    for number in before:
        if number not in numbers:
            continue
        step = compiled.setup.steps[number]
        if step.act in PLAYING:
            if guard_holds(compiled, step, state, hidden=True):
                unable |= layable[step.act]
        elif _is_open(compiled, step, state):
            raise NotAllowed(f'it was possible to "{step.words}"')
    return unable


def _is_open(compiled: Compiled, step: nodes.Step, state: State) -> bool:
    """Whether a draw or a pass is possible, or a play allowed, which everybody can see."""
    if step.act in DRAWING and not stock_is_open(compiled.setup, state):
        return False
    if step.act is Act.STOP and not state.more.turn_tiles:
        return False
    return guard_holds(compiled, step, state, hidden=True)
