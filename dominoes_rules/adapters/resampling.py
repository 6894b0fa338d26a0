"""Other rounds that look the same to one seat: worlds of the solver as histories of the tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from dominoes_lang.table.state import NO_TILE, Action, Kind, State, discard
from dominoes_lang.table.tiles import numbers_in
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.adapters.observing import made, text_of
from dominoes_rules.adapters.round_tree import RoundNode, RoundTree
from dominoes_rules.play.deals import seen_by
from dominoes_rules.position.hidden_hands import Worlds, worlds
from dominoes_solver.evidence.view import Record
from dominoes_solver.worlds.slots import STOCK, World

RANDOM_BITS = 53
"""Of a number from 0 up to 1, which names the sample."""
KEPT_WORLDS = 64
"""Information states whose worlds stay counted."""


class Resampler:
    """Draws worlds for the nodes of one tree."""

    def __init__(self, tree: RoundTree, model: str | None = None) -> None:
        self.tree = tree
        self.model = model
        self._kept: dict[str, Worlds] = {}

    def worlds(self, node: RoundNode, seat: int) -> Worlds:
        """The worlds of what a seat has seen."""
        text = text_of(self.tree, node, seat)
        hands = self._kept.pop(text, None)
        if hands is None:
            position = seen_by(self.tree.compiled, node.states, made(node), seat)
            hands = worlds(position, model=self.model)
        self._kept[text] = hands
        if len(self._kept) > KEPT_WORLDS:
            del self._kept[next(iter(self._kept))]
        return hands

    def history(
        self, node: RoundNode, seat: int, uniform: Callable[[], float]
    ) -> tuple[list[int], RoundNode | None]:
        """The numbers that lead to a node which looks the same to a seat.

        uniform: gives numbers from 0 up to 1; nothing else is random.
        Of a sampled deal the number of its seed is 0, and what it dealt comes as the node after it.
        Raises `ArgumentError` before the deal is complete, and `NoWorld` or `Unsupported` as
        `Position.evidence` does.
        """
        if not node.states:
            raise ArgumentError("only a complete deal can be resampled; this one is being dealt")
        hands = self.worlds(node, seat)
        weighed = hands.model.choices is not None
        seed = int(uniform() * 2**RANDOM_BITS)
        world = next(hands.drawn(1, seed=seed, weighed=weighed))
        dealt, drawn = self._tiles(hands, world)
        lot = self._lot(dealt, node.states[0], seat, uniform)
        tree = self.tree
        if tree.sampled:
            history = [0]
        else:
            history = [*dealt, *([tree.tiles + lot] if len(tree.lots(dealt)) > 1 else [])]
        drawing = node.actions[len(made(node)) :]
        history += numbers_of(tree, node.states, made(node), drawn)
        history += map(tree.numbers.of, drawing)
        return history, tree.opened(dealt, lot) if tree.sampled else None

    def _tiles(self, source: Worlds, world: World) -> tuple[tuple[int, ...], dict[int, int]]:
        """The tiles dealt in a world, hand after hand; those drawn or laid aside, by the action."""
        view, slots = source.position.view, source.position.evidence.hidden.slots
        assert isinstance(view, Record), "a round seen from its deal on is a record"
        hands = [holding.known for holding in view.dealt]
        drawn = {number: move.drawn for number, move in enumerate(view.moves)}
        for slot, tiles in zip(slots, world, strict=True):
            if slot.holder == STOCK:
                continue
            if slot.aside:
                drawn[slot.aside - 1] = tiles.bit_length() - 1
            if slot.since > 0 and tiles:
                drawn[slot.since - 1] = tiles.bit_length() - 1
            elif slot.since <= 0:
                hands[slot.holder] |= tiles
        turned = () if view.turned == NO_TILE else (view.turned,)
        return (*(tile for hand in hands for tile in numbers_in(hand)), *turned), drawn

    def _lot(
        self, dealt: tuple[int, ...], start: State, seat: int, uniform: Callable[[], float]
    ) -> int:
        """A lot by which a deal is opened as the seat has seen it."""
        tree, seats = self.tree, self.tree.setup.seats
        lots = []
        for lot in range(seats):
            node = tree.opened(dealt, lot)
            if node.states:
                opened = node.states[0]
                alike = seat != start.opener or opened.opening == start.opening
                lots += [lot] * (opened.opener == start.opener and alike)
        return lots[int(uniform() * len(lots))] if len(lots) > 1 else lots[0]


def numbers_of(
    tree: RoundTree,
    states: Sequence[State],
    actions: Sequence[Action],
    drawn: Mapping[int, int],
) -> list[int]:
    """The numbers of some actions, each draw followed by its tile where chance decides it.

    states: those before each action. drawn: the tile of each draw, and of each discard that was
    not seen, by the place of the action.
    """
    numbers = []
    for index, (before, action) in enumerate(zip(states, actions, strict=False)):
        if action.kind is Kind.DISCARD and drawn.get(index, NO_TILE) != NO_TILE:
            action = discard(drawn[index])
        numbers.append(tree.numbers.of(action))
        if action.kind is Kind.DRAW and len(before.stock) > 1:
            numbers.append(drawn[index])
    return numbers
