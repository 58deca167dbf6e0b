"""The network of a judge in plain Python: judges some moves in a few milliseconds, without NumPy on the server.

Most inputs and half of the hidden numbers are zero, so a layer adds only the rows of the other numbers. The view's part
of the first layer is the same for all moves, so it is computed once.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from bots.policies.learnt.weights import Matrix, Weights

Numbered = Iterable[tuple[int, float]]


class Network:
    """Layers with ReLU between them; the last layer has one number, the value."""

    def __init__(self, weights: Weights) -> None:
        (self._first, self._first_biases), *self._others = weights.layers

    def first_sums(self, inputs: Numbered) -> list[float]:
        """Returns the sums of some inputs (by their indices) in the first layer, with its biases."""
        roots = ((place, sqrt(number) if number >= 0 else -sqrt(-number)) for place, number in inputs)
        return _added([*self._first_biases], self._first, roots)

    def value(self, inputs: Numbered, sums: list[float]) -> float:
        """Returns the value for further inputs, added to the inputs with the given sums."""
        roots = ((place, sqrt(number) if number >= 0 else -sqrt(-number)) for place, number in inputs)
        flowing = _added(sums, self._first, roots)
        for matrix, biases in self._others:
            positive = [(place, number) for place, number in enumerate(flowing) if number > 0]
            flowing = _added([*biases], matrix, positive)
        return flowing[0]


def _added(sums: list[float], matrix: Matrix, inputs: Numbered) -> list[float]:
    for place, number in inputs:
        if number:
            sums = [total + number * weight for total, weight in zip(sums, matrix[place])]
    return sums
