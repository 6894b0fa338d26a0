"""Games up to a target score."""

from __future__ import annotations

from dominoes_rules.classic.domino import Domino
from dominoes_rules.classic.exceptions import GameInProgressException, SeriesOverException
from dominoes_rules.classic.game import Game, next_player


class Series:
    """Games between two teams, players 0 and 2 against 1 and 3, up to a target score.

    The holder of the starting domino opens the first game with it. Later, the player who went out
    opens. After a stuck game, the player who stuck it opens if that team won, and the next player
    if it lost; after a tie, the last opener opens again.

    games: the games so far; scores: the points of both teams; target_score: as it was given.

    >>> import random
    >>> random.seed(1)
    >>> series = Series(target_score=50)
    >>> series
    Series to 50 points:
    Team 0 has 0 points.
    Team 1 has 0 points.
    >>> game = series.games[0]
    >>> while game.result is None:
    ...     _ = game.make_move(*game.valid_moves[0])
    >>> game.result, series.next_game().starting_player, series.scores
    (Result(player=2, won=True, points=14), 2, [14, 0])
    """

    def __init__(self, target_score: int = 200, starting_domino: Domino | None = None) -> None:
        if starting_domino is None:
            starting_domino = Domino(6, 6)
        self.games = [Game.new(starting_domino=starting_domino)]
        self.scores = [0, 0]
        self.target_score = target_score

    def is_over(self) -> bool:
        """Whether a team has reached the target score."""
        return max(self.scores) >= self.target_score

    def next_game(self) -> Game | None:
        """Score the last game and deal the next one; returns None if the series is now over.

        Raises `SeriesOverException` if it was already over, and `GameInProgressException` if the
        last game is not over.
        """
        if self.is_over():
            raise SeriesOverException(
                "Cannot start a new game - series ended with a score of {} to {}".format(
                    *self.scores
                )
            )
        result = self.games[-1].result
        if result is None:
            raise GameInProgressException(
                "Cannot start a new game - the latest one has not finished!"
            )
        if result.points >= 0:
            self.scores[0] += result.points
        else:
            self.scores[1] -= result.points
        if self.is_over():
            return None
        if result.won or pow(-1, result.player) * result.points > 0:
            starting_player = result.player
        elif not result.points:
            starting_player = self.games[-1].starting_player
        else:
            starting_player = next_player(result.player)
        self.games.append(Game.new(starting_player=starting_player))
        return self.games[-1]

    def __str__(self) -> str:
        lines = [f"Series to {self.target_score} points:"]
        lines += [f"Team {i} has {score} points." for i, score in enumerate(self.scores)]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return str(self)
