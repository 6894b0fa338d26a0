"""Habits of writing games of tricks: bids, trumps, suits, who leads, and what is taken."""

from __future__ import annotations

from dominoes_lang.repair.habit import NUMBER, PIPS, TILES, Habit, habit, measure, number_of

_WHOLE = r"(?<=:)\s*"
"""What a clause begins with, where a habit is all of it."""
_DOUBLES = r"(?:(?:the|all|with)\s+)*doubles?\s+(?:(?:are|is|rank|ranks|ranking|as)\s+)*(?:the\s+)?"
_OTHERS = (
    rf"(?:and\s+)?(?:(?:all|every|any|the)\s+)*(?:others?\s+{TILES}|(?<=all )other|other(?=\s+is)"
    r"|rest|remaining(?:\s+\w+)?|everything\s+else|anything\s+else|all\s+others)"
)
_NO_TRUMP = r"(?:no[- ]?trumps?|without\s+trumps?|follow[- ]me)"
_BIDDER = (
    r"(?:(?:the|high|highest|winning)\s+)*(?:bidder|declarer|bid\s+winner|winner\s+of\s+"
    r"(?:the\s+)?(?:bid|bidding|auction))"
)
_TAKER = (
    r"(?:(?:the|last)\s+)*(?:trick\s+(?:winner|taker)|(?:winner|taker)\s+of\s+(?:the\s+|each\s+"
    r"|a\s+)?"
    r"(?:last\s+|previous\s+)?trick)"
)

