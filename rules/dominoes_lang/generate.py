"""From a setup to the source of Python functions: legal actions, play, the end, the score.

The functions say what the interpreter says; they are real source, meant to be read.
"""

from __future__ import annotations

from collections.abc import Iterable

from dominoes_lang import syntax
from dominoes_lang.expressions import Expressions, Many, One
from dominoes_lang.setup import Goal, Setup
from dominoes_lang.state import State
from dominoes_lang.syntax import DRAWING, Act, Node, Role

FIELDS = ", ".join(State._fields)
_ACT_FIELDS = "hands, ends, stock, opener, finisher, last_tile, fitted, plays, passes, round, scores"
_KIND_ORDER = {Act.PLAY: 0, Act.PASS: 2}


class Writer:
    """Lines of Python; each remembers the rule that it comes from."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.rules: dict[int, Node] = {}
        self._rule: Node | None = None

    def rule(self, depth: int, node: Node, words: str = "") -> None:
        """Name the rule that the next lines carry out."""
        self._rule = node
        text = words or " ".join(node.span.text.split())
        where = f"{node.span.source.name.rsplit('/', 1)[-1]}:{node.span.line}"
        self.add(depth, f"# {text}  ({where})")

    def add(self, depth: int, *lines: str) -> None:
        for line in lines:
            self.lines.append("    " * depth + line if line else "")
            if self._rule is not None:
                self.rules[len(self.lines)] = self._rule

    def function(self, head: str, docstring: str) -> None:
        self._rule = None
        self.add(0, "", "", f"def {head}:", f'    """{docstring}"""')


def generate(setup: Setup) -> Writer:
    """The functions of a setup; `"\\n".join(writer.lines)` is their source."""
    writer = Writer()
    players = f"{setup.seats} players"
    values = ", ".join(f"{name} = {value}" for name, value in setup.parameters)
    writer.add(
        0,
        f'"""{setup.ruleset.title} for {players}, generated from {setup.name}.rules."""',
        f"# {values}" if values else "# no parameters",
    )
    expressions = Expressions(setup)
    _fitting(writer)
    _can_act(writer, expressions)
    _legal(writer, expressions)
    _drawing_step(writer, expressions)
    _play(writer, expressions)
    _winner(writer, expressions)
    _awards(writer, expressions)
    _payoff(writer, setup)
    _void(writer, expressions)
    _openings(writer, expressions)
    return writer


def _fitting(writer: Writer) -> None:
    writer.function("fitting(ends)", "The mask of the tiles that fit an open end.")
    writer.add(1, "return BEARING[ends[0]] | BEARING[ends[1]] if ends else ALL")
    writer.function("fitting_plays(hand, ends)", "The plays of a hand, by tile, left before right.")
    writer.add(
        1,
        "left, right = BEARING[ends[0]], BEARING[ends[1]]",
        "two = ends[0] != ends[1]",
        "actions = []",
        "fits = hand & (left | right)",
        "while fits:",
        "    lowest = fits & -fits",
        "    fits ^= lowest",
        "    to_left, to_right = PLAYS[lowest.bit_length() - 1]",
        "    if lowest & left:",
        "        actions.append(to_left)",
        "    if two and lowest & right:",
        "        actions.append(to_right)",
        "return actions",
    )


def _can_act(writer: Writer, expressions: Expressions) -> None:
    """Only where a step carries a guard; else it is written in place."""
    if not expressions.guarded():
        return
    writer.function(
        f"can_act(mover, {_ACT_FIELDS})", "Whether a player could play or draw on their own turn."
    )
    writer.add(1, "over = 0", "if not ends:", "    return hands[mover] != 0")
    for step in expressions.setup.steps:
        if step.act is Act.PASS:
            continue
        writer.rule(1, step)
        if step.act in DRAWING:
            possible = f"len(stock) > {expressions.setup.reserve}"
        else:
            possible = "hands[mover] & fitting(ends)"
        guard = f" and {expressions.condition(step.guard)}" if step.guard else ""
        writer.add(1, f"if {possible}{guard}:", "    return True")
    writer.add(1, "return False")


def _legal(writer: Writer, expressions: Expressions) -> None:
    setup = expressions.setup
    writer.function("legal(state)", "The legal actions, in order; none once the round is over.")
    writer.add(
        1,
        f"({FIELDS}) = state",
        "if over:",
        "    return []",
        "if not ends:",
        "    return [PLAYS[tile][0] for tile in numbers_in(hands[mover] & opening)]",
    )
    going_on = [
        number
        for number, step in enumerate(setup.steps)
        if step.act in {Act.DRAW_THEN_PLAY, Act.DRAW_UNTIL_ABLE}
    ]
    if going_on:
        writer.add(
            1,
            "if step >= 0:",
            "    actions = fitting_plays(1 << drawn, ends)",
            "    if actions:",
            "        return actions",
        )
        for number in going_on:
            _after_draw(writer, expressions, number)
    _groups(writer, expressions, 1, range(len(setup.steps)))
    writer.add(1, "return []")


def _after_draw(writer: Writer, expressions: Expressions, number: int) -> None:
    """What is legal once a tile that does not fit is drawn."""
    setup = expressions.setup
    step = setup.steps[number]
    writer.rule(2, step)
    writer.add(2, f"if step == {number}:")
    if step.act is Act.DRAW_THEN_PLAY:
        writer.add(3, "return [PASS]")
        return
    writer.add(3, f"if len(stock) > {setup.reserve}:", "    return [DRAW]")
    _groups(writer, expressions, 3, range(number + 1, len(setup.steps)))
    writer.add(3, "return [PASS]")


def _groups(
    writer: Writer, expressions: Expressions, depth: int, numbers: Iterable[int]
) -> None:
    """Return what the first group of steps with anything possible allows."""
    wanted = set(numbers)
    for group in expressions.setup.groups:
        steps = [expressions.setup.steps[number] for number in group if number in wanted]
        if not steps:
            continue
        writer.add(depth, "actions = []")
        for step in sorted(steps, key=lambda one: _KIND_ORDER.get(one.act, 1)):
            writer.rule(depth, step)
            conditions = []
            if step.act in DRAWING:
                conditions.append(f"len(stock) > {expressions.setup.reserve}")
            if step.guard is not None:
                conditions.append(expressions.condition(step.guard))
            inner = depth
            if conditions:
                writer.add(depth, f"if {' and '.join(conditions)}:")
                inner += 1
            if step.act is Act.PLAY:
                writer.add(inner, "actions += fitting_plays(hands[mover], ends)")
            else:
                writer.add(inner, f"actions.append({'DRAW' if step.act in DRAWING else 'PASS'})")
        writer.add(depth, "if actions:", "    return actions")


def _play(writer: Writer, expressions: Expressions) -> None:
    setup = expressions.setup
    writer.function("play(state, action)", "The state after a legal action.")
    writer.add(
        1,
        f"({FIELDS}) = state",
        "kind, tile, end = action",
        "if kind is PLAY:",
        "    bit = 1 << tile",
        "    hands = (*hands[:mover], hands[mover] & ~bit, *hands[mover + 1 :])",
        "    if ends:",
        "        left, right = ends",
        "        fitted = (bit & BEARING[left] != 0) + (bit & BEARING[right] != 0)",
        "        if end == 0:",
        "            ends = (PIPS_OF[tile] - left, right)",
        "        else:",
        "            ends = (left, PIPS_OF[tile] - right)",
        "    else:",
        "        fitted = 0",
        "        ends = HALVES[tile]",
        "    finisher, last_tile = mover, tile",
        "    plays += 1",
        "    passes = 0",
        "    step = drawn = -1",
    )
    if any(step.act in DRAWING for step in setup.steps):
        writer.add(1, "elif kind is DRAWS:")
        _draw(writer, expressions)
    writer.add(1, "else:", "    passes += 1", "    step = drawn = -1")
    writer.rule(1, setup.domino, f"domino: when {' '.join(setup.domino.span.text.split())}")
    writer.add(1, f"if {expressions.condition(setup.domino)}:", "    over = 1")
    writer.rule(1, setup.blocked, f"blocked: when {' '.join(setup.blocked.span.text.split())}")
    writer.add(
        1,
        f"elif {expressions.condition(setup.blocked)}:",
        "    over = 2",
        "elif step < 0:",
        "    mover = AFTER[mover]",
        f"return State({FIELDS})",
    )


def _draw(writer: Writer, expressions: Expressions) -> None:
    """The effect of a draw: the tile, and whether the turn goes on."""
    setup = expressions.setup
    drawing = [number for number, step in enumerate(setup.steps) if step.act in DRAWING]
    writer.add(2, "if step < 0:")
    if len(drawing) == 1:
        writer.add(3, f"step = {drawing[0]}")
    else:
        writer.add(3, "step = drawing_step(state)")
    stops = [n for n in drawing if setup.steps[n].act is Act.DRAW_THEN_STOP]
    writer.add(
        2,
        "drawn, stock = stock[0], stock[1:]",
        "hands = (*hands[:mover], hands[mover] | 1 << drawn, *hands[mover + 1 :])",
    )
    if stops:
        writer.add(2, f"if step in {tuple(stops)}:", "    step = drawn = -1")


def _drawing_step(writer: Writer, expressions: Expressions) -> None:
    """Where several steps draw: which of them a draw belongs to."""
    setup = expressions.setup
    if sum(step.act in DRAWING for step in setup.steps) < 2:
        return
    writer.function("drawing_step(state)", "The step of the turn that a draw belongs to.")
    writer.add(1, f"({FIELDS}) = state", f"drawable = len(stock) > {setup.reserve}")
    for group in setup.groups:
        writer.add(1, "possible = False")
        for number in group:
            step = setup.steps[number]
            writer.rule(1, step)
            guard = expressions.condition(step.guard) if step.guard is not None else "True"
            if step.act in DRAWING:
                writer.add(1, f"if drawable and {guard}:", f"    return {number}")
            elif step.act is Act.PLAY:
                writer.add(1, f"if hands[mover] & fitting(ends) and {guard}:", "    possible = True")
            else:
                writer.add(1, f"if {guard}:", "    possible = True")
        writer.add(1, "if possible:", '    raise ValueError("no step of the turn draws here")')
    writer.add(1, 'raise ValueError("no step of the turn draws here")')


def _winner(writer: Writer, expressions: Expressions) -> None:
    setup = expressions.setup
    writer.function(f"winner({FIELDS})", "The side that wins a finished round, -1 for nobody.")
    for row in setup.winner.rows:
        writer.rule(1, row)
        value = expressions.as_side(expressions.who(row.value))
        if row.condition is None:
            writer.add(1, f"return {value}")
            return
        writer.add(1, f"if {expressions.condition(row.condition)}:", f"    return {value}")
    writer.add(1, "raise AssertionError")


def _awards(writer: Writer, expressions: Expressions) -> None:
    setup = expressions.setup
    writer.function(
        f"awards({FIELDS})", "The points that each side gets at the end of a finished round."
    )
    roles = {node.role for node in syntax.walk(setup.awards) if isinstance(node, syntax.Who)}
    if Role.WINNER in roles:
        writer.add(1, f"won = winner({FIELDS})")
    writer.add(1, f"points = [0] * {setup.sides}")
    for award in setup.awards:
        writer.rule(1, award)
        inside = {node.role for node in syntax.walk(award) if isinstance(node, syntax.Who)}
        depth, bound = 1, expressions
        if Role.EACH_PLAYER in inside:
            writer.add(1, f"for them in range({setup.seats}):")
            depth, bound = 2, Expressions(setup, One("them"))
        elif Role.EACH_SIDE in inside:
            writer.add(1, f"for them in range({setup.sides}):")
            depth, bound = 2, Expressions(setup, One("them", side=True))
        if award.condition is not None:
            writer.add(depth, f"if {bound.condition(award.condition)}:")
            depth += 1
        _amount(writer, bound, depth, award)
        to = bound.who(award.to)
        if isinstance(to, Many):
            writer.add(
                depth,
                f"for side in {{SIDE_OF[seat] for seat in {bound.seats(to)}}}:",
                "    points[side] += amount",
            )
        else:
            side = bound.as_side(to)
            writer.add(depth, f"if {side} >= 0:", f"    points[{side}] += amount")
    writer.add(1, "return tuple(points)")


def _amount(
    writer: Writer, bound: Expressions, depth: int, award: syntax.AwardClause
) -> None:
    """Set `amount` by the first row that holds."""
    word = "if"
    for row in award.amount.rows:
        amount = bound.amount(row.value)
        if row.condition is None:
            if word == "if":
                writer.add(depth, f"amount = {amount}")
            else:
                writer.add(depth, "else:", f"    amount = {amount}")
            return
        writer.add(depth, f"{word} {bound.condition(row.condition)}:", f"    amount = {amount}")
        word = "elif"
    writer.add(depth, "else:", "    raise AssertionError")


def _payoff(writer: Writer, setup: Setup) -> None:
    writer.function(f"payoff({FIELDS})", "What each side gets out of a finished round.")
    if setup.goal is Goal.WINS:
        writer.add(
            1,
            f"won = winner({FIELDS})",
            f"return ({', '.join(f'int(won == {side})' for side in range(setup.sides))})",
        )
    else:
        writer.add(1, f"return awards({FIELDS})")


def _void(writer: Writer, expressions: Expressions) -> None:
    redeal = expressions.setup.redeal
    writer.function("is_void(hands)", "Whether these dealt hands are dealt again.")
    if redeal is None:
        writer.add(1, "return False")
        return
    writer.rule(1, redeal, f"redeal: when {' '.join(redeal.span.text.split())}")
    writer.add(1, f"return {expressions.condition(redeal)}")


def _openings(writer: Writer, expressions: Expressions) -> None:
    setup = expressions.setup
    writer.function(
        "first_opening(dealt, lot)",
        "Who opens the first round, and the tiles to open with; None for a redeal.",
    )
    _chain(writer, expressions, 1, setup.first_opener[0].choices, "dealt")
    writer.function(
        "next_opening(before, dealt, lot)",
        "Who opens the round behind a finished one, and with what; None for a redeal.",
    )
    writer.add(1, f"({FIELDS}) = before", f"won = winner({FIELDS})")
    for row in setup.next_opener:
        depth = 1
        if row.condition is not None:
            writer.rule(1, row)
            writer.add(1, f"if {expressions.condition(row.condition)}:")
            depth = 2
        _chain(writer, expressions, depth, row.choices, "before.hands")
        if row.condition is None:
            return
    writer.add(1, "raise AssertionError")


def _chain(
    writer: Writer,
    expressions: Expressions,
    depth: int,
    choices: tuple[syntax.Opening, ...],
    before: str,
) -> None:
    """Return the opening of the first choice that applies; `before` are the hands that a who reads.

    Who holds a tile is always asked of the new deal.
    """
    for choice in choices:
        writer.rule(depth, choice)
        if choice.who is None:
            writer.add(depth, "return None")
            return
        holder = isinstance(choice.who, syntax.HolderOf)
        writer.add(depth, f"hands = {'dealt' if holder else before}")
        if isinstance(choice.who, syntax.Who) and choice.who.role is Role.LOT:
            seat = "lot"
        else:
            seat = expressions.as_player(expressions.who(choice.who))
        writer.add(depth, f"seat = {seat}")
        if isinstance(choice.tile, syntax.HighestDouble) and not holder:
            writer.add(depth, "hands = dealt")
        if choice.with_it:
            assert isinstance(choice.who, syntax.HolderOf)
            bit = expressions.tile_bit(choice.who.tile)
        elif choice.tile is not None:
            bit = expressions.tile_bit(choice.tile)
        else:
            writer.add(depth, "if seat >= 0:", "    return seat, dealt[seat]")
            continue
        writer.add(depth, f"if seat >= 0 and dealt[seat] & {bit}:", f"    return seat, {bit}")
    writer.add(depth, "return None")
