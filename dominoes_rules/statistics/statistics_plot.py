"""The figures of a game as a picture of four charts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from dominoes_lang.text.quoting import plain
from dominoes_rules.statistics.figures import GameFigure
from dominoes_rules.statistics.statistics_text import amount, heading
from dominoes_rules.statistics.stats_of_game import GameStats

WIDTH, HEIGHT, MARGIN, TOP = 760, 560, 40, 48
CHART_WIDTH, CHART_HEIGHT = 330, 220
MOST_BARS = 30
"""Of a chart; with more values, each bar has several."""
MOST_AWARDS = 8


def plot(found: GameStats) -> str:
    """The SVG; without colour alone, and with the numbers in its text."""
    seen = found.observed
    title = escape(plain(heading(found)))
    charts = [
        ("actions of a round", _bars([end.actions for end in seen.endings])),
        ("points of a round", _bars([sum(map(abs, end.points)) for end in seen.endings])),
        ("rounds of a match", _bars([match.rounds for match in seen.matches])),
        ("share of points by award", _awards(found)),
    ]
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
            f' width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="12">'
        ),
        f"<title>{title}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{MARGIN}" y="26" font-size="14">{title}</text>',
    ]
    for number, (name, bars) in enumerate(charts):
        down, across = divmod(number, 2)
        left = MARGIN + across * (CHART_WIDTH + MARGIN)
        top = TOP + down * (CHART_HEIGHT + MARGIN)
        parts += _chart(name, bars, left, top)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _bars(values: Sequence[int]) -> dict[str, tuple[float, str]]:
    """The share of each value, or of each range of values, and the words about it."""
    if not values:
        return {}
    least, most = min(values), max(values)
    width = -(-(most - least + 1) // MOST_BARS)
    counts = Counter((value - least) // width for value in values)
    bars = {}
    for place in range((most - least) // width + 1):
        first = least + place * width
        label = f"{first}" if width == 1 else f"{first}–{first + width - 1}"
        share = counts[place] / len(values)
        bars[label] = share, f"{label}: {share:.1%}"
    return bars


def _awards(found: GameStats) -> dict[str, tuple[float, str]]:
    shares = [each for each in found.sections["awards"][::2] if isinstance(each, GameFigure)]
    largest = sorted(shares, key=lambda share: -share.mean.mean)[:MOST_AWARDS]
    bars = {}
    for share in largest:
        name = plain(share.key.removeprefix("award ").removesuffix(" share"))
        bars[name] = share.mean.mean, f"{name}: {amount(share.mean, share=True)}"
    return bars


def _chart(name: str, bars: Mapping[str, tuple[float, str]], left: int, top: int) -> Iterator[str]:
    yield f'<text x="{left}" y="{top}" font-weight="bold">{escape(name)}</text>'
    bottom = top + CHART_HEIGHT - 18
    yield (
        f'<line x1="{left}" x2="{left + CHART_WIDTH}" y1="{bottom}" y2="{bottom}" stroke="#444"/>'
    )
    if not bars:
        yield f'<text x="{left}" y="{top + 30}">none</text>'
        return
    largest = max(share for share, _ in bars.values()) or 1.0
    step = CHART_WIDTH / len(bars)
    skipped = -(-len(bars) // MOST_AWARDS)
    for place, (label, (share, words)) in enumerate(bars.items()):
        height = share / largest * (CHART_HEIGHT - 40)
        across = left + place * step
        yield (
            f'<rect x="{across + step * 0.1:.1f}" y="{bottom - height:.1f}"'
            f' width="{step * 0.8:.1f}" height="{height:.1f}" fill="#1b5e9b">'
            f"<title>{escape(words)}</title></rect>"
        )
        if place % skipped == 0:
            shown = label if len(label) <= 12 else f"{label[:11]}…"
            yield (
                f'<text x="{across + step / 2:.1f}" y="{bottom + 14}" font-size="10"'
                f' text-anchor="middle">{escape(shown)}</text>'
            )
