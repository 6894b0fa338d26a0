"""The conversation, with lines fed to it: no terminal, no files but those that it is told of."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dominoes_rules as dr
from dominoes_rules.bots import bot
from dominoes_rules.bots.named import NamedBot
from dominoes_rules.conversation.keeper import MatchKeeper
from dominoes_rules.conversation.screen import Counsel, Screen
from dominoes_rules.conversation.seating import USUAL_BOT, Seating
from dominoes_rules.conversation.talk import Conversation
from dominoes_rules.conversation.typed import move_of
from dominoes_rules.play.match_file import MatchFile
from dominoes_rules.play.match_rounds import PERSON
from tests.games import bundled

COUNSEL = Counsel(
    hint=lambda place: f"hint for {place.turn}",
    why=lambda place, move: f"why {move} for {place.turn}",
    worlds=lambda place: f"{dr.worlds(place).count} worlds",
    rules=lambda setup: f"rules of {setup.name}",
)


class Table:
    """A conversation with what it has said since the screen was last wiped."""

    def __init__(
        self,
        match: dr.Match,
        file: MatchFile | None = None,
        columns: int = 80,
        *,
        waits: bool = False,
    ) -> None:
        self.shown: list[str] = []
        self.wiped = 0
        bots = {seat: bot(player) for seat, player in match.players.items() if player != PERSON}
        screen = Screen(self.say, lambda: columns, self.wipe, waits=waits)
        self.talk = Conversation(match, bots, MatchKeeper(match, file, self.say), COUNSEL, screen)
        self.talk.go_on()

    @property
    def match(self) -> dr.Match:
        return self.talk.match

    def say(self, text: str) -> None:
        self.shown += text.split("\n")

    def wipe(self) -> None:
        self.shown.clear()
        self.wiped += 1

    def type(self, line: str) -> str:
        """What is said because of a line."""
        before, wiped = len(self.shown), self.wiped
        self.talk.answer(line)
        self.talk.go_on()
        return "\n".join(self.shown[before if wiped == self.wiped else 0 :])


def match_of(
    name: str, seed: int = 7, *, persons: str = "A", player: str = "random", **options: int
) -> dr.Match:
    rules = dr.variant(name)
    match = dr.Match(rules, seed=seed, parameters=options or None)
    for seat in match.players:
        if seat not in persons:
            match.players[seat] = player
    return match


@pytest.mark.parametrize("name", bundled())
def test_a_match_is_played_to_its_end(name: str) -> None:
    table = Table(match_of(name, persons="B"))
    while not table.talk.is_over:
        table.type("1")
    assert table.match.is_over
    text = "\n".join(table.shown)
    assert re.search(r"(win|wins|drawn).* after \d+ round", text)
    ends = re.findall(r"The round is blocked\.| (?:go|goes) out\.|, which ends the round\.", text)
    assert len(ends) == len(table.match.rounds)
    assert dr.Match.read(table.match.record()) == table.match


@settings(max_examples=10)
@given(data=st.data(), seed=st.integers(0, 10**6))
def test_a_match_that_stops_and_goes_on_is_the_same_match(data: st.DataObject, seed: int) -> None:
    def answers(table: Table, random: Random, count: int) -> None:
        while not table.talk.is_over and (count := count - 1) >= 0:
            table.type(str(random.randint(1, len(table.match.round.legal_moves))))

    name = data.draw(st.sampled_from(["draw", "draw_one", "domohnoes", "partnership"]))
    whole = Table(match_of(name, seed))
    answers(whole, Random(seed), 32)
    random, part = Random(seed), Table(match_of(name, seed))
    for _ in range(4):
        answers(part, random, 8)
        if not part.talk.is_over:
            part = Table(dr.Match.read(part.match.record()))
    assert part.match == whole.match


@given(seed=st.integers(0, 10**6), persons=st.sampled_from(["AB", "AC", "BD", "ABCD", "draw"]))
@settings(max_examples=15)
def test_no_hand_can_be_seen_or_scrolled_back_to_by_another(seed: int, persons: str) -> None:
    name, persons = ("draw", "AB") if persons == "draw" else ("partnership", persons)
    table = Table(match_of(name, seed, persons=persons))
    random = Random(seed)
    asked = set()
    for _ in range(60):
        if table.talk.is_over:
            break
        game = table.match.round
        sits = "press Enter" not in table.talk.prompt
        hidden = [seat for seat in game.hand_counts if not sits or seat != game.turn]
        # Old rounds are over: all have seen what was held there.
        heading = f"Round {len(table.match.rounds)}"
        begun = [place for place, row in enumerate(table.shown) if row.startswith(heading)]
        rows = table.shown[begun[-1] if begun else 0 :]
        told = [row for row in rows if re.match(r"[> ] [A-D] |\d+\) |You draw", row)]
        shown = re.sub(r"(\d)-(\d)", r"\1\2", "\n".join(told))
        # Not "You draw 10 tiles", nor move number 10.
        words = set(re.findall(r"(?<!\()\b\d\d(?=[lr]?\b)(?! tiles|\))", shown))
        assert not words & {str(tile) for seat in hidden for tile in game.hand(seat)}
        assert not sits or words
        asked.add(game.turn)
        table.type(str(random.randint(1, len(game.legal_moves))) if sits else "1")
    assert asked == set(persons)


def test_what_happened_meanwhile_is_told_to_everybody() -> None:
    table = Table(match_of("partnership", 3, persons="AC"))
    read: dict[str, list[str]] = {"A": [], "C": []}
    while len(table.match.rounds) == 1:
        seat, sits = table.match.round.turn, "press Enter" not in table.talk.prompt
        said = table.shown[:] if sits else []
        read[seat] += [row for row in said if "plays" in row and row not in read[seat]]
        table.type("1")
    played = [str(move) for move in table.match.rounds[0].moves[1:] if str(move) != "-"]
    for rows in read.values():
        words = [re.search(r"plays (\d)-(\d) on the (\w)", row) for row in rows]
        moves = ["".join(found.groups()) for found in words if found is not None]
        assert moves == played[: len(moves)]
        assert len(moves) >= len(played) - 6


def round_of_block() -> Table:
    """A holds 31 33 41 44 60 63 66, and 10 lies."""
    return Table(match_of("block", 7, player="first"))


SAID: dict[str, str] = {
    "xyz": "'xyz' is not a play: type a number from 1 to 3",
    "": "1) 31l  2) 41l  3) 60r",
    "0": "'0' is not a play",
    "5": "'5' is not a play",
    "#9": "'#9' is not a play",
    "24": "42: it fits neither 1 nor 0",
    "24l": "it does not fit the 1",
    "hint": "hint for A",
    "HINT please": "hint for A",
    "why 3": "why 60r for A",
    "why 41": "why 41 for A",
    "why": "Why what? For instance: why 31l",
    "worlds": "38760 worlds",
    "rules": "rules of block",
    "?": "save [FILE]",
    "help": "save [FILE]",
    "undo": "You have made no choice in this round yet.",
    "save": "",
    "\x1b[2J\x1b]0;x\x07": "is not a play",
    "9" * 300: "That is too long",
    "pass": "You can play 31l, 41l or 60r.",
    "+": "You can play 31l, 41l or 60r.",
    "stop": "You can play 31l, 41l or 60r.",
    "? ": "+ draws, ~64 lays aside, - passes, . stops",
}


@pytest.mark.parametrize("line", SAID)
def test_what_is_said_to(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    table = round_of_block()
    before = table.match.round.moves
    assert SAID[line] in table.type(line).replace("\n", " ")
    assert table.match.round.moves == before
    assert table.talk.prompt == "A> "
    noted = line.casefold().startswith(("hint", "why 3", "why 41"))
    assert table.match.hints == [[2] if noted else []]
    assert [one.name for one in tmp_path.iterdir()] == ["block.match"] * (line == "save")


@pytest.mark.parametrize(
    "line",
    ["3", "#3", " 3 ", "60", "06", "60r", "60 r", "06R", "6-0 right", "6|0", "[0|6] right end",
     "play 60 at the right end"],
)  # fmt: skip
def test_one_play_in_many_words(line: str) -> None:
    table = round_of_block()
    table.type(line)
    assert str(table.match.round.moves[1]) == "60r"


def test_a_number_that_is_a_tile_too() -> None:
    match = match_of("draw", 0, persons="AB")
    tiles = match.setup.tiles
    legal = tuple(dr.Move.parse(f"{tile}l") for tile in tiles.tiles[:12])
    assert str(legal[11]) == "41l"
    with pytest.raises(dr.InvalidMove, match="write #12 for the number, 21l for the tile"):
        move_of("12", legal)
    assert move_of("#12", legal) == legal[11]
    assert str(move_of("21l", legal)) == "21l"
    assert str(move_of("🁀", legal)) == "21"
    assert move_of("9", legal) == legal[8]


def test_a_play_in_arms_names_the_tile_that_it_is_laid_against() -> None:
    place = dr.Position("all_fives/2 46-66-65-51 A:61.62.33.32.22.20.30/B:x7 A opener:A stock:x10")
    legal = place.legal_moves
    assert [f"{move}" for move in legal] == ["61@51", "61@66", "62"]
    for typed in ("61 at 5-1", "61@51", "play 6-1 on [5|1]", "61 51"):
        assert f"{move_of(typed, legal)}" == "61@51"
    with pytest.raises(dr.AmbiguousMove, match=r"61 fits at 51 and at 66: type 61@51 or 61@66"):
        place.play(move_of("61", legal))


def test_undo_goes_back_to_the_last_choice_and_the_hint_stays_noted() -> None:
    table = round_of_block()
    table.type("31l")
    after = table.match.round.copy()
    table.type("hint")
    assert table.match.hints == [[len(after.actions) + 1]]
    table.type("undo")
    assert table.match.round.moves == after.moves[:1]
    assert table.match.hints == [[2]]
    table.type("31l")
    assert table.match.round == after
    assert dr.Match.read(table.match.record()) == table.match


def test_undo_goes_back_beyond_what_had_to_be_done() -> None:
    """A choice, the bot's answer, a pass that was forced, another answer: undo takes back all."""
    table = Table(match_of("block", 16))
    table.type("1")
    before = table.match.round.moves
    table.type("1")
    assert [str(move) for move in table.match.round.moves[len(before) + 1 :]] == ["53r", "-", "54l"]
    table.type("undo")
    assert table.match.round.moves == before


