"""What a snapshot reveals: less than a record, since it does not show how it came about.

The passes in a row are taken to be those of the last seats, where the rules force a pass.
"""

from __future__ import annotations

from dataclasses import replace

from dominoes_lang.analysis.payoffs.matters import more_in_values
from dominoes_lang.analysis.revealed.steps import behind_a_play
from dominoes_lang.analysis.revealed.visibility import reads_hands
from dominoes_lang.analysis.turns.situations import situations
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import DRAWING, Act
from dominoes_lang.table.place_names import shown
from dominoes_lang.table.spots import open_mask
from dominoes_lang.table.state import NOBODY, Over, State, carried_of
from dominoes_lang.table.tiles import numbers_in
from dominoes_solver.evidence.blocking import Somebody, blocked
from dominoes_solver.evidence.builder import Builder, empty_state
from dominoes_solver.evidence.evidence import Evidence, NoWorld, Unsupported
from dominoes_solver.evidence.last_tile import check_pay, with_last_tile
from dominoes_solver.evidence.view import Snapshot
from dominoes_solver.remark import Remark
from dominoes_solver.worlds.slots import STOCK

_OF_A_HAND = (
    nodes.Not,
    nodes.Both,
    nodes.HasNoTiles,
    nodes.HoldsTile,
    nodes.HoldsNumber,
    nodes.HoldsAmount,
    nodes.TileLiteral,
    nodes.Number,
    nodes.Who,
)
"""The parts of a condition on the mover's hand alone."""
_HARMLESS = frozenset({Act.PLAY, Act.PLAY_AT_EACH, Act.DRAW_THEN_GO_ON})
"""What a player who can play may choose where every pass is forced."""


def look(compiled: Compiled, snapshot: Snapshot) -> Evidence:
    """The evidence of a snapshot. Raises `NoWorld` if nothing fits it."""
    setup = compiled.setup
    builder = _places(compiled, snapshot)
    finisher = snapshot.finisher
    if finisher is None:
        finisher = setup.after(snapshot.mover, -1 - snapshot.passes)
    if snapshot.opener is None and "opener" in compiled.payoff_reads:
        raise NoWorld("who opened counts at the end of this game: add opener:A")
    if unseen_fields(setup):
        raise NoWorld("this game depends on more of the past than a line shows: write a record")
    state = empty_state(
        setup,
        snapshot.mover if snapshot.opener is None else snapshot.opener,
        snapshot.round,
        snapshot.scores,
        carried_of(snapshot),
    )
    state = state._replace(
        more=setup.kept(
            state.more,
            paid=snapshot.paid if any(snapshot.paid) else (),
            doubles=snapshot.doubles,
            laid=snapshot.laid,
            at_ends=snapshot.at_ends,
            aside=snapshot.aside_known,
        ),
        hands=tuple(hand.known for hand in snapshot.hands),
        ends=snapshot.ends,
        stock=snapshot.stock,
        mover=snapshot.mover,
        finisher=finisher if snapshot.laid.bit_count() > setup.shape.begun else NOBODY,
        plays=snapshot.laid.bit_count() - setup.shape.begun,
        passes=snapshot.passes,
    )
    sizes = tuple(hand.size for hand in snapshot.hands)
    _note_void(builder, snapshot, state)
    state = with_last_tile(compiled, snapshot, state)
    over = _is_over(builder, snapshot, state)
    if isinstance(over, Somebody):
        builder.counters.append(over.counter)
    elif over:
        state = state._replace(over=over, mover=setup.after(snapshot.mover, -1))
    check_pay(compiled, snapshot, state)
    evidence = builder.build(state, sizes, notes=_notes(compiled, snapshot))
    if evidence.some_world is None:
        why = "; ".join(dict.fromkeys(deduction.why for deduction in evidence.deductions))
        raise NoWorld(f"no hands fit all of: {why or 'the written tiles'}")
    return evidence


