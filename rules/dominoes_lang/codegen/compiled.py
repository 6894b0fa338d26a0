"""The generated functions of a setup, ready to be called."""

from __future__ import annotations

import linecache
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import count
from types import TracebackType
from typing import Any, Protocol

from dominoes_lang.analysis.payoffs import matters
from dominoes_lang.analysis.payoffs.payoff_bound import bound
from dominoes_lang.analysis.revealed.visibility import reads_hands
from dominoes_lang.codegen.generate import generate
from dominoes_lang.codegen.python import Python
from dominoes_lang.codegen.runtime import namespace
from dominoes_lang.codegen.scoring import PAID, source_of_one, source_of_opening
from dominoes_lang.lowering.program import Value
from dominoes_lang.setup.arithmetic import Amount
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Role
from dominoes_lang.table.state import NOBODY, Action, State, only_dealt
from dominoes_lang.text.source import Span

Opening = tuple[int, int]


class Play(Protocol):
    """`play(state, action)`: the state after a legal action."""

    def __call__(self, state: State, action: Action, /, blocked: bool | None = None) -> State:
        """Whether the round is `blocked` is decided by the rules, unless the caller decides it."""


_numbers = count(1)
"""Each source is known by a name of its own, so that it can be forgotten by itself."""

MOST_EXPRESSIONS = 1_000
"""The most functions of conditions and players that are cached; the least recently used go."""


