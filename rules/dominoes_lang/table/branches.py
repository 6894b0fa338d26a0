"""Layouts whose open ends each have a place of their own, and none can be read the other way."""

from __future__ import annotations

from dominoes_lang.table.layout import Ends, Layout
from dominoes_lang.table.state import Action, State


class Branches(Layout):
    """Open ends that no other end stands for."""

    branches = True

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
