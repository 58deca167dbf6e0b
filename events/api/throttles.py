"""Rate limits, counted in PostgreSQL so that all processes count together: one statement a request.

`COMPTOIR_LIMITS` gives each scope its (requests, seconds); a scope that it leaves out is not limited, and an empty
one switches all off. A view names its scopes in `limit_scopes`. A window begins with the first request in it.

Answers carry the state of their limits in `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10).
"""

import hashlib
import ipaddress
from collections.abc import Sequence
from math import ceil
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from events.clock import now_ms
from events.exceptions import RateLimited
from events.waits import is_repeated

GENERAL = "general"
PASSWORD = "password"
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

    @property
    def scope(self) -> str:
        """The limit's name in `COMPTOIR_LIMITS`."""
        return self.key.partition(":")[0]


class Standing(NamedTuple):
    """A limit after a request was counted; left: requests, ends: milliseconds until the window ends."""

    limit: Limit
    left: int
    ends: int


class CounterThrottle(BaseThrottle):
    """Refuses a request when one of the view's scopes is used up."""

    def __init__(self) -> None:
        self._wait: float | None = None

    def allow_request(self, request: Request, view: Any) -> bool:
        """Counts the request under each scope and tells whether all have room for it."""
        standings = counted(limits_of(request, view), now_ms())
        _note(request, standings)
        self._wait = _wait(standings)
        return self._wait is None

    def wait(self) -> float | None:
        """Seconds until the fullest window ends."""
        return self._wait


def limits_of(request: Request, view: Any) -> list[Limit]:
    """The limits that a request falls under; none where a long poll looks again."""
    if is_repeated(request.META):
        return []
    limits = getattr(settings, "COMPTOIR_LIMITS", None) or {}
    scopes = getattr(view, "limit_scopes", (GENERAL,))
    return [Limit(_key(scope, request, view), *limits[scope]) for scope in scopes if scope in limits]


def spend(request: Request, scope: str, subject: str) -> None:
    """Counts one request against a subject other than the caller, such as the account that a name means.

    Raises RateLimited if the subject's limit is used up.
    """
    limits = getattr(settings, "COMPTOIR_LIMITS", None) or {}
    if scope not in limits:
        return
    key = f"{scope}:{hashlib.sha256(subject.encode()).hexdigest()}"
    standings = counted([Limit(key, *limits[scope])], now_ms())
    _note(request, standings)
    if (wait := _wait(standings)) is not None:
        raise RateLimited(retry_after=max(1, ceil(wait)))


def _note(request: Any, standings: Sequence[Standing]) -> None:
    """Keeps the standings with the request, for the headers of its answer."""
    request.rate_standings = [*getattr(request, "rate_standings", ()), *standings]


def rate_limit_headers(request: Any) -> dict[str, str]:
    """The headers that state the limits a request was counted under; none if it was counted under none.

    q: requests in a window of w seconds; r: requests left, t: seconds until the window ends.
    """
    standings: Sequence[Standing] = getattr(request, "rate_standings", ())
    if not standings:
        return {}
    policy = [f'"{limit.scope}";q={limit.requests};w={limit.seconds}' for limit, _, _ in standings]
    state = [f'"{limit.scope}";r={max(0, left)};t={ceil(ends / 1000)}' for limit, left, ends in standings]
    return {"RateLimit-Policy": ", ".join(policy), "RateLimit": ", ".join(state)}


def seconds_to_wait(limits: Sequence[Limit], now: int) -> float | None:
    """Counts one request under each limit; None if all have room, else the seconds until there is; now: ms."""
    return _wait(counted(limits, now))


def _wait(standings: Sequence[Standing]) -> float | None:
    full = [standing.ends for standing in standings if standing.left < 0]
    return max(full) / 1000 if full else None


def counted(limits: Sequence[Limit], now: int) -> list[Standing]:
    """Counts one request under each limit and returns how each stands then; `left` is -1 or less where it is used up.

    now: ms.
    """
    if not limits:
        return []
    ordered = sorted(limits)
    rows = [value for limit in ordered for value in (limit.key, now + limit.seconds * 1000)]
    with connection.cursor() as cursor:
        cursor.execute(_COUNT.format(rows=", ".join([_ROW] * len(ordered))), [*rows, now, now])
        found = {key: (window, count) for key, window, count in cursor.fetchall()}
    return [Standing(limit, limit.requests - found[limit.key][1], found[limit.key][0] - now) for limit in limits]


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
