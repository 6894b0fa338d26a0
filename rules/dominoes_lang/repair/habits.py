"""Habits of writing from other games' books or other languages, with their meaning.

A table of patterns, tried where a clause stops making sense. A fix is offered only if the clause
then makes sense further on (`fixes.py`), so that a broad pattern does no harm.
"""

from __future__ import annotations

from dominoes_lang.repair.example_habits import OF_EXAMPLES
from dominoes_lang.repair.habit import (
    CHARACTER,
    DIGITS,
    DOUBLE,
    HALF,
    HALVES,
    NAMED_HALVES,
    NUMBER,
    SIZE,
    STOCK,
    TILES,
    WHENEVER,
    WITH_COLON,
    Habit,
    beyond,
    habit,
    held_tile,
    holds,
    larger,
    number_of,
    one_of_several,
    remark,
    tile_in_words,
    values,
    went_out_with,
)
from dominoes_lang.repair.layout_habits import OF_LAYOUT
from dominoes_lang.repair.match_habits import OF_MATCHES
from dominoes_lang.repair.opener_habits import OF_OPENERS
from dominoes_lang.repair.payoff_habits import OF_PAYOFFS
from dominoes_lang.repair.setup_habits import OF_SETUP
from dominoes_lang.repair.trick_habits import OF_TRICKS
from dominoes_lang.repair.turn_habits import OF_TURNS
from dominoes_lang.table.tiles import in_digits

