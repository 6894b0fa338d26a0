"""What a sheet tells about a turn: what its first tile needs, and what may follow it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dominoes_lang.setup.arithmetic import constant
from dominoes_lang.setup.partial import reduced
from dominoes_lang.sheet.cases_told import SetupTold
from dominoes_lang.sheet.known import simplified
from dominoes_lang.sheet.message import Part, SheetMessage, changed
from dominoes_lang.sheet.players_told import LAST_TILE
from dominoes_lang.sheet.sheet_lines import SheetLine, case, line
from dominoes_lang.sheet.table_told import of_table
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import DRAWING, PLAYING, Act, Expression, Fact, Step

Groups = list[list[Step]]
"""The steps of a turn that are possible in some case, by group."""
HOLDER = SheetMessage("who-can-fit")
_ALWAYS = {Act.PASS, Act.DROP_OUT, Act.STOP}
"""Steps that are always possible, a stop behind a tile of the turn."""
_OR_OUT = {"draw-then-lay": "draw-then-lay-or-out", "draw-up-to": "draw-up-to-or-out"}
"""Steps that end in a pass, by their keys, and how they end where players drop out instead."""
_STEPS = {
    Act.PLAY: SheetMessage("lay"),
    Act.DRAW_THEN_STOP: SheetMessage("draw-then-stop"),
    Act.DRAW_THEN_PLAY: SheetMessage("draw-then-lay"),
    Act.DRAW_UNTIL_ABLE: SheetMessage("draw-until-able"),
    Act.DRAW_THEN_GO_ON: SheetMessage("draw-then-go-on"),
    Act.PASS: SheetMessage("pass"),
    Act.DROP_OUT: SheetMessage("drop-out"),
    Act.PLAY_DOUBLE: SheetMessage("lay-double"),
    Act.PLAY_ON_LAST: SheetMessage("lay-on-last"),
    Act.PLAY_AT_EACH: SheetMessage("lay-at-each-end"),
    Act.PLAY_ON_OWN: SheetMessage("lay-on-own-train"),
    Act.PLAY_ON_OTHERS: SheetMessage("lay-on-other-trains"),
    Act.PLAY_OF_SUIT: SheetMessage("lay-of-suit-led"),
    Act.DISCARD: SheetMessage("lay-aside"),
    Act.STOP: SheetMessage("stop"),
}
_TO_A_TRICK = {
    Act.PLAY: SheetMessage("lay-to-trick"),
    Act.PLAY_DOUBLE: SheetMessage("lay-double-to-trick"),
}
"""Steps that tell of open ends on other tables."""
_CANNOT = {
    (False, False): SheetMessage("who-cannot-do-that"),
    (False, True): SheetMessage("who-cannot-do-that-either"),
    (True, False): SheetMessage("who-cannot-do-any-of-that"),
    (True, True): SheetMessage("who-cannot-do-any-of-that-either"),
}
"""A player who can do nothing of the group before, by whether it had several steps, and whether
there was another group before it."""
_IS = {"is-double", "is-no-double", "is-tile", "is-not-tile"}


class TurnTold(SetupTold):
    """Tells about a turn."""

    def turn(self) -> Iterator[SheetLine]:
        if not self.setup.shape.tricks:
            yield of_table(self.setup)
        first = self.groups(0)
        yield from self.steps(first)
        if self.setup.turn.drops_out:
            yield line(SheetMessage("out-of-round"))
        if self.setup.turn.again is None:
            return
        again = simplified(self.setup.turn.again)
        if again == nodes.YesNo(False, span=again.span):
            return
        later = self.groups(*range(1, len(self.setup.tiles) + 1))
        if later == first:
            yield line(self.another_turn(again, SheetMessage("has-another-turn")))
        else:
            yield line(self.another_turn(again, SheetMessage("goes-on")))
            yield from self.steps(later, SheetMessage("who-goes-on"))

    def groups(self, *laid: int) -> Groups:
        """The steps that are possible where one of these numbers of tiles was laid in the turn.

        Guards are as far as that decides them; no group follows one in which something is always
        possible.
        """

        def answer(condition: Expression) -> bool | None:
            if not isinstance(condition, nodes.Compare):
                return None
            truth, *further = {simplified(_behind(condition, count)) for count in laid}
            return truth.value if isinstance(truth, nodes.YesNo) and not further else None

        never = {Act.STOP} if laid == (0,) else set()
        if not self.draws:
            never |= DRAWING
        groups: Groups = []
        for numbers in self.setup.turn.groups:
            group = []
            for step in (self.setup.turn.steps[index] for index in numbers):
                if step.act in never:
                    continue
                guard = None if step.guard is None else reduced(step.guard, answer)
                if not isinstance(guard, nodes.YesNo):
                    group.append(replace(step, guard=guard))
                elif guard.value:
                    group.append(replace(step, guard=None))
            if group:
                groups.append(_without_repeats(group))
            if any(step.guard is None and step.act in _ALWAYS for step in group):
                break
        return groups

    def another_turn(self, again: Expression, on: SheetMessage) -> SheetMessage:
        """When a turn goes on after a tile; `on` is what the player does."""
        last_tile = nodes.Read(Fact.LAST_TILE, span=again.span)
        if again == nodes.IsDouble(last_tile, span=again.span):
            return SheetMessage("who-lays-double", on=on)
        if again == nodes.YesNo(True, span=again.span) or _goes_on(again):
            return SheetMessage("who-lays", on=on)
        return SheetMessage(
            "who-lays-if", on=on, condition=changed(self.after.condition(again), _that_tile)
        )

    def steps(self, groups: Groups, subject: SheetMessage | None = None) -> Iterator[SheetLine]:
        """The sentences for groups of steps: an obligation each, or a choice.

        subject: the player to whom the first group applies.
        """
        for index, group in enumerate(groups):
            if index:
                subject = none_of(groups[:index])
            elif subject is None:
                plain = len(group) == 1 and group[0].act is Act.PLAY and group[0].guard is None
                fits = plain and not self.setup.shape.tricks
                subject = HOLDER if fits else SheetMessage("whose-turn-it-is")
            assert subject is not None
            yield from self.group(group, subject)

    def does(self, step: Step) -> SheetMessage:
        """What a player does by a step on this table."""
        if self.setup.shape.tricks and step.act in _TO_A_TRICK:
            return _TO_A_TRICK[step.act]
        told = does_by(step)
        if not self.setup.turn.drops_out or told.key not in _OR_OUT:
            return told
        return SheetMessage(_OR_OUT[told.key], **dict(told.parts))

    def group(self, group: Sequence[Step], subject: SheetMessage) -> Iterator[SheetLine]:
        if len(group) == 1:
            does = SheetMessage("lay-one") if subject == HOLDER else self.does(group[0])
            guard = group[0].guard
            if guard is None and does == _TO_A_TRICK[Act.PLAY]:
                yield line(SheetMessage("may", who=subject, does=does))
            elif guard is None:
                yield line(SheetMessage("must", who=subject, does=does))
            else:
                condition = self.during.condition(guard)
                yield line(SheetMessage("must-if", who=subject, condition=condition, does=does))
            return
        yield line(SheetMessage("chooses", who=subject))
        for index, step in enumerate(group):
            does = self.does(step)
            below = {later.act for later in group[index + 1 :]}
            if step.act is Act.PLAY_AT_EACH and not below.isdisjoint(PLAYING):
                does = SheetMessage("none-alone", does=does)
            if step.guard is None:
                yield case(does)
            else:
                yield case(
                    SheetMessage(
                        "choice-if", condition=self.during.condition(step.guard), does=does
                    )
                )


def none_of(before: Groups) -> SheetMessage:
    """The player for whom no step of the groups before is possible."""
    steps = [step for group in before for step in group]
    acts = {step.act for step in steps}
    free = all(step.guard is None for step in steps)
    if free and len(steps) == 1:
        return SheetMessage("who-cannot")
    lays, draws = Act.PLAY in acts, not acts.isdisjoint(DRAWING)
    if free and acts - DRAWING == {Act.PLAY, Act.DISCARD} and not draws:
        return SheetMessage("who-has-none")
    if free and acts <= PLAYING | DRAWING and (lays or acts.isdisjoint(PLAYING)):
        if lays and draws:
            return SheetMessage("who-cannot-lay-nor-draw")
        return SheetMessage("who-cannot-lay" if lays else "who-cannot-draw")
    return _CANNOT[len(before[-1]) > 1, len(before) > 1]


def does_by(step: Step) -> SheetMessage:
    """What a player does by a step."""
    if step.draws == 1:
        return _STEPS[step.act]
    if step.is_limited:
        return SheetMessage("draw-up-to", n=step.draws)
    if step.act is Act.DRAW_THEN_GO_ON:
        return SheetMessage("draw-several-then-go-on", n=step.draws)
    return SheetMessage("draw-several-then-stop", n=step.draws)


def _that_tile(condition: SheetMessage) -> SheetMessage:
    """A condition on the tile that was just named: where the last tile is something."""
    of_last = condition.key == "tile-does" and condition.part("tile") == LAST_TILE
    if of_last and _is_something(condition.part("does")):
        return condition.having(tile=SheetMessage("that-tile"))
    return condition


def _is_something(does: Part) -> bool:
    """Whether what a tile does begins with what it is."""
    if isinstance(does, SheetMessage) and does.key in {"and", "or"}:
        clauses = does.part("clauses")
        return isinstance(clauses, tuple) and _is_something(clauses[0])
    return isinstance(does, SheetMessage) and does.key in _IS


def _behind(condition: Expression, laid: int) -> Expression:
    """A condition as it is where this many tiles were laid in the turn."""

    def counted(part: nodes.Node) -> nodes.Node:
        of_turn = isinstance(part, nodes.Read) and part.fact is Fact.TILES_THIS_TURN
        return nodes.Number(laid, span=part.span) if of_turn else part

    return nodes.changed(condition, counted)


def _without_repeats(group: Sequence[Step]) -> list[Step]:
    """The steps of a group, but for plays that belong to a `play a tile` without a guard."""
    free = [step.act is Act.PLAY and step.guard is None for step in group]
    if not any(free):
        return [*group]
    index = free.index(True)
    pair = [step for step in group[:index] if step.act is Act.PLAY_AT_EACH]
    return [*pair, *(step for step in group if step is group[index] or step.act not in PLAYING)]


def _goes_on(again: Expression) -> bool:
    """Whether every turn goes on in which a tile is laid."""
    return (
        isinstance(again, nodes.Compare)
        and again.relation == "at least"
        and isinstance(again.left, nodes.Read)
        and again.left.fact is Fact.TILES_THIS_TURN
        and constant(again.right) == 1
    )
