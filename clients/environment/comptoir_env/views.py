"""Observations as arrays, and the Gymnasium spaces of observations and actions."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from comptoir_env.episode import Episode, Rules

Observation = dict[str, NDArray[Any]]
FARTHEST = 65_536.0


def observation(episode: Episode, seat: int) -> Observation:
    """Returns the observation of a seat and its mask, as new arrays."""
    return {
        "observation": np.frombuffer(episode.row(seat), np.float32),
        "action_mask": np.frombuffer(episode.mask(seat), np.int8),
    }


def spaces_of(rules: Rules) -> tuple[spaces.Dict, spaces.Discrete]:
    """Returns the spaces of observations and of actions."""
    size = rules.alphabet.size
    numbers = spaces.Box(-FARTHEST, FARTHEST, (rules.encoding.size,), np.float32)
    mask = spaces.Box(0, 1, (size,), np.int8)
    return spaces.Dict({"observation": numbers, "action_mask": mask}), spaces.Discrete(size)
