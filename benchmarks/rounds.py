"""Random rounds: the generated functions, machine code, and a peer, in turns."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial

from benchmarks.games import rules_of
from benchmarks.peers import NOT_INSTALLED, openspiel
from benchmarks.rows import Line, Options, Reading, Row, Section, Unit
from benchmarks.timing import forced, timed
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.codegen.dealing import dealt
from dominoes_solver.playouts.random_rounds import random_rounds
from dominoes_solver.search import native

TURNS = 12
"""How often each is measured in turn with the others."""
OF_PEER, IN_PYTHON, NATIVELY = 150, 1_000, 100_000
"""Rounds in each turn."""
OTHERS = {
    "partnership": ("partnership", 4),
    "draw until you can play": ("draw", 2),
    "draw one and skip": ("draw_one", 2),
    "Domohnoes for four": ("domohnoes", 4),
}

TIMES_PLAIN = 50
"""Rounds a second that machine code should play of every game, as a multiple of plain Python's."""
WIDE_PLAINLY, WIDE_NATIVELY = 100, 5_000
"""Rounds in each turn."""
UNUSUAL = {
    "basic_trains": (4, 8),
    "chicken_foot": (2, 8),
    "cyprus": (10,),
    "double_draw": (2,),
    "doubles": (2,),
    "gaple": (4,),
    "hungarian": (2,),
    "matador": (4,),
    "mexican_train": (2, 4, 8),
    "one_armed_pete": (5, 9),
    "spinner": (2, 4, 8),
    "tiddle_a_wink": (6, 10),
    "tiddly_wink": (5, 8),
}
"""Games with many seats, many tiles, trains or a rule of their own, and numbers of players."""


def by_generated_functions(rules: Compiled, rounds: int, seed: int) -> None:
    """Deal, play and score rounds by calling the generated functions in a loop."""
    draw = random.Random(seed).random
    pack = range(len(rules.setup.tiles))
    seats = rules.setup.seats
    legal, play, payoff = rules.legal, rules.play, rules.payoff
    for _ in range(rounds):
        state = None
        while state is None:
            state = dealt(rules, sorted(pack, key=lambda _: draw()), int(draw() * seats))
        while not state.over:
            actions = legal(state)
            state = play(state, actions[int(draw() * len(actions))])
        payoff(*state)


def _block(options: Options) -> Iterator[Reading]:
    rules = rules_of("block", 2)
    has_native = native.plays_rounds(rules)
    playout = None if options.quick else openspiel()
    of_peer = [0.0]
    in_python, natively, alike = 0.0, 0.0, 0.0
    turns = options.some(TURNS)
    plain, bulk = options.some(IN_PYTHON, 100), options.some(NATIVELY, 10_000)
    for turn in range(turns):
        options.progress(f"random rounds, turn {turn + 1} of {turns}")
        if playout is not None:
            of_peer.append(timed(_playouts, playout, OF_PEER, turn))
        in_python += timed(by_generated_functions, rules, plain, turn)
        with forced(machine_code=False):
            alike += timed(random_rounds, rules, plain, turn)
        if has_native:
            natively += timed(random_rounds, rules, bulk, turn)
    rate = turns * OF_PEER / sum(of_peer) if playout else 0.0
    missing = Reading(None, "left out to be quick" if options.quick else NOT_INSTALLED)
    yield Reading(rate, f"{turns * OF_PEER:,} rounds") if playout else missing
    here = turns * plain / in_python
    yield Reading(here, f"{turns * plain:,} rounds")
    yield Reading(here / rate, "in turns with it") if playout else missing
    if has_native:
        there = turns * bulk / natively
        yield Reading(there, f"{turns * bulk:,} rounds on one core")
        yield Reading(there / rate, "in turns with it") if playout else missing
    else:
        yield from (Reading(None, "numba is not installed"),) * 2
    yield Reading(turns * plain / alike, "`random_rounds`, the very rounds of machine code")


def _playouts(playout: Callable[[random.Random], int], rounds: int, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(rounds):
        playout(chance)


def _others(options: Options) -> Iterator[Reading]:
    plain, bulk = options.some(2_000, 50), options.some(NATIVELY, 10_000)
    for name, seats in OTHERS.values():
        options.progress(f"random rounds of {name}")
        rules = rules_of(name, seats)
        yield Reading(plain / timed(by_generated_functions, rules, plain, 1))
        if native.plays_rounds(rules):
            play = partial(random_rounds, rules, bulk, 1)
            yield Reading(bulk / timed(play), "on one core")
        else:
            yield Reading(None, "numba is not installed")


def _unusual(options: Options) -> Iterator[Reading]:
    plain, bulk = options.some(WIDE_PLAINLY, 10), options.some(WIDE_NATIVELY, 500)
    for name, seats in _unusual_games():
        options.progress(f"random rounds of {name} for {seats}")
        rules = rules_of(name, seats)
        if not native.plays_rounds(rules):
            yield Reading(None, "plain Python plays it")
            continue
        in_python, natively = 0.0, 0.0
        random_rounds(rules, bulk, 0)
        for turn in range(options.some(TURNS)):
            with forced(machine_code=False):
                in_python += timed(random_rounds, rules, plain, turn) / plain
            natively += timed(random_rounds, rules, bulk, turn) / bulk
        rate = options.some(TURNS) / natively
        yield Reading(in_python / natively, f"{rate:,.0f} a second on one core, in turns")


def _unusual_games() -> Iterator[tuple[str, int]]:
    for name, players in UNUSUAL.items():
        for seats in players:
            yield name, seats


def _unusual_lines() -> Iterator[Line]:
    for name, seats in _unusual_games():
        yield Line(
            f"{name} for {seats}: machine code against plain Python", Unit.TIMES, TIMES_PLAIN
        )


def _other_lines() -> Iterator[Line]:
    for title in OTHERS:
        yield Line(f"{title}, generated functions", Unit.A_SECOND)
        yield Line(f"{title}, machine code", Unit.A_SECOND)


SECTION = Section(
    "Random rounds",
    """\
These rows show random rounds a second, from the shuffle to the points, with all legal actions
equally likely. The peer is `python_block_dominoes` of OpenSpiel 2.0.2, played through its Python
interface: block for two, double-six, seven tiles each, like our `block`. It differs in four ways.
It deals by fourteen chance nodes, one for each tile. The first player always opens. A pass is not
an action, so a round has fewer actions. And every round goes to the lower hand, even if the other
side went out. *Generated functions* are `legal`, `play` and `payoff` of the rules file, called in
a loop. *Machine code* is `random_rounds` in bulk, on one core. All take turns within one run. The
last rows show games with many players, many tiles, trains or a rule of their own. There, *plain
Python* plays the very rounds of machine code.
""",
    (
        Row(
            "rounds",
            (
                Line("block: OpenSpiel playouts", Unit.A_SECOND),
                Line("block: generated functions", Unit.A_SECOND),
                Line("block: generated functions against OpenSpiel", Unit.TIMES, 10),
                Line("block: machine code", Unit.A_SECOND),
                Line("block: machine code against OpenSpiel", Unit.TIMES, 200),
                Line("block: the rounds of machine code in plain Python", Unit.A_SECOND),
            ),
            _block,
        ),
        Row("other-rounds", tuple(_other_lines()), _others),
        Row("unusual-rounds", tuple(_unusual_lines()), _unusual),
    ),
)
