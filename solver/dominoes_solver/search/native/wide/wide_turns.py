"""The turn of a setup as programs: what is legal, and what an action does besides its tile.

They follow the functions that `codegen/generate.py` writes, group by group and step by step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property

from dominoes_lang.lowering.program import no
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import DRAWING, PLACED, PLAYING, TIED, Act, Moment, Opening, Step
from dominoes_lang.table.state import Over
from dominoes_solver.search.native.programs.opener_words import Openers
from dominoes_solver.search.native.rows import row_format as at
from dominoes_solver.search.native.wide import wide_format as wide
from dominoes_solver.search.native.wide.wide_words import PLACES, WideWords, numbers_of

_OTHERS = {
    Act.DISCARD: (wide.LIST_DISCARDS, 0),
    **dict.fromkeys(DRAWING, (wide.LIST, wide.DRAW)),
    Act.PASS: (wide.LIST, wide.PASS),
    Act.STOP: (wide.LIST, wide.STOP),
}
"""The word that lists what a step allows that plays no tile, in the order of a list of actions."""
_ORDER = [*_OTHERS]
_COLUMNS = {field.name: field.column for field in at.FIELDS} | {"used_trains": wide.USED_TRAINS}
"""The columns of fields of the state."""


class TurnPrograms(WideWords):
    """Writes the programs of a turn."""

    def legal(self) -> int:
        """Add a program that lists the legal actions."""
        start, setup = self.begin(), self.setup
        steps, count = setup.turn.steps, len(setup.turn.steps)
        self.add(at.LOAD, wide.END_COUNT)
        on_the_empty_table = self.jump(at.JUMP_UNLESS)
        if setup.turn.plays_at_each:
            self._compare(wide.OWED, at.AT_LEAST, 0)
            with self._when():
                self.add(wide.LIST_NAMED, wide.AS_SECOND)
                self.add(at.END)
        limited = [number for number, step in enumerate(steps) if step.is_limited]
        if any(step.draws > 1 and step.act not in TIED for step in steps):
            self._compare(at.STEP, at.AT_LEAST, count)
            for number in limited:
                self._step_is(number)
                self.add(at.BITS_LESS)
            with self._when():
                self._list_and_end(wide.DRAW)
        going_on = [number for number, step in enumerate(steps) if step.act in TIED]
        if going_on:
            self._compare(at.STEP, at.AT_LEAST, 0)
            with self._when():
                self.add(self._listing, wide.DRAWN_ALONE << wide.WHERE_BITS)
                self.add(wide.END_IF_LISTED)
                for number in going_on:
                    self._after_draw(number)
        self._groups(range(count))
        self.add(at.END)
        self.land(on_the_empty_table)
        self.add(wide.LIST_OPENING)
        self.add(at.END)
        return start

    def _after_draw(self, number: int) -> None:
        """List the legal actions after drawing a tile that does not fit."""
        setup = self.setup
        step, count = setup.turn.steps[number], len(setup.turn.steps)
        self._step_is(number)
        with self._when():
            if step.is_limited:
                self._compare(at.STEP, at.LESS, count * step.draws)
                self._can_draw()
                self.add(at.BITS_AND)
                with self._when():
                    self._list_and_end(wide.DRAW)
            if step.act is not Act.DRAW_THEN_PLAY:
                self._can_draw()
                with self._when():
                    self._list_and_end(wide.DRAW)
                self._groups(range(number + 1, count))
            self._list_and_end(wide.PASS)

    def _groups(self, numbers: Iterable[int]) -> None:
        """List what the first group of steps with anything possible allows, and end there."""
        wanted = {*numbers}
        for group in self.setup.turn.groups:
            steps = [self.setup.turn.steps[number] for number in group if number in wanted]
            plays = [step for step in steps if step.act in PLAYING]
            for step in plays:
                self._if_allowed(step, self._listing, self._which(step))
            if len(plays) > 1:
                self.add(wide.SORT)
            rest = [step for step in steps if step.act not in PLAYING]
            for step in sorted(rest, key=lambda step_there: _ORDER.index(step_there.act)):
                self._if_allowed(step, *_OTHERS[step.act])
            self.add(wide.END_IF_LISTED)

    @cached_property
    def _listing(self) -> int:
        """The word that lists plays."""
        named = self.setup.turn.plays_at_each or "last_end" in self.setup.tracks
        return wide.LIST_NAMED if named else wide.LIST_PLAYS

    def _which(self, step: Step) -> int:
        """Which tiles a step lays, and where."""
        tiles = wide.DOUBLES_ALONE if step.act is Act.PLAY_DOUBLE else wide.ANY_TILE
        where = PLACES[PLACED[step.act]] if step.act in PLACED else wide.EVERYWHERE
        if step.act is Act.PLAY_AT_EACH:
            where = wide.AT_EACH
        return tiles << wide.WHERE_BITS | where

    def _if_allowed(self, step: Step, word: int, number: int) -> None:
        """Write a word that is carried out where a step is possible."""
        if self._conditions(step):
            with self._when():
                self.add(word, number)
        else:
            self.add(word, number)

    def _conditions(self, step: Step) -> bool:
        """Leave whether a draw or a stop is possible and a guard holds; whether that is asked."""
        asked = 0
        if step.act in DRAWING:
            self._can_draw()
            asked += 1
        if step.act is Act.STOP:
            self._compare(at.TURN_TILES, at.MORE, 0)
            asked += 1
        if step.guard is not None:
            self.value(self.lowering.condition(step.guard))
            asked += 1
        for _ in range(1, asked):
            self.add(at.BITS_AND)
        return asked > 0

    # ------------------------------------------------------------------ what an action does

    def owed(self) -> int:
        """Add a program that leaves whether a second tile must follow a play; -1 for never.

        The row is that before the play, which is one of the first step that allows it; the tile
        just drawn is of no such step.
        """
        if not self.setup.turn.plays_at_each:
            return -1
        start = self.begin()
        self._compare(wide.END_COUNT, at.EQUAL, 0)
        self._compare(wide.OWED, at.AT_LEAST, 0)
        self.add(at.BITS_OR)
        self.add(wide.IS_PLAY, wide.DRAWN_ALONE << wide.WHERE_BITS)
        self.add(at.BITS_OR)
        with self._when():
            self._leave(0)
        for step in self.setup.turn.steps:
            if step.act in PLAYING:
                asked = self._conditions(step)
                self.add(wide.IS_PLAY, self._which(step))
                if asked:
                    self.add(at.BITS_AND)
                with self._when():
                    self._leave(step.act is Act.PLAY_AT_EACH)
        self._leave(0)
        return start

    def after(self, moment: Moment | None) -> int:
        """Add a program for what follows a play, a draw or a pass; without a moment, any other."""
        start = self.begin()
        if moment is Moment.AFTER_DRAW:
            self._draw()
        if moment is not None and self.pay(moment):
            with self._when():
                self._end(Over.CUT)
        if moment is Moment.AFTER_PLAY and self.setup.turn.plays_at_each:
            self._compare(wide.OWED, at.AT_LEAST, 0)
            with self._when():
                self.add(at.END)
        self.value(self.lowering.condition(self.setup.domino))
        with self._when():
            self._end(Over.DOMINO)
        self.value(self.lowering.condition(self.setup.blocked))
        with self._when():
            self._end(Over.BLOCKED)
        # Whatever is no draw has set the step.
        if moment is Moment.AFTER_DRAW:
            self._compare(at.STEP, at.LESS, 0)
            self.add(at.LOAD, wide.GOES_ON)
            self.add(at.BITS_LESS)
            with self._when():
                self._next_turn()
        elif moment is Moment.AFTER_PLAY and self.setup.turn.again is not None:
            self.value(no(self.lowering.condition(self.setup.turn.again)))
            with self._when():
                self._next_turn()
        else:
            self._next_turn()
        self.add(at.END)
        return start

    def _next_turn(self) -> None:
        self.add(at.LOAD, at.MOVER)
        self.add(at.LOOKUP, self.data.places["after"])
        self.add(at.STORE, at.MOVER)
        for name, number in self.setup.turn_begins.items():
            self._set_column(_COLUMNS[name], number)

    def _draw(self) -> None:
        """Draw a tile, and note whether the turn goes on."""
        setup, count = self.setup, len(self.setup.turn.steps)
        drawing = [number for number, step in enumerate(setup.turn.steps) if step.act in DRAWING]
        self._compare(at.STEP, at.LESS, 0)
        # Which step draws is read off the table before the draw.
        with self._when(), self._first_of() as chosen:
            for number in drawing:
                self._conditions(setup.turn.steps[number])
                with self._when():
                    self._set_column(at.STEP, number)
                    chosen()
        self.add(wide.TAKE_TILE)
        self._set_column(wide.GOES_ON, 0)
        with self._first_of() as chosen:
            for number in drawing:
                step = setup.turn.steps[number]
                if step.act in TIED and not step.is_limited:
                    continue
                self._step_is(number)
                with self._when():
                    if step.act is Act.DRAW_THEN_GO_ON:
                        self._set_column(wide.GOES_ON, 1)
                    self.add(at.LOAD, at.STEP)
                    self.add(at.PUSH, count)
                    self.add(at.ADD)
                    self.add(at.STORE, at.STEP)
                    if step.act not in TIED:
                        self._compare(at.STEP, at.AT_LEAST, count * step.draws)
                        self._can_draw()
                        self.add(at.NOT)
                        self.add(at.BITS_OR)
                        with self._when():
                            self._set_column(at.STEP, -1)
                            self._set_column(at.DRAWN, -1)
                    chosen()

    # ------------------------------------------------------------------ words

    @contextmanager
    def _when(self) -> Iterator[None]:
        """What is written within is carried out where the number on top is not 0."""
        skip = self.jump(at.JUMP_UNLESS)
        yield
        self.land(skip)

    @contextmanager
    def _first_of(self) -> Iterator[Callable[[], None]]:
        """Within, a call leaves all that follows within out."""
        jumps: list[int] = []
        yield lambda: jumps.append(self.jump(at.JUMP))
        for jump in jumps:
            self.land(jump)

    def _compare(self, column: int, relation: int, number: int) -> None:
        self.add(at.LOAD, column)
        self.add(at.PUSH, number)
        self.add(relation)

    def _step_is(self, number: int) -> None:
        """Leave whether the turn is at a step, by its number."""
        steps = self.setup.turn.steps
        if any(step.draws > 1 or step.is_limited for step in steps):
            self.add(at.LOAD, at.STEP)
            self.add(at.REMAINDER, len(steps))
            self.add(at.PUSH, number)
            self.add(at.EQUAL)
        else:
            self._compare(at.STEP, at.EQUAL, number)

    def _can_draw(self) -> None:
        self._compare(at.STOCK, at.MORE, self.setup.reserve)

    def _set_column(self, column: int, number: int) -> None:
        self.add(at.PUSH, number)
        self.add(at.STORE, column)

    def _list_and_end(self, action: int) -> None:
        self.add(wide.LIST, action)
        self.add(at.END)

    def _leave(self, number: int) -> None:
        self.add(at.PUSH, number)
        self.add(at.END)

    def _end(self, how: Over) -> None:
        self._set_column(at.OVER, how)
        self.add(at.END)


class WideOpeners(Openers, WideWords):
    """Writes who opens, and with what, for wide rows."""

    def tiles(self, choice: Opening) -> None:
        tile = self.tile_of(choice)
        for part in range(self.parts):
            self.add(at.LOAD, at.OPENER)
            self.add(at.LOOKUP, self.data.places["only"])
            self.add(wide.HELD_BY, part)
            if isinstance(tile, nodes.AnyOf):
                self.add(at.PUSH, numbers_of(self.setup.mask_of(tile), self.parts)[part])
                self.add(at.BITS_AND)
            elif tile is not None:
                self._set(self.lowering.bit(tile), part)
                self.add(at.BITS_AND)
            self.add(at.STORE, wide.OPENING + part)
        for part in range(self.parts):
            self.add(at.LOAD, wide.OPENING + part)
            if part:
                self.add(at.BITS_OR)
