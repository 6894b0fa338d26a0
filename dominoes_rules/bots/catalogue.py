"""The bots that come with the project, by name, and their options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.bots import quick_bot, sampling_bots
from dominoes_rules.bots.counting_bot import counts
from dominoes_rules.bots.named import QuickOptions, Rule
from dominoes_rules.bots.on_positions import on_positions
from dominoes_rules.bots.simple_bots import PLAIN, Chooser
from dominoes_rules.bots.train_bot import longest_train
from dominoes_rules.position.choice_models import CHOICES, COUNTED, read_model, read_net
from dominoes_rules.position.policy_files import read_policies
from dominoes_solver.belief.model import UnfitModel
from dominoes_solver.pimc.weighed_search import Worth

Value = int | float | str
MOST = 1_000_000
OFF = "off"


@dataclass(frozen=True)
class Option:
    """An option of a bot: how its value is read, and what holds without it."""

    read: Callable[[str], Value]
    usual: Value | None
    about: str
    instead_of: str | None = None
    """An option whose usual value does not hold where this one is given."""


@dataclass(frozen=True)
class BotKind:
    """A bot by name; `make` is called with its options."""

    about: str
    make: Callable[..., Rule]
    options: Mapping[str, Option] = field(default_factory=dict)
    model: str = COUNTED
    """How it weighs worlds where it has no option for that."""
    chooser: Callable[..., Chooser] | None = None
    """What it is on a state, where it asks for no position; called with its options."""
    needs_ends: bool = False
    """Whether its rule is about open ends, so that it plays no game of tricks."""
    quick: Callable[..., QuickOptions] | None = None
    """Its options as those of a player without search, if it is one."""


def whole(text: str) -> int:
    """A number of things, from 1."""
    if not (text.isascii() and text.isdigit() and len(text) < 9 and 1 <= int(text) <= MOST):
        raise ArgumentError(f"must be an integer from 1 to {MOST:,}, not {short(text)!r}")
    return int(text)


def seconds(text: str) -> float:
    """A time in seconds, above 0."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e6:
        raise ArgumentError(f"must be a number of seconds above 0, not {short(text)!r}")
    return number


def model(text: str) -> str:
    """How worlds are weighted."""
    if text not in {COUNTED, CHOICES}:
        try:
            read_model(text)
        except UnfitModel as error:
            raise ArgumentError(str(error)) from None
    return text


def net(text: str) -> str:
    """The file of a net."""
    try:
        read_net(text)
    except UnfitModel as error:
        raise ArgumentError(str(error)) from None
    return text


def policy(text: str) -> str:
    """The file of a policy."""
    try:
        read_policies(text)
    except UnfitModel as error:
        raise ArgumentError(str(error)) from None
    return text


def temperature(text: str) -> float:
    """By what scores are divided before one is drawn by them."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0.01 <= number <= 100:
        raise ArgumentError(f"must be a number from 0.01 to 100, not {short(text)!r}")
    return number


def plain_bot(text: str) -> str:
    """A bot that looks at the table alone, and plays every game."""
    if text not in PLAIN:
        raise ArgumentError(f"must be one of {', '.join(PLAIN)}, not {short(text)!r}")
    return text


def worth(text: str) -> str:
    """What a move is worth in a world."""
    known = [kind.value for kind in Worth]
    if text not in known:
        raise ArgumentError(f"must be {', '.join(known[:-1])} or {known[-1]}, not {short(text)!r}")
    return text


def types(text: str) -> str:
    """Whether a bot learns what types the others are of; empty for yes, as without the option."""
    if text not in {"on", OFF}:
        raise ArgumentError(f"must be on or off, not {short(text)!r}")
    return OFF if text == OFF else ""


def _always(rule: Rule) -> Callable[[], Rule]:
    return lambda: rule


def _simple(about: str, chooser: Chooser, *, needs_ends: bool = False) -> BotKind:
    make = _always(on_positions(chooser, needs_ends=needs_ends))
    return BotKind(about, make, chooser=lambda: chooser, needs_ends=needs_ends)


_TYPES = Option(types, None, "with a model: on or off, whether it learns how the others play")


def _worlds(usual: int) -> Option:
    return Option(whole, usual, "how many worlds are searched")


KINDS: dict[str, BotKind] = {
    "random": _simple("any legal move", PLAIN["random"]),
    "lowest": _simple(
        "the play that leaves the lowest number open", PLAIN["lowest"], needs_ends=True
    ),
    "first": _simple("the first tile that fits", PLAIN["first"]),
    "heaviest": _simple("the tile with the most pips", PLAIN["heaviest"]),
    "double": _simple("doubles first", PLAIN["double"]),
    "exposed": _simple("the number most often on the table", PLAIN["exposed"], needs_ends=True),
    "rarity": _simple(
        "the numbers most often in hand and on the table", PLAIN["rarity"], needs_ends=True
    ),
    "long_suit": _simple(
        "the play that opens the number most often in hand", PLAIN["long_suit"], needs_ends=True
    ),
    "essay": _simple(
        "a double, what the opponent passed on, what most tiles fit",
        PLAIN["essay"],
        needs_ends=True,
    ),
    "longest_train": _simple(
        "in games with trains, the chain of its own train that leaves the lightest rest",
        longest_train,
    ),
    "counts": _simple(
        "in games of tricks, bids by its hand, draws trumps, keeps counters for sure tricks", counts
    ),
    "quick": BotKind(
        "the action that a net or a learnt policy finds best, without a search",
        lambda **options: quick_bot.quick_on_positions(QuickOptions(**options)),
        {
            "net": Option(net, None, "the file of a net of choices"),
            "policy": Option(policy, None, "the file of a policy, as `choices learn` makes it"),
            "temperature": Option(
                temperature, None, "how far it strays from its policy's best: 1 is as it learnt"
            ),
            "otherwise": Option(
                plain_bot, None, "the plain bot that plays where there is neither net nor policy"
            ),
        },
        chooser=lambda **options: quick_bot.quick(QuickOptions(**options)),
        quick=QuickOptions,
    ),
    "playouts": BotKind(
        "the best move on average if all then play at random",
        sampling_bots.playouts,
        {"n": Option(whole, 100, "how many worlds, each played out once for every move")},
    ),
    "solver": BotKind(
        "the best move on average with all hands open, as `solve` finds it",
        sampling_bots.solver,
        {
            "worlds": _worlds(50),
            "time": Option(seconds, None, "seconds for a decision", instead_of="worlds"),
            "model": Option(model, None, "counted, choices, or the file of a model of choices"),
            "worth": Option(worth, None, "with a model: best, half or play"),
            "types": _TYPES,
        },
    ),
    "strong": BotKind(
        "the solver with worlds weighted by what the others chose",
        sampling_bots.strong,
        {"worlds": _worlds(50), "types": _TYPES},
        model=CHOICES,
    ),
    "vote": BotKind(
        "the move that is best in the most worlds", sampling_bots.vote, {"worlds": _worlds(50)}
    ),
    "omniscient": BotKind(
        "cheats: the best move, seeing all hands", _always(sampling_bots.omniscient)
    ),
}
"""Every bot, from plain to strong."""


def needs_search(bot: str) -> bool:
    """Whether a bot of the project, options or not, tries moves out before it decides."""
    kind = KINDS.get(bot.partition(":")[0])
    return kind is not None and kind.chooser is None
