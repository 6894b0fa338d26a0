"""The actions of one game, numbered from 0 without gaps, as learners want them."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.codegen.runtime import LISTING_ACTIONS
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.spots import ends_for
from dominoes_lang.table.state import DRAW, PASS, STOP, Action, State, discard, play


class ActionNumbers:
    """Every action that a game can ever have, in the canonical order of legal actions.

    Plays come first, by tile and end, then tiles laid aside, draw, pass and stop. The legal actions
    of a state are therefore in ascending order.
    """

    def __init__(self, setup: Setup) -> None:
        layout = setup.layout
        tiles = range(len(setup.tiles))
        plays = [play(tile, end) for tile in tiles for end in ends_for(layout.rules, tile)]
        aside = [discard(tile) for tile in tiles] if setup.turn.discards else []
        self.actions: tuple[Action, ...] = (*plays, *aside, DRAW, PASS, STOP)
        """Each action, by its number."""
        self.places = tuple(sorted({action.end for action in plays}))
        """Every end that a play can be at."""
        self._number = {action: number for number, action in enumerate(self.actions)}

    def __len__(self) -> int:
        return len(self.actions)

    def of(self, action: Action) -> int:
        """The number of an action."""
        return self._number[action]

    def legal_by(self, compiled: Compiled) -> Callable[[State], list[int]]:
        """The legal actions of a state by number, in ascending order.

        It is the generated code of `compiled.legal`, run with numbers in place of actions: looking
        up each action afterwards would take as long as all the rest.
        """
        number, generated = self._number, compiled.names
        # Each action is one shared value, and its own hash would take longer.
        number_at = {id(action): index for action, index in number.items()}.__getitem__

        def numbered(listed: Callable[..., list[Action]]) -> Callable[..., list[int]]:
            return lambda *asked: [*map(number_at, map(id, listed(*asked)))]

        names = generated | {
            "DRAW": number[DRAW],
            "PASS": number[PASS],
            "STOP": number[STOP],
            "discard": lambda tile: number[discard(tile)],
            "order_of": int,
        }
        for name in ("PLAYS_LEFT", "PLAYS_RIGHT"):
            plays = generated[name].items()
            names[name] = {tile: number[action] for tile, action in plays if action in number}
        for name in generated.keys() & LISTING_ACTIONS:
            names[name] = numbered(generated[name])
        for name, function in generated.items():
            if isinstance(function, FunctionType) and function.__globals__ is generated:
                names[name] = FunctionType(function.__code__, names)
        legal: Callable[[State], list[int]] = names["legal"]
        return legal
