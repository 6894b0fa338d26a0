"""Habits of writing from other games' books or other languages, with their meaning.

A table of patterns, tried where a clause stops making sense. A fix is offered only if the clause
then makes sense further on (`fixes.py`), so that a broad pattern does no harm.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from dominoes_lang.syntax.vocabulary import CLAUSES, NUMBERS, SETS, UNIQUE_BY_NAME, YES_NO

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

    @property
    def certain(self) -> bool:
        return self.sure and len(self.writes) == 1


def _habit(
    clauses: str,
    pattern: str,
    *writes: Write,
    help: str = "",  # noqa: A002
    sure: bool = True,
    always: bool = False,
    by_itself: bool = False,
) -> Habit:
    names = frozenset(name for name in clauses.split(", ") if name)
    return Habit(re.compile(pattern, re.IGNORECASE), writes, names, help, sure, always, by_itself)


_WITH_COLON = [
    header for header in CLAUSES if header not in {*UNIQUE_BY_NAME, "variant", "extends"}
]
_SIZES = {number: name for name, number in SETS.items()}
_COUNTS = {(size + 1) * (size + 2) // 2: name for name, size in SETS.items()}
_WORDS = {name.removeprefix("double-"): size for name, size in SETS.items()}
_SIZE = "|".join(_WORDS)
_TILES = r"(?:tiles?|bones?|domino(?:e?s)?|stones?|pieces?|cards?)"
_PIPS = r"(?:pips?|points?|dots|spots|count|score)"
_STOCK = r"(?:stock|boneyard|bone\s+yard|pile|talon|pool)"
_HALF = r"(?:1[0-8]|\d)"
_HALVES = r"\d{2}"
_DIGITS = re.compile(r"\d\d")
_NUMBER = r"(?:\d+|" + "|".join(NUMBERS) + ")"
_DOUBLE = rf"(?:double[- ]?(?P<size>\d\d?|{_SIZE})|\[(?P<tile>\d+\|\d+)\])"
_STARTS = r"(?:\s+(?:starts?|opens?|begins?|leads?|goes first|plays(?: it)?))?"


def _number(text: str) -> int:
    return int(NUMBERS.get(text.lower(), text))


def _set(found: re.Match[str]) -> str:
    size = found["size"].lower()
    return _SIZES.get(int(size), "") if size.isdigit() else f"double-{size}"


def _tile(found: re.Match[str]) -> str:
    """The tile meant by a double in words or a tile in brackets."""
    if found["tile"]:
        return f"[{found['tile']}]"
    size = found["size"].lower()
    pips = int(size) if size.isdigit() else _WORDS[size]
    return f"[{pips}|{pips}]"


def _holder(found: re.Match[str]) -> str:
    return f"holder of {_tile(found)} plays it"


def _measure(word: str) -> str:
    """What is counted, under its name in the language."""
    word = word.lower()
    return word if word in {"tiles", "doubles"} else "pips"


def _teams(found: re.Match[str]) -> str:
    players, teams = _number(found["players"]), _number(found["teams"])
    fit = teams > 0 and players % teams == 0
    return f"{players} in teams of {players // teams}" if fit else ""


def _best_of(found: re.Match[str]) -> str:
    rounds = int(found[1])
    return f"{rounds // 2 + 1} wins" if rounds % 2 else ""


HABITS: tuple[Habit, ...] = (
    # ------------------------------------------------------------ signs of other languages
    _habit("", r"^([a-z]+(?: [a-z]+)?)[ \t]*:?[ \t]*\{[ \t]*", r"\1: "),
    _habit("", r"[ \t]*(?://|--)+[ \t]*([^\n]*)", r"  # \1"),
    _habit("", r"[ \t]*/\*[ \t]*([^\n]*?)[ \t]*\*/", r"  # \1"),
    _habit(", ".join(_WITH_COLON),
           rf"^({'|'.join(_WITH_COLON)})\s*(?:[:=]=|=>?|->|-|–|—|is\b|are\b)", r"\1:"),
    _habit("parameter, define, award",
           r"^(parameter|define|award)\s+(\w+(?:-\w+)+)",
           lambda found: f"{found[1]} {found[2].replace('-', '_')}"),
    _habit("parameter", r"(parameter\s+\w+)[ \t]*(?:==|:=|:)", r"\1 ="),
    _habit("parameter", r"=\s*(on|off)\b(?:\s+one\s+of\s+(?:on|off)\s*,\s*(?:on|off)\b)?",
           lambda found: f"= {YES_NO[found[1].lower()]}"),
    _habit("parameter", r"(parameter\s+\w+)\s+(?=[\w\[])", r"\1 = "),
    _habit("define, award", r"((?:define|award)\s+\w+)[ \t]*(?::=|==?)", r"\1:"),
    _habit("tile value", r"(?<=\])[ \t]*(?:==?|:)[ \t]*", " is "),
    _habit("tile value", r"(?<=\])\s+(?=\d)", " is "),
    _habit("", r"(?<=\])[ \t]*=[ \t]*>[ \t]*|[ \t]*[-=]>[ \t]*", ": "),
    _habit("", r"[ \t]*(?:>=|=>|≥|⩾)[ \t]*", " is at least "),
    _habit("", r"[ \t]*(?:<=|=<|≤|⩽)[ \t]*", " is at most "),
    _habit("", r"[ \t]*(?:!==?|<>|≠|=/=)[ \t]*", " is not "),
    _habit("", r"[ \t]*={1,3}[ \t]*", " is "),
    _habit("", r"[ \t]*>[ \t]*", " is more than "),
    _habit("", r"[ \t]*<[ \t]*", " is less than "),
    _habit("", r"[ \t]*(?:&&|&|∧)[ \t]*", " and "),
    _habit("", r"![ \t]*", "not "),
    _habit("", r"×", "*"),
    _habit("", r"÷", "/"),
    _habit("", r"[–−—]", "-"),
    _habit("", r"[’‘´`](?=s?\b)", "'"),
    _habit("", r"[“”„«»]([^\"“”„«»\n]*)[“”„«»]", r'"\1"'),
    _habit("variant, extends, example, invariant", r"'([^'\"\n]*)'", r'"\1"'),
    _habit("variant, extends", r"^(variant|extends)\s*:?\s*['“”‘’`]?([^\s\"':#{][^\"'\n#“”‘’]*?)"
           r"['“”‘’`]?\s*;?\s*$", r'\1 "\2"'),
    _habit("variant, extends, example, invariant",
           r"(variant|extends|example|invariant)\s*[:=]\s*(?=\")", r"\1 ",
           help="leave out the sign before the quotes"),
    _habit("example, invariant", r"(example|invariant)\s+([^\s\":#'“”‘’][^\":\n#“”]*?)\s*:",
           r'\1 "\2":'),
    # ------------------------------------------------------------ tiles
    _habit("", rf"(?P<tile>(?!)x)?(?:the\s+)?double[- ](?P<size>\d\d?|{_SIZE})\b", _tile),
    _habit("example", rf"(?<=line )(?:{_HALVES}[-, ]{{1,2}})+{_HALVES}\b",
           lambda found: " ".join(f"[{one[0]}|{one[1]}]" for one in _DIGITS.findall(found[0]))),
    _habit("", rf"[(<{{]\s*({_HALF})\s*[|,:/-]\s*({_HALF})\s*[)>}}]", r"[\1|\2]"),
    _habit("", rf"\b({_HALF})\s*[|:,/-]\s*({_HALF})\b", r"[\1|\2]"),
    _habit("", r"\b(\d)(\d)\b", r"[\1|\2]"),
    _habit("", r"[ \t]*\|\|?[ \t]*", " or "),
    # ------------------------------------------------------------ numbers
    _habit("", r"\b(\d{1,3})[,_' ](\d{3})\b", r"\1\2"),
    _habit("", rf"\b({_NUMBER})\s+(?:points?|pts)\b(?!\s+win)", r"\1"),
    _habit("", r"[$€£]\s*(?=\d)", ""),
    _habit("", r"\d+\.\d+", help='numbers are whole: write a fraction as a division, as in '
           '"pips held by winner / 2 rounded down to 1"'),
    _habit("", r"\d+\s*%", help='write a share as "* 10 / 100 rounded down to 1"'),
    _habit("award, define, tile value, example, invariant", r"(?:-|\bminus\b)\s*(\d+)",
           r"0 - \1"),
    _habit("parameter", r"=\s*-\s*\d+", help="a parameter can't be negative; subtract it "
           "where it is used"),
    _habit("parameter", r"=\s*['\"](\w+)['\"]", help="write the word without quotes, and "
           'list the words that it may be: "= fewest one of fewest, most"'),
    _habit("parameter", r"between\s+(\d+)\s+and\s+(\d+)", r"from \1 to \2"),
    _habit("parameter", r"=\s*(\d+)\s*(?:\.\.+|-|to)\s*(\d+)\s*$", r"= \1 from \1 to \2",
           sure=False),
    _habit("parameter", r"(?:from|in)?\s*[(\[]?(\d+)\s*(?:\.\.+|-|to)\s*(\d+)[)\]]?",
           r" from \1 to \2"),
    # ------------------------------------------------------------ what is dealt, and to whom
    _habit("deal", rf"({_NUMBER})\s+{_TILES}(?:\s+(?:to\s+)?(?:each|a player|per player|per hand)"
           rf"(?:\s+player)?)?", lambda found: f"{_number(found[1])} each"),
    _habit("deal", rf"(?:each player|everyone)\s+(?:gets|draws|takes|receives)\s+({_NUMBER})"
           rf"(?:\s+{_TILES})?", lambda found: f"{_number(found[1])} each"),
    _habit("deal", rf"({_NUMBER})\s+(?:apiece|per player|a player|per hand)",
           lambda found: f"{_number(found[1])} each"),
    _habit("deal", r"\beach\s+player\b", "each"),
    _habit("deal", r"(\d+)(?:\s+each)?\s+(?:otherwise|for\s+(?:all\s+)?others)\b", r"\1 each"),
    _habit("deal", r"(\bfor\s+\d+)\s+players?", r"\1"),
    _habit("deal", r"(\d+)(?=\s+for\b)", r"\1 each"),
    _habit("deal", r":\s*(\w+)\s*$", r": \1 each"),
    _habit("deal", r",\s*$", ""),
    _habit("tiles", rf"(?:a\s+)?double[- ]?(?P<size>\d\d?|{_SIZE})(?:\s+(?:set|{_TILES}))?", _set),
    _habit("tiles", r"\b(\d+)\b(?:\s+\w+)?", lambda found: _COUNTS.get(int(found[1][:4]), "")),
    _habit("tiles", r"without\s+(?:the\s+)?double[- ]blank", "without [0|0]"),
    _habit("tiles", r"without\s+(?:the\s+)?blanks?", help="list the tiles: without [0|0] [1|0] …"),
    _habit("players", rf"(?P<players>{_NUMBER})(?:\s+players)?\s*,?\s+(?:in|as)\s+"
           rf"(?P<teams>{_NUMBER})\s+(?:teams|pairs|sides|partnerships)(?:\s+of\s+\w+)?", _teams),
    _habit("players", r"(?P<players>\d+)\s+in\s+(?:pairs|partnerships)", r"\1 in teams of 2"),
    _habit("players", r"(?P<teams>\d+)\s+teams\s+of\s+(?P<size>\d+)",
           lambda found: f"{int(found['teams']) * int(found['size'])} in teams of {found['size']}"),
    _habit("players", r"\b(\d+)\s*(?:-|–|to|\.\.\.)\s*(\d+)(?:\s+players)?", r"\1..\2"),
    _habit("players", r"\b(\d+)\s+or\s+(\d+)(?:\s+players)?",
           lambda found: f"{found[1]}..{found[2]}"
           if int(found[2][:4]) == int(found[1][:4]) + 1 else ""),
    _habit("players", r"\b\d+(?:\s*,\s*\d+)*\s*,?\s+(?:or|and)\s+\d+",
           help="write one number, or a range such as 2..4"),
    _habit("players", r"\b(\d+)\s+(?:players|people|seats)", r"\1"),
    _habit("players", r"\b(\d+)\s*,?\s+(?:each|every\w*(?:\s+\w+)?)\s+(?:\w+\s+)?for\s+\w+|"
           r"\b(\d+)\s*,?\s+(?:single|individual|without\s+teams?|no\s+teams?)\w*",
           lambda found: found[1] or found[2]),
    _habit("players", rf":\s*({'|'.join(NUMBERS)})\b", lambda found: f": {_number(found[1])}"),
    _habit("direction", r"(?:counter|anti)\s*-?\s*clock\s*-?\s*wise", "counterclockwise"),
    _habit("direction", r"clock\s*-\s*wise", "clockwise"),
    _habit("direction", r"(?:to\s+the\s+)?left", "clockwise", sure=False),
    _habit("direction", r"(?:to\s+the\s+)?right", "counterclockwise", sure=False),
    _habit("fits", r"(?:same|matching|like|alike)(?:\s+(?:numbers?|pips|ends|halves))?|equal\b"
           r"(?:\s+(?:pips|ends|halves|number))?|numbers?\s+match", "equal numbers"),
    _habit("fits", r"(?<=:)[^\n]*\b(?:sums?|totals?|add(?:s|ing)?|makes?|wild)\b[^\n]*",
           help='this version supports only "equal numbers"; "numbers adding to 7" and "wild" '
           "tiles are reserved for a later version"),
    _habit("layout", r"(?<=:)[^\n]*\b(?:star|cross|trains?|mexican|spinners?|arms?|branch\w*|tree)"
           r"\b[^\n]*", help='this version supports only a line with two open ends: write '
           '"line"; "star of 4" and "trains" are reserved for a later version'),
    _habit("doubles", r"(?<=:)[^\n]*\bspinners?\b[^\n]*", help="in this version doubles are laid "
           'like other tiles: write "inline"; "first is spinner" and "all are spinners" are '
           "reserved for a later version"),
    _habit("layout", r"(?:two|2)(?:[- ]open)?[- ]ends?|(?:straight\s+)?(?:chain|row|line)"
           rf"(?:\s+(?:of\s+)?{_TILES})?", "line"),
    _habit("redeal", r"(?<=:)\s*(?:when\s+)?(?:never|none|nothing|nobody|no)\s*$",
           help='leave this clause out, or write "without redeal" to drop the one of the parent'),
    _habit("redeal, domino, blocked", r":\s*(?!when\b|if\b)(?=\S)", ": when "),
    _habit("redeal", r"(\d+)\s+(?:or\s+more\s+)?(doubles|pips)(?:\s+in\s+(?:a|one|any)\s+"
           r"(?:single\s+)?hand)?", r"any player holds at least \1 \2", sure=False),
    _habit("redeal", r"(holds?)\s+(\w+)\s+or\s+(?:more|over)\s+(doubles|pips|tiles)",
           r"\1 at least \2 \3"),
    _habit("", r"(holds?)\s+(\w+)\s+or\s+(?:fewer|less)\s+(doubles|pips|tiles)",
           r"\1 at most \2 \3"),
    _habit("", r"(holds?)\s+more\s+than\s+(\d+)\s+(doubles|pips|tiles)",
           lambda found: f"{found[1]} at least {int(found[2][:6]) + 1} {found[3]}"),
    _habit("", r"\bha(s|ve)\s+(?=(?:at\s+(?:least|most)|an?\s+\d|no\s+(?:\d|doubles?\b)|\[))",
           lambda found: "holds " if found[1] == "s" else "hold "),
    _habit("", r"\bhold(s?)\s+(?:no|0|zero)\s+tiles?\b",
           lambda found: f"{'has' if found[1] else 'have'} no tiles"),
    _habit("", r"\bis\s+(?:greater|bigger|larger|higher)\s+than\b", "is more than"),
    _habit("", r"\bis\s+(?:smaller|lower|fewer)\s+than\b", "is less than"),
    _habit("next opener", r"\b(?:the\s+)?(?:previous|last)(?:\s+round's)?\s+"
           r"(winner|opener|finisher)\b(?:\s+is\s*$)?", r"\1"),
    _habit("", r"(holds?)\s+(\d+)\s+(doubles|pips|tiles)",
           r"\1 at least \2 \3", r"\1 at most \2 \3"),
    _habit("reserve", rf"(\w+)\s+{_TILES}", r"\1"),
    # ------------------------------------------------------------ who opens
    _habit("first opener, next opener", rf"(?:the\s+)?(?:(?:holder\s+of|player\s+with|whoever\s+"
           rf"(?:has|holds))\s+(?:the\s+)?)?(?:highest|biggest|largest|heaviest)\s+(?:double|"
           rf"doublet|spinner)\b{_STARTS}", "holder of highest double plays it"),
    _habit("first opener, next opener", rf"(?:the\s+)?(?:(?:holder\s+of|player\s+(?:with|holding)|"
           rf"whoever\s+(?:has|holds))\s+(?:the\s+)?)?{_DOUBLE}{_STARTS}", _holder),
    _habit("first opener, next opener", r"(?:at\s+)?random(?:ly)?(?:\s+player)?|"
           r"(?:draw|by)\s+lots?|any(?:one|body|\s+player)|toss|dice", "lot plays any tile"),
    _habit("next opener", r"next\s+player|(?:player\s+)?(?:to\s+the\s+)?left|in\s+turns?",
           "player after opener", "player after finisher"),
    _habit("next opener", r"(?:the\s+)?losers?", "player after winner", sure=False,
           help='for two players write "player after winner"; with more, name one of the losers'),
    _habit("first opener, next opener", r"\s*,?\s*\b(?:(?:or\s+)?(?:else|otherwise|if\s+not)|"
           r"or(?!\s+else))\s*,?\s+", " or else ", by_itself=True),
    _habit("first opener, next opener", r"\s+(?:opens|starts|leads|begins)(?:\s+first)?\b", ""),
    # ------------------------------------------------------------ turns
    _habit("turn", rf"play\s+(?:a|an|one|1|any)\s+{_TILES}", "play a tile"),
    _habit("turn", r"play\s+(?:tile|bone|domino|stone|piece)\b", "play a tile"),
    _habit("turn", rf"play\s+{_TILES}", "play a tile", "play tiles while able"),
    _habit("turn", rf"play\s+(?:a|one)\s+(?:matching|fitting|legal|playable)\s+{_TILES}",
           "play a tile"),
    _habit("turn", r"play\b(?!\s+(?:a|tiles)\b)", "play a tile"),
    _habit("turn", r"(?:draw|take)\s+(?:until|till)\s+(?:you\s+|they\s+|he\s+|she\s+)?"
           r"(?:can|able)(?:\s+to)?(?:\s+play)?(?:\s+then\s+play)?", "draw until able then play"),
    _habit("turn", rf"draw\s+(?!(?:1|one)\b){_NUMBER}\b", help="a step draws one tile; state after "
           'it how the turn continues: "draw 1 then stop", "draw 1 then play" or '
           '"draw until able then play"'),
    _habit("turn", rf"draw(?:\s+(?:a|an|one|1))?(?:\s+{_TILES})?(?:\s+from\s+(?:the\s+)?\w+)?"
           r"(?!\s+then\s+(?:stop|play))", "draw 1 then stop", "draw 1 then play",
           help='state what follows a draw: "draw 1 then stop" ends the turn, "draw 1 then play" '
           "lays the tile if it fits"),
    _habit("turn", r"or\s+else\s+pass\s+(?:if|when)\s+(?:you\s+|they\s+|the\s+player\s+|mover\s+|"
           r"nobody\s+)?(?:can(?:not|'t|\s+not)?|unable)[^\n]*", "or else pass"),
    _habit("turn", r"(?:or\s+)?pass\s+(?:if|when)\s+(?:you\s+|they\s+|the\s+player\s+|mover\s+)?"
           r"(?:can(?:not|'t|\s+not)|unable)[^\n]*",
           help='write "or else pass": a step after "or else" is allowed only if none above is '
           "possible"),
    _habit("turn", r"\s*[,;.]?\s*(?:otherwise|else|or if not|if not)\s*,?\s+(?=pass|play|draw)",
           " or else "),
    _habit("turn", r"\s*[,;]\s*(?=pass|play|draw)|\s+(?=(?:pass|play|draw)\b)",
           " or else ", " or "),
    _habit("turn", r"\b(?:knock|skip|chap)(?:ped|s)?\b", "pass"),
    # ------------------------------------------------------------ conditions
    _habit("domino", r"(?:mover|mover's hand|(?:(?:the|a|any|their|your)\s+)?(?:hand|player))\s+"
           rf"(?:is|has|are)\s+(?:out|empty|no\s+(?:{_TILES}|\w+)|0\s+{_TILES}|no\s+more\s+{_TILES})"
           rf"(?:\s+left)?", "mover has no tiles"),
    _habit("", r"(ha(?:s|ve))\s+(?:0|zero|none)\s*(?:tiles)?", r"\1 no tiles"),
    _habit("", rf"(?:the\s+)?{_STOCK}\s+(?:is|runs|has\s+run|are)\s+(?:empty|out|exhausted|gone)|"
           rf"(?:no|0)\s+(?:more\s+)?{_TILES}\s+(?:are\s+)?(?:left\s+)?in\s+(?:the\s+)?{_STOCK}",
           "no tile can be drawn", by_itself=True),
    _habit("", r"\b(last\s+tile|\[\d+\|\d+\])\s+is(?:\s+not|n't)\s+(?:a\s+)?double\b",
           r"not \1 is double"),
    _habit("example", r"\b([A-J])\s+(?:(?:plays|is|goes|moves)\s+next|is\s+to\s+(?:play|move)|"
           r"to\s+move)\b", r"\1 to play", by_itself=True),
    _habit("blocked", r"(?:nobody|no\s+one|no\s+player)\s+can\s+(?:play\s+or\s+draw|"
           r"draw\s+or\s+play|move|go|continue)", "nobody can act"),
    _habit("", r"\bno\s+(?:one|player)\b", "nobody"),
    _habit("", r"every(?:one|body|\s+player)\s+(?:has\s+)?pass(?:ed|es)?(?:\s+in\s+a\s+row)?",
           "everyone passed in a row"),
    _habit("", r"\bevery\s+player\b", "everyone"),
    _habit("winner, next opener, award", r"(?<!when )\b(domino|blocked)\s*:", r"when \1:",
           by_itself=True),
    _habit("", r"\b(?:points|pips|dots)\s+(?:in|of)\s+(?:the\s+)?(\w+'s)\s+hand\b",
           lambda found: f"pips held by {found[1][:-2]}"),
    _habit("", r"\bpips\s+(?:of|from)\s+", "pips held by ", by_itself=True),
    _habit("", r"\blast\s+tile\s+(?:fit(?:s|ted)?|matche[sd]|closes)\s+(?:on\s+)?both(?:\s+open)?"
           r"\s+(?:ends|sides)", "last tile fits both ends"),
    # ------------------------------------------------------------ who wins, and what it pays
    _habit("winner", r"(player|side)\s+with\s+(?:the\s+)?(?:lowest|lightest|smallest|fewest)\s+"
           r"(?:hand|count|total|score|points?|sum)(?:\s+wins)?", r"\1 with fewest pips"),
    _habit("winner", r"(?:the\s+)?(?:lowest|lightest|smallest|fewest)\s+(?:hand|count|total|score|"
           r"points?|pips)(?:\s+wins)?", "player with fewest pips", "side with fewest pips"),
    _habit("winner", r"(?:the\s+)?(?:first|player)\s+(?:\w+\s+)?(?:to\s+go|who\s+goes|going)\s+out",
           "finisher"),
    _habit("winner", r"(?<=:)\s*([^\n:]+?)\s+when\s+([^\n:]+?)\s*,?\s+"
           r"(?:otherwise|else)\s+([^\n:]+)", r" when \2: \1 otherwise: \3"),
    _habit("", r"\botherwise\s+(?=\w)", "otherwise: "),
    _habit("winner, next opener", r"(when\s+(?:domino|blocked))\s+(?=\w)", r"\1: "),
    _habit("award", r"at\s+(?:the\s+)?end\s+(?:of\s+)?(?:the\s+|a\s+|each\s+)?(?:round|hand|deal)",
           "at round end"),
    _habit("award", r"at\s+the\s+end\b", "at round end", by_itself=True),
    _habit("award", r"at\s+the\s+round\s+end", "at round end"),
    _habit("award", r"\bto\s+(?:(?!\b(?:at|after|if)\b)[^\n:])+?(?=\s+when\b|\s*$)",
           help='state when it is paid: write "at round end" before "when", or at the end'),
    _habit("award", r":\s*([^\n:]+?)\s+to\s+([^\n:]+?)\s+at\s+round\s+end\s+(rounded\s+(?:to\s+"
           r"nearest|up\s+to|down\s+to)\s+\w+)", r": \1 \3 to \2 at round end"),
    _habit("award", rf"\b(?:the\s+)?(?:loo?ser|opponent|other)s?'?s?\s+({_PIPS}|tiles|doubles)\b",
           lambda found: f"{_measure(found[1])} held by winner's opponents", sure=False),
    _habit("award", rf"\b({_PIPS}|tiles|doubles)\s+(?:of|in|from|left\s+(?:in|with))\s+"
           r"(?:the\s+)?(?:loo?ser|opponent|other)s?'?s?\b(?:\s+(?:players?|hands?))?",
           lambda found: f"{_measure(found[1])} held by winner's opponents", sure=False),
    _habit("award", rf"\bhalf\s+(?:of\s+)?(?:the\s+|all\s+)?(?={_PIPS}\b)",
           help='write a half as "/ 2" and round it: "pips held by winner\'s opponents / 2 rounded '
           'down to 1"'),
    _habit("award, winner, next opener, define, invariant, example",
           r"\b(winner|finisher|opener|mover)s?'?\s+(side|partner|opponents?)\b",
           lambda found: f"{found[1]}'s {found[2] if found[2] != 'opponent' else 'opponents'}"),
    _habit("award", r"\b(?:the\s+)?loo?sers?\b(?!')(?:\s+hands?)?", "winner's opponents"),
    _habit("award", r"\b(?:the\s+)?(?:opponents?|other(?:s|\s+players?))\b", "winner's opponents",
           sure=False),
    _habit("award", r"\b(?:the\s+)?(?:sum|total)\s+of\s+(?:the\s+|all\s+)?", ""),
    _habit("award", r"(?<=:)\s*(?:all\s+)?(?:the\s+)?pips(?=\s+to\b)", " pips held by everyone",
           " pips held by winner's opponents"),
    _habit("award", r"\b(\w+)'s\s+(?:pips|points)\b", r"pips held by \1"),
    _habit("award", r"\b(\w+)\s+(?:points?\s+)?(?:for\s+(?:each|every)|for\s+an?|per)\s+"
           r"(double|pip|tile)s?\b(?:\s+(?!held\b)(?:left|remaining|still|unplayed|in|on)\b"
           r"(?:\s+(?!(?:to|at|when|rounded)\b)\w+)*)?(\s+held\b)?",
           lambda found: f"{found[1]} * {found[2]}s held{'' if found[3] else ' by each player'}",
           sure=False),
    _habit("award", r"\b(doubles|tiles)\s+(?!held\b)(?:left|remaining|still|unplayed|in|on)\b"
           r"(?:\s+(?!(?:to|at|when|rounded)\b)\w+)*", r"\1 held by each player",
           r"\1 held by everyone", r"\1 held by winner's opponents"),
    _habit("award", r"\b(\d+)\s*x\s+(?=\w)", r"\1 * "),
    _habit("award", r"\bdouble\s+(?=pips|tiles|plays)", "2 * "),
    _habit("award", r":\s*(\w+)\s+(?:gets|scores|wins|earns|receives)\s+(\w+)"
           r"(?:\s+points?)?(?:\s+at\s+round\s+end)?", r": \2 to \1 at round end", sure=False),
    _habit("award, define", r"^(award|define)\s+(\w+)\s+(\w+)\s*:", r"\1 \2_\3:"),
    _habit("award, define", r"^(award|define)\s*:", help='give it a name: "award hand: …", '
           '"define big_hand: …"'),
    # ------------------------------------------------------------ the match
    _habit("match", r"(?:the\s+)?first\s+(?:(?:player|team|one|side|pair)\s+)?(?:to|who)\s+"
           r"(?:reach(?:es)?\s+|gets?\s+|scores?\s+)?(\w+)(?:\s+points?)?",
           r"first side to reach \1"),
    _habit("match", r"(?<=:)\s*(?:play(?:ed)?\s+)?(?:up\s+to|to|until|till)\s+"
           r"(?:\w+(?:\s+(?:player|side|team))?\s+(?:has|gets|reaches|scores)\s+)?(\w+)"
           r"(?:\s+points?)?",
           r" first side to reach \1"),
    _habit("match", r"(\w+)\s+points?\s+(?:wins?|to\s+win)\b", r"first side to reach \1"),
    _habit("match", r",\s*(?:(?:the\s+)?(?:lowest|fewest|least)\b)[^\n]*",
           help='at a target the side with the most points wins; where few points win, play a '
           'number of rounds: "13 rounds, lowest total wins"'),
    _habit("match", r",\s*(?:the\s+)?(?:highest|most)\b[^\n]*", ""),
    _habit("match", r"best\s+of\s+(\d{1,4})(?:\s+\w+)?", _best_of),
    _habit("match", r"(\w+)\s+(?:games?|hands?|deals?)\b", r"\1 rounds"),
    _habit("match", r":\s*(\w+)(?:\s+points?)?\s*$", r": first side to reach \1", r": \1 wins"),
    _habit("match", r"(\w+)\s+rounds\s*$", r"\1 rounds, highest total wins",
           r"\1 rounds, lowest total wins", r"\1 rounds, most wins"),
    _habit("", r"\b([a-z]\w*)-([a-z]\w*)", r"\1_\2", sure=False,
           help='a name is made of letters, digits and "_"; the sign "-" subtracts'),
    # ------------------------------------------------------------ needless
    _habit("", r"\b(?:the|an)\s+", ""),
    _habit("", r"\ba\s+(?=player|side)", "any "),
    _habit("winner, next opener, award", r"\b(?:if|when)\s*\(\s*([^()\n]*?)\s*\)\s*:?\s*",
           r"when \1: "),
    _habit("", r"[ \t]*[{};][ \t]*", " ", always=True),
    _habit("", r"[ \t]*[.,](?=\s*$|\s*\n\s*#)", ""),
    _habit("", r"[ \t]*,(?=(?:\s|#[^\n]*+)*+(?:and|or|otherwise|then|to|when)\b)", ""),
    _habit("", r"[ \t]*\.(?=\s)", ""),
)  # fmt: skip
