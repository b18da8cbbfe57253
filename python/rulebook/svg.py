"""Draws a scene as SVG, for `State.svg` and notebooks. It draws zones, boards and scoreboards of any game."""

from __future__ import annotations

from html import escape
from typing import Any

CARD_W, CARD_H, GAP, SQUARE = 46, 64, 6, 46
RED = ("♥", "♦", "H", "D", "hearts", "diamonds")
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
MOST_CARDS = 26
#: Distance between overlapping cards, and between overlapping card backs.
OVERLAP, BACKS = 30, 9
#: Number of small letters that fit on the width of a card.
LETTERS = 8
STYLE = (
    "text{font-family:sans-serif;font-size:12px;fill:#222}.t{font-weight:bold}.s{font-size:10px}"
    ".c{fill:#fff;stroke:#888}.b{fill:#5b7db1;stroke:#39537a}.r{fill:#b3261e}.l{fill:#f0d9b5}.d{fill:#b58863}"
    ".m{fill:none;stroke:#3a7;stroke-width:3}.p{font-size:28px;text-anchor:middle}.o{font-size:16px;text-anchor:middle}"
)


def draw(scene: dict[str, Any]) -> str:
    """Returns a scene as SVG.

    >>> import rulebook
    >>> picture = rulebook.load("chess").new(seed=1).svg()
    >>> picture.startswith("<svg") and "♞" in picture
    True
    """
    parts: list[str] = []
    width, y = 320, 16
    title = scene.get("prompt") or ""
    outcome = scene.get("outcome")
    if outcome:
        title = f"Over: {outcome['reason']}"
    if title:
        parts.append(f'<text class="t" x="8" y="{y}">{escape(title)}</text>')
        y += 14
    if scene.get("board"):
        board, side, down = _board(scene["board"], y)
        parts.append(board)
        width, y = max(width, side), down
    for zones in _rows(scene.get("zones", [])):
        row, side, y = _zone(zones[0], y) if zones[0].get("cards") else _empty(zones, y)
        parts.append(row)
        width = max(width, side)
    for board in scene.get("scoreboards", []):
        rows, side, y = _scoreboard(board, y)
        parts.append(rows)
        width = max(width, side)
    width = max(width, 16 + 7 * len(title))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{y + 8}" viewBox="0 0 {width} {y + 8}">'
    return f"{head}<style>{STYLE}</style>{''.join(parts)}</svg>"


def _board(board: dict[str, Any], top: int) -> tuple[str, int, int]:
    cols, rows = board["width"], board["height"]
    holes = {(hole["x"], hole["y"]) for hole in board.get("holes", [])}
    marks = {(at["x"], at["y"]) for at, _ in board.get("marks", [])}
    parts = []

    def place(x: int, y: int) -> tuple[int, int]:
        return 24 + x * SQUARE, top + (rows - 1 - y) * SQUARE

    for y in range(rows):
        for x in range(cols):
            if (x, y) in holes:
                continue
            left, up = place(x, y)
            shade = "l" if (x + y) % 2 else "d"
            parts.append(f'<rect class="{shade}" x="{left}" y="{up}" width="{SQUARE}" height="{SQUARE}"/>')
            if (x, y) in marks:
                inner = SQUARE - 3
                parts.append(f'<rect class="m" x="{left + 1}" y="{up + 1}" width="{inner}" height="{inner}"/>')
    for piece in board["pieces"]:
        left, up = place(piece["at"]["x"], piece["at"]["y"])
        name = escape(f"{piece['kind']}" + ("" if piece.get("owner") is None else f" of seat {piece['owner'] + 1}"))
        glyph = escape(piece["glyph"])
        middle, base = left + SQUARE // 2, up + 33
        parts.append(f'<text class="p" x="{middle}" y="{base}">{glyph}<title>{name}</title></text>')
    for y in range(rows):
        parts.append(f'<text class="s" x="8" y="{place(0, y)[1] + 27}">{y + 1}</text>')
    for x in range(cols):
        letter = chr(ord("a") + x) if x < 26 else str(x + 1)
        parts.append(f'<text class="s" x="{place(x, 0)[0] + 20}" y="{top + rows * SQUARE + 12}">{letter}</text>')
    return "".join(parts), 32 + cols * SQUARE, top + rows * SQUARE + 20


