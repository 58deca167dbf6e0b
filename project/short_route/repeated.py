"""Responses that were sent before: a caller who repeats a request receives the same response until the next event.

The head of the match is read for each request, and the token and the limits are checked. What is saved is the way from
there to the response. It is taken only where nothing else decides: for a seat of a running match, and a body that lasts
until the next event (`Rendered.lasts`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from events.base.caches import LeastRecentlyUsed
from events.http.auth import is_unchanged
from events.http.throttles import rate_limit_headers
from events.log.access import rests_on_head
from project.short_route.finish import Headers
from project.short_route.plain import PlainRequest

if TYPE_CHECKING:
    from events.log.statements import Head
    from events.models import Token


class Answer(NamedTuple):
    """A response."""

    status: int
    headers: Headers
    body: bytes


class Sent(NamedTuple):
    """A response with what it depends on beside the request: the caller's rights and the head of the match."""

    token: Token
    head: Head
    answer: Answer


_sent: LeastRecentlyUsed[Sent] = LeastRecentlyUsed(512)


def may_be_sent_before(plain: PlainRequest, is_counted: bool) -> bool:
    """Whether the same caller has received a response to this request, at whatever head."""
    return _sent.get(_key(plain, is_counted)) is not None


def sent_before(plain: PlainRequest, head: Head | None) -> Answer | None:
    """The response to a request, if the same caller has received it at this head."""
    key = _key(plain, bool(plain.rate_usages))
    sent = _sent.get(key)
    if sent is None or sent.head != head or not is_unchanged(sent.token, plain.auth):
        return None
    if sent.token is not plain.auth:  # read again since: the next comparison need not look at each column
        _sent.put(key, sent._replace(token=plain.auth))
    status, headers, body = sent.answer
    own = _own(plain)
    return Answer(status, [(name, own.get(name, value)) for name, value in headers], body)


def keep(plain: PlainRequest, head: Head | None, answer: Answer) -> Answer:
    """Keeps a response for requests like this one, if it lasts; returns it."""
    if plain.lasts and rests_on_head(head):
        _sent.put(_key(plain, bool(plain.rate_usages)), Sent(plain.auth, head, answer))
    return answer


def _key(plain: PlainRequest, is_counted: bool) -> tuple[Any, ...]:
    """What is the same in like requests; whether they are counted decides which headers there are."""
    return (plain.user.pk, is_counted, *plain.asked)


def _own(plain: PlainRequest) -> dict[bytes, bytes]:
    """The headers that each response has of its own."""
    headers = {"X-Request-Id": plain.request_id, **rate_limit_headers(plain)}
    return {name.lower().encode("latin-1"): value.encode("latin-1") for name, value in headers.items()}
