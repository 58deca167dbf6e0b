"""E-mails to players who are away, with a link that ends them (RFC 8058)."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, get_connection

from events.base.texts import texts_of
from events.models import Delivery, Notice, Player
from events.people.links import UNSUBSCRIBE, link_to
from games import registry
from games.kernel.words.texts import texts

SECONDS = 20  # for each step of a conversation with the mail server
EMAILED = {
    Notice.Kind.YOUR_TURN: "email_on_turn",
    Notice.Kind.MATCH_STARTED: "email_on_start",
    Notice.Kind.MATCH_OVER: "email_on_over",
    Notice.Kind.INVITED: "email_on_invited",
}
"""The setting of each kind of notice that is sent by e-mail; `events/sql/deliver.sql` reads the same ones."""


def wishes_mail(delivery: Delivery) -> bool:
    """Whether a player still wishes a notice by e-mail: they may have changed their mind or their address."""
    player = delivery.player
    wish = player.notifications.get(EMAILED[Notice.Kind(delivery.notice.kind)])
    return bool(player.is_active and player.email and player.is_email_confirmed and wish)


def write_mail(player: Player, notices: Sequence[Notice]) -> EmailMessage:
    """One e-mail with some notices, in order; `send` raises OSError or SMTPException."""
    words = texts_of("mails")[player.language]
    games = {notice.data["game"]: title(notice.data["game"], player.language) for notice in notices}
    kind = notices[0].kind if len(notices) == 1 else "several"
    subject = words["subjects"][kind].format(game=games[notices[0].data["game"]], count=len(notices))
    lines = [
        f"{words['lines'][notice.kind].format(game=games[notice.data['game']])}\n{match_url(notice)}"
        for notice in notices
    ]
    unsubscribe = link_to(player, UNSUBSCRIBE)
    parts, domain = words["parts"], urlsplit(settings.COMPTOIR_URL).hostname
    body = [parts["greeting"].format(name=player.name), *lines, f"-- \n{parts['unsubscribe']}\n{unsubscribe}"]
    headers = {
        "List-Unsubscribe": f"<{unsubscribe}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Message-ID": f"<{player.pk.hex}.{notices[0].number}.{notices[-1].number}@{domain}>",
        "Auto-Submitted": "auto-generated",
    }
    return mail_to(player, subject, "\n\n".join(body), headers)


def mail_to(player: Player, subject: str, body: str, headers: dict[str, str] | None = None) -> EmailMessage:
    """An e-mail to a player's address, in plain text."""
    assert player.email is not None
    return EmailMessage(
        subject, body + "\n", to=[player.email], headers={"Content-Language": player.language, **(headers or {})},
        connection=get_connection(timeout=SECONDS) if settings.EMAIL_BACKEND.endswith("smtp.EmailBackend") else None,
    )  # fmt: skip


def match_url(notice: Notice) -> str:
    """Where the web client shows the match of a notice."""
    return f"{settings.COMPTOIR_URL}/m/{notice.match_id}"


def title(game: str, language: str) -> str:
    """The title of a game."""
    assert game in registry.GAMES
    return str(texts(f"games.{game}", language)["title"])
