"""Connects bots to the log's signal and to the sweeper."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.apps import AppConfig


class BotsConfig(AppConfig):
    name = "bots"

    def ready(self) -> None:
        from events import sweeper
        from events.signals import advanced

        advanced.connect(_wake, dispatch_uid="bots.wake")
        sweeper.register("bots", _serve_ready_turns)


def _wake(sender: Any, match_id: UUID, seq: int, **_: Any) -> None:
    """Wakes a worker when a bot's turn is ready, unless this thread is inside `play_ready`, which finds it anyway."""
    from bots.tasks import plays_now, wake_workers
    from events.services.pending import ready_turns_of

    if not plays_now() and ready_turns_of(match_id):
        wake_workers()


def _serve_ready_turns() -> int:
    from bots.chores import serve_ready_turns

    return serve_ready_turns()
