"""The app of `events.tournaments`."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "events.tournaments"

    def ready(self) -> None:
        from events.base.signals import deactivated

        deactivated.connect(_look_at_organised, dispatch_uid="tournaments.organised")


def _look_at_organised(players: Collection[UUID], **_: Any) -> None:
    from events.tournaments.organisers import organised_schedule

    organised_schedule(players)