@dataclass(frozen=True)
class Compiled:
    """A setup as Python functions. Made by `compile_rules`; equal where the setup is.

    The functions that take `*state` are called with the fields of a state one by one, so that a
    search can call them without making one.
    """

    setup: Setup
    source: str = field(repr=False, compare=False)
    filename: str = field(compare=False)
    """The name by which a debugger and a traceback know the source."""
    legal: Callable[[State], list[Action]] = field(repr=False, compare=False)
    """The legal actions, in canonical order; none once the round is over."""
    play: Play = field(repr=False, compare=False)
    winner: Callable[..., int] = field(repr=False, compare=False)
    """`winner(*state)`: the side that wins a finished round, or -1."""
    awards: Callable[..., tuple[int, ...]] = field(repr=False, compare=False)
    """`awards(*state)`: the points that each side gets at the end of a finished round."""
    payoff: Callable[..., tuple[int, ...]] = field(repr=False, compare=False)
    """`payoff(*state)`: the payoff of each side in a finished round: points, or 1 for a win."""
    is_void: Callable[[tuple[int, ...]], bool] = field(repr=False, compare=False)
    """Whether dealt hands are dealt again."""
    first_opening: Callable[..., Opening | None] = field(repr=False, compare=False)
    """`first_opening(hands, lot)`: who opens and with which tiles; None for a redeal."""
    next_opening: Callable[..., Opening | None] = field(repr=False, compare=False)
    bound: Callable[[int], int] = field(repr=False, compare=False)
    """From the pips not yet laid to the largest payoff that can still come; see `bounds`."""
    rules: dict[int, nodes.Node] = field(repr=False, compare=False)
    """The rule that each line of the source carries out."""
    names: dict[str, Any] = field(repr=False, compare=False)
    """The global names of the generated functions."""

    def in_round(self, scores: tuple[int, ...]) -> Compiled:
        """The functions of a round that begins with these scores: see `Setup.in_round`."""
        setup = self.setup.in_round(scores)
        if setup is self.setup:
            return self
        if setup.away not in self._in_rounds:
            self._in_rounds[setup.away] = compile_rules(setup)
        return self._in_rounds[setup.away]

    @cached_property
    def _in_rounds(self) -> dict[int, Compiled]:
        """By the mask of the seats that are out of the match."""
        return {}

    def paid_at_the_deal(self, hands: tuple[int, ...]) -> tuple[int, ...]:
        """The points that each side is paid for dealt hands; empty where no rule pays any."""
        pay = self.names.get(PAID[nodes.Moment.THE_DEAL])
        return pay(*only_dealt(hands)) if pay else ()

    @cached_property
    def condition(self) -> Callable[[nodes.Expression], Callable[..., bool]]:
        """`condition(node)(*state)`: whether a condition bound to this setup holds.

        It may be any part of the rules or be typed alone; it is compiled the first time.
        """
        return lru_cache(MOST_EXPRESSIONS)(
            lambda node: self._function(node, Python(self.setup).condition(node))
        )

    @cached_property
    def guards(self) -> dict[int, tuple[Callable[..., bool], bool]]:
        """By the `id` of each step with a guard: the guard, and whether it reads hands.

        Hashing a whole condition at every action of a record would take longer than testing it.
        """
        return {
            id(step): (self.condition(step.guard), reads_hands(self.setup, step.guard))
            for step in self.setup.turn.steps
            if step.guard is not None
        }

    @cached_property
    def seats(self) -> Callable[[nodes.Expression], Callable[..., tuple[int, ...]]]:
        """`seats(node)(*state)`: the seats of everyone meant; compiled the first time."""
        writer = Python(self.setup)
        return lru_cache(MOST_EXPRESSIONS)(lambda node: self._function(node, writer.seats(node)))

    @cached_property
    def amount(self) -> Callable[[nodes.Expression], Callable[..., Amount]]:
        """`amount(node)(*state)`: the value of an amount; compiled the first time."""
        writer = Python(self.setup)
        return lru_cache(MOST_EXPRESSIONS)(lambda node: self._function(node, writer.amount(node)))

    @cached_property
    def operation(self) -> Callable[[Value], Callable[..., Any]]:
        """`operation(value)(*state)`: what an operation makes; compiled the first time.

        It may not ask who has won. Several seats are a tuple, tiles a mask.
        """
        fields, writer = ", ".join(State._fields), Python(self.setup)
        return lru_cache(MOST_EXPRESSIONS)(
            lambda value: eval(f"lambda {fields}: {writer.of(value)}", self.names)
        )

    @cached_property
    def paid_by(self) -> Callable[[nodes.AwardClause], Callable[..., tuple[int, ...]]]:
        """`paid_by(award)(*state)`: the points that one award pays each side in a state.

        They leave out whether a side would go beyond the target; compiled the first time.
        """
        return lru_cache(MOST_EXPRESSIONS)(
            lambda award: self._defined("paid", source_of_one(self.setup, award))
        )

    @cached_property
    def opening(
        self,
    ) -> Callable[[tuple[nodes.Opening, ...]], Callable[[tuple[int, ...], int], Opening | None]]:
        """`opening(choices)(hands, lot)`: as `first_opening`, by choices compiled the first time.

        They may name nobody whom the round before decides.
        """
        return lru_cache(MOST_EXPRESSIONS)(
            lambda choices: self._defined("opening", source_of_opening(self.setup, choices))
        )

    def _defined(self, name: str, source: str) -> Callable[..., Any]:
        """The function of this name that some more generated source defines."""
        names = dict(self.names)
        exec(source, names)
        function: Callable[..., Any] = names[name]
        return function

    def _function(self, node: nodes.Expression, code: str) -> Callable[..., Any]:
        """A function of the fields of a state whose value is that of the code."""
        fields = ", ".join(State._fields)
        if any(
            isinstance(part, nodes.Who) and part.role is Role.WINNER for part in nodes.walk(node)
        ):
            code = f"(lambda won: {code})(winner({fields}) if over else {NOBODY})"
        function: Callable[..., Any] = eval(f"lambda {fields}: {code}", self.names)
        return function

    @cached_property
    def payoff_reads(self) -> frozenset[str]:
        """The fields of a state that matter to the payoff; see `analysis.matters`."""
        return matters.payoff_reads(self.setup)

    @cached_property
    def value_reads(self) -> frozenset[str]:
        """The fields of a state that matter to the rest of a round; see `analysis.matters`."""
        return matters.value_reads(self.setup)

    def rule_of(self, traceback: TracebackType | None) -> Span | None:
        """The rule whose generated line raised, if a generated line is in the traceback."""
        span = None
        while traceback is not None:
            if traceback.tb_frame.f_code.co_filename == self.filename:
                node = self.rules.get(traceback.tb_lineno)
                span = node.span if node is not None else span
            traceback = traceback.tb_next
        return span


def compile_rules(setup: Setup) -> Compiled:
    """The generated functions of a setup; `linecache` has their source for as long as they live."""
    writer = generate(setup)
    source = "\n".join(writer.lines) + "\n"
    # ASCII, since Python encodes it as it does names of files, which fails in some locales.
    filename = f"<{ascii(setup.name)[1:-1]}/{setup.seats} {next(_numbers)}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    names: dict[str, Any] = namespace(setup)
    exec(compile(source, filename, "exec"), names)
    weakref.finalize(names["legal"], linecache.cache.pop, filename, None).atexit = False
    return Compiled(
        setup=setup,
        source=source,
        filename=filename,
        legal=names["legal"],
        play=names["play"],
        winner=names["winner"],
        awards=names["awards"],
        payoff=names["payoff"],
        is_void=names["is_void"],
        first_opening=names["first_opening"],
        next_opening=names["next_opening"],
        bound=bound(setup),
        rules=writer.rules,
        names=names,
    )
