"""A set of rounds, as a server deals them: the list of what was done in it is all that it is.

What is done is an entry, as a journal holds it in JSON. A set goes on from its entries alone:

`"64l"`             the player to move makes this move
`{"deal": [0, 2]}`    the next round is dealt; clients begin it in these seats
`{"credited": [0]}`  the round that has ended counts as won for these seats
`{"forfeit": 1}`     a side forfeits the set
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.codegen.dealing import dealt
from dominoes_lang.play.match import TO_A_TARGET, MatchStanding
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.layout import LaidTiles
from dominoes_lang.table.state import NOBODY, Kind, State
from dominoes_lang.table.tiles import Tile
from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.play.deals import dealt_next, random_of, scores_after, shuffled, standing_after
from dominoes_rules.play.round import Round
from dominoes_rules.position.choice_models import has_model

ROUNDS_TO_LEARN = 20
"""Of a set, the last ones: from so many a bot knows well how the others play."""
Deals: TypeAlias = Callable[[Compiled, State | None, int], tuple[State, Sequence[int]]]
"""From the rules, the end of the round before and the number of the round to its start and its
pack: the tiles by number, those of the first seat first."""


def deals_of(seed: int) -> Deals:
    """The deals that `dominoes_rules.Match` makes of a seed."""

    def deal(compiled: Compiled, before: State | None, number: int) -> tuple[State, Sequence[int]]:
        packs: list[Sequence[int]] = []

        def start(pack: Sequence[int], lot: int) -> State | None:
            packs.append(pack)
            if before is None:
                return dealt(compiled, pack, lot)
            return dealt_next(compiled, before, pack, lot)

        return shuffled(compiled.setup, random_of(seed, number), start), packs[-1]

    return deal


class PlayedSet:
    """The rounds of a set, one after another; earlier ones are not kept."""

    def __init__(self, compiled: Compiled, deals: Deals) -> None:
        self._compiled, self._deals = compiled, deals
        self.round: Round | None = None
        """The round that is played, or was played last; None before the first."""
        self.laid = LaidTiles()
        """`round.laid`, which would be worked out anew each time."""
        self.hands: list[list[Tile]] = []
        """The tiles of each seat, in the order in which they came."""
        self.began: frozenset[int] = frozenset()
        """The seats in which clients began the round."""
        self.credited: frozenset[int] | None = None
        """The seats for which the round counts as won; None until that is decided."""
        self.earlier: deque[str] = deque(maxlen=ROUNDS_TO_LEARN)
        """The records of the last rounds before this one, if bots may learn from them."""
        self.forfeits: dict[int, int] = {}
        """The score of each side that has forfeited the set, as it was then."""
        self.number = 0
        """The number of the round, from 1, whichever of a match of sets it belongs to."""
        self._wins: Counter[int] = Counter()
        """The rounds credited to each seat."""

    # ------------------------------------------------------------------ what is done

    def do(self, entry: object) -> None:
        """Do what an entry says.

        Raises `PositionError` for a move that is not legal, and `ArgumentError`, `LookupError`,
        `TypeError` or `AssertionError` for what is no entry, or can't be done now.
        """
        match entry:
            case str(move):
                self._play(move)
            case {"deal": list(seats)}:
                self._deal(seats)
            case {"credited": list(seats)}:
                self.credited = frozenset(seats)
                self._wins.update(self.credited)
            case {"forfeit": int(side)}:
                self.forfeits[side] = self.totals[side]
            case _:
                raise ArgumentError(f"nothing is done by {short(str(entry))}")

    def _deal(self, seats: Iterable[int]) -> None:
        before = None if self.round is None else self.round.state
        setup = self._compiled.setup
        if self.round is not None and has_model(setup):
            self.earlier.append(str(self.round.position))
        self.number += 1
        start, pack = self._deals(self._compiled, before, self.number)
        self.round, self.laid = Round.dealt(self._compiled, start), LaidTiles()
        tiles, size = [setup.tiles.tiles[number] for number in pack], setup.hand_size
        drew = start.more.drew or ((),) * setup.seats
        self.hands = [
            tiles[seat * size :][:size] + [setup.tiles.tiles[number] for number in drew[seat]]
            for seat in range(setup.seats)
        ]
        self.began, self.credited = frozenset(seats), None

    def _play(self, move: str) -> None:
        game, tiles = self.played, self.setup.tiles.tiles
        before = game.state
        game.push(move)
        action = game.actions[-1]
        if action.kind is Kind.PLAY:
            self.hands[before.mover].remove(tiles[action.tile])
            self.laid = self.setup.layout.picture.extended(self.laid, action.tile, action.end)
        elif action.kind is Kind.DRAW:
            self.hands[before.mover].append(tiles[before.stock[0]])

    # ------------------------------------------------------------------ what is known

    @property
    def played(self) -> Round:
        """The round, once one was dealt."""
        assert self.round is not None
        return self.round

    @property
    def setup(self) -> Setup:
        return self._compiled.setup

    @property
    def totals(self) -> tuple[int, ...]:
        """The score of each side by the rules, this round's included once it is over."""
        return scores_after(self._compiled, self.played.state)

    @property
    def standing(self) -> MatchStanding:
        """How the match stands by the rules after the round, which is over."""
        return standing_after(self._compiled, self.played.state)

    @property
    def scores(self) -> list[int]:
        """The score of each seat's side before this round."""
        return self._by_seat(self.played.state.scores)

    @property
    def final_scores(self) -> list[int]:
        """What each seat has at the end: sets or rounds won, or the points of its side."""
        if self.setup.match.has_sets:
            state = self.played.state
            sets = self.standing.sets if state.over else state.more.sets or (0,) * self.setup.sides
            return [sets[side] for side in self.setup.side_of]
        if self.setup.counts_wins:
            return [self._wins[seat] for seat in range(self.setup.seats)]
        return self._by_seat(self.totals)

    def _by_seat(self, scores: Sequence[int]) -> list[int]:
        return [self.forfeits.get(side, scores[side]) for side in self.setup.side_of]

    @property
    def winners(self) -> Sequence[int]:
        """The seats that have won the round that is over; none where nobody did."""
        left = [side for side in range(self.setup.sides) if side not in self.forfeits]
        state = self.played.state
        side = self._compiled.winner(*state) if state.over else NOBODY
        side = left[0] if len(left) == 1 else side
        return () if side == NOBODY or side in self.forfeits else self.setup.players_of[side]

    @property
    def is_forfeit(self) -> bool:
        """Whether all sides but one have forfeited the set."""
        return len(self.forfeits) >= self.setup.sides - 1

    @property
    def is_won(self) -> bool:
        """Whether the rules end a match here whose number of rounds was not for them to say."""
        if self.setup.match.series not in TO_A_TARGET and not self.setup.match.has_sets:
            return False
        return bool(self.played.state.over) and self.standing.won is not None
