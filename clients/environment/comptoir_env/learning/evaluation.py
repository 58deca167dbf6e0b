"""The strength of a network: it plays every deal once in each seat, among seats of one of the bots' policies."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np

from comptoir_env.episode import Rules
from comptoir_env.learning.network import TrainableNetwork, prepared
from comptoir_env.many import Tables
from comptoir_env.opponents import Opponent

ABREAST = 32
NORMAL_95 = 1.96


class Score(NamedTuple):
    """A mean reward, from -1 to 1 (0 for equal players), and half of its 95 % interval, by deal."""

    mean: float
    margin: float


def against(network: TrainableNetwork, rules: Rules, opponent: Opponent, deals: int, seed: int) -> Score:
    """Plays some deals; takes the likeliest action of each decision."""
    matches = deals * rules.seats
    tables = Tables(rules, min(ABREAST, matches), opponents=opponent, choices_only=True)
    tables.reset(seed)
    earned = np.zeros(matches)
    while (tables.numbers < matches).any():
        logits, _, _ = network.forward(prepared(tables.observations))
        actions = np.where(tables.masks, logits, -np.inf).argmax(axis=1)
        numbers = tables.numbers.copy()
        rewards, ended = tables.step(actions)
        for table in np.flatnonzero(ended & (numbers < matches)):
            earned[numbers[table]] = rewards[table, numbers[table] % rules.seats]
    by_deal = earned.reshape(deals, rules.seats).mean(axis=1)
    margin = NORMAL_95 * float(by_deal.std(ddof=1)) / sqrt(deals) if deals > 1 else 1.0
    return Score(float(by_deal.mean()), margin)
