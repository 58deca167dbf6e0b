"""A small network in NumPy: layers with ReLU between them, its gradients, and Adam.

The last layer has a number for each action (the logits of the policy), and another number, the expected reward.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bots.policies.learnt.weights import Weights

Array = NDArray[np.float32]
FIRST_LOGITS = 0.01
DECAYS = 0.9, 0.999
TINY = 1e-8


def prepared(rows: Array) -> Array:
    """Returns observations as inputs: signed square roots, so that large numbers do not dominate."""
    roots: Array = np.copysign(np.sqrt(np.abs(rows)), rows)
    return roots


class TrainableNetwork:
    """The weights and biases of each layer, in `parameters`: matrix, biases, matrix, biases, ...

    sizes: the size of the observation, the sizes of the hidden layers, and the number of actions plus one.
    """

    def __init__(self, sizes: Sequence[int], draws: np.random.Generator) -> None:
        self.parameters: list[Array] = []
        for place, (size, width) in enumerate(pairwise(sizes)):
            scale = FIRST_LOGITS if place == len(sizes) - 2 else np.sqrt(2.0)
            matrix = draws.standard_normal((size, width)) * scale / np.sqrt(size)
            self.parameters += [matrix.astype(np.float32), np.zeros(width, np.float32)]
        self._means = [np.zeros_like(one) for one in self.parameters]
        self._squares = [np.zeros_like(one) for one in self.parameters]
        self._steps = 0

    def forward(self, rows: Array) -> tuple[Array, Array, list[Array]]:
        """Returns the logits and values of prepared observations, and the activations, which `gradients` needs."""
        activations = [rows]
        last = len(self.parameters) - 2
        for place in range(0, last, 2):
            sums = activations[-1] @ self.parameters[place] + self.parameters[place + 1]
            activations.append(np.maximum(sums, 0.0, out=sums))
        outputs = activations[-1] @ self.parameters[last] + self.parameters[last + 1]
        return outputs[:, :-1], outputs[:, -1], activations

    def gradients(self, activations: list[Array], of_logits: Array, of_values: Array) -> list[Array]:
        """Returns the gradients of all parameters, given the gradients of the outputs."""
        found: list[Array] = []
        flowing: Array = np.concatenate([of_logits, of_values[:, None]], axis=1)
        for layer in reversed(range(len(activations))):
            found += [flowing.sum(axis=0), activations[layer].T @ flowing]
            if layer:
                flowing = (flowing @ self.parameters[2 * layer].T) * (activations[layer] > 0)
        return found[::-1]

    def learn(self, gradients: Sequence[Array], rate: float, most: float) -> None:
        """Takes one step of Adam against the gradients; gradients longer than `most` are scaled to that length."""
        length = float(np.sqrt(sum(float((one * one).sum()) for one in gradients)))
        shortened = min(1.0, most / (length + TINY))
        self._steps += 1
        first, second = (1.0 - decay**self._steps for decay in DECAYS)
        for one, gradient, mean, square in zip(self.parameters, gradients, self._means, self._squares):
            mean += (1.0 - DECAYS[0]) * (gradient * shortened - mean)
            square += (1.0 - DECAYS[1]) * ((gradient * shortened) ** 2 - square)
            one -= (rate / first) * mean / (np.sqrt(square / second) + TINY)

    def weights(self, about: dict[str, str]) -> Weights:
        """Returns all parameters, to be written to a file."""
        numbers = [one.tolist() for one in self.parameters]
        return Weights(about, tuple(zip(numbers[::2], numbers[1::2], strict=True)))


def chances(logits: Array, masks: NDArray[Any]) -> Array:
    """Returns the probability of each action; zero for actions that the mask does not allow."""
    allowed = np.where(masks, logits, -np.inf)
    powers: Array = np.exp(allowed - allowed.max(axis=1, keepdims=True))
    powers /= powers.sum(axis=1, keepdims=True)
    return powers
