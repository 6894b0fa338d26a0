"""How fast the perfect-information search is, natively and in plain Python, and against a peer.

Run it from the root of the repository; `--help` says what can be asked for. The peer is the package
`dominoes` (its `alphabeta`), which takes ten seconds a deal and more; where it is not installed,
its row is left out. Deals are fixed by their seeds; the median is printed.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median

from dominoes_lang.compiled import Compiled
from dominoes_lang.state import Kind, State
from dominoes_rules import library
from dominoes_rules.dealing import deal
from dominoes_solver import native
from dominoes_solver.expectimax import expectimax
from dominoes_solver.limit import Limit
from dominoes_solver.open_hands import evaluate_many, value

PLIES = {4: 0.6, 8: 0.1, 12: 0.03}
WORLDS = 1000
POSITIONS = 9
RATIO = 3000


def rules_of(name: str, seats: int) -> Compiled:
    return library.compiled(library.find(name), seats)


def timed(function: Callable[..., object], *arguments: object) -> float:
    started = time.perf_counter()
    function(*arguments)
    return time.perf_counter() - started


def in_python(function: Callable[..., object], *arguments: object) -> float:
    """Seconds with the native search switched off."""
    os.environ[native.SWITCH] = "0"
    try:
        return timed(function, *arguments)
    finally:
        del os.environ[native.SWITCH]


def row(name: str, seconds: float, note: str = "") -> None:
    print(f"{name:<52} {seconds * 1000:>10.3f} ms   {note}", flush=True)


def openings(rules: Compiled, deals: int) -> list[State]:
    """Deals opened with any tile, whatever the rules say of the opener."""
    found = []
    for seed in range(deals):
        state = deal(rules, random.Random(seed))
        found.append(state._replace(mover=0, opener=0, opening=rules.setup.tiles.all))
    return found


def later(rules: Compiled, state: State, actions: int, seed: int) -> State:
    """The state some random actions on, nobody drawing or passing who could play."""
    choice = random.Random(seed)
    for _ in range(actions):
        legal = rules.legal(state)
        plays = [action for action in legal if action.kind is Kind.PLAY]
        after = rules.play(state, choice.choice(plays or legal))
        if after.over:
            break
        state = after
    return state


def with_a_choice(rules: Compiled, ply: int) -> list[State]:
    """Partnership positions after so many actions, the mover with two plays or more."""
    found: list[State] = []
    for seed, start in enumerate(openings(rules, 100)):
        state = later(rules, start, ply, seed)
        if len(rules.legal(state)) > 1 and len(found) < POSITIONS:
            found.append(state)
    return found


@dataclass
class Shuffled:
    """Worlds in which the others hold the same number of tiles, of those that the mover lacks."""

    root: State
    number: int
    determined: bool = True

    @property
    def count(self) -> int:
        return self.number

    def state(self, rank: int, rng: random.Random) -> State:
        del rng
        root = self.root
        rest = [
            tile
            for seat, hand in enumerate(root.hands)
            if seat != root.mover
            for tile in range(64)
            if hand >> tile & 1
        ]
        random.Random(rank).shuffle(rest)
        hands = []
        for seat, hand in enumerate(root.hands):
            if seat == root.mover:
                hands.append(hand)
                continue
            size = hand.bit_count()
            hands.append(sum(1 << tile for tile in rest[:size]))
            del rest[:size]
        return root._replace(hands=tuple(hands))


def peer(rules: Compiled, states: Sequence[State]) -> float | None:
    """Seconds of the peer for the deals, checked to find the same; None where it is not there."""
    try:
        import dominoes
    except ImportError:
        return None
    times = []
    for state in states:
        hands = [
            dominoes.Hand(
                [
                    dominoes.Domino(*rules.setup.tiles.tiles[tile])
                    for tile in range(28)
                    if hand >> tile & 1
                ]
            )
            for hand in state.hands
        ]
        game = dominoes.Game(
            board=dominoes.Board(),
            hands=hands,
            moves=[],
            turn=0,
            valid_moves=tuple((tile, True) for tile in hands[0]),
            starting_player=0,
            result=None,
        )
        started = time.perf_counter()
        _, found = dominoes.search.alphabeta(game)
        times.append(time.perf_counter() - started)
        ahead = value(rules, state)[0]
        assert found == ahead, f"the peer says {found}, we say {ahead}"
    return median(times)


def whole_deals(deals: int, peer_deals: int) -> None:
    rules = rules_of("partnership", 4)
    states = openings(rules, deals)
    value(rules, states[0])
    natively = median(timed(value, rules, state) for state in states)
    plainly = median(in_python(value, rules, state) for state in states)
    row("full partnership deal, free opening", natively, "reach 3 ms")
    row("  the same in plain Python", plainly, "reach 250 ms")
    other = peer(rules, states[:peer_deals]) if peer_deals else None
    if other is not None:
        ours = median(timed(value, rules, state) for state in states[:peer_deals])
        note = f"{other / ours:,.0f} times ours on the same {peer_deals} deals; reach {RATIO:,}"
        row("  the peer's alphabeta", other, note)


def many_worlds() -> None:
    rules = rules_of("partnership", 4)
    for ply, reach in PLIES.items():
        times, whole = [], []
        for root in with_a_choice(rules, ply):
            worlds = Shuffled(root, WORLDS)
            states = [worlds.state(rank, random.Random(0)) for rank in range(WORLDS)]
            ask = partial(evaluate_many, rules, states, seeds=range(WORLDS), of=WORLDS)
            times.append(timed(lambda ask: list(ask()), ask))
            search = partial(expectimax, rules, worlds, Limit(worlds=WORLDS))
            whole.append(timed(search))
        note = f"reach {reach * 1000:.0f} ms; longest {max(times) * 1000:,.1f} ms"
        row(f"{WORLDS} worlds, every move, ply {ply}", median(times), note)
        row("  with the shuffles and the sums of expectimax", median(whole))


def others(nine: int) -> None:
    block = rules_of("block", 2)
    draw = rules_of("draw", 2)
    one = rules_of("draw_one", 2)
    games: list[tuple[str, Compiled, list[State]]] = [
        ("block for two", block, openings(block, 15)),
        ("draw until able", draw, openings(draw, 15)),
        *(
            (
                f"draw one, after {ply} actions",
                one,
                [later(one, s, ply, 1) for s in openings(one, 5)],
            )
            for ply in (20, 16, 12)
        ),
    ]
    for name, rules, states in games:
        native.best_value(rules, states[0])
        times = [timed(native.best_value, rules, state) for state in states]
        row(name, median(times), f"longest {max(times) * 1000:,.1f} ms")
    for seats, deals in ((3, 5), (4, 3)):
        rules = rules_of("domohnoes", seats)
        times = []
        nodes = []
        for state in openings(rules, deals):
            started = time.perf_counter()
            (found,) = native.evaluate_many(rules, [state])
            times.append(time.perf_counter() - started)
            nodes.append(found.nodes if found else 0)
        row(f"Domohnoes for {seats}, every move", median(times), f"{median(nodes):,.0f} nodes")
    if nine:
        rules = double_nine()
        times = [timed(native.best_value, rules, state) for state in openings(rules, nine)]
        row("double-nine, 4 × 10", median(times), f"longest {max(times) * 1000:,.1f} ms")


def double_nine() -> Compiled:
    from dominoes_lang.compiled import compile_rules
    from dominoes_lang.load import load
    from dominoes_lang.source import Source

    text = library.find("partnership").source.text
    text = text[: text.index("example ")].replace("double-six", "double-nine")
    text = text.replace("holder of key_tile plays key_tile", "lot plays any tile")
    text = text.replace("7 each", "10 each")
    text = text.replace("parameter key_tile = [6|6]\n", "")
    return compile_rules(load(Source("double_nine.rules", text)).setup(4))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=15, help="full deals (15)")
    parser.add_argument("--peer-deals", type=int, default=3, help="of them also by the peer (3)")
    parser.add_argument("--nine", type=int, default=5, help="deals of double-nine (5; 0 for none)")
    options = parser.parse_args()
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}")
    if not native.available():
        print("numba is missing: everything below is plain Python")
        return
    whole_deals(options.deals, options.peer_deals)
    many_worlds()
    others(options.nine)


if __name__ == "__main__":
    main()
