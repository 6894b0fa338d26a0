"""A snapshot after a move. A snapshot is taken between turns, so a move must end its turn."""

from __future__ import annotations

from dataclasses import replace

from dominoes_lang.table.rows import table_of
from dominoes_lang.table.spots import after_play, open_mask
from dominoes_lang.table.state import NO_TILE, Action, Kind, State, discard
from dominoes_rules.errors import IllegalMove, UnclearPosition
from dominoes_rules.position.description import Description
from dominoes_rules.position.notation import Move
from dominoes_solver.evidence import view
from dominoes_solver.evidence.actions import NotAllowed, revealed
from dominoes_solver.evidence.evidence import Evidence, Unsupported
from dominoes_solver.evidence.locked_awards import either_way
from dominoes_solver.evidence.snapshot import passes_show
from dominoes_solver.evidence.view import UNSEEN_DISCARD, Holding, Snapshot


def after_move(
    description: Description, evidence: Evidence, move: view.RecordedMove
) -> Description:
    """The description of a snapshot after a move.

    Raises `IllegalMove`, and `UnclearPosition` if it can't be worked out.
    """
    snapshot = description.view
    assert isinstance(snapshot, Snapshot)
    setup, action = evidence.setup, move.action
    state = evidence.some_state()
    if action == UNSEEN_DISCARD:
        action = _some_discard(evidence, state)
    begins_pair = _begins_pair(evidence, state, action)
    mover = snapshot.mover
    hand, laid = snapshot.hands[mover], description.laid
    played = evidence.compiled.play(state, action)
    # After a draw that goes on, the mover begins the turn again.
    stays = action.kind is Kind.DRAW and not played.over and played.mover == mover
    following = mover if stays else setup.after(mover)
    after = replace(snapshot, mover=following, finisher=evidence.state.finisher)
    if begins_pair or played.more.turn_tiles:
        raise IllegalMove(
            "a snapshot is taken between turns, but this turn goes on: use a record for it"
        )
    able, unable = (rules.play(state, action) for rules in either_way(evidence.compiled))
    if able.more.paid != unable.more.paid and not evidence.knows_hands:
        raise UnclearPosition("whether anybody can play after this decides what it pays")
    if "paid" in setup.tracks:
        nothing = (0,) * setup.sides if snapshot.paid else ()
        after = replace(after, paid=played.more.paid or nothing)
    if action.kind is Kind.PLAY:
        hand = _without(evidence, hand, action.tile)
        picture = setup.layout.picture
        laid = picture.as_written(picture.extended(laid, action.tile, action.end))
        laid = picture.with_open(laid, played.ends, played.more.at_ends)
        table = table_of(picture, laid)
        # The passes in a row end here; what they revealed stays true.
        void = snapshot.void or (0,) * setup.seats
        passed = passes_show(setup, snapshot, evidence.state)
        after = replace(
            after,
            ends=table.ends,
            doubles=table.more.doubles,
            at_ends=table.more.at_ends,
            laid=snapshot.laid | 1 << action.tile,
            void=tuple(old | new for old, new in zip(void, passed, strict=True)),
            passes=0,
            finisher=mover,
            tips=((action.tile, after_play(setup.layout.rules, evidence.state, action)[1]),),
        )
    elif action.kind is Kind.DISCARD:
        seen = move.action.tile != NO_TILE
        hand, after = _laid_aside(evidence, snapshot, after, action.tile, seen=seen)
    elif action.kind is Kind.PASS:
        laid = setup.layout.picture.with_open(laid, played.ends, played.more.at_ends)
        after = replace(after, ends=played.ends, passes=snapshot.passes + 1)
    else:
        if played.step >= 0:
            raise IllegalMove(
                "a snapshot is taken between turns, but this turn goes on: use a record for draws"
            )
        hand, after = _drawn(evidence, hand, after, move.drawn)
    hands = (*snapshot.hands[:mover], hand, *snapshot.hands[mover + 1 :])
    return replace(description, view=replace(after, hands=hands), laid=laid)


