"""Views as rows of numbers, and moves as sequences of actions, for policies that learn."""

from games.compiled import path_in_use

__path__ = path_in_use(__name__, __path__)
