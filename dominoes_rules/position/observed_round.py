"""A round as one observer sees it: what is known, what follows from it, what may be done."""

from __future__ import annotations

from dominoes_lang.english.wording import listed
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.table.layout import LaidTiles
from dominoes_lang.table.rows import lying, opening_place
from dominoes_lang.table.state import NO_TILE, NOBODY, SEAT_LETTERS, State
from dominoes_lang.table.tiles import numbers_in
from dominoes_lang.text.root_exception import expect_type
from dominoes_rules import library as rulesets
from dominoes_rules.errors import IllegalMove, PositionError, UnclearPosition
from dominoes_rules.library import Library
from dominoes_rules.position.description import Description
from dominoes_rules.position.notation import Move
from dominoes_rules.position.outcome import Outcome, OutcomeBounds
from dominoes_rules.position.reading import Reader
from dominoes_rules.position.table_view import Shown, TableView
from dominoes_solver.evidence.builder import starter_of
from dominoes_solver.evidence.evidence import Evidence, NoWorld, Unsupported
from dominoes_solver.evidence.final_bounds import possible_ends
from dominoes_solver.evidence.replay import RefusedAction, replay
from dominoes_solver.evidence.snapshot import look
from dominoes_solver.evidence.view import Record, View

Steps = tuple[tuple[str, ...], ...]
"""Calls one after the other: the name of a method, and its arguments."""


