"""Rules and generated code with a known fault."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from dominoes_lang.codegen.compiled import Compiled, compile_rules
from dominoes_lang.load import load
from dominoes_lang.setup.ruleset import Ruleset, Setup
from dominoes_lang.table.state import PASS, Action, Kind, State
from dominoes_lang.text.source import Source
from dominoes_rules import library

Fault = Callable[[Compiled], dict[str, Any]]


def house(parent: str, text: str, name: str = "house.rules") -> Ruleset:
    """A child of a bundled variant."""
    return load(Source(name, f'variant "House"\nextends "{parent}"\n{text}\n'), library.bundled)


def plant(monkeypatch: pytest.MonkeyPatch, fault: Fault) -> None:
    """Have all generated code made with a fault."""

    def faulty(ruleset: Ruleset, seats: int | None = None, parameters: Any = None) -> Compiled:
        setup: Setup = ruleset.setup(seats, parameters)
        sound = compile_rules(setup)
        return replace(sound, **fault(sound))

    monkeypatch.setattr(library, "compiled", faulty)


def winner_swapped(sound: Compiled) -> dict[str, Any]:
    def winner(*state: Any) -> int:
        won = sound.winner(*state)
        return won if won < 0 else (won + 1) % sound.setup.sides

    return {"winner": winner}


def pass_too_early(sound: Compiled) -> dict[str, Any]:
    def legal(state: State) -> list[Action]:
        actions = sound.legal(state)
        early = state.ends and not state.over and PASS not in actions
        return [*actions, PASS] if early else actions

    return {"legal": legal}


def tile_lost(sound: Compiled) -> dict[str, Any]:
    """A double that is laid as the second tile takes the lowest tile of the hand with it."""

    def play(state: State, action: Action, blocked: bool | None = None) -> State:
        after = sound.play(state, action, blocked=blocked)
        if action.kind is not Kind.PLAY or after.plays != 2:
            return after
        if not sound.setup.tiles.tiles[action.tile].is_double:
            return after
        hands = list(after.hands)
        hands[state.mover] &= hands[state.mover] - 1
        return after._replace(hands=tuple(hands))

    return {"play": play}


def points_of_a_block_doubled(sound: Compiled) -> dict[str, Any]:
    def payoff(*state: Any) -> tuple[int, ...]:
        blocked = State(*state).over == 2
        return tuple(points * (2 if blocked else 1) for points in sound.payoff(*state))

    return {"payoff": payoff}


def next_opener_shifted(sound: Compiled) -> dict[str, Any]:
    def next_opening(end: State, hands: tuple[int, ...], lot: int, *spare: int) -> Any:
        found = sound.next_opening(end, hands, lot, *spare)
        if found is None or end.round == 1:
            return found
        seat = sound.setup.after(found[0])
        return seat, hands[seat]

    return {"next_opening": next_opening}
