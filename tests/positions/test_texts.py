"""A position as text: what is written is read back, however it was written."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random

import pytest

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import End, Kind
from dominoes_lang.table.tiles import Tile, tile_character
from dominoes_rules import library
from dominoes_rules.conversation.typed import move_of
from dominoes_rules.errors import PositionError
from dominoes_rules.play.round import Round
from dominoes_rules.position.drawing import picture
from dominoes_rules.position.laid_text import format_line, parse_paths
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_solver.evidence.view import Record
from tests.positions.brute_force import Played, random_round, seen
from tests.positions.test_snapshot_worlds import snapshot_of

RULESETS = Path(__file__).parent.parent / "rulesets"
GAMES = {
    "partnership": ("partnership", None),
    "block": ("block", None),
    "draw": ("draw", None),
    "draw_one": ("draw_one", None),
    "domohnoes for 2": ("domohnoes", 2),
    "domohnoes for 3": ("domohnoes", 3),
    "domohnoes for 4": ("domohnoes", 4),
} | {
    name: (str(RULESETS / f"{name}.rules"), seats)
    for name, seats in (
        ("double_twelve", None),
        ("double_one", None),
        ("draw_one_play", 3),
        ("no_doubles", None),
        ("openers", None),
        ("reserve", None),
        ("three_pairs", None),
        ("tile_values", 4),
    )
}


@cache
def game(name: str) -> Compiled:
    variant, seats = GAMES[name]
    return library.compiled(library.find(variant), seats)


@cache
def rounds(name: str) -> list[tuple[Played, Record]]:
    compiled, random = game(name), Random(f"texts of {name}")
    found = []
    for _ in range(1 if name == "double_twelve" else 6):
        played = random_round(compiled, random, later_round=random.random() < 0.2)
        how = random.choice(["one", "two", "none", "mixed", "mixed"])
        found.append((played, seen(played, compiled, random, how)))
    return found


def read_back(position: Position) -> None:
    text = str(position)
    again = Position(text)
    assert str(again) == text
    assert again == position
    assert hash(again) == hash(position)
    assert eval(repr(position), {"Position": Position}) == position
    assert again.evidence == position.evidence
    assert again.line == position.line
    assert again.turn == position.turn


@pytest.mark.parametrize("name", GAMES)
def test_records_and_snapshots_are_read_back(name: str) -> None:
    compiled = game(name)
    for played, record in rounds(name):
        position = Position.from_view(compiled, record)
        assert position.variant == GAMES[name][0]
        read_back(position)
        if played.end.ends and played.end.step < 0 and not position.is_over:
            snapshot, line = snapshot_of(compiled, played, record)
            try:
                read_back(Position.from_view(compiled, snapshot, line))
            except ValueError as error:
                assert played.end.over, error  # noqa: PT017


@pytest.mark.parametrize("name", GAMES)
def test_the_order_of_seats_and_tiles_does_not_matter(name: str) -> None:
    compiled, random = game(name), Random(name)
    for _, record in rounds(name)[:4]:
        position = Position.from_view(compiled, record)
        words = str(position).split()
        hands = words[1].split("/")
        random.shuffle(hands)
        for number, hand in enumerate(hands):
            tiles = hand[2:].split(".")
            random.shuffle(tiles)
            hands[number] = hand[:2] + ".".join(tiles)
        rest = words[2:]
        random.shuffle(rest)
        again = Position(" ".join([words[0], "/".join(hands), *rest]))
        assert again == position
        ranks = {0, again.evidence.table.count // 2}
        for rank in ranks:
            assert again.evidence.table.unrank(rank) == position.evidence.table.unrank(rank)


@pytest.mark.parametrize("name", GAMES)
def test_play_appends_to_a_record(name: str) -> None:
    compiled = game(name)
    for _, record in rounds(name):
        whole = Position.from_view(compiled, record)
        if not record.moves:
            continue
        shorter = Position.from_view(
            compiled,
            Record(
                record.dealt, (), record.stock, record.stock_unseen, record.opener, record.round,
                record.scores,
            ),
        )  # fmt: skip
        if any(move.drawn >= 0 for move in record.moves):
            continue  # what is drawn later is known from the start in one, and not in the other
        for move in str(whole).split("play:")[1].split()[0].split(","):
            shorter = shorter.play(move)
        assert shorter == whole
        assert shorter.evidence.hidden == whole.evidence.hidden
        assert shorter.evidence.state == whole.evidence.state


def test_facts_are_read_back() -> None:
    for text in (
        "partnership A:20.22.42.43.50.51.66/B:x7/C:x7/D:x7 play:66,61l score:35-20",
        "partnership A:20.22.42.43.50.51.66/B:x7/C:x7/D:x7 opener:A round:2 target=100",
        "partnership A:20.22.42.43.50.51.55/B:x7/C:x7/D:x7 play:55 key_tile=55",
        "draw A:10.20.31.43.50.64.66/B:32.x6 stock:54.61.x12 play:66,+,+,61l",
        "draw A:10.20.31.43.50.64.66/B:x7 play:66,+54,+,61l",
        "draw_one A:10.20.31.43.50.64.66/B:x7 play:66,+,+41 score:5-0",
        "domohnoes/3 A:10.20.31.43.50.64.66/B:x7/C:x7 opener:B round:3",
        "block 26-66-61-15 A:20.22.42.43/B:x6 A void:B=2.5 passes:1 opener:A",
        "domohnoes/2 61 A:20.22.42.43.50.51/B:x7 B",
        "draw 26-66-61 A:20.22.42.43/B:x9 A stock:64.31.x10 opener:B",
    ):
        position = Position(text)
        assert str(position) == text
        read_back(position)


def test_the_stock_may_be_written_as_one_more_hand() -> None:
    hands = "A:66.15.22.24.20.43.50/B:x7"
    usual = Position(f"draw {hands} stock:64.x13 opener:A")
    between = hands.replace("/", "/stock:64.x13/")
    for text in (f"{hands}/stock:64.x13", between):
        assert Position(f"draw {text} opener:A") == usual
    assert str(usual).endswith("/B:x7 stock:64.x13 opener:A")


def test_every_way_to_write_a_tile() -> None:
    plain = Position("block A:64.31.00.55.21.40.62/B:x7 opener:A")
    for tile in ("46", "6-4", "4-6", "6|4", "[6|4]", "[4|6]"):
        assert Position(f"block A:{tile}.31.00.55.21.40.62/B:x7 opener:A") == plain
        for move in (tile, f"{tile}l"):
            base = "block A:66.64.31.00.55.21.40/B:x7 opener:B play:60,"
            assert Position(base + move) == Position(base + "64l")
    for text in ("26-66-61", "[2|6]-6|6-61"):
        assert parse_paths(text, plain.setup.layout, {}).line == ((2, 6), (6, 6), (6, 1))
    assert format_line(((2, 6), (6, 6))) == "26-66"


def in_characters(text: str) -> str:
    """The same with a character of Unicode for each tile."""
    return re.sub(r"[0-6]{2}", lambda found: tile_character(*map(int, found[0])), text)


@pytest.mark.parametrize(
    "name", ["draw", "all_fives", "matador", str(RULESETS / "tiles_aside.rules")]
)
def test_tiles_may_be_written_as_they_are_drawn(name: str) -> None:
    """Records, moves and what is typed are read with the domino characters of Unicode."""
    game = Round(library.find(name), seed=3)
    while not game.is_over:
        legal = game.legal_moves
        for move in legal:
            assert Move.parse(in_characters(f"{move}")) == move
            assert move_of(in_characters(f"{move}"), legal) == move
        game.push(legal[-1])
    for position in (game.position, game.seen_by("B")):
        first, rest = str(position).split(maxsplit=1)
        assert Position(f"{first} {in_characters(rest)}") == position
    drawn = [
        sign for sign in picture(game, characters=True) if sign > "\N{DOMINO TILE HORIZONTAL BACK}"
    ]
    assert drawn
    assert all(Tile.parse(sign) in game.setup.tiles.number for sign in drawn)


def test_a_line_of_characters_lies_as_it_is_drawn() -> None:
    upright = tile_character(6, 6, upright=True)
    position = Position(f"block 🁅-{upright}-🁜 A:🁟.x4/B:x6 A")
    assert position == Position("block 26-66-61 A:64.x4/B:x6 A")


def test_letters_stand_for_ten_and_more() -> None:
    name = RULESETS / "double_twelve.rules"
    hands = "/".join(["A:CB.x10", *(f"{seat}:x11" for seat in "BCDEFGH")])
    position = Position(f"{name} {hands} opener:A play:CC")
    assert ".x10" in str(position)
    assert str(Position(f"{name} {hands.replace('CB', '[12|11]')} opener:A play:12-12")) == str(
        position
    )
    read_back(position)


def test_an_end_may_be_left_out_where_there_is_one() -> None:
    start = "block A:66.64.31.00.55.21.40/B:x7 opener:A play:66,"
    assert Position(f"{start}61,64") == Position(f"{start}61l,64r")
    with pytest.raises(ValueError, match="fits both ends"):
        Position(f"{start}61,64r,41")


def test_with_equal_ends_the_right_is_kept() -> None:
    """One play is legal, and where it lies matters for how the line looks."""
    for start in (
        "block A:66.64.31.00.55.21.40/B:x7 opener:A play:66",
        "block A:x7/B:66.64.31.00.55.21.40 opener:B play:66",
    ):
        left, right = Position(f"{start},61l"), Position(f"{start},61r")
        assert ",61r" in str(right)
        assert left != right
        assert (left.line, right.line) == (((1, 6), (6, 6)), ((6, 6), (6, 1)))
        assert left.evidence.table.count == right.evidence.table.count
    mine = Position("block A:x7/B:64.31.00.55.21.40.63 opener:A play:66")
    assert [str(move) for move in mine.legal_moves] == ["63l", "64l"]
    assert mine.play("64r").line == ((6, 6), (6, 4))
    assert mine.play("64r") == Position(str(mine).replace("play:66", "play:66,64r"))


def test_a_snapshot_keeps_the_right_too() -> None:
    position = Position("block 66 A:64.31.00.55.21.40/B:x7 A")
    assert position.play("64r").line == ((6, 6), (6, 4))
    assert position.play("64").line == ((4, 6), (6, 6))


def test_moves_are_read_back() -> None:
    for text in ("-", "+", "+64", "61l", "61r", "61"):
        assert str(Move.parse(text)) == text
    for kind in (Kind.PASS, Kind.DRAW):
        assert Move.parse(str(Move(kind))) == Move(kind)
    assert Move.parse("16r") == Move(Kind.PLAY, Tile(6, 1), End.RIGHT)


@pytest.mark.parametrize("name", ["partnership", "draw", "draw_one", "domohnoes for 3"])
def test_a_round_is_the_record_of_itself(name: str) -> None:
    variant, seats = GAMES[name]
    random = Random(name)
    for seed in range(5):
        played = Round(library.find(variant), seats=seats, seed=seed)
        while not played.is_over:
            read_back(played.position)
            assert played.position.legal_moves == played.legal_moves
            played.push(random.choice(played.legal_moves))
        assert played.outcome == played.position.outcome is not None
        while True:
            try:
                played.pop()
            except IndexError:
                break


def test_a_path_with_spaces_names_the_variant(tmp_path: Path) -> None:
    folder = tmp_path / "our games.rules old"
    folder.mkdir()
    file = folder / "our  house.rules"
    file.write_text('variant "House"\nextends "block"\n', encoding="utf-8")
    place = Position(f"  {file}/2  A:66.61.22.24.20.43.50/B:x7 opener:A\n play:66")
    assert place.variant == str(file)
    assert Position(str(place)) == place
    assert place.turn == "B"


def test_rules_behind_the_hands_are_no_name() -> None:
    with pytest.raises(PositionError, match=r"'x\.rules' is not a fact"):
        Position("block A:66.61.22.24.20.43.50/B:x7 opener:A x.rules")
