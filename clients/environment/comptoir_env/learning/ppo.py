"""Proximal policy optimisation (Schulman et al. 2017) for tables at which one network plays all seats.

Rewards come at the end of a match, so training uses only whole matches, and only steps with a choice. The advantages
follow GAE (Schulman et al. 2016) along the decisions of one seat, without discount.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from comptoir_env.learning.network import Array, TrainableNetwork, chances, prepared


class TrainingTables(Protocol):
    """The tables to train on: `comptoir_env.Tables`, or an object with its arrays."""

    count: int
    observations: Array
    masks: NDArray[Any]
    seats: NDArray[np.intp]

    def step(self, actions: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]: ...


class Habits(NamedTuple):
    """The hyperparameters.

    steps: the number of decisions in a batch; rate: the learning rate of Adam, which falls to zero during the training;
    entropy: the weight of the bonus for undecided policies, which falls to a tenth; trace: the lambda of GAE.
    """

    hidden: tuple[int, ...] = (128, 128)
    steps: int = 8192
    rounds: int = 4
    part: int = 1024
    rate: float = 7e-4
    clip: float = 0.2
    entropy: float = 0.02
    value: float = 0.5
    trace: float = 0.95
    longest: float = 0.5


class TrainingStep(NamedTuple):
    """One decision: the prepared row, the mask, the action, the logarithm of its probability, the expected reward."""

    row: Array
    mask: NDArray[Any]
    action: int
    chance: float
    value: float


class Batch(NamedTuple):
    """Decisions of whole matches, as arrays."""

    rows: Array
    masks: NDArray[Any]
    actions: NDArray[np.intp]
    chances: Array
    advantages: Array
    returns: Array


class Trainer:
    """A network that plays at tables and learns from it.

    matches: the number of ended matches; draws: all its chance.
    """

    def __init__(self, tables: TrainingTables, habits: Habits, draws: np.random.Generator) -> None:
        self.tables, self.habits, self.draws = tables, habits, draws
        sizes = tables.observations.shape[1], *habits.hidden, tables.masks.shape[1] + 1
        self.network = TrainableNetwork(sizes, draws)
        self.matches = 0
        self._taken: list[dict[int, list[TrainingStep]]] = [{} for _ in range(tables.count)]

    def update(self, progress: float) -> dict[str, float]:
        """Plays a batch and learns from it; returns its figures. progress: the completed share of the training."""
        batch = self.collect()
        habits, size = self.habits, len(batch.actions)
        rate, bonus = habits.rate * (1.0 - progress), habits.entropy * (1.0 - 0.9 * progress)
        seen: list[tuple[float, float]] = []
        for _ in range(habits.rounds):
            order = self.draws.permutation(size)
            for first in range(0, size, habits.part):
                seen.append(self._learn(batch, order[first : first + habits.part], rate, bonus))
        entropy, error = np.mean(seen, axis=0)
        return {"decisions": size, "entropy": float(entropy), "value_error": float(error)}

    def collect(self) -> Batch:
        """Plays until whole matches with enough decisions are collected."""
        steps: list[TrainingStep] = []
        gains: list[Array] = []
        while len(steps) < self.habits.steps:
            for seated, rewards in self._play():
                for seat, taken in seated.items():
                    steps += taken
                    gains.append(self.advantages(taken, rewards[seat]))
        values = np.array([step.value for step in steps], np.float32)
        advantages = np.concatenate(gains)
        spread = advantages - advantages.mean()
        return Batch(
            np.stack([step.row for step in steps]),
            np.stack([step.mask for step in steps]),
            np.array([step.action for step in steps]),
            np.array([step.chance for step in steps], np.float32),
            spread / (advantages.std() + 1e-6),
            advantages + values,
        )

    def _play(self) -> Iterator[tuple[dict[int, list[TrainingStep]], NDArray[Any]]]:
        """Takes an action at each table; yields the decisions and the rewards of each match that ends."""
        tables = self.tables
        rows, masks, seats = prepared(tables.observations), tables.masks.astype(np.bool_), tables.seats.copy()
        logits, values, _ = self.network.forward(rows)
        shares = chances(logits, masks)
        sums = shares.cumsum(axis=1)
        actions = (sums > self.draws.random((tables.count, 1)) * sums[:, -1:]).argmax(axis=1)
        rewards, ended = tables.step(actions)
        for table in np.flatnonzero(masks.sum(axis=1) > 1):
            action = actions[table]
            step = TrainingStep(rows[table], masks[table], action, np.log(shares[table, action]), values[table])
            self._taken[table].setdefault(int(seats[table]), []).append(step)
        for table in np.flatnonzero(ended):
            self.matches += 1
            yield self._taken[table], rewards[table]
            self._taken[table] = {}

    def advantages(self, steps: list[TrainingStep], reward: float) -> Array:
        """Returns by how much each decision of a seat exceeded expectation, by GAE; the reward follows the last one."""
        found, gain, after = np.zeros(len(steps), np.float32), 0.0, reward
        for place in reversed(range(len(steps))):
            gain = (after - steps[place].value) + self.habits.trace * gain
            found[place], after = gain, steps[place].value
        return found

    def _learn(self, batch: Batch, chosen: NDArray[Any], rate: float, bonus: float) -> tuple[float, float]:
        """Takes one step of Adam on a part of a batch; returns its entropy and the mean squared error of the values."""
        habits, size = self.habits, np.float32(len(chosen))
        masks, actions, gains = batch.masks[chosen], batch.actions[chosen], batch.advantages[chosen]
        logits, values, activations = self.network.forward(batch.rows[chosen])
        shares = chances(logits, masks)
        logs = np.log(np.where(shares > 0, shares, 1.0))
        entropy = -(shares * logs).sum(axis=1, keepdims=True)
        places = np.arange(len(chosen))
        ratio = np.exp(logs[places, actions] - batch.chances[chosen])
        bounded = np.clip(ratio, 1.0 - habits.clip, 1.0 + habits.clip)
        pull = np.where(ratio * gains <= bounded * gains, ratio * gains, 0.0)  # beyond the bounds the gradient is zero
        of_logits = pull[:, None] * shares
        of_logits[places, actions] -= pull
        of_logits += bonus * shares * (logs + entropy)
        errors = values - batch.returns[chosen]
        gradients = self.network.gradients(activations, of_logits / size, habits.value * errors / size)
        self.network.learn(gradients, rate, habits.longest)
        return float(entropy.mean()), float((errors * errors).mean())
