"""The problems of apps."""

from events.base.exceptions import Problem


class TooManyApps(Problem):
    """The player has reached the maximum number of apps for one player."""

    code, status = "too_many_apps", 409


class BadAuthorization(Problem):
    """The request of an app is invalid, so it cannot be shown to a player for consent."""

    code, status = "bad_authorization", 400
