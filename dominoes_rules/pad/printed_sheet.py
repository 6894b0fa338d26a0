"""Empty score sheets of any game, as a page to print: the rounds of a match, and its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from dominoes_lang.languages.reasons import Reasons
from dominoes_lang.languages.rule_sheet import sheet, shown_line
from dominoes_lang.setup.ruleset import Setup
from dominoes_lang.sheet.award_told import AwardTold
from dominoes_lang.sheet.known import open_rows
from dominoes_lang.sheet.match_told import MatchTold
from dominoes_lang.syntax import nodes
from dominoes_lang.syntax.nodes import MatchKind
from dominoes_lang.table.state import SEAT_LETTERS
from dominoes_lang.text.quoting import xml_text
from dominoes_rules.board.as_html import html_section, page_start
from dominoes_rules.speech.speech import ENGLISH, Speech, marked

PAPERS = {"A4": 23, "A5": 12}
"""The rounds that fit on each paper, upright."""
LONGEST_PHRASE = 72
"""Characters; an award that needs more goes by its name in the rules."""
MOST_COLUMNS = 12
"""With more columns than this in all, each side has one, and the awards are listed below."""
COLUMN_OF_WINS = marked("rounds won")
STYLE = """
*{box-sizing:border-box}
body{margin:0;color:#000;background:#fff;font:10pt/1.3 system-ui,Helvetica,Arial,sans-serif}
.paper{padding:9mm;break-after:page;display:flex;flex-direction:column;overflow-wrap:anywhere}
.paper:last-child{break-after:auto}
.paper.A4{width:210mm;height:296mm}
.paper.A5{width:148mm;height:209mm}
.paper h1{font-size:14pt;margin:0}
.paper .about{margin:0 0 2mm;font-size:11pt;font-weight:600}
.paper .head{display:flex;justify-content:space-between;gap:4mm}
.paper .head svg{width:24mm;height:24mm;flex:none}
.players{display:flex;flex-wrap:wrap;gap:1mm 6mm;margin:0 0 2mm;padding:0;list-style:none}
.players li{flex:1 1 45%;display:flex;gap:2mm;align-items:baseline}
.players b{flex:1;min-height:6mm;padding-top:1mm;font-size:11pt;font-weight:400}
.players b{border-bottom:.3mm solid #000}
table.rounds{flex:1;width:100%;border-collapse:collapse;table-layout:fixed}
.rounds th,.rounds td{border:.25mm solid #555;padding:.5mm 1mm;font-weight:400}
.rounds th,.rounds td{vertical-align:middle;text-align:center}
.rounds thead th{font-size:7.5pt;line-height:1.15}
.rounds thead .side{font-size:10pt;font-weight:700}
.rounds .number{width:12mm}
.rounds .begins,.rounds .side{border-left:.7mm solid #000}
.rounds .total{background:#eee;font-weight:700;print-color-adjust:exact}
.rounds tfoot th,.rounds tfoot td{height:9mm;border-top:.7mm solid #000}
.rounds tfoot th{font-weight:700;font-size:8pt;padding:0}
.counts,.ends{margin:2mm 0 0;font-size:8.5pt}
.signed{display:flex;gap:8mm;margin-top:2mm}
.signed div{flex:1}
.signed .line{height:9mm;border-bottom:.3mm solid #000}
.signed .who{font-size:7.5pt}
.paper.rules{height:auto;display:block;font-size:8pt;line-height:1.25}
.paper.rules.A5{font-size:7pt}
.paper.rules .columns{columns:2;column-gap:6mm}
.paper.rules h1{font-size:11pt;margin-bottom:1mm}
.paper.rules h2{font-size:1.1em;margin:.6em 0 .1em;break-after:avoid}
.paper.rules section:first-child h2{margin-top:0}
.paper.rules p,.paper.rules ul{margin:.15em 0;orphans:2;widows:2}
.paper.rules ul{padding-left:1.2em}
@page A4{size:A4;margin:0}
@page A5{size:A5;margin:0}
.paper.A4{page:A4}
.paper.A5{page:A5}
@media screen{body{background:#ddd}.paper{background:#fff;margin:4mm auto;max-width:100%}}
"""


@dataclass(frozen=True)
class SheetOfTable:
    """What is printed on the sheet of one table besides the columns of the game."""

    names: Sequence[str] = ()
    """The players in order of seats; without them there are lines to write on."""
    about: str = ""
    """Such as the name of an evening, its round and the number of the table."""
    target: int | None = None
    """The points of the match, if they are others than those of the rules."""
    code: str = ""
    """A picture of a link as SVG, put in as it is."""
    is_signed: bool = False
    """Whether each side signs."""


def printed_page(
    setup: Setup,
    tables: Sequence[SheetOfTable] = (),
    *,
    paper: str = "A4",
    rules: bool = True,
    speech: Speech = ENGLISH,
) -> str:
    """A page that needs nothing but itself: a sheet for each table, the rules behind.

    Without tables it is one sheet, with lines for the names. Raises `KeyError` for another paper.
    """
    title = _text(title_of_sheet(setup, speech))
    body = printed_sheets(setup, tables or [SheetOfTable()], paper=paper, speech=speech)
    behind = printed_rules(setup, paper=paper, speech=speech) if rules else ""
    start = page_start(speech.code)
    view = '<meta name="viewport" content="width=device-width">'
    return (
        f"{start}{view}<title>{title}</title><style>{STYLE}</style></head>\n"
        f"<body><main>\n{body}{behind}</main></body></html>\n"
    )


def title_of_sheet(setup: Setup, speech: Speech = ENGLISH) -> str:
    """The title of a page with score sheets."""
    return speech.text("{game}: score sheet", game=speech.language.title(setup.ruleset.title))


def printed_sheets(
    setup: Setup, tables: Sequence[SheetOfTable], *, paper: str, speech: Speech = ENGLISH
) -> str:
    """The sheets alone, for a page that has `STYLE`. All texts are escaped."""
    rounds = PAPERS[paper]
    if setup.match.series in _OF_ROUNDS and not setup.match.lead and not setup.match.has_sets:
        rounds = min(rounds, setup.match.amount)
    columns = award_columns(setup, speech)
    return "".join(_sheet(setup, columns, table, paper, rounds, speech) for table in tables)


def printed_rules(setup: Setup, *, paper: str, speech: Speech = ENGLISH) -> str:
    """The rule sheet for the back, for a page that has `STYLE`."""
    told = sheet(setup, language=speech.language)
    sections = "".join(html_section(part.title, part.lines) for part in told)
    title = _text(speech.language.title(setup.ruleset.title))
    return (
        f'<article class="paper rules {paper}"><h1>{title}</h1>'
        f'<div class="columns">{sections}</div></article>\n'
    )


def award_columns(setup: Setup, speech: Speech = ENGLISH) -> list[str]:
    """What each side is paid for in a round, a phrase each; awards of one phrase share it."""
    if not setup.scored or setup.match.series in _IN_WINS:
        return [speech.text(COLUMN_OF_WINS)]
    paid = [award for award in (*setup.in_play, *setup.awards) if _is_paid(setup, award)]
    return [*dict.fromkeys(_phrase(setup, award, speech) for award in paid)]


def _is_paid(setup: Setup, award: nodes.AwardClause) -> bool:
    """Whether an award can pay anything with these parameters."""
    told = AwardTold(setup, award)
    is_something = any(told.after.fixed(value) != 0 for value in _open_values(award))
    return is_something and bool(told.lines())


def _phrase(setup: Setup, award: nodes.AwardClause, speech: Speech) -> str:
    """An award in the words of the rule sheet, or by its name if it is paid for many things."""
    paid = _open_values(award)
    numbers = [at for at, row in enumerate(award.amount.rows) if row.value in paid]
    reasons = Reasons(setup, speech.language)
    phrases = [*dict.fromkeys(reasons.reason(award, number, None) for number in numbers)]
    phrase = speech.listed(phrases, "or")
    if all(phrases) and len(phrase) <= LONGEST_PHRASE:
        return phrase
    return speech.language.title(award.key.partition(" ")[2].replace("_", " "))


def _open_values(award: nodes.AwardClause) -> list[nodes.Expression]:
    """The amounts of the rows that can still apply."""
    conditions = [(row.condition, at) for at, row in enumerate(award.amount.rows)]
    return [award.amount.rows[at].value for _, at in open_rows(conditions) if isinstance(at, int)]


# ---------------------------------------------------------------------- one sheet


def _sheet(
    setup: Setup,
    columns: Sequence[str],
    table: SheetOfTable,
    paper: str,
    rounds: int,
    speech: Speech,
) -> str:
    own = [*columns, speech.text("total")]
    narrow = len(own) * setup.sides > MOST_COLUMNS
    if narrow:
        own = [""]
    parts = [
        _head(speech.language.title(setup.ruleset.title), table),
        _players(setup, table),
        _table(setup, table, own, rounds, speech),
    ]
    if narrow and columns != [speech.text(COLUMN_OF_WINS)]:
        reasons = speech.listed(columns)
        counts = speech.text("Points are for {reasons}.", reasons=reasons)
        parts.append(f'<p class="counts">{_text(counts)}</p>')
    parts.append(f'<p class="ends">{_text(_end(setup, table, speech))}</p>')
    if table.is_signed:
        parts.append(_signatures(setup, table, speech))
    return f'<article class="paper {paper}">{"".join(parts)}</article>\n'


def _head(title: str, table: SheetOfTable) -> str:
    about = f'<p class="about">{_text(table.about)}</p>' if table.about else ""
    return f'<div class="head"><div><h1>{_text(title)}</h1>{about}</div>{table.code}</div>'


def _players(setup: Setup, table: SheetOfTable) -> str:
    """A line for each player, by side."""
    items = [
        f"<li>{SEAT_LETTERS[seat]} <b>{_text(_name(table, seat))}</b></li>"
        for team in setup.players_of
        for seat in team
    ]
    return f'<ul class="players">{"".join(items)}</ul>'


def _table(
    setup: Setup, table: SheetOfTable, own: Sequence[str], rounds: int, speech: Speech
) -> str:
    span = f' colspan="{len(own)}"' if len(own) > 1 else ""
    sides = "".join(
        f'<th scope="colgroup" class="side"{span}>{_text(_side(setup, table, side, speech))}</th>'
        for side in range(setup.sides)
    )
    labels = "".join(_cells(setup, own, lambda label, kind: f'<th scope="col"{kind}>{label}</th>'))
    second = f"<tr>{labels}</tr>" if any(own) else ""
    rows = 2 if second else 1
    empty = "".join(_cells(setup, own, lambda _, kind: f"<td{kind}></td>"))
    body = "".join(f'<tr><th scope="row">{n}</th>{empty}</tr>' for n in range(1, rounds + 1))
    return (
        f'<table class="rounds"><thead><tr><th scope="col" class="number" rowspan="{rows}">'
        f"{_text(speech.text('Round'))}</th>{sides}</tr>{second}</thead><tbody>{body}</tbody>"
        f'<tfoot><tr><th scope="row">{_text(speech.text("Total"))}</th>{empty}</tr></tfoot></table>'
    )


def _cells(setup: Setup, own: Sequence[str], cell: Callable[[str, str], str]) -> Iterator[str]:
    """The cells of a row for all sides, each from its label and its class."""
    for _ in range(setup.sides):
        for at, label in enumerate(own):
            is_total = at == len(own) - 1 and bool(label)
            kinds = ["begins"] * (at == 0) + ["total"] * is_total
            yield cell(_text(label), f' class="{" ".join(kinds)}"' if kinds else "")


def _end(setup: Setup, table: SheetOfTable, speech: Speech) -> str:
    """When the match is over: the sentences of the rule sheet, or the target of the table."""
    if table.target is not None and table.target != setup.target:
        return speech.text("The match is to {points} points.", points=f"{table.target:,}")
    return next(shown_line(speech.language, line) for line in MatchTold(setup).match())


def _signatures(setup: Setup, table: SheetOfTable, speech: Speech) -> str:
    lines = "".join(
        '<div><div class="line"></div>'
        f'<div class="who">{_text(_side(setup, table, side, speech))}</div></div>'
        for side in range(setup.sides)
    )
    return f'<div class="signed">{lines}</div>'


def _side(setup: Setup, table: SheetOfTable, side: int, speech: Speech) -> str:
    """The players of a side, by name if there are names."""
    return speech.listed(
        _name(table, seat) or SEAT_LETTERS[seat] for seat in setup.players_of[side]
    )


def _name(table: SheetOfTable, seat: int) -> str:
    return table.names[seat] if seat < len(table.names) else ""


def _text(text: str) -> str:
    return escape(xml_text(text))


_OF_ROUNDS = {
    MatchKind.ONE_ROUND,
    MatchKind.ROUNDS_LOWEST,
    MatchKind.ROUNDS_HIGHEST,
    MatchKind.ROUNDS_MOST_WINS,
}
_IN_WINS = {MatchKind.ROUNDS_MOST_WINS, MatchKind.FIRST_TO_WINS, MatchKind.WINS_IN_A_ROW}
