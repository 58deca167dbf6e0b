"""What version 1 of these rules did differently; matches that began under it are still played and replayed by it."""

from games.dealmaker.game import Dealmaker


class DealmakerVersion1(Dealmaker):
    """The rules as first released."""

    version = 1
    resigned_answers_count = True
