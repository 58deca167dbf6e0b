"""Rate limits, counted in PostgreSQL so that all processes count together: one statement a request.

`COMPTOIR_LIMITS` gives each scope its (requests, seconds); a scope that it leaves out is not limited, and an empty
one switches all off. A view names its scopes in `limit_scopes`. A window begins with the first request in it.
"""

import hashlib
import ipaddress
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from events.clock import now_ms

GENERAL = "general"
PER_ADDRESS = frozenset({"sign_up", "sign_in"})
PER_MATCH = frozenset({"moves", "legal_moves", "messages"})

_KEY_LENGTH = 120
_ROW = "(%s, %s, 1)"
# "window" is when the window ends, in ms. Rows come sorted, so that two requests never wait for each other in a ring.
_COUNT = """
    INSERT INTO events_counter AS counter (key, "window", count) VALUES {rows}
    ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN counter."window" > %s THEN counter.count + 1 ELSE 1 END,
        "window" = CASE WHEN counter."window" > %s THEN counter."window" ELSE excluded."window" END
    RETURNING key, "window", count
"""


class Limit(NamedTuple):
    """At most so many requests under one key in so many seconds."""

    key: str
    requests: int
    seconds: int


class CounterThrottle(BaseThrottle):
    """Refuses a request when one of the view's scopes is used up."""

    def __init__(self) -> None:
        self._wait: float | None = None

    def allow_request(self, request: Request, view: Any) -> bool:
        """Counts the request under each scope and tells whether all have room for it."""
        self._wait = seconds_to_wait(limits_of(request, view), now_ms())
        return self._wait is None

    def wait(self) -> float | None:
        """Seconds until the fullest window ends."""
        return self._wait


def limits_of(request: Request, view: Any) -> list[Limit]:
    """The limits that a request falls under."""
    limits = getattr(settings, "COMPTOIR_LIMITS", None) or {}
    scopes = getattr(view, "limit_scopes", (GENERAL,))
    return [Limit(_key(scope, request, view), *limits[scope]) for scope in scopes if scope in limits]


def seconds_to_wait(limits: Sequence[Limit], now: int) -> float | None:
    """Counts one request under each limit; None if all have room, else the seconds until there is; now: ms."""
    if not limits:
        return None
    ordered = sorted(limits)
    rows = [value for limit in ordered for value in (limit.key, now + limit.seconds * 1000)]
    with connection.cursor() as cursor:
        cursor.execute(_COUNT.format(rows=", ".join([_ROW] * len(ordered))), [*rows, now, now])
        counted = {key: (window, count) for key, window, count in cursor.fetchall()}
    full = [counted[limit.key][0] - now for limit in ordered if counted[limit.key][1] > limit.requests]
    return max(full) / 1000 if full else None


def forget_windows(now: int) -> int:
    """Deletes the counters whose windows have ended; returns how many. now: ms."""
    with connection.cursor() as cursor:
        cursor.execute('DELETE FROM events_counter WHERE "window" <= %s', [now])
        return cursor.rowcount


def address_of(request: Any) -> str:
    """The caller's address, an IPv6 one by its /64; behind proxies as the outermost trusted one wrote it."""
    text = request.META.get("REMOTE_ADDR") or ""
    hops = [hop.strip() for hop in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if hop.strip()]
    proxies = getattr(settings, "COMPTOIR_PROXIES", 0)
    if proxies and hops:
        text = hops[-min(proxies, len(hops))]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return "unknown"
    return str(ipaddress.ip_network((address, 64), strict=False)) if address.version == 6 else str(address)


def _key(scope: str, request: Request, view: Any) -> str:
    player = getattr(request.user, "pk", None)
    parts = [scope, address_of(request) if player is None or scope in PER_ADDRESS else str(player)]
    if scope in PER_MATCH:
        parts += [str(value) for value in view.kwargs.values()]
    key = ":".join(parts)
    return key if len(key) <= _KEY_LENGTH else f"{scope}:{hashlib.sha256(key.encode()).hexdigest()}"
