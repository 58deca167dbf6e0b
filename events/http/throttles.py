"""Rate limits. `COMPTOIR_LIMITS` maps each scope to (requests, seconds); a scope that it omits has no limit.

A view declares its scopes in `limit_scopes`. `WindowThrottle` counts the view's requests in fixed windows in Django's
cache. Each process counts separately, unless `CACHE_URL` names a Redis. Attempts at passwords, e-mails and reports
(`spend`) are counted in PostgreSQL, because separate counts in each process would multiply their limits.

Responses state their limits in `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10).
"""

import hashlib
import hmac
import ipaddress
from collections.abc import Callable, Mapping, Sequence
from math import ceil
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeVar

from django.conf import settings
from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from events.base.clock import now_ms
from events.base.exceptions import RateLimited
from events.base.hot_cursor import run
from events.http import statements
from events.http.connections import retry_once
from events.processes.models import Counter

GENERAL = "general"
PASSWORD = "password"
HASHING = "hashing"
SIGN_IN = "sign_in"
APPS = "apps"
SIGN_UP_PASSWORD = "sign_up_password"
LETTERS = "letters"
RENAMES = "renames"
REPORTS = "reports"
OPEN = frozenset({"exports", "proofs", "past", "replays"})  # expensive requests that need no sign-in
EXPENSIVE = OPEN | {"forks", "analyses", "own_matches"}
ANONYMOUS = "anonymous"
PER_ADDRESS = frozenset({"sign_up", "sign_in"})
PER_MATCH = frozenset({"moves", "legal_moves", "messages"})

V = TypeVar("V", bound=Callable[..., Any])
_KEY_LENGTH = 120
NETWORK = 8
"""The length of the digest of a network, in bytes."""


class RateLimit(NamedTuple):
    """At most `requests` requests under one key in `seconds` seconds."""

    key: str
    requests: int
    seconds: int

    @property
    def scope(self) -> str:
        """The limit's name in `COMPTOIR_LIMITS`."""
        return self.key.partition(":")[0]


class Usage(NamedTuple):
    """The state of a limit after counting a request.

    left: the requests left; ends: the milliseconds until the window ends.
    """

    limit: RateLimit
    left: int
    ends: int


class WindowThrottle(BaseThrottle):
    """A throttle that counts each request under the scopes of its view. It raises RateLimited."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Returns True, or raises RateLimited, which has more details than REST framework's `Throttled`."""
        refuse_beyond(request, count_in_windows(limits_of(request, view), now_ms()))
        return True


def count_in_windows(limits: Sequence[RateLimit], now: int) -> list[Usage]:
    """Counts one request under each limit in Django's cache. now: the time in ms.

    The shared limit of all anonymous callers is counted last, and only for requests within the other limits. So a
    single caller cannot use it up.
    """
    usages: list[Usage] = []
    for limit in limits:
        if limit.key == ANONYMOUS and any(usage.left < 0 for usage in usages):
            continue
        window, elapsed = divmod(now, limit.seconds * 1000)
        key = f"limit:{limit.key}:{window}"
        cache.add(key, 0, limit.seconds)
        try:
            count = cache.incr(key)
        except ValueError:  # the window has just ended
            count = 1
        usages.append(Usage(limit, limit.requests - count, limit.seconds * 1000 - elapsed))
    return usages


def limits_of(request: Request | SimpleNamespace, view: Any) -> list[RateLimit]:
    """Returns the limits that apply to a request."""
    limits = settings.COMPTOIR_LIMITS
    scopes = getattr(view, "limit_scopes", (GENERAL,))
    if getattr(request.user, "pk", None) is None and not OPEN.isdisjoint(scopes):
        scopes = (*scopes, ANONYMOUS)
    return [RateLimit(_key(scope, request, view), *limits[scope]) for scope in scopes if scope in limits]


def spend(request: Any, scope: str, subject: str) -> None:
    """Counts one request for a subject other than the caller, such as the account that a name identifies.

    Raises RateLimited if it exceeds the limit. Further requests of that window are then refused without a statement.
    """
    limits = settings.COMPTOIR_LIMITS
    if scope not in limits:
        return
    limit = RateLimit(f"{scope}:{hashlib.sha256(subject.encode()).hexdigest()}", *limits[scope])
    now, exceeded = now_ms(), f"exceeded:{limit.key}"
    until = cache.get(exceeded, 0)
    usages = [Usage(limit, -1, until - now)] if until > now else count_in_database([limit], now)
    if until <= now and usages[0].left < 0:
        cache.set(exceeded, now + usages[0].ends, ceil(usages[0].ends / 1000))
    refuse_beyond(request, usages)