class ObservedRound(TableView):
    """What one observer knows of a round. Immutable.

    Raises `PositionError` for a text that can't be read or an impossible position; the message
    names the action and the reason. Raises `RulesError` for unusable rules.
    """

    __slots__ = (
        "_description",
        "_evidence",
        "_outcome_bounds",
        "_shown",
        "_start",
        "_steps",
        "compiled",
        "view",
    )

    view: View
    _description: Description
    _evidence: Evidence | None
    """None until it is asked for, in the view of a round that was really played."""
    _outcome_bounds: OutcomeBounds | None
    """None until it is asked for."""
    _shown: Shown
    _start: str
    """If something was supposed on the way, the text before that; otherwise empty."""
    _steps: Steps
    """The calls by which `_start` became this position."""

    def __init__(
        self, text: str, ruleset: Ruleset | None = None, *, library: Library | None = None
    ) -> None:
        """Read a position; `ruleset` is used in place of the one that the text names.

        Without a `library`, the text may name any rules file that this process can read. For a
        stranger's text, give a library, which reads only the files in its folder.
        """
        if not isinstance(text, str):
            raise TypeError(f"a position is made from its text, not from {type(text).__name__}")
        expect_type("ruleset", ruleset, Ruleset | None, 'a Ruleset such as variant("block")')
        expect_type("library", library, Library | None, "a Library")
        description = Reader(text, ruleset, (library or rulesets).find).read()
        self._set(description, evidence_of(description))

    def _set(
        self,
        description: Description,
        evidence: Evidence | None,
        start: str = "",
        steps: Steps = (),
        *,
        shown: Shown | None = None,
    ) -> None:
        if shown is None:
            assert evidence is not None
            shown = Shown(
                evidence.state, evidence.hand_sizes, evidence.stock_size, evidence.aside_sizes
            )
        object.__setattr__(self, "_shown", shown)
        object.__setattr__(self, "_description", description)
        object.__setattr__(self, "_start", start)
        object.__setattr__(self, "_steps", steps)
        object.__setattr__(self, "compiled", description.compiled)
        object.__setattr__(self, "view", description.view)
        object.__setattr__(self, "_evidence", evidence)
        object.__setattr__(self, "_outcome_bounds", None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a position can't be changed; play(move) gives the next one")

    def __str__(self) -> str:
        return self._description.text

    @property
    def earlier_rounds(self) -> tuple[str, ...]:
        """The records of the rounds that `after_rounds` was given last."""
        for name, *given in reversed(self._steps):
            if name == "after_rounds":
                return tuple(given)
        return ()

    @property
    def variant(self) -> str:
        """The variant as named in the text, without the number of seats."""
        return self._description.name

    @property
    def evidence(self) -> Evidence:
        """What the position reveals; its worlds are `evidence.table`.

        Raises `UnclearPosition` if this version can't work it out.
        """
        if self._evidence is None:
            object.__setattr__(self, "_evidence", evidence_of(self._description))
        assert self._evidence is not None
        return self._evidence

    @property
    def knows_mover(self) -> bool:
        """Whether every tile of the mover's hand is known."""
        mover = self._known.mover
        return (
            mover != NOBODY
            and self._shown.hand_sizes[mover] == self._known.hands[mover].bit_count()
        )

    @property
    def laid(self) -> LaidTiles:
        """The tiles on the table as they lie."""
        known = self._known
        layout, laid = self.setup.layout, self._description.laid_now
        return layout.picture.with_open(laid, known.ends, known.more.at_ends)

    @property
    def opening_place(self) -> int:
        """The place in `line` of the tile that was laid first; of a snapshot the middle."""
        if not isinstance(self.view, Record):
            return super().opening_place
        starter = lying(starter_of(self.setup, self.view))
        moves = (move.action for move in self.view.moves)
        return opening_place(self.setup.layout.picture, (*starter, *moves))

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves in canonical order.

        Raises `PositionError` for a mover with hidden tiles.
        """
        self.require_mover()
        if self.is_over:
            return ()
        state = self.some_state()
        layout = self.setup.layout
        return tuple(Move.of(action, layout, state) for action in self.compiled.legal(state))

    def some_state(self) -> State:
        """The round with invented hidden hands; everything public is right."""
        if self._evidence is not None:
            return self._evidence.some_state()
        known, sizes, *_ = self._shown
        hands = list(known.hands)
        # Where a round begins from a tile, the state has all that lie on the table.
        rest = self.setup.tiles.all & ~sum(hands) & ~known.more.laid
        assert isinstance(self.view, Record)
        for move in self.view.moves:
            if move.action.tile != NO_TILE:
                rest &= ~(1 << move.action.tile)
        tiles = list(numbers_in(rest))
        for seat, size in enumerate(sizes):
            for _ in range(size - hands[seat].bit_count()):
                hands[seat] |= 1 << tiles.pop()
        return known._replace(hands=tuple(hands), stock=tuple(tiles))

    def require_mover(self) -> None:
        """Raise `PositionError` unless the mover's whole hand is known."""
        self._require_opener()
        if self.is_over or self.knows_mover:
            return
        hands = self.view.dealt if isinstance(self.view, Record) else self.view.hands
        known = [f"{SEAT_LETTERS[seat]}'s" for seat in self.setup.playing if not hands[seat].unseen]
        if f"{self.turn}'s" in known:
            raise PositionError(
                f"{self.turn} is to move, but not all that {self.turn} took is written; write it "
                "as stock:64"
            )
        if known:
            raise PositionError(
                f"{self.turn} is to move, and you wrote {listed(known)} "
                f"{'hand' if len(known) == 1 else 'hands'}; add the actions up to that player's "
                f"turn, or write {self.turn}'s tiles as {self.turn}:64.31.…"
            )
        raise PositionError(
            f"{self.turn} is to move, but not all of {self.turn}'s tiles are written; "
            f"write them as {self.turn}:64.31.…"
        )

    def _require_opener(self) -> None:
        if not self.turn:
            raise PositionError(self.evidence.undecided)

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended; None while it goes on, or if that depends on hidden hands."""
        bounds = self.outcome_bounds
        return None if bounds is None else bounds.outcome

    @property
    def outcome_bounds(self) -> OutcomeBounds | None:
        """What is certain of how the round ended; None while it goes on.

        It follows from all worlds, and if too many fit, from what each hand may hold at most.
        """
        if not self.is_over:
            return None
        if self._outcome_bounds is None:
            ends = possible_ends(self.evidence)
            bounds = OutcomeBounds.of(
                self.setup, self._known.over, ends.winners, ends.points, exact=ends.exact
            )
            object.__setattr__(self, "_outcome_bounds", bounds)
        return self._outcome_bounds


def evidence_of(description: Description) -> Evidence:
    """The evidence of a position. Raises `PositionError`."""
    view = description.view
    try:
        if isinstance(view, Record):
            return replay(description.compiled, view)
        return look(description.compiled, view)
    except RefusedAction as error:
        raise IllegalMove(str(error)) from None
    except NoWorld as error:
        raise PositionError(str(error)) from None
    except Unsupported as error:
        raise UnclearPosition(str(error)) from None
