"""Habits of writing how many rounds are played."""

from __future__ import annotations

from dominoes_lang.repair.habit import (
    ANY_SIDE,
    NUMBER,
    REACHES,
    SIDE,
    TILES,
    Habit,
    best_of,
    habit,
    number_of,
    rounds_total,
    total_after,
    wins,
)
from dominoes_lang.syntax.vocabulary import NUMBERS

_OR_MORE = r"(?:\s+or\s+(?:more|over|above|higher)\b)?"

_OUT = r"(?:out|eliminated|knocked\s+out)"
_WHO_IS_OUT = (
    rf"(?:(?:an?|any|every|each)\s+)?(?:{SIDE}s?|who(?:ever)?)\s+"
    r"(?:with|has|have|reach(?:es)?|at)\s+"
)
_LAST_LEFT = r" until one side is left, out at \1"

OF_MATCHES: tuple[Habit, ...] = (
    habit("match", rf"(?<=:)\s*(?:(?:play\s+)?until\s+(?:only\s+)?one\s+{SIDE}\s+(?:is\s+left|"
          rf"remains)|(?:the\s+)?last\s+(?:{SIDE}\s+)?(?:left|in|standing)(?:\s+wins)?|knock-?out|"
          rf"elimination)?\s*,?\s*(?:{_WHO_IS_OUT})?{_OUT}\s+(?:at|from)\s+({NUMBER})\b[^\n]*",
          _LAST_LEFT),
    habit("match", rf"(?<=:)\s*(?:[^\n]*[,;]\s*)?{_WHO_IS_OUT}({NUMBER})(?:\s+points?)?"
          rf"(?:\s+or\s+more)?\s*,?\s*(?:is\s+|are\s+|goes\s+|drops\s+)?{_OUT}\b[^\n]*",
          _LAST_LEFT),
    habit("match", rf"(?<=:)[^\n]*,\s*{_OUT}\s+(?:at|from)\s+({NUMBER})\b[^\n]*", _LAST_LEFT),
    habit("match", r"\bto\s+reach\s+(?:at\s+least|exactly|>=)\s*(?=\w)", "to reach "),
    habit("match", r"\bfirst\s+side\s+(?:to\s+(?:exceed|pass)|over|above)\s+(\d{1,6})\b",
          lambda match: f"first side to reach {int(match[1]) + 1}"),
    habit("match, reserve, deal, tile value", rf"\b({NUMBER})\s+or\s+({NUMBER})\s*(?=$|each\b|,)",
          help=r'write one number, or let it be chosen: "parameter number = \1 one of \1, \2", and '
          r'write its name here'),
    habit("match", r"\s+or\s+[^\n,]+", help='a match ends in one way: leave out "or …"'),
    habit("tiles, layout", r"\s+or\s+[^\n]+", help='a game has one: for the other write a file '
          'of its own that "extends" this one'),
    habit("match", rf"\bfirst\s+(?:{SIDE}\s+)?(?:(?:that|who|to)\s+)?reach(?:es|ing)?\s+(?:a\s+"
          r")?(\w+)"
          r"(?:\s+points?)?(?:\s+or\s+(?:more|over))?", r"first side to reach \1"),
    habit("match", rf"\b({NUMBER})\s+(?:victories|win)\b", wins),
    habit("match", r"(\w+)\s+(?:rounds|games|hands|deals)\s*,?\s*(?:the\s+)?(?:winner\s+has\s+"
          r"(?:the\s+)?)?"
          r"(lowest|fewest|highest|best|most)(?:\s+(?:scores?|points?|totals?))?(?:\s+wins?)?\s*$",
          rounds_total),
    habit("match", r"\bone\s*-\s*round\b", "one round"),
    habit("match", r",?\s*\b(?:(?:all\s+)?(?:the\s+)?(?:scores?|wins)\s+)?(?:(?:is|are)\s+)?"
          r"(?:reset(?:s|ting)?|start(?:s|ing)?\s+(?:again|over))"
          r"\s+(?:when|once|after)\s+(?:every|each|all)\s+(?:side|player|"
          r"team)s?"
          r"\s+(?:has|have)\s+won\b", ", starting again when every side has won"),
    habit("match", rf"(?:the\s+)?first\s+(?:{SIDE}\s+)?(?:to|who|with)\s+(?:win|get|reach|have|"
          r"score|make)?"
          rf"(?:e?s)?\s*({NUMBER})\s+(?:rounds|games|hands|wins)\b(?:\s+wins)?",
          lambda match: f"{number_of(match[1])} wins"),
    habit("match", r"(\w+)\s+(?:(?:consecutive|straight|successive)\s+(?:wins|rounds|games|"
          r"victories)|"
          r"(?:wins?\s+|rounds\s+|games\s+)?(?:(?:in\s+)?a?\s*row|running|on\s+the\s+trot|in\s+"
          r"succession))\b",
          r"\1 wins in a row"),
    habit("match", r"(?:(?:just|only)\s+)?(?:an?|one|1|(?:an?\s+)?single)\s+(?:round|game|hand|"
          r"deal)\b",
          "one round"),
    habit("match", r"(?<=:)\s*(?:(?:play\w*\s+|run\s+|a\s+)?rac(?:e|ing)\s+(?:up\s+)?to|"
          rf"(?:{SIDE}\s+)?"
          r"(?:reach|get|score|mak)(?:e?s|ing)?(?:\s+to)?)\s+(\w+)(?:\s+points?)?\s*(?=$|,)",
          r" first side to reach \1"),
    habit("match", r",?\s*\b(?:the\s+)?overshoot(?:ing)?\s+(?:(?:is\s+|are\s+)?(?:ignored|lost|"
          r"void)|"
          r"(?:does|do)\s+not\s+count|counts?\s+nothing)", ", overshoot is ignored"),
    habit("match", r",\s*(?:must\s+be\s+)?exact(?:ly)?\b(?:\s+(?:hit|points|only|score|number|"
          r"needed|required))*", ", overshoot is ignored", sure=False),
    habit("match", r",?\s*\b(?:check|test|count|tested|counted)(?:ed)?\s+(?:after\s+)?(?:every|"
          r"each|any|a)\s+"
          rf"(?:play|{TILES}|move|turn)\b", ", checked after every play"),
    habit("match", r",?\s*\b(?:a\s+)?(?:shut\s*out|skunk|whitewash)\s+(?:(?:counts?|is|pays?|"
          r"scores?)\s+)?"
          r"(?:double|twice|two|2)\b", ", shutout counts double"),
    habit("match", rf"(?:first\s+(?:{SIDE}\s+)?(?:to|who|with)"
          r"(?:\s+(?:reach|get|have|score)(?:e?s)?)?"
          rf"|(?:play\s+)?until\s+{ANY_SIDE}\s+{REACHES})\s+(\w+)(?:\s+points?)?\s*,?\s*"
          r"(?:(?:and|then)\s+)*(?:the\s+)?(?:lowest|fewest|least|smallest)\b[^\n,]*",
          r"until a side reaches \1, lowest total wins"),
    habit("match", rf"(?:play\s+)?until\s+{ANY_SIDE}\s+{REACHES}\s+(\w+)(?:\s+points?)?\s*,?\s*"
          r"(?:the\s+)?(?:highest|most)\s+(?!wins)\w+[^\n,]*", r"first side to reach \1"),
    habit("match", rf"(?:(?:the\s+)?(?:game|match)\s+(?:is\s+)?(?:over|ends)\s+(?:when|if|once|"
          rf"as\s+soon\s+as)\s+{ANY_SIDE}\s+{REACHES}|until\s+a\s+side\s+reaches)\s+(\w+)"
          r"(?:\s+points?)?\s*$",
          r"first side to reach \1", r"until a side reaches \1, lowest total wins"),
    habit("match", r"(?:the\s+)?first\s+(?:(?:player|team|one|side|pair)\s+)?(?:to|who|with)\s+"
          r"(?:reach(?:es)?\s+|gets?\s+|scores?\s+)?(\w+)(?:\s+(?:points?|pts))?"
          rf"{_OR_MORE}(?:\s+wins?\b(?:\s+the\s+(?:match|game))?)?", r"first side to reach \1"),
    habit("match", r"\bwho(?:ever)?\s+(?:has|gets|reaches|scores)\s+(\w+)(?:\s+points?)?(?:\s+"
          r"first)?"
          r"(?:\s+wins?\b)?", r"first side to reach \1"),
    habit("match", r"\b(?:the\s+)?(lowest|fewest|least|highest|most|best)\s+(?:score|points?|total)"
          r"(?:\s+wins)?\s+(?:after|in|over|of)\s+(\w+)\s+(?:rounds|games|hands|deals)\b",
          total_after),
    habit("match", r"(?<=:)\s*(?:play(?:ed)?\s+)?(?:up\s+to|to|until|till)\s+"
          r"(?:\w+(?:\s+(?:player|side|team))?\s+(?:has|gets|reaches|scores)\s+)?(\w+)"
          rf"(?:\s+points?)?{_OR_MORE}(?!\s*,?\s*(?:the\s+)?(?:lowest|fewest|least|smallest)\b)",
          r" first side to reach \1"),
    habit("match", r"(\w+)\s+points?\s+(?:wins?|to\s+win)\b", r"first side to reach \1"),
    habit("match", r"\b([A-J](?:'s\s+side)?)\s+(?:begins\s+with|(?:has|gets)\s+a\s+head[-\s]?start"
          r"\s+of)\b", r"\1 starts with"),
    habit("match", r"\b([A-J])(?:'s\s+(?:side|team))?\s+(?:gets|has|receives)\s+(\d+)"
          r"(?:\s+points?)?(?:\s+(?:ahead|at\s+the\s+(?:start|beginning)|to\s+start\s+with))?",
          r"\1 starts with \2"),
    habit("match", r"\b(?:with\s+)?(?:side\s+|team\s+)?([A-J])(?:'s\s+(?:side|team))?\s+"
          r"(?:start|begin)(?:s|n?ing)\s+"
          r"(?:with|at|on|from)\s+(\d+)(?:\s+points?)?", r"\1 starts with \2"),
    habit("match", r"(?:a\s+)?head[-\s]?start\s+(?:(?:of|for)\s+)?([A-J])\s+(\d+)",
          r"\1 starts with \2"),
    habit("match", r"(?:(?:a\s+)?head[-\s]?start\s+(?:of\s+)?)?(\d+)\s+(?:points?\s+)?"
          r"(?:(?:head[-\s]?start|ahead)\s+)?(?:for|to)\s+(?:side\s+|team\s+)?([A-J])\b(?:'s\s+"
          r"(?:side|team))?",
          r"\2 starts with \1"),
    habit("match", r",?\s*\b(?:(?:and|with|must|to)\s+)*(?:ahead|leads?|leading|a\s+lead|winning"
          r"|wins?)\s+(?:by|of)\s+(\w+)(?:\s+(?:clear\s+)?points?)?\b(?:\s+(?:or\s+more|ahead))?",
          r", leading by \1"),
    habit("match", r",?\s*\b(?:in\s+)?(?:case\s+of\s+)?(?:an?\s+)?(?:ties?|tied|level)\b\s*[,:]?\s*"
          r"(?:(?:is|are|means?|by|broken|leads?\s+to)\s+)*(?:an?\s+)?(?:play(?:ed|s)?[-\s]?offs?"
          r"|overtime|(?:extra|another|one\s+more)\s+(?:round|game|hand)s?)\b", ", ties play on"),
    habit("match", r",?\s*\b(?:with\s+)?(\w+)\s+(?:points?|wins?)\s+(?:ahead|clear|in\s+front)\b",
          lambda match: f", leading by {number_of(match[1])}" if match[1].isdigit()
          or match[1].lower() in NUMBERS else ""),
    habit("match", r",\s*(?:play[\s-]*offs?|overtime|extra\s+rounds?)\b(?:\s+(?:on|after|at|for)\s+"
          r"(?:an?\s+)?ties?)?", ", ties play on"),
    habit("match", r"(\d+)\s+rounds\s*,\s*(?=ties|leading|best)", r"\1 rounds, highest total "
          r"wins, ",
          r"\1 rounds, lowest total wins, ", r"\1 rounds, most wins, "),
    habit("match", r"(?<=:)\s*(\w+)\s+sets\s+(?:of|to|up\s+to)\s+(\w+)(?:\s+points)?\s*$",
          lambda match: f" first side to reach {match[2]}, best of {2 * number_of(match[1]) - 1}"
          if match[1].isdigit() or match[1].lower() in NUMBERS else "", sure=False,
          help='a match of sets is "best of 3" behind what ends a set: "first side to reach '
          '100, best '
          'of 3", of which two win it'),
    habit("match", r"(?<=:)\s*(?:(?:the\s+)?first\s+side\s+to\s+win\s+)?(\w+)\s+sets\b[^\n]*",
          help='a match of sets is "best of 3" behind what ends a set: "first side to reach '
          '100, best '
          'of 3", of which two win it'),
    habit("match", r"\bbest\s+of\s+(\w+)\s+(?:sets?|match(?:es)?|games?|legs?)\b", r"best of \1"),
    habit("match", r",?\s*\b(?:(?:the\s+)?first(?:\s+side)?\s+to\s+(?:win\s+)?(\w+)|(\w+)\s+won)"
          r"\s+(?:sets|legs)(?:\s+wins?(?:\s+the\s+match)?)?",
          lambda match: f", best of {2 * number_of(match[1] or match[2]) - 1}"),
    habit("match", r"(?<=,)\s*(?:the\s+)?(?!checked|drawn|overshoot|shutout)[a-z]\w*(?:'s\s+side)?"
          r"\s+(?:starts|begins)\s+with\b[^,\n]*",
          help='a head start belongs to the side of a seat: write "A starts with 20"'),
    habit("match", r"(?:play\s+)?(\w+)\s+(?:rounds|games|hands|deals)\s*,?\s*(?:the\s+)?(lowest"
          r"|fewest|highest|best|"
          r"most)\s+(?:score|points?|total)(?:\s+wins?)?", lambda match: f"{match[1]} rounds, "
          f"{'lowest' if match[2].lower() in {'lowest', 'fewest'} else 'highest'} total wins"),
    habit("match", r"(\d+)\s+(?:wins?\s+)?(?:out\s+)?of\s+\d+", r"\1 wins"),
    habit("match", rf"\bfirst\s+(?:{SIDE}\s+)?to\s+(?:reach\s+)?(\w+)\s+exactly\b",
          r"first side to reach \1, overshoot is ignored", sure=False),
    habit("match", r"\b(?:game|match)\s+(?:is|to|at)\s+(\w+)(?:\s+points?)?\s*$",
          r"first side to reach \1"),
    habit("match", rf"(?:win\s+)?({NUMBER})\s+(?:rounds|games|hands)(?:\s+won)?\s*$(?<=won)|"
          rf"\bwin\s+({NUMBER})\s+(?:rounds|games|hands)\b", wins),
    habit("match", rf"\bbest\s+({NUMBER})\s+(?:out\s+)?of\s+{NUMBER}\b", wins),
    habit("match", r"\bone\s+round\s+only\b", "one round"),
    habit("match", r"\bexactly\s+(\w+)(?:\s+points)?", r"first side to reach \1", sure=False),
    habit("match", r",\s*(?:the\s+)?(?:highest|most)\b[^\n]*", ""),
    habit("match", rf"best\s+of\s+({NUMBER})(?:\s+\w+)?", best_of),
    habit("match", r"(\w+)\s+(?:games?|hands?|deals?)\b", r"\1 rounds"),
    habit("match", r":\s*(\w+)(?:\s+(?:points?|pts))?\s*$", r": first side to reach \1",
          r": \1 wins"),
    habit("match", r"(\w+)\s+rounds\s*$", r"\1 rounds, highest total wins",
          r"\1 rounds, lowest total wins", r"\1 rounds, most wins"),
)  # fmt: skip
