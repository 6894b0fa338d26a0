"""A snapshot after a move. A snapshot is taken between turns, so a move must end its turn."""

from __future__ import annotations

from dataclasses import replace

from dominoes_lang.table.state import NO_TILE, Action, Kind, State
from dominoes_rules.errors import IllegalMove, UnclearPosition
from dominoes_rules.position.description import Description
from dominoes_rules.position.notation import Move
from dominoes_solver.evidence import view
from dominoes_solver.evidence.actions import NotAllowed, revealed
from dominoes_solver.evidence.builder import Evidence, Unsupported
from dominoes_solver.evidence.locked_awards import either_way
from dominoes_solver.evidence.snapshot import passes_show
from dominoes_solver.evidence.view import Holding, Snapshot


def after_move(
    description: Description, evidence: Evidence, move: view.RecordedMove
) -> Description:
    """The description of a snapshot after a move.

    Raises `IllegalMove`, and `UnclearPosition` where it can't be worked out.
    """
    snapshot = description.view
    assert isinstance(snapshot, Snapshot)
    setup, action = evidence.setup, move.action
    state = evidence.some_state()
    _check(evidence, state, action)
    mover = snapshot.mover
    hand, line = snapshot.hands[mover], description.line
    after = replace(snapshot, mover=setup.after(mover), finisher=evidence.state.finisher)
    if evidence.compiled.play(state, action).more.turn_tiles:
        raise IllegalMove(
            "a snapshot is taken between turns, but this turn goes on: use a record for it"
        )
    able, unable = (rules.play(state, action) for rules in either_way(evidence.compiled))
    if able.more.paid != unable.more.paid and not evidence.knows_hands:
        raise UnclearPosition("whether anybody can play after this decides what it pays")
    if "paid" in setup.tracks:
        nothing = (0,) * setup.sides if snapshot.paid else ()
        after = replace(after, paid=evidence.compiled.play(state, action).more.paid or nothing)
    if action.kind is Kind.PLAY:
        hand = _without(evidence, hand, action.tile)
        line = setup.layout.extended(line, action.tile, action.end)
        table = setup.layout.table(line)
        # The passes in a row end here; what they revealed stays true.
        void = snapshot.void or (0,) * setup.seats
        passed = passes_show(setup, snapshot, evidence.state)
        after = replace(
            after,
            ends=table.ends,
            doubles=table.more.doubles,
            laid=snapshot.laid | 1 << action.tile,
            void=tuple(one | other for one, other in zip(void, passed, strict=True)),
            passes=0,
            finisher=mover,
            tips=((action.tile, setup.layout.after(evidence.state, action)[1]),),
        )
    elif action.kind is Kind.PASS:
        after = replace(after, passes=snapshot.passes + 1)
    else:
        if evidence.compiled.play(state, action).step >= 0:
            raise IllegalMove(
                "a snapshot is taken between turns, but this turn goes on: use a record for draws"
            )
        hand, after = _drawn(evidence, hand, after, move.drawn)
    hands = (*snapshot.hands[:mover], hand, *snapshot.hands[mover + 1 :])
    return replace(description, view=replace(after, hands=hands), line=line)


def _check(evidence: Evidence, state: State, action: Action) -> None:
    """Raise `IllegalMove` where the rules forbid the action, whatever the hidden hands are."""
    action = evidence.setup.layout.as_listed(state, action)
    tiles = evidence.setup.tiles
    name = Move.of(action, tiles, opening=False)
    if evidence.knows_mover:
        legal = evidence.compiled.legal(state)
        if action not in legal:
            words = ", ".join(str(Move.of(one, tiles, opening=False)) for one in legal)
            raise IllegalMove(f"{name} is not legal; the legal moves are {words}")
        return
    try:
        revealed(evidence.compiled, state, action)
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


def _drawn(
    evidence: Evidence, hand: Holding, after: Snapshot, tile: int
) -> tuple[Holding, Snapshot]:
    """The hand and the snapshot after a draw that ends the turn."""
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