def limited(*scopes: str) -> Callable[[V], V]:
    """Declares the scopes under which requests for a page are counted, instead of `general`.

    API views do not use it.
    """

    def declared(view: V) -> V:
        view.limit_scopes = scopes  # type: ignore[attr-defined]
        return view

    return declared


def is_preflight(request: Any) -> bool:
    """Returns whether a request is a CORS preflight of a browser."""
    return request.method == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in request.META


def spend_page(request: Any, *scopes: str) -> None:
    """Counts a request for a page under the limits of anonymous callers. Raises RateLimited."""
    limits = limits_of(SimpleNamespace(META=request.META, user=None), SimpleNamespace(limit_scopes=scopes))
    refuse_beyond(request, count_in_windows(limits, now_ms()))


def refuse_beyond(request: Any, usages: Sequence[Usage]) -> None:
    """Stores the usages for the headers of the response. Raises RateLimited if a limit is exceeded."""
    _store_usages(request, usages)
    if (wait := _wait(usages)) is not None:
        raise RateLimited(retry_after=max(1, ceil(wait)))


def spend_hash(request: Any) -> None:
    """Counts a password hash under the caller's address, before hashing, because hashing deliberately costs much CPU.

    Raises RateLimited if there were too many hashes.
    """
    spend(request, HASHING, address_of(request))


def _store_usages(request: Any, usages: Sequence[Usage]) -> None:
    """Stores the usages on the request, for the headers of its response."""
    request.rate_usages = [*getattr(request, "rate_usages", ()), *usages]


def rate_limit_headers(usages: Sequence[Usage]) -> dict[str, str]:
    """Returns the headers that state the limits of a request; empty without limits.

    q: the requests in a window of w seconds; r: the requests left; t: the seconds until the window ends.
    """
    if not usages:
        return {}
    policy = [f'"{limit.scope}";q={limit.requests};w={limit.seconds}' for limit, _, _ in usages]
    state = [f'"{limit.scope}";r={max(0, left)};t={ceil(ends / 1000)}' for limit, left, ends in usages]
    return {"RateLimit-Policy": ", ".join(policy), "RateLimit": ", ".join(state)}


def _wait(usages: Sequence[Usage]) -> float | None:
    full = [usage.ends for usage in usages if usage.left < 0]
    return max(full) / 1000 if full else None


def count_in_database(limits: Sequence[RateLimit], now: int) -> list[Usage]:
    """Counts one request under each limit in PostgreSQL. now: the time in ms."""
    if not limits:
        return []
    query = statements.counting({limit.key: now + limit.seconds * 1000 for limit in limits}, now)
    counts = retry_once(run, query)
    counted = [(limit, *counts[limit.key]) for limit in limits]
    return [Usage(limit, limit.requests - requests, end - now) for limit, end, requests in counted]


def address_of(request: Any) -> str:
    """Returns the caller's address (IPv6: its /64 network). Behind proxies, the outermost trusted proxy reports it."""
    return address_in(request.META)


def network_of(request: Any) -> bytes:
    """Returns a keyed digest of the caller's address.

    Equal digests show that two accounts were used from one network.
    """
    return hmac.digest(settings.SECRET_KEY.encode(), b"network " + address_of(request).encode(), "sha256")[:NETWORK]


def address_in(meta: Mapping[str, Any]) -> str:
    """Returns the address of the client, from the variables (`META`) of a request."""
    text = meta.get("REMOTE_ADDR") or ""
    hops = [hop.strip() for hop in meta.get("HTTP_X_FORWARDED_FOR", "").split(",") if hop.strip()]
    proxies = settings.COMPTOIR_PROXIES
    if proxies and hops:
        text = hops[-min(proxies, len(hops))]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return "unknown"
    return str(ipaddress.ip_network((address, 64), strict=False)) if address.version == 6 else str(address)


def _key(scope: str, request: Request | SimpleNamespace, view: Any) -> str:
    if scope == ANONYMOUS:
        return scope
    player = getattr(request.user, "pk", None)
    parts = [scope, address_of(request) if player is None or scope in PER_ADDRESS else str(player)]
    if scope in PER_MATCH:
        parts += [str(value) for value in view.kwargs.values()]
    key = ":".join(parts)
    return key if len(key) <= _KEY_LENGTH else f"{scope}:{hashlib.sha256(key.encode()).hexdigest()}"


def counters_prune(*, now_ms: int) -> int:
    """Deletes the counters whose windows have ended; returns their number."""
    deleted, _ = Counter.objects.filter(window__lte=now_ms).delete()
    return deleted
