"""Moves of people and bots, and default moves of the clock. Each writes one event, and a repetition writes none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from events.base.clock import now_ms, rfc3339
from events.base.exceptions import Busy, FieldError, PreconditionFailed, Problem
from events.log import log, states
from events.log.access import Viewer
from events.log.deadlines import deadline_ms, opens_ms
from events.log.errors import NotSeated
from events.log.idempotency import Reply, answered_before, reply_to_store, stored
from events.log.locking import lock_match, require_status
from events.log.log import StoredEvent, StoredReply
from events.log.match_state.folding import MatchState
from events.log.match_state.occupants import occupants
from events.log.match_state.rules import game_of
from events.log.models import Match, SealedAnswer, Seat
from events.log.receipts import receipt
from events.log.sealing import NO_PROMPT, PAUSE
from events.matches.errors import CoolingDown, Paused, StaleOffer, StalePrompt
from events.matches.lobby.seeds import sealing_expire
from events.matches.record.cooldowns import available_ms, seconds_until
from events.matches.record.pending import overdue_claim, rewrite_pending
from events.matches.record.recording import EventDraft, announce, draft_outcome, rng_of, store_draft, write_outcome
from events.matches.record.visible_events import event_for
from events.matches.table.pauses import pause_expire
from events.matches.table.timeouts import deadline_missed
from games.kernel.effect import move_from, move_json
from games.kernel.errors import IllegalMove, RulesError
from games.kernel.errors import StaleOffer as KernelStaleOffer
from games.kernel.errors import StalePrompt as KernelStalePrompt
from games.kernel.state import Json, Move, Prompt, plain


class Submission(NamedTuple):
    """A move as a client sends it: the prompt that it answers, a verb and its arguments.

    key: the Idempotency-Key, if any. precondition: a check under the lock (`If-Match`, a lease). lease: the lease, if
    the precondition checks nothing else; the move ends it. player: the player who must hold the seat; None: no such
    check.
    """

    prompt: int
    verb: str
    args: Mapping[str, Json]
    key: str | None = None
    precondition: Callable[[Match], bool] | None = None
    lease: UUID | None = None
    player: UUID | None = None

    @property
    def body(self) -> Json:
        """The body that a repeated request with the same key must have."""
        return {"prompt": self.prompt, "verb": self.verb, "args": plain(self.args)}

    @property
    def move(self) -> Move:
        """The move itself."""
        return Move(self.verb, self.args)


def move_submit(
    *, match_id: UUID, seat: int, submission: Submission, by: str = "player", match: Match | None = None
) -> Reply:
    """Plays a move for a seat, or returns the stored reply if the move is a repetition.

    match: the match as the caller has just read it. If the move is legal in this state, it is stored in one statement,
    provided that the head is unchanged and the lock is free. Otherwise the function takes the lock first; moves on a
    busy match wait for the lock in turn.

    Raises StalePrompt, IllegalMove, StaleOffer, CoolingDown, MatchNotRunning, MatchOver, PreconditionFailed or
    IdempotencyKeyReused. If it raises, nothing has changed.
    """
    if match is not None and (reply := _play_at_once(match, seat, submission, by)) is not None:
        return reply
    _warm(match_id)
    with transaction.atomic():
        return _play_in_turn(lock_match(match_id), seat, submission, by)


def _play_at_once(match: Match, seat: int, submission: Submission, by: str) -> Reply | None:
    """Returns the reply to a move that could be stored without waiting for the lock; None if the lock is necessary.

    Beside an open sealed prompt the lock is necessary, because the move could miss an answer. A sealed answer under a
    lease needs it, because only the lock preserves the lease until the answer is stored.
    """
    if match.status != Match.Status.RUNNING or (submission.precondition is not None and submission.lease is None):
        return None
    match_state = states.head(match)
    if match_state.times.paused_at is not None:
        return None
    game, state = game_of(match), match_state.state
    try:
        prompt = game.open_prompt(state, seat, submission.prompt)
        if game.is_sealed(prompt):
            if submission.lease is not None:
                return None
            return _seal(match, match_state, prompt, seat, submission, by, waits_for_lock=False)
        if any(game.is_sealed(other) for other in state.open_prompts):
            return None
        played = attempt(match, match_state, prompt, seat, submission, by)
    except (Problem, RulesError):
        return None
    is_stored = store_draft(played.draft, played.stored, waits_for_lock=False, lease=submission.lease)
    return played.reply if is_stored else None


def _play_in_turn(match: Match, seat: int, submission: Submission, by: str) -> Reply:
    """Plays a move and returns the reply. The caller holds the match's lock."""
    _require_holder(match, seat, submission)
    scope = scope_of(match, seat)
    if submission.key is not None and (before := stored(scope, submission.key, submission.body)) is not None:
        return _with_event(match, seat, before)
    match_state, game = states.head(match), game_of(match)
    try:
        prompt = game.open_prompt(match_state.state, seat, submission.prompt)
    except KernelStalePrompt:
        return _too_late(match, match_state, seat, submission, scope)
    require_status(match, Match.Status.RUNNING)
    if match_state.times.paused_at is not None:
        raise Paused()
    if submission.precondition is not None and not submission.precondition(match):
        raise PreconditionFailed()
    try:
        if game.is_sealed(prompt):
            reply = _seal(match, match_state, prompt, seat, submission, by, waits_for_lock=True)
            if reply is None:
                raise Busy()
            return reply
        played = attempt(match, match_state, prompt, seat, submission, by)
    except IllegalMove as refusal:
        refusal.seq = match.head_seq
        raise
    if not store_draft(played.draft, played.stored, lease=submission.lease):
        raise Busy()
    return played.reply


