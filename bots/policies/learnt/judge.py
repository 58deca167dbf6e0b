"""A network that judges the candidates of search by the view and a description of each candidate."""

from __future__ import annotations

import json
from array import array
from collections.abc import Sequence

from bots.encoding.alphabet import Alphabet
from bots.encoding.rows import Encoding, Writer
from bots.encoding.terms import Terms
from bots.policies.learnt.network import Network
from bots.policies.learnt.weights import Weights
from bots.search.levels import plan_of
from bots.search.plan import Plan, Ranked
from games.kernel.rng import Draws
from games.kernel.state import Move
from games.kernel.template import LegalMoves
from games.kernel.view import View

FIRST, PLACE, BEHIND = "rules_of_thumb.first", "rules_of_thumb.place", "rules_of_thumb.behind"
FARTHEST = 4.0


class Judge:
    """A network with the encoding that it was trained for."""

    def __init__(self, encoding: Encoding, weights: Weights) -> None:
        self.encoding, self.plan = encoding, plan_of(encoding.alphabet.game.key)
        self.guard = float(weights.about["guard"])
        terms = json.loads(weights.about["terms"])
        self._input = {term: place for place, term in enumerate(terms, encoding.size)}
        self._network = Network(weights)

    def choose(self, view: View, moves: LegalMoves, draws: Draws) -> Move | None:
        """Returns the best candidate, or the first one if no other is better by more than the guard."""
        ranked = self.plan.candidates(view, moves, draws)
        return ranked[chosen(self.values(view, ranked), self.guard) if len(ranked) > 1 else 0][1]

    def values(self, view: View, ranked: Sequence[Ranked]) -> list[float]:
        """Returns the network's values of some candidates; only their differences have a meaning."""
        row = array("f")
        row.frombytes(Writer(self.encoding).row(view, None))
        seen = self._network.first_sums(enumerate(row))
        known = self._input
        return [
            self._network.value(((known[term], number) for term, number in terms.items() if term in known), seen)
            for terms in descriptions(self.encoding.alphabet, view, self.plan, ranked)
        ]


def descriptions(alphabet: Alphabet, view: View, plan: Plan, ranked: Sequence[Ranked]) -> list[dict[str, float]]:
    """Returns a description of each candidate: the content of the move, and its rank by the rules of thumb."""
    terms, best = Terms(alphabet, view), ranked[0][0]
    return [
        {
            **terms.of(move),
            FIRST: float(place == 0),
            PLACE: float(place),
            BEHIND: max(-FARTHEST, min(FARTHEST, (best - score) / plan.scale)),
        }
        for place, (score, move) in enumerate(ranked)
    ]


def chosen(values: Sequence[float], guard: float) -> int:
    """Returns the index of the highest value if it exceeds the first value by more than the guard; otherwise 0.

    >>> chosen([0.5, 0.6, 0.7], 0.1), chosen([0.5, 0.6, 0.55], 0.2)
    (2, 0)
    """
    best = max(range(len(values)), key=lambda place: (values[place], -place))
    return best if values[best] > values[0] + guard else 0
