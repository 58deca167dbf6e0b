"""One round of the sweeper: deadlines, bots' turns that nobody has taken, bots that failed too often."""

from __future__ import annotations

from uuid import UUID

import structlog
from django.db import DatabaseError

from bots.tasks import play_due, wake_workers
from events.api.throttles import forget_windows
from events.clock import now_ms
from events.exceptions import Problem
from events.services.global_log import global_log_witness
from events.services.moves import prompt_expire, sealed_default
from events.services.notices import deadlines_notify, notices_prune
from events.services.pending import bots_given_up, due_deadlines, due_turns
from events.services.tickets import tickets_prune
from games.kernel.errors import RulesError

OVERDUE_MS = 4_000
OVERDUE_SECONDS = 0.5  # of each round, for overdue turns
WAKES = 4  # messages of each round: the workers look for themselves how much is due
DAY_MS = 86_400_000

log = structlog.get_logger()


def sweep() -> int:
    """Does what is due; gives how many things that were. A thing that fails waits for the next round."""
    try:
        forget_windows(now_ms())
        deadlines_notify()
        notices_prune()
        tickets_prune()
        return _deadlines() + _given_up() + _bots()
    except DatabaseError as error:
        log.warning("sweep_failed", error=type(error).__name__)
        return 0


def witness(day: int) -> int:
    """Once a day, and at the start, signs what has grown into the global log and the witness file; gives the day.

    day: the one on which it was last done, counted from 1970.
    """
    today = now_ms() // DAY_MS
    if today != day:
        try:
            global_log_witness()
        except (DatabaseError, OSError) as error:
            log.warning("witness_failed", error=type(error).__name__)
            return day
    return today


def _deadlines() -> int:
    return sum(_tried(prompt_expire, match, prompt, seat) for match, prompt, seat in due_deadlines())


def _given_up() -> int:
    return sum(_tried(_play_for, match, prompt, seat) for match, prompt, seat in bots_given_up())


def _play_for(match_id: UUID, prompt: int, seat: int) -> None:
    log.warning("bot_given_up", match=str(match_id), prompt=prompt, seat=seat)
    if not prompt_expire(match_id=match_id, prompt=prompt, seat=seat, force=True):
        sealed_default(match_id=match_id, prompt=prompt, seat=seat)


def _bots() -> int:
    """Wakes workers for the turns that are due, and plays here, for a short while, those that are overdue.

    So matches go on while the broker is down, while a worker that looks alive has stopped listening, and, slowly, while
    the workers have their hands full with matches that come first. Clocks wait no longer than that short while.
    """
    turns = due_turns()
    all(wake_workers() for _ in turns[:WAKES])  # while the broker is down, one try is enough
    overdue = [turn for turn in turns if not 0 <= now_ms() - turn.due_ms < OVERDUE_MS]
    if overdue:
        log.warning("bot_turns_overdue", matches=len(overdue))
        play_due(OVERDUE_SECONDS, OVERDUE_MS)
    return len(turns)


def _tried(outcome: object, match_id: UUID, prompt: int, seat: int | None) -> bool:
    try:
        outcome(match_id=match_id, prompt=prompt, seat=seat)  # type: ignore[operator]
    except (Problem, RulesError, DatabaseError) as error:
        log.info("sweep_skipped", match=str(match_id), prompt=prompt, seat=seat, error=type(error).__name__)
        return False
    except Exception:
        # A defect in one match's rules or policy must not stop the clocks of all the others.
        log.exception("sweep_failed_on", match=str(match_id), prompt=prompt, seat=seat)
        return False
    return True
