"""Habits of writing what a player may do in a turn."""

from __future__ import annotations

from dominoes_lang.repair.habit import (
    LIST_SIGN,
    NUMBER,
    STOCK,
    TILES,
    Habit,
    habit,
    list_item,
    number_of,
)

_SEVERAL = rf"(?!(?:1|one|0)\b)({NUMBER})\b(?:\s+{TILES})?(?:\s+from\s+(?:the\s+)?{STOCK})?"
"""More than one tile that is drawn."""
_ENDS_TURN = (
    r"(?:then\s+)?(?:stops?|pass(?:es)?|ends?(?:\s+(?:(?:the|your|their)\s+)?turn)?)\b(?!\s+when\b)"
)
_STEP = r"(?:else|pass|play|draw|stop|discard)\b"
_EITHER = rf"([^\n]+?\s+or\s+(?!{_STEP})[^\n]+?)(?=\s+or\s+{_STEP}|\s*(?:\n|$))"
"""A condition with an "or" in it."""

OF_TURNS: tuple[Habit, ...] = (
    habit("turn", r"(?<=:)\s*(again\s+after\s[^\n]+)\n\s*([^\n]+(?:\n\s*or\s[^\n]*)*)(?=\s*$)",
          r"\n    \2\n    \1",
          help='"again after …" is the last line of "turn": move it below the steps'),
    habit("turn", rf"\bplay\s+(?:1|one)\s+or\s+(?:2|two)(?:\s+{TILES})?\b|"
          rf"\bplay\s+(?:up\s+to|at\s+most)\s+(?:2|two)(?:\s+{TILES})?\b",
          help='a step lays one tile: for one or two write "play a tile", add a step '
          '"or stop when tiles this turn is 1", and end with "again after tiles this turn is 1"'),
    habit("turn", r"(?<=play a tile)\s+on\s+(?:any|an|every)\s+open\s+train\b", "",
          help='leave this out: "play a tile" covers every train that is open to the player'),
    habit("turn", r"(?<=play a tile)\s+on\s+(?:any|every)\s+train\b", "", sure=False,
          help='write "play a tile": it covers every train that is open to the player'),
    habit("turn", rf"\bdraw\s+(?:a|one|1)(?:\s+{TILES})?\s*(?:,|and)\s+(?:then\s+)?stop\b",
          "draw 1 then stop", by_itself=True),
    habit("turn", r"(?:\bthen|,|\band)\s+(?:then\s+)?(?:go\s+on|try\s+again|"
          r"continues?|carry\s+on|proceed|resume|keep\s+(?:going|on)|go\s+"
          r"ahead)\b(?:\s+(?:(?:the|your|their)\s+)?turn|\s+playing)?", "then go on"),
    habit("turn", rf"\bdraw\s+(?:a|one|1)(?:\s+{TILES})?\s*(?:,|and|then)\s+(?:then\s+)?"
          r"(?:drops?\s+out|leaves?|folds?)\b", "draw 1 then play or else drop out",
          help='write "draw 1 then play" and below it "or else drop out": whoever draws a tile '
          'that '
          'does not fit drops out', sure=False),
    habit("turn", r"\b(?:leaves?|quits?|gives?\s+up|(?:is|are)\s+out)\b(?:\s+(?:the\s+"
          r")?(?:round|game))?"
          r"(?=\s*$|\s+(?:or|when|then)\b)", "drop out"),
    habit("turn", r"(?<=[\w\]])\s*,?\s*(?:and\s+)?then\s+again\s+(?=(?:play|draw|stop|pass|"
          r"discard)\b)",
          "\n    then again: "),
    habit("turn", rf"\bdiscard(?:\s+(?:one|any))?(?:\s+{TILES})?\b(?!\s+a\b)", "discard a tile"),
    habit("turn, winner, next opener", rf"{LIST_SIGN}(?=[a-z])", list_item,
          help="leave out the sign of the list", by_itself=True),
    habit("turn", r"pass\s*(?:,|and)\s*(?:pay(?:s|ing)?|los(?:es?|ing)|giv(?:es?|ing)|forfeits?)\b"
          r"[^\n]*",
          help='what a pass costs is an award of its own: "award fine: 0 - 5 to mover after pass"'),
    habit("turn", r"\b(?:if|when|after)\s+(?:an?\s+)?double\b\s*(?:[,:]\s*)?(?:then\s+)?"
          r"(?:plays?\s+)?again\b", "again after last tile is double"),
    habit("turn", r"(?:,?\s*\b(?:and|or)\s+(?:else\s+)?)?\b(?:plays?\s+)?"
          r"again\s+(?:after|if|when|on)\s+"
          r"(?:(?:playing|laying)\s+)?(?:an?\s+|any\s+|"
          r"every\s+|"
          r"each\s+)?doubles?\b(?!\s+(?:held|in)\b)", "again after last tile is double"),
    habit("turn", r"(?<=[\w\]])\s*[,;.]?\s+(?:and\s+|or\s+(?:else\s+)?)?"
          r"(?:(?:and\s+)?then|(?:then\s+)?again|(?:then,?\s+)?(?:after\s+that|afterwards)|"
          r"(?:then\s+)?(?:for\s+)?(?:each\s+)?(?:later|further|more|other)\s+tiles?"
          r"(?:\s+(?:of\s+the|this)\s+turn)?)\s*:",
          "\n    then again:"),
    habit("turn", r"(?<=[\w\]])\s+then\s+again\s+after\s+([^\n:]+):",
          help=r'write "then again:", the steps, and below them "again after \1"'),
    habit("turn", r"(?<=[\w\]])\s+(again\s+after\s[^\n]+)\n\s*(then\s+again\s*:[\s\S]+?)(?=\s*$)",
          r"\n    \2\n    \1",
          help=r'"again after …" is the last line of "turn": move it below the steps'),
    habit("turn", r"(?<=[\w\]])[ \t]*\n\s*(?:and\s+)?then(?:\s+(?:again|he|she|they|the\s+player|"
          r"may|can))+(?=\s+(?:play|draw|stop|pass|discard)\b)", "\n    then again:"),
    habit("turn", r"\bagain\s+(?:if|when|on)\b", "again after"),
    habit("turn", r",?\s*\b(?:and|then)\s+(?:plays?\s+)?again\s+after\b", " again after"),
    habit("turn", rf"play\s+(?:a|an|one|1|any)\s+{TILES}", "play a tile"),
    habit("turn", r"play\s+(?:tile|bone|domino|stone|piece)\b", "play a tile", by_itself=True),
    habit("turn", rf"play\s+{TILES}", "play a tile", "play tiles while able"),
    habit("turn", rf"play\s+(?:a|one)\s+(?:matching|fitting|legal|playable)\s+{TILES}",
          "play a tile"),
    habit("turn", r"(?:you\s+)?must\s+play\b(?:\s+a\s+tile)?(?:\s+if\s+(?:able|possible|(?:you"
          r"|they)\s+can))?",
          "play a tile", by_itself=True),
    habit("turn", r"play\b(?!\s+(?:a|tiles)\b)", "play a tile"),
    habit("turn", r"draw\s+(?:a|one|1)(?:\s+\w+)?,?\s+(?:and|then)\s+play(?:\s+it)?(?:\s+if\s+"
          r"(?:it\s+"
          r"fits|(?:you|they)\s+can|able|possible|playable))?", "draw 1 then play",
          by_itself=True),
    habit("turn", r"(?:draw|take)\s+(?:from\s+(?:the\s+)?\w+\s+)?(?:until|till)\s+(?:you\s+|they"
          r"\s+|he\s+|she\s+)?"
          r"(?:can|able)(?:\s+to)?(?:\s+play)?(?:\s+then\s+play)?", "draw until able then play"),
    habit("turn", rf"(?:draw|take)\s+(?:up\s+to|at\s+most)\s+({NUMBER})\b(?:\s+{TILES})?"
          rf"\s*(?:,|and|then)\s+{_ENDS_TURN}",
          lambda match: f"draw up to {number_of(match[1])} then play",
          lambda match: f"draw {number_of(match[1])} then stop",
          help=r'write "draw up to \1 then play", which ends with the first tile that fits and '
          r'lays it, or "draw \1 then stop", which takes so many, whatever they are'),
    habit("turn", rf"\bpass\s+when\s+{_EITHER}", help=r'in "turn", "or" begins the next step: '
          r'name the condition, "define may_pass: \1", and write "pass when may_pass"'),
    habit("turn", rf"\bwhen\s+{_EITHER}",
          help=r'in "turn", "or" begins the next step: name the condition, "define allowed: \1", '
          r'and write "when allowed"'),
    habit("turn", r"(\bagain\s+after\s[^\n]+)\n\s*(or\s[^\n]*(?:\n\s*or\s[^\n]*)*)(?=\s*$)",
          r"\2\n    \1",
          help=r'"again after …" is the last line of "turn": move it below the steps'),
    habit("turn", rf"(?:draw|take)\s+(?:up\s+to|at\s+most)\s+({NUMBER})\b(?:\s+{TILES})?"
          r"(?:\s*(?:,|and|then)\s+play)?\b",
          lambda match: f"draw up to {number_of(match[1])} then play"),
    habit("turn", rf"(?:draw|take)\s+{_SEVERAL}\s*(?:,|and|then)\s+play[^\n]*",
          help='the first tile that fits is laid: write "draw up to 2 then play" '
          'or "draw until able then play"; "draw 2 then stop" ends the turn'),
    habit("turn", r"(?:draw|take)\s+(?:twice|1\s+then\s+draw\s+1)\b(?:\s+then\s+stop)?",
          "draw 2 then stop"),
    habit("turn", r"(?:draw|take)\s+(?:all|some|several|[nx]|a\s+few|(?:the|what)\s+\w+)\b",
          help='write how many: "draw 2 then stop" takes two tiles, or as many as can be drawn'),
    habit("turn", rf"(?:draw|take)\s+{_SEVERAL}(?:\s*(?:,|and|then)\s+{_ENDS_TURN})?",
          lambda match: f"draw {number_of(match[1])} then stop", by_itself=True),
    habit("turn", rf"draw(?:\s+(?:a|an|one|1))?(?:\s+{TILES})?(?:\s+from\s+(?:the\s+)?\w+)?"
          r"(?:\s*,?\s*(?:and|then)\s+pass)?(?!\s+then\s+(?:stop|play))",
          "draw 1 then stop", "draw 1 then play",
          help='state what follows a draw: "draw 1 then stop" ends the turn, "draw 1 then play" '
          "lays the tile if it fits", by_itself=True),
    habit("turn", r"or\s+else\s+pass\s+(?:if|when)\s+(?:you\s+|they\s+|the\s+player\s+|mover\s+|"
          r"nobody\s+)?(?:can(?:not|'t|\s+not)?|unable)[^\n]*", "or else pass"),
    habit("turn", r"(?:or\s+)?pass\s+(?:if|when)\s+(?:you\s+|they\s+|the\s+player\s+|mover\s+)?"
          r"(?:can(?:not|'t|\s+not)|unable)[^\n]*",
          help='write "or else pass": a step after "or else" is allowed only if none above is '
          "possible"),
    habit("turn", r"\bif\s+(?:you|they|mover|a player|the player|possible)\b[^\n]*",
          help='a step needs no "if": write "play a tile", then "or else" and what a player does '
          "who can't"),
    habit("turn", r"(?:\s*[,;.]\s*)?\b(?:otherwise|else|or if not|if not(?:\s+(?:possible|able))?)"
          r"\s*,?\s+"
          r"(?=pass|play|draw)", " or else "),
    habit("turn", r"\s*[,;]\s*(?=pass|play|draw)|\s+(?=(?:pass|play|draw)\b)",
          " or else ", " or ",
          help='write "or else" before a step for players who can do none of the '
          'steps above, or "or" before one that they may choose'),
    habit("turn", r"\b(?:knock|skip|chap)(?:ped|s)?\b", "pass"),
    habit("turn", r"(?<!\w)(?:(?:an?|the|each)\s+)?player\s+(?:(?:may|can|must)\s+)?plays?\s+(?:a|"
          r"one)\s+tile",
          "play a tile", by_itself=True),
    habit("turn", r"\bpasses\b", "pass"),
    habit("turn", r"\s*/\s*(?=[a-z])", " or else ", " or ",
          help='write "or else" before a step for players who can do none of the steps above, or '
          '"or" before one that they may choose'),
    habit("turn", r"(?<=play a double)\s+first\b", ""),
    habit("turn", r"\b(?:(?:pass(?:es)?|lays?\s+down(?:\s+(?:the|their)\s+hand)?)"
          r"\s*(?:,|and|then)\s*)?"
          r"(?:(?:drops?|goes|go|gets?|is|are|be|stays?)\s+out(?:\s+of\s+(?:the\s+)?(?:round|play|"
          r"game|hand))?|leaves?\s+the\s+(?:round|game|hand)|folds?|retires?|withdraws?)\b",
          "drop out"),
    habit("turn", r"\bat\s+both\s+ends\b", "at each end"),
    habit("turn", r"\bon\s+(?:mover's|the|your|their|his|her)\s+own\s+train\b", "on own train"),
    habit("turn", r"\bwhen\s+([^\n:]+?)\s*[:,]?\s+"
          r"(play\s+a\s+(?:tile|double)|pass|stop|discard\s+a\s+tile)\b"
          r"(?=\s*(?:\n|or\b|$))", r"\2 when \1"),
    habit("turn", r"\bdraw\s+then\s+(play|stop)\b", r"draw 1 then \1"),
    habit("turn", r"\bunless\b", "when not", sure=False),
    habit("turn", r"(?<=pass)\s+(?:(?:the|their|his|your|one's)\s+)?turn\b", ""),
    habit("turn", rf"\bplay\s+(?:2|two|3|three|several|both)(?:\s+{TILES})?\b",
          help='a step lays one tile: "play a tile at each end" lays two, and a last line such as '
          '"again after last tile is double" lets the mover go on'),
)  # fmt: skip
