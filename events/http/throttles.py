"""Rate limits, counted in PostgreSQL so that all processes share the counters: one statement per request.

`COMPTOIR_LIMITS` maps each scope to (requests, seconds); scopes that it omits have no limit. A view declares its scopes
in `limit_scopes`. A window starts with its first request. Costly requests of all callers who are not signed in share
one limit more, which a request uses only if it is within the others.

Responses state their limits in `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10).
"""

import hashlib
import hmac
import ipaddress
from collections.abc import Mapping, Sequence
from math import ceil
from types import SimpleNamespace
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from events.base.clock import now_ms
from events.base.exceptions import RateLimited
from events.base.hot_cursor import Query, Values, run
from events.http import statements
from events.http.connections import first
from events.http.waits import is_repeated
from events.log.access import UNREAD, Unread
from events.log.statements import Head
from events.models import Counter

GENERAL = "general"
PASSWORD = "password"
HASHING = "hashing"
SIGN_IN = "sign_in"
APPS = "apps"
SIGN_UP_PASSWORD = "sign_up_password"
LETTERS = "letters"
RENAMES = "renames"
REPORTS = "reports"
OPEN = frozenset({"exports", "proofs", "past", "replays"})  # costly requests that need no sign-in
COSTLY = OPEN | {"forks", "analyses", "own_matches"}
ANONYMOUS = "anonymous"
PER_ADDRESS = frozenset({"sign_up", "sign_in"})
PER_MATCH = frozenset({"moves", "legal_moves", "messages"})

_KEY_LENGTH = 120
NETWORK = 8
"""Bytes of the digest of a network."""


class Limit(NamedTuple):
    """At most `requests` requests under one key in `seconds` seconds."""

    key: str
    requests: int
    seconds: int

    @property
    def scope(self) -> str:
        """The limit's name in `COMPTOIR_LIMITS`."""
        return self.key.partition(":")[0]


class Usage(NamedTuple):
    """The state of a limit after counting a request. left: requests; ends: milliseconds until the window ends."""

    limit: Limit
    left: int
    ends: int


class CounterThrottle(BaseThrottle):
    """The same for a view of REST framework that is no `Resource`, such as the document of the API."""

    def __init__(self) -> None:
        self._wait: float | None = None

    def allow_request(self, request: Request, view: Any) -> bool:
        """Counts the request under each scope; returns whether it is within all limits."""
        usages = count_request(limits_of(request, view), now_ms()).usages
        _store_usages(request, usages)
        self._wait = _wait(usages)
        return self._wait is None

    def wait(self) -> float | None:
        """Seconds until the fullest window ends."""
        return self._wait


def limits_of(request: Request, view: Any) -> list[Limit]:
    """Returns the limits that apply to a request; none when a long poll repeats it internally."""
    if is_repeated(request.META):
        return []
    limits = getattr(settings, "COMPTOIR_LIMITS", None) or {}
    scopes = getattr(view, "limit_scopes", (GENERAL,))
    if getattr(request.user, "pk", None) is None and not OPEN.isdisjoint(scopes):
        scopes = (*scopes, ANONYMOUS)
    return [Limit(_key(scope, request, view), *limits[scope]) for scope in scopes if scope in limits]


def spend(request: Any, scope: str, subject: str) -> None:
    """Counts one request for a subject other than the caller, such as the account that a name identifies.

    Raises RateLimited if it exceeds the limit.
    """
    limits = getattr(settings, "COMPTOIR_LIMITS", None) or {}
    if scope not in limits:
        return
    key = f"{scope}:{hashlib.sha256(subject.encode()).hexdigest()}"
    refuse_beyond(request, count_request([Limit(key, *limits[scope])], now_ms()).usages)


def spend_page(request: Any, *scopes: str) -> None:
    """Counts a request for a page outside the API, whose callers are nobody. Raises RateLimited."""
    limits = limits_of(SimpleNamespace(META=request.META, user=None), SimpleNamespace(limit_scopes=scopes))
    refuse_beyond(request, count_request(limits, now_ms()).usages)


def refuse_beyond(request: Any, usages: Sequence[Usage]) -> None:
    """Notes the usages for the headers of the response. Raises RateLimited if a limit is exceeded."""
    _store_usages(request, usages)
    if (wait := _wait(usages)) is not None:
        raise RateLimited(retry_after=max(1, ceil(wait)))


def spend_hash(request: Any) -> None:
    """Counts a password that is about to be hashed, under the caller's address; hashing costs much CPU by design.

    Raises RateLimited if there were too many.
    """
    spend(request, HASHING, address_of(request))


def _store_usages(request: Any, usages: Sequence[Usage]) -> None:
    """Stores the usages on the request, for the headers of its response."""
    request.rate_usages = [*getattr(request, "rate_usages", ()), *usages]


