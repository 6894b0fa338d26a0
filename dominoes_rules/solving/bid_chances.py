"""The answers of `solve` before the first trick: how often bids can be made, by trump."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from dominoes_lang.setup.ruleset import Ruleset, Setup
from dominoes_lang.table.suits import TRUMPS_BY_SIGN, trump_sign
from dominoes_lang.text import resources
from dominoes_lang.text.root_exception import ArgumentError, expect_seed
from dominoes_rules import library
from dominoes_rules.errors import PositionError
from dominoes_rules.position.position import Position, expect_position
from dominoes_rules.position.trick_words import suit_words
from dominoes_rules.speech.speech import ENGLISH, Speech, marked
from dominoes_solver.contracts.contract_curve import ContractCurve, read_curve
from dominoes_solver.contracts.open_contracts import (
    TrumpShares,
    bids_to_ask,
    open_contracts,
    trumps_worth_a_thought,
    why_no_contracts,
)
from dominoes_solver.pimc.open_worlds import OpenWorlds

USUAL_WORLDS = 100
MOST_WORLDS = 100_000
ENDING = ".contracts.json"
UNGUESSED = marked(
    "nobody's bidding is guessed: not who bids higher, nor what a bid or a pass tells"
)


@dataclass(frozen=True)
class BidChance:
    """How often a bid is made with a trump."""

    trump: str
    """As in a record: `6`, `D`, `N`."""
    bid: int
    worlds: int
    open_hands: float
    """The share of worlds in which it is made where everybody sees all hands."""
    chance: float | None
    """The chance in play, by the curve of the game; None where there is no curve."""

    def as_json(self) -> dict[str, object]:
        """The same as plain values."""
        return {
            "trump": self.trump,
            "bid": self.bid,
            "worlds": self.worlds,
            "open_hands": self.open_hands,
            "chance": None if self.chance is None else round(self.chance, 4),
        }


@dataclass(frozen=True)
class BidChances:
    """How often bids are made, by trump; the best trump first, in each the lowest bid first."""

    position: Position
    rows: tuple[BidChance, ...]
    count: int | None
    """The worlds that fit."""
    seed: int
    curve: ContractCurve | None

    @property
    def trumps(self) -> dict[str, tuple[BidChance, ...]]:
        """The rows by trump."""
        trumps = dict.fromkeys(row.trump for row in self.rows)
        return {trump: tuple(row for row in self.rows if row.trump == trump) for trump in trumps}

    @property
    def by_trump(self) -> list[tuple[str, list[tuple[BidChance, int]]]]:
        """The trumps that were tried with every bid.

        Bids in a row that are made as often are one, with the last of them.
        """
        most = max(len(rows) for rows in self.trumps.values())
        full = [(trump, rows) for trump, rows in self.trumps.items() if len(rows) == most]
        return [(trump, _merged(rows)) for trump, rows in full]

    def notes(self, speech: Speech = ENGLISH) -> list[str]:
        """What the figures rest on, besides the worlds."""
        curve = self.curve
        if curve is None:
            flattered = speech.text(
                "open hands flatter the bidder: in play fewer bids are made, and how many fewer "
                "was not measured for this game"
            )
        else:
            flattered = speech.text(
                "open hands flatter the bidder; chance: what came of such bids in play, in {deals} "
                "deals of {game} whose players saw their own hand alone",
                deals=curve.fitted.get("deals"),
                game=curve.fitted.get("game"),
            )
        return [flattered, speech.text(UNGUESSED)]

    def as_json(self) -> dict[str, object]:
        """The same as plain values, in a stable shape."""
        return {
            "variant": self.position.variant,
            "turn": self.position.turn,
            "count": self.count,
            "seed": self.seed,
            "bids": [row.as_json() for row in self.rows],
            "curve": None if self.curve is None else self.curve.as_json(),
        }


def _merged(rows: Sequence[BidChance]) -> list[tuple[BidChance, int]]:
    alike = ([*group] for _, group in groupby(rows, key=lambda row: row.open_hands))
    return [(group[0], group[-1].bid) for group in alike]


def says_something(position: Position) -> bool:
    """Whether a game of tricks is before its first trick: somebody bids, or names the trump."""
    state = position.evidence.state
    return position.setup.tricks is not None and not state.begun and not position.is_over


def bid_chances(
    position: Position,
    *,
    worlds: int = USUAL_WORLDS,
    seed: int = 0,
    only: Sequence[int] | None = None,
) -> BidChances:
    """How often each bid could be made by the player to move, by trump; or that which is made.

    With open hands nobody would be outbid, so no bid is searched as a move. Nobody's bidding is
    guessed either: worlds are those that fit the tiles, and what others have bid tells nothing.
    The same seed gives the same answer. `only`: these bids alone.

    Raises `PositionError` where nobody bids or names a trump, where the mover's hand is not fully
    known, and in games whose bids can't be valued.
    """
    expect_position("bid_chances", position)
    expect_seed(seed)
    if not 1 <= worlds <= MOST_WORLDS:
        raise ArgumentError(f"worlds={worlds}: from 1 to {MOST_WORLDS:,} can be searched")
    if not says_something(position):
        raise PositionError("nobody bids or names a trump in this position")
    position.require_mover()
    compiled, setup, state = position.compiled, position.setup, position.evidence.state
    name = setup.ruleset.name
    if why := why_no_contracts(compiled):
        raise PositionError(
            f"{name}: what can be made is not found before the first trick, since {why}; "
            "solve finds the best tile from the first lead on"
        )
    tricks = setup.tricks
    assert tricks is not None, "nobody bids in other games"
    bidder = state.mover if tricks.auction.is_open(state.more) else state.more.bidder
    bids = bids_to_ask(compiled, state)
    if only is not None:
        bids = [bid for bid in bids if bid in only]
    if not bids:
        raise PositionError("nobody can bid higher" if only is None else "none of these can be bid")
    open_worlds = OpenWorlds(position.evidence)
    shares = open_contracts(
        compiled,
        open_worlds,
        bidder,
        most=worlds,
        trumps=trumps_worth_a_thought(compiled, state.hands[state.mover]),
        bids=bids,
        seed=seed,
    )
    if shares is None:
        raise PositionError(
            f"{name}: what can be made is not found before the first trick, since more tricks and "
            "pips are not always better; solve finds the best tile from the first lead on"
        )
    curve = curve_of(setup)
    rows = [row for trump in shares for row in _rows(trump, curve)]
    return BidChances(position, tuple(rows), open_worlds.count, seed, curve)


def _rows(shares: TrumpShares, curve: ContractCurve | None) -> list[BidChance]:
    return [
        BidChance(
            trump_sign(shares.trump),
            bid,
            shares.worlds,
            made / shares.worlds,
            None if curve is None else curve.chance(made, shares.worlds),
        )
        for bid, made in shares.made
    ]


def trump_named(trump: str, speech: Speech = ENGLISH) -> str:
    """A trump of a record in words: `sixes`, `no trump`."""
    return suit_words(TRUMPS_BY_SIGN[trump], speech)


def curve_of(setup: Setup) -> ContractCurve | None:
    """The curve of a game or of one that it extends, if both are played alike; None without one."""
    ruleset: Ruleset | None = setup.ruleset
    while ruleset is not None:
        curve = bundled_curves().get(ruleset.name)
        if curve is not None and _is_played_alike(setup, ruleset):
            return curve
        ruleset = library.parent(ruleset)
    return None


def _is_played_alike(setup: Setup, ruleset: Ruleset) -> bool:
    """Whether tiles, their values, hands and sides are those of another game."""
    if setup.seats not in ruleset.players:
        return False
    its = library.compiled(ruleset, setup.seats).setup
    assert setup.tricks is not None, "other games have no curves"
    same_suits = its.tricks is not None and its.tricks.doubles == setup.tricks.doubles
    return same_suits and (its.tiles.tiles, its.values, its.hand_size, its.sides) == (
        setup.tiles.tiles, setup.values, setup.hand_size, setup.sides,
    )  # fmt: skip


@cache
def bundled_curves() -> Mapping[str, ContractCurve]:
    """The curves that come with the project, by the names of their games."""
    folder = resources.bundled("dominoes_rules", "variants")
    return {
        curve.fitted["game"]: curve
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
        if file.name.endswith(ENDING)
        for curve in [read_curve(file.read_text("utf-8"))]
    }
