"""What a sheet tells about the table: its open ends, and what doubles open and count."""

from __future__ import annotations

from collections.abc import Iterator

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.sheet.message import SheetMessage
from dominoes_lang.sheet.sheet_lines import SheetLine, line
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Fact
from dominoes_lang.table.shape import Shape, Spinners, Starter

NOBODYS = SheetMessage("no-player-has-played-it")
_AFTER_DOUBLE = {
    (False, False): "after-double",
    (False, True): "after-double-if-it-fits",
    (True, False): "after-double-no-wild",
    (True, True): "after-double-if-it-fits-no-wild",
}
"""By whether some tiles are wild, and whether numbers fit that are not equal."""
_TRAINS = "own-train", "own-train-and-public", "own-train-and-two-public"
"""By how many trains are public."""
_COUNTED_ENDS = {Fact.PIPS_ON_ENDS, Fact.HALVES_LIKE_IT, Fact.ENDS_ALIKE}


def begun_from(setup: Setup) -> Iterator[SheetLine]:
    """Which tile is put on the table before the deal."""
    starter = setup.shape.starter
    if starter is Starter.TILE:
        tile = setup.tiles.tiles[setup.starter]
        yield line(SheetMessage("put-tile", tile=tile.bracketed), NOBODYS)
    elif starter is Starter.ROUND:
        yield line(SheetMessage("put-double", doubles=rounds_doubles(setup)), NOBODYS)


def rounds_doubles(setup: Setup) -> SheetMessage:
    """Which double is the double of which round."""
    doubles = [setup.tiles.tiles[tile] for tile in setup.rounds_doubles]
    first, *later = (double.bracketed for double in doubles)
    if not later:
        return SheetMessage("double-of-every-round", tile=first)
    if setup.ruleset.doubles_go_up:
        lowest = doubles[len(doubles) // 2].bracketed
        return SheetMessage("doubles-down-and-up", first=first, second=later[0], last=lowest)
    return SheetMessage("doubles-in-turn", first=first, second=later[0], last=later[-1])


def of_table(setup: Setup) -> SheetLine:
    """What is open to tiles, what fits, and what counts, as one paragraph."""
    return line(*_sentences(setup))


def _sentences(setup: Setup) -> Iterator[SheetMessage]:
    shape, rule = setup.shape, setup.touching
    yield from _open_ends(shape)
    yield from _fitting(setup)
    if not setup.tiles.doubles:
        return
    yield from _doubles(shape)
    if shape.must_cover and not shape.one_end:
        fitting = SheetMessage("with-its-number" if setup.fits.is_equal else "that-fits-it")
        yield SheetMessage("cover-on-train" if shape.trains else "cover-on-sides", fitting=fitting)
        if rule.total is not None or rule.wild_tiles or rule.wild_numbers:
            yield SheetMessage("cover-in-any-order")
    if shape.counts_both:
        yield from _counted(shape)
    closed_trains = shape.trains and not shape.own_doubles
    waiting = shape.star or shape.must_cover or rule.after_double or closed_trains
    if waiting and _counts_ends(setup):
        yield SheetMessage("closed-ends-count")


def _open_ends(shape: Shape) -> Iterator[SheetMessage]:
    if shape.own_doubles:
        yield SheetMessage("own-train-from-double")
        yield SheetMessage("train-with-two-ends")
    elif shape.trains:
        if not shape.begun:
            yield SheetMessage("opener-lays-middle")
        yield SheetMessage(_TRAINS[shape.public])
        yield SheetMessage("passing-opens-train")
    elif shape.star:
        yield SheetMessage("star-begun" if shape.begun else "star", n=shape.star)
        yield SheetMessage("star-first")
        if shape.then_doubles:
            yield SheetMessage("star-then-doubles")
        yield SheetMessage("star-at-last")
    elif shape.one_end:
        yield SheetMessage("line-with-one-end")
        yield SheetMessage("higher-half-open")
    elif shape.spinners is not Spinners.NONE:
        yield SheetMessage("line-with-arms")
    else:
        yield SheetMessage("line-with-two-ends")


def _fitting(setup: Setup) -> Iterator[SheetMessage]:
    """Which tiles fit an open end."""
    rule, numbers = setup.touching, range(setup.tiles.highest + 1)
    some_wild = bool(rule.wild_tiles or rule.wild_numbers)
    if rule.total is None:
        yield SheetMessage("same-number-fits")
    else:
        tame = [half for half in numbers if half not in rule.wild_numbers]
        pairs = tuple(
            SheetMessage("two-numbers", first=half, second=rule.total - half)
            for half in reversed(tame)
            if half >= rule.total - half and rule.total - half in tame
        )
        alone = tuple(
            SheetMessage("a-half", n=half) for half in tame if rule.total - half not in tame
        )
        fit = SheetMessage("no-numbers-fit", total=rule.total)
        if pairs:
            fit = SheetMessage("numbers-fit", total=rule.total, pairs=pairs)
        if alone:
            key = "but-accepts-named" if some_wild else "but-accepts-none"
            fit = SheetMessage(key, clause=fit, alone=alone)
        yield fit
    if rule.wild_tiles:
        yield SheetMessage("wild-tiles", tiles=tuple(tile.bracketed for tile in rule.wild_tiles))
    for half in rule.wild_numbers:
        yield SheetMessage("wild-number", half=SheetMessage("a-half", n=half))
    if rule.after_double:
        yield SheetMessage(_AFTER_DOUBLE[some_wild, rule.total is not None])


def _doubles(shape: Shape) -> Iterator[SheetMessage]:
    """How doubles are laid."""
    match shape.spinners:
        case Spinners.NONE:
            yield SheetMessage("later-doubles-are-plain" if shape.star else "doubles-are-plain")
        case Spinners.FIRST:
            yield SheetMessage("first-double-is-spinner")
            yield SheetMessage("later-doubles-are-plain")
        case Spinners.ALL:
            yield SheetMessage(
                "later-doubles-are-spinners" if shape.star else "doubles-are-spinners"
            )


def _counts_ends(setup: Setup) -> bool:
    """Whether some rule asks what the ends of the table show."""
    rules = tuple(
        clause
        for clause in setup.ruleset.clauses.values()
        if not isinstance(clause, nodes.ExampleClause | nodes.InvariantClause)
    )
    read = {node.fact for node in nodes.walk(rules) if isinstance(node, nodes.Read)}
    return not read.isdisjoint(_COUNTED_ENDS)


def _counted(shape: Shape) -> Iterator[SheetMessage]:
    """How often a double at an end counts."""
    if shape.trains:
        yield SheetMessage("double-on-train-counts-both")
    elif not shape.in_arms:
        yield SheetMessage("double-at-end-counts-both")
    elif not shape.counts_tips:
        yield SheetMessage("double-counts-until-covered")
    else:
        yield SheetMessage("double-counts-both")
        spinner = SheetMessage("a-spinner" if shape.spinners is Spinners.ALL else "the-spinner")
        yield SheetMessage("spinner-counts-sides", spinner=spinner)
