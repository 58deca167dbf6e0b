"""Dale of Merchants: buy what others stand in queue for, and build a stall of eight stacks before them.

Read `cards` (what a card is), `board` (the table), `copying` (what a card is used as), `account` (payments and
stacks), `turn` and `building` (the questions), then the animalfolk in `techniques`.
"""

from games.dale_of_merchants.game import GAME
from games.dale_of_merchants.version_1 import DaleOfMerchantsVersion1

VERSIONS = {1: DaleOfMerchantsVersion1(), GAME.version: GAME}

__all__ = ["GAME", "VERSIONS"]
