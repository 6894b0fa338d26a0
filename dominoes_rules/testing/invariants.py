"""What must be true of any round of any ruleset, ready to be asserted.

Each takes a `Round` and raises `AssertionError` with the position in which it does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from dominoes_lang.codegen.both_ways import BothWays, Disagreement
from dominoes_lang.play.interpreter import Interpreter
from dominoes_lang.table.rows import table_of
from dominoes_lang.table.tiles import Tile
from dominoes_lang.table.tricks import trick_in
from dominoes_rules.play.reading_back import misread
from dominoes_rules.play.round import Round
from dominoes_rules.position.position import Position

Invariant: TypeAlias = Callable[[Round], object]
"""A function of a round that raises `AssertionError`, or returns False, where it does not hold."""


def no_tile_is_lost(game: Round) -> None:
    """Every tile is in one place: in a hand, aside, in the stock or on the table."""
    state, tiles = game.state, game.compiled.setup.tiles
    held = [*state.hands, *state.more.aside, *(1 << tile for tile in state.stock)]
    if game.setup.tricks is None:
        laid = [tiles.number[Tile.of(*halves)] for halves in game.laid.tiles()]
    else:
        laid, held = [*trick_in(state.ends).tiles], [*held, *state.more.taken]
    masks = [*held, *(1 << tile for tile in laid)]
    assert sum(mask.bit_count() for mask in masks) == len(tiles), _at(game, "a tile is missing")
    union = 0
    for mask in masks:
        assert not union & mask, _at(game, "a tile is in two places")
        union |= mask


def somebody_can_move(game: Round) -> None:
    """There is a legal move until the round is over, and none afterwards."""
    moves = game.compiled.legal(game.state)
    if game.is_over:
        assert not moves, _at(game, "there is a legal move, though the round is over")
    else:
        assert moves, _at(game, f"{game.turn} has no legal move")


def ends_fit(game: Round) -> None:
    """The open ends match the line; in a game of tricks the trick is what lies on the table."""
    layout = game.setup.layout
    if game.setup.tricks is not None:
        trick, number = trick_in(game.state.ends).tiles, game.setup.tiles.number
        row = tuple(number[Tile.of(*halves)] for halves in game.laid.line)
        whole = not trick and len(row) in {0, game.setup.seats}
        assert whole or row == trick, _at(game, f"the trick is {trick}, and {row} is shown")
        return
    ends, line_ends = game.state.ends, table_of(layout.picture, game.laid).ends
    assert ends == line_ends, _at(game, f"the ends are {ends}, the line's {line_ends}")


def interpreter_agrees(game: Round) -> None:
    """The interpreter and the generated functions agree on the state, the moves and the points."""
    two_ways, state = BothWays(game.compiled), game.state
    try:
        if game.actions:
            after = two_ways.play(game.states[-2], game.actions[-1])
            assert after == state, _at(game, "the last move does something else")
        two_ways.state(state)
    except Disagreement as clash:
        raise AssertionError(_at(game, str(clash))) from None


def points_are_bounded(game: Round) -> None:
    """A round pays no more than the bound computed from the rules."""
    if not game.is_over:
        return
    setup = game.compiled.setup
    points = game.compiled.payoff(*game.state)
    paid = abs(points[0] - points[1]) if setup.sides == 2 else max(map(abs, points))
    bound = game.compiled.bound(sum(setup.values))
    assert paid <= bound, _at(game, f"{paid} points are more than the bound, {bound}")


def records_read_back(game: Round) -> None:
    """The record of a finished round reproduces every turn, all ends and all hands.

    So does the record as the last player to act sees it. Rounds from a snapshot are skipped.
    """
    if game.is_over and not game.states[0].plays:
        wrong = misread(game.compiled, game.states, game.actions, [game.state.mover])
        assert wrong is None, _at(game, "{1}, at action {0}".format(*wrong))


def text_reads_back(game: Round) -> None:
    """The text of the position reads back as the same position."""
    position = game.position
    again = Position(str(position), game.compiled.setup.ruleset)
    assert str(again) == str(position), _at(game, f"its text reads back as {again}")
    assert again.evidence.state == position.evidence.state, _at(game, "its text loses something")


def file_invariants_hold(game: Round) -> None:
    """Every `invariant` of the rules file holds."""
    setup = game.compiled.setup
    rules = Interpreter(setup)
    for title, condition in setup.invariants:
        position_in_file = f"{condition.span.source.name}:{condition.span.line}"
        assert rules.holds(condition, game.state), _at(
            game, f'the invariant "{title}" does not hold ({position_in_file})'
        )


STANDARD: tuple[Invariant, ...] = (
    no_tile_is_lost,
    somebody_can_move,
    ends_fit,
    interpreter_agrees,
    points_are_bounded,
    records_read_back,
    file_invariants_hold,
)
"""All but `text_reads_back`, which takes longer than the others together."""


def check(game: Round, invariants: Iterable[Invariant] = STANDARD) -> None:
    """Assert invariants in the current state of a round. Raises `AssertionError`."""
    for invariant in invariants:
        if invariant(game) is False:
            name = getattr(invariant, "__name__", repr(invariant))
            raise AssertionError(_at(game, f"{name} does not hold"))


def check_throughout(game: Round, invariants: Iterable[Invariant] = STANDARD) -> None:
    """Assert invariants after the deal and after every move of a round. Raises `AssertionError`."""
    chosen = tuple(invariants)
    replayed = Round.dealt(game.compiled, game.states[0])
    check(replayed, chosen)
    for move in game.moves:
        replayed.push(move)
        check(replayed, chosen)


def _at(game: Round, message: str) -> str:
    return f"{message}\n  in the position: {game.position}"
