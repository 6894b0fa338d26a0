"""A game: plain data, and the rules of it in plain Python."""

from __future__ import annotations

import copy
import itertools
import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from dominoes_rules.classic.board import Board
from dominoes_rules.classic.domino import Domino
from dominoes_rules.classic.exceptions import (
    EndsMismatchException,
    GameOverException,
    NoSuchDominoException,
    NoSuchPlayerException,
)
from dominoes_rules.classic.game_shape import Move
from dominoes_rules.classic.hand import Hand, contains_value
from dominoes_rules.classic.result import Result
from dominoes_rules.classic.skinny_board import SkinnyBoard


def _randomized_hands() -> list[Hand]:
    """Four hands of seven, shuffled with the module `random`."""
    all_dominoes = [Domino(i, j) for i in range(7) for j in range(i, 7)]
    random.shuffle(all_dominoes)
    return [Hand(all_dominoes[first : first + 7]) for first in range(0, 28, 7)]


def _validate_player(player: object) -> None:
    """Raises `NoSuchPlayerException` for anything but 0, 1, 2 and 3."""
    valid_players = range(4)
    if player not in valid_players:
        named = ", ".join(map(str, valid_players))
        raise NoSuchPlayerException(f"{player} is not a valid player. Valid players are: {named}")


def _domino_hand(d: Domino, hands: Iterable[Hand]) -> int:
    """Which hand has a domino. Raises `NoSuchDominoException`."""
    for i, hand in enumerate(hands):
        if d in hand:
            return i
    raise NoSuchDominoException(f"{d} is not in any hand!")


def _remaining_points(hands: Iterable[Iterable[Domino]]) -> list[Any]:
    """The sum of all values of each hand."""
    return [sum(d.first + d.second for d in hand) for hand in hands]


def _validate_hands(hands: Iterable[Hand], missing: Iterable[Iterable[object]]) -> bool:
    """Whether no hand has a value that it is known to lack."""
    for hand, values in zip(hands, missing, strict=False):
        for value in values:
            if contains_value(hand, value):
                return False
    return True


def _all_possible_partitionings(
    elements: set[Domino], sizes: Sequence[int]
) -> Iterator[tuple[tuple[Domino, ...], ...]]:
    """Every way to share all elements out to parts of these sizes."""
    if not sizes:
        yield ()
        return
    for part in itertools.combinations(elements, sizes[0]):
        for rest in _all_possible_partitionings(elements.difference(part), sizes[1:]):
            yield (part, *rest)


def _ends(left: Any, right: Any, length: int) -> tuple[Any, Any]:
    """The open values of a line. Raises `EmptyBoardException`."""
    board = SkinnyBoard(left, right, length)
    return board.left_end(), board.right_end()


def next_player(player: int) -> int:
    """Who plays after a player, in 0, 1, 2, 3."""
    return (player + 1) % 4


