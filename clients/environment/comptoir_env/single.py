"""One seat of a match as a Gymnasium environment; fixed opponents play the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
from gymnasium.error import ResetNeeded

from comptoir_env.episode import Episode, Rules
from comptoir_env.opponents import Opponent, Opponents, players_of
from comptoir_env.seeds import Seeds
from comptoir_env.views import Observation, observation, spaces_of

ILLEGAL = -1.0


class ComptoirSolo(gymnasium.Env[Observation, int]):
    """The decisions of one seat, with rewards at the end of the match.

    seat: the seat that learns; None: a seat that the seed selects for each match. opponents: one for all other seats,
    or one for each other seat, clockwise. An action that the mask does not allow loses the match: the reward is -1, as
    for the last place, and `info["illegal"]` is true. most_moves: the number of moves, of all seats, after which a
    match is truncated.
    """

    metadata = {"render_modes": []}

    def __init__(
        self,
        rules: Rules,
        *,
        seat: int | None = 0,
        opponents: Opponent | Sequence[Opponent] = "greedy",
        most_moves: int | None = None,
    ) -> None:
        self.rules = rules
        self._seat, self._opponents, self._most_moves = seat, opponents, most_moves
        self._seeds = Seeds()
        self._is_asked = False
        self.observation_space, self.action_space = spaces_of(rules)  # type: ignore[assignment]
        players_of(rules, 0, opponents)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a match, and plays up to the first decision. The same seed leads to the same matches."""
        super().reset(seed=seed)
        while True:
            key = self._seeds.next(seed)
            number = self._seeds.number - 1
            self.me = number % self.rules.seats if self._seat is None else self._seat
            self._players = Opponents(self.rules, players_of(self.rules, self.me, self._opponents), key)
            self.episode = Episode(self.rules, key, self._players.watch)
            self._play_on()
            if not self.episode.is_over:
                self._is_asked = True
                return observation(self.episode, self.me), {"seat": self.me}
            seed = None

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Takes one action, and plays up to the next decision or the end.

        Raises ResetNeeded before the first `reset` and after the end of a match.
        """
        if not self._is_asked:
            raise ResetNeeded("expected reset() before step(): no match is going on")
        episode = self.episode
        if episode.draft is None or int(action) not in episode.draft.actions:
            self._is_asked = False
            return observation(episode, self.me), ILLEGAL, True, False, {"seat": self.me, "illegal": True}
        episode.step(int(action))
        self._play_on()
        reward = episode.rewards()[self.me]
        ended = episode.is_over and not episode.truncated
        self._is_asked = not episode.is_over
        return observation(episode, self.me), reward, ended, episode.truncated, {"seat": self.me, "illegal": False}

    def _play_on(self) -> None:
        """Lets the opponents play until the learning seat has its turn, or the match is over."""
        episode = self.episode
        while not episode.is_over and episode.seat != self.me:
            self._players.play(episode)
        if self._most_moves is not None and episode.moves >= self._most_moves and not episode.is_over:
            episode.truncated = True
