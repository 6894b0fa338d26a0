"""The next round of a tournament: by lot, by score (Swiss), or everybody against everybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.club.club_standings import outcomes_of, standings_of
from dominoes_rules.club.club_tournament import ClubTournament, DrawnRound, DrawnTable
from dominoes_rules.club.pairings import Draw, Pairing
from dominoes_rules.club.table_draw import TableDraw
from dominoes_rules.club.table_results import WIN
from dominoes_rules.speech.sayings import Saying
from dominoes_rules.speech.speech import marked

# What a round should not have: all of one line together cost less than one of the next.
RANK_DISTANCE = 1
SAME_LEAN = 4
"""For two who have both opened too often, or too rarely, times the square of what both miss."""
WIN_APART = 100 * 100_000
"""For each two opponents, times the square of the difference of their wins."""
SAME_CLUB = 10**10
REST_ABOVE_LOWEST = 10**12
"""For each match point that somebody who sits out has more than the last."""
MET_AGAIN = 10**15
PARTNERS_AGAIN = 10**18
RESTED_AGAIN = 10**24


def with_next_round(tournament: ClubTournament) -> ClubTournament:
    """The same with another round drawn. Raises `ArgumentError` if none can be drawn now.

    The same tournament gives the same draw, which follows from its seed.
    """
    number = len(tournament.rounds) + 1
    if tournament.closed:
        raise ArgumentError(Saying(marked("The tournament is closed, so no round can be drawn.")))
    for earlier, drawn in enumerate(tournament.rounds, 1):
        if not drawn.closed:
            is_open = marked("Round {number} is still open. Close it before the next draw.")
            raise ArgumentError(Saying(is_open, number=earlier))
    if number > tournament.most_rounds:
        all_drawn = marked("All {count} rounds have been drawn.")
        raise ArgumentError(Saying(all_drawn, count=tournament.most_rounds))
    size = tournament.settings.units_at_table(tournament.rules)
    if len(tournament.present) < size:
        too_few = marked("A table needs {size} entrants, and {count} are here.")
        raise ArgumentError(Saying(too_few, size=size, count=len(tournament.present)))
    random = Random(f"{tournament.seed}/draw/{number}")
    by_circle = tournament.settings.system == "round robin"
    drawn = _by_circle(tournament) if by_circle else _by_cost(tournament, random)
    return replace(tournament, rounds=(*tournament.rounds, _opened(tournament, drawn, random)))


def _places(tournament: ClubTournament) -> tuple[int, ...]:
    """The side of each place of a unit at a table, side by side."""
    if tournament.settings.unit == "pair":
        return tuple(range(tournament.rules.sides))
    return tuple(sorted(tournament.rules.side_of))


def _round_of(order: Sequence[int], sides: tuple[int, ...]) -> DrawnRound:
    """A round of entrants who are given table by table, in order of places."""
    size = len(sides)
    playing = len(order) - len(order) % size
    tables = []
    for first in range(0, playing, size):
        seated = [*zip(sides, order[first : first + size], strict=True)]
        tables.append(
            DrawnTable(
                tuple(
                    tuple(entrant for at, entrant in seated if at == side)
                    for side in range(max(sides) + 1)
                )
            )
        )
    return DrawnRound(tuple(tables), tuple(order[playing:]))


def _by_circle(tournament: ClubTournament) -> DrawnRound:
    past = [
        Pairing(tuple(table.entrants for table in drawn.tables), drawn.resting)
        for drawn in tournament.rounds
    ]
    units = [(entrant,) for entrant in tournament.present]
    pairing = Draw(units, (0, 1), past).drawn(Random(tournament.seed))
    return _round_of(
        [*(entrant for table in pairing.tables for entrant in table), *pairing.resting], (0, 1)
    )


def _by_cost(tournament: ClubTournament, random: Random) -> DrawnRound:
    sides = _places(tournament)
    order = tournament.present
    random.shuffle(order)
    swiss = tournament.settings.system == "swiss"
    if swiss:
        places = {line.entrant: line.place for line in standings_of(tournament)}
        order.sort(key=places.__getitem__)
    draw = _table_draw(tournament, order, sides, swiss)
    drawn = _round_of([order[unit] for unit in draw.drawn(random)], sides)
    rank = {entrant: at for at, entrant in enumerate(order)}
    best_first = sorted(drawn.tables, key=lambda table: min(map(rank.__getitem__, table.entrants)))
    return replace(drawn, tables=tuple(best_first))


def _table_draw(
    tournament: ClubTournament, order: Sequence[int], sides: tuple[int, ...], swiss: bool
) -> TableDraw:
    """What each meeting costs among entrants who are given best first."""
    score = Counter[int]()
    for outcome in outcomes_of(tournament) if swiss else ():
        score[outcome.entrant] += outcome.match_points
    lowest = min(score[entrant] for entrant in order)
    met, partners, rested = _history(tournament)
    apart = len(tournament.rounds) < tournament.settings.apart
    lean = _openings_ahead(tournament)
    opposed = [[0] * len(order) for _ in order]
    partnered = [[0] * len(order) for _ in order]
    for first, second in combinations(range(len(order)), 2):
        pair = frozenset((order[first], order[second]))
        clubs = {tournament.entrants[entrant].club for entrant in pair}
        shared = MET_AGAIN * met[pair] + SAME_CLUB * (apart and len(clubs) == 1 and "" not in clubs)
        against = shared + SAME_LEAN * (lean[order[first]] + lean[order[second]]) ** 2
        if swiss:
            difference = score[order[first]] - score[order[second]]
            against += WIN_APART * difference**2 // WIN**2 + RANK_DISTANCE * (second - first)
        opposed[first][second] = opposed[second][first] = against
        together = shared + PARTNERS_AGAIN * partners[pair]
        partnered[first][second] = partnered[second][first] = together
    rest = [
        RESTED_AGAIN * rested[entrant] + REST_ABOVE_LOWEST * (score[entrant] - lowest)
        for entrant in order
    ]
    return TableDraw(sides, opposed, partnered, rest, MET_AGAIN)


def _history(
    tournament: ClubTournament,
) -> tuple[Counter[frozenset[int]], Counter[frozenset[int]], Counter[int]]:
    """How often each two have met, and were partners; how often each has had no match."""
    met, partners, rested = Counter[frozenset[int]](), Counter[frozenset[int]](), Counter[int]()
    for drawn in tournament.rounds:
        rested.update(drawn.resting)
        for table in drawn.tables:
            met.update(map(frozenset, combinations(table.entrants, 2)))
            for side in table.sides:
                partners.update(map(frozenset, combinations(side, 2)))
    for entrant, entered in enumerate(tournament.entrants):
        rested[entrant] += entered.since
    return met, partners, rested


def _openings_ahead(tournament: ClubTournament) -> Counter[int]:
    """How much more often each has opened than is fair, in openings times units at a table."""
    size = tournament.settings.units_at_table(tournament.rules)
    ahead = Counter[int]()
    for drawn in tournament.rounds:
        for table in drawn.tables:
            ahead.subtract(table.entrants)
            ahead[table.opener] += size
    return ahead


def _opened(tournament: ClubTournament, drawn: DrawnRound, random: Random) -> DrawnRound:
    """The same with seats turned, so that all open a first round as often as can be."""
    lean = _openings_ahead(tournament)

    tables = []
    for table in drawn.tables:
        sides = []
        for side in table.sides:
            turned = [*side]
            random.shuffle(turned)
            sides.append(tuple(sorted(turned, key=lean.__getitem__)))
        random.shuffle(sides)
        sides.sort(key=lambda side: lean[side[0]])
        tables.append(DrawnTable(tuple(sides)))
    return replace(drawn, tables=tuple(tables))
