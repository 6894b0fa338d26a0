"""Matches that sides leave: rounds of fewer players, and who wins."""

from functools import cache
from random import Random

import pytest

import dominoes_rules as dr
from dominoes_lang.codegen.both_ways import BothWays
from dominoes_lang.examples import example_runs
from dominoes_lang.play.match import victor
from dominoes_rules import library
from dominoes_rules.play.deals import deal_after
from dominoes_rules.play.reading_back import misread

OUT_AT = 20
GAMES = ["bergen", "double_draw", "hungarian", "pass_and_out", "old_draw"]
"""Games for two players and more, in which seats are no part of the open ends."""


@cache
def child_of(game: str) -> dr.Ruleset:
    """A bundled game whose players leave the match."""
    text = f'variant "Child"\nextends "{game}"\nmatch: until one side is left, out at {OUT_AT}\n'
    return dr.loads(text)


@pytest.mark.parametrize("game", ["double_draw", "pass_and_out", "basic_trains"])
def test_a_match_is_played_on_without_those_who_are_out(game: str) -> None:
    rules, random = child_of(game), Random(game)
    seats = min(max(rules.players), 4)
    match = dr.Match(rules, seats=seats, seed=len(game))
    for _ in range(20):
        played, setup = match.round, match.round.compiled.setup
        before = played.state.scores
        assert setup.playing == tuple(seat for seat in range(seats) if before[seat] < OUT_AT)
        both = BothWays(played.compiled)
        while not played.is_over:
            state = played.state
            assert both.legal(state)
            assert state.mover in setup.playing
            assert not any(state.hands[seat] for seat in range(seats) if seat not in setup.playing)
            played.push(random.choice(played.legal_moves))
            assert both.play(state, played.actions[-1]) == played.state
        both.state(played.state)
        after = match.totals_after(played)
        assert all(
            after[seat] == before[seat] for seat in range(seats) if seat not in setup.playing
        )
        if match.is_over:
            break
        match.next_round()
    assert dr.Match.read(match.record()) == match
    last = match.rounds[-1]
    assert misread(last.compiled, last._states, last.actions, range(seats)) is None
    for letter in last.compiled.setup.playing_names:
        assert dr.Position(str(last.seen_by(letter)), ruleset=rules) == last.seen_by(letter)


@pytest.mark.parametrize("game", GAMES)
def test_a_round_of_fewer_is_the_game_for_as_many(game: str) -> None:
    """With other letters: the same plays, the same winner and points, and the same evidence."""
    rules, random = child_of(game), Random(game)
    seats, count = min(max(rules.players), 4), max(2, min(rules.players))
    playing = sorted(random.sample(range(seats), count))
    few = library.compiled(rules, count)
    scores = tuple(3 if seat in playing else OUT_AT for seat in range(seats))
    many = library.compiled(rules, seats).in_round(scores)
    assert many.setup.playing == tuple(playing)
    assert (many.setup.hand_size, many.setup.stock_size) == (
        few.setup.hand_size,
        few.setup.stock_size,
    )
    for seed in range(3):
        alone = dr.Round(rules, seats=count, seed=seed, scores=[3] * count)
        start = alone.state
        hands = [0] * seats
        for seat, hand in zip(playing, start.hands, strict=True):
            hands[seat] = hand
        opener = playing[start.opener]
        among = dr.Round.dealt(
            many, start._replace(hands=tuple(hands), scores=scores, opener=opener, mover=opener)
        )
        for _ in range(random.randrange(4, 60)):
            if alone.is_over:
                break
            assert among.compiled.legal(among.state) == alone.compiled.legal(alone.state)
            move = random.choice(alone.legal_moves)
            alone.push(move)
            among.push(move)
            assert playing[alone.state.mover] == among.state.mover
        if alone.is_over:
            won = few.winner(*alone.state)
            assert many.winner(*among.state) == (playing[won] if won >= 0 else won)
            points = many.awards(*among.state)
            assert tuple(points[seat] for seat in playing) == few.awards(*alone.state)
            assert not any(points[seat] for seat in range(seats) if seat not in playing)
        for seat in range(count):
            apart = alone.seen_by("ABCD"[seat]).evidence.table
            within = among.seen_by("ABCD"[playing[seat]]).evidence.table
            assert within.count == apart.count


def test_the_next_player_opens_for_one_who_has_left() -> None:
    rules = dr.load("tests/rulesets/last_one_left.rules")
    match = dr.Match(rules, seed=4)
    left = 0
    for seed in range(40):
        match = dr.Match(rules, seed=seed)
        while not match.round.is_over:
            match.round.push(match.round.legal_moves[0])
        end = match.round.state._replace(scores=(29, 0, 0, 0))
        compiled = match.round.compiled
        start = deal_after(compiled, end, Random(seed))
        out = start.scores[0] >= 30
        should = compiled.next_opening(end, start.hands, 0)
        assert should is not None
        if out and should[0] == 0:
            left += 1
            assert start.opener == 1
        elif not compiled.setup.next_opener[0].choices[0].by_chance:
            assert start.opener == should[0]
    assert left


@pytest.mark.parametrize(
    ("before", "after", "won"),
    [
        ((0, 0, 0, 0), (30, 29, 0, 35), None),
        ((0, 0, 0, 0), (30, 29, 31, 35), (1,)),
        ((31, 29, 20, 40), (31, 35, 33, 40), (2,)),
        ((31, 29, 20, 30), (31, 35, 35, 30), (1, 2)),
    ],
)
def test_the_last_side_left_wins(
    before: tuple[int, ...], after: tuple[int, ...], won: tuple[int, ...] | None
) -> None:
    """Of those who go out together the lowest, whatever others had who went out before."""
    setup = dr.load("tests/rulesets/last_one_left.rules").setup()
    assert victor(setup.in_round(before), after, 9) == won


def test_the_examples_of_the_game_for_four_hold() -> None:
    rules = dr.load("examples/out_at_100.rules")
    assert [run for example in rules.examples if (run := example_runs.run(rules, example))] == []


def test_a_score_after_the_match_is_no_position() -> None:
    with pytest.raises(dr.PositionError, match="the match is over"):
        dr.Position(
            "tests/rulesets/last_one_left.rules A:x4/B:x4/C:x4/D:x4 score:30-2-31-30 opener:A"
        )
