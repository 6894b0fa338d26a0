"""Bids and trumps as their player saw them: how often bids are made, and what a trump costs.

Nobody's bidding is guessed, so a bid is no mistake in points: it stands beside its neighbours and a
pass. A trump is compared with others for the same bid, world by world.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import NOBODY, Kind, State
from dominoes_lang.table.suits import trump_sign
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_rules.solving.answered_moves import ERRORS_APART
from dominoes_rules.solving.bid_chances import BidChance, bid_chances, curve_of, trump_named
from dominoes_rules.speech.speech import Speech
from dominoes_solver.contracts.open_contracts import (
    FIRST_WORLDS,
    TRUMPS_TRIED_ON,
    ahead_with,
    bids_to_ask,
    is_counted,
    made_with,
    sampled_states,
    trumps_worth_a_thought,
    why_no_contracts,
    worlds_in_time,
)
from dominoes_solver.means import Mean
from dominoes_solver.pimc.open_worlds import OpenWorlds

USUAL_WORLDS = 60
"""In which the calls of a round take seconds."""


@dataclass(frozen=True)
class Call:
    """A bid with the best trump, or a trump with the bid that was made; or a pass."""

    move: Move
    trump: str
    """As in a record: `6`, `D`, `N`; empty for a pass."""
    worlds: int
    open_hands: float | None
    """The share of worlds in which the bid is made with open hands; None for a pass."""
    chance: float | None
    """The chance in play; None for a pass, and where the game has no curve."""
    gap: Mean | None = None
    """Points lost against the best trump with open hands; None for a bid, which loses none."""

    @property
    def is_close(self) -> bool:
        """Whether the worlds searched can't distinguish it from the best trump."""
        return self.gap is not None and self.gap.mean <= ERRORS_APART * (self.gap.se or 0.0)

    @property
    def share(self) -> str:
        """How often the bid is made, by the curve if the game has one."""
        share = self.open_hands if self.chance is None else self.chance
        return "" if share is None else f"{share:.0%}"

    def as_json(self) -> dict[str, object]:
        """The same as plain values."""
        gap = {} if self.gap is None else {"gap": self.gap.mean, "se": self.gap.se}
        return {
            "move": str(self.move),
            "trump": self.trump or None,
            "worlds": self.worlds,
            "open_hands": self.open_hands,
            "chance": None if self.chance is None else round(self.chance, 4),
            **gap,
        }


@dataclass(frozen=True)
class Calls:
    """What could be bid or named in a position: the best trump first, bids from the lowest on."""

    position: Position
    rows: tuple[Call, ...]
    used: int
    exact: bool
    """Whether these were all the worlds."""
    has_curve: bool
    worth: float = 0.0
    """Of a trump: the mean of what the namer's side is paid more with the best one, open hands."""

    def __getitem__(self, move: Move) -> Call:
        return next(row for row in self.rows if row.move == move)

    def reason(self, named: Callable[[Move], str], speech: Speech) -> str:
        """How often each is made, in a sentence."""
        text, rows = speech.text, [row for row in self.rows if row.share]
        if rows[0].move.kind is Kind.NAME:
            each = [f"{trump_named(row.trump, speech)} {row.share}" for row in rows]
        else:
            each = [
                text("{bid} with {trump} {share}", bid=named(row.move),
                     trump=trump_named(row.trump, speech), share=row.share)
                for row in rows
            ]  # fmt: skip
        chances = speech.listed(each, "comma")
        if not self.has_curve:
            return text("with open hands: {chances}; nobody's bidding is guessed", chances=chances)
        return text("chances: {chances}; nobody's bidding is guessed", chances=chances)


def why_no_calls(compiled: Compiled, state: State) -> str:
    """Why the calls of a game of tricks can't be reviewed; empty where they can.

    state: one of its rounds, before the first trick.
    """
    if why := why_no_contracts(compiled):
        return why
    return "" if is_counted(compiled, state) else "more tricks and pips are not always better"


def calls_before(position: Position, played: Move, worlds: int | None, seed: int) -> Calls:
    """What a move before the first trick is compared with, by what its player saw."""
    asked = (position, played, worlds or worlds_in_time(USUAL_WORLDS), seed)
    return _trumps(*asked) if played.kind is Kind.NAME else _bids(*asked)


def _bids(position: Position, played: Move, worlds: int, seed: int) -> Calls:
    """The bid that was made with its neighbours, or the lowest that were passed, and the pass."""
    bids = bids_to_ask(position.compiled, position.evidence.state)
    at = 0 if played.said is None else bids.index(played.said)
    near = bids[max(0, at - 1) : at + 2]
    chances = bid_chances(position, worlds=worlds, seed=seed, only=near)
    rows = [_best_of(bid, chances.rows) for bid in near]
    if (passing := Move(Kind.PASS)) in position.legal_moves:
        rows.append(Call(passing, "", 0, None, None))
    used = max(row.worlds for row in rows)
    return Calls(position, tuple(rows), used, used == chances.count, chances.curve is not None)


def _best_of(bid: int, chances: Sequence[BidChance]) -> Call:
    """A bid with the trump with which it is made most often."""
    most = max((row for row in chances if row.bid == bid), key=lambda row: row.open_hands)
    return Call(Move(Kind.BID, said=bid), most.trump, most.worlds, most.open_hands, most.chance)


def _trumps(position: Position, played: Move, worlds: int, seed: int) -> Calls:
    """The trump that was named and others for the bid, each in the same worlds."""
    compiled, state = position.compiled, position.evidence.state
    setup, bid, bidder = compiled.setup, state.more.bid, state.more.bidder
    assert played.said is not None
    assert bidder != NOBODY
    open_worlds, curve = OpenWorlds(position.evidence), curve_of(setup)
    states = sampled_states(open_worlds, worlds, seed)
    sign = setup.sign * (1 if setup.side_of[state.mover] == setup.side_of[bidder] else -1)

    def wanted(trump: int, asked: Sequence[State]) -> list[int]:
        return [sign * ahead for ahead in ahead_with(compiled, asked, bidder, trump, bid)]

    hand = state.hands[state.mover]
    trumps = dict.fromkeys([played.said, *trumps_worth_a_thought(compiled, hand)])
    first = {trump: wanted(trump, states[:FIRST_WORLDS]) for trump in trumps}
    order = sorted(first, key=lambda trump: -sum(first[trump]))
    tried = {*order[:TRUMPS_TRIED_ON], played.said}
    rest = states[FIRST_WORLDS:]
    ahead = {
        trump: first[trump] + (wanted(trump, rest) if trump in tried else []) for trump in order
    }
    best = max(tried, key=lambda trump: (sum(ahead[trump]), trump == played.said))
    exact = open_worlds.count == len(states)
    rows = []
    for trump in order:
        lost = [most - own for most, own in zip(ahead[best], ahead[trump], strict=False)]
        gap = Mean.of(lost)
        made = made_with(compiled, states[: len(lost)], bidder, trump, [bid])
        assert made is not None, "points decide what is made"
        chance = None if curve is None else curve.chance(sum(made), len(made))
        every = Mean(gap.mean, None) if exact else gap
        name = Move(Kind.NAME, said=trump)
        rows.append(Call(name, trump_sign(trump), len(lost), sum(made) / len(made), chance, every))
    rows.sort(key=lambda row: (row.gap.mean if row.gap else 0.0, row.move != played))
    worth = setup.sign * sum(ahead[best]) / len(states)
    return Calls(position, tuple(rows), len(states), exact, curve is not None, worth)
