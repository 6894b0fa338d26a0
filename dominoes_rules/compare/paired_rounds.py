"""Random rounds played by two rulesets side by side: the same deals, and the same choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.codegen.dealing import (
    MOST_DEALS,
    after_void,
    drew_to_open,
    hands_of,
    start_of,
    too_many_void,
)
from dominoes_lang.table.state import NOBODY, PASS, SEAT_LETTERS, Action, Kind, Over, State
from dominoes_rules.errors import PositionError
from dominoes_rules.play.deals import as_record
from dominoes_rules.position.description import Description, name_of
from dominoes_rules.position.notation import Move
from dominoes_solver.chance import MASK, STEP, mixed
from dominoes_solver.means import Mean, RunningMean

REPORT_EVERY = 25
SORTS = {
    "deal": "the deal or the opening",
    "moves": "what a player may do",
    "winner": "who wins",
    "points": "the points",
    "length": "how long the round is",
    "next": "who opens the next round",
}
"""What may differ between two rounds, in the order in which it is compared."""


@dataclass(frozen=True)
class Witness:
    """A round in which two rulesets differ: its position, and what each ruleset allows or pays."""

    sort: str
    position: str
    first: str
    second: str


@dataclass(frozen=True)
class PairedRounds:
    """Totals of random rounds by two rulesets, for one number of players."""

    seats: int
    rounds: int
    coupled: bool
    """Whether both had the same deals; impossible where tiles, hands, teams or layouts differ."""
    counts: dict[str, int] = field(default_factory=dict)
    """Of coupled rounds: how many differ, by the keys of `SORTS`."""
    points: dict[str, Mean] = field(default_factory=dict)
    """Of coupled rounds: for each side, by its letters, points by the second minus the first."""
    alone: tuple[dict[str, Mean], dict[str, Mean]] | None = None
    """Of rounds that are not coupled: statistics of each ruleset's rounds."""
    witness: Witness | None = None

    @property
    def any(self) -> bool:
        """Whether a difference was seen; always so where rounds can't be coupled."""
        return not self.coupled or any(self.counts.values())


@dataclass(frozen=True)
class _End:
    """How a round ended."""

    start: State | None
    deals: int
    """How many deals it took, void ones included."""
    actions: tuple[Action, ...] = ()
    winner: int = NOBODY
    points: tuple[int, ...] = ()
    next_hands: tuple[int, ...] = ()
    next_opening: tuple[int, int] | None = None
    over: int = Over.NO


def _can_be_coupled(first: Compiled, second: Compiled) -> bool:
    """Whether the same deal can be played by both."""
    setup, twin = first.setup, second.setup
    return (
        setup.tiles == twin.tiles
        and setup.hand_size == twin.hand_size
        and setup.team_size == twin.team_size
        and setup.seats == twin.seats
        and setup.shape.moves_of == twin.shape.moves_of
        and setup.touching == twin.touching
        and setup.starter == twin.starter
    )


def played(first: Compiled, second: Compiled, rounds: int, seed: int) -> Iterator[PairedRounds]:
    """Rounds of both; yields totals as they grow, and at the end.

    Every second round is a later one of a match: opened by lot with any tile, at random scores.
    The same seed plays the same rounds.
    """
    if _can_be_coupled(first, second):
        yield from _coupled(first, second, rounds, seed)
    else:
        yield from _apart(first, second, rounds, seed)


def _coupled(first: Compiled, second: Compiled, rounds: int, seed: int) -> Iterator[PairedRounds]:
    setup, most = first.setup, _most_scored(first, second)
    counts = dict.fromkeys(SORTS, 0)
    sums = [RunningMean() for _ in range(setup.sides)]
    paired = PairedRounds(setup.seats, 0, coupled=True, counts=counts)
    witness = None
    for number in range(rounds):
        choices = _Choices(f"{seed}/{setup.seats}/{number}", most, later=number % 2 == 1)
        left, right = choices.round(first), choices.round(second)
        sorts = list(_differing(first, second, left, right))
        for sort in sorts:
            counts[sort] += 1
        if sorts and witness is None:
            witness = _witness(sorts[0], first, second, left, right)
        for side, total in enumerate(sums):
            if left.points and right.points:
                total.add(right.points[side] - left.points[side])
        if (number + 1) % REPORT_EVERY == 0 or number + 1 == rounds:
            points = {name: total.mean for name, total in zip(setup.side_names, sums, strict=True)}
            paired = replace(
                paired, rounds=number + 1, counts=dict(counts), points=points, witness=witness
            )
            yield paired


