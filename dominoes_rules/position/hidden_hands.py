"""The hidden hands of a position: how many worlds there are, how likely each holding is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, reduce
from importlib.util import find_spec
from operator import or_
from typing import TYPE_CHECKING

from dominoes_lang.table.state import SEAT_LETTERS, laid_aside
from dominoes_lang.table.tiles import Tile, numbers_in
from dominoes_lang.text.root_exception import (
    ArgumentError,
    expect_integer,
    expect_seed,
    expect_type,
)
from dominoes_rules.errors import PositionError
from dominoes_rules.position.assumptions import assumptions
from dominoes_rules.position.choice_models import (
    COUNTED_ALIKE,
    ChosenModel,
    chosen_model,
    types_as_json,
    with_types,
)
from dominoes_rules.position.filling_in import filled_in
from dominoes_rules.position.position import Position, expect_position
from dominoes_rules.position.remarks import deductions_in
from dominoes_rules.position.world_numbers import BY_SWAPS, how_many
from dominoes_rules.speech.speech import ENGLISH, Speech
from dominoes_solver.belief.weighing import FIRST_SAMPLE, MOST_ALL, Pool, Weighing, Workload
from dominoes_solver.evidence.evidence import SURVEYED_WORLDS
from dominoes_solver.means import Share
from dominoes_solver.worlds.slots import STOCK, World, seat_of

if TYPE_CHECKING:
    from dominoes_solver.belief.model import Choices
    from dominoes_solver.worlds.bulk_sampling import Masks

STOCK_NAME = "stock"
ASIDE = " aside"
"""Behind a seat: what it has laid aside."""


def holder_in(name: str, speech: Speech = ENGLISH) -> str:
    """What `holders` calls somebody, in a language: the letter of a seat, or the stock."""
    return speech.text("stock") if name == STOCK_NAME else name


@dataclass(frozen=True, repr=False)
class Worlds:
    """The assignments of hidden tiles that fit a position.

    All are equally likely, unless a model of choices weights them.
    """

    position: Position
    model: ChosenModel = COUNTED_ALIKE
    seed: int = 0
    """The seed of the sample, if there are too many worlds to weight all."""
    hurried: bool = False
    """Whether somebody waits: until machine code is compiled, plain Python weights fewer worlds."""

    def __repr__(self) -> str:
        """Short enough for a prompt: the position, and how many worlds there are."""
        count = "too many to count" if self.count is None else f"{self.count:,}"
        weighed = "" if self.model.choices is None else ", weighted"
        return f"<Worlds of {self.position}: {count}{weighed}>"

    @property
    def count(self) -> int | None:
        """The number of worlds, never weighted; None if there are too many to count.

        The order of the undrawn stock is not counted.
        """
        return self.position.evidence.count

    @property
    def effective(self) -> float:
        """The effective sample; without weights, the number of worlds, or of those drawn."""
        if self.are_weighed:
            return self.pool.effective
        return self._survey.effective if self.count is None else float(self.count)

    @property
    def are_weighed(self) -> bool:
        """Whether there is a model, and choices of others by which it can weight worlds."""
        return self.model.choices is not None and self._weighing.has_choices

    @cached_property
    def pool(self) -> Pool:
        """The weighted worlds: all or a sample. Raises `ArgumentError` without a model."""
        return self._weighing.pool(self.seed)

    @cached_property
    def _weighing(self) -> Weighing:
        if self.model.choices is None:
            raise ArgumentError("no world is weighted without a model of choices")
        evidence, view = self.position.evidence, self.position.view
        count = evidence.count
        worlds = count if count is not None and count <= MOST_ALL else FIRST_SAMPLE
        return Weighing(
            evidence,
            view,
            self.model.choices,
            self.model.types,
            Workload(worlds=worlds, hurried=self.hurried),
        )

    @cached_property
    def holders(self) -> dict[str, dict[str, float]]:
        """For every seat with hidden tiles: the probability that it holds each hidden tile now.

        The stock is always included, even without hidden tiles.
        """
        if not self.are_weighed:
            return self.counted_holders
        return {
            holder: {tile: share.probability for tile, share in row.items()}
            for holder, row in self._shares.items()
        }

    @property
    def errors(self) -> dict[str, dict[str, float | None]]:
        """The standard error of each of `holders`; None if it is exact."""
        shares = self._shares if self.are_weighed else self._counted_shares
        return {
            holder: {tile: share.se for tile, share in row.items()}
            for holder, row in shares.items()
        }

    @cached_property
    def _shares(self) -> dict[str, dict[str, Share]]:
        """The weighted shares; what holds in every world or in none is known without a sample."""
        evidence = self.position.evidence
        number, held = evidence.setup.tiles.number, self.pool.holdings(evidence.hidden)
        shares: dict[str, dict[str, Share]] = {}
        for seat in self._keepers:
            shares[name_of_keeper(seat)] = {
                tile: counted
                if counted.se is None and counted.probability in {0.0, 1.0}
                else held[seat][number[Tile.parse(tile)]]
                for tile, counted in self._counted_shares[name_of_keeper(seat)].items()
            }
        return shares

    @cached_property
    def _survey(self) -> Pool:
        """Worlds drawn by swaps, where they cannot be counted."""
        evidence = self.position.evidence
        worlds = tuple(evidence.sampled(SURVEYED_WORLDS, self.seed))
        return Pool(worlds, (1.0,) * len(worlds), False, 0.0, evidence.variance_factor)

    @cached_property
    def counted_holders(self) -> dict[str, dict[str, float]]:
        """`holders` with equal weights, whatever the model."""
        return {
            holder: {tile: share.probability for tile, share in row.items()}
            for holder, row in self._counted_shares.items()
        }

    @cached_property
    def _counted_shares(self) -> dict[str, dict[str, Share]]:
        evidence = self.position.evidence
        tiles, slots = evidence.setup.tiles.tiles, evidence.hidden.slots
        shares: dict[str, dict[str, Share]] = {}
        for seat in self._keepers:
            hiding = any(slots[slot].size for slot in evidence.hidden.slots_of(seat))
            row = self._counted_row(seat) if hiding else {}
            shares[name_of_keeper(seat)] = {str(tiles[tile]): share for tile, share in row.items()}
        return shares

    def _counted_row(self, holder: int) -> dict[int, Share]:
        """How likely a holder has each hidden tile that is not laid: counted, or drawn by swaps."""
        evidence = self.position.evidence
        total = self.count
        if total is not None:
            rows = evidence.holdings.items()
            return {tile: Share(counts[holder] / total, None) for tile, counts in rows}
        drawn, possible = self._drawn_holdings[holder], evidence.possible
        elsewhere = reduce(or_, (mask for seat, mask in possible.items() if seat != holder), 0)
        row = {}
        for tile in numbers_in(evidence.hidden.tiles & ~evidence.gone):
            here = possible[holder] >> tile & 1
            certain = not here or not elsewhere >> tile & 1
            row[tile] = Share(float(here), None) if certain else drawn[tile]
        return row

    @cached_property
    def _drawn_holdings(self) -> dict[int, dict[int, Share]]:
        return self._survey.holdings(self.position.evidence.hidden)

    def chance(self, holder: str, tile: str | Tile) -> float:
        """The probability that a holder has a tile now; 0 or 1 if it is known.

        The holders are `B`, `B aside` for what B has laid aside, and `stock`.

        Raises `PositionError` for an unknown holder or tile.
        """
        evidence = self.position.evidence
        try:
            wanted = tile if isinstance(tile, Tile) else Tile.parse(tile)
            number = evidence.setup.tiles.number[wanted]
        except (ArgumentError, KeyError):
            raise PositionError(f"{tile!r} is not a tile of the set") from None
        if holder == STOCK_NAME:
            known = sum(1 << stock_tile for stock_tile in evidence.state.stock)
        elif holder in evidence.setup.seat_names:
            known = evidence.state.hands[SEAT_LETTERS.index(holder)]
        elif (seat := holder.removesuffix(ASIDE)) in evidence.setup.seat_names:
            known = laid_aside(evidence.state, SEAT_LETTERS.index(seat))
        else:
            names = ", ".join(evidence.setup.seat_names)
            raise PositionError(
                f"{holder!r} is not a holder; the holders are {names} and {STOCK_NAME}"
            )
        if known >> number & 1:
            return 1.0
        return self.holders.get(holder, {}).get(str(wanted), 0.0)

    @property
    def _keepers(self) -> list[int]:
        """Who has hidden tiles now: hands, what they have laid aside, and always the stock."""
        aside = {slot.keeper for slot in self.position.evidence.hidden.slots if slot.aside}
        return [*self._hiding, *sorted(aside, reverse=True), STOCK]

    @property
    def _hiding(self) -> list[int]:
        """The seats that hold hidden tiles now."""
        evidence = self.position.evidence
        pairs = zip(evidence.hand_sizes, evidence.state.hands, strict=True)
        return [seat for seat, (size, hand) in enumerate(pairs) if size > hand.bit_count()]

    @cached_property
    def void(self) -> dict[str, tuple[int, ...]]:
        """For each seat with hidden tiles, the numbers that it certainly does not hold."""
        evidence = self.position.evidence
        return {
            SEAT_LETTERS[seat]: tuple(
                evidence.setup.tiles.missing(evidence.state.hands[seat] | evidence.possible[seat])
            )
            for seat in self._hiding
        }

    def _repr_html_(self) -> str:
        """For notebooks: the table, how likely each holding is, and what was deduced."""
        # Imported here because only notebooks ask for it.
        from dominoes_rules.board.as_html import html_table
        from dominoes_rules.position.drawing import svg

        holders = {name: row for name, row in self.holders.items() if row}
        tiles = next(iter(holders.values()), {})
        return html_table(
            svg(self.position),
            how_many(self.position.evidence),
            ["tile", *holders],
            [(tile, *(row[tile] for row in holders.values())) for tile in tiles],
            self.deductions(),
        )

    def position_of(self, world: World, stock: tuple[int, ...] | None = None) -> Position:
        """The position with every hand of a world filled in.

        stock: the tiles left in the stock in drawing order, to be filled in as well.
        """
        return filled_in(self.position, world, stock)

    def __iter__(self) -> Iterator[Position]:
        """Every world as a position, in rank order. Raises `PositionError` for too many of them."""
        self._require_count("listed", "--sample N, or sample(N), draws some of them")
        for world in self.position.evidence.table:
            yield self.position_of(world)

    def __getitem__(self, rank: int) -> Position:
        """World number `rank`, from 0. Raises `IndexError` if there is none.

        Raises `PositionError` if there are too many to count, because these have no numbers.
        """
        expect_type("the number of a world", rank, int, "an integer")
        count = self._require_count(
            "numbered", "worlds --sample 1 --seed S, or sample(1, seed=S), draws one"
        )
        if not 0 <= rank < count:
            raise IndexError(f"there are {count:,} worlds, numbered from 0")
        return self.position_of(self.position.evidence.table.unrank(rank))

    def _require_count(self, verb: str, instead: str) -> int:
        """The number of worlds. Raises `PositionError` if nobody can count them."""
        if self.count is None:
            why = self.position.evidence.uncounted
            raise PositionError(f"the worlds cannot be {verb}: {why}; {instead}")
        return self.count

    def sample(self, number: int, *, seed: int = 0, weighed: bool = False) -> list[Position]:
        """Worlds drawn with replacement; the same seed gives the same ones.

        They are drawn uniformly, or with `weighed` by their weights, which needs a model of
        choices. If there are too many to count, they are drawn by swaps, and successive ones are
        not quite independent.
        """
        return list(self.sampled(number, seed=seed, weighed=weighed))

    def sampled(self, number: int, *, seed: int = 0, weighed: bool = False) -> Iterator[Position]:
        """The worlds of `sample`, each made when it is needed."""
        return map(self.position_of, self.drawn(number, seed=seed, weighed=weighed))

    def drawn(self, number: int, *, seed: int = 0, weighed: bool = False) -> Iterator[World]:
        """The same worlds by their slots, as `position.evidence.hidden` has them."""
        _expect_number(number)
        expect_seed(seed)
        if weighed and (self.model.choices is None or self.are_weighed):
            return iter(self.pool.draw(number, seed))
        return self.position.evidence.sampled(number, seed)

    def sample_hands(self, number: int, *, seed: int = 0) -> Masks:
        """The hands in worlds drawn uniformly, with replacement, by the million; needs numpy.

        Returns an array of unsigned 64-bit integers, with a row per world and a column per seat.
        Bit `n` of a hand is tile `n` of `position.setup.tiles.tiles`. With the same seed, `sample`
        draws other worlds. Raises `ArgumentError` for a set of more than 64 tiles, and
        `ModuleNotFoundError` without numpy.
        """
        _expect_number(number)
        expect_seed(seed)
        if find_spec("numpy") is None:
            raise ModuleNotFoundError(
                "sample_hands needs numpy, which is not installed: "
                "pip install 'dominoes-rules[fast]'; `sample` draws worlds without it",
                name="numpy",
            )
        return self.position.evidence.sampled_hands(number, seed)

    def as_json(self) -> dict[str, object]:
        """The worlds as plain values, in a stable shape."""
        values: dict[str, object] = {
            "count": self.count,
            "holders": self.holders,
            "void": {seat: list(numbers) for seat, numbers in self.void.items()},
        }
        if self.count is None:
            values |= {"sampled": len(self._survey.worlds), "se": self.errors, "drawn": BY_SWAPS}
        if assumed := assumptions(self.position):
            values["assumed"] = [*assumed]
        return {**values, **self.weights_as_json(counted={"holders": self.counted_holders})}

    def weights_as_json(self, **more: object) -> dict[str, object]:
        """What a model of choices adds to an answer, with `more`; empty without a model."""
        note: dict[str, object] = {"note": self.model.note} if self.model.note else {}
        if self.model.choices is None:
            return note
        weights = {
            "model": self.model.file,
            "sha256": self.model.choices.digest,
            "effective": round(self.effective, 1),
            "slip": self.pool.slip if self.are_weighed else self.model.choices.slip,
            "exact": not self.are_weighed or self.pool.exact,
        }
        return {"weights": weights, **more, **types_as_json(self.model), **note}

    def deductions(self, speech: Speech = ENGLISH) -> list[str]:
        """What the position reveals: `B held no 6 and no 1: B passed on 6-1 at action 4`."""
        return deductions_in(self.position.evidence, speech)


def worlds(
    position: Position,
    *,
    model: str | Choices | None = None,
    seed: int = 0,
    force: bool = False,
) -> Worlds:
    """The assignments of hidden tiles that fit a position.

    model: with "counted" or None, all are equally likely. "choices", a file or a model weights them
        by the others' choices.
    seed: the seed of the sample, if there are too many to weight all.
    force: accept a model of other rules.

    Raises `UnfitModel` for a model that can't be read or is made for other rules.
    """
    expect_position("worlds", position)
    expect_seed(seed)
    chosen = chosen_model(model, position.setup, force=force)
    return Worlds(position, with_types(chosen, position), seed)


def _expect_number(number: object) -> None:
    expect_integer("number", number, 0, "how many worlds to draw must be an integer of at least 0")


def name_of_keeper(keeper: int) -> str:
    """The name of who has tiles: `B`, `B aside`, or `stock`."""
    if keeper == STOCK:
        return STOCK_NAME
    return SEAT_LETTERS[seat_of(keeper)] + ("" if keeper >= 0 else ASIDE)
