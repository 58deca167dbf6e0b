"""A match as a PettingZoo environment: agents act one after another (AEC), each with an observation and a mask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
from pettingzoo import AECEnv

from comptoir_env.episode import Episode, Rules
from comptoir_env.seeds import Seeds
from comptoir_env.views import Observation, observation, spaces_of


class ComptoirAEC(AECEnv):  # type: ignore[misc]
    """One match after another. The agents are the seats: `seat_0`, `seat_1`, ...

    Rewards come at the end of the match (`Episode.rewards`). An action that the mask does not allow raises ValueError
    and changes nothing. most_moves: the number of moves, of all seats, after which a match is truncated; None: matches
    are never truncated.
    """

    def __init__(self, rules: Rules, *, most_moves: int | None = None, render_mode: str | None = None) -> None:
        super().__init__()
        self.metadata = {"name": f"comptoir_{rules.game.key}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.rules, self.render_mode = rules, render_mode
        self._most_moves = most_moves
        self.possible_agents = [f"seat_{seat}" for seat in range(rules.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._seeds = Seeds()
        space, actions = spaces_of(rules)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict.fromkeys(self.possible_agents, actions)

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """Returns the space of observations, which all agents share."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """Returns the space of actions, which all agents share; `Alphabet.names` names each action."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begins a match. The same seed leads to the same sequence of matches."""
        self.episode = Episode(self.rules, self._seeds.next(seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Observation:
        """Returns the observation of a seat, with the mask of its actions (all 0 if another seat is in turn)."""
        return observation(self.episode, self._seat_of[agent])

    def step(self, action: int | None) -> None:
        """Takes an action of the agent in turn."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("expected an action, got None, which only agents of a finished match take")
        self.episode.step(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._select()
        if self.episode.is_over:
            self._accumulate_rewards()

    def render(self) -> str | None:
        """Returns the legal actions of the seat in turn, by name, if `render_mode` is `ansi`."""
        if self.render_mode is None:
            gymnasium.logger.warn("expected render_mode='ansi' to render")
            return None
        names, draft = self.rules.alphabet.names, self.episode.draft
        legal = ", ".join(names[action] for action in sorted(draft.actions)) if draft else "nobody"
        return f"{self.agent_selection}: {legal}"

    def close(self) -> None:
        """Does nothing: no resources are open."""

    def _select(self) -> None:
        """Selects the seat in turn; at the end, sets the reward of each agent."""
        episode = self.episode
        if self._most_moves is not None and episode.moves >= self._most_moves and not episode.is_over:
            episode.truncated = True
        if not episode.is_over:
            self.agent_selection = self.possible_agents[episode.seat or 0]
            return
        self.rewards = dict(zip(self.possible_agents, episode.rewards(), strict=True))
        ended = self.truncations if episode.truncated else self.terminations
        ended.update(dict.fromkeys(self.agents, True))
        self.agent_selection = self.agents[0]