def unseen_fields(setup: Setup) -> set[str]:
    """The fields of a state that a line does not show, and the rest of the round depends on."""
    read = nodes.walk((setup.turn.steps, setup.domino, setup.blocked, setup.winner, setup.awards))
    fitted = (
        isinstance(node, nodes.Read) and node.fact is nodes.Fact.ENDS_IT_FITTED for node in read
    )
    if not setup.layout.open_to_all and any(fitted):
        return {"fitted"}  # by whom a tile was laid, and what was open then
    if setup.turn.drops_out:
        return {"out"}  # who is out of the round, and what lay on the table when they passed
    counted = {"all_passes", "pass_runs"} & {*more_in_values(setup, match_may_end=False)}
    if counted:
        return counted
    unseen = {"passes_before", "left_open"}
    if not unseen & {*more_in_values(setup, match_may_end=False)}:
        return set()
    # A snapshot is taken between turns, and a play makes them anew.
    steps = tuple(
        step for number, step in enumerate(setup.turn.steps) if not behind_a_play(setup, number)
    )
    between = replace(setup, turn=replace(setup.turn, steps=steps))
    return unseen & {*more_in_values(between, match_may_end=False)}


def _places(compiled: Compiled, snapshot: Snapshot) -> Builder:
    """The slots of the hands and of the stock; the tiles must add up."""
    setup = compiled.setup
    known = snapshot.laid
    for hand in (*snapshot.hands, *snapshot.aside):
        known |= hand.known
    for tile in snapshot.stock:
        known |= 1 << tile
    builder = Builder(compiled, setup.tiles.all & ~known)
    for seat, hand in enumerate(snapshot.hands):
        if hand.unseen:
            builder.slot(seat, 0, hand.unseen)
    for seat, aside in enumerate(snapshot.aside):
        if aside.unseen:
            builder.slot(seat, 0, aside.unseen, aside=1)
    room = sum(hand.unseen for hand in (*snapshot.hands, *snapshot.aside))
    hidden = builder.tiles.bit_count()
    if hidden - room != snapshot.stock_unseen:
        raise NoWorld(
            f"{hidden} tiles are not written, but there are {room + snapshot.stock_unseen} places "
            "for them"
        )
    builder.slot(STOCK, 0, hidden - room)
    stock = len(snapshot.stock) + snapshot.stock_unseen
    least = min(setup.stock_size, setup.reserve) if setup.draws else setup.stock_size
    if not least <= stock <= setup.stock_size:
        wanted = str(least) if least == setup.stock_size else f"{least} to {setup.stock_size}"
        raise NoWorld(f"{stock} tiles are left for the stock, but it has {wanted}")
    for seat, hand in enumerate(snapshot.hands):
        most = setup.hand_size + setup.stock_size - stock if seat in setup.playing else 0
        size = hand.size + snapshot.gone_from(seat)
        if size > most:
            verb = "hold" if size == hand.size else "have held"
            raise NoWorld(f"{setup.seat_names[seat]} can't {verb} {size} tiles: {most} at most")
    return builder