def _differing(first: Compiled, second: Compiled, left: _End, right: _End) -> Iterator[str]:
    if left.start != right.start:
        yield "deal"
    if left.start is None or right.start is None:
        return
    if left.start == right.start and _parting(first, second, left, right) is not None:
        yield "moves"
    if left.winner != right.winner:
        yield "winner"
    if left.points != right.points:
        yield "points"
    if len(left.actions) != len(right.actions):
        yield "length"
    if left.next_opening != right.next_opening:
        yield "next"


def _parting(
    first: Compiled, second: Compiled, left: _End, right: _End
) -> tuple[int, State, State] | None:
    """After how many actions the legal moves first differ, and both states there."""
    assert left.start is not None
    state, twin = left.start, left.start
    for number in range(max(len(left.actions), len(right.actions)) + 1):
        if first.legal(state) != second.legal(twin) or state.over != twin.over:
            return number, state, twin
        if state.over:
            return None
        state = first.play(state, left.actions[number])
        twin = second.play(twin, right.actions[number])
    return None


def _witness(sort: str, first: Compiled, second: Compiled, left: _End, right: _End) -> Witness:
    """The first difference of a round: a position, and what each ruleset makes of it."""
    if left.start is None or right.start is None or sort == "deal":
        shown = left if left.start is not None else right
        by = first if left.start is not None else second
        where = _line(by, shown.start, ()) if shown.start is not None else ""
        return Witness(sort, where, _start_shown(first, left), _start_shown(second, right))
    if sort == "moves":
        parting = _parting(first, second, left, right)
        assert parting is not None
        number, state, twin = parting
        position = _line(first, left.start, left.actions[:number])
        return Witness(sort, position, _state_shown(first, state), _state_shown(second, twin))
    position = _line(first, left.start, left.actions)
    return Witness(sort, position, _end_shown(first, left, sort), _end_shown(second, right, sort))


def _line(rules: Compiled, start: State, actions: Sequence[Action]) -> str:
    """The position line of a round with every hand open.

    Not by way of a `Position`, which refuses openings whose evidence cannot be worked out.
    """
    return Description(
        name_of(rules.setup.ruleset), rules, as_record(rules.setup, start, actions)
    ).text


def _start_shown(rules: Compiled, end: _End) -> str:
    if end.start is None:
        return "every deal is void"
    opener, opening = end.start.opener, end.start.opening
    opens = _opening_shown(rules, opener, opening, end.start.hands)
    return opens if end.deals == 1 else f"the first deal is void; in deal {end.deals} {opens}"


def _opening_shown(rules: Compiled, opener: int, opening: int, hands: tuple[int, ...]) -> str:
    name = rules.setup.seat_names[opener]
    if opening == hands[opener]:
        return f"{name} opens with any tile"
    tiles = " or ".join(tile.decimal for tile in rules.setup.tiles.in_mask(opening))
    return f"{name} opens with {tiles}"


def _state_shown(rules: Compiled, state: State) -> str:
    """What a state allows."""
    if state.over:
        return f"the round is over: {Over(state.over).name.lower()}"
    moves = [Move.of(action, rules.setup.layout, state).decimal for action in rules.legal(state)]
    return f"{rules.setup.seat_names[state.mover]} may do {', '.join(moves)}"


def _end_shown(rules: Compiled, end: _End, sort: str) -> str:
    names = rules.setup.side_names
    if sort == "winner":
        return "nobody wins" if end.winner == NOBODY else f"{names[end.winner]} wins"
    if sort == "points":
        return ", ".join(
            f"{name} gets {points}" for name, points in zip(names, end.points, strict=True)
        )
    if sort == "length":
        return f"{len(end.actions)} actions"
    if end.next_opening is None:
        return "the next deal is void"
    opens = _opening_shown(rules, *end.next_opening, end.next_hands)
    return f"in the next round {opens}"


_KINDS = {
    Kind.PLAY: 0,
    Kind.DRAW: 1,
    Kind.PASS: 2,
    Kind.STOP: 3,
    Kind.DISCARD: 4,
    Kind.BID: 5,
    Kind.NAME: 6,
}


