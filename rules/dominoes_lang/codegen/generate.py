"""From a setup to the source of Python functions: legal actions, play, the end, the score.

The functions do what the interpreter does; they are real source, meant to be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dominoes_lang.codegen.python import Python
from dominoes_lang.codegen.runtime import PLAYS_AT
from dominoes_lang.codegen.scoring import PAID, write_scoring
from dominoes_lang.codegen.writer import ROWS, Writer, bare, comment
from dominoes_lang.lowering.program import YES
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import DRAWING, PLACED, PLAYING, TIED, Act, Moment
from dominoes_lang.table.state import COUNTERS, Kind, More, State

_LISTED = Kind.DISCARD, Kind.DRAW, Kind.PASS, Kind.STOP
"""The kinds of action besides plays, in the order of a list of actions."""
_HANDS = {Act.PLAY: "hands[mover]", Act.PLAY_DOUBLE: "hands[mover] & DOUBLES"}
"""What each step that plays anywhere may lay."""
_OPENING_ACTIONS = (
    "if not ends:",
    "    fits, actions = hands[mover] & opening, []",
    "    while fits:",
    "        lowest = fits & -fits",
    "        fits ^= lowest",
    "        actions.append(PLAYS_LEFT[lowest])",
    "    return actions",
)
"""What the opener may do, in the first turn of a round."""
_LAID_IN_LINE = (
    "    if ends:",
    "        left, right = ends",
    "        fitted = (bit & FITS[left] != 0) + (bit & FITS[right] != 0)",
    # The new end is the half that does not meet the line: all pips of the tile minus the end it
    # fits.
    "        if end == 0:",
    "            ends = (PIPS_OF[tile] - left, right)",
    "        else:",
    "            ends = (left, PIPS_OF[tile] - right)",
    "    else:",
    "        fitted = 0",
    "        ends = HALVES[tile]",
)
_LAID = ("    ends, fitted, new = AFTER_PLAY(ends, more, mover, action)",)
"""The effect of a play on the ends, in a line and elsewhere."""
_RUN_OVER = {"pass_runs": "run_over(more.pass_runs, mover)"}


def generate(setup: Setup) -> Writer:
    """The functions of a setup; the lines of the writer are their source."""
    writer = Writer()
    players = f"{setup.player_count} players"
    values = ", ".join(f"{name} = {value}" for name, value in setup.parameters)
    writer.add(
        0,
        repr(f"{setup.ruleset.title} for {players}, generated from {setup.name}.rules."),
        comment(values or "no parameters"),
    )
    python = Python(setup)
    _fitting(writer, setup)
    _legal(writer, python)
    _drawing_step(writer, python)
    _play(writer, python)
    write_scoring(writer, python)
    return writer


def _fitting(writer: Writer, setup: Setup) -> None:
    if not _lists_a_line(setup):
        return
    counted = setup.layout.shape.counts_both
    head = f"fitting_plays(hand, ends{', doubles' * counted})"
    writer.function(head, "The plays of a hand, by tile, left before right.")
    apart = "left != right or doubles in (1, 2)" if counted else "left != right"
    writer.add(
        1,
        "fits = hand & FITTING[ends]",
        "actions = []",
        "if not fits:",
        "    return actions",
        "left, right = ends",
        "to_left = FITS[left]",
        f"to_right = FITS[right] if {apart} else 0",
        "while fits:",
        "    lowest = fits & -fits",
        "    fits ^= lowest",
        "    if lowest & to_left:",
        "        actions.append(PLAYS_LEFT[lowest])",
        "    if lowest & to_right:",
        "        actions.append(PLAYS_RIGHT[lowest])",
        "return actions",
    )


def _lists_a_line(setup: Setup) -> bool:
    """Whether plays are listed at the left one of equal ends, which is written out for speed."""
    return setup.layout.is_line and "last_end" not in setup.tracks


def _plays(setup: Setup, hand: str) -> str:
    """A call for the plays of a hand."""
    if not _lists_a_line(setup):
        return f"FITTING_PLAYS(ends, more, mover, {hand})"
    return f"fitting_plays({hand}, ends{', more.doubles' * ('doubles' in setup.tracks)})"


def _placed(step: nodes.Step) -> str:
    """A call for the plays of a step that names where it lays a tile."""
    if step.act is Act.PLAY_AT_EACH:
        return "AT_EACH(ends, more, hands[mover])"
    return f"{PLAYS_AT[PLACED[step.act]]}(At(ends, more, mover, plays, last_tile), hands[mover])"


def _legal(writer: Writer, python: Python) -> None:
    setup = python.setup
    writer.function("legal(state)", "The legal actions, in order; none once the round is over.")
    writer.take_apart("state")
    writer.add(
        1,
        "if over:",
        "    return []",
        *(
            ["if not ends:", "    return SAYS(state)"]
            if setup.tricks is not None
            else _OPENING_ACTIONS
        ),
    )
    if setup.turn.plays_at_each:
        writer.add(1, "if more.owed >= 0:", "    return OWED(ends, more, hands[mover])")
    count = len(setup.turn.steps)
    several = any(step.draws > 1 and step.act not in TIED for step in setup.turn.steps)
    limited = [number for number, step in enumerate(setup.turn.steps) if step.is_limited]
    if several:
        tied = f" and step % {count} not in {set(limited)}" if limited else ""
        writer.add(1, f"if step >= {count}{tied}:", "    return [DRAW]")
    going_on = [number for number, step in enumerate(setup.turn.steps) if step.act in TIED]
    if going_on:
        writer.add(
            1,
            "if step >= 0:",
            f"    actions = {_plays(setup, '1 << drawn')}",
            "    if actions:",
            "        return actions",
        )
        for number in going_on:
            _after_draw(writer, python, number)
    _groups(writer, python, 1, range(len(setup.turn.steps)), "[]")


def _after_draw(writer: Writer, python: Python, number: int) -> None:
    """The legal actions after drawing a tile that does not fit."""
    setup = python.setup
    step = setup.turn.steps[number]
    writer.rule(2, step)
    writer.add(2, f"if step {f'% {len(setup.turn.steps)} ' if step.is_limited else ''}== {number}:")
    if step.is_limited:
        fewer = f"step < {len(setup.turn.steps) * step.draws}"
        writer.add(3, f"if {fewer} and len(stock) > {setup.reserve}:", "    return [DRAW]")
    if step.act is Act.DRAW_THEN_PLAY:
        writer.add(3, "return [PASS]")
        return
    writer.add(3, f"if len(stock) > {setup.reserve}:", "    return [DRAW]")
    _groups(writer, python, 3, range(number + 1, len(setup.turn.steps)), "[PASS]")


def _groups(
    writer: Writer, python: Python, depth: int, numbers: Iterable[int], otherwise: str
) -> None:
    """Return what the first group of steps with anything possible allows, else `otherwise`."""
    wanted = set(numbers)
    for group in python.setup.turn.groups:
        steps = [python.setup.turn.steps[number] for number in group if number in wanted]
        if not steps:
            continue
        if len(steps) == 1 and _only_step(writer, python, depth, steps[0]):
            return
        if len(steps) > 1:
            _choice(writer, python, depth, steps)
    writer.add(depth, f"return {otherwise}")


def _conditions(python: Python, step: nodes.Step) -> str:
    """The condition for a draw or a pass to be possible, or for a play to be allowed; or empty."""
    conditions = []
    if step.act in DRAWING:
        conditions.append(f"len(stock) > {python.setup.reserve}")
    if step.act is Act.STOP:
        conditions.append("more.turn_tiles > 0")
    if step.act is Act.DISCARD:
        conditions.append("hands[mover] != 0")
    if step.guard is not None:
        conditions.append(python.condition(step.guard))
    return " and ".join(conditions)


def _only_step(writer: Writer, python: Python, depth: int, step: nodes.Step) -> bool:
    """A group of one step; True if it is always possible, so that nothing after it applies."""
    writer.rule(depth, step)
    conditions = _conditions(python, step)
    if conditions:
        writer.condition(depth, "if", conditions)
        depth += 1
    if step.act in PLAYING:
        hand = _HANDS.get(step.act)
        listed = _placed(step) if hand is None else _plays(python.setup, hand)
        writer.add(depth, f"actions = {listed}")
        writer.add(depth, "if actions:", "    return actions")
        return False
    writer.add(depth, f"return {_actions(step)}")
    return not conditions


def _choice(writer: Writer, python: Python, depth: int, steps: list[nodes.Step]) -> None:
    """A group of several steps: what all of them allow, in canonical order and each once."""
    # A tile that two steps allow is listed once, so what they allow is gathered before.
    plays = [step for step in steps if step.act in _HANDS]
    placed = [step for step in steps if step.act in PLAYING and step.act not in _HANDS]
    writer.add(depth, "held = 0" if plays else "actions = []")
    for step in plays:
        _allowed(writer, python, depth, step, f"held |= {_HANDS[step.act]}")
    if plays:
        writer.add(depth, f"actions = {_plays(python.setup, 'held')}")
    for step in placed:
        _allowed(writer, python, depth, step, f"actions += {_placed(step)}")
    if placed:
        writer.add(depth, "actions = sorted({*actions}, key=order_of)")
    rest = [step for step in steps if step.act not in PLAYING]
    for step in sorted(rest, key=lambda step: _LISTED.index(step.act.kind)):
        _allowed(writer, python, depth, step, f"actions += {_actions(step)}")
    writer.add(depth, "if actions:", "    return actions")


def _allowed(writer: Writer, python: Python, depth: int, step: nodes.Step, line: str) -> None:
    """A line that is run where a step is possible."""
    writer.rule(depth, step)
    conditions = _conditions(python, step)
    if conditions:
        writer.condition(depth, "if", conditions)
        depth += 1
    writer.add(depth, line)


def _actions(step: nodes.Step) -> str:
    """The actions of a step that plays no tile."""
    if step.act is Act.DISCARD:
        return "[discard(tile) for tile in numbers_in(hands[mover])]"
    return f"[{step.act.kind.name}]"


def _play(writer: Writer, python: Python) -> None:
    setup = python.setup
    writer.function("play(state, action, blocked=None)", "The state after a legal action.")
    tricks = setup.tricks
    if tricks is not None:
        # Before the first trick an action is said, or lays a tile aside.
        writer.add(1, "if not state.ends:", "    state = SAID(state, action)")
        writer.take_apart("state", 2)
        writer.rule(2, tricks.lead, f"lead: {tricks.lead.span.words}")
        writer.add(
            2, f"return state._replace(mover={python.player(tricks.lead)}) if ends else state"
        )
    writer.take_apart("state")
    writer.add(
        1,
        "kind, tile, end = action",
        *(["goes_on = False"] if _turns_go_on(setup) else []),
    )
    if setup.turn.plays_at_each:
        _owed(writer, python)
    writer.add(
        1,
        "if kind is PLAY:",
        "    bit = 1 << tile",
        *(["    first = not ends"] if setup.tracks and setup.layout.is_line else []),
        f"    {_without_bit(setup)}",
    )
    writer.add(1, *(_LAID_IN_LINE if setup.layout.is_line else _LAID))
    _more(writer, setup)
    writer.add(
        2, "finisher, last_tile = mover, tile", "plays += 1", "passes = 0", "step = drawn = -1"
    )
    _pay(writer, python, Moment.AFTER_PLAY)
    if any(award.moment is Moment.AFTER_TRICK for award in setup.in_play):
        writer.add(2, f"if len(ends) == 1{' and not over' * setup.match.checked}:")
        _pay(writer, python, Moment.AFTER_TRICK, 3)
    if any(step.act in DRAWING for step in setup.turn.steps):
        writer.add(1, "elif kind is DRAWS:")
        _draw(writer, python)
        _pay(writer, python, Moment.AFTER_DRAW)
    if setup.turn.discards:
        writer.add(
            1,
            "elif kind is DISCARDS:",
            "    bit = 1 << tile",
            f"    {_without_bit(setup)}",
            f"    more = with_aside(more, {setup.seats}, mover, bit)",
            *([f"    {_with_more(_RUN_OVER)}"] if "pass_runs" in setup.tracks else []),
            "    passes = 0",
            "    step = drawn = -1",
        )
    if any(step.act is Act.STOP for step in setup.turn.steps):
        writer.add(1, "elif kind is STOPS:", "    step = drawn = -1")
    writer.add(1, "else:", "    passes += 1", "    step = drawn = -1")
    if setup.layout.notes_passes:
        writer.add(2, "ends = AFTER_PASS(ends, mover, True)")
    passed = {
        "out": "more.out | 1 << mover" if setup.turn.drops_out else "more.out",
        "all_passes": "more.all_passes + 1",
        "pass_runs": f"run_on(more.pass_runs, {setup.seats}, mover)",
    }
    tracked = {name: value for name, value in passed.items() if name in setup.tracks}
    if tracked:
        writer.add(2, _with_more(tracked))
    _pay(writer, python, Moment.AFTER_PASS)
    python = Python(setup, laid=YES)  # every round begins with a play, or from a tile
    writer.rule(1, setup.domino, f"domino: when {setup.domino.span.words}")
    untested = ["over"] * setup.match.checked + ["more.owed >= 0"] * setup.turn.plays_at_each
    if untested:
        writer.add(1, f"if {' or '.join(untested)}:", "    pass")
    word = "elif" if untested else "if"
    writer.condition(1, word, python.condition(setup.domino), "over = 1")
    writer.rule(1, setup.blocked, f"blocked: when {setup.blocked.span.words}")
    blocked = bare(python.condition(setup.blocked))
    writer.add(1, f"elif {blocked} if blocked is None else blocked:", "    over = 2")
    if setup.turn.drops_out:
        writer.add(1, f"elif more.out == {setup.everyone}:", "    over = 2")
    # `step` is below 0 unless a tile was drawn that must be dealt with: then the turn goes on.
    on = " and not goes_on" if _turns_go_on(setup) else ""
    if setup.turn.again is not None:
        writer.rule(1, setup.turn.again, f"again after {setup.turn.again.span.words}")
        again = python.condition(setup.turn.again)
        writer.add(1, f"elif step < 0{on} and not (kind is PLAY and {again}):")
    else:
        writer.add(1, f"elif step < 0{on}:")
    if tricks is None:
        writer.add(2, "mover = AFTER[mover]")
    else:
        writer.rule(2, tricks.later, f"lead: then {tricks.later.span.words}")
        writer.add(2, f"mover = AFTER[mover] if len(ends) > 1 else {python.player(tricks.later)}")
    if setup.turn.drops_out:
        writer.add(2, "while more.out >> mover & 1:", "    mover = AFTER[mover]")
    if setup.turn_begins:
        writer.add(2, _with_more(setup.turn_begins))
    writer.add(1, "return new_tuple(State, (")
    writer.add(2, *ROWS)
    writer.add(1, "))")


def _owed(writer: Writer, python: Python) -> None:
    """Where a second tile must follow a play; it is one of the first step that allows it."""
    setup = python.setup
    writer.add(1, "owed = -1")
    new_turn = "kind is PLAY and ends and more.owed < 0"
    if any(step.act in TIED for step in setup.turn.steps):
        new_turn += f" and not (step >= 0 and {_plays(setup, '1 << drawn')})"
    writer.add(1, f"if {new_turn}:", "    listed = LISTED(state, action)")
    plays = [step for step in setup.turn.steps if step.act in PLAYING]
    last = max(n for n, step in enumerate(plays) if step.act is Act.PLAY_AT_EACH)
    word = "if"
    for step in plays[: last + 1]:
        allowed = "DOUBLES >> tile & 1" if step.act is Act.PLAY_DOUBLE else ""
        if step.act not in _HANDS:
            allowed = f"listed in {_placed(step)}"
        conditions = [code for code in (_conditions(python, step), allowed) if code]
        at_each = step.act is Act.PLAY_AT_EACH
        then = "owed = 1 - action.place" if at_each else "pass"
        writer.rule(2, step)
        writer.condition(2, word, " and ".join(conditions) or "True", then)
        word = "elif"


def _with_more(fields: Mapping[str, object]) -> str:
    """Set some fields of `more`, in half the time that `_replace` takes, which asks for all."""
    parts, begin = [], 0
    for place, name in enumerate(More._fields):
        if name in fields:
            parts += [*[f"*more[{begin or ''}:{place}]"] * (place > begin), str(fields[name])]
            begin = place + 1
    if begin < len(More._fields):
        parts.append(f"*more[{begin}:]")
    return f"more = new_tuple(More, ({', '.join(parts)}))  # {', '.join(fields)}"


def _without_bit(setup: Setup) -> str:
    """Take a tile from the mover, who alone has it; to take it from every hand is faster."""
    return f"hands = ({', '.join(f'hands[{seat}] & ~bit' for seat in range(setup.seats))})"


def _turns_go_on(setup: Setup) -> bool:
    """Whether a draw may begin the turn again."""
    return any(step.act is Act.DRAW_THEN_GO_ON for step in setup.turn.steps)


def _more(writer: Writer, setup: Setup) -> None:
    """What only some rules ask for, after a play."""
    new = {
        "left_open": "ends[0 if first else end]",
        "doubles": "DOUBLES_AFTER(more.doubles, tile, end, first=first)",
        "owed": "owed",
        "last_end": "end",
        "pass_runs": "run_over(more.pass_runs, mover)",
    }
    for counter in COUNTERS:
        source = counter.source if counter.source in State._fields else f"more.{counter.source}"
        new[counter.name] = f"{source} + {counter.added}" if counter.added else source
    if not setup.layout.is_line:
        named = (
            "left_open", "doubles", "laid", "at_ends", "used_trains", "last_end", "taker", "taken"
        )  # fmt: skip
        new |= {name: f'new["{name}"]' for name in named}
    tracked = {name: value for name, value in new.items() if name in setup.tracks}
    if setup.draws_to_open:
        tracked["drew"] = "()"
    if tracked:
        writer.add(2, _with_more(tracked))


def _pay(writer: Writer, python: Python, moment: Moment, depth: int = 2) -> None:
    """Pay the awards of a moment, which may end the round."""
    setup = python.setup
    if not any(award.moment is moment for award in setup.in_play):
        return
    writer.add(depth, f"points = {PAID[moment]}(")
    writer.add(depth + 1, *ROWS)
    writer.add(
        depth,
        ")",
        "if any(points):",
        f"    paid = tuple(map(add, more.paid or {(0,) * setup.sides}, points))",
        f"    {_with_more({'paid': 'paid if any(paid) else ()'})}",
    )
    if setup.match.checked and setup.target is not None:
        score = python.score("side")
        writer.add(
            depth + 1,
            f"if any({score} >= {setup.target} for side in range({setup.sides})):",
            "    over = 3",
        )


def _draw(writer: Writer, python: Python) -> None:
    """The effect of a draw: the tile, and whether the turn goes on."""
    setup = python.setup
    drawing = [number for number, step in enumerate(setup.turn.steps) if step.act in DRAWING]
    stops = [number for number in drawing if setup.turn.steps[number].act not in TIED]
    going_on = [number for number in stops if setup.turn.steps[number].act is Act.DRAW_THEN_GO_ON]
    limited = [number for number in drawing if setup.turn.steps[number].is_limited]
    several = [number for number in stops if setup.turn.steps[number].draws > 1]
    writer.add(
        2,
        "drawn, stock = stock[0], stock[1:]",
        "held = list(hands)",
        "held[mover] |= 1 << drawn",
        "hands = tuple(held)",
    )
    if stops == drawing and not several and going_on in ([], drawing):
        writer.add(2, "step = drawn = -1", *(["goes_on = True"] if going_on else []))
        return
    if len(drawing) == 1 and not several and not limited:
        writer.add(2, f"step = {drawing[0]}")
        return
    first = str(drawing[0]) if len(drawing) == 1 else "drawing_step(state)"
    writer.add(2, "if step < 0:", f"    step = {first}")
    count = len(setup.turn.steps)
    if going_on:
        writer.add(2, f"goes_on = step % {count} in {set(going_on)}")
    word = "if"
    if set(stops) - set(several):
        writer.add(2, f"if step in {set(stops) - set(several)}:", "    step = drawn = -1")
        word = "elif"
    for number in several:
        # Each tile drawn adds the number of steps, up to the last tile that may be drawn.
        most = count * setup.turn.steps[number].draws
        writer.add(
            2,
            f"{word} step % {count} == {number}:",
            f"    step += {count}",
            f"    if step >= {most} or len(stock) <= {setup.reserve}:",
            "        step = drawn = -1",
        )
        word = "elif"
    for number in limited:
        writer.add(2, f"{word} step % {count} == {number}:", f"    step += {count}")
        word = "elif"


def _drawing_step(writer: Writer, python: Python) -> None:
    """Which step a draw belongs to, where several steps draw.

    It is the first that is possible: one possible further up would have been taken instead.
    """
    steps = [
        (n, drawing) for n, drawing in enumerate(python.setup.turn.steps) if drawing.act in DRAWING
    ]
    if len(steps) < 2:
        return
    writer.function("drawing_step(state)", "The step of the turn that a draw belongs to.")
    writer.take_apart("state")
    for number, step in steps:
        writer.rule(1, step)
        writer.condition(1, "if", _conditions(python, step), f"return {number}")
    writer.add(1, 'raise AssertionError("no step of the turn draws here")')
