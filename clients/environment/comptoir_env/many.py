"""Many matches of one game in one process, side by side, for one batch of decisions at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from comptoir_env.episode import Episode, Rules
from comptoir_env.seeds import Seeds


class Tables:
    """A number of tables. Each asks one seat; a match that ends is followed by the next one at once.

    After `reset` and each `step`, for every table: `observations` and `masks` of the seat in turn, and `seats`, which
    seat that is. The arrays are written to in place by the next step: copy what you keep.
    """

    def __init__(self, rules: Rules, count: int, *, most_moves: int | None = None) -> None:
        self.rules, self.count = rules, count
        self._most_moves, self._seeds = most_moves, Seeds()
        self.observations: NDArray[np.float32] = np.zeros((count, rules.encoding.size), np.float32)
        self.masks: NDArray[np.int8] = np.zeros((count, rules.alphabet.size), np.int8)
        self.seats: NDArray[np.intp] = np.zeros(count, np.intp)
        self._rows = memoryview(self.observations.data).cast("B")
        self._mask_rows = memoryview(self.masks.data).cast("B")
        self.episodes: list[Episode] = []

    def reset(self, seed: int | None = None) -> None:
        """Begins a match at each table. The same seed leads to the same matches, if the same actions are taken."""
        self.episodes = [
            Episode(self.rules, self._seeds.next(seed if table == 0 else None)) for table in range(self.count)
        ]
        for table, episode in enumerate(self.episodes):
            self._write(table, episode)

    def step(self, actions: Sequence[int] | NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Takes one action at each table; returns the rewards by table and seat, and which matches have ended by it.

        Raises ValueError for an action that the mask does not allow; tables before that one have gone on.
        """
        rewards = np.zeros((self.count, self.rules.seats))
        ended = np.zeros(self.count, np.bool_)
        for table, action in enumerate(actions):
            episode = self.episodes[table]
            episode.step(int(action))
            if self._most_moves is not None and episode.moves >= self._most_moves:
                episode.truncated = True
            if episode.is_over:
                rewards[table], ended[table] = episode.rewards(), True
                episode = self.episodes[table] = Episode(self.rules, self._seeds.next())
            self._write(table, episode)
        return rewards, ended

    def _write(self, table: int, episode: Episode) -> None:
        seat = episode.seat or 0
        self.seats[table] = seat
        row, mask = episode.row(seat), episode.mask(seat)
        self._rows[table * len(row) : (table + 1) * len(row)] = row
        self._mask_rows[table * len(mask) : (table + 1) * len(mask)] = mask
