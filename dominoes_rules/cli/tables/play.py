"""`play`: a match between people and bots, line by line."""

from __future__ import annotations

import argparse
import contextlib
import secrets

from dominoes_lang.table.tiles import HIGHEST_CHARACTER
from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules import library
from dominoes_rules.bots import bot
from dominoes_rules.bots.deciding import expect_right_file
from dominoes_rules.cli.common import ProgressLine, parameters, ruleset_and_seats
from dominoes_rules.cli.main import FINDINGS, FINE, STOPPED
from dominoes_rules.cli.positions import solve, solve_why, worlds
from dominoes_rules.cli.rulesets import show
from dominoes_rules.cli.signals import Ended, Signals
from dominoes_rules.cli.spoken import speech_of
from dominoes_rules.cli.streams import can_show, from_command_line
from dominoes_rules.cli.tables.learning_offer import QUICK, offer_learning, recall
from dominoes_rules.cli.terminal import Terminal
from dominoes_rules.conversation.game_menu import GameMenu
from dominoes_rules.conversation.keeper import MatchKeeper
from dominoes_rules.conversation.screen import Counsel, Screen
from dominoes_rules.conversation.seating import USUAL_BOT, Seating, is_ours
from dominoes_rules.conversation.talk import Conversation
from dominoes_rules.conversation.typed import WORDS
from dominoes_rules.conversation.typed_words import means, words_for
from dominoes_rules.errors import MatchFileError, RecordError
from dominoes_rules.play.match_file import MatchFile
from dominoes_rules.play.match_rounds import PERSON
from dominoes_rules.play.matches import Match
from dominoes_rules.position.choice_models import usual_model
from dominoes_rules.position.hidden_hands import Worlds
from dominoes_rules.position.position import Position
from dominoes_rules.solving import hint
from dominoes_rules.solving.report import Report
from dominoes_rules.speech.speech import ENGLISH, Speech
from dominoes_solver.search import native

HIGHEST_SEED = 10**6
"""Seeds that are drawn are short enough to be written down."""


def run(args: argparse.Namespace) -> int:
    """Play a match, or go on with one, until it is over or everybody has left; then another."""
    if args.seed is None:
        native.answer_meanwhile()
    seating = Seating.of(map(from_command_line, args.seats), args.bots)
    speech = speech_of(args.language)
    signals = Signals()
    commands = {words_for(word.name, spoken)[0] for word in WORDS for spoken in (ENGLISH, speech)}
    terminal = Terminal(signals, plainly=args.plain, words=commands, speech=speech)
    screen = Screen(
        terminal.say,
        terminal.columns,
        terminal.wipe,
        terminal.may_draw(tiles=args.tiles),
        terminal.thinking,
        waits=terminal.waits,
        shows=can_show,
        speech=speech,
    )
    menu = GameMenu(screen, terminal.read)
    match: Match | None
    file: MatchFile | None = None
    if args.resume is not None:
        match, file = _resumed(args, seating)
        _drawable(match, args)
    elif args.variant is not None:
        match = _begun(args, seating)
    elif not terminal.asks:
        raise ArgumentError("which game? Write a variant, as in `play block`, or --resume FILE")
    else:
        match = None
    with signals.handled():
        try:
            match = match or _chosen(menu, args, seating)
            if match is not None and args.resume is None:
                offer_learning(match, seating, terminal, plainly=args.plain)
            if match is not None and args.resume is not None and QUICK in match.players.values():
                recall(match, terminal)
            while match is not None:
                code, match = _played(match, file, args, terminal, screen)
                if code != FINE or not (match.is_over and terminal.asks and _has_person(match)):
                    return code
                match, file = _chosen(menu, args, seating, match), None
                args.save = None  # it has the first match
        except KeyboardInterrupt:
            terminal.say("")
            return STOPPED
        except Ended as error:
            return 128 + error.number
    return FINE


def _played(
    match: Match,
    file: MatchFile | None,
    args: argparse.Namespace,
    terminal: Terminal,
    screen: Screen,
) -> tuple[int, Match]:
    """Play a match to its end, or until everybody has left; returns the exit code and the match."""
    bots = {
        seat: bot(player, say=lambda text: terminal.say(f"({text})"))
        for seat, player in match.players.items()
        if player != PERSON
    }
    for player in bots.values():
        expect_right_file(player, [match.setup])
    match.players.update({seat: player.name for seat, player in bots.items()})
    if args.save is not None and (file is None or not file.is_at(args.save)):
        file = MatchFile(args.save)
        file.write(match)
    speech = screen.speech
    keeper = MatchKeeper(match, file, terminal.say, speech)
    talk = Conversation(match, bots, keeper, counsel(speech, plainly=args.plain), screen)
    if list(match.players.values()).count(PERSON) > 1 and not terminal.can_wipe:
        terminal.say(
            speech.text(
                "This terminal can't be cleared: anyone who scrolls back sees the others' hands."
            )
        )
    try:
        return _converse(talk, terminal, keeper), talk.match
    finally:
        for player in bots.values():
            player.close()


def _chosen(
    menu: GameMenu, args: argparse.Namespace, seating: Seating, last: Match | None = None
) -> Match | None:
    """The match that is chosen, the game of the last one first; None for whoever leaves."""

    def accepts(word: str, bot_name: str = USUAL_BOT) -> Match:
        return _begun(
            argparse.Namespace(**{**vars(args), **asked, "variant": word}), seating, bot_name
        )

    asked: dict[str, object] = {} if last is None else {"seed": None, "parameters": []}
    word = menu.game(accepts, again="" if last is None else last.setup.name)
    if word is None:
        return None
    if not word and last is not None:
        return _again(last)
    level = USUAL_BOT if seating.bots else menu.level()
    return None if level is None else accepts(word, level)


