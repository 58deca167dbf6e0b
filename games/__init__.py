"""The rules of all games, and the kernel that they share."""

from games.compiled import path_of_games

__path__ = path_of_games()
