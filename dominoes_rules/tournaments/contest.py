"""What is played in a tournament: every pair of bots on the same deals, in every seat."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from hashlib import sha256
from itertools import combinations
from random import Random
from typing import Any

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.setup.binding import Value
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.table.state import State
from dominoes_lang.text.json_text import read_json
from dominoes_rules import library
from dominoes_rules.bots.levels import LEVELS
from dominoes_rules.bots.ways import way_of
from dominoes_rules.play.deals import deal, deal_after
from dominoes_rules.position.choice_models import bundled_types
from dominoes_solver.batch.way import Way
from dominoes_solver.chance import Chance, key_of, mixed
from dominoes_solver.playouts.random_rounds import dealt_by

STEPS_OF_A_CLOCK = 8
"""Buckets of a clock from a time to e times as much."""
LONGEST_MATCH = 1_000
"""Rounds; each of a match has random numbers of its own."""
LineUp = tuple[int, ...]
"""For each side which bot of a pair plays it: 0 or 1."""


def line_ups(sides: int) -> tuple[LineUp, ...]:
    """Every rotation of one bot against the other on all other sides, and the reverse.

    Two sides: both seatings. More: each bot sits once at each side against the other alone.

    >>> line_ups(2), len(line_ups(4))
    (((0, 1), (1, 0)), 8)
    """
    seatings = []
    for single in (0, 1):
        row = [single] + [1 - single] * (sides - 1)
        seatings += [tuple(row[-turn:] + row[:-turn]) for turn in range(sides)]
    return tuple(dict.fromkeys(seatings))


@dataclass(frozen=True)
class Played:
    """One deal, or one whole match, as all pairs have played it."""

    number: int
    opener: int
    """The side that opened, in a match its first deal."""
    payoffs: tuple[tuple[tuple[int, ...], ...], ...]
    """For each pair, for each line-up: the payoff of each side, in a match of all its deals."""
    clocks: tuple[tuple[tuple[int, int], ...], ...] = field(compare=False)
    """For each bot pairs (k, how many of its decisions took e ** (k / 8) seconds), by k."""
    replaced: tuple[int, ...]
    """For each bot, the number of its moves that the first legal move replaced."""

    # The default () of a further field is what older files have.
    endings: tuple[tuple[tuple[int, ...], ...], ...] = ()
    """Of a match, for each pair and line-up: its number of deals, then the sides that won it."""

    def as_json(self) -> str:
        """The deal as a line of text."""
        row = [getattr(self, part.name) for part in fields(self)]
        return json.dumps(row, separators=(",", ":"))

    @classmethod
    def of_json(cls, text: str) -> Played:
        """Undo `as_json`. Raises `ValueError` or `TypeError` if the text is not such a line."""
        row, depths = read_json(text), [str(part.type).count("tuple") for part in fields(cls)]
        if len(row) > len(depths):
            raise ValueError
        return cls(*map(_integers, row, depths))


def _integers(value: object, depth: int) -> Any:
    """Lists of integers, nested as deep as this, as tuples. Raises `ValueError` for all else."""
    if depth and isinstance(value, list):
        return tuple(_integers(part, depth - 1) for part in value)
    if depth or type(value) is not int:
        raise ValueError
    return value


@dataclass(frozen=True)
class Contest:
    """Bots by canonical name, rules, and where all chance comes from."""

    bots: tuple[str, ...]
    ruleset: Ruleset
    seats: int
    parameters: tuple[tuple[str, Value], ...]
    seed: int
    independent: bool
    """Whether the bots have new random numbers in every game, and not the same for a seat."""
    seconds: float
    """What a program may take for a move."""
    models: tuple[tuple[str, str, str], ...]
    """The bots that weigh worlds by a model of choices, with its file and its SHA-256."""
    rounds_a_match: int
    """A match is so many deals in a row, the first a multiple of it; bots learn in it."""
    types: bool
    """Whether they learn of what type the others are."""
    matches: bool
    """Whether whole matches are played and won, and not single deals."""

    def __reduce__(self) -> tuple[object, ...]:
        # Without what was worked out, which other processes make for themselves.
        return Contest, tuple(getattr(self, part.name) for part in fields(self))

    @cached_property
    def compiled(self) -> Compiled:
        """The rules as functions."""
        return library.compiled(self.ruleset, self.seats, dict(self.parameters))

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Every two bots, by their places in `bots`."""
        return tuple(combinations(range(len(self.bots)), 2))

    @cached_property
    def line_ups(self) -> tuple[LineUp, ...]:
        return line_ups(self.compiled.setup.sides)

    @cached_property
    def ways(self) -> tuple[Way | None, ...]:
        """How each bot samples worlds; None if it does not, or asks for a position."""
        return tuple(way_of(name, self.compiled) for name in self.bots)

    @cached_property
    def rules_hash(self) -> str:
        """The SHA-256 of the rules, as in the record of a match."""
        return library.digest(self.ruleset)

    @cached_property
    def description(self) -> dict[str, Any]:
        """Everything that the results depend on, as plain values."""
        levels = {name: LEVELS[name]._asdict() for name in self.bots if name in LEVELS}
        return {
            "bots": list(self.bots),
            "variant": self.ruleset.name,
            "rules": self.rules_hash,
            "seats": self.seats,
            "parameters": {name: str(value) for name, value in self.parameters},
            "seed": self.seed,
            "streams": "independent" if self.independent else "common",
            "models": {name: {"file": file, "sha256": sha} for name, file, sha in self.models},
            **({"levels": levels} if levels else {}),
            **({"rounds_a_match": self.rounds_a_match} if self.rounds_a_match > 1 else {}),
            **({} if self.types else {"types": "off"}),
            **({"unit": "match"} if self.matches else {}),
            **({"type_models": self._type_models} if self._type_models else {}),
        }

    @property
    def _type_models(self) -> dict[str, str]:
        """The SHA-256 of the model of each type that bots may learn of; empty if none learns."""
        learns = self.learning and self.models
        return {name: model.digest for name, model in bundled_types().items()} if learns else {}

    @property
    def learning(self) -> bool:
        """Whether bots that can do so learn from one deal to the next."""
        return self.types and (self.matches or self.rounds_a_match > 1)

    @cached_property
    def key(self) -> str:
        """The same for the same results."""
        return sha256(json.dumps(self.description, sort_keys=True).encode()).hexdigest()

    def amount(self, number: int) -> str:
        """So many of what is played: `1 deal`, `2,000 matches`."""
        unit, plural = ("match", "es") if self.matches else ("deal", "s")
        return f"{number:,} {unit}{'' if number == 1 else plural}"

    def could_play(self, deal: Played) -> bool:
        """Whether a deal that was read has its numbers for each pair, game, side and bot."""
        sides, bots = self.compiled.setup.sides, len(self.bots)
        return (
            0 <= deal.opener < sides
            and [len(games) for games in deal.payoffs] == [len(self.line_ups)] * len(self.pairs)
            and all(len(payoff) == sides for games in deal.payoffs for payoff in games)
            and all(len(pair) == 2 for clock in deal.clocks for pair in clock)
            and {len(row) for row in (deal.clocks, deal.replaced) if row} == {bots}
            and self._could_end(deal)
        )

    def _could_end(self, deal: Played) -> bool:
        """Whether each game of a match has its deals and winners, and none that is a deal."""
        sides = range(self.compiled.setup.sides)
        games = [len(self.line_ups)] * len(self.pairs) if self.matches else []
        return [len(ends) for ends in deal.endings] == games and all(
            end and end[0] > 0 and set(end[1:]) <= {*sides} and len({*end[1:]}) == len(end) - 1
            for ends in deal.endings
            for end in ends
        )

    def start(self, number: int) -> tuple[State, int]:
        """A deal before its first action, and what the chance of its decisions follows from."""
        chance = Chance(key_of(self.seed), number)
        start = dealt_by(self.compiled, chance)
        return start, mixed(chance.state)

    def start_in_match(self, match: int, number: int, end: State | None) -> tuple[State, int]:
        """Like `start`: a deal of a match, by its number from 1, after the end of the one before.

        The pack follows from the numbers alone, so it is the same in every seating of the match.
        Raises `PositionError` if many deals in a row are void.
        """
        pack = Random(f"{self.seed}/{match}/{number}")
        start = deal(self.compiled, pack) if end is None else deal_after(self.compiled, end, pack)
        luck = Chance(key_of(self.seed), match * LONGEST_MATCH + number)
        return start, mixed(luck.state)

    def stream(self, pair: int, game: int) -> int:
        """Which random numbers the bots have in one game of a deal."""
        return 1 + pair * len(self.line_ups) + game if self.independent else 0

    def difference(self, line_up: LineUp, payoff: Sequence[int]) -> float:
        """What the first bot of a pair got more than the second, a side on average."""
        sums, counts = [0, 0], [0, 0]
        for side, player in enumerate(line_up):
            sums[player] += payoff[side]
            counts[player] += 1
        surplus = sums[0] / counts[0] - sums[1] / counts[1]
        return self.compiled.setup.sign * surplus


def share_won(line_up: LineUp, won: Sequence[int]) -> float:
    """What the first bot of a pair has of a match that these sides won; a half if nobody did.

    >>> share_won((0, 1), (0,)), share_won((0, 1, 1), (0, 1)), share_won((0, 1), ())
    (1.0, 0.5, 0.5)
    """
    return sum(line_up[side] == 0 for side in won) / len(won) if won else 0.5
