"""What an action reveals about a hidden hand; it follows from the steps of the turn alone.

A step after `or else` shows that nothing before it was possible, a free choice (`or`) nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from dominoes_lang.analysis.revealed.steps import earlier
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import DRAWING, PLACED, PLAYING, Act
from dominoes_lang.table.spots import mask_where, may_lie, open_mask
from dominoes_lang.table.state import NO_TILE, Action, End, Kind, State
from dominoes_solver.evidence.blocking import guard_holds, layable_by, places_of, stock_is_open
from dominoes_solver.evidence.evidence import Unsupported


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
    no_pair: bool = False
    """No two tiles of the hand fit, one at each end."""
    begins_pair: bool = False
    """Another tile of the hand fits the other end."""


def revealed(compiled: Compiled, state: State, action: Action) -> Revealed:
    """What an action of a mover with hidden tiles reveals.

    Only the size of the mover's hand in `state` is right; `state.drawn` is `NO_TILE` where the
    tile drawn last was not seen. Raises `NotAllowed`, and `Unsupported` if the rules ask for the
    mover's hidden tiles.
    """
    if compiled.setup.tricks is not None and not state.begun:
        # Before the first trick nothing depends on the tiles that the mover holds.
        legal = compiled.legal(state)
        if action not in legal:
            raise NotAllowed(f"it is time to {_said(legal)}")
        return Revealed()
    if not state.begun:
        if action.kind is not Kind.PLAY or not state.opening >> action.tile & 1:
            raise NotAllowed("the rules require another opening")
        return Revealed()
    if action.kind is Kind.PLAY and not may_lie(compiled.setup.layout.rules, state, action):
        raise NotAllowed("it does not fit")
    if action.kind is Kind.STOP and not state.more.turn_tiles:
        raise NotAllowed("no tile has been laid in this turn")
    if state.more.owed >= 0:
        if action.kind is not Kind.PLAY:
            raise NotAllowed("a second tile must be laid, at the other end")
        if not compiled.setup.layout.same.same_place(state, action.place, state.more.owed):
            raise NotAllowed("the second tile must be laid at the other end")
        return Revealed()
    if state.step >= 0:
        return _after_draw(compiled, state, action)
    return _by_groups(compiled, state, action, range(len(compiled.setup.turn.steps)))


def _said(legal: Sequence[Action]) -> str:
    """What may be done before the first trick, in words: `pass or bid from 31 to 84`."""
    bids = [action.said for action in legal if action.kind is Kind.BID]
    words = ["pass"] if legal[0].kind is Kind.PASS else []
    if bids:
        words.append(f"bid {bids[0]}" if len(bids) == 1 else f"bid from {bids[0]} to {bids[-1]}")
    if legal[-1].kind is Kind.NAME:
        words.append("name a trump")
    if legal[0].kind is Kind.DISCARD:
        words.append("lay a tile aside")
    return " or ".join(words)


def _after_draw(compiled: Compiled, state: State, action: Action) -> Revealed:
    """The turn continues after a draw: the drawn tile is played if it fits, and only that.

    A step that draws several tiles goes on until it has them, and shows nothing more by that.
    """
    if compiled.setup.turn.draws_another(state.step):
        if action.kind is not Kind.DRAW:
            raise NotAllowed("another tile must be drawn first")
        return Revealed(step=state.step)
    steps, drawn = compiled.setup.turn.steps, state.drawn
    act = compiled.setup.turn.drawing_step(state.step).act
    below = range(state.step % len(steps) + 1, len(steps))
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
    if drawn != NO_TILE and open_mask(compiled.setup.layout.rules, state, state.mover) >> drawn & 1:
        raise NotAllowed(f"{name} was drawn and must be played")
    if compiled.setup.may_draw_on(state):
        if action.kind is not Kind.DRAW:
            raise NotAllowed("drawing must go on until a tile fits")
        return Revealed(step=state.step, unfit=True)
    if act is Act.DRAW_THEN_PLAY:
        if action.kind is not Kind.PASS:
            why = "no more tiles may be drawn" if action.kind is Kind.DRAW else "the turn is over"
            raise NotAllowed(why)
        return Revealed(unfit=True)
    if action.kind is Kind.DRAW:
        raise NotAllowed("no tile can be drawn")
    return replace(_by_groups(compiled, state, action, below), unfit=True)


def _by_groups(compiled: Compiled, state: State, action: Action, numbers: range) -> Revealed:
    """Find the first step that allows the action; no step of a group before it was possible."""
    setup = compiled.setup
    alike = [number for number in numbers if setup.turn.steps[number].act.kind is action.kind]
    lays_double = setup.tiles.doubles >> action.tile & 1 if action.kind is Kind.PLAY else 0
    for number in alike:
        if setup.turn.steps[number].act is Act.PLAY_DOUBLE and not lays_double:
            continue
        if not _lays_there(compiled, state, setup.turn.steps[number].act, action):
            continue
        if not _is_open(compiled, setup.turn.steps[number], state):
            continue
        before = earlier(setup, number)
        begins_pair = setup.turn.steps[number].act is Act.PLAY_AT_EACH
        if begins_pair:
            if state.hands[state.mover].bit_count() < len(End):
                continue
            _only_at_each(compiled, state, action, alike[alike.index(number) + 1 :])
        unable = _unable(compiled, state, before, numbers)
        no_pair = _had_no_pair(compiled, state, before, numbers)
        return Revealed(number, unable, no_pair=no_pair, begins_pair=begins_pair)
    if alike or state.step >= 0:
        unable = _unable(compiled, state, numbers, numbers)
        if action.kind is Kind.PASS and state.step >= 0:
            # the stock was drawn dry, so there is nothing else to do
            no_pair = _had_no_pair(compiled, state, numbers, numbers)
            return Revealed(unable=unable, no_pair=no_pair)
    raise NotAllowed("no step of the turn allows it")


def _only_at_each(compiled: Compiled, state: State, action: Action, later: Sequence[int]) -> None:
    """Raise `Unsupported` where a step that lays one tile may have been taken instead."""
    setup = compiled.setup
    for number in later:
        step = setup.turn.steps[number]
        lays_double = setup.tiles.doubles >> action.tile & 1
        if (step.act is Act.PLAY_DOUBLE and not lays_double) or not _lays_there(
            compiled, state, step.act, action
        ):
            continue
        if step.act is not Act.PLAY_AT_EACH and _is_open(compiled, step, state):
            raise Unsupported(
                "whether a second tile must follow at the other end depends on a hidden hand"
            )


def _lays_there(compiled: Compiled, state: State, act: Act, action: Action) -> bool:
    """Whether a step that lays tiles in some places only, or some tiles, may be an action."""
    if act not in PLACED:
        return True
    fits = mask_where(compiled.setup.layout.rules, PLACED[act], state)
    in_place = action.place in places_of(compiled.setup, state, act)
    return in_place and bool(fits >> action.tile & 1)


def _had_no_pair(compiled: Compiled, state: State, before: Iterable[int], numbers: range) -> bool:
    """Whether a tile at each end could have been laid by one of these steps (of those)."""
    steps = [compiled.setup.turn.steps[number] for number in before if number in numbers]
    pairs = [step for step in steps if step.act is Act.PLAY_AT_EACH]
    skipped = any(guard_holds(compiled, step, state, hidden=True) for step in pairs)
    if skipped and "laid" in compiled.setup.fits.rule.tracks:
        raise Unsupported(
            "whether a tile could be laid at each end depends on what the first one would open"
        )
    return skipped and state.hands[state.mover].bit_count() >= len(End)


def _unable(compiled: Compiled, state: State, before: Iterable[int], numbers: range) -> int:
    """The tiles of which none fits, since these steps (of those) were not possible."""
    unable = 0
    layable = layable_by(compiled.setup, state)
    for number in before:
        if number not in numbers:
            continue
        step = compiled.setup.turn.steps[number]
        if step.act is Act.PLAY_AT_EACH:
            continue
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
    if step.act is Act.DISCARD and not state.hands[state.mover]:
        return False
    return guard_holds(compiled, step, state, hidden=True)
