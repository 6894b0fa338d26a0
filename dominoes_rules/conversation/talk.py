"""The conversation: it shows events, asks the player to move, and reads a line at a time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from dominoes_lang.table.state import Kind
from dominoes_lang.text.root_exception import DominoesError
from dominoes_rules.board.as_text import cut_to
from dominoes_rules.bots import NamedBot, decide
from dominoes_rules.bots.deciding import learns
from dominoes_rules.conversation.keeper import MatchKeeper
from dominoes_rules.conversation.phrases import Phrases
from dominoes_rules.conversation.screen import Counsel, Screen
from dominoes_rules.conversation.typed import LONGEST, help_text, move_of, word_of
from dominoes_rules.conversation.typed_words import means
from dominoes_rules.errors import InvalidMove
from dominoes_rules.play.matches import Match
from dominoes_rules.play.round import Round
from dominoes_rules.position.choice_models import has_model
from dominoes_rules.position.notation import Move
from dominoes_rules.position.table_view import TableView
from dominoes_rules.speech.sayings import said
from dominoes_rules.tables.events import Acted, Event
from dominoes_rules.tables.match_table import Consent, MatchTable, Step, ToMove
from dominoes_rules.tables.telling import acted, began


@dataclass(frozen=True)
class DrawsInARow:
    """Draws of one player in a row that not everybody has read about.

    The others read one line about all of them, once the player does something else: a line for each
    would show which of the draws the player had chosen.
    """

    all: Acted
    unread: Acted | None
    """Those of which the player has not read; None if there are none."""

    @classmethod
    def of(cls, game: Round, before: DrawsInARow | None) -> DrawsInARow:
        """A draw that was just made, with those before it in the same turn."""
        last = len(game.actions)
        if before is None:
            return cls(acted(game, last), acted(game, last))
        unread = before.unread.first if before.unread else before.all.last + 1
        return cls(acted(game, before.all.first), acted(game, unread))


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
        self.table = MatchTable.of(match, Consent.LATER)
        self.is_over = False
        """Whether nobody is asked any more."""
        self._bots = bots
        self._keeper = keeper
        self._counsel = counsel
        self._screen, self._say = screen, screen.tell
        self._speech = screen.speech
        self._phrases = Phrases(match, screen.shows, self._speech)
        self._persons = self.table.persons
        self._asked = ""
        """Who is asked for a move; nobody while bots play."""
        self._sitting = self._persons[0] if len(self._persons) == 1 else ""
        """Who sits at the screen."""
        self._told: list[tuple[Event | str | None, Mapping[str, Event | None]]] = []
        """What was told to everybody, and by seat what only that player is told in its place."""
        self._draws: DrawsInARow | None = None
        """The draws of the current turn, until something else is done."""
        self._read = dict.fromkeys(self._persons, 0)
        """How much of it each of several persons has read."""
        self._begun = False
        self.is_paused = False
        """Whether a finished round is shown until somebody presses Enter."""
        self._is_unsaved = False
        """Whether somebody was warned that the match can't be saved."""

    @property
    def match(self) -> Match:
        """The match as it is now."""
        return self.table.match

    # ------------------------------------------------------------------ its two sides

    @property
    def prompt(self) -> str:
        """What a person is asked."""
        text, names = self._speech.text, self._phrases.names
        if self.is_paused:
            return f"{text('Press Enter for the next round')}> "
        name = names[self._asked]
        if self.table.asking_back:
            who = names[self.table.silent[0]]
            asked = text("{who}: may {name} take back a choice? y or n", who=who, name=name)
            return f"{asked}> "
        if self._sitting != self._asked:
            return f"{text('{name}: press Enter when only you see the screen', name=name)}> "
        return f"{name}> "

    def go_on(self) -> None:
        """Play until a person is asked, or the match is over."""
        if not self._begun:
            self._begun = True
            self._tell(*self._phrases.title(self.match), *self._phrases.nameless())
            if self._persons:
                self._tell(
                    self._speech.text(
                        "Type the number of a play, or a play such as {play}; "
                        "? lists other commands.",
                        play=self.match.setup.layout.names.naming.sample,
                    )
                )
            self._tell("", began(self.match))
        while not self.is_over and not self._asked and not self.is_paused:
            match self.table.asks:
                case ToMove(forced=Move() as move):
                    self._play(move, forced=True)
                case ToMove(seat) if seat in self._bots:
                    self._play(self._move_of_bot(seat))
                case ToMove(seat):
                    self._ask(seat)
                case _:
                    self._end_round()

    def answer(self, line: str) -> None:
        """Take a line that was typed at the prompt."""
        text = " ".join(line[: LONGEST + 1].split())
        if len(text) > LONGEST:
            self._say(
                self._speech.text(
                    "That is too long: an answer has at most {count} characters.", count=LONGEST
                )
            )
            return
        known = word_of(text, self._speech)
        if self.is_paused and (known is None or known[0] not in {"quit", "?", "save", "rules"}):
            if known is None:
                self._next_round()
            else:
                self._say(self._speech.text("The round is over. Press Enter for the next one."))
            return
        if self.table.asking_back and (known is None or known[0] != "quit"):
            self._consent(text)
            return
        if not self.is_paused and self._sitting != self._asked:
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
                move = move_of(text, game.legal_moves, self._phrases.given, self._speech)
                self._play(move)
        except InvalidMove as error:
            self._say(said(error, self._speech))
        except DominoesError as error:
            self._screen.complain(error)

    # ------------------------------------------------------------------ what happens

    def _take(self, step: Step) -> tuple[Event, ...]:
        """Go on at the table after a step; returns what there is to tell."""
        self.table, told = step
        self._keeper.match = self.match
        return told

    def _move_of_bot(self, seat: str) -> Move:
        with self._screen.thinking(self._phrases.names[seat]):
            bot, match = self._bots[seat], self.match
            earlier = match.earlier_rounds if learns(bot, match.setup) else ()
            return decide(bot, match.round, seed=match.seed, earlier=earlier)

    def _play(self, move: Move, *, forced: bool = False) -> None:
        """Make a move of the player whose turn it is. Raises `PositionError`."""
        before = self.match.round
        told = self._take(self.table.play(move, forced=forced))
        seat, asked, self._asked = before.turn, self._asked, ""
        if seat not in self._bots:
            self._keeper.needed |= bool(asked)
            self._keeper.keep()
        if move.kind is not Kind.DRAW or before.state.step < 0:
            self._tell_draws()
        if move.kind is Kind.DRAW:
            self._draws = DrawsInARow.of(self.match.round, self._draws)
        else:
            self._tell(*told)

    def _tell_draws(self, *, all_done: bool = True) -> None:
        """Show the player the new draws, and the others all of them once all are done."""
        draws = self._draws
        if draws is None:
            return
        self._tell(draws.all if all_done else None, instead={draws.all.seat: draws.unread})
        self._draws = None if all_done else DrawsInARow(draws.all, None)

    def _end_round(self) -> None:
        """Show the round that has ended; unless the match is over, wait or deal the next one."""
        self._tell_draws()
        self._tell("", *self._picture(self.match.round).split("\n"), "")
        self._tell(*self._phrases.ending(self.match))
        if self.match.is_over:
            self.is_over = True
            self._tell(self._phrases.victory(self.match))
        self.is_paused = not self.is_over and self._screen.waits and bool(self._persons)
        if self.is_over or self.is_paused:
            self._show_everybody()
        if self._keeper.keep() and self.is_over:
            path = self._keeper.file.path  # type: ignore[union-attr]
            self._say(self._speech.text("Saved in {file}.", file=path))
        if not self.is_over and not self.is_paused:
            self._next_round()

    def _next_round(self) -> None:
        self.is_paused = False
        told = self._take(self.table.deal())
        self._keeper.keep()
        self._tell("", *told)

    def _ask(self, seat: str) -> None:
        """Ask a person for a move, or first for the seat at the screen."""
        self._keeper.keep()
        self._asked = seat
        self._tell_draws(all_done=self.match.round.state.step < 0)
        if self._sitting == seat:
            self._catch_up()
            self._show()
        else:
            self._sitting = ""
            self._screen.wipe()

    def _sit_down(self) -> None:
        """The person who is asked now sits at the screen."""
        self._sitting = self._asked
        self._catch_up()
        self._show()

    # ------------------------------------------------------------------ what is said

    def _tell(
        self, *lines: Event | str | None, instead: Mapping[str, Event | None] | None = None
    ) -> None:
        """Tell everybody something; each of several persons when they sit at the screen.

        instead: by seat what only that player is told, in the place of the lines; None is nothing.
        """
        self._told += ((line, instead or {}) for line in lines)
        if len(self._persons) < 2:
            self._read_on(0, self._sitting)

    def _catch_up(self) -> None:
        """Say what the person at the screen has not been told."""
        if len(self._persons) > 1:
            self._read_on(self._read[self._sitting], self._sitting)
            self._read[self._sitting] = len(self._told)

    def _show_everybody(self) -> None:
        """Say what anybody has not been told, now that no hand is hidden any more."""
        if len(self._persons) > 1:
            self._read_on(min(self._read.values()), "")
            self._told.clear()
            self._read = dict.fromkeys(self._read, 0)

    def _read_on(self, first: int, seat: str) -> None:
        """Say what was told from a line on, as a player may read it."""
        for line, instead in self._told[first:]:
            told = instead.get(seat, line)
            if told is not None:
                self._say(told if isinstance(told, str) else self._phrases.told(told, seat))
        if len(self._persons) < 2:
            self._told.clear()

    def _show(self) -> None:
        """The table as the person who is asked knows it, and the moves to choose from."""
        game = self.match.round
        moves = game.legal_moves
        shown = self._picture(game.seen_by(self._asked))
        known = self._phrases.before_a_move(game, moves)
        self._screen.show(f"{shown}\n\n{known}" if known else shown, moves)

    def _picture(self, view: TableView) -> str:
        """The table as it is drawn on the screen, for the person who looks at it."""
        longest = self._screen.width // 4  # or the names would leave no room for the hands
        names = {seat: cut_to(name, longest) for seat, name in self._phrases.given.items()}
        return self._screen.picture(view, names, self._sitting)

    # ------------------------------------------------------------------ words

    def _word(self, name: str, rest: str) -> None:
        """Do what a word says. Raises `DominoesError`."""
        if name == "quit":
            self._quit()
        elif name == "?":
            naming = self.match.setup.layout.names.naming
            self._say(help_text(naming=naming, speech=self._speech))
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
        answer = self._counsel.about(name, rest, game.legal_moves, self._speech)
        if name != "worlds":
            self._take(self.table.ask_hint())
            self._keeper.keep()
        seen = game.seen_by(self._asked)
        if has_model(game.setup):
            seen = seen.after_rounds(*self.match.earlier_rounds)
        try:
            with self._screen.thinking(""):
                told = answer(seen)
        except KeyboardInterrupt:
            told = self._speech.text("Stopped before there was an answer.")
        self._say(told)

    def _quit(self) -> None:
        """Save the match and leave; where it can't be saved, only when asked to a second time."""
        if not self._keeper.rescue() and not self._is_unsaved:
            self._is_unsaved = True
            self._say(
                self._speech.text(
                    "quit again leaves without saving; `save FILE` keeps the match in FILE."
                )
            )
            return
        self.is_over = True
        self._asked = self._sitting = ""

    def _undo(self) -> None:
        """Take back the last choice of the person who is asked, once all who chose since agree."""
        told = self._take(self.table.ask_back(self._asked))
        if told:
            self._tell_taken_back(told)
            self._show()
        else:
            self._sitting = ""
            self._screen.wipe()

    def _consent(self, answer: str) -> None:
        """Take the answer of somebody who is asked to agree."""
        if not means(answer, self._speech, "yes", "no"):
            self._say(self._speech.text("Type y or n."))
            return
        who, agrees = self.table.silent[0], means(answer, self._speech, "yes")
        told = self._take(self.table.allow(who) if agrees else self.table.refuse(who))
        if not agrees:
            name = self._phrases.names[who]
            self._tell(self._speech.text("{name} does not agree: the choice remains", name=name))
        elif told:
            self._tell_taken_back(told)

    def _tell_taken_back(self, told: Iterable[Event]) -> None:
        self._tell_draws()
        self._keeper.keep()
        self._tell(*told)
