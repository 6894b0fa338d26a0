"""What the conversation says of a match: who did what, how a round ended, who leads."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence

from dominoes_lang.setup.ruleset import Goal, Setup
from dominoes_lang.table.state import Kind
from dominoes_rules.play.matches import Match
from dominoes_rules.play.round import Round
from dominoes_rules.position.description import shown
from dominoes_rules.position.notation import Move

_INDENT = re.compile(" *")
_KINDS = {Kind.DRAW: "draw", Kind.PASS: "pass", Kind.STOP: "stop"}


class Phrases:
    """The phrases for one match; players are called by their names, or else by their letters."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.setup: Setup = match.setup
        every = list(match.names.values())
        self.names: Mapping[str, str] = {
            seat: name if name == seat or every.count(name) == 1 else f"{name} ({seat})"
            for seat, name in match.names.items()
        }

    def side(self, side: str) -> str:
        """The players of a side."""
        return " and ".join(self.names[seat] for seat in side)

    def title(self) -> str:
        """The game, its players and what the match goes to."""
        setup, match = self.setup, self.match
        players = ", ".join(
            f"{seat} {name}".rstrip() + (f" ({player})" if player != name else "")
            for seat, player in match.players.items()
            for name in ["" if self.names[seat] == seat else match.names[seat]]
        )
        teams = [self.side(side) for side in setup.side_names] if setup.team_size > 1 else []
        against = f" {' against '.join(teams)}." if teams else ""
        values = "".join(f", {name} {shown(value)}" for name, value in setup.parameters)
        return f"{setup.ruleset.title}: {players}.{against} Seed {match.seed}{values}."

    def beginning(self) -> str:
        """The heading of a round."""
        return f"Round {len(self.match.rounds)}"

    def scores(self, scores: Mapping[str, int]) -> str:
        """The score of a match."""
        return "Score: " + ", ".join(f"{self.side(side)} {n:,}" for side, n in scores.items())

    def action(self, seat: str, move: Move, *, opens: bool = False, forced: bool = False) -> str:
        """What a player has done; a drawn tile is not named."""
        if move.kind is not Kind.PLAY:
            passes = "can only pass" if forced else "passes"
            verb = {Kind.DRAW: "draws", Kind.PASS: passes, Kind.STOP: "stops"}
            return f"{self.names[seat]} {verb[move.kind]}"
        if opens:
            return f"{self.names[seat]} {'must open' if forced else 'opens'} with {move}"
        return f"{self.names[seat]} plays {move}"

    def ending(self, game: Round) -> list[str]:
        """How a round ended: why, what is left in the hands, who gets what, the score."""
        outcome = game.outcome
        assert outcome is not None
        blocked = outcome.over == "blocked"
        rows = ["The round is blocked." if blocked else f"{self.names[game.turn]} is out."]
        values = self.setup.values
        for seat, name in self.names.items():
            numbers = [self.setup.tiles.number[tile] for tile in game.hand(seat)]
            if numbers:
                tiles = " ".join(str(tile) for tile in game.hand(seat))
                pips = sum(values[number] for number in numbers)
                rows.append(f"  {name} held {tiles}: {pips} pip{'s'[: pips != 1]}")
        winner = "Nobody wins" if outcome.winner is None else f"{self._wins(outcome.winner)}"
        paid = {side: points for side, points in outcome.points.items() if points}
        if self.setup.goal is Goal.WINS or not paid:
            rows.append(f"{winner} the round.")
        else:
            gains = ", ".join(f"{self.side(side)} {points:+,}" for side, points in paid.items())
            rows.append(f"{winner} the round: {gains}.")
        return [*rows, f"{self.scores(self.match.scores)}."]

    def _wins(self, *sides: str) -> str:
        players = " and ".join(self.side(side) for side in sides)
        return f"{players} {'win' if sum(map(len, sides)) > 1 else 'wins'}"

    def victory(self, winner: Sequence[str]) -> str:
        """Who has won the match."""
        rounds = len(self.match.rounds)
        after = f"after {rounds} round{'s'[: rounds != 1]}"
        if len(winner) in {0, len(self.setup.side_names)}:
            return f"The match is drawn {after}."
        twice = ", which counts double" if self.match.worth > 1 else ""
        return f"{self._wins(*winner)} the match {after}{twice}."

    @staticmethod
    def choices(moves: Iterable[Move], columns: int) -> str:
        """The numbered moves that a player can choose from."""
        words = [
            f"{number})\N{NO-BREAK SPACE}{move}"
            + (f"\N{NO-BREAK SPACE}{_KINDS[move.kind]}" if move.kind in _KINDS else "")
            for number, move in enumerate(moves, 1)
        ]
        return wrapped("  ".join(words), columns)


def wrapped(text: str, columns: int) -> str:
    """Lines of a text broken at a width. Gaps in rows of tables shrink; what goes on is indented.

    A no-break space stays one until here, and a mean is not parted from its error.
    """
    rows = []
    for line in text.replace(" ± ", "\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}").split("\n"):
        indent, words = _INDENT.match(line).group(), line.split("  ")  # type: ignore[union-attr]
        if len(line) <= columns:
            rows.append(line)
            continue
        cells = [word.strip(" ") for word in words if word.strip(" ")]
        rows += textwrap.wrap(
            indent + "  ".join(cells),
            columns,
            subsequent_indent=indent + "  " * (len(cells) > 1),
            break_on_hyphens=False,
        )
    return "\n".join(rows).replace("\N{NO-BREAK SPACE}", " ")
