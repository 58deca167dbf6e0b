"""The problems of bot accounts."""

from events.base.exceptions import Problem


class TooManyBots(Problem):
    """The player already owns as many bots as one player may own."""

    code, status = "too_many_bots", 409
