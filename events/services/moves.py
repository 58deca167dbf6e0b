"""Moves of people and bots, and default moves of the clock; each writes one event, once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from events.clock import now_ms
from events.exceptions import Fault, PreconditionFailed, RateLimited, StaleOffer, StalePrompt
from events.models import Match, SealedAnswer, Seat
from events.selectors import states
from events.selectors.access import Viewer
from events.selectors.cooldowns import seconds_left
from events.selectors.receipts import receipt
from events.selectors.sealing import NO_PROMPT
from events.selectors.states import MatchState, game_of
from events.selectors.table_views import deadline_ms, opens_ms
from events.selectors.visible_events import event_for
from events.services.idempotency import (
    Reply,
    answered_before,
    store,
    store_sealed,
    stored,
)
from events.services.matches import lock_match, require_status
from events.services.pending import rewrite_pending
from events.services.recording import announce, rng_of, write_outcome
from events.services.seats import resign
from events.services.seeds import sealing_expire
from games.kernel.effect import move_from, move_json
from games.kernel.errors import StaleOffer as KernelStaleOffer
from games.kernel.errors import StalePrompt as KernelStalePrompt
from games.kernel.state import Json, Move, Prompt, plain


class Submission(NamedTuple):
    """A move as sent: the prompt that it answers, a verb and its arguments.

    key: the Idempotency-Key, if any. holds: checks the precondition (`If-Match`, a lease) under the lock.
    """

    prompt: int
    verb: str
    args: Mapping[str, Json]
    key: str | None = None
    holds: Callable[[Match], bool] | None = None

    @property
    def body(self) -> Json:
        """The body that a repeated request with the same key must have."""
        return {"prompt": self.prompt, "verb": self.verb, "args": plain(self.args)}


def move_submit(*, match_id: UUID, seat: int, submission: Submission, by: str = "player") -> Reply:
    """Plays a move for a seat, or returns the reply that the same move received before.

    Raises StalePrompt, IllegalMove, StaleOffer, RateLimited, MatchNotRunning, MatchOver, PreconditionFailed,
    IdempotencyKeyReused; then nothing has changed.
    """
    scope = f"{match_id}/{seat}"
    _warm(match_id)
    with transaction.atomic():
        match = lock_match(match_id)
        if submission.key is not None and (before := stored(scope, submission.key, submission.body)) is not None:
            return before
        match_state = states.head(match)
        try:
            prompt = game_of(match).open_prompt(match_state.state, seat, submission.prompt)
        except KernelStalePrompt:
            return _too_late(match, match_state, seat, submission, scope)
        require_status(match, Match.Status.RUNNING)
        if submission.holds is not None and not submission.holds(match):
            raise PreconditionFailed()
        if game_of(match).is_sealed(prompt):
            return _seal(match, match_state, prompt, seat, submission, by, scope)
        return _play(match, match_state, prompt, seat, submission, by, scope)


def _warm(match_id: UUID) -> None:
    """Folds the log before the lock is taken, if this process has no state of the match yet: that takes longest."""
    if states.is_cached(match_id):
        return
    match = Match.objects.filter(pk=match_id, status=Match.Status.RUNNING).first()
    if match is not None:
        states.head(match)


def _too_late(match: Match, match_state: MatchState, seat: int, submission: Submission, scope: str) -> Reply:
    """The reply that this very move received when it was played; raises StalePrompt if it never was."""
    before = answered_before(scope, submission.prompt, submission.body)
    if before is not None:
        return before
    require_status(match, Match.Status.RUNNING)
    raise StalePrompt(seq=match.head_seq, prompts=open_prompts(match, match_state, seat))


def open_prompts(match: Match, match_state: MatchState, seat: int | None) -> list[int]:
    """The ids of the prompts a seat may answer now."""
    return [prompt.id for prompt in game_of(match).prompts_for(match_state.state, seat)]


def _play(
    match: Match,
    match_state: MatchState,
    prompt: Prompt,
    seat: int,
    submission: Submission,
    by: str,
    scope: str,
) -> Reply:
    move = Move(submission.verb, submission.args)
    try:
        outcome = game_of(match).play(match_state.state, seat, prompt.id, move, rng_of(match))
    except KernelStaleOffer as stale:
        raise StaleOffer(offer=_offer(match_state, stale.offer)) from None
    if wait := seconds_left(match, seat, game_of(match).phases[prompt.phase].cooldown(match_state.state, move.verb)):
        raise RateLimited(Fault("/verb", "cools_down", facts={"seconds": wait}), retry_after=wait)
    # An anonymous move does not reveal whether a bot made it.
    event, match_state = write_outcome(match, match_state, "move", outcome, by="player" if outcome.seat is None else by)
    body = {
        "seq": event.seq,
        "event": event_for(match, event, Viewer(seat)),
        "to_act": list(game_of(match).to_act(match_state.state)),
        "receipt": receipt(match),
    }
    reply = Reply(201, body)
    once = prompt.mode == "once"
    if once or submission.key is not None:
        key = submission.key if submission.key is not None else f"prompt:{prompt.id}"
        store(
            scope, key, submission.body, reply, prompt=prompt.id if once else None,
            move=submission.body if once else None, ordered=list(outcome.ordered),
        )  # fmt: skip
    return reply


def _offer(match_state: MatchState, number: int) -> Json:
    """An offer as it is now; `open` tells whether it still stands."""
    standing = [plain(offer) for offer in match_state.state.public.offers if offer["id"] == number]
    return {**standing[0], "open": True} if standing else {"id": number, "open": False}


def _seal(
    match: Match,
    match_state: MatchState,
    prompt: Prompt,
    seat: int,
    submission: Submission,
    by: str,
    scope: str,
) -> Reply:
    """Stores a sealed answer until all are in; the same answer again changes nothing, another one replaces it."""
    game = game_of(match)
    outcome = game.validate(match_state.state, seat, prompt.id, Move(submission.verb, submission.args))
    assert outcome.move is not None, "a checked move has a normal form"
    reply = Reply(201, {"seq": None, "accepted": True})
    stored_answer, created = SealedAnswer.objects.get_or_create(
        match=match, prompt=prompt.id, seat=seat, defaults={"move": move_json(outcome.move)}
    )
    if not created and stored_answer.move == move_json(outcome.move):
        return reply._replace(status=200, replayed=True)
    if not created:
        SealedAnswer.objects.filter(pk=stored_answer.pk).update(move=move_json(outcome.move))
    store_sealed(scope, submission.key, submission.body, reply, prompt.id, list(outcome.ordered))
    arrived = game.arrive(match_state.state, seat, prompt.id)
    if arrived is not None:
        _, match_state = write_outcome(match, match_state, "move", arrived, by=by)
    if _all_in(match, prompt) and now_ms() >= opens_ms(match_state, prompt):
        _open(match, match_state, prompt, "player")
    elif arrived is None:
        rewrite_pending(match, match_state)
        announce(match)
    return reply


def _all_in(match: Match, prompt: Prompt) -> bool:
    """Whether every prompted seat that has not resigned has answered."""
    answered = SealedAnswer.objects.filter(match=match, prompt=prompt.id).values("seat")
    missing = Seat.objects.filter(match=match, number__in=prompt.seats, resigned=False).exclude(number__in=answered)
    return not missing.exists()


def _open(match: Match, match_state: MatchState, prompt: Prompt, by: str) -> None:
    """Opens the sealed answers of a prompt in one event, which names no seat as its actor."""
    answers = _sealed(match, prompt)
    outcome = game_of(match).open(match_state.state, prompt.id, answers, rng_of(match))
    write_outcome(match, match_state, "move" if by == "player" else "clock", outcome, by=by)


def _sealed(match: Match, prompt: Prompt) -> dict[int, Move]:
    answers = SealedAnswer.objects.filter(match=match, prompt=prompt.id).values_list("seat", "move")
    return {seat: move_from(move) for seat, move in answers}


def prompt_expire(*, match_id: UUID, prompt: int, seat: int | None, force: bool = False) -> bool:
    """What the clock does when a prompt's time is up; False if it is not, or the prompt is already answered.

    For a prompt to one seat it plays the default move, or, if the match says so, resigns the seat. It opens sealed
    answers, with the default for missing ones. An open prompt ends as its phase says.
    force: act although there is time left, for a bot whose policy fails.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        if prompt == NO_PROMPT:
            return sealing_expire(match)
        if match.status != Match.Status.RUNNING:
            return False
        match_state = states.head(match)
        current = {open_prompt.id: open_prompt for open_prompt in match_state.state.open_prompts}.get(prompt)
        if current is None:
            return False
        game = game_of(match)
        if game.is_sealed(current):
            return _expire_sealed(match, match_state, current)
        if not (force or _is_overdue(match, match_state, current, seat)):
            return False
        if current.mode == "once" and seat is not None:
            return _answer_for(match, match_state, current, seat)
        outcome = game.expire(match_state.state, current.id, {}, rng_of(match))
        write_outcome(match, match_state, "clock", outcome, by="clock")
        return True


