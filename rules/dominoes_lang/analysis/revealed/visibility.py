"""Who can read a term of the rules: everybody, the mover alone, or nobody while a round goes on."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import lru_cache

from dominoes_lang.lowering.lower import Lowering
from dominoes_lang.lowering.program import MOVER_ALONE, Value
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax.nodes import Node


class Visibility(Enum):
    """Who knows the value of a term while the round goes on."""

    PUBLIC = "public"
    OWN = "own"
    """Only the mover, who sees their own hand."""
    HIDDEN = "hidden"
    """Nobody: it reads a hand that is not the mover's, or that may be another's."""


def visibility(setup: Setup, *rules: Node | None) -> Visibility:
    """Who can read these rules. How many tiles a player holds is public."""
    lowering = Lowering(setup)
    readers = {
        reader for rule in rules for value in lowering.values(rule) for reader in _readers(value)
    }
    for secret in (Visibility.HIDDEN, Visibility.OWN):
        if secret in readers:
            return secret
    return Visibility.PUBLIC


@lru_cache(1_000)  # asked of the same few rules at every action of a record
def reads_hands(setup: Setup, rule: Node | None) -> bool:
    """Whether a rule reads what a hand holds, beyond how many tiles there are."""
    return visibility(setup, rule) is not Visibility.PUBLIC


def is_public(value: Value) -> bool:
    """Whether everybody can read a value while the round goes on."""
    return not any(True for _ in _readers(value))


def _readers(value: Value) -> Iterator[Visibility]:
    """Who can read each hand that a value reads, and each part of it."""
    parts = value.parts
    match value.operation:
        case "count" | "any" if parts[0].operation == "held":
            parts = parts[0].parts
        case "held" | "counted":
            yield Visibility.OWN if parts[0] == MOVER_ALONE else Visibility.HIDDEN
        case "holder" | "in stock":
            yield Visibility.HIDDEN
    for part in parts:
        yield from _readers(part)
