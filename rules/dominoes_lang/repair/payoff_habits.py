"""Habits of writing who wins a round, and what it pays."""

from __future__ import annotations

from dominoes_lang.repair.habit import (
    DOUBLE,
    DURING,
    LIST_SIGN,
    NUMBER,
    PIPS,
    SOMEBODY,
    STOCK,
    TILES,
    WHENEVER,
    Habit,
    after_playing,
    habit,
    holds,
    list_item,
    measure,
    number_of,
    of_somebody,
    tied,
)
from dominoes_lang.syntax.vocabulary import TIES

_MOMENT = r"(?:at\s+round\s+end|after\s+(?:play|pass|draw))"

OF_PAYOFFS: tuple[Habit, ...] = (
    habit("award", rf"(?<=[:\n])[ \t]*(?:when\s+)?{_MOMENT}\b[^\n:]*:|{_MOMENT}\s*(?:,|or|and)\s*"
          rf"(?:or\s+|and\s+)?{_MOMENT}",
          help="an award has one moment, and the rows of its table have conditions: write an award "
          'of its own for each moment, such as "award passed: 5 to finisher after pass"'),
    habit("award", rf"{LIST_SIGN}(?=when\b|otherwise\b)", list_item,
          help="leave out the sign of the list", by_itself=True),
    habit("award, define, tile value", r"(?<=:)\s*(?:[-–−]|\bminus\b)\s*(?!\d)(\w[^\n:]*?)"
          r"(?=\s+(?:to|rounded|when|otherwise|is|are)\b|\s*(?:\n|$))", r" 0 - \1", by_itself=True),
    habit("winner, next opener, award",
          r"(?<=[:\n])\s*(otherwise\s*:[^\n]+)((?:\n\s*when\b[^\n]*)+)", r"\2\n    \1",
          help='"otherwise" is the last row: move it below the others'),
    habit("winner, next opener, award", r"(?<=[:\n])\s*otherwise\s*:[^\n:]+\s+when\b[^\n:]*:",
          help='"otherwise" is the last row: move it below the others'),
    habit("winner, next opener, award",
          r"\b(when\s+(?:blocked|domino))[ \t]*[,;=][ \t]*", r"\1: "),
    habit("winner", r"(?:\s*,)?\s*\b(?:when|if|on|in\s+case\s+of)\s+"
          r"(?:(?:there|it)\s+(?:is|are)\s+)?(?:an?\s+)?(?:tied?|drawn?)\s*:?\s*\w*", help=TIES),
    habit("winner", r"(?<!when )\b(domino|blocked)\s*(?:[-=]>|=)\s*", r"when \1: ", by_itself=True),
    habit("winner", r"(?<=[:,;])\s*,?\s*(domino|blocked)\s*:?\s+(?=[a-z])", r" when \1: ",
          by_itself=True),
    habit("winner", r",\s*(domino|blocked)\s*:?\s+(?=[a-z])", r" when \1: "),
    habit("winner", r"(?:\s*,)?\s*(?:(?:and|with|on|in)\s+)?(?:a\s+)?ties?(?:\s*(?:[:=]|->|"
          r"\b(?:goes|"
          r"go|are|is|won|for|by|to|gives?)\b))*\s+(?:the\s+)?(no\s+winner\b|nobody|no\s+one|none|"
          r"finisher|opener|mover|winner|[A-J]\b|player\s+(?:after|before)\b)", tied),
    habit("winner, first opener, next opener", r"(?:\s*,)?\s*(?:(?:and|with)\s+)?(nobody|"
          r"no\s+one|finisher|opener|[A-J](?!'))\s+(?:wins\s+)?"
          r"(?:on|in|if|when|for)\s+(?:case\s+of\s+)?(?:an?\s+)?(?:ties?|tied|equal)\b",
          lambda match: f", ties to {match[1].replace('no one', 'nobody')}"),
    habit("winner", r"\b(player|side)\s+with\s+(?:the\s+)?(?:fewer|lower|less|smaller)\s+"
          r"(pips|tiles|points)\b", r"\1 with fewest \2"),
    habit("winner", r"(?:player|side)\s+with\s+(?:the\s+)?\w+\s+score\b",
          help='a score is made of earlier rounds; the winner of a round is found by the hands: '
          '"player with fewest pips"'),
    habit("winner", r"(player|side)\s+with\s+(?:the\s+)?(?:lowest|lightest|smallest|fewest)\s+"
          r"(?:hand|count|total|points?|sum)(?:\s+wins)?", r"\1 with fewest pips"),
    habit("winner", r"\s+without\s+hand\b",
          help='"without award hand" is a clause of its own, at the left margin'),
    habit("winner", r"(?:the\s+)?(?:lowest|lightest|smallest|fewest)\s+(?:hand|count|total|score|"
          r"points?|pips)(?:\s+wins)?", "player with fewest pips", "side with fewest pips"),
    habit("winner", r"(?:the\s+)?(?:(?:first|player|one)\s+(?:\w+\s+)?)?(?:to\s+go|who(?:ever)?\s+"
          r"(?:goes|went|"
          r"has\s+gone|is)|going)\s+out(?:\s+first)?\b", "finisher", by_itself=True),
    habit("winner", r"(?:the\s+)?player\s+who\s+(?:blocked|closed|blocks|closes|(?:played|laid)\s+"
          r"(?:the\s+)?last(?:\s+tile)?)|(?:the\s+)?blocker\b", "finisher"),
    habit("winner", r"\b(?:the\s+)?(?:(?:one|person|hand)\s+with|"
          r"(?:one\s+)?who(?:ever)?\s+(?:has|holds))\s+(?=(?:the\s+)?\w+(?:est|ast|ost)\b)",
          "player with "),
    habit("winner, first opener", r"(\s*,\s*ties\s+to\s+(?:player\s+(?:after|before)\s+)?\w+)\s*,"
          r"?\s*(?:and\s+)?(then\s+(?:fewest|most)\s+(?:pips|tiles|doubles))\b", r" \2\1",
          by_itself=True),
    habit("award", rf"\bwhen\s+(?:there\s+(?:are|were)\s+)?(less|fewer|more)\s+than\s+({NUMBER})"
          r"\s+plays\b", lambda match: (
          f"when plays is {'more' if match[1].lower() == 'more' else 'less'} than {match[2]}")),
    habit("winner, first opener, next opener", r"\b(fewest|most)\s+(pips|tiles|doubles)\s*,?\s+"
          r"(?:on\s+(?:an?\s+)?ties?\s+)?(the\s+)?(fewest|most)\s+(pips|tiles|doubles)\s+"
          r"(?:on|if|when|in)\s+(?:case\s+of\s+)?(?:an?\s+)?(?:ties?|tied|equal)\b",
          r"\1 \2 then \4 \5"),
    habit("winner, first opener, next opener",
          r"\b(fewest|most)\s+(pips|tiles|doubles)\s*,?\s+(?:and|then|or)\s+"
          r"(?:(?:the\s+)?(fewest|most)\s+)?(pips|tiles|doubles)\b",
          lambda match: f"{match[1]} {match[2]} then {match[3] or match[1]} {match[4]}"),
    habit("winner", r"\s+wins(?:\s+(?:the\s+)?(?:round|hand))?\b", "", by_itself=True),
    habit("winner", r"(fewest|most)\s+(pips|tiles|doubles)\s+(?:in|left|remaining)\b(?:\s+(?:in"
          r"|their|"
          r"his|her|hand)\b)*", r"\1 \2"),
    habit("winner", r",?\s*ties?\s+(?!to\b)\w+", help='write who wins a tie: ", ties to nobody" or '
          '", ties to finisher"'),
    habit("winner, next opener", r"(?<=:)\s*([^\n:]+?)\s+(?:when|if)\s+([^\n:]+?)\s*,?\s+"
          r"(?:otherwise|(?:or\s+)?else)\s+([^\n:]+)", r" when \2: \1 otherwise: \3"),
    habit("winner, next opener", r"(?<=:)\s*([^\n:]+?)\s+(?:when|if)\s+([^\n:]+?)\s*$",
          r" when \2: \1"),
    habit("winner", r"(?<=:)\s*([^\n:]+?)\s+or\s+(?!else\b)([^\n:]+)",
          help=r'"or" joins conditions: state who wins by cases, "when domino: \1 otherwise: \2"'),
    habit("award", r"(?<=:)\s*([^\n:]+?)\s+or\s+([^\n:]+?)(?=\s+to\b)",
          help=r'"or" joins conditions: choose by cases, "when domino: \1 otherwise: \2"'),
    habit("award", r"(?<=to )([^\n:]+?)\s+or\s+([^\n:]+?)(?=\s+(?:at|after)\b)",
          help='"or" joins conditions: pay each by an award of its own, with "when" and its case'),
    habit("winner, next opener", r"(when\s+(?:domino|blocked))\s+(?=\w)", r"\1: "),
    habit("award", r"\bat\s+(?:the\s+)?(?:end\s+of\s+(?:the\s+)?match|match(?:'s)?\s+end)\b",
          help='nothing is paid at the end of a match: write "at round end"'),
    habit("domino", r"\b(?:at|after|on|upon)\s+(?:the\s+)?deal(?:ing)?\b",
          help='no round is won at the deal: pay for such a hand by an award "at the deal", or '
          'throw it in by "redeal: when any player holds at least 5 doubles"'),
    habit("award", r"(?<!at )(?<!the )\b(?:the\s+)?end\s+of\s+(?:the\s+|each\s+)?(?:round|hand|"
          r"deal)\b",
          "at round end"),
    habit("award", r":\s*\(([^()\n]*)\)\s+(?=to\b)", r": \1 "),
    habit("award", r"\b(?:at\s+round\s+end\s+)?(?:after|following)\s+(?:a\s+|the\s+)?(?:redeal|"
          r"void\s+"
          r"deal|deal\s+that\s+was\s+void)\b",
          "at round end when void deals before it is at least 1"),
    habit("award", r"\b(?:after|on|for|at)\s+(?:the\s+)?first\s+pass(?:\s+(?:of|in)\s+(?:the|"
          r"each|every)\s+"
          r"round)?\b", "after pass when passes this round is 1"),
    habit("award", r"\bwhen\s+(?:the\s+)?round\s+is\s+(?:replayed|played\s+again|dealt\s+again)\b",
          "when void deals before it is at least 1"),
    habit("award", rf"\bafter\s+({NUMBER})\s+passes(?:\s+in\s+a\s+row)?\b",
          lambda match: f"after pass when passes in a row is {number_of(match[1])}"),
    habit("award", r"^award\s*:\s*(\w+)\s*:?\s+(?=\d|pips\b|tiles\b|doubles\b)", r"award \1: "),
    habit("award", r":\s*to\s+((?:player\s+(?:after|before)\s+)?[\w']+(?:\s+(?:side|opponents|"
          r"partner))?)"
          r"\s+([^\n:]+?)\s+(at\s+(?:the\s+)?round\s+end|after\s+(?:play|pass|draw))\b",
          r": \2 to \1 \3"),
    habit("award", r"\bto\s+([^\n:]+?)\s+(?:when|if)\s+([^\n:]+?)\s+(at\s+(?:the\s+)?round\s+end|"
          r"after\s+(?:play|pass|draw))\s*$", r"to \1 \3 when \2"),
    habit("award", r"\bto\s+([^\n:]+?)\s+(?=when\s+passes\s+in\s+a\s+row\b)", r"to \1 after pass "),
    habit("award", r":\s*([^\n:]+?)\s+to\s+([^\n:]+?)\s+(rounded\s+(?:to\s+nearest|up\s+to|down\s+"
          r"to)"
          r"\s+\w+)\s+at\s+round\s+end", r": \1 \3 to \2 at round end"),
    habit("award", r"(?<=:)\s*\+\s*(?=\w)", " "),
    habit("award", r"(?<=:)\s*(\w+)\s+from\s+(mover|finisher|opener|winner|each\s+player)\s+"
          r"(?=after\b|at\b)", r" 0 - \1 to \2 "),
    habit("award", r":\s*([^\n:]+?)\s+to\s+([^\n:]+?)\s+when\s+(?:it\s+is\s+)?"
          r"(?:(?:an?\s+)?multiple\s+of|divisible\s+by)\b",
          r": \1 to \2 when \1 is a multiple of", by_itself=True),
    habit("award", r"\b(?:for\s+)?(?:per|each|every|on)\s+(pass|play|draw)\b", r"after \1"),
    habit("award", r"\b(?:every|per|each|in\s+each|in\s+every)\s+(?:round|hand|deal|game)\b",
          "at round end"),
    habit("award", r"\beach\s+(player|side)s\b", r"each \1"),
    habit("award", r"(?<=held by )each\b(?!\s+(?:player|side))", "each player"),
    habit("award", r"(?<=when )(holds?|has|have)\b(?=[^\n]*)",
          lambda match: f"they {holds(match[1])}"),
    habit("award", r"\b(?:the\s+)?losing\s+(?:player|side|team|pair|hand)s?\b(?:['’]s?)?",
          "winner's opponents", by_itself=True),
    habit("award", r"(?<=held by )(?:(?:all\s+)?(?:the\s+)?other\s+(?:side|team|pair|player)s?|"
          r"(?:every(?:one|body)|all)"
          r"\s+else)\b", "winner's opponents", sure=False),
    habit("award", r"\bpips\s+(?:left|remaining|still\s+held|unplayed)(?:\s+(?:over|in\s+hands?))?"
          r"(?=\s+to\b)", "pips held by everyone", "pips held by winner's opponents"),
    habit("award", r"\b(?:goes|go|is\s+paid|are\s+paid|paid|is\s+given|are\s+given|given)\s+to\b",
          "to"),
    habit("award", r"\bfor\s+(?=(?:the\s+)?(?:winner|mover|finisher|opener|everyone|each\s+"
          r"(?:player|side))\b)", "to "),
    habit("award, winner, next opener", r"\b(opponents?|partner|side)\s+of\s+(?:the\s+)?(winner|"
          r"mover|finisher"
          r"|opener|[A-J])\b", of_somebody),
    habit("award", r"\brounded\s+(up|down)\s+to\s+(?:the\s+)?(?:nearest|next)\s+(?=\d)",
          r"rounded \1 to "),
    habit("award", r"(?<=:)\s*([^\n:]+?)\s+(?:when|if)\s+([^\n:]+?)\s*,?\s+(?:otherwise|else)\s+"
          r"([^\n:]+?)"
          r"\s+(?=to\b)", r" when \2: \1 otherwise: \3 "),
    habit("award", r"(?<=:)\s*([^\n:]+?)\s+(?:when|if)\s+([^\n:]+?)\s*,\s+([^\n:,]+?)\s+"
          r"(?:otherwise|else)"
          r"\s+(?=to\b)", r" when \2: \1 otherwise: \3 "),
    habit("award", rf"\bafter\s+(?:playing|laying)\s+(?:the\s+)?{DOUBLE}", after_playing),
    habit("award", r"\b(?:after\s+play\s+)?when\s+(?:an?\s+)?double\s+(?:is\s+|was\s+)?(?:played|"
          r"laid)\b",
          "after play when last tile is double"),
    habit("award", r"\b(?:who(?:ever)?|(?:the\s+)?(?:player|one)\s+who)\s+(?:has\s+)?(?:just\s+"
          r")?(?:passe[sd]|play(?:s|ed)"
          r"|laid|lays|drew|draws)\b(?=\s+after\b)", "mover"),
    habit("award", r"\b(?:the\s+)?(?:previous|last)\s+player\b", "player before mover"),
    habit("award", r"(?<=held by )each\s+opponent\b", "winner's opponents", sure=False),
    habit("award", r"\b(?:(?:right\s+)?(?:at|after|on)\s+(?:the\s+)?deal(?:ing)?|at\s+(?:the\s+)?"
          r"(?:start|beginning)(?:\s+of\s+(?:the\s+|a\s+|each\s+)?(?:round|hand))?)\b"
          r"(?<!at the deal)", "at the deal"),
    habit("award", r"\bat\s+(?:the\s+)?round(?:'s|s)\s+end\b", "at round end"),
    habit("award", r"at\s+(?:the\s+)?end\s+(?:of\s+)?(?:the\s+|a\s+|each\s+)?(?:round|hand|deal)",
          "at round end"),
    habit("award", r"at\s+the\s+end\b", "at round end", by_itself=True),
    habit("award", r"at\s+the\s+round\s+end", "at round end"),
    habit("award", rf"\b(?:at\s+round\s+end\s+)?{WHENEVER}\s+(?:{SOMEBODY}\s+)?pass(?:es|ed)?\b"
          r"(?!\s+in\b)(?:\s+and\s+|\s*$)", lambda match: "after pass when "
          if "and" in match[0].split() else "after pass"),
    habit("award", rf"\b(?:at\s+round\s+end\s+)?{WHENEVER}\s+(?:{SOMEBODY}\s+)?draws?\b"
          rf"(?:\s+(?:a|one)\s+{TILES})?\s*$", "after draw"),
    habit("award", rf"\b(?:at\s+round\s+end\s+)?{WHENEVER}\s+(?:{SOMEBODY}\s+)?(?:plays|lays)\s+"
          r"(?:an?\s+)?(\[[^\]]*\]|double\b)", r"after play when last tile is \1"),
    habit("award", r"\bafter\s+(?:(?:playing|laying)\s+)?(?:an?\s+|any\s+|each\s+|every\s+)?"
          r"double\b",
          "after play when last tile is double"),
    habit("award", r"\bafter\s+(?:they\s+)?(play|pass|draw)ing\b", r"after \1"),
    habit("award", r":[^\n:]*\b(?:pays?|gives?|loses?|forfeits?)\s[^\n]*",
          help='an award pays points and takes none; a fine is less than nothing: "award fine: '
          '0 - 10 to mover after pass"'),
    habit("award", rf"\b(?:the\s+)?next\s+player\b(?=\s+{DURING})", "player after mover"),
    habit("award", r"\b(?:(?:the|that)\s+)?player\s+after\s+(play|pass|draw)\b",
          r"mover after \1", by_itself=True),
    habit("award", r"(?<!last )\b(?:the\s+)?tile(?=\s+is\s+(?:\[|double\b))", "last tile",
          by_itself=True),
    habit("award", r"\bafter\s+(?:(?:each|every|any|a|the)\s+)?(?:play|tile|turn|move)"
          r"(?:\s+played)?\b",
          "after play"),
    habit("award", r"\bafter\s+(?:(?:each|every|any|a|the)\s+)?(pass|draw)\b", r"after \1"),
    habit("award", rf"\bto\s+((?:(?!\b(?:at|after|{WHENEVER})\b)[^\n:])+?)\s+{WHENEVER}\s+"
          r"(?=(?:not\s+)?(?:domino|blocked|winner)\b)", r"to \1 at round end when "),
    habit("award", rf"\b(?:{WHENEVER}|after)\s+(?:the\s+)?(?:round|hand|deal)\s+"
          r"(?:is\s+(?:over|finished|done)|ends|has\s+ended|finishes)\b", "at round end"),
    habit("award", r"\bto\s+(?:(?!\b(?:at|after|if)\b)[^\n:])+?(?=\s+(?:when|if)\b|\s*$)",
          help='state when it is paid, before "when" or at the end: "at round end", "after play", '
          '"after pass" or "after draw"'),
    habit("award", rf"\b(?:pips|points|value|dots)\s+(?:of|on|in|from)\s+(?:the\s+)?(?:last\s+tile"
          rf"|{TILES}(?:\s+(?:just\s+)?(?:played|laid))?|\[\d+\|\d+\])",
          help='no amount counts the pips of one tile: "pips on ends" counts the open ends, and '
          'a table pays by the tile, "when last tile is [6|6]: 12"'),
    habit("award", r"\b(?:the\s+)?(?:tile\s+just\s+(?:played|laid)|"
          r"(?:just\s+)?(?:played|laid)\s+tile|tile\s+(?:played|laid))\b", "last tile"),
    habit("award", r"\b([^\s:]+)\s+from\s+(?:(?!\bto\b)[^\n:])+\s+to\s+\w+|"
          r"\bto\s+[\w']+\s+from\s+\w+",
          help='an award pays points and takes none: leave out "from …" here, and take the points '
          'by an award of its own, "award fine: 0 - 10 to X …"'),
    habit("award", rf"\b(?:the\s+)?(?:opponent|other)s?(?:\s+(?:players?|side|team))?"
          rf"(?=\s+{DURING})",
          "mover's opponents"),
    habit("award", r":\s*([^\n:]+?)\s+to\s+([^\n:]+?)\s+at\s+round\s+end\s+(rounded\s+(?:to\s+"
          r"nearest|up\s+to|down\s+to)\s+\w+)", r": \1 \3 to \2 at round end"),
    habit("award", rf"\b(?:the\s+)?(?:loo?ser|opponent|other)s?'?s?\s+({PIPS}|tiles|doubles)\b",
          lambda match: f"{measure(match[1])} held by winner's opponents", sure=False),
    habit("award", rf"\b({PIPS}|tiles|doubles)\s+(?:of|in|from|left\s+(?:in|with))\s+"
          r"(?:the\s+)?(?:loo?ser|opponent|other)(?:'s|s'|s)?(?!['\w])(?:\s+(?:players?|hands?))?",
          lambda match: f"{measure(match[1])} held by winner's opponents", sure=False),
    habit("award", rf"\bhalf\s+(?:of\s+)?(?:the\s+|all\s+)?(?={PIPS}\b)",
          help='write a half as "/ 2" and round it: "pips held by winner\'s opponents / 2 rounded '
          'down to 1"'),
    habit("award, winner, next opener, define, invariant, example",
          r"\b(winner|finisher|opener|mover)s?'?\s+(side|partner|opponents?)\b",
          lambda match: f"{match[1]}'s {match[2] if match[2] != 'opponent' else 'opponents'}"),
    habit("award", r"\b(?:the\s+)?loo?sers?\b(?!')(?:\s+hands?)?", "winner's opponents",
          by_itself=True),
    habit("award", rf"(?<!')\b(?:the\s+)?(?:opponents?|other(?:s|\s+players?))\b(?!\s+{DURING})",
          "winner's opponents",
          sure=False, by_itself=True),
    habit("award", r"\bto\s+(?:the\s+)?(?:player\s+who\s+(?:blocked|closed)|blocker)\b",
          "to finisher",
          sure=False),
    habit("award", r"\b(?:the\s+)?(?:sum|total)\s+(?:of\s+)?(?:the\s+|all\s+)?", "",
          by_itself=True),
    habit("award", r"(?<=:)\s*(?:the\s+)?difference\b[^\n]*?(?=\s+to\s+winner|$)",
          " pips held by winner's opponents - pips held by winner", sure=False),
    habit("award", r":\s*(?:the\s+)?winner\s+(?:gets|scores|takes|wins|receives)\s+(?:all\s+)?"
          r"(?:the\s+)?(?:pips|points)\b[^\n]*", ": pips held by everyone to winner at round end",
          ": pips held by winner's opponents to winner at round end"),
    habit("award", r"(?:all\s+)?(?:the\s+)?\bpips\b(?=\s+(?:to\b|if\b|[-+*/]|rounded\b))",
          "pips held by everyone", "pips held by winner's opponents"),
    habit("award", r"\brounded\s+to\s+(?=\d)", "rounded to nearest "),
    habit("award", r"\bto\s+(?:the\s+)?nearest\s+(?=\d)", "rounded to nearest "),
    habit("award", r"\brounded\s+(up|down)\s+to\s+([a-z][\w']*)", r"rounded \1 to 1 to \2"),
    habit("award", r"\b(\w+)'s\s+(?:pips|points)\b", r"pips held by \1"),
    habit("award", r"\b(\w+)\s+(?:points?\s+)?(?:for\s+(?:each|every)|for\s+an?|per)\s+"
          r"(double|pip|tile)s?\b(?:\s+(?!held\b)(?:left|remaining|still|unplayed|in|on)\b"
          r"(?:\s+(?!(?:to|at|when|rounded)\b)\w+)*)?(\s+held\b)?",
          lambda match: f"{match[1]} * {match[2]}s held{'' if match[3] else ' by each player'}",
          sure=False),
    habit("award", r"\b(pips|tiles|doubles)\s+(?:left\s+)?(?:in|on)\s+(?:the\s+)?hands?\s+of\s+"
          r"(?:the\s+)?"
          r"(?=\w)", r"\1 held by ", by_itself=True),
    habit("award", r"\b(pips|tiles|doubles)\s+(?:left\s+)?in\s+(?:the\s+)?([\w']+?(?:'s\s+(?:side|"
          r"partner|"
          r"opponents))?)(?:'s|')?\s+hands?\b", r"\1 held by \2"),
    habit("award", rf"(?<=tiles )(?:left\s+)?in\s+(?:the\s+)?{STOCK}\b", "in stock"),
    habit("award", r"\b(doubles|tiles)\s+(?!held\b)(?:left|remaining|still|unplayed|in|on)\b"
          r"(?:\s+(?!(?:to|at|when|rounded)\b)\w+)*", r"\1 held by each player",
          r"\1 held by everyone", r"\1 held by winner's opponents"),
    habit("award", r"\b(\d+)\s*x\s+(?=\w)", r"\1 * "),
    habit("award", r"\bdouble\s+(?=pips|tiles|plays)", "2 * "),
    habit("award", r":\s*(\w+)\s+(?:gets|scores|wins|earns|receives)\s+(\w+)"
          r"(?:\s+points?)?(?:\s+at\s+round\s+end)?", r": \2 to \1 at round end", sure=False),
    habit("award", rf":\s*({_MOMENT})\s+([^\n:]+?\s+to\s+[^\n:]+?)(?=\s+when\b|\s*$)", r": \2 \1"),
    habit("award", rf":\s*([^\n:]+?)\s+({_MOMENT})\s+(to\s+[^\n:]+?)(?=\s+when\b|\s*$)",
          r": \1 \3 \2"),
    habit("award", r"\bwhen\s+([^\n:]+?)\s*,?\s+(?=\d+\s+to\b)", r"when \1: "),
    habit("award", r"\bto\s+(?:(?!\b(?:at|after|when|if)\b)[^\n:,+])+?(?:\s*[,+]|\s+and)\s+"
          r"(?!when\b|at\b|after\b)[^\n:]+",
          help="an award pays one amount to one player or side: write an award of its own for the "
          "other"),
    habit("award, define", r"^(award|define)\s+(\w+(?:\s+(?!(?:when|if|at|after|to|is)\b)"
          r"[a-z]\w*){1,3})\s*:",
          lambda match: f"{match[1]} {'_'.join(match[2].split())}:", by_itself=True),
    habit("award, define", r"^(award|define)\s*:", help='give it a name: "award hand: …", '
          '"define big_hand: …"'),
)  # fmt: skip
