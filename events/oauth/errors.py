"""The problems of others' apps."""

from events.base.exceptions import Problem


class TooManyApps(Problem):
    """The player has registered as many apps as one player may register."""

    code, status = "too_many_apps", 409


class BadAuthorization(Problem):
    """The request of an app is invalid, so no player is asked and the app receives nothing."""

    code, status = "bad_authorization", 400
