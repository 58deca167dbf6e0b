"""The app of `events.notifications`."""

from typing import Any
from uuid import UUID

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "events.notifications"

    def ready(self) -> None:
        from events.base.signals import noticed

        noticed.connect(_relay_notices, dispatch_uid="events.relay")


def _relay_notices(match: UUID, **_: Any) -> None:
    from events.notifications import relay

    relay.notify(match)