def _rows(zones: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Groups zones into rows. A zone with cards has its own row, and up to four empty zones share a row."""
    rows: list[list[dict[str, Any]]] = []
    for zone in zones:
        empty = not zone.get("cards")
        if empty and rows and not rows[-1][0].get("cards") and len(rows[-1]) < 4:
            rows[-1].append(zone)
        else:
            rows.append([zone])
    return rows


def _words(zone: dict[str, Any]) -> str:
    count, owner = zone.get("count"), zone.get("owner")
    name: str = zone.get("name") or zone["id"]
    return ("" if owner is None else f"seat {owner + 1}: ") + name + ("" if count is None else f" ({count})")


def _empty(zones: list[dict[str, Any]], top: int) -> tuple[str, int, int]:
    words = " · ".join(map(_words, zones))
    return f'<text x="8" y="{top + 12}">{escape(words)}</text>', 16 + 7 * len(words), top + 20


def _zone(zone: dict[str, Any], top: int) -> tuple[str, int, int]:
    cards, words = zone["cards"], _words(zone)
    parts = [f'<text x="8" y="{top + 12}">{escape(words)}</text>']
    # The last cards are on top.
    shown = cards[-MOST_CARDS:]
    apart = CARD_W + GAP if len(shown) <= 13 else OVERLAP
    x, end = 8, 8
    for card, after in zip(shown, [*shown[1:], None]):
        wide = CARD_H if card.get("rotation") else CARD_W
        parts.append(_card(card, x + (wide - CARD_W) // 2, top + 18))
        end = x + wide
        covered = after is not None and not card.get("face") and not card.get("rotation")
        x += BACKS if covered and not after.get("face") else apart + wide - CARD_W
    return "".join(parts), max(16 + 7 * len(words), 8 + end), top + 18 + CARD_H + GAP


def _card(card: dict[str, Any], x: int, y: int) -> str:
    face = card.get("face")
    shape = f'x="{x}" y="{y}" width="{CARD_W}" height="{CARD_H}" rx="5"'
    turned = f' transform="rotate({card["rotation"]} {x + CARD_W // 2} {y + CARD_H // 2})"' if card.get("rotation") else ""
    if not face:
        return f'<g{turned}><rect class="b" {shape}><title>face down</title></rect></g>'
    suit, rank = face.get("suit"), face.get("rank")
    words = f"{rank}{SIGNS.get(suit or '', suit or '')}" if rank else face.get("name") or face["id"]
    label = _label(words, suit in RED, x + CARD_W // 2, y + CARD_H // 2)
    return f'<g{turned}><rect class="c" {shape}/>{label}<title>{escape(face.get("name") or words)}</title></g>'


def _label(words: str, red: bool, x: int, y: int) -> str:
    """Draws the text of a card. A short text is large, and a long text is broken into lines that fit."""
    colour = ' class="o r"' if red else ' class="o"'
    if len(words) <= 4:
        return f'<text{colour} x="{x}" y="{y + 6}">{escape(words)}</text>'
    lines: list[str] = []
    for word in words.replace("_", " ").split():
        if lines and len(lines[-1]) + 1 + len(word) <= LETTERS:
            lines[-1] += f" {word}"
        else:
            lines.append(word if len(word) <= LETTERS else f"{word[: LETTERS - 1]}…")
    lines = lines[:5]
    first = y + 3 - 5 * (len(lines) - 1)
    spans = "".join(f'<tspan x="{x}" y="{first + 10 * n}">{escape(line)}</tspan>' for n, line in enumerate(lines))
    return f'<text{colour} style="font-size:9px">{spans}</text>'


def _scoreboard(board: dict[str, Any], top: int) -> tuple[str, int, int]:
    rows = [board["columns"], *board["rows"]]
    columns = max((len(row) for row in rows), default=0)
    widths = [max((7 * len(row[i]) + 14 for row in rows if i < len(row)), default=0) for i in range(columns)]
    parts = [f'<text class="t" x="8" y="{top + 14}">{escape(board["title"])}</text>']
    for line, row in enumerate(rows):
        x = 8
        for cell, size in zip(row, widths):
            parts.append(f'<text x="{x}" y="{top + 30 + 15 * line}">{escape(cell)}</text>')
            x += size
    return "".join(parts), 16 + sum(widths), top + 34 + 15 * len(rows)
