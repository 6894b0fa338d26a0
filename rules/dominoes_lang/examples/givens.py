"""The start of an example: its setup and its state, checked for sense."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.setup.binding import ParameterError, misfit, set_named, shown, value_of
from dominoes_lang.setup.ruleset import Ruleset, Setup
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import Node
from dominoes_lang.syntax.vocabulary import suggestion
from dominoes_lang.table.state import NOBODY, NOTHING_MORE, SEAT_LETTERS, State
from dominoes_lang.table.tiles import Tile
from dominoes_lang.text.diagnostics import Diagnostic
from dominoes_lang.text.source import Span


class Malformed(Exception):
    """An example that makes no sense; carries the diagnostic."""

    def __init__(self, code: str, message: str, node: Node, *helps: str) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(code, message, node.span, helps=helps)


@dataclass(frozen=True)
class Prepared:
    """An example bound to its setup, and the state that it begins with.

    `void` where the deal is void by the rules, so that nobody may open.
    """

    setup: Setup
    state: State
    void: bool = False


def malformed(ruleset: Ruleset, example: nodes.ExampleClause) -> list[Diagnostic]:
    """The errors of an example that can be found without running it."""
    try:
        prepared = prepare(ruleset, example)
        _tiles_exist(prepared.setup, example)
    except Malformed as error:
        return [error.diagnostic]
    return []


def prepare(ruleset: Ruleset, example: nodes.ExampleClause) -> Prepared:
    """The setup and the state that an example begins with. Raises `Malformed`."""
    setup = _setup(ruleset, example)
    number = setup.tiles.number
    seen: dict[Tile, Node] = {}

    def take(given: nodes.GivenTiles) -> list[int]:
        numbers = []
        for halves in given.tiles:
            tile = Tile.of(*halves)
            if tile not in number:
                raise Malformed(
                    "not-in-set",
                    f"{tile.bracketed} is not in the set",
                    given,
                    set_named(setup.tiles),
                )
            if tile in seen:
                raise Malformed(
                    "tile-twice", f"{tile.bracketed} appears twice here", given, "write it once"
                )
            seen[tile] = given
            numbers.append(number[tile])
        return numbers

    hands = [0] * setup.seats
    table, stock = setup.layout.table(()), []
    facts: dict[str, int] = {}
    scores = list(setup.head_start)
    for given in example.given:
        match given:
            case nodes.GivenTiles(where="hand", seat=seat):
                assert seat is not None
                for tile in take(given):
                    hands[seat] |= 1 << tile
            case nodes.GivenTiles(where="stock"):
                stock = take(given)
            case nodes.GivenTiles():
                take(given)
                table = _table(setup, given)
            case nodes.GivenFact(what="score", seat=seat):
                assert seat is not None
                scores[setup.side_of[seat]] = given.number
            case nodes.GivenFact(what=what):
                facts[what] = given.number
    number_of_round = facts.get("round", 1 + facts.get("idle", 0))
    _played_before(example, number_of_round, facts.get("idle", 0))
    void = False
    if "mover" not in facts:
        if table.opened or "round" in facts:
            raise _no_mover(example)
        seat = _opener(setup, tuple(hands), facts.get("opener", NOBODY), example)
        void = seat == NOBODY
        facts["mover"] = facts["opener"] = max(0, seat)
    passes = facts.get("passes", 0)
    finisher = facts.get("finisher", setup.after(facts["mover"], -1 - passes))
    opener = facts.get("opener", 0 if table.opened else facts["mover"])
    return Prepared(
        setup,
        State(
            hands=tuple(hands),
            ends=table.ends,
            stock=tuple(stock),
            mover=facts["mover"],
            opener=opener,
            opening=(
                setup.tiles.all
                if table.opened
                else _opening(setup, tuple(hands), facts["mover"], number_of_round)
            ),
            finisher=finisher if table.opened else NOBODY,
            plays=table.plays,
            passes=passes,
            round=number_of_round,
            scores=tuple(scores),
            more=setup.kept(NOTHING_MORE, doubles=table.more.doubles, idle=facts.get("idle", 0)),
        ),
        void,
    )


def _opener(setup: Setup, hands: tuple[int, ...], lot: int, example: nodes.ExampleClause) -> int:
    """Who opens the first round with these hands, where the example leaves it to the rules.

    Nobody where the deal is void. Raises `Malformed` where the rules don't decide it.
    """
    choices = setup.first_opener[0].choices
    rules = Interpreter(setup)
    opening = rules.opening(hands, choices, lot)
    lots = [choice for choice in choices if choice.by_chance]
    if lot == NOBODY and lots and (opening is None or lots[0].tile is not None):
        raise _no_mover(example)
    return NOBODY if opening is None or rules.is_void(hands) else opening[0]


def _no_mover(example: nodes.ExampleClause) -> Malformed:
    return Malformed(
        "no-mover", "the example does not state whose turn it is", example, 'write "A to play"'
    )


def _opening(setup: Setup, hands: tuple[int, ...], mover: int, number_of_round: int) -> int:
    """The tiles that the opener may open with, where these hands decide it.

    How the round before ended is not given, so a later round binds nobody, unless every round is
    opened in the same way.
    """
    if number_of_round > 1 and setup.next_opener != setup.first_opener:
        return setup.tiles.all
    choices = setup.first_opener[0].choices
    opening = Interpreter(setup).opening(hands, choices, mover)
    return opening[1] if opening and opening[0] == mover else setup.tiles.all


def _played_before(example: nodes.ExampleClause, number: int, idle: int) -> None:
    """Raise `Malformed` where more rounds had no winner than were played before this one."""
    facts = {one.what: one for one in example.given if isinstance(one, nodes.GivenFact)}
    if number < 1:
        raise Malformed(
            "bad-given", "rounds are counted from 1", facts["round"], 'write "round is 1"'
        )
    if idle >= number:
        raise Malformed(
            "bad-given",
            f"round {number} can't follow {idle} round{'s in a row' if idle > 1 else ''} "
            "that nobody won",
            facts["idle"],
            f"only {number - 1} round{'s' if number > 2 else ''} came before it: "
            f'write "round is {idle + 1}", or leave out the number of the round',
        )


def _setup(ruleset: Ruleset, example: nodes.ExampleClause) -> Setup:
    """The setup of an example: as few players as its seats need, and its parameters."""
    seats: list[tuple[int, Node]] = [(0, example)]
    players: int | None = None
    parameters = {}
    known = {clause.name: clause for clause in ruleset.parameters}
    for node in nodes.walk(example):
        match node:
            case nodes.Seat(number=seat) | nodes.Happening(seat=seat):
                seats.append((seat, node))
            case nodes.GivenTiles(seat=int(seat)):
                seats.append((seat, node))
            case nodes.GivenFact(what="players", number=number):
                players = number
            case nodes.GivenFact(what="mover" | "opener" | "finisher", number=seat):
                seats.append((seat, node))
            case nodes.GivenFact(what="score", seat=int(seat)):
                seats.append((seat, node))
            case nodes.GivenParameter(name=name, value=value):
                if name not in known:
                    near = suggestion(name, known)
                    hint = f'; did you mean "{near}"?' if near else ""
                    helps = () if near else (f"the parameters are: {', '.join(known) or 'none'}",)
                    raise Malformed(
                        "unknown-name", f'there is no parameter "{name}"{hint}', node, *helps
                    )
                parameters[name] = value_of(value)
                _suits(known[name], node)
    counts = ruleset.players if players is None else [players]
    for seat, node in seats:
        if seat >= max(counts):
            letter = SEAT_LETTERS[seat]
            start = node.span.start + node.span.text.index(letter)
            there = "this game has" if players is None else f"with {players} players there is"
            raise Malformed(
                "no-such-seat",
                f"{there} no seat {letter}",
                replace(node, span=Span(node.span.source, start, start + 1)),
                f"the seats are {', '.join(SEAT_LETTERS[: max(counts)])}",
            )
    enough = [count for count in counts if count > max(seat for seat, _ in seats)]
    try:
        return ruleset.setup(enough[0], parameters)
    except ParameterError as error:
        raise Malformed("bad-given", str(error), example) from None


def _suits(clause: nodes.ParameterClause, given: nodes.GivenParameter) -> None:
    """Raise `Malformed` where a parameter can't have the value that an example gives it."""
    sample = f'write, for instance, "{given.name} is {shown(clause.default)}"'
    if type(clause.default) is not type(given.value):
        raise Malformed(
            "wrong-kind",
            f'"{given.name}" is set to {shown(given.value)}, but its default is '
            f"{shown(clause.default)}",
            given,
            sample,
        )
    wrong = misfit(clause, given.value)
    if wrong:
        raise Malformed("bad-given", f'"{given.name}" {wrong}', given, sample)


def _table(setup: Setup, given: nodes.GivenTiles) -> State:
    """The table with a line as written; its neighbours must match."""
    line = given.tiles
    place = setup.layout.broken_at(line)
    if place is not None:
        left, right = line[place - 1 : place + 1]
        raise Malformed(
            "broken-line",
            f"[{left[0]}|{left[1]}] and [{right[0]}|{right[1]}] don't match",
            given,
            "write each tile as it lies, for instance [6|1] [1|2]",
        )
    return setup.layout.table(line)


def _tiles_exist(setup: Setup, example: nodes.ExampleClause) -> None:
    for happening in example.happenings:
        if happening.tile is not None and happening.tile.tile not in setup.tiles.number:
            raise Malformed(
                "not-in-set",
                f"{happening.tile.tile.bracketed} is not in the set",
                happening.tile,
                set_named(setup.tiles),
            )
