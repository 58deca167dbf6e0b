"""Environments of Comptoir's card games for research on learning: PettingZoo, Gymnasium, and many tables at once."""

from comptoir_env.episode import Episode, Rules

__all__ = ["Episode", "Rules"]
