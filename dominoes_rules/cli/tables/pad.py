"""`pad`: the score of a match that people play with real tiles, asked for line by line."""

from __future__ import annotations

import argparse
import shlex
from itertools import count
from pathlib import Path

from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules import library
from dominoes_rules.cli.common import parameters, ruleset_and_seats
from dominoes_rules.cli.main import FINDINGS, FINE, STOPPED
from dominoes_rules.cli.pictures import write_picture
from dominoes_rules.cli.signals import Ended, Signals
from dominoes_rules.cli.spoken import speech_of
from dominoes_rules.cli.streams import from_command_line
from dominoes_rules.cli.tables.pad_prompts import TYPED_AT_A_PAD
from dominoes_rules.cli.tables.pad_talk import PadTalk
from dominoes_rules.cli.terminal import Terminal
from dominoes_rules.conversation.game_menu import GameMenu
from dominoes_rules.conversation.screen import Screen
from dominoes_rules.conversation.typed_words import words_in
from dominoes_rules.errors import MatchFileError
from dominoes_rules.pad.pad_file import PadFile
from dominoes_rules.pad.pad_match import PadMatch
from dominoes_rules.pad.printed_sheet import SheetOfTable, printed_page
from dominoes_rules.play.match_rounds import is_name
from dominoes_rules.speech.speech import ENGLISH


def run(args: argparse.Namespace) -> int:
    """Ask about one round after another until the match is over or everybody has left."""
    signals = Signals()
    speech = speech_of(args.language or ENGLISH.code)
    commands = {words_in(typed, speech)[0] for typed in TYPED_AT_A_PAD.values()}
    terminal = Terminal(signals, plainly=False, words=sorted(commands), speech=speech)
    file, match = (None, None) if args.file is None else PadFile.at(args.file)
    names = _names(args.names)
    if match is not None:
        match = _continued(match, args, names)
    elif args.variant is None and terminal.asks:
        match = _chosen(args, names, terminal)
        if match is None:
            return FINE
    else:
        match = _begun(args, names)
    if args.printed is not None:
        seated = [match.names.get(seat, "") for seat in match.setup.seat_names]
        sheet = printed_page(match.setup, [SheetOfTable(seated)], speech=speech)
        write_picture(sheet, args.printed)
        return FINE
    keeper = PadKeeper(file, terminal)
    if file is not None:
        file.write(match)
    with signals.handled():
        talk = PadTalk(match, keeper.keep, terminal.say, terminal.read, speech)
        try:
            if terminal.asks and not names and not match.rounds:
                talk.ask_names()
            talk.converse()
            return FINE if keeper.rescue(talk.match) else FINDINGS
        except KeyboardInterrupt:
            terminal.say("")
            keeper.rescue(talk.match)
            return STOPPED
        except Ended as error:
            keeper.rescue(talk.match)
            return 128 + error.number


def _names(words: list[str]) -> dict[str, str]:
    """The names of `--name A=Ana`, by letter. Raises `ArgumentError`."""
    names: dict[str, str] = {}
    for word in map(from_command_line, words):
        letter, mark, name = (part.strip() for part in word.partition("="))
        if not (mark and is_name(name)):
            raise ArgumentError(f"--name {short(word)}: write A=NAME, for instance A=Ana")
        if letter.upper() in names:
            raise ArgumentError(f"--name: {short(letter)} is given twice")
        names[letter.upper()] = name
    return names


def _chosen(args: argparse.Namespace, names: dict[str, str], terminal: Terminal) -> PadMatch | None:
    """A pad of the game that is chosen; None for whoever leaves."""

    def begun(word: str) -> PadMatch:
        return _begun(argparse.Namespace(**{**vars(args), "variant": word}), names)

    word = GameMenu(Screen(terminal.say, terminal.columns), terminal.read).game(begun)
    return None if word is None else begun(word)


def _begun(args: argparse.Namespace, names: dict[str, str]) -> PadMatch:
    """A pad without rounds."""
    if args.variant is None:
        raise ArgumentError(
            "which game? Write a variant, as in `pad partnership`, or --file FILE with a pad"
        )
    ruleset, seats = ruleset_and_seats(args.variant)
    return PadMatch(ruleset.setup(seats, parameters(args.parameters)), names)


def _continued(match: PadMatch, args: argparse.Namespace, names: dict[str, str]) -> PadMatch:
    """The pad of a file, with other names if they are given. Raises `ArgumentError`."""
    different = ""
    if args.variant is not None:
        ruleset, seats = ruleset_and_seats(args.variant)
        if library.digest(ruleset) != library.digest(match.setup.ruleset) or (
            seats not in {None, match.setup.seats}
        ):
            different = args.variant
    if args.parameters:
        different = "--set"
    if different:
        raise ArgumentError(
            f"{short(different)} does not match {short(args.file)}; "
            "leave out what the file already sets, or give another --file"
        )
    return match.renamed(names)


class PadKeeper:
    """Saves a pad after every answer; trouble is shown, and is no reason to stop."""

    def __init__(self, file: PadFile | None, terminal: Terminal) -> None:
        self.file = file
        self._say, self._speech = terminal.say, terminal.speech
        self._trouble = ""

    def keep(self, match: PadMatch) -> None:
        """Save a pad in its file, if it has one."""
        if self.file is None:
            return
        try:
            self.file.write(match)
            self._trouble = ""
        except MatchFileError as error:
            if str(error) != self._trouble:
                text = self._speech.text
                self._say(text("{reason}. The pad continues.", reason=error))
                self._trouble = str(error)

    def rescue(self, match: PadMatch) -> bool:
        """Save a pad that ends, in a new file if it has none; whether nothing is lost."""
        if self.file is None and not match.rounds:
            return True
        try:
            if self.file is None:
                self.file = PadFile(_free_name(match.setup.name))
            self.file.write(match)
        except MatchFileError as error:
            text = self._speech.text
            self._say(text("{reason}. The pad was not saved.", reason=error))
            return False
        name = shlex.quote(str(self.file.path))
        saved = self._speech.text(
            "Saved in {file}. To continue: {command}",
            file=self.file.path,
            command=f"dominoes-rules pad --file {name}",
        )
        self._say(saved)
        return True


def _free_name(variant: str) -> str:
    """The first name of the current folder that nothing has, after the variant."""
    stem = "".join(sign if sign.isalnum() or sign in "-_" else "_" for sign in variant)[:40]
    names = (f"{stem or 'game'}{'' if number == 1 else f'-{number}'}.pad" for number in count(1))
    return next(name for name in names if not Path(name).exists())
