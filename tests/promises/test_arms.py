"""A second model of the table: tiles as a graph, and the open ends read off it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import islice, permutations
from random import Random
from typing import NamedTuple

import pytest

import dominoes_rules as dr
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.codegen.dealing import starter_in
from dominoes_lang.table.centres import spinner_to_name
from dominoes_lang.table.layout import Misplaced
from dominoes_lang.table.rows import laid_by, table_of, tips_of
from dominoes_lang.table.rows import lying as begun_with
from dominoes_lang.table.shape import Shape, Spinners
from dominoes_lang.table.spots import (
    ends_of,
    halves_like_it,
    most_alike,
    number_at,
    open_mask,
    pips,
)
from dominoes_lang.table.state import Action, Kind, State
from dominoes_lang.table.tiles import Tile, TileSet, numbers_in
from dominoes_rules.position.laid_text import parse_paths
from dominoes_rules.position.position import Position
from dominoes_solver.search import native
from tests.positions.brute_force import Played
from tests.positions.test_snapshot_worlds import lying
from tests.solver.small_games import FITS, TABLES, Game, compiled, deal, evaluate

SEEDS = range(6)


class Spot(NamedTuple):
    """An open side of a tile, or all free sides of a double."""

    near: Tile
    number: int
    free: int
    halves: int
    waits: bool = False


@dataclass
class Graph:
    """The tiles on the table, and for each half of a tile what lies against it."""

    shape: Shape
    tiles: TileSet
    joined: dict[Tile, list[tuple[Tile, int]]] = field(default_factory=dict)
    """For each tile its neighbours, and the half that touches them."""

    @property
    def first(self) -> Tile | None:
        return next(iter(self.joined), None)

    def sides(self, double: Tile) -> int:
        spinners, doubles = self.shape.spinners, [tile for tile in self.joined if tile.is_double]
        if self.shape.star and double == self.first:
            return self.shape.star
        four = spinners is Spinners.ALL or (spinners is Spinners.FIRST and doubles[:1] == [double])
        return 4 if four else 2

    def spots(self) -> list[Spot]:
        found = []
        for tile, others in self.joined.items():
            touched = Counter(half for _, half in others)
            if self.shape.one_end:
                # The higher half of the first tile, and then whatever was laid last.
                last = [*self.joined][-1]
                if tile == last:
                    half = tile.other_half(others[0][1]) if others else tile.high
                    found.append(Spot(tile, half, 1, 1 + (tile.is_double and self.counts)))
            elif tile.is_double:
                free = self.sides(tile) - len(others)
                halves = free
                if self.counts:
                    halves = 2 if len(others) < 2 else free * self.shape.counts_tips
                if free:
                    found.append(Spot(tile, tile.high, free, halves))
            else:
                waits = self.shape.then_doubles and self.first in [one for one, _ in others]
                waits = waits and self.first is not None and self.first.is_double
                found += [Spot(tile, half, 1, 1, waits) for half in tile if not touched[half]]
        return found

    def is_plain(self, spot: Spot) -> bool:
        """Whether a spot may be as good as any other of its number."""
        return spot.halves == spot.free and not (self.shape.must_cover or spot.waits)

    @property
    def counts(self) -> bool:
        return self.shape.counts_both

    def open(self) -> list[Spot]:
        """The spots at which a tile may be laid now."""
        spots, shape = self.spots(), self.shape
        centre = [spot for spot in spots if spot.near == self.first and spot.near.is_double]
        if shape.star and centre:
            return centre
        waiting = [spot for spot in spots if spot.waits]
        if waiting:
            return waiting
        feet = [
            spot
            for spot in spots
            if spot.near.is_double
            and any(spot.number in tile for tile in self.tiles.tiles if tile not in self.joined)
        ]
        return feet if shape.must_cover and feet and not shape.one_end else spots

    def fitting(self, tile: Tile) -> list[Spot]:
        return [
            spot
            for spot in self.open()
            if spot.number in tile and (tile.is_double or not spot.waits)
        ]

    def lay(self, tile: Tile, near: Tile | None, number: int) -> None:
        self.joined[tile] = []
        if near is not None:
            self.joined[tile].append((near, number))
            self.joined[near].append((tile, number))


def agree(rules: Compiled, state: State, graph: Graph) -> None:
    """The layout and the graph see the same table."""
    layout, tiles = rules.setup.layout, rules.setup.tiles.tiles
    spots = graph.spots()
    open_ends = Counter(spot.number for spot in spots for _ in range(spot.free))
    assert Counter(layout.rules.numbers(state.ends)) == open_ends
    assert pips(layout.rules, state.ends, state.more) == sum(
        spot.number * spot.halves for spot in spots
    )
    assert most_alike(layout.rules, state.ends) == max(open_ends.values())
    assert most_alike(layout.rules, state.ends) <= layout.rules.most.ends_alike
    assert open_ends.total() <= layout.rules.most.open_ends
    assert pips(layout.rules, state.ends, state.more) <= layout.rules.most.pips
    unlaid = rules.setup.tiles.all & ~rules.setup.tiles.mask(graph.joined)
    assert open_mask(layout.rules, state, state.mover) == rules.setup.tiles.mask(
        tiles[number]
        for number in numbers_in(rules.setup.tiles.all)
        if graph.fitting(tiles[number])
    )
    for number in numbers_in(unlaid):
        # Spots that are alike are one play, and so are those that count as much as they are free.
        fitting = graph.fitting(tiles[number])
        merged = {spot.number if graph.is_plain(spot) else spot[1:] for spot in fitting}
        assert len(merged) <= len(ends_of(layout.rules, state, number)) <= len(fitting)


def near_of(rules: Compiled, state: State, action: Action, graph: Graph) -> Tile | None:
    """The tile that a play is laid against."""
    layout, tiles = rules.setup.layout, rules.setup.tiles.tiles
    if not state.begun:
        return None
    if not layout.branches and not layout.shape.in_arms:
        return [*graph.joined][-1]
    return tiles[state.more.at_ends[state.ends.index(action.end)]]


@pytest.mark.parametrize("both_halves", [False, True])
@pytest.mark.parametrize("table", [name for name in TABLES if name != "line"])
def test_a_graph_of_tiles_has_the_same_open_ends(table: str, both_halves: bool) -> None:
    turn = "until able"
    game = Game(6, 3, 1, 5, turn=turn, award="alike", both_halves=both_halves, table=table)
    rules, shape = compiled(game), compiled(game).setup.shape
    seen = 0
    for seed in SEEDS:
        random, graph = Random(seed), Graph(shape, rules.setup.tiles)
        state = start = deal(rules, seed)
        doubles = start.hands[0] & rules.setup.tiles.doubles
        if shape.star and not (doubles or shape.begun):
            continue
        state = start = start._replace(opening=doubles if shape.star else start.opening)
        actions = [*begun_with(starter_in(start))]
        for action in actions:
            graph.lay(rules.setup.tiles.tiles[action.tile], None, -1)
        while not state.over:
            action = random.choice(rules.legal(state))
            before, state = state, rules.play(state, action)
            actions.append(action)
            if action.kind is not Kind.PLAY:
                continue
            near, tile = near_of(rules, before, action, graph), rules.setup.tiles.tiles[action.tile]
            number = number_at(rules.setup.layout.rules, before, action.end) if near else -1
            if near is not None:
                spots = graph.fitting(tile)
                assert (near, number) in {(spot.near, spot.number) for spot in spots}
                assert state.fitted == sum(spot.free for spot in spots)
            graph.lay(tile, near, number)
            agree(rules, state, graph)
            halves = [spot.halves for spot in graph.spots() if spot.number == state.more.left_open]
            assert halves_like_it(rules.setup.layout.rules, state.ends, state.more) == sum(halves)
            assert sum(halves) <= rules.setup.layout.rules.most.halves_alike
            laid = laid_by(rules.setup.layout.picture, actions)
            table_again = table_of(rules.setup.layout.picture, laid)
            assert (table_again.ends, table_again.more.at_ends) == (state.ends, state.more.at_ends)
            seen += 1
    assert seen > 30


@pytest.mark.parametrize(
    ("table", "fits"),
    [
        *((name, "equal") for name in TABLES if name != "line"),
        *(("line", name) for name in FITS),
        ("one end", "sums"),
        ("spinner", "sums"),
        ("spinners", "wild"),
        ("covered", "doubles first"),
        ("tips", "all at once"),
        ("trains", "equal"),
        ("trains", "wild"),
    ],
)
def test_records_and_snapshots_are_read_back(table: str, fits: str) -> None:
    """A snapshot in the middle of a round goes on as its record does."""
    game = Game(6, 2, 1, 7, turn="pass", table=table, fits=fits)
    rules = compiled(game)
    for seed in SEEDS:
        random = Random(seed)
        state = start = deal(rules, seed)._replace(opening=rules.setup.tiles.all)
        doubles = start.hands[0] & rules.setup.tiles.doubles
        begun = rules.setup.shape.begun
        if rules.setup.shape.star and not (doubles or begun):
            continue
        if rules.setup.shape.star and not begun:
            state = start = start._replace(opening=doubles)
        actions: list[Action] = []
        for _ in range(random.randrange(2, 9)):
            if state.over:
                break
            action = random.choice(rules.legal(state))
            state = rules.play(state, action)
            actions.append(action)
        if state.over:
            continue
        snapshot, laid = lying(
            rules, Played(start, tuple(actions), state), state.hands, state.stock
        )
        position = Position.from_view(rules, snapshot, laid)
        again = Position(str(position), rules.setup.ruleset)
        assert again == position
        assert again.paths == position.paths
        assert again.evidence.state.ends == state.ends
        one, other = dr.Round.dealt(rules, start, actions), dr.Round.from_position(again)
        while not one.is_over:
            legal = rules.legal(one.state)
            assert legal == rules.legal(other.state)
            move = random.choice(legal)
            one._do(move)
            other._do(move)
            assert one.state.ends == other.state.ends
            # A tile may lie at another of two ends that are alike.
            assert Counter(one.laid.tiles()).total() == Counter(other.laid.tiles()).total()
        assert one.outcome == other.outcome


@pytest.mark.parametrize("table", ["spinners", "feet", "tips"])
def test_the_order_in_which_arms_are_written_changes_no_value(table: str) -> None:
    game = Game(4, 2, 1, 7, turn="pass", award="alike", table=table)
    rules = compiled(game)
    compared = 0
    for seed in range(20):
        start = deal(rules, seed)._replace(opening=rules.setup.tiles.doubles)
        if not start.hands[0] & start.opening:
            continue
        state, actions, random = start, list[Action](), Random(seed)
        while state.plays < 9 and not state.over:
            actions.append(random.choice(rules.legal(state)))
            state = rules.play(state, actions[-1])
        if state.over:
            continue
        played = Played(start, tuple(actions), state)
        snapshot, laid = lying(rules, played, state.hands, state.stock)
        layout, (first, *arms) = rules.setup.layout, laid.paths
        for paths in islice(permutations(arms), 4):
            try:
                again = layout.picture.laid([first, *paths], spinner_to_name(layout.rules, laid))
            except Misplaced:
                continue  # an arm that leaves another one is written behind it
            other = open_state(Position.from_view(rules, snapshot, again))
            plainly = dict(zip(*evaluate(rules, state, natively=False)[:2], strict=True))
            for natively in (False, native.available()):
                values = evaluate(rules, other, natively=natively)[:2]
                assert dict(zip(*values, strict=True)) == plainly
            compared += paths != tuple(arms)
    assert compared


def open_state(position: Position) -> State:
    """The state of a position in which nothing is hidden."""
    return position.evidence.open_state(position.evidence.table.unrank(0))


def test_a_pass_behind_a_ring_excludes_doubles_alone() -> None:
    text = 'variant "Ring"\nextends "sebastopol"\nlayout: star of 4, then doubles\n'
    ruleset = dr.loads(text)
    hands = "A:x5/B:x6/C:x6/D:00.55.65.50.10.20"
    position = Position(f"ring 16-66-62/66-63/66-64 {hands} B opener:A", ruleset).play("-")
    after = Position(str(position.play("11")), ruleset)
    assert "void:B=[2|2].[3|3].[4|4]" in str(after)
    assert Position(str(after), ruleset) == after
    held = after.evidence.may_hold(1)
    assert {str(tile) for tile in after.setup.tiles.tiles if tile.is_double} - {
        str(tile) for tile in after.setup.tiles.in_mask(held)
    } >= {"22", "33", "44"}


def test_a_star_of_two_begins_with_a_double_that_was_full_before_the_last_tile() -> None:
    text = 'variant "Two"\nextends "sebastopol"\nlayout: star of 2\nfits: equal numbers, wild 0\n'
    layout = dr.loads(text).setup().layout

    def tips(line: str) -> set[tuple[str, int]]:
        found = tips_of(layout.picture, parse_paths(line, layout, {}))
        return {(str(layout.fits.tiles.tiles[tile]), fitted) for tile, fitted in found}

    # Before 50 lay there 33 was full and 55 was not, whichever is written first.
    assert tips("05-55-53-33-31-10") == tips("01-13-33-35-55-50") == {("50", 2), ("10", 2)}
    with pytest.raises(dr.PositionError, match="add spinner:33 or spinner:00"):
        tips("33-00")


def test_a_play_that_fits_in_several_places_is_answered_with_their_names() -> None:
    hands = "A:x6/B:x5/C:61.00.11.60.33.44/D:x6"
    position = Position(f"seven_rocks 15-55-56/55-52-21 {hands} C opener:B paid:0-0")
    with pytest.raises(dr.AmbiguousMove, match=r"61 fits at 51 and at 65: type 61@51 or 61@65"):
        position.play("61")
    with pytest.raises(dr.IllegalMove, match="no open end at 66"):
        position.play("61@66")
    with pytest.raises(dr.IllegalMove, match="no left and right end"):
        position.play("61l")
    assert [str(move) for move in position.legal_moves] == ["11", "60", "61@51", "61@65"]
    assert position.is_legal("61@21")  # an end like that at 15
