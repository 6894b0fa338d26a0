"""How tiles are laid and fit, by the clauses of a ruleset: the shape, its layout, the starter."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from dominoes_lang.setup.binding import ParameterError, set_name, set_named, whole
from dominoes_lang.setup.trick_rules import TrickRules
from dominoes_lang.syntax import nodes
from dominoes_lang.table.arm_picture import ArmPicture
from dominoes_lang.table.arms import Arms
from dominoes_lang.table.fits import EQUAL, Fits, Touching
from dominoes_lang.table.layout import Layout, Sameness
from dominoes_lang.table.line_picture import LinePicture
from dominoes_lang.table.lines import Lines
from dominoes_lang.table.marks import PUBLIC_TRAINS
from dominoes_lang.table.own_train_picture import OwnTrainPicture
from dominoes_lang.table.own_trains import OwnTrains
from dominoes_lang.table.place_names import (
    OwnTrainNames,
    SideNames,
    TileNames,
    TrainNames,
    TrickNames,
)
from dominoes_lang.table.shape import LayoutKind, Shape, Starter
from dominoes_lang.table.state import NO_TILE, State
from dominoes_lang.table.tiles import TileSet
from dominoes_lang.table.train_picture import TrainPicture
from dominoes_lang.table.trains import Trains
from dominoes_lang.table.trick_picture import TrickPicture
from dominoes_lang.table.tricks import Tricks


class Laying(Protocol):
    """What a layout depends on: a setup."""

    @property
    def fits(self) -> Fits: ...
    @property
    def shape(self) -> Shape: ...
    @property
    def seats(self) -> int: ...
    @property
    def tricks(self) -> TrickRules | None: ...


def layout_of(setup: Laying) -> Layout:
    """The layout of a setup, put together from its parts."""
    fits, shape = setup.fits, setup.shape
    owners = (*range(setup.seats), *PUBLIC_TRAINS[: shape.public])
    match shape.kind:
        case LayoutKind.LINE:
            line = Lines(fits, shape)
            same = Sameness(line.listed_at, mirror=True)
            return Layout(shape.kind, line, LinePicture(line), SideNames(line), same)
        case LayoutKind.ONE_END:
            row = Lines(fits, shape)
            return Layout(shape.kind, row, LinePicture(row), SideNames(row), Sameness(_there))
        case LayoutKind.ARMS:
            arms = Arms(fits, shape)
            same = Sameness(arms.listed_at)
            return Layout(shape.kind, arms, ArmPicture(arms), TileNames(arms), same)
        case LayoutKind.TRAINS:
            trains = Trains(fits, shape, owners)
            return Layout(
                shape.kind, trains, TrainPicture(trains), TrainNames(trains), Sameness(_there),
                owners, open_to_all=False, notes_passes=True,
            )  # fmt: skip
        case LayoutKind.OWN_TRAINS:
            own = OwnTrains(fits, shape, owners)
            same = Sameness(own.listed_at)
            return Layout(
                shape.kind, own, OwnTrainPicture(own), OwnTrainNames(own), same,
                owners, open_to_all=False,
            )  # fmt: skip
        case LayoutKind.TRICKS:
            assert setup.tricks is not None, "the layout needs its clauses"
            tricks = Tricks(fits, shape, setup.tricks.doubles, setup.seats)
            same = Sameness(_there)
            return Layout(shape.kind, tricks, TrickPicture(tricks), TrickNames(), same)


def _there(_state: State, place: int) -> int:
    """The place at which a play is listed where no two are the same."""
    return place


def shape_of(layout: nodes.LayoutClause, doubles: nodes.DoublesClause, tiles: TileSet) -> Shape:
    """How tiles are laid. Raises `ParameterError` for a star that the tiles can't fill."""
    sides = 0 if layout.star is None else whole(layout.star)
    most = max(bearing.bit_count() for bearing in tiles.bearing) - 1
    if layout.star is not None and not 2 <= sides <= most:
        raise ParameterError(
            f"a star of {sides} needs {sides} tiles with the number of its double, but there "
            f"are {most}"
            if sides > most
            else f"a star has at least two arms, not {sides}",
            "layout",
            f'write a number from 2 to {most}, or "layout: line"',
        )
    return replace(
        layout.shape,
        star=sides,
        spinners=doubles.spinners,
        counts_both=doubles.count_both,
        counts_tips=doubles.count_tips,
        must_cover=doubles.must_cover,
    )


def touching_of(clause: nodes.FitsClause | None, tiles: TileSet) -> Touching:
    """Which halves touch. Raises `ParameterError` for what the set has no tiles for."""
    if clause is None:
        return EQUAL
    rule = Touching(
        None if clause.total is None else whole(clause.total),
        tuple(matador.tile for matador in clause.wild if isinstance(matador, nodes.TileLiteral)),
        tuple(matador.value for matador in clause.wild if isinstance(matador, nodes.Number)),
        clause.after_double,
    )
    numbers = [number for number, bearing in enumerate(tiles.bearing) if bearing]
    sums = sorted({half + second_half for half in numbers for second_half in numbers})
    if rule.total is not None and rule.total not in sums:
        raise ParameterError(
            f"no two numbers of a {set_name(tiles)} set add to {rule.total}",
            "fits",
            f"the sums there are {sums[0]} to {sums[-1]}",
        )
    strangers = [tile.bracketed for tile in rule.wild_tiles if tile not in tiles.number]
    strangers += [str(number) for number in rule.wild_numbers if number not in numbers]
    if strangers:
        raise ParameterError(
            f"{strangers[0]} is wild, but it is not in the set", "fits", set_named(tiles)
        )
    if rule.after_double and not tiles.doubles:
        raise ParameterError(
            "halves wait for their doubles, and this set has none",
            "fits",
            'leave out "only after its double", or leave the doubles in the set',
        )
    return rule


def starter_in(layout: nodes.LayoutClause, tiles: TileSet) -> int:
    """The tile that every round begins from; `NO_TILE` where the clause names none.

    Raises `ParameterError` for a tile that is not in the set.
    """
    wanted = layout.starter_tile
    if isinstance(wanted, nodes.TileLiteral) and wanted.tile in tiles.number:
        return tiles.number[wanted.tile]
    of_doubles = layout.shape.starter is Starter.ROUND
    if isinstance(wanted, nodes.DealtTile):
        of_doubles = wanted.of_doubles
        if tiles.doubles or not of_doubles:
            return tiles.in_order(wanted.order)[0]
    if wanted is not None or (of_doubles and not tiles.doubles):
        raise ParameterError(
            "a round begins from a tile that is not in the set",
            "layout",
            f"{set_named(tiles)}: name one of its tiles",
        )
    return NO_TILE
