"""Games of OpenSpiel: `register` makes one of a ruleset, which `pyspiel.load_game` loads.

>>> import pyspiel
>>> import dominoes_rules as dr
>>> from dominoes_rules.adapters.open_spiel import register
>>> game = pyspiel.load_game(register(dr.variant("block")))
>>> game.num_players(), game.num_distinct_actions(), game.max_game_length()
(2, 59, 24)

Needs `pip install 'dominoes-rules[open-spiel]'`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pyspiel

from dominoes_lang.setup.binding import Value
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.table.state import SEAT_LETTERS, State
from dominoes_lang.text.root_exception import ArgumentError, expect_type
from dominoes_rules import library
from dominoes_rules.adapters.observing import Observation, ShownParts, open_text_of
from dominoes_rules.adapters.resampling import Resampler
from dominoes_rules.adapters.round_tree import CHANCE, SEED_BITS, TERMINAL, RoundNode, RoundTree
from dominoes_rules.position.notation import Move

_PLAIN = re.compile("[a-z0-9]+")
_NAME = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)
_registered: dict[str, RoundTree] = {}


def register(
    ruleset: Ruleset,
    *,
    seats: int | None = None,
    parameters: Mapping[str, Value] | None = None,
    name: str | None = None,
    sampled: bool = False,
    model: str | None = None,
) -> str:
    """Make a first round of a ruleset a game of OpenSpiel. Returns its name for `load_game`.

    seats: the number of players; the fewest by default.
    name: by default `dominoes_`, the variant and the seats, as in `dominoes_block_2`.
    sampled: deal by one chance node, whose outcome is a seed, and not tile by tile. The game's
        parameter `seed` is the seed of these seeds.
    model: how `resample_from_infostate` weighs worlds: None or "counted" for all alike, "choices"
        or a file for a model of choices.

    The same name may be registered again for the same game. Raises `ParameterError` for seats or
    parameters that the ruleset does not allow, `ArgumentError` for a name that is taken or can't be
    one, and for rules of which it is not proven that every round ends.
    """
    expect_type("ruleset", ruleset, Ruleset, 'rules, such as variant("block")')
    compiled = library.compiled(ruleset, seats, parameters)
    setup = compiled.setup
    if name is None:
        plain = "_".join(_PLAIN.findall(setup.name.lower()))
        name = f"dominoes_{plain}_{setup.seats}" + "_sampled" * sampled
    if not _NAME.fullmatch(name):
        raise ArgumentError(
            f"name={name!r}: a game's name has lower-case letters, digits and underscores, and "
            "begins with a letter"
        )
    known = _registered.get(name)
    if known is not None and (known.setup, known.sampled) == (setup, sampled):
        return name
    if known is not None or name in pyspiel.registered_names():
        raise ArgumentError(f"name={name!r}: there is another game of that name; give a new one")
    tree = RoundTree(compiled, sampled=sampled)
    game = _class_of(tree, name, model)
    # A class and not a function: OpenSpiel lets go of it when Python has already ended.
    pyspiel.register_game(game.kind, game)
    _registered[name] = tree
    return name


def _class_of(tree: RoundTree, name: str, model: str | None = None) -> type[DominoGame]:
    return type(name, (DominoGame,), {"tree": tree, "kind": _type_of(tree, name), "model": model})


def chooser(tree: RoundTree, named: Any) -> Callable[[State, list[int], Random], int]:
    """A policy, a bot, or a function that makes one of a game: how it plays a game.

    Returns a function of the start of a round, the history since, and random numbers.
    """
    game = _class_of(tree, f"dominoes_{tree.setup.seats}")()
    agent = named
    if isinstance(named, type) or not (
        hasattr(named, "action_probabilities") or hasattr(named, "step")
    ):
        agent = named(game)

    def choose(start: State, history: list[int], random: Random) -> int:
        state = game.state_of([0, *history], tree.begun(start))
        if not hasattr(agent, "action_probabilities"):
            return int(agent.step(state))
        shares = agent.action_probabilities(state)
        return int(random.choices([*shares], [*shares.values()])[0])

    return choose


def _type_of(tree: RoundTree, name: str) -> Any:
    kind = pyspiel.GameType
    total, seats = tree.sum_of_returns, tree.setup.seats
    modes = kind.ChanceMode
    utility = kind.Utility.GENERAL_SUM
    if total is not None:
        utility = kind.Utility.ZERO_SUM if total == 0 else kind.Utility.CONSTANT_SUM
    return kind(
        short_name=name,
        long_name=f"{tree.setup.ruleset.title}, {seats} players",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=modes.SAMPLED_STOCHASTIC if tree.sampled else modes.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={"seed": 0} if tree.sampled else {},
    )


class DominoGame(pyspiel.Game):
    """A first round of a ruleset as a game of OpenSpiel."""

    tree: RoundTree
    kind: Any
    model: str | None

    def __init__(self, values: Mapping[str, Any] | None = None) -> None:
        tree, values = self.tree, values or {}
        low, high = tree.return_bounds
        outcomes = tree.tiles + tree.setup.seats
        total = tree.sum_of_returns
        info = pyspiel.GameInfo(
            num_distinct_actions=len(tree.numbers),
            max_chance_outcomes=2**SEED_BITS - 1 if tree.sampled else outcomes,
            num_players=tree.setup.seats,
            min_utility=low,
            max_utility=high,
            max_game_length=tree.most_actions,
            **({} if total is None else {"utility_sum": total}),
        )
        super().__init__(self.kind, info, dict(values))
        self.resampler = Resampler(tree, self.model)
        self._seeds = Random(f"{values.get('seed', 0)}/deals")

    def new_initial_state(self, *_: object) -> DominoState:
        """The state before the deal."""
        return DominoState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.tree.most_chances

    def make_py_observer(self, kind: Any = None, params: Any = None) -> DominoObserver:
        """The observer that OpenSpiel asks for."""
        if params:
            raise ArgumentError(f"observers of dominoes have no parameters, not {params}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        private = pyspiel.PrivateInfoType
        whose = {private.NONE: 0, private.SINGLE_PLAYER: 1, private.ALL_PLAYERS: 2}
        shown = ShownParts(kind.public_info, whose[kind.private_info], kind.perfect_recall)
        return DominoObserver(Observation(self.tree, shown))

    def next_seed(self) -> int:
        """The seed of the next sampled deal."""
        return self._seeds.getrandbits(SEED_BITS)

    def state_of(self, history: list[int], dealt: RoundNode | None = None) -> DominoState:
        """The state after a history; `dealt` is where a sampled deal leads."""
        state = self.new_initial_state()
        for number in history:
            if dealt is not None and not state.now.states:
                state.apply_action(number)
                state.now = dealt
            else:
                state.apply_action(number)
        return state


class DominoState(pyspiel.State):
    """One state of a round. What players see of it is the text of a `Position`."""

    __slots__ = ("game", "link", "seed", "step", "tree")

    def __init__(self, game: DominoGame) -> None:
        super().__init__(game)
        self._join(game)
        self.link = self.tree.first
        self.seed = game.next_seed() if self.tree.sampled else 0

    def _join(self, game: DominoGame) -> None:
        self.game, self.tree, self.step = game, game.tree, game.tree.step

    @property
    def now(self) -> RoundNode:
        """The node of the tree."""
        node = self.tree.node_of(self.link)
        self.now = node
        return node

    @now.setter
    def now(self, node: RoundNode) -> None:
        self.link = self.tree.link_to(node)

    @property
    def __dict__(self) -> dict[str, Any]:
        """What OpenSpiel copies and pickles of a state; a real one would be slow to read."""
        return {"now": self.now, "seed": self.seed}

    @__dict__.setter
    def __dict__(self, copied: dict[str, Any]) -> None:
        self._join(self.get_game())  # unpickled, it was never initialised
        self.now, self.seed = copied["now"], copied["seed"]

    def current_player(self) -> int:
        return self.link[0]

    def is_terminal(self) -> bool:
        return self.link[0] == TERMINAL

    def is_chance_node(self) -> bool:
        return self.link[0] == CHANCE

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 (only the mover is asked)
        return self.tree.legal_in(self.link[1])

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal actions by number; of a chance node its outcomes."""
        mover, state, _, _ = self.link
        if mover >= 0 and (player is None or player == mover):  # without a way through C++
            return self.tree.legal_in(state)
        actions: list[int] = super().legal_actions(*() if player is None else (player,))
        return actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance; of a sampled deal the one that is sampled."""
        if self.tree.sampled and self.link[1] is None:
            return [(self.seed, 1.0)]
        return self.tree.chances(self.now)

    def _apply_action(self, number: int) -> None:
        self.link = self.step(self.link, number)

    def returns(self) -> list[float]:
        return self.tree.returns(self.link[1])

    def _action_to_string(self, player: int, number: int) -> str:
        tree, state = self.tree, self.now.state
        tiles = tree.setup.tiles.tiles
        if player == CHANCE:
            if state is not None:
                return f"draw {tiles[number]}"
            if tree.sampled:
                return f"deal of seed {number}"
            if number >= tree.tiles:
                return f"lot {SEAT_LETTERS[number - tree.tiles]}"
            return f"deal {tiles[number]}"
        action = tree.numbers.actions[number]
        assert state is not None
        return str(Move.of(action, tree.setup.layout, state))

    def __str__(self) -> str:
        return open_text_of(self.tree, self.now)

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> DominoState:
        """A state that looks the same to a player, every world of hidden tiles equally likely.

        Worlds are weighted if the game has a model of choices. They are drawn by swaps where there
        are too many to count; then neighbours are not quite independent.
        """
        history, dealt = self.game.resampler.history(self.now, player_id, probability_sampler)
        return self.game.state_of(history, dealt)


class DominoObserver:
    """What OpenSpiel asks of an observer."""

    def __init__(self, observation: Observation) -> None:
        self.observation = observation
        self.tensor, self.dict = observation.tensor, observation.parts

    def set_from(self, state: DominoState, player: int) -> None:
        self.observation.fill(state.now, player)

    def string_from(self, state: DominoState, player: int) -> str:
        return self.observation.text(state.now, player)
