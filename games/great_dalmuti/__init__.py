"""The Great Dalmuti: get rid of your cards first and rise in rank (sources and rulings: RULES.md)."""

from games.great_dalmuti.game import GreatDalmuti
from games.great_dalmuti.version_1 import GreatDalmutiVersion1
from games.great_dalmuti.version_2 import GreatDalmutiVersion2
from games.great_dalmuti.version_3 import GreatDalmutiVersion3

GAME = GreatDalmuti()
VERSIONS = {
    1: GreatDalmutiVersion1(),
    2: GreatDalmutiVersion2(),
    3: GreatDalmutiVersion3(),
    GAME.version: GAME,
}
