"""One round of the sweeper: deadlines, bots' turns that nobody has taken, bots that were asked often enough."""

from __future__ import annotations

from uuid import UUID

import structlog
from django.db import DatabaseError
from kombu.exceptions import OperationalError

from bots.tasks import choose_move, play_turn
from events.api.throttles import forget_windows
from events.clock import now_ms
from events.exceptions import Problem
from events.services.global_log import global_log_witness
from events.services.moves import prompt_expire, sealed_default
from events.services.work import bots_given_up, due_bots, due_deadlines
from games.kernel.errors import RulesError

OVERDUE_MS = 4_000
DAY_MS = 86_400_000

log = structlog.get_logger()
_sent: dict[tuple[UUID, int, int], int] = {}


def sweep() -> int:
    """Does what is due; gives how many things that were. A thing that fails waits for the next round."""
    try:
        forget_windows(now_ms())
        return _deadlines() + _given_up() + _bots()
    except DatabaseError as error:
        log.warning("sweep_failed", error=type(error).__name__)
        return 0


def forget() -> None:
    """What a sweeper that has just started knows of turns sent: nothing."""
    _sent.clear()


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
    """Sends each turn to the workers once; those that nobody has taken for long are played here.

    So matches go on while the broker is down, or a worker that looks alive has stopped listening. A turn sent again
    each round would bury a slow worker under its own work.
    """
    turns = due_bots()
    for turn, due_ms in turns.items():
        if not 0 <= now_ms() - due_ms < OVERDUE_MS:
            log.warning("bot_turn_overdue", match=str(turn[0]), prompt=turn[1], seat=turn[2])
            _tried(play_turn, *turn)
        elif _sent.get(turn) != due_ms:
            _send(*turn)
    _sent.clear()
    _sent.update(turns)
    return len(turns)


def _send(match_id: UUID, prompt: int, seat: int) -> None:
    try:
        choose_move.apply_async((str(match_id), prompt, seat), retry=False)
    except (OperationalError, OSError) as error:
        log.info("wake_lost", match=str(match_id), error=type(error).__name__)


def _tried(act: object, match_id: UUID, prompt: int, seat: int | None) -> bool:
    try:
        act(match_id=match_id, prompt=prompt, seat=seat)  # type: ignore[operator]
    except (Problem, RulesError, DatabaseError) as error:
        log.info("sweep_skipped", match=str(match_id), prompt=prompt, seat=seat, error=type(error).__name__)
        return False
    except Exception:
        # A defect in one match's rules or policy must not stop the clocks of all the others.
        log.exception("sweep_failed_on", match=str(match_id), prompt=prompt, seat=seat)
        return False
    return True