def rate_limit_headers(usages: Sequence[Usage]) -> dict[str, str]:
    """Returns the headers that state the limits of a request; empty without limits.

    q: requests in a window of w seconds; r: requests left, t: seconds until the window ends.
    """
    if not usages:
        return {}
    policy = [f'"{limit.scope}";q={limit.requests};w={limit.seconds}' for limit, _, _ in usages]
    state = [f'"{limit.scope}";r={max(0, left)};t={ceil(ends / 1000)}' for limit, left, ends in usages]
    return {"RateLimit-Policy": ", ".join(policy), "RateLimit": ", ".join(state)}


def _wait(usages: Sequence[Usage]) -> float | None:
    full = [usage.ends for usage in usages if usage.left < 0]
    return max(full) / 1000 if full else None


class Counted(NamedTuple):
    """What one statement has counted and read: the usages of the limits, and the head of the match if there is one."""

    usages: list[Usage]
    head: Head | Unread | None = UNREAD


def count_request(limits: Sequence[Limit], now: int) -> Counted:
    """Counts one request under each limit. now: ms."""
    if not limits:
        return Counted([])
    ends, shared = _keys(limits, now)
    query = statements.counting(ends, now, shared)
    return Counted(_usages(limits, first(lambda: run(query)), now))


def count_request_and_head(limits: Sequence[Limit], now: int, match_id: UUID, player_id: UUID | None) -> Counted:
    """The same, with the head of a match and the seat of a player in it, in one statement."""
    query = counting_and_head(limits, now, match_id, player_id)
    return first(lambda: run(query))


def counting_and_head(limits: Sequence[Limit], now: int, match_id: UUID, player_id: UUID | None) -> Query[Counted]:
    """The statement that does it."""
    ends, shared = _keys(limits, now)
    text, values, read = statements.counting_and_head(ends, now, match_id, player_id, shared)

    def counted(rows: Sequence[Values]) -> Counted:
        counts, head = read(rows)
        return Counted(_usages(limits, counts, now), head)

    return Query(text, values, counted)


def _keys(limits: Sequence[Limit], now: int) -> tuple[dict[str, int], statements.Shared | None]:
    """The keys of limits with when their windows end that begin now, and the key that callers share; ms.

    That one is not counted for a request beyond another limit, so nobody can use it up alone.
    """
    ends = {limit.key: now + limit.seconds * 1000 for limit in limits}
    if ANONYMOUS not in ends or len(ends) == 1:
        return ends, None
    most = {limit.key: limit.requests for limit in limits if limit.key != ANONYMOUS}
    return ends, statements.Shared(ANONYMOUS, ends.pop(ANONYMOUS), most)


def _usages(limits: Sequence[Limit], counts: statements.Counts, now: int) -> list[Usage]:
    """The usages of limits; `left` is negative where a limit is exceeded. counts: by key; now: ms."""
    counted = [(limit, *counts[limit.key]) for limit in limits if limit.key in counts]
    return [Usage(limit, limit.requests - requests, end - now) for limit, end, requests in counted]


def address_of(request: Any) -> str:
    """Returns the caller's address (IPv6: its /64 network); behind proxies, as the outermost trusted one reports."""
    return address_in(request.META)


def network_of(request: Any) -> bytes:
    """Returns a keyed digest of the caller's address, which says whether two accounts were used from one network."""
    return hmac.digest(settings.SECRET_KEY.encode(), b"network " + address_of(request).encode(), "sha256")[:NETWORK]


def address_in(meta: Mapping[str, Any]) -> str:
    """The same from the variables of a request as WSGI names them."""
    text = meta.get("REMOTE_ADDR") or ""
    hops = [hop.strip() for hop in meta.get("HTTP_X_FORWARDED_FOR", "").split(",") if hop.strip()]
    proxies = getattr(settings, "COMPTOIR_PROXIES", 0)
    if proxies and hops:
        text = hops[-min(proxies, len(hops))]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return "unknown"
    return str(ipaddress.ip_network((address, 64), strict=False)) if address.version == 6 else str(address)


def _key(scope: str, request: Request, view: Any) -> str:
    if scope == ANONYMOUS:
        return scope
    player = getattr(request.user, "pk", None)
    parts = [scope, address_of(request) if player is None or scope in PER_ADDRESS else str(player)]
    if scope in PER_MATCH:
        parts += [str(value) for value in view.kwargs.values()]
    key = ":".join(parts)
    return key if len(key) <= _KEY_LENGTH else f"{scope}:{hashlib.sha256(key.encode()).hexdigest()}"


def counters_prune(*, now_ms: int) -> int:
    """Deletes the counters whose windows have ended; returns how many it deleted."""
    deleted, _ = Counter.objects.filter(window__lte=now_ms).delete()
    return deleted
