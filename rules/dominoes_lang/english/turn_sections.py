"""The section of a rule sheet about a turn: what its first tile needs, and what may follow it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dominoes_lang.english.sections import SetupWriter
from dominoes_lang.english.table_sentences import of_table
from dominoes_lang.english.wording import number, sentence
from dominoes_lang.setup.arithmetic import constant
from dominoes_lang.setup.partial import reduced
from dominoes_lang.sheet.known import simplified
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import DRAWING, PLAYING, Act, Expression, Fact, Step

Groups = list[list[Step]]
"""The steps of a turn that are possible in some case, by group."""


class TurnSections(SetupWriter):
    """Writes the sentences about a turn."""

    def turn(self) -> Iterator[str]:
        yield of_table(self.setup)
        first = self.groups(0)
        yield from self.steps(first)
        if self.setup.turn.again is None:
            return
        again = simplified(self.setup.turn.again)
        if again == nodes.YesNo(False, span=again.span):
            return
        later = self.groups(*range(1, len(self.setup.tiles) + 1))
        if later == first:
            yield self.another_turn(again, "has another turn at once")
        else:
            yield self.another_turn(again, "goes on in the same turn")
            yield from self.steps(later, "a player who goes on in the same turn")

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

    def another_turn(self, again: Expression, on: str) -> str:
        """When a turn goes on after a tile; `on` is the verb for it."""
        last_tile = nodes.Read(Fact.LAST_TILE, span=again.span)
        if again == nodes.IsDouble(last_tile, span=again.span):
            return f"A player who lays a double {on}."
        if again == nodes.YesNo(True, span=again.span) or _goes_on(again):
            return f"A player who lays a tile {on}."
        text = self.after.condition(again)
        text = text.replace("the last tile is", "that tile is")
        return f"A player who lays a tile {on} if {text}."

    def steps(self, groups: Groups, subject: str = "") -> Iterator[str]:
        """The sentences for groups of steps: an obligation each, or a choice.

        subject: the player to whom the first group applies.
        """
        for index, group in enumerate(groups):
            if index:
                subject = self.none_of(groups[:index])
            elif not subject:
                plain = len(group) == 1 and group[0].act is Act.PLAY and group[0].guard is None
                subject = HOLDER if plain else "a player whose turn it is"
            yield from self.group(group, subject)

    def group(self, group: Sequence[Step], subject: str) -> Iterator[str]:
        if len(group) == 1:
            when = self.guard(group[0])
            does = "lay one" if subject == HOLDER else does_by(group[0])
            yield sentence(f"{subject} must{f', {when},' if when else ''} {does}")
            return
        yield sentence(f"{subject} chooses one of these:")
        for index, step in enumerate(group):
            when, does = self.guard(step), does_by(step)
            below = {later.act for later in group[index + 1 :]}
            if step.act is Act.PLAY_AT_EACH and not below.isdisjoint(PLAYING):
                does += "; none may be laid alone where a second could follow at the other end"
            yield f"- {sentence((f'{when}: ' if when else '') + does)}"

    def none_of(self, before: Groups) -> str:
        """The player for whom no step of the groups before is possible."""
        steps = [step for group in before for step in group]
        acts = {step.act for step in steps}
        free = all(step.guard is None for step in steps)
        if free and len(steps) == 1:
            return "a player who can't"
        lays, draws = Act.PLAY in acts, not acts.isdisjoint(DRAWING)
        if free and acts - DRAWING == {Act.PLAY, Act.DISCARD} and not draws:
            return "a player without tiles"
        if free and acts <= PLAYING | DRAWING and (lays or acts.isdisjoint(PLAYING)):
            if lays and draws:
                return "a player who can neither lay nor draw a tile"
            return f"a player who can't {'lay' if lays else 'draw'} a tile"
        last = "that" if len(before[-1]) == 1 else "any of that"
        return f"a player who can't do {last}{' either' if len(before) > 1 else ''}"

    def guard(self, step: Step) -> str:
        """The condition of a step, `if …`; empty if it has none."""
        return "" if step.guard is None else f"if {self.english.condition(step.guard)}"


HOLDER = "a player who holds a tile that fits an open end"
_ALWAYS = {Act.PASS, Act.STOP}
"""Steps that are always possible, a stop behind a tile of the turn."""


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


def does_by(step: Step) -> str:
    """What a player does by a step."""
    if step.draws == 1:
        return _STEPS[step.act]
    if step.is_limited:
        return (
            f"draw up to {number(step.draws)} tiles from the stock, one by one, until one fits, "
            "and lay that one; if none fits, they pass"
        )
    if step.act is Act.DRAW_THEN_GO_ON:
        return (
            f"draw {number(step.draws)} tiles from the stock, or as many as can be drawn, and "
            "choose again"
        )
    return (
        f"draw {number(step.draws)} tiles from the stock, or as many as can be drawn, which ends "
        "the turn even if one of them fits"
    )


_STEPS = {
    Act.PLAY: "lay a tile that fits an open end",
    Act.DRAW_THEN_STOP: "draw one tile from the stock, which ends the turn even if it fits",
    Act.DRAW_THEN_PLAY: (
        "draw one tile from the stock, and lay it at once if it fits; if not, they pass"
    ),
    Act.DRAW_UNTIL_ABLE: "draw tiles from the stock, one by one, until one fits, and lay that one",
    Act.DRAW_THEN_GO_ON: "draw one tile from the stock and choose again",
    Act.PASS: "pass",
    Act.PLAY_DOUBLE: "lay a double that fits an open end",
    Act.PLAY_ON_LAST: "lay a tile that fits next to the last tile laid",
    Act.PLAY_AT_EACH: "lay two tiles, one at each end of the line",
    Act.PLAY_ON_OWN: "lay a tile that fits their own train",
    Act.PLAY_ON_OTHERS: (
        "lay a tile that fits another train open to them, one on each such train in a turn"
    ),
    Act.DISCARD: (
        "lay a tile aside, face down: it is out of the hand and can't be laid later, but its pips "
        "and doubles still count as held"
    ),
    Act.STOP: "stop, which ends the turn and does not count as a pass",
}