def test_undo_needs_whoever_has_chosen_since_and_is_noted() -> None:
    table = Table(match_of("block", 7, persons="AB"))
    for _ in range(3):
        table.type("")
        table.type("1")
    asked, before = table.match.round.turn, table.match.round.moves
    other = "B" if asked == "A" else "A"
    table.type("")
    wiped = table.wiped
    table.type("undo")
    assert table.wiped == wiped + 1
    assert f"{other}: may {asked} take back" in table.talk.prompt
    assert "Type y or n" in table.type("1")
    table.type("n")
    assert (table.match.round.moves, table.match.undone) == (before, [[]])
    assert "does not agree" in table.type("")
    table.type("undo")
    table.type("yes")
    assert table.match.round.turn == asked
    number = len(table.match.round.moves) + 1
    assert number < len(before)
    assert table.match.undone == [[number]]
    assert "press Enter" in table.talk.prompt
    assert json.loads(table.match.record()[1])["undone"] == [number]
    assert dr.Match.read(table.match.record()) == table.match


def test_undo_of_a_bots_answer_needs_nobody() -> None:
    table = round_of_block()
    table.type("31l")
    table.type("undo")
    assert table.match.undone == [[2]]


@pytest.mark.parametrize("mark", [0, 99, True, "1"])
def test_a_record_with_wrong_marks_is_refused(mark: object) -> None:
    table = round_of_block()
    table.type("31l")
    table.type("undo")
    head, line = table.match.record()
    wrong = json.dumps({**json.loads(line), "undone": [mark]})
    with pytest.raises(dr.RecordError, match='"undone" must be a list of the numbers of actions'):
        dr.Match.read([head, wrong])


