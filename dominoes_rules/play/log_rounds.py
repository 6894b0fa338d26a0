"""The rounds of a plain log as records, each action held against the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import SEAT_LETTERS, Kind
from dominoes_lang.table.tiles import Tile
from dominoes_lang.text.root_exception import DominoesError
from dominoes_rules.errors import RecordError
from dominoes_rules.play.deals import standing_after
from dominoes_rules.play.plain_log import (
    FIRST_ROUND,
    Begun,
    Dealt,
    Entry,
    LoggedAction,
    Stock,
    entries,
)
from dominoes_rules.play.round import Round
from dominoes_rules.position.description import name_of
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position
from dominoes_rules.position.reading import Reader
from dominoes_solver.evidence.view import Record

MOST_ROUNDS = 1_000
MOST_ACTIONS = 2_000
"""Of a round."""


@dataclass
class _LoggedRound:
    """What a log shows of one round."""

    line: int
    facts: tuple[str, ...] = ()
    hands: dict[int, list[Tile]] = field(default_factory=dict)
    stock: Stock | None = None
    actions: list[LoggedAction] = field(default_factory=list)


def read_log(lines: Iterable[str], compiled: Compiled) -> list[Position]:
    """The rounds of a log as records, in order; hands that it does not show are unseen.

    Later rounds take their number, and the score where all is known, from those before; the first
    that acts is the opener. Raises `RecordError` with the line and the reason.
    """
    positions: list[Position] = []
    usual: tuple[str, ...] = ()
    for logged in _rounds(lines, compiled):
        if len(positions) == MOST_ROUNDS:
            raise RecordError(logged.line, f"a log has at most {MOST_ROUNDS:,} rounds")
        position = _read_round(compiled, logged, usual)
        positions.append(position)
        usual = _facts_after(position)
    if not positions:
        raise RecordError(1, "there is no round here: the log is empty")
    return positions


def _rounds(lines: Iterable[str], compiled: Compiled) -> Iterator[_LoggedRound]:
    """The rounds: each begins with a line `round`, or with a deal after an action."""
    logged: _LoggedRound | None = None
    for entry in entries(lines):
        begins = isinstance(entry, Begun) or (
            isinstance(entry, Dealt | Stock) and logged is not None and bool(logged.actions)
        )
        if logged is None or begins:
            if logged is not None and (logged.actions or logged.hands):
                yield logged
            logged = _LoggedRound(entry.line, entry.facts if isinstance(entry, Begun) else ())
        _add(logged, entry, compiled)
    if logged is not None:
        yield logged


def _add(logged: _LoggedRound, entry: Entry, compiled: Compiled) -> None:
    """Note what a line says of a round. Raises `RecordError` for what can't be."""
    setup = compiled.setup
    if isinstance(entry, LoggedAction):
        if len(logged.actions) == MOST_ACTIONS:
            raise RecordError(entry.line, f"a round has at most {MOST_ACTIONS:,} actions")
        logged.actions.append(entry)
    elif isinstance(entry, Stock):
        if logged.stock is not None:
            raise RecordError(entry.line, "the stock of this round is already there")
        logged.stock = entry
    elif isinstance(entry, Dealt):
        seat = entry.seat
        if seat is None:  # the first seat that has not all its tiles
            sizes = (len(logged.hands.get(each, ())) for each in range(setup.seats))
            seat = next(
                (each for each, size in enumerate(sizes) if size < setup.hand_size), setup.seats
            )
        elif seat in logged.hands:
            raise RecordError(entry.line, f"{SEAT_LETTERS[seat]} has been dealt tiles already")
        _expect_seat(entry.line, seat, compiled)
        logged.hands.setdefault(seat, []).extend(entry.tiles)
    if isinstance(entry, LoggedAction):
        _expect_seat(entry.line, entry.seat, compiled)


def _expect_seat(line: int, seat: int, compiled: Compiled) -> None:
    setup = compiled.setup
    if seat >= setup.seats:
        raise RecordError(
            line,
            f"{setup.name} has {setup.seats} players here; write the number of players behind the "
            f"game, such as --game {setup.name}/{seat + 1}, if it may have more",
        )


def _read_round(compiled: Compiled, logged: _LoggedRound, usual: Sequence[str]) -> Position:
    """The record of a round. Raises `RecordError`."""
    position = _deal(compiled, logged, usual)
    actions = _without_last_passes(compiled, logged.actions)
    flipped = False
    for number, acted in enumerate(actions):
        letter = SEAT_LETTERS[acted.seat]
        try:
            if not acted.tells_passes:
                position = _passing(position, letter)
            if position.is_over and all(later.move.kind is Kind.PASS for later in actions[number:]):
                break
            if not position.is_over and position.turn not in {letter, ""}:
                raise RecordError(
                    acted.line,
                    f"it is {position.turn}'s turn, not {letter}'s; a pass is a line of its own: "
                    f"pass {position.turn}",
                )
            position = position.play(_at_end(position, acted, flipped=flipped))
        except RecordError:
            raise
        except DominoesError as error:
            raise RecordError(acted.line, str(error)) from None
        if number == 0 and acted.first is not None:
            flipped = position.ends[0] != acted.first[0]
    return position


