"""The messages that clients may send, and the answers.

The protocol is that of the server of github.com/Phrogz/laink; see docs/protocol.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dominoes_lang.setup.binding import ParameterError
from dominoes_lang.table.state import End, Kind
from dominoes_lang.table.tiles import HIGHEST_PIP, Tile
from dominoes_rules.play.match_rounds import is_name
from dominoes_rules.position.notation import Move
from dominoes_rules.server.offered_games import MOST_ROUNDS, OfferedGame
from dominoes_rules.server.wire import frames

_EDGES = (("left", "start", "front", "first"), ("right", "end", "back", "last"))
EDGES = {word: end for end, words in zip(End, _EDGES, strict=True) for word in words}

Message = dict[str, Any]
Pair = list[int]
"""A tile on the wire: its two halves, the lower one first where it is held."""

NEW_GAME: Message = {"command": "new_game"}
NO_ACTIVE_GAME = {"error": "NoActiveGame"}
OUT_OF_ORDER = {
    "error": "OutOfOrderCommand",
    "details": 'Clients must send {"command":"start_game", "nick":"foo", "gametype":"bar"} '
    "before anything else.",
}
NO_SUCH_SEAT = {"error": "NoSuchSeat"}
COULD_NOT_CREATE = {"error": "CouldNotCreateGame"}


class Refused(Exception):
    """A client that is turned away; with the answer that it gets, if any."""

    def __init__(self, answer: Message | None = None) -> None:
        super().__init__("" if answer is None else answer["error"])
        self.answer = answer


@dataclass(frozen=True)
class StartGame:
    """A request to play."""

    game: OfferedGame
    nick: str
    size: int
    rounds: int
    events: bool
    """Whether the client wants to be told what the others do."""
    news: bool
    """Whether it wants to be told who is missing, how long it may think and how rounds end."""
    returns: bool
    """Whether the client wants a token, by which it may take its seat back."""


@dataclass(frozen=True)
class TakeBack:
    """A request to take a seat back."""

    nick: str
    token: str


def start_game(message: object, games: Mapping[str, OfferedGame]) -> StartGame:
    """Read the first message of a client. Raises `Refused`."""
    if not isinstance(message, dict):
        raise Refused
    nick = message.get("nick")
    if message.get("command") != "start_game" or not isinstance(nick, str):
        raise Refused(OUT_OF_ORDER)
    if not is_name(nick):
        raise Refused(OUT_OF_ORDER)
    gametype = message.get("gametype")
    game = games.get(gametype) if isinstance(gametype, str) else None
    if game is None:
        raise Refused(echoed("UnsupportedGameType", "gametype", gametype))
    size = message.get("min_players", game.ruleset.players[0])
    rounds = message.get("rounds", 1)
    if type(size) is not int or type(rounds) is not int:  # True is no number of players
        raise Refused(COULD_NOT_CREATE)
    if size not in game.ruleset.players or not 1 <= rounds <= MOST_ROUNDS:
        raise Refused(COULD_NOT_CREATE)
    try:
        game.bound(size, rounds)
    except ParameterError:
        raise Refused(COULD_NOT_CREATE) from None
    asked = [message.get(name) is True for name in ("events", "news", "returns")]
    return StartGame(game, nick, size, rounds, *asked)


def take_back(message: object) -> TakeBack | None:
    """Read a first message that takes a seat back; None for any other."""
    if not isinstance(message, dict) or message.get("command") != "return":
        return None
    nick, token = message.get("nick"), message.get("token")
    if not isinstance(nick, str) or not isinstance(token, str):
        raise Refused(OUT_OF_ORDER)
    return TakeBack(nick, token)


def seated(token: str) -> Message:
    """What a client needs to take its seat back."""
    return {"command": "seated", "token": token}


def returned(
    nicks: Sequence[str], rounds: int, number: int, scores: Mapping[str, int], following: int
) -> Message:
    """The answer to one who takes a seat back: so many messages of the round follow again."""
    return {
        "command": "returned",
        "players": [*nicks],
        "rounds": rounds,
        "round": number,
        "scores": dict(scores),
        "following": following,
    }


_ACTIONS = {"chapped": Kind.PASS, "draw": Kind.DRAW, "stop": Kind.STOP}


def move_of(message: Message, *, opening: bool) -> Move | None:
    """The move that a message means, legal or not; on the empty table the edge is not read."""
    action = message.get("action")
    if isinstance(action, str) and action in _ACTIONS:  # a list or an object can't be looked up
        return Move(_ACTIONS[action])
    tile = _tile(message.get("domino"))
    if action != "play" or tile is None:
        return None
    if opening:
        return Move(Kind.PLAY, tile)
    edge = message.get("edge")
    end = EDGES.get(edge) if isinstance(edge, str) else None
    return None if end is None else Move(Kind.PLAY, tile, end)


def _tile(value: object) -> Tile | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    left, right = value
    if type(left) is not int or type(right) is not int:
        return None
    # A larger number has no digit to be named by, not even in the error of an illegal move.
    return Tile.of(left, right) if 0 <= min(value) <= max(value) <= HIGHEST_PIP else None


def as_message(move: Move) -> Message:
    """The message of a client that makes a move."""
    if move.kind is not Kind.PLAY:
        action = next(word for word, kind in _ACTIONS.items() if kind is move.kind)
        return {"command": "move", "action": action}
    assert move.tile is not None
    message: Message = {"command": "move", "action": "play", "domino": held(move.tile)}
    return message | {"edge": move.end.word} if isinstance(move.end, End) else message


def held(tile: Tile) -> Pair:
    """A tile as it is written where it is held."""
    return [tile.low, tile.high]


def echoed(error: str, key: str, value: object) -> Message:
    """An error with what led to it; without that where no frame can hold it."""
    answer = {"error": error, key: value}
    try:
        frames.encode(answer)
    except frames.BadFrame:
        return {"error": error, key: None}
    return answer


def gameover(winners: Sequence[str]) -> Message:
    """The end of a round; partners are all named, the first of them as the winner."""
    message: Message = {"command": "gameover", "winner": winners[0] if winners else None}
    return message if len(winners) < 2 else message | {"winners": [*winners]}
