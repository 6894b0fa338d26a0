"""Examples in a rules file, run by the interpreter."""

from __future__ import annotations

from collections.abc import Iterator

from dominoes_lang.examples.givens import Malformed, Prepared, prepare
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.play.match import totals, victor
from dominoes_lang.setup.binding import bind
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Node
from dominoes_lang.table.state import (
    DRAW,
    PASS,
    SEAT_LETTERS,
    STOP,
    Action,
    End,
    Kind,
    Over,
    play,
)
from dominoes_lang.text.diagnostics import Diagnostic


def run(ruleset: Ruleset, example: nodes.ExampleClause) -> Diagnostic | None:
    """Run an example by the interpreter; None when it passes."""
    try:
        prepared = prepare(ruleset, example)
        return _ExampleRun(prepared, example).run()
    except Malformed as error:
        return error.diagnostic


def run_under(
    of: Ruleset, under: Ruleset
) -> Iterator[tuple[nodes.ExampleClause, Diagnostic | None]]:
    """The examples of one ruleset, run by the rules of another.

    Each comes with the failure there, or None; those that fail by their own rules are left out.
    """
    for example in of.examples:
        if run(of, example) is None:
            yield example, run(under, example)


class _ExampleRun:
    """One run of an example."""

    def __init__(self, prepared: Prepared, example: nodes.ExampleClause) -> None:
        self.setup = prepared.setup
        self.state = prepared.state
        self.void = prepared.void
        self.example = example
        self.rules = Interpreter(prepared.setup)

    def run(self) -> Diagnostic | None:
        illegal = next((one for one in self.example.checks if one.sort == "illegal"), None)
        for number, happening in enumerate(self.example.happenings):
            last = number == len(self.example.happenings) - 1
            action = self.action(happening)
            why = self.refusal(happening, action)
            if last and illegal is not None:
                if not why:
                    return self.failed(illegal, "this is legal")
                break
            if why:
                return self.failed(happening, why)
            self.state = self.rules.play(self.state, action)
        for check in self.example.checks:
            wrong = self.wrong(check)
            if wrong:
                return self.failed(check, wrong)
        return None

    def failed(self, node: Node, why: str) -> Diagnostic:
        return Diagnostic(
            "failed-example",
            f'the example "{self.example.title}" fails',
            node.span,
            why,
        )

    # ------------------------------------------------------------------ what happens

    def action(self, happening: nodes.Happening) -> Action:
        """The action of a happening; a draw brings the tile that it names to the top."""
        if happening.act in {"pass", "stop"}:
            return PASS if happening.act == "pass" else STOP
        tile = happening.tile.tile if happening.tile is not None else None
        number = self.setup.tiles.number[tile] if tile is not None else -1
        if happening.act == "draw":
            if tile is not None and number in self.state.stock:
                rest = tuple(one for one in self.state.stock if one != number)
                self.state = self.state._replace(stock=(number, *rest))
            elif tile is not None:
                raise Malformed(
                    "not-in-stock",
                    f"{tile.bracketed} is not in the stock",
                    happening,
                    "list it in the example: stock [6|5]",
                )
            return DRAW
        if happening.end is None:
            plays = [one for one in self.rules.legal(self.state) if one.tile == number]
            if len(plays) > 1:
                assert tile is not None
                raise Malformed(
                    "which-end",
                    f"{tile.bracketed} fits both ends",
                    happening,
                    'write "on left" or "on right"',
                )
            return plays[0] if plays else play(number)
        action = play(number, End[happening.end.upper()])
        return self.setup.layout.as_listed(self.state, action)

    def refusal(self, happening: nodes.Happening, action: Action) -> str:
        """Why an action is not legal; empty when it is."""
        seat = SEAT_LETTERS[happening.seat]
        if self.void:
            return "this deal is void"
        if self.state.over:
            return "the round is over"
        if self.state.mover != happening.seat:
            return f"it is {self.setup.seat_names[self.state.mover]}'s turn"
        legal = self.rules.legal(self.state)
        if action in legal:
            return ""
        if action.kind is Kind.PLAY and not self.state.hands[happening.seat] >> action.tile & 1:
            return f"{seat} does not hold that tile"
        may = ", ".join(self.shown(one) for one in legal) or "do nothing"
        return f"{seat} may only {may}"

    def shown(self, action: Action) -> str:
        if action.kind is not Kind.PLAY:
            return str(action.kind.value)
        tile = self.setup.tiles.tiles[action.tile].bracketed
        return f"play {tile} on {End(action.end).name.lower()}"

    # ------------------------------------------------------------------ what must be true

    def wrong(self, check: nodes.Check) -> str:
        """The reason why a check fails; empty where it holds."""
        state, rules = self.state, self.rules
        names = self.setup.ruleset.names(dict(self.setup.parameters))
        check = bind(check, names, self.setup.seats)
        match check.sort:
            case "round over" if not state.over:
                return "the round goes on"
            case "round goes on" if state.over:
                return f"the round is over: {Over(state.over).name.lower()}"
            case "match over":
                return self.match_goes_on()
            case "match goes on":
                return "" if self.match_goes_on() else "the match is over"
            case "wins the match":
                return self.match_goes_on() or self.wrong_victor(check)
            case "to play" | "opens next":
                return self.wrong_player(check)
            case "scores":
                return self.wrong_score(check)
            case "may" | "may not":
                return self.wrong_choice(check)
            case "condition":
                assert check.subject is not None
                if not rules.holds(check.subject, state):
                    return self.because(check.subject)
        return ""

    def because(self, condition: nodes.Expression) -> str:
        """Both sides of a comparison that does not hold."""
        if not isinstance(condition, nodes.Compare):
            return "this is false"
        left = condition.left
        if nodes.is_tile(left):
            tile = self.rules.tile(left, self.state)
            return f"it is {tile.bracketed if tile else 'no tile'}"
        if not nodes.is_who(left):
            return f"it is {self.rules.amount(left, self.state)}"
        sides = self.rules.sides(left, self.state)
        if isinstance(left, nodes.Who) and left.role is nodes.Role.WINNER:
            named = [self.side(side) for side in sides]
        else:
            seats = self.rules.seats(left, self.state)
            named = [self.setup.seat_names[seat] for seat in seats]
        return f"it is {', '.join(named) or 'nobody'}"

    def wrong_player(self, check: nodes.Check) -> str:
        assert check.subject is not None
        wanted = self.rules.seats(check.subject, self.state)
        if check.sort == "to play":
            if self.state.over:
                return "the round is over"
            found: tuple[int, ...] = (self.state.mover,)
        elif not self.state.over:
            return "the round goes on"
        else:
            choice, found = self.next_opener()
            if choice is not None and choice.who == check.subject:
                return ""
            if not found and not _is_nobody(check.subject):
                return "the new hands or a lot decide it" if choice else "nobody can"
        if found == wanted:
            return ""
        names = " or ".join(self.setup.seat_names[seat] for seat in found)
        return f"it is {names or 'not certain'}"

    def next_opener(self) -> tuple[nodes.Opening | None, tuple[int, ...]]:
        """Who opens the next round, or all who may; nobody where the new hands or a lot decide."""
        for choice in self.rules.next_choices(self.state):
            who = choice.who
            by_hands = isinstance(who, nodes.HolderOf) or choice.tile is not None
            if who is None or by_hands or (choice.by_chance and not choice.by_choice):
                return choice, ()
            seats = self.rules.seats(who, self.state)
            if seats:
                return choice, seats
        return None, ()

    def wrong_score(self, check: nodes.Check) -> str:
        assert check.subject is not None
        assert check.amount is not None
        if not self.state.over and not self.setup.in_play:
            return "the round goes on"
        points = self.points()
        wanted = self.rules.amount(check.amount, self.state)
        for side in self.rules.sides(check.subject, self.state):
            if points[side] != wanted:
                return f"{self.side(side)} scores {points[side]}"
        return ""

    def points(self) -> tuple[int, ...]:
        """The points of each side in the round so far; without any awards 1 for the winner."""
        if not self.state.over:
            return self.state.more.paid or (0,) * self.setup.sides
        if self.setup.scored:
            return self.rules.awards(self.state)
        winner = self.rules.winner(self.state)
        return tuple(int(side == winner) for side in range(self.setup.sides))

    def wrong_choice(self, check: nodes.Check) -> str:
        happening = check.happening
        assert happening is not None
        refusal = self.refusal(happening, self.action(happening))
        if check.sort == "may":
            return refusal
        return "" if refusal else "this is legal"

    def totals(self) -> tuple[int, ...]:
        """The total of each side in the match after this round."""
        rules, end = self.rules, self.state
        return totals(self.setup, end.scores, rules.winner(end), rules.awards(end))

    def wrong_victor(self, check: nodes.Check) -> str:
        assert check.subject is not None
        wanted = self.rules.sides(check.subject, self.state)
        found = victor(self.setup, self.totals(), self.state.round) or ()
        if found == wanted:
            return ""
        winners = " and ".join(self.side(side) for side in found)
        return f"it is {winners}" if found else "the match is drawn, so nobody wins it"

    def side(self, number: int) -> str:
        """A side as rules name it: `A's side`, or the seat of a single player."""
        seat = self.setup.seat_names[number]
        return seat if self.setup.team_size == 1 else f"{seat}'s side"

    def match_goes_on(self) -> str:
        if not self.state.over:
            return "the round goes on"
        scores = self.totals()
        if victor(self.setup, scores, self.state.round) is None:
            totals_text = ", ".join(
                f"{self.side(side)} {score}" for side, score in enumerate(scores)
            )
            return f"the match goes on: {totals_text}"
        return ""


def _is_nobody(who: nodes.Expression) -> bool:
    return isinstance(who, nodes.Who) and who.role is nodes.Role.NOBODY
