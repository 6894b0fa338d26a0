"""Random rounds by the thousand: dealt and played out by chance, and how each ended.

In machine code where that is worth it and numba is there, else in plain Python. The rounds are the
same either way: round n of a seed is one round, whoever plays it, alone or among a million.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, overload

from dominoes_lang.codegen import dealing
from dominoes_lang.table.state import Over, State
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_solver.chance import Chance, key_of
from dominoes_solver.search import native
from dominoes_solver.search.native.rounds.round_jobs import rounds_job
from dominoes_solver.search.native.rounds.round_status import ENDLESS, VOID, NoRound

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_solver.search.native.rounds.round_jobs import FromTheDeal

BATCH = 20_000
"""Rounds between two progress reports, natively: some 20 ms."""
BATCH_IN_PYTHON = 500
WORTH_IT = 10_000
"""Rounds that take plain Python as long as it takes to import numba."""


class RoundOutcome(NamedTuple):
    """The result of a round."""

    payoff: tuple[int, ...]
    """The payoff of each side: points, or 1 for a win, as in `Compiled.payoff`."""
    over: Over
    actions: int
    """How many actions it took, draws and passes included."""
    winner: int
    """The side that won; -1 for nobody."""
    opener: int
    """The seat that opened."""


@dataclass(frozen=True)
class Rounds(Sequence[RoundOutcome]):
    """The results of random rounds, in order; equal when all of them are."""

    sides: int
    numbers: array[int] = field(repr=False)
    """A row for each round: how it ended, its actions, winner, opener, the payoff of each side."""

    @overload
    def __getitem__(self, index: int) -> RoundOutcome: ...
    @overload
    def __getitem__(self, index: slice) -> Rounds: ...
    def __getitem__(self, index: int | slice) -> RoundOutcome | Rounds:
        width = self.width
        if isinstance(index, slice):
            rows = array("q")
            for number in range(*index.indices(len(self))):
                rows += self.numbers[number * width : (number + 1) * width]
            return Rounds(self.sides, rows)
        start = range(len(self))[index] * width
        over, actions, winner, opener, *payoff = self.numbers[start : start + width]
        return RoundOutcome(tuple(payoff), Over(over), actions, winner, opener)

    @property
    def width(self) -> int:
        """How many numbers a row has."""
        return width_of(self.sides)

    def __len__(self) -> int:
        return len(self.numbers) // self.width

    def __iter__(self) -> Iterator[RoundOutcome]:
        for number in range(len(self)):
            yield self[number]


def width_of(sides: int) -> int:
    """How many numbers the row of a round has."""
    return sides + 4


def random_rounds(
    compiled: Compiled,
    rounds: int,
    seed: int,
    *,
    first: int = 0,
    tick: Callable[[int], None] = lambda done: None,
) -> Rounds:
    """First rounds of a match, dealt and played at random, numbered from `first` on.

    Every order of the pack is equally likely, and so is every legal action; void deals are dealt
    again, and the rules of the first opener decide who opens.
    tick: called every few milliseconds with how many rounds are done.
    Raises `NoRound`, and `ArgumentError` for a number below 0.
    """
    if rounds < 0 or first < 0:
        raise ArgumentError(f"no rounds {first} to {first + rounds}")
    sides = compiled.setup.sides
    width = width_of(sides)
    numbers = array("q", bytes(8 * rounds * width))
    player = _native_player(compiled, rounds) or _PlainPlayer(compiled)
    key = key_of(seed)
    done = 0
    while done < rounds:
        batch = min(player.batch, rounds - done)
        rows = memoryview(numbers)[done * width : (done + batch) * width]
        player.play(key, first + done, batch, rows)
        done += batch
        tick(done)
    return Rounds(sides, numbers)


class _PlainPlayer:
    """Plays random rounds by the generated functions."""

    batch = BATCH_IN_PYTHON

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled

    def play(self, key: int, first: int, rounds: int, rows: memoryview[int]) -> None:
        """Fill in the rows of a number of rounds."""
        rules, width = self.compiled, width_of(self.compiled.setup.sides)
        for number in range(rounds):
            end, actions = self._round(Chance(key, first + number), first + number)
            row = end.over, actions, rules.winner(*end), end.opener, *rules.payoff(*end)
            for index, value in enumerate(row, number * width):
                rows[index] = value

    def _round(self, chance: Chance, number: int) -> tuple[State, int]:
        """A round at its end, and how many actions it took."""
        legal, play, below = self.compiled.legal, self.compiled.play, chance.below
        state = dealt_by(self.compiled, chance)
        actions = 0
        while not state.over:
            choices = legal(state)
            if not choices or actions == dealing.MOST_ACTIONS:
                raise _endless(self.compiled, number)
            chosen = below(len(choices)) if len(choices) > 1 else 0
            state = play(state, choices[chosen])
            actions += 1
        return state, actions


def dealt_by(compiled: Compiled, chance: Chance) -> State:
    """The start of a first round, dealt by chance. Raises `NoRound`."""
    setup, below = compiled.setup, chance.below
    size = len(setup.tiles)
    # The others stay where they are: nobody will see them.
    moved = min(size - 1, dealing.seen_of_pack(setup))
    for voids in range(dealing.MOST_DEALS):
        pack = list(range(size))
        for index in range(moved):
            swapped = index + below(size - index)
            pack[index], pack[swapped] = pack[swapped], pack[index]
        state = dealing.dealt(compiled, pack, setup.playing[below(setup.player_count)])
        if state is not None:
            return dealing.after_void(setup, state, voids)
    raise NoRound(dealing.too_many_void(setup))


class _NativePlayer:
    """Plays random rounds in machine code."""

    batch = BATCH

    def __init__(self, compiled: Compiled, job: FromTheDeal) -> None:
        self.compiled = compiled
        self.job = job

    def play(self, key: int, first: int, rounds: int, rows: memoryview[int]) -> None:
        """Fill in the rows of a number of rounds."""
        status, number = self.job.play(key, first, rounds, rows)
        if status == ENDLESS:
            raise _endless(self.compiled, number)
        if status == VOID:
            raise NoRound(dealing.too_many_void(self.compiled.setup))


def _native_player(compiled: Compiled, rounds: int) -> _NativePlayer | None:
    """Machine code for a number of rounds; None if they are few, or it can't play them."""
    if os.environ.get(native.SWITCH) == "0":
        return None
    if rounds < WORTH_IT and not native.loaded():
        return None
    job = rounds_job(compiled)
    return None if job is None else _NativePlayer(compiled, job)


def _endless(compiled: Compiled, number: int) -> NoRound:
    return NoRound(f"{compiled.setup.name}: random round {number} does not end")
