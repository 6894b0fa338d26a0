"""A position: a round as one observer sees it, as text and as a value."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.conditions import read_question
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.table.layout import LaidTiles
from dominoes_lang.table.rows import table_of
from dominoes_lang.table.state import Kind
from dominoes_rules import library as rulesets
from dominoes_rules.errors import IllegalMove, PositionError, UnclearPosition
from dominoes_rules.position.after_move import after_move
from dominoes_rules.position.description import Description, name_of
from dominoes_rules.position.notation import Move, as_move
from dominoes_rules.position.observed_round import ObservedRound, Steps, evidence_of
from dominoes_rules.position.table_view import Shown
from dominoes_solver.evidence.carrying import carried
from dominoes_solver.evidence.evidence import Evidence, NoWorld, Uncountable, Unsupported
from dominoes_solver.evidence.hidden_conditions import TooManyWorlds, suppose
from dominoes_solver.evidence.view import Record, Snapshot, View


class Position(ObservedRound):
    """A round as one observer sees it. Immutable; `play` returns the next position.

    It is made from the text of a record or a snapshot, and checked against the rules:

    >>> pos = Position("block/2 26-66-61-15 A:22.24.20.43/B:x6 A void:B=2.5 passes:1 opener:A")
    >>> pos.turn, [str(move) for move in pos.legal_moves]
    ('A', ['20l', '22l', '42l'])
    >>> str(pos.play("22l"))
    'block 22-26-66-61-15 A:20.42.43/B:x6 B void:B=2.5 opener:A'

    Raises `PositionError` for a text that can't be read or an impossible position; the message
    names the action and the reason. Raises `RulesError` for unusable rules.

    Positions are equal if their text, rules and added conditions are. A pickle holds these three.
    """

    __slots__ = ()

    @classmethod
    def from_view(
        cls,
        compiled: Compiled,
        view: View,
        laid: LaidTiles = LaidTiles(),  # noqa: B008 (it is immutable)
        name: str | None = None,
    ) -> Position:
        """The position of a record or snapshot; `laid` are the tiles of a snapshot."""
        name = name or name_of(compiled.setup.ruleset)
        if isinstance(view, Snapshot):
            layout = compiled.setup.layout
            laid = layout.picture.with_open(
                layout.picture.as_written(laid), view.ends, view.at_ends
            )
            view = replace(view, at_ends=table_of(layout.picture, laid).more.at_ends)
        return cls._from(Description(name, compiled, view, laid))

    @classmethod
    def _from(cls, description: Description) -> Position:
        position = cls.__new__(cls)
        position._set(description, evidence_of(description))
        return position

    @classmethod
    def of_round(cls, compiled: Compiled, record: Record, shown: Shown) -> Position:
        """The position of a possible record, as far as it is shown.

        What it reveals is worked out when it is needed.
        """
        position = cls.__new__(cls)
        name = name_of(compiled.setup.ruleset)
        position._set(Description(name, compiled, record), None, shown=shown)
        return position

    def supposing(
        self, *conditions: str, progress: Callable[[int], None] | None = None
    ) -> Position:
        """The same position, restricted to the worlds in which all conditions hold.

        >>> pos = Position("block/2 26-66-61-15 A:22.24.20.43/B:x6 A void:B=2.5 passes:1 opener:A")
        >>> pos.supposing("B holds [6|4]").evidence.table.count
        462

        While worlds are tested one by one, `progress` is called from time to time with the number
        to test. Raises `PositionError` if the conditions hold in no world, or need too many worlds
        to be tested, and `RulesError` for an invalid condition.
        """
        if not conditions:
            return self
        read = [read_question(condition, self.setup) for condition in conditions]
        try:
            evidence = suppose(self.evidence, read, progress)
        except (NoWorld, TooManyWorlds, Uncountable) as error:
            raise PositionError(f"this can't be supposed: {error}") from None
        return self._with(evidence, self, ("supposing", *conditions))

    def after_rounds(self, *rounds: str) -> Position:
        """The same position, after these rounds of the match: records, with every hand if known.

        A model of choices then also learns from them how each player plays; see
        docs/strength.md. They replace those that were given before. Raises `PositionError` for a
        text that is not the record of a round that is played by the same rules, and for more than
        100 rounds with hidden hands.
        """
        if not rounds and not self.earlier_rounds:
            return self
        # Imported here because few positions have earlier rounds.
        from dominoes_rules.position.earlier_rounds import check_rounds

        check_rounds(rounds, self.setup)
        return self._with(self.evidence, self, ("after_rounds", *rounds))

    def _with(self, evidence: Evidence, before: Position, step: tuple[str, ...]) -> Position:
        """The same position with fewer worlds, reached from another by a call."""
        position = Position.__new__(Position)
        start, steps = before._start or str(before), (*before._steps, step)
        position._set(self._description, evidence, start, steps)
        return position

    # ------------------------------------------------------------------ as text

    def _repr_svg_(self) -> str:
        """For notebooks: the table as a picture."""
        # Imported here because only notebooks ask for it.
        from dominoes_rules.position.drawing import svg

        return svg(self)

    def __repr__(self) -> str:
        calls = "".join(f".{name}({', '.join(map(repr, args))})" for name, *args in self._steps)
        return f"Position({self._start or str(self)!r}){calls}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return repr(self) == repr(other) and self.setup.ruleset == other.setup.ruleset

    def __hash__(self) -> int:
        return hash(repr(self))

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        ruleset = self.setup.ruleset
        # Rules that are not bundled go with it: their file may be out of reach, or another one.
        ruleset_kept = None if rulesets.is_bundled(self.variant, ruleset) else ruleset
        return _remade, (self._start or str(self), ruleset_kept, self._steps)

    # ------------------------------------------------------------------ playing on

    def is_legal(self, move: Move | str) -> bool:
        """Whether the rules allow a move now; for a hidden hand, whether it is possible.

        Raises `InvalidMove` for a text that is not a move, `AmbiguousMove` if it fits both ends and
        names neither, and `PositionError` if nobody knows yet who opens.
        """
        move = as_move(move)
        self._require_opener()
        try:
            if self.is_over or not self.knows_mover or (move.kind is Kind.DRAW and move.tile):
                self.play(move)
                return True
            recorded = move.resolve(self.setup.layout, self._known)
        except IllegalMove:
            return False
        state = self.some_state()
        action = self.setup.layout.same.as_listed(self._known, recorded.action)
        return action in self.compiled.legal(state)

    def play(self, move: Move | str) -> Position:
        """The position after a move of the mover, whose hand may be hidden.

        Added conditions remain, as conditions on the position before the move. Raises
        `InvalidMove`, `IllegalMove` or `AmbiguousMove`, and `PositionError` if the conditions can't
        be kept.
        """
        move = as_move(move)
        self._require_opener()
        if self.is_over:
            raise IllegalMove(f"{move.decimal}: the round is over")
        description = self._description
        known = self._known
        resolved = move.resolve(self.setup.layout, known)
        if isinstance(description.view, Record):
            moves = (*description.view.moves, resolved)
            after = self._from(replace(description, view=replace(description.view, moves=moves)))
        else:
            after = self._from(after_move(description, self.evidence, resolved))
        if not self._steps:
            return after
        try:
            evidence = carried(self.evidence, after.evidence)
        except NoWorld as error:
            raise IllegalMove(f"{move.decimal}: {error}") from None
        except Unsupported as error:
            raise UnclearPosition(f"{move.decimal}: {error}") from None
        return after._with(evidence, self, ("play", str(move)))


def _remade(text: str, ruleset: Ruleset | None, steps: Steps) -> Position:
    """The position that was pickled."""
    position = Position(text, ruleset)
    for name, *args in steps:
        position = getattr(position, name)(*args)
    return position


def expect_position(function: str, value: object) -> None:
    """Raise `TypeError`, with what to write instead, for anything but a position."""
    if isinstance(value, Position):
        return
    kind = type(value).__name__
    instead = {"str": "Position(…)", "Round": 'game.seen_by("A"), or game.position'}.get(kind)
    write = f"; write {instead}" if instead else ""
    raise TypeError(f"{function} takes a Position, not a {kind}{write}")
