"""Whatever a file of 100 kB holds, it is answered soon: nobody waits on a stranger's file."""

from __future__ import annotations

import pytest

from dominoes_lang.text.source import Source
from dominoes_rules import library
from dominoes_rules.authoring import fixing
from tests.soon import soon

LONG = 100_000
SECONDS = 4.0
"""Twice of what is promised, since processor time is longer on a busy machine."""
GAME = 'variant "T"\nextends "block"\n'


def many(text: str) -> str:
    return (text * (LONG // len(text) + 1))[:LONG]


def numbered(text: str, count: int = 480) -> str:
    """Clauses in which `{}` is their number and `[]` the one before."""
    return "".join(text.replace("{}", str(n)).replace("[]", str(n - 1)) for n in range(1, count))


BLANKS = " " * 300
HOSTILE = {
    **{f"only {sign!r}": many(sign) for sign in " \n\t#\"'a7[{:,.-/\0\x1b\u2028\U0001f600"},
    **{f"a turn with {sign!r}": f"{GAME}turn: play a tile{many(sign)}" for sign in " \n#,/*7a"},
    "blanks around a habit": f"{GAME}turn: play a tile{BLANKS}otherwise{BLANKS},",
    "blanks everywhere": GAME + many(f"turn:{BLANKS}zzz{BLANKS}otherwise , foo\n"),
    "blanks before an opener": GAME + many(f"first opener:{BLANKS}zzz{BLANKS}otherwise , foo\n"),
    "signs of remarks behind a comma": f"{GAME}turn: play a tile x,{'#' * 60}",
    "remarks behind a comma": f"{GAME}turn: play a tile x," + many("\n# # #"),
    "one word": GAME + many("winner "),
    "one word in a turn": f"{GAME}turn: {many('play ')}",
    "brackets": f"{GAME}turn: play a tile {many('[')}",
    "mistakes": GAME + many("award x: 5 to winnr at rond end\n"),
    "unknown clauses": GAME + many("awrd x: 5 to winner\n"),
    "unknown names": GAME + numbered("define longname{}: lognname{} + longnmae{} + olngname{}\n"),
    "doubling": f"{GAME}define d0: pips held by winner\n" + numbered("define d{}: d[] + d[]\n"),
    "defines of a who": f"{GAME}define w: winner\naward x: {'w ' * 2000}",
    "a define of a who many times": f"{GAME}define w: winner\nwinner:\n"
    + "  when w is w and w is w and w is w: w\n" * 300,
    "defines of a who with mistakes": f"{GAME}define w: winner\n"
    + many(f"winner: when {'w is w and ' * 40}w otherwise w w is, : w\n"),
    "a chain": f"{GAME}define d0: pips held by winner\n" + numbered("define d{}: d[] + 1\n"),
    "a circle": f"{GAME}define d0: d479\n" + numbered("define d{}: d[] + 1\n"),
    "deep": f"{GAME}award x: 5 to winner at round end when {'not ' * 3900}winner has no tiles",
    "wide": f"{GAME}award x: {'5 + ' * 1900}5 to winner at round end",
    "rows": f"{GAME}winner:\n" + "  when round is 1: mover\n" * 900 + "  otherwise: finisher\n",
    "steps": f"{GAME}turn: {'play a tile when round is 1 or else ' * 500}pass\n",
    "awards": GAME + numbered("award a{}: 9 * pips held by everyone to winner at round end\n"),
    "awards for ten": 'variant "T"\nextends "block"\ntiles: double-eighteen\n'
    "players: 2..10\ndeal: 5 each\n"
    + numbered(
        "award a{}: 1 to each player at round end when any player holds at least {} pips\n"
    ),
    "values of a parameter": 'variant "T"\nextends "draw"\ntiles: double-eighteen\n'
    "players: 2..10\n"
    "parameter h = 5 from 1 to 19\ndeal: h each\n"
    + numbered("award a{}: h to winner at round end when A holds at least {} pips\n"),
    "a parent's mistake": 'variant "T"\nextends "partnership"\ntiles: double-eighteen\n'
    "players: 10 in teams of 5\ndeal: 5 each\n"
    + numbered("award a{}: {} to winner at round end\n"),
    "parameters": GAME + numbered("parameter p{} = 1 from 0 to 1000000\n"),
    "parameters in awards": GAME
    + numbered("parameter p{} = yes\n", 240)
    + numbered("award a{}: 5 to winner at round end when p{} and not p1\n", 240),
    "examples": GAME + numbered('example "{}":\n  given 2 players\n  then A to play\n'),
    "invariants": GAME + numbered('invariant "{}": plays is at most {}\n'),
    "a long name": f"{GAME}define {'a' * 90_000}: 5\n",
    "a long title": f'variant "{"a" * 99_000}"\nextends "block"\n',
    "a long parent": f'variant "T"\nextends "{"../" * 33_000}x"\n',
    "a long number": f"{GAME}award x: {'9' * 90_000} to winner at round end\n",
}  # fmt: skip


LONGEST = (
    "awards",
    "awards for ten",
    "values of a parameter",
    "a parent's mistake",
    "defines of a who with mistakes",
)
"""Those that take more than a second on a quiet machine."""


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(text, id=name, marks=pytest.mark.thorough if name in LONGEST else ())
        for name, text in HOSTILE.items()
    ],
)
def test_any_file_is_answered_soon(text: str) -> None:
    library.variant("block")
    source = Source("hostile.rules", text[:LONG])
    with soon(SECONDS):
        for finding in fixing.findings(source):
            finding.render()
            finding.as_json()
