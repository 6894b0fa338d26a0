"""The generated functions of the end of a round: who wins, what it pays, who opens the next."""

from __future__ import annotations

from dataclasses import replace

from dominoes_lang.analysis.revealed.visibility import reads_hands
from dominoes_lang.codegen.python import Python
from dominoes_lang.codegen.writer import ROWS, Writer, bare
from dominoes_lang.lowering.lower import THEM, LoweredRow
from dominoes_lang.lowering.program import YES, Type
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Moment, Role
from dominoes_lang.table.state import NOBODY, Over

PAID = {
    Moment.THE_DEAL: "paid_at_the_deal",
    Moment.AFTER_PLAY: "paid_after_play",
    Moment.AFTER_PASS: "paid_after_pass",
    Moment.AFTER_DRAW: "paid_after_draw",
    Moment.AFTER_TRICK: "paid_after_trick",
}
"""The generated functions of what is paid while a round goes on."""
_UNPAID = f">= {Over.CUT.value}"
"""Asked of `over`: ends of a round without a winner and without awards, cut short or void."""
assert Over.CUT < Over.VOID == max(Over)


def write_scoring(writer: Writer, python: Python) -> None:
    """Write `winner`, `awards`, `payoff`, `is_void` and the openings."""
    _winner(writer, python)
    for moment, name in PAID.items():
        if any(award.moment is moment for award in python.setup.in_play):
            _payments(writer, python, name, moment)
    _awards(writer, python)
    _payoff(writer, python.setup)
    _void(writer, python)
    _openings(writer, python)


def source_of_one(setup: Setup, award: nodes.AwardClause) -> str:
    """The source of a function `paid`: what one award pays each side, whatever the target is."""
    at_end = award.moment is Moment.ROUND_END
    alone = replace(
        setup,
        awards=(award,) if at_end else (),
        in_play=() if at_end else (award,),
        match=replace(setup.match, overshoot_ignored=False),
    )
    writer = Writer()
    _payments(writer, Python(alone), "paid", award.moment)
    return "\n".join(writer.lines)


def _winner(writer: Writer, python: Python) -> None:
    setup = python.setup
    writer.scoring("winner", "The side that wins a finished round, -1 for nobody.")
    if setup.match.checked or setup.tricks is not None:
        writer.add(1, f"if over {_UNPAID}:", "    return -1")
    rows = python.lowering.winner()
    for row in rows:
        writer.rule(1, row.rule)
        value = python.of(row.value)
        if row.condition == YES:
            writer.add(1, f"return {value}")
        else:
            writer.condition(1, "if", python.of(row.condition), f"return {value}")
    if rows[-1].condition != YES:
        writer.add(1, "raise AssertionError")


def _awards(writer: Writer, python: Python) -> None:
    paid = "paid" in python.setup.tracks
    if not paid and python.setup.tricks is None:
        description = "The points that each side gets at the end of a finished round."
        _payments(writer, python, "awards", Moment.ROUND_END, description)
        return
    _payments(writer, python, "paid_at_the_end", Moment.ROUND_END)
    writer.scoring("awards", "The points that each side gets in a finished round.")
    writer.add(1, f"paid = more.paid or {(0,) * python.setup.sides}")
    writer.add(1, f"if over {_UNPAID}:", "    return paid")
    writer.add(1, "return tuple(map(add, paid, paid_at_the_end(")
    writer.add(2, *ROWS)
    writer.add(1, ")))")


def _payments(
    writer: Writer, python: Python, name: str, moment: Moment, description: str = ""
) -> None:
    """Write the function of what the awards of a moment pay each side."""
    setup = python.setup
    awards = [due for due in (*setup.awards, *setup.in_play) if due.moment is moment]
    writer.scoring(name, description or f"The points that each side is paid {moment.value}.")
    roles = {node.role for node in nodes.walk(tuple(awards)) if isinstance(node, nodes.Who)}
    if Role.WINNER in roles:
        _who_won(writer)
    writer.add(1, f"points = [0] * {setup.sides}")
    for clause in awards:
        writer.rule(1, clause)
        depth, bound = 1, python
        if clause.each in THEM:
            bound = Python(setup, THEM[clause.each])
            among = setup.playing if clause.each is Role.EACH_PLAYER else setup.sides_playing
            writer.add(1, f"for them in {among}:")
            depth = 2
        award = bound.lowering.award(clause)
        if award.condition != YES:
            writer.condition(depth, "if", bound.of(award.condition))
            depth += 1
        _amount(writer, bound, depth, award.amount)
        if award.to.type is Type.SEATS:
            sides = f"{{SIDE_OF[seat] for seat in {bound.of(award.to)}}}"
            writer.add(depth, f"for side in {sides}:", "    points[side] += amount")
        else:
            side = bound.of(award.to)
            writer.add(depth, f"if {side} >= 0:", f"    points[{side}] += amount")
    if setup.match.overshoot_ignored and setup.target is not None:
        writer.add(
            1,
            f"for side in range({setup.sides}):",
            f"    if {python.score('side')} + points[side] > {setup.target}:",
            "        points[side] = 0",
        )
    writer.add(1, "return tuple(points)")


