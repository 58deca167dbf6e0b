"""Many matches of one game in one process, side by side, which take one batch of decisions at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from comptoir_env.episode import Episode, Rules
from comptoir_env.opponents import Opponent, Opponents, players_of
from comptoir_env.seeds import Seeds


class Tables:
    """A number of tables. At each table it is one seat's turn; when a match ends, the next one begins at once.

    After `reset` and each `step` there are, for every table: `observations` and `masks` of the seat in turn; `seats`,
    the number of that seat; and `numbers`, the number of the match, from 0. The next step overwrites the arrays: copy
    the arrays that you keep.

    opponents: None if the caller plays all seats; else fixed opponents of one seat (one for all other seats, or one for
    each other seat, clockwise). Then each deal is played in consecutive matches, once with the learning seat in every
    position. choices_only: whether an action without alternatives is taken at once, so that every step is a choice.
    """

    def __init__(
        self,
        rules: Rules,
        count: int,
        *,
        most_moves: int | None = None,
        opponents: Opponent | Sequence[Opponent] | None = None,
        choices_only: bool = False,
    ) -> None:
        self.rules, self.count, self._choices_only = rules, count, choices_only
        self._most_moves, self._opponents, self._seeds = most_moves, opponents, Seeds()
        self._begun, self._key = 0, b""
        self.observations: NDArray[np.float32] = np.zeros((count, rules.encoding.size), np.float32)
        self.masks: NDArray[np.int8] = np.zeros((count, rules.alphabet.size), np.int8)
        self.seats: NDArray[np.intp] = np.zeros(count, np.intp)
        self.numbers: NDArray[np.intp] = np.zeros(count, np.intp)
        self._rows = memoryview(self.observations.data).cast("B")
        self._mask_rows = memoryview(self.masks.data).cast("B")
        self.episodes: list[Episode] = []
        self._players: list[tuple[int, Opponents] | None] = []

    def reset(self, seed: int | None = None) -> None:
        """Begins a match at each table. The same seed and actions lead to the same matches."""
        self._begun = 0
        if seed is not None:
            self._seeds = Seeds(seed)
        self.episodes, self._players = [], [None] * self.count
        for table in range(self.count):
            self.episodes.append(self._next(table))
            self._write(table)

    def step(self, actions: Sequence[int] | NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Takes one action at each table; returns the rewards by table and seat, and which matches have ended.

        Raises ValueError for an action that the mask does not allow; the tables before it have already taken their
        actions.
        """
        if not self.episodes:
            raise ValueError("expected reset() before step()")
        rewards = np.zeros((self.count, self.rules.seats))
        ended = np.zeros(self.count, np.bool_)
        for table, action in enumerate(actions):
            episode = self.episodes[table]
            episode.step(int(action))
            self._play_on(table, episode)
            if episode.is_over:
                rewards[table], ended[table] = episode.rewards(), True
                self.episodes[table] = self._next(table)
            self._write(table)
        return rewards, ended

    def _next(self, table: int) -> Episode:
        """Returns the next match in which the caller has a decision."""
        while True:
            self.numbers[table], self._begun = self._begun, self._begun + 1
            episode = self._begin(table)
            if not episode.is_over:
                return episode

    def _begin(self, table: int) -> Episode:
        """Begins a match, and plays up to the first decision."""
        seat = int(self.numbers[table]) % self.rules.seats
        if self._opponents is None:
            episode = Episode(self.rules, self._seeds.next())
        else:
            if seat == 0:
                self._key = self._seeds.next()
            players = Opponents(self.rules, players_of(self.rules, seat, self._opponents), self._key)
            self._players[table] = seat, players
            episode = Episode(self.rules, self._key, players.watch)
        self._play_on(table, episode)
        return episode

    def _play_on(self, table: int, episode: Episode) -> None:
        """Plays up to the next decision, or the end."""
        played = self._players[table]
        while episode.draft is not None:
            if played is not None and episode.seat != played[0]:
                played[1].play(episode)
            elif self._choices_only and len(episode.draft.actions) == 1:
                episode.step(min(episode.draft.actions))
            else:
                break
        if self._most_moves is not None and episode.moves >= self._most_moves and not episode.is_over:
            episode.truncated = True

    def _write(self, table: int) -> None:
        episode = self.episodes[table]
        seat = episode.seat or 0
        self.seats[table] = seat
        row, mask = episode.row(seat), episode.mask(seat)
        self._rows[table * len(row) : (table + 1) * len(row)] = row
        self._mask_rows[table * len(mask) : (table + 1) * len(mask)] = mask