def _require_holder(match: Match, seat: int, submission: Submission) -> None:
    """Raises NotSeated if a substitute has taken the seat from the player who sends the move."""
    if submission.player is None or not match.substitutes:
        return
    if not Seat.objects.filter(match=match, number=seat, player=submission.player).exists():
        raise NotSeated()


def scope_of(match: Match, seat: int) -> str:
    return f"{match.id}/{seat}"


def _warm(match_id: UUID) -> None:
    """Folds the log before the lock is taken, if this process has no state of the match yet."""
    if states.is_cached(match_id):
        return
    match = Match.objects.filter(pk=match_id, status=Match.Status.RUNNING).first()
    if match is not None:
        states.head(match)


def _too_late(match: Match, match_state: MatchState, seat: int, submission: Submission, scope: str) -> Reply:
    """Returns the stored reply to the same move at a closed prompt. Raises StalePrompt if this move was never
    played.
    """
    before = answered_before(scope, submission.prompt, submission.body)
    if before is not None:
        return _with_event(match, seat, before)
    require_status(match, Match.Status.RUNNING)
    raise StalePrompt(seq=match.head_seq, prompts=open_prompts(match, match_state, seat))


def open_prompts(match: Match, match_state: MatchState, seat: int | None) -> list[int]:
    """Returns the ids of the prompts that a seat may answer now."""
    return [prompt.id for prompt in game_of(match).prompts_for(match_state.state, seat)]


class Attempt(NamedTuple):
    """A move that is ready to be stored, with its reply. stored: the reply for repeated requests."""

    draft: EventDraft
    reply: Reply
    stored: StoredReply | None


def attempt(
    match: Match, match_state: MatchState, prompt: Prompt, seat: int, submission: Submission, by: str
) -> Attempt:
    """Plays a move on a state. Writes nothing, but advances `match` to the new head.

    Raises IllegalMove, StaleOffer, CoolingDown.
    """
    game, state = game_of(match), match_state.state
    try:
        outcome = game.play(state, seat, prompt.id, submission.move, rng_of(match))
    except KernelStaleOffer as stale:
        raise StaleOffer(offer=_offer(match_state, stale.offer)) from None
    cooldown = game.phases[prompt.phase].cooldown(state, submission.verb)
    if (at_ms := available_ms(match, seat, cooldown)) is not None:
        wait = seconds_until(match, at_ms)
        error = FieldError("/verb", "cools_down", params={"seconds": wait})
        raise CoolingDown(error, retry_after=wait, available_at=rfc3339(at_ms))
    # An anonymous move does not reveal whether a bot made it.
    draft = draft_outcome(match, match_state, "move", outcome, by="player" if outcome.seat is None else by)
    reply = Reply(201, reply_body(match, draft.event, seat, receipt(match)), match=match)
    return Attempt(draft, reply, stored_reply(scope_of(match, seat), prompt, submission, reply, list(outcome.ordered)))