class Game:
    """A game for two teams of two, with seven dominoes of double-six each.

    board: the line, a `Board` or a `SkinnyBoard`;
    hands: a `Hand` for each player;
    moves: the moves so far, each a domino and whether it went to the left, None for a pass;
    turn: the player to move, 0, 1, 2 or 3;
    valid_moves: a tuple of the valid moves;
    starting_player: the player who moved first;
    result: a `Result`, None while the game goes on.

    You may assign all of them.

    >>> random.seed(0)
    >>> game = Game.new(starting_domino=Domino(6, 6))
    >>> game
    Board: [6|6]
    Player 0's hand: [0|3][2|3][1|4][2|6][0|5][0|0][1|1]
    Player 1's hand: [3|6][3|4][3|3][4|5][5|5][0|4][0|2]
    Player 2's hand: [4|4][0|6][1|5][3|5][1|3][5|6][2|4]
    Player 3's hand: [2|5][1|2][0|1][2|2][4|6][1|6]
    Player 0's turn
    >>> game.valid_moves
    (([2|6], True),)
    >>> game.make_move(*game.valid_moves[0])
    >>> game.board, game.moves, game.turn
    ([2|6][6|6], [([6|6], True), ([2|6], True)], 1)
    """

    def __init__(
        self,
        board: Board | SkinnyBoard,
        hands: list[Hand],
        moves: list[Move | None],
        turn: int,
        valid_moves: tuple[Move, ...],
        starting_player: int,
        result: Any,
    ) -> None:
        self.board = board
        self.hands = hands
        self.moves = moves
        self.turn = turn
        self.valid_moves = valid_moves
        self.starting_player = starting_player
        self.result = result

    @classmethod
    def new(cls, starting_domino: Domino | None = None, starting_player: int = 0) -> Game:
        """A game dealt with the module `random`, opened by a domino or else by a player.

        Raises `NoSuchDominoException` and `NoSuchPlayerException`.
        """
        board = Board()
        hands = _randomized_hands()
        moves: list[Move | None] = []
        if starting_domino is None:
            _validate_player(starting_player)
            valid_moves: tuple[Move, ...] = tuple((d, True) for d in hands[starting_player])
            return cls(board, hands, moves, starting_player, valid_moves, starting_player, None)
        starting_player = _domino_hand(starting_domino, hands)
        valid_moves = ((starting_domino, True),)
        game = cls(board, hands, moves, starting_player, valid_moves, starting_player, None)
        game.make_move(*valid_moves[0])
        return game

    def skinny_board(self) -> None:
        """Keep only the ends and the length of the line."""
        self.board = SkinnyBoard.from_board(self.board)

    def _update_valid_moves(self) -> None:
        """Find the moves of the player whose turn it is, on a board with ends.

        In the order of the hand, left before right; left alone where both ends are equal.
        """
        left_end = self.board.left_end()
        right_end = self.board.right_end()
        moves: list[Move] = []
        for d in self.hands[self.turn]:
            if left_end in d:
                moves.append((d, True))
            if right_end in d and left_end != right_end:
                moves.append((d, False))
        self.valid_moves = tuple(moves)

    def make_move(self, d: Domino, left: object) -> Any:
        """Lay a domino of the player to move; returns the `Result` if that ends the game.

        The turn goes to the next player who can play, and the passes in between are recorded. The
        move need not be in `valid_moves`; an impossible move changes nothing. Raises
        `GameOverException`, `NoSuchDominoException` and `EndsMismatchException`.
        """
        if self.result is not None:
            raise GameOverException("Cannot make a move - the game is over!")
        i = self.hands[self.turn].play(d)
        try:
            self.board.add(d, left)
        except EndsMismatchException:
            self.hands[self.turn].draw(d, i)
            raise
        self.moves.append((d, left))
        if not self.hands[self.turn]:
            self.valid_moves = ()
            self.result = Result(
                self.turn, True, pow(-1, self.turn) * sum(_remaining_points(self.hands))
            )
            return self.result
        # The passes of a stuck game are not recorded.
        passes: list[None] = []
        for _ in self.hands:
            self.turn = next_player(self.turn)
            self._update_valid_moves()
            if self.valid_moves:
                self.moves.extend(passes)
                return None
            passes.append(None)
        points = _remaining_points(self.hands)
        teams = [points[0] + points[2], points[1] + points[3]]
        if teams[0] < teams[1]:
            self.result = Result(self.turn, False, sum(teams))
        elif teams[0] == teams[1]:
            self.result = Result(self.turn, False, 0)
        else:
            self.result = Result(self.turn, False, -sum(teams))
        return self.result

    def missing_values(self) -> list[set[Any]]:
        """For each player, the values that were open when the player passed."""
        missing: list[set[Any]] = [set() for _ in self.hands]
        left: Any = None
        right: Any = None
        length = 0
        player = self.starting_player
        for move in self.moves:
            if move is not None and length:
                # What `SkinnyBoard.add` does, written out: it is asked for each draw of hands.
                (first, second), at_left = move
                end = left if at_left else right
                if end not in (first, second):
                    SkinnyBoard(left, right, length).add(*move)
                if at_left:
                    left = first if second == end else second
                else:
                    right = second if first == end else first
            elif move is not None:
                left, right = move[0]
            else:
                missing[player].update(_ends(left, right, length))
            length += move is not None
            player = next_player(player)
        return missing

    def random_possible_hands(self) -> list[Hand]:
        """Random hands that fit what the player to move can see, all equally likely.

        The player sees the own hand, the sizes of the other hands, and the moves with their passes.
        The hands are drawn with the module `random`. Raises `ArgumentError` if no hands fit.
        """
        from dominoes_rules.classic.possible_hands import random_hands

        return random_hands(self)

    def all_possible_hands(self) -> Iterator[list[Hand]]:
        """All the hands that `random_possible_hands` draws from, each once."""
        from dominoes_rules.classic.normal import normal
        from dominoes_rules.classic.possible_hands import all_hands

        sizes = [len(hand) for p, hand in enumerate(self.hands) if p != self.turn]
        # For three dominoes it takes longer to ask.
        plain = normal(self, Game) if sum(sizes) > 3 else None
        if plain is not None:
            yield from all_hands(plain, self)
            return
        missing = self.missing_values()
        hidden = {d for p, hand in enumerate(self.hands) for d in hand if p != self.turn}
        for parts in _all_possible_partitionings(hidden, sizes):
            part = iter(parts)
            hands = [
                Hand(hand if player == self.turn else next(part))
                for player, hand in enumerate(self.hands)
            ]
            if _validate_hands(hands, missing):
                yield hands

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return False
        return self.__dict__ == other.__dict__

    def __deepcopy__(self, _: object) -> Game:
        # Dominoes, moves and results cannot change, so they are shared.
        board: Board | SkinnyBoard
        if isinstance(self.board, SkinnyBoard):
            board = SkinnyBoard.from_board(self.board)
        elif type(self.board) is Board and vars(self.board).keys() == {"board"}:
            board = Board()
            board.board = copy.copy(self.board.board)
        else:
            board = copy.deepcopy(self.board)
        return type(self)(
            board,
            [Hand(hand) for hand in self.hands],
            list(self.moves),
            self.turn,
            self.valid_moves,
            self.starting_player,
            self.result,
        )

    def __str__(self) -> str:
        lines = [f"Board: {self.board}"]
        lines += [f"Player {i}'s hand: {hand}" for i, hand in enumerate(self.hands)]
        lines.append(f"Player {self.turn}'s turn" if self.result is None else self._ending())
        return "\n".join(lines)

    def _ending(self) -> str:
        """How the game ended, in words."""
        player, points = self.result.player, self.result.points
        if self.result.won:
            return f"Player {player} won and scored {abs(points)} points!"
        if not points:
            return f"Player {player} stuck the game and tied (0 points)!"
        if pow(-1, player) * points > 0:
            return f"Player {player} stuck the game and scored {abs(points)} points!"
        return (
            f"Player {player} stuck the game and scored {abs(points)} points for the opposing team!"
        )

    def __repr__(self) -> str:
        return str(self)
