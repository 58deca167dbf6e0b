"""Turns of bots, played by workers: a turn is a row of `Pending`; the broker only shortens the wait.

A task may run twice, late or never. It takes turns in fair order (`bots.shares`), leases each, runs the seat's policy,
which sees the seat's view and nothing else, and plays through the same service as people. A stale turn ends silently.
"""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from uuid import UUID

import structlog
from celery import Task, shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.db import DatabaseError, InterfaceError
from kombu.exceptions import OperationalError

from bots.coach import analyse
from bots.leases import renewed
from bots.policies import get
from bots.shares import Shares
from bots.waker import Waker
from events.base.alarms import error_alarm
from events.base.clock import now_ms
from events.base.exceptions import CoolingDown, Problem, RateLimited
from events.base.figures import BOT_TURN_SECONDS
from events.base.policies import DEFAULT_POLICY, LEARNT, LEVELS
from events.matches.record.pending import (
    ReadyTurn,
    TurnLease,
    lease_holds,
    ready_turns,
    turn_failed,
    turn_lease,
    turn_passed,
    turn_played,
    turn_postponed,
)
from events.matches.table.decisions import Decision, decision
from events.matches.table.moves import Submission, move_submit
from events.matches.table.patience import pace_left, patience_left
from events.replays.coaching import analyses_waiting
from games import registry
from games.kernel.codec import view_from
from games.kernel.errors import RulesError
from games.kernel.rng import policy_draws
from games.kernel.state import Move

LONGEST_WAIT = 240  # seconds; a longer delay would look as if it came from a clock that was ahead
SLICE_SECONDS = 1.0  # how long a task plays before it yields to other tasks
MESSAGE_SECONDS = 60  # an older message is useless: the sweeper has noticed the turn by then

log = structlog.get_logger()
_shares = Shares()
_thread = threading.local()


@shared_task
def wake() -> None:
    """Plays ready turns, in fair order, for a short while; sends another message if some remain.

    It leaves the turns of bots that search to the workers of their own queue, and wakes those.
    """
    if ready_turns(thinking=True):
        wake_workers(think)
    if play_ready(SLICE_SECONDS):
        wake_workers()
    elif ready_turns(thinking=True):
        wake_workers(think)


@shared_task
def think() -> None:
    """Plays ready turns of bots that search; its queue is `search` (CELERY_TASK_ROUTES)."""
    if play_ready(SLICE_SECONDS, thinking=True):
        wake_workers(think)


@shared_task
def coach() -> None:
    """Goes on with analyses for a short while; bots that search come first."""
    if not ready_turns(thinking=True):
        analyse(SLICE_SECONDS)
    if analyses_waiting():
        wake_workers(coach)


def wake_workers(task: Task | None = None) -> bool:
    """Sends a message that some turn is ready; False if it is lost, which costs a second: the sweeper sends another.

    The message names no turn, so its place in the queue favours no match, and extra messages do no harm.
    """
    try:
        (task or wake).apply_async(expires=MESSAGE_SECONDS, retry=False)
    except (OperationalError, OSError) as error:
        log.info("wake_lost", error=type(error).__name__)
        return False
    return True


waker = Waker(wake_workers)
"""Wakes workers from requests."""


def plays_now() -> bool:
    """Whether this thread is inside `play_ready`, which notices new turns by itself."""
    return getattr(_thread, "plays", False)


def play_ready(seconds: float, overdue_ms: int = 0, *, thinking: bool = False, in_haste: bool = False) -> bool:
    """Plays turns that have been ready for `overdue_ms`, in fair order, until none is left or the seconds are over.

    It plays at least one turn, however slow the database is; else a slow one would stop all bots.
    thinking: play the turns of bots that search, and no others; in_haste: play those by the greedy policy.
    Returns whether turns are left.
    """
    until, _thread.plays, has_played = time.monotonic() + seconds, not thinking, False
    try:
        while turns := [turn for turn in ready_turns(thinking) if not 0 <= now_ms() - turn.ready_ms < overdue_ms]:
            if has_played and time.monotonic() >= until:
                return True
            has_played = any(_try_play(turn, thinking, in_haste) for turn in _shares.in_order(turns))
            if not has_played:
                return False  # other workers hold all leases
        return False
    finally:
        _thread.plays = False


def _try_play(turn: ReadyTurn, thinking: bool, in_haste: bool) -> bool:
    """Plays a turn and charges its time; False if another worker holds the lease. A failure ends no other turn."""
    began = time.monotonic()
    try:
        if not play_turn(turn.match, turn.prompt, turn.seat, in_haste=in_haste):
            return False
        BOT_TURN_SECONDS.labels("yes" if thinking else "no").observe(max(0, now_ms() - turn.ready_ms) / 1000)
        return True
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        log.exception("bot_turn_failed", match=str(turn.match), prompt=turn.prompt, seat=turn.seat)
        error_alarm("task_failed", error, "turn of a bot", turn.match)
        return True
    finally:
        _shares.charge(turn, time.monotonic() - began)


def play_turn(match_id: UUID, prompt: int, seat: int, *, in_haste: bool = False) -> bool:
    """Leases a bot's turn, runs its policy, and plays; False if the turn is leased or not ready.

    in_haste: a bot that searches plays by the greedy policy instead.
    """
    lease = turn_lease(match_id=match_id, prompt=prompt, seat=seat)
    if lease is None:
        return False
    try:
        with renewed(lease):
            _play(match_id, prompt, seat, lease, in_haste)
    except BaseException:
        with suppress(DatabaseError, InterfaceError):  # the lease ends by itself anyway
            turn_failed(lease)
        raise
    return True


def _play(match_id: UUID, prompt: int, seat: int, lease: TurnLease, in_haste: bool) -> None:
    """Plays under a lease; a worker whose lease has passed to another one plays nothing."""
    current = decision(match_id, seat)
    is_older = current.game is not registry.get(current.game.key)
    if (in_haste or is_older) and current.policy in (*LEVELS, LEARNT):
        current = current._replace(policy=DEFAULT_POLICY)  # plans and networks know the newest rules
    move = chosen(current, prompt, seat)
    if move is None:
        turn_passed(lease, current.seq)
        return
    patience = patience_left(current.match, prompt, seat, move.verb)
    if seconds := max(patience, pace_left(current.match, prompt, seat, current.policy)):
        turn_postponed(lease, min(seconds, LONGEST_WAIT))
        return
    submission = Submission(prompt, move.verb, move.args, precondition=lambda _: lease_holds(lease), lease=lease.token)
    try:
        reply = move_submit(match_id=match_id, seat=seat, submission=submission, by="bot", match=current.match)
        if reply.replayed:  # else the lease has ended with the move
            turn_played(lease)
    except (CoolingDown, RateLimited) as refusal:
        turn_postponed(lease, refusal.retry_after or 1)
    except (Problem, RulesError) as refusal:
        turn_failed(lease)
        log.info("bot_turn_stale", match=str(match_id), prompt=prompt, seat=seat, code=refusal.code)


def chosen(current: Decision, prompt: int, seat: int) -> Move | None:
    """The move of a seat's policy; None if the prompt is closed or the policy passes.

    The same decision leads to the same move; at an open prompt, each event of the log makes a new decision.
    """
    view = view_from(current.game, current.view)
    if not any(open_prompt.id == prompt for open_prompt in current.game.prompts_for(view, seat)):
        return None
    moves = current.game.legal_moves(view, prompt)
    salt = current.seq if view.prompts[prompt].mode == "open" else 0
    if not moves:
        return None
    return get(current.game.key, current.policy)(view, moves, policy_draws(current.key, prompt, seat, salt))
