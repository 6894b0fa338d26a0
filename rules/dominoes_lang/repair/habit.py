"""A habit of writing, and the words and numbers that tables of habits share."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from dominoes_lang.syntax.vocabulary import (
    CLAUSES,
    NUMBERS,
    SETS,
    UNIQUE_BY_NAME,
    suggestion,
    tile_meant,
)
from dominoes_lang.table.tiles import CHARACTERS

Write: TypeAlias = str | Callable[[re.Match[str]], str]
"""A replacement: a template as for `re.Match.expand`, or a function; empty to delete."""


@dataclass(frozen=True)
class Habit:
    """A way of writing for which the language has other words.

    `clauses` are the headers under which it is looked for, none for any. One text in `writes` is a
    fix, several are a choice; `sure`: the only one can be applied without asking.
    """

    pattern: re.Pattern[str]
    writes: tuple[Write, ...] = ()
    clauses: frozenset[str] = frozenset()
    help: str = ""
    sure: bool = True
    always: bool = False
    """Whether it applies even if the clause then makes no sense: a sign that begins nothing."""
    by_itself: bool = False
    """Whether it applies even if what follows it is wrong as well."""

    seated: bool = False
    """Whether it says left or right, so that "after" and "before" are for clockwise play."""

    @property
    def certain(self) -> bool:
        return self.sure and len(self.writes) == 1


def habit(
    clauses: str,
    pattern: str,
    *writes: Write,
    help: str = "",  # noqa: A002
    sure: bool = True,
    always: bool = False,
    by_itself: bool = False,
    seated: bool = False,
) -> Habit:
    """A habit under the headers that are named in `clauses`, with commas between."""
    names = frozenset(name for name in clauses.split(", ") if name)
    compiled = re.compile(pattern, re.IGNORECASE)
    return Habit(compiled, writes, names, help, sure, always, by_itself, seated)


WITH_COLON = [header for header in CLAUSES if header not in {*UNIQUE_BY_NAME, "variant", "extends"}]
SIZES = {number: name for name, number in SETS.items()}
COUNTS = {(size + 1) * (size + 2) // 2: name for name, size in SETS.items()}
WORDS = {name.removeprefix("double-"): size for name, size in SETS.items()}
SIZE = "|".join(WORDS)
TILES = r"(?:tiles?|bones?|domino(?:e?s)?|stones?|pieces?|cards?)"
PIPS = r"(?:pips?|points?|dots|spots|count|score)"
STOCK = r"(?:stock|boneyard|bone\s+yard|pile|talon|pool)"
HALF = r"(?:1[0-8]|\d)"
HALVES = r"\d{2}"
DIGITS = re.compile(r"\d\d")
CHARACTER = f"[{''.join(CHARACTERS)}]"
"""A domino character of Unicode."""
NAMED_HALVES = {
    name: half
    for half, name in enumerate(
        "blanks ones twos threes fours fives sixes sevens eights nines".split()
    )
}
"""What players call the tiles of a number."""
NUMBER = r"(?:\d+|" + "|".join(NUMBERS) + ")"
DOUBLE = (
    rf"(?:double[- ]?(?P<size>\d\d?|{SIZE})|\[(?P<tile>\d+\|\d+)\]|"
    rf"\b(?P<bare>{HALF}[-/|]{HALF})\b(?![-/|]))"
)
WHENEVER = (
    r"(?:when(?:ever)?|(?:only\s+)?if|only\s+when|once|as\s+soon\s+as|in\s+case(?:\s+of)?|provided"
    r"(?:\s+that)?)\b"
)
LIST_SIGN = r"(?:(?:step\s+)?\d+[.):](?!\d)|[a-z]\)|[-*•·–])[ \t]*"
ANY_SIDE = (
    r"(?:(?:an?|any|one|some|either|the)\s+)?(?:player|side|team|pair|one|someone|somebody|anyone)"
)
SIDE = r"(?:side|player|team|pair|one)"
REACHES = r"(?:reaches|has\s+reached|has|gets|scores)"
SOMEBODY = (
    r"(?:(?:an?|any|the)\s+)?(?:mover|player|opponent|opener|some(?:one|body)|any(?:one|body)|they"
    r"|he|she)"
)
DURING = r"(?=[^:]*\bafter\s+(?:play|pass|draw)\b)"
"""What follows where an award is paid while the round goes on."""
_NO_REMARK = frozenset(
    "when if or and not unless then otherwise rounded ties except plus minus in at after to for "
    "each without from".split()
)
_BRACKETED = re.compile(r"\[\d+\|\d+\]")
_OF_PLAYERS = re.compile(r"players|in|as|with|partner", re.IGNORECASE)
_DIVIDED = re.compile("[-/]")
_SEPARATORS = re.compile(r"\s*(?:,|\bor\b)\s*|\s+")
STARTS = r"(?:\s+(?:starts?|opens?|begins?|leads?|goes first|plays(?: it)?))?"


def number_of(text: str) -> int:
    """A number in digits or in words."""
    return int(NUMBERS.get(text.lower(), text))


def set_meant(match: re.Match[str]) -> str:
    """The tile set of a size in digits or in words; empty if there is none."""
    size = match["size"].lower()
    return SIZES.get(int(size), "") if size.isdigit() else f"double-{size}"


def tile_in_words(match: re.Match[str]) -> str:
    """The tile meant by a double in words or a tile in brackets."""
    tile = match["tile"] or match["bare"]
    if tile:
        return f"[{_DIVIDED.sub('|', tile)}]"
    size = match["size"].lower()
    pips = int(size) if size.isdigit() else WORDS.get(size, 0)
    return f"[{pips}|{pips}]"


def holder(match: re.Match[str]) -> str:
    """The opening by a tile."""
    return f"holder of {tile_in_words(match)} plays it"


def held_tile(match: re.Match[str]) -> str:
    """That a hand holds a double in words or a tile in brackets."""
    return f"holds {tile_in_words(match)}"


def after_playing(match: re.Match[str]) -> str:
    """The moment after a play of a double in words or a tile in brackets."""
    return f"after play when last tile is {tile_in_words(match)}"


def of_somebody(match: re.Match[str]) -> str:
    """The side, partner or opponents of somebody."""
    relation = match[1].lower()
    return f"{match[2]}'s {'opponents' if relation == 'opponent' else relation}"


def total_after(match: re.Match[str]) -> str:
    """The match of a number of rounds, and the total that wins it."""
    lowest = match[1].lower() in {"lowest", "fewest", "least"}
    return f"{match[2]} rounds, {'lowest' if lowest else 'highest'} total wins"


def rounds_total(match: re.Match[str]) -> str:
    """The match of a number of rounds, and the total that wins it; empty if that may be wins."""
    word = match[2].lower()
    if word == "most":
        return ""
    lowest = word in {"lowest", "fewest"}
    return f"{match[1]} rounds, {'lowest' if lowest else 'highest'} total wins"


def wins(match: re.Match[str]) -> str:
    """The match of a number of wins."""
    return f"{number_of(next(filter(None, match.groups())))} wins"


def tied(match: re.Match[str]) -> str:
    """Who wins a tie."""
    winner = match[1].lower() if len(match[1]) > 1 else match[1]
    return f", ties to {'nobody' if winner.startswith('no') else winner}"


def beyond(match: re.Match[str]) -> str:
    """What a hand holds that is more or less than a number; empty if none can be less."""
    number = int(str(number_of(match[3]))[:6])
    if match[2].lower() == "more":
        return f"{holds(match[1])} at least {number + 1} {match[4]}"
    return f"{holds(match[1])} at most {number - 1} {match[4]}" if number else ""


def went_out_with(match: re.Match[str]) -> str:
    """The end of a round by a tile in words or in brackets, or by any double."""
    meant = "double" if match[1] else tile_in_words(match)
    return f"domino and last tile is {meant}"


def values(text: str) -> list[str]:
    """Values with commas, blanks or "or" between them."""
    return [value for value in _SEPARATORS.split(text) if value]


def larger(match: re.Match[str]) -> str:
    """The larger or the smaller of two amounts, by cases."""
    relation = "more" if match[1].lower() == "max" else "less"
    first, second = match[2].strip(), match[3].strip()
    return f"when {first} is {relation} than {second}: {first} otherwise: {second}"


def one_of_several(match: re.Match[str]) -> str:
    """A comparison with each of several values, joined by "or"; empty for one value."""
    meant = (value if value.isdigit() else tile_meant(value) or value for value in values(match[2]))
    parts = [f"{match[1]} is {NUMBERS.get(value.lower(), value)}" for value in meant]
    return " or ".join(parts) if len(parts) > 1 else ""


def holders(match: re.Match[str]) -> str:
    """The opening by the first of several tiles that somebody holds."""
    tiles = _BRACKETED.findall(match[0])
    return " or else ".join(f"holder of {tile} plays it" for tile in tiles)


def measure(word: str) -> str:
    """What is counted, under its name in the language."""
    word = word.lower()
    return word if word in {"tiles", "doubles"} else "pips"


def teams(match: re.Match[str]) -> str:
    """A number of players in a number of teams; empty if they can't be split."""
    players, teams = number_of(match["players"]), number_of(match["teams"])
    fit = teams > 0 and players % teams == 0
    return f"{players} in teams of {players // teams}" if fit else ""


