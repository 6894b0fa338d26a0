"""Habits of writing how tiles lie: the layout, and what doubles open and count."""

from __future__ import annotations

from dominoes_lang.repair.habit import (
    NUMBER,
    TILES,
    Habit,
    habit,
    number_of,
)

OF_LAYOUT: tuple[Habit, ...] = (
    habit("layout", r",?\s*\b(?:start|beginn|open)ing\s+(?:with|by|from)\s+", " from "),
    habit("layout", r"(?<=of )(\w+)\s+(?:and\s+)?then\s+doubles", r"\1, then doubles"),
    habit(
        "layout",
        r"\bline\s*,?\s*(?:open\s+)?(?:on|to|at)\s+(?:only\s+)?(?:one|1|a\s+single)\s+(?:end|side)\b",
        "line open at one end",
    ),
    habit("layout", r"(?<=:)\s*own\s+trains?\b", " trains from own doubles", sure=False),
    habit("doubles", r"\bfirst\s+(?:one\s+)?is\s+(?:an?|the)\s+spinner\b", "first is spinner"),
    habit("doubles", r"(?<=:)\s*spinner\s+(?=must|count)", " first is spinner, "),
    habit("layout", r"\s*,?\s*\b(?:without|no)\s+(?:an?\s+)?public(?:\s+trains?)?\b", ""),
    habit(
        "layout",
        r"\b(?:three|four|[3-9])\s+public\b[^\n]*",
        help='one or two trains are open to everyone: "two public"',
    ),
    habit(
        "layout",
        r"\btrains\s+from\s+(?:(?:the|an?)\s+)*(?:hand|opener(?:'s\s+(?:hand|double))?|double\s+of\s+"
        r"(?:the\s+)?opener)\b",
        "trains",
    ),
    habit("layout", r"(?<=one public)\s+train\b|(?<=two public)\s+trains?\b", ""),
    habit(
        "layout",
        r"\s*(?:,|\+|&|\band\b|\bwith\b|\bplus\b)\s*(?:2|two\s+open)\s+public(?:\s+trains?)?|"
        r"\s*(?:\+|&|\band\b|\bwith\b|\bplus\b)\s*two\s+public(?:\s+trains?)?",
        ", two public",
        by_itself=True,
    ),
    habit(
        "layout",
        r"(?:\s*,)?\s*(?:(?:\+|&|and|with|plus)\s+)+(?:(?:one|an?|1)\s+)?(?:open\s+)?public\b"
        r"(?:\s+train)?|,\s*(?:an?\s+)?public\b(?:\s+train)?",
        ", one public",
        by_itself=True,
    ),
    habit(
        "layout",
        r"(?<=:)\s*train(?=\s*(?:$|[,+&]|and\b|with\b|from\b))",
        " trains",
        by_itself=True,
    ),
    habit(
        "layout", rf"\bspinner\s+of\s+({NUMBER})", lambda match: f"star of {number_of(match[1])}"
    ),
    habit("layout", r"\bstar\s+(?=from\b|,|and\b|then\b)", "star of 4 ", sure=False),
    habit(
        "layout",
        rf"(?:an?\s+)?(?:(?:straight|single|normal|plain)\s+)*(?:line|snake|zig-?zag|chain|row)"
        rf"(?:\s+of\s+{TILES})?\b(?!\s+(?:of|with|open)\b)",
        "line",
    ),
    habit("layout", r"(?:an?\s+)?maltese\s+cross", "star of 4, then doubles"),
    habit(
        "layout",
        rf"(?:an?\s+)?cross\s+of\s+({NUMBER})|({NUMBER})\s+arms",
        lambda match: f"star of {number_of(match[1] or match[2])}",
    ),
    habit(
        "layout",
        r"(?:an?\s+)?(?:line,?\s+)?(?:with\s+)?(?:one|1|an?|single)\s+(?:open\s+)?end",
        "line open at one end",
    ),
    habit(
        "layout",
        r"(?<=:)[^\n]*\btrains?\b[^\n]*\bf(?:oo|ee)t\b[^\n]*",
        help="a train is one row, so a double on it has room for one tile and no foot: leave the "
        'feet out, and write "doubles: must be covered"',
    ),
    habit(
        "layout, doubles",
        r"(?<=:)[^\n]*\b(?:chicken\s*)?f(?:oo|ee)t\b[^\n]*",
        help='for chicken feet write "doubles: all are spinners, must be covered"; on trains a '
        'double has room for one tile: "doubles: must be covered"',
    ),
    habit(
        "layout",
        rf"(?:an?\s+)?star\s+(?:with|of)\s+({NUMBER})\s+arms?",
        lambda match: f"star of {number_of(match[1])}",
    ),
    habit("layout", r"(?:an?\s+)?(?:cross|star)(?=\s*$)", "star of 4", sure=False),
    habit(
        "layout",
        r"(?<=:)[^\n]*\bspinners?\b[^\n]*",
        help='which doubles are spinners is another clause: "doubles: first is spinner"',
    ),
    habit("doubles", r"(?:,\s*)?\bsides\s+before\s+tips", ""),
    habit(
        "doubles",
        r"(?<=:)\s*(?:none|nothing|no(?:\s+spinners?)?|normal|ordinary|plain|regular|"
        r"like\s+(?:any\s+)?other\s+tiles)\s*$",
        " inline",
    ),
    habit(
        "doubles",
        r"(?<=:)\s*(?:laid\s+|placed\s+)?(?:cross\s*wise|across|sideways|crossed|lengthwise)\s*$",
        " inline",
        sure=False,
        help='which way a double lies changes nothing: write "inline", or "first is spinner" if '
        "tiles may be laid against its sides",
    ),
    habit("doubles", r"(?<=:)\s*are\s+(?:all\s+)?spinners\b", " all are spinners"),
    habit("doubles", r"\bfirst\s+spinner\b", "first is spinner"),
    habit(
        "doubles",
        r"(?:the\s+)?first\s+(?:double|one)\s+(?:is|as)\s+(?:an?\s+|the\s+)?spinner|"
        r"(?:(?:one|an?)\s+)?(?<!is )(?<!is a )spinner(?=\s*(?:,|$))",
        "first is spinner",
        by_itself=True,
    ),
    habit("doubles", r"(?<!are )\bspinners(?=\s*(?:,|$))", "all are spinners"),
    habit(
        "doubles",
        r"(?:all|every|each|any)\s+(?:(?:of\s+)?the\s+)?doubles?\s+(?:is|are)\s+"
        r"(?:an?\s+)?spinners?",
        "all are spinners",
    ),
    habit(
        "doubles",
        r"(?:(?:they|(?:an?\s+|the\s+|all\s+)?doubles?)\s+)?"
        r"(?:counts?\s+(?:twice|double|both\s+(?:halves|sides|ends|pips))|both\s+(?:halves|"
        r"sides)"
        r"\s+count)(?:\s+at\s+(?:the\s+)?ends)?",
        "count both halves at ends",
    ),
    habit("doubles", r"(?:the\s+)?open\s+tips\s+count", "count open tips"),
    habit(
        "doubles", r"must\s+cover|cover(?:ed)?\s+first|have\s+to\s+be\s+covered", "must be covered"
    ),
    habit("layout", r"(?:an?\s+)?mexican\s+trains?", "trains from round's double, one public"),
    habit(
        "layout",
        r"(?:two|2)(?:[- ]open)?[- ]ends?|(?:straight\s+)?(?:chain|row|line)"
        rf"(?:\s+(?:of\s+)?{TILES})?",
        "line",
    ),
)
