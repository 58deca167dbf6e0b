"""Playing: a person's move, a bot's, or the clock's; each is one row, written once."""

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
from events.selectors.match_detail import receipt
from events.selectors.rows import row_for
from events.selectors.sealing import NO_PROMPT
from events.selectors.states import Position, game_of
from events.selectors.table_views import deadline_ms, opens_ms
from events.services.idempotency import (
    Answer,
    answered_before,
    store,
    store_sealed,
    stored,
)
from events.services.matches import lock_match, require_status
from events.services.pending import rewrite_pending
from events.services.rows import announce, rng_of, write_act
from events.services.seats import resign
from events.services.seeds import sealing_expire
from games.kernel.effect import move_from, move_json
from games.kernel.errors import StaleOffer as OfferGone
from games.kernel.errors import StalePrompt as NotAsked
from games.kernel.state import Json, Move, Prompt, plain


class Submission(NamedTuple):
    """A move as it was sent: the prompt it answers, a verb and its arguments.

    key: the Idempotency-Key, if one was sent. holds: whether what `If-Match` demands still holds, asked under the lock.
    """

    prompt: int
    verb: str
    args: Mapping[str, Json]
    key: str | None = None
    holds: Callable[[Match], bool] | None = None

    @property
    def body(self) -> Json:
        """What a repeat with the same key has to repeat."""
        return {"prompt": self.prompt, "verb": self.verb, "args": plain(self.args)}


def move_submit(*, match_id: UUID, seat: int, submission: Submission, by: str = "player") -> Answer:
    """Plays a move for a seat, or gives the answer that the same move got before.

    Raises StalePrompt, IllegalMove, StaleOffer, RateLimited, MatchNotRunning, MatchOver, PreconditionFailed,
    IdempotencyKeyReused; then nothing has happened.
    """
    scope = f"{match_id}/{seat}"
    _warm(match_id)
    with transaction.atomic():
        match = lock_match(match_id)
        if submission.key is not None and (before := stored(scope, submission.key, submission.body)) is not None:
            return before
        position = states.head(match)
        try:
            prompt = game_of(match).open_prompt(position.state, seat, submission.prompt)
        except NotAsked:
            return _too_late(match, position, seat, submission, scope)
        require_status(match, Match.Status.RUNNING)
        if submission.holds is not None and not submission.holds(match):
            raise PreconditionFailed()
        if game_of(match).is_sealed(prompt):
            return _seal(match, position, prompt, seat, submission, by, scope)
        return _play(match, position, prompt, seat, submission, by, scope)


def _warm(match_id: UUID) -> None:
    """Folds the table before the lock is taken, where this process has no copy of it yet: that takes longest."""
    if states.is_kept(match_id):
        return
    match = Match.objects.filter(pk=match_id, status=Match.Status.RUNNING).first()
    if match is not None:
        states.head(match)


def _too_late(match: Match, position: Position, seat: int, submission: Submission, scope: str) -> Answer:
    """The answer that this very move got when it was played; raises StalePrompt if it never was."""
    before = answered_before(scope, submission.prompt, submission.body)
    if before is not None:
        return before
    require_status(match, Match.Status.RUNNING)
    raise StalePrompt(seq=match.head_seq, prompts=open_prompts(match, position, seat))


def open_prompts(match: Match, position: Position, seat: int | None) -> list[int]:
    """The ids of the prompts a seat may answer now."""
    return [prompt.id for prompt in game_of(match).prompts_for(position.state, seat)]


def _play(
    match: Match,
    position: Position,
    prompt: Prompt,
    seat: int,
    submission: Submission,
    by: str,
    scope: str,
) -> Answer:
    move = Move(submission.verb, submission.args)
    try:
        outcome = game_of(match).play(position.state, seat, prompt.id, move, rng_of(match))
    except OfferGone as gone:
        raise StaleOffer(offer=_offer(position, gone.offer)) from None
    if wait := seconds_left(match, seat, game_of(match).phases[prompt.phase].cooldown(position.state, move.verb)):
        raise RateLimited(Fault("/verb", "cools_down", facts={"seconds": wait}), retry_after=wait)
    # Where nobody is told who moved, nobody is told either whether it was a bot.
    row, position = write_act(match, position, "move", outcome, by="player" if outcome.seat is None else by)
    body = {
        "seq": row.seq,
        "event": row_for(match, row, Viewer(seat)),
        "to_act": list(game_of(match).to_act(position.state)),
        "receipt": receipt(match),
    }
    answer = Answer(201, body)
    once = prompt.mode == "once"
    if once or submission.key is not None:
        key = submission.key if submission.key is not None else f"prompt:{prompt.id}"
        store(
            scope, key, submission.body, answer, prompt=prompt.id if once else None,
            move=submission.body if once else None, ordered=list(outcome.ordered),
        )  # fmt: skip
    return answer


def _offer(position: Position, number: int) -> Json:
    """An offer as it is now; `open` tells whether it still stands."""
    standing = [plain(offer) for offer in position.state.public.offers if offer["id"] == number]
    return {**standing[0], "open": True} if standing else {"id": number, "open": False}


