"""Positions after other rounds of a match: what these show of the players, and in which answers."""

from __future__ import annotations

import json
import pickle
from math import exp, log
from pathlib import Path
from random import Random

import pytest

import dominoes_rules as dr
from dominoes_rules.bots import bot, decide
from dominoes_rules.bots.deciding import after_rounds
from dominoes_rules.cli import main
from dominoes_rules.errors import PositionError
from dominoes_rules.play.match_file import MatchFile
from dominoes_rules.position import earlier_rounds
from dominoes_rules.position.choice_models import usual_model
from dominoes_rules.position.earlier_rounds import MOST_HIDDEN, MOST_WORLDS, choices_in_worlds
from dominoes_solver.belief.player_types import FIRST_SHARE, TypeBelief

SEEN = "block A:32.41.42.43.44.51.55/B:x7 play:41,64l,51r,65l,55l,54l opener:A"


def played(rounds: int, seed: int = 7) -> dr.Match:
    """A match of A, who plays at random, against B, who plays `heaviest`."""
    match, bots = dr.Match(dr.variant("block"), seed=seed), {"A": bot("random")}
    while True:
        while not match.round.is_over:
            game = match.round
            game.push(decide(bots.get(game.turn, bot("heaviest")), game, seed=seed))
        if len(match.rounds) == rounds:
            return match
        match.next_round()


MATCH = played(4)
ROUNDS = (*MATCH.earlier_rounds, str(MATCH.round.position))


def test_earlier_rounds_show_how_players_play() -> None:
    position = dr.Position(SEEN).after_rounds(*ROUNDS)
    model = usual_model(position)
    assert model.types is not None
    assert [model.types.likeliest(seat)[0] for seat in (0, 1)] == ["random", "heaviest"]
    # By Bayes' rule, from the choices of B with the hands that were shown.
    logs = [0.0] * len(model.types.types)
    for text in ROUNDS:
        (choices,) = choices_in_worlds(text, position.setup.ruleset)
        for choice in choices:
            for place, (_, one) in enumerate(model.types.types):
                chances = one.chances(choice.rows, choice.tiles)
                logs[place] += log(chances[choice.taken]) if choice.seat == 1 else 0.0
    prior = [FIRST_SHARE] + [(1 - FIRST_SHARE) / 4] * 4
    odds = [share * exp(one) for share, one in zip(prior, logs, strict=True)]
    assert model.types.shares(1) == pytest.approx([one / sum(odds) for one in odds])
    report = dr.solve(position, dr.Limit(worlds=10))
    assert report.as_json()["types"]["B"]["heaviest"] > 0.9  # type: ignore[index]
    assert "after 4 rounds, B plays like `heaviest`" in report.note
    # B plays the heaviest tile that fits, so B holds fewer heavy ones than by the usual model.
    known, unknown = dr.Position(SEEN).after_rounds(*ROUNDS), dr.Position(SEEN)
    chances = [dr.worlds(one, model="choices").chance("B", "66") for one in (known, unknown)]
    assert chances[0] < chances[1]
    assert dr.worlds(known).chance("B", "66") == dr.worlds(unknown).chance("B", "66")


def test_a_position_keeps_its_earlier_rounds() -> None:
    position = dr.Position(SEEN).supposing("B holds [6|6]").after_rounds(*ROUNDS[:2])
    assert pickle.loads(pickle.dumps(position)) == position
    assert eval(repr(position), {"Position": dr.Position}) == position
    assert position.earlier_rounds == ROUNDS[:2]
    assert position.play("44l").earlier_rounds == ROUNDS[:2]
    assert position.after_rounds().earlier_rounds == ()
    assert position.evidence.count == dr.Position(SEEN).supposing("B holds [6|6]").evidence.count


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("block 26-66-61-15 A:22.24.20.43/B:x6 A void:B=2.5 passes:1 opener:A", "must be a record"),
        ("partnership A:66.15.22.24.20.43.50/B:x7/C:x7/D:x7 play:66", "not those of block"),
        ("hi", "a position is"),
    ],
)
def test_other_texts_are_no_earlier_rounds(text: str, why: str) -> None:
    with pytest.raises(PositionError, match=why):
        dr.Position(SEEN).after_rounds(text)


def test_rules_in_a_folder_named_like_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("block").mkdir()
    Path("block/six.rules").write_text('variant "Six"\nextends "block"\ndeal: 6 each\n')
    game = dr.Round(dr.load("block/six.rules"), seed=5)
    seen = str(game.seen_by("A"))
    assert seen.startswith("block/six.rules ")
    assert game.position.after_rounds(seen).earlier_rounds == (seen,)