OF_TRICKS: tuple[Habit, ...] = (
    habit("layout", r"(?:(?:an?|the)\s+)?tricks?(?:[- ]?taking)?(?:\s+game)?\b", "tricks"),
    # ------------------------------------------------------------------ suits
    habit("suits", r"(?<=:)\s*(?:by\s+|of\s+)?(?:the\s+)?(?:higher|high|highest|larger|bigger)\s+"
          r"(?:half|end|number|side)(?=\s*$)", " by higher half, doubles high", sure=False),
    habit("suits", r"(?:by\s+|of\s+)?(?:the\s+)?(?:higher|high|highest|larger|bigger)\s+"
          r"(?:half|end|number|side)\b", "by higher half"),
    habit("suits", rf"{_DOUBLES}(?:high|highest|top|up|above(?:\s+all)?)\b", "doubles high"),
    habit("suits", rf"{_DOUBLES}(?:low|lowest|bottom|down|below(?:\s+all)?)\b", "doubles low"),
    habit("suits", rf"{_DOUBLES}(?:an?\s+)?(?:own|separate|apart|(?:own\s+|separate\s+)?suit)"
          r"(?:\s+(?:suit|of\s+their\s+own))?\b", "doubles apart"),
    # ------------------------------------------------------------------ bids
    habit("bids", rf"(?:from\s+)?({NUMBER})\s*(?:-|–|…|\.{{3}}|to|through|up\s+to)\s*({NUMBER})\b",
          lambda match: f"{number_of(match[1])}..{number_of(match[2])}"),
    habit("bids", rf"(?:(?:and|or|&)\s+)?then\s+(?:only\s+)?(?:an?\s+)?({NUMBER})\b",
          lambda match: f"then {number_of(match[1])}", by_itself=True),
    habit("bids", rf"(?:(?:at\s+least|minimum|min|from)\s+{NUMBER}|{NUMBER}\s*(?:\+|or\s+more))",
          help='write all that may be bid: "30..42, 84"'),
    habit("bids", rf"{NUMBER}\s+marks?\b",
          help='a bid is a number of points: two marks are "84", three "then 126"'),
    habit("bids", r"(?:only\s+)?(?:one\s+(?:bid|round|turn|chance)(?:\s+(?:each|per\s+player"
          r"|only))?"
          r"|each\s+(?:player\s+)?once|once\s+(?:around|round|per\s+player|for\s+each))\b",
          "once each"),
    habit("bids", r"(?:on\s+|goes\s+on\s+)?until\s+(?:all|every(?:one|body))(?:\s+(?:the\s+)?"
          r"(?:others?|but\s+one|else))?\s+(?:(?:has|have)\s+)?pass(?:e[sd])?\b", "until all pass"),
    habit("bids", r"(?:(?:the\s+)?(?:last|dealer)(?:\s+(?:player|bidder|one))?\s+(?:must|has"
          r"\s+to|is\s+"
          r"forced\s+to)\s+bid|forced(?:\s+bid)?)\b", "last must bid"),
    habit("bids", r"(?<!or else )(?:or\s+|else\s+|otherwise\s+)?(?:re-?deal|throw\s+in)\b"
          r"(?:\s+(?:if|when)\s+(?:all|every(?:one|body))\s+pass(?:es)?)?", "or else redeal"),
    # ------------------------------------------------------------------ trumps
    habit("trumps", rf"\b{_NO_TRUMP}(?:\s*\([^)]*\))?", "none", by_itself=True),
    habit("trumps", r"\bany(?:\s+(?:suit|half|one|pips?|of\s+the\s+numbers|numbers))?\b(?!"
          r"\s+number)"
          r"|\b(?:all|every)\s+(?:suits?|numbers?)|\bblanks\s*(?:to|-)\s*sixes\b|\b0\s*(?:\.\.|-"
          r"|to)\s*\d+\b",
          "any number", by_itself=True),
    habit("trumps", r"\b(?:the\s+)?doubles?\s+(?:are|as|may\s+be|can\s+be)\s+trumps?\b", "doubles",
          by_itself=True),
    habit("trumps", r"\bnone\s*,?\s*(?:\(\s*)?(?:with\s+)?doubles\s+(high|low|apart)\b(?:\s*\))?",
          r"none with doubles \1", by_itself=True),
    habit("trumps", r"\b(?:called|chosen|declared|set|picked)\s+by\b", "named by"),
    habit("trumps", rf"(?<=:)\s*(?:always\s+)?{NUMBER}s?\s*$",
          help='write what may be named: "any number, doubles, none"'),
    # ------------------------------------------------------------------ widow and lead
    habit("widow", rf"(?<=:)\s*(?:(?:the\s+)?bidder\s+)?(?:takes?|picks\s+up|gets)\s+(?:the\s+)?"
          rf"(?:widow|"
          rf"stock|kitty|talon|rest|{NUMBER}(?:\s+{TILES})?)\s*,?\s*(?:and\s+)?(?:then\s+)?"
          rf"(?:discards?|lays\s+aside|puts\s+back)\s+({NUMBER})(?:\s+{TILES})?\s*$",
          lambda match: f" bidder takes stock, then discards {number_of(match[1])}"),
    habit("widow", rf"(?<=:)\s*({NUMBER})(?:\s+{TILES})?\s*$",
          lambda match: f" bidder takes stock, then discards {number_of(match[1])}", sure=False),
    habit("lead", rf"(?<=:)\s*{_BIDDER}\s*$", " bidder, then taker", sure=False),
    habit("lead, next opener, winner", _BIDDER, "bidder", by_itself=True),
    habit("lead", _TAKER, "taker", by_itself=True),
    habit("lead", r"\s*,?\s*\b(?:and|after(?:wards|\s+that)|later)\s+(?:then\s+)?(?=taker|(?:the"
          r"\s+)?"
          r"(?:trick|winner))", ", then ", by_itself=True),
    # ------------------------------------------------------------------ the turn
    habit("turn", r"(?:must\s+|have\s+to\s+)?follow(?:\s+the)?\s+suit(?:\s+(?:if|when)\s+(?:able"
          r"|possible|"
          r"they\s+can))?", "play a tile of suit led"),
    habit("turn", r"(?<=play a tile )(?:of|in|from)\s+(?:the\s+)?(?:led\s+suit|suit\s+(?:that"
          r"\s+was\s+)?led"
          r"|suit\b(?!\s+led)|same\s+suit|trick's\s+suit)", "of suit led"),
    habit("turn", rf"(?<=or else )(?:(?:discard|play|throw)\s+)?any(?:\s+other)?\s+{TILES}",
          "play a tile"),
    # ------------------------------------------------------------------ what is taken
    habit("award", r"\b(?:after|for|on|per)\s+(?:(?:each|every|a|the)\s+)?trick\b(?:\s+taken)?",
          "after trick",
          by_itself=True),
    habit("award, define, winner, domino", rf"\b(tricks|{PIPS}|tiles|doubles)\s+(?:won|captured"
          rf"|made)\s+by\b",
          lambda match: f"{_taken(match[1])} taken by"),
    habit("award, define, winner, domino", r"\b(?:points|dots|spots|count|score)\s+taken\s+by\b",
          "pips taken by"),
    habit("award, define, winner, domino", r"\b(?:number\s+of\s+)?tricks\s+(?:of|for)\b",
          "tricks taken by"),
    habit("award, define, winner", r"\b(?:the\s+)?(?:highest|winning|high|final)\s+bid\b", "bid"),
    habit("tile value", rf"{_OTHERS}\s*(?:(?:is|are)\s+(?:worth\s+)?|counts?\s+|worth\s+|scores?"
          rf"\s+|[:=]\s*)?"
          r"(?=\d|nothing)", "others are ", by_itself=True),
    habit("tile value", r"\bothers\s+(?:is\s+|count\s+|worth\s+|score\s+)?(?=\d)(?<!are )",
          "others are ",
          by_itself=True),
    habit("tile value", r"(?<=others are )nothing\b", "0"),
)  # fmt: skip


def _taken(word: str) -> str:
    """What is counted of tricks, under its name in the language."""
    return "tricks" if word.lower() == "tricks" else measure(word)
