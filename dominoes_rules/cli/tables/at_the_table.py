"""A person who plays on a server: the words and the table are those of `play`."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from time import monotonic

from dominoes_lang.english.wording import listed
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.marks import tile_words
from dominoes_lang.table.tiles import Tile
from dominoes_lang.text.quoting import plain
from dominoes_lang.text.root_exception import ArgumentError, DominoesError
from dominoes_rules.cli.signals import Signals
from dominoes_rules.cli.tables.play import COUNSEL
from dominoes_rules.cli.terminal import Terminal
from dominoes_rules.conversation.screen import Screen
from dominoes_rules.conversation.typed import WORDS, help_text, move_of, word_of
from dominoes_rules.position.legal_move import legal_move
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_rules.server.offered_games import OfferedGame
from dominoes_rules.server.wire.protocol import Message
from dominoes_rules.server.wire.seen import Disconnected, SeenTable

_KNOWN = [
    word._replace(does=word.does.partition(";")[0])  # a server notes no hints, and saves for nobody
    for word in WORDS
    if word.name not in {"undo", "save"}
]
_LEAVING = {"y", "yes", "leave", "q", "quit", "exit"}
LONGEST_SECONDS = 10**6
"""A longer time for a move is not shown."""
LATE = 1.0
"""Seconds left for a move at which a cut connection means that the time is over."""
_REASONS = {
    "domino": "A player goes out.",
    "blocked": "The round is blocked.",
    "cut": "A side has reached the target, which ends the round.",
    "forfeit": "All other sides have left.",
}


class Left(Exception):
    """Raised where the person leaves the game."""


class AtTheTable:
    """Shows what a server tells, and asks for moves."""

    def __init__(self, characters: bool) -> None:
        """`characters`: draw tiles with the domino characters of Unicode."""
        self._terminal = Terminal(Signals(), plainly=False, words=[word.name for word in _KNOWN])
        self._screen = Screen(
            self._terminal.say,
            self._terminal.columns,
            characters=self._terminal.may_draw(tiles=characters),
        )
        self._names: dict[str, str] = {}
        self._nick = ""
        self._rounds: int | None = None
        self.watched: Callable[[], AbstractContextManager[None]] = nullcontext
        """What raises `Disconnected` at the prompt when the connection is cut."""
        self._until: float | None = None
        """The moment at which the time for a move is over; None if the server has no limit."""

    # ------------------------------------------------------------------ what is told

    def tell(self, message: object, table: SeenTable) -> None:
        """Show a message of the server."""
        setup = table.compiled.setup
        self._nick, self._rounds = plain(table.nick), table.rounds
        self._names = dict(zip(setup.seat_names, map(plain, table.nicks), strict=False))
        if isinstance(message, list):
            self._say(f"At the table, in order of play: {', '.join(self._names.values())}.")
            if table.round:
                self._begin(table)  # the players were not known when the round began
        if not isinstance(message, dict):
            return
        if "waiting" in message:
            self._say(*_waiting(message))
        if message.get("command") == "move":
            seconds = message.get("seconds")
            if isinstance(seconds, int | float) and 0 < seconds < LONGEST_SECONDS:
                self._until = monotonic() + seconds
            else:
                self._until = None
        if not table.nicks:
            return
        if "event" in message:
            opens = len(table.line) == 1
            self._say(f"{plain(str(message['nick']))} {_done(message, opens=opens)}")
        elif message.get("command") == "returned":
            self._say(f"You are back at the table, in round {table.round + 1}.")
        elif message.get("command") == "new_game":
            self._begin(table)
        elif message.get("command") == "gameover":
            winner = message["winner"]
            for line in _ending(message):
                self._say(line)
            self._say("Nobody" if winner is None else plain(winner), "wins the round.")
        elif "drawn" in message:
            self._say(f"You draw {tile_words(Tile.of(*message['drawn']))}.")
        elif message.get("error") == "InvalidMove":
            self._say("The server does not allow that.")

    def _begin(self, table: SeenTable) -> None:
        of = f" of {table.rounds}" if table.rounds else ""
        self._say(f"\nRound {table.round}{of}")

    def _say(self, *words: str) -> None:
        self._screen.tell(" ".join(words))

    # ------------------------------------------------------------------ what is asked

    def choose(self, position: Position) -> Move:
        """Ask for a move. Raises `Left`, and `Disconnected` as soon as the connection is cut."""
        self._show(position)
        while True:
            try:
                with self.watched():
                    line = self._terminal.read(f"{self._nick}{self._time_left()}> ")
                move = self._answer(position, line)
            except KeyboardInterrupt:
                self._terminal.say("")
                line = self._terminal.read("Leave? Ctrl-C again leaves, Enter continues> ")
                if line is None or line.strip().casefold() in _LEAVING:
                    raise Left from None
            except Disconnected:
                self._terminal.say("")
                # Others need not wait for somebody who is away.
                if self._until is not None and self._until - monotonic() < LATE:
                    self._say("Your time is over, and a bot plays for you.")
                    if self._terminal.read("Enter takes the seat back> ") is None:
                        raise Left from None
                raise
            except DominoesError as error:
                self._screen.complain(error)
            else:
                if move is not None:
                    return move

    def _time_left(self) -> str:
        """How long the server waits for the move, if it reports that."""
        if self._until is None:
            return ""
        return f" ({max(0, round(self._until - monotonic()))} s left)"

    def _answer(self, position: Position, line: str | None) -> Move | None:
        """The move that a line means; None for what is answered. Raises `DominoesError`, `Left`."""
        if line is None:
            raise Left
        text = " ".join(line.split())
        word, rest = word_of(text) or ("", "")
        if word:
            self._word(position, word, rest)
        elif text:
            return legal_move(position, move_of(text, position.legal_moves))
        else:
            self._show(position)
        return None

    def _word(self, position: Position, word: str, rest: str) -> None:
        if all(word != known.name for known in _KNOWN):
            raise ArgumentError(f"there is no {word} on a server; ? lists the commands")
        if word == "quit":
            raise Left
        if word == "?":
            self._say(help_text(_KNOWN))
        elif word == "rules":
            self._say(COUNSEL.rules(self._of_the_set(position.setup)))
        else:
            self._say(COUNSEL.about(word, rest, position.legal_moves)(position))

    def _of_the_set(self, setup: Setup) -> Setup:
        """The rules for as many rounds as the set has, if the server has said."""
        game = OfferedGame("", setup.ruleset, extended=True)
        return game.bound(setup.seats, self._rounds).setup if self._rounds else setup

    def _show(self, position: Position) -> None:
        self._screen.show(self._screen.picture(position, self._names), position.legal_moves)


def _done(event: Message, *, opens: bool) -> str:
    """What a player has done, as a checked event tells it."""
    if event["event"] != "played":
        return {"drew": "draws", "stopped": "stops"}.get(event["event"], "passes")
    tile = tile_words(Tile.of(*event["domino"]))
    return f"opens with {tile}" if opens else f"plays {tile} on the {event['edge']}"


def _waiting(message: Message) -> list[str]:
    """Who waits at the table, and how many are missing; nothing if the server makes no sense."""
    nicks, missing = message.get("waiting"), message.get("missing")
    if not isinstance(nicks, list) or not isinstance(missing, int):
        return []
    named = listed([plain(str(nick)) for nick in nicks])
    return [f"{named} {'wait' if len(nicks) > 1 else 'waits'};", f"{missing} more to come."]


def _ending(message: Message) -> list[str]:
    """Why a round is over, the hands and the points, as far as the server reports them."""
    hands, points = message.get("hands"), message.get("points")
    reason = _REASONS.get(str(message.get("reason")))
    lines = [reason] if reason else []
    with contextlib.suppress(TypeError, ValueError, AttributeError, DominoesError):
        for nick, tiles in (hands or {}).items():
            held = " ".join(Tile.of(*pair).decimal for pair in tiles)
            lines.append(f"  {plain(nick)}  {held or 'no tiles'}")
    with contextlib.suppress(TypeError, ValueError, AttributeError):
        paid = [f"{plain(nick)} {n:+,}" for nick, n in (points or {}).items()]
        lines += [f"Points: {', '.join(paid)}."] if paid else []
    return lines
