"""Négoces 2: eight goods or a purse of gold, won by haggling (see RULES.md for the source and the rulings)."""

from games.negoces2.game import Negoces2

GAME = Negoces2()