def test_hidden_hands_count_by_their_worlds() -> None:
    """A round of which several worlds are left is the weighted mean of these."""
    (choices,) = choices_in_worlds(ROUNDS[0], MATCH.setup.ruleset)
    model = usual_model(dr.Position(SEEN).after_rounds(ROUNDS[0]))
    assert model.types is not None
    first = TypeBelief.at_first(model.types.types, 2)
    assert first.after(choices, choices, choices).shares(1) == pytest.approx(
        first.after(choices).shares(1)
    )
    others = [choice for choice in choices if choice.seat == 0]
    mixed = first.after(choices, others)
    means = [
        (exp(one) + 1) / 2 for one in (row[1] for row in zip(*first._likely(choices), strict=True))
    ]
    prior = [FIRST_SHARE] + [(1 - FIRST_SHARE) / 4] * 4
    odds = [share * mean for share, mean in zip(prior, means, strict=True)]
    assert mixed.shares(1) == pytest.approx([one / sum(odds) for one in odds])
    hidden = "block A:66.65.64.63.62.61.60/B:x7 play:66 opener:A"
    assert len(choices_in_worlds(hidden, MATCH.setup.ruleset)) == MOST_WORLDS
    with pytest.raises(PositionError, match="at most 100 earlier rounds may have hidden hands"):
        dr.Position(SEEN).after_rounds(*[hidden] * (MOST_HIDDEN + 1), ROUNDS[0])


def test_rounds_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def after(number: int) -> tuple[tuple[float, ...], ...]:
        types = usual_model(dr.Position(SEEN).after_rounds(*ROUNDS[:number])).types
        assert types is not None
        return types.logs

    found = after(len(ROUNDS))
    monkeypatch.delattr(earlier_rounds, "choices_in_worlds")
    assert after(len(ROUNDS)) == found != after(1)


def test_bots_learn_from_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    position = dr.Position(SEEN)
    for name, learns in (
        ("strong:worlds=3", True),
        ("master", True),
        ("solver:worlds=3", False),
        ("heaviest", False),
    ):
        found = after_rounds(bot(name), position, ROUNDS).earlier_rounds
        assert found == (ROUNDS if learns else ())
    answers = [
        bot(f"strong:worlds=3{options}")(one, Random(1))
        for options, one in (
            (",types=off", position.after_rounds(*ROUNDS)),
            ("", position),
        )
    ]
    assert answers[0] == answers[1]
    asked = []

    def first(_: object, seen: dr.Position, __: Random) -> dr.Move:
        asked.append(seen.earlier_rounds)
        return seen.legal_moves[0]

    monkeypatch.setattr("dominoes_rules.bots.named.NamedBot.__call__", first)
    decide(bot("strong"), dr.Round(dr.variant("block"), seed=1), earlier=ROUNDS)
    assert asked == [ROUNDS]


def test_commands_learn_from_a_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved, records, empty = (str(tmp_path / name) for name in ("a.match", "records", "empty"))
    MatchFile(saved).write(MATCH)
    Path(records).write_text("\n".join([*ROUNDS, SEEN]))
    Path(empty).write_text("")
    answers = []
    for file in (saved, records):  # the last record is no finished round
        assert main(["worlds", SEEN, "--types", file, "--json"]) == 0
        shown = capsys.readouterr()
        answers.append(json.loads(shown.out))
        assert ("1 of 5 rounds left out" in shown.err) is (file == records)
    assert answers[0] == answers[1]
    assert answers[0]["types"]["B"]["heaviest"] > 0.9
    assert main(["solve", SEEN, "--worlds", "5", "--types", saved]) == 0
    assert "after 4 rounds, B plays like `heaviest`" in capsys.readouterr().out
    assert main(["worlds", SEEN, "--types", "off"]) == 0
    assert "plays like `heaviest`" not in capsys.readouterr().out
    snapshot = "block 26-66-61-15 A:22.24.20.43/B:x6 A opener:A"
    gaple = "gaple A:11.22.42.43.53.60.66/B:x7/C:x7/D:x7 play:00,40l,64l opener:B"
    for words, why in (
        (["worlds", SEEN, "--types", empty], "no finished round"),
        (["worlds", SEEN, "--types", "nowhere.match"], "no such file"),
        (["worlds", SEEN, "--types", saved, "--list"], "leave out --types"),
        (["worlds", SEEN, "--types", saved, "--model", "counted"], "the same weight"),
        (["solve", SEEN, "--types", saved, "--world", "3"], "one world is left"),
        (["solve", snapshot, "--types", saved], "a snapshot shows no choices"),
        (["solve", gaple, "--types", saved], "does not know tiles that are laid aside"),
    ):
        assert main(words) == 2
        assert why in capsys.readouterr().err
    found = dr.review(MATCH, seat="A", worlds=2)
    assert "after 3 rounds, B plays like `heaviest`" in found.note
    assert found.as_json()["types"]
    assert not dr.review(MATCH, seat="A", worlds=2, types=False).note
