"""Seeds for a row of matches: the first is given, the others follow from it."""

from __future__ import annotations

import secrets


class Episodes:
    """The seed of the next match.

    >>> episodes = Episodes()
    >>> episodes.next(7), episodes.next(), episodes.next(7)
    ('7', '7/1', '7')
    """

    def __init__(self) -> None:
        self.base: str | None = None
        self.count = 0

    def next(self, seed: int | None = None) -> str:
        if seed is not None or self.base is None:
            self.base = secrets.token_hex(16) if seed is None else str(seed)
            self.count = 0
            return self.base
        self.count += 1
        return f"{self.base}/{self.count}"
