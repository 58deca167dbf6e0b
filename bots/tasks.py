"""The bots' turns, played by workers: a turn is a row of `Pending`, the broker only shortens the wait.

A task may run twice, late or never. It takes turns in fair order (`bots.shares`), leases each, runs the seat's policy,
which sees the seat's view and nothing else, and plays through the same service as people. A stale turn ends quietly.
"""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from uuid import UUID

import structlog
from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.db import DatabaseError, InterfaceError
from kombu.exceptions import OperationalError

from bots.leases import renewed
from bots.policies import get
from bots.shares import Shares
from events.clock import now_ms
from events.exceptions import Problem, RateLimited
from events.selectors.decisions import Decision, decision
from events.selectors.patience import patience_left
from events.services.moves import Submission, move_submit
from events.services.pending import (
    ReadyTurn,
    lease_holds,
    ready_turns,
    turn_failed,
    turn_lease,
    turn_passed,
    turn_played,
    turn_postponed,
)
from games.kernel.codec import view_from
from games.kernel.errors import RulesError
from games.kernel.rng import policy_draws
from games.kernel.state import Move

LONGEST_WAIT = 240  # seconds; a turn put off for longer would be taken for one written by a clock that was ahead
SLICE_SECONDS = 1.0  # how long a task plays before it makes room for other tasks
MESSAGE_SECONDS = 60  # a message that waited longer says nothing that the sweeper does not know

log = structlog.get_logger()
_shares = Shares()
_thread = threading.local()


@shared_task
def wake() -> None:
    """Plays turns that are due, in fair order, for a short while; sends another message if some are left."""
    if play_ready(SLICE_SECONDS):
        wake_workers()


def wake_workers() -> bool:
    """Sends a message that some turn is due; False if it is lost, which costs a second: the sweeper sends another.

    The message names no turn, so its place in the queue gives nobody an advantage, and a surplus does no harm.
    """
    try:
        wake.apply_async(expires=MESSAGE_SECONDS, retry=False)
    except (OperationalError, OSError) as error:
        log.info("wake_lost", error=type(error).__name__)
        return False
    return True


def plays_now() -> bool:
    """Whether this thread is inside `play_ready`, which finds new turns by itself."""
    return getattr(_thread, "plays", False)


def play_ready(seconds: float, overdue_ms: int = 0) -> bool:
    """Plays the turns that have been due for so long, fairly, until none is left or the time is up.

    Returns whether turns are left.
    """
    until, _thread.plays = time.monotonic() + seconds, True
    try:
        while turns := [turn for turn in ready_turns() if not 0 <= now_ms() - turn.ready_ms < overdue_ms]:
            if time.monotonic() >= until:
                return True
            if not any(_played(turn) for turn in _shares.in_order(turns)):
                return False  # others hold them all
        return False
    finally:
        _thread.plays = False


def _played(turn: ReadyTurn) -> bool:
    """Plays a turn and accounts for the time; False if somebody else holds it. A fault ends no other turn."""
    began = time.monotonic()
    try:
        return play_turn(turn.match, turn.prompt, turn.seat)
    except SoftTimeLimitExceeded:
        raise
    except Exception:
        log.exception("bot_turn_failed", match=str(turn.match), prompt=turn.prompt, seat=turn.seat)
        return True
    finally:
        _shares.charge(turn, time.monotonic() - began)


def play_turn(match_id: UUID, prompt: int, seat: int) -> bool:
    """Leases a bot's turn, runs its policy, and plays; False if the turn is not to be had."""
    token = turn_lease(match_id=match_id, prompt=prompt, seat=seat)
    if token is None:
        return False
    try:
        with renewed(token):
            _play(match_id, prompt, seat, token)
    except BaseException:
        with suppress(DatabaseError, InterfaceError):  # then the lease ends by itself
            turn_failed(token)
        raise
    return True


def _play(match_id: UUID, prompt: int, seat: int, token: UUID) -> None:
    """Plays under a lease. A holder that was thought dead, and whose turn somebody else has, plays nothing."""
    question = decision(match_id, seat)
    move = chosen(question, prompt, seat)
    if move is None:
        turn_passed(token, question.seq)
        return
    if seconds := patience_left(match_id, prompt, seat, move.verb):
        turn_postponed(token, min(seconds, LONGEST_WAIT))
        return
    submission = Submission(prompt, move.verb, move.args, holds=lambda _: lease_holds(token))
    try:
        move_submit(match_id=match_id, seat=seat, submission=submission, by="bot")
        turn_played(token)
    except RateLimited as hasty:
        turn_postponed(token, hasty.retry_after or 1)
    except (Problem, RulesError) as refused:
        turn_failed(token)
        log.info("bot_turn_stale", match=str(match_id), prompt=prompt, seat=seat, code=refused.code)


def chosen(asked: Decision, prompt: int, seat: int) -> Move | None:
    """The move of a seat's policy; None if the prompt is closed or it has nothing to say.

    The same question gets the same answer; in an open prompt, a question is one at a given head of the log.
    """
    view = view_from(asked.game, asked.view)
    if not any(open_prompt.id == prompt for open_prompt in asked.game.prompts_for(view, seat)):
        return None
    moves = asked.game.legal_moves(view, prompt)
    acts = asked.seq if view.prompts[prompt].mode == "open" else 0
    return (
        get(asked.game.key, asked.policy)(view, moves, policy_draws(asked.key, prompt, seat, acts)) if moves else None
    )
