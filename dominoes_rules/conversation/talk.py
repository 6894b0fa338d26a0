"""The conversation: it shows events, asks the player to move, and reads a line at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.table.state import Kind
from dominoes_lang.text.root_exception import DominoesError
from dominoes_rules.board.as_text import cut_to
from dominoes_rules.bots import NamedBot, decide
from dominoes_rules.bots.deciding import learns
from dominoes_rules.conversation.keeper import MatchKeeper
from dominoes_rules.conversation.phrases import Phrases, wrapped
from dominoes_rules.conversation.typed import LONGEST, help_text, move_of, word_of
from dominoes_rules.errors import InvalidMove
from dominoes_rules.play.match_rounds import PERSON
from dominoes_rules.play.matches import Match
from dominoes_rules.play.taking_back import is_forced, since_last_choice
from dominoes_rules.position.choice_models import has_model
from dominoes_rules.position.drawing import picture
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_rules.position.table_view import TableView

NARROWEST = 24
"""Columns; on less the text is cut by the terminal."""


@dataclass(frozen=True)
class Counsel:
    """What a player can ask for, as text; each may be interrupted, and then says so."""

    hint: Callable[[Position], str]
    why: Callable[[Position, str], str]
    worlds: Callable[[Position], str]
    rules: Callable[[Setup], str]


@dataclass(frozen=True)
class Screen:
    """Where the conversation is read. `say` is given text of any length, line ends included."""

    say: Callable[[str], None]
    columns: Callable[[], int] = lambda: 80
    wipe: Callable[[], None] = lambda: None
    """Take all that was said off the screen, and out of what can be scrolled back to."""
    characters: bool = False
    """Whether tiles are drawn with the characters of Unicode."""
    thinking: Callable[[str], AbstractContextManager[object]] = lambda _: nullcontext()
    """Around work that may take long, and may be interrupted by an exception; for whom it is."""
    shows: Callable[[str], bool] = lambda _: True
    """Whether all characters of a text can be shown."""
    waits: bool = False
    """Whether a person presses Enter before the round after a finished one is dealt."""


@dataclass
class DrawsInARow:
    """Draws of one player in a row, and the lines about them that nobody has read yet.

    The others read one line about all of them, once the player does something else: a line for each
    would show which of the draws the player had chosen.
    """

    seat: str
    first: int
    """The number of actions of the round before them."""
    known: int
    """The number of actions of the round that the player has read about."""
    text: str = ""
    """The line for the others."""
    own: str | None = None
    """The line for the player, about the draws that are new; None if there are none."""


class Conversation:
    """A match between persons and bots.

    `go_on` plays until a person is asked, `prompt` is what to ask, `answer` takes what was typed.
    Bots and forced actions are played in between. Whatever a person does is saved before anything
    else happens. An exception out of `go_on` or `answer` leaves a match that can go on.
    """

    def __init__(
        self,
        match: Match,
        bots: Mapping[str, NamedBot],
        keeper: MatchKeeper,
        counsel: Counsel,
        screen: Screen,
    ) -> None:
        """`bots` are by letter; whoever has none is a person."""
        self.match = match
        self.is_over = False
        """Whether nobody is asked any more."""
        self._bots = bots
        self._keeper = keeper
        self._counsel = counsel
        self._screen = screen
        self._phrases = Phrases(match, screen.shows)
        self._persons = [seat for seat, player in match.players.items() if player == PERSON]
        self._asked = ""
        """Who is asked for a move; nobody while bots play."""
        self._table = self._persons[0] if len(self._persons) == 1 else ""
        """Who sits at the screen."""
        self._told: list[tuple[str | None, Mapping[str, str | None]]] = []
        """What was said to everybody, and by seat what only that player may read in its place."""
        self._draws: DrawsInARow | None = None
        """The draws of the current turn, until something else is done."""
        self._read = dict.fromkeys(self._persons, 0)
        """How much of it each of several persons has read."""
        self._begun = False
        self.is_paused = False
        """Whether a finished round is shown until somebody presses Enter."""
        self._to_consent: list[str] = []
        """Who must still agree that the person who is asked takes back a choice."""
        self._is_unsaved = False
        """Whether somebody was warned that the match can't be saved."""

    # ------------------------------------------------------------------ its two sides

    @property
    def prompt(self) -> str:
        """What a person is asked."""
        if self.is_paused:
            return "Press Enter for the next round> "
        if self._to_consent:
            who = self._phrases.names[self._to_consent[0]]
            return f"{who}: may {self._phrases.names[self._asked]} take back a choice? y or n> "
        if self._table != self._asked:
            return f"{self._phrases.names[self._asked]}: press Enter when only you see the screen> "
        return f"{self._phrases.names[self._asked]}> "

    def go_on(self) -> None:
        """Play until a person is asked, or the match is over."""
        if not self._begun:
            self._begun = True
            self._tell(*self._phrases.title(), *self._phrases.nameless())
            if self._persons:
                such = self.match.setup.layout.names.naming.sample
                self._tell(
                    f"Type the number of a play, or a play such as {such}; ? lists other commands."
                )
            self._begin_round()
        while not self.is_over and not self._asked and not self.is_paused:
            game = self.match.round
            if game.is_over:
                self._end_round()
                continue
            seat, moves = game.turn, game.legal_moves
            if is_forced(game):
                self._play(moves[0], forced=True)
            elif seat in self._bots:
                with self._screen.thinking(self._phrases.names[seat]):
                    bot, seed = self._bots[seat], self.match.seed
                    earlier = self.match.earlier_rounds if learns(bot, game.setup) else ()
                    move = decide(bot, game, seed=seed, earlier=earlier)
                self._play(move)
            else:
                self._ask(seat)

    def answer(self, line: str) -> None:
        """Take a line that was typed at the prompt."""
        text = " ".join(line[: LONGEST + 1].split())
        if len(text) > LONGEST:
            self._say(f"That is too long: an answer has at most {LONGEST} characters.")
            return
        known = word_of(text)
        if self.is_paused and (known is None or known[0] not in {"quit", "?", "save", "rules"}):
            if known is None:
                self._next_round()
            else:
                self._say("The round is over. Press Enter for the next one.")
            return
        if self._to_consent and (known is None or known[0] != "quit"):
            self._consent(text.casefold())
            return
        if not self.is_paused and self._table != self._asked:
            if known is not None and known[0] in {"quit", "?"}:
                self._word(*known)
            else:
                self._sit_down()
            return
        try:
            if known is not None:
                self._word(*known)
            elif not text:
                self._show()
            else:
                game = self.match.round
                move = move_of(text, game.legal_moves, self._phrases.given)
                self._play(move)
        except InvalidMove as error:
            self._say(str(error))
        except DominoesError as error:
            self._say(f"{str(error)[:1].upper()}{str(error)[1:]}.")

    # ------------------------------------------------------------------ what happens

    def _play(self, move: Move, *, forced: bool = False) -> None:
        """Make a move of the player whose turn it is. Raises `PositionError`."""
        game = self.match.round
        seat, before, state = game.turn, len(game.actions), game.state
        game.push(move)
        asked, self._asked = self._asked, ""
        if seat not in self._bots:
            self._keeper.needed |= bool(asked)
            self._keeper.keep()
        if move.kind is not Kind.DRAW or state.step < 0:
            self._tell_draws()
        if move.kind is Kind.DRAW:
            draws = self._draws = self._draws or DrawsInARow(seat, before, before)
            draws.text, _ = self._done(seat, draws.first)
            _, draws.own = self._done(seat, draws.known)
        else:
            text, own = self._done(seat, before, opens=not state.begun, forced=forced)
            self._tell(text, instead={seat: own})

    def _done(
        self, seat: str, first: int, *, opens: bool = False, forced: bool = False
    ) -> tuple[str, str]:
        """What everybody reads of the actions from a number on, and what their player reads."""
        game, phrases = self.match.round, self._phrases
        moves = game.moves[first:]
        paid = (one for one in game.payments if one.action > first and not one.at_end)
        worth = phrases.payments(seat, paid)
        text = phrases.action(seat, moves, opens=opens)
        return text + worth, (phrases.to_mover(moves, game, forced=forced) or text) + worth

    def _tell_draws(self, *, all_done: bool = True) -> None:
        """Show the player the new draws, and the others all of them once all are done."""
        draws = self._draws
        if draws is None:
            return
        self._tell(draws.text if all_done else None, instead={draws.seat: draws.own})
        draws.known, draws.own = len(self.match.round.actions), None
        if all_done:
            self._draws = None

    def _begin_round(self) -> None:
        self._tell("", self._phrases.beginning())

    def _end_round(self) -> None:
        """Show the round that has ended; unless the match is over, wait or deal the next one."""
        self._tell_draws()
        self._tell("", *self._picture(self.match.round).split("\n"), "")
        self._tell(*self._phrases.ending(self.match.round))
        winner = self.match.winner
        if winner is not None:
            self.is_over = True
            self._tell(self._phrases.victory(winner))
        self.is_paused = winner is None and self._screen.waits and bool(self._persons)
        if self.is_over or self.is_paused:
            self._show_everybody()
        if self._keeper.keep() and self.is_over:
            self._say(f"Saved in {self._keeper.file.path}.")  # type: ignore[union-attr]
        if winner is None and not self.is_paused:
            self._next_round()

    def _next_round(self) -> None:
        self.is_paused = False
        self.match.next_round()
        self._keeper.keep()
        self._begin_round()

    def _ask(self, seat: str) -> None:
        """Ask a person for a move, or first for the seat at the screen."""
        self._keeper.keep()
        self._asked = seat
        self._tell_draws(all_done=self.match.round.state.step < 0)
        if self._table == seat:
            self._catch_up()
            self._show()
        else:
            self._table = ""
            self._screen.wipe()

    def _sit_down(self) -> None:
        """The person who is asked now sits at the screen."""
        self._table = self._asked
        self._catch_up()
        self._show()

    # ------------------------------------------------------------------ what is said

    def _say(self, text: str) -> None:
        self._screen.say(wrapped(text, max(NARROWEST, self._columns)))

    def _tell(self, *lines: str | None, instead: Mapping[str, str | None] | None = None) -> None:
        """Say what everybody may know; to each of several persons when they sit at the screen.

        instead: by seat what only that player may read, in the place of the lines; None is nothing.
        """
        self._told += ((line, instead or {}) for line in lines)
        if len(self._persons) < 2:
            self._read_on(0, self._table)

    def _catch_up(self) -> None:
        """Say what the person at the screen has not been told."""
        if len(self._persons) > 1:
            self._read_on(self._read[self._table], self._table)
            self._read[self._table] = len(self._told)

    def _show_everybody(self) -> None:
        """Say what anybody has not been told, now that no hand is hidden any more."""
        if len(self._persons) > 1:
            self._read_on(min(self._read.values()), "")
            self._told.clear()
            self._read = dict.fromkeys(self._read, 0)

    def _read_on(self, first: int, seat: str) -> None:
        """Say what was told from a line on, as a player may read it."""
        for line, instead in self._told[first:]:
            text = instead.get(seat, line)
            if text is not None:
                self._say(text)
        if len(self._persons) < 2:
            self._told.clear()

    @property
    def _columns(self) -> int:
        return self._screen.columns()

    def _show(self) -> None:
        """The table as the person who is asked knows it, and the moves to choose from."""
        game, columns = self.match.round, max(NARROWEST, self._columns)
        self._screen.say("")
        self._screen.say(self._picture(game.seen_by(self._asked)))
        self._screen.say("")
        self._screen.say(self._phrases.choices(game.legal_moves, columns))

    def _picture(self, view: TableView) -> str:
        """The table as it is drawn on the screen, for the person who looks at it."""
        columns = max(NARROWEST, self._columns)
        longest = columns // 4  # or the names would leave no room for the hands
        names = {seat: cut_to(name, longest) for seat, name in self._phrases.given.items()}
        characters = self._screen.characters
        return picture(view, columns, characters=characters, names=names, looking=self._table)

    # ------------------------------------------------------------------ words

    def _word(self, name: str, rest: str) -> None:
        """Do what a word says. Raises `DominoesError`."""
        if name == "quit":
            self._quit()
        elif name == "?":
            self._say(help_text(naming=self.match.setup.layout.names.naming))
        elif name == "save":
            self._keeper.save(rest)
        elif name == "undo":
            self._undo()
        elif name == "rules":
            self._say(self._counsel.rules(self.match.setup))
        else:
            self._advise(name, rest)

    def _advise(self, name: str, rest: str) -> None:
        """Answer `hint`, `why` or `worlds`; what tells how good a play is goes into the record."""
        game = self.match.round
        if name == "why" and not rest:
            raise InvalidMove(f"Why what? For instance: why {game.legal_moves[0].decimal}")
        move = str(move_of(rest, game.legal_moves)) if name == "why" else ""
        if name != "worlds":
            self.match.mark_hint()
            self._keeper.keep()
        seen = game.seen_by(self._asked)
        if has_model(game.setup):
            seen = seen.after_rounds(*self.match.earlier_rounds)
        try:
            with self._screen.thinking(""):
                if name == "hint":
                    said = self._counsel.hint(seen)
                elif name == "why":
                    said = self._counsel.why(seen, move)
                else:
                    said = self._counsel.worlds(seen)
        except KeyboardInterrupt:
            said = "Stopped before there was an answer."
        self._say(said)

    def _quit(self) -> None:
        """Save the match and leave; where it can't be saved, only when asked to a second time."""
        if not self._keeper.rescue() and not self._is_unsaved:
            self._is_unsaved = True
            self._say("quit again leaves without saving; `save FILE` keeps the match in FILE.")
            return
        self.is_over = True
        self._asked = self._table = ""

    def _undo(self) -> None:
        """Take back the last choice of the person who is asked, once all who chose since agree."""
        since = since_last_choice(self.match.round, self._asked)[1]
        self._to_consent = [seat for seat in self._persons if seat in since]
        if self._to_consent:
            self._table = ""
            self._screen.wipe()
        else:
            self._take_back()
            self._show()

    def _consent(self, answer: str) -> None:
        """Take the answer of somebody who is asked to agree."""
        if answer not in {"y", "yes", "n", "no"}:
            self._say("Type y or n.")
            return
        who = self._to_consent.pop(0)
        if answer[0] == "n":
            self._to_consent.clear()
            self._tell(f"{self._phrases.names[who]} does not agree: the choice remains")
        elif not self._to_consent:
            self._take_back()

    def _take_back(self) -> None:
        """Take back all that was done since the last choice of the person who is asked."""
        self._tell_draws()
        self.match.take_back(since_last_choice(self.match.round, self._asked)[0])
        self.match.mark_undone()
        self._keeper.keep()
        self._tell(f"{self._phrases.names[self._asked]} takes back a choice")
