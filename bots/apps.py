"""Connects the log's one signal to the bots."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import structlog
from django.apps import AppConfig

log = structlog.get_logger()


class BotsConfig(AppConfig):
    name = "bots"

    def ready(self) -> None:
        from events.signals import advanced

        advanced.connect(_wake, dispatch_uid="bots.wake")


def _wake(sender: Any, match_id: UUID, seq: int, **_: Any) -> None:
    """Tells the workers; a lost message costs seconds, for the sweeper finds the turn."""
    from kombu.exceptions import OperationalError

    from bots.tasks import wake
    from events.services.work import bot_turns

    if bot_turns(match_id):
        try:
            wake.apply_async((str(match_id),), retry=False)
        except (OperationalError, OSError) as error:
            log.info("wake_lost", match=str(match_id), error=type(error).__name__)