def _amount(writer: Writer, python: Python, depth: int, rows: tuple[LoweredRow, ...]) -> None:
    """Set `amount` by the first row that holds."""
    word = "if"
    for row in rows:
        amount = f"amount = {bare(python.of(row.value))}"
        if row.condition != YES:
            writer.condition(depth, word, python.of(row.condition), amount)
            word = "elif"
        elif word == "if":
            writer.add(depth, amount)
        else:
            writer.add(depth, "else:", f"    {amount}")
    if not rows or rows[-1].condition != YES:
        writer.add(depth, "else:", "    raise AssertionError")


def _payoff(writer: Writer, setup: Setup) -> None:
    writer.scoring("payoff", "What each side gets out of a finished round.")
    if setup.counts_wins:
        _who_won(writer)
        writer.add(
            1,
            f"return ({', '.join(f'int(won == {side})' for side in range(setup.sides))})",
        )
    else:
        writer.add(1, "return awards(")
        writer.add(2, *ROWS)
        writer.add(1, ")")


def _who_won(writer: Writer) -> None:
    """Set `won` to the side that wins."""
    writer.add(1, "won = winner(")
    writer.add(2, *ROWS)
    writer.add(1, ")")


def _void(writer: Writer, python: Python) -> None:
    redeal = python.setup.redeal
    writer.function("is_void(hands)", "Whether these dealt hands are dealt again.")
    if redeal is None:
        writer.add(1, "return False")
        return
    writer.add(1, *_nothing_aside(python.setup))
    writer.rule(1, redeal, f"redeal: when {redeal.span.words}")
    writer.add(1, f"return {bare(python.condition(redeal))}")


def _openings(writer: Writer, python: Python) -> None:
    setup = python.setup
    writer.function(
        "first_opening(dealt, lot, spare=0)",
        "Who opens the first round, and the tiles to open with; None for a redeal.",
    )
    writer.add(1, *_nothing_aside(setup))
    _chain(writer, python, 1, setup.opened_in(setup.first_opener[0].choices, 1), "dealt")
    writer.function(
        "next_opening(before, dealt, lot, spare=0)",
        "Who opens the round after a finished one, and with what; None for a redeal.",
    )
    writer.take_apart("before")
    if setup.match.checked:
        writer.add(1, "if over == 3:", "    return None")
    _who_won(writer)
    for row in setup.next_opener:
        depth = 1
        if row.condition is not None:
            writer.rule(1, row.condition)
            writer.condition(1, "if", python.condition(row.condition))
            depth = 2
        choices = tuple(nodes.changed(choice, _a_round_later) for choice in row.choices)
        _chain(writer, python, depth, choices, "before.hands")
        if row.condition is None:
            return
    writer.add(1, "raise AssertionError")


def _a_round_later(part: nodes.Node) -> nodes.Node:
    """A node of an opener, which is asked in the state that the round before ended in."""
    return replace(part, ahead=1) if isinstance(part, nodes.RoundsDouble) else part


def _nothing_aside(setup: Setup) -> list[str]:
    """At the deal nobody has laid a tile aside."""
    return ["more = More()"] if "aside" in setup.tracks else []


def source_of_opening(setup: Setup, choices: tuple[nodes.Opening, ...]) -> str:
    """`opening(dealt, lot)`: who opens by choices that need no round before, and with what."""
    writer = Writer()
    writer.function("opening(dealt, lot, spare=0)", "Who opens, and with what; None for a redeal.")
    writer.add(1, *_nothing_aside(setup))
    _chain(writer, Python(setup), 1, choices, "dealt")
    return "\n".join(writer.lines)


def _chain(
    writer: Writer,
    python: Python,
    depth: int,
    choices: tuple[nodes.Opening, ...],
    before: str,
) -> None:
    """Return the opening of the first choice that applies.

    Anyone found by what hands hold is looked up in the new deal, anyone else in `before`.
    """
    for choice in choices:
        writer.rule(depth, choice)
        if choice.draws:
            everyone = choice.draws * python.setup.seats
            writer.add(depth, f"if spare >= {everyone}:", f"    return {NOBODY}, {choice.draws}")
            continue
        if choice.who is None:
            writer.add(depth, "return None")
            return
        holder = isinstance(choice.who, nodes.HolderOf)
        by_deal = reads_hands(python.setup, choice.who)
        writer.add(depth, f"hands = {'dealt' if by_deal else before}")
        if "aside" in python.setup.tracks and before != "dealt":
            writer.add(depth, f"more = {'More()' if by_deal else 'before.more'}")
        if isinstance(choice.who, nodes.Who) and choice.who.role is Role.LOT:
            seat = "lot"
        elif choice.by_choice:
            side = python.side(choice.who)
            seat = f"CHOSEN[{side}][lot]"
        else:
            seat = python.player(choice.who)
        writer.add(depth, f"seat = {seat}")
        if isinstance(choice.tile, nodes.DealtTile) and not holder:
            writer.add(depth, "hands = dealt")
        if choice.with_it:
            assert isinstance(choice.who, nodes.HolderOf)
            bit = python.bit(choice.who.tile)
        elif isinstance(choice.tile, nodes.AnyOf):
            bit = str(python.setup.mask_of(choice.tile))
        elif choice.tile is not None:
            bit = python.bit(choice.tile)
        else:
            writer.add(depth, "if seat >= 0:", "    return seat, dealt[seat]")
            continue
        writer.add(
            depth,
            f"opening = dealt[seat] & {bit} if seat >= 0 else 0",
            "if opening:",
            "    return seat, opening",
        )
    writer.add(depth, "return None")