def test_quit_saves_what_was_played_or_asks_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    untouched = round_of_block()
    untouched.type("quit")
    assert untouched.talk.is_over
    assert not [*tmp_path.iterdir()]
    table = round_of_block()
    table.type("31l")
    assert "Saved in block.match" in table.type("quit")
    assert table.talk.is_over
    assert MatchFile.read("block.match")[0] == table.match
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    table = round_of_block()
    table.type("31l")
    assert "quit again leaves without saving" in table.type("quit")
    assert not table.talk.is_over
    table.type("quit")
    assert table.talk.is_over


def test_every_action_of_a_person_is_saved_before_anybody_is_asked(tmp_path: Path) -> None:
    path = tmp_path / "a.match"
    table = Table(match_of("draw", 5), MatchFile(path))
    for _ in range(12):
        assert MatchFile.read(path)[0] == table.match
        table.type("1")
    bots_turn = []
    original = table.talk._bots["B"]

    def watching(position: dr.Position, random: Random) -> dr.Move:
        bots_turn.append(MatchFile.read(path)[0].round.moves == table.match.round.moves)
        return original(position, random)

    table.talk._bots = {"B": NamedBot("watching", watching)}
    for _ in range(6):
        table.type("1")
    assert bots_turn
    assert all(bots_turn)


