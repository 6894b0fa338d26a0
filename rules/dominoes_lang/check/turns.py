"""Checks of a turn before anyone plays: dead steps, a player without a move, endless rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath

from dominoes_lang.analysis.turns.endings import Loop, passing, without_action
from dominoes_lang.analysis.turns.guarded_rows import MOST_CONDITIONS
from dominoes_lang.analysis.turns.situations import Situation, situations
from dominoes_lang.setup.binding import value_shown
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import DRAWING, PLACED, Act, Fact, Role
from dominoes_lang.table.state import End
from dominoes_lang.text.diagnostics import Diagnostic, Label
from dominoes_lang.text.source import Span


def check_turns(setups: Sequence[Setup], findings: list[Diagnostic]) -> None:
    """Report what is wrong with a turn.

    There is a setup for each number of players, and for each value of the parameters that the turn
    and the end of a round read; the first is the plain one.
    """
    first = setups[0]
    empty = not any(setup.stock_size > setup.reserve for setup in setups)
    if empty:
        _stock_is_empty(first, findings)
    _check_draws_to_open(setups, findings)
    before = len(findings)
    _check_dropping_out(first, findings)
    _check_places(first, findings)
    _check_alike(first, findings)
    if len(findings) > before:
        return
    reachable: set[int] = set()
    possible: set[int] = set()
    for setup in setups:
        known = situations(setup)
        if known is None:
            findings.append(
                Diagnostic(
                    "too-many-cases",
                    f"the steps of the turn depend on more than {MOST_CONDITIONS} conditions",
                    setup.turn.steps[0].span,
                    helps=("use fewer conditions",),
                )
            )
            return
        reachable |= {number for situation in known for number in situation.open_steps(setup)}
        possible |= {
            number
            for number, step in enumerate(setup.turn.steps)
            if any(situation.is_possible(step) for situation in known)
        }
        if len(findings) == before:
            _always_a_move(setup, known, findings)
            _ends(setup, known, findings)
            findings[before:] = [_with_setting(setup, first, new) for new in findings[before:]]
    if empty:  # already reported for the steps that draw
        reachable |= {number for number, step in enumerate(first.turn.steps) if step.act in DRAWING}
    _dead_steps(first, reachable, possible, findings)


def _with_setting(setup: Setup, first: Setup, finding: Diagnostic) -> Diagnostic:
    """A finding with the parameters and players that it depends on, if not the first ones."""
    chosen = [
        f"{name} = {value_shown(value)}"
        for (name, value), (_, usual) in zip(setup.parameters, first.parameters, strict=True)
        if value != usual
    ]
    if setup.player_count != first.player_count:
        chosen.append(f"{setup.player_count} players")
    return (
        replace(finding, notes=(*finding.notes, f"with {', '.join(chosen)}")) if chosen else finding
    )


def _ends(setup: Setup, known: list[Situation], findings: list[Diagnostic]) -> None:
    """Report an endless round. Tiles and stock run out, so only passes can go on for ever."""
    loop = passing(setup, known)
    if not isinstance(loop, Loop):
        return
    # On trains a player who can't act now may find a train open later: `early-block` refuses that.
    stuck = "" if setup.layout.owners else '"blocked: when nobody can act" or '
    names = ", ".join(
        f"{setup.seat_names[turn % setup.player_count]} passes"
        for turn in range(setup.player_count + 1)
    )
    choice = "passing is a free choice" if loop.by_choice else "everyone may have to pass"
    waits = setup.blocked.span.words
    where = (
        () if loop.step.guard is None else (f"it begins where {loop.situation.described(setup)}",)
    )
    findings.append(
        Diagnostic(
            "endless",
            "this round could go on for ever",
            loop.step.span,
            f'{choice}, and "blocked" waits until {waits}',
            notes=(f"example: {names}, …", *where),
            helps=(
                'write "or else pass", or use "blocked: when everyone passed in a row"'
                if loop.by_choice
                else f'use {stuck}"blocked: when everyone passed in a row"',
            ),
        )
    )


def _check_draws_to_open(setups: Sequence[Setup], findings: list[Diagnostic]) -> None:
    """Report that everyone draws before the opening where the stock never has enough."""
    first = setups[0]
    if not first.draws_to_open:
        return
    if any(setup.spare() >= setup.draws_to_open * setup.seats for setup in setups):
        return
    rows = (*first.first_opener, *first.next_opener)
    choice = next(choice for row in rows for choice in row.choices if choice.draws)
    findings.append(
        Diagnostic(
            "idle-draw",
            "everyone can never draw here",
            choice.span,
            f"only {max(0, first.spare())} tiles of the stock may be drawn",
            helps=("remove this choice, or deal fewer tiles",),
        )
    )


def _stock_is_empty(setup: Setup, findings: list[Diagnostic]) -> None:
    for step in setup.turn.steps:
        if step.act not in DRAWING:
            continue
        dealt = setup.dealt_size
        deal = setup.ruleset.clauses["deal"].span
        where = f"line {deal.line}"
        if deal.source is not step.span.source:
            where += f" of {PurePath(deal.source.name).name}"
        reason = (
            f"the stock is always empty: {setup.player_count} players × {setup.hand_size} = "
            f"all {dealt} tiles ({where})"
            if dealt == len(setup.tiles)
            else f"all {setup.stock_size} tiles that are not dealt are reserved"
        )
        findings.append(
            Diagnostic(
                "idle-draw",
                '"draw" can never happen here',
                Span(step.span.source, step.span.start, step.span.start + len("draw")),
                reason,
                helps=("remove this step, or deal fewer tiles",),
            )
        )


def _check_dropping_out(setup: Setup, findings: list[Diagnostic]) -> None:
    """Whoever passes drops out, or nobody does; and where nobody does, nobody is asked about it."""
    steps = setup.turn.steps
    passes = [step for step in steps if step.act is Act.PASS]
    if setup.turn.drops_out and passes:
        dropping = next(step for step in steps if step.act is Act.DROP_OUT)
        findings.append(
            Diagnostic(
                "two-passes",
                'a turn can\'t have both "pass" and "drop out"',
                passes[0].span,
                "nobody could see whether a player who can't play is out of the round",
                helps=('keep one of them; an award "after pass" is paid for either',),
                others=(Label(dropping.span, "the other one"),),
            )
        )
    if setup.turn.drops_out:
        return
    clauses = [
        clause
        for clause in setup.ruleset.clauses.values()
        if not isinstance(clause, nodes.ExampleClause)
    ]
    for node in nodes.walk(tuple(clauses)):
        asks = (
            isinstance(node, nodes.DroppedOut)
            or (isinstance(node, nodes.Who) and node.role in {Role.STILL_IN, Role.LAST_IN})
            or (isinstance(node, nodes.Read) and node.fact is Fact.STILL_IN)
        )
        if asks:
            findings.append(
                Diagnostic(
                    "nobody-drops-out",
                    "nobody drops out in this game",
                    node.span,
                    helps=('write "or else drop out" as the last step of "turn"',),
                )
            )
            return


def _check_places(setup: Setup, findings: list[Diagnostic]) -> None:
    """A step that names a place needs a layout that has it."""
    layout = setup.layout
    on_line = {Act.PLAY_ON_LAST, Act.PLAY_AT_EACH}
    lacking = set() if layout.owners else PLACED.keys() - on_line
    lacking = (
        lacking - {Act.PLAY_OF_SUIT} if setup.tricks is not None else lacking | {Act.PLAY_OF_SUIT}
    )
    table = "none"
    if layout.rules.most.open_ends < len(End):
        lacking |= {Act.PLAY_AT_EACH}
        table = "one open end"
    if layout.branches:
        lacking |= on_line
        table = "trains" if layout.owners else "arms"
    for step in setup.turn.steps:
        if step.act not in lacking:
            continue
        why = ""
        if step.act is Act.PLAY_ON_LAST and not layout.owners:
            why = "of ends that are alike in arms nobody can tell which one the last tile left"
        line = step.act in on_line
        needs = "a line" if line else "trains"
        instead = 'line" with doubles inline' if line else "trains from round's double\""
        if step.act is Act.PLAY_OF_SUIT:
            needs, instead = "tricks", 'tricks"'
        findings.append(
            Diagnostic(
                "no-place",
                f'"{step.words}" needs {needs}, and this table has {table}',
                step.span,
                why,
                helps=(f'write "play a tile", or "layout: {instead}',),
            )
        )


def _check_alike(setup: Setup, findings: list[Diagnostic]) -> None:
    """Two steps of a group must not look the same to the others."""
    for group in setup.turn.groups:
        seen: dict[str, nodes.Step] = {}
        for number in group:
            step = setup.turn.steps[number]
            kind = "draw" if step.act in DRAWING else step.words
            first = seen.setdefault(kind, step)
            if first is not step:
                findings.append(
                    Diagnostic(
                        "same-step",
                        f'"{step.words}" and "{first.words}" look the same to the others, '
                        "so they can't share a choice",
                        step.span,
                        helps=('keep one, or write "or else" between them',),
                        others=(Label(first.span, "the other one"),),
                    )
                )


def _dead_steps(
    setup: Setup, reachable: set[int], possible: set[int], findings: list[Diagnostic]
) -> None:
    """Report the steps that are never open; `possible` are those that would be, taken alone."""
    for number, step in enumerate(setup.turn.steps):
        if number in reachable:
            continue
        if step.act is Act.STOP and setup.turn.again is None:
            label, advice = "no turn lays a second tile", 'add "again after …"'
        elif number in possible:
            label = "whenever it is possible, a step above is possible as well"
            advice = "remove this step, or move it up"
        else:
            label = "its condition is never true in a turn that comes this far"
            advice = "change the condition, or remove this step"
        findings.append(
            Diagnostic(
                "dead-step",
                f'"{step.words}" can never happen here',
                step.span,
                label,
                helps=(advice,),
            )
        )


def _always_a_move(setup: Setup, known: list[Situation], findings: list[Diagnostic]) -> None:
    situation = without_action(setup, known)
    if situation is not None:
        blocks = {step.then_again for step in setup.turn.steps}
        later = max(blocks) and not situation.first
        last = next(step for step in reversed(setup.turn.steps) if step.then_again is later)
        way_out = "pass" if situation.first else "stop"
        if setup.tricks is not None:
            way_out = "play a tile"
        ended = 'the steps above "then again"' if max(blocks) and situation.first else "the turn"
        findings.append(
            Diagnostic(
                "no-move",
                "a player may have no legal action",
                last.span,
                f"nothing is possible when {situation.described(setup)}",
                helps=(f'end {ended} with "or else {way_out}"',),
            )
        )