def reply_body(match: Match, event: StoredEvent, seat: int, receipt: Json) -> dict[str, Json]:
    """Returns the body of the reply to a move: its event as the seat sees it, and the receipt."""
    visible = event_for(match, event, Viewer(seat))
    return {"seq": event.seq, "event": visible, "to_act": visible["to_act"], "receipt": receipt}


def _with_event(match: Match, seat: int, reply: Reply) -> Reply:
    """Returns the whole of a stored reply to a move. An older reply contains its event."""
    if "event" in reply.body or "receipt" not in reply.body:
        return reply
    [event] = log.read(match.pk, reply.body["seq"] - 1, reply.body["seq"])
    return reply._replace(body=reply_body(match, event, seat, reply.body["receipt"]))


def stored_reply(
    scope: str, prompt: Prompt, submission: Submission, reply: Reply, ordered: list[str]
) -> StoredReply | None:
    """Returns the reply to store, without its event, which is in the log. Returns None at a prompt that takes many
    answers if the request has no key, because only a key identifies a repetition there.
    """
    reply = reply._replace(body={name: reply.body[name] for name in ("seq", "receipt")})
    if prompt.mode == "once":
        key = submission.key if submission.key is not None else f"prompt:{prompt.id}"
        answer = {"prompt": prompt.id, "move": submission.body}
        return reply_to_store(scope, key, submission.body, reply, ordered=ordered, **answer)
    if submission.key is not None:
        return reply_to_store(scope, submission.key, submission.body, reply, ordered=ordered)
    return None


def _offer(match_state: MatchState, number: int) -> Json:
    """Returns the current state of an offer; `open` is true while the offer can be accepted."""
    standing = [plain(offer) for offer in match_state.state.public.offers if offer["id"] == number]
    return {**standing[0], "open": True} if standing else {"id": number, "open": False}


def _seal(
    match: Match,
    match_state: MatchState,
    prompt: Prompt,
    seat: int,
    submission: Submission,
    by: str,
    *,
    waits_for_lock: bool,
) -> Reply | None:
    """Stores a sealed answer until all answers are given. The same answer again changes nothing; a different answer
    replaces it.

    The last answer, and an answer whose arrival is public, write an event. They need the lock; without it the function
    returns None.
    """
    game, state = game_of(match), match_state.state
    outcome = game.validate(state, seat, prompt.id, submission.move)
    assert outcome.move is not None, "a checked move has a normal form"
    reply, arrived = Reply(201, {"seq": None, "accepted": True}, match=match), game.arrive(state, seat, prompt.id)
    if arrived is not None and not waits_for_lock:
        return None
    others = [o.number for o in occupants(match, match_state) if o.number in prompt.seats and not o.resigned]
    result = log.seal(
        match,
        prompt.id,
        seat,
        move_json(outcome.move),
        [other for other in others if other != seat],
        sealed_replies(match, prompt, seat, submission, reply, list(outcome.ordered)),
        waits_for_lock=waits_for_lock,
    )
    if result == "nothing":
        return None
    if result == "same":
        return reply._replace(status=200, replayed=True)
    if arrived is not None:
        match_state = write_outcome(match, match_state, "move", arrived, by=by).match_state
    if result == "last" and now_ms() >= opens_ms(match_state, prompt):
        _open(match, match_state, prompt, "player")
    elif arrived is None:
        if result == "last":
            rewrite_pending(match, match_state)
        announce(match)
    return reply


