"""Authentication by bearer tokens. A cache that lasts seconds saves the query in most requests."""

from __future__ import annotations

import time
from typing import Any, cast
from uuid import UUID

from django.db.models import Q
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from events.base.exceptions import Suspended, Unauthenticated
from events.http.connections import retry_once
from events.http.translations import DEFAULT_LANGUAGE, language_of
from events.users.models import Player, Token
from events.users.services import digest

CACHE_SECONDS = 3.0
CACHE_SIZE = 10_000

_cache: dict[bytes, tuple[float, Player, Token]] = {}


class BearerAuthentication(BaseAuthentication):
    """Authentication by `Authorization: Bearer <token>`. A revoked token stops working within seconds."""

    def authenticate(self, request: Request) -> tuple[Player, Token] | None:
        scheme, _, text = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        if (player_and_token := verified(text)) is not None:
            return player_and_token
        if (suspended := of_suspended(text)) is None:
            raise Unauthenticated()
        if not getattr(request.parser_context.get("view"), "open_to_suspended", False):
            raise Suspended()
        return suspended

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="comptoir"'


def token_of(request: Request) -> Token | None:
    """Returns the token of a request; None if the request has a session or is anonymous."""
    return cast("Token | None", request.auth)


def verified(text: str) -> tuple[Player, Token] | None:
    """Returns a token with its player; None if it does not exist, has expired or is revoked."""
    key = digest(text.strip())
    cached = _cache.get(key)
    if cached is not None and time.monotonic() - cached[0] < CACHE_SECONDS:
        return cached[1], cached[2]
    usable = Token.objects.select_related("player").filter(expires_at__gt=timezone.now(), player__is_active=True)
    by_suspended = Q(app__user__is_active=False)  # tokens of apps of suspended users are refused, too
    token = retry_once(usable.exclude(by_suspended).filter(digest=key).first)
    if token is None:
        _cache.pop(key, None)
        return None
    if len(_cache) >= CACHE_SIZE:
        _cache.clear()
    _cache[key] = (time.monotonic(), token.player, token)
    return token.player, token


def of_suspended(text: str) -> tuple[Player, Token] | None:
    """Returns the token of a suspended player, with the player; None for any other text."""
    tokens = Token.objects.select_related("player").filter(expires_at__gt=timezone.now(), app=None)
    kept = tokens.filter(player__is_active=False, player__closed_ms=None, player__is_bot=False)
    token = retry_once(kept.filter(digest=digest(text.strip())).first)
    return None if token is None else (token.player, token)


def recently_verified(text: str) -> Player | None:
    """Returns the player of a token that was verified within the last seconds. It does not query the database."""
    cached = _cache.get(digest(text.strip()))
    return cached[1] if cached is not None and time.monotonic() - cached[0] < CACHE_SECONDS else None


def forget(key: bytes | None = None) -> None:
    """Removes one token from the cache, or all tokens."""
    if key is None:
        _cache.clear()
    else:
        _cache.pop(key, None)


def forget_player(player_id: UUID) -> None:
    """Removes all tokens of a player from the cache."""
    for key in [key for key, (_, player, _) in _cache.copy().items() if player.pk == player_id]:
        _cache.pop(key, None)


def language_for(request: Any) -> str:
    """Returns the language of a response: by `Accept-Language`, otherwise by the caller's profile.

    request: a request of Django or REST framework. If its caller is unknown, the language falls back to English.
    """
    player = getattr(request, "_user", None)
    header = request.META.get("HTTP_ACCEPT_LANGUAGE", "")
    return language_of(header, player.language if isinstance(player, Player) else DEFAULT_LANGUAGE)


def caller(request: Request) -> Player | None:
    """Returns the player who sent the request; None if the caller is not signed in."""
    user: Any = request.user
    return user if isinstance(user, Player) else None