def test_trouble_with_the_file_is_said_once_and_ends_no_game(tmp_path: Path) -> None:
    path = tmp_path / "a.match"
    table = Table(match_of("block", 7, player="first"), MatchFile(path))
    path.write_text("somebody else's", "utf-8")
    assert "changed by another program" in table.type("1")
    assert "another program" not in table.type("1")
    assert path.read_text("utf-8") == "somebody else's"
    other = tmp_path / "b.match"
    other.write_text("mine", "utf-8")
    assert "what came last is not in it" in table.talk._keeper.where
    assert "already exists" in table.type(f"save {other}").replace("\n", " ")
    assert other.read_text("utf-8") == "mine"
    other = tmp_path / "c.match"
    assert f"Saved in {other}" in table.type(f"save {other}").replace("\n", " ")
    table.type("1")
    assert MatchFile.read(other)[0] == table.match


def test_who_sits_where() -> None:
    def players(seats: str, persons: list[str], bots: list[str]) -> dict[str, str]:
        return Seating.of(persons, bots).players(seats)

    assert players("AB", [], []) == {"A": PERSON, "B": USUAL_BOT}
    assert players("AB", [], ["A=first"]) == {"A": "first", "B": PERSON}
    assert players("ABC", ["b=Ana"], []) == {"A": USUAL_BOT, "B": PERSON, "C": USUAL_BOT}
    assert players("AB", [], ["B=solver"])["B"] == "solver:worlds=50"
    assert players("AB", [], ["A=first", "B=random"]) == {"A": "first", "B": "random"}
    assert Seating.of([], ["C=first"]).count(dr.variant("domohnoes"), None) == 3
    for persons, bots, said in (
        (["A", "A=Ana"], [], "seat A is taken already"),
        (["A"], ["A=first"], "seat A is taken already"),
        (["Ana"], [], "write A or A=NAME"),
        (["A="], [], "write A or A=NAME"),
        ([], ["B"], "Write B=solver"),
        ([], ["solver"], "write B=solver"),
        (["C"], [], "there is no seat C"),
        ([], ["A=solver:world=3"], "it has no option 'world'"),
    ):
        with pytest.raises(dr.ArgumentError, match=said):
            players("AB", persons, bots)


@given(lines=st.lists(st.text(max_size=12) | st.sampled_from([*SAID])))
@settings(max_examples=30)
def test_nothing_that_is_typed_is_a_traceback(
    lines: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("typed")
    table = Table(match_of("draw", 7, persons="AB"), MatchFile(folder / "a.match"))
    for line in lines:
        if not table.talk.is_over and not line.strip().casefold().startswith("save"):
            table.type(line)
    assert MatchFile.read(folder / "a.match")[0] == table.match
