"""Who can read a term of the rules: everybody, the mover alone, or nobody while a round goes on."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression, Node, Role


class Visibility(Enum):
    """Who knows the value of a term while the round goes on."""

    PUBLIC = "public"
    OWN = "own"
    """Only the mover, who sees their own hand."""
    HIDDEN = "hidden"
    """Nobody: it reads a hand that is not the mover's, or that may be another's."""


def visibility(*read: Node | None) -> Visibility:
    """Who can read these expressions. How many tiles a player holds is public."""
    found = {_of(part) for part in nodes.walk(read)}
    for secret in (Visibility.HIDDEN, Visibility.OWN):
        if secret in found:
            return secret
    return Visibility.PUBLIC


@lru_cache(1_000)  # asked of the same few rules at every action of a record
def reads_hands(node: Node | None) -> bool:
    """Whether a rule reads what a hand holds, beyond how many tiles there are."""
    return visibility(node) is not Visibility.PUBLIC


def _of(part: Node) -> Visibility:
    """Who can read one node, apart from what is nested in it."""
    match part:
        case nodes.Can(who=who) | nodes.HoldsTile(who=who) | nodes.HoldsNumber(who=who):
            return _whose(who)
        case nodes.Held(measure=measure, who=who) | nodes.HoldsAmount(measure=measure, who=who):
            return Visibility.PUBLIC if measure == "tiles" else _whose(who)
        case nodes.HolderOf() | nodes.Excess() | nodes.InStock():
            return Visibility.HIDDEN
        case nodes.Ranked(extremes=extremes):
            if all(extreme.measure == "tiles" for extreme in extremes):
                return Visibility.PUBLIC
            return Visibility.HIDDEN
    return Visibility.PUBLIC


def _whose(who: Expression) -> Visibility:
    own = isinstance(who, nodes.Who) and who.role is Role.MOVER
    return Visibility.OWN if own else Visibility.HIDDEN
