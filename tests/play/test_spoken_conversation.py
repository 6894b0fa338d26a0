"""A conversation in a language: all that is read in it is, and words of it can be typed."""

from __future__ import annotations

import re
from dataclasses import replace
from gettext import NullTranslations
from pathlib import Path
from random import Random

import pytest

import dominoes_rules as dr
from dominoes_lang.languages.language import english
from dominoes_lang.table.state import Kind
from dominoes_rules.authoring.families import games
from dominoes_rules.bots import bot
from dominoes_rules.bots.levels import LEVELS
from dominoes_rules.conversation.game_menu import GameMenu
from dominoes_rules.conversation.keeper import MatchKeeper
from dominoes_rules.conversation.phrases import Phrases
from dominoes_rules.conversation.screen import Counsel, Screen
from dominoes_rules.conversation.talk import Conversation
from dominoes_rules.conversation.typed import WORDS, move_of, word_of
from dominoes_rules.conversation.typed_words import TYPED, folded, meanings, words_for
from dominoes_rules.errors import InvalidMove
from dominoes_rules.play.match_file import MatchFile
from dominoes_rules.play.match_rounds import PERSON
from dominoes_rules.speech.sayings import said
from dominoes_rules.speech.speech import ENGLISH, Speech, offered, speech
from dominoes_rules.tables.telling import told_again
from tests.games import bundled
from tests.languages.pseudo import PLAIN_WORD, WideWords, wide, wide_language

UNTRANSLATED = re.compile(r"\S*\.match|dominoes-rules play --resume|random|\b[A-J]{2,}\b")
"""Files, commands, bots and sides by their letters."""
LETTERS = dict(zip("ABCD", "αβγδ", strict=True))
"""Names without a Latin letter."""
IN_SPANISH = {
    "pass, knock": "paso, pasar",
    "draw": "robar",
    "stop": "parar, plantarse",
    "discard, lay aside": "apartar",
    "?, help, h": "?, ayuda",
    "quit, q, exit": "salir",
    "undo, u": "deshacer",
    "yes, y": "sí, s",
    "left": "izquierda",
    "right": "derecha",
    "at, on": "en, a, por",
    "the": "la, el",
    "play": "jugar",
}


class SomeWords(NullTranslations):
    """A catalogue that has a few words to type."""

    def gettext(self, message: str) -> str:
        return IN_SPANISH.get(message, message)


class WideTexts(dict[str, str]):
    """Texts of rules files in wide letters, as if all of them were translated."""

    def get(self, key: str, default: object = None) -> str:  # noqa: ARG002
        return str(wide(key))


WIDE = Speech(replace(wide_language(), games=WideTexts()), WideWords())
SPANISH = Speech(english(), SomeWords())
COUNSEL = Counsel(lambda _: "", lambda _, __: "", lambda _: "", lambda _: "")


def english_words(text: str) -> list[str]:
    rows = [UNTRANSLATED.sub("", line) for line in text.split("\n")]
    return PLAIN_WORD.findall("\n".join(rows))


def wide_match(name: str, seed: int = 3, persons: str = "A") -> dr.Match:
    rules = dr.variant(name)
    seats = "ABCDEFGHIJ"[: rules.setup().seats]
    match = dr.Match(rules, seed=seed, names={seat: LETTERS.get(seat, seat) for seat in seats})
    match.players.update({seat: "random" for seat in match.players if seat not in persons})
    return match


class WideTable:
    """A conversation in wide letters; nothing in it may be plain English."""

    def __init__(self, match: dr.Match, file: MatchFile | None = None) -> None:
        self.read: list[str] = []
        bots = {seat: bot(name) for seat, name in match.players.items() if name != PERSON}
        screen = Screen(self.say, lambda: 100, waits=True, speech=WIDE)
        keeper = MatchKeeper(match, file, self.say, WIDE)
        self.talk = Conversation(match, bots, keeper, COUNSEL, screen)
        self.talk.go_on()

    def say(self, text: str) -> None:
        self.read.append(text)
        assert not english_words(text), text

    def type(self, *lines: str) -> None:
        for line in lines:
            if not self.talk.is_over:
                self.say(self.talk.prompt)
                self.talk.answer(line)
                self.talk.go_on()


@pytest.mark.parametrize("name", ["partnership", "muggins", "mexican_train", "draw"])
def test_a_conversation_has_no_word_of_another_language(name: str, tmp_path: Path) -> None:
    table = WideTable(wide_match(name, persons="AB"), MatchFile(tmp_path / "β.match"))
    table.type("", "?", "undo", "why", "why 1", "worlds", "hint", "rules", "99", "??", "x" * 300)
    table.type(
        "66l", "66@55", "66@A", "+", "-", "~66", "save", "1", "", "undo", "%", "n", "", "undo", "y"
    )
    for number in range(24):
        table.type("", str(1 + number % 2))
    table.type("save", "quit")
    assert len(table.read) > 60


