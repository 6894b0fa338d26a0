"""Habits of writing one clause or another, from the deal to the match."""

from __future__ import annotations

from dominoes_lang.repair.habit import (
    ANY_SIDE,
    COUNTS,
    DOUBLE,
    DURING,
    NUMBER,
    PIPS,
    REACHES,
    SIDE,
    SIZE,
    SOMEBODY,
    STARTS,
    STOCK,
    TILES,
    Habit,
    against,
    best_of,
    habit,
    holder,
    holds,
    left_out,
    list_item,
    measure,
    number_of,
    parts_of_deal,
    set_meant,
    teams,
)
from dominoes_lang.syntax.vocabulary import NUMBERS

_SEVERAL = rf"(?!(?:1|one|0)\b)({NUMBER})\b(?:\s+{TILES})?(?:\s+from\s+(?:the\s+)?{STOCK})?"
"""More than one tile that is drawn."""
_ENDS_TURN = (
    r"(?:then\s+)?(?:stops?|pass(?:es)?|ends?(?:\s+(?:(?:the|your|their)\s+)?turn)?)\b(?!\s+when\b)"
)

OF_CLAUSES: tuple[Habit, ...] = (
    # ------------------------------------------------------------ what happens in an example
    habit("example", r"\][ \t]*(?:,[ \t]*\[[^\[\]\n]*\])+", lambda match: " ".join(
          part.strip() for part in match[0].split(",")), help="write tiles without commas between"),
    habit("example", r"\b(?:(?:team|side)\s+)?([A-J](?:'s\s+side)?)\s+(?:wins|won)\b"
          r"(?!\s+(?:the\s+)?(?:match|game))"
          r"(?:\s+(?:the\s+|this\s+)?(?:round|hand|deal))?", r"winner is \1"),
    habit("example", r"\b([A-J](?:'s\s+side)?)\s+(?:wins|won)\s+(?:the\s+)?game\b",
          r"\1 wins the match"),
    habit("example", r"\b([A-J](?:'s\s+side)?)\s+(?:gets|receives|earns|wins|makes|has)\s+(\d+)"
          r"(?:\s+points?)?\b(?!\s+(?:tile|double|pip)s?\b)", r"\1 scores \2"),
    habit("example", r"\b([A-J])\s+(?:and|&|\+)\s+[A-J]\s+(?:win|won)\b(?!\s+the\s+match)(?:\s+the"
          r"\s+\w+)?", r"winner is \1's side", sure=False),
    habit("example", r"\b([A-J])\s+draws\s+((?:\[\d+\|\d+\]\s+)+\[\d+\|\d+\])",
          lambda match: ", ".join(f"{match[1]} draws {tile}" for tile in match[2].split())),
    habit("example", rf"\b([A-J])\s+draws\s+(?:(?:2|two)(?:\s+{TILES})?|twice)\b",
          r"\1 draws, \1 draws"),
    habit("example", rf"\b[A-J]\s+draws\s+{NUMBER}\b",
          help='each draw is an action of its own: "A draws, A draws"'),
    habit("example", r"\b(?:the\s+)?(round|match)\s+(?:ends|has\s+ended|is\s+finished)\b",
          r"\1 over"),
    habit("example", r"\b(?:the\s+)?next(?:\s+player)?(?:\s+to\s+play)?\s+is\s+([A-J])\b",
          r"\1 to play"),
    habit("example", r"\b([A-J])\s+holds\s+((?:\[\d+\|\d+\]\s+)+\[\d+\|\d+\])",
          lambda match: ", ".join(f"{match[1]} holds {tile}" for tile in match[2].split())),
    habit("example", r"\b([A-J])'s\s+(?:turn|move)\b", r"\1 to play"),
    habit("example", r"(?<=\n)([ \t]*)(?:results?|expect(?:s|ed)?|outcome)\b[ \t]*:?", r"\1then"),
    habit("example", r"\b(?:the\s+)?game\s+(?:is\s+)?over\b", "round over", "match over"),
    habit("example", r"\b(?:the\s+)?(round|match)\s+is\s+over\b", r"\1 over"),
    habit("without", r"^without\s+(?:the\s+)?(\w+)\s*$", left_out),
    # ------------------------------------------------------------ what is dealt, and to whom
    habit("deal", rf"({NUMBER})\s+{TILES}(?:\s+(?:to\s+)?(?:each|a player|per player|per hand)"
          rf"(?:\s+player)?)?", lambda match: f"{number_of(match[1])} each"),
    habit("deal", rf"(?:each player|everyone)\s+(?:gets|draws|takes|receives)\s+({NUMBER})"
          rf"(?:\s+{TILES})?", lambda match: f"{number_of(match[1])} each"),
    habit("deal", rf"({NUMBER})\s+(?:apiece|per player|a player|per hand)",
          lambda match: f"{number_of(match[1])} each"),
    habit("deal", rf"({NUMBER})\s+(?:{TILES}\s+)?to\s+each(?:\s+(?:player|hand))?",
          lambda match: f"{number_of(match[1])} each"),
    habit("deal", rf"({NUMBER})(?:\s+{TILES})?(?:\s+each)?\s+(?:if|when|with|for)\s+({NUMBER})"
          rf"(?:\s*(or|and|,)\s*({NUMBER}))?(?:\s+players?)?", parts_of_deal),
    habit("deal", r"\beach\s+player\b", "each"),
    habit("deal", r"(\d+)(?:\s+each)?\s+(?:otherwise|for\s+(?:all\s+)?others)\b", r"\1 each"),
    habit("deal", r":\s*(\w+)\s*$", r": \1 each"),
    habit("deal", r",\s*$", ""),
    habit("tiles", rf"(?:a\s+)?double[- ]?(?P<size>\d\d?|{SIZE})(?:\s+(?:set|{TILES}))?",
          set_meant, by_itself=True),
    habit("tiles", r",?\s+(?:minus|except|excluding|no|less|without(?=\s+the))(?:\s+the)?"
          r"\s+(?=\[|doubles)", " without "),
    habit("tiles", rf"{NUMBER}\s+sets?\b[^\n]*", help="a game has one set, each tile once"),
    habit("tiles", r"\b(\d+)\b(?:\s+\w+)?", lambda match: COUNTS.get(int(match[1][:4]), "")),
    habit("tiles", r"without\s+(?:the\s+)?double[- ]blank", "without [0|0]"),
    habit("tiles", r"(?:,\s*)?(?:without|no|minus)\s+(?:the\s+)?blanks?",
          help="list the tiles: without [0|0] [1|0] …"),
    habit("players", rf"(?P<players>{NUMBER})(?:\s+players)?\s*,?\s+(?:in|as)\s+"
          rf"(?P<teams>{NUMBER})\s+(?:teams|pairs|sides|partnerships)(?:\s+of\s+\w+)?", teams),
    habit("players", rf"(?P<players>{NUMBER})(?:\s+players?)?\s*,?\s+(?:(?:in|as|with)\s+)?"
          rf"(?:pairs|partner(?:ship)?s?|couples)",
          lambda match: f"{number_of(match[1])} in teams of 2"),
    habit("players", rf"(?P<players>{NUMBER})\s*\(\s*(?P<teams>{NUMBER})\s+teams\s*\)", teams),
    habit("players", rf"(?P<teams>{NUMBER})\s+(?:teams|pairs|sides)\s+of\s+(?P<size>{NUMBER})",
          lambda match: f"{number_of(match['teams']) * number_of(match['size'])} in teams of "
          f"{number_of(match['size'])}", by_itself=True),
    habit("players", rf"\b({NUMBER})\s*(?:vs?\.?(?=\s|\d)|versus|against|on|x)\s*({NUMBER})\b",
          against),
    habit("players", rf"\b({NUMBER})\s*(?:-|–|to|\.\.\.)\s*({NUMBER})(?:\s+players)?",
          lambda match: f"{number_of(match[1])}..{number_of(match[2])}"),
    habit("players", r"\b(\d+)\s+or\s+(\d+)(?:\s+players)?",
          lambda match: f"{match[1]}..{match[2]}"
          if int(match[2][:4]) == int(match[1][:4]) + 1 else ""),
    habit("players", r"\b\d+(?:\s*,\s*\d+)*\s*,?\s+(?:or|and)\s+\d+",
          help="write one number, or a range such as 2..4"),
    habit("players", r"\b(\d+)\s+(?:players|people|seats)", r"\1"),
    habit("players", r"\b(\d+)\s*,?\s+(?:each|every\w*(?:\s+\w+)?)\s+(?:\w+\s+)?for\s+\w+|"
          r"\b(\d+)\s*,?\s+(?:single|individual|without\s+teams?|no\s+teams?)\w*",
          lambda match: match[1] or match[2]),
    habit("players", rf":\s*({'|'.join(NUMBERS)})\b", lambda match: f": {number_of(match[1])}"),
    habit("direction", r"(?:counter|anti)\s*-?\s*clock\s*-?\s*wise", "counterclockwise"),
    habit("direction", r"clock\s*-\s*wise", "clockwise"),
    habit("direction", r"(?:to\s+the\s+)?left", "clockwise", sure=False),
    habit("direction", r"(?:to\s+the\s+)?right", "counterclockwise", sure=False),
    habit("fits", r"(?:same|matching|like|alike)(?:\s+(?:numbers?|pips|ends|halves))?|equal\b"
          r"(?:\s+(?:pips|ends|halves|number))?|numbers?\s+match", "equal numbers"),
    habit("fits", rf"(?:(?:numbers|halves)\s+)?(?:(?:sums?|totals?)\s+(?:is|are|of|to)|"
          rf"(?:make|makes|making|adding\s+up\s+to|adds?\s+(?:up\s+)?to))\s+({NUMBER})\b",
          lambda match: f"numbers adding to {number_of(match[1])}"),
    habit("redeal", r"(?<=:)\s*(?:when\s+)?(?:never|none|nothing|nobody|no)\s*$",
          help='leave this clause out, or write "without redeal" to drop the one of the parent'),
    habit("redeal, domino, blocked", r":\s*(?!when\b|if\b)(?=\S)", ": when "),
    habit("redeal", r"(\d+)\s+(?:or\s+more\s+)?(doubles|pips)(?:\s+in\s+(?:a|one|any)\s+"
          r"(?:single\s+)?hand)?", r"any player holds at least \1 \2", sure=False),
    habit("redeal", rf"(holds?|has|have)\s+({NUMBER})\s+(?:or\s+(?:more|over)\s+(doubles|pips)|"
          r"(doubles|pips)\s+or\s+(?:more|over))", lambda match: f"{holds(match[1])} at least "
          f"{number_of(match[2])} {match[3] or match[4]}"),
    habit("redeal", r"\b(?:when|if)\s+(?:a|any)\s+(?:single\s+)?hand\b", "when any player"),
    habit("redeal", r"\b(?:one|either)\s+side\b|\b(?:a|any|one|either)\s+(?:team|pair)\b",
          "any side"),
    habit("next opener", r"\b(?:the\s+)?(?:previous|last)(?:\s+round's)?\s+"
          r"(winner|opener|finisher)\b(?:\s+is\s*$)?", r"\1"),
    habit("reserve", rf"(?:the\s+)?(?:last\s+)?({NUMBER})(?:\s+{TILES})?"
          r"(?:\s+(?:are\s+)?(?:left|remain\w*|stay\w*|unused))?",
          lambda match: str(number_of(match[1]))),
    habit("reserve", r"\b(?:none|nothing|no)\b[^\n]*", "0"),
    # ------------------------------------------------------------ who opens
    habit("first opener, next opener", r"\b([a-j])(?=\s+plays\b)", lambda match: match[1].upper()),
    habit("next opener", r"(?:player\s+)?(?:(?:on|to)\s+the\s+)?(left|right)\s+(?:of|from)\s+"
          r"(?:the\s+)?"
          r"(?:last\s+|previous\s+)?(?:dealer|leader|starter)\b",
          lambda match: f"player {'after' if match[1].lower() == 'left' else 'before'} opener",
          sure=False),
    habit("first opener, next opener", rf"(?:the\s+)?(?:(?:holder\s+of|player\s+with|whoever\s+"
          rf"(?:has|holds))\s+(?:the\s+)?)?(?:highest|biggest|largest|heaviest)\s+(?:double|"
          rf"doublet|spinner)\b{STARTS}", "holder of highest double plays it"),
    habit("first opener, next opener", rf"(?:the\s+)?(?:(?:holder\s+of|player\s+(?:with|holding)|"
          rf"whoever\s+(?:has|holds))\s+(?:the\s+)?)?{DOUBLE}{STARTS}", holder),
    habit("first opener, next opener", r"(?:the\s+)?(?:(?:holder\s+of|player\s+with|whoever\s+"
          r"(?:has|holds))\s+(?:the\s+)?)?(?:highest|biggest|largest|heaviest)\s+(?:tile|bone|"
          rf"domino|stone)\b{STARTS}", "holder of heaviest tile plays it"),
    habit("first opener, next opener", r"(?:the\s+)?(?:youngest|oldest|host|dealer|guest)\b"
          r"(?:\s+player)?", help='name a seat ("A plays any tile"), or draw lots '
          '("lot plays any tile")'),
    habit("next opener", r"(winner|opener|finisher)\s+of\s+(?:the\s+)?(?:last|previous)\s+"
          r"(?:round|hand|game|deal)", r"\1"),
    habit("next opener", r"(?:player\s+)?(?:to\s+the\s+)?(left|right)\s+of\s+(?:the\s+)?(?=\w)",
          lambda match: f"player {'after' if match[1].lower() == 'left' else 'before'} "),
    habit("next opener", r"rotat\w+|alternat\w+|takes?\s+turns|clockwise", "player after opener",
          sure=False),
    habit("first opener, next opener", r"plays\s+(?:any|a|the|his|her|their)\s+(?!tile\b)\w+"
          r"(?:\s+double)?", help='name what may open: "plays [6|6]", '
          '"plays any double", "plays any of [6|6] [5|5]"'),
    habit("first opener, next opener", r"(?:(?:at\s+)?random(?:ly)?(?:\s+player)?|"
          r"(?:draw|by)\s+lots?|any(?:one|body|\s+player)|(?:coin\s+)?(?:toss|flip)|dice)(?:\s+plays\s+any"
          r"\s+tile)?", "lot plays any tile"),
    habit("next opener", r"(?:player\s+)?(?:to|on)\s+the\s+right",
          "player before opener", "player before finisher"),
    habit("next opener", r"next\s+player|(?:player\s+)?(?:(?:to|on)\s+the\s+)?left|in\s+turns?",
          "player after opener", "player after finisher"),
    habit("next opener", r"(?:the\s+)?losers?", "player after winner", sure=False,
          help='for two players write "when winner is nobody: opener otherwise: player after '
          'winner"; with more, name one of the losers'),
    habit("first opener, next opener", r"\s*,?\s*\b(?:(?:or\s+)?(?:else|otherwise|if\s+not)|"
          r"or(?!\s+else))\s*,?\s+", " or else ", by_itself=True),
    habit("first opener, next opener", r"\s+(?:opens|starts|leads|begins)(?:\s+first)?\b", ""),
    # ------------------------------------------------------------ turns
    habit("turn, winner, next opener, award",
          r"(?:(?:step\s+)?\d+[.):](?!\d)|[a-z]\)|[-*•·–])[ \t]*(?=[a-z])", list_item,
          help="leave out the sign of the list", by_itself=True),
    habit("turn", r"pass\s*(?:,|and)\s*(?:pay(?:s|ing)?|los(?:es?|ing)|giv(?:es?|ing)|forfeits?)\b"
          r"[^\n]*",
          help='what a pass costs is an award of its own: "award fine: 0 - 5 to mover after pass"'),
    habit("turn", r"\b(?:if|when|after)\s+(?:an?\s+)?double\b\s*(?:[,:]\s*)?(?:then\s+)?"
          r"(?:plays?\s+)?again\b", "again after last tile is double"),
    habit("turn", r"(?:\bor\s+(?:else\s+)?)?\b(?:plays?\s+)?again\s+(?:after|if|when|on)\s+"
          r"(?:(?:playing|laying)\s+)?(?:an?\s+|any\s+|"
          r"every\s+|"
          r"each\s+)?doubles?\b(?!\s+(?:held|in)\b)", "again after last tile is double"),
    habit("turn", r"\bagain\s+(?:if|when|on)\b", "again after"),
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
          lambda match: f"draw {number_of(match[1])} then stop", sure=False),
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
          "lays the tile if it fits"),
    habit("turn", r"or\s+else\s+pass\s+(?:if|when)\s+(?:you\s+|they\s+|the\s+player\s+|mover\s+|"
          r"nobody\s+)?(?:can(?:not|'t|\s+not)?|unable)[^\n]*", "or else pass"),
    habit("turn", r"(?:or\s+)?pass\s+(?:if|when)\s+(?:you\s+|they\s+|the\s+player\s+|mover\s+)?"
          r"(?:can(?:not|'t|\s+not)|unable)[^\n]*",
          help='write "or else pass": a step after "or else" is allowed only if none above is '
          "possible"),
    habit("turn", r"\bif\s+(?:you|they|mover|a player|the player|possible)\b[^\n]*",
          help='a step needs no "if": write "play a tile", then "or else" and what a player does '
          "who can't"),
    habit("turn", r"(?:\s*[,;.]\s*)?\b(?:otherwise|else|or if not|if not)\s*,?\s+"
          r"(?=pass|play|draw)", " or else "),
    habit("turn", r"\s*[,;]\s*(?=pass|play|draw)|\s+(?=(?:pass|play|draw)\b)",
          " or else ", " or "),
    habit("turn", r"\b(?:knock|skip|chap)(?:ped|s)?\b", "pass"),
    # ------------------------------------------------------------ who wins, and what it pays
    habit("winner", r"(?:player|side)\s+with\s+(?:the\s+)?\w+\s+score\b",
          help='a score is made of earlier rounds; the winner of a round is found by the hands: '
          '"player with fewest pips"'),
    habit("winner", r"(player|side)\s+with\s+(?:the\s+)?(?:lowest|lightest|smallest|fewest)\s+"
          r"(?:hand|count|total|points?|sum)(?:\s+wins)?", r"\1 with fewest pips"),
    habit("winner", r"\s+without\s+hand\b",
          help='"without award hand" is a clause of its own, at the left margin'),
    habit("winner", r"(?:the\s+)?(?:lowest|lightest|smallest|fewest)\s+(?:hand|count|total|score|"
          r"points?|pips)(?:\s+wins)?", "player with fewest pips", "side with fewest pips"),
    habit("winner", r"(?:the\s+)?(?:first|player)\s+(?:\w+\s+)?(?:to\s+go|who\s+goes|going)\s+out",
          "finisher"),
    habit("winner", r"(?:the\s+)?player\s+who\s+(?:blocked|closed|blocks|closes|(?:played|laid)\s+"
          r"(?:the\s+)?last(?:\s+tile)?)|(?:the\s+)?blocker\b", "finisher"),
    habit("winner", r"(fewest|most)\s+(pips|tiles|doubles)\s+(?:in|left|remaining)\b(?:\s+(?:in"
          r"|their|"
          r"his|her|hand)\b)*", r"\1 \2"),
    habit("winner", r",?\s*ties?\s+(?!to\b)\w+", help='write who wins a tie: ", ties to nobody" or '
          '", ties to finisher"'),
    habit("winner", r"(?<=:)\s*([^\n:]+?)\s+when\s+([^\n:]+?)\s*,?\s+"
          r"(?:otherwise|else)\s+([^\n:]+)", r" when \2: \1 otherwise: \3"),
    habit("winner, next opener", r"(when\s+(?:domino|blocked))\s+(?=\w)", r"\1: "),
    habit("award", r"at\s+(?:the\s+)?end\s+(?:of\s+)?(?:the\s+|a\s+|each\s+)?(?:round|hand|deal)",
          "at round end"),
    habit("award", r"at\s+the\s+end\b", "at round end", by_itself=True),
    habit("award", r"at\s+the\s+round\s+end", "at round end"),
    habit("award", rf"\b(?:at\s+round\s+end\s+)?when(?:ever)?\s+(?:{SOMEBODY}\s+)?pass(?:es|ed)?\b"
          r"(?!\s+in\b)(?:\s+and\s+|\s*$)", lambda match: "after pass when "
          if "and" in match[0].split() else "after pass"),
    habit("award", rf"\b(?:at\s+round\s+end\s+)?when(?:ever)?\s+(?:{SOMEBODY}\s+)?draws?\b"
          rf"(?:\s+(?:a|one)\s+{TILES})?\s*$", "after draw"),
    habit("award", rf"\b(?:at\s+round\s+end\s+)?when(?:ever)?\s+(?:{SOMEBODY}\s+)?(?:plays|lays)\s+"
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
    habit("award", r"\bto\s+((?:(?!\b(?:at|after|if|when)\b)[^\n:])+?)\s+(?=when\s+(?:not\s+)?"
          r"(?:domino|blocked|winner)\b)", r"to \1 at round end "),
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
          r"(?:the\s+)?(?:loo?ser|opponent|other)s?'?s?\b(?:\s+(?:players?|hands?))?",
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
    habit("award", r"\b(doubles|tiles)\s+(?!held\b)(?:left|remaining|still|unplayed|in|on)\b"
          r"(?:\s+(?!(?:to|at|when|rounded)\b)\w+)*", r"\1 held by each player",
          r"\1 held by everyone", r"\1 held by winner's opponents"),
    habit("award", r"\b(\d+)\s*x\s+(?=\w)", r"\1 * "),
    habit("award", r"\bdouble\s+(?=pips|tiles|plays)", "2 * "),
    habit("award", r":\s*(\w+)\s+(?:gets|scores|wins|earns|receives)\s+(\w+)"
          r"(?:\s+points?)?(?:\s+at\s+round\s+end)?", r": \2 to \1 at round end", sure=False),
    habit("award, define", r"^(award|define)\s+(\w+)\s+(\w+)\s*:", r"\1 \2_\3:"),
    habit("award, define", r"^(award|define)\s*:", help='give it a name: "award hand: …", '
          '"define big_hand: …"'),
    # ------------------------------------------------------------ the match
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
          r"(?:reach(?:es)?\s+|gets?\s+|scores?\s+)?(\w+)(?:\s+points?)?",
          r"first side to reach \1"),
    habit("match", r"(?<=:)\s*(?:play(?:ed)?\s+)?(?:up\s+to|to|until|till)\s+"
          r"(?:\w+(?:\s+(?:player|side|team))?\s+(?:has|gets|reaches|scores)\s+)?(\w+)"
          r"(?:\s+points?)?(?!\s*,?\s*(?:the\s+)?(?:lowest|fewest|least|smallest)\b)",
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
    habit("match", r"(?:(?:a\s+)?head[-\s]?start\s+(?:of\s+)?)?(\d+)\s+(?:points?\s+)?"
          r"(?:(?:head[-\s]?start|ahead)\s+)?(?:for|to)\s+(?:side\s+|team\s+)?([A-J])\b(?:'s\s+(?:side|team))?",
          r"\2 starts with \1"),
    habit("match", r"(?<=,)\s*(?:the\s+)?(?!checked|drawn|overshoot|shutout)[a-z]\w*(?:'s\s+side)?"
          r"\s+(?:starts|begins)\s+with\b[^,\n]*",
          help='a head start belongs to the side of a seat: write "A starts with 20"'),
    habit("match", r"(?:play\s+)?(\w+)\s+(?:rounds|games|hands|deals)\s*,\s*(?:the\s+)?(lowest"
          r"|fewest|highest|"
          r"most)\s+(?:score|points?|total)(?:\s+wins?)?", lambda match: f"{match[1]} rounds, "
          f"{'lowest' if match[2].lower() in {'lowest', 'fewest'} else 'highest'} total wins"),
    habit("match", r"(\d+)\s+(?:wins?\s+)?(?:out\s+)?of\s+\d+", r"\1 wins"),
    habit("match", r"\bexactly\s+(\w+)(?:\s+points)?", r"first side to reach \1", sure=False),
    habit("match", r",\s*(?:the\s+)?(?:highest|most)\b[^\n]*", ""),
    habit("match", rf"best\s+of\s+({NUMBER})(?:\s+\w+)?", best_of),
    habit("match", r"(\w+)\s+(?:games?|hands?|deals?)\b", r"\1 rounds"),
    habit("match", r":\s*(\w+)(?:\s+points?)?\s*$", r": first side to reach \1", r": \1 wins"),
    habit("match", r"(\w+)\s+rounds\s*$", r"\1 rounds, highest total wins",
          r"\1 rounds, lowest total wins", r"\1 rounds, most wins"),
)  # fmt: skip
