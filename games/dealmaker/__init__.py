"""Dealmaker: trade everything with everybody at once, and be first at the pawn (see RULES.md for sources, rulings)."""

from games.dealmaker.game import Dealmaker
from games.dealmaker.version_1 import DealmakerVersion1

GAME = Dealmaker()
VERSIONS = {1: DealmakerVersion1(), GAME.version: GAME}
