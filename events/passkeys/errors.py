"""The problems of passkeys."""

from events.base.exceptions import Problem


class TooManyPasskeys(Problem):
    """The player already has as many passkeys as one player may have."""

    code, status = "too_many_passkeys", 409
