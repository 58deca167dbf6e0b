"""Négoces 2: eight goods or a purse of gold, won by haggling (see RULES.md for the source and the rulings)."""

from games.negoces2.game import Negoces2
from games.negoces2.version_1 import Negoces2Version1

GAME = Negoces2()
VERSIONS = {1: Negoces2Version1(), GAME.version: GAME}
