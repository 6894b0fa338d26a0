"""The longest possible round, in plays, discards, draws and passes.

A play or a discard takes a tile from a hand, a draw one from the stock, and passes between two
plays or discards are bounded by `endings.py`; so the arithmetic of the deal gives a bound. Proven,
but not always reached.
"""

from __future__ import annotations

from dataclasses import dataclass

from dominoes_lang.analysis.turns.endings import Passing, passing
from dominoes_lang.analysis.turns.going_out import tiles_at
from dominoes_lang.analysis.turns.situations import situations
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax.nodes import Act
from dominoes_lang.table.auction import AuctionRules


@dataclass(frozen=True)
class Length:
    """The most actions of each sort in one round, and of all together. Proven, not always reached.

    `total` may be less than the sum: the most of one sort need not go with the most of another.
    """

    plays: int
    draws: int
    passes: int
    total: int
    passes_in_a_row: int
    """The most passes between two plays or discards, or after the last."""
    stops: int = 0
    discards: int = 0
    said: int = 0
    """Bids, and the trump that is named."""


def length(setup: Setup) -> Length | None:
    """The longest possible round; None if it is not proven that every round ends."""
    if setup.tricks is not None:
        return _of_tricks(setup, setup.tricks.auction)
    known = situations(setup)
    pass_runs = passing(setup, known) if known is not None else None
    if not isinstance(pass_runs, Passing):
        return None
    least = min(tiles_at(setup.domino) + 1, setup.hand_size)
    begun = setup.shape.begun
    if least == setup.hand_size and not begun and not setup.draws_to_open:
        return Length(1, 0, 0, 1, 0)  # who opens is out
    draws = setup.stock_size - setup.reserve if setup.draws else 0
    own = setup.hand_size - least
    laid = (len(setup.tiles) if setup.layout.branches else longest_line(setup)) - begun
    most_plays = laid
    if setup.turn.discards:
        laid = len(setup.tiles) - begun  # or laid aside
    most = min(setup.player_count * own + draws, laid)
    endings = [_length(setup, pass_runs, most, own, draws, by_domino=False)]
    if least > 0:
        most = min(setup.player_count * own + draws + 1, laid)
        endings.append(_length(setup, pass_runs, most, own, draws, by_domino=True))
    leaving_hands = max(ending.plays for ending in endings)
    plays = min(leaving_hands, most_plays)
    stops = plays if any(step.act is Act.STOP for step in setup.turn.steps) else 0
    return Length(
        plays,
        draws,
        max(ending.passes for ending in endings),
        max(ending.total for ending in endings) + stops,
        max(ending.passes_in_a_row for ending in endings),
        stops,
        leaving_hands - (not begun) if setup.turn.discards else 0,
    )


def _of_tricks(setup: Setup, auction: AuctionRules) -> Length:
    """The longest round of tricks: the auction, and one tile of each player for each trick."""
    plays, seats, bids = setup.seats * setup.hand_size, setup.seats, len(auction.ladder)
    # Who passes where bids go round is out, so there are as many passes as players at most.
    spoken = min(seats, bids) if not auction.until_all_pass else bids
    speaking = seats if not auction.until_all_pass else bids + seats
    total = speaking + auction.discards + 1 + plays
    return Length(plays, 0, seats, total, seats, 0, auction.discards, spoken + 1)


def _length(
    setup: Setup, pass_runs: Passing, plays: int, own: int, draws: int, *, by_domino: bool
) -> Length:
    """The longest round with this many plays and discards.

    It ends with one of them, or after a run of passes. `own` is how many tiles of their first hand
    players can lay while the round goes on.
    """
    gaps = max(0, plays - 1 + setup.shape.begun)
    longest = max(pass_runs.dry.going, pass_runs.stocked.going)
    last = max(pass_runs.dry.last, pass_runs.stocked.last)
    if pass_runs.limit is not None:
        longest, last = min(longest, pass_runs.limit - 1), min(last, pass_runs.limit)
    passes = gaps * longest
    if longest == setup.player_count - 1 and setup.turn.again is None and not draws and own:
        # After this many passes the same player lays the next tile, and one hand is not enough.
        passes -= max(0, -(-(plays - int(by_domino)) // own) - 1)
    among_draws = _passes_among_draws(setup, pass_runs, draws) if draws else 0
    passes += among_draws + (0 if by_domino else last)
    in_a_row = among_draws + last
    if pass_runs.limit is not None:
        passes = min(passes, gaps * (pass_runs.limit - 1) + (0 if by_domino else pass_runs.limit))
        in_a_row = min(in_a_row, pass_runs.limit)
    if setup.turn.drops_out:
        passes = setup.player_count - by_domino
    return Length(plays, draws, passes, plays + draws + passes, in_a_row)


def _passes_among_draws(setup: Setup, pass_runs: Passing, draws: int) -> int:
    """The most passes that draws make possible on top of those between two plays."""
    tied = draws if any(step.act is Act.DRAW_THEN_PLAY for step in setup.turn.steps) else 0
    dry = any(step.act is Act.DRAW_UNTIL_ABLE for step in setup.turn.steps)
    more = max(0, pass_runs.dry.going - pass_runs.stocked.going)
    return draws * pass_runs.stocked.going + max(tied, int(dry)) + more


def longest_line(setup: Setup) -> int:
    """The most tiles that one line can take.

    A line of equal numbers uses each number in pairs, apart from its two ends; so where a number
    appears on an odd number of tiles other than doubles, one of them stays out.
    """
    if not setup.fits.is_equal:
        return len(setup.tiles)
    numbers = range(setup.tiles.highest + 1)
    part = list(numbers)
    for tile in setup.tiles.tiles:
        part = [part[tile.low] if label == part[tile.high] else label for label in part]
    best = 0
    for root in set(part):
        tiles = [tile for tile in setup.tiles.tiles if part[tile.high] == root]
        odd = sum(
            sum(number in tile for tile in tiles if not tile.is_double) % 2
            for number in numbers
            if part[number] == root
        )
        best = max(best, len(tiles) - max(0, (odd - 2) // 2))
    return best