def _is_overdue(match: Match, match_state: MatchState, prompt: Prompt, seat: int | None) -> bool:
    if seat is not None and Seat.objects.filter(match=match, number=seat, resigned=True).exists():
        return True
    deadline = deadline_ms(match, match_state, prompt)
    return deadline is not None and deadline <= now_ms()


def _expire_sealed(match: Match, match_state: MatchState, prompt: Prompt) -> bool:
    all_in = _all_in(match, prompt) and now_ms() >= opens_ms(match_state, prompt)
    deadline = deadline_ms(match, match_state, prompt)
    if not (all_in or (deadline is not None and deadline <= now_ms())):
        return False
    _open(match, match_state, prompt, "player" if all_in else "clock")
    return True


def _answer_for(match: Match, match_state: MatchState, prompt: Prompt, seat: int) -> bool:
    occupant = Seat.objects.get(match=match, number=seat)
    if match.clock.get("on_timeout") == "resign" and not occupant.resigned and occupant.kind == Seat.Kind.PLAYER:
        resign(match, occupant, by="clock")
        return True
    game = game_of(match)
    move = game.default(match_state.state, seat, prompt.id)
    outcome = game.play(match_state.state, seat, prompt.id, move, rng_of(match))
    write_outcome(match, match_state, "clock", outcome, by="clock")
    return True


def sealed_default(*, match_id: UUID, prompt: int, seat: int) -> None:
    """Seals the default answer for a bot whose policy fails; raises StalePrompt if the prompt is closed."""
    match = Match.objects.get(pk=match_id)
    try:
        move = game_of(match).default(states.head(match).state, seat, prompt)
    except KernelStalePrompt:
        raise StalePrompt() from None
    move_submit(
        match_id=match_id,
        seat=seat,
        submission=Submission(prompt, move.verb, move.args),
        by="bot",
    )
