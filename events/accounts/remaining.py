"""The list of what can still act for a player after a new password has deleted all tokens and passkeys."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from oauth2_provider.models import Application

from events.base.texts import texts_of
from events.notifications.models import PushSubscription, Webhook
from events.users.models import BotAccount, Player


def remaining_lines(player: Player, language: str) -> list[str]:
    """Returns a line for each webhook, device with notifications, and app of a player, and for each bot with tokens."""
    parts = texts_of("mails")[language]["parts"]
    return [parts[kind].format(name=name) for kind, name in _remaining(player)]


def _remaining(player: Player) -> Iterator[tuple[str, str]]:
    for webhook in Webhook.objects.filter(player=player).order_by("pk"):
        yield "webhook", urlsplit(webhook.url).netloc
    for device in PushSubscription.objects.filter(player=player).order_by("pk"):
        yield "device", device.label or urlsplit(device.endpoint).netloc
    for app in Application.objects.filter(user=player).order_by("pk"):
        yield "app", app.name
    bots = BotAccount.objects.filter(owner=player, player__tokens__isnull=False).select_related("player")
    for bot in bots.distinct().order_by("pk"):
        yield "bot", bot.player.name