class _Choices:
    """The random choices of one round: deals, lots, and which legal action is preferred.

    Each action has a random rank at each place of the round, and the legal one that ranks first is
    taken: a uniform choice, and the same one for two rulesets wherever both allow it.
    """

    def __init__(self, seed: str, most: int, *, later: bool) -> None:
        """most: the largest score that a side may have before a later round."""
        random = Random(seed)
        self.seed = seed
        self.later = later
        self.number = random.randrange(2, 9) if later else 1
        self.scores = tuple(random.randrange(most) * later for _ in SEAT_LETTERS)
        self.mark = random.getrandbits(64)
        self.deals: list[tuple[list[int], int]] = []

    def deal(self, attempt: int, tiles: int, seats: int) -> tuple[list[int], int]:
        """The order of the pack and the lot at an attempt to deal."""
        while attempt >= len(self.deals):
            # Each attempt has its own seed: one ruleset may need more deals than the other.
            pack = Random(f"{self.seed}/{len(self.deals)}")
            order = pack.sample(range(tiles), tiles)
            self.deals.append((order, pack.randrange(seats)))
        return self.deals[attempt]

    def start(self, rules: Compiled) -> tuple[State | None, int]:
        """The start of the round, None if every deal is void; and how many deals it took."""
        setup = rules.setup
        for attempt in range(MOST_DEALS):
            order, lot = self.deal(attempt, len(setup.tiles), setup.seats)
            hands = hands_of(setup, order, self.number)
            if rules.is_void(hands):
                continue
            drew = 0 if self.later else drew_to_open(rules, order)
            hands = hands_of(setup, order, self.number, drew)
            opening = (lot, hands[lot]) if self.later else rules.first_opening(hands, lot)
            if opening is None:
                continue
            start = start_of(rules, order, opening, self.number, drew)
            start = after_void(setup, start, attempt)
            return start._replace(scores=self.scores[: setup.sides]), attempt + 1
        return None, MOST_DEALS

    def rank(self, turn: int, action: Action) -> int:
        """A random number for each place and action, the same whichever ruleset asks first."""
        number = (_KINDS[action.kind] * 256 + action.tile + 1) * 4 + (action.end & 3)
        number ^= action.end >> 2 << 32
        return mixed(self.mark + (turn * 4096 + number) * STEP & MASK)

    def round(self, rules: Compiled) -> _End:
        """The round as these rules play it."""
        state, deals = self.start(rules)
        if state is None:
            return _End(None, deals)
        start, actions = state, list[Action]()
        while not state.over:
            number = len(actions)
            action = min(rules.legal(state), key=lambda action: self.rank(number, action))
            actions.append(action)
            state = rules.play(state, action)
        setup = rules.setup
        winner = rules.winner(*state)
        if setup.scored:
            points = rules.awards(*state)
        else:
            points = tuple(int(side == winner) for side in range(setup.sides))
        # A separate deal for the following round, the same for both rulesets.
        pack = Random(f"{self.seed}/next")
        order = pack.sample(range(len(setup.tiles)), len(setup.tiles))
        drew = drew_to_open(rules, order, self.number + 1, state)
        hands = hands_of(setup, order, self.number + 1, drew)
        following = rules.next_opening(state, hands, pack.randrange(setup.seats))
        return _End(start, deals, tuple(actions), winner, points, hands, following, state.over)


def _most_scored(first: Compiled, second: Compiled) -> int:
    return max(2, first.setup.match.amount, second.setup.match.amount)


def _apart(first: Compiled, second: Compiled, rounds: int, seed: int) -> Iterator[PairedRounds]:
    """Rounds of each ruleset by itself."""
    seats, most = first.setup.seats, _most_scored(first, second)
    sums: tuple[dict[str, RunningMean], dict[str, RunningMean]] = ({}, {})
    for number in range(rounds):
        for rules, totals in zip((first, second), sums, strict=True):
            choices = _Choices(f"{seed}/{seats}/{number}", most, later=number % 2 == 1)
            end = choices.round(rules)
            if end.start is None:
                raise PositionError(too_many_void(rules.setup))
            plays = sum(action.kind is Kind.PLAY for action in end.actions)
            said = {
                "tiles laid": plays,
                "passes": sum(action == PASS for action in end.actions),
                "blocked": end.over == Over.BLOCKED,
                "without a winner": end.winner == NOBODY,
                "points of all sides": sum(end.points),
                "points of the opener's side": end.points[rules.setup.side_of[end.start.opener]],
            }
            for name, value in said.items():
                totals.setdefault(name, RunningMean()).add(int(value))
        if (number + 1) % REPORT_EVERY == 0 or number + 1 == rounds:
            left, right = ({name: total.mean for name, total in part.items()} for part in sums)
            yield PairedRounds(seats, number + 1, coupled=False, alone=(left, right))
