"""Rounds that were played before a position: what each player chose in them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from dominoes_lang.text.root_exception import expect_type
from dominoes_rules import library
from dominoes_rules.errors import PositionError, UnclearPosition
from dominoes_rules.position.description import typed_name
from dominoes_rules.position.observed_round import ObservedRound
from dominoes_rules.position.reading import variant_and_seats, words_of
from dominoes_solver.belief.fit import Choice, choices_of
from dominoes_solver.belief.likelihood import RecordedPast
from dominoes_solver.belief.model import digest
from dominoes_solver.belief.player_types import PlayerType, TypeBelief
from dominoes_solver.evidence.evidence import Unsupported
from dominoes_solver.evidence.view import Record
from dominoes_solver.worlds.swapping import NoneFound

if TYPE_CHECKING:
    from dominoes_lang.setup.ruleset import Ruleset, Setup

MOST_WORLDS = 50
"""Of a round with hidden hands, which are sampled."""
MOST_HIDDEN = 100
"""Rounds with hidden hands before a position: each is read as often as it has worlds."""
KEPT_ROUNDS = 4096


def check_rounds(texts: Iterable[str], setup: Setup) -> None:
    """Raise `PositionError` unless texts are records of rounds that are played by these rules.

    Awards and match may differ. At most `MOST_HIDDEN` may have hidden hands.
    """
    hidden = 0
    for text in texts:
        expect_type("an earlier round", text, str, "the text of a record")
        hidden += _hides_tiles(text, setup)
    if hidden > MOST_HIDDEN:
        raise PositionError(
            f"at most {MOST_HIDDEN} earlier rounds may have hidden hands, but {hidden} have"
        )


def expect_same_play(subject: str, position: ObservedRound, setup: Setup) -> None:
    """Raise `PositionError` unless a position is played by these rules; awards may differ."""
    if digest(position.setup, paid=False) != digest(setup, paid=False):
        theirs, ours = typed_name(position.setup), typed_name(setup)
        reason = f"whose rules of play are not those of {ours}"
        why = "with other rules or parameters" if theirs == ours else reason
        raise PositionError(f"{subject} is of {theirs}, {why}")


@lru_cache(KEPT_ROUNDS)
def _hides_tiles(text: str, setup: Setup) -> bool:
    """Whether a hand of an earlier round is hidden. Raises `PositionError` like `check_rounds`."""
    earlier = _read(text, setup.ruleset)
    if not isinstance(earlier.view, Record):
        raise PositionError("an earlier round must be a record, which shows what was played")
    expect_same_play("an earlier round", earlier, setup)
    return any(hand.unseen for hand in earlier.view.dealt)


def belief_after(texts: Iterable[str], setup: Setup, types: tuple[PlayerType, ...]) -> TypeBelief:
    """What earlier rounds show of each seat. Raises `UnclearPosition` for one without worlds."""
    belief = TypeBelief.at_first(types, setup.seats)
    for text in texts:
        belief = belief.adding(_shown(text, setup, types).logs)
    return belief


@lru_cache(KEPT_ROUNDS)
def _shown(text: str, setup: Setup, types: tuple[PlayerType, ...]) -> TypeBelief:
    """What one round shows: a few numbers, and not the choices, of which there may be many."""
    worlds = choices_in_worlds(text, setup.ruleset)
    return TypeBelief.at_first(types, setup.seats).after(*worlds)


def choices_in_worlds(text: str, ruleset: Ruleset) -> tuple[tuple[Choice, ...], ...]:
    """The choices of a round in each of its worlds, at most `MOST_WORLDS`; one if all is shown."""
    earlier = _read(text, ruleset)
    assert isinstance(earlier.view, Record)
    evidence, compiled = earlier.evidence, earlier.compiled
    past = RecordedPast(compiled, evidence, earlier.view)
    try:
        count = evidence.count
        few = count is not None and count <= MOST_WORLDS
        worlds = list(evidence.table if few else evidence.sampled(MOST_WORLDS, 0))
    except (Unsupported, NoneFound) as error:
        raise UnclearPosition(f"an earlier round: {error}") from None
    return tuple(tuple(choices_of(compiled, past.start(world), past.actions)) for world in worlds)


def _read(text: str, ruleset: Ruleset) -> ObservedRound:
    """A record of these rules, or of a bundled game that it names; no other file is read."""
    name, _ = variant_and_seats(next(iter(words_of(text)), ""))
    is_bundled = name != ruleset.name and name in library.bundled()
    return ObservedRound(text, library.variant(name) if is_bundled else ruleset)