def sealed_replies(
    match: Match, prompt: Prompt, seat: int, submission: Submission, reply: Reply, ordered: list[str]
) -> list[StoredReply]:
    """Returns the replies to store: one for the prompt, and one for the key if there is a key."""
    scope, body = scope_of(match, seat), submission.body
    of_prompt = reply_to_store(scope, f"prompt:{prompt.id}", body, reply, prompt=prompt.id, move=body, ordered=ordered)
    if submission.key is None:
        return [of_prompt]
    return [of_prompt, reply_to_store(scope, submission.key, body, reply, ordered=ordered)]


def _all_in(match: Match, prompt: Prompt) -> bool:
    """Returns whether every prompted seat that has not resigned has answered."""
    answered = SealedAnswer.objects.filter(match=match, prompt=prompt.id).values("seat")
    missing = Seat.objects.filter(match=match, number__in=prompt.seats, resigned=False).exclude(number__in=answered)
    return not missing.exists()


def _open(match: Match, match_state: MatchState, prompt: Prompt, by: str) -> None:
    """Reveals the sealed answers of a prompt in one event, which names no seat as its actor."""
    answers = _sealed(match, prompt)
    outcome = game_of(match).open(match_state.state, prompt.id, answers, rng_of(match))
    write_outcome(match, match_state, "move" if by == "player" else "clock", outcome, by=by)


def _sealed(match: Match, prompt: Prompt) -> dict[int, Move]:
    answers = SealedAnswer.objects.filter(match=match, prompt=prompt.id).values_list("seat", "move")
    return {seat: move_from(move) for seat, move in answers}


def overdue_handle(*, match_id: UUID, prompt: int, seat: int | None) -> bool:
    """Expires a prompt (`prompt_expire`), unless the match is busy; in this case its timer fires again."""
    _warm(match_id)
    with transaction.atomic():
        if not overdue_claim(match_id, prompt, seat):
            return False
        return prompt_expire(match_id=match_id, prompt=prompt, seat=seat)


def prompt_expire(*, match_id: UUID, prompt: int, seat: int | None, force: bool = False) -> bool:
    """Acts when the time of a prompt is up; returns False if time is left or the prompt is already answered.

    At a prompt to one seat, takes the next step of the ladder (`events.matches.table.timeouts`). Reveals sealed
    answers, with the default for missing answers. Ends an open prompt as its phase defines. force: whether to act
    although time is left, for a bot whose policy fails.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        if prompt == NO_PROMPT:
            return sealing_expire(match)
        if prompt == PAUSE:
            return pause_expire(match)
        if match.status != Match.Status.RUNNING:
            return False
        match_state = states.head(match)
        if match_state.times.paused_at is not None:
            return False
        current = {open_prompt.id: open_prompt for open_prompt in match_state.state.open_prompts}.get(prompt)
        if current is None:
            return False
        game = game_of(match)
        if game.is_sealed(current):
            return _expire_sealed(match, match_state, current)
        if not (force or _is_overdue(match, match_state, current, seat)):
            return False
        if current.mode == "once" and seat is not None:
            deadline_missed(match, match_state, current, seat)
            return True
        outcome = game.expire(match_state.state, current.id, {}, rng_of(match))
        write_outcome(match, match_state, "clock", outcome, by="clock")
        return True


def _is_overdue(match: Match, match_state: MatchState, prompt: Prompt, seat: int | None) -> bool:
    if seat is not None and Seat.objects.filter(match=match, number=seat, resigned=True).exists():
        return True
    deadline = deadline_ms(match_state, prompt)
    return deadline is not None and deadline <= now_ms()


def _expire_sealed(match: Match, match_state: MatchState, prompt: Prompt) -> bool:
    all_in = _all_in(match, prompt) and now_ms() >= opens_ms(match_state, prompt)
    deadline = deadline_ms(match_state, prompt)
    if not (all_in or (deadline is not None and deadline <= now_ms())):
        return False
    _open(match, match_state, prompt, "player" if all_in else "clock")
    return True


def sealed_default(*, match_id: UUID, prompt: int, seat: int) -> None:
    """Seals the default answer for a bot whose policy fails. Raises StalePrompt if the prompt is closed."""
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
