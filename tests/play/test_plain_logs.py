"""Plain logs: what is written is read back, other programs' forms too, and errors name the line."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from random import Random

import pytest

import dominoes_rules as dr
from dominoes_lang.codegen.compiled import Compiled
from dominoes_lang.table.state import Kind, Over
from dominoes_rules import library
from dominoes_rules.cli import main
from dominoes_rules.play.log_rounds import read_log
from tests.games import bundled

DOMAINO = """NEW_GAME: []
MOVE: [0, (5, 6), 0]
MOVE: [1, (6, 1), 1]
PASS: [2]
MOVE: [3, (5, 2), 0]
"""
SPIEL = """Deal (6.0, 6.0)
Deal (5.0, 5.0)
Deal (5.0, 6.0)
Deal (3.0, 3.0)
Deal (2.0, 2.0)
Deal (1.0, 1.0)
Deal (0.0, 0.0)
Deal (4.0, 6.0)
Deal (4.0, 4.0)
Deal (3.0, 4.0)
Deal (2.0, 4.0)
Deal (1.0, 4.0)
Deal (0.0, 4.0)
Deal (2.0, 3.0)
p0 tile:(6.0, 6.0) pip:None
p1 tile:(4.0, 6.0) pip:6.0
p0 tile:(5.0, 6.0) pip:6.0
p1 tile:(4.0, 4.0) pip:4.0
p0 tile:(5.0, 5.0) pip:5.0
p1 tile:(3.0, 4.0) pip:4.0
p0 tile:(3.0, 3.0) pip:3.0
p1 tile:(2.0, 3.0) pip:3.0
p0 tile:(2.0, 2.0) pip:2.0
p1 tile:(2.0, 4.0) pip:2.0
p1 tile:(1.0, 4.0) pip:4.0
p0 tile:(1.0, 1.0) pip:1.0
"""
FACTS = {"opener", "round", "score", "idle", "with", "turned"}
WORDS = {Kind.PLAY: "play", Kind.DRAW: "draw", Kind.DISCARD: "aside", Kind.PASS: "pass"}


def words_of(match: dr.Match) -> list[str]:
    """A match as a plain log; what a record must add of a round is on the line that begins it."""
    lines = []
    tiles, letters = match.setup.tiles, match.setup.seat_names
    for game in match.rounds:
        words = str(game.position).split()
        lines.append(" ".join(["round", *(word for word in words if word.split(":")[0] in FACTS)]))
        start = game.states[0]
        for letter, hand in zip(letters, start.hands, strict=True):
            lines.append(" ".join(["deal", letter, *map(str, tiles.in_mask(hand))]))
        if start.stock:
            lines.append(" ".join(["stock", *(str(tiles.tiles[tile]) for tile in start.stock)]))
        for before, move in zip(game.states, game.moves, strict=False):
            tile = str(move).lstrip("+~-.")
            words = [WORDS.get(move.kind, "stop"), letters[before.mover], tile]
            lines.append(" ".join(words).rstrip())
    return lines


def played(game: str, rounds: int, seed: int) -> dr.Match:
    """A match of some random rounds."""
    random = Random(seed)
    match = dr.Match(dr.variant(game), seed=seed)
    while True:
        while not match.round.is_over:
            match.round.push(random.choice(match.round.legal_moves))
        if match.is_over or len(match.rounds) == rounds:
            return match
        match.next_round()


def records_of(match: dr.Match) -> list[str]:
    return [str(game.position) for game in match.rounds]


@pytest.mark.parametrize("game", bundled())
def test_random_rounds_are_read_back(game: str) -> None:
    match = played(game, 2, 3)
    assert [*map(str, read_log(words_of(match), match.compiled))] == records_of(match)


def block() -> Compiled:
    return library.compiled(dr.variant("block"))


def test_the_form_of_domaino() -> None:
    compiled = library.compiled(dr.variant("domohnoes"), 4)
    (record,) = read_log(DOMAINO.splitlines(), compiled)
    assert str(record).endswith("play:65,61l,-,52r opener:A")
    assert (record.turn, sorted(record.ends)) == ("A", [1, 2])
    assert read_log((DOMAINO + DOMAINO).splitlines(), compiled) == [record, record]


def test_the_form_of_openspiel_leaves_out_passes_and_the_stock() -> None:
    (record,) = read_log(SPIEL.splitlines(), block())
    text = str(record)
    assert text.startswith("block A:00.11.22.33.55.65.66/B:32.40.41.42.43.44.64 ")
    assert "play:66,64" in text
    assert ",-," in text
    with pytest.raises(dr.RecordError, match="line 16: 64: no end shows 5; the ends are 6"):
        read_log(SPIEL.replace("(4.0, 6.0) pip:6", "(4.0, 6.0) pip:5").splitlines(), block())


LOG = "deal A 66 65 64 63 62 61 60\ndeal B 55 54 53 52 51 50 44\nplay A 65\n"


@pytest.mark.parametrize(
    ("log", "said"),
    [
        ("", "line 1: there is no round here"),
        (
            "A plays 65",
            "^line 1: 'A plays 65' is no action of a log; write one action a line: deal A",
        ),
        (f"{LOG}play A 64 left", "line 4: it is B's turn, not A's; .*: pass B"),
        (f"{LOG}pass B", "line 4: .*can't pass"),
        (f"{LOG}play B 33", "line 4: "),
        (f"{LOG}play B 5x", "line 4: .*not a move"),
        (f"{LOG}play C 44", "line 4: block has 2 players here; .*--game block/3"),
        (f"{LOG}# well played\nMOVE: [99, (6, 5), 0]", "line 5: no game has a player 99"),
        ("deal A 66 65 66 64 63 62 61\nplay A 66", "line 1: the round that begins here: .*66"),
        ("deal A 66 65\ndeal A 64", "line 2: A has been dealt tiles already"),
        ("deal A 6", "line 1: "),
        ("stock 66\nstock 65", "line 2: the stock"),
        ("round play:66", "line 1: .* is no fact of a round"),
        ("round wind:east\nplay A 66", "line 1: "),
        ("pass A" + " " * 2_000, "line 1: it is longer than 1,000"),
        ("draw A\n" * 2_001, "line 2001: a round has at most 2,000 actions"),
    ],
)
def test_what_is_no_log(log: str, said: str) -> None:
    with pytest.raises(dr.RecordError, match=said):
        read_log(log.splitlines(), block())


def test_rounds_and_scores_go_on_where_the_log_shows_all_hands() -> None:
    match = played("block", 3, 5)
    lines = ["round" if line.startswith("round") else line for line in words_of(match)]
    assert [*map(str, read_log(lines, match.compiled))] == records_of(match)


def test_a_log_with_unseen_leftovers_is_imported_and_reviewed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only what was laid is known: all tiles of who went out, and not those of the other."""
    match = next(
        match
        for match in (played("block", 1, seed) for seed in count())
        if match.round.state.over == Over.DOMINO
    )
    before = match.round.states[-2]
    out, other = sorted("AB", key=lambda seat: match.setup.seat_names[before.mover] != seat)
    log, output = tmp_path / "a.log", tmp_path / "a.txt"
    plays = (line for line in words_of(match) if line.split()[0] not in {"deal", "stock"})
    log.write_text("\n".join(plays), encoding="utf-8")
    command = ["records", "import", str(log), "--game", "block"]
    assert main([*command, "-o", str(output)]) == 0
    assert "1 round; dominoes-rules review reads it" in capsys.readouterr().err
    assert main(command) == 0
    assert capsys.readouterr().out == output.read_text(encoding="utf-8")
    assert main([*command, "-o", str(output)]) == 2
    assert "--force replaces it" in capsys.readouterr().err
    assert main(["review", str(output), "--seat", out, "--worlds", "5"]) == 0
    assert "the record does not show all tiles" in capsys.readouterr().out
    assert main(["review", str(output), "--seat", other]) == 2
    assert f"does not show the whole hand of {other}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"\xff\xfe", "is not UTF-8 text"), (b"deal A \x1b[2J", "line 1: "), (None, "can't be read")],
)
def test_files_that_are_no_logs(
    data: bytes | None, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.log"
    if data is not None:
        file.write_bytes(data)
    assert main(["records", "import", str(file), "--game", "block"]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert "\x1b" not in error