_WHO = r"player|mover|winner|finisher|side|he|she|they|somebody|someone|one"
_OUT = r"(?:(?:goes|went|has\s+gone|is|was)\s+out|dominoe[sd])"
_CHOICE = rf"{HALF}[-/]{HALF}\b|\[\d+\|\d+\]|{NUMBER}\b|[A-J]\b"
_SEPARATED = r"(?:\s*,\s*(?:or\s+)?|\s+or\s+|\s+)"
_QUOTES = "'“”‘’`«»„"
_SUBJECT = (
    r"(?:they|winner|mover|finisher|opener|everyone|any\s+player|[A-J])"
    r"(?:'s\s+(?:side|partner|opponents))?"
)
PERCENT = r"(?:%|percent\b|per\s+cent\b)"
_SAME = (
    r"(?:(?:are|have|show)\s+(?:the\s+)?same(?:\s+(?:number|pips))?|are\s+(?:equal|alike)(?:\s+to"
    r"\s+each\s+other)?|are\s+identical)\b"
)
_EACH = r"(?:(?:each|every|all|the|any|an?)\s+)*"
"""What people put before a kind of tile."""
HABITS: tuple[Habit, ...] = (
    # ------------------------------------------------------------ signs of other languages
    habit("", r"</?(?:b|i|u|p|em|strong|code|span|br)\s*/?>", "", by_itself=True),
    habit("", r"\s*(?:%|\bmod(?:ulo)?\b)\s*(\w+)\s*(?:==?|is|equals)\s*0\b",
          r" is a multiple of \1"),
    habit("", r"\bdivided\s+by\b", "/", by_itself=True),
    habit("", r",?\s*\bnot\s+when\b", " and not"),
    habit("", rf",?\s*\bbut\s+{WHENEVER}|\b(?!when\b|if\b){WHENEVER}|\bif\s+and\s+only\s+if\b",
          " when", by_itself=True),
    habit("", r",?\s*\bbut\b", " and"),
    habit("", r"\blast\s+tile\s+(?:could|can|may)\s+(?:be\s+played|go|fit|be\s+laid)\s+(?:on|"
          r"at)?\s*"
          r"(?:both|either)\s+(?:ends?|sides?)\b", "last tile fits both ends"),
    habit("", r"\bpasses\s+in\s+row\b", "passes in a row"),
    habit("", r"\b(?:it\s+is\s+)?(?:the\s+)?first\s+pass\s+(?:of|in)\s+(?:the|this|a)\s+round\b",
          "passes this round is 1"),
    habit("", r"\b(?:all\s+)?passes\s+(?:in\s+(?:this|the)|of\s+(?:this|the))\s+round\b",
          "passes this round"),
    habit("", r"\b(?:passes\s+in\s+a\s+row|running\s+passes|consecutive\s+passes)\s+(?:by|of)\s+",
          "passes running by "),
    habit("", r"\brounds\s+(?:won\s+in\s+a\s+row|running\s+won)\s+by\s+",
          "rounds won running by "),
    habit("", r"\b(nobody|no\s+one|no\s+player)\s+(?:has\s+)?passed\b(?!\s+in\b)",
          "passes this round is 0"),
    habit("", r"\bpasses(?=\s+(?:is|are)\b)", "passes this round"),
    habit("", r"\bpasses\s+(?:by|of)\s+", "passes running by "),
    habit("", rf"\b(?!every|any)({_SUBJECT})\s+(?:has\s+|have\s+)?passed"
          rf"(?:\s+(?:(once)|(twice)|({NUMBER})\s+"
          r"times))?(?:\s+(?:in\s+a\s+row|running))?(?=\s*$|\s+and\b|\s+or\b)", lambda match: (
          f"passes running by {match[1]} is at least "
          f"{2 if match[3] else number_of(match[4] or '1')}"),
          help=r'passes are counted since the last tile, "passes running by \1", or those of '
          r'all in the round, "passes this round"', sure=False),
    habit("", rf"\b({_SUBJECT})\s+(?:has\s+|have\s+)?(?:won|wins)\s+(?:(?:(?:the\s+)?(?:last|"
          rf"previous)"
          rf"(?:\s+({NUMBER}))?|({NUMBER}))\s+(?:rounds?|games?|hands?|deals?)"
          r"(?:\s+(?:in\s+a\s+row|running|before))?)", lambda match: (
          f"rounds won running by {match[1]} is at "
          f"least {number_of(match[2] or match[3] or '1')}")),
    habit("", r"\b(?:the\s+)?(?:last|previous)\s+deal\s+(?:was|is)\s+(?:void|thrown\s+in)\b",
          "void deals before it is at least 1"),
    habit("", r"\b(?:void\s+deals|deals?\s+thrown\s+in|redeals)"
          r"(?:\s+(?:(?:just\s+)?before\s+(?:(?:this|the)\s+)?round|before(?!\s+it\b)))?"
          r"(?!\s+before)(?=\s)", "void deals before it"),
    habit("parameter", r"\bupto\b", "to"),
    habit("parameter", r"\s+points\s+(?:to\s+win|needed)\b", ""),
    habit("parameter", r"(?<=\d)\s+['‘’“”]([^'\"‘’“”\n]*)['‘’“”]", r' "\1"'),
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
    habit("parameter", r"(parameter\s+\w+)\s+(?:equals|is)\s+(?=[\w\[])", r"\1 = "),
    habit("parameter", r"(parameter\s+\w+)\s+(?!\w+(?:\s+\w+){0,2}\s*=)(?=[\w\[])", r"\1 = "),
    habit("define", r"(?<=:)\s*(?:when|if)\s+", " "),
    habit("define", r"^(define\s+\w+)\s+(?:as|is|means|to\s+be)\s+(?=\w)", r"\1: "),
    habit("define, award", r"((?:define|award)\s+\w+)[ \t]*(?::=|==?)", r"\1:"),
    habit("tile value", r"(?<=[:,])\s*(\w+)\s+(?:points\s+)?(?:is|for|=|:)\s+(?:the\s+)?"
          r"(\[\d+\|\d+\])", r" \2 is \1"),
    habit("tile value", r"(?<=\d)\s*,?\s*(?:and|or|&|;)?\s+(?=\[)", ", "),
    habit("tile value", r"(?<=\])[ \t]*(?:==?|:)[ \t]*", " is "),
    habit("tile value", r"(?<=\])\s+(?:(?:counts?|worth|scores?)\s+|is\s+worth\s+)?(?:as"
          r"\s+)?(?=\d)", " is "),
    habit("tile value", rf"(?<=[:,])\s*{_EACH}doubles?\b(?:\s+tiles?\b)?", " doubles",
          by_itself=True),
    habit("tile value", rf"(?<=[:,])\s*{_EACH}(?:tiles?\s+with\s+(?:an?\s+)?)?(?:blanks?|zeros?)\b",
          " tiles with a 0", by_itself=True),
    habit("tile value", rf"(?<=[:,])\s*{_EACH}tiles?\s+with\s+(?:an?\s+)?(?=\d)", " tiles with a ",
          by_itself=True),
    habit("tile value", r"(?<=doubles|ith a \d)\s*(?:(?:is|are)\s+worth|counts?(?:\s+(?:as|for))?"
          r"|scores?|costs?|worth|[=:])\s+", " are ", by_itself=True),
    habit("tile value", r"(?:\b(?:twice|double)\s+(?:their|its|the)\s+(?:pips|values?|dots)"
          r"|\b(?:double|twice)\b(?=\s*(?:,|$)))", "2 per pip"),
    habit("tile value", r"(\w+)\s*(?:\*|x|times)\s*(?:(?:their|its|the)\s+)?"
          r"(?:pips|values?|dots)\b", r"\1 per pip"),
    habit("tile value", r"\bper\s+(?:dot|spot|point|pips)\b", "per pip"),
    habit("tile value", r"(?<=\d)\s+(?:points?\s+each|each|points?)\b", ""),
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
    habit("", r"`+|\*\*+|(?<!\w)_+(?=\w)|(?<=\w)_+(?!\w)", ""),
    habit("variant, extends, example, invariant", r"'([^'\"\n]*)'", r'"\1"'),
    habit("extends", r"(?<=\")\s*,?\s*without\b[^\n]*",
          help='"without" is a clause of its own: begin a new line with it'),
    habit("extends", r"^extends\s*:?\s*[\"'“«]?[^\n,\"]+[\"'”»]?\s*,[^\n]*",
          help="a game has one parent: leave out the others, and copy from them what differs"),
    habit("variant, extends", rf"^(variant|extends)\s*:?\s*[{_QUOTES}]?([^\s:#{{\"{_QUOTES}]"
          rf"[^\n#\"{_QUOTES}]*?)[{_QUOTES}]?\s*;?\s*$", r'\1 "\2"'),
    habit("note", rf"^note\s*:?\s*(?:[{_QUOTES}]\s*)?([^\s:#\"{_QUOTES}][^\n#\"]*?)\s*"
          rf"[{_QUOTES}]?\s*$",
          r'note "\1"'),
    habit("variant, extends, note, example, invariant",
          r"(variant|extends|note|example|invariant)\s*[:=]\s*(?=\")", r"\1 ",
          help="leave out the sign before the quotes"),
    habit("example, invariant", r"(example|invariant)\s+([^\s\":#'“”‘’][^\":\n#“”]*?)\s*:",
          r'\1 "\2":'),
    habit("", r"\b(last\s+tile|pips\s+on\s+ends|tiles\s+in\s+stock|\w+)\s+(?:is|are)\s+"
          r"(?:(?:(?:one|any)\s+of|either)\s+)?"
          rf"((?:{_CHOICE}){_SEPARATED}(?:{_CHOICE})(?:{_SEPARATED}(?:{_CHOICE}))*)(?!\w)",
          one_of_several),
    # ------------------------------------------------------------ tiles
    habit("", r"(?P<tile>(?!)x)?(?P<bare>(?!)x)?(?:the\s+)?double[- ]"
          rf"(?P<size>\d\d?|{SIZE}|blank|zero)\b",
          tile_in_words, by_itself=True),
    habit("example", rf"(?<=line )(?:{HALVES}[-, ]{{1,2}})+{HALVES}\b",
          lambda match: " ".join(f"[{tile[0]}|{tile[1]}]" for tile in DIGITS.findall(match[0]))),
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
    habit("award, define", rf"\b(\d+)\s*{PERCENT}\s+of\s+(?:the\s+)?([^\n:+*/-]+?)"
          r"(?=\s+(?:rounded|to|when|is)\b|\s*(?:\n|$))", r"\2 * \1 / 100", by_itself=True),
    habit("", rf"\d+\s*{PERCENT}", help='write a share as "* 10 / 100 rounded down to 1"'),
    habit("award, define, tile value, example, invariant", r"(?:-|\bminus\b)\s*(\d+)",
          r"0 - \1"),
    habit("parameter", r"=\s*-\s*\d+", help="a parameter can't be negative; subtract it "
          "where it is used"),
    habit("parameter", r"=\s*['\"](\w+)['\"]", help="write the word without quotes, and "
          'list the words that it may be: "= fewest one of fewest, most"'),
    habit("parameter", r"between\s+(\d+)\s+and\s+(\d+)", r"from \1 to \2"),
    habit("parameter", r",?\s*\bmin(?:imum)?\s*[:=]?\s*(\d+)\s*,?\s*(?:and\s+)?max(?:imum)?\s*[:=]?"
          r"\s*(\d+)", r" from \1 to \2"),
    habit("parameter", r"[ \t]*,[ \t]*(?=from\b|one\s+of\b)", " "),
    habit("parameter", r"=\s*(\w+)((?:\s*(?:,|\bor\b)\s*\w+){1,5})\s*(?=$|\")", lambda match: (
          f"= {match[1]} one of {', '.join(values(match[0][1:]))} ")),
    habit("parameter", r"(?<=\w)\s+(?:in|of|out\s+of|among)\s+(?=\w+\s*,)", " one of "),
    habit("parameter", r"=\s*(\d+)\s*(?:\.\.+|-|to)\s*(\d+)\s*$", r"= \1 from \1 to \2",
          sure=False),
    habit("parameter", r"(?:from|in)?\s*[(\[]?(\d+)\s*(?:\.\.+|-|to)\s*(\d+)[)\]]?",
          r" from \1 to \2"),
    *OF_EXAMPLES,
    *OF_SETUP,
    *OF_OPENERS,
    *OF_TURNS,
    *OF_TRICKS,
    *OF_PAYOFFS,
    *OF_MATCHES,
    *OF_LAYOUT,
    # ------------------------------------------------------------ conditions
    habit("redeal, award, define, winner, invariant, example", r"\b(holds?|has|have)\s+"
          rf"({NUMBER})\s+(?:or\s+more\s+)?{TILES}\s+(?:of\s+(?:the\s+same|a\s+single|any|one|a)"
          r"\s+(?:number|suit|kind)|(?:with|showing|of)\s+(?:the\s+|a\s+)?(?:number\s+)?(\d+))\b",
          lambda match: f"{holds(match[1])} at least {number_of(match[2])} tiles "
          f"{f'with a {match[3]}' if match[3] else 'of one number'}", sure=False, by_itself=True),
    habit("redeal, award, define, winner, invariant, example", rf"\b({NUMBER})\s+(?:or\s+more\s+)?"
          rf"{TILES}\s+(?:of|in|with|from|showing)\s+(?:the\s+same|a\s+single|any|one|a)\s+"
          r"(?:number|suit|kind)\b",
          lambda match: f"{number_of(match[1])} tiles of one number", by_itself=True),
    habit("redeal, award, define, winner, invariant, example",
          rf"\b({NUMBER})\s+(blanks|ones|twos|threes|fours|fives|sixes|sevens|eights|nines)\b",
          lambda match: f"{number_of(match[1])} tiles with a {NAMED_HALVES[match[2]]}"),
    habit("redeal, award, define, winner, invariant, example",
          rf"\b({NUMBER})\s+tiles\s+(?:with|showing|of)\s+(?:the\s+|a\s+)?(?:number\s+)?(\d+)\b",
          lambda match: f"{number_of(match[1])} tiles with a {match[2]}", by_itself=True),
    habit("award, define, winner, invariant, example",
          r"\b(holds?)\s+(?:no\s+(?:number|half)s?|neither\s+(?:number|half)|none\s+of\s+the\s+numbers)"
          r"\s+(?:of|on)\s+(?:the\s+)?last\s+tile\b", r"\1 no number of last tile"),
    habit("award, define, winner, invariant, example",
          r"\b(?:the\s+)?(high|low)(?:er|est)?\s+(?:half|end|number|side)\s+(?:of|on)\s+(?:the\s+)?"
          r"last\s+tile\b", r"\1 half of last tile"),
    habit("redeal, domino, blocked, award, define, winner, next opener, invariant",
          r"\b(?:one|some)\s+(player|side)\b(?=\s+(?:holds?|has|can)\b)", r"any \1",
          by_itself=True),
    habit("blocked, award", rf"\b(?:every(?:one|body|\s+player)|all(?:\s+(?:the\s+)?players)?)\s+"
          rf"(?:ha(?:s|ve)\s+)?pass(?:ed|es)?\s+(?:(twice)|({NUMBER})\s+times)"
          r"(?:\s+in\s+a\s+row)?\b", lambda match: (
          f"passes in a row is {2 if match[1] else number_of(match[2])} * players")),
    habit("blocked, winner, award, next opener, define", rf"\b(?:only\s+)?({NUMBER})\s+players?\s+"
          r"(?:(?:is|are|remains?|stays?)\b\s*)?(?:still\s+in|left|remaining|in\b)"
          rf"(?:\s+(?:in\s+)?the\s+(?:round|game))?|\b({NUMBER})\s+players?\s+remains?\b",
          lambda match: f"players still in is {number_of(match[1] or match[2])}"),
    habit("blocked, winner, award, next opener, define", r"\b(?:the\s+)?(?:last\s+(?:player|one)\s+"
          r"(?:still\s+in|standing|left|remaining)|(?:last\s+)?remaining\s+player|(?:the\s+|only\s+|"
          r"last\s+)*player\s+still\s+in)\b", "last player in"),
    habit("winner", r"\b(?:the\s+)?last\s+player\s*$", "last player in"),
    habit("blocked, winner, award, next opener, define", r"\bplayers\s+in(?=\s+(?:is|are)\b)",
          "players still in"),
    habit("blocked, award, define", r"\b(?:all|everyone|everybody)\s+(?:but|except)\s+(?:one|1)\s+"
          r"(?:(?:has|have)\s+)?dropped\s+out\b", "players still in is 1"),
    habit("award, winner, first opener, next opener", r"\b(fewest|most)\s+tiles\s+(?:with|of|"
          r"showing)"
          r"\s+(?:a\s+\d+|(?:one|a|the\s+same|any)\s+number)\b",
          help='players are ranked by pips, tiles or doubles: pay each player by cases, "5 to each '
          'player at round end when they hold at least 3 tiles of one number"'),
    habit("award, define, invariant", r"\bno\s+(?:opponents?|other\s+players?)(?:\s+of\s+"
          r"winner)?\s+"
          r"(?:holds?|has|have)\s+(?:an?|any)\s+",
          "winner's opponents holds no ", help='write "winner\'s opponents holds no …", of all '
          'their '
          "hands", sure=False),
    habit("blocked, winner, award, next opener, define", r"\b(?:(?:the\s+)?number\s+of\s+players\s+"
          r"still\s+in|players\s+(?:left|remaining|who\s+remain)|remaining\s+players)\b",
          "players still in"),
    habit("blocked, winner, award, next opener, define", r"\b([A-J]|mover|finisher|opener)\s+is\s+"
          r"still\s+in\b", r"not \1 dropped out"),
    habit("domino, blocked, winner, award, define", r"\b(everyone|any\s+player|nobody|[A-J]|opener)"
          r"\s+(?:is|are)\s+out\b", r"\1 has no tiles", r"\1 dropped out",
          help=r'write "\1 has no tiles", or "\1 dropped out" of a player who can go on no more'),
    habit("domino, award, define", r"\b(mover|finisher|opener|[A-J])\s+(?:has|holds)\s+"
          rf"(?:only\s+)?({NUMBER})\s+tiles?(?:\s+(?:left|remaining))?\b(?<!tiles)",
          lambda match: f"tiles held by {match[1]} is {number_of(match[2])}"),
    habit("domino", r"(?:(?:a|any|the)\s+)?(?:player|mover|someone|somebody)\s+(?:goes|is|went)"
          r"\s+out|"
          r"(?:(?:a|any|the)\s+)?(?:player|mover|someone|somebody)\s+(?:plays|lays|has\s+played"
          r"|has\s+laid)\s+"
          r"(?:their|his|her|the|its)\s+last\s+\w+|(?:the\s+)?hand\s+of\s+(?:the\s+)?(?:mover"
          r"|player)\s+is\s+"
          r"empty", "mover has no tiles"),
    habit("domino", r"(?:mover(?:'s\s+hand)?|some(?:one|body)|any(?:one|body)|"
          r"(?:(?:the|a|any|their|your)\s+)?(?:hand|player(?:'s\s+hand)?))\s+(?:(?:(?:is|has|"
          rf"are)\s+)?(?:out(?:\s+of\s+{TILES})?|empty)|(?:is|has|are)\s+"
          rf"(?:no\s+more\s+{TILES}|no\s+(?:{TILES}|\w+)|0\s+{TILES}|(?:played|laid)\s+"
          rf"(?:all|every)(?:\s+(?:of|the|their|his|her))*\s+{TILES}))(?:\s+left)?",
          "mover has no tiles"),
    habit("domino", r"(?:(?:the|their)\s+)?last\s+tile\s+(?:is\s+)?(?:played|laid)\b",
          "mover has no tiles"),
    habit("blocked", r"(?:(?:the|a)\s+)?(?:game|round|line|table)\s+(?:is|gets)\s+(?:locked|"
          r"blocked|closed|"
          r"jammed|stuck|shut)\b", "nobody can act"),
    habit("", r"(ha(?:s|ve))\s+(?:0|zero|none|no\s+more)\s*(?:tiles)?", r"\1 no tiles"),
    habit("award, winner, next opener, define, invariant, example",
          rf"\b(?:(?:the|an?|any)\s+)?(?:{_WHO})\s+(?:{_OUT}|finish(?:es|ed)|end(?:s|ed)|wins|won)"
          r"\s+(?:with|on|by(?:\s+playing)?)\s+(?:an?\s+|the\s+)?"
          rf"(?:(double)\b(?![- ](?:\d|{SIZE}|blank|zero))|{DOUBLE})", went_out_with),
    habit("award, winner, next opener, define, invariant",
          rf"\b(?:(?:the|an?|any)\s+)?(?:{_WHO})\s+{_OUT}\b", "domino"),
    habit("", r"\b(?:the\s+)?winning\s+(?:side|team|player|pair)\b", "winner", by_itself=True),
    habit("first opener, next opener, layout", r"\brounds?'?s?'?\s+double\b", "round's double"),
    habit("layout, first opener, next opener", r"(?<=round's double)\s*,?\s*"
          r"(?:(?:and|then|go(?:es|ing)?)\s+)*(?:down\s*,?\s*(?:and\s+|then\s+)*)?(?:back\s+)?"
          r"up(?!\s+again\b)(?:\s+(?:after\w*|to\s+the\s+(?:top|highest)))*", " down and up again"),
    habit("", r"\(((?:(?!\b(?:and|or)\b)[^()\n+*/-])*)\)", r"\1"),
    habit("", r"\b(domino|blocked)\s+(?:is|==?|equals)\s+(?:yes|true)\b", r"\1"),
    habit("", r"\blast\s+tile\s+(?=\[)", "last tile is "),
    habit("", r"\bneither\s+([^\n:]+?)\s+nor\s+", r"not \1 and not "),
    habit("", r"\b(?:every(?:one|body)|all(?:\s+players)?)\s+(?:but|apart\s+from|other\s+than|save)"
          r"\s+(?:the\s+)?(?=\w)", "everyone except "),
    habit("", r"\bboth\s+(?:players|sides)\b", "everyone"),
    habit("", r"\b(\w+)'s\s+score\b", r"score of \1"),
    habit("", r"\b(?:the\s+)?(?:number|count|amount)\s+of\s+(?=(?:tiles|doubles|pips|plays|"
          r"passes)\b)",
          "", by_itself=True),
    habit("", rf"\b(?:the\s+)?{STOCK}\s+(?:holds?|has|contains)\s+((?:(?:at|more|less)\s+"
          rf"(?:least|most|than)\s+)?{NUMBER})\s+{TILES}\b", r"tiles in stock is \1"),
    habit("", rf"\b({_SUBJECT})\s+(?:does\s+not|doesn['’]t|do\s+not|don['’]t)\s+(?:hold|have)\b"
          r"(?!\s+tiles)",
          r"not \1 holds", by_itself=True),
    habit("", rf"\b({_SUBJECT})\s+holds?\s+not\b", r"not \1 holds", by_itself=True),
    habit("", rf"\b({_SUBJECT})\s+(?:can\s*not|can['’]t|can\s+not)\s+(play|act)\b",
          r"not \1 can \2"),
    habit("", rf"\b(?:has|have|had|held|holds?)\s+(?:the\s+)?{DOUBLE}", held_tile),
    habit("", r"\b(?:had|held)\s+(?=at\b|an?\b|no\b|\[)", "holds "),
    habit("", r"\bdomino\s+(?:and|with|on|by|is)\s+(?:an?\s+|the\s+)?double\b(?!\s+(?:held|in)\b)",
          "domino and last tile is double"),
    habit("", r"\blast\s+tile\s+(?:is\s+(?:an?\s+)?blank\b|(?:contains|shows|has|holds|includes)\b)"
          r"[^\n]*", help='write each tile: "last tile is [0|0] or last tile is [1|0] or …"'),
    habit("", r"\blast\s+tile\s+(?:is\s+)?(?:not|no)\s+(?:an?\s+)?double\b",
          "not last tile is double"),
    habit("", r"\blast\s+tile\s+(?:an?\s+)?double\b", "last tile is double"),
    habit("", r"\b(is|are)\s+(?:(?:evenly\s+)?divisible\s+by|multiples?\s+of)\b",
          r"\1 a multiple of"),
    habit("", r"\b(?:(?:sum|total|count|value)\s+(?:of|on|at)\s+(?:(?:the|both|all)\s+)*(?:open\s+"
          r")?"
          r"ends|(?:pips|points|dots)\s+(?:on|at|of|in)\s+(?:(?:the|both|two|all|open|free)\s+)+"
          r"ends)\b", "pips on ends", by_itself=True),
    habit("award, define, invariant", r"(?<!on )(?<!at )(?<!both )\b(?:the\s+)?(?:open\s+)?ends\b"
          r"(?!\s+(?:alike|it|(?:are|have|show)\s+(?:the\s+)?(?:same|equal|alike|identical)"
          r"|add|make|total|sum)\b)", "pips on ends",
          by_itself=True),
    habit("", rf"\b(is|are)\s+({NUMBER})\s+(?:or\s+(?:more|over|higher|above)|and\s+"
          r"(?:up|above|more))\b", lambda match: f"{match[1]} at least {number_of(match[2])}"),
    habit("", rf"\b(is|are)\s+({NUMBER})\s+or\s+(?:less|fewer|under|lower|below)\b",
          lambda match: f"{match[1]} at most {number_of(match[2])}"),
    habit("", r"(?<= )((?:(?!\b(?:and|or|when|not|to|if)\b)[\w']+ )+?)(is|are)\s+between\s+(\w+)"
          r"\s+and\s+(\w+)", r"\1\2 at least \3 and \1\2 at most \4"),
    habit("", r"\b(?:exceeds?|over|above|more\s+than)\s+(?=\w)", "is more than "),
    habit("", r"\b(?:under|below|less\s+than|fewer\s+than)\s+(?=\w)", "is less than "),
    habit("", r"\b(?:is\s+)?equal\s+to\s+(?=\w|\[)", "is "),
    habit("", rf"\b(?:after\s+)?({NUMBER})\s+passes(?:\s+in\s+a\s+row)?\b",
          lambda match: f"passes in a row is {number_of(match[1])}"),
    habit("", r"\b(?:every(?:one|body)|all(?:\s+(?:the\s+)?players)?)\s+else\s+(?:has\s+|have\s+)?"
          r"pass(?:ed|es)?(?:\s+in\s+a\s+row)?", "passes in a row is players - 1"),
    habit("", r"\b(pips|tiles|doubles)\s+(?:holds?|holding|owned|kept)\s+by\b", r"\1 held by"),
    habit("invariant, award", r"\b(tiles|pips|doubles)\s+held(?!\s+by)\b",
          r"\1 held by everyone", sure=False),
    habit("", rf"(?:the\s+)?{STOCK}\s+(?:is|runs|has\s+run|are)\s+(?:empty|out|exhausted|gone)|"
          rf"(?:no|0)\s+(?:more\s+)?{TILES}\s+(?:are\s+)?(?:left\s+)?in\s+(?:the\s+)?{STOCK}",
          "no tile can be drawn", by_itself=True),
    habit("", rf"\b(?:the\s+)?{STOCK}\s+(?:is\s+not\s+empty|isn['’]t\s+empty|has\s+tiles)\b",
          "tiles in stock is at least 1"),
    habit("award, define, invariant, winner, next opener", r"\b(and|or|when)\s+(not\s+)?(?:an?\s+"
          r")?double\b"
          r"(?!\s+(?:held|in|played|laid)\b)",
          lambda match: f"{match[1]} {match[2] or ''}last tile is double"),
    habit("", r"\b(?:the\s+)?(?:open\s+)?ends\s+(?:add\s+up\s+to|make|total|sum\s+to|are\s+"
          r"worth)\s+(?=\w)",
          "pips on ends is "),
    habit("", r"(?<!^)\b(?:(?:it\s+is\s+)?(?:the\s+)?first\s+round|round\s+(\d+))\b",
          lambda match: f"round is {match[1] or 1}"),
    habit("", r"\bends\s+it\s+fitted\s+(?:is|are|was|were)\s+both\b", "ends it fitted is 2"),
    habit("", r"\b(?:twice\s+(?:the\s+)?|double\s+the\s+)(?=\w)", "2 * ", by_itself=True),
    habit("", r"\b(?:thrice|triple|three\s+times)\s+(?:the\s+)?(?=\w)", "3 * ", by_itself=True),
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
    habit("", rf"\b({_SUBJECT})\s+(holds?)\s+([^\n:,]+?)\s+or\s+(?:(?:holds?|has|have)\s+)?"
          r"(?=at\s|no\s|\[)", r"\1 \2 \3 or \1 \2 "),
    habit("", r"\b(?:ca|do|does|has|have|did|was|were|wo)n['’]t\b",
          help='write "not" before the condition, as in "not winner has no tiles"'),
    habit("example", r"\b([A-J])\s+(?:(?:plays|is|goes|moves)\s+next|is\s+to\s+(?:play|move)|"
          r"to\s+move)\b", r"\1 to play", by_itself=True),
    habit("blocked", r"(?:nobody|no\s+one|no\s+player)\s+can\s+(?:play\s+or\s+draw|"
          r"draw\s+or\s+play|move|go|continue)", "nobody can act"),
    habit("", r"\bno\s+(?:one|player)\b", "nobody"),
    habit("", r"(?:every(?:one|body|\s+player)|(?:all|both)"
          rf"(?:\s+(?:of\s+them|the|players|{NUMBER}))*)\s+(?:has\s+|have\s+)?pass(?:ed|es)?"
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
    habit("", rf"(holds?|has|have)\s+(more|fewer|less)\s+than\s+({NUMBER})\s+(doubles|pips|tiles)",
          beyond),
    habit("", r"\b(has|have)\s+(at\s+(?:least|most)|an?\s+\d|no\s+(?:\d|doubles?\b)|\[)(?:\s+at\s+"
          r"all\b)?",
          lambda match: f"{holds(match[1])} {match[2]}"),
    habit("", r"\b(has|have|holds?)\s+(?:an?|any|some)\s+doubles?\b",
          lambda match: f"{holds(match[1])} at least 1 double"),
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
    habit("", r"\b(?:minus|less(?!\s+than)|subtract(?:ing)?|take\s+away)\b", "-"),
    habit("", r"\btimes\b", "*"),
    habit("", r"\s+x\s+(?=\w)", " * "),
    habit("award", r"(?<=:)\s*(max|min)(?:imum)?\s*\(\s*([^\n,()]+),\s*([^\n,()]+)\)(?=\s+to\b)",
          larger),
    habit("", r"\(\s*([^(),\n]*(?:[-+*/]|\b(?:and|or|is|held)\b)[^(),\n]*?)\s*\)",
          help=r'there are no parentheses: name that part, "define part: \1", and write "part"'),
    # ------------------------------------------------------------ needless
    habit("", r"\b(?:the|an)\s+", ""),
    habit("", r"\beither\s+(?=[^\n:]*\bor\b)|\bboth\s+(?=[^\n:]*\band\b)", "", by_itself=True),
    habit("", r"\ba\s+(?=player|side)", "any "),
    habit("winner, next opener, award", r"\b(?:if|when)\s*\(\s*([^()\n]*?)\s*\)\s*:?\s*",
          r"when \1: "),
    habit("", r"[ \t]*[{};][ \t]*", " ", always=True),
    habit("", r"[ \t]*[.,](?=\s*$|\s*\n\s*#)", ""),
    habit("", r"[ \t]*,(?=(?:\s|#[^\n]*+)*+(?:and|or|otherwise|then|to|when|at|after|"
          r"rounded|from|for)\b)", ""),
    habit("award, winner, next opener, define, invariant", r"[ \t]*,(?=\s+(?:not\s+)?(?:last|domino"
          r"|blocked|winner|mover|plays|ends|pips|tiles|doubles|they)\b)", " and"),
    habit("", r"[ \t]*\.(?=\s)", ""),
)  # fmt: skip
