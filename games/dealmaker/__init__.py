"""Dealmaker: trade everything with everybody at once, and be first at the pawn (RULES.md: sources and rulings)."""

from games.dealmaker.game import Dealmaker
from games.dealmaker.version_1 import DealmakerVersion1
from games.dealmaker.version_2 import DealmakerVersion2

GAME = Dealmaker()
VERSIONS = {1: DealmakerVersion1(), 2: DealmakerVersion2(), GAME.version: GAME}
