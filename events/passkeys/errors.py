"""The problems of passkeys."""

from events.base.exceptions import Problem


class TooManyPasskeys(Problem):
    """The player has reached the maximum number of passkeys."""

    code, status = "too_many_passkeys", 409
