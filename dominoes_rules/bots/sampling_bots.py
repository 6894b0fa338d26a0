"""Bots that try every legal move in worlds that fit what they have seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import State
from dominoes_rules.bots.named import Rule, cheat
from dominoes_rules.bots.on_positions import shown_in
from dominoes_rules.bots.trick_playouts import CountingOut, Said
from dominoes_rules.play.round import Round
from dominoes_rules.position.choice_models import CHOICES, COUNTED, chosen_model
from dominoes_rules.position.notation import Move
from dominoes_rules.position.policy_files import playing_out
from dominoes_rules.position.position import Position
from dominoes_rules.solving.move_search import MoveSearch
from dominoes_rules.solving.report import Report
from dominoes_solver.batch.plain_dealing import resampled
from dominoes_solver.chance import Chance, key_from
from dominoes_solver.evidence.evidence import Evidence
from dominoes_solver.limit import Limit
from dominoes_solver.pimc.weighed_search import PER_WORLD, Worth
from dominoes_solver.playouts.random_rounds import dealt_by
from dominoes_solver.policy.playing_out import PlayingOut
from dominoes_solver.search import native
from dominoes_solver.search.estimate import PlaysOut, playouts_of_each
from dominoes_solver.search.one_world import Question, evaluate_many, is_slow
from dominoes_solver.search.trick_scores import counts_tricks
from dominoes_solver.worlds.slots import World

SEED_BITS = 63
NODES = 400_000
"""What a world may take in a game of two sides without draws, several times the usual."""
NODES_OTHERWISE = 5_000
NODES_OF_A_SLOW_GAME = 1_000
"""With fifty worlds, a move takes about ten seconds at most."""
NODES_MEANWHILE = 200_000
"""In all worlds of a move, some two seconds of plain Python, while machine code is compiled."""
PLAYOUTS_FOR_A_WORLD = 4
"""Random playouts in place of a world that is out of reach."""
PLAYOUTS_OF_A_SLOW_GAME = 2
PLAYOUTS_BY_POLICY = 8
"""Playouts by a policy in place of a world, where there is one and no model of choices."""
PLAYOUTS_OF_OPEN_HANDS = 200
WORLDS_TOGETHER = 100
"""Worlds that are played out by one call of machine code."""
FAR_BELOW = 4
"""A plain game that is expected to take this much less than it may is not tried out first."""
FAR_ABOVE = 1e10
"""A world that is expected to take this much more than it may is not tried out either."""


def solver(
    worlds: int | None,
    time: float | None,
    model: str | None = COUNTED,
    worth: str | None = None,
    types: str | None = None,
) -> Rule:
    """The best move on average, each world played out with all hands open, as `solve` finds it.

    Where a world is out of reach, playouts take the place of the search: at random, or as `counts`
    in a game of tricks. With a model of choices worlds are weighted, and `worth` says what a move
    is worth in one; rules that have no model are played without: where one is asked for, by
    playouts of a policy, if there is one. In a game of tricks what the others have bid weighs
    worlds instead. With `types` off it learns nothing from the earlier rounds.
    """

    def choose(position: Position, random: Random, moves: Sequence[Move]) -> Move:
        if types:
            position = position.after_rounds()
        seed = random.getrandbits(SEED_BITS)
        if chosen_model(model, position.setup).choices is not None:
            values_by = (worth or "half") if _in_reach(position, seed) else Worth.PLAY.value
            limit = Limit(worlds=worlds, time=time)
            report = _searched(position, limit, seed=seed, model=model, worth=values_by)
            return _best(report, moves)
        if worlds is None:
            return _best(_searched(position, Limit(time=time), seed=seed, model=COUNTED), moves)
        if model == CHOICES and position.setup.tricks is not None:
            said, searched = Said(position), _in_reach(position, seed)
            return _in_tricks(position, random, moves, worlds, said=said, searched=searched)
        if model == CHOICES and (by := _policy_of(position)) is not None:
            return _by_playouts(position, random, moves, worlds * PLAYOUTS_BY_POLICY, by)
        if not _in_reach(position, seed):
            return _out_of_reach(position, random, moves, worlds)
        limit = Limit(worlds=worlds, time=time, nodes=_nodes(position))
        return _best(_searched(position, limit, seed=seed, model=COUNTED), moves)

    return choose


def strong(worlds: int, types: str | None = None) -> Rule:
    """The solver at its best: worlds weighted by choices, half best play and half playouts."""
    return solver(worlds, None, CHOICES, types=types)


def vote(worlds: int) -> Rule:
    """The move that is best in the most worlds, however little it gains there.

    Where a world is out of reach, it plays like `solver`.
    """

    def choose(position: Position, random: Random, moves: Sequence[Move]) -> Move:
        seed = random.getrandbits(SEED_BITS)
        if not _in_reach(position, seed):
            return _out_of_reach(position, random, moves, worlds)
        limit = Limit(worlds=worlds, nodes=_nodes(position))
        report = _searched(position, limit, seed=seed, model=COUNTED)
        return max((row for row in report if row.move in moves), key=lambda row: row.best_in).move

    return choose


def playouts(n: int) -> Rule:
    """The best move on average over `n` worlds, in each of which it is followed by random play."""
    return lambda position, random, moves: _by_playouts(position, random, moves, n)


@cheat
def omniscient(game: Round, random: Random, moves: Sequence[Move]) -> Move:
    """The best move with all hands open, which nobody can know."""
    position, seed = game.position, random.getrandbits(SEED_BITS)
    if not _in_reach(position, seed):
        if position.setup.tricks is not None:
            return _in_tricks(position, random, moves, 1)
        return _by_playouts(position, random, moves, PLAYOUTS_OF_OPEN_HANDS)
    limit = Limit(worlds=1, nodes=_nodes(position))
    return _best(_searched(position, limit, seed=seed), moves)


def _searched(position: Position, limit: Limit, **options: Any) -> Report:
    """The answer of `solve`, every move in every world: they are too few for dropping to pay.

    Ctrl-C ends the decision, and not only its search.
    """
    report = MoveSearch(position, _affordable(position, limit), all_moves=True, **options).report()
    if report.findings is not None and report.findings.interrupted:
        raise KeyboardInterrupt  # half a search is no decision, and what asked for it would go on
    return report


def _affordable(position: Position, limit: Limit) -> Limit:
    """The limit, with fewer worlds where nobody waits for the compiler, and it is still at work."""
    rules = position.compiled
    # To ask whether the kernels are there starts the compiler where they are not.
    if limit.worlds is None or not native.meanwhile() or native.available(rules):
        return limit
    if not native.compiling():  # there is no machine code to come
        return limit
    expected = native.expected_nodes(rules, _some_world(position, seed=0))
    return replace(limit, worlds=max(1, min(limit.worlds, int(NODES_MEANWHILE / expected))))


def _policy_of(position: Position) -> PlayingOut | None:
    """The policy that plays worlds out in place of searches; None where there is none.

    Nor is there one in plain games between two sides, whose worlds are searched soon, or until its
    machine code is there.
    """
    rules = position.compiled
    return (
        None if in_easy_reach(rules) or not native.plays_policies(rules) else playing_out(position)
    )


def _out_of_reach(position: Position, random: Random, moves: Sequence[Move], worlds: int) -> Move:
    """The best move by playouts in place of so many worlds."""
    if position.setup.tricks is not None:
        return _in_tricks(position, random, moves, worlds)
    return _by_playouts(position, random, moves, worlds * _playouts(position))


def _in_tricks(
    position: Position,
    random: Random,
    moves: Sequence[Move],
    worlds: int,
    *,
    said: Said | None = None,
    searched: bool = False,
) -> Move:
    """The best tile on average over worlds of a game of tricks.

    said: what the others have bid; worlds are then drawn by how likely it is in them.
    searched: whether a tile is worth what best play with open hands makes of it; otherwise every
        seat plays on as `counts`, from its own hand.
    """
    rules, evidence = position.compiled, position.evidence
    pooled = worlds * PER_WORLD if said else worlds
    states = [evidence.open_state(world, random) for world in _drawn(evidence, random, pooled)]
    key = random.getrandbits(SEED_BITS)
    if said:
        weights = [said.likelihood(state) for state in states]
        states = [states[index] for index in resampled(weights, worlds, Chance(key, 0))]
    noticed = [index for index, move in enumerate(position.legal_moves) if move in moves]
    legal = rules.legal(states[0])
    actions = [legal[index] for index in noticed]
    values: Iterable[Sequence[Sequence[float]]]
    if searched:
        question = Question(nodes=_nodes(position), key=key, only=actions)
        values = [world.values for world in evaluate_many(rules, states, question)]
    else:
        by = CountingOut(shown_in(position))
        played = playouts_of_each(rules, states, actions, playouts=1, key=key, by=by)
        values = [[value for (value,) in row] for row in played]
    own, others = rules.setup.side_of[evidence.state.mover], rules.setup.sides - 1
    totals = [
        sum(value[own] - (sum(value) - value[own]) / others for value in of_action)
        for of_action in zip(*values, strict=True)
    ]
    best = max(totals) if rules.setup.sign > 0 else min(totals)
    return moves[totals.index(best)]


def _by_playouts(
    position: Position,
    random: Random,
    moves: Sequence[Move],
    worlds: int,
    by: PlaysOut | None = None,
) -> Move:
    """The best move where each is played out once in so many worlds: by a policy, or at random."""
    evidence, rules = position.evidence, position.compiled
    setup = rules.setup
    own = setup.side_of[evidence.state.mover]
    sign = setup.sign
    noticed = [index for index, move in enumerate(position.legal_moves) if move in moves]
    totals = [0] * len(noticed)
    drawn = _drawn(evidence, random, worlds)
    while batch := [*islice(drawn, WORLDS_TOGETHER)]:
        order = random if evidence.orders_matter else None
        states = [evidence.open_state(world, order) for world in batch]
        legal = rules.legal(states[0])
        actions = [legal[index] for index in noticed]
        key = random.getrandbits(SEED_BITS)
        for payoffs in playouts_of_each(rules, states, actions, playouts=1, key=key, by=by):
            for number, (value,) in enumerate(payoffs):
                totals[number] += sign * value[own]
    return moves[totals.index(max(totals))]


def _drawn(evidence: Evidence, random: Random, number: int) -> Iterator[World]:
    """So many worlds, each drawn when it is asked for; between two the caller uses `random` too."""
    if evidence.count is None:
        yield from evidence.sampled(number, random.getrandbits(SEED_BITS))
        return
    for _ in range(number):
        yield evidence.table.unrank(random.randrange(evidence.count))


def in_easy_reach(compiled: Compiled) -> bool:
    """Whether worlds of a game are searched to the end soon, from the first action on."""
    setup, start = compiled.setup, dealt_by(compiled, Chance(0, 0))
    if not setup.plain or setup.sides > 2:
        return False
    return native.expected_nodes(compiled, start) * FAR_BELOW < NODES


def _in_reach(position: Position, seed: int) -> bool:
    """Whether one world of a position is searched to the end soon; the others are much like it."""
    rules, nodes = position.compiled, _nodes(position)
    if position.setup.tricks is not None and position.setup.sides > 2:
        return False  # there is no machine code for it, and what `counts` would do is soon known
    state = _some_world(position, seed)
    expected = native.expected_nodes(rules, state)
    if expected > nodes * FAR_ABOVE:
        return False
    if _plain(position) and expected * FAR_BELOW < nodes:
        return True
    (searched,) = evaluate_many(rules, [state], Question(nodes=nodes, key=key_from(seed)))
    return searched.exact


def _some_world(position: Position, seed: int) -> State:
    """One of the worlds of a position; which one is decided by the seed."""
    evidence = position.evidence
    order = Random(f"{seed}/order") if evidence.orders_matter else None
    if evidence.count is None:
        world = evidence.drawn(seed)[0]
    else:
        world = evidence.table.unrank(seed % evidence.count)
    return evidence.open_state(world, order)


def _nodes(position: Position) -> int:
    if is_slow(position.compiled):
        return NODES_OF_A_SLOW_GAME
    if counts_tricks(position.setup):  # of which plain Python searches few
        return NODES if native.available(position.compiled) else NODES_OTHERWISE
    return NODES if _plain(position) else NODES_OTHERWISE


def _playouts(position: Position) -> int:
    """The playouts in place of one world."""
    return PLAYOUTS_OF_A_SLOW_GAME if is_slow(position.compiled) else PLAYOUTS_FOR_A_WORLD


def _plain(position: Position) -> bool:
    return position.setup.plain and position.setup.sides == 2


def _best(report: Report, moves: Sequence[Move]) -> Move:
    """The best of some moves, of equal ones the first."""
    rows = [row for row in report if row.move in moves]
    best = {row.move for row in rows if row.points.mean == rows[0].points.mean}
    return next(move for move in moves if move in best)
