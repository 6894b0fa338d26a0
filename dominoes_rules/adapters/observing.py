"""What a seat has seen, or sees now, as text and as a tensor of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

from dominoes_lang.codegen.dealing import starter_in
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.layout import LaidTiles
from dominoes_lang.table.rows import laid_by, lying
from dominoes_lang.table.state import SEAT_LETTERS, Action, Kind, State, laid_aside
from dominoes_lang.table.tiles import numbers_in
from dominoes_rules.adapters.round_tree import RoundNode, RoundTree
from dominoes_rules.play.deals import as_record, moves_of, record_seen_by
from dominoes_rules.position.description import Description
from dominoes_rules.position.notation import format_tiles, in_order
from dominoes_solver.evidence.chains import is_evident

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Reals = npt.NDArray[np.float32]

_KINDS = (Kind.PLAY, Kind.DRAW, Kind.PASS, Kind.STOP)


def kinds_of(setup: Setup) -> tuple[Kind, ...]:
    """The kinds of action that a tensor distinguishes."""
    return (*_KINDS, Kind.DISCARD) if setup.turn.discards else _KINDS


@dataclass(frozen=True)
class ShownParts:
    """Which part of a round an observation has."""

    public: bool = True
    """The table, who did what, the sizes of hands."""
    private: int = 1
    """Whose tiles: 0 for nobody's, 1 for the observer's, 2 for everybody's."""
    recall: bool = False
    """Whether it is the deal and everything since, or the present alone."""

    def sees(self, seat: int, observer: int) -> bool:
        """Whether it shows the tiles of a seat."""
        return self.private == 2 or (self.private == 1 and seat == observer)


EVERYTHING_SEEN = ShownParts(recall=True)
"""The information state: all that a player may remember."""


