"""Openers of whom nobody can open at first: everyone draws, and it is tried again."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

import dominoes_rules as dr
from dominoes_lang.codegen.compiled import Compiled, compile_rules
from dominoes_lang.codegen.dealing import dealt
from dominoes_lang.languages.rule_sheet import sheet
from dominoes_lang.load import load
from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.text.diagnostics import RulesError
from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.adapters.round_tree import RoundTree
from dominoes_rules.errors import PositionError, RecordError
from dominoes_rules.play.deals import deal, record_seen_by
from dominoes_rules.position.position import Position
from dominoes_rules.server.offered_games import games_of
from dominoes_rules.trial.checks import CheckedGame
from dominoes_rules.trial.played import first_round, next_round, play_at_random
from dominoes_rules.trial.replaying import try_again
from dominoes_rules.unbuilt import NeedsPlainDeal
from dominoes_solver.evidence.view import Record
from dominoes_solver.worlds.slots import STOCK

EXAMPLE = dr.load(Path(__file__).parents[2] / "examples" / "everyone_draws.rules")
AGAIN = "or else everyone draws 1 and tries again"
CHAINS = (
    f"holder of [2|2] plays it or else holder of [1|1] plays it {AGAIN} or else A plays any tile",
    f"holder of highest double plays it {AGAIN} or else redeal",
    f"holder of highest double {AGAIN} or else lot plays any tile",
)


def house(opener: str, tiles: str = "double-two", more: str = "") -> Ruleset:
    head = 'variant "House"\nextends "draw"'
    text = f"{head}\ntiles: {tiles}\nplayers: 2..3\ndeal: 1 each\nreserve: 0\n"
    return load(Source("house.rules", f"{text}first opener: {opener}\n{more}"), library.bundled)


@pytest.mark.parametrize("opener", CHAINS)
def test_what_hands_may_be_is_exact(opener: str) -> None:
    compiled = compile_rules(house(opener).setup(2))
    seen: dict[Record, Counter[tuple[int, ...]]] = {}
    for order in permutations(range(6)):
        for lot in range(2):
            start = dealt(compiled, order, lot)
            for seat in range(2) if start else ():
                assert start is not None
                record = record_seen_by(compiled.setup, [start], [], seat)
                seen.setdefault(record, Counter())[start.hands] += 1
    assert any(record.drew_each for record in seen)
    for record, hands in seen.items():
        assert _shares(_hands(compiled, record)) == _shares(hands)


def _hands(compiled: Compiled, record: Record) -> Counter[tuple[int, ...]]:
    evidence = Position.from_view(compiled, record).evidence
    counted: Counter[tuple[int, ...]] = Counter()
    for number in range(evidence.table.count):
        hands = list(evidence.state.hands)
        world = evidence.table.unrank(number)
        for slot, tiles in zip(evidence.hidden.slots, world, strict=True):
            if slot.holder != STOCK:
                hands[slot.holder] |= tiles
        counted[tuple(hands)] += 1
    return counted


def _shares(counted: Counter[tuple[int, ...]]) -> dict[tuple[int, ...], Fraction]:
    return {hands: Fraction(number, counted.total()) for hands, number in counted.items()}


@pytest.mark.parametrize("opener", CHAINS)
def test_rounds_are_played_and_replayed(opener: str) -> None:
    rules = house(opener, "double-three", f"next opener: {opener}\n")
    game, random = CheckedGame(compile_rules(rules.setup(3))), Random(5)
    for _ in range(6):
        start = first_round(game, random)
        played = play_at_random(game, start, random)
        assert played.problem is None
        assert try_again(rules, played.line(game)).failure is None
        following = next_round(game, played.end, random)
        assert following is None or play_at_random(game, following, random).problem is None


def test_a_record_names_what_each_drew() -> None:
    rules = house(CHAINS[0])
    text = "house.rules/2 A:21+11/B:x1+x1 opener:A"
    position = Position(text, rules)
    assert str(position) == text
    assert position.evidence.count == 6  # two of 00, 10, 20 for B, in either order
    for wrong in ("A:21+11/B:x1", "A:21+11/B:x1+x2", "A:21+/B:x1+x1", "A:21+21/B:x1+x1"):
        with pytest.raises(PositionError):
            Position(f"house.rules/2 {wrong}", rules).evidence  # noqa: B018
    with pytest.raises(PositionError, match="nobody draws before the opening"):
        Position("block A:66+65/B:x1+x1")
    with pytest.raises(PositionError, match="could have opened"):
        Position("house.rules/2 A:11+21/B:x1+x1 opener:A", rules).evidence  # noqa: B018


def test_the_sheet_says_that_everyone_draws() -> None:
    lines = [line for section in sheet(house(CHAINS[0]).setup(2)) for line in section.lines]
    assert (
        "If nobody was dealt [1|1], everyone draws one tile from the stock, and it is tried again."
        in lines
    )
    assert "If the stock no longer has enough for everyone, player A opens, with any tile." in lines


def test_the_sheet_tells_of_no_draw_in_turns_where_only_the_opening_draws() -> None:
    rules = house(CHAINS[0], more="turn:\n    play a tile\n    or else pass\n")
    told = " ".join(line for section in sheet(rules.setup(2)) for line in section.lines)
    assert "everyone draws one tile" in told
    assert "If nobody can lay a tile any more" in told
    assert "may not draw" not in told


@pytest.mark.parametrize(
    ("opener", "code"),
    [
        ("everyone draws 1 and tries again or else redeal", "draws-to-open"),
        (f"A plays [2|2] {AGAIN} or else redeal", "draws-to-open"),
        (f"holder of [2|2] plays it {AGAIN} {AGAIN} or else redeal", "draws-to-open"),
        (f"holder of [2|2] plays it {AGAIN.replace('1', '0')} or else redeal", "draws-to-open"),
        (f"holder of [2|2] plays it {AGAIN}", "no-opener"),
    ],
)
def test_what_is_wrong_with_such_a_choice(opener: str, code: str) -> None:
    with pytest.raises(RulesError) as caught:
        house(opener)
    assert code in {finding.code for finding in caught.value.diagnostics}


@pytest.mark.parametrize("words", ["all draw 1 and try again", "everyone draws a tile"])
def test_how_people_write_it_at_first(words: str) -> None:
    with pytest.raises(RulesError, match="everyone draws 1 and tries again"):
        house(f"holder of [2|2] plays it or else {words} or else redeal")


def test_what_a_round_of_the_example_shows_is_a_position() -> None:
    game = next(
        game
        for seed in range(99)
        if (game := dr.Round(EXAMPLE, seats=4, seed=seed)).state.more.drew
    )
    random = Random(1)
    for seat in "ABCD":
        text = game.text_seen_by(seat)
        position = Position(text, EXAMPLE)
        assert str(position) == text
        assert position.evidence.count != 0
        for _ in range(3):
            game.push(random.choice(game.legal_moves))


def test_a_match_is_read_only_with_what_each_drew() -> None:
    rules = house(CHAINS[0], "double-three", f"next opener: {CHAINS[0]}\n")
    match = next(
        match
        for seed in range(99)
        if (match := dr.Match(rules, seats=2, seed=seed)).round.state.more.drew
        and len(match.round.state.more.drew[0]) == 1
    )
    while not match.round.is_over:
        match.round.push(match.round.legal_moves[0])
    lines = match.record()
    assert dr.Match.read(lines).record() == lines
    told = re.compile(r"([A-D]):([\d.]+)\+([\d.]+)")
    for instead in (r"\1:\2.\3", r"\1:\3+\2"):
        changed = [lines[0], *(told.sub(instead, line) for line in lines[1:])]
        assert changed != lines
        with pytest.raises(RecordError, match="not the tiles"):
            dr.Match.read(changed)


def test_where_such_a_game_is_refused() -> None:
    rules = house(CHAINS[0])
    with pytest.raises(NeedsPlainDeal, match="no chance node"):
        RoundTree(compile_rules(rules.setup(2)))
    with pytest.raises(NeedsPlainDeal, match="no message"):
        games_of([rules])


def test_a_deal_shows_only_ones_own_draws() -> None:
    setup = (compiled := compile_rules(house(CHAINS[0]).setup(2))).setup
    start = next(start for seed in range(100) if (start := deal(compiled, Random(seed))).more.drew)
    record = record_seen_by(setup, [start], [], 0)
    assert record.drew[0] == start.more.drew[0]
    assert set(record.drew[1]) == {-1}
