"""What is certain about a game before it is played: the compiler's promises for one setup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from math import ceil, floor

from dominoes_lang.analysis.payoffs.payoff_range import ScoreBounds, score_bounds
from dominoes_lang.analysis.revealed.locking import questions
from dominoes_lang.analysis.revealed.steps import Signal, all_signals
from dominoes_lang.analysis.revealed.visibility import Visibility, visibility
from dominoes_lang.analysis.symmetry import Symmetries, symmetries
from dominoes_lang.analysis.turns.endings import without_action
from dominoes_lang.analysis.turns.length import Length, length
from dominoes_lang.analysis.turns.situations import situations
from dominoes_lang.lowering.intervals import Interval
from dominoes_lang.setup.ruleset import Goal, Setup


class PayoffClass(Enum):
    """How the payoffs of the sides are related."""

    ZERO_SUM = "zero-sum"
    CONSTANT_SUM = "constant-sum"
    GENERAL = "general"


@dataclass(frozen=True)
class Profile:
    """Facts proven about every round of a setup. Immutable; made by `profile`."""

    setup: Setup
    length: Length | None
    """The longest round; None if it is not proven that every round ends."""
    always_legal: bool
    """Whether the player to move always has a legal action."""
    signals: tuple[Signal, ...]
    """What each step of the turn reveals to the others."""
    payoff: PayoffClass
    scores: ScoreBounds
    symmetries: Symmetries
    reads: tuple[tuple[str, Visibility], ...]
    """Who can see what a clause depends on while the round goes on."""

    @property
    def chance(self) -> bool:
        """Whether chance has a part after the deal: the order of the stock."""
        return self.setup.draws

    def lines(self) -> list[str]:
        """The profile in English, a line for each promise."""
        return list(_lines(self))

    def as_json(self) -> dict[str, object]:
        """The profile as plain values. A bound that does not exist is None."""
        setup, same = self.setup, self.symmetries
        return {
            "variant": setup.name,
            "seats": setup.seats,
            "tiles": {
                "set": len(setup.tiles),
                "each": setup.hand_size,
                "dealt": setup.dealt_size,
                "stock": setup.stock_size,
                "drawable": setup.stock_size - setup.reserve if setup.draws else 0,
            },
            "longest_round": None
            if self.length is None
            else {
                "actions": self.length.total,
                "plays": self.length.plays,
                "draws": self.length.draws,
                "passes": self.length.passes,
            },
            "always_legal": self.always_legal,
            "tells": [_signal_as_json(signal) for signal in self.signals],
            "reads": {clause: reader.value for clause, reader in self.reads},
            "payoff": {
                "class": self.payoff.value,
                "goal": setup.goal.value,
                "paid": "during the round" if setup.in_play else "at round end",
                "total": _ends(self.scores.total),
            },
            "chance_after_the_deal": self.chance,
            "scores": {
                name: _ends(bounds)
                for name, bounds in zip(setup.side_names, self.scores.sides, strict=True)
            },
            "symmetries": {
                "mirror": same.mirror,
                "turns": list(same.turns),
                "opening": same.opening,
                "partners": same.partners,
                "numbers_in_play": [list(group) for group in same.numbers_in_play],
                "numbers": [list(group) for group in same.numbers],
            },
        }


def profile(setup: Setup) -> Profile:
    """Facts proven about every round of a setup."""
    scores = score_bounds(setup)
    known = situations(setup)
    return Profile(
        setup=setup,
        length=length(setup),
        always_legal=known is not None and without_action(setup, known) is None,
        signals=all_signals(setup),
        payoff=_payoff_class(setup, scores),
        scores=scores,
        symmetries=symmetries(setup),
        reads=(
            ("turn", visibility(setup, *(step.guard for step in setup.turn.steps))),
            ("domino", visibility(setup, setup.domino)),
            ("blocked", visibility(setup, setup.blocked)),
        ),
    )


def _payoff_class(setup: Setup, scores: ScoreBounds) -> PayoffClass:
    """Two sides play for the difference, so what one gains the other loses."""
    if setup.sides == 2 or scores.total == Interval.of(0):
        return PayoffClass.ZERO_SUM
    return PayoffClass.GENERAL if scores.total.value is None else PayoffClass.CONSTANT_SUM


# ------------------------------------------------------------------ in English


def _lines(profile: Profile) -> Iterator[str]:
    setup = profile.setup
    yield _tiles(setup)
    if profile.length is None:
        yield "It is not proven that every round ends."
    else:
        yield f"Every round ends after {_actions(profile.length)}."
    yield (
        "The player to move always has a legal action, and each action has exactly one result."
        if profile.always_legal
        else "A player may have no legal action."
    )
    for signal in profile.signals:
        yield f'Step "{signal.words}": {signal.in_words}.'
    if any(reader is Visibility.HIDDEN for clause, reader in profile.reads if clause == "blocked"):
        yield 'That play continues is itself information: "blocked" reads hidden hands.'
    if questions(setup):
        yield (
            "Whether an award is paid is itself information: its condition asks whether anybody "
            f"can {questions(setup)[0].verb}."
        )
    yield from _payoffs(profile)
    yield (
        "Chance after the deal: the order of the stock."
        if profile.chance
        else "Chance after the deal: none."
    )
    yield from _exchanges(profile)


def _tiles(setup: Setup) -> str:
    dealt = setup.dealt_size
    words = (
        f"Tiles: {setup.player_count} players × {setup.hand_size} = {dealt} of {len(setup.tiles)}"
    )
    if not setup.stock_size:
        return f"{words}; all are dealt."
    left = f"{words}; {setup.stock_size} are left over"
    if not setup.draws:
        return f"{left} and are never drawn."
    if setup.reserve:
        return f"{left}, of which {setup.stock_size - setup.reserve} may be drawn."
    return f"{left} and may be drawn."


def _actions(length: Length) -> str:
    counted = [(length.plays, "play"), (length.draws, "draw"), (length.passes, "pass")]
    counted += [(length.stops, "stop"), (length.discards, "discard")]
    parts = [_counted(number, word) for number, word in counted if number]
    return f"at most {_counted(length.total, 'action')}, with at most {_listed(parts)}"


def _payoffs(profile: Profile) -> Iterator[str]:
    setup, total = profile.setup, profile.scores.total.value
    kind = {
        Goal.WINS: "only the win counts",
        Goal.MOST: "more points are better",
        Goal.FEWEST: "fewer points are better",
    }[setup.goal]
    if setup.sides == 2:
        why = "two sides, each counting its own points minus the other's"
    elif total is not None:
        why = f"the points of all sides always add up to {_shown(total)}"
    else:
        why = f"{setup.sides} sides, whose points add up to varying totals"
    when = "while it is played and at its end" if setup.in_play else "at the end of the round"
    yield f"Payoff: {profile.payoff.value} ({why}), {when}; {kind}."
    by_bounds: dict[Interval, list[str]] = {}
    for name, bounds in zip(setup.side_names, profile.scores.sides, strict=True):
        by_bounds.setdefault(bounds, []).append(name)
    for bounds, names in by_bounds.items():
        receiver = "each side" if len(by_bounds) == 1 else _listed(names)
        low, high = _ends(bounds)
        if low is None or high is None:
            yield f"A round pays {receiver} any number of points: the rules set no bound."
        else:
            yield f"A round pays {receiver} from {_shown(low)} to {_shown(high)}."


def _exchanges(profile: Profile) -> Iterator[str]:
    same, setup = profile.symmetries, profile.setup
    if same.mirror:
        yield "Swapping the two ends of the line changes nothing."
    if len(same.turns) == setup.seats - 1:
        yield "Rotating the seats changes nothing" + _but_opening(same)
    elif same.partners:
        yield "Swapping partners changes nothing" + _but_opening(same)
    else:
        yield "Seats are not interchangeable: the rules name one."
    for words, classes in (
        ("after the opening, for legal actions and the end of a round", same.numbers_in_play),
        ("for the winner and the points as well", same.numbers),
    ):
        groups = [_listed([str(seat) for seat in group]) for group in classes if len(group) > 1]
        if groups:
            yield f"Pip numbers are interchangeable {words}: {'; '.join(groups)}."
    if all(len(group) == 1 for group in same.numbers):
        read = list(dict.fromkeys(node.span.words for node in same.in_the_way))
        quoted = [f'"{words}"' for words in read]
        why = f"the rules read {_listed(quoted)}" if quoted else "the set lacks some tiles"
        yield f"For the winner and the points no two numbers are interchangeable: {why}."


def _but_opening(same: Symmetries) -> str:
    return "." if same.opening else ", apart from who opens the first round."


def _counted(number: int, word: str) -> str:
    plural = f"{word}es" if word.endswith("s") else f"{word}s"
    return f"{number:,} {word if number == 1 else plural}"


def _listed(words: Iterable[str]) -> str:
    *rest, last = words
    return f"{', '.join(rest)} and {last}" if rest else last


def _shown(number: object) -> str:
    return f"{number:,}".replace("-", "−") if isinstance(number, int) else str(number)


def _ends(bounds: Interval) -> tuple[int | None, int | None]:
    """The two ends of an interval of points, which are whole."""
    return (
        None if bounds.low is None else ceil(bounds.low),
        None if bounds.high is None else floor(bounds.high),
    )


def _signal_as_json(signal: Signal) -> dict[str, object]:
    return {
        "step": signal.words,
        "no_tile_fits": signal.unable.value,
        "choice": signal.is_choice,
        "says": str(signal),
    }
