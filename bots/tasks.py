"""Tasks that play the turns of bots and continue analyses; workers run them.

A turn is a row of `PendingAction`. A task leases the row, runs the policy on the seat's view alone, and plays through
the same service as people. A message may come twice, late or never. The first task that leases the turn plays it, and
other tasks do nothing. A timer of the match sends lost messages again (`bots.timers`).
"""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from uuid import UUID

import structlog
from celery import shared_task
from django.db import Error

from bots.coach import analyse
from bots.leases import renewed
from bots.policies import get
from events.base import messages
from events.base.clock import now_ms
from events.base.exceptions import Problem, RateLimited
from events.base.metrics import BOT_TURN_SECONDS
from events.base.policies import DEFAULT_POLICY, LEARNT, LEVELS, THINKING
from events.matches.errors import CoolingDown
from events.matches.record.pending import (
    ReadyTurn,
    TurnLease,
    WaitingTurn,
    lease_holds,
    turn_failed,
    turn_lease,
    turn_passed,
    turn_played,
    turn_postponed,
)
from events.matches.table.decisions import BotDecision, decision
from events.matches.table.moves import Submission, move_submit
from events.matches.table.patience import pace_left, patience_left
from games import registry
from games.kernel.codec import view_from
from games.kernel.errors import RulesError
from games.kernel.rng import policy_draws
from games.kernel.state import Move

SLICE_SECONDS = 1.0  # seconds that a task works on analyses before the bots that search have their turn
TURNS_SECONDS = 0.1  # seconds that a task continues with the turns that its own turn leads to
MESSAGE_SECONDS = 60  # the lifetime of a message about a turn; then a timer sends another

log = structlog.get_logger()
_thread = threading.local()


def follow_turn(match_id: UUID, turn: ReadyTurn) -> None:
    """Passes on a turn that has just become ready: to this task if it continues with turns, otherwise to a worker."""
    following: list[tuple[UUID, ReadyTurn]] | None = getattr(_thread, "following", None)
    if following is None or turn.thinks:
        send_turn(match_id, turn)
    else:
        following.append((match_id, turn))


def send_turn(match_id: UUID, turn: ReadyTurn | WaitingTurn) -> None:
    """Sends a message to the queue for turns of this kind.

    Bots that search do not delay other bots. Matches of bots alone, even many of one player, do not delay matches with
    people: workers take messages from their queues in turn; of the queues in PostgreSQL, they take from the queue of
    people first.
    """
    if turn.thinks:
        queue = "search" if turn.attended else "background"
    else:
        queue = "celery" if turn.attended else "bots"
    messages.send(play_turns, match_id, turn.prompt, turn.seat, expires=MESSAGE_SECONDS, queue=queue)


@shared_task
def coach() -> None:
    """Continues analyses for a short time; a timer sends the next message while any analysis waits."""
    analyse(SLICE_SECONDS)


@shared_task
def play_turns(match_id: UUID, prompt: int, seat: int) -> None:
    """Plays a turn and, for TURNS_SECONDS, the bots' turns that follow, because a message costs as much as a turn."""
    until, following = time.monotonic() + TURNS_SECONDS, list[tuple[UUID, ReadyTurn]]()
    _thread.following = following
    try:
        play_turn(match_id, prompt, seat)
        while following and time.monotonic() < until:
            match, turn = following.pop(0)
            play_turn(match, turn.prompt, turn.seat)
    finally:
        _thread.following = None
        for match, turn in following:
            send_turn(match, turn)


def play_turn(match_id: UUID, prompt: int, seat: int, *, in_haste: bool = False) -> bool:
    """Leases a bot's turn, runs its policy and plays; returns False if the turn is over, leased or not ready.

    in_haste: the greedy policy plays instead of a policy that searches.
    """
    lease = turn_lease(match_id=match_id, prompt=prompt, seat=seat)
    if lease is None:
        return False
    try:
        with renewed(lease):
            _play(match_id, prompt, seat, lease, in_haste)
    except BaseException:
        with suppress(Error):  # the lease expires in any case
            turn_failed(lease)
        raise
    return True


def _play(match_id: UUID, prompt: int, seat: int, lease: TurnLease, in_haste: bool) -> None:
    """Plays under a lease; a worker whose lease another worker has taken plays nothing."""
    current = decision(match_id, seat)
    thinks = current.policy in THINKING
    is_older = current.game is not registry.get(current.game.key)
    if (in_haste or is_older) and current.policy in (*LEVELS, LEARNT):
        current = current._replace(policy=DEFAULT_POLICY)  # plans and networks support only the newest rules
    move = chosen(current, prompt, seat)
    if move is None:
        turn_passed(lease, current.seq)
        return
    patience = patience_left(current.match, prompt, seat, move.verb)
    if seconds := max(patience, pace_left(current.match, prompt, seat, current.policy)):
        turn_postponed(lease, seconds)
        return
    submission = Submission(prompt, move.verb, move.args, precondition=lambda _: lease_holds(lease), lease=lease.token)
    try:
        reply = move_submit(match_id=match_id, seat=seat, submission=submission, by="bot", match=current.match)
        if reply.replayed:  # otherwise the lease has ended with the move
            turn_played(lease)
        waited_ms = max(0, now_ms() - lease.ready_ms)
        BOT_TURN_SECONDS.labels("yes" if thinks else "no").observe(waited_ms / 1000)
    except (CoolingDown, RateLimited) as refusal:
        turn_postponed(lease, refusal.retry_after or 1)
    except (Problem, RulesError) as refusal:
        turn_failed(lease)
        log.info("bot_turn_stale", match=str(match_id), prompt=prompt, seat=seat, code=refusal.code)


def chosen(current: BotDecision, prompt: int, seat: int) -> Move | None:
    """Returns the move of a seat's policy; None if the prompt is closed or the policy passes.

    The same decision leads to the same move. At an open prompt, each event of the log makes a new decision.
    """
    view = view_from(current.game, current.view)
    if not any(open_prompt.id == prompt for open_prompt in current.game.prompts_for(view, seat)):
        return None
    moves = current.game.legal_moves(view, prompt)
    salt = current.seq if view.prompts[prompt].mode == "open" else 0
    if not moves:
        return None
    return get(current.game.key, current.policy)(view, moves, policy_draws(current.key, prompt, seat, salt))
