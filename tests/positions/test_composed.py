"""What records and snapshots tell in games that nobody wrote: rulesets put together at random."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from dominoes_lang.codegen.compiled import Compiled, compile_rules
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.table.rows import tips_of
from dominoes_lang.table.spots import ends_for
from dominoes_lang.table.state import Action, End, Kind, Over
from dominoes_rules import library, testing
from dominoes_rules.errors import PositionError, UnclearPosition
from dominoes_rules.play.round import Round
from dominoes_rules.position.position import Position
from dominoes_solver.evidence.evidence import NoWorld, Unsupported
from dominoes_solver.evidence.replay import Replay, replay
from dominoes_solver.evidence.view import Record, RecordedMove
from tests.games import TELLING
from tests.positions.brute_force import effort, random_round, seen
from tests.positions.test_snapshot_worlds import lying
from tests.positions.test_worlds_exact import MOST_DEALS, WAYS_TO_SEE, check_worlds


@settings(max_examples=30)
@given(
    ruleset=testing.rulesets(largest="double-two"),
    seed=st.integers(0, 2**32),
    how=st.sampled_from(WAYS_TO_SEE),
)
def test_the_worlds_of_a_record_are_the_deals_behind_it(
    ruleset: Ruleset, seed: int, how: str
) -> None:
    compiled, random = compile_rules(ruleset.setup()), Random(seed)
    for number in range(6):
        played = random_round(compiled, random, later_round=number % 3 == 2)
        record = seen(played, compiled, random, how)
        if effort(compiled, record) > MOST_DEALS:
            continue
        try:
            replay(compiled, record)
        except Unsupported:
            continue
        check_worlds(compiled, record)


@settings(max_examples=20)
@given(
    ruleset=testing.rulesets(largest="double-three")
    | st.sampled_from([library.variant(name) for name in TELLING]),
    seed=st.integers(0, 2**32),
)
def test_a_view_shows_at_once_what_its_record_gives(ruleset: Ruleset, seed: int) -> None:
    random = Random(seed)
    game = Round(ruleset, seed=seed)
    while not game.is_over:
        game.push(random.choice(game.legal_moves))
        position = game.seen_by(random.choice([game.turn, *game.setup.seat_names]))
        shown = position._shown
        moves = position.legal_moves if position.knows_mover else ()
        try:
            read = position.evidence
        except UnclearPosition:
            return
        opening = shown.state.opening
        sizes = read.hand_sizes, read.stock_size, read.aside_sizes
        assert (read.state._replace(opening=opening), *sizes) == tuple(shown)
        again = Position(str(position), ruleset)
        assert (again.legal_moves if again.knows_mover else ()) == moves


def made_up(compiled: Compiled, record: Record, random: Random) -> Record:
    """The record with an action that may never have happened."""
    place = random.randrange(max(1, len(record.moves)))
    tile = random.randrange(len(compiled.setup.tiles))
    end = random.choice([*End, *ends_for(compiled.setup.layout.rules, tile)])
    action = random.choice([Action(Kind.PASS), Action(Kind.PLAY, tile, end)])
    return replace(
        record, moves=(*record.moves[:place], RecordedMove(action), *record.moves[place + 1 :])
    )


@settings(max_examples=30)
@given(
    ruleset=testing.rulesets(largest="double-three")
    | st.sampled_from([library.variant(name) for name in TELLING]),
    seed=st.integers(0, 2**32),
    how=st.sampled_from(WAYS_TO_SEE),
)
def test_a_record_is_refused_where_no_world_is_counted(
    ruleset: Ruleset, seed: int, how: str
) -> None:
    """Also of records that never happened: a flow finds a world just where there is one."""
    compiled, random = compile_rules(ruleset.setup()), Random(seed)
    for _ in range(3):
        record = seen(random_round(compiled, random), compiled, random, how)
        for one in (record, *(made_up(compiled, record, random) for _ in range(4))):
            try:
                evidence = Replay(compiled, one).run()
                tables = evidence.tables
            except (NoWorld, Unsupported):
                continue
            world = evidence.some_world
            assert (world is not None) == any(table.count for table in tables)
            if world is not None:
                assert any(hidden.admits(world) for hidden in evidence.problems)
                assert not evidence.unread or evidence.opening_lots(world)


@settings(max_examples=30)
@given(ruleset=testing.rulesets(largest="double-three"), seed=st.integers(0, 2**32))
def test_a_snapshot_with_open_hands_says_what_the_record_does(ruleset: Ruleset, seed: int) -> None:
    """Whose turn it is, what is legal, and what a finished round pays; or which fact is missing."""
    compiled, random = compile_rules(ruleset.setup()), Random(seed)
    for _ in range(5):
        played = random_round(compiled, random)
        end = played.end
        if not end.ends or end.step >= 0 or not all(end.hands):
            continue
        if end.over == Over.CUT or (end.more.turn_tiles and not end.over):
            continue  # a snapshot is taken between turns
        snapshot, line = lying(compiled, played, end.hands, end.stock)
        try:
            reported = Position.from_view(compiled, snapshot, line)
        except PositionError as error:
            assert "write a record" in str(error)  # noqa: PT017
            continue
        # As little as a line shows of it; nothing may be taken for granted then.
        unsaid = replace(snapshot, tips=tips_of(compiled.setup.layout.picture, line))
        try:
            positions = [reported, Position.from_view(compiled, unsaid, line)]
        except PositionError as error:
            assert "add last:" in str(error)  # noqa: PT017
            positions = [reported]
        for position in positions:
            evidence = position.evidence
            state = evidence.open_state(evidence.table.unrank(0))
            assert (state.over, state.mover) == (end.over, end.mover)
            assert compiled.legal(state) == compiled.legal(end)
            if end.over:
                assert compiled.winner(*state) == compiled.winner(*end)
                assert compiled.payoff(*state) == compiled.payoff(*end)
            again = Position(str(position), ruleset)
            assert again.evidence.state == evidence.state
