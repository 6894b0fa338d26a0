"""The hands that the others may have in a normal game: drawn, or one after the other."""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Iterator, Sequence, Set
from functools import lru_cache
from itertools import accumulate, combinations, islice
from math import factorial, prod
from operator import sub
from typing import TYPE_CHECKING, TypeAlias

from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.classic.hand import Hand
from dominoes_rules.classic.normal import NUMBERS, Normal

if TYPE_CHECKING:
    from dominoes_rules.classic.game_shape import GameShape
    from dominoes_solver.worlds.counting import WorldTable
    from dominoes_solver.worlds.slots import World

Halves: TypeAlias = tuple[int, int]
"""A domino with its smaller value first."""
SECOND, THIRD = 2, 4
"""Bits for the hands of the others that may hold a domino; that of the first is 1."""

SHUFFLES = 10
"""How often items are shuffled before the ways to share them out are counted, which takes as long
as some more."""
NONE_FIT = "no hands fit: a player who passed would hold what was open then"


@lru_cache(maxsize=16)
def table(normal: Normal) -> WorldTable:
    """The hands that the others may have, by seat."""
    from dominoes_solver.worlds.counting import WorldTable
    from dominoes_solver.worlds.slots import Hidden, Slot

    rivals = [seat for seat in range(4) if seat != normal.turn]
    sizes = [normal.hands[seat].bit_count() for seat in rivals]
    hidden = Hidden(
        sum(normal.hands[seat] for seat in rivals),
        tuple(Slot(seat, 0, size) for seat, size in zip(rivals, sizes, strict=True)),
        tuple(normal.missing[seat] for seat in rivals),
    )
    return WorldTable(hidden)


class Sharing:
    """Ways to share items out to hands, drawn with the module `random`, each as likely."""

    def __init__(self, items: int, sizes: Sequence[int], barred: Sequence[Set[int]]) -> None:
        """How many items there are, how many each hand gets, and which it may not hold."""
        self._items = range(items)
        self._sizes = sizes
        self._barred = barred
        self._kinds: tuple[tuple[int, ...], ...] = ()
        self._splits: list[tuple[tuple[int, ...], ...]] = []
        self._sums: list[int] = []

    def drawn(self) -> list[list[int]]:
        """The items in each hand, in any order.

        A few times they are shuffled, as the original does until they fit. Then they are drawn from
        the ways that fit, which are counted once. Raises `ArgumentError` if there is none.
        """
        for _ in range(SHUFFLES):
            shuffled = random.sample(self._items, len(self._items))
            hands, first = [], 0
            for size, barred in zip(self._sizes, self._barred, strict=True):
                hand = shuffled[first : first + size]
                if not barred.isdisjoint(hand):
                    break
                hands.append(hand)
                first += size
            else:
                return hands
        return self._counted()

    def _counted(self) -> list[list[int]]:
        if not self._sums:
            self._count()
        if not self._sums:
            raise ArgumentError(NONE_FIT)
        split = self._splits[bisect(self._sums, random.randrange(self._sums[-1]))]
        hands: list[list[int]] = [[] for _ in self._sizes]
        for kind, shares in zip(self._kinds, split, strict=True):
            shuffled = list(kind)
            random.shuffle(shuffled)
            for hand, share in zip(hands, shares, strict=True):
                hand += shuffled[:share]
                del shuffled[:share]
        for hand in hands:
            random.shuffle(hand)
        return hands

    def _count(self) -> None:
        """How many ways there are for each split of the kinds, as sums.

        Items of one kind may be in the same hands. The kind with the most hands comes last, and
        takes what room is left.
        """
        by_kind: dict[int, list[int]] = {}
        for item in self._items:
            kind = sum([1 << n for n, barred in enumerate(self._barred) if item not in barred])
            by_kind.setdefault(kind, []).append(item)
        kinds = sorted(by_kind, key=int.bit_count)
        self._kinds = tuple([tuple(by_kind[kind]) for kind in kinds])
        splits: list[tuple[tuple[tuple[int, ...], ...], tuple[int, ...], int]]
        splits = [((), tuple(self._sizes), 1)]
        for kind, items in zip(kinds, self._kinds, strict=True):
            splits = [
                (
                    (*split, shares),
                    tuple(map(sub, room, shares)),
                    ways * factorial(len(items)) // prod(map(factorial, shares)),
                )
                for split, room, ways in splits
                for shares in _shares(len(items), kind, room)
            ]
        self._splits = [split for split, _, _ in splits]
        self._sums = list(accumulate(ways for _, _, ways in splits))


