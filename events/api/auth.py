"""Who is calling: a bearer token, verified from a short memory so that a read does not pay a query for it."""

from __future__ import annotations

import time
from typing import Any
from uuid import UUID

from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from events.exceptions import Unauthenticated
from events.models import Player, Token
from events.services.players import digest

REMEMBERED_SECONDS = 3.0
MOST_REMEMBERED = 10_000

_remembered: dict[bytes, tuple[float, Player, Token]] = {}


class BearerAuthentication(BaseAuthentication):
    """`Authorization: Bearer <token>`; a revoked token stops working within seconds."""

    def authenticate(self, request: Request) -> tuple[Player, Token] | None:
        scheme, _, text = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        found = _verified(digest(text.strip()))
        if found is None:
            raise Unauthenticated()
        return found

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="comptoir"'


def _verified(key: bytes) -> tuple[Player, Token] | None:
    remembered = _remembered.get(key)
    if remembered is not None and time.monotonic() - remembered[0] < REMEMBERED_SECONDS:
        return remembered[1], remembered[2]
    token = (
        Token.objects.select_related("player")
        .filter(digest=key, expires_at__gt=timezone.now(), player__is_active=True)
        .first()
    )
    if token is None:
        _remembered.pop(key, None)
        return None
    if len(_remembered) >= MOST_REMEMBERED:
        _remembered.clear()
    _remembered[key] = (time.monotonic(), token.player, token)
    return token.player, token


def forget(key: bytes | None = None) -> None:
    """Drops what is remembered of one token, or of all."""
    if key is None:
        _remembered.clear()
    else:
        _remembered.pop(key, None)


def forget_player(player_id: UUID) -> None:
    """Drops what is remembered of all tokens of a player."""
    for key in [key for key, (_, player, _) in _remembered.copy().items() if player.pk == player_id]:
        _remembered.pop(key, None)


def caller(request: Request) -> Player | None:
    """The player who is calling, or None."""
    user: Any = request.user
    return user if isinstance(user, Player) else None
