"""What can be said of a turn before anyone plays: dead steps, a player without a move, for ever."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from dominoes_lang import syntax
from dominoes_lang.arithmetic import constant
from dominoes_lang.diagnostics import Diagnostic, Label
from dominoes_lang.setup import Setup
from dominoes_lang.source import Span
from dominoes_lang.syntax import DRAWING, Act, Expression, Fact, Role
from dominoes_lang.tables import MOST_CONDITIONS, atoms, in_words, normal


@dataclass(frozen=True)
class Situation:
    """A player about to move: whether a tile fits, whether one can be drawn, and the rest."""

    able: bool
    stock_open: bool
    atoms: Mapping[Expression, bool]

    def holds(self, condition: Expression | None) -> bool:
        match condition:
            case None:
                return True
            case syntax.YesNo(value=value):
                return value
            case syntax.Not(condition=inner):
                return not self.holds(inner)
            case syntax.Both(joiner=joiner, parts=parts):
                answers = [self.holds(part) for part in parts]
                return all(answers) if joiner == "and" else any(answers)
            case syntax.Read(fact=Fact.NOTHING_TO_DRAW):
                return not self.stock_open
            case syntax.Can(verb="play", who=syntax.Who(role=Role.MOVER)):
                return self.able
        atom, sense = normal(condition)
        return self.atoms[atom] == sense

    def open_steps(self, setup: Setup) -> list[int]:
        """The numbers of the steps that the player may choose from."""
        for group in setup.groups:
            possible = [number for number in group if self._possible(setup.steps[number])]
            if possible:
                return possible
        return []

    def _possible(self, step: syntax.Step) -> bool:
        if not self.holds(step.guard):
            return False
        if step.act is Act.PLAY:
            return self.able
        return self.stock_open if step.act in DRAWING else True

    def __str__(self) -> str:
        words = ["a tile fits" if self.able else "no tile fits"]
        words.append("a tile can be drawn" if self.stock_open else "none can be drawn")
        words += [in_words(atom, true) for atom, true in self.atoms.items()]
        return ", ".join(words)


def check_turn(setup: Setup, stocked: bool, found: list[Diagnostic]) -> None:
    """Report what is wrong with a turn.

    `stocked` says whether for some number of players there is something to draw.
    """
    before = len(found)
    _stock_is_empty(setup, stocked, found)
    _told_apart(setup, found)
    if len(found) > before:
        return
    known = situations(setup)
    if known is None:
        found.append(
            Diagnostic(
                "too-many-cases",
                f"the steps of the turn tell apart more than {MOST_CONDITIONS} conditions",
                setup.steps[0].span,
                helps=("use fewer conditions",),
            )
        )
        return
    _dead_steps(setup, known, found)
    _always_a_move(setup, known, found)
    _ends(setup, known, found)


def situations(setup: Setup) -> list[Situation] | None:
    """Every situation that a player may be in; None where guards tell apart too many."""
    free = atoms([step.guard for step in setup.steps])
    if len(free) > MOST_CONDITIONS:
        return None
    return [
        Situation(able, stock_open, dict(zip(free, values, strict=True)))
        for able in (True, False)
        for stock_open in ((True, False) if setup.stock_size > setup.reserve else (False,))
        for values in product((True, False), repeat=len(free))
    ]


def _stock_is_empty(setup: Setup, stocked: bool, found: list[Diagnostic]) -> None:
    if stocked:
        return
    for step in setup.steps:
        if step.act not in DRAWING:
            continue
        dealt = setup.seats * setup.hand_size
        deal = setup.ruleset.clauses["deal"].span
        place = f"line {deal.line}" if deal.source is step.span.source else str(deal)
        reason = (
            f"the stock is always empty: {setup.seats} players × {setup.hand_size} = "
            f"all {dealt} tiles ({place})"
            if dealt == len(setup.tiles)
            else f"all {setup.stock_size} tiles that are not dealt are reserved"
        )
        draw = Span(step.span.source, step.span.start, step.span.start + len("draw"))
        own = _own(setup, draw, "reserve", "deal", "players", "tiles")
        helps = ("remove this step, or deal fewer tiles",)
        if own is not draw:
            helps = (f"remove the step that draws ({step.span}), or leave tiles to be drawn",)
        message = f'"draw" can never happen {"here" if own is draw else "so"}'
        found.append(Diagnostic("dead-step", message, own, reason, helps=helps))


def _told_apart(setup: Setup, found: list[Diagnostic]) -> None:
    """Two steps of a group must not look the same to who watches."""
    for group in setup.groups:
        seen: dict[str, syntax.Step] = {}
        for number in group:
            step = setup.steps[number]
            kind = "draw" if step.act in DRAWING else step.act.value
            first = seen.setdefault(kind, step)
            if first is not step:
                found.append(
                    Diagnostic(
                        "same-step",
                        f'"{step.act.value}" and "{first.act.value}" can\'t be told apart in '
                        "one choice",
                        step.span,
                        helps=('keep one, or write "or else" between them',),
                        others=(Label(first.span, "the other one"),),
                    )
                )


def _dead_steps(setup: Setup, known: list[Situation], found: list[Diagnostic]) -> None:
    reachable = {number for situation in known for number in situation.open_steps(setup)}
    for number, step in enumerate(setup.steps):
        if number in reachable or (step.act in DRAWING and setup.stock_size <= setup.reserve):
            continue
        found.append(
            Diagnostic(
                "dead-step",
                f'"{step.act.value}" can never happen here',
                step.span,
                "a step above is always possible, or the guard never holds",
                helps=("remove this step, or move it up",),
            )
        )


def _always_a_move(setup: Setup, known: list[Situation], found: list[Diagnostic]) -> None:
    for situation in known:
        if not situation.open_steps(setup):
            found.append(
                Diagnostic(
                    "no-move",
                    "a player may have no legal action",
                    setup.steps[-1].span,
                    f"nothing is possible when {situation}",
                    helps=('end the turn with "or else pass"',),
                )
            )
            return


def _ends(setup: Setup, known: list[Situation], found: list[Diagnostic]) -> None:
    """Tiles and stock run out; so a round goes on for ever only by passes."""
    stuck = [
        situation
        for situation in known
        if any(setup.steps[number].act is Act.PASS for number in situation.open_steps(setup))
    ]
    for situation in stuck:
        could_act = (
            any(setup.steps[number].act is not Act.PASS for number in situation.open_steps(setup))
            or situation.able
            or (situation.stock_open and setup.draws)
        )
        if _ends_by_passes(setup.blocked, could_act):
            continue
        passing = next(
            setup.steps[number]
            for number in situation.open_steps(setup)
            if setup.steps[number].act is Act.PASS
        )
        if could_act and passing.guard is not None and _varies(passing.guard):
            continue
        names = ", ".join(
            f"{setup.seat_names[turn % setup.seats]} passes" for turn in range(setup.seats + 1)
        )
        choice = "passing is a free choice" if could_act else "everyone may have to pass"
        waits = " ".join(setup.blocked.span.text.split())
        found.append(
            Diagnostic(
                "endless",
                "this round could go on for ever",
                _own(setup, passing.span, "blocked"),
                f'{choice}, and "blocked" waits until {waits}',
                notes=(f"example: {names}, …",),
                helps=(
                    'write "or else pass", or use "blocked: when everyone passed in a row"'
                    if could_act
                    else 'use "blocked: when nobody can act" or "when everyone passed in a row"',
                ),
            )
        )
        return


def _own(setup: Setup, span: Span, *keys: str) -> Span:
    """A place in the file itself: for a step that is inherited, the clause that does not fit it."""
    source = setup.ruleset.source
    if span.source is not source:
        for key in keys:
            clause = setup.ruleset.clauses[key]
            if clause.span.source is source:
                return clause.span
    return span


def _varies(node: Expression) -> bool:
    """Whether something may change in a row of passes."""
    return any(
        isinstance(part, syntax.Read) and part.fact is Fact.PASSES_IN_A_ROW
        for part in syntax.walk(node)
    )


def _is_passed(bound: syntax.Compare) -> bool:
    """Whether a growing number of passes gets to a bound."""
    if bound.relation == "is":
        amount = constant(bound.right)
        return amount is not None and amount >= 1 and amount == int(amount)
    return bound.relation in {"at least", "more than"} and not _varies(bound.right)


def _ends_by_passes(blocked: Expression, could_act: bool) -> bool:
    """Whether the round is blocked for certain once everyone goes on passing."""
    match blocked:
        case syntax.PassedInARow():
            return True
        case syntax.Can(verb="act", who=syntax.Who(role=Role.NOBODY)):
            return not could_act
        case syntax.Can(verb="play", who=syntax.Who(role=Role.NOBODY)):
            return not could_act
        case syntax.YesNo(value=value):
            return value
        case syntax.Not(condition=syntax.Can(verb="act", who=syntax.Who(role=Role.ANY_PLAYER))):
            return not could_act
        case syntax.Compare(left=syntax.Read(fact=Fact.PASSES_IN_A_ROW)):
            return _is_passed(blocked)
        case syntax.Both(joiner=joiner, parts=parts):
            answers = [_ends_by_passes(part, could_act) for part in parts]
            return all(answers) if joiner == "and" else any(answers)
    return False
