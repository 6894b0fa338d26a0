"""Full deals of partnership, every hand open: ours natively and in plain Python, and a peer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from statistics import median

from benchmarks.games import deals, openings, rules_of
from benchmarks.peers import NOT_INSTALLED, Dominoes, dominoes
from benchmarks.rows import Line, Options, Reading, Row, Section, Unit, milliseconds
from benchmarks.timing import best, in_python, timed, timed_answer
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import State
from dominoes_rules import Position, Round, solve
from dominoes_solver.search import native
from dominoes_solver.search.one_world import Evaluation, evaluate_many, value

OPENED_BY_TILE = 5
"""Deals opened by [6|6] that the peer is given for each of its deals with a free opening."""


def _ours(options: Options) -> Iterator[Reading]:
    rules = rules_of("partnership", 4)
    number = options.some(options.deals, 15)
    states = openings(rules, number)
    value(rules, states[0])
    options.progress(f"deals natively: {len(states)}")
    yield milliseconds([timed(value, rules, state) for state in states], nodes=_to_value(states))
    yield _every_move(rules, states)
    yield milliseconds([timed(solve, _open_position(rules, state)) for state in states])
    yield milliseconds([timed(value, rules, state) for state in deals(rules, number)])
    options.progress(f"deals in plain Python: {len(states)}")
    yield milliseconds([in_python(value, rules, state) for state in states])


def _to_value(states: Sequence[State]) -> list[int]:
    """The nodes of the search for the value of each deal, in machine code alone."""
    if not native.available():
        return []
    rules = rules_of("partnership", 4)
    searched = (native.best_value(rules, state) for state in states)
    return [one.nodes for one in searched if one is not None]


def _every_move(rules: Compiled, states: Sequence[State]) -> Reading:
    seconds, nodes = [], []
    for state in states:
        spent, every_move = timed_answer(partial(_evaluated, rules, state))
        seconds.append(spent)
        nodes.append(every_move.nodes)
    return milliseconds(seconds, nodes=nodes)


def _evaluated(rules: Compiled, state: State) -> Evaluation:
    """A deal with the value of every move."""
    (every_move,) = evaluate_many(rules, [state])
    return every_move


def _open_position(rules: Compiled, state: State) -> Position:
    """A deal with every hand open; made anew, so that nothing is known of it yet."""
    return Round.dealt(rules, state).position


def _against_peer(options: Options) -> Iterator[Reading]:
    rules = rules_of("partnership", 4)
    peer = dominoes(rules)
    if options.quick or peer is None:
        for _ in range(6):
            yield Reading(None, "left out to be quick" if peer else NOT_INSTALLED)
        return
    yield from _side_by_side(rules, peer, openings(rules, options.peer_deals), options)
    opened = deals(rules, OPENED_BY_TILE * options.peer_deals)
    yield from _side_by_side(rules, peer, opened, options)


def _side_by_side(
    rules: Compiled, peer: Dominoes, states: Sequence[State], options: Options
) -> Iterator[Reading]:
    """Seconds of the peer, and how many times ours; both must find the same."""
    theirs, ours, moves = [], [], []
    for number, state in enumerate(states, 1):
        options.progress(f"alphabeta of the peer, deal {number} of {len(states)}")
        seconds, found = timed_answer(partial(peer.points, peer.game(state)))
        theirs.append(seconds)
        ours.append(best(partial(value, rules, state), 3))
        moves.append(min(timed(solve, _open_position(rules, state)) for _ in range(3)))
        ahead = value(rules, state)[0]
        if found != ahead:
            raise ValueError(f"the peer says {found}, we say {ahead}: {state}")
    if not states:
        yield from (Reading(None, "none asked for"),) * 3
        return
    yield Reading(median(theirs), f"median of {len(states)}; it finds the same value")
    for spent in (ours, moves):
        yield Reading(sum(theirs) / sum(spent), f"over the same {len(states)}, side by side")


SECTION = Section(
    "Full deals",
    """\
One deal of partnership with all four hands open is searched to the end, for its exact value.
With a *free opening*, A may open with any tile, which is the hardest case; otherwise the
holder of [6|6] opens with it. The value alone takes less time than the values of all moves, and
`solve` adds an answer with its reasons. The peer is `alphabeta` of the package `dominoes` 6.1.0,
on a board without the line, as its own players call it; this is several times faster than the
plain call. It plays the same game, and its values are compared with ours.
""",
    (
        Row(
            "deals",
            (
                Line("full deal, free opening, its value", Unit.MILLISECONDS, 3),
                Line("full deal, free opening, every move", Unit.MILLISECONDS),
                Line("full deal, free opening, `solve`", Unit.MILLISECONDS),
                Line("full deal, [6\\|6] opens", Unit.MILLISECONDS),
                Line("full deal, free opening, in plain Python", Unit.MILLISECONDS, 250),
            ),
            _ours,
        ),
        Row(
            "alphabeta",
            (
                Line("`alphabeta` of `dominoes`, free opening", Unit.SECONDS),
                Line("our value against it, free opening", Unit.TIMES, 3000),
                Line("our `solve` of every move against it, free opening", Unit.TIMES),
                Line("`alphabeta` of `dominoes`, [6\\|6] opens", Unit.SECONDS),
                Line("our value against it, [6\\|6] opens", Unit.TIMES),
                Line("our `solve` of every move against it, [6\\|6] opens", Unit.TIMES),
            ),
            _against_peer,
        ),
    ),
)
