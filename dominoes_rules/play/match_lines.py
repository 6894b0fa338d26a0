"""A match as lines of JSON, and back: reading replays every action and believes nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from dominoes_lang.setup.ruleset import Ruleset
from dominoes_lang.table.tiles import Tile
from dominoes_lang.text.diagnostics import RulesError
from dominoes_lang.text.json_text import NotJson, read_json
from dominoes_lang.text.quoting import as_json, short
from dominoes_lang.text.root_exception import DominoesError
from dominoes_rules import library
from dominoes_rules.errors import RecordError
from dominoes_rules.play.deals import as_record, scores_after, standing_after
from dominoes_rules.play.match_rounds import MatchRounds
from dominoes_rules.position.description import Description, name_of
from dominoes_rules.position.notation import in_order
from dominoes_rules.position.reading import Reader
from dominoes_solver.evidence.view import Record

if TYPE_CHECKING:
    from dominoes_lang.codegen.compiled import Compiled
    from dominoes_lang.setup.ruleset import Setup
    from dominoes_rules.play.round import Round

FORMAT, VERSION = "dominoes-rules match", 1
PAD_FORMAT = "dominoes-rules pad"
"""The format of a score pad, which is no match but may be taken for one."""
LONGEST_LINE = 8 * 1024 * 1024
"""Characters; a line holds no more than a family of rules files."""
_Any = TypeVar("_Any")
Played = TypeVar("Played", bound=MatchRounds)


# ---------------------------------------------------------------------- writing


class Headed(Protocol):
    """What the head of a record tells of a match."""

    @property
    def setup(self) -> Setup: ...
    @property
    def names(self) -> Mapping[str, str]: ...
    @property
    def players(self) -> Mapping[str, str]: ...
    @property
    def seed(self) -> int: ...


def head_line(match: Headed) -> str:
    """The first line: the rules, the seats and the seed."""
    setup = match.setup
    rules = rules_head(setup)
    files = rules.pop("files", None)
    head: dict[str, object] = {
        "format": FORMAT,
        "version": VERSION,
        **rules,
        "seats": [
            {"seat": seat, "name": match.names[seat], "player": match.players[seat]}
            for seat in setup.seat_names
        ],
        "seed": match.seed,
    }
    return as_json({**head, "files": files} if files else head)


def rules_head(setup: Setup) -> dict[str, object]:
    """What a head tells of the rules: their name, what tells them apart, and their own text."""
    head: dict[str, object] = {
        "variant": name_of(setup.ruleset),
        "rules": library.digest(setup.ruleset),
        "parameters": {
            name: str(value) if isinstance(value, Tile) else value
            for name, value in setup.parameters
        },
    }
    files = library.kept_files(setup.ruleset)
    return {**head, "files": files} if files else head


def round_line(match: MatchRounds, number: int) -> str:
    """The line of a round, by its number from 1."""
    game = match.rounds[number - 1]
    marks = {"hints": match.hints[number - 1], "undone": match.undone[number - 1]}
    return line_of(match.compiled, game, number, marks)


def line_of(
    compiled: Compiled,
    game: Round,
    number: int,
    marks: Mapping[str, Sequence[int]] = MappingProxyType({}),
) -> str:
    """The line of a round of a match with these rules, by its number from 1.

    marks: the numbers of actions that are noted, such as those before which a hint was asked for.
    """
    setup = compiled.setup
    record = as_record(setup, game.states[0], game.actions)
    state = game.state
    line: dict[str, object] = {
        "round": number,
        "position": Description(name_of(setup.ruleset), compiled, record).text,
    }
    outcome = game.outcome
    if outcome is not None:
        line["points"] = outcome.points
    line["scores"] = dict(zip(setup.side_names, scores_after(compiled, state), strict=True))
    if setup.match.has_sets:
        sets = standing_after(compiled, state).sets if state.over else state.more.sets
        line["sets"] = dict(zip(setup.side_names, sets or (0,) * setup.sides, strict=True))
    if outcome is None:
        line["open"] = True
    return as_json({**line, **{name: numbers for name, numbers in marks.items() if numbers}})


# ---------------------------------------------------------------------- reading


def read_match(lines: Iterable[str], new: Callable[..., Played]) -> Played:
    """The match of a record. Raises `RecordError`."""
    numbered = _numbered(lines)
    number, text = next(numbered, (1, ""))
    if not text:
        raise RecordError(1, "there is no match here: the file is empty")
    try:
        head = read_json(text, _no_number)
    except NotJson as error:
        raise RecordError(number, str(error)) from None
    match = _begun(number, _as_object(number, head), new)
    following = next(numbered, None)
    closed = False
    while following is not None:
        (number, text), following = following, next(numbered, None)
        if closed:
            raise RecordError(number, "a round follows one that is still open")
        try:
            value = read_json(text, _no_number)
        except NotJson as error:
            if following is None:
                raise RecordError(number, f"the last line is cut off; {error}", match) from None
            raise RecordError(number, str(error)) from None
        closed = _replay(number, _as_object(number, value), match)
    return match


def _numbered(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The lines that are not empty, numbered from 1."""
    for number, line in enumerate(lines.split("\n") if isinstance(lines, str) else lines, 1):
        if not isinstance(line, str):
            raise TypeError(f"a match is read from lines of text, not from {line!r:.60}")
        if len(line) > LONGEST_LINE:
            raise RecordError(number, f"a line has at most {LONGEST_LINE:,} characters")
        if line.strip():
            yield number, line


