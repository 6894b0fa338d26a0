"""The conversation of a score pad, line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from dominoes_lang.syntax.nodes import Moment
from dominoes_lang.text.quoting import short
from dominoes_lang.text.root_exception import DominoesError
from dominoes_rules.cli.tables.pad_prompts import (
    HELP,
    answer_prompt,
    kind_lines,
    meaning_at_a_pad,
    numbered_answers,
    points_example,
    round_heading,
    take_answers,
)
from dominoes_rules.errors import PadError
from dominoes_rules.pad.pad_match import (
    CHANGED,
    PadMatch,
    PadRound,
    RoundSheet,
    RoundStatus,
    changed_rounds,
)
from dominoes_rules.pad.pad_phrases import PadPhrases
from dominoes_rules.pad.score_table import end_lines, payment_line, score_table, victory
from dominoes_rules.pad.table_questions import Answer, AnswerKind, TableQuestion, held
from dominoes_rules.pad.taps import Tap, TapKind
from dominoes_rules.pad.typed_answers import complaint, number_up_to, typed_answer
from dominoes_rules.speech.sayings import said
from dominoes_rules.speech.speech import ENGLISH, Speech, marked


class PadClosed(Exception):
    """Whoever types has left."""


class AskedAnew(Exception):
    """What is asked has changed, by `back` or `fix`."""


class PadTalk:
    """Asks about one round after another. `match` is the match as it is at any moment."""

    def __init__(
        self,
        match: PadMatch,
        keep: Callable[[PadMatch], None],
        say: Callable[[str], None],
        read: Callable[[str], str | None],
        speech: Speech = ENGLISH,
    ) -> None:
        self.match = match
        self._speech = speech
        self.text = speech.text
        self._keep = keep
        self._say = say
        self._read = read
        self._played = 0
        """The number of the round whose play was announced to be over."""
        self._announced = 0
        """The number of the round whose beginning was announced."""
        self._half_told = False
        """Whether something is told that is not in the match yet, and may be left."""

    @property
    def phrases(self) -> PadPhrases:
        """The sentences with the names of the players."""
        return PadPhrases(self.match.setup, self.match.names, self._speech)

    def ask_names(self) -> None:
        """Ask for the names of the players, in order of play."""
        seats = self.match.setup.seats
        while True:
            asked = self.text(
                "Names of the {seats} players in order of play (Enter: A, B …)", seats=seats
            )
            line = self._read(f"{asked}> ")
            names = [name.strip() for name in (line or "").split(",")]
            if len(names) == 1 and seats > 1:
                names = (line or "").split()
            if not names:
                return
            try:
                self.match = self.match.renamed(
                    dict(zip(self.match.setup.seat_names, names, strict=False))
                )
            except DominoesError as error:
                self._complain(error)
                continue
            if len(names) == seats:
                return
            self._say(self.text("Type {seats} names, with commas between them.", seats=seats))

    def converse(self) -> None:
        """Ask until the match is over, or whoever types leaves."""
        title = self._speech.language.title(self.match.setup.ruleset.title)
        self._say(self.text("{game}. Type help for what else can be typed.", game=title))
        if self.match.rounds:
            self._say(score_table(self.match, self._speech))
        try:
            while True:
                try:
                    self._go_on()
                except AskedAnew:
                    continue
        except PadClosed:
            return

    def _complain(self, error: DominoesError) -> None:
        """Show what is wrong with what was typed."""
        self._say(f"{said(error, self._speech)}.")

    # ------------------------------------------------------------------ one step

    def _go_on(self) -> None:
        sheet = self.match.current
        if sheet is None:
            count = len(self.match.rounds)
            full = self.text("The pad is full: it has {count} rounds.", count=count)
            self._say(victory(self.match, self._speech) if self.match.is_over else full)
            asked = self.text("Enter ends the pad; fix N corrects a round")
            if self._typed(f"{asked}> ", may_be_empty=True) == "":
                raise PadClosed
            self._say(self.text("Type fix N, back, score, or Enter."))
            return
        if self._announced != sheet.number:
            self._announced = sheet.number
            self._say(f"\n{round_heading(self.phrases, sheet)}")
        if self.match.setup.in_play and not sheet.told.told and self._played != sheet.number:
            self._points_in_play(sheet)
            return
        question = self._next_question(sheet)
        assert question is not None
        key, answer = self._asked(question, self.match.form())
        self._tell(sheet.number, PadRound({**sheet.told.told, key: answer}, sheet.told.taps))

    def _next_question(self, sheet: RoundSheet) -> TableQuestion | None:
        """What is asked next: of several players' tiles those of the first."""
        question = sheet.missing
        if question is None or question.measure is None or not question.seats:
            return question
        return held(question.measure, question.seats[:1])

    def _tell(self, number: int, told: PadRound) -> None:
        """Tell a round, keep the match, and show what follows."""
        try:
            after = self.match.told(number, told)
        except DominoesError as error:
            self._complain(error)
            return
        doubt = complaint(self.phrases, told.told)
        before = self.match.rounds[number - 1].told if number <= len(self.match.rounds) else {}
        if doubt and doubt != complaint(self.phrases, before):
            self._say(
                self.text(
                    "Check this: {doubt}. Type back or fix {number} to change it.",
                    doubt=doubt,
                    number=number,
                )
            )
        self.match = after
        self._keep(after)
        sheet = after.sheets[number - 1]
        if sheet.status is RoundStatus.FINISHED:
            self._say("\n".join(end_lines(after, sheet, self._speech)))
            self._say(score_table(after, self._speech))

    # ------------------------------------------------------------------ points during play

    def _points_in_play(self, sheet: RoundSheet) -> None:
        kinds = self.match.tap_kinds()
        if not kinds:
            self._played = sheet.number
            return
        if not sheet.told.taps:
            self._say("\n".join(kind_lines(kinds, self.phrases)))
        example = points_example(kinds, self.phrases)
        asked = self.text("{points}; Enter: the round is over", points=example)
        line = self._typed(f"{asked}> ", may_be_empty=True)
        if not line:
            self._played = sheet.number
            return
        with self._half_told_inside():
            tap = self._tap(kinds, line.split())
        if tap is None:
            return
        told = PadRound(sheet.told.told, (*sheet.told.taps, tap))
        before = len(self.match.rounds)
        self._tell(sheet.number, told)
        after = self.match.sheets[sheet.number - 1]
        if len(self.match.rounds) < before or after.told is not told:
            return
        for payment in after.tap_payments[-1]:
            self._say(payment_line(self.phrases, payment))

    def _tap(self, kinds: tuple[TapKind, ...], words: list[str]) -> Tap | None:
        """The tap that was typed: the number of its kind, where there are several, and answers."""
        kind = kinds[0]
        if len(kinds) > 1:
            word = words.pop(0)
            number = number_up_to(len(kinds), word)
            if number is None:
                self._say(
                    self.text(
                        "{typed} is none of these: begin with 1 to {most}.",
                        typed=short(word),
                        most=len(kinds),
                    )
                )
                return None
            kind = kinds[number - 1]
        open_questions = [part.question for part in kind.form.questions if part.told is None]
        try:
            example = points_example(kinds, self.phrases)
            told = take_answers(self.phrases, open_questions, words, example)
        except PadError as error:
            self._complain(error)
            return None
        for question in open_questions:
            key, answer = self._asked(question, None, kind.moment)
            told[key] = answer
        numbers = [answer for answer in told.values() if type(answer) is int]
        if kind.is_bounded and not set(numbers) <= set(kind.paying):
            shown = self._speech.listed(map(str, kind.paying), "comma")
            self._say(
                self.text(
                    "Nothing is paid for {number}, only for {numbers}.",
                    number=numbers[0],
                    numbers=shown,
                )
            )
            return None
        return Tap(kind.awards, told)

    # ------------------------------------------------------------------ questions

    def _asked(
        self,
        question: TableQuestion,
        form: object,
        moment: Moment = Moment.ROUND_END,
        usual: Answer | None = None,
    ) -> tuple[str, Answer]:
        """Ask a question until it is answered; returns the key that was answered, and how."""
        phrases = self.phrases
        if question.kind is AnswerKind.CHOICE:
            above = phrases.question(question, moment)
            self._say(f"{above}\n  {numbered_answers(phrases, question)}")
        together = next(
            (
                whole
                for whole in getattr(form, "together", ())
                if whole.measure == question.measure and set(question.seats) <= set(whole.seats)
            ),
            None,
        )
        prompt = answer_prompt(phrases, question, together, usual, moment)
        while True:
            line = self._typed(prompt, may_be_empty=usual is not None)
            if not line and usual is not None:
                return question.key, usual
            try:
                word, _, rest = line.partition(" ")
                if together is not None and meaning_at_a_pad(word, self._speech) == "all":
                    return together.key, typed_answer(phrases, together, rest)
                return question.key, typed_answer(phrases, question, line)
            except PadError as error:
                self._complain(error)

    def _typed(self, prompt: str, *, may_be_empty: bool) -> str:
        """The line that was typed. Raises `PadClosed` at the end, `AskedAnew` behind a command."""
        while True:
            line = self._read(prompt)
            if line is None:
                raise PadClosed
            line = line.strip()
            word, _, rest = line.casefold().partition(" ")
            asked = meaning_at_a_pad(word, self._speech)
            if asked == "quit":
                raise PadClosed
            if asked == "help":
                self._say(self.text(HELP))
            elif asked == "score":
                self._say(score_table(self.match, self._speech))
            elif asked == "back":
                if not self._half_told:
                    self._back()
                raise AskedAnew
            elif asked == "fix" and self._half_told:
                self._say(self.text("Type back first."))
            elif asked == "fix":
                self._fix(rest)
                raise AskedAnew
            elif line or may_be_empty:
                return line

    # ------------------------------------------------------------------ changes

    def _back(self) -> None:
        """Take back the last answer, or the last points during play."""
        if not self.match.rounds:
            self._say(self.text("There is nothing to take back."))
            return
        number, last = len(self.match.rounds), self.match.rounds[-1]
        if self._played > number or (self._played == number and not last.told):
            self._played = 0  # the end of the play is what is taken back
            self._say(self.text("The round goes on."))
            return
        told, taps = dict(last.told), last.taps
        if told:
            told.popitem()
        else:
            taps = taps[:-1]
        if told or taps:
            self.match = self.match.told(number, PadRound(told, taps))
        else:
            self.match = self.match.without_last()
        self._announced = 0
        self._keep(self.match)

    def _fix(self, text: str) -> None:
        """Ask about an earlier round again; Enter keeps an answer."""
        rounds, before = len(self.match.rounds), self.match
        number = number_up_to(rounds, text)
        if number is None:
            asked = marked("Type fix and the number of a round, from 1 to {rounds}.")
            self._say(self.text(asked, rounds=rounds))
            return
        self._say(
            self.text(
                "Round {number} again. Enter keeps an answer; back leaves the round as it was.",
                number=number,
            )
        )
        try:
            with self._half_told_inside():
                told, taps = self._told_again(number)
        except AskedAnew:
            return
        except DominoesError as error:
            self._say(
                self.text(
                    "{reason}. Round {number} is as it was.",
                    reason=said(error, self._speech),
                    number=number,
                )
            )
            return
        self._tell(number, PadRound(told, taps))
        for later, parts in changed_rounds(before, self.match).items():
            if later > number:
                changed = self._speech.listed((self.text(CHANGED[part]) for part in parts), "comma")
                self._say(
                    self.text("Round {number} has changed: {what}.", number=later, what=changed)
                )

    def _told_again(self, number: int) -> tuple[dict[str, Answer], tuple[Tap, ...]]:
        """Ask about an earlier round again. Raises `AskedAnew` where it is left."""
        before, told = self.match, dict[str, Answer]()
        old = before.rounds[number - 1]
        taps = self._kept_taps(before.sheets[number - 1])
        trial = before.told(number, PadRound(told, taps))
        while (sheet := trial.sheets[number - 1]).status is RoundStatus.OPEN:
            question = sheet.missing
            assert question is not None
            if question.key not in old.told:
                question = self._next_question(sheet) or question
            form = trial.form(number, sheet.told)
            key, answer = self._asked(question, form, usual=old.told.get(question.key))
            told = {**told, key: answer}
            trial = before.told(number, PadRound(told, taps))
        return told, taps

    @contextmanager
    def _half_told_inside(self) -> Iterator[None]:
        """While this lasts, `back` leaves what is being told, and takes back nothing."""
        self._half_told = True
        try:
            yield
        finally:
            self._half_told = False

    def _kept_taps(self, sheet: RoundSheet) -> tuple[Tap, ...]:
        """The points during play of an earlier round, without those that were wrong."""
        taps = list(zip(sheet.told.taps, sheet.tap_payments, strict=False))
        if not taps:
            return sheet.told.taps
        for number, (_, payments) in enumerate(taps, 1):
            lines = "; ".join(payment_line(self.phrases, payment) for payment in payments)
            self._say(f"  {number}) {lines}")
        asked = self.text("Numbers of points that were wrong (Enter: none)")
        line = self._typed(f"{asked}> ", may_be_empty=True)
        wrong = {number_up_to(len(taps), word) for word in line.split()}
        return tuple(tap for number, (tap, _) in enumerate(taps, 1) if number not in wrong)
