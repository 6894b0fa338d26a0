"""The table as plain text."""

from __future__ import annotations

from dominoes_rules.position.position import Position

WIDTH = 76


def table(position: Position) -> str:
    """The line as it lies, then the known part of each hand; the player to move is marked."""
    lines = _line(position)
    evidence = position.evidence
    setup = position.setup
    for seat, name in enumerate(setup.seat_names):
        known = [str(tile) for tile in setup.tiles.in_mask(evidence.state.hands[seat])]
        unseen = evidence.hand_sizes[seat] - len(known)
        if unseen:
            known.append(f"{unseen} unseen" if not known else f"+ {unseen} unseen")
        mark = ">" if name == position.turn and not position.is_over else " "
        lines.append(f"{mark} {name}  {' '.join(known) or 'no tiles'}")
    if evidence.stock_size:
        stock = [str(setup.tiles.tiles[tile]) for tile in evidence.state.stock]
        unseen = evidence.stock_size - len(stock)
        if unseen:
            stock.append(f"{unseen} unseen")
        lines.append(f"  stock  {' '.join(stock)}")
    return "\n".join(lines)


def _line(position: Position) -> list[str]:
    """The line, wrapped at the width of a terminal; it continues from row to row."""
    tiles = [f"[{left}|{right}]" for left, right in position.line]
    if not tiles:
        return ["(no tile on the table)"]
    rows = [""]
    for tile in tiles:
        if len(rows[-1]) + len(tile) > WIDTH:
            rows.append("")
        rows[-1] += tile
    return rows
