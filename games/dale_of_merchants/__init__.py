"""Dale of Merchants: buy cards from the market and be the first to build a stall of eight stacks.

Read `cards` (the abilities of cards), `board` (the table), `copying` (chameleons), `account` (payments and stacks),
`turn` and `building` (the prompts), then the animalfolk decks in `techniques`.
"""

from games.dale_of_merchants.game import GAME
from games.dale_of_merchants.version_1 import DaleOfMerchantsVersion1

VERSIONS = {1: DaleOfMerchantsVersion1(), GAME.version: GAME}

__all__ = ["GAME", "VERSIONS"]
