"""Which games are normal: the one gate between plain code and the rest of the project."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from dominoes_lang.table.state import Action, End, State, play
from dominoes_lang.table.tiles import TileSet
from dominoes_rules.classic.board import Board
from dominoes_rules.classic.domino import Domino
from dominoes_rules.classic.game_shape import GameShape, Move
from dominoes_rules.classic.hand import Hand
from dominoes_rules.classic.skinny_board import SkinnyBoard

TILES = TileSet.up_to(6)
NUMBERS = {halves: n for n, tile in enumerate(TILES.tiles) for halves in (tile, tile[::-1])}
"""The number of each tile, by its halves in either order."""

PARTS = {"board", "hands", "moves", "turn", "valid_moves", "starting_player", "result"}
SPECIAL = {"__getattr__", "__getattribute__", "__setattr__", "__delattr__"}
HARMLESS = {"__str__", "__repr__"}
"""The methods that a subclass may have of its own and be normal all the same."""


class Normal(NamedTuple):
    """A game that is normal: masks of tiles, and numbers of pips."""

    hands: tuple[int, ...]
    ends: tuple[int, ...]
    turn: int
    missing: tuple[int, ...]
    """For each player the tiles with a value that was open when it passed."""

    def with_hands(self, hands: Iterable[int]) -> State:
        """As the searches have it, every hand open."""
        laid = len(TILES) - sum(map(int.bit_count, self.hands))
        # Of a second round: the first one must be opened with [6|6].
        return State(tuple(hands), self.ends, (), self.turn, self.turn, TILES.all, plays=laid,
                     round=2, scores=(0, 0))  # fmt: skip


def normal(game: GameShape, plain: type) -> Normal | None:
    """A game under way as it arises in play; None for any other, which is left to plain code.

    All 28 dominoes of double-six are in four hands or played, none twice; the moves can be
    replayed, and nobody holds what it passed on; whose turn it is can move, and `valid_moves` has
    these moves in any order. plain: the class whose methods it has.
    """
    try:
        return _read(game, plain)
    except (AttributeError, LookupError, TypeError, ValueError):
        return None


def _read(game: GameShape, plain: type) -> Normal:
    _expect(_is_unaltered(type(game), plain) and not vars(game).keys() & vars(plain).keys())
    hands, moves, board, turn = game.hands, game.moves, game.board, game.turn
    _expect(game.result is None and {type(turn), type(game.starting_player)} == {int})
    _expect(turn in range(4) and game.starting_player in range(4) and len(hands) == 4)
    _expect({*map(type, hands)} == {Hand} and {type(hands), type(moves)} == {list})
    held = [hand._dominoes for hand in hands]
    played = [move[0] for move in moves if move is not None]
    dominoes = [*chain.from_iterable(held), *played]
    _expect(len(dominoes) == len(TILES) and {*map(type, dominoes)} == {Domino})
    _expect({*map(type, chain.from_iterable(dominoes))} == {int})
    bits = [1 << NUMBERS[first, second] for first, second in dominoes]
    _expect(len({*bits}) == len(TILES))
    bit = iter(bits)
    masks = tuple([sum(islice(bit, len(own))) for own in held])
    ends, missing = _replayed(game.starting_player, moves)
    _expect(0 not in masks and not any(map(int.__and__, masks, missing)))
    _expect(type(board) in {Board, SkinnyBoard})
    _expect(ends == ((board.left_end(), board.right_end()) if len(board) else ()))
    _expect(type(game.valid_moves) is tuple)
    valid = [(NUMBERS[first, second], left) for (first, second), left in game.valid_moves]
    _expect(sorted(valid) == sorted(_moves(held[turn], ends)))
    _expect({type(left) for _, left in valid} == {bool})
    return Normal(masks, ends, turn, missing)


def _replayed(player: int, moves: Iterable[Move | None]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The ends after these moves, and for each player the tiles that it lacked when it passed."""
    ends: tuple[int, ...] = ()
    missing = [0, 0, 0, 0]
    for move in moves:
        if move is None:
            missing[player] |= TILES.bearing[ends[0]] | TILES.bearing[ends[1]]
        else:
            (first, second), left = move
            _expect(type(left) is bool)
            if not ends:
                ends = (first, second)
            elif left:
                _expect(ends[0] in (first, second))
                ends = (first + second - ends[0], ends[1])
            else:
                _expect(ends[1] in (first, second))
                ends = (ends[0], first + second - ends[1])
        player = (player + 1) % 4
    return ends, tuple(missing)


def _moves(hand: Iterable[Domino], ends: tuple[int, ...]) -> Iterator[tuple[int, bool]]:
    """The moves that there are, dominoes as numbers."""
    for first, second in hand:
        if not ends or ends[0] == first or ends[0] == second:
            yield NUMBERS[first, second], True
        if ends and ends[0] != ends[1] and (ends[1] == first or ends[1] == second):
            yield NUMBERS[first, second], False


def _expect(holds: bool) -> None:
    if not holds:
        raise ValueError


def _is_unaltered(kind: type, plain: type) -> bool:
    """Whether a class has the methods of the plain class as they are."""
    if kind is plain:
        return True
    methods = {name for name, value in vars(plain).items() if callable(value)} - HARMLESS
    own = methods | PARTS | SPECIAL
    return not any(own & vars(above).keys() for above in kind.__mro__[: kind.__mro__.index(plain)])


def action_of(move: Move) -> Action:
    """A move of a normal game as the searches have it."""
    (first, second), left = move
    return play(NUMBERS[first, second], End.LEFT if left else End.RIGHT)
