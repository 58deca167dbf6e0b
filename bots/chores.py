"""What bots add to each round of the sweeper: workers are woken for ready turns, and overdue turns are played here."""

from __future__ import annotations

import structlog

from bots.tasks import play_ready, wake_workers
from events.base.clock import now_ms
from events.matches.record.pending import ready_turns

OVERDUE_MS = 4_000
THOUGHT_MS = 20_000  # turns of bots that search may wait longer; then they are played by the greedy policy
OVERDUE_SECONDS = 0.5  # of each round, for overdue turns
WAKES = 4  # messages of each round: the workers themselves see how many turns are ready

log = structlog.get_logger()


def serve_ready_turns() -> int:
    """Wakes workers for ready turns, and for a short while plays overdue turns; returns how many matches have a turn.

    So matches go on while the broker is down, while a worker that seems alive has stopped listening, and, slowly, while
    all workers are busy with matches that come first. Clocks wait no longer than that short while.
    """
    turns = ready_turns()
    all(wake_workers() for _ in turns[:WAKES])  # while the broker is down, one try is enough
    overdue = [turn for turn in turns if not 0 <= now_ms() - turn.ready_ms < OVERDUE_MS]
    if overdue:
        log.warning("bot_turns_overdue", matches=len(overdue))
        play_ready(OVERDUE_SECONDS, OVERDUE_MS)
        play_ready(OVERDUE_SECONDS, THOUGHT_MS, thinking=True, in_haste=True)
    return len(turns)
