"""Habits of writing who plays with which tiles, and how they fit."""

from __future__ import annotations

from dominoes_lang.repair.habit import (
    COUNTS,
    NUMBER,
    SIZE,
    STOCK,
    TILES,
    Habit,
    against,
    habit,
    holds,
    in_pairs,
    number_of,
    parts_of_deal,
    set_meant,
    teams,
)
from dominoes_lang.syntax.vocabulary import NUMBERS

OF_SETUP: tuple[Habit, ...] = (
    habit("parameter", r"^parameter\s+([a-z]\w*(?:\s+[a-z]\w*){1,3})(?=\s*=)", lambda match: (
          f"parameter {'_'.join(match[1].split())}"), by_itself=True),
    habit("deal", rf",\s*(?:and\s+)?(?:the\s+)?(?:\d+|rest|others?|remaining)(?:\s+{TILES})?\s+"
          rf"(?:(?:to|in|go|goes|form|forms|stay|stays|are)\s+)+(?:the\s+)?{STOCK}\b", ""),
    habit("deal", rf"\b({NUMBER})\s+players?\s*(?:[:=,-]|gets?|draws?|takes?)?\s*({NUMBER})\b"
          rf"(?:\s+{TILES})?(?:\s+each)?",
          lambda match: f"{number_of(match[2])} each for {number_of(match[1])}", by_itself=True),
    habit("deal", rf"({NUMBER})(?:\s+{TILES})?\s+(?:for|to)\s+(?:each|every(?:one)?|all)"
          r"\b(?:\s+(?:players?|hand|one|person))?", lambda match: f"{number_of(match[1])} each"),
    habit("deal", r"\b(\d+)(?:\s*,\s*\1\b)+", r"\1 each"),
    habit("deal", rf"(?:everything|all\s+(?:the\s+)?{TILES}|all\s+of\s+them|the\s+whole\s+set)"
          r"(?:\s+each)?", "all"),
    habit("deal", r",?\s*(?:or\s+)?(?:else|otherwise)\s*,?\s+(?=\w)", ", "),
    habit("deal", rf"({NUMBER})\s+{TILES}(?:\s+(?:to\s+)?(?:each|a player|per player|per hand)"
          rf"(?:\s+player)?)?", lambda match: f"{number_of(match[1])} each"),
    habit("deal", rf"(?:each player|everyone)\s+(?:gets|draws|takes|receives)\s+({NUMBER})"
          rf"(?:\s+{TILES})?", lambda match: f"{number_of(match[1])} each"),
    habit("deal", rf"({NUMBER})\s+(?:apiece|per player|a player|per hand)",
          lambda match: f"{number_of(match[1])} each"),
    habit("deal", rf"({NUMBER})(?:\s+{TILES})?(?:\s+each)?\s+(?:if|when|with|for)\s+({NUMBER})"
          rf"(?:\s*(or|and|to|,|-|–)\s*({NUMBER})(?!\s*(?:{TILES}|each|for)\b))?(?:\s+players?)?",
          parts_of_deal),
    habit("deal", r"\beach\s+player\b", "each"),
    habit("deal", r"(\d+)(?:\s+each)?\s+(?:otherwise|for\s+(?:(?:all|the)\s+)?(?:others?|rest|more"
          r"|all|any\s+other\s+number)(?:\s+players)?)\b", r"\1 each"),
    habit("deal", r":\s*(\w+)\s*$", r": \1 each"),
    habit("deal", r",\s*$", ""),
    habit("tiles", rf"(?:a\s+)?double[- ]?(?P<size>\d\d?|{SIZE})(?:e?s\b)?(?:\s+(?:set|{TILES}))?",
          set_meant, by_itself=True),
    habit("tiles", rf"(?:all\s+)?(?:(?:the\s+)?{TILES}\s+)?(?:up\s+)?to\s+(?:the\s+)?double[- ]?"
          rf"(?P<size>\d\d?|{SIZE})\b", set_meant),
    habit("tiles", r"(?:all\s+)?(?:(?:the\s+)?tiles\s+)?(?:from\s+)?"
          r"\[?0\s*[-|]\s*0\]?\s*(?:to|-|–|\.\.+)\s*\[?(?P<size>\d\d?)\s*[-|]\s*\d\d?\]?",
          set_meant),
    habit("tiles", r"(?<=: )(?:from\s+)?0\s*(?:-|–|to|\.\.+)\s*(?P<size>\d\d?)\b(?!\s*\|)",
          set_meant),
    habit("tiles", r"\s+with\s+(?:no|out)\s+(?=\[|doubles)", " without "),
    habit("tiles", r"(?<=\]),?\s*(?:,|and)\s*(?=\[)", " "),
    habit("tiles", "|".join(rf"(?<={name}),\s*{count}\s+{TILES}" for count, name in COUNTS.items()),
          ""),
    habit("tiles", rf"[ \t]*\((\d+\s+{TILES})\)[ \t]*(?=\n|$)", r"  # \1"),
    habit("tiles", r",?\s+(?:minus|except|excluding|no|less|without(?=\s+the))(?:\s+the)?"
          r"\s+(?=\[|doubles)", " without "),
    habit("tiles", rf"{NUMBER}\s+sets?\b[^\n]*", help="a game has one set, each tile once"),
    habit("tiles", r"\b(\d+)\b(?:\s+\w+)?", lambda match: COUNTS.get(int(match[1][:4]), "")),
    habit("tiles", r"without\s+(?:the\s+)?double[- ]blank", "without [0|0]"),
    habit("tiles", r"(?:,\s*)?(?:without|no|minus)\s+(?:the\s+)?blanks?",
          help="list the tiles: without [0|0] [1|0] …"),
    habit("players", r"(?<=:)[^\n]*\b(?:sits?|sitting|stays?|goes|rests?)\s+out\b[^\n]*",
          help="whoever has not left the match plays every round: write the game for those who "
          'play, "players: 4", and change seats between matches; a player leaves for good by '
          '"match: until one side is left, out at 100"'),
    habit("players", rf"(?P<players>{NUMBER})(?:\s+players)?\s*,?\s+(?:(?:in|as|with)\s+)?"
          rf"(?P<teams>{NUMBER})\s+(?:teams|pairs|sides|partnerships)(?:\s+of\s+\w+)?", teams),
    habit("players", rf"(?P<players>{NUMBER})(?:\s+players?)?\s*,?\s+(?:(?:in|as|with)\s+)?"
          rf"(?:pairs|partner(?:ship)?s?|couples)(?:\s+of\s+(?:partners|players))?", in_pairs),
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
    habit("players", rf"\b(?:from\s+|between\s+)({NUMBER})\s+(?:to|and)\s+({NUMBER})"
          r"(?:\s+players)?", lambda match: f"{number_of(match[1])}..{number_of(match[2])}"),
    habit("players", rf"\b(?:up\s+to|at\s+most|max(?:imum)?(?:\s+of)?)\s+({NUMBER})",
          lambda match: f"2..{number_of(match[1])}", sure=False),
    habit("players", rf"\b({NUMBER})\s+(?:or\s+more|and\s+(?:more|up)|\+|at\s+least)|"
          rf"\bat\s+least\s+({NUMBER})",
          lambda match: f"{number_of(match[1] or match[2])}..10", sure=False),
    habit("players", r"(?<=:)\s*(?:in\s+)?(?:teams|pairs)(?:\s+of\s+(?:2|two))?\s*$",
          " 4 in teams of 2", sure=False),
    habit("players", r"\bA\s+(?:and|&|\+)\s+C\s+(?:against|versus|vs?\.?|and|play)\s+B\s+"
          r"(?:and|&|\+)\s+D\b", "4 in teams of 2"),
    habit("players", r"(?<=named )(?:the\s+)?([A-Za-z][\w-]*)\s*(?:,|and|&)\s*(?:the\s+)?"
          r"([A-Za-z][\w-]*)", r'"\1" and "\2"'),
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
    habit("fits", r"(?<=\])\s*(?:,|and)\s*(?=\[)", " "),
    habit("fits", r"(?<=numbers )(?:that|which)\s+(?:add|sum)(?:\s+up)?\s+to\b", "adding to"),
    habit("fits", r"(?:same|matching|like|alike)(?:\s+(?:numbers?|pips|ends|halves))?|equal\b"
          r"(?:\s+(?:pips|ends|halves|number))?|numbers?\s+match", "equal numbers"),
    habit("fits", r"(?:(?:numbers|halves|pips)\s+)?(?:(?:the\s+)?(?:sums?|totals?)(?:\s+(?:is|"
          r"are|of"
          rf"|to))?|(?:make|makes|making|adding(?:\s+up)?\s+to|adds?\s+(?:up\s+)?to))\s+"
          rf"({NUMBER})\b",
          lambda match: f"numbers adding to {number_of(match[1])}"),
    habit("fits", r"(?<=:)\s*(?:they\s+)?match(?:ing)?(?:\s+(?:ends|numbers|halves|pips))?\s*$",
          " equal numbers"),
    habit("fits", r",?\s*\b(?:(?:the|its|their|each)\s+)?doubles?\s+"
          r"(?:(?:must|has\s+to|have\s+to|comes?|goes?|be|is|played)\s+)*"
          r"(?:first|before\s+(?:(?:the|other|its)\s+)*\w+)\b", ", only after its double"),
    habit("fits", r",?\s*only\s+after\s+(?:(?:the|an?|their|its)\s+)?doubles?\b",
          ", only after its double"),
    habit("fits", r",?\s*(?:(?:and|with)\s+)?(?:the\s+)?(?:blanks?|zeros?|0s?)(?:\s+(?:is|are))?"
          r"\s+(?:wild|jokers?)\b", ", wild 0"),
    habit("fits", r",?\s*(?:(?:and|with)\s+)?wild\s*:?\s*(?:the\s+)?(?:blanks?|zeros?)\b",
          ", wild 0"),
    habit("fits", r",?\s*(?:(?:and|with)\s+)?((?:\[\d+\|\d+\][\s,]*)+)(?:and\s+(\[\d+\|\d+\])"
          r"\s+)?(?:is|are)\s+(?:wild|jokers?)\b", lambda match: ", wild " + " ".join(
          (match[1] + (match[2] or "")).replace(",", " ").split())),
    habit("fits", r"(?<=wild)\s*:\s*(?:are\s+)?", " "),
    habit("redeal", r"\b([A-J](?:'s\s+side)?)\s+holds\s+([^\n:]+?)\s+and\s+(?:(?:holds?|has)\s+)?"
          r"(at\s[^\n]+|no\s[^\n]+|\[[^\n]+)", r"\1 holds \2 and \1 holds \3"),
    habit("redeal", r"\b(any\s+(?:player|side))\s+holds\s+([^\n:]+?)\s+and\s+(?:(?:holds?|has)\s+)?"
          r"(at\s[^\n]+|no\s[^\n]+|\[[^\n]+)",
          help=r'each part names its player: "\1 holds \2 and \1 holds \3", which may be two '
          'different players; for one hand write the parts of each seat'),
    habit("redeal", r"\b(any\s+(?:player|side)|[A-J](?:'s\s+side)?)\s+holds\s+([^\n:]+?)\s+or\s+"
          r"(?:(?:holds?|has)\s+)?(?=at\s|no\s|\[)", r"\1 holds \2 or \1 holds "),
    habit("redeal", r"(?<=:)\s*(?:when\s+)?(?:never|none|nothing|nobody|no)\s*$",
          help='leave this clause out, or write "without redeal" to drop the one of the parent'),
    habit("redeal", rf":\s*(?:(?:if|with)\s+)?({NUMBER})\s+(?:or\s+more\s+)?(doubles|pips)"
          r"(?:\s+(?:in|on)\s+(?:a|one|any)\s+(?:single\s+)?hand)?\s*$",
          lambda match: f": when any player holds at least {number_of(match[1])} {match[2]}",
          sure=False),
    habit("redeal", r"\b(?:(?:is|was|gets)\s+(?:dealt|given)|starts\s+with)\b", "holds",
          by_itself=True),
    habit("redeal", rf"\b(?:holds?|has)\s+({NUMBER})\s+(?:or|to|-)\s+{NUMBER}\s+(doubles|pips)\b",
          lambda match: f"holds at least {number_of(match[1])} {match[2]}", sure=False),
    habit("redeal", rf"\bat\s+(least|most)\s+({NUMBER})\s+(doubles|pips)\s+(?:(?:are\s+)?held\s+by|"
          r"in(?:\s+the)?\s+hands?\s+of|with|for)\s+(?:(?:any|a|one|some)\s+(player|side)|"
          r"(?:any|some)(?:one|body)|([A-J](?:'s\s+side)?))\b", lambda match: (
          f"{match[5] or 'any ' + (match[4] or 'player')} holds at {match[1]} "
          f"{number_of(match[2])} {match[3]}")),
    habit("redeal, domino, blocked", r":\s*(?!when\b|if\b|at\b)(?=\S)", ": when ", by_itself=True),
    habit("redeal", r"(\d+)\s+(?:or\s+more\s+)?(doubles|pips)(?:\s+in\s+(?:a|one|any)\s+"
          r"(?:single\s+)?hand)?", r"any player holds at least \1 \2", sure=False),
    habit("redeal", rf"(holds?|has|have)\s+({NUMBER})\s+(?:or\s+(?:more|over)\s+(doubles|pips)|"
          r"(doubles|pips)\s+or\s+(?:more|over))", lambda match: f"{holds(match[1])} at least "
          f"{number_of(match[2])} {match[3] or match[4]}"),
    habit("redeal", r"\b(?:when|if)\s+(?:a|any)\s+(?:single\s+)?hand\b", "when any player"),
    habit("redeal", r"\b(?:one|either)\s+side\b|\b(?:a|any|one|either)\s+(?:team|pair)\b",
          "any side"),
    habit("next opener", r"\b(?:the\s+)?(?:previous|last)(?:\s+round's)?\s+"
          r"(winner|opener|finisher)\b(?:\s+is\s*$)?", r"\1", by_itself=True),
    habit("reserve", rf"(?:(?:always|keep|leave|the|last)\s+)*({NUMBER})(?:\s+{TILES})?"
          rf"(?:\s+(?:are\s+|always\s+)*(?:left|remain\w*|stay\w*|unused|in|the|{STOCK}))*",
          lambda match: str(number_of(match[1]))),
    habit("reserve", r"\b(?:none|nothing|no)\b[^\n]*", "0"),
)  # fmt: skip