def _deal(compiled: Compiled, logged: _LoggedRound, usual: Sequence[str]) -> Position:
    """The record of a round before its first action."""
    setup, facts = compiled.setup, list(logged.facts)
    named = {fact.partition(":")[0] for fact in facts}
    if FIRST_ROUND not in facts:
        facts += [fact for fact in usual if fact.partition(":")[0] not in named]
    if logged.actions and "opener" not in named:
        facts.append(f"opener:{SEAT_LETTERS[logged.actions[0].seat]}")
    if logged.stock is not None:
        facts.append(f"stock:{'.'.join(map(str, logged.stock.tiles))}")
    defaults = dict(setup.ruleset.setup(seats=setup.seats).parameters)
    facts += [
        f"{name}={str(value).lower() if isinstance(value, bool) else value}"
        for name, value in setup.parameters
        if defaults.get(name) != value and name not in {fact.partition("=")[0] for fact in facts}
    ]
    hands = [
        f"{letter}:{_hand(setup.hand_size, seat, logged)}"
        for seat, letter in enumerate(setup.seat_names)
    ]
    text = " ".join([f"{name_of(setup.ruleset)}/{setup.seats}", "/".join(hands), *facts])
    try:
        description = Reader(text, setup.ruleset).read()
        return Position.from_view(description.compiled, description.view)
    except DominoesError as error:
        raise RecordError(logged.line, f"the round that begins here: {error}") from None


def _hand(size: int, seat: int, logged: _LoggedRound) -> str:
    """A hand as it was dealt: as the log has it, otherwise what the seat has laid of it."""
    if seat in logged.hands:
        return ".".join(map(str, logged.hands[seat]))
    moves = [acted.move for acted in logged.actions if acted.seat == seat]
    drawn = [move.tile for move in moves if move.kind is Kind.DRAW]
    gone = [move.tile for move in moves if move.kind in {Kind.PLAY, Kind.DISCARD}]
    known: list[Tile] = []
    if None not in drawn:
        known = [tile for tile in dict.fromkeys(gone) if tile is not None and tile not in drawn]
    known = known[:size]
    unseen = [f"x{size - len(known)}"] if size > len(known) else []
    return ".".join([*map(str, known), *unseen])


def _without_last_passes(
    compiled: Compiled, actions: Sequence[LoggedAction]
) -> Sequence[LoggedAction]:
    """The actions without a last full circle of passes, if the rules end a blocked round before.

    Other programs log these passes; here they would show that the round was not over.
    """
    passes = 0
    while passes < len(actions) and actions[-1 - passes].move.kind is Kind.PASS:
        passes += 1
    over = compiled.setup.blocked_by_hands and passes >= compiled.setup.seats
    return actions[:-passes] if over else actions


def _passing(position: Position, letter: str) -> Position:
    """The position in which it is a seat's turn, after the passes that the log leaves out."""
    for _ in position.setup.seat_names:
        if position.is_over or position.turn == letter:
            break
        position = position.play("-")
    return position


def _at_end(position: Position, acted: LoggedAction, *, flipped: bool) -> Move:
    """The move with its end, which some forms name by a number or by the order of the first tile.

    Of two equal ends either is the one that is meant.
    """
    move, end = acted.move, acted.head
    if acted.touching is not None:
        end = int(position.ends[:1] != (acted.touching,))
        if acted.touching not in position.ends:
            raise RecordError(
                acted.line, f"{move.decimal}: no end shows {acted.touching}; the ends are "
                f"{' and '.join(map(str, position.ends))}"
            )  # fmt: skip
    elif end is not None:
        end ^= flipped
    return move if end is None or not position.line else Move.parse(f"{move}{'lr'[end]}")


def _facts_after(position: Position) -> tuple[str, ...]:
    """The facts of the next round of the match, as far as this one shows them."""
    assert isinstance(position.view, Record)
    number = position.view.round + 1
    if not position.is_over or position.evidence.only_world is None:
        return (f"round:{number}",)
    game = Round.from_position(position)
    stood = standing_after(game.compiled, game.state)
    sets = (f"sets:{'-'.join(map(str, stood.sets))}",) if any(stood.sets) else ()
    if stood.next_set:
        return sets
    return f"round:{number}", f"score:{'-'.join(map(str, stood.totals))}", *sets
