"""The hands that the others may have in a normal game: drawn, or one after the other."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice
from math import factorial, prod
from typing import TYPE_CHECKING, TypeAlias

from dominoes_lang.table.tiles import numbers_in
from dominoes_rules.classic.hand import Hand
from dominoes_rules.classic.normal import NUMBERS, Normal

if TYPE_CHECKING:
    from dominoes_rules.classic.game import Game
    from dominoes_solver.worlds.counting import WorldTable
    from dominoes_solver.worlds.slots import World

Halves: TypeAlias = tuple[int, int]
"""A domino with its smaller value first."""
SECOND, THIRD = 2, 4
"""Bits for the hands of the others that may hold a domino; that of the first is 1."""


@lru_cache(maxsize=16)
def table(normal: Normal) -> tuple[WorldTable, int]:
    """The hands that the others may have, by seat; and the orders that their tiles may lie in."""
    from dominoes_solver.worlds.counting import WorldTable
    from dominoes_solver.worlds.slots import Hidden, Slot

    others = [seat for seat in range(4) if seat != normal.turn]
    sizes = [normal.hands[seat].bit_count() for seat in others]
    hidden = Hidden(
        sum(normal.hands[seat] for seat in others),
        tuple(Slot(seat, 0, size) for seat, size in zip(others, sizes, strict=True)),
        tuple(normal.missing[seat] for seat in others),
    )
    return WorldTable(hidden), prod(map(factorial, sizes))


def _drawn(normal: Normal) -> tuple[World, int]:
    """Hands drawn with the module `random`, and a number for the order of their tiles."""
    worlds, orders = table(normal)
    rank, order = divmod(random.randrange(worlds.count * orders), orders)
    return worlds.unrank(rank), order


def drawn(normal: Normal, game: Game) -> Iterator[World]:
    """The hands of the others as `random_possible_hands` draws them again and again, as masks."""
    if any(normal.missing):
        while True:
            yield _drawn(normal)[0]
    others = [hand for player, hand in enumerate(game.hands) if player != normal.turn]
    bits = [1 << NUMBERS[d.first, d.second] for hand in others for d in hand]
    while True:
        shuffled = iter(random.sample(bits, len(bits)))
        yield tuple([sum(islice(shuffled, len(hand))) for hand in others])


def random_hands(normal: Normal, game: Game) -> list[Hand]:
    """What `Game.random_possible_hands` draws, without rejecting any."""
    world, order = _drawn(normal)
    dominoes = {NUMBERS[d.first, d.second]: d for hand in game.hands for d in hand}
    others = iter(world)
    hands = []
    for player, hand in enumerate(game.hands):
        if player == normal.turn:
            hands.append(Hand(hand))
            continue
        left, mixed = list(numbers_in(next(others))), []
        while left:
            order, place = divmod(order, len(left))
            mixed.append(dominoes[left.pop(place)])
        hands.append(Hand(mixed))
    return hands


def all_hands(normal: Normal, game: Game) -> Iterator[list[Hand]]:
    """What `Game.all_possible_hands` yields, in the order of its plain code.

    That goes through the combinations of a set of dominoes, and of what is left of it, and drops
    those that do not fit. Here the same combinations come of sets of plain tuples, which are hashed
    alike and faster, and nothing is begun that cannot be finished.
    """
    others = [seat for seat in range(4) if seat != normal.turn]
    hidden = [d for seat in others for d in game.hands[seat]]
    halves: list[Halves] = [(a, b) if a <= b else (b, a) for a, b in hidden]
    elements = set(halves)
    of = dict(zip(halves, hidden, strict=True)).__getitem__
    lacks = [normal.missing[seat] for seat in others]
    fits = {}
    for element in elements:
        bit = 1 << NUMBERS[element]
        fits[element] = sum([1 << place for place in range(3) if not lacks[place] & bit])
    sizes = [normal.hands[seat].bit_count() for seat in others]
    hands: list[Hand] = [Hand(())] * 4
    for first, left in _first_hands(elements, fits, sizes):
        one = tuple(map(of, first))
        for second in _second_hands(tuple(left), fits, sizes[1]):
            hands[normal.turn] = Hand(game.hands[normal.turn])
            hands[others[0]] = Hand(one)
            hands[others[1]] = Hand(map(of, second))
            hands[others[2]] = Hand(map(of, left.difference(second)))
            yield hands.copy()


def _second_hands(
    items: tuple[Halves, ...], fits: dict[Halves, int], size: int
) -> Iterator[tuple[Halves, ...]]:
    """The combinations for the second hand; the third can hold the rest of the items."""
    certain = [n for n, item in enumerate(items) if not fits[item] & THIRD]
    free = [n for n, item in enumerate(items) if fits[item] & (SECOND | THIRD) == SECOND | THIRD]
    if len(free) == len(items):
        yield from combinations(items, size)
        return
    for chosen in combinations(free, size - len(certain)):
        # The order of combinations of some items is not changed by others that are in all.
        yield tuple([items[n] for n in sorted([*certain, *chosen])])


def _first_hands(
    elements: set[Halves], fits: dict[Halves, int], sizes: Sequence[int]
) -> Iterator[tuple[tuple[Halves, ...], set[Halves]]]:
    """The combinations for the first hand with what they leave, which fits the other two."""
    items = [element for element in elements if fits[element] & 1]
    # All that neither of the other two may hold, and of what only one of them may, as many as it
    # has no room for (Hall's theorem).
    later = [fit & (SECOND | THIRD) for fit in fits.values()]
    needs = {
        0: later.count(0),
        SECOND: later.count(SECOND) - sizes[1],
        THIRD: later.count(THIRD) - sizes[2],
    }
    kinds = [fits[item] & (SECOND | THIRD) for item in items]
    for part in _combinations(items, kinds, sizes[0], needs):
        yield part, elements.difference(part)


def _combinations(
    items: Sequence[Halves], kinds: Sequence[int], size: int, needs: dict[int, int]
) -> Iterator[tuple[Halves, ...]]:
    """The combinations in their usual order that have at least so many items of some kinds.

    That there is one is for the caller to see to.
    """
    if max(needs.values()) <= 0:
        yield from combinations(items, size)
        return
    for place in range(len(items) - size + 1):
        kind, further = kinds[place], kinds[place + 1 :]
        after = needs | {kind: needs[kind] - 1} if kind in needs else needs
        enough = sum(max(0, need) for need in after.values()) < size
        if enough and all(further.count(of) >= need for of, need in after.items()):
            for rest in _combinations(items[place + 1 :], further, size - 1, after):
                yield (items[place], *rest)
        if kind in needs and further.count(kind) < needs[kind]:
            return
