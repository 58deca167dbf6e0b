"""What follows a match: replays, forks, and the coach."""
