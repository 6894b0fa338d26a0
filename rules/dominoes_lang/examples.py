"""Examples in a rules file: read, checked for sense, and run."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from dominoes_lang import syntax
from dominoes_lang.diagnostics import Diagnostic
from dominoes_lang.interpret import Interpreter
from dominoes_lang.ruleset import Ruleset, shown
from dominoes_lang.setup import ParameterError, Setup, bind, value_of
from dominoes_lang.state import (
    DRAW,
    NOBODY,
    PASS,
    SEAT_LETTERS,
    Action,
    End,
    Kind,
    Over,
    State,
    play,
)
from dominoes_lang.syntax import Node
from dominoes_lang.tiles import Tile
from dominoes_lang.vocabulary import suggestion


class Malformed(Exception):
    """An example that makes no sense; carries the diagnostic."""

    def __init__(self, code: str, message: str, node: Node, *helps: str) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(code, message, node.span, helps=helps)


@dataclass(frozen=True)
class Prepared:
    """An example bound to its setup, and the state that it begins with.

    `void` where the deal does not count by the rules, so that nobody may open.
    """

    setup: Setup
    state: State
    void: bool = False


def malformed(ruleset: Ruleset, example: syntax.ExampleClause) -> list[Diagnostic]:
    """What is wrong with an example before it is run."""
    try:
        prepared = prepare(ruleset, example)
        _tiles_exist(prepared.setup, example)
    except Malformed as error:
        return [error.diagnostic]
    return []


def run(ruleset: Ruleset, example: syntax.ExampleClause) -> Diagnostic | None:
    """Run an example by the interpreter; None when all of it comes out as written."""
    try:
        prepared = prepare(ruleset, example)
        return _Run(prepared, example).run()
    except Malformed as error:
        return error.diagnostic


def prepare(ruleset: Ruleset, example: syntax.ExampleClause) -> Prepared:
    """The setup and the state that an example begins with. Raises `Malformed`."""
    setup = _setup(ruleset, example)
    number = setup.tiles.number
    seen: dict[Tile, Node] = {}

    def take(given: syntax.GivenTiles) -> list[int]:
        numbers = []
        for halves in given.tiles:
            tile = Tile.of(*halves)
            if tile not in number:
                raise Malformed("not-in-set", f"{tile.bracketed} is not in the set", given)
            if tile in seen:
                raise Malformed("tile-twice", f"{tile.bracketed} stands twice here", given)
            seen[tile] = given
            numbers.append(number[tile])
        return numbers

    hands = [0] * setup.seats
    ends: tuple[int, ...] = ()
    plays, stock = 0, []
    facts: dict[str, int] = {}
    scores = [0] * setup.sides
    for given in example.given:
        match given:
            case syntax.GivenTiles(where="hand", seat=seat):
                assert seat is not None
                for tile in take(given):
                    hands[seat] |= 1 << tile
            case syntax.GivenTiles(where="stock"):
                stock = take(given)
            case syntax.GivenTiles():
                plays = len(take(given))
                ends = _ends(given)
            case syntax.GivenFact(what="score", seat=seat):
                assert seat is not None
                scores[setup.side_of[seat]] = given.number
            case syntax.GivenFact(what=what):
                facts[what] = given.number
    void = False
    if "mover" not in facts:
        if ends or "round" in facts:
            raise _no_mover(example)
        seat = _opener(setup, tuple(hands), facts.get("opener", NOBODY), example)
        void = seat == NOBODY
        facts["mover"] = facts["opener"] = max(0, seat)
    passes = facts.get("passes", 0)
    finisher = facts.get("finisher", setup.after(facts["mover"], -1 - passes))
    opener = facts.get("opener", 0 if ends else facts["mover"])
    return Prepared(
        setup,
        State(
            hands=tuple(hands),
            ends=ends,
            stock=tuple(stock),
            mover=facts["mover"],
            opener=opener,
            opening=setup.tiles.all if ends else _opening(setup, tuple(hands), facts["mover"]),
            finisher=finisher if ends else NOBODY,
            plays=plays,
            passes=passes,
            round=facts.get("round", 1),
            scores=tuple(scores),
        ),
        void,
    )


def _opener(setup: Setup, hands: tuple[int, ...], lot: int, example: syntax.ExampleClause) -> int:
    """Who opens the first round with these hands, where the example leaves it to the rules.

    Nobody where the deal is void. Raises `Malformed` where the rules can't tell.
    """
    choices = setup.first_opener[0].choices
    rules = Interpreter(setup)
    opening = rules.opening(hands, choices, lot)
    lots = [choice for choice in choices if _is_lot(choice.who)]
    if lot == NOBODY and lots and (opening is None or lots[0].tile is not None):
        raise _no_mover(example)
    return NOBODY if opening is None or rules.is_void(hands) else opening[0]


def _no_mover(example: syntax.ExampleClause) -> Malformed:
    return Malformed(
        "no-mover", "the example does not say whose turn it is", example, 'write "A to play"'
    )


def _is_lot(who: syntax.Expression | None) -> bool:
    return isinstance(who, syntax.Who) and who.role is syntax.Role.LOT


def _opening(setup: Setup, hands: tuple[int, ...], mover: int) -> int:
    """The tiles that the first opener may open with, where these hands decide it."""
    choices = setup.first_opener[0].choices
    opening = Interpreter(setup).opening(hands, choices, mover)
    return opening[1] if opening and opening[0] == mover else setup.tiles.all


def _setup(ruleset: Ruleset, example: syntax.ExampleClause) -> Setup:
    """The setup of an example: as few players as its seats need, and its parameters."""
    seats = [0]
    players: int | None = None
    parameters = {}
    known = {clause.name: clause for clause in ruleset.parameters}
    for node in syntax.walk(example):
        match node:
            case syntax.Seat(number=seat) | syntax.Happening(seat=seat):
                seats.append(seat)
            case syntax.GivenTiles(seat=int(seat)):
                seats.append(seat)
            case syntax.GivenFact(what="players", number=number):
                players = number
            case syntax.GivenFact(what="mover" | "opener" | "finisher", number=seat):
                seats.append(seat)
            case syntax.GivenFact(what="score", seat=int(seat)):
                seats.append(seat)
            case syntax.GivenParameter(name=name, value=value):
                if name not in known:
                    near = suggestion(name, known)
                    hint = f'; did you mean "{near}"?' if near else ""
                    raise Malformed("unknown-name", f'there is no parameter "{name}"{hint}', node)
                parameters[name] = value_of(value)
                _same_kind(known[name], node)
    counts = ruleset.players if players is None else [players]
    enough = [count for count in counts if count > max(seats)]
    if not enough:
        letter = SEAT_LETTERS[max(seats)]
        there = "the game has" if players is None else f"with {players} players there is"
        raise Malformed("no-such-seat", f"{there} no seat {letter}", example)
    try:
        return ruleset.setup(enough[0], parameters)
    except ParameterError as error:
        raise Malformed("bad-given", str(error), example) from None


def _same_kind(clause: syntax.ParameterClause, given: syntax.GivenParameter) -> None:
    if type(clause.default) is not type(given.value):
        raise Malformed(
            "wrong-kind",
            f'"{given.name}" is set to {shown(given.value)}, and its default is '
            f"{shown(clause.default)}",
            given,
        )


def _ends(given: syntax.GivenTiles) -> tuple[int, ...]:
    """The open ends of a line as written; its neighbours must match."""
    line = given.tiles
    for left, right in pairwise(line):
        if left[1] != right[0]:
            raise Malformed(
                "broken-line",
                f"[{left[0]}|{left[1]}] and [{right[0]}|{right[1]}] don't match",
                given,
                "write each tile as it lies, for instance [6|1] [1|2]",
            )
    return (line[0][0], line[-1][1]) if line else ()


def _tiles_exist(setup: Setup, example: syntax.ExampleClause) -> None:
    for happening in example.happenings:
        if happening.tile is not None and happening.tile.tile not in setup.tiles.number:
            raise Malformed(
                "not-in-set",
                f"{happening.tile.tile.bracketed} is not in the set",
                happening.tile,
            )


class _Run:
    """One run of an example."""

    def __init__(self, prepared: Prepared, example: syntax.ExampleClause) -> None:
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
            f'the example "{self.example.title}" does not come out as written',
            node.span,
            why,
        )

    # ------------------------------------------------------------------ what happens

    def action(self, happening: syntax.Happening) -> Action:
        """The action that is meant; a draw brings the tile that it names to the top."""
        if happening.act == "pass":
            return PASS
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
                    "give it in the example: stock [6|5]",
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
            return plays[0] if plays else play(number, End.LEFT)
        end = End.LEFT if happening.end == "left" else End.RIGHT
        left, right = self.state.ends or (0, 0)
        return play(number, End.LEFT if left == right else end)

    def refusal(self, happening: syntax.Happening, action: Action) -> str:
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

    def wrong(self, check: syntax.Check) -> str:
        """What is wrong with the outcome; empty where the check holds."""
        state, rules = self.state, self.rules
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
                condition = bind(check.subject, self.names())
                if not rules.holds(condition, state):
                    return self.because(condition)
        return ""

    def names(self) -> dict[str, syntax.Expression]:
        return self.setup.ruleset.names(dict(self.setup.parameters))

    def because(self, condition: syntax.Expression) -> str:
        """Both sides of a comparison that does not hold."""
        if not isinstance(condition, syntax.Compare):
            return "this is not so"
        left = condition.left
        if syntax.is_tile(left):
            tile = self.rules.tile(left, self.state)
            return f"it is {tile.bracketed if tile else 'no tile'}"
        if not syntax.is_who(left):
            return f"it is {self.rules.amount(left, self.state)}"
        sides = self.rules.sides(left, self.state)
        if isinstance(left, syntax.Who) and left.role is syntax.Role.WINNER:
            named = [self.setup.side_names[side] for side in sides]
        else:
            seats = self.rules.seats(left, self.state)
            named = [self.setup.seat_names[seat] for seat in seats]
        return f"it is {', '.join(named) or 'nobody'}"

    def wrong_player(self, check: syntax.Check) -> str:
        assert check.subject is not None
        wanted = self.rules.player(check.subject, self.state)
        if check.sort == "to play":
            if self.state.over:
                return "the round is over"
            found = self.state.mover
        elif not self.state.over:
            return "the round goes on"
        else:
            found = self.next_opener()
        if found == wanted:
            return ""
        name = "nobody for certain" if found == NOBODY else self.setup.seat_names[found]
        return f"it is {name}"

    def next_opener(self) -> int:
        """Who opens the next round; nobody where the lot or the new hands decide it."""
        for choice in self.rules.next_choices(self.state):
            who = choice.who
            by_hands = isinstance(who, syntax.HolderOf) or choice.tile is not None
            if who is None or by_hands or _is_lot(who):
                return NOBODY
            seat = self.rules.player(who, self.state)
            if seat != NOBODY:
                return seat
        return NOBODY

    def wrong_score(self, check: syntax.Check) -> str:
        assert check.subject is not None
        assert check.amount is not None
        if not self.state.over:
            return "the round goes on"
        points = self.points()
        wanted = self.rules.amount(bind(check.amount, self.names()), self.state)
        for side in self.rules.sides(check.subject, self.state):
            if points[side] != wanted:
                return f"{self.setup.side_names[side]} scores {points[side]}"
        return ""

    def points(self) -> tuple[int, ...]:
        """What each side gets in the round: awards, or 1 for the winner where there are none."""
        if self.setup.awards:
            return self.rules.awards(self.state)
        winner = self.rules.winner(self.state)
        return tuple(int(side == winner) for side in range(self.setup.sides))

    def wrong_choice(self, check: syntax.Check) -> str:
        happening = check.happening
        assert happening is not None
        refusal = self.refusal(happening, self.action(happening))
        if check.sort == "may":
            return refusal
        return "" if refusal else "this is legal"

    def wrong_victor(self, check: syntax.Check) -> str:
        from dominoes_lang.match import totals, victor

        assert check.subject is not None
        wanted = self.rules.sides(check.subject, self.state)
        found = victor(self.setup, totals(self.rules, self.state), self.state.round) or ()
        if found == wanted:
            return ""
        return f"it is {', '.join(self.setup.side_names[side] for side in found)}"

    def match_goes_on(self) -> str:
        from dominoes_lang.match import totals, victor

        if not self.state.over:
            return "the round goes on"
        scores = totals(self.rules, self.state)
        if victor(self.setup, scores, self.state.round) is None:
            said = ", ".join(
                f"{name} {score}" for name, score in zip(self.setup.side_names, scores, strict=True)
            )
            return f"the match goes on: {said}"
        return ""
