"""The bots' turns, played by workers: a turn is a row of `Pending`, the broker only shortens the wait.

A task may run twice, late or never. It takes the turn's lease, asks the seat's policy, which sees the seat's view and
nothing else, and plays through the same door as people; what is stale by then ends quietly.
"""

from __future__ import annotations

from uuid import UUID

import structlog
from celery import shared_task

from bots.policies import get
from events.exceptions import Problem, RateLimited
from events.selectors.decisions import Decision, decision
from events.selectors.patience import patience_left
from events.services.moves import Submission, move_submit
from events.services.work import bot_claim, bot_has_nothing, bot_has_played, bot_has_to_wait, bot_turns
from games.kernel.codec import view_from
from games.kernel.errors import RulesError
from games.kernel.rng import policy_draws
from games.kernel.state import Move

LONGEST_WAIT = 240  # seconds; a turn put off for longer would be taken for one written by a clock that was ahead

log = structlog.get_logger()


@shared_task
def wake(match_id: str) -> None:
    """Has every bot of a match asked whose turn is due."""
    for prompt, seat in bot_turns(UUID(match_id)):
        play_turn(UUID(match_id), prompt, seat)


@shared_task
def choose_move(match_id: str, prompt: int, seat: int) -> None:
    """Plays a bot's turn, if it is still due and nobody else is at it."""
    play_turn(UUID(match_id), prompt, seat)


def play_turn(match_id: UUID, prompt: int, seat: int) -> None:
    """Leases a bot's turn, asks its policy, and plays; what would end people's talk too soon is put off."""
    token = bot_claim(match_id=match_id, prompt=prompt, seat=seat)
    if token is None:
        return
    asked = decision(match_id, seat)
    move = chosen(asked, prompt, seat)
    if move is None:
        bot_has_nothing(match_id=match_id, prompt=prompt, seat=seat, token=token, seq=asked.seq)
        return
    if seconds := patience_left(match_id, prompt, seat, move.verb):
        bot_has_to_wait(match_id=match_id, prompt=prompt, seat=seat, token=token, seconds=min(seconds, LONGEST_WAIT))
        return
    try:
        move_submit(match_id=match_id, seat=seat, submission=Submission(prompt, move.verb, move.args), by="bot")
        bot_has_played(match_id=match_id, prompt=prompt, seat=seat, token=token)
    except RateLimited as hasty:
        bot_has_to_wait(match_id=match_id, prompt=prompt, seat=seat, token=token, seconds=hasty.retry_after or 1)
    except (Problem, RulesError) as refused:
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
