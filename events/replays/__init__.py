"""Uses of a match after it is played: shared replays, forks, and the coach."""
