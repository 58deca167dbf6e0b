"""Connects bots to the signals of matches and analyses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.apps import AppConfig

if TYPE_CHECKING:
    from events.matches.record.pending import ReadyTurn


class BotsConfig(AppConfig):
    name = "bots"

    def ready(self) -> None:
        from events.base.signals import advanced, analysis_wanted

        advanced.connect(_send_turns, dispatch_uid="bots.send_turns")
        analysis_wanted.connect(_set_coach_timer, dispatch_uid="bots.set_coach_timer")


def _send_turns(match_id: UUID, turns: Sequence[ReadyTurn], **_: Any) -> None:
    """Sends a message for each ready turn of a bot."""
    from bots.tasks import follow_turn

    for turn in turns:
        follow_turn(match_id, turn)


def _set_coach_timer(**_: Any) -> None:
    """Sets the timer that continues queued analyses."""
    from events.base.clock import now_ms
    from events.timers.services import set_shared_timer

    set_shared_timer("coach_wake", now_ms())
