"""Connects bots to the log's signal and to the sweeper."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig


class BotsConfig(AppConfig):
    name = "bots"

    def ready(self) -> None:
        from events import sweeper
        from events.base.signals import advanced, analysis_wanted

        advanced.connect(_wake, dispatch_uid="bots.wake")
        analysis_wanted.connect(_wake_coach, dispatch_uid="bots.wake_coach")
        sweeper.register("bots", _serve_ready_turns)
        sweeper.register("coach", _wake_coach)


def _wake(sender: Any, bots: bool, **_: Any) -> None:
    """Wakes a worker when a bot's turn is ready, unless this thread is inside `play_ready`, which finds it anyway."""
    from bots.tasks import plays_now, waker

    if bots and not plays_now():
        waker.ring()


def _wake_coach(**_: Any) -> int:
    """Wakes a worker if an analysis waits; what is lost with a message or a worker, the sweeper notices."""
    from bots.tasks import coach, wake_workers
    from events.replays.coaching import analyses_waiting

    waiting = len(analyses_waiting())
    if waiting:
        wake_workers(coach)
    return 0


def _serve_ready_turns() -> int:
    from bots.chores import serve_ready_turns

    return serve_ready_turns()
