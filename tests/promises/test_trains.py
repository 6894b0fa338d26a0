"""Trains belong to players: whom they are open to, and that no two are the same."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, permutations
from random import Random

import pytest

import dominoes_rules as dr
from dominoes_lang.conditions import read_question
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.sheet.void_deals import void_share
from dominoes_lang.table.own_trains import NOT_BEGUN
from dominoes_lang.table.state import PASS, Kind, State
from dominoes_rules import library, testing
from dominoes_rules.board.laying.windows import NARROW, SQUARE, WIDE
from dominoes_rules.conversation.typed import move_of
from dominoes_rules.play.deals import deal
from dominoes_rules.position.drawing import picture, svg, tabletop
from dominoes_rules.web.drawn_board import board
from tests.board.laid_tables import is_seen, none_overlap, trains_of
from tests.positions.small_variants import VARIED

HAND = "51.10.22.33.44.55.66.77.88.99.AA"
ALIKE = f"mexican_train/2 CC/A:C4-41/B:C3-31/P:C2-21 A:x16/B:{HAND} B finisher:A"


def test_trains_that_look_alike_are_two_plays_two_keys_and_two_names() -> None:
    position = dr.Position(f"{ALIKE} open:A opener:A")
    moves = [str(move) for move in position.legal_moves]
    assert moves == ["10@A", "10@B", "10@P", "51@A", "51@B", "51@P"]
    after = [position.play(move) for move in moves[:3]]
    assert len({one.evidence.state.ends for one in after}) == 3
    key = position.setup.layout.same.key
    assert len({key(one.evidence.state.ends) for one in after}) == 3
    assert len({*map(str, after)}) == 3
    closed = dr.Position(f"{ALIKE} opener:A")
    assert [str(move) for move in closed.legal_moves] == ["10@B", "10@P", "51@B", "51@P"]
    assert key(closed.evidence.state.ends) != key(position.evidence.state.ends)


def test_what_is_open_is_what_plain_lists_of_trains_say() -> None:
    """Eight players of the bundled game, by a second account of its trains."""
    random, opened, forced = Random(4), 0, 0
    for seed in range(2):
        game = dr.Round(dr.variant("mexican_train"), seats=8, seed=seed)
        trains: list[list[int]] = [[12] for _ in range(9)]
        is_open, foot = [False] * 8 + [True], -1
        tiles = game.setup.tiles
        while not game.is_over:
            state = game.state
            unseen = tiles.all & ~game.state.more.laid
            waits = foot >= 0 and tiles.bearing[trains[foot][-1]] & unseen
            places = [foot] if waits else [
                place for place in range(9) if is_open[place] or place == state.mover
            ]  # fmt: skip
            expected = {
                (tile, place)
                for tile, halves in enumerate(tiles.tiles)
                for place in places
                if state.hands[state.mover] >> tile & 1 and trains[place][-1] in halves
            }
            legal = game.compiled.legal(state)
            plays = {(one.tile, one.place) for one in legal if one.kind is Kind.PLAY}
            drawn = {(tile, place) for tile, place in expected if tile == state.drawn}
            assert plays == (drawn if state.step >= 0 else expected)
            action = random.choice(legal)
            if action == PASS:
                opened += not is_open[state.mover]
                is_open[state.mover] = True
            if action.kind is Kind.PLAY:
                forced += bool(waits)
                halves = tiles.tiles[action.tile]
                trains[action.place].append(halves.other_half(trains[action.place][-1]))
                is_open[action.place] &= action.place != state.mover
                foot = action.place if halves.is_double else -1 if action.place == foot else foot
            game._do(action)
        testing.no_tile_is_lost(game)
        testing.ends_fit(game)
        assert dr.Position(game.text_seen_by("A")).is_over
    assert opened > 5 < forced


@pytest.mark.parametrize("text", ["A can play", "nobody can play", "B can play and B holds a 1"])
def test_a_question_is_about_what_is_open_to_whom_it_names(text: str) -> None:
    compiled = VARIED["trains"]()
    condition, asked = read_question(text, compiled.setup), 0
    for seed in range(6):
        random = Random(seed)
        game = dr.Round.dealt(compiled, deal(compiled, random))
        for _ in range(3):
            if not game.is_over:
                game.push(random.choice(game.legal_moves))
        if game.is_over:
            continue
        position = game.seen_by(game.turn)
        rules = Interpreter(compiled.setup)
        worlds = [rules.holds(condition, one.evidence.some_state()) for one in dr.worlds(position)]
        asked += len({*worlds}) > 1
        assert dr.ask(position, text).probability == sum(worlds) / len(worlds)
    assert asked


def test_a_snapshot_does_not_show_how_many_trains_a_tile_fitted() -> None:
    award = "award own: ends it fitted to winner at round end"
    text = f'variant "Fitted"\nextends "mexican_train"\n{award}\n'
    with pytest.raises(dr.PositionError, match="write a record"):
        dr.Position(f"fitted {ALIKE.partition(' ')[2]} open:A opener:A", dr.loads(text))


def test_trains_in_forty_columns() -> None:
    line = "CC/A:C4-41-11-15-56-69-9C-CB/P:C7"
    text = f"mexican_train/2 {line} A:x10/B:x13 B finisher:A open:A opener:A"
    rows = picture(dr.Position(text), 40, names={"A": "Ana"}).split("\n")
    assert rows[:7] == [
        "          [12|12]",
        "  A Ana   [12|4][4|1][1|1][1|5][5|6]",
        "          [6|9][9|12][12|11] open",
        "  B",
        "  public  [12|7]",
        "",
        "  open   11 @A   12 @B   7 @P",
    ]
    assert ">A Ana</text>" in svg(dr.Position(text), names={"A": "Ana"})


def test_a_place_for_a_tile_is_at_the_end_of_its_train() -> None:
    position = dr.Position(f"{ALIKE} open:A opener:A")
    names = {"B": "Bob"}
    top = tabletop(position, names)
    drawn = board(position, top, position.legal_moves, SQUARE, names)
    assert all(f'data-move="{move}"' in drawn for move in position.legal_moves)
    assert 'aria-label="lay 1-0 on A\'s train"' in drawn.replace("&#39;", "'")
    assert ">B Bob</text>" in drawn
    assert ">open</text>" in drawn


OWN = "basic_trains/4 /A:59-99-94-45/B:88 A:51.77.80.10.20.30.60.61.62/B:x12/C:x13/D:x13 A opener:A"


def played_at_random(seed: int, seats: int, name: str = "basic_trains") -> Iterator[dr.Round]:
    """A round of the trains that begin with own doubles, after each action."""
    random = Random(seed)
    game = dr.Round(dr.variant(name), seats=seats, seed=seed)
    while not game.is_over:
        game._do(random.choice(game.compiled.legal(game.state)))
        yield game
    testing.no_tile_is_lost(game)


def test_trains_of_own_doubles_are_what_two_open_halves_for_each_player_say() -> None:
    passed = 0
    for seed, seats in ((1, 4), (2, 8)):
        halves: dict[int, list[int]] = {}
        used: set[int] = set()
        state: State | None = None
        for game in played_at_random(seed, seats):
            before, state = state, game.state
            action, tiles = game.actions[-1], game.setup.tiles.tiles
            if before is None:
                halves[game.state.opener] = [tiles[action.tile].high] * 2
                used = {game.state.opener}
                continue
            own, hand = before.mover, game.setup.tiles.in_mask(before.hands[before.mover])
            others = [one for one in halves if one != own and one not in used]
            firsts = halves.get(own)
            begun = [one for one in hand if one.is_double] if firsts is None else [
                one for one in hand if {*one} & {*firsts}
            ]  # fmt: skip
            later = [one for one in hand if any({*one} & {*halves[train]} for train in others)]
            legal = game.compiled.legal(before)
            plays = {tiles[one.tile] for one in legal if one.kind is Kind.PLAY}
            assert plays == {*(later if used else begun)}
            passed += action == PASS
            if action.kind is not Kind.PLAY:
                used = set()
                continue
            train = next(n for n in range(seats) if state.ends[2 * n : 2 * n + 2]
                         != before.ends[2 * n : 2 * n + 2]
                         or state.more.at_ends[2 * n : 2 * n + 2]
                         != before.more.at_ends[2 * n : 2 * n + 2])  # fmt: skip
            used.add(train)
            halves[train] = [*state.ends[2 * train : 2 * train + 2]]
            if len(game.actions) % 12 == 0:
                assert dr.Position(game.text_seen_by("A")).paths == game.paths
    assert passed


def test_a_tile_at_an_end_cannot_be_laid_again() -> None:
    """Where it lies is an end by its name, and no place for it, whether others fit it or not."""
    for game in islice(played_at_random(2, 4), 40):
        for number in {*game.state.more.at_ends} - {NOT_BEGUN}:
            tile = game.setup.tiles.tiles[number].decimal
            for text in (tile, f"{tile}@{tile}"):
                with pytest.raises(dr.IllegalMove, match=f"{text}: {tile} is already on the table"):
                    game.push(text)


def test_records_and_snapshots_name_tiles_and_equal_ends_are_one_play() -> None:
    position = dr.Position(OWN)
    assert position.paths[:3] == ((), ((5, 9), (9, 9), (9, 4), (4, 5)), ((8, 8),))
    assert dr.Position(str(position)) == position
    assert [str(move) for move in position.legal_moves] == ["51@95"]
    assert position.is_legal("51@45")
    assert not position.is_legal("80@88")
    start = dr.Position("basic_trains/4 A:99.x12/B:88.x12/C:x13/D:x13 play:99,.,88")
    assert str(start).endswith("play:99,.,88")
    assert start.paths[:3] == ((), ((9, 9),), ((8, 8),))
    with pytest.raises(dr.PositionError, match="begins with a double"):
        dr.Position(OWN.replace("B:88", "B:83"))


def test_the_middle_is_a_play_of_the_opener() -> None:
    """It comes from a hand; before it the table is empty, and it is on no train."""
    hands = "A:55.44.50.40.10.00.20/B:66.61.11.21.30.31.32/C:x7/D:x7"
    start = dr.Position(f"garrafina {hands}")
    assert start.turn == "B"
    assert [str(move) for move in start.legal_moves] == ["66"]
    names = {"B": "Bob"}
    drawn = board(start, tabletop(start, names), start.legal_moves, SQUARE, names)
    assert 'data-move="66"' in drawn
    middle = start.play("66")
    assert middle.paths[0] == ((6, 6),)
    assert "[6*6]" in picture(middle)
    assert dr.Position(str(middle)).evidence.state == middle.evidence.state
    snapshot = dr.Position("garrafina 66 A:55.44.50.40.10.00.20/B:61.11.21.30.31.32/C:x7/D:x7 C")
    assert snapshot.paths[0] == ((6, 6),)
    with pytest.raises(dr.PositionError, match="at one double in the middle"):
        dr.Position("garrafina /A:64 A:x6/B:x7/C:x7/D:x7 B")


@pytest.mark.parametrize(
    ("name", "seats"),
    [("basic_trains", 4), ("mexican_train", 2), ("mexican_train", 5), ("garrafina", 4)],
)
def test_tiles_keep_their_places_in_a_strip_and_strips_move_as_a_whole(
    name: str, seats: int
) -> None:
    """Each train has one strip, in the order of the seats, and its next tile has room there."""
    at: dict[tuple[object, ...], tuple[float, float]] = {}
    starts: dict[object, tuple[tuple[float, float], ...]] = {}
    for game in played_at_random(5, seats, name):
        for window in (NARROW, SQUARE, WIDE):
            placed = trains_of(game, window)
            for number, (strip, (x, y)) in enumerate(
                zip(placed.strips, placed.starts, strict=True)
            ):
                for one in strip:
                    place = round(one.x - x, 6), round(one.y - y, 6)
                    assert at.setdefault((window, number, one.tile, one.angle), place) == place
            before = starts.setdefault(window, placed.starts)
            assert all(
                now[0] == then[0] and now[1] >= then[1]
                for now, then in zip(placed.starts, before, strict=True)
            )
            starts[window] = placed.starts
    for window in (NARROW, SQUARE, WIDE):
        none_overlap(trains_of(game, window).tiles)
    heights = [max((one.y for one in strip), default=y) for strip, (_, y) in
               zip(placed.strips, placed.starts, strict=True)]  # fmt: skip
    assert heights == sorted(heights)
    top = tabletop(game)
    for window in (NARROW, SQUARE, WIDE):
        assert is_seen(board(game, top, (), window)) == len(placed.tiles)


VOID = {
    "nobody without a double": 'extends "basic_trains"\nplayers: 2\ndeal: 2 each\n',
    "nearly all tiles dealt": (
        'extends "block"\nplayers: 3\ndeal: 2 each\n'
        "redeal: when any player holds at least 2 doubles\n"
    ),
    "a double on the table": (
        'extends "block"\nplayers: 2\ndeal: 2 each\n'
        "layout: line from round's double\n"
        "first opener: lot\nnext opener: player after opener\n"
        "redeal: when any player holds at most 0 doubles\n"
    ),
}


@pytest.mark.parametrize("text", VOID.values(), ids=VOID)
def test_the_sheet_counts_void_deals(text: str) -> None:
    """Of small deals all, dealt one by one."""
    compiled = library.compiled(dr.loads(f'variant "X"\n{text}tiles: double-two\n'))
    setup = compiled.setup
    dealt = [tile for tile in range(len(setup.tiles)) if tile != setup.starter_of(1)]
    deals = [*permutations(dealt, setup.seats * setup.hand_size)]
    void = sum(compiled.is_void(tuple(
        sum(1 << tile for tile in deal[seat :: setup.seats]) for seat in range(setup.seats)
    )) for deal in deals)  # fmt: skip
    assert void_share(setup) == Fraction(void, len(deals))


def test_a_second_public_train_has_its_own_name() -> None:
    """In plays, in records, in pictures, on pages, and where it is typed."""
    text = (
        'variant "Two"\nextends "mexican_train"\nlayout: trains from round\'s double, two public\n'
    )
    rules = dr.loads(text)
    hand = HAND.replace("51.10", "51.10.20.30.60")
    line = f"two/2 CC/P:C4/P2:C5 A:x16/B:{hand} B finisher:A opener:A"
    position = dr.Position(line, rules)
    assert " CC/P:C4/P2:C5 " in str(position)
    assert [str(move) for move in position.legal_moves] == ["44@P", "51@P2", "55@P2"]
    after = position.play("51@P2")
    assert after.paths[-1] == ((12, 12), (12, 5), (5, 1))
    assert dr.Position(line.replace("P:", "P1:"), rules).paths == position.paths
    names = {"B": "Bob"}
    drawn = board(position, tabletop(position, names), position.legal_moves, SQUARE, names)
    assert "lay 5-1 on the second public train" in drawn
    assert [row.title for row in tabletop(position).trains] == ["A", "B", "public", "public 2"]
    for typed in ("51 on public 2", "51@p2", "51 on the second public train"):
        assert str(move_of(typed, position.legal_moves, names)) == "51@P2"
    with pytest.raises(dr.PositionError, match="not a train"):
        dr.Position(ALIKE.replace("P:", "P2:"))
    game = dr.Round(rules, seats=2, seed=1)
    random = Random(1)
    while not game.is_over:
        game._do(random.choice(game.compiled.legal(game.state)))
    assert dr.Position(str(game.position), rules).is_over
