"""A tournament as a picture: for each bot its points a deal, or its wins, with the interval."""

from __future__ import annotations

from html import escape

from dominoes_lang.text.quoting import plain
from dominoes_rules.tournaments.pair_results import share_interval
from dominoes_rules.tournaments.tournament_results import Tournament
from dominoes_solver.means import Mean

WIDTH, ROW, TOP, LEFT, RIGHT = 720, 34, 56, 230, 40
TICKS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200)
MOST_TICKS = 9


def plot(results: Tournament) -> str:
    """The SVG; without colour alone, and with the numbers in its text."""
    even, form, caption = 0.0, "+.2f", "points a deal more than the others"
    if results.contest.matches:
        even, form, caption = 50.0, ".1f", "matches won, in percent"
    rows = [(plain(name), *_numbers(results, mean)) for name, mean in results.standings]
    low = min(even, *(interval[0] for _, _, interval in rows))
    high = max(even, *(interval[1] for _, _, interval in rows))
    room = (high - low) * 0.05 or 1.0
    low, high = low - room, high + room
    step = next((tick for tick in TICKS if (high - low) / tick <= MOST_TICKS), TICKS[-1])

    def place(value: float) -> str:
        return f"{LEFT + (value - low) / (high - low) * (WIDTH - LEFT - RIGHT):.1f}"

    height = TOP + ROW * len(rows) + 46
    bottom = height - 40
    contest = results.contest
    played = contest.amount(len(results.deals))
    title = f"{contest.compiled.setup.name} for {contest.seats}: {played}"
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
            f' width="{WIDTH}" height="{height}" font-family="sans-serif" font-size="13">'
        ),
        f"<title>{escape(plain(title))}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        f'<text x="16" y="28" font-size="16">{escape(plain(title))}</text>',
    ]
    tick = round(low / step) * step
    while tick <= high:
        if tick >= low:
            across = place(tick)
            colour = "#444" if abs(tick - even) < step / 2 else "#ddd"
            parts.append(
                f'<line x1="{across}" x2="{across}" y1="{TOP - 14}" y2="{bottom}"'
                f' stroke="{colour}"/>'
                f'<text x="{across}" y="{bottom + 17}" text-anchor="middle">{tick:g}</text>'
            )
        tick = round(tick + step, 6)
    for number, (name, mean, (least, most)) in enumerate(rows):
        middle = TOP + ROW * number + ROW // 2 - 8
        shown = name if len(name) <= 30 else f"{name[:29]}…"
        parts.append(
            f'<text x="{LEFT - 14}" y="{middle + 4}" text-anchor="end">{escape(shown)}</text>'
            f'<line x1="{place(least)}" x2="{place(most)}" y1="{middle}" y2="{middle}"'
            ' stroke="#1b5e9b" stroke-width="3"/>'
            f'<circle cx="{place(mean)}" cy="{middle}" r="5" fill="#1b5e9b">'
            f"<title>{escape(name)}: {mean:{form}} "
            f"({least:{form}} … {most:{form}})</title></circle>"
        )
    parts.append(
        f'<text x="{(LEFT + WIDTH - RIGHT) // 2}" y="{height - 6}" text-anchor="middle">'
        f"{caption}, with 95 % intervals</text></svg>"
    )
    return "\n".join(parts) + "\n"


def _numbers(results: Tournament, mean: Mean) -> tuple[float, tuple[float, float]]:
    """What is drawn of a bot: its points a deal or the percentage of its wins, and the interval."""
    if not results.contest.matches:
        return mean.mean, mean.interval or (mean.mean, mean.mean)
    least, most = share_interval(mean, results.games_a_bot) or (mean.mean, mean.mean)
    return 100 * mean.mean, (100 * least, 100 * most)
