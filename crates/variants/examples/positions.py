"""Writes random games with the move lists of pyffish, for the example `compare`.

usage: positions.py FILE.ini OUT.jsonl [positions for each section] [section ...]
"""

import json
import random
import sys

import pyffish


def translated(move):
    """A move in the notation of `compare`, which has special texts for a pass and for a wall without a move."""
    body, _, wall = move.partition(",")
    half = len(body) // 2
    if len(body) % 2 == 0 and body[:half] == body[half:]:
        return "*@" + wall[half:] if wall else "pass"
    return move


def texts_of(legal, instead):
    """The legal moves by their texts. If a player may place a wall instead of
    moving, pyffish adds a wall to each move, too. This wall has no effect and is removed from the text."""
    texts = {translated(move): move for move in legal}
    return {text.partition(",")[0]: move for text, move in texts.items()} if instead else texts


def games(name, positions, rng):
    found, left = [], positions
    while left > 0:
        moves, steps = [], []
        start = pyffish.start_fen(name)
        instead = any(translated(move).startswith("*@") for move in pyffish.legal_moves(name, start, []))
        for _ in range(min(left, 80)):
            texts = texts_of(pyffish.legal_moves(name, start, moves), instead)
            fen = pyffish.get_fen(name, start, moves)
            step = {"moves": sorted(texts), "fen": fen}
            again = sorted(texts_of(pyffish.legal_moves(name, fen, []), instead))
            if again != step["moves"]:
                step["again"] = again
            steps.append(step)
            left -= 1
            if not texts:
                break
            # Captures and rare moves come up more often than in purely random play.
            text = rng.choice(sorted(texts))
            step["play"] = text
            moves.append(texts[text])
        if steps and "play" in steps[-1]:
            del steps[-1]["play"]
        found.append({"steps": steps})
    return found


def main():
    file, out, *rest = sys.argv[1:]
    positions = int(rest[0]) if rest else 200
    with open(file, encoding="utf-8") as text:
        config = text.read()
    pyffish.load_variant_config(config)
    names = [line[1:].split("]")[0].split(":")[0].strip() for line in config.splitlines() if line.startswith("[")]
    known = set(pyffish.variants())
    with open(out, "w", encoding="utf-8") as lines:
        for name in rest[1:] or names:
            if name not in known:
                continue
            rng = random.Random(name)
            lines.write(json.dumps({"name": name, "games": games(name, positions, rng)}) + "\n")


main()
