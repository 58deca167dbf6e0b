"""What version 1 of these rules did differently; matches that began under it are still played and replayed by it."""

from games.great_dalmuti.game import GreatDalmuti


class GreatDalmutiVersion1(GreatDalmuti):
    """The rules as first released."""

    version = 1
    resigned_answers_count = True
