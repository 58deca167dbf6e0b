"""Whole moves as named features: `play.cards:word:seven` is 3 if three sevens are played.

As in an alphabet, the names follow from the types that the game declares. Cards are named by face and zone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from bots.encoding.alphabet import Alphabet
from bots.encoding.drafts import MoveDraft
from games.kernel.state import Move
from games.kernel.view import View

SILENCE = "silence"
AMOUNTS = frozenset({"number", "coins", "die"})
SAYS_NOTHING = frozenset({"text", "version"})

Json = Any


class Terms:
    """Descriptions of the moves of one seat at one moment."""

    def __init__(self, alphabet: Alphabet, view: View) -> None:
        self._alphabet, self._draft = alphabet, MoveDraft(alphabet, view, ())

    def of(self, move: Move | None) -> dict[str, float]:
        """Returns the description of a move; None means that the seat makes no move."""
        if move is None:
            return {SILENCE: 1.0}
        found: dict[str, float] = defaultdict(float, {move.verb: 1.0})
        for slot, value in move.args.items():
            means = self._alphabet.means[move.verb, slot]
            if means in SAYS_NOTHING:
                continue
            for part, number in parts(value):
                if means in AMOUNTS:
                    found[f"{move.verb}.{slot}"] += part
                else:
                    self._add(found, f"{move.verb}.{slot}", means, part, number)
        return dict(found)

    def _add(self, found: dict[str, float], slot: str, means: str, part: Json, number: float) -> None:
        spelled = [(means, part["card"]), ("word", part["as"])] if is_pick(part) else [(means, part)]
        for kind, one in spelled:
            for action in self._draft.key(kind, one):
                found[f"{slot}:{self._alphabet.names[action]}"] += number


def parts(value: Json) -> Iterator[tuple[Json, float]]:
    """Yields the parts of a value with their numbers: the items of a list, or the words of a mapping.

    >>> list(parts({"ruby": 2})), list(parts([4, 7])), list(parts("red"))
    ([('ruby', 2.0)], [(4, 1.0), (7, 1.0)], [('red', 1.0)])
    """
    if isinstance(value, Mapping) and not is_pick(value):
        yield from ((word, float(number)) for word, number in value.items())
    elif isinstance(value, (list, tuple)):
        yield from ((part, 1.0) for part in value)
    else:
        yield value, 1.0


def is_pick(value: Json) -> bool:
    """Returns whether a value is a card with its meaning."""
    return isinstance(value, Mapping) and set(value) == {"card", "as"}
