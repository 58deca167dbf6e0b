"""The network of a learnt policy in plain Python: one decision in about a millisecond, without NumPy on the server.

Most numbers of an observation are zero and half of the hidden ones, so a layer adds the rows of those that are not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from operator import mul

from bots.policies.learnt.weights import Weights


class Network:
    """Layers with ReLU between them. The last one is asked for some actions only."""

    def __init__(self, weights: Weights) -> None:
        *self._hidden, (last, self._last_biases) = weights.layers
        self._last_columns = list(zip(*last, strict=True))

    def logits(self, observation: Iterable[float], actions: Sequence[int]) -> list[float]:
        """The logits of some actions. observation: a row of the environment."""
        flowing = [sqrt(number) if number >= 0 else -sqrt(-number) for number in observation]
        for matrix, biases in self._hidden:
            sums = list(biases)
            for number, row in zip(flowing, matrix, strict=True):
                if number:
                    sums = [total + number * weight for total, weight in zip(sums, row)]
            flowing = [total if total > 0 else 0.0 for total in sums]
        return [self._last_biases[action] + sum(map(mul, flowing, self._last_columns[action])) for action in actions]

    def best(self, observation: Iterable[float], actions: Sequence[int]) -> int:
        """The likeliest of some actions; of equal ones the first."""
        logits = self.logits(observation, actions)
        return actions[logits.index(max(logits))]
