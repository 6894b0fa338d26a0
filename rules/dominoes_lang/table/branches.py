"""Layouts whose open ends each have a place of their own, and none can be read the other way."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable

from dominoes_lang.table.layout import Ends, Layout
from dominoes_lang.table.state import Action, State


class Branches(Layout):
    """Open ends that no other end stands for."""

    branches = True

    def has_like_ends(self, state: State) -> bool:  # noqa: ARG002
        return False

    def same_place(self, state: State, end: int, other: int) -> bool:  # noqa: ARG002
        return end == other

    def as_listed(self, state: State, action: Action) -> Action:  # noqa: ARG002
        return action

    def listed_next(self, state: State, action: Action, *, turned: bool) -> tuple[Action, bool]:
        return self.as_listed(state, action), turned

    def mirrored(self, at_ends: Ends) -> Ends:
        return at_ends

    def key(self, ends: Ends) -> Ends:
        return ends

    @abstractmethod
    def counted_ends(self, state: State) -> Iterable[tuple[int, int]]:
        """The number at each open end, and how many halves the end counts."""

    def pips(self, state: State) -> int:
        return sum(number * halves for number, halves in self.counted_ends(state))

    def halves_like_it(self, state: State) -> int:
        left_open = state.more.left_open
        return sum(halves for number, halves in self.counted_ends(state) if number == left_open)
