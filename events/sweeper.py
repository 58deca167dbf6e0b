"""One round of the sweeper: overdue prompts and seeds, turns that no policy answers, and the chores of other apps.

An app registers its chore once, when Django starts (`bots.apps`); nothing else here knows of it.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

import structlog
from django.db import DatabaseError

from events.clock import now_ms
from events.exceptions import Problem
from events.services.accounts import accounts_settle
from events.services.counters import counters_prune
from events.services.global_log import global_log_witness
from events.services.invitations import invitations_prune
from events.services.looking import looks_prune
from events.services.moves import overdue_handle, prompt_expire, sealed_default
from events.services.notices import deadlines_notify, notices_prune
from events.services.ordered_answers import ordered_answers_play
from events.services.pending import exhausted_turns, overdue_prompts
from events.services.ratings import ratings_update
from events.services.retention import commands_prune, pending_prune
from events.services.tickets import tickets_prune
from events.services.tournament_rounds import tournaments_advance
from events.services.waiting_lists import waiting_prune
from games.kernel.errors import RulesError

DAY_MS = 86_400_000

Chore = Callable[[], int]
"""Work of one round; returns how many items it handled."""

log = structlog.get_logger()
_chores: dict[str, Chore] = {}


def register(name: str, chore: Chore) -> None:
    """Adds a chore to every round; a second one of the same name replaces the first."""
    _chores[name] = chore


def sweep() -> int:
    """Handles all pending work; returns how many items. An item that fails waits for the next round."""
    try:
        counters_prune(now_ms=now_ms())
        deadlines_notify()
        notices_prune()
        tickets_prune()
        invitations_prune()
        commands_prune()
        pending_prune()
        looks_prune()
        waiting_prune()
        accounts_settle()
        handled = ordered_answers_play() + _expire_prompts() + _answer_for_bots() + _rate() + tournaments_advance()
        return handled + sum(chore() for chore in _chores.values())
    except DatabaseError as error:
        log.warning("sweep_failed", error=type(error).__name__)
        return 0


def witness(day: int) -> int:
    """Signs the heads of all grown matches into the global log and the witness file, once a day and at the start.

    day: the day of the last run, counted from 1970. Returns the day of this one; after a failure, `day` again.
    """
    today = now_ms() // DAY_MS
    if today != day:
        try:
            global_log_witness()
        except (DatabaseError, OSError) as error:
            log.warning("witness_failed", error=type(error).__name__)
            return day
    return today


def _expire_prompts() -> int:
    return sum(_attempt(overdue_handle, match, prompt, seat) for match, prompt, seat in overdue_prompts())


def _answer_for_bots() -> int:
    return sum(_attempt(_play_default, match, prompt, seat) for match, prompt, seat in exhausted_turns())


def _play_default(match_id: UUID, prompt: int, seat: int) -> bool:
    log.warning("bot_given_up", match=str(match_id), prompt=prompt, seat=seat)
    if not prompt_expire(match_id=match_id, prompt=prompt, seat=seat, force=True):
        sealed_default(match_id=match_id, prompt=prompt, seat=seat)
    return True


def _rate() -> int:
    """Counts rated matches; a defect in one of them must not stop the clocks."""
    try:
        return ratings_update()
    except DatabaseError:
        raise
    except Exception:
        log.exception("ratings_failed")
        return 0


def _attempt(service: Callable[..., bool], match_id: UUID, prompt: int, seat: int | None) -> bool:
    """Calls a service for one item; False if it fails. A defect in one match must not stop the clocks of the others."""
    try:
        return service(match_id=match_id, prompt=prompt, seat=seat)
    except (Problem, RulesError, DatabaseError) as error:
        log.info("sweep_skipped", match=str(match_id), prompt=prompt, seat=seat, error=type(error).__name__)
        return False
    except Exception:
        log.exception("sweep_failed_on", match=str(match_id), prompt=prompt, seat=seat)
        return False
