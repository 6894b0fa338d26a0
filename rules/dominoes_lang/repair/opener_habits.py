"""Habits of writing who opens a round."""

from __future__ import annotations

from dominoes_lang.repair.habit import (
    DOUBLE,
    STARTS,
    Habit,
    habit,
    holder,
    holders,
)

_NUMBERS = {"a": "1", "an": "1", "one": "1", "two": "2", "three": "3"}
_TILE = r"\[\d+\|\d+\]"

OF_OPENERS: tuple[Habit, ...] = (
    habit("first opener, next opener", r"\bplays\s+(?:the|that|this)\s+(?:tile|double)\b",
          "plays it"),
    habit("first opener, next opener", r"\b(?:lays|leads|puts|places)(?=\s+(?:it|any|a|the|\[)\b)",
          "plays", by_itself=True),
    habit("next opener", r"(?<=pips|iles|bles)\s+(?:in\s+|of\s+)?(?:the\s+)?(?:last|previous)\s+"
          r"(?:round|hand|deal|game)\b",
          help='the hands are new: "player with most pips" compares those just dealt; whoever '
          'lost is '
          'named by cases, "when winner is A: B"'),
    habit("first opener, next opener", r"\bplays\s+a\s+tile\b", "plays any tile"),
    habit("first opener, next opener", r"\b(?:(?:(?:all\s+)?(?:the\s+)?players|"
          r"all(?:\s+of\s+them)?|everybody|each(?:\s+player)?|every\s+player|"
          r"everyone(?!\s+draws\s+\d+\s+and\s+tries\s+again))\s+|"
          r"(?<=else\s)(?=draws?\s[^\n,]*?\b(?:and|until|then)\b))"
          r"(?:draws?|takes?|picks?)(?:\s+up)?\s+"
          r"(?:(\d+|an?|one|two|three)\b|(?=(?:in\s+turn\s+)?(?:and|until|then)\b))"
          r"(?:\s*\b(?:tiles?|more|bones?|dominoe?s?|each|in\s+turn|"
          r"from\s+the\s+(?:stock|boneyard))\b)*"
          r"(?:\s*,?\s*\b(?:and|until|then)\s+(?:(?!\bor\b)[^\n,])*?(?=\s+or\s+else|\s*$))?",
          lambda match: f"everyone draws {_NUMBERS.get(match[1], match[1] or 1)} and tries again"),
    habit("first opener, next opener", r"\bdouble\s+(highest|lowest)\b", r"\1 double"),
    habit("first opener, next opener, winner", r",?\s*\btie\s+to\b", ", ties to"),
    habit("first opener, next opener, winner", r"\b(pips|tiles|doubles)\s*,?\s*\bthen\s+"
          r"(?:to\s+)?(nobody|finisher|opener|winner|[A-J]\b|player\s+(?:after|before)\b)",
          r"\1, ties to \2"),
    habit("first opener, next opener", r"(?<!with )(?<!then )(?<!the )(?:the\s+)?\b(most|fewest)\s+"
          r"(doubles|tiles|pips)\b(?:\s+(?:opens|starts|leads|begins))?", r"player with \1 \2"),
    habit("first opener, next opener", r"\b([a-j])(?=\s+plays\b)", lambda match: match[1].upper()),
    habit("next opener", r"(?:player\s+)?(?:(?:on|to)\s+the\s+)?(left|right)\s+(?:of|from)\s+"
          r"(?:the\s+)?"
          r"(?:last\s+|previous\s+)?(?:dealer|leader|starter)\b",
          lambda match: f"player {'after' if match[1].lower() == 'left' else 'before'} opener",
          sure=False, seated=True),
    habit("first opener, next opener", r"\bby\s+choice\s+plays\b[^\n]*",
          help='"by choice" lets the side choose who opens, with any tile: write "winner by '
          'choice", or name the player: "finisher plays any double"'),
    habit("first opener, next opener", rf"(?:holder\s+of\s+)?({_TILE}(?:\s*,\s*{_TILE})*)"
          rf"\s*,?\s+or\s+(?:else\s+)?({_TILE})(?:\s+plays\s+it)?(?!\s+plays)",
          holders),
    habit("first opener, next opener", r"\b(?:the\s+)?(?:player|seat)\s+([A-J])\b(?!')", r"\1"),
    habit("first opener, next opener", r"(?:the\s+)?(highest|lowest)\s+double\s+holder\b"
          rf"{STARTS}", r"holder of \1 double plays it"),
    habit("first opener, next opener", r"\bholder\s+(?!of\b)(?:with\s+)?(?:the\s+)?(?=highest|"
          r"lowest"
          r"|heaviest|round|\[)", "holder of "),
    habit("first opener, next opener", r"\bplays\s+any(?=\s*(?:$|\n|or\b))", "plays any tile"),
    habit("first opener, next opener", r"(?<!with )(?:(?:the\s+)?(?:most|highest|biggest)\s+"
          r"(?:pips|"
          r"points|count|total)|(?:the\s+)?(?:heaviest|highest|biggest)\s+hand)\b"
          r"(?:\s+(?:opens|starts|leads|begins))?", "player with most pips"),
    habit("next opener", r"\b(?:the\s+)?(?:player|side|team|one)?\s*who(?:ever)?\s+(?:has\s+"
          r")?(?:won|"
          r"wins)\b(?:\s+(?:the\s+)?(?:last|previous|this)?\s*(?:round|hand|game|deal)?)?",
          "winner", by_itself=True),
    habit("next opener", r"\b(?:the\s+)?(?:player|one)?\s*who(?:ever)?\s+(?:went|goes|has\s+"
          r"gone)\s+out"
          r"(?:\s+first)?\b", "finisher", by_itself=True),
    habit("next opener", r"\b(?:the\s+)?(?:player|one)?\s*who(?:ever)?\s+(?:opened|began|started|"
          r"led)\b"
          r"(?:\s+(?:the\s+)?(?:last|previous|this)?\s*(?:round|hand|game|deal|time|before)?)?",
          "opener", by_itself=True),
    habit("next opener", r"\bwinner\s*,?\s+"
          r"(?:unless\s+nobody\s*,?\s*(?:then|else|otherwise)\s+(\w+)|"
          r"or\s+(?:else\s+)?(\w+)\s+(?:if|when)\s+(?:nobody|no\s+one|none)(?:\s+(?:wins|won))?)",
          lambda match: f"when winner is nobody: {match[1] or match[2]} otherwise: winner"),
    habit("next opener", r"(?:player\s+)?(?:(?:on|to|at)\s+)?\b(\w+)'s\s+(left|right)\b"
          r"(?:\s+(?:neighbou?r|hand|side))?",
          lambda match: f"player {'after' if match[2].lower() == 'left' else 'before'} {match[1]}",
          seated=True),
    habit("next opener", r"\bplayer\s+next\s+(?:to|after)\s+(?:the\s+)?(?=\w)", "player after "),
    habit("next opener", r"\b(?:the\s+)?same(?:\s+(?:player|opener|one|person))?"
          r"(?:\s+(?:again|as\s+before))?\s*$", "opener"),
    habit("next opener", r"\b(?:the\s+)?same\s+as\b[^\n]*",
          help='leave this clause out: each later round is then opened as "first opener" states'),
    habit("next opener", r"(?<=when )(?:it\s+is\s+|it's\s+)?(?:an?\s+)?(?:draw|tie)\b",
          "winner is nobody"),
    habit("next opener, award", r"(?<=when )(?:there\s+(?:is|was)\s+)?(?:(?:no(?:\s*body|\s+one)?|"
          r"not?\s+a)"
          r"\s+(?:winner|wins?|won)|without\s+(?:a\s+)?winner)\b", "winner is nobody"),
    habit("first opener, next opener", rf"(?:the\s+)?(?:(?:holder\s+of|player\s+(?:with|holding|"
          rf"who\s+(?:has|holds))|whoever\s+(?:has|holds))\s+(?:the\s+)?)?"
          rf"(?:highest|biggest|largest|heaviest)\s+(?:double|doublet|spinner)\b{STARTS}",
          "holder of highest double plays it", by_itself=True),
    habit("first opener, next opener", rf"(?:the\s+)?(?:(?:holder\s+of|player\s+(?:with|holding)|"
          rf"whoever\s+(?:has|holds))\s+(?:the\s+)?)?{DOUBLE}{STARTS}", holder),
    habit("first opener, next opener", r"(?:the\s+)?(?:(?:holder\s+of|player\s+with|whoever\s+"
          r"(?:has|holds))\s+(?:the\s+)?)?(?:highest|biggest|largest|heaviest)\s+(?:tile|bone|"
          rf"domino|stone)\b{STARTS}", "holder of heaviest tile plays it"),
    habit("first opener", r"\b(?:the\s+)?(?:player\s+)?(?:(?:to|on)\s+(?:the\s+)?)?(?:left|"
          r"right)\b[^\n]*",
          help='name a seat ("A plays any tile"), or draw lots ("lot plays any tile")'),
    habit("next opener", r"\b(winner|finisher|opener)\s*,\s*(?:on\s+)?ties?\s+(?:go\s+)?(?:to\s+"
          r")?(\w+)",
          r"when winner is nobody: \2 otherwise: \1"),
    habit("next opener", r"\bwinner\s*,?\s*(?:or\s+(?:else\s+)?|else\s+|but\s+)?(opener|finisher|"
          r"player\s+(?:after|before)\s+opener|[A-J]\b)\s+(?:if|when|on|in|after)\s+"
          r"(?:case\s+of\s+)?(?:(?:it\s+is|it's)\s+)?(?:an?\s+)?(?:ties?|tied|draws?|drawn)\b",
          r"when winner is nobody: \1 otherwise: winner"),
    habit("next opener", r"(when\s+[^\n:]+:\s*[^\n:,]+?)\s*,?\s*\b(?:otherwise|(?:or\s+)?else)\s*"
          r":?\s+"
          r"(?=\w)", r"\1 otherwise: "),
    habit("winner, next opener, award", r"\b(?:if|when)\s+([^\n:]+?)\s*,?\s+then\s+([^\n:]+?)\s*"
          r",?\s+"
          r"(?:else|otherwise)\s+(?=\w)", r"when \1: \2 otherwise: "),
    habit("next opener", r"\b(?:the\s+)?(?:(?:last|previous)\s+)?(?:round|hand|game)\s+(?:was|is|"
          r"ended\s+in|ends\s+in)\s+(?:an?\s+)?(?:tied?|drawn?|level)\b", "winner is nobody"),
    habit("next opener", r"(?:(?:lot|one|any|a\s+lot)\s+(?:among|between|of|from)\s+)?(?:the\s+)?"
          r"(?:(?:players?|sides?|those|whoever|everyone)\s+(?:who\s+|that\s+)?(?:are\s+|have\s+)?"
          r"(?:tied|tie|level)\b|tied\s+(?:players?|sides?)\b)",
          help="who tied is not kept: let the lot choose among all (\"when winner is nobody: lot "
          'plays any tile"), or have "winner" decide the tie (", ties to opener")'),
    habit("first opener, next opener", r"(?:the\s+)?(?:youngest|oldest|host|dealer|guest)\b"
          r"(?:\s+player)?", help='name a seat ("A plays any tile"), or draw lots '
          '("lot plays any tile")'),
    habit("next opener", r"(winner|opener|finisher)\s+of\s+(?:the\s+|a\s+)?(?:(?:last|previous)\s+"
          r")?"
          r"(?:round|hand|game|deal)", r"\1"),
    habit("next opener, winner, award, define", r"(?:(?:the\s+)?(?:player|neighbou?r|one)\s+)?"
          r"(?:(?:sitting\s+|seated\s+)?(?:to|on|at)\s+(?:the\s+)?)?\b(left|right)"
          r"(?:\s+(?:neighbou?r|player))?\s+of\s+(?:the\s+)?(?=\w)",
          lambda match: f"player {'after' if match[1].lower() == 'left' else 'before'} ",
          seated=True),
    habit("next opener", r"(?:(?:A\s*(?:,|and|&|then)\s*B|everyone|(?:each|the|both)?"
          r"\s*(?:players?|sides?|opener))\s+)?(?:open\s+|start\s+|lead\s+)?(?:rotat\w+|alternat\w+|"
          r"tak(?:es?|ing)\s+turns|(?:in|by)\s+turns?|turn\s+about|clockwise)|A\s+then\s+B\b|"
          r"\b(?:the\s+)?other\s+(?:player|side|one)",
          "player after opener", sure=False),
    habit("first opener, next opener", r"plays\s+(?:any|a|the|his|her|their)\s+(?!tile\b)\w+"
          r"(?:\s+double)?", help='name what may open: "plays [6|6]", '
          '"plays any double", "plays any of [6|6] [5|5]"'),
    habit("first opener, next opener", r"(?:(?:at\s+)?random(?:ly)?(?:\s+player)?|"
          r"(?:(?:(?:drawn|chosen|picked|decided)\s+)?by|draw)\s+lots?|any(?:one|body|\s+player)|"
          r"(?:coin\s+)?(?:toss|flip)|dice)(?:\s+plays\s+any"
          r"\s+tile)?", "lot plays any tile"),
    habit("next opener", r"(?:player\s+)?(?:to|on)\s+the\s+right",
          "player before opener", "player before finisher", seated=True),
    habit("next opener", r"(?:player\s+)?(?:(?:to|on)\s+the\s+)?left",
          "player after opener", "player after finisher", seated=True),
    habit("next opener", r"\b(opener|winner|finisher)\s*([+-])\s*1\b",
          lambda match: f"player {'after' if match[2] == '+' else 'before'} {match[1]}"),
    habit("first opener", r"(?<=:)\s*(?:must\s+|has\s+to\s+)?plays?\s+(\[\d+\|\d+\])",
          r" holder of \1 plays it"),
    habit("first opener, next opener", r",?\s*\bthen\s+(?=redeal\b)", " or else "),
    habit("next opener", r"next\s+(?:player|seat)|in\s+turns?",
          "player after opener", "player after finisher"),
    habit("next opener", r"(?:the\s+)?losers?", "player after winner", sure=False,
          help='for two players write "when winner is nobody: opener otherwise: player after '
          'winner"; with more, name one of the losers'),
    habit("first opener, next opener", r"\s*,?\s*\b(?:(?:or\s+)?(?:else|otherwise|if\s+not)|"
          r"or(?!\s+else))\s*,?\s+", " or else ", by_itself=True),
    habit("first opener, next opener", r"\s+(?:opens|starts|leads|begins)(?:\s+first)?\b", ""),
)  # fmt: skip