def test_taking_back_is_asked_and_answered_in_a_language() -> None:
    table = WideTable(wide_match("draw", persons="AB"))
    table.type("", "1", "", "1", "", "undo", "%", "n", "", "undo", "y", "", "1", "")
    read = "\n".join(table.read)
    for sentence in (
        "may {} take back a choice? y or n",
        "Type y or n.",
        "does not agree: the choice remains",
        "takes back a choice",
    ):
        for words in filter(None, str(wide(sentence)).split("{}")):
            assert words in read


@pytest.mark.parametrize("name", bundled())
def test_no_event_of_any_game_has_a_word_of_another_language(name: str) -> None:
    match = wide_match(name)
    phrases, random = Phrases(match, speech=WIDE), Random(name)
    while not match.round.is_over and len(match.round.actions) < 60:
        match.round.push(random.choice(match.round.legal_moves))
    told = [phrases.told(event, seat) for event in told_again(match.round) for seat in ("A", "")]
    told += phrases.ending(match) if match.round.is_over else []
    assert told
    assert not english_words("\n".join(told))


def test_which_game_is_asked_in_a_language() -> None:
    read: list[str] = []
    lines = iter(["999", "1", "what", "quit"])

    def typed(prompt: str) -> str:
        read.append(prompt)
        return next(lines)

    menu = GameMenu(Screen(read.append, lambda: 100, speech=WIDE), typed)
    menu.game(lambda _: None)
    menu.level()
    typed_names = {*LEVELS, "what", "block"}.union(*(game.name.split("_") for game in games()))
    for text in read:
        assert {*english_words(text.replace("_", " "))} <= typed_names, text


@pytest.mark.parametrize("code", offered())
def test_no_word_that_can_be_typed_means_two_things(code: str) -> None:
    for spoken in (speech(code), SPANISH, WIDE):
        for meaning in TYPED:
            for word in words_for(meaning, spoken):
                assert meanings(spoken)[folded(word)] == meaning, (spoken.code, word)


def test_what_is_typed_may_be_in_either_language() -> None:
    assert [word_of(line, SPANISH) for line in ("AYUDA", "help", "salir", "q", "ayudar")] == [
        *[("?", "")] * 2,
        *[("quit", "")] * 2,
        None,
    ]
    assert word_of("ayuda") is None
    assert {meanings(SPANISH)[folded(word)] for word in ("si", "SÍ", "y")} == {"yes"}
    legal = wide_match("draw", seed=1).round.legal_moves
    assert word_of("deshacer 1", SPANISH) == ("undo", "1")
    plays = [dr.Move.parse("64l"), dr.Move.parse("64r"), dr.Move.parse("+"), dr.Move.parse("-")]
    for typed, move in (
        ("jugar 6-4 por la izquierda", "64l"),
        ("64 derecha", "64r"),
        ("6-4 on the left", "64l"),
        ("robar", "+"),
        ("Paso", "-"),
        ("pass", "-"),
    ):
        assert f"{move_of(typed, plays, speech=SPANISH)}" == move
    with pytest.raises(InvalidMove):
        move_of("robar", legal)


@pytest.mark.parametrize("spoken", [ENGLISH, SPANISH, WIDE], ids=["en", "some", "wide"])
@pytest.mark.parametrize("name", ["draw", "muggins", "mexican_train"])
def test_a_play_can_be_typed_as_it_is_told(name: str, spoken: Speech) -> None:
    match = wide_match(name)
    phrases, random = Phrases(match, speech=spoken), Random(5)
    for _ in range(25):
        legal = match.round.legal_moves
        for move in legal:
            if move.kind is Kind.PLAY:
                assert move_of(phrases.play(move), legal, phrases.given, spoken) == move
        match.round.push(random.choice(legal))
        if match.round.is_over:
            break


def test_every_command_is_a_word_that_can_be_typed() -> None:
    assert {word.name for word in WORDS} <= TYPED.keys()
    for word in WORDS:
        assert word_of(words_for(word.name, SPANISH)[0], SPANISH) == (word.name, "")


def test_a_refused_move_is_told_in_a_language() -> None:
    table = dr.Round(dr.variant("partnership"), seed=3)
    refusals = []
    for text in ("-", "00l", "00", "66", "+", "~66"):
        with pytest.raises(dr.PositionError) as refused:
            table.push(text)
        refusals.append(refused.value)
        table.push(table.legal_moves[0])
    for error in refusals:
        assert not english_words(said(error, WIDE)), error
        assert said(error, ENGLISH) == str(error)
