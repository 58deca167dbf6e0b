"""Dealmaker: trade everything with everybody at once, and be first at the pawn (see RULES.md for sources, rulings)."""

from games.dealmaker.game import Dealmaker

GAME = Dealmaker()
