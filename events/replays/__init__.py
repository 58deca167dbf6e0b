"""Uses of a match after it was played: shared replays, forks, and the coach."""
