"""The tiles on the table of a snapshot as text: paths, and the facts that these need."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from dominoes_lang.table.centres import spinner_of, spinner_to_name, spinners_among
from dominoes_lang.table.layout import Halves, LaidTiles, Layout, Misplaced
from dominoes_lang.table.marks import Train, train_of
from dominoes_lang.table.rows import path_names, train_paths
from dominoes_lang.table.state import NO_TILE
from dominoes_lang.table.tiles import DIGITS, HIGHEST_PIP, Tile
from dominoes_lang.text.quoting import quoted
from dominoes_rules.errors import PositionError
from dominoes_rules.position.notation import parse_tile

FACTS = frozenset({"spinner", "open"})
"""Facts of the tiles on the table."""
_LAID = re.compile(
    r"(?P<left>[0-9A-I])(?P<right>[0-9A-I])"
    r"|(?P<open>\[)?(?P<a>[0-9]{1,2})\|(?P<b>[0-9]{1,2})(?(open)\])"
)


def parse_paths(
    text: str, layout: Layout, facts: Mapping[str, str], starter: int = NO_TILE
) -> LaidTiles:
    """The tiles of `26-66-61`, or of the paths `64-44-41/44-45-51`, each as it lies.

    facts: those of the snapshot, of which `FACTS` are read here.
    starter: the tile that the round begins from, where that is certain.
    Raises `PositionError`.
    """
    if layout.owners:
        return _parse_trains(text, layout, facts, starter)
    if "open" in facts:
        raise PositionError("open: this game has no trains")
    spinner = None
    if "spinner" in facts:
        example = "one double, as in spinner:55"
        spinner = parse_tile(facts["spinner"], layout.fits.tiles, "spinner", example)
    paths = [_path(part, layout) for part in text.split("/")]
    if starter != NO_TILE:
        tile = layout.fits.tiles.tiles[starter]
        if tile not in [Tile.of(*halves) for halves in paths[0]]:
            raise PositionError(
                f"the line: the round begins from {tile}: write it in the first path"
            )
        spinner = spinner_of(layout.rules, starter) if spinner is None else spinner
    try:
        laid = layout.picture.laid(paths, spinner)
    except Misplaced as error:
        written = text.split("/")[error.path]
        raise PositionError(f"the line: {written}: {error}") from None
    spinners = spinners_among(layout.rules, layout.picture.laid(paths))
    names = " or ".join(f"spinner:{layout.fits.tiles.tiles[tile]}" for tile in spinners)
    if spinner is None and len(spinners) > 1:
        raise PositionError(
            f"the line: {len(spinners)} doubles lie there, and any may be the spinner: add {names}"
        )
    if spinner is not None and spinner not in spinners:
        raise PositionError(f"spinner: must name a double that may be it: {names or 'none is'}")
    return laid


def _parse_trains(text: str, layout: Layout, facts: Mapping[str, str], starter: int) -> LaidTiles:
    """The tiles of `99/A:94-41/P:95`: the middle, and each train without it."""
    if "spinner" in facts:
        raise PositionError("spinner: trains have no spinner")
    first, *parts = text.split("/")
    if layout.shape.own_doubles and first:
        raise PositionError(
            "the line: no tile lies in the middle: write the trains as in /A:95-99/B:66"
        )
    middle, trains = _path(first, layout) if first else (), {}
    if not layout.notes_passes and "open" in facts:
        raise PositionError("open: a pass opens no train in this game")
    known = [Train(owner) for owner in layout.owners]
    for part in parts:
        letter, mark, tiles = part.partition(":")
        train = train_of(letter) if mark else None
        if train not in known:
            letters = ", ".join(known_train.letter for known_train in known)
            raise PositionError(
                f"the line: {quoted(part)} is not a train; write one as in A:94-41, of {letters}"
            )
        if train in trains:
            raise PositionError(f"the line: the train {letter} appears twice")
        trains[train] = _path(tiles, layout)
    if starter != NO_TILE and [Tile.of(*halves) for halves in middle] != [
        layout.fits.tiles.tiles[starter]
    ]:
        tile = layout.fits.tiles.tiles[starter]
        raise PositionError(f"the line: the round begins from {tile}: write it first and alone")
    try:
        laid = layout.picture.laid(train_paths(layout.owners, middle, trains))
    except Misplaced as error:
        names = path_names(layout.owners, LaidTiles())
        where = f"{names[error.path]}: " if error.path else ""
        raise PositionError(f"the line: {where}{error}") from None
    seats = [train_of(letter) for letter in facts.get("open", "")]
    if any(train not in known or train.is_public for train in seats if train) or None in seats:
        raise PositionError("open: must list the seats whose trains are open, as in open:AC")
    is_open = sorted({train.seat for train in seats if train is not None})
    if len(is_open) < len(seats):
        raise PositionError(f"open:{facts['open']}: names a train twice")
    return laid._replace(open_trains=tuple(is_open))


def _path(text: str, layout: Layout) -> Halves:
    """The halves of the tiles of one path. Raises `PositionError`."""
    halves: list[tuple[int, int]] = []
    for part in text.split("-"):
        left, right = _laid(part)
        if Tile.of(left, right) not in layout.fits.tiles.number:
            raise PositionError(f"the line: {part} is not in the set")
        halves.append((left, right))
        if layout.picture.broken_at(tuple(halves[-2:])):
            before = format_line(halves[-2:-1])
            raise PositionError(f"the line: {part} does not match {before} on its left")
    return tuple(halves)


def _laid(text: str) -> tuple[int, int]:
    """The left and the right half of a tile in a line."""
    match = _LAID.fullmatch(text)
    if match is None:
        raise PositionError(
            f"the line: {quoted(text)} is not a tile; write tiles as they lie, as in 26-66-61"
        )
    if match["left"]:
        return DIGITS.index(match["left"]), DIGITS.index(match["right"])
    if max(int(match["a"]), int(match["b"])) > HIGHEST_PIP:
        raise PositionError(f"the line: no set has {text}")
    return int(match["a"]), int(match["b"])


def facts_of(laid: LaidTiles, layout: Layout, starter: int) -> dict[str, str]:
    """Those of `FACTS` that a snapshot of these tiles needs; empty if it needs none."""
    spinner = spinner_to_name(layout.rules, laid)
    named = spinner not in {None, starter}
    return {
        "spinner": str(layout.fits.tiles.tiles[spinner or 0]) if named else "",
        "open": "".join(Train(seat).letter for seat in laid.open_trains),
    }


def format_paths(laid: LaidTiles, layout: Layout) -> str:
    """The tiles on a table as `64-44-41/44-45-51`, or with trains `99/A:94-41/P:95`."""
    if not layout.owners:
        return "/".join(map(format_line, laid.paths))
    if not laid.paths:
        return ""
    middle = len(laid.line)
    trains = (
        f"{Train(owner).letter}:{format_line(path[middle:])}"
        for owner, path in zip(layout.owners, laid.paths[1:], strict=True)
        if len(path) > middle
    )
    return "/".join([format_line(laid.line), *trains])


def format_line(halves: Iterable[tuple[int, int]]) -> str:
    """A line as `26-66-61`, each tile as it lies."""
    return "-".join(DIGITS[left] + DIGITS[right] for left, right in halves)