def _no_number(_: str) -> None:
    """Numbers that JSON does not have are null."""


def _as_object(number: int, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RecordError(number, "this is not a JSON object")
    return value


def _get(number: int, record: dict[str, Any], name: str, kind: type[_Any], wanted: str) -> _Any:
    """A value of an object. Raises `RecordError` if it is missing or of another type."""
    if name not in record:
        raise RecordError(number, f'"{name}" is missing')
    value = record[name]
    wrong = not isinstance(value, kind) or isinstance(value, bool) is not (kind is bool)
    if wrong or (kind is int and value < 0):
        shown = short(json.dumps(value)) if not isinstance(value, int) else "another number"
        raise RecordError(number, f'"{name}" must be {wanted}, not {shown}')
    return value  # type: ignore[no-any-return]


def _begun(number: int, head: dict[str, Any], new: Callable[..., Played]) -> Played:
    """The match of a head, its first round dealt."""
    if head.get("format") == PAD_FORMAT:
        raise RecordError(
            number,
            "this is a score pad, which has no actions; `dominoes-rules pad --file` opens it",
        )
    if head.get("format") != FORMAT:
        raise RecordError(number, f'this is not a match: its "format" is not "{FORMAT}"')
    version = _get(number, head, "version", int, "a number")
    if version != VERSION:
        raise RecordError(
            number, f"this is version {short(str(version))} of the format; only 1 can be read"
        )
    seed = _get(number, head, "seed", int, "a number of at least 0")
    parameters = _get(number, head, "parameters", dict, "an object")
    seats = _get(number, head, "seats", list, "a list of seats")
    ruleset = rules_of_head(number, head)
    most = ruleset.players[-1]
    if len(seats) > most:
        raise RecordError(number, f"{ruleset.name} has at most {most} seats")
    rows = [_as_object(number, seat) for seat in seats]
    names = [_get(number, seat, "name", str, "a text") for seat in rows]
    letters = [_get(number, seat, "seat", str, "a letter") for seat in rows]
    for name, value in parameters.items():
        if not isinstance(value, int | str):
            raise RecordError(number, f'the value of "{short(name)}" must be a number or a text')
    try:
        match = new(ruleset, seats=len(rows), seed=seed, parameters=parameters, names=names)
    except DominoesError as error:
        raise RecordError(number, str(error)) from None
    if tuple(letters) != match.setup.seat_names:
        raise RecordError(number, f'"seats" must be {", ".join(match.setup.seat_names)} in order')
    for letter, seat in zip(letters, rows, strict=True):
        match.players[letter] = _get(number, seat, "player", str, "a text")
    return match


def rules_of_head(number: int, head: dict[str, Any]) -> Ruleset:
    """The rules of a match: a bundled variant, or the kept texts; no file is looked at.

    number: the line of the head. Raises `RecordError`.
    """
    name = _get(number, head, "variant", str, "a text")
    digest = _get(number, head, "rules", str, "a text")
    files = []
    if "files" in head:
        rows = [_as_object(number, row) for row in _get(number, head, "files", list, "a list")]
        files = [
            (_get(number, row, "name", str, "a text"), _get(number, row, "text", str, "a text"))
            for row in rows
        ]
    try:
        ruleset = library.of_kept(name, files) if files else library.Library().find(name)
    except RulesError as error:
        where = f"the rules {short(name)}"
        raise RecordError(
            number, f"{where} can't be used: {error.diagnostics[0].message}"
        ) from None
    if library.digest(ruleset) != digest:
        raise RecordError(
            number,
            f"the match was played by other rules: {short(name)} is not what it was then"
            if not files
            else f"the rules {short(name)} have been changed since the match was played",
        )
    return ruleset


def _replay(number: int, record: dict[str, Any], match: MatchRounds) -> bool:
    """Play the round of a line; returns whether it is left open."""
    wanted = len(match.rounds)
    if match.round.is_over:
        if match.winner is not None:
            raise RecordError(number, f"the match was over after round {wanted}")
        match.next_round()
        wanted += 1
    stated = _get(number, record, "round", int, "a number")
    if stated != wanted:
        raise RecordError(number, f"this should be round {wanted}")
    text = _get(number, record, "position", str, "a text")
    scores = _get(number, record, "scores", dict, "an object")
    is_open = "open" in record and _get(number, record, "open", bool, "true or false")
    game = match.round
    try:
        description = Reader(text, match.setup.ruleset).read()
    except DominoesError as error:
        raise RecordError(number, str(error)) from None
    _check_deal(number, description, game)
    moves = in_order(description.view.moves, game.setup.layout, game.states[0])  # type: ignore[union-attr]
    for index, move in enumerate(moves, 1):
        try:
            game.push(move)
        except DominoesError as error:
            raise RecordError(number, f"action {index}: {error}") from None
    for name, note in (("hints", match.mark_hint), ("undone", match.mark_undone)):
        for mark in _get(number, record, name, list, "a list") if name in record else ():
            if type(mark) is not int or not 1 <= mark <= len(game.actions) + 1:
                raise RecordError(number, f'"{name}" must be a list of the numbers of actions')
            note(mark)
    outcome = game.outcome
    if (outcome is None) is not is_open:
        raise RecordError(
            number,
            f'round {wanted} is not over, and only an "open" one may be unfinished'
            if outcome is None
            else f'round {wanted} is over, but called "open"',
        )
    if outcome is not None:
        points = _get(number, record, "points", dict, "an object")
        _check_points(number, "points", points, outcome.points)
    _check_points(number, "scores", scores, match.scores)
    if match.setup.match.has_sets:
        _check_points(number, "sets", _get(number, record, "sets", dict, "an object"), match.sets)
    return is_open


def _check_deal(number: int, description: Description, game: Round) -> None:
    """Raise `RecordError` unless a record begins as the match has dealt the round."""
    record, dealt = description.view, as_record(game.setup, game.states[0], ())
    if not isinstance(record, Record):
        raise RecordError(number, "the position must be a record: every hand, and play:ACTIONS")
    if description.compiled.setup != game.setup:
        raise RecordError(number, "the position has other seats or parameters than the match")
    if record.sets != dealt.sets:
        shown = "-".join(map(str, dealt.sets)) or "0"
        raise RecordError(number, f"the sets of the position do not follow; they are {shown}")
    if record.round != dealt.round:
        raise RecordError(number, f"the position is of round {record.round}, not {dealt.round}")
    if (record.scores or dealt.scores) != dealt.scores or (any(dealt.scores) and not record.scores):
        shown = "-".join(map(str, dealt.scores))
        raise RecordError(number, f"the score of the position does not follow; it is {shown}")
    tiles = (record.dealt, record.drew, record.turned, record.stock)
    if tiles != (dealt.dealt, dealt.drew, dealt.turned, dealt.stock):
        raise RecordError(number, "these are not the tiles that the seed of the match deals here")
    if record.opener != dealt.opener:
        opener = game.setup.seat_names[game.states[0].opener]
        raise RecordError(number, f"{opener} opens this round")


def _check_points(number: int, name: str, stated: dict[str, Any], wanted: dict[str, int]) -> None:
    if stated == wanted and all(type(points) is int for points in stated.values()):
        return
    follow = ", ".join(f"{side} {points}" for side, points in wanted.items())
    raise RecordError(number, f'the "{name}" do not follow from the actions, which give {follow}')
