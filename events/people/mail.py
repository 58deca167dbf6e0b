"""E-mails to players who are away, with a link that ends them (RFC 8058)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMessage, get_connection

from events.base.texts import texts_of
from events.models import Delivery, Notice, Player
from events.people.links import UNSUBSCRIBE, link_to
from events.people.notice_times import is_daily
from games import registry
from games.kernel.words.texts import texts

SECONDS = 20  # for each step of a conversation with the mail server
EMAILED = {
    Notice.Kind.YOUR_TURN: "email_on_turn",
    Notice.Kind.MATCH_STARTED: "email_on_start",
    Notice.Kind.MATCH_OVER: "email_on_over",
    Notice.Kind.INVITED: "email_on_invited",
    Notice.Kind.MESSAGE: "email_on_message",
    Notice.Kind.DEADLINE_NEAR: "email_on_deadline",
    Notice.Kind.ROUND_DRAWN: "email_on_round",
    Notice.Kind.TOURNAMENT_NEWS: "email_on_news",
}
"""The setting of each kind of notice that is sent by e-mail; `events/sql/deliver.sql` reads the same ones."""


class Table(NamedTuple):
    """A match in words, for one player. reply_to: the address for answers; None: nothing is asked."""

    text: str
    reply_to: str | None


_tables: list[Callable[[Player, UUID], Table | None]] = []


def tell_tables(table_for: Callable[[Player, UUID], Table | None]) -> None:
    """Sets what tells the table of a match in the e-mail of a turn (`events.correspondence`)."""
    _tables[:] = [table_for]


def wishes_mail(delivery: Delivery) -> bool:
    """Whether a player still wishes a notice by e-mail: they may have changed their mind or their address."""
    player = delivery.player
    wish = player.notifications.get(EMAILED[Notice.Kind(delivery.notice.kind)])
    return bool(player.is_active and player.email and player.is_email_confirmed and wish)


def write_mail(player: Player, notices: Sequence[Notice]) -> EmailMessage:
    """One e-mail with some notices, in order; `send` raises OSError or SMTPException."""
    words = texts_of("mails")[player.language]
    games = {notice.data["game"]: title(notice.data["game"], player.language) for notice in notices}
    lines = list(
        dict.fromkeys(  # several messages at a table are one line
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


def bundles(player: Player, notices: Sequence[Notice]) -> list[list[Notice]]:
    """What goes into one e-mail each: all that a player waits for, if they wish one e-mail a day.

    Else, where answers are sent by e-mail, each match that waits for the player has one alone.
    """
    if is_daily(player.notifications):
        return [list(notices)] if notices else []
    waiting = {each.match_id for each in notices if each.kind == Notice.Kind.YOUR_TURN}
    apart = waiting if settings.COMPTOIR_MAIL_DOMAIN else set()
    bundled: dict[UUID | None, list[Notice]] = {}
    for notice in notices:
        bundled.setdefault(notice.match_id if notice.match_id in apart else None, []).append(notice)
    return list(bundled.values())


def _table(player: Player, notices: Sequence[Notice]) -> Table | None:
    """The table of the one match that waits for the player; None: there is none, or nobody tells tables."""
    matches = {notice.match_id for notice in notices}
    if len(matches) > 1 or all(notice.kind != Notice.Kind.YOUR_TURN for notice in notices):
        return None
    return next((table_for(player, matches.pop()) for table_for in _tables), None)


def mail_to(player: Player, subject: str, body: str, headers: dict[str, str] | None = None) -> EmailMessage:
    """An e-mail to a player's address, in plain text."""
    assert player.email is not None
    return EmailMessage(
        subject, body + "\n", to=[player.email], headers={"Content-Language": player.language, **(headers or {})},
        connection=get_connection(timeout=SECONDS) if settings.EMAIL_BACKEND.endswith("smtp.EmailBackend") else None,
    )  # fmt: skip


def match_url(notice: Notice) -> str:
    """Where the web client shows what a notice is about."""
    return f"{settings.COMPTOIR_URL}{notice.page}"


def title(game: str, language: str) -> str:
    """The title of a game."""
    assert game in registry.GAMES
    return str(texts(f"games.{game}", language)["title"])
