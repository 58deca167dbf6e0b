"""The problems of webhooks and devices."""

from events.base.exceptions import Problem


class TooManyWebhooks(Problem):
    """The player already has the maximum number of webhooks."""

    code, status = "too_many_webhooks", 409


class TooManyDevices(Problem):
    """The player already has the maximum number of devices that show notifications."""

    code, status = "too_many_devices", 409


class NoPush(Problem):
    """The server has no key for Web Push."""

    code, status = "no_push", 409
