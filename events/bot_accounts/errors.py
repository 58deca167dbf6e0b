"""The problems of bot accounts."""

from events.base.exceptions import Problem


class TooManyBots(Problem):
    """The player already owns the maximum number of bots."""

    code, status = "too_many_bots", 409
