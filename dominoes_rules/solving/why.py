"""What decides the value of a move: hidden tiles, and the worst worlds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from dominoes_lang.table.tiles import Tile, numbers_in
from dominoes_rules.errors import IllegalMove
from dominoes_rules.position.hidden_hands import ASIDE, STOCK_NAME, Worlds, name_of_keeper
from dominoes_rules.position.legal_move import legal_move
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_rules.speech.speech import ENGLISH, Speech
from dominoes_solver.means import Mean
from dominoes_solver.pimc.attribution import Bad, Deciding, HoldingEffect
from dominoes_solver.pimc.open_worlds import OpenWorlds
from dominoes_solver.pimc.order_of_worlds import order_of

WORST = 3
"""How many of the worst worlds are shown."""


class HoldingName(NamedTuple):
    """A holding: a tile by number, and who has it: a seat number or `STOCK`."""

    tile: int
    holder: int


@dataclass(frozen=True)
class Lead:
    """By how much a move is better than the best other move, `over`; negative if worse."""

    over: Move
    by: Mean


@dataclass(frozen=True)
class PossibleHolding:
    """What a move is worth in the worlds in which `holder` (`B`, or `stock`) has `tile` now.

    Where it is true in no world searched, `used` is 0 and the means are None. A standard error is
    None if the mean is exact, or if it rests on a single world out of several.
    """

    tile: str
    holder: str
    probability: float
    """Counted over all worlds, not only those searched."""
    used: int
    """The worlds searched in which it is true; every order of the stock counts as one."""
    exact: bool
    """Whether these are all worlds in which it is true, with no value estimated."""
    points: Mean | None
    difference: Mean | None
    """Points in these worlds minus points over all worlds."""
    explains: float
    """The share of the variance between worlds that it accounts for; see `pimc/attribution.py`."""
    lead: Lead | None
    """Also None if there is no other move."""
    leads: tuple[Lead, ...] = ()
    """The lead over each other move."""

    def over(self, move: Move) -> Mean | None:
        """The lead over another move; None if that is not known."""
        return next((lead.by for lead in self.leads if lead.over == move), None)

    def __str__(self) -> str:
        return self.in_words()

    def in_words(
        self, names: Mapping[str, str] = MappingProxyType({}), speech: Speech = ENGLISH
    ) -> str:
        """`B holds 6-4`, with the names of players by the letter of their seat."""
        holder, tile = self.holder.removesuffix(ASIDE), Tile.parse(self.tile).decimal
        if holder == STOCK_NAME:
            return speech.text("stock holds {tile}", tile=tile)
        name = names.get(holder, holder)
        if holder == self.holder:
            return speech.text("{name} holds {tile}", name=name, tile=tile)
        return speech.text("{name} laid {tile} aside", name=name, tile=tile)


@dataclass(frozen=True)
class BadWorld:
    """A world in which a move is worth little."""

    number: int | None
    """Counted from 1, as `solve --world` and `worlds --list` do; None if nobody can count."""
    position: Position
    """The position with every hand filled in, and the stock in order where that matters."""
    points: float
    best: Move
    """The best move in this world, which may be the same move."""
    best_points: float


@dataclass(frozen=True, repr=False)
class Why:
    """What decides the value of a move."""

    move: Move
    points: Mean
    lead: Lead | None
    """None if there is no other move."""
    holdings: tuple[PossibleHolding, ...]
    """Those that are possible but not certain, the one that explains most first."""
    worst: tuple[BadWorld, ...]
    """The worst first."""

    def __repr__(self) -> str:
        """Short enough for a prompt: the move, and the holding that explains most."""
        named = f": {self.holdings[0]}" if self.holdings else ""
        return f"<Why {self.move} is worth {self.points}{named}>"

    def as_json(self) -> dict[str, object]:
        """The same as plain values, in a stable shape."""
        return {
            "move": str(self.move),
            "points": self.points.mean,
            "se": self.points.se,
            **_lead_json(self.lead),
            "holdings": [_holding_json(holding) for holding in self.holdings],
            "worst": [
                {
                    "world": bad.number,
                    "position": str(bad.position),
                    "points": bad.points,
                    "best": str(bad.best),
                    "best_points": bad.best_points,
                }
                for bad in self.worst
            ],
        }


class Asking:
    """Collects what decides the value of a move while the search runs."""

    def __init__(
        self,
        position: Position,
        move: Move | str,
        worlds: OpenWorlds,
        searched: tuple[Move, ...] | None = None,
    ) -> None:
        """searched: the moves that are searched; None for all legal moves.

        Raises `InvalidMove`, `IllegalMove` or `AmbiguousMove`.
        """
        self.move = legal_move(position, move)
        self._position, self._worlds = position, worlds
        self._moves = position.legal_moves if searched is None else searched
        if self.move not in self._moves:
            named = ", ".join(map(str, self._moves))
            raise IllegalMove(
                f"{self.move}: its value can't be explained, since only {named} "
                "is searched; name it with the others, or search all"
            )
        self._deciding = Deciding(
            self._moves.index(self.move), self._held, orders=worlds.orders, worst=WORST
        )
        self.watch = self._deciding.watch

    def _held(self, rank: int) -> Iterator[HoldingName]:
        """Who has which hidden tile in the world of a rank."""
        evidence = self._position.evidence
        world = self._worlds.unrank(rank)
        for slot, tiles in zip(evidence.hidden.slots, world, strict=True):
            for tile in numbers_in(tiles & ~evidence.gone):
                yield HoldingName(tile, slot.keeper)

    def _sizes(self) -> dict[HoldingName, int]:
        """In how many worlds each holding is true; orders of the stock count as in the search."""
        evidence, orders = self._position.evidence, self._worlds.orders
        return {
            HoldingName(tile, holder): orders * size
            for tile, sizes in evidence.holdings.items()
            for holder, size in sizes.items()
            if size
        }

    def answer(self, seed: int, *, weighed: bool = False) -> Why:
        """The answer; `seed` is that of the search. weighed: worlds were drawn by their weights."""
        count = self._position.evidence.surveyed * self._worlds.orders
        determined = self._worlds.determined and not weighed
        sizes = self._sizes()
        points, lead = self._deciding.overall(count if determined else None)
        cases = self._deciding.by_holding(sizes, count, replacing=not determined)
        holdings = [self._holding(name, case) for name, case in cases.items()]
        holdings += [
            self._unmet(name, size / count)
            for name, size in sizes.items()
            if name not in cases and size < count
        ]
        return Why(
            move=self.move,
            points=self._signed(points),
            lead=None if lead is None else self._lead(lead.rival, lead.by),
            holdings=tuple(holdings),
            worst=tuple(self._bad(bad, seed) for bad in self._deciding.worst()),
        )

    def _signed(self, value: Mean) -> Mean:
        """As points: the search counts them as negative where the mover wants few."""
        return Mean(self._position.setup.sign * value.mean, value.se)

    def _lead(self, rival: int, by: Mean) -> Lead:
        return Lead(self._moves[rival], by)

    def _named(self, name: HoldingName) -> tuple[str, str]:
        tile = str(self._position.setup.tiles.tiles[name.tile])
        return tile, name_of_keeper(name.holder)

    def _holding(self, name: HoldingName, case: HoldingEffect) -> PossibleHolding:
        return PossibleHolding(
            *self._named(name),
            probability=case.probability,
            used=case.worlds,
            exact=case.exact,
            points=self._signed(case.points),
            difference=self._signed(case.difference),
            explains=case.explains,
            lead=None if case.lead is None else self._lead(case.lead.rival, case.lead.by),
            leads=tuple(self._lead(lead.rival, lead.by) for lead in case.leads),
        )

    def _unmet(self, name: HoldingName, probability: float) -> PossibleHolding:
        """A holding that is true in no world searched."""
        return PossibleHolding(*self._named(name), probability, 0, False, None, None, 0.0, None)

    def _bad(self, bad: Bad, seed: int) -> BadWorld:
        evidence = self._position.evidence
        world, stock = self._worlds.unrank(bad.rank), None
        if evidence.orders_matter:
            stock = self._worlds.state(bad.rank, order_of(seed, bad.place)).stock
        best = max(range(len(bad.values)), key=bad.values.__getitem__)
        if bad.values[best] == bad.value:
            best = self._moves.index(self.move)
        return BadWorld(
            number=None if evidence.count is None else bad.rank // self._worlds.orders + 1,
            position=Worlds(self._position).position_of(world, stock),
            points=float(self._position.setup.sign * bad.value),
            best=self._moves[best],
            best_points=float(self._position.setup.sign * bad.values[best]),
        )


def _lead_json(lead: Lead | None) -> dict[str, object]:
    if lead is None:
        return {"lead": None, "lead_se": None, "over": None}
    return {"lead": lead.by.mean, "lead_se": lead.by.se, "over": str(lead.over)}


def _holding_json(holding: PossibleHolding) -> dict[str, object]:
    points, difference = holding.points, holding.difference
    return {
        "tile": holding.tile,
        "holder": holding.holder,
        "probability": holding.probability,
        "used": holding.used,
        "exact": holding.exact,
        "points": None if points is None else points.mean,
        "se": None if points is None else points.se,
        "difference": None if difference is None else difference.mean,
        "difference_se": None if difference is None else difference.se,
        "explains": holding.explains,
        **_lead_json(holding.lead),
    }
