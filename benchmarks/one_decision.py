"""One decision with hidden hands: a thousand worlds, each searched exactly; also weighted."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from statistics import median

from benchmarks.games import Decision, decisions, rules_of
from benchmarks.peers import NOT_INSTALLED, dominoes
from benchmarks.rows import Line, Options, Reading, Row, Section, Unit, milliseconds
from benchmarks.timing import best, timed, timed_answer
from dominoes_rules.position.choice_models import chosen_model
from dominoes_rules.solving.move_search import solve
from dominoes_solver.belief.weighing import Weighing
from dominoes_solver.limit import Limit
from dominoes_solver.pimc.open_worlds import OpenWorlds
from dominoes_solver.search.one_world import evaluate_many

WORLDS = 1000
POSITIONS = 9
PLIES = {4: 600, 8: 100, 12: 30, 16: None}
"""The milliseconds that a decision may take, by the actions before it."""
WEIGHED_AT = 12
CHOICES_PLIES = {1: 2000, 4: 1000, 8: 1000, 12: 1000}
"""The same with worlds weighted by the others' choices."""
WORLDS_OF_PEER = {8: 100, 12: 1000, 16: 1000}
"""The peer takes minutes for a thousand worlds at ply 4, and most of one at ply 8."""
PEER_POSITIONS = 2


def _decisions(options: Options) -> Iterator[Reading]:
    for ply in PLIES:
        found = decisions(ply, options.some(POSITIONS, 1))
        options.progress(f"decisions at ply {ply}: {len(found)}")
        _decide(found[0], WORLDS)
        whole = [timed(_decide, one, WORLDS) for one in found]
        yield milliseconds(whole, "positions")
        yield milliseconds([_search(one, WORLDS) for one in found], "positions")


def _decide(decision: Decision, worlds: int) -> str:
    """The best move where every world counts alike, found as for somebody who asks."""
    return str(solve(decision.position(), Limit(worlds=worlds), model="counted").best)


def _search(decision: Decision, number: int) -> float:
    """Seconds of the search alone, the worlds drawn before."""
    evidence = decision.position().evidence
    worlds = OpenWorlds(evidence)
    chance = Random(1)
    fitting = worlds.count or 0
    ranks = chance.sample(range(fitting), min(number, fitting))
    states = [worlds.state(rank, chance) for rank in ranks]
    rules = rules_of("partnership", 4)
    return timed(lambda: list(evaluate_many(rules, states)))


def _by_choices(options: Options) -> Iterator[Reading]:
    """The weights of worlds, and whole answers as `solve` gives them where nothing is asked for."""
    found = decisions(WEIGHED_AT, options.some(POSITIONS, 1))
    options.progress(f"worlds weighted at ply {WEIGHED_AT}: {len(found)}")
    _weigh(found[0])
    yield milliseconds([min(_weigh(one) for _ in range(3)) for one in found], "positions")
    for ply in CHOICES_PLIES:
        found = decisions(ply, options.some(POSITIONS, 1))
        options.progress(f"decisions by choices at ply {ply}: {len(found)}")
        solve(found[0].position())
        yield milliseconds([timed(solve, one.position()) for one in found], "positions")


def _weigh(decision: Decision) -> float:
    """Seconds to weigh the worlds, drawn before."""
    position = decision.position()
    model = chosen_model("choices", position.setup).choices
    assert model is not None
    weighing = Weighing(position.evidence, position.view, model)
    worlds = position.evidence.table.sample(WORLDS, 1)
    weighing.weights(worlds[:1])
    return timed(weighing.weights, worlds)


def _against_peer(options: Options) -> Iterator[Reading]:
    peer = dominoes(rules_of("partnership", 4))
    for ply, worlds in WORLDS_OF_PEER.items():
        if options.quick or peer is None or not options.peer_deals:
            why = "left out to be quick" if options.quick else "none asked for"
            yield from (Reading(None, NOT_INSTALLED if peer is None else why),) * 2
            continue
        theirs, ours, same = [], [], 0
        found = decisions(ply, PEER_POSITIONS * options.peer_deals)
        for number, one in enumerate(found, 1):
            options.progress(f"probabilistic_alphabeta at ply {ply}, {number} of {len(found)}")
            game = peer.decision(one)
            seconds, choice = timed_answer(partial(peer.decide, game, worlds))
            theirs.append(seconds)
            ours.append(best(partial(_decide, one, worlds), 2))
            same += choice == _decide(one, worlds)
        yield Reading(median(theirs), f"median of {len(found)}, {worlds:,} worlds each")
        yield Reading(
            sum(theirs) / sum(ours),
            f"the same positions, as many worlds; the same move first in {same} of {len(found)}",
        )


def _lines() -> Iterator[Line]:
    for ply, reach in PLIES.items():
        yield Line(f"a decision over 1,000 worlds, ply {ply}", Unit.MILLISECONDS, reach)
        yield Line(f"its search alone, ply {ply}", Unit.MILLISECONDS)


def _choices_lines() -> Iterator[Line]:
    yield Line(f"1,000 worlds weighted by choices, ply {WEIGHED_AT}", Unit.MILLISECONDS, 15)
    for ply, reach in CHOICES_PLIES.items():
        yield Line(f"a decision by choices, ply {ply}", Unit.MILLISECONDS, reach)


def _peer_lines() -> Iterator[Line]:
    for ply in WORLDS_OF_PEER:
        yield Line(f"`probabilistic_alphabeta` of `dominoes`, ply {ply}", Unit.SECONDS)
        yield Line(f"ours against it, ply {ply}", Unit.TIMES)


SECTION = Section(
    "One decision",
    """\
This is the whole work of `solve` for a move of partnership. It reads the record as the mover
sees it, counts the worlds, draws 1,000 of them (or all, if there are fewer), and finds the
exact mean of the moves over them, with equal weights. A move is dropped once it is clearly
worse, except in the rows *its search alone*, which search every move in every world. *Ply* is
the number of earlier actions. The round was opened with any tile, and the mover has a choice.

The peer's `probabilistic_alphabeta` does less: it finds one best move in each world, without
values for the others, and prefers the move that is most often best. Ours finds the value of
each move that may be the best, and prefers the best mean. So the two may prefer different
moves, and the table shows how often they agree. Both draw the same number of worlds.

*By choices* is the default of `solve`: worlds weighted by the others' choices, half best play
and half playouts by the model, until the best move is clear or 500 worlds are searched, and
the answer without weighting. The row before these shows the time for the weights alone,
without drawing the worlds.
""",
    (
        Row("decision", tuple(_lines()), _decisions),
        Row("choices", tuple(_choices_lines()), _by_choices),
        Row("probabilistic", tuple(_peer_lines()), _against_peer),
    ),
)