def _again(last: Match) -> Match:
    """The same game between the same players, dealt anew."""
    setup = last.setup
    match = Match(
        setup.ruleset,
        seats=setup.seats,
        seed=secrets.randbelow(HIGHEST_SEED),
        parameters=dict(setup.parameters),
        names={seat: name for seat, name in last.names.items() if name != seat},
    )
    match.players.update(last.players)
    return match


def _has_person(match: Match) -> bool:
    return PERSON in match.players.values()


def _begun(args: argparse.Namespace, seating: Seating, bot_name: str = USUAL_BOT) -> Match:
    """A match from its first deal on."""
    ruleset, asked = ruleset_and_seats(args.variant)
    seats = seating.count(ruleset, asked)
    match = Match(
        ruleset,
        seats=seats,
        seed=secrets.randbelow(HIGHEST_SEED) if args.seed is None else args.seed,
        parameters=parameters(args.parameters),
        names=seating.persons,
    )
    match.players.update(seating.players(match.setup.seat_names, bot_name))
    return _drawable(match, args)


def _drawable(match: Match, args: argparse.Namespace) -> Match:
    """The same match. Raises `ArgumentError` if its tiles can't be drawn as asked for."""
    if args.tiles and match.setup.tiles.highest > HIGHEST_CHARACTER:
        raise ArgumentError("--tiles: Unicode has no characters for so large a tile set")
    return match


def _resumed(args: argparse.Namespace, seating: Seating) -> tuple[Match, MatchFile | None]:
    """The match of a file, and the file unless it has to stay as it is.

    What else the call says must be so in that match. Bots that are no part of this project are
    programs: they are started only where the call names them too.
    """
    file: MatchFile | None = None
    try:
        match, file = MatchFile.read(args.resume)
    except RecordError as error:
        shown = short(args.resume)
        if error.before is None:
            raise MatchFileError(f"{shown}, {error}") from None
        if args.save is None:
            raise MatchFileError(
                f"{shown}, {error}. To continue from before the error, add --save NEW.match"
            ) from None
        match = error.before
    for seat, player in match.players.items():
        if player == PERSON or is_ours(player) or seat in seating.bots:
            continue
        raise ArgumentError(
            f"{short(args.resume)} would start {short(player)!r} for seat {seat}; "
            f"to allow it, add --bot {seat}={short(player)}"
        )
    different = seating.differs(match)
    if args.seed is not None and args.seed != match.seed:
        different = f"--seed {args.seed}"
    if args.variant is not None:
        ruleset, asked = ruleset_and_seats(args.variant)
        chosen = parameters(args.parameters)
        seats = match.setup.seats if asked is None else asked
        if library.digest(ruleset) != library.digest(match.setup.ruleset):
            different = args.variant
        elif ruleset.setup(seats, {**dict(match.setup.parameters), **chosen}) != match.setup:
            different = "the number of players or a parameter"
    elif args.parameters:
        different = "--set"
    if different:
        raise ArgumentError(
            f"{short(different)} does not match {short(args.resume)}; "
            "leave out what the file already sets"
        )
    return match, file


def _converse(talk: Conversation, terminal: Terminal, keeper: MatchKeeper) -> int:
    """Ask and answer until it is over; returns the exit code."""
    try:
        while True:
            try:
                talk.go_on()
                if talk.is_over:
                    return FINE
                line = terminal.read(talk.prompt)
                if line is not None:
                    talk.answer(line)
            except KeyboardInterrupt:
                terminal.say("")
                asked = terminal.speech.text("Leave? Ctrl-C again leaves, Enter continues")
                line = terminal.read(f"{asked}> ")
                if line and means(line, terminal.speech, "yes", "leave", "quit"):
                    talk.answer("quit")
            if line is None:
                terminal.say("")
                return FINE if keeper.rescue() else FINDINGS
    except KeyboardInterrupt:
        terminal.say("")
        if keeper.where:
            terminal.say(keeper.where)
        return STOPPED
    except (Ended, OSError) as error:  # such as a pipe that nobody reads any more
        with contextlib.suppress(Ended, OSError):
            keeper.rescue()
        if isinstance(error, Ended):
            return 128 + error.number
        raise


# ---------------------------------------------------------------------- what can be asked for


def counsel(speech: Speech = ENGLISH, *, plainly: bool) -> Counsel:
    """The answers of other commands; `plainly` leaves out how far they are."""

    def searched(position: Position, move: str | None = None) -> Report:
        with ProgressLine() as line:
            show_it = None if plainly else lambda at: line(solve.progress_text(at, speech))
            return hint.hint(position, why=move, progress=show_it)

    def why(position: Position, move: str) -> str:
        report = searched(position, move)
        assert report.why is not None
        return solve_why.text(report.why, report, speech, briefly=True)

    return Counsel(
        hint=lambda at: (
            hint.only_move(at.legal_moves, speech=speech) or solve.hint_text(searched(at), speech)
        ),
        why=why,
        worlds=lambda at: worlds.counted(Worlds(at, usual_model(at), hurried=True), speech),
        rules=lambda setup: show.printed(setup.ruleset, [setup], speech, analysis=False),
    )


COUNSEL = counsel(plainly=False)
