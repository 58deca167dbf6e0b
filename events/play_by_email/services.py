"""Answers by e-mail. Each plays once the move that the same answer to `POST /matches/{id}/text` would play."""

from __future__ import annotations

from smtplib import SMTPException
from types import SimpleNamespace
from typing import NamedTuple

import structlog
from django.db import transaction

from events.base.clock import now_ms
from events.base.exceptions import Busy, Problem, RateLimited
from events.base.texts import texts_of
from events.http.throttles import spend
from events.log.access import Access, access_to
from events.narration.moment import Moment
from events.narration.place import TextPlace
from events.narration.selectors import text_of
from events.narration.serializers import TextOut
from events.narration.services import Answer, answer_give
from events.play_by_email.addresses import read_address
from events.play_by_email.messages import Incoming, Unreadable, read_message
from events.play_by_email.models import MailAnswer, MailQuestion
from events.play_by_email.senders import is_from
from events.play_by_email.tables import asking
from events.users.mail import TableText, mail_send, mail_to, title
from events.users.models import Player
from games.kernel.errors import RulesError

PLAYED, ASKED, LATE, REFUSED = "played", "asked", "late", "refused"
REPLIES = "replies"

log = structlog.get_logger()


class MailOutcome(NamedTuple):
    """The outcome of an e-mail: `played`, `asked`, `late`, `refused`, or the reason why it was ignored.

    is_answered: whether a reply was sent by e-mail.
    """

    outcome: str
    is_answered: bool


class _Ignored(Exception):
    """An e-mail that is ignored. The text of the exception is the reason."""


class _Outcome(NamedTuple):
    name: str
    text: TextOut | None = None
    note: str = ""


def mail_receive(*, content: bytes, recipient: str, envelope_sender: str | None = None) -> MailOutcome:
    """Plays the answer in an e-mail, or replies with a further question. An e-mail that may not receive a reply is
    ignored.

    Raises Busy, or an exception of an unavailable database; then the e-mail can be delivered again later.
    """
    try:
        outcome, player, question, incoming = _received(content, recipient, envelope_sender)
    except _Ignored as ignored:
        log.info("mail_ignored", reason=str(ignored))
        return MailOutcome(str(ignored), False)
    log.info("mail_received", outcome=outcome.name)
    return MailOutcome(outcome.name, _reply(player, question, incoming, outcome))


def _received(
    content: bytes, recipient: str, envelope_sender: str | None
) -> tuple[_Outcome, Player, MailQuestion, Incoming]:
    address = read_address(recipient)
    if address is None:
        raise _Ignored("forged")
    try:
        incoming = read_message(content, envelope_sender)
    except Unreadable:
        raise _Ignored("unreadable") from None
    if incoming.is_automatic:
        raise _Ignored("automatic")
    with transaction.atomic():
        questions = MailQuestion.objects.select_for_update(of=("self",)).select_related("player")
        question = questions.filter(pk=address.question).first()
        if question is None:
            raise _Ignored("forgotten")
        if not is_from(question.player, incoming):
            raise _Ignored("foreign")
        _, is_new = MailAnswer.objects.get_or_create(question=question, digest=incoming.digest)
        if not is_new:
            raise _Ignored("doubled")
        try:
            spend(SimpleNamespace(), REPLIES, str(question.player_id))
        except RateLimited:
            raise _Ignored("too_many") from None
        is_late = question.moved_ms is not None or address.expires_ms <= now_ms()
        outcome = _Outcome(LATE) if is_late else _answered(question, incoming)
        if outcome.name == PLAYED:
            MailQuestion.objects.filter(pk=question.pk).update(moved_ms=now_ms())
    return outcome, question.player, question, incoming


def _answered(question: MailQuestion, incoming: Incoming) -> _Outcome:
    """Returns the outcome of an answer."""
    player, place = question.player, TextPlace.of(question.place, "/at")
    if not incoming.answer:
        return _Outcome(ASKED)
    answer = Answer(place, incoming.answer, f"mail-{question.pk}-{incoming.digest.hex()[:32]}", player.pk)
    try:
        access = access_to(question.match_id, player)
        given = answer_give(access=access, answer=answer, language=player.language)
    except Busy:
        raise
    except Problem as problem:
        return _Outcome(LATE if problem.code in ("stale_prompt", "match_over", "match_not_running") else REFUSED)
    except RulesError:
        return _Outcome(REFUSED)
    if given.reply is None:
        return _Outcome(ASKED, given.step)
    return _Outcome(PLAYED, note=given.note)


def _reply(player: Player, question: MailQuestion, incoming: Incoming, outcome: _Outcome) -> bool:
    """Sends the outcome of an answer; returns whether this was possible. A played move stays played in any case."""
    try:
        access = access_to(question.match_id, player)
    except Problem:
        return False
    if access.seat is None:
        return False
    words = texts_of("mails")[player.language]
    note = outcome.note or words["replies"].get(outcome.name, "")
    table = _table(player, question, access, outcome, note)
    headers = {"Auto-Submitted": "auto-replied"}
    headers |= {"Reply-To": table.reply_to} if table.reply_to else {}
    if incoming.message_id:
        headers |= {"In-Reply-To": incoming.message_id, "References": incoming.message_id}
    subject = words["subjects"]["answered"].format(game=title(access.match.game, player.language))
    try:
        mail_send(mail_to(player, subject, table.text, headers))
    except (OSError, SMTPException) as error:
        log.warning("mail_failed", error=type(error).__name__)
        return False
    return True


def _table(player: Player, question: MailQuestion, access: Access, outcome: _Outcome, note: str) -> TableText:
    """Returns the next step, or the current table."""
    if outcome.text is not None:
        return asking(player, question.match_id, outcome.text)
    moment = Moment(access.match, access.seat, player.language)
    return asking(player, question.match_id, text_of(moment, TextPlace.of(question.place, "/at").seq, [note]))
