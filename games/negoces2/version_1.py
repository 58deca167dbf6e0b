"""What version 1 of these rules did differently; matches that began under it are still played and replayed by it."""

from games.negoces2.game import Negoces2


class Negoces2Version1(Negoces2):
    """The rules as first released."""

    version = 1
