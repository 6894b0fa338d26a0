"""A hand of dominoes."""

from __future__ import annotations

import collections.abc
from collections.abc import Iterable, Iterator
from typing import Any

from dominoes_rules.classic.domino import Domino
from dominoes_rules.classic.exceptions import NoSuchDominoException


def contains_value(hand: Iterable[Domino], value: object) -> bool:
    """Whether any domino of a hand has a value."""
    for d in hand:  # noqa: SIM110 - asked often enough for `any` to be felt
        if value in d:
            return True
    return False


class Hand(collections.abc.Sequence[Domino]):
    """The dominoes of a player, in order; made from any iterable.

    >>> hand = Hand([Domino(1, 2), Domino(1, 3)])
    >>> hand.play(Domino(2, 1))
    0
    >>> hand, len(hand), Domino(3, 1) in hand
    ([1|3], 1, True)
    """

    def __init__(self, dominoes: Iterable[Domino]) -> None:
        self._dominoes = list(dominoes)

    def play(self, d: Domino) -> int:
        """Remove a domino and return its place. Raises `NoSuchDominoException`."""
        try:
            i = self._dominoes.index(d)
        except ValueError:
            raise NoSuchDominoException(f"Cannot make move - {d} is not in hand!") from None
        self._dominoes.pop(i)
        return i

    def draw(self, d: Domino, i: int | None = None) -> None:
        """Add a domino at the end, or before place `i`."""
        if i is None:
            self._dominoes.append(d)
        else:
            self._dominoes.insert(i, d)

    def __getitem__(self, i: Any) -> Any:
        return self._dominoes[i]

    def __iter__(self) -> Iterator[Domino]:
        # What is inherited asks for one after the other, which matters to a subclass only.
        as_it_is = type(self).__getitem__ is Hand.__getitem__
        return iter(self._dominoes) if as_it_is else super().__iter__()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return False
        return self.__dict__ == other.__dict__

    def __len__(self) -> int:
        return len(self._dominoes)

    def __str__(self) -> str:
        return "".join(str(d) for d in self._dominoes)

    def __repr__(self) -> str:
        return str(self)
