"""Numbers from ten up, beside seats that are letters: for people `12-9` and names, else `C9@A`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import dominoes_rules as dr
from dominoes_lang.table.tiles import DIGITS, Tile, TileSet
from dominoes_rules import library
from dominoes_rules.board.laying.windows import WIDE
from dominoes_rules.cli.positions import solve, worlds
from dominoes_rules.conversation.phrases import Phrases
from dominoes_rules.conversation.typed import move_of
from dominoes_rules.play.seat_view import SeatView
from dominoes_rules.position.drawing import picture, svg, table, tabletop
from dominoes_rules.position.hidden_hands import Worlds
from dominoes_rules.position.notation import Move
from dominoes_rules.solving import hint
from dominoes_rules.web.analysis.answering import figures
from dominoes_rules.web.analysis.seen_table import in_words, seen_table
from dominoes_rules.web.drawn_board import board
from dominoes_rules.web.views import held, move_button
from dominoes_solver.limit import Limit
from tests.play.test_conversation import Table, match_of

TILE_WITH_A_LETTER = re.compile(r"(?<![\w-])(?:[A-C][0-9A-C]|[0-9A-C][A-C]|[A-C]-\w|\w-[A-C])\b")
NAMES = {"A": "Ana", "B": "Bob"}


def large_games() -> Iterator[dr.Round]:
    """Rounds of all games with numbers from ten up, after some random moves."""
    for name in library.bundled():
        ruleset = library.variant(name)
        game = dr.Round(ruleset, seats=2, seed=5) if 2 in ruleset.players else None
        if game is not None and game.setup.tiles.highest > 9:
            chance = Random(name)
            while len(game.laid.order) < 12 and not game.is_over:
                game.push(chance.choice(game.legal_moves))
            yield game


def expect_numbers(text: str) -> None:
    assert not TILE_WITH_A_LETTER.findall(text), text


def test_what_people_read_has_numbers_and_no_letters_for_them() -> None:
    games = list(large_games())
    assert {game.setup.name for game in games} >= {"mexican_train", "spinner"}
    for game in games:
        seen = game.seen_by(game.turn)
        report = dr.solve(seen, Limit(worlds=1, nodes=1), why=seen.legal_moves[0])
        assert report.why is not None
        shown: Any = seen_table(seen, seen.legal_moves)
        rows: Any = figures(report)["rows"]
        for text in (
            picture(seen),
            table(seen),
            hint.verdict(report),
            solve.hint_text(report),
            worlds.counted(Worlds(seen, hurried=True)),
            *map(str, report.why.holdings),
            Phrases.choices(seen.legal_moves, 80),
            *(one["label"] for one in shown["moves"]),
            *(row[0] for row in rows),
        ):
            expect_numbers(text)
        assert not re.search(r"<title>[^<]*[A-C]-|<title>\w-[A-C]", svg(seen))


def test_the_page_of_a_table_has_numbers_and_names() -> None:
    for game in large_games():
        view = SeatView(game, game.turn)
        drawn = board(view, tabletop(view, NAMES), view.moves, WIDE, NAMES)
        words = [move_button(move, NAMES, game.setup).label for move in view.moves]
        words += [one.label for one in held(view, game.turn, view.moves, NAMES)]
        words += re.findall('aria-label="(.*?)"', drawn)
        for text in words:
            expect_numbers(text)
            assert not re.search(r"on [AB](?:'|&#39;)s train", text)


def test_hints_and_reviews_of_a_table_have_numbers_and_names() -> None:
    assert in_words(Move.parse("C9@A"), NAMES) == "12-9 on Ana's train"
    assert in_words(Move.parse("C9@P"), NAMES) == "12-9 on the public train"
    assert in_words(Move.parse("C9@CA"), NAMES) == "12-9 at 12-10"


def test_play_tells_numbers_and_names() -> None:
    match = match_of("mexican_train", 3, player="first")
    match.names.update(NAMES)
    table_of_two = Table(match)
    for _ in range(6):
        table_of_two.type("1")
    told = "\n".join(table_of_two.shown)
    assert re.search(r"(Ana|Bob) plays \d+-\d+ on (Ana's|Bob's|the public) train", told)
    expect_numbers(told)


@pytest.mark.parametrize("highest", [6, 9, 12, 18])
def test_what_people_read_is_read_back_and_is_as_in_records_up_to_nine(highest: int) -> None:
    for tile in TileSet.up_to(highest).tiles:
        assert Tile.parse(tile.decimal) == tile
        assert (tile.decimal == f"{tile}") == (tile.high < 10)
        for end in ("", "l", "@A", f"@{DIGITS[highest]}1"):
            move = Move.parse(f"{tile}{end}")
            assert Move.parse(move.decimal) == move
            assert move_of(move.decimal, [move]) == move
    move = Move.parse("C0@CA.C=0")
    assert move.decimal == "12-0@12-10.12=0"
    assert Move.parse(move.decimal) == move
    assert move_of(move.decimal, [move]) == move


def test_records_keep_letters() -> None:
    for game in large_games():
        assert all("-" not in f"{move}" for move in game.moves if move.tile is not None)
        assert dr.Position(f"{game.position}") == game.position
