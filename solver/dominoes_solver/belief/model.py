"""A model of choices: how likely each action of a player is, whose hand is hidden, by their style.

The probability of an action is a softmax of a weighted sum of its features, mixed with a share of
pure chance. Weights differ by the number of tiles in the mover's hand, in phases. Without the
share of chance, such a model is McFadden's conditional logit (1974).
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from math import exp, isfinite
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from dominoes_lang.analysis.payoffs.payoff_bound import unusual_aims
from dominoes_lang.setup.defaults import is_defaults
from dominoes_lang.syntax import nodes
from dominoes_lang.text.json_text import NotJson, read_json
from dominoes_lang.text.quoting import plain
from dominoes_lang.text.root_exception import DominoesError, expect_type
from dominoes_solver.belief.features import Seen, features
from dominoes_solver.belief.kinship import LONGEST_KINSHIP, kinship, written
from dominoes_solver.remark import Remark
from dominoes_solver.search.native.choices.feature_list import FEATURES

if TYPE_CHECKING:
    from dominoes_lang.setup.ruleset import Setup
    from dominoes_lang.table.state import Action

FORMAT, VERSION, NET_VERSION, POLICY_VERSION = "dominoes-rules choices", 1, 2, 3
LARGEST_TEXT = 1 << 20
LARGEST_WEIGHT = 1e3
MOST_PHASES = 8
LARGEST_HAND = 100
LONGEST_WORD = 200
PHASES = (6, 4, 1)
"""The fewest tiles of a hand in each phase of a round."""
SLIP = 0.1


class _FileKind(NamedTuple):
    """What a file holds, and what makes one."""

    words: str
    made: str


_KINDS = {
    VERSION: _FileKind("a model of choices", "`choices fit`"),
    NET_VERSION: _FileKind("a net", "`choices fit --net`"),
    POLICY_VERSION: _FileKind("a policy", "`choices learn`"),
}
"""By the version of a file."""
_NO_RULES = (nodes.ExampleClause, nodes.InvariantClause, nodes.VariantClause)
_AFTER_PLAY = (nodes.AwardClause, nodes.MatchClause)


class UnfitModel(DominoesError, ValueError):
    """A model of choices that can't be read, or that is not one of these rules."""


class OtherKind(UnfitModel):
    """A net in place of a model of weights, or the reverse."""


