"""Habits of writing from other games' books or other languages, with their meaning.

A table of patterns, tried where a clause stops making sense. A fix is offered only if the clause
then makes sense further on (`fixes.py`), so that a broad pattern does no harm.
"""

from __future__ import annotations

from dominoes_lang.repair.clause_habits import OF_CLAUSES
from dominoes_lang.repair.habit import (
    CHARACTER,
    DIGITS,
    HALF,
    HALVES,
    NUMBER,
    SIZE,
    STOCK,
    TILES,
    WITH_COLON,
    Habit,
    habit,
    holds,
    number_of,
    remark,
    tile_in_words,
)
from dominoes_lang.repair.layout_habits import OF_LAYOUT
from dominoes_lang.table.tiles import in_digits

_SAME = (
    r"(?:(?:are|have|show)\s+(?:the\s+)?same(?:\s+(?:number|pips))?|are\s+(?:equal|alike)(?:\s+to"
    r"\s+each\s+other)?|are\s+identical)\b"
)
HABITS: tuple[Habit, ...] = (
    # ------------------------------------------------------------ signs of other languages
    habit("", r"[ \t]*\(([^()\n]*)\)[ \t]*(?=\n|$)", remark,
          help="begin a remark with #"),
    habit("", r"^([a-z]+(?: [a-z]+)?)[ \t]*:?[ \t]*\{[ \t]*", r"\1: "),
    habit("", r"[ \t]*(?://|--)+[ \t]*([^\n]*)", r"  # \1"),
    habit("", r"[ \t]*/\*[ \t]*([^\n]*?)[ \t]*\*/", r"  # \1"),
    habit(", ".join(WITH_COLON),
          rf"^({'|'.join(WITH_COLON)})\s*(?:[:=]=|=>?|->|-|–|—|is\b|are\b)", r"\1:"),
    habit("parameter, define, award",
          r"^(parameter|define|award)\s+(\w+(?:-\w+)+)",
          lambda match: f"{match[1]} {match[2].replace('-', '_')}"),
    habit("parameter", rf"=\s*double[- ]?(?:{SIZE}|\d\d?)\b",
          help='a parameter can\'t be a tile set: state the set by "tiles: double-six"'),
    habit("parameter", r"(parameter\s+\w+)\s+to\s+(?=\w)", r"\1 = "),
    habit("parameter", r"(parameter\s+\w+)[ \t]*(?:==|:=|:)", r"\1 ="),
    habit("parameter", r"(parameter\s+\w+)\s+(?=[\w\[])", r"\1 = "),
    habit("define, award", r"((?:define|award)\s+\w+)[ \t]*(?::=|==?)", r"\1:"),
    habit("tile value", r"(?<=\])[ \t]*(?:==?|:)[ \t]*", " is "),
    habit("tile value", r"(?<=\])\s+(?:(?:counts?|worth|scores?)\s+|is\s+worth\s+)?(?:as"
          r"\s+)?(?=\d)", " is "),
    habit("tile value", r"(?<=:)\s*blanks?\b", help="write each tile: [0|0] is 10, [1|0] is 10, …"),
    habit("", r"(?<=\])[ \t]*=[ \t]*>[ \t]*|[ \t]*[-=]>[ \t]*", ": "),
    habit("", r"[ \t]*(?:>=|=>|≥|⩾)[ \t]*", " is at least "),
    habit("", r"[ \t]*(?:<=|=<|≤|⩽)[ \t]*", " is at most "),
    habit("", r"[ \t]*(?:!==?|<>|≠|=/=)[ \t]*", " is not "),
    habit("", r"[ \t]*={1,3}[ \t]*", " is "),
    habit("", r"[ \t]*>[ \t]*", " is more than "),
    habit("", r"[ \t]*<[ \t]*", " is less than "),
    habit("", r"[ \t]*(?:&&|&|∧)[ \t]*", " and "),
    habit("", r"![ \t]*", "not "),
    habit("", r"×", "*"),
    habit("", r"÷", "/"),
    habit("", r"[–−—]", "-"),
    habit("", r"[’‘´`](?=s?\b)", "'"),
    habit("", r"[“”„«»]([^\"“”„«»\n]*)[“”„«»]", r'"\1"'),
    habit("variant, extends, example, invariant", r"'([^'\"\n]*)'", r'"\1"'),
    habit("variant, extends", r"^(variant|extends)\s*:?\s*['“”‘’`]?([^\s\"':#{][^\"'\n#“”‘’]*?)"
          r"['“”‘’`]?\s*;?\s*$", r'\1 "\2"'),
    habit("variant, extends, example, invariant",
          r"(variant|extends|example|invariant)\s*[:=]\s*(?=\")", r"\1 ",
          help="leave out the sign before the quotes"),
    habit("example, invariant", r"(example|invariant)\s+([^\s\":#'“”‘’][^\":\n#“”]*?)\s*:",
          r'\1 "\2":'),
    # ------------------------------------------------------------ tiles
    habit("", rf"(?P<tile>(?!)x)?(?:the\s+)?double[- ](?P<size>\d\d?|{SIZE}|blank|zero)\b",
          tile_in_words),
    habit("example", rf"(?<=line )(?:{HALVES}[-, ]{{1,2}})+{HALVES}\b",
          lambda match: " ".join(f"[{one[0]}|{one[1]}]" for one in DIGITS.findall(match[0]))),
    habit("", rf"[(<{{]\s*({HALF})\s*[|,:/-]\s*({HALF})\s*[)>}}]", r"[\1|\2]"),
    habit("", rf"\b({HALF})\s*[|:,/-]\s*({HALF})\b", r"[\1|\2]"),
    habit("", r"\b(\d)(\d)\b", r"[\1|\2]"),
    habit("", CHARACTER, lambda match: "[{}|{}]".format(*in_digits(match[0]))),
    habit("", r"[ \t]*\|\|?[ \t]*", " or "),
    # ------------------------------------------------------------ numbers
    habit("", r"\b(\d{1,3})[,_' ](\d{3})\b", r"\1\2"),
    habit("", rf"\b({NUMBER})\s+(?:bonus\s+)?(?:points?|pts|bonus|extra)\b(?!\s+win)", r"\1"),
    habit("", r"[$€£]\s*(?=\d)", ""),
    habit("", r"\d+\.\d+", help='numbers are whole: write a fraction as a division, as in '
          '"pips held by winner / 2 rounded down to 1"'),
    habit("", r"\d+\s*%", help='write a share as "* 10 / 100 rounded down to 1"'),
    habit("award, define, tile value, example, invariant", r"(?:-|\bminus\b)\s*(\d+)",
          r"0 - \1"),
    habit("parameter", r"=\s*-\s*\d+", help="a parameter can't be negative; subtract it "
          "where it is used"),
    habit("parameter", r"=\s*['\"](\w+)['\"]", help="write the word without quotes, and "
          'list the words that it may be: "= fewest one of fewest, most"'),
    habit("parameter", r"between\s+(\d+)\s+and\s+(\d+)", r"from \1 to \2"),
    habit("parameter", r"=\s*(\d+)\s*(?:\.\.+|-|to)\s*(\d+)\s*$", r"= \1 from \1 to \2",
          sure=False),
    habit("parameter", r"(?:from|in)?\s*[(\[]?(\d+)\s*(?:\.\.+|-|to)\s*(\d+)[)\]]?",
          r" from \1 to \2"),
    *OF_CLAUSES,
    *OF_LAYOUT,
    # ------------------------------------------------------------ conditions
    habit("domino", r"(?:(?:a|any|the)\s+)?(?:player|mover|someone|somebody)\s+(?:goes|is|went)"
          r"\s+out|"
          r"(?:(?:a|any|the)\s+)?(?:player|mover|someone|somebody)\s+(?:plays|lays|has\s+played"
          r"|has\s+laid)\s+"
          r"(?:their|his|her|the|its)\s+last\s+\w+|(?:the\s+)?hand\s+of\s+(?:the\s+)?(?:mover"
          r"|player)\s+is\s+"
          r"empty", "mover has no tiles"),
    habit("domino", r"(?:mover|mover's hand|(?:(?:the|a|any|their|your)\s+)?(?:hand|player))\s+"
          rf"(?:is|has|are)\s+(?:out|empty|no\s+(?:{TILES}|\w+)|0\s+{TILES}|no\s+more\s+{TILES})"
          rf"(?:\s+left)?", "mover has no tiles"),
    habit("", r"(ha(?:s|ve))\s+(?:0|zero|none)\s*(?:tiles)?", r"\1 no tiles"),
    habit("", rf"(?:the\s+)?{STOCK}\s+(?:is|runs|has\s+run|are)\s+(?:empty|out|exhausted|gone)|"
          rf"(?:no|0)\s+(?:more\s+)?{TILES}\s+(?:are\s+)?(?:left\s+)?in\s+(?:the\s+)?{STOCK}",
          "no tile can be drawn", by_itself=True),
    habit("", r"\bends\s+it\s+fitted\s+(?:is|are|was|were)\s+both\b", "ends it fitted is 2"),
    habit("", r"\b(?:twice\s+(?:the\s+)?|double\s+the\s+)(?=\w)", "2 * ", by_itself=True),
    habit("", rf"\b(?:both|(?:the\s+)?two)\s+(?:open\s+)?ends\s+{_SAME}|(?:the\s+)?\bleft\s+end\s+"
          r"(?:is|=|equals)\s+(?:the\s+)?right\s+end\b", "ends alike is 2"),
    habit("", rf"(?:the\s+)?\b(?:open\s+)?ends\s+{_SAME}", "ends alike is 2", sure=False),
    habit("", r"\bboth\s+ends\s+(?:fit|match)\b", "last tile fits both ends"),
    habit("award", r"\bunless\b", "when not", sure=False),
    habit("", r"\b(?:nobody|no\s+one|no\s+player)\s+plays\b", "nobody can play"),
    habit("award", r"\b(?:the\s+)?(?:round|game|line)\s+(?:is|gets)\s+(?:blocked|locked|closed)\b",
          "blocked"),
    habit("", r"(\w+\s+(?:held\s+by\s+[\w']+(?:\s+(?:side|opponents|partner))?|on\s+ends))"
          r"\s+twice\b",
          r"2 * \1"),
    habit("", r"\b(last\s+tile|\[\d+\|\d+\])\s+is(?:\s+no|n't)\s+(?:a\s+)?double\b",
          r"not \1 is double"),
    habit("", r"\b(?:is|are)n['’]t\b", "is not"),
    habit("", r"\b(?:ca|do|does|has|have|did|was|were|wo)n['’]t\b",
          help='write "not" before the condition, as in "not winner has no tiles"'),
    habit("example", r"\b([A-J])\s+(?:(?:plays|is|goes|moves)\s+next|is\s+to\s+(?:play|move)|"
          r"to\s+move)\b", r"\1 to play", by_itself=True),
    habit("blocked", r"(?:nobody|no\s+one|no\s+player)\s+can\s+(?:play\s+or\s+draw|"
          r"draw\s+or\s+play|move|go|continue)", "nobody can act"),
    habit("", r"\bno\s+(?:one|player)\b", "nobody"),
    habit("", r"(?:every(?:one|body|\s+player)|all(?:\s+players)?)\s+(?:has\s+)?pass(?:ed|es)?"
          r"(?:\s+in\s+a\s+row)?",
          "everyone passed in a row"),
    habit("", r"\b(?:every\s+player|all\s+(?:the\s+)?players)\b", "everyone"),
    habit("winner, next opener, award", r"(?<!when )\b(domino|blocked)\s*:", r"when \1:",
          by_itself=True),
    habit("", r"\b(?:points|pips|dots)\s+(?:in|of)\s+(?:the\s+)?(\w+'s)\s+hand\b",
          lambda match: f"pips held by {match[1][:-2]}"),
    habit("", r"\bpips\s+(?:of|from)\s+", "pips held by ", by_itself=True),
    habit("", r"\blast\s+tile\s+(?:fit(?:s|ted)?|matche[sd]|closes)\s+(?:on\s+)?both(?:\s+open)?"
          r"\s+(?:ends|sides)", "last tile fits both ends"),
    habit("", r"(holds?)\s+(\w+)\s+or\s+(?:fewer|less)\s+(doubles|pips|tiles)",
          r"\1 at most \2 \3"),
    habit("", r"(holds?)\s+more\s+than\s+(\d+)\s+(doubles|pips|tiles)",
          lambda match: f"{match[1]} at least {int(match[2][:6]) + 1} {match[3]}"),
    habit("", r"\b(has|have)\s+(at\s+(?:least|most)|an?\s+\d|no\s+(?:\d|doubles?\b)|\[)",
          lambda match: f"{holds(match[1])} {match[2]}"),
    habit("", r"\bhold(s?)\s+(?:no|0|zero)\s+tiles?\b",
          lambda match: f"{'has' if match[1] else 'have'} no tiles"),
    habit("", r"\bis\s+(?:greater|bigger|larger|higher)\s+than\b", "is more than"),
    habit("", r"\bis\s+(?:smaller|lower|fewer)\s+than\b", "is less than"),
    habit("", rf"(holds?|has|have)\s+({NUMBER})\s+(doubles|pips|tiles)",
          lambda match: f"{holds(match[1])} at least {number_of(match[2])} {match[3]}",
          lambda match: f"{holds(match[1])} at most {number_of(match[2])} {match[3]}"),
    habit("", r"\botherwise\s+(?=\w)", "otherwise: "),
    habit("", r"\b([a-z]\w*)-([a-z]\w*)", r"\1_\2", sure=False,
          help='a name is made of letters, digits and "_"; the sign "-" subtracts'),
    habit("", r"\bplus\b", "+"),
    habit("", r"\bminus\b", "-"),
    habit("", r"\btimes\b", "*"),
    # ------------------------------------------------------------ needless
    habit("", r"\b(?:the|an)\s+", ""),
    habit("", r"\ba\s+(?=player|side)", "any "),
    habit("winner, next opener, award", r"\b(?:if|when)\s*\(\s*([^()\n]*?)\s*\)\s*:?\s*",
          r"when \1: "),
    habit("", r"[ \t]*[{};][ \t]*", " ", always=True),
    habit("", r"[ \t]*[.,](?=\s*$|\s*\n\s*#)", ""),
    habit("", r"[ \t]*,(?=(?:\s|#[^\n]*+)*+(?:and|or|otherwise|then|to|when)\b)", ""),
    habit("", r"[ \t]*\.(?=\s)", ""),
)  # fmt: skip
