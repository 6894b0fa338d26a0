"""A line of tiles as text: in ASCII, or with the domino characters of Unicode.

In ASCII a tile is `6|4` and takes two columns a unit, the gap behind it included; an upright one is
three lines high. With the characters of Unicode a tile is one of them, and takes a column a unit.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from math import ceil

from dominoes_lang.table.layout import Halves
from dominoes_lang.table.tiles import DIGITS, HIGHEST_CHARACTER, Tile, tile_character
from dominoes_lang.text.quoting import plain
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.board.laying.lying import way
from dominoes_rules.board.laying.train_rows import TrainRow
from dominoes_rules.board.laying.tricks_placed import TrickSeat, TrickTable, seat_angle
from dominoes_rules.board.laying.windows import NARROWEST
from dominoes_rules.board.tabletop import SeenHand, Tabletop
from dominoes_rules.board.text_grid import Placement, lay
from dominoes_rules.speech.speech import ENGLISH, Speech, marked

FEWEST_COLUMNS = 2 * NARROWEST - 1
BACKS = "##", "\N{DOMINO TILE HORIZONTAL BACK}"
INDENT = 2
LAST = "*"
"""What parts the halves of the tile that was laid last."""
UNSEEN = marked("{count} unseen")
"""How many tiles of a hand or the stock are not known."""

Mark = tuple[int, int, str]
"""A line, a column, and the character there."""


def line_text(
    line: Halves, columns: int, *, characters: bool = False, last: Tile | None = None
) -> list[str]:
    """The line of play in rows of text that are at most `columns` wide; no row for no tile.

    characters: use the domino characters of Unicode; only for tiles up to double-six.
    last: the tile whose halves are parted by `LAST`; only in ASCII.
    Raises `ArgumentError` for fewer than `FEWEST_COLUMNS` columns.
    """
    if characters:
        return _rows(_characters(lay(line, columns)))
    return _rows(_ascii(lay(line, (columns + 1) // 2), last))


def table_text(
    table: Tabletop, columns: int, *, characters: bool = False, speech: Speech = ENGLISH
) -> str:
    """A whole table: the line, its ends, every hand with unseen tiles as backs, stock and score.

    columns: the width of the text; at least `FEWEST_COLUMNS`.
    characters: use the domino characters of Unicode; only for sets up to double-six.
    Raises `ArgumentError` for too few columns, and for a set without characters.
    """
    if characters and table.highest > HIGHEST_CHARACTER:
        raise ArgumentError(
            f"Unicode has characters for tiles up to double-six, and this set goes up to "
            f"double-{table.highest}; draw it in ASCII"
        )
    if table.trick is not None:
        rows = trick_text(table.trick, columns, characters=characters, last=table.last)
    elif table.trains:
        rows = trains_text(
            table.line, table.trains, columns, characters=characters, last=table.last
        )
    elif table.joined:
        rows = arms_text(
            table.paths, table.path_names, columns, characters=characters, last=table.last
        )
    else:
        rows = line_text(table.line, columns, characters=characters, last=table.last)
    text, titles = speech.text, _titles(speech)
    rows = rows or [f"({text('no tile on the table')})"]
    if table.paths and table.trick is None:
        rows += ["", *ends_text(table, columns, speech)]
        if table.last is not None:
            halves = next(
                pair for path in table.paths for pair in path if Tile.of(*pair) == table.last
            )
            tile = tile_character(*halves) if characters else LAST.join(map(str, halves))
            by = text("by {name}", name=plain(table.last_by))
            rows += _wrapped(titles["last"], [tile, by], columns)
    else:
        rows.append("")
    called = [" ".join(filter(None, (plain(hand.name), hand.relation))) for hand in table.hands]
    longest = max(map(width_of, called))
    for hand, name in zip(table.hands, called, strict=True):
        mark = ">" if hand.to_move else " "
        title = f"{mark} {hand.seat} {name}".rstrip()
        title += " " * (max(8, longest + 5) - width_of(title))
        rows += _held(title, hand, columns, characters, speech)
    if table.stock_size:
        known = [_shown(tile, characters) for tile in table.stock]
        unseen = [text(UNSEEN, count=table.stock_unseen)] if table.stock_unseen else []
        rows += _wrapped(titles["stock"], [*known, *unseen], columns)
    if table.scores:
        sides = [f"{side} {points:,}," for side, points in table.scores]
        rows += _wrapped(titles["score"], [*sides[:-1], sides[-1].rstrip(",")], columns)
    return "\n".join(rows)


def arms_text(
    paths: Sequence[Halves],
    names: Sequence[str],
    columns: int,
    *,
    characters: bool = False,
    last: Tile | None = None,
) -> list[str]:
    """The tiles of a table with arms: a row for the line, and one for each arm below its double.

    An arm begins with its name, without brackets. Long rows are broken;
    one that has no room below its double begins further left.
    """
    rows: list[str] = []
    columns_of: dict[Tile, int] = {}
    for number, path in enumerate(paths):
        tiles = path[number > 0 :]
        words = [_in_row(halves, characters, Tile.of(*halves) == last) for halves in tiles]
        title = f" {names[number]} " if number else ""
        wide = sum(map(width_of, words))
        start = columns_of[Tile.of(*path[0])] if number else INDENT
        start = max(INDENT, min(start, columns - len(title) - wide))
        row = " " * start + title
        for halves, word in zip(tiles, words, strict=True):
            if width_of(row) + width_of(word) > columns:
                rows.append(row.rstrip())
                row = " " * (start + len(title))
            columns_of[Tile.of(*halves)] = width_of(row)
            row += word
        rows.append(row)
    return rows


def trains_text(
    middle: Halves,
    trains: Sequence[TrainRow],
    columns: int,
    *,
    characters: bool = False,
    last: Tile | None = None,
) -> list[str]:
    """The tiles of trains: the middle, and a row for each train behind its owner's name.

    Behind the train is `open` where it is open to everyone. Long rows are broken.
    """

    def words(tiles: Halves) -> list[str]:
        return [_in_row(halves, characters, Tile.of(*halves) == last) for halves in tiles]

    titles = [cut_to(plain(train.title), columns // 3) for train in trains]
    start = max(map(width_of, titles)) + 2 + INDENT
    rows = [" " * start + "".join(words(middle))] if middle else []
    for title, train in zip(titles, trains, strict=True):
        row = " " * INDENT + title
        row += " " * (start - width_of(row))
        for word in [*words(train.path), *([f" {train.open_word}"] if train.is_open else [])]:
            if width_of(row) + width_of(word) > columns and row.strip():
                rows.append(row.rstrip())
                row = " " * start
            row += word
        rows.append(row.rstrip())
    return rows


def trick_text(
    trick: TrickTable, columns: int, *, characters: bool = False, last: Tile | None = None
) -> list[str]:
    """A trick: each tile below the name of its player, as they sit around the table.

    The first player is at the bottom, the next ones clockwise; a dash is for a tile not laid yet.
    In the middle are its words, and below what each side has taken.
    """
    count = len(trick.seats)
    levels: dict[float, list[tuple[float, TrickSeat]]] = {}
    for number, seat in enumerate(trick.seats):
        across, down = way(seat_angle(number, count))
        levels.setdefault(round(down, 3), []).append((across, seat))
    if 0 not in levels:
        levels[0] = []
    nothing = "-" if any(seat.tile is not None for seat in trick.seats) else ""
    rows: list[str] = []
    for down in sorted(levels):
        names = [
            (across, cut_to(f"{plain(seat.title)} {seat.note}".rstrip(), columns // 3))
            for across, seat in levels[down]
        ]
        tiles = [
            (across, nothing if seat.tile is None else _laid(seat.tile, characters, last))
            for across, seat in levels[down]
        ]
        if down == 0:
            names += [(0.0, word) for word in trick.middle[:1]]
            tiles += [(0.0, word) for word in trick.middle[1:]]
        rows += [_centred(names, columns), _centred(tiles, columns)]
    piles = [f"{plain(pile.title)}  " for pile in trick.piles]
    return [*filter(str.strip, rows), "", *_wrapped(" " * INDENT, piles, columns)]


def _laid(halves: tuple[int, int], characters: bool, last: Tile | None) -> str:
    return _in_row(halves, characters, Tile.of(*halves) == last)


def _centred(words: Sequence[tuple[float, str]], columns: int) -> str:
    """Words in a row, each around its place: -1 is the left edge, 1 the right one."""
    row = ""
    for across, word in sorted(words):
        start = round(columns / 2 + across * columns / 4 - width_of(word) / 2)
        row += " " * max(bool(row), start - width_of(row)) + word
    return row


def _in_row(halves: tuple[int, int], characters: bool, is_last: bool) -> str:
    if characters:
        return tile_character(*halves, upright=halves[0] == halves[1])
    return f"[{(LAST if is_last else '|').join(map(str, halves))}]"


def ends_text(table: Tabletop, columns: int, speech: Speech = ENGLISH) -> list[str]:
    """The open ends, and what they count."""
    text, titles = speech.text, _titles(speech)
    if table.joined or table.trains:
        words = [f"{word}  " for word in table.open_ends]
        words += [] if table.ends_pips is None else [text("counts {pips}", pips=table.ends_pips)]
        later = [f"{word}  " for word in table.later_ends]
        rows = _wrapped(titles["open"], words, columns)
        return rows + (_wrapped(titles["later"], later, columns) if later else [])
    if not table.open_ends:
        return []
    words = [*table.open_ends]
    words += [] if table.ends_pips is None else [text("together {pips}", pips=table.ends_pips)]
    title = "ends" if len(table.open_ends) > 1 else "end"
    return _wrapped(titles[title], [*(f"{word}," for word in words[:-1]), words[-1]], columns)


def _held(title: str, hand: SeenHand, columns: int, characters: bool, speech: Speech) -> list[str]:
    """A hand: its tiles, a back for each unseen one with their count, and what it lacks."""
    text = speech.text
    words = [_shown(tile, characters) for tile in hand.tiles]
    if hand.unseen:
        words += [BACKS[characters]] * hand.unseen
        words.append(f"({hand.unseen})")
    if hand.lacks:
        words.append(text("no {numbers}", numbers=",".join(map(str, hand.lacks))))
    words = words or [text("no tiles")]
    if hand.aside or hand.aside_unseen:
        words += [text("aside"), *(_shown(tile, characters) for tile in hand.aside)]
        words += [BACKS[characters]] * hand.aside_unseen
    if (hand.size or hand.aside) and hand.pips is not None:
        words.append(f"({speech.plural('{count} pip', '{count} pips', hand.pips)})")
    return _wrapped(f"{title} ", words, columns)


def _titles(speech: Speech) -> dict[str, str]:
    """What stands before rows below the tiles, all equally wide."""
    text = speech.text
    words = {
        "end": text("end"),
        "ends": text("ends"),
        "open": text("open"),
        "later": text("later"),
        "last": text("last"),
        "stock": text("stock"),
        "score": text("score"),
    }
    width = max(map(width_of, words.values())) + 2
    return {
        key: " " * INDENT + word + " " * (width - width_of(word)) for key, word in words.items()
    }


def _wrapped(title: str, words: list[str], columns: int) -> list[str]:
    """Words behind a title, in as many rows as they take; no word is broken."""
    indent = width_of(title)
    rows, width = [title], indent
    for word in words:
        if width + width_of(word) > columns and width > indent:
            rows.append(" " * indent)
            width = indent
        rows[-1] += f"{word} "
        width += width_of(word) + 1
    return [row.rstrip() for row in rows]


def width_of(text: str) -> int:
    """The columns that a text takes in a terminal: signs of East Asia take two, accents none."""
    return sum(
        0 if unicodedata.combining(sign) else 1 + (unicodedata.east_asian_width(sign) in {"W", "F"})
        for sign in text
    )


def cut_to(text: str, columns: int) -> str:
    """As much of a text as these columns have room for."""
    while width_of(text) > columns:
        text = text[:-1]
    return text


def _shown(tile: Tile, characters: bool) -> str:
    return tile_character(tile.high, tile.low) if characters else tile.decimal


def _ascii(placements: Iterable[Placement], last: Tile | None) -> Iterator[Mark]:
    for placement in placements:
        is_last = Tile.of(*placement.tile) == last
        for number, x, y in placement.squares:
            yield _line(y + 0.5), int(2 * x), DIGITS[number]
        if placement.upright:
            yield _line(placement.y + 1), int(2 * placement.x), LAST if is_last else "-"
        else:
            # A lying tile is three columns wide, and its second half is shown next to the bar.
            yield _line(placement.y + 0.5), int(2 * placement.x) + 1, LAST if is_last else "|"


def _line(y: float) -> int:
    """The line of text at a height; a row of tiles and its doubles take three."""
    return ceil(1.5 * (y - 0.5))


def _characters(placements: Iterable[Placement]) -> Iterator[Mark]:
    for placement in placements:
        left, right = placement.tile if placement.turn < 2 else placement.tile[::-1]
        yield ceil(placement.y + placement.height / 2 - 1), int(placement.x), tile_character(
            left, right, upright=placement.upright
        )  # fmt: skip


def _rows(marks: Iterable[Mark]) -> list[str]:
    """Rows of text from single characters, without empty rows above."""
    rows: dict[int, dict[int, str]] = {}
    for row, column, character in marks:
        rows.setdefault(row, {})[column] = character
    return [
        "".join(rows[row].get(column, " ") for column in range(max(rows[row]) + 1))
        for row in sorted(rows)
    ]