@dataclass(frozen=True)
class ForRules(ABC):
    """What every model has: the rules that it is of, and a file."""

    what: ClassVar[str] = "model of choices"
    version: ClassVar[int] = VERSION
    command: ClassVar[str] = "fit"
    """The command of `choices` that makes one."""
    option: ClassVar[str] = ""
    """What follows the game in this command."""
    variant: str
    """The variant whose choices it describes, with the number of players: `block/2`."""
    rules: str
    """The digest of all its rules; see `digest`."""
    play: str
    """The digest without awards and match."""
    kin: str = field(default="", kw_only=True)
    """What the rules of other games must share for it to serve them too; see `kinship`."""
    fitted: Mapping[str, Any] = field(default_factory=dict, hash=False, kw_only=True)
    """How it was made, and how well it fits."""
    digest: str = field(default="", compare=False, kw_only=True)
    """The SHA-256 of the text that it was read from."""

    @classmethod
    @abstractmethod
    def from_json(cls, values: object) -> Self:
        """The model of plain values. Raises `UnfitModel`."""

    def refuse_others(self, setup: Setup, typed: str = "") -> Remark:
        """Raise `UnfitModel` unless it is a model of these rules; returns a note, mostly empty.

        typed: how a command line names the rules, where that is not their name.
        """
        if self.rules == digest(setup):
            return Remark("")
        if self.play == digest(setup, paid=False):
            other_points = "{game} with other awards, match or parameters"
            return Remark(f"the {self.what} is that of {other_points}", game=plain(self.variant))
        if self.kin and self.kin == kinship(setup):
            same_kind = "read by the model of {game}, a game of the same kind"
            return Remark(same_kind, game=plain(self.variant))
        refuse_any(setup, typed)
        raise UnfitModel(
            f"the {self.what} is that of {plain(self.variant)}, whose rules are not those of "
            f"{name_of(setup)}; {self.command} one: "
            f"dominoes-rules choices {self.command} {typed or name_of(setup)}{self.option}"
        )

    @staticmethod
    def made_for(setup: Setup) -> dict[str, Any]:
        """What a model of these rules writes down of them, by the names of its fields."""
        return {
            "variant": name_of(setup),
            "rules": digest(setup),
            "play": digest(setup, paid=False),
            "kin": kinship(setup),
        }

    def _as_json(self, **numbers: object) -> dict[str, object]:
        """Plain values in the shape of a file, with the numbers of this kind of model."""
        return {
            "format": FORMAT,
            "version": self.version,
            "variant": self.variant,
            "rules": self.rules,
            "play": self.play,
            **numbers,
            "kin": self.kin,
            "fitted": dict(self.fitted),
        }

    @staticmethod
    def _common(parts: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of every model from the parts of a file. Raises `UnfitModel`."""
        return {
            **{name: word_in(parts[name]) for name in ("variant", "rules", "play")},
            "kin": word_in(parts.get("kin", ""), LONGEST_KINSHIP),
            "fitted": parts["fitted"],
        }

    @classmethod
    def loads(cls, text: str) -> Self:
        """The model of a text. Raises `UnfitModel`."""
        expect_type("text", text, str, "a text")
        if len(text) > LARGEST_TEXT:
            raise UnfitModel(f"a {cls.what} has at most 1 MB")
        try:
            values = read_json(text)
        except NotJson as error:
            raise UnfitModel(str(error)) from None
        return replace(cls.from_json(values), digest=sha256(text.encode()).hexdigest())


@dataclass(frozen=True)
class Choices(ForRules):
    """A fitted model of choices. Immutable; `from_json` and `as_json` are inverse.

    Raises `UnfitModel` for numbers that make no model.
    """

    features: tuple[str, ...]
    theta: tuple[tuple[float, ...], ...]
    """For each phase the weight of each feature."""
    phases: tuple[int, ...] = PHASES
    temperature: float = 1.0
    """The weights are divided by it: above 1 choices are less sharp."""
    slip: float = SLIP
    """The share of choices by pure chance."""

    def __post_init__(self) -> None:
        check_names("feature", self.features, FEATURES)
        check_phases(self.phases)
        if len(self.theta) != len(self.phases):
            raise UnfitModel(f"{len(self.theta)} rows of weights for {len(self.phases)} phases")
        for row in self.theta:
            if len(row) != len(self.features):
                raise UnfitModel(f"{len(row)} weights for {len(self.features)} features")
            if not all(isfinite(number) and abs(number) <= LARGEST_WEIGHT for number in row):
                raise UnfitModel(f"a weight must be a number up to {LARGEST_WEIGHT:g}")
        if not (isfinite(self.temperature) and 0.01 <= self.temperature <= 100):
            raise UnfitModel("the temperature must be a number from 0.01 to 100")
        if not 0 <= self.slip <= 1:
            raise UnfitModel("the slip must be a number from 0 to 1")

    def __repr__(self) -> str:
        """Short enough for a prompt."""
        return f"<Choices of {plain(self.variant)}, {len(self.features)} features>"

    # ------------------------------------------------------------------ what it says

    def weights(self, tiles: int) -> tuple[float, ...]:
        """The weights of all of `FEATURES` for a hand of so many tiles, temperature applied."""
        return self.rows[self.phase(tiles)]

    def phase(self, tiles: int) -> int:
        """The phase of a hand of so many tiles."""
        return next(
            (phase for phase, fewest in enumerate(self.phases) if tiles >= fewest),
            len(self.phases) - 1,
        )

    @cached_property
    def rows(self) -> tuple[tuple[float, ...], ...]:
        """For each phase the weights of all of `FEATURES`, temperature applied."""
        at = {name: number for number, name in enumerate(self.features)}
        return tuple(
            tuple(row[at[name]] / self.temperature if name in at else 0.0 for name in FEATURES)
            for row in self.theta
        )

    def probabilities(self, seen: Seen, hand: int, actions: Sequence[Action]) -> list[float]:
        """How likely each of the legal actions is, for a mover with this hand (a mask)."""
        return self.chances(features(seen, hand, actions), hand.bit_count())

    def chances(self, rows: Sequence[Sequence[float]], tiles: int) -> list[float]:
        """The same from the features of each action, for a hand of so many tiles."""
        return softmax(self.scores(rows, tiles), self.slip)

    def scores(self, rows: Sequence[Sequence[float]], tiles: int) -> list[float]:
        """The weighted sum of the features of each action, for a hand of so many tiles."""
        weights = self.weights(tiles)
        scores = []
        for row in rows:
            score = 0.0
            for weight, number in zip(weights, row, strict=True):
                score += weight * number
            scores.append(score)
        return scores

    def with_slip(self, slip: float) -> Choices:
        """The same with another share of pure chance."""
        return replace(self, slip=slip)

    # ------------------------------------------------------------------ as text

    def as_json(self) -> dict[str, object]:
        """The model as plain values, in the shape of its file."""
        return self._as_json(
            features=list(self.features),
            phases=list(self.phases),
            theta=[list(row) for row in self.theta],
            temperature=self.temperature,
            slip=self.slip,
        )

    def text(self) -> str:
        """The text of its file."""
        return json.dumps(self.as_json(), indent=2, ensure_ascii=True, allow_nan=False) + "\n"

    @classmethod
    def from_json(cls, values: object) -> Choices:
        """The model of plain values. Raises `UnfitModel`."""
        with parts_of(values, cls.version) as parts:
            return cls(
                **cls._common(parts),
                features=tuple(word_in(name) for name in parts["features"]),
                theta=tuple(tuple(number_in(number) for number in row) for row in parts["theta"]),
                phases=tuple(whole_in(number) for number in parts["phases"]),
                temperature=number_in(parts["temperature"]),
                slip=number_in(parts["slip"]),
            )


def check_names(part: str, names: Sequence[str], known: Collection[str]) -> None:
    """Raise `UnfitModel` unless the numbers of a model are known, different, and at least one."""
    unknown = [name for name in names if name not in known]
    if unknown:
        raise UnfitModel(f"there is no {part} {unknown[0]!r}")
    if len(set(names)) < len(names) or not names:
        raise UnfitModel(f"the {part}s must be different, and at least one")


def check_phases(phases: Sequence[int]) -> None:
    """Raise `UnfitModel` unless some numbers of tiles can begin the phases of a model."""
    if list(phases) != sorted(set(phases), reverse=True) or not phases:
        raise UnfitModel("the phases must be numbers of tiles, the largest first")
    if len(phases) > MOST_PHASES:
        raise UnfitModel(f"a model has at most {MOST_PHASES} phases")
    if phases[-1] < 0 or phases[0] > LARGEST_HAND:
        raise UnfitModel(f"a phase begins at a number of tiles from 0 to {LARGEST_HAND}")
    if phases[-1] > 1:
        raise UnfitModel("the last phase must begin at one tile or none")


def softmax(scores: Sequence[float], slip: float) -> list[float]:
    """How likely each action is by its score, with a share of pure chance."""
    highest = max(scores)
    odds = [exp(score - highest) for score in scores]
    total = sum(odds)
    return [(1 - slip) * odd / total + slip / len(scores) for odd in odds]


def drawn_by(odds: Sequence[float], share: float) -> int:
    """Which action a share of chance, from 0 on and below 1, falls on by their probabilities."""
    for index, likely in enumerate(odds[:-1]):
        share -= likely
        if share < 0:
            return index
    return len(odds) - 1


@contextmanager
def parts_of(values: object, version: int) -> Iterator[dict[str, Any]]:
    """The parts of a model's file; what goes wrong while they are read raises `UnfitModel`."""
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise UnfitModel(f'this is no model of choices: "format" must be "{FORMAT}"')
    version_given = values.get("version")
    kind = _KINDS.get(version_given) if isinstance(version_given, int) else None
    wanted = _KINDS[version]
    if kind is not None and version_given != version:
        raise OtherKind(f"this is {kind.words}; {wanted.made} makes {wanted.words}")
    if version_given != version:
        raise UnfitModel(f"{wanted.words} of another version than {version}")
    try:
        fitted = values.get("fitted", {})
        if not isinstance(fitted, dict):
            raise UnfitModel('"fitted" must be an object')
        json.dumps(fitted, allow_nan=False)
        yield {**values, "fitted": fitted}
    except KeyError as error:
        raise UnfitModel(f"{wanted.words} without {error}") from None
    except TypeError:
        raise UnfitModel(f"{wanted.words} in which something is not a list") from None
    except UnfitModel:
        raise
    except (ValueError, RecursionError):
        raise UnfitModel(
            '"fitted" holds numbers that JSON does not have, or is nested too deep'
        ) from None


def number_in(value: object) -> float:
    """A number of a file. Raises `UnfitModel`."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise UnfitModel(f"{str(value)[:40]!r} is not a number")
    try:
        return float(value)
    except OverflowError:
        raise UnfitModel("a number too large") from None


def whole_in(value: object) -> int:
    """A whole number of a file. Raises `UnfitModel`."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise UnfitModel(f"{str(value)[:40]!r} is not a whole number")
    return value


def word_in(value: object, longest: int = LONGEST_WORD) -> str:
    """A text of a file. Raises `UnfitModel`."""
    if not isinstance(value, str):
        raise UnfitModel(f"{str(value)[:40]!r} is not a text")
    if len(value) > longest:
        raise UnfitModel(f"{value[:40]!r}… is longer than {longest} characters")
    return value


def why_no_model(setup: Setup) -> str:
    """Why no model of choices can describe a game; empty if one can."""
    if setup.tricks is not None:
        return "a model of choices does not know bids and tricks"
    return (
        "a model of choices does not know tiles that are laid aside" if setup.turn.discards else ""
    )


def refuse_any(setup: Setup, typed: str = "") -> None:
    """Raise `UnfitModel` if no model of choices can describe a game, named as it was typed."""
    if reason := why_no_model(setup):
        raise UnfitModel(f"no model can be used in {typed or name_of(setup)}: {reason}")


def name_of(setup: Setup) -> str:
    """A setup as commands name it: `block`, and with the number of players where there are more."""
    players = setup.ruleset.players
    return setup.name if len(players) == 1 else f"{setup.name}/{setup.seats}"


def digest(setup: Setup, *, paid: bool = True) -> str:
    """The SHA-256 of the rules of a setup: its clauses word for word, and its parameters.

    Spaces, comments, titles, examples and invariants do not count; nor, unless `paid`, awards,
    match, and the parameters that only these read, apart from an unusual aim. Clauses left to their
    defaults do not count either, so a clause that the language learns later changes no digest.
    """
    left_out = _NO_RULES if paid else (*_NO_RULES, *_AFTER_PLAY)
    clauses = {
        key: clause
        for key, clause in setup.ruleset.clauses.items()
        if not isinstance(clause, (*left_out, nodes.ParameterClause))
        and not is_defaults(clause.span.source)
    }
    read = setup.ruleset.parameters_of(*clauses)
    lines = [f"{setup.seats} players"]
    lines += [f"{name}={value}" for name, value in sorted(setup.parameters) if name in read]
    lines += [] if paid else sorted(unusual_aims(setup))
    for key in sorted(clauses):
        lines.append(written(clauses[key]))
    return sha256("\n".join(lines).encode()).hexdigest()
