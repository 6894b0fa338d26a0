"""What a director's desk keeps beside its tournament: its browser, its clock, what tables send."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from dominoes_rules.club.club_tournament import ClubTournament
from dominoes_rules.club.score_rules import LARGEST_SCORE
from dominoes_rules.club.tournament_format import MOST_TOURNAMENT_PLAYERS, MOST_TOURNAMENT_ROUNDS
from dominoes_rules.club.typed_result import ENDINGS
from dominoes_rules.state_files import expect_hash, read_state, write_state

DESK_FILE = "dominoes-rules club desk"
DESK_SUFFIX = ".desk"
LARGEST_DESK = 1_048_576
LENGTH_OF_A_LINK = 22
_LARGEST_TIME = 2**40
"""Seconds since 1970."""


@dataclass(frozen=True)
class TableClaim:
    """A result that one side of a table has sent, and who agrees to it."""

    round: int
    """From 1, as the tables are."""
    table: int
    scores: tuple[int, ...]
    ended: str
    agreed: tuple[int, ...]
    """The sides that have pressed *agree*."""


@dataclass(frozen=True)
class DeskState:
    """The desk between two changes."""

    host: str
    """The hash of the secret of the director's browser."""
    key: str
    """What the links of the tables follow from, so that sheets can be printed again."""
    game: str
    """The name of the game among those of the server."""
    seats: int
    ends_at: int | None = None
    """When the time of the round is up, in seconds since 1970; None while no clock runs."""
    claims: tuple[TableClaim, ...] = ()

    def link(self, round_number: int, table: int) -> str:
        """The secret in the link of a table in one round."""
        text = f"{round_number}/{table}".encode()
        return hmac.new(self.key.encode(), text, sha256).hexdigest()[:LENGTH_OF_A_LINK]

    def claim(self, round_number: int, table: int) -> TableClaim | None:
        """What a table has sent that not every side agrees to."""
        ours = (round_number, table)
        return next((claim for claim in self.claims if (claim.round, claim.table) == ours), None)

    def with_claim(self, claim: TableClaim) -> DeskState:
        """The same with what a table says now."""
        return replace(self, claims=(*self.without_claim(claim.round, claim.table).claims, claim))

    def without_claim(self, round_number: int, table: int) -> DeskState:
        """The same once a table has a result."""
        ours = (round_number, table)
        left = (claim for claim in self.claims if (claim.round, claim.table) != ours)
        return replace(self, claims=tuple(left))

    def expect_fits(self, tournament: ClubTournament) -> None:
        """Raise `ValueError` if this is the desk of another tournament, or was changed by hand."""
        sides = tournament.rules.sides
        if self.seats != len(tournament.rules.side_of):
            raise ValueError("its tables have another size than those of the tournament")
        for claim in self.claims:
            tournament.table(claim.round, claim.table)
            if len(claim.scores) != sides or not {*claim.agreed} <= {*range(sides)}:
                raise ValueError("a table has sent a result for other sides than it has")

    def write(self, path: Path) -> None:
        """Save it in a file that only the user can read. Raises `OSError`."""
        write_state(path, DESK_FILE, asdict(self))

    @classmethod
    def read(cls, path: Path) -> DeskState:
        """Raises `OSError`, `ValueError`, `KeyError` and `TypeError` for what is not a desk."""
        kept = read_state(path, DESK_FILE, LARGEST_DESK)
        expect_hash(kept["host"])
        if not all(type(kept[name]) is str for name in ("key", "game")) or not kept["key"]:
            raise TypeError("its key and its game must be text")
        if not isinstance(kept["claims"], list):
            raise TypeError("its claims must be a list")
        if not kept["key"].isascii():
            raise ValueError("its key is none of ours")
        ends_at = kept["ends_at"]
        return cls(
            kept["host"],
            kept["key"],
            kept["game"],
            _number(kept["seats"], 16),
            None if ends_at is None else _number(ends_at, _LARGEST_TIME),
            tuple(map(_claim, kept["claims"][:MOST_TOURNAMENT_PLAYERS])),
        )


def _claim(kept: Mapping[str, Any]) -> TableClaim:
    if kept["ended"] not in ENDINGS:
        raise ValueError("a match of it ends in no way")
    return TableClaim(
        _number(kept["round"], MOST_TOURNAMENT_ROUNDS),
        _number(kept["table"], MOST_TOURNAMENT_PLAYERS),
        tuple(_number(score, LARGEST_SCORE, -LARGEST_SCORE) for score in kept["scores"]),
        kept["ended"],
        tuple(_number(side, 16) for side in kept["agreed"]),
    )


def _number(value: object, most: int, least: int = 0) -> int:
    if type(value) is not int:
        raise TypeError("a number of it must be a number")
    if not least <= value <= most:
        raise ValueError(f"a number of it must be from {least} to {most:,}")
    return value
