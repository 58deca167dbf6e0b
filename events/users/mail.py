"""E-mails with notifications to players who are away, with an unsubscribe link (RFC 8058)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from smtplib import SMTPRecipientsRefused
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMessage, get_connection

from events.base.metrics import MAIL_ATTEMPTED_AT
from events.base.texts import texts_of
from events.users.links import UNSUBSCRIBE, link_to
from events.users.models import Player
from events.users.notice_times import is_daily
from games import registry
from games.kernel.words.texts import texts

if TYPE_CHECKING:
    from events.notifications.models import Delivery, Notification

SECONDS = 20  # the timeout of each exchange with the mail server
EMAILED = {
    "your_turn": "email_on_turn",
    "match_started": "email_on_start",
    "match_over": "email_on_over",
    "invited": "email_on_invited",
    "message": "email_on_message",
    "deadline_near": "email_on_deadline",
    "round_drawn": "email_on_round",
    "tournament_news": "email_on_news",
}
"""The setting for each kind of notification by e-mail. `events/notifications/sql/deliver.sql` reads the settings."""


class TableText(NamedTuple):
    """The text of a match for one player. reply_to: the address for answers; None: no answer by e-mail is possible."""

    text: str
    reply_to: str | None


_tables: list[Callable[[Player, UUID], TableText | None]] = []


def tell_tables(table_for: Callable[[Player, UUID], TableText | None]) -> None:
    """Sets the function that describes the table of a match in an e-mail about a turn (`events.play_by_email`)."""
    _tables[:] = [table_for]


def wishes_mail(delivery: Delivery) -> bool:
    """Returns whether a player still wants a notification by e-mail: settings or address may have changed since."""
    player = delivery.player
    wish = player.notifications.get(EMAILED[delivery.notice.kind])
    return bool(player.is_active and player.email and player.is_email_confirmed and wish)


def write_mail(player: Player, notices: Sequence[Notification]) -> EmailMessage:
    """Returns one e-mail with some notifications, in order. `mail_send` sends it."""
    words = texts_of("mails")[player.language]
    games = {notice.data["game"]: title(notice.data["game"], player.language) for notice in notices}
    lines = list(
        dict.fromkeys(  # removes duplicate lines, such as those of several messages at one table
            f"{words['lines'][notice.kind].format(game=games[notice.data['game']])}\n{match_url(notice)}"
            for notice in notices
        )
    )
    kind = notices[0].kind if len(lines) == 1 else "several"
    subject = words["subjects"][kind].format(game=games[notices[0].data["game"]], count=len(lines))
    table = _table(player, notices)
    lines += [table.text] if table else []
    unsubscribe = link_to(player, UNSUBSCRIBE)
    parts, domain = words["parts"], urlsplit(settings.COMPTOIR_URL).hostname
    body = [parts["greeting"].format(name=player.name), *lines, f"-- \n{parts['unsubscribe']}\n{unsubscribe}"]
    headers = {
        "List-Unsubscribe": f"<{unsubscribe}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Message-ID": f"<{player.pk.hex}.{notices[0].number}.{notices[-1].number}@{domain}>",
        "Auto-Submitted": "auto-generated",
    }
    headers |= {"Reply-To": table.reply_to} if table and table.reply_to else {}
    return mail_to(player, subject, "\n\n".join(body), headers)


def bundles(player: Player, notices: Sequence[Notification]) -> list[list[Notification]]:
    """Groups notifications by e-mail. If the player wants one e-mail a day, all notifications form one e-mail.

    Otherwise, if players can answer by e-mail, each match that waits for the player has a separate e-mail.
    """
    if is_daily(player.notifications):
        return [list(notices)] if notices else []
    waiting = {each.match_id for each in notices if each.kind == "your_turn"}
    apart = waiting if settings.COMPTOIR_MAIL_DOMAIN else set()
    bundled: dict[UUID | None, list[Notification]] = {}
    for notice in notices:
        bundled.setdefault(notice.match_id if notice.match_id in apart else None, []).append(notice)
    return list(bundled.values())


def _table(player: Player, notices: Sequence[Notification]) -> TableText | None:
    """Returns the text of the only match that waits for the player.

    Returns None without such a match, or if no app has set the function that describes tables.
    """
    matches = {notice.match_id for notice in notices}
    match = matches.pop() if len(matches) == 1 else None
    if match is None or all(notice.kind != "your_turn" for notice in notices):
        return None
    return next((table_for(player, match) for table_for in _tables), None)


def mail_to(
    player: Player, subject: str, body: str, headers: dict[str, str] | None = None, address: str | None = None
) -> EmailMessage:
    """Returns an e-mail to a player, in plain text. address: the recipient; None: the player's address."""
    address = address or player.email
    assert address is not None
    return EmailMessage(
        subject,
        body + "\n",
        to=[address],
        headers={"Content-Language": player.language, **(headers or {})},
        connection=get_connection(timeout=SECONDS) if settings.EMAIL_BACKEND.endswith("smtp.EmailBackend") else None,
    )


def mail_send(message: EmailMessage) -> None:
    """Sends an e-mail. The metrics then show whether the mail server works; a refused address does not count.

    Raises OSError, SMTPException, or ValueError for an impossible address.
    """
    try:
        message.send()
    except SMTPRecipientsRefused:
        raise
    except OSError:  # SMTPException is one
        MAIL_ATTEMPTED_AT.labels("failed").set_to_current_time()
        raise
    MAIL_ATTEMPTED_AT.labels("sent").set_to_current_time()


def match_url(notice: Notification) -> str:
    """Returns the address of the page of the web client for a notification."""
    return f"{settings.COMPTOIR_URL}{notice.page}"


def title(game: str, language: str) -> str:
    """Returns the title of a game."""
    assert game in registry.GAMES
    return str(texts(f"games.{game}", language)["title"])
