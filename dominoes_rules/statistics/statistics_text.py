"""The figures of a game as text, and of two games side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dominoes_lang.english.wording import number
from dominoes_rules.statistics.figures import GameFigure, Spread
from dominoes_rules.statistics.stats_of_game import GameStats
from dominoes_solver.means import Mean

WIDTH = 10
"""Of the words before a line."""
MARK = "*"


def figure(value: GameFigure) -> str:
    """A figure with its error: `37.2% ± 0.7`, or `24.51 ± 0.10`."""
    return amount(value.mean, share=value.share)


def amount(value: Mean, *, share: bool, sign: bool = False) -> str:
    """A mean with its error, a share in percent."""
    scale, digits, unit = (100, 1, "%") if share else (1, 2, "")
    error = "" if value.se is None else f" ± {scale * value.se:.{digits}f}"
    return f"{scale * value.mean + 0.0:{'+' if sign else ''}.{digits}f}{unit}{error}"


def _so_many(count: int, noun: str, plural: str) -> str:
    return f"{count:,} {noun if count == 1 else plural}"


def heading(found: GameStats) -> str:
    """What was played, by whom, and from which seed."""
    players = number(found.setup.seats)
    rounds = _so_many(found.rounds, "round", "rounds")
    amounts = f"{rounds} and {_so_many(found.matches, 'match', 'matches')}"
    stopped = "; stopped before the end" if found.stopped else ""
    return (
        f"{found.setup.ruleset.title}, {players} players: {amounts} of {found.by}, "
        f"seed {found.seed}{stopped}"
    )


def plain_text(found: GameStats) -> str:
    """The figures of one game."""
    lines = [heading(found)]
    for title, write in _PARTS:
        for place, line in enumerate(write(found)):
            lines.append(f"{title if place == 0 else '':<{WIDTH}} {line}".rstrip())
    return "\n".join(lines)


def _rounds(found: GameStats) -> Iterator[str]:
    yield f"{figure(found['actions'])} actions ({_most(found, 'actions spread')})"
    yield f"{figure(found['turns'])} turns, {figure(found['passes'])} passes"
    cut = f", cut short {figure(found['cut'])}" if "cut" in found.figures else ""
    yield f"blocked {figure(found['blocked'])}, won by nobody {figure(found['nobody'])}{cut}"
    watched = len(found.observed.rounds)
    if watched < found.rounds:
        yield f"turns, passes, choices and awards are of {watched:,} rounds"


def _choices(found: GameStats) -> Iterator[str]:
    yield (
        f"{figure(found['decisions'])} of actions are chosen among several; "
        f"{figure(found['moves'])} moves to choose from"
    )


def _opener(found: GameStats) -> Iterator[str]:
    even = 1 / found.setup.sides
    side = "the opener's side" if found.setup.team_size > 1 else "the opener"
    yield f"{side} wins {figure(found['opener wins'])} (even: {even:.1%})"
    unit = "wins" if found.setup.counts_wins else "points"
    gain = amount(found["opener gains"].mean, share=False, sign=True)
    yield f"and gains {gain} {unit} a round on the others"


def _seats(found: GameStats) -> Iterator[str]:
    figures = found.sections["seats"]
    for wins, gains in zip(figures[::2], figures[1::2], strict=True):
        assert isinstance(wins, GameFigure)
        assert isinstance(gains, GameFigure)
        seat_in_turn = wins.key.split()[1]
        gain = amount(gains.mean, share=False, sign=True)
        yield f"{seat_in_turn} in turn wins {figure(wins):<14} gains {gain}"


def _points(found: GameStats) -> Iterator[str]:
    if "points" not in found.figures:
        yield "no points are paid: wins count"
        return
    yield f"{figure(found['points'])} a round ({_most(found, 'points spread')})"
    shares = found.sections["awards"]
    width = max(len(share.key) for share in shares) - len("award  share")
    for share, paid in zip(shares[::2], shares[1::2], strict=True):
        assert isinstance(share, GameFigure)
        assert isinstance(paid, GameFigure)
        name = share.key.removeprefix("award ").removesuffix(" share")
        yield (f"{name:<{width}}  {figure(share):>14} of points, paid in {figure(paid)} of rounds")


def _matches(found: GameStats) -> Iterator[str]:
    if found.matches:
        yield f"{figure(found['match rounds'])} rounds ({_most(found, 'match rounds spread')})"
        yield (
            f"the lead changes {figure(found['lead changes'])} times; "
            f"{figure(found['from behind'])} are won from behind at half"
        )
        yield f"whoever opens the first round wins {figure(found['match opener wins'])}"
    if found.observed.abandoned:
        left = _so_many(found.observed.abandoned, "match was", "matches were")
        yield f"{left} left without an end"
    elif not found.matches:
        yield "none was played to its end"


def _unused(found: GameStats) -> Iterator[str]:
    if not found.unused:
        yield "nothing"
    for clause in found.unused:
        yield f"{clause.what}: `{clause.text}` ({clause.line})"


def _most(found: GameStats, key: str) -> str:
    spread = found.figures[key]
    assert isinstance(spread, Spread)
    middle = f"{spread.median}" + (f" ± {spread.error:g}" if spread.error else "")
    return (
        f"{middle} in the middle, eight of ten {spread.tenth} to {spread.ninetieth}, "
        f"at most {spread.most}"
    )


_PARTS: tuple[tuple[str, Callable[[GameStats], Iterator[str]]], ...] = (
    ("Rounds", _rounds),
    ("Choices", _choices),
    ("Opener", _opener),
    ("Seats", _seats),
    ("Points", _points),
    ("Matches", _matches),
    ("Unused", _unused),
)


def side_by_side(first: GameStats, second: GameStats, names: tuple[str, str]) -> str:
    """The figures of two games in two columns; those that differ clearly are marked."""
    lines = [heading(first), heading(second), ""]
    rows = list(_rows(first, second))
    left = max(len(row[0]) for row in rows)
    columns = [
        max(len(name), *(len(row[place]) for row in rows)) + 2
        for place, name in enumerate(names, 1)
    ]
    head = "".join(f"{name:>{width}}" for name, width in zip(names, columns, strict=True))
    lines.append(f"{'':<{left}}{head}  difference")
    for label, mine, theirs, difference in rows:
        cells = f"{mine:>{columns[0]}}{theirs:>{columns[1]}}"
        lines.append(f"{label:<{left}}{cells}  {difference}".rstrip())
    lines += ["", f"{MARK} differs by more than three errors; equal seeds deal equal tiles"]
    for name, found in zip(names, (first, second), strict=True):
        unused = list(_unused(found))
        lines += [f"Unused in {name}: {unused[0]}", *(f"  {line}" for line in unused[1:])]
    return "\n".join(lines)


def _rows(first: GameStats, second: GameStats) -> Iterator[tuple[str, str, str, str]]:
    for key in dict.fromkeys([*first.figures, *second.figures]):
        mine, theirs = first.figures.get(key), second.figures.get(key)
        known = mine or theirs
        if not isinstance(known, GameFigure):
            continue
        cells = [figure(value) if isinstance(value, GameFigure) else "" for value in (mine, theirs)]
        difference = ""
        if isinstance(mine, GameFigure) and isinstance(theirs, GameFigure):
            mark = f" {MARK}" if theirs.is_clear_from(mine) else ""
            difference = amount(theirs.minus(mine), share=known.share, sign=True) + mark
        yield known.words, cells[0], cells[1], difference


def as_json(found: GameStats) -> dict[str, object]:
    """All figures with their errors, as plain values."""
    return {
        "variant": found.setup.name,
        "seats": found.setup.seats,
        "bot": found.by,
        "seed": found.seed,
        "rounds": found.rounds,
        "rounds_watched": len(found.observed.rounds),
        "matches": found.matches,
        "matches_without_end": found.observed.abandoned,
        "stopped": found.stopped,
        "figures": {
            part: {value.key: _values(value) for value in values}
            for part, values in found.sections.items()
        },
        "unused": [
            {"clause": clause.what, "text": clause.text, "line": clause.line}
            for clause in found.unused
        ],
    }


def _values(value: GameFigure | Spread) -> dict[str, object]:
    if isinstance(value, GameFigure):
        return {"mean": value.mean.mean, "se": value.mean.se, "is_share": value.share}
    return {
        "tenth": value.tenth,
        "median": value.median,
        "median_error": value.error,
        "ninetieth": value.ninetieth,
        "most": value.most,
    }
