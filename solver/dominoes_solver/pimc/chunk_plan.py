"""Which worlds are searched, in which order and how many together; and by which search."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, zip_longest
from typing import TYPE_CHECKING

from dominoes_lang.text.root_exception import ArgumentError
from dominoes_solver.chance import key_from
from dominoes_solver.limit import Limit
from dominoes_solver.parallel.chunks import Chunk
from dominoes_solver.pimc.budgets import (
    Nodes,
    Playouts,
    playout_budget,
    playouts_of,
    usual_nodes,
    worlds_of_a_chunk,
)
from dominoes_solver.pimc.order_of_worlds import order_of, ranks_in_order
from dominoes_solver.pimc.weighed_search import Belief, Drawn, Worth
from dominoes_solver.pimc.worlds_in_reach import FEWEST_IN_REACH, nodes_in_reach
from dominoes_solver.search import native
from dominoes_solver.search.one_world import PLAYOUTS

if TYPE_CHECKING:
    from random import Random

    from dominoes_lang.table.state import State
    from dominoes_solver.pimc.search_task import SearchTask
    from dominoes_solver.pimc.tally import Tally

BATCH = 50
BULK_WORLDS = 500
"""Worlds that are made together where machine code takes them and not all may be needed."""
ENDLESS = 1 << 60
"""As many worlds as the time allows, where none is the last."""
MOST_WORLDS = 1000
"""Without a limit, a lead that is not found by then is too small to matter."""
FEW_TILES = 16
"""In the hands of a game without draws: then a thousand worlds take a second, so all are used."""
HASTE = 20
"""For a forced action nobody waits seconds."""

WEIGHING_TIME = 0.25
"""The share of a limit of time in which worlds are weighted, before any is searched."""


class ChunkPlan:
    """The worlds of a search in chunks, which follow from what the first one has cost."""

    def __init__(self, task: SearchTask, started: float, tick: Callable[[int], None]) -> None:
        """started: a moment of `time.monotonic`. tick: called with the nodes that were searched."""
        limit, worlds = task.limit, task.worlds
        if limit.exact and not worlds.determined:
            raise ArgumentError(
                "exact=True needs every order of the stock; ranks that leave it open are sampled"
            )
        self.task = task
        self.deadline = None if limit.time is None else started + limit.time
        # Worlds are drawn without replacement, and so run out, only where each rank is one world.
        self.population = worlds.count if worlds.determined else None
        self.asked = self._asked()
        self.drawn: Drawn | None = None
        """With a belief: the worlds to search, chosen by their weights."""
        self.plays_alone = task.belief is not None and task.belief.worth is Worth.PLAY
        """Whether there are no searches, but playouts alone."""
        self.natively = False
        """Whether the next chunk is searched in machine code."""
        self.for_native = False
        """Whether its budget is that of machine code."""
        self.patience: int | None = None
        """Of plain Python, where machine code is still compiled; see `Chunk`."""
        self.budget: Nodes | None = None
        """The nodes that may be searched where no limit is set."""
        self.cost: float | None = None
        """About what an exact answer would take in the first world, where it was out of reach."""
        self.playouts: Playouts | None = None
        """The rounds of all worlds that are played out: but for the first, if that was searched."""
        self.by_policy = self._worth_by_policy()
        """What the worth of a move rests on where a policy plays worlds out; `BEST` without one."""
        self.is_in_vain = False
        """Whether a search was given up, so that every world is played out."""
        self.nodes_of_first = 0
        self.haste = 1
        """The factor by which an answer without a limit takes less: there is nothing to choose."""
        self.only = task.only
        """The moves that are searched; None for all."""
        self.quick = False
        self.next_test = BATCH
        """The number of worlds after which moves may be dropped next; none before that changes."""
        self._tick = tick
        if task.belief is not None:
            self._weigh_worlds(task.belief, started)

    @property
    def is_late(self) -> bool:
        """Whether the time is over."""
        return self.deadline is not None and time.monotonic() >= self.deadline

    def _asked(self) -> int:
        """The worlds at which the search ends, if nothing else ends it."""
        limit = self.task.limit
        if limit.exact:
            assert self.population is not None, "an exact answer has been refused"
            asked = self.population
        elif limit.worlds is not None:
            asked = limit.worlds
        elif self.deadline is not None:
            asked = self.population or ENDLESS
        else:
            asked = MOST_WORLDS
        return asked if self.population is None else min(asked, self.population)

    def _weigh_worlds(self, belief: Belief, started: float) -> None:
        """Choose the worlds to search among those of the usual order, by their weights."""
        task, asked = self.task, self.asked
        if not task.limit.exact:
            if task.limit.worlds is None:
                asked = min(asked, belief.most)
            self.asked = min(belief.largest_pool(asked), self.population or ENDLESS)
        until = None
        if task.limit.time is not None:
            until = started + task.limit.time * WEIGHING_TIME
        self.drawn = belief.draw(
            self._ranks(), asked, self.population, task.options.seed, until, task.options.cancel
        )
        self.asked = len(self.drawn.ranks)
        if not self.drawn.complete:
            self.population = None

    def estimate_on(self, state: State, moves: int) -> None:
        """Play rounds of so many moves in all worlds from now on, and search no more.

        Where the nodes of a world are limited, or none is, each is searched all the same.
        """
        limit, compiled = self.task.limit, self.task.compiled
        if limit.nodes is not None or limit.exact:
            return
        by_policy = self.plays_out
        if limit == Limit() and self.drawn is None:
            most = playout_budget(compiled, by_policy=by_policy).worlds
            self.asked = min(most, self.population or ENDLESS)
        self.playouts = playouts_of(
            compiled, state, moves, self.asked, self.haste, by_policy=by_policy
        )

    def is_pilot(self, chunk: Chunk) -> bool:
        """Whether the number of rounds in later worlds follows from this chunk."""
        pilot = self.playouts is not None and self.playouts.budget.of_pilot > 1
        return (
            pilot and chunk.playouts > 0 and chunk.first < BATCH <= chunk.first + len(chunk.states)
        )

    def end_pilot(self, tally: Tally) -> None:
        """Choose the number of rounds by the first worlds."""
        assert self.playouts is not None, "a pilot has playouts"
        if len(tally.sums) > 1:
            parts = 1 / PLAYOUTS + (tally.worlds - 1) / self.playouts.of_a_move
            within, between = tally.gap_variances(parts)
            self.playouts = self.playouts.after_pilot(len(tally.sums), within, between)

    def chunks(self) -> Iterator[Chunk]:
        """The worlds in their order, a few at a time; the first alone.

        None is in two batches, so that nothing is begun beyond the end of the search.
        """
        ranks, key = self._ranks(), key_from(f"{self.task.options.seed}/playouts")
        waiting: list[int] = []
        states: Sequence[State] = ()
        done, size = 0, 1
        while True:
            if not waiting:
                number = size
                if done and self._in_bulk:
                    together = MOST_WORLDS if self.takes_all else BULK_WORLDS
                    number = max(size, together - done % together)
                waiting = list(islice(ranks, min(number, self.asked - done)))
                if not waiting:
                    return
                states = self._states(waiting, done)
            taken, waiting = waiting[:size], waiting[size:]
            here, states = states[: len(taken)], states[len(taken) :]
            if not done:
                self.quick = self._is_quick(here[0])
                self.haste = HASTE if self._is_forced(here[0]) else 1
                if self.plays_out:
                    moves = self.only or self.task.compiled.legal(here[0])
                    self.estimate_on(here[0], len(moves))
            may_come = self.deadline is not None or self.patience is not None or native.compiling()
            if not done or (may_come and not self.natively):
                self._choose_search(here[0])
            yield Chunk(
                done,
                tuple(taken),
                here,
                key,
                self.only,
                self.nodes_for_world,
                natively=self.natively and not self.plays_out,
                last_resort=not done,
                halved=self.task.alone and self.asked == 1,
                playouts=0 if self.playouts is None else self.playouts.of_a_move,
                patience=self.patience,
                by=self.task.by if self.plays_out else None,
            )
            done += len(taken)
            size = BATCH - done % BATCH
            if self.playouts is None:
                if self.takes_all and self.natively and self.deadline is None:
                    # Nothing ends the search before the next test.
                    size = max(size, min(self.next_test - done, MOST_WORLDS))
                size = worlds_of_a_chunk(self.nodes_of_first, size, natively=self.natively)

    @property
    def _in_bulk(self) -> bool:
        """Whether machine code takes many worlds as one array."""
        if self.playouts is None:
            return self.natively
        return self.plays_out or native.plays_rounds(self.task.compiled, wait=False)

    @property
    def takes_all(self) -> bool:
        """Whether no world is left out of those that are asked for."""
        limit = self.task.limit
        return limit.worlds is not None or limit.exact or self.quick

    def _states(self, ranks: Sequence[int], first: int) -> Sequence[State]:
        """The worlds of these ranks, the first of which is at a place in the order."""
        worlds, seed = self.task.worlds, self.task.options.seed
        orders: list[Random] = []
        if not worlds.determined:
            orders = [order_of(seed, index) for index in range(first, first + len(ranks))]
        if first and self._in_bulk:
            in_bulk = worlds.in_bulk(ranks, orders)
            if in_bulk is not None:
                return in_bulk
        return [worlds.state(*world) for world in zip_longest(ranks, orders)]

    def _ranks(self) -> Iterator[int]:
        """The ranks of the worlds in the order in which they are taken."""
        if self.drawn is not None:
            return iter(self.drawn.ranks)
        most, repeated = self.population or ENDLESS, self.population is None
        return ranks_in_order(
            self.task.options.seed, most, self.task.worlds.count, repeated=repeated
        )

    @property
    def plays_out(self) -> bool:
        """Whether all worlds are played out by a policy, and none is searched."""
        return self.by_policy is Worth.PLAY

    def _worth_by_policy(self) -> Worth:
        """What is asked for, where a policy may play worlds out; nobody waits for machine code.

        A few worlds are all searched, and exactly.
        """
        task, limit = self.task, self.task.limit
        most = MOST_WORLDS if task.compiled.setup.plain else FEWEST_IN_REACH
        few = self.population is not None and self.population <= most
        if few or task.by is None or limit.nodes is not None or limit.exact or task.belief:
            return Worth.BEST
        if task.worth is Worth.BEST or not native.plays_policies(task.compiled):
            return Worth.BEST
        return task.worth

    @property
    def decides_by_reach(self) -> bool:
        """Whether worlds are searched only if enough of them are in reach."""
        return self.task.limit == Limit() and not self.quick

    def give_up(self, cost: float) -> None:
        """Begin again, with playouts of every world and move, since a world takes so many nodes."""
        self.cost, self.only = cost, self.task.only
        if self.by_policy is Worth.BEST:
            self.is_in_vain = True
        else:
            self.by_policy = Worth.PLAY

    def _is_quick(self, state: State) -> bool:
        """Whether all worlds are searched in no time, so that none need be left out."""
        tiles = sum(hand.bit_count() for hand in state.hands)
        few = self.population is not None and self.population <= MOST_WORLDS
        return few and self.task.compiled.setup.plain and tiles <= FEW_TILES

    def _is_forced(self, state: State) -> bool:
        """Whether nothing is asked but the worth of the only legal action, without a limit."""
        return self.task.limit == Limit() and len(self.task.compiled.legal(state)) == 1

    def _choose_search(self, state: State) -> None:
        """Whether to search natively, and how many nodes a world may then take.

        For large searches that is decided by the world alone. Small ones, in which the nodes can't
        run out, may follow what the process has searched before, and need not wait until the
        kernels are compiled: they begin in plain Python. So do those that leave no world out, as
        far as its patience goes.
        """
        if self.plays_out:
            self.budget, self.natively, self.for_native = Nodes(1, 10), True, True
            return
        if self.plays_alone:
            assert self.task.belief is not None
            self.budget, self.natively = Nodes(1, 10), self.task.belief.weighing.reading.natively
            self.for_native, self.patience = self.natively, None
            return
        worlds = min(self.asked, MOST_WORLDS)
        compiled, limit, deadline = self.task.compiled, self.task.limit, self.deadline
        nodes, tick = limit.nodes, self._tick
        if nodes is None and not limit.exact:
            nodes = self._of_one(usual_nodes(compiled, natively=True).slower(self.haste))
        enough = nodes is None or native.cannot_run_out(compiled, state, nodes)
        begins = self.takes_all and deadline is None
        begins = begins and native.may_begin_plainly(compiled, nodes)
        wait = not (enough or begins)
        natively = native.large(compiled, state, worlds, deadline=deadline, tick=tick, wait=wait)
        self.patience = None
        if begins and not natively:
            self.patience = native.patience(compiled, state, worlds, nodes)
            if self.patience is None:
                natively = native.large(compiled, state, worlds, tick=tick, wait=not enough)
        coming = self.patience is not None or (enough and native.compiling())
        self.for_native = natively or coming
        self.budget = usual_nodes(compiled, natively=self.for_native).slower(self.haste)
        nodes = self.budget.of_a_world if limit.nodes is None else limit.nodes
        self.natively = natively or native.wanted(
            compiled, state, worlds, nodes=nodes, deadline=deadline, tick=tick, wait=wait
        )

    @property
    def nodes_for_world(self) -> int | None:
        """How many nodes a world may take; None for any number."""
        limit = self.task.limit
        if limit.nodes is not None or limit.exact:
            return limit.nodes
        assert self.budget is not None
        if self.is_in_vain:
            return 1
        nodes = self._of_one(self.budget)
        if not self.decides_by_reach or self.asked == 1:
            return nodes
        return min(nodes, nodes_in_reach(self.budget, 1, self.asked))

    def _of_one(self, nodes: Nodes) -> int:
        """How many of the usual nodes a world may take: where it is the only one, all."""
        return nodes.alone if self.asked == 1 else nodes.of_a_world
