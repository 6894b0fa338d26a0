"""The choices by which a round may have been opened, and what they say of dealt hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from itertools import product
from operator import and_, or_

from dominoes_lang.analysis.revealed.visibility import reads_hands
from dominoes_lang.analysis.turns.guarded_rows import can_be_nobody, names_winner, needs_a_play
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.setup.partial import reduced
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Fact, Role
from dominoes_lang.table.state import NO_TILE, NOBODY

Chain = tuple[nodes.Opening, ...]
_PAST = frozenset(Role) - {Role.LOT}
"""Whom the round before decides: everybody that a word names, but for the lot."""


def chains_of(setup: Setup, number: int, drew: int = 0) -> tuple[Chain, ...]:
    """The choices by which round `number` may be opened, which name nobody of the round before.

    For a first round they are those of the rules; for a later one there is a chain for each way in
    which the round before may have ended. drew: how many tiles everyone drew before the opening;
    choices by which more would have been drawn, or nothing would, are left out.
    """
    return tuple(
        chain[:at] if can_draw else (*chain[:at], *chain[at + 1 :])
        for chain, at, can_draw in _drawing(setup, number, drew)
    )


def _drawing(setup: Setup, number: int, drew: int) -> Iterator[tuple[Chain, int, bool]]:
    """Each chain after such draws, the number of its choice to draw, and whether that applies."""
    batch, spare = setup.draws_to_open, setup.spare(drew)
    for chain in _chains_in(setup, number):
        at = next((index for index, choice in enumerate(chain) if choice.draws), len(chain))
        draws = at < len(chain)
        if not drew or (draws and drew % batch == 0 and spare >= 0):
            yield chain, at, not draws or spare >= batch * setup.seats


@lru_cache(1_000)
def opens_at_once(setup: Setup, number: int, drew: int) -> int:
    """The mask of the tiles whose holder would have opened before everyone drew for the last time.

    However the round before ended, nobody held one of them.
    """
    asked = []
    for chain, at, _ in _drawing(setup, number, drew):
        held = (choice.who for choice in chain[:at])
        masks = (_meant(setup, who.tile) for who in held if isinstance(who, nodes.HolderOf))
        asked.append(reduce(or_, masks, 0))
    return reduce(and_, asked, setup.tiles.all) if asked else 0


def _meant(setup: Setup, tile: nodes.Expression) -> int:
    """The mask of the tiles that a tile may turn out to be at the deal."""
    if isinstance(tile, nodes.DealtTile):
        return sum(1 << number for number in setup.tiles.in_order(tile.order))
    return 1 << setup.tiles.number[tile.tile] if isinstance(tile, nodes.TileLiteral) else 0


def _chains_in(setup: Setup, number: int) -> tuple[Chain, ...]:
    if number == 1:
        return (setup.opened_in(setup.first_opener[0].choices, 1),)
    return _later_chains(setup, number)


@lru_cache(1_000)
def _later_chains(setup: Setup, number: int) -> tuple[Chain, ...]:
    chains: dict[Chain, None] = {}
    for row in setup.next_opener:
        condition = None if row.condition is None else _in_round(row.condition, number - 1)
        if isinstance(condition, nodes.YesNo) and not condition.value:
            continue
        choices = tuple(_among_those(setup, choice) for choice in row.choices)
        chains.update(dict.fromkeys(_chains(setup, setup.opened_in(choices, number))))
        if condition is None or isinstance(condition, nodes.YesNo):
            break
    return tuple(chains)


def _among_those(setup: Setup, choice: nodes.Opening) -> nodes.Opening:
    """A choice with the next player in place of one who is named and is out of the match."""

    def named(part: nodes.Node) -> nodes.Node:
        if isinstance(part, nodes.Seat) and part.number not in setup.playing:
            return nodes.Seat(setup.from_seat(part.number), span=part.span)
        return part

    return choice if setup.all_play else nodes.changed(choice, named)


def _in_round(condition: nodes.Expression, number: int) -> nodes.Expression:
    """A condition on the round before, as far as its number decides it."""

    def numbered(part: nodes.Node) -> nodes.Node:
        is_round = isinstance(part, nodes.Read) and part.fact is Fact.ROUND
        return nodes.Number(number, span=part.span) if is_round else part

    return reduced(nodes.changed(condition, numbered), lambda _: None)


def _chains(setup: Setup, choices: Chain) -> Iterator[Chain]:
    """The choices with every player that the round before decides named by a seat, or left out."""
    past = list(dict.fromkeys(who for pick in choices for who in _past_in(setup, pick.who)))
    seats = [[*setup.playing, *([NOBODY] if _may_be_nobody(who) else [])] for who in past]
    for named in product(*seats):
        seat_of = dict(zip(past, named, strict=True))
        yield tuple(
            replace(pick, who=None if pick.who is None else _with_seats(pick.who, seat_of))
            for pick in choices
            if seat_of.get(pick.who) != NOBODY  # type: ignore[arg-type]
        )


def _may_be_nobody(who: nodes.Expression) -> bool:
    """Whether the round before may leave nobody whom this names: nobody has won, or has bid."""
    return can_be_nobody(who) or names_winner(who) or needs_a_play(who)


def _past_in(setup: Setup, who: nodes.Expression | None) -> Iterator[nodes.Expression]:
    """The players of a choice that the round before decides: its own, or whom ties go to."""
    if who is not None and _is_past(setup, who):
        yield who
        return
    for part in nodes.walk(who):
        if isinstance(part, nodes.Ranked) and part.ties is not None and _is_past(setup, part.ties):
            yield part.ties


def _with_seats(who: nodes.Expression, seat_of: Mapping[nodes.Expression, int]) -> nodes.Expression:
    """A who with players of the round before named by their seats."""

    def named(part: nodes.Node) -> nodes.Node:
        seat = seat_of.get(part)  # type: ignore[call-overload]
        if seat is None:
            return part
        if seat == NOBODY:
            return nodes.Who(Role.NOBODY, span=part.span)
        return nodes.Seat(seat, span=part.span)

    return nodes.changed(who, named)


def _is_past(setup: Setup, who: nodes.Expression) -> bool:
    return not reads_hands(setup, who) and any(
        isinstance(part, nodes.Ranked) or (isinstance(part, nodes.Who) and part.role in _PAST)
        for part in nodes.walk(who)
    )


@lru_cache(1_000)
def opens_by_hands(setup: Setup, number: int) -> bool:
    """Whether what players were dealt may decide who opens round `number`, or with what."""
    return any(
        choice.who is not None
        and (choice.with_it or choice.tile is not None or reads_hands(setup, choice.who))
        for chain in chains_of(setup, number)
        for choice in chain
    )


@lru_cache(1_000)
def is_evident(setup: Setup, number: int, drew: int = 0) -> bool:
    """Whether the opener's own hand always shows which tiles round `number` may begin with.

    Otherwise that depends on the lot, on other hands or on the round before, and the opener has to
    be informed of it.
    """
    chains = chains_of(setup, number, drew)
    if not any(choice.with_it or choice.tile is not None for chain in chains for choice in chain):
        return True
    fixed = (nodes.HolderOf, nodes.Seat) if len(chains) == 1 else (nodes.HolderOf,)
    kinds = set()
    for chain in chains:
        choices = [choice for choice in chain if choice.who is not None]
        shown = []
        while len(choices) > 1 and isinstance(choices[0].who, fixed) and _shows(choices[0]):
            shown.append(choices.pop(0))
        rest = {(choice.with_it, choice.tile) for choice in choices}
        kinds.add((*((choice.who, choice.with_it, choice.tile) for choice in shown), *rest))
        if len(rest) > 1:
            return False
    return len(kinds) == 1


def _shows(choice: nodes.Opening) -> bool:
    """Whether the player named sees in one hand that a choice by tile or seat applies."""
    if not isinstance(choice.tile, nodes.DealtTile):
        dealt = isinstance(choice.who, nodes.HolderOf) and isinstance(
            choice.who.tile, nodes.DealtTile
        )
        return choice.with_it or choice.tile is None or not dealt
    return isinstance(choice.who, nodes.HolderOf) and choice.who.tile == choice.tile


@dataclass(frozen=True)
class RoundOpening:
    """The opening of a round: who opened with what, and by which choices that may have been.

    The lot is as likely to pick each seat. So hands are the more likely, the more seats it may have
    picked for them to lead to this opening.
    """

    compiled: Compiled
    chains: tuple[Chain, ...]
    opener: int
    """`NOBODY` if it is not known yet who opens."""
    dealt: tuple[int, ...]
    """For each seat the mask of the tiles that it is known to have been dealt."""
    first: int = NO_TILE
    """The tile that was opened with, if that has happened."""
    given: int | None = None
    """The mask of the opener's tiles that might be opened with, where it is known."""

    @property
    def by_chance(self) -> bool:
        """Whether a lot may have decided."""
        return any(choice.by_chance for chain in self.chains for choice in chain)

    @property
    def most_lots(self) -> int:
        """By how many lots any hands lead to the opening at most, as `lots` counts them."""
        if len(self.chains) > 1 or all(
            pick.who is None or (isinstance(pick.who, nodes.Who) and pick.who.role is Role.LOT)
            for pick in self.chains[0]
        ):
            return 1
        return self.compiled.setup.player_count if self.by_chance else 1

    @property
    def only_first(self) -> bool:
        """Whether, whatever was dealt, only the tile that was opened with may have been."""
        return self.first != NO_TILE and not any(
            (choice.tile is None and not choice.with_it) or isinstance(choice.tile, nodes.AnyOf)
            for chain in self.chains
            for choice in chain
            if choice.who is not None
        )

    def tiles(self, hands: tuple[int, ...]) -> int:
        """The mask of the tiles that may be opened with, for these dealt hands; 0 for none."""
        return reduce(or_, (mask for masks in self._masks(hands) for mask in masks), 0)

    def lots(self, hands: tuple[int, ...]) -> int:
        """By how many lots these dealt hands lead to the opening.

        Where the round before decides, it is 1 if anything that may have happened leads to it.
        """
        lots = [len(masks) for masks in self._masks(hands)]
        return lots[0] if len(lots) == 1 else min(1, sum(lots))

    def _masks(self, hands: tuple[int, ...]) -> Iterator[list[int]]:
        """For each chain the tiles to open with, for each lot that leads to the opening."""
        for chain in self.chains:
            opening = self.compiled.opening(chain)
            chance = any(choice.by_chance for choice in chain)
            masks = []
            for lot in self.compiled.setup.playing if chance else (0,):
                opened = opening(hands, lot)
                if opened is None or self.opener not in {NOBODY, opened[0]}:
                    continue
                if self.given not in {None, opened[1]}:
                    continue
                if self.first == NO_TILE or opened[1] >> self.first & 1:
                    masks.append(opened[1])
            yield masks
