"""Matches of sets: each set is a match of its own, and whoever wins most of them wins."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from dominoes_lang.play.match import standing
from dominoes_rules import (
    Match,
    Position,
    PositionError,
    RecordError,
    RulesError,
    Ruleset,
    loads,
    review,
)
from dominoes_rules.conversation.phrases import Phrases
from dominoes_rules.pad.pad_match import PadMatch
from dominoes_rules.pad.score_table import score_table, victory
from dominoes_rules.server.wire.seen import SeenTable
from dominoes_rules.tables.sets import PlayedSet, deals_of
from dominoes_rules.tables.telling import began
from tests.pad.people import told_truly

SETS = """
variant "Sets"
extends "partnership"
next opener: when winner is nobody: opener otherwise: winner by choice
match: {match}
"""


def of(match: str) -> Ruleset:
    return loads(SETS.format(match=match))


def played(ruleset: Ruleset, seed: int = 0) -> Match:
    """A match in which everybody makes the last of the legal moves."""
    match = Match(ruleset, seed=seed, names=["Ana", "Bea", "Carl", "Dan"])
    while not match.is_over:
        if match.round.is_over:
            match.next_round()
        while not match.round.is_over:
            match.round.push(match.round.legal_moves[-1])
    return match


@pytest.fixture(scope="module", params=["2 wins, best of 3", "first side to reach 60, best of 5"])
def match(request: pytest.FixtureRequest) -> Match:
    return played(of(request.param))


def test_every_set_begins_anew_and_the_match_is_over_with_the_set_that_decides(
    match: Match,
) -> None:
    rules, won = match.setup.match, Counter[str]()
    for game, following in zip(match.rounds, (*match.rounds[1:], None), strict=True):
        start = game.states[0]
        assert list(start.more.sets or (0, 0)) == [won[side] for side in match.setup.side_names]
        if start.round == 1:
            assert start.scores == (0, 0)
        if following is None or following.states[0].round == 1:
            scores = dict(zip(match.setup.side_names, match.totals_after(game), strict=True))
            won[max(scores, key=scores.__getitem__)] += 1
            assert max(scores.values()) >= rules.amount
    assert max(won.values()) == rules.sets_to_win
    assert match.sets == {side: won[side] for side in match.setup.side_names}
    assert match.winner == (won.most_common(1)[0][0],)
    assert match.set_number == sum(won.values())
    assert match.worth == 1


def test_its_record_is_read_again_and_a_wrong_count_of_sets_is_refused(match: Match) -> None:
    *lines, last = match.record()
    assert Match.read([*lines, last]) == match
    assert list(json.loads(last)["sets"].values()) == [*match.sets.values()]
    wrong = {**json.loads(last), "sets": {"AC": 0, "BD": 0}}
    for line in (
        json.dumps(wrong),
        last.replace(" sets:", " idle:0 sets:9"),
        last.replace('"sets"', '"s"'),
    ):
        if line != last:
            with pytest.raises(RecordError):
                Match.read([*lines, line])


def test_its_rounds_are_numbered_through_and_their_sets_are_told(match: Match) -> None:
    phrases = Phrases(match)
    assert phrases.told(began(match)) == f"Round {len(match.rounds)}, set {match.set_number}"
    *_, won, sets = phrases.ending(match)
    assert won.endswith("win the set.")
    assert sets == f"Sets: Ana and Carl {match.sets['AC']}, Bea and Dan {match.sets['BD']}."


def test_the_sets_stand_in_positions(match: Match) -> None:
    for game in match.rounds:
        again = Position(str(game.position), match.setup.ruleset)
        assert str(again) == str(game.position)
        assert again.view.sets == game.states[0].more.sets


def test_a_review_numbers_the_rounds_of_the_whole_match() -> None:
    match = played(of("1 wins, best of 3"), seed=1)
    found = review(match, seat="A", worlds=1)
    assert [result.round for result in found.rounds] == [*range(1, len(match.rounds) + 1)]


@pytest.mark.parametrize(
    ("match", "scores", "winner", "before", "after", "over"),
    [
        ("2 wins, best of 3", (1, 1), 0, (), (1, 0), False),
        ("2 wins, best of 3", (1, 1), 0, (1, 1), (2, 1), True),
        ("2 wins, best of 3", (1, 0), 1, (1, 1), (1, 1), False),
        ("2 wins, best of 3, drawn when another side has 1", (1, 1), 0, (1, 1), (1, 1), False),
        ("2 wins, best of 3, shutout counts double", (1, 0), 0, (), (2, 0), True),
        ("2 wins, best of 1", (1, 1), 0, (), (), True),
        ("2 rounds, most wins, best of 3", (1, 0), 1, (1, 0), (1, 0), False),
    ],
)
def test_which_sets_count(
    match: str,
    scores: tuple[int, ...],
    winner: int,
    before: tuple[int, ...],
    after: tuple[int, ...],
    over: bool,
) -> None:
    game = Match(of(match)).round.state
    number = sum(scores) + 1
    end = game._replace(scores=scores, round=number, more=game.more._replace(sets=before))
    stood = standing(Match(of(match)).setup, end, winner, (0, 0))
    assert stood.sets == after
    assert (stood.won is not None) is over


def test_a_pad_of_the_same_rounds_shows_the_same_sets(match: Match) -> None:
    pad = PadMatch(match.setup)
    for game in match.rounds:
        current = pad.current
        assert current is not None
        assert (current.start.number, current.start.sets) == (
            game.states[0].round, game.states[0].more.sets
        )  # fmt: skip
        pad = told_truly(pad, game.state, ())
    assert pad.current is None
    assert dict(zip(match.setup.side_names, pad.sets, strict=True)) == match.sets
    assert score_table(pad).split("\n")[-1].split() == ["Sets", *map(str, pad.sets)]
    most, least = sorted(pad.sets, reverse=True)
    assert victory(pad).endswith(f"win the match, {most} to {least}.")


def test_a_server_deals_the_same_sets_and_its_clients_know_them(match: Match) -> None:
    table = PlayedSet(match.compiled, deals_of(match.seed))
    nicks = [*match.names.values()]
    client = SeenTable(match.compiled, nicks[0])
    client.hear(nicks)
    for game in match.rounds:
        table.do({"deal": [0, 1, 2, 3]})
        assert table.played.states[0] == game.states[0]
        state = game.states[0]
        sets = [(state.more.sets or (0, 0))[side] for side in match.setup.side_of]
        told = {"sets": dict(zip(nicks, sets, strict=True)), "round_of_set": state.round}
        client.hear({"command": "new_game", "rounds": 99} | told)
        hand = [[tile.high, tile.low] for tile in match.setup.tiles.in_mask(state.hands[0])]
        client.hear({"command": "move", "state": {"hand": hand, "board": []}})
        if state.opener == 0:
            view = client.position().view
            assert (view.round, view.sets) == (state.round, state.more.sets)
        for move in game.moves:
            table.do(str(move))
    assert table.is_won
    assert table.number == len(match.rounds)
    assert table.final_scores == [match.sets[side] for side in ("AC", "BD", "AC", "BD")]


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(RulesError, match="odd number"):
        of("2 wins, best of 4")
    line = str(Match(of("2 wins, best of 3")).round.position)
    assert Position(f"{line} sets:1-0", of("2 wins, best of 3")).view.sets == (1, 0)
    for sets in ("sets:2-0", "sets:1", "sets:-1-0"):
        with pytest.raises(PositionError):
            Position(f"{line} {sets}", of("2 wins, best of 3"))
    with pytest.raises(PositionError, match="has no sets"):
        Position(f"{line} sets:1-0", of("2 wins"))
