"""The body of a post to a webhook, in the format of its receiver.

`standard` is the notification itself, for programs. The other formats are a line for people in the player's language,
with a link that opens the decision: for Discord webhooks, for Slack incoming webhooks, and for Matrix rooms through the
generic webhooks of matrix-hookshot. They contain no names or texts of other players, so they can mention nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from django.conf import settings

from events.base.clock import rfc3339
from events.base.texts import texts_of
from events.notifications.models import Notification, Webhook
from events.notifications.push_lines import push_payload

Form = Webhook.Form


def body_for(webhook: Webhook, notice: Notification) -> dict[str, Any]:
    """Returns the body of the post that sends a notification to a webhook."""
    form, language = Form(webhook.form), webhook.player.language
    if form is Form.STANDARD:
        return payload(notice)
    link = str(texts_of("mails")[language]["chats"]["open"])
    return CHATS[form](_line(notice, language), f"{settings.COMPTOIR_URL}{notice.page}", link)


def payload(notice: Notification) -> dict[str, Any]:
    """Returns a notification in the form of Standard Webhooks, with the data that `/me/stream` sends."""
    return {"type": notice.kind, "timestamp": rfc3339(notice.created_ms), "data": notice_json(notice)}


def notice_json(notice: Notification) -> dict[str, Any]:
    """Returns a notification as `/me/stream` sends it."""
    about = "match" if notice.match_id else "tournament"
    return {
        "id": notice.number,
        "kind": notice.kind,
        "at": rfc3339(notice.created_ms),
        about: str(notice.subject_id),
        **notice.data,
    }


# Chats


def _line(notice: Notification, language: str) -> str:
    """Returns a line with the game, the event, and the deadline if there is one."""
    shown, deadline = push_payload(notice, language), notice.data.get("deadline")
    line = f"{shown['title']} – {shown['body']}"
    if deadline is None:
        return line
    time = f"{deadline[:16].replace('T', ' ')} UTC"
    return f"{line} {texts_of('mails')[language]['chats']['until'].format(time=time)}"


def _discord(line: str, address: str, link: str) -> dict[str, Any]:
    return {"content": f"{line}\n[{link}]({address})", "allowed_mentions": {"parse": []}}


def _slack(line: str, address: str, link: str) -> dict[str, Any]:
    return {"text": f"{escape(line, quote=False)}\n<{address}|{escape(link, quote=False)}>"}


def _matrix(line: str, address: str, link: str) -> dict[str, Any]:
    anchor = f'<a href="{escape(address)}">{escape(link, quote=False)}</a>'
    return {"text": f"{line}\n{address}", "html": f"{escape(line, quote=False)}<br>{anchor}"}


CHATS: Mapping[Form, Callable[[str, str, str], dict[str, Any]]] = {
    Form.DISCORD: _discord,
    Form.SLACK: _slack,
    Form.MATRIX: _matrix,
}
