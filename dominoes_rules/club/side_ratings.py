"""Ratings of players from matches of sides: Elo by the mean of a side, computed anew each time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path

from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.club.club_tournament import ClubTournament
from dominoes_rules.club.tournament_file import UNREADABLE_FIELDS
from dominoes_rules.play.match_rounds import is_name
from dominoes_rules.state_files import read_state, reason, write_state

FIRST_RATING = 1500.0
SCALE = 400.0
"""A lead of so many points makes a side win ten matches of eleven."""
STEP, FIRST_STEP = 24.0, 40.0
"""How far one match moves a rating, and how far one of the first `FIRST_MATCHES`."""
FIRST_MATCHES = 20
MATCHES_SHOWN = 10
"""A rating is shown from so many matches on."""
RATINGS_FILE = "dominoes-rules club ratings"
LARGEST_RATINGS = 4_194_304
MOST_RATED = 20_000
HIGHEST_RATING = 10_000


@dataclass(frozen=True)
class RatedPlayer:
    """What is known of the strength of a player, who is known by name."""

    name: str
    rating: float
    matches: int

    @property
    def is_shown(self) -> bool:
        return self.matches >= MATCHES_SHOWN


def ratings_of(tournaments: Iterable[ClubTournament]) -> list[RatedPlayer]:
    """The ratings after all closed tournaments, best first.

    Tournaments count in the order in which they began. Walk-overs and byes do not count.
    """
    ratings: dict[str, float] = defaultdict(lambda: FIRST_RATING)
    matches: dict[str, int] = defaultdict(int)
    closed = [tournament for tournament in tournaments if tournament.closed]
    for tournament in sorted(closed, key=lambda tournament: (tournament.begun, tournament.title)):
        for sides, shares in _matches(tournament):
            changes = _changes([_mean(ratings, side) for side in sides], shares)
            for side, change in zip(sides, changes, strict=True):
                for name in side:
                    step = FIRST_STEP if matches[name] < FIRST_MATCHES else STEP
                    ratings[name] += step * change
                    matches[name] += 1
    rated = [RatedPlayer(name, ratings[name], matches[name]) for name in ratings]
    return sorted(rated, key=lambda player: (-player.rating, player.name))


def _matches(tournament: ClubTournament) -> Iterator[tuple[list[list[str]], Sequence[float]]]:
    """The names on each side of each match that was played, and the share that each side won."""
    for drawn in tournament.rounds:
        for table in drawn.tables:
            if table.result is None or table.result.ended == "absent":
                continue
            entrants = [[tournament.entrants[number] for number in side] for side in table.sides]
            names = [[name for entrant in side for name in entrant.names] for side in entrants]
            everybody = tuple(range(len(names)))
            winners = tournament.rules.winners(table.result.scores) or everybody
            shares = [(side in winners) / len(winners) for side in everybody]
            yield names, shares


def _mean(ratings: Mapping[str, float], names: Sequence[str]) -> float:
    return sum(ratings[name] for name in names) / len(names)


def _changes(means: Sequence[float], shares: Sequence[float]) -> list[float]:
    """How much more than expected each side won, as the mean over the other sides."""
    changes = [0.0] * len(means)
    for one, other in combinations(range(len(means)), 2):
        expected = 1 / (1 + 10 ** ((means[other] - means[one]) / SCALE))
        both = shares[one] + shares[other]
        won = shares[one] / both if both else 0.5
        changes[one] += won - expected
        changes[other] += expected - won
    return [change / (len(means) - 1) for change in changes]


def write_ratings(path: Path, ratings: Iterable[RatedPlayer]) -> None:
    """Save ratings, whole or not at all, for this user only.

    Raises `OSError`, and `ArgumentError` if the file is there and has something else.
    """
    if path.exists():
        try:
            read_ratings(path)
        except ArgumentError:
            raise ArgumentError(
                f"{short(path.name)} is there already, and has no ratings. Choose another name."
            ) from None
    write_state(path, RATINGS_FILE, {"players": [asdict(player) for player in ratings]})


def read_ratings(path: Path) -> list[RatedPlayer]:
    """Ratings that anybody may have changed. Raises `ArgumentError` for what we did not write."""
    try:
        kept = read_state(path, RATINGS_FILE, LARGEST_RATINGS)["players"]
        if not isinstance(kept, list) or len(kept) > MOST_RATED:
            raise ValueError(f"it must be a list of at most {MOST_RATED:,} players")
        return [_player(player) for player in kept]
    except UNREADABLE_FIELDS as error:
        raise ArgumentError(f"{short(path.name)} can't be read: {reason(error)}") from None


def _player(kept: Mapping[str, object]) -> RatedPlayer:
    name, rating, matches = kept["name"], kept["rating"], kept["matches"]
    if not isinstance(name, str) or not is_name(name):
        raise ValueError("a name can't be shown")
    if isinstance(rating, bool) or not isinstance(rating, int | float):
        raise TypeError("a rating must be a number")
    if isinstance(matches, bool) or not isinstance(matches, int):
        raise TypeError("the matches of a rating must be a number")
    if not (abs(rating) <= HIGHEST_RATING and 0 <= matches < 10**6):
        raise ValueError("a rating is not one that matches lead to")
    return RatedPlayer(name, float(rating), matches)
