"""The double that opens more arms than others: the centre of a star, or the only spinner."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from dominoes_lang.table.arm_ends import ArmSides
from dominoes_lang.table.fits import Fits
from dominoes_lang.table.layout import LaidTiles, TableRules
from dominoes_lang.table.rows import number_of_tile
from dominoes_lang.table.state import NO_TILE, End
from dominoes_lang.table.tiles import Tile


def centre_of(rules: TableRules, laid: LaidTiles) -> int | None:
    """The centre by number, as the order of laying has it; None where no double is one."""
    if not ArmSides(rules.shape).has_centre:
        return None
    doubles = rules.fits.tiles.doubles
    may_be = laid.order[:1] if rules.shape.star else laid.order
    return next((tile for tile in may_be if doubles >> tile & 1), None)


def spinners_among(rules: TableRules, laid: LaidTiles) -> tuple[int, ...]:
    """The doubles that may be the spinner, by number; more than one where it must be named."""
    sides = ArmSides(rules.shape)
    if not sides.has_centre:
        return ()
    tiles = rules.fits.tiles
    doubles = [tile for tile in laid.order if tiles.doubles >> tile & 1]
    against = tiles_against(rules.fits, laid)
    beyond = [tile for tile in doubles if against[tile] > sides.of_double]
    if beyond or len(doubles) < 2:
        return tuple(beyond or doubles)
    if not rules.shape.star:
        return tuple(doubles)
    # Before the centre is full no other double lies anywhere.
    full = sides.of_centre
    most = min(full, max(against[tile] for tile in doubles))
    alike = tuple(tile for tile in doubles if against[tile] == most)
    return alike[:1] if _is_like_others(sides) and most == full else alike


def with_full_centre(rules: TableRules, laid: LaidTiles) -> LaidTiles:
    """The same tiles; of doubles that are alike when full, from one that is full already."""
    alike = rules.shape.star and _is_like_others(ArmSides(rules.shape))
    centres = spinners_among(rules, laid) if alike else ()
    if not centres or centre_of(rules, laid) in centres:
        return laid
    rest = (tile for tile in laid.order if tile != centres[0])
    return laid._replace(order=(centres[0], *rest))


def _is_like_others(sides: ArmSides) -> bool:
    """Whether a full centre is like any double that is full: nothing waits behind it."""
    return sides.of_centre == sides.of_double and not sides.shape.then_doubles


def spinner_of(rules: TableRules, starter: int) -> int | None:
    """The tile that a round begins from, where it is the spinner; otherwise None."""
    is_double = starter != NO_TILE and rules.fits.tiles.doubles >> starter & 1
    return starter if ArmSides(rules.shape).has_centre and is_double else None


def spinner_to_name(rules: TableRules, laid: LaidTiles) -> int | None:
    """The spinner by number, where the tiles as they lie do not show which one it is."""
    return None if len(spinners_among(rules, laid)) < 2 else centre_of(rules, laid)


def sides_of(rules: TableRules, laid: LaidTiles, tile: Tile) -> int:
    """How many tiles may lie against one."""
    if not tile.is_double:
        return len(End)
    sides = ArmSides(rules.shape)
    is_centre = rules.fits.tiles.number[tile] == centre_of(rules, laid)
    return sides.of_centre if is_centre else sides.of_double


def tiles_against(fits: Fits, laid: LaidTiles) -> Counter[int]:
    """How many tiles lie against each."""
    counts: Counter[int] = Counter()
    for path in laid.paths:
        row = [number_of_tile(fits, halves) for halves in path]
        for left, right in pairwise(row):
            counts[left] += 1
            counts[right] += 1
    return counts
