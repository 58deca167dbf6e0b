"""Connects the log's one signal to the bots."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.apps import AppConfig


class BotsConfig(AppConfig):
    name = "bots"

    def ready(self) -> None:
        from events.signals import advanced

        advanced.connect(_wake, dispatch_uid="bots.wake")


def _wake(sender: Any, match_id: UUID, seq: int, **_: Any) -> None:
    """Wakes a worker when bots of the match are due, unless this is a worker that will look by itself."""
    from bots.tasks import plays_now, wake_workers
    from events.services.pending import ready_turns_of

    if not plays_now() and ready_turns_of(match_id):
        wake_workers()
