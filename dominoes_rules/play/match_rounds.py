"""The rounds of a match as they are dealt and scored, and who plays them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.play.match import MatchStanding, worth
from dominoes_lang.setup.binding import Value
from dominoes_lang.setup.ruleset import Ruleset, Setup
from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import ArgumentError, expect_seed, expect_type
from dominoes_rules import library
from dominoes_rules.play.deals import (
    deal,
    deal_after,
    random_of,
    scores_after,
    standing_after,
)
from dominoes_rules.play.round import Round

PERSON = "person"
LONGEST_NAME = 40


class MatchRounds:
    """The rounds of a match, dealt from a seed; the rules decide openers, scores and winners."""

    def __init__(
        self,
        ruleset: Ruleset,
        *,
        seats: int | None = None,
        seed: int = 0,
        parameters: Mapping[str, Value] | None = None,
        names: Mapping[str, str] | Sequence[str] | None = None,
    ) -> None:
        """Deal the first round; `names` are those of the players, by letter or in order of play.

        Raises `ParameterError` for seats or parameters that the ruleset does not allow,
        `ArgumentError` for a name that no seat has or that can't be shown, and `PositionError`
        where many deals in a row are void.
        """
        expect_type("ruleset", ruleset, Ruleset, 'a Ruleset such as variant("block")')
        expect_seed(seed)
        self.compiled: Compiled = library.compiled(ruleset, seats, parameters)
        self.seed = seed
        self.names = seat_names(self.setup, names)
        """What each player is called, by letter."""
        self.players = dict.fromkeys(self.setup.seat_names, PERSON)
        """Who plays at each seat, by letter: `person`, or a bot as it is written."""
        self.hints: list[list[int]] = [[]]
        """For each round the numbers, from 1, of the actions before which a hint was asked for."""
        self.undone: list[list[int]] = [[]]
        """For each round the numbers, from 1, of the actions that were taken back by their player.

        What came after them was taken back too, and the player has chosen anew.
        """
        self._rounds = [Round.dealt(self.compiled, deal(self.compiled, random_of(seed, 1)))]
        self._texts: dict[int, tuple[Round, str]] = {}
        """The records of finished rounds, as far as they were asked for."""

    # ------------------------------------------------------------------ its parts

    @property
    def setup(self) -> Setup:
        """The ruleset, bound to seats and parameters."""
        return self.compiled.setup

    @property
    def round(self) -> Round:
        """The current round, or the last one. Push moves on it."""
        return self._rounds[-1]

    @property
    def rounds(self) -> tuple[Round, ...]:
        """Every round from the first to the current one."""
        return tuple(self._rounds)

    @property
    def earlier_rounds(self) -> tuple[str, ...]:
        """The records of the rounds before the current one, with every hand."""
        finished = self._rounds[:-1]
        for number, game in enumerate(finished):
            kept = self._texts.get(number)
            if kept is None or kept[0] is not game:  # as after a round that was undone
                self._texts[number] = game, str(game.position)
        return tuple(self._texts[number][1] for number in range(len(finished)))

    @property
    def scores(self) -> dict[str, int]:
        """The points (or wins) of each side, including the current round once it is over."""
        return dict(zip(self.setup.side_names, self._totals(), strict=True))

    @property
    def winner(self) -> tuple[str, ...] | None:
        """The winning sides, several if they are level; None while the match goes on.

        The tuple is empty if the match is drawn.
        """
        return self._named(self._standing.won) if self.round.is_over else None

    @property
    def sets(self) -> dict[str, int]:
        """The sets that each side has won, counting one that the current round has ended.

        Empty in a match without sets; in one of sets `scores` are those of the set.
        """
        if not self.setup.match.has_sets:
            return {}
        return dict(zip(self.setup.side_names, self.sets_after(self.round), strict=True))

    @property
    def set_won(self) -> tuple[str, ...] | None:
        """The sides that have won the set with the current round; None while it goes on.

        Several share it, and of a drawn one there are none. None in a match without sets.
        """
        if not self.setup.match.has_sets or not self.round.is_over:
            return None
        return self._named(self._standing.set_won)

    @property
    def set_number(self) -> int:
        """The number of the set that is played, from 1; 1 in a match without sets."""
        return sum(game.state.round == 1 for game in self._rounds)

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.winner is not None

    @property
    def worth(self) -> int:
        """The worth of a finished match: 1, or 2 for some shutouts, or 0 if drawn.

        A shutout in a match of sets counts as two sets, and the match 1.
        """
        if self.winner is None:
            return 0
        stood = self._standing
        return 1 if stood.sets else worth(self.setup, stood.totals, stood.won or ())

    @property
    def _standing(self) -> MatchStanding:
        return standing_after(self.compiled, self.round.state)

    def _named(self, sides: tuple[int, ...] | None) -> tuple[str, ...] | None:
        return None if sides is None else tuple(self.setup.side_names[side] for side in sides)

    def _totals(self) -> tuple[int, ...]:
        return self.totals_after(self.round)

    def sets_after(self, game: Round) -> tuple[int, ...]:
        """The sets that each side has won after a round, or before an unfinished one."""
        if game.is_over:
            return standing_after(self.compiled, game.state).sets
        return game.state.more.sets or (0,) * self.setup.sides

    def totals_after(self, game: Round) -> tuple[int, ...]:
        """The points (or wins) of each side after a round, or before an unfinished one."""
        return scores_after(self.compiled, game.state)

    # ------------------------------------------------------------------ going on

    def next_round(self) -> Round:
        """Deal the next round, with its opener and scores, and make it the current one.

        Raises `ArgumentError` before the current round is over and after the match, and
        `PositionError` if many deals in a row are void.
        """
        number = len(self._rounds)
        if not self.round.is_over:
            raise ArgumentError(f"round {number} is not over, so there is no next round")
        if self.winner is not None:
            raise ArgumentError(f"the match was over after round {number}")
        start = deal_after(self.compiled, self.round.state, random_of(self.seed, number + 1))
        self._rounds.append(Round.dealt(self.compiled, start))
        self.hints.append([])
        self.undone.append([])
        return self.round

    def mark_hint(self, action: int | None = None) -> None:
        """Record a request for a hint before an action of this round, by default the next."""
        self._mark(self.hints, action)

    def mark_undone(self, action: int | None = None) -> None:
        """Record that an action of this round was taken back, by default the next."""
        self._mark(self.undone, action)

    def _mark(self, marks: list[list[int]], action: int | None) -> None:
        number = len(self.round.actions) + 1 if action is None else action
        marks[-1] = sorted({*marks[-1], number})

    def take_back(self, actions: int) -> None:
        """Take back this many actions of the round. Raises `IndexError` if there are fewer."""
        game = self.round
        if actions > len(game.actions):
            raise IndexError(f"{len(game.actions)} actions have been played in this round")
        for _ in range(actions):
            game.pop()
        # Who took it back still knows the hint, and what came after an earlier choice.
        for marks in (self.hints, self.undone):
            marks[-1] = sorted({min(mark, len(game.actions) + 1) for mark in marks[-1]})


def is_name(text: str) -> bool:
    """Whether a player may be called so: one line that can be seen, and not too long."""
    return bool(text.strip()) and len(text) <= LONGEST_NAME and text.isprintable()


def expect_name(text: str) -> str:
    """The name itself. Raises `ArgumentError` for one that a player may not have."""
    if not is_name(text):
        shown = short(text, LONGEST_NAME)
        raise ArgumentError(f"a name has 1 to {LONGEST_NAME} visible characters, not {shown!r}")
    return text


def seat_names(setup: Setup, names: Mapping[str, str] | Sequence[str] | None) -> dict[str, str]:
    """The name of each seat: its letter where none is given. Raises `ArgumentError`."""
    letters = setup.seat_names
    if isinstance(names, str) or not isinstance(names, Mapping | Sequence | None):
        raise TypeError(f"names must be a mapping of seats to names or a list, not {names!r}")
    if names is not None and not isinstance(names, Mapping):
        if len(names) > len(letters):
            raise ArgumentError(f"{len(names)} names are given, but there are {len(letters)} seats")
        names = dict(zip(letters, names, strict=False))
    by_letter = {letter: letter for letter in letters}
    for letter, name in (names or {}).items():
        if letter not in by_letter:
            raise ArgumentError(f"there is no seat {letter!r}; the seats are {', '.join(letters)}")
        expect_type("a name", name, str, "a text")
        by_letter[letter] = expect_name(name)
    return by_letter
