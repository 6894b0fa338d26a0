"""Environments of PettingZoo: `env` makes one of a ruleset.

>>> import dominoes_rules as dr
>>> from dominoes_rules.adapters.pettingzoo import env
>>> table = env(dr.variant("block"))
>>> table.reset(seed=7)
>>> observation, reward, ended, cut_short, info = table.last()
>>> table.agent_selection, str(table.position("player_1"))
('player_1', 'block A:x7/B:10.30.32.42.43.50.51 opener:B')
>>> [str(table.move(number)) for number in info["action_mask"].nonzero()[0]]
['10', '30', '32', '42', '43', '50', '51']

Needs `pip install 'dominoes-rules[pettingzoo]'`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import isfinite
from operator import index
from random import Random
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Discrete
from pettingzoo import AECEnv

from dominoes_lang.setup.binding import Value
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.table.state import State
from dominoes_lang.text.root_exception import ArgumentError, expect_type
from dominoes_rules import library
from dominoes_rules.adapters.observing import Observation, ShownParts, made
from dominoes_rules.adapters.round_tree import CHANCE, TERMINAL, RoundNode, RoundTree
from dominoes_rules.play.deals import deal, random_of, seen_by
from dominoes_rules.play.round import Round
from dominoes_rules.position.drawing import picture, svg
from dominoes_rules.position.notation import Move
from dominoes_rules.position.position import Position

RENDER_MODES = ("human", "ansi", "svg")


def env(
    ruleset: Ruleset,
    *,
    seats: int | None = None,
    parameters: Mapping[str, Value] | None = None,
    recall: bool = False,
    illegal_reward: float | None = None,
    render_mode: str | None = None,
) -> DominoEnv:
    """Make an environment of the first round of a match.

    seats: the number of players; the fewest by default.
    recall: whether observations have everything since the deal, and not the present table alone.
    illegal_reward: what the side of a player gets for an illegal action, which ends the round; by
        default the least that a round can pay.
    render_mode: "ansi" for text, "svg" for a picture, "human" to print the text; all hands open.

    Raises `ParameterError` for seats or parameters that the ruleset does not allow, and
    `ArgumentError` for a render mode that there is not, and for rules of which it is not proven
    that every round ends.
    """
    expect_type("ruleset", ruleset, Ruleset, 'rules, such as variant("block")')
    if render_mode not in {None, *RENDER_MODES}:
        raise ArgumentError(f"render_mode={render_mode!r}: must be {', '.join(RENDER_MODES)}")
    tree = RoundTree(library.compiled(ruleset, seats, parameters), sampled=True)
    return DominoEnv(tree, recall, illegal_reward, render_mode)


def chooser(tree: RoundTree, agent: Any) -> Callable[[State, list[int], Random], int]:
    """An agent, a function of an observation and its info: how it plays a game.

    Its attribute `recall`, if it has one and it is true, asks for observations of all that was
    seen. Returns a function of the start of a round, the history since, and random numbers.
    """
    table = DominoEnv(tree, bool(getattr(agent, "recall", False)), None, None)

    def choose(start: State, history: list[int], random: Random) -> int:  # noqa: ARG001
        return int(agent(*table.shown_after(start, history)))

    return choose


class DominoEnv(AECEnv):
    """One round after another; rewards come at the end of a round, the same for partners.

    `infos[agent]["action_mask"]` has the legal actions of the agent to act, and none of others. An
    illegal action cuts the round short. Before `reset`, what asks for a round raises `ResetNeeded`;
    what names an agent or an action that there is not raises `ArgumentError`.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "dominoes",
        "render_modes": [*RENDER_MODES],
        "is_parallelizable": False,
    }

    def __init__(
        self, tree: RoundTree, recall: bool, illegal_reward: float | None, render_mode: str | None
    ) -> None:
        super().__init__()
        self.tree = tree
        setup = tree.setup
        self.render_mode = render_mode
        least = tree.return_bounds[0]
        if illegal_reward is None:
            illegal_reward = least if isfinite(least) else -float(sum(setup.values))
        self.illegal_reward = illegal_reward
        self.possible_agents = [f"player_{seat}" for seat in range(setup.seats)]
        self.agents: list[str] = []
        self._seen = Observation(tree, ShownParts(recall=recall))
        self._whole = Observation(tree, ShownParts(private=2, recall=recall))
        most = 1 if recall else max(tree.tiles, tree.most_actions)
        shape = self._seen.tensor.shape
        self._views = {agent: Box(0, most, shape, np.float32) for agent in self.possible_agents}
        self._choices = {agent: Discrete(len(tree.numbers)) for agent in self.possible_agents}
        self._random = Random()
        self._node = tree.root

    def observation_space(self, agent: str) -> Any:
        return self._views[agent]

    def action_space(self, agent: str) -> Any:
        return self._choices[agent]

    # ------------------------------------------------------------------ a round

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal a round: with a seed the one of `Round(ruleset, seed=seed)`, else the next."""
        if seed is not None:
            self._random = random_of(seed, 1)
        self._node = self.tree.begun(deal(self.tree.compiled, self._random))
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._turn()

    def step(self, action: int | None) -> None:
        """Make the action of the agent to act; None of one whose round has ended.

        Raises `TypeError` for what is no whole number.
        """
        self._expect_agents()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = self._expect_number(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if number not in self.tree.legal(self._node):
            self._cut_short()
        else:
            self._node = self.tree.after(self._node, number)
            while self._node.player == CHANCE:
                self._node = self.tree.after(self._node, self._node.states[-1].stock[0])
            if self._node.player == TERMINAL:
                self.rewards = dict(
                    zip(self.agents, self.tree.returns(self._node.state), strict=True)
                )
                self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._turn()

    def _cut_short(self) -> None:
        """End the round at the cost of the side that has made an illegal action."""
        side_of = self.tree.setup.side_of
        for seat, agent in enumerate(self.agents):
            if side_of[seat] == side_of[self._node.player]:
                self.rewards[agent] = self.illegal_reward
        self.truncations = dict.fromkeys(self.agents, True)

    def _turn(self) -> None:
        """Select who acts next, and show what is legal."""
        node, size = self._node, len(self.tree.numbers)
        ended = node.player == TERMINAL or any(self.truncations.values())
        self.infos = {agent: {"action_mask": np.zeros(size, np.int8)} for agent in self.agents}
        self.agent_selection = self.agents[0 if ended else node.player]
        if not ended:
            self.infos[self.agent_selection]["action_mask"][self.tree.legal(node)] = 1

    def last(self, observe: bool = True) -> Any:
        """What the agent to act sees, its rewards since it last acted, and whether it has ended."""
        self._expect_agents()
        return super().last(observe)

    def observe(self, agent: str) -> npt.NDArray[np.float32]:
        self._seen.fill(self._dealt, self._seat(agent))
        return self._seen.tensor.copy()

    def shown_after(
        self, start: State, history: Iterable[int]
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """What the player to act is shown in a round given by its start and the numbers since."""
        self.reset()
        self._node = self.tree.begun(start)
        for number in history:
            self._node = self.tree.after(self._node, number)
        self._turn()
        agent = self.agent_selection
        return self.observe(agent), self.infos[agent]

    def state(self) -> npt.NDArray[np.float32]:
        """The same with every hand open."""
        self._whole.fill(self._dealt, max(self._node.player, 0))
        return self._whole.tensor.copy()

    # ------------------------------------------------------------------ what may be asked for

    @property
    def _dealt(self) -> RoundNode:
        """The round as it is now."""
        if not self._node.states:
            raise ResetNeeded("no round is dealt yet: call reset() first")
        return self._node

    def _expect_agents(self) -> None:
        if self._dealt and not self.agents:
            raise ResetNeeded("the round is over for every agent: call reset() for the next one")

    def _expect_number(self, action: int | None) -> int:
        """The number of an action, which need not be legal."""
        most = len(self.tree.numbers) - 1
        wanted = f"an action is a number from 0 to {most}; the legal ones are 1 in the action mask"
        if action is None:
            agent = self.agent_selection
            raise ArgumentError(f"None is no action of {agent}, who is still playing: {wanted}")
        try:
            number = index(action)
        except TypeError:
            raise TypeError(f"{action!r} is no action: {wanted}") from None
        if not 0 <= number <= most:
            raise ArgumentError(f"there is no action {number}: {wanted}")
        return number

    def _seat(self, agent: str) -> int:
        if agent not in self.possible_agents:
            names = ", ".join(self.possible_agents)
            raise ArgumentError(f"there is no agent {agent!r}; the agents are {names}")
        return self.possible_agents.index(agent)

    # ------------------------------------------------------------------ as dominoes

    def position(self, agent: str) -> Position:
        """The round as an agent sees it."""
        node = self._dealt
        return seen_by(self.tree.compiled, node.states, made(node), self._seat(agent))

    def move(self, number: int) -> Move:
        """The move that an action is now, by its number."""
        tree, state = self.tree, self._dealt.states[-1]
        action = tree.numbers.actions[self._expect_number(number)]
        return Move.of(action, tree.setup.layout, state)

    def render(self) -> str | None:
        """The table with every hand open, in the mode that the environment was made with."""
        node = self._dealt
        game = Round.dealt(self.tree.compiled, node.states[0], made(node))
        if self.render_mode == "svg":
            return svg(game)
        if self.render_mode == "human":
            print(picture(game))  # noqa: T201 (this is what the mode asks for)
        return picture(game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open; PettingZoo asks for it where there is `render`."""