def _begins_pair(evidence: Evidence, state: State, action: Action) -> bool:
    """Whether a second tile must follow.

    Raises `IllegalMove` if the rules forbid the action, whatever the hidden hands are.
    """
    action = evidence.setup.layout.same.as_listed(state, action)
    layout = evidence.setup.layout
    name = Move.of(action, layout, state)
    if evidence.knows_mover:
        legal = evidence.compiled.legal(state)
        if action not in legal:
            words = ", ".join(str(Move.of(legal_action, layout, state)) for legal_action in legal)
            raise IllegalMove(f"{name} is not legal; the legal moves are {words}")
        return False
    try:
        return revealed(evidence.compiled, state, action).begins_pair
    except NotAllowed as error:
        raise IllegalMove(f"{name} is not legal: {error}") from None
    except Unsupported as error:
        raise UnclearPosition(str(error)) from None


def _without(evidence: Evidence, hand: Holding, tile: int) -> Holding:
    """A hand without one of its tiles, which may have been a hidden one."""
    if hand.known >> tile & 1:
        return Holding(hand.known & ~(1 << tile), hand.unseen)
    if not evidence.can_hold(evidence.state.mover, tile):
        name = evidence.setup.tiles.tiles[tile]
        seat = evidence.setup.seat_names[evidence.state.mover]
        raise IllegalMove(f"{seat} can't hold {name}")
    return Holding(hand.known, hand.unseen - 1)


def _some_discard(evidence: Evidence, state: State) -> Action:
    """A discard that nobody saw, with one of the tiles that it may have been."""
    known, mover = evidence.state.hands[state.mover], state.mover
    hidden = state.hands[mover] & ~known
    if known or not hidden:
        raise IllegalMove(
            f"{evidence.setup.seat_names[mover]}'s tiles are written, so write which of them is "
            "laid aside, as in ~64"
        )
    return discard(hidden.bit_length() - 1)


def _laid_aside(
    evidence: Evidence, before: Snapshot, after: Snapshot, tile: int, *, seen: bool
) -> tuple[Holding, Snapshot]:
    """The hand and the snapshot after a tile is laid aside."""
    setup, state, mover = evidence.setup, evidence.state, evidence.state.mover
    unable = 0
    if not evidence.knows_mover:
        action = discard(tile)
        inferred = revealed(evidence.compiled, evidence.some_state(), action)
        unable = inferred.unable & open_mask(setup.layout.rules, state, mover)
    hand = before.hands[mover]
    hand = _without(evidence, hand, tile) if seen else Holding(hand.known, hand.unseen - 1)
    # The passes in a row end here; what they revealed stays true, and what this reveals.
    void = list(after.void or (0,) * setup.seats)
    for seat, tiles in enumerate(passes_show(setup, before, state)):
        void[seat] |= tiles
    void[mover] |= unable
    aside = list(after.aside or (Holding(0),) * setup.seats)
    known, unseen = aside[mover]
    aside[mover] = Holding(known | 1 << tile, unseen) if seen else Holding(known, unseen + 1)
    return hand, replace(after, void=tuple(void), aside=tuple(aside), passes=0)


def _drawn(
    evidence: Evidence, hand: Holding, after: Snapshot, tile: int
) -> tuple[Holding, Snapshot]:
    """The hand and the snapshot after a draw after which a turn begins."""
    void = list(after.void)
    if void:
        void[evidence.state.mover] = 0  # nothing is known of the tile drawn
    after = replace(after, void=tuple(void))
    if after.stock:
        if tile not in {NO_TILE, after.stock[0]}:
            raise IllegalMove("another tile is next in the stock")
        return (
            Holding(hand.known | 1 << after.stock[0], hand.unseen),
            replace(after, stock=after.stock[1:]),
        )
    after = replace(after, stock_unseen=after.stock_unseen - 1)
    if tile == NO_TILE:
        return Holding(hand.known, hand.unseen + 1), after
    if not evidence.hidden.tiles >> tile & 1:
        raise IllegalMove(f"{evidence.setup.tiles.tiles[tile]} is not in the stock")
    return Holding(hand.known | 1 << tile, hand.unseen), after
