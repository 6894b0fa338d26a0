"""`python -m dominoes_rules.classic`: a series on the terminal, like the command `dominoes`."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import TypeVar

import dominoes_rules.classic as dominoes
from dominoes_rules.classic.game import Game
from dominoes_rules.classic.game_shape import Move
from dominoes_rules.classic.orders import Player

Answer = TypeVar("Answer")

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
WORLDS = 30
"""The hands that the probabilistic player supposes: its first move in a second or two."""

SETTINGS: tuple[tuple[str, Player | None], ...] = (
    ("Human", None),
    ("AI: random", dominoes.players.random),
    ("AI: omniscient", dominoes.players.omniscient()),
    ("AI: probabilistic", dominoes.players.probabilistic_alphabeta(sample_size=WORLDS)),
    ("AI: heavy dominoes first", dominoes.players.bota_gorda),
    ("AI: doubles first", dominoes.players.double),
    ("AI: the first that fits", dominoes.players.identity),
    ("AI: the last that fits", dominoes.players.reverse),
)


def main(words: Sequence[str] | None = None) -> int:
    """Play a series; the exit code, also where the input ends before."""
    argparse.ArgumentParser(
        prog="python -m dominoes_rules.classic",
        description="Play a series of games of dominoes, two against two, up to a target score. "
        "Whatever there is to choose is asked.",
    ).parse_args(words)
    with contextlib.suppress(AttributeError, ValueError):
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        try:
            play_series()
        except EOFError:
            print("\nThe input has ended, and so has the series.")
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # Whatever read our output has gone; keep the interpreter from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def play_series() -> None:
    """Ask for the target and the players, and play."""
    input(
        "Welcome! Proceeding will clear all text from this terminal session."
        " If you are OK with this, press enter to continue."
    )
    clear()
    target = asked(
        "Up to how many points would you like to play: ", score, "Please enter a positive integer."
    )
    series = dominoes.Series(target_score=target)
    print("Player settings:")
    for number, (name, _) in enumerate(SETTINGS):
        print(f"{number}) {name}")
    chosen = [
        SETTINGS[asked_number(f"Select a setting for player {player}: ", len(SETTINGS))]
        for player in range(4)
    ]
    game: Game | None = series.games[0]
    while game is not None:
        play_game(game, chosen, len(series.games) - 1)
        game = series.next_game()
        print("The current state of the series:")
        print(series)
    print(f"Team {series.scores.index(max(series.scores))} wins!")


def play_game(game: Game, chosen: Sequence[tuple[str, Player | None]], number: int) -> None:
    """Play a game to its end."""
    input(f"Press enter to begin game {number}.")
    clear()
    if not number:
        print(f"Player {game.starting_player} had the [6|6] and made the first move.")
    while game.result is None:
        print("Board:")
        print(game.board)
        for player, hand in enumerate(game.hands):
            print(f"Player {player} has {len(hand)} dominoes in his/her hand.")
        turn = game.turn
        input(f"It is now player {turn}'s turn. Press enter to continue.")
        clear()
        print("Board:")
        print(game.board)
        name, player_of_turn = chosen[turn]
        if player_of_turn is None:
            move_by_hand(game)
        else:
            player_of_turn(game)
            d, left = game.valid_moves[0]
            end = "left" if left else "right"
            print(f"Player {turn} ({name}) chose to play {d} on the {end} end of the board.")
            game.make_move(d, left)
        input(f"Press enter to end player {turn}'s turn.")
        clear()
    print("Game over!")
    print(game)


def move_by_hand(game: Game) -> None:
    """Ask for a move until one can be made."""
    hand = game.hands[game.turn]
    print(f"Player {game.turn}'s hand:")
    for number, d in enumerate(hand):
        print(f"{number}) {d}")
    while True:
        d, left = asked_move(game)
        try:
            game.make_move(d, left)
        except dominoes.EndsMismatchException:
            print(
                "The selected domino cannot be played on the selected end of the board."
                " Please try again."
            )
        else:
            return


def asked_move(game: Game) -> Move:
    """A domino of the hand and, once there are two, an end."""
    hand = game.hands[game.turn]
    d = hand[asked_number("Choose which domino you would like to play: ", len(hand))]
    if not game.board:
        return d, True
    ends = {"l": True, "r": False}
    return d, asked(
        "Choose what end of the board you would like to play on (l or r): ",
        lambda text: ends[text.lower()],
        "Please enter a value in: [l, r]",
    )


def asked(prompt: str, read: Callable[[str], Answer], otherwise: str) -> Answer:
    """An answer, asked for until `read` can make something of it."""
    while True:
        try:
            return read(input(prompt).strip())
        except (KeyError, ValueError):
            print(otherwise)


def asked_number(prompt: str, end: int) -> int:
    """A number from 0, below an end."""
    numbers = [str(number) for number in range(end)]
    return asked(prompt, numbers.index, f"Please enter a value in: {list(range(end))}")


def score(text: str) -> int:
    """A target score. Raises `ValueError`."""
    if int(text) <= 0:
        raise ValueError
    return int(text)


def clear() -> None:
    """Clear the terminal, if it is one."""
    if sys.stdout.isatty():
        print(CLEAR, end="", flush=True)


if __name__ == "__main__":
    sys.exit(main())