def _seal(
    match: Match,
    position: Position,
    prompt: Prompt,
    seat: int,
    submission: Submission,
    by: str,
    scope: str,
) -> Answer:
    """Keeps an answer until all are in; the same answer again is a repeat, another replaces it."""
    game = game_of(match)
    outcome = game.validate(position.state, seat, prompt.id, Move(submission.verb, submission.args))
    assert outcome.move is not None, "a checked move has a normal form"
    answer = Answer(201, {"seq": None, "accepted": True})
    kept, created = SealedAnswer.objects.get_or_create(
        match=match, prompt=prompt.id, seat=seat, defaults={"move": move_json(outcome.move)}
    )
    if not created and kept.move == move_json(outcome.move):
        return answer._replace(status=200, replayed=True)
    if not created:
        SealedAnswer.objects.filter(pk=kept.pk).update(move=move_json(outcome.move))
    store_sealed(scope, submission.key, submission.body, answer, prompt.id, list(outcome.ordered))
    arrived = game.arrive(position.state, seat, prompt.id)
    if arrived is not None:
        _, position = write_act(match, position, "move", arrived, by=by)
    if _all_in(match, prompt) and now_ms() >= opens_ms(position, prompt):
        _open(match, position, prompt, "player")
    elif arrived is None:
        rewrite_pending(match, position)
        announce(match)
    return answer


def _all_in(match: Match, prompt: Prompt) -> bool:
    """Whether everybody who was asked and is still there has answered."""
    answered = SealedAnswer.objects.filter(match=match, prompt=prompt.id).values("seat")
    missing = Seat.objects.filter(match=match, number__in=prompt.seats, resigned=False).exclude(number__in=answered)
    return not missing.exists()


def _open(match: Match, position: Position, prompt: Prompt, by: str) -> None:
    """Opens the sealed answers of a prompt in one row, which names nobody."""
    answers = _sealed(match, prompt)
    outcome = game_of(match).open(position.state, prompt.id, answers, rng_of(match))
    write_act(match, position, "move" if by == "player" else "clock", outcome, by=by)


def _sealed(match: Match, prompt: Prompt) -> dict[int, Move]:
    kept = SealedAnswer.objects.filter(match=match, prompt=prompt.id).values_list("seat", "move")
    return {seat: move_from(move) for seat, move in kept}


def prompt_expire(*, match_id: UUID, prompt: int, seat: int | None, force: bool = False) -> bool:
    """What the clock does when a prompt's time is up; False if it is not, or the prompt is answered already.

    A question to one seat gets its default answer, or, where the match says so, the seat has given up; sealed
    answers are opened, missing ones being the default; an open prompt ends as its phase says.
    force: play the default of one seat, or end an open prompt, although there is time: for a bot that does not answer.
    """
    with transaction.atomic():
        match = lock_match(match_id)
        if prompt == NO_PROMPT:
            return sealing_expire(match)
        if match.status != Match.Status.RUNNING:
            return False
        position = states.head(match)
        asked = {open_prompt.id: open_prompt for open_prompt in position.state.open_prompts}.get(prompt)
        if asked is None:
            return False
        game = game_of(match)
        if game.is_sealed(asked):
            return _expire_sealed(match, position, asked)
        if not (force or _is_due(match, position, asked, seat)):
            return False
        if asked.mode == "once" and seat is not None:
            return _answer_for(match, position, asked, seat)
        outcome = game.expire(position.state, asked.id, {}, rng_of(match))
        write_act(match, position, "clock", outcome, by="clock")
        return True


def _is_due(match: Match, position: Position, asked: Prompt, seat: int | None) -> bool:
    if seat is not None and Seat.objects.filter(match=match, number=seat, resigned=True).exists():
        return True
    deadline = deadline_ms(match, position, asked)
    return deadline is not None and deadline <= now_ms()


def _expire_sealed(match: Match, position: Position, asked: Prompt) -> bool:
    all_in = _all_in(match, asked) and now_ms() >= opens_ms(position, asked)
    deadline = deadline_ms(match, position, asked)
    if not (all_in or (deadline is not None and deadline <= now_ms())):
        return False
    _open(match, position, asked, "player" if all_in else "clock")
    return True


def _answer_for(match: Match, position: Position, asked: Prompt, seat: int) -> bool:
    holder = Seat.objects.get(match=match, number=seat)
    if match.clock.get("on_timeout") == "resign" and not holder.resigned and holder.kind == Seat.Kind.PLAYER:
        resign(match, holder, by="clock")
        return True
    game = game_of(match)
    move = game.default(position.state, seat, asked.id)
    outcome = game.play(position.state, seat, asked.id, move, rng_of(match))
    write_act(match, position, "clock", outcome, by="clock")
    return True


def sealed_default(*, match_id: UUID, prompt: int, seat: int) -> None:
    """Seals the default answer for a bot that gives none; raises StalePrompt if it is no longer asked."""
    match = Match.objects.get(pk=match_id)
    try:
        move = game_of(match).default(states.head(match).state, seat, prompt)
    except NotAsked:
        raise StalePrompt() from None
    move_submit(
        match_id=match_id,
        seat=seat,
        submission=Submission(prompt, move.verb, move.args),
        by="bot",
    )