def _is_over(builder: Builder, snapshot: Snapshot, state: State) -> Over | Somebody:
    """Whether the round is over, or what it reveals that it is not."""
    setup, compiled = builder.setup, builder.compiled
    hands, rest = list(state.hands), list(numbers_in(builder.tiles))
    for seat, hand in enumerate(snapshot.hands):
        for _ in range(hand.unseen):
            hands[seat] |= 1 << rest.pop()
    state = state._replace(hands=tuple(hands), stock=(*snapshot.stock, *rest))
    unseen = [hand.unseen for hand in snapshot.hands]
    if any(unseen) and reads_hands(setup, setup.domino):
        raise Unsupported('"domino" reads a hidden hand')
    acted = state._replace(mover=setup.after(state.mover, -1))
    # A hand is as its player left it; the table has been changed by others since.
    lasting = all(isinstance(node, _OF_A_HAND) for node in nodes.walk(setup.domino))
    for seat in setup.playing if lasting else (acted.mover,):
        if compiled.condition(setup.domino)(*state._replace(mover=seat)):
            raise NoWorld(
                f"{setup.seat_names[seat]} has ended the round, which a snapshot can't show: "
                "write a record"
            )
    is_blocked = blocked(compiled, builder, acted, unseen)
    if isinstance(is_blocked, Somebody):
        return is_blocked
    if is_blocked and snapshot.passes and (state.opened or snapshot.passes > 1):
        # Whoever acted before the last pass, possibly by a draw that it followed.
        actors = [setup.after(acted.mover, -1), *([acted.mover] if setup.draws else [])]
        earlier = [acted._replace(mover=seat, passes=acted.passes - 1) for seat in actors]
        if all(blocked(compiled, builder, past, unseen) is True for past in earlier):
            raise NoWorld("the round was over before the last pass: it was blocked")
    return Over.BLOCKED if is_blocked else Over.NO


def _note_void(builder: Builder, snapshot: Snapshot, state: State) -> None:
    """`void:` facts, and what the passes in a row reveal."""
    setup = builder.setup
    void = snapshot.void or (0,) * setup.seats
    passed = passes_show(setup, snapshot, state)
    for seat, hand in enumerate(snapshot.hands):
        name, ends = setup.seat_names[seat], "-".join(shown(setup.layout.names, state))
        for tiles, why in (
            (void[seat], Remark("a void: fact of {seat}", seat=name)),
            (passed[seat], Remark("{seat} passed on {ends}", seat=name, ends=ends)),
        ):
            if hand.known & tiles:
                tile = setup.tiles.tiles[(hand.known & tiles).bit_length() - 1]
                raise NoWorld(f"{name} holds {tile}, which contradicts this: {why}")
            builder.refuse(seat, builder.of(seat), tiles, 0, why)


def passes_show(setup: Setup, snapshot: Snapshot, state: State) -> tuple[int, ...]:
    """For each seat the mask of tiles that the passes in a row show it not to hold."""
    shown = [0] * setup.seats
    if snapshot.passes and passes_are_forced(setup):
        rules, since = setup.layout.rules, state
        for distance in range(min(snapshot.passes, setup.player_count)):
            seat = setup.after(snapshot.mover, -1 - distance)
            since = since._replace(ends=rules.passed(since.ends, seat, False))
            shown[seat] = open_mask(rules, since, seat)
    return tuple(shown)


def passes_are_forced(setup: Setup) -> bool:
    """Whether the last passes in a row are those of the last seats, none of which could play."""
    if any(step.act is Act.DRAW_THEN_STOP for step in setup.turn.steps):
        return False
    known = situations(setup)
    return known is not None and not any(
        situation.able
        and situation.first
        and any(setup.turn.steps[step].act not in _HARMLESS for step in situation.open_steps(setup))
        for situation in known
    )


def _notes(compiled: Compiled, snapshot: Snapshot) -> tuple[Remark, ...]:
    """Notes on what this snapshot may have lost."""
    notes = []
    if any(hand.unseen for hand in snapshot.hands):
        notes.append(
            Remark(
                "a snapshot does not show earlier passes; write a record, or void: facts, to count "
                "them"
            )
        )
        if any(step.act in DRAWING for step in compiled.setup.turn.steps):
            notes.append(Remark("it does not show which tiles were drawn when"))
        if any(aside.unseen for aside in snapshot.aside):
            notes.append(Remark("it does not show what fitted when a tile was laid aside"))
    if "paid" in compiled.setup.tracks and not snapshot.paid:
        nothing = "-".join("0" * compiled.setup.sides)
        notes.append(
            Remark(
                "a snapshot does not show what the round has paid; write a paid: fact, as in "
                "paid:{nothing}, or the answer assumes that nothing was paid",
                nothing=nothing,
            )
        )
    return tuple(notes)
