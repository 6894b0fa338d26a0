"""Habits of writing examples, and what a child leaves out."""

from __future__ import annotations

from dominoes_lang.repair.habit import (
    NUMBER,
    STOCK,
    TILES,
    Habit,
    habit,
    left_out,
)
from dominoes_lang.syntax.vocabulary import SAMPLES

_NEEDED = [header for header in SAMPLES if header != "award"]

OF_EXAMPLES: tuple[Habit, ...] = (
    habit("example", r"\][ \t]*(?:,[ \t]*\[[^\[\]\n]*\])+", lambda match: " ".join(
          part.strip() for part in match[0].split(",")), help="write tiles without commas between"),
    habit("example", r"(?:,\s+|(?<=\s))([A-J]\s+(?:plays\s+\[\d+\|\d+\]|draws\b|"
          r"passes\b|stops\b))", r" when \1", by_itself=True),
    habit("example", r"(?:,\s+|(?<=\s))(domino|blocked|round\s+(?:over|goes\s+on)|"
          r"match\s+over|winner\s+is)\b", r" then \1", by_itself=True),
    habit("example", r"\b(?:(?:team|side)\s+)?([A-J](?:'s\s+side)?)\s+(?:wins|won|has\s+won)\b"
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
    habit("example", r"\b(given|when|then)\s*:\s*", r"\1 ", by_itself=True),
    habit("example", r"\b([A-J])(?:'s\s+(?:hand|tiles)(?:\s+(?:is|are))?\s*:?|\s*:)\s*(?=\[)",
          r"\1 holds ", by_itself=True),
    habit("example", r"\bthen\s+([A-J])\s+(draw|pass|stop)(?:e?s)\b", r"then \1 may \2"),
    habit("example", r"\b[A-J]\s+(?:goes|went|has\s+gone|is)\s+out\b", "domino"),
    habit("example", r"(?<=\])\s+and\s+(?=\[)", " "),
    habit("example", r"\b(?:the\s+)?(line|stock)\s+is\s+(?=empty\b|\[)", r"\1 ", by_itself=True),
    habit("example", r"\bempty\s+(line|stock|table)\b",
          lambda match: f"{match[1].replace('table', 'line')} empty", by_itself=True),
    habit("example", r"\b(?:at|to)\s+(?:the\s+)?(left|right)\b(?:\s+(?:end|side))?", r"on \1"),
    habit("example", r"\bon\s+(?:the\s+)?(left|right)\s+(?:end|side)\b", r"on \1"),
    habit("example", r"\bscore\s+([A-J])\b", r"score of \1"),
    habit("example", r"\b([A-J])\s+(?:can|could)\s+(?=(?:play\s+\[|draw|pass|stop|discard)\b)",
          r"\1 may "),
    habit("example", r"\b([A-J])\s+(?:can\s*not|can['’]t|may\s*n['’]t|must\s+not)\s+"
          r"(?=(?:play|draw|pass|stop|discard)\b)", r"\1 may not "),
    habit("example", r"\b([A-J])\s+(?:must|has\s+to)\s+(draw|pass|stop)\b",
          r"\1 may \2", sure=False,
          help='state what is allowed and what is not: "B may draw, B may not pass"'),
    habit("example", r"\b(?:not\s+illegal|legal|allowed|valid)\b",
          help="what is done under \"when\" must be legal anyway: state what follows, for instance "
          '"round goes on"'),
    habit("example", r"\bwinner\s+([A-J]|nobody)\b", r"winner is \1"),
    habit("example", r"^(example\s+\"[^\"\n]*\"\s*:)(\s*)(?=(?:line|stock|arm|[A-J]\s)\b)",
          r"\1\2given "),
    habit("without", r"^without\s*:\s*", "without "),
    habit("without", r"(?<=award )['\"“”](\w+)['\"“”]", r"\1"),
    habit("without", r"\s+(?:clause|rule)s?\b", ""),
    habit("example", r"(?<=\n)([ \t]*)(?:results?|expect(?:s|ed)?|outcome)\b[ \t]*:?", r"\1then"),
    habit("example", r"\b(?:the\s+)?game\s+(?:is\s+)?over\b", "round over", "match over"),
    habit("example", r"\b(?:the\s+)?(round|match)\s+is\s+over\b", r"\1 over"),
    habit("without", r"(?<=without)\s+(?:an?|the|this|its)\s+(?=award\s+\w)", " "),
    habit("without", r"^without\s+(?:the\s+)?awards?\s*$",
          help='name the award that is left out: "without award hand"'),
    habit("without", r"^without\s+(?:the\s+)?"
          rf"(?:(?:play|draw|pass|stop|discard)(?:e?s|p?ing)?|{STOCK})"
          r"(?:\s+(?:from|of|an?|any|the|turns?|tiles?)\b[^\n]*)?\s*$",
          help='only clauses and awards can be left out: for other steps write a "turn" of your '
          'own'),
    habit("without", rf"^without\s+(?:the\s+)?({'|'.join(_NEEDED)})\b",
          help='"\\1" can\'t be left out: write a "\\1" clause of your own instead'),
    habit("without", r"^without\s+(?:the\s+)?(\w+)\s*$", left_out),
)  # fmt: skip
