"""Rounds between bots by the generated functions, from a deal to the end.

A player is a function from a turn to an action. Most bots are functions of whole numbers; those
that ask for a position get one, made from the actions so far.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.codegen.dealing import MOST_ACTIONS
from dominoes_lang.table.state import Action, State
from dominoes_lang.text.root_exception import ArgumentError
from dominoes_rules.bots.bidding import speaks
from dominoes_rules.bots.catalogue import KINDS
from dominoes_rules.bots.deciding import decide
from dominoes_rules.bots.door import options_of
from dominoes_rules.bots.levels import behind
from dominoes_rules.bots.named import NamedBot
from dominoes_rules.bots.random_streams import Stream, chance_of
from dominoes_rules.bots.simple_bots import Chooser
from dominoes_rules.play.round import Round
from dominoes_solver.batch.decision import Decider
from dominoes_solver.batch.seen_past import SeenPast
from dominoes_solver.belief.noticing import noticed
from dominoes_solver.belief.shown import ShownSoFar
from dominoes_solver.chance import Chance, key_of, mixed
from dominoes_solver.playouts.random_rounds import dealt_by


class Turn:
    """A round under way, and all that the decision of its mover depends on."""

    __slots__ = (
        "_past",
        "actions",
        "earlier",
        "legal",
        "luck",
        "rules",
        "shown",
        "state",
        "states",
        "stream",
    )

    def __init__(self, rules: Compiled, start: State, luck: int, stream: int) -> None:
        self.rules = rules.in_round(start.scores)
        self.state = start
        self.luck, self.stream = luck, stream
        self.actions: list[Action] = []
        self.states: list[State] = []
        """The state before each action."""
        self.legal: list[Action] = []
        self.earlier: Sequence[str] = ()
        """The records of the rounds of the match before, with every hand."""
        self.shown = ShownSoFar(self.rules.setup)
        self.shown.laid = start.more.laid
        self._past: SeenPast | None = None

    @classmethod
    def dealt(cls, rules: Compiled, seed: int, number: int, stream: int = 0) -> Turn:
        """The first turn of a deal of a seed; deal n of a seed is always the same."""
        chance = Chance(key_of(seed), number)
        start = dealt_by(rules, chance)
        return cls(rules, start, mixed(chance.state), stream)

    @property
    def chance(self) -> Chance:
        """The chance of this decision, from the first random number on."""
        return chance_of(self.luck, self.stream, len(self.actions), self.state.mover)

    def draw(self) -> float:
        """The first random number of this decision, from 0 on, below 1."""
        return self.chance.fraction()

    def round(self) -> Round:
        """The same as a round."""
        start = self.states[0] if self.states else self.state
        return Round.dealt(self.rules, start, self.actions)

    def past(self) -> SeenPast:
        """The actions so far, as everybody saw them."""
        if self._past is None:
            self._past = SeenPast(self.rules, self.actions, self.states)
        return self._past


Player = Callable[[Turn], Action]


def play_round(turn: Turn, players: Sequence[Player]) -> State:
    """Play a round to its end, each seat by its player. Raises `ArgumentError` if it has none."""
    legal, play = turn.rules.legal, turn.rules.play
    actions, states, note = turn.actions, turn.states, turn.shown.note
    state = turn.state
    while not state.over:
        turn.legal = choices = legal(state)
        if not choices or len(actions) == MOST_ACTIONS:
            raise ArgumentError(f"{turn.rules.setup.name}: a round does not end")
        action = players[state.mover](turn) if len(choices) > 1 else choices[0]
        note(state, action)
        states.append(state)
        actions.append(action)
        turn.state = state = play(state, action)
    return state


def player_of(name: str, decider: Decider | None) -> Player | None:
    """A bot that needs no position, by its name or its level; None for any other.

    decider: what decides for it, where it samples worlds.
    """
    if chooser := simple_chooser(name):
        return simple_player(chooser, behind(name).overlooks)
    return None if decider is None else sampling_player(decider)


def simple_player(chooser: Chooser, overlooks: float = 0.0) -> Player:
    """A bot that is a function of an action, the state and what was shown."""

    def attentive(turn: Turn) -> Action:
        return chooser(turn.legal, turn.state, turn.shown, turn.draw)

    def absent(turn: Turn) -> Action:
        if speaks(turn.rules.setup, turn.state):  # nobody overlooks that a pass is allowed
            return attentive(turn)
        draw = Stream(turn.chance).random
        seen = [turn.legal[index] for index in noticed(len(turn.legal), overlooks, draw)]
        return chooser(seen, turn.state, turn.shown, draw)

    return absent if overlooks else attentive


def sampling_player(decider: Decider) -> Player:
    """A bot that samples worlds."""

    def choose(turn: Turn) -> Action:
        facts = turn.shown.facts_before(turn.state)
        now = decider.in_round(turn.rules)
        return turn.legal[now.place(turn.state, facts, turn.past, turn.legal, turn.chance)]

    return choose


def asked_player(named: NamedBot) -> Player:
    """A bot that asks for a position."""

    def choose(turn: Turn) -> Action:
        game = turn.round()
        game.push(decide(named, game, chance=Stream(turn.chance), earlier=turn.earlier))
        return game.actions[-1]

    return choose


def simple_chooser(name: str) -> Chooser | None:
    """What a bot, or a level, is on a state; None for one that asks for a position."""
    bot = behind(name).bot
    kind = KINDS.get(bot.partition(":")[0])
    return None if kind is None or kind.chooser is None else kind.chooser(**options_of(bot))
