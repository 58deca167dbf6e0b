"""A network that learns which candidate of a decision is the best, from playouts (`comptoir_env.learning.playouts`).

The network learns differences. The values of the playouts and the network's values are reduced by their mean over the
candidates of a decision, so the luck that all candidates share does not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bots.arena.results import NORMAL_95
from bots.policies.learnt.judge import chosen
from comptoir_env.learning.network import Array, TrainableNetwork, prepared
from comptoir_env.learning.playouts import RecordedDecision

AVERAGED = 300
"""The number of the most recent steps over which the network is averaged."""


class Experience:
    """Decisions of many matches, as arrays.

    rows: a row for each decision. values: the value of each candidate's playout. first: for each decision the index of
    its first candidate, followed by the number of candidates. terms: the names of all numbers that describe candidates,
    in order.
    """

    def __init__(self, matches: Iterable[Sequence[RecordedDecision]]) -> None:
        rows, values, first, numbers, candidates = [], [], [0], [], []
        for number, decisions in enumerate(matches):
            for decision in decisions:
                rows.append(prepared(np.frombuffer(decision.row, np.float32)).astype(np.float16))
                values += decision.values
                candidates += decision.candidates
                first.append(len(values))
                numbers.append(number)
        self.rows, self.values = np.stack(rows), np.array(values, np.float32)
        self.first, self.matches = np.array(first), np.array(numbers)
        self.terms = sorted({term for one in candidates for term in one})
        place = {term: number for number, term in enumerate(self.terms)}
        self._descriptions = [
            (np.array([place[term] for term in one]), prepared(np.array(list(one.values()), np.float32)))
            for one in candidates
        ]

    @property
    def inputs(self) -> int:
        """The number of inputs of a network for these decisions."""
        return int(self.rows.shape[1]) + len(self.terms)

    def part(self, decisions: NDArray[np.intp]) -> CandidateBatch:
        """Returns some decisions with their candidates."""
        sizes = self.first[decisions + 1] - self.first[decisions]
        groups = np.repeat(np.arange(len(decisions)), sizes)
        starts = np.concatenate([[0], sizes.cumsum()])
        candidates = np.concatenate([np.arange(self.first[one], self.first[one + 1]) for one in decisions])
        inputs = np.zeros((len(candidates), self.inputs), np.float32)
        width = self.rows.shape[1]
        inputs[:, :width] = self.rows[decisions][groups]
        for place, candidate in enumerate(candidates):
            terms, numbers = self._descriptions[candidate]
            inputs[place, width + terms] = numbers
        return CandidateBatch(inputs, self.values[candidates], groups, starts)


class CandidateBatch(NamedTuple):
    """Candidates of some decisions: their inputs, values and decisions, and the first candidate of each decision."""

    inputs: Array
    values: Array
    groups: NDArray[np.intp]
    starts: NDArray[np.intp]

    def centred(self, numbers: Array) -> Array:
        """Returns the numbers of the candidates, reduced by their mean in each decision."""
        means: Array = (np.add.reduceat(numbers, self.starts[:-1]) / np.diff(self.starts)).astype(numbers.dtype)
        return numbers - means[self.groups]


class Gain(NamedTuple):
    """The gain of the chosen candidates over the candidates of the rules of thumb, in the playouts.

    mean: the gain per decision; margin: half of the 95 % interval, by match; share: how often another candidate is
    chosen.
    """

    mean: float
    margin: float
    share: float


class Pupil:
    """A network in training, and `averaged`: its mean over the last few hundred steps, which is less noisy.

    rate: the learning rate of Adam, which falls to zero with the progress. decay: the shrinking of the weights, as a
    share of the rate.
    """

    def __init__(
        self, experience: Experience, hidden: Sequence[int], rate: float, decay: float, draws: np.random.Generator
    ) -> None:
        self.experience, self._rate, self._decay, self._draws = experience, rate, decay, draws
        sizes = experience.inputs, *hidden, 1
        self._network, self.averaged = TrainableNetwork(sizes, draws), TrainableNetwork(sizes, draws)
        self._steps = 0

    def learn(self, decisions: NDArray[np.intp], size: int, progress: float) -> float:
        """Learns from some decisions once, in batches of `size`; returns the explained share of the variance."""
        order, wrong, spread = self._draws.permutation(decisions), 0.0, 0.0
        for begin in range(0, len(order), size):
            part = self.experience.part(order[begin : begin + size])
            _, values, activations = self._network.forward(part.inputs)
            wanted = part.centred(part.values)
            errors = part.centred(values) - wanted
            wrong, spread = wrong + float((errors * errors).sum()), spread + float((wanted * wanted).sum())
            none = np.zeros((len(errors), 0), np.float32)
            gradients = self._network.gradients(activations, none, errors / np.float32(len(errors)))
            self._step(gradients, self._rate * (1.0 - progress))
        return 1.0 - wrong / spread

    def _step(self, gradients: Sequence[Array], rate: float) -> None:
        self._network.learn(gradients, rate, 1.0)
        self._steps += 1
        share = max(1.0 / self._steps, 1.0 / AVERAGED)
        for one, mean in zip(self._network.parameters, self.averaged.parameters, strict=True):
            one *= 1.0 - rate * self._decay
            mean += share * (one - mean)

    def values(self, decisions: NDArray[np.intp], size: int = 512) -> Array:
        """Returns the network's values of all candidates of some decisions."""
        parts = (self.experience.part(decisions[begin : begin + size]) for begin in range(0, len(decisions), size))
        return np.concatenate([self.averaged.forward(part.inputs)[1] for part in parts])

    def gain(self, decisions: NDArray[np.intp], values: Array, guard: float) -> Gain:
        """Returns the gain of the choices that these values lead to in some held-out decisions."""
        first, begin = self.experience.first, 0
        gains, changed = np.zeros(len(decisions)), 0
        for place, decision in enumerate(decisions):
            played = self.experience.values[first[decision] : first[decision + 1]]
            own = values[begin : begin + len(played)]
            begin += len(played)
            best = chosen(own.tolist(), guard)
            gains[place], changed = played[best] - played[0], changed + (best > 0)
        numbers = self.experience.matches[decisions]
        by_match = np.bincount(numbers, gains)[np.unique(numbers)]
        margin = NORMAL_95 * float(by_match.std()) * sqrt(len(by_match)) / len(decisions)
        return Gain(float(gains.mean()), margin, changed / len(decisions))
