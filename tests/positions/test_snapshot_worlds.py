"""What a snapshot tells: less than the record of the same round, and never anything wrong."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random

import pytest

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.codegen.dealing import starter_in
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.syntax import nodes
from dominoes_lang.table.layout import LaidTiles
from dominoes_lang.table.rows import laid_by, table_of
from dominoes_lang.table.rows import lying as begun_with
from dominoes_lang.table.state import NOTHING_MORE, Kind, State
from dominoes_lang.table.tiles import numbers_in
from dominoes_rules.errors import UnclearPosition
from dominoes_rules.position.hidden_hands import Worlds
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_solver.evidence.replay import replay
from dominoes_solver.evidence.snapshot import look, passes_are_forced
from dominoes_solver.evidence.view import Holding, Record, Snapshot
from tests.positions.brute_force import Played, effort, random_round, seen
from tests.positions.small_variants import BUNDLED, DROPPING, VARIED
from tests.sizes import sizes

ALL = {name: made for name, made in {**BUNDLED, **VARIED}.items() if name not in DROPPING}


def snapshot_of(compiled: Compiled, played: Played, record: Record) -> tuple[Snapshot, LaidTiles]:
    """What a snapshot says of a round, as far as the record knows the hands now."""
    evidence = replay(compiled, record)
    known, aside = evidence.state.hands, evidence.state.more.aside
    return lying(compiled, played, known, evidence.state.stock, aside)


def lying(
    compiled: Compiled,
    played: Played,
    known: tuple[int, ...],
    stock: tuple[int, ...],
    aside: tuple[int, ...] = (),
) -> tuple[Snapshot, LaidTiles]:
    """What a snapshot says of a round to somebody who knows these tiles."""
    state, tiles = played.end, compiled.setup.tiles
    actions = (*begun_with(starter_in(played.start)), *played.actions)
    line = laid_by(compiled.setup.layout.picture, actions)
    laid = tiles.mask(tiles.tiles[one.tile] for one in actions if one.kind is Kind.PLAY)
    snapshot = Snapshot(
        ends=state.ends,
        laid=laid,
        hands=tuple(
            Holding(mask, (hand & ~mask).bit_count())
            for mask, hand in zip(known, state.hands, strict=True)
        ),
        mover=compiled.setup.after(state.mover) if state.over else state.mover,
        stock=stock,
        stock_unseen=len(state.stock) - len(stock),
        passes=state.passes,
        opener=state.opener,
        finisher=state.finisher,
        round=state.round,
        tips=((state.last_tile, state.fitted),) if state.opened else (),
        paid=state.more.paid,
        idle=state.more.idle,
        doubles=table_of(compiled.setup.layout.picture, line).more.doubles,
        at_ends=state.more.at_ends,
        aside=tuple(
            Holding(mask, (tiles & ~mask).bit_count())
            for mask, tiles in zip(aside or (0,) * len(known), state.more.aside, strict=False)
        ),
    )
    return snapshot, line


@cache
def between_turns(compiled: Compiled, name: str, number: int) -> list[tuple[Played, Record]]:
    """Random rounds that stand between two turns, as somebody sees them."""
    random = Random(f"snapshots of {name}")
    found: list[tuple[Played, Record]] = []
    for _ in range(50 * number):
        played = random_round(compiled, random)
        state = played.end
        if not state.ends or state.over or state.step >= 0 or state.more.turn_tiles:
            continue
        record = seen(played, compiled, random, random.choice(["one", "two", "none", "mixed"]))
        if effort(compiled, record) <= 2000 and not replay(compiled, record).state.over:
            found.append((played, record))
        if len(found) == number:
            break
    return found


def hands_that_fit(compiled: Compiled, snapshot: Snapshot) -> set[tuple[int, ...]]:
    """All hands by which the round goes on and the passes in a row were legal."""
    rules, setup = Interpreter(compiled.setup), compiled.setup
    free = setup.tiles.all & ~snapshot.laid & ~sum(1 << tile for tile in snapshot.stock)
    for hand in (*snapshot.hands, *snapshot.aside):
        free &= ~hand.known
    in_stock = snapshot.stock_unseen
    found = set()

    def deal(seat: int, rest: int, hands: tuple[int, ...]) -> None:
        if seat < setup.seats:
            holding = snapshot.hands[seat]
            for chosen in combinations(numbers_in(rest), holding.unseen):
                mask = sum(1 << tile for tile in chosen)
                deal(seat + 1, rest & ~mask, (*hands, holding.known | mask))
            return
        state = State(
            hands=hands,
            ends=snapshot.ends,
            stock=(*snapshot.stock, *[*numbers_in(rest)][:in_stock]),
            mover=setup.after(snapshot.mover, -1),
            opener=snapshot.opener or 0,
            opening=0,
            plays=snapshot.laid.bit_count() - setup.shape.begun,
            passes=snapshot.passes,
            round=snapshot.round,
            more=setup.kept(NOTHING_MORE, laid=snapshot.laid, at_ends=snapshot.at_ends),
        )
        able = [
            rules.holds(_can_play(compiled), state._replace(mover=seat))
            for seat in range(setup.seats)
        ]
        passed = [setup.after(snapshot.mover, -1 - place) for place in range(snapshot.passes)]
        if passes_are_forced(setup) and any(able[seat] for seat in passed):
            return
        if not rules.holds(setup.blocked, state):
            found.add(hands)

    deal(0, free, ())
    return found


def _can_play(compiled: Compiled) -> nodes.Can:
    """`mover can play`, as an expression."""
    span = compiled.setup.blocked.span
    return nodes.Can("play", nodes.Who(nodes.Role.MOVER, span=span), span=span)


@pytest.mark.parametrize("count", sizes(2, 6))
@pytest.mark.parametrize("name", ALL)
def test_worlds_of_a_snapshot(name: str, count: int) -> None:
    compiled = ALL[name]()
    for played, record in between_turns(compiled, name, count):
        snapshot, line = snapshot_of(compiled, played, record)
        evidence, reported = look(compiled, snapshot), replay(compiled, record)
        states = [evidence.open_state(world) for world in evidence.table]
        hands = {state.hands for state in states}
        assert hands == hands_that_fit(compiled, snapshot)
        assert len({(state.hands, state.more.aside) for state in states}) == evidence.table.count
        assert hands >= {reported.hands(world) for world in reported.table}
        state = evidence.state
        for field in ("ends", "mover", "finisher", "opener", "plays", "passes", "round", "scores"):
            assert getattr(state, field) == getattr(played.end, field), field
        position = Position.from_view(compiled, snapshot, line)
        assert position == Position(str(position), compiled.setup.ruleset)
        assert position.line == Position.from_view(compiled, record).line


@pytest.mark.parametrize("count", sizes(4, 12))
@pytest.mark.parametrize("name", ALL)
def test_the_next_move_on_a_snapshot(name: str, count: int) -> None:
    """Played on a snapshot, a move of the round gives the snapshot after it, or is refused."""
    compiled = ALL[name]()
    random = Random(f"next move on {name}")
    moved = 0
    for played, record in between_turns(compiled, name, count):
        snapshot, line = snapshot_of(compiled, played, record)
        before = Position.from_view(compiled, snapshot, line)
        action = random.choice(compiled.legal(played.end))
        state = compiled.play(played.end, action)
        later = Played(played.start, (*played.actions, action), state)
        grown = Position.from_view(compiled, record)
        move = str(Move.of(action, compiled.setup.layout, played.end))
        goes_on = state.step >= 0 or state.more.turn_tiles
        if state.over or goes_on:
            if goes_on or not state.hands[played.end.mover]:
                with pytest.raises(ValueError, match=r"snapshot|decides what it pays"):
                    before.play(move)
            continue
        try:
            after = before.play(move)
        except UnclearPosition:
            # What the play pays depends on hands that the snapshot does not show.
            assert compiled.setup.in_play
            continue
        moved += 1
        view = after.view
        assert isinstance(view, Snapshot)
        record_after = grown.play(move).view
        assert isinstance(record_after, Record)
        expected, line_after = snapshot_of(compiled, later, record_after)
        # A draw that was seen in the record is not seen here, so compare what is public.
        assert (view.ends, view.laid, view.mover) == (expected.ends, expected.laid, expected.mover)
        # In arms a tile may lie at another of two ends that are alike.
        assert compiled.setup.layout.branches or after.paths == line_after.paths
        assert after == Position(str(before), compiled.setup.ruleset).play(move)
        assert [hand.size for hand in view.hands] == [hand.size for hand in expected.hands]
        assert (view.passes, view.opener) == (expected.passes, expected.opener)
        assert after.evidence.state.finisher == expected.finisher
        assert state.hands in {after.evidence.hands(world) for world in after.evidence.table}
        before_hands = {before.evidence.hands(world) for world in before.evidence.table}
        if action.kind is Kind.PLAY:
            bit, mover = 1 << action.tile, played.end.mover
            came_from = {
                (*hands[:mover], hands[mover] | bit, *hands[mover + 1 :])
                for world in after.evidence.table
                for hands in [after.evidence.hands(world)]
            }
            assert came_from <= before_hands
        assert Position(str(after), compiled.setup.ruleset) == after
        assert Worlds(after).count == Worlds(Position(str(after), compiled.setup.ruleset)).count
    # Where every play goes on, all that ends a turn is a stop or a pass. Few rounds may all end.
    goes_on = "turn_tiles" in compiled.setup.tracks
    assert moved or goes_on or count < 12 or not between_turns(compiled, name, count)


def test_a_snapshot_does_not_show_who_is_out_of_the_round() -> None:
    with pytest.raises(ValueError, match="write a record"):
        Position("pass_and_out 66 A:61.55.44.33.22.11/B:x7/C:x7/D:x7 B")