class Observation:
    """A tensor, filled anew for each node and observer, in named parts that share its memory."""

    def __init__(self, tree: RoundTree, shown: ShownParts) -> None:
        import numpy as np

        self.tree = tree
        self.shown = shown
        shapes = self._shapes()
        self.tensor: Reals = np.zeros(sum(map(prod, shapes.values())), np.float32)
        self.parts: dict[str, Reals] = {}
        begin = 0
        for name, shape in shapes.items():
            self.parts[name] = self.tensor[begin : begin + prod(shape)].reshape(shape)
            begin += prod(shape)
        self._place = {end: number for number, end in enumerate(tree.numbers.places)}
        self._laid_before: tuple[tuple[Action, ...], LaidTiles] = ((), LaidTiles())

    def _shapes(self) -> dict[str, tuple[int, ...]]:
        tree, shown = self.tree, self.shown
        setup = tree.setup
        seats, tiles = setup.seats, tree.tiles
        hands = {0: 0, 1: 1, 2: seats}[shown.private]
        shapes: dict[str, tuple[int, ...]] = {"observer": (seats,)}
        if hands:
            shapes["dealt" if shown.recall else "hands"] = (hands, tiles)
        if hands and shown.recall and not is_evident(setup, 1):
            shapes["may_open_with"] = (hands, tiles)
        if shown.public:
            shapes["opener" if shown.recall else "mover"] = (seats,)
        if shown.public and (setup.shape.begun or not shown.recall):
            shapes["laid"] = (tiles,)  # where the past is shown as well, before the first turn
        if shown.recall:
            ends = len(tree.numbers.places)
            shapes["actions"] = (tree.most_actions, seats + len(kinds_of(setup)) + tiles + ends)
        elif setup.turn.discards and hands:
            shapes["aside"] = (hands, tiles)
        if shown.public and not shown.recall:
            shapes |= {
                "open_ends": (len(tree.numbers.places), setup.tiles.highest + 1),
                "hand_sizes": (seats,),
                "stock_size": (1,),
                "passes": (1,),
            }
            if setup.layout.notes_passes:
                shapes["open_trains"] = (seats,)
        return shapes

    def fill(self, node: RoundNode, observer: int) -> None:
        """Make the tensor that of an observer at a node."""
        self.tensor.fill(0)
        parts, tree, shown = self.parts, self.tree, self.shown
        parts["observer"][observer] = 1
        start = node.states[0] if node.states else None
        for row, seat in enumerate(self._seats(observer)):
            if "dealt" in parts:
                parts["dealt"][row, [*numbers_in(dealt_to(tree, node, seat))]] = 1
            elif "hands" in parts:
                parts["hands"][row, [*numbers_in(held_by(tree, node, seat))]] = 1
            if "aside" in parts and node.states:
                parts["aside"][row, [*numbers_in(laid_aside(node.states[-1], seat))]] = 1
            if "may_open_with" in parts and start is not None and seat == start.opener:
                parts["may_open_with"][row, [*numbers_in(start.opening)]] = 1
        if start is None:
            return
        if shown.recall:
            if shown.public:
                parts["opener"][start.opener] = 1
                if "laid" in parts:
                    parts["laid"][[*numbers_in(start.more.laid)]] = 1
            self._fill_actions(node, observer)
        elif shown.public:
            self._fill_table(node, node.states[-1])

    def _seats(self, observer: int) -> Sequence[int]:
        """The seats whose tiles are shown."""
        return [seat for seat in range(self.tree.setup.seats) if self.shown.sees(seat, observer)]

    def _fill_actions(self, node: RoundNode, observer: int) -> None:
        setup, shown, rows = self.tree.setup, self.shown, self.parts["actions"]
        kind_at, kinds = setup.seats, kinds_of(setup)
        tile_at = kind_at + len(kinds)
        end_at = tile_at + self.tree.tiles
        moves = moves_of(node.states[0], made(node))
        for row, before, move in zip(rows, node.states, moves, strict=False):
            if shown.public:
                row[before.mover] = 1
                row[kind_at + kinds.index(move.kind)] = 1
                if move.kind is Kind.PLAY:
                    row[tile_at + move.action.tile] = 1
                    row[end_at + self._place[move.action.end]] = 1
            if not shown.sees(before.mover, observer):
                continue
            if move.kind is Kind.DRAW:
                row[tile_at + move.drawn] = 1
            elif move.kind is Kind.DISCARD:
                row[tile_at + move.action.tile] = 1

    def _fill_table(self, node: RoundNode, state: State) -> None:
        parts, layout = self.parts, self.tree.setup.layout
        parts["mover"][state.mover] = 1
        laid = [action.tile for action in laid_in(node) if action.kind is Kind.PLAY]
        parts["laid"][laid] = 1
        for named in layout.names.named_ends(state):
            parts["open_ends"][self._place.get(named.end, 0), named.number] += 1
        parts["hand_sizes"][:] = [hand.bit_count() for hand in state.hands]
        parts["stock_size"][0] = len(state.stock)
        parts["passes"][0] = state.passes
        if "open_trains" in parts:
            trains = layout.picture.with_open(LaidTiles(), state.ends)
            parts["open_trains"][[*trains.open_trains]] = 1

    def text(self, node: RoundNode, observer: int) -> str:
        """The same as text.

        The information state is the text of a position, which `Position` reads.
        """
        tree, shown = self.tree, self.shown
        if shown == EVERYTHING_SEEN and node.states:
            return text_of(tree, node, observer)
        setup = tree.setup
        words = [SEAT_LETTERS[observer]]
        tiles_of = dealt_to if shown.recall else held_by
        for seat in self._seats(observer):
            tiles = format_tiles(numbers_in(tiles_of(tree, node, seat)), 0, setup.tiles)
            words.append(f"{SEAT_LETTERS[seat]}:{tiles}")
        if shown.public and node.states:
            words += self._public_words(node, node.states[-1])
        if shown.recall and not shown.public and node.states:
            moves = zip(node.states, moves_of(node.states[0], made(node)), strict=False)
            own = [move for before, move in moves if shown.sees(before.mover, observer)]
            drawn = [move.drawn for move in own if move.kind is Kind.DRAW]
            words.append(f"drew:{format_tiles(drawn, 0, setup.tiles)}")
            aside = [move.action.tile for move in own if move.kind is Kind.DISCARD]
            words += [f"aside:{format_tiles(aside, 0, setup.tiles)}"] * setup.turn.discards
        return " ".join(words)

    def _public_words(self, node: RoundNode, state: State) -> list[str]:
        setup, start = self.tree.setup, node.states[0]
        if self.shown.recall:
            moves = in_order(moves_of(start, made(node)), setup.layout, start)
            signs = (str(move.unseen) for move in moves)
            return [f"opener:{SEAT_LETTERS[start.opener]}", f"play:{','.join(signs)}"]
        layout = setup.layout
        laid = layout.picture.with_open(self._laid(node), state.ends, state.more.at_ends)
        words = [f"turn:{SEAT_LETTERS[state.mover]}", f"table:{laid.paths}"]
        if layout.notes_passes:
            words.append(f"open:{laid.open_trains}")
        words.append(f"sizes:{'.'.join(str(hand.bit_count()) for hand in state.hands)}")
        if setup.turn.discards:
            aside = (laid_aside(state, seat).bit_count() for seat in range(setup.seats))
            words.append(f"aside:{'.'.join(map(str, aside))}")
        return [*words, f"stock:{len(state.stock)}", f"passes:{state.passes}"]

    def _laid(self, node: RoundNode) -> LaidTiles:
        """The tiles as they lie, from those of the node before where this one goes on from it."""
        actions = laid_in(node)
        known, laid = self._laid_before
        if actions[: len(known)] != known:
            known, laid = (), LaidTiles()
        laid = laid_by(self.tree.setup.layout.picture, actions[len(known) :], laid)
        self._laid_before = actions, laid
        return laid


def made(node: RoundNode) -> tuple[Action, ...]:
    """The actions that have been made; a draw is made once its tile is known."""
    return node.actions[: len(node.states) - 1]


def laid_in(node: RoundNode) -> tuple[Action, ...]:
    """The same, and before them the tile that the round began from as if somebody had laid it."""
    return *lying(starter_in(node.states[0])), *made(node)


def text_of(tree: RoundTree, node: RoundNode, seat: int) -> str:
    """The text of the position that a seat has; the deal must be complete."""
    record = record_seen_by(tree.setup, node.states, made(node), seat)
    return Description(tree.name, tree.compiled, record).text


def open_text_of(tree: RoundTree, node: RoundNode) -> str:
    """A node with every hand open, as text; of a complete deal that of a position."""
    if not node.states:
        return f"deal {format_tiles(node.dealt, 0, tree.setup.tiles)}".rstrip()
    actions = made(node)
    record = as_record(tree.setup, node.states[0], actions)
    text = Description(tree.name, tree.compiled, record).text
    return f"{text} drawing" if len(actions) < len(node.actions) else text


def dealt_to(tree: RoundTree, node: RoundNode, seat: int) -> int:
    """The mask of the tiles that a seat has been dealt so far."""
    if node.states:
        return node.states[0].hands[seat]
    size = tree.setup.hand_size
    return sum(1 << tile for tile in node.dealt[seat * size : (seat + 1) * size])


def held_by(tree: RoundTree, node: RoundNode, seat: int) -> int:
    """The mask of the tiles that a seat holds."""
    return node.states[-1].hands[seat] if node.states else dealt_to(tree, node, seat)
