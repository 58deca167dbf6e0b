"""One round of the sweeper: overdue prompts and seeds, turns that no policy answers, and the chores of other apps.

An app registers its chore once, when Django starts (`bots.apps`); nothing else here knows of it.
"""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

import structlog
from django.db import DatabaseError, connection

from events.accounts.services import accounts_settle
from events.base.alarms import OUTAGES, alarms_prune, error_alarm, is_outage
from events.base.clock import now_ms
from events.base.exceptions import Problem
from events.clubs.invitations import club_invitations_prune
from events.clubs.ratings import club_ratings_update
from events.correspondence.tables import questions_prune
from events.http.throttles import counters_prune
from events.leagues.seasons import leagues_advance
from events.live.tickets import tickets_prune
from events.log.global_log import global_log_witness
from events.log.keeping import states_store
from events.log.retention import commands_prune, pending_prune
from events.matches.lobby.invitations import invitations_prune
from events.matches.lobby.waiting_lists import waiting_prune
from events.matches.record.pending import exhausted_turns, overdue_prompts
from events.matches.table.looking import looks_prune
from events.matches.table.moves import overdue_handle, prompt_expire, sealed_default
from events.matches.table.ordered_answers import ordered_answers_play
from events.moderation.services import suspensions_end
from events.notices.deliveries import pause_ms
from events.notices.needs import withheld_release
from events.notices.relay import notices_relay, relayed_prune
from events.notices.services import deadlines_notify, notices_prune
from events.oauth.services import grants_prune
from events.participations.services import participations_store
from events.passkeys.ceremonies import challenges_prune
from events.processes.selectors import clock_ahead_ms
from events.processes.services import processes_prune
from events.ratings.services import ratings_update
from events.tournaments.rounds import tournaments_advance
from games.kernel.errors import RulesError

DAY_MS = 86_400_000
MOST_SKEW_MS = 2_000

Chore = Callable[[], int]
"""Work of one round; returns how many items it handled."""

log = structlog.get_logger()
_chores: dict[str, Chore] = {}


def register(name: str, chore: Chore) -> None:
    """Adds a chore to every round; a second one of the same name replaces the first."""
    _chores[name] = chore


def sweep() -> int | None:
    """Handles all pending work; returns how many items. Each step is alone: one that fails stops no other.

    What failed waits for the next round, and housekeeping is not counted. None: a step met an outage, so some work was
    not even looked at.
    """
    housekeeping, handled, is_whole = _housekeeping(), 0, True
    for step in _steps():
        count = _done(step)
        if count is None:
            is_whole = False
            if not _is_answering():
                break
        elif step not in housekeeping:
            handled += count
    return handled if is_whole else None


def _steps() -> tuple[Callable[[], object], ...]:
    """The steps of a round, in order."""
    work = (
        ordered_answers_play,
        _expire_prompts,
        _answer_for_bots,
        ratings_update,
        club_ratings_update,
        participations_store,
        tournaments_advance,
        leagues_advance,
        states_store,
    )
    return (*_housekeeping(), *work, *_chores.values())


def _done(step: Callable[[], object]) -> int | None:
    """Takes a step; returns how many items it handled, None if the database, or a node of it, did not answer."""
    try:
        _drop_lost_connection()
        handled = step()
    except Exception as error:
        if is_outage(error):
            log.warning("sweep_failed", step=step.__name__, error=type(error).__name__)
            return None
        log.exception("sweep_step_failed", step=step.__name__)
        error_alarm("sweep_failed", error, f"sweeper, {step.__name__}")
        return 0
    return handled if isinstance(handled, int) else 0


def _drop_lost_connection() -> None:
    """Closes a connection that a step before has lost; the next statement opens another."""
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()


def _is_answering() -> bool:
    """Whether the database answers at all. If it does not, other steps would only wait for it."""
    try:
        _drop_lost_connection()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, *OUTAGES):
        return False
    return True


def _housekeeping() -> tuple[Callable[[], object], ...]:
    return (
        _prune_counters,
        deadlines_notify,
        notices_relay,
        notices_prune,
        relayed_prune,
        tickets_prune,
        invitations_prune,
        club_invitations_prune,
        commands_prune,
        pending_prune,
        looks_prune,
        withheld_release,
        waiting_prune,
        processes_prune,
        alarms_prune,
        accounts_settle,
        suspensions_end,
        grants_prune,
        challenges_prune,
        questions_prune,
    )


def _prune_counters() -> int:
    return counters_prune(now_ms=now_ms())


def clock_is_right() -> bool:
    """Whether the clock of this host agrees with the database's; a sweeper whose clock does not would end others' time.

    False as well if the database does not answer.
    """
    try:
        ahead = clock_ahead_ms()
    except (DatabaseError, *OUTAGES) as error:
        log.warning("sweep_failed", error=type(error).__name__)
        return False
    if abs(ahead) > MOST_SKEW_MS:
        log.error("sweeper_clock_is_wrong", ahead_ms=ahead)
        return False
    return True


class Witness:
    """Signs the heads of all grown matches into the global log and the witness file, once a day and at the start.

    After a failure it waits longer each time before it tries again, up to an hour.
    """

    def __init__(self) -> None:
        self._day = -1
        self._failures = 0
        self._retry_ms = 0

    def look(self) -> None:
        """Signs if it is time to."""
        now = now_ms()
        if now // DAY_MS == self._day or now < self._retry_ms:
            return
        try:
            global_log_witness()
        except Exception as error:  # a defect here must not stop the clocks
            self._failures += 1
            self._retry_ms = now + pause_ms(self._failures)
            log.warning("witness_failed", error=type(error).__name__, reason=str(error), failures=self._failures)
            if not isinstance(error, OSError):
                error_alarm("sweep_failed", error, "sweeper, witness")
        else:
            self._day, self._failures = now // DAY_MS, 0


def _expire_prompts() -> int:
    return sum(_attempt(overdue_handle, match, prompt, seat) for match, prompt, seat in overdue_prompts())


def _answer_for_bots() -> int:
    return sum(_attempt(_play_default, match, prompt, seat) for match, prompt, seat in exhausted_turns())


def _play_default(match_id: UUID, prompt: int, seat: int) -> bool:
    log.warning("bot_given_up", match=str(match_id), prompt=prompt, seat=seat)
    if not prompt_expire(match_id=match_id, prompt=prompt, seat=seat, force=True):
        sealed_default(match_id=match_id, prompt=prompt, seat=seat)
    return True


def _attempt(service: Callable[..., bool], match_id: UUID, prompt: int, seat: int | None) -> bool:
    """Calls a service for one item; False if it fails. A defect in one match must not stop the clocks of the others."""
    try:
        return service(match_id=match_id, prompt=prompt, seat=seat)
    except (Problem, RulesError, *OUTAGES) as error:
        log.info("sweep_skipped", match=str(match_id), prompt=prompt, seat=seat, error=type(error).__name__)
        return False
    except Exception as error:
        log.exception("sweep_failed_on", match=str(match_id), prompt=prompt, seat=seat)
        error_alarm("sweep_failed", error, f"sweeper, {service.__name__}", match_id)
        return False
