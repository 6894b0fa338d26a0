"""Conditions that are not demands on slots: each world is tested, by constraint solving."""

from __future__ import annotations

from collections.abc import Callable

from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Expression
from dominoes_lang.table.spots import open_mask
from dominoes_solver.evidence.evidence import Evidence
from dominoes_solver.evidence.formulas import Formula, Tested, conjuncts, tests
from dominoes_solver.worlds import enumeration
from dominoes_solver.worlds.listed import WorldList
from dominoes_solver.worlds.slots import Hidden, World

Test = Callable[[Expression], Callable[[World], bool]]
"""For a condition: whether it holds in a world."""


def tested_worlds(evidence: Evidence, formula: Formula, hidden: Hidden, test: Test) -> WorldList:
    """The worlds of `hidden` in which a formula of tested conditions holds."""

    def condition(part: Formula) -> enumeration.Condition:
        tiles = 0
        for tested in tests(part):
            tiles |= deciding_tiles(evidence, tested.condition)
        return enumeration.Condition(tiles, _tested(part, test))

    conditions = [condition(part) for part in conjuncts(formula)]
    return WorldList(hidden, enumeration.worlds(hidden, conditions))


def _tested(formula: Formula, test: Test) -> Callable[[World], bool]:
    match formula:
        case Tested(condition=condition, sense=sense):
            holds = test(condition)
            return holds if sense else lambda world: not holds(world)
        case (joiner, parts):
            tested = [_tested(part, test) for part in parts]
            every = all if joiner == "and" else any
            return lambda world: every(holds(world) for holds in tested)
    raise AssertionError(f"not a tested condition: {formula}")


def deciding_tiles(evidence: Evidence, condition: Expression) -> int:
    """The mask of the hidden tiles whose places alone decide a condition.

    Also with all others left out of the hands and the stock. All of them where that isn't certain:
    where tiles are counted, and before the first tile, where the hands say who opens with what.
    """
    tiles, state = evidence.setup.tiles, evidence.state
    everything = evidence.hidden.tiles
    if not state.begun:
        return everything
    weighing = sum(1 << tile for tile, value in enumerate(evidence.setup.values) if value)
    masks: dict[nodes.HandMeasure, int] = {"pips": weighing, "doubles": tiles.doubles}
    deciding = 0
    for part in nodes.walk(condition):
        match part:
            case nodes.HoldsNumberOf():
                return everything
            case nodes.TileLiteral(tile=tile):
                deciding |= 1 << tiles.number[tile]
            case nodes.HoldsNumber(number=number):
                deciding |= tiles.bearing[number]
            case (
                nodes.Held(measure=nodes.TilesWith(number))
                | nodes.HoldsAmount(measure=nodes.TilesWith(number))
            ):
                deciding |= tiles.showing(number)
            case (
                nodes.Held(measure=measure)
                | nodes.HoldsAmount(measure=measure)
                | nodes.Extreme(measure=measure)
            ):
                deciding |= masks.get(measure, everything)
            case nodes.Can(verb="play"):
                for seat in evidence.setup.playing:
                    deciding |= open_mask(evidence.setup.layout.rules, state, seat)
            case nodes.RoundsDouble():
                deciding |= 1 << evidence.setup.double_of(state.round)
            case nodes.DealtTile(order=order):
                deciding |= sum(1 << number for number in tiles.in_order(order))
            case (
                nodes.Compare()
                | nodes.HoldsTile()
                | nodes.HolderOf()
                | nodes.Ranked()
                | nodes.Not()
                | nodes.Both()
                | nodes.YesNo()
                | nodes.Number()
                | nodes.Arithmetic()
                | nodes.Rounded()
                | nodes.ScoreOf()
                | nodes.Running()
                | nodes.Who()
                | nodes.Seat()
                | nodes.Neighbour()
                | nodes.Related()
                | nodes.Except()
            ):
                pass
            case _:
                return everything
    return deciding & everything & ~evidence.gone
