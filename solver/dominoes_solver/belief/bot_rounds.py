"""Rounds between our own bots, by the thousand, in machine code.

For games in which nothing is drawn and the opening gives nothing away but the tile laid: there the
worlds that fit are those that the passes leave.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from dominoes_lang.analysis.revealed.visibility import reads_hands
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Role
from dominoes_lang.table.state import State, action_of
from dominoes_lang.text.root_exception import DominoesError
from dominoes_solver.belief.features import refusal_shows
from dominoes_solver.belief.noticing import FINEST
from dominoes_solver.chance import key_of
from dominoes_solver.search import native

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.setup.ruleset import Setup
    from dominoes_lang.table.state import Action
    from dominoes_solver.belief.model import Choices
    from dominoes_solver.search.native import bots_job

BATCH = 1
"""Rounds between two looks at the keyboard: one may take a second."""
PLAINLY = {
    "random": 0,
    "first": 1,
    "lowest": 2,
    "heaviest": 3,
    "double": 4,
    "exposed": 7,
    "rarity": 8,
    "essay": 9,
}
"""The bots that look at the hand and the table alone."""


class NotNative(DominoesError, ValueError):
    """Rules, or a bot, that machine code does not play."""


@dataclass(frozen=True)
class Way:
    """How a seat plays.

    name: one of `PLAINLY`; `model`, by the model of choices alone; `sample`, by worlds.
    worlds: how many worlds are searched. pool: out of how many, weighed by the model; 0 for none.
    best: whether best play with open hands counts. playouts: of each action in each world, by the
    model, or by chance where there is none; with both, half the worth is from either.
    cheats: it sees all hands. overlooks: the chance that it overlooks a move; see `noticing`.
    """

    name: str
    worlds: int = 0
    pool: int = 0
    best: bool = True
    playouts: int = 0
    cheats: bool = False
    stream: int = 0
    """Which random numbers it has; with the same, the same for whoever decides in a place."""
    model: Choices | None = None
    overlooks: float = 0.0


class Played(NamedTuple):
    """A round that was played."""

    start: State
    """Before the first action; the stock is left out."""
    actions: tuple[Action, ...]
    over: int
    payoff: tuple[int, ...]
    """Of each side."""


def why_not(setup: Setup) -> str:
    """Why machine code can't play rounds of a game between bots that sample; empty if it can."""
    if not setup.layout.is_line:
        return "the table is no line"
    if setup.draws:
        return "tiles are drawn"
    if setup.redeal is not None:
        return "some deals are dealt again"
    if not refusal_shows(setup) or not all(step.guard is None for step in setup.steps):
        return "a turn has conditions or free passes"
    if reads_hands(setup.domino) or not (setup.blocked_by_passes or setup.blocked_by_hands):
        return "a round ends in an unusual way"
    choice = setup.first_opener[0].choices[0]
    if setup.first_opener[0].condition is not None or len(setup.first_opener) > 1:
        return "who opens depends on a condition"
    who = choice.who
    if isinstance(who, nodes.HolderOf) and isinstance(who.tile, nodes.TileLiteral):
        # A tile that somebody has, and that is laid at once, tells no more than the line.
        laid = choice.with_it or choice.tile == who.tile
        told = setup.stock_size or not laid
        return "the opening tells who was dealt which tile" if told else ""
    if isinstance(who, nodes.Seat) or (isinstance(who, nodes.Who) and who.role is Role.LOT):
        return "" if choice.tile is None else "the opening tells who was dealt which tile"
    return "the opening tells who was dealt which tile"


def bot_rounds(
    compiled: Compiled,
    ways: Sequence[Way],
    rounds: int,
    seed: int,
    *,
    first: int = 0,
    batch: int = BATCH,
    tick: Callable[[int], None] = lambda done: None,
) -> Iterator[Played]:
    """Rounds `first` … of a seed, one way for each seat; the deals are those of `random_rounds`.

    A round depends on the seed, its number and the ways alone. Raises `NotNative`.
    """
    if not native.plays_bots(compiled):
        raise NotNative("machine code is not there, or can't play these rules")
    samples = any(way.name == "sample" and not way.cheats for way in ways)
    reason = why_not(compiled.setup) if samples else ""
    if reason or compiled.setup.draws:
        raise NotNative(reason or "tiles are drawn")
    # Imported here: numba takes a while.
    from dominoes_solver.search.native import bots_job, kernel_choices
    from dominoes_solver.search.native.programs.words import Inexpressible

    seats = [_seat(way) for way in ways]
    try:
        job = bots_job.BotsJob(compiled, seats, tells=refusal_shows(compiled.setup))
    except Inexpressible as error:
        raise NotNative(f"machine code can't play {error}") from None
    setup = compiled.setup
    done = 0
    while done < rounds:
        number = min(batch, rounds - done)
        status, place, starts, log, out = job.play(key_of(seed), first + done, number)
        if status != kernel_choices.FINE:
            raise NotNative(f"round {place} has no fair deal, or no end")
        for start, codes, end in zip(starts.tolist(), log.tolist(), out.tolist(), strict=True):
            codes = codes[: codes.index(-1)] if -1 in codes else codes
            yield Played(_state(setup, start), tuple(map(action_of, codes)), end[0], tuple(end[1:]))
        done += number
        tick(done)


def _seat(way: Way) -> bots_job.Seat:
    """A way to play as the kernel has it."""
    from dominoes_solver.search.native import bots_job, kernel_bots

    if way.model is None and (way.name == "model" or way.pool):
        raise NotNative("this way to play needs a model of choices")
    if way.name == "sample" and not (way.best or way.playouts):
        raise NotNative("this way to play finds no move better than another")
    names = {**PLAINLY, "model": kernel_bots.MODEL, "sample": kernel_bots.SAMPLE}
    numbers = (
        names[way.name],
        max(1, way.worlds),
        way.pool,
        int(way.best and way.name == "sample"),
        way.playouts,
        int(way.cheats),
        way.stream,
        math.ceil(way.overlooks * FINEST),
    )
    if way.model is None:
        return bots_job.Seat(numbers)
    return bots_job.Seat(numbers, way.model.rows, way.model.phases, way.model.slip)


def _state(setup: Setup, row: Sequence[int]) -> State:
    """The first state of a row; the stock is left out."""
    from dominoes_solver.search.native import row_format as at

    return State(
        hands=tuple(row[at.HANDS : at.HANDS + setup.seats]),
        ends=(),
        stock=(),
        mover=row[at.MOVER],
        opener=row[at.OPENER],
        opening=row[at.OPENING],
        scores=setup.head_start,
    )
