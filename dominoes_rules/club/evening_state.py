"""What an evening is, as it is kept on disk: plan, players, rounds. Scores are in the records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from dominoes_rules.club.pairings import Pairing, Unit
from dominoes_rules.play.match_rounds import is_name
from dominoes_rules.state_files import expect_hash, expect_name, read_state, write_state
from dominoes_rules.tables import LONGEST_THINK

FORMAT = "dominoes-rules evening"
SUFFIX = ".evening"
LARGEST_EVENING = 1_048_576
TABLE_SIZES = 2, 4
MOST_PLAYERS = 64
MOST_ROUNDS = 20


@dataclass(frozen=True)
class EveningPlan:
    """What the host has chosen."""

    title: str
    game: str
    size: int
    """Players at a table."""
    rounds: int
    fixed_partners: bool
    """Whether the first and the second player are partners for the evening, and so on."""
    think: int
    """Seconds for a move; 0 for no limit."""


@dataclass(frozen=True)
class Guest:
    """A player of the evening."""

    name: str
    link: str
    """The hash of the secret in the link."""
    cookie: str = ""
    """The hash of the secret of the browser that this player uses; empty before the first visit."""
    left: bool = False
    """Whether the player has gone, and is not drawn any more."""


@dataclass(frozen=True)
class ClubTable:
    """One match of a round."""

    room: str
    players: tuple[int, ...]
    """In order of seats."""


@dataclass(frozen=True)
class ClubRound:
    """The matches of one draw."""

    tables: tuple[ClubTable, ...]
    resting: tuple[int, ...] = ()
    ended: bool = False
    """Whether the host has ended it before all matches were over."""

    @property
    def pairing(self) -> Pairing:
        return Pairing(tuple(table.players for table in self.tables), self.resting)


@dataclass(frozen=True)
class EveningState:
    """An evening between two changes."""

    plan: EveningPlan
    host: str
    """The hash of the secret of the host's browser."""
    seed: int
    """What the draws follow from."""
    guests: tuple[Guest, ...]
    rounds: tuple[ClubRound, ...] = ()
    closed: bool = False

    @property
    def units(self) -> list[Unit]:
        """Those who are drawn: players, or pairs of whom nobody has left."""
        step = 2 if self.plan.fixed_partners else 1
        every = [tuple(range(first, first + step)) for first in range(0, len(self.guests), step)]
        return [unit for unit in every if not any(self.guests[player].left for player in unit)]

    def with_guest(self, player: int, **changes: Any) -> EveningState:
        """The same with something else about one player."""
        guests = [*self.guests]
        guests[player] = replace(guests[player], **changes)
        return replace(self, guests=tuple(guests))

    def write(self, path: Path) -> None:
        """Save it in a file that only the user can read; it is whole at any moment.

        Raises `OSError`.
        """
        write_state(path, FORMAT, asdict(self))

    @classmethod
    def read(cls, path: Path) -> EveningState:
        """Raises `OSError`, `ValueError`, `KeyError` and `TypeError` for what is not an evening."""
        kept = read_state(path, FORMAT, LARGEST_EVENING)
        state = cls(
            _made(EveningPlan, kept["plan"]),
            kept["host"],
            kept["seed"],
            tuple(_made(Guest, guest) for guest in kept["guests"]),
            tuple(_round(round_kept) for round_kept in kept["rounds"]),
            kept["closed"],
        )
        players = [
            player
            for club_round in state.rounds
            for table in (*club_round.pairing.tables, club_round.resting)
            for player in table
        ]
        if not all(type(player) is int and 0 <= player < len(state.guests) for player in players):
            raise ValueError("somebody plays who is not there")
        state._expect_sense()
        return state

    def _expect_sense(self) -> None:
        """Raises `ValueError` and `TypeError` for what we would not have written."""
        plan = self.plan
        if plan.size not in TABLE_SIZES or not 1 <= plan.rounds <= MOST_ROUNDS:
            raise ValueError(f"it has {plan.rounds} rounds at tables of {plan.size}")
        if not 0 <= plan.think <= LONGEST_THINK:
            raise ValueError(f'"think" must be from 0 to {LONGEST_THINK:,}')
        if len(self.guests) > MOST_PLAYERS or (plan.fixed_partners and len(self.guests) % 2):
            raise ValueError(f"it is not for {len(self.guests)} players")
        if not all(is_name(name) for name in (plan.title, *(guest.name for guest in self.guests))):
            raise ValueError("a name that it keeps can't be shown")
        expect_hash(
            self.host, *(text for guest in self.guests for text in (guest.link, guest.cookie))
        )
        if type(self.seed) is not int or type(self.closed) is not bool:
            raise TypeError("its seed must be a number, and whether it is over true or false")
        for table in (table for club_round in self.rounds for table in club_round.tables):
            expect_name(table.room)
            if len(table.players) != plan.size:
                raise ValueError(f"{len(table.players)} players share a table of {plan.size}")


def _made(kind: type[Any], kept: Mapping[str, Any]) -> Any:
    """A value of plain fields. Raises `TypeError`."""
    instance = kind(**kept)
    for name, value in vars(instance).items():
        if type(value).__name__ != kind.__annotations__[name]:
            raise TypeError(f"{name} must be {kind.__annotations__[name]}")
    return instance


def _round(kept: Mapping[str, Any]) -> ClubRound:
    tables = (ClubTable(str(table["room"]), tuple(table["players"])) for table in kept["tables"])
    return ClubRound(tuple(tables), tuple(kept["resting"]), bool(kept["ended"]))
