"""A bot is a function from a position to a move, with a name; and what a bad answer leads to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias, TypeVar

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.text.notices import notice
from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.errors import PositionError
from dominoes_rules.position.choice_models import COUNTED, ChosenNet, bundled_net, chosen_net
from dominoes_rules.position.legal_move import legal_move
from dominoes_rules.position.notation import Move
from dominoes_rules.position.policy_files import ChosenPolicy, bundled_policy, chosen_policy
from dominoes_rules.position.position import Position
from dominoes_solver.evidence.evidence import Unsupported
from dominoes_solver.worlds.swapping import NoneFound

Bot: TypeAlias = Callable[[Position, Random], Move]
"""Chooses a move of the mover, whose hand is known; all chance comes from the `Random`."""

Rule: TypeAlias = Callable[[Any, Random, Sequence[Move]], Move]
"""How a bot of this project chooses among the moves that it notices; else as `Bot`."""

Function = TypeVar("Function", bound=Callable[..., object])

LONGEST_REASON = 200
NO_ENDS = "it plays by open ends, which a game of tricks does not have"
_CHEATS = "dominoes_rules_cheats"


class NoAnswer(Exception):
    """Raised by a bot that has no move to give; the message says why, for the user."""


def cheat(function: Function) -> Function:
    """Mark a bot as cheating: it receives the `Round`, with every hand, instead of a position."""
    setattr(function, _CHEATS, True)
    return function


def is_cheat(function: object) -> bool:
    """Whether a bot is declared to cheat."""
    return bool(getattr(function, _CHEATS, False))


def what_went_wrong(error: BaseException) -> str:
    """What a bot has raised, in a line, whatever the exception makes of itself."""
    name = type(error).__name__
    try:
        text = str(error)
    except Exception:  # noqa: BLE001 (whatever a stranger's exception may raise)
        text = ""
    return short(f"{name}: {text}" if text else name, LONGEST_REASON)


@dataclass(frozen=True)
class QuickOptions:
    """What plays without a search. Raises `ArgumentError` for options at odds."""

    net: str | None = None
    policy: str | None = None
    """Their files; without one it is what is bundled."""
    temperature: float | None = None
    """The scores of a policy are divided by it; without one the best action is taken."""
    otherwise: str | None = None
    """The plain bot that plays a game for which nothing is bundled."""

    def __post_init__(self) -> None:
        for name in ("policy", "temperature"):
            if self.net and getattr(self, name):
                raise ArgumentError(f"net and {name} can't be used together")

    @property
    def names_file(self) -> bool:
        """Whether it plays by a file that is not bundled."""
        return bool(self.net or self.policy)

    def chosen(self, setup: Setup) -> ChosenNet | ChosenPolicy | None:
        """What plays some rules: what a file has, else a bundled net, else a bundled policy.

        None where a plain bot plays; a temperature leaves nets out. Raises `UnfitModel`.
        """
        if self.net:
            return chosen_net(self.net, setup)
        bundled = None if self.policy or self.temperature else bundled_net(setup)
        if bundled or (self.otherwise and not self.policy):
            return bundled or bundled_policy(setup)
        return chosen_policy(self.policy, setup)


class NamedBot:
    """A bot with its canonical name, which makes the same bot again.

    It always returns a legal move. If an external bot does not, the first legal move replaces its
    answer; this is reported once, and counted.
    """

    def __init__(
        self,
        name: str,
        choose: Callable[[Any, Random], object],
        *,
        foreign: bool = False,
        say: Callable[[str], None] = notice,
        close: Callable[[], None] = lambda: None,
    ) -> None:
        """`foreign` is a bot whose answers may be anything, `close` ends what it has started."""
        self.name = name
        self.cheats = is_cheat(choose)
        self.foreign = foreign
        self.replaced = 0
        """How many of its moves were replaced by another."""
        self.model = COUNTED
        """How it weighs worlds, as `chosen_model` reads it."""
        self.quick: QuickOptions | None = None
        """What it plays by without a search; None where it searches."""
        self.needs_ends = False
        """Whether its rule is about open ends, so that it plays no game of tricks."""
        self.plays_tricks: Rule | None = None
        """What plays a game of tricks for it, if it can't."""
        self.close = close
        self._choose = choose
        self._say = say

    def __call__(self, position: Position, random: Random) -> Move:
        """The move of the mover; a cheating bot takes a `Round` instead of a position.

        Raises `PositionError` if the mover's hand is not known, or the round is over.
        """
        if not position.legal_moves:
            raise PositionError("there is no move to choose: the round is over")
        if not self.foreign:
            try:
                return self._choose(position, random)  # type: ignore[return-value]
            except (Unsupported, NoneFound) as error:
                return self._stand_in(position, random, str(error))
        try:
            return self._legal(position, self._choose(position, random))
        except NoAnswer as error:
            why = str(error)
        except (Exception, SystemExit) as error:  # noqa: BLE001 (whatever a function may raise)
            why = what_went_wrong(error)
        return self._first(position, why)

    def _legal(self, position: Position, answer: object) -> Move:
        seen = getattr(position, "position", position) if self.cheats else position
        if not isinstance(answer, Move | str):
            raise NoAnswer(f"its answer {short(repr(answer))} is not a move")
        try:
            return legal_move(seen, answer)
        except PositionError as error:
            raise NoAnswer(str(error)) from None

    def _stand_in(self, position: Position, random: Random, why: str) -> Move:
        """The tile with the most pips, or that of `counts`, where the bot's rule can't be asked."""
        by_count = self.plays_tricks if position.setup.tricks is not None else None
        if not self.replaced:
            instead = "its heaviest tile" if by_count is None else "as counts"
            self._say(
                f"bot {short(self.name)}: {short(why, LONGEST_REASON)}; "
                f"it plays {instead} whenever this happens"
            )
        self.replaced += 1
        if by_count is not None:
            return by_count(position, random, position.legal_moves)
        return max(position.legal_moves, key=lambda move: move.tile.pips if move.tile else -1)

    def _first(self, position: Position, why: str) -> Move:
        if not self.replaced:
            self._say(
                f"bot {short(self.name)}: {short(why, LONGEST_REASON)}; "
                "the first legal move is played instead, now and whenever this happens again"
            )
        self.replaced += 1
        return position.legal_moves[0]

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<bot {self.name}>"
