"""The Great Dalmuti: get rid of your cards first and rise in rank (sources and rulings: RULES.md)."""

from games.great_dalmuti.game import GreatDalmuti
from games.great_dalmuti.version_1 import GreatDalmutiVersion1

GAME = GreatDalmuti()
VERSIONS = {1: GreatDalmutiVersion1(), GAME.version: GAME}