def _shares(number: int, kind: int, room: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """How many items of a kind each hand may get of so many."""
    if not room:
        if not number:
            yield ()
        return
    most = min(room[0], number) if kind & 1 else 0
    for share in range(max(0, number - sum(room[1:])), most + 1):
        for rest in _shares(number - share, kind >> 1, room[1:]):
            yield (share, *rest)


def drawn(normal: Normal, game: GameShape) -> Iterator[World]:
    """The hands of the others as `random_possible_hands` draws them again and again, as masks."""
    rivals = [player for player in range(4) if player != normal.turn]
    hidden = [1 << NUMBERS[d.first, d.second] for player in rivals for d in game.hands[player]]
    barred = [
        {item for item, bit in enumerate(hidden) if normal.missing[player] & bit}
        for player in rivals
    ]
    sharing = Sharing(len(hidden), [len(game.hands[player]) for player in rivals], barred)
    while True:
        yield tuple([sum([hidden[item] for item in hand]) for hand in sharing.drawn()])


def random_hands(game: GameShape) -> list[Hand]:
    """What `Game.random_possible_hands` draws. Raises `ArgumentError` if no hands fit."""
    missing = game.missing_values()
    hidden = [d for player, hand in enumerate(game.hands) for d in hand if player != game.turn]
    sizes = [len(hand) for player, hand in enumerate(game.hands) if player != game.turn]
    barred: list[Set[int]] = []
    for player, lacks in enumerate(missing):
        if player != game.turn:
            items = [n for n, d in enumerate(hidden) if not lacks.isdisjoint(d)] if lacks else ()
            barred.append(frozenset(items))
        elif lacks and not all(map(lacks.isdisjoint, game.hands[player])):
            raise ArgumentError(NONE_FIT)
    if any(barred):
        hands = Sharing(len(hidden), sizes, barred).drawn()
        drawn = iter([hidden[item] for hand in hands for item in hand])
    else:
        drawn = iter(random.sample(hidden, len(hidden)))
    return [
        Hand(hand if player == game.turn else islice(drawn, len(hand)))
        for player, hand in enumerate(game.hands)
    ]


def all_hands(normal: Normal, game: GameShape) -> Iterator[list[Hand]]:
    """What `Game.all_possible_hands` yields, in the order of its plain code.

    That goes through the combinations of a set of dominoes, and of what is left of it, and drops
    those that do not fit. Here the same combinations come of sets of plain tuples, which are hashed
    alike and faster, and nothing is begun that cannot be finished.
    """
    rivals = [seat for seat in range(4) if seat != normal.turn]
    hidden = [d for seat in rivals for d in game.hands[seat]]
    halves: list[Halves] = [(a, b) if a <= b else (b, a) for a, b in hidden]
    elements = set(halves)
    of = dict(zip(halves, hidden, strict=True)).__getitem__
    lacks = [normal.missing[seat] for seat in rivals]
    fits = {}
    for element in elements:
        bit = 1 << NUMBERS[element]
        fits[element] = sum([1 << hand for hand in range(3) if not lacks[hand] & bit])
    sizes = [normal.hands[seat].bit_count() for seat in rivals]
    hands: list[Hand] = [Hand(())] * 4
    for first, left in _first_hands(elements, fits, sizes):
        first_hand = tuple(map(of, first))
        for second in _second_hands(tuple(left), fits, sizes[1]):
            hands[normal.turn] = Hand(game.hands[normal.turn])
            hands[rivals[0]] = Hand(first_hand)
            hands[rivals[1]] = Hand(map(of, second))
            hands[rivals[2]] = Hand(map(of, left.difference(second)))
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
    for index in range(len(items) - size + 1):
        kind, further = kinds[index], kinds[index + 1 :]
        after = needs | {kind: needs[kind] - 1} if kind in needs else needs
        enough = sum(max(0, need) for need in after.values()) < size
        if enough and all(further.count(of) >= need for of, need in after.items()):
            for rest in _combinations(items[index + 1 :], further, size - 1, after):
                yield (items[index], *rest)
        if kind in needs and further.count(kind) < needs[kind]:
            return
