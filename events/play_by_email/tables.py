"""The table in an e-mail: the text, the numbered answers, and the address for the answer."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings

from events.base.clock import now_ms
from events.base.exceptions import NotFound
from events.base.texts import texts_of
from events.log.access import access_to
from events.narration.moment import Moment
from events.narration.selectors import text_of
from events.narration.serializers import TextOut
from events.play_by_email.addresses import address_of
from events.play_by_email.models import MailQuestion
from events.users.mail import TableText
from events.users.models import Player

LIVES_MS = 14 * 86_400_000
"""The time during which an answer is accepted."""


def table_for(player: Player, match_id: UUID) -> TableText | None:
    """Returns the table of a match as a player sees it now. Returns None if the player has no seat or the server
    accepts no e-mail.
    """
    if not settings.COMPTOIR_MAIL_DOMAIN:
        return None
    try:
        access = access_to(match_id, player)
    except NotFound:
        return None
    if access.seat is None:
        return None
    return asking(player, match_id, text_of(Moment(access.match, access.seat, player.language), None))


def asking(player: Player, match_id: UUID, text: TextOut) -> TableText:
    """Returns a text with its answers, as a question that the player can answer by e-mail."""
    if not text["choices"]:
        return TableText(text["text"], None)
    choices = "\n".join(f"{choice['number']:>2}  {choice['words']}" for choice in text["choices"])
    how = texts_of("mails")[player.language]["replies"]["how"]
    expires_ms = now_ms() + LIVES_MS
    question = MailQuestion.objects.create(player=player, match_id=match_id, place=text["at"], expires_ms=expires_ms)
    return TableText(f"{text['text']}\n\n{choices}\n\n{how}", address_of(question.pk, expires_ms))


def questions_prune() -> int:
    """Deletes expired questions and their answers; returns the number of deleted rows."""
    return MailQuestion.objects.filter(expires_ms__lt=now_ms() - LIVES_MS).delete()[0]
