"""Between matches: which game and which level are chosen, by whatever is typed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import dominoes_rules as dr
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.authoring import families
from dominoes_rules.authoring.families import FAMILIES, games
from dominoes_rules.conversation.game_menu import GameMenu
from dominoes_rules.conversation.screen import Screen

Ask = Callable[[GameMenu], str | None]


def asked(ask: Ask, *lines: str) -> tuple[str | None, str]:
    """The answer to these lines, and what was said; after them the input ends."""
    shown, typed = list[str](), iter(lines)

    def read(prompt: str) -> str | None:
        shown.append(prompt)
        return next(typed, None)

    return ask(GameMenu(Screen(shown.append), read)), "\n".join(shown)


def game(menu: GameMenu) -> str | None:
    return menu.game(dr.variant)


def another(menu: GameMenu) -> str | None:
    return menu.game(dr.variant, again="block")


def test_the_index_of_games_has_what_the_rules_make(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = families._index()
    assert listed.keys() == library.bundled().keys()
    assert all(row == families._game(name) for name, row in listed.items())
    changed = {
        **library.bundled(),
        "block": lambda: Source("block.rules", "another text"),
    }
    monkeypatch.setattr(library, "bundled", lambda: changed)
    assert "block" not in families._index()  # nor whatever extends it


def test_all_games_are_listed_by_family() -> None:
    chosen, said = asked(game, "3")
    assert chosen == games()[2].name
    assert all(family in said for family, _ in FAMILIES)
    assert all(f") {one.name}" in " ".join(said.split()) for one in games())


@pytest.mark.parametrize(
    ("ask", "lines", "chosen", "said"),
    [
        (game, ("", "block"), "block", "Which game?"),
        (game, ("0", "block"), "block", "type a number from 1 to"),
        (game, ("9" * 5000, "block"), "block", "type a number from 1 to"),
        (game, ("blok", "draw"), "draw", "blok: there is no variant of that name; did you mean"),
        (game, ("fives",), "fives_and_threes", ""),
        (game, ("Puerto Rico 500",), "puerto_rico_500", ""),
        (game, ("draw",), "draw", ""),  # not draw_one
        (game, ("QUIT",), None, ""),
        (game, (), None, ""),
        (another, ("",), "", "Enter plays block again"),
        (another, ("?", "1"), games()[0].name, "Rounds won, without points"),
        (another, ("q",), None, ""),
        (GameMenu.level, ("",), "club", "overlooks nothing"),
        (GameMenu.level, ("c", "mas"), "master", "There is no level 'c'"),
        (GameMenu.level, ("quit",), None, ""),
    ],
)
def test_what_is_chosen(ask: Ask, lines: tuple[str, ...], chosen: str | None, said: str) -> None:
    found = asked(ask, *lines)
    assert found[0] == chosen
    assert said in " ".join(found[1].split())