def in_pairs(match: re.Match[str]) -> str:
    """So many players in pairs, or so many pairs; empty if there can't be."""
    number = number_of(match["players"])
    pairs = not _OF_PLAYERS.search(match[0].partition(" of ")[0])
    return f"{2 * number if pairs else number} in teams of 2"


def parts_of_deal(match: re.Match[str]) -> str:
    """What is dealt to one or two numbers of players."""
    players = [number_of(text) for text in (match[2], match[4]) if text]
    return ", ".join(f"{number_of(match[1])} each for {number}" for number in players)


def holds(word: str) -> str:
    """The verb for what is in a hand, in its number."""
    return {"has": "holds", "have": "hold"}.get(word.lower(), word)


def best_of(match: re.Match[str]) -> str:
    """The wins that decide a series; empty for an even number of rounds."""
    rounds = number_of(match[1])
    return f"{rounds // 2 + 1} wins" if rounds % 2 else ""


def against(match: re.Match[str]) -> str:
    """The players of two sides that play against each other; empty if they are not alike."""
    first, second = number_of(match[1]), number_of(match[2])
    if first != second:
        return ""
    return "2" if first == 1 else f"{2 * first} in teams of {first}"


def left_out(match: re.Match[str]) -> str:
    """The award that is left out; empty if another clause was meant."""
    word = match[1].lower()
    return "" if word == "award" or suggestion(word, CLAUSES) else f"without award {match[1]}"


def list_item(match: re.Match[str]) -> str:
    """A blank in place of the number or the dash of a list; empty if it is something else."""
    before = match.string[: match.start()].rstrip(" \t")
    return " " if before.endswith((":", "\n")) else ""


def remark(match: re.Match[str]) -> str:
    """The remark meant by a text in parentheses; empty if it looks like a part of a rule."""
    first = str(match[1]).strip().lower().partition(" ")[0]
    return "" if not first.isalpha() or first in _NO_REMARK else f"  # {match[1].strip()}"
