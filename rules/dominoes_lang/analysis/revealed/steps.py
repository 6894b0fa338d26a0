"""What each step of a turn reveals about a hidden hand; it follows from the groups alone.

A step after `or else` shows that nothing before it was possible, a free choice (`or`) nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from dominoes_lang.analysis.revealed.visibility import reads_hands
from dominoes_lang.analysis.turns.situations import SOME_LAID, Situation, situations
from dominoes_lang.setup.partial import truths
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import DRAWING, PASSING, PLACED, PLAYING, Act, Expression


class Unable(Enum):
    """Whether a step shows that no tile of the mover's hand fits an open end."""

    NEVER = "never"
    AT_TIMES = "at times"
    """It depends on a condition that everybody can check."""
    ALWAYS = "always"
    UNCLEAR = "unclear"
    """It depends on a condition on the mover's own tiles."""


@dataclass(frozen=True)
class Signal:
    """What taking a step of the turn reveals to the others; `step` is its number."""

    step: int
    act: Act
    words: str
    """The step as it is written."""
    unable: Unable
    conditions: tuple[Expression, ...]
    """The guards that an earlier play depends on."""
    own: Expression | None
    """The step's own guard, where it reads the mover's hand: it is shown to hold."""
    denied: tuple[Expression, ...]
    """Guards of earlier passes that read the mover's hand: they did not hold."""
    denied_with_stock: tuple[Expression, ...]
    """Such guards of earlier draws: they did not hold if a tile could be drawn."""
    like: bool
    """Whether an earlier step looks the same to the others and depends on the mover's hand."""
    is_choice: bool
    """Whether another step of the same group may be taken instead."""
    doubles: bool = False
    """Whether it shows, where an earlier step may be taken, that no double fits."""
    placed: tuple[Act, ...] = ()
    """The earlier steps that lay a tile in a place: it shows that nothing fits there."""
    at_each: bool = False
    """Whether it shows, where an earlier step may be taken, that no two tiles fit both ends."""
    several: bool = False
    """Whether the step may draw several tiles."""

    @property
    def nothing(self) -> bool:
        """Whether the step reveals nothing about the hand."""
        return (
            self.unable is Unable.NEVER
            and not (self.doubles or self.placed or self.at_each)
            and self.own is None
            and not (self.denied or self.denied_with_stock)
        )

    def __str__(self) -> str:
        return f"{self.words}: {self.in_words}"

    @property
    def in_words(self) -> str:
        """What the step reveals, in words."""
        return "; ".join(self._parts())

    def _parts(self) -> list[str]:
        parts = []
        unfit = "no tile of the hand fits an open end"
        if self.unable is Unable.ALWAYS:
            parts.append(f"shows that {unfit}")
        elif self.unable is not Unable.NEVER:
            words = " and ".join(f'"{condition.span.words}"' for condition in self.conditions)
            parts.append(f"shows that {unfit} whenever {words}")
        if self.own is not None:
            parts.append(f'shows that "{self.own.span.words}"')
        parts += [f'shows that "{condition.span.words}" is false' for condition in self.denied]
        parts += [
            f'shows that "{condition.span.words}" is false whenever a tile can be drawn'
            for condition in self.denied_with_stock
        ]
        if self.like:
            parts.append("unless it was the step above, which looks the same")
        if self.doubles and self.unable is not Unable.ALWAYS:
            parts.append("shows that no double of the hand fits, whenever one may be laid")
        if self.unable is not Unable.ALWAYS:
            parts += [
                f"shows that no tile of the hand fits {_THERE[act]}, whenever one may be laid there"
                for act in self.placed
            ]
        if self.at_each and self.unable is not Unable.ALWAYS:
            parts.append(
                "shows that no two tiles of the hand fit, one at each end, where they may be laid"
            )
        if self.act in PLAYING:
            parts.append("shows the tile and nothing else" if self.nothing else "shows the tile")
        elif not parts:
            parts.append(f"reveals nothing{' (free choice)' if self.is_choice else ''}")
        if self.act is Act.DRAW_THEN_PLAY:
            tiles = "no tile drawn fits" if self.several else "the tile drawn does not fit"
            parts.append(f"a pass after it shows that {tiles}")
        elif self.act is Act.DRAW_UNTIL_ABLE:
            parts.append("of the tiles drawn only the last can fit, and it is played")
        return parts


_THERE = {
    Act.PLAY_ON_LAST: "the last tile",
    Act.PLAY_ON_OWN: "the own train",
    Act.PLAY_ON_OTHERS: "an open train of others that has no tile of this turn",
}


def earlier(setup: Setup, number: int) -> tuple[int, ...]:
    """The steps that were not possible where a step is taken: those of the groups before it."""
    steps: list[int] = []
    for group in setup.turn.groups:
        if number in group:
            break
        steps += group
    return tuple(steps)


def reveals(setup: Setup, number: int) -> Signal:
    """What one step of the turn reveals, by its number."""
    step = setup.turn.steps[number]
    before = [
        setup.turn.steps[index]
        for index in earlier(setup, number)
        if setup.draws or setup.turn.steps[index].act not in DRAWING
    ]
    if behind_a_play(setup, number):
        # A guard that asks for the first tile of a turn is no reason then.
        going_on = Situation(True, True, {}, SOME_LAID)
        before = [prior for prior in before if truths(prior.guard, going_on.answer) != {False}]
    plays = [prior for prior in before if prior.act is Act.PLAY]
    unseen = [
        prior for prior in before if prior.act not in PLAYING and reads_hands(setup, prior.guard)
    ]
    guards = [play.guard for play in plays if play.guard is not None]
    if not plays:
        unable = Unable.NEVER
    elif len(guards) < len(plays):
        unable, guards = Unable.ALWAYS, []
    elif any(reads_hands(setup, guard) for guard in guards):
        unable = Unable.UNCLEAR
    else:
        unable = Unable.AT_TIMES
    group = next(group for group in setup.turn.groups if number in group)
    return Signal(
        number,
        step.act,
        step.words,
        unable,
        tuple(guards),
        step.guard if reads_hands(setup, step.guard) else None,
        _guards(prior for prior in unseen if prior.act in PASSING),
        _guards(prior for prior in unseen if prior.act in DRAWING),
        any(prior.act.kind is step.act.kind for prior in unseen),
        len(group) > 1,
        any(prior.act is Act.PLAY_DOUBLE for prior in before),
        tuple(dict.fromkeys(prior.act for prior in before if prior.act in PLACED)),
        any(prior.act is Act.PLAY_AT_EACH for prior in before),
        step.draws > 1,
    )


def behind_a_play(setup: Setup, number: int) -> bool:
    """Whether a step can only be taken by somebody who has laid a tile in the same turn."""
    if setup.turn.again is None:
        return False
    known = situations(setup) or ()
    return {case.first for case in known if number in case.open_steps(setup)} == {False}


def _guards(steps: Iterable[nodes.Step]) -> tuple[Expression, ...]:
    return tuple(step.guard for step in steps if step.guard is not None)


def all_signals(setup: Setup) -> tuple[Signal, ...]:
    """What each step that can be taken reveals, in the order of the turn."""
    return tuple(
        reveals(setup, number)
        for number, step in enumerate(setup.turn.steps)
        if setup.draws or step.act not in DRAWING
    )
